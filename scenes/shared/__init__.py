"""The parts of figures that two sections share: computations, first beats, layouts; no figure stands here."""
