"""TODO tui_arena.ui.home."""
