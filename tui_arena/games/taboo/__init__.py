"""Taboo: the setter makes the guesser say a word, and the guesser tries to find it first."""
