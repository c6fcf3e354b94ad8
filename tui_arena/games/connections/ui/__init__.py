"""How the app draws Connections, and the host's texts."""
