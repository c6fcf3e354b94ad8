"""TODO tui_arena.questions.reading."""
