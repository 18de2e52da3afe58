"""The kinds of files that a figure becomes: film, still, sheet, cuts, beats, tables."""
