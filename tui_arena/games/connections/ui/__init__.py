"""TODO tui_arena.games.connections.ui."""
