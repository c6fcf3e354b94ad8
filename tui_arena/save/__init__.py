"""The save file: every session as it was played, in one SQLite file."""

LARGE = 100_000_000
"""The size in bytes from which bringing a save file up to date takes noticeably long."""
