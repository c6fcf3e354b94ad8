"""TODO tui_arena.table.probes."""
