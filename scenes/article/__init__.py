"""The article's figures, one folder per section."""
