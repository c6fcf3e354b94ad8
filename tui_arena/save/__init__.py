"""The save file: every session as it was played, in one SQLite file."""

LARGE = 100_000_000
"""From how many bytes on a save file takes so long to be brought up to date that one waits for it."""
