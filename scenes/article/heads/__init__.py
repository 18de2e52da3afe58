"""Several heads: the section "Multiple Key, Query, and Value Spaces"."""
