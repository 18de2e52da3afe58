"""The article's figures, one module per section."""
