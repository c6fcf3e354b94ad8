"""The games: one folder each, holding rules, metrics, bot, board, prompts and texts."""
