"""TODO tui_arena.ui.app."""
