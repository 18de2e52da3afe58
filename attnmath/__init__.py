"""Attention as tensors: tensors in, tensors out, every intermediate kept."""

from attnmath.attention import Attention, attend, softmax
from attnmath.embedding import Embedding, UnknownWordError, cosine_similarity, dot_products
from attnmath.heads import Head

__all__ = [
    "Attention",
    "Embedding",
    "Head",
    "UnknownWordError",
    "attend",
    "cosine_similarity",
    "dot_products",
    "softmax",
]
