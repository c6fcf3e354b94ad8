"""Aggregates over many sessions, rankings and comparisons of players, and the statistics behind them."""
