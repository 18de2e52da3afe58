"""Recordings of real models: reading a model's folder, running it once over a phrase, writing what attention did."""
