"""TODO tui_arena.table."""
