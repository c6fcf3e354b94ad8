"""TODO tui_arena.games.entity.ui."""
