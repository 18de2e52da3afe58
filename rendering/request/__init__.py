"""Shots, settings and results: the words in which a request is made and answered."""
