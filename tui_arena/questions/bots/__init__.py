"""TODO tui_arena.questions.bots."""
