"""The next word: the sections "Our Hope" and "An Initial Idea"."""
