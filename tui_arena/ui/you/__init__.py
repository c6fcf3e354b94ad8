"""A player's own page: what they played and won, their best lines, records and milestones."""
