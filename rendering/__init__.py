"""The production line: from a figure to a file."""
