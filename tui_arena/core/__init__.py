"""The engine: what a game is, how a session folds, and which seat is asked next. Standard library only."""
