"""The lobby of a room of phones, and the one door through which the app reaches it."""

ROOM = "room"
"""The note in the save file that keeps the room, so that phones find their seats after a new start."""
