"""Frames drawn from a figure: the renderer, the camera, and the shortcuts that make them fast."""
