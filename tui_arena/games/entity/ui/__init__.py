"""How the app draws Twenty Questions and what its host says."""
