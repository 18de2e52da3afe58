"""A matrix applied to a space: the section "Transforming the Embeddings"."""
