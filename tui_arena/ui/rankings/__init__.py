"""TODO tui_arena.ui.rankings."""
