"""Bluffing: the setter says something about themselves, and the judge decides whether it is true."""
