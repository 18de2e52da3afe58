"""The commands of ``render.py``: they read options, call the rest of ``rendering`` and report."""
