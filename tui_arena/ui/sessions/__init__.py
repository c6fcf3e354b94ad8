"""TODO tui_arena.ui.sessions."""
