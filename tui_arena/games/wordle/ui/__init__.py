"""TODO tui_arena.games.wordle.ui."""
