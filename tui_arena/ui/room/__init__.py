"""The lobby of a room of phones, and the one door through which the app reaches it."""
