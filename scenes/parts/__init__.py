"""Parts: mobjects that any scene can use."""
