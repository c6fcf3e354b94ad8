"""TODO tui_arena.players.models."""
