"""TODO tui_arena.ui.compare."""
