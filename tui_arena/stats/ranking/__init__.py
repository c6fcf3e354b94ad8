"""Who is better than whom: orders of players, skill, published figures, and how far two orders agree."""
