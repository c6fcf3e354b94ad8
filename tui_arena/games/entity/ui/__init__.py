"""How the app draws Twenty Questions, and the host's texts."""
