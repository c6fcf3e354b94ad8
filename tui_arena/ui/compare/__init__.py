"""Two players side by side, and one player over two sets of secrets."""
