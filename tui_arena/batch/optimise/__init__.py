"""Searching for better prompts: `search.py` says what a search is, `optimiser.py` carries it out."""
