"""What a matrix does to a space: the section "Transforming the Embeddings"."""
