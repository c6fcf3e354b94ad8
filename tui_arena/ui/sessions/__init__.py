"""The screen of saved sessions and demos."""
