"""How the app draws Wordle, and the host's texts."""
