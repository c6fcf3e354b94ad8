"""The lobby of a room of phones, and the only door through which the app reaches the room."""
