"""The models screen, the form of one model, and a quick game with a model."""
