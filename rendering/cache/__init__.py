"""Finished work, found again by a digest of everything that decides it."""
