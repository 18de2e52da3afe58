"""Frames drawn from a figure: the renderer, the camera and what makes them fast."""
