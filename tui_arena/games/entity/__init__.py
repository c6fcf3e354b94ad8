"""Entity deduction: twenty questions."""
