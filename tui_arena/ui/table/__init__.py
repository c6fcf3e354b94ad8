"""TODO tui_arena.ui.table."""
