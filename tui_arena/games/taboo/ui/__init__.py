"""TODO tui_arena.games.taboo.ui."""
