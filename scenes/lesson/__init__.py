"""Lessons beside the article: one module per figure, and those that only it uses."""
