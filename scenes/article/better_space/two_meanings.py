"""The parameters of the figures in which two phrases pull one word."""

from __future__ import annotations

from pydantic import Field

from scenes.parameters import LandmarkParameters, Phrase, Word


class TwoMeanings(LandmarkParameters):
    """One word in two phrases."""

    word: Word = Field("apple", description="The word that is pulled; it must be in both phrases.")
    first_phrase: Phrase = Field("fruit", description="The phrase with the first meaning: its name, or written out.")
    second_phrase: Phrase = Field("tech", description="The phrase with the second meaning: its name, or written out.")
