"""The replay of a session, and branches out of it."""
