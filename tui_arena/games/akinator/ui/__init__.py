"""How the app draws Akinator, and what its host says."""
