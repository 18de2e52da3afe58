"""Drawing again at every save: watch and its preview."""
