"""Searches for better prompts: `search.py` defines a search, `optimiser.py` carries it out."""
