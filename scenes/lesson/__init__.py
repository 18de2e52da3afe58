"""Lessons beside the article: one figure each."""
