"""Films drawn from recordings of real models."""
