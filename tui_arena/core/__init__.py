"""The engine: what a game is, how a session folds, who is asked next. Standard library only."""
