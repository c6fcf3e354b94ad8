"""What many sessions say about players: aggregates and the statistics behind them."""
