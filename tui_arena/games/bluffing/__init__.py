"""Bluffing: one says something about themselves, the other judges whether it is true."""
