"""What the bot of twenty questions says beside its questions.

Law: a guess holds the name as the deck writes it; nothing else here names an entity.
"""

from __future__ import annotations

GUESSES = ("Is it {name}?", "Could it be {name}?", "Is it {name}, by any chance?")
"""With an article where one fits."""
PEOPLE_GUESSES = ("Is it {name}?", "Could it be {name}?", "Are you thinking of {name}?")
NOTHING_LEFT = "Have I asked you all that I know?"
"""Where there is neither a question nor a name left."""

ANSWERS = {"yes": "yes", "no": "no"}

HINT_TABLE = "My table says {answer}."
HINT_TABLE_BETWEEN = "My table says that it depends, or does not know."
"""For a judge."""
"""Where a session ended before the first question."""
