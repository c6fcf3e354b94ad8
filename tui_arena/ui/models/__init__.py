"""The models screen, the form of one model, a quick game with a model, and the bench of several models."""
