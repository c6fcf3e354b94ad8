"""TODO tui_arena.ui.stats."""
