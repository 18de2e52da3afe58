"""Requests and results: shots, settings, figures' names, and the outcomes of a batch."""
