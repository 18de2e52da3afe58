"""Finished films put together: page, slides, transcript, handout."""
