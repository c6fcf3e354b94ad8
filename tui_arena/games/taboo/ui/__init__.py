"""How the app draws Taboo, and the host's texts."""
