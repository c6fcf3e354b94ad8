"""Akinator: one thinks of something, the other finds out what."""
