"""One word pulled by its phrase: the section "Words Pulling Words"."""
