"""The replay of a session, branches from it, and single replies."""
