"""TODO tui_arena.ui.duel."""
