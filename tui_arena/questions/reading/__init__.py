"""Reading: from the English of a yes-or-no question to its meaning."""

READING = 3
"""The version of the reading. Increase it whenever a question may be understood differently, because of the
grammar or the shipped tables: figures that depend on the reading (`reads` in a game's manifest) are then
computed again."""
