"""TODO tui_arena.ui.setup."""
