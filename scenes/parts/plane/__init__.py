"""The plane of words: places, arrows, pulls, distances, labels."""
