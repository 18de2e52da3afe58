"""Tables, matrices and columns of numbers."""
