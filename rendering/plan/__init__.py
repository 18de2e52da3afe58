"""Shots planned from figures' names and a user's numbers; every mistake is found here."""
