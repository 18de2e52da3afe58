"""Motions that figures share: arriving, moving, becoming, pulling."""
