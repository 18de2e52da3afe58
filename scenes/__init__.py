"""The figures: what is drawn. ``FIGURES`` lists them without importing manim or torch."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from scenes.errors import unknown_name

if TYPE_CHECKING:
    from scenes.figure import Figure


@dataclass(frozen=True, slots=True)
class Entry:
    """What the list says of a figure.

    Attributes:
        target: where its class is, as ``module:Class``.
        kind: moving or not.
        section: the article's section it belongs to.
        sentence: the one thing it shows.
    """

    target: str
    kind: Literal["video", "still"]
    section: str
    sentence: str


_EMBEDDINGS = "Embeddings"
_PULLING = "Words Pulling Words"

FIGURES: dict[str, Entry] = {
    "attention-random-embedding": Entry(
        "scenes.article.embeddings:RandomEmbedding",
        "still",
        _EMBEDDINGS,
        "Numbers given by chance put words anywhere: near says nothing.",
    ),
    "attention-meaningful-embedding": Entry(
        "scenes.article.embeddings:MeaningfulEmbedding",
        "still",
        _EMBEDDINGS,
        "When the axes mean something, like words are near each other.",
    ),
    "attention-generic-apple-embedding": Entry(
        "scenes.article.embeddings:GenericAppleEmbedding",
        "still",
        _PULLING,
        "A word of two meanings has one place, between the two clusters.",
    ),
    "attention-apple-pulled-side-by-side": Entry(
        "scenes.article.pulling:ApplePulledSideBySide",
        "video",
        _PULLING,
        "One word, two phrases, two destinations.",
    ),
    "attention-all-embeddings": Entry(
        "scenes.article.pulling:AllEmbeddings",
        "video",
        _PULLING,
        "Every word of the phrase pulls; the similar one pulls hardest.",
    ),
    "attention-all-dot-product": Entry(
        "scenes.article.weighing:AllDotProducts",
        "video",
        _PULLING,
        "A dot product for each word says how similar it is.",
    ),
    "attention-all-softmax": Entry(
        "scenes.article.weighing:AllSoftmax",
        "video",
        _PULLING,
        "Softmax turns dot products into weights that add up to 1.",
    ),
    "attention-update-apple": Entry(
        "scenes.article.update:UpdateApple",
        "video",
        _PULLING,
        "Weighted vectors, laid tip to tail, end at the word's new place.",
    ),
}
"""Every figure by name, in the article's order."""


def load_figure(name: str) -> type[Figure]:
    """The class of a figure; this imports manim.

    Raises:
        UserError: when there is no figure of that name, with the nearest spelling.
    """
    if name not in FIGURES:
        raise unknown_name("figure", name, FIGURES)
    module, class_name = FIGURES[name].target.split(":")
    figure: type[Figure] = getattr(import_module(module), class_name)
    return figure
