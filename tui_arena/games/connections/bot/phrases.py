"""The sentences that the bot of Connections puts its words into.

The slots are `{a}` and `{b}` for cues or topics of a word, `{n}` for a number, `{x}` for a letter, and
`{list}` for several words.

The words around `{a}` and `{b}` in a clue mean nothing to a mind: `similarity.stems` leaves them out.
"""

from __future__ import annotations

TWO = ("{a} and {b}", "{a}, {b}", "both {a} and {b}")
"""Clues made of two cues."""
ONE = ("it goes with {a}", "just {a}", "{a}, and that is all", "{a}, more or less")
"""Clues made of one cue."""
TOPIC = ("something to do with {a}", "it has to do with {a}", "all about {a}")
"""Clues made of a topic."""
WITH_THE = frozenset({"body", "kitchen", "land", "law", "sea", "weather"})
"""Topics that take an article."""
PLAIN = "{n} letters, the last of them {x}"
"""A clue to a word that the bot knows nothing about."""

HINT_WORD = "Many words begin like {list}, so the letters give little away."
HINT_CLUE = "Words that fit: {list}."
HINT_CLUE_NOTHING = "No word that I know fits; perhaps one of yours does."
HINT_GUESS = "The clue could mean {list}."
HINT_BLOCK = "They may mean {list}."
HINT_GUESS_NOTHING = "The clue says nothing to me."
HINT_CHANGE = "{n} words begin with {x}: most of all that fit."

COACH_P = "Each of you named a giver's word in {p} of the cases. With {n} guessers {best} is best: there a letter is shown most often."
COACH_EASIER = "Clues could have been harder: the setter named too many of them as well."
COACH_HARDER = "Clues could have been easier: too often nobody named the word."
COACH_RIGHT = "Clues were about as hard as they should be."
COACH_PAIR = "Best understood: {giver}'s clues by {other}, {right} of {n}."
COACH_WORST = "Least understood: {giver}'s clues by {other}, {right} of {n}."
COACH_EASY = "Too easy, as the setter named them: {list}."
COACH_HARD = "Too hard, as nobody named them: {list}."
