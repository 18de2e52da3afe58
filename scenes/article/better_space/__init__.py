"""Values: the section "A Better Space for Pulling Words"."""
