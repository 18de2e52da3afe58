"""Words as points: the section "Embeddings"."""
