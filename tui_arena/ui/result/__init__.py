"""TODO tui_arena.ui.result."""
