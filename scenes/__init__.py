"""The figures: what is drawn."""
