"""TODO tui_arena.save.rollup."""
