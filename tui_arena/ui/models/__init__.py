"""TODO tui_arena.ui.models."""
