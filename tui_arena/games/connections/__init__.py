"""Connections: guessers lead each other to a word, past the setter who holds it. Also known as Contact."""
