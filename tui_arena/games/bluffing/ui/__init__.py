"""How the app draws Bluffing, and the host's texts."""
