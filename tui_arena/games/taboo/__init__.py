"""Taboo: make them say the word; find it before it slips out."""
