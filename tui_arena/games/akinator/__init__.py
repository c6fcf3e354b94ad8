"""Akinator: the setter thinks of something, and the guesser finds out what it is."""
