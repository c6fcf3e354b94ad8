"""The replay of a session, and branches from it."""
