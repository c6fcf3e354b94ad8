"""Bluffing: one player says something about themselves, the other judges whether it is true."""
