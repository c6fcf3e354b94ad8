"""Connections: the guessers lead each other to a word, past the setter; also known as Contact."""
