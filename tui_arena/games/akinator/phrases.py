"""What the bot of Akinator says beside its questions.

Law: a guess holds the name as the deck writes it; nothing else here names an object.
"""

from __future__ import annotations

GUESS = "This is a guess -- are you thinking of {name}?"
NOTHING_LEFT = "Have I asked you all that I know?"
OBJECT = "** Object: {name} **"
"""A line of a list of candidates."""
INFORMATION = "** Additional Information: {n} fit well by my table. **"

HINT_TABLE = "My table says {answer}."
