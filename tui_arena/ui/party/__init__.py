"""TODO tui_arena.ui.party."""
