"""TODO tui_arena.games.akinator.ui."""
