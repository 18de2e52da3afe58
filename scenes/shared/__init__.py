"""What several figures share: what they compute, how they begin, what goes where; never a figure."""
