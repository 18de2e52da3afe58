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
    """A figure's entry in the list.

    Attributes:
        target: its class, as ``module:Class``.
        kind: a video or a still picture.
        section: the article's section it belongs to.
        sentence: the one thing it shows.
    """

    target: str
    kind: Literal["video", "still"]
    section: str
    sentence: str


_HOPE = "Our Hope"
_EMBEDDINGS = "Embeddings"
_PULLING = "Words Pulling Words"
_WHOLE = "The Whole Phrase"
_WHOLE_KQV = "The Whole Phrase \N{EM DASH} with Keys, Queries, and Values"
_TRANSFORMING = "Transforming the Embeddings"
_BETTER_SPACE = "A Better Space for Pulling Words"
_ASYMMETRIC = "Asymmetric Pull"
_MULTIPLE = "Multiple Key, Query, and Value Spaces"
MODELS = "A Real Model"
"""The section of the figures that are drawn from recordings of real models."""

LESSONS = "Companion Lessons"
"""The section of the figures that are not the article's."""

FIGURES: dict[str, Entry] = {
    "attention-predict": Entry(
        "scenes.article.next_word.predict:Predict",
        "video",
        _HOPE,
        "Each word's information comes from its left, and from it the next word is predicted.",
    ),
    "attention-classification": Entry(
        "scenes.article.next_word.classification:Classification",
        "video",
        _HOPE,
        "A dot product for each word of the vocabulary: the largest is the prediction.",
    ),
    "attention-similar-classification": Entry(
        "scenes.article.next_word.similar:SimilarClassification",
        "video",
        "An Initial Idea",
        "Two phrases with nearly the same average get the same answer.",
    ),
    "attention-random-embedding": Entry(
        "scenes.article.embeddings.placed:RandomEmbedding",
        "still",
        _EMBEDDINGS,
        "Numbers given by chance put words anywhere: near says nothing.",
    ),
    "attention-meaningful-embedding": Entry(
        "scenes.article.embeddings.placed:MeaningfulEmbedding",
        "still",
        _EMBEDDINGS,
        "When the axes mean something, like words are near each other.",
    ),
    "attention-generic-apple-embedding": Entry(
        "scenes.article.pulling.clusters:GenericAppleEmbedding",
        "still",
        _PULLING,
        "A word of two meanings has one place, between the two clusters.",
    ),
    "attention-apple-pulled-side-by-side": Entry(
        "scenes.article.pulling.side_by_side:ApplePulledSideBySide",
        "video",
        _PULLING,
        "One word, two phrases, two destinations.",
    ),
    "attention-all-embeddings": Entry(
        "scenes.article.pulling.pulls:AllEmbeddings",
        "video",
        _PULLING,
        "Every word of the phrase pulls; the similar one pulls hardest.",
    ),
    "attention-all-dot-product": Entry(
        "scenes.article.pulling.weighing:AllDotProducts",
        "video",
        _PULLING,
        "A dot product for each word says how similar it is.",
    ),
    "attention-all-softmax": Entry(
        "scenes.article.pulling.softmax:AllSoftmax",
        "video",
        _PULLING,
        "Softmax turns dot products into weights that add up to 1.",
    ),
    "attention-update-apple": Entry(
        "scenes.article.pulling.update:UpdateApple",
        "video",
        _PULLING,
        "Weighted vectors, laid tip to tail, end at the word's new place.",
    ),
    "attention-table-dot-products": Entry(
        "scenes.article.whole_phrase.dot_products:TableDotProducts",
        "video",
        _WHOLE,
        "What was done for one word is done for all: the table of dot products is X Xᵀ.",
    ),
    "attention-table-softmax": Entry(
        "scenes.article.whole_phrase.softmax:TableSoftmax",
        "video",
        _WHOLE,
        "Every row of dot products becomes weights that add up to 1: softmax(X Xᵀ).",
    ),
    "attention-table-weighted-sum": Entry(
        "scenes.article.whole_phrase.weighted_sum:TableWeightedSum",
        "video",
        _WHOLE,
        "Each row of weights mixes the vectors into its word's new one: softmax(X Xᵀ) X.",
    ),
    "attention-apply-transformation": Entry(
        "scenes.article.transforming.points:ApplyTransformation",
        "video",
        _TRANSFORMING,
        "A matrix makes a new vector of every word's vector.",
    ),
    "attention-transform-axes": Entry(
        "scenes.article.transforming.axes:TransformAxes",
        "video",
        _TRANSFORMING,
        "A matrix carries the axes, and vectors keep their numbers along them.",
    ),
    "attention-three-transformed-spaces": Entry(
        "scenes.article.better_space.three_spaces:ThreeTransformedSpaces",
        "video",
        _BETTER_SPACE,
        "In a good space for pulling, two phrases take one word far apart.",
    ),
    "attention-values-lin-comb": Entry(
        "scenes.article.better_space.values:ValuesLinComb",
        "video",
        _BETTER_SPACE,
        "Values, not the embeddings themselves, are what the weights combine.",
    ),
    "attention-asymmetric-forces": Entry(
        "scenes.article.asymmetric.forces:AsymmetricForces",
        "still",
        _ASYMMETRIC,
        "One word pulls another harder than it is pulled by it.",
    ),
    "attention-key-query-transformation-part-one": Entry(
        "scenes.article.asymmetric.same_spaces:SameSpaces",
        "video",
        _ASYMMETRIC,
        "While key space and query space are the same, both pull equally.",
    ),
    "attention-key-query-transformation-part-two": Entry(
        "scenes.article.asymmetric.different_spaces:DifferentSpaces",
        "video",
        _ASYMMETRIC,
        "Squeezed and leaning differently, the two spaces make one pull strong and one weak.",
    ),
    "attention-key-query-dp": Entry(
        "scenes.article.asymmetric.key_query:KeyQueryDotProducts",
        "video",
        _ASYMMETRIC,
        "The word's query against every word's key says how hard each pulls.",
    ),
    "attention-table-kqv": Entry(
        "scenes.article.whole_phrase.kqv:TableKeysQueriesValues",
        "video",
        _WHOLE_KQV,
        "Queries meet keys, softmax makes weights, and the weights mix values: softmax(Q Kᵀ) V.",
    ),
    "attention-semantic-transformation": Entry(
        "scenes.article.heads.semantic:SemanticTransformation",
        "video",
        _MULTIPLE,
        "The semantic value space parts the two meanings of a word, and hardly two colours.",
    ),
    "attention-grammatical-transformation": Entry(
        "scenes.article.heads.grammatical:GrammaticalTransformation",
        "video",
        _MULTIPLE,
        "The grammatical value space parts red from green, and hardly the two meanings of a word.",
    ),
    "attention-multi-head-projection": Entry(
        "scenes.article.heads.multi_head:MultiHeadProjection",
        "video",
        _MULTIPLE,
        "The heads' outputs, side by side, are taken back to the embeddings' size by a learned matrix.",
    ),
    "model-apple-by-layer": Entry(
        "scenes.model.by_layer:AppleByLayer",
        "video",
        MODELS,
        "A real model takes one word of two phrases from one place to two, layer by layer.",
    ),
    "model-next-word": Entry(
        "scenes.model.next_word:NextWord",
        "video",
        MODELS,
        "A real language model shares one whole among all words: once surely, once in crumbs.",
    ),
    "model-heads": Entry(
        "scenes.model.heads:ModelHeads",
        "video",
        MODELS,
        "A real model's heads each look their own way; one seeks a word wherever it stands.",
    ),
    "lesson-polysemy": Entry(
        "scenes.lesson.polysemy:Polysemy",
        "video",
        LESSONS,
        "One word, one vector, three phrases, three places.",
    ),
    "lesson-embedding-directions": Entry(
        "scenes.lesson.embedding_directions:EmbeddingDirections",
        "video",
        LESSONS,
        "A direction carries meaning: the way from man to woman leads from king to queen.",
    ),
    "lesson-queries-and-keys": Entry(
        "scenes.lesson.queries_and_keys:QueriesAndKeys",
        "video",
        LESSONS,
        "A noun's query points where its adjectives' keys are.",
    ),
    "lesson-attention-pattern": Entry(
        "scenes.lesson.attention_pattern:AttentionPattern",
        "video",
        LESSONS,
        "Every query meets every key; softmax leaves each word its few answers.",
    ),
    "lesson-value-update": Entry(
        "scenes.lesson.value_update:ValueUpdate",
        "video",
        LESSONS,
        "Weighted values are added to a word: a creature becomes a fluffy blue one.",
    ),
    "lesson-cross-attention": Entry(
        "scenes.lesson.cross_attention:CrossAttention",
        "video",
        LESSONS,
        "Words of one language look for theirs in another, in any order.",
    ),
    "lesson-masking": Entry(
        "scenes.lesson.masking:Masking",
        "video",
        LESSONS,
        "Masked before softmax, later words weigh nothing and rows stay whole; masked after it, rows fall short.",
    ),
    "lesson-scaled-dot-product": Entry(
        "scenes.lesson.scaled_dot_product:ScaledDotProduct",
        "video",
        LESSONS,
        "Scores spread as the root of d_k until one takes all; divided by it, they stay in a band.",
    ),
    "lesson-positions": Entry(
        "scenes.lesson.positions:Positions",
        "video",
        LESSONS,
        "Attention sees no order; turned by their places, two words see how far apart they are.",
    ),
    "lesson-parameter-count": Entry(
        "scenes.lesson.parameter_count:ParameterCount",
        "video",
        LESSONS,
        "From one head's matrix to all layers: what attention learns, counted to scale.",
    ),
    "lesson-low-rank-value": Entry(
        "scenes.lesson.low_rank_value:LowRankValue",
        "video",
        LESSONS,
        "Down to a few numbers and up again, a value map is a sliver of what it could be.",
    ),
    "lesson-context-cost": Entry(
        "scenes.lesson.context_cost:ContextCost",
        "video",
        LESSONS,
        "Twice the context is four times the pattern.",
    ),
    "lesson-multi-head": Entry(
        "scenes.lesson.multi_head:MultiHead",
        "video",
        LESSONS,
        "Each head of a real model looks its own way and proposes a change; the proposals add up.",
    ),
    "lesson-residual-stream": Entry(
        "scenes.lesson.residual_stream:ResidualStream",
        "video",
        LESSONS,
        "A token's vector runs through all layers; each adds to it, and none replaces it.",
    ),
    "lesson-tower": Entry(
        "scenes.lesson.tower:Tower",
        "video",
        LESSONS,
        "Words put before a word of a real model carry it over a map, from some neighbours to others.",
    ),
    "lesson-shared-heads": Entry(
        "scenes.lesson.shared_heads:SharedHeads",
        "video",
        LESSONS,
        "Heads keep a pair each, share pairs, or keep one latent from which each makes its own.",
    ),
    "lesson-training": Entry(
        "scenes.lesson.training:LearnedMatrices",
        "video",
        LESSONS,
        "Matrices learn, step by step, to take one word to two places.",
    ),
    "lesson-repeated-attention": Entry(
        "scenes.lesson.repeated_attention:RepeatedAttention",
        "video",
        LESSONS,
        "Taken again and again, attention brings all words to one place.",
    ),
}
"""Every figure by name: those of the article in its order, then the lessons."""


def load_figure(name: str) -> type[Figure]:
    """Return the class of a figure; this imports manim.

    Raises:
        UserError: when there is no figure of that name; the message has the nearest spelling.
    """
    if name not in FIGURES:
        raise unknown_name("figure", name, FIGURES)
    module, class_name = FIGURES[name].target.split(":")
    figure: type[Figure] = getattr(import_module(module), class_name)
    return figure
