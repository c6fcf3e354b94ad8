"""Comparing two players, or one player over two sets of secrets."""
