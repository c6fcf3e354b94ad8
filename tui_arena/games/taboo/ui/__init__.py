"""How the app draws Taboo and what its host says."""
