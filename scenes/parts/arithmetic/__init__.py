"""Dot products and sums, written out."""
