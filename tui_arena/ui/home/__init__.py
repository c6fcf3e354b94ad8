"""The home screen, and the page of one player that opens from it."""
