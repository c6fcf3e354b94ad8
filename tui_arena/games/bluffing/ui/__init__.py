"""How the app draws Bluffing, and what its host says."""
