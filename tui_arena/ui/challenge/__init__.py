"""Challenges: codes typed in, the ghost beside the board, and two games side by side at the end."""
