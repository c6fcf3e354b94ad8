"""Challenges: codes typed in, the ghost next to the board, and two games side by side at the end."""
