"""Wordle: find a five-letter word in up to six guesses."""
