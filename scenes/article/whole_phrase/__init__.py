"""All words at once, in tables: the sections "The Whole Phrase"."""
