"""Keys and queries: the section "Asymmetric Pull"."""
