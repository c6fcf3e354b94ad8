"""Rankings: of players by a figure, skill ratings, published figures, and how far two rankings agree."""
