"""TODO tui_arena.ui.settings."""
