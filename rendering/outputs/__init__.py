"""The kinds of files a figure becomes: film, still, sheet, beats, tables."""
