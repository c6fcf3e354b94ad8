"""Screens of sessions in play: the table, and the duel with two tables."""
