"""The settings screen and the list of keys."""
