"""TODO tui_arena.core.language."""
