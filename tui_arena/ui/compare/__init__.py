"""Comparing two players, and one player over two sets of secrets."""
