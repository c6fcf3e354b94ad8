"""Reading: from the English of a yes-or-no question to its meaning."""

READING = 2
"""Version of the reading. Increase it whenever a question may be understood otherwise than before, be it by the grammar
or by the shipped tables: figures that follow the reading (`reads` in a game's manifest) are then computed anew."""
