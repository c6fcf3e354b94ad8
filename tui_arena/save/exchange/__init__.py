"""TODO tui_arena.save.exchange."""
