"""Finished work, found again by a digest of all that decides it."""
