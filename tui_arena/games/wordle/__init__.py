"""Wordle: the word in six."""
