"""TODO tui_arena.ui.boards."""
