"""Attention as tensors: tensors in, tensors out, every intermediate kept.

Rows throughout: a phrase is X of shape (T, d), maps act on the right, softmax runs over keys, the last axis.
"""

from attnmath.attention import Attention, attend, attend_with, softmax
from attnmath.context import attended, average, class_scores, context_vectors, last_word
from attnmath.counting import AttentionDims
from attnmath.embedding import Embedding, UnknownWordError, cosine_similarity, dot_products
from attnmath.fused import attention_output
from attnmath.heads import Head
from attnmath.latent import LatentAttention, LatentMaps, latent_attention
from attnmath.linear import apply_map, basis_images, compose, from_columns, invert, shear, squeeze
from attnmath.masks import causal_mask, padding_mask, window_mask
from attnmath.multihead import MultiHead, combine, grouped_query, multi_head
from attnmath.patterns import pooled_weights
from attnmath.positions import rotary, sinusoidal_positions
from attnmath.prediction import NextWordModel
from attnmath.semantic import SemanticAxes, semantic_axes, separation
from attnmath.steps import repeat_attention

__all__ = [
    "Attention",
    "AttentionDims",
    "Embedding",
    "Head",
    "LatentAttention",
    "LatentMaps",
    "MultiHead",
    "NextWordModel",
    "SemanticAxes",
    "UnknownWordError",
    "apply_map",
    "attend",
    "attend_with",
    "attended",
    "attention_output",
    "average",
    "basis_images",
    "causal_mask",
    "class_scores",
    "combine",
    "compose",
    "context_vectors",
    "cosine_similarity",
    "dot_products",
    "from_columns",
    "grouped_query",
    "invert",
    "last_word",
    "latent_attention",
    "multi_head",
    "padding_mask",
    "pooled_weights",
    "repeat_attention",
    "rotary",
    "semantic_axes",
    "separation",
    "shear",
    "sinusoidal_positions",
    "softmax",
    "squeeze",
    "window_mask",
]
