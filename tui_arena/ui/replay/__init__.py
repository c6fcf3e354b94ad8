"""TODO tui_arena.ui.replay."""
