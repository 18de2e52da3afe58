"""Bars for scores and weights."""
