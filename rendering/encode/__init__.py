"""Frames written as H.264 and the other containers."""
