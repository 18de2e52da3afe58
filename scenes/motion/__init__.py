"""How things arrive, move, become and pull."""
