"""TODO tui_arena.games.bluffing.ui."""
