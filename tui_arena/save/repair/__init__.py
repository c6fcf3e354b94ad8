"""TODO tui_arena.save.repair."""
