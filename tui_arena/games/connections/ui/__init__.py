"""How the app draws Connections, and what its host says."""
