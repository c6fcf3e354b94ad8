"""Rankings: orders of players, skill ratings, published figures, and how far two orders agree."""
