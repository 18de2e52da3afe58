"""Texts, numbers and formulas."""
