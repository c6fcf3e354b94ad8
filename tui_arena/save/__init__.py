"""The save file: every session as it was played, in one SQLite file."""
