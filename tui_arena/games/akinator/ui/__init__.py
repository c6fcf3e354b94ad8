"""How the app draws Akinator, and the host's texts."""
