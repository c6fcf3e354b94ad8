"""TODO tui_arena.ui.inquiry."""
