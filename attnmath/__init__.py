"""Attention as tensors: tensors in, tensors out, every intermediate kept."""

from attnmath.attention import Attention, attend, attend_with, softmax
from attnmath.embedding import Embedding, UnknownWordError, cosine_similarity, dot_products
from attnmath.fused import attention_output
from attnmath.heads import Head
from attnmath.masks import causal_mask, padding_mask, window_mask

__all__ = [
    "Attention",
    "Embedding",
    "Head",
    "UnknownWordError",
    "attend",
    "attend_with",
    "attention_output",
    "causal_mask",
    "cosine_similarity",
    "dot_products",
    "padding_mask",
    "softmax",
    "window_mask",
]
