"""The games, one folder each: rules, metrics, bot, ui, prompts and texts."""
