"""Frames encoded as H.264 and in other containers."""
