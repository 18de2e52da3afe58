"""How a figure becomes a file."""
