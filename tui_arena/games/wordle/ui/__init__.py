"""How the app draws Wordle and what its host says."""
