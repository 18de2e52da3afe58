"""Attention as tensors: tensors in, tensors out, every intermediate kept."""
