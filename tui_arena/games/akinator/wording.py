"""The words and signs of Akinator's board.

Law: of a view or a state that is handed in; what a view does not hold is not told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tui_arena.core.dealing import PEOPLE
from tui_arena.core.game import TABLE, Ask, View
from tui_arena.core.knowledge import Answer
from tui_arena.core.knowledge.belief import Told
from tui_arena.core.names import equals
from tui_arena.core.text import fold, one_line
from tui_arena.games.akinator.state import (
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    NO,
    PROBABLY_NO,
    PROBABLY_YES,
    YES,
    State,
)

TONES = {YES: "good", NO: "bad", CORRECT: "end", INCORRECT: "bad"}
EMOJI = {
    YES: "🟩",
    PROBABLY_YES: "🟨",
    DONT_KNOW: "⬜",
    PROBABLY_NO: "🟧",
    NO: "🟥",
    CORRECT: "🎯",
    INCORRECT: "❌",
}
SIGNS = {YES: "Y", PROBABLY_YES: "y", DONT_KNOW: "?", PROBABLY_NO: "n", NO: "N", CORRECT: "*", INCORRECT: "x"}
KEYS = {YES: "y", NO: "n", PROBABLY_YES: "p", PROBABLY_NO: "o", DONT_KNOW: "d", CORRECT: "y", INCORRECT: "n"}
TOLD: Mapping[str, Told] = {
    YES: "yes",
    NO: "no",
    PROBABLY_YES: "probably yes",
    PROBABLY_NO: "probably no",
    DONT_KNOW: "unsure",
}
KNOWN: Mapping[Answer, str] = {"yes": YES, "no": NO, "sometimes": "sometimes"}
SHOWS = "what it is: behind F5"
READY = "I have something in mind"
_GUESS = re.compile(r"(?:my |i )?guess(?: is)?\b\s*:?\s*(?:it'?s |it is )?(.+)", re.IGNORECASE)


def tone(answer: str) -> str:
    """How an answer is coloured."""
    return TONES.get(answer, "between")


def typed_question(text: str) -> str:
    """A question as the rules read it: `guess kettle` is the guess of a kettle.

    >>> typed_question("guess: a kettle?"), typed_question("is it red?")
    ('This is a guess: are you thinking of a kettle?', 'is it red?')
    """
    guess = _GUESS.fullmatch(text)
    return f"This is a guess: are you thinking of {guess[1].rstrip('?! ')}?" if guess else text


def typed_answer(ask: Ask, text: str) -> str | None:
    """The answer that one letter means; None for other texts."""
    letter = text.casefold().rstrip(".!")
    return next((choice for choice in ask.choices if KEYS[choice] == letter), None)


def as_read(guess: str | None, text: str) -> str:
    """A question as it is read: a guess without its ceremony."""
    return f"Are you thinking of {one_line(guess, 120)}?" if guess else text


def listed(guess: str | None, text: str) -> str:
    """A question in a list, where a guess is short so that its name is in sight.

    >>> listed("a golden ring", "This is a guess -- are you thinking of a golden ring?")
    'guess: a golden ring'
    """
    return f"guess: {one_line(guess, 120)}" if guess else text


def by_key(view: View) -> bool:
    """Whether a setter's seat is in front, who has nothing to type."""
    facts = view.facts
    return view.seat == "setter" and not facts["over"] and bool(facts["later"] or facts["known"])


def reveals(view: View) -> bool:
    """Whether a setter's seat is in front, who is asked what it was."""
    return view.seat == "setter" and bool(view.facts["reveals"])


def thinks(view: View) -> bool:
    """Whether it is the moment to think of something and tell nobody."""
    return by_key(view) and bool(view.facts["later"]) and not view.facts["turns"]


def large(facts: Mapping[str, Any], *, first: bool) -> str:
    """What stands large in front of a setter."""
    if facts["reveals"]:
        return f"That was the last one, and I don't have it. {'Who' if facts['people'] else 'What'} was it?"
    if first:
        return f"Think of {'a person' if facts['people'] else 'a thing'}. Don't tell anybody."
    return as_read(facts["what"], facts["question"]) if facts["question"] else "…"


def over_large(facts: Mapping[str, Any], *, first: bool) -> str:
    """The line over it."""
    if facts["reveals"]:
        return "not found"
    if first:
        return f"{facts['max_turns']} questions to find out"
    which = f"question {facts['turn']} of {facts['max_turns']}"
    return f"{which} · a guess" if facts["is_guess"] else which


def empty(view: View, ask: Ask | None) -> str:
    """What stands where no question has been asked."""
    facts = view.facts
    people, most = facts["people"], facts["max_turns"]
    if ask is not None and ask.name == "object":
        return (
            f"Think of {'a person' if people else 'a thing'} and write it down. It is sealed until the end."
        )
    if view.seat in ("guesser", TABLE):
        whom, what = ("Somebody", "who") if people else ("Something", "what")
        return f"{whom} is in mind. {most} questions to find out {what}."
    return "It is sealed. A question comes in a moment."


def happened(facts: Mapping[str, Any]) -> set[str]:
    """Words for a guide."""
    turns = facts["turns"]
    asked = [fold(turn["question"]).rstrip(" ?.!") for turn in turns]
    words = set()
    if asked and asked[-1] in asked[:-1]:
        words.add("repeated")
    if [turn["answer"] for turn in turns[-3:]] == [DONT_KNOW] * 3:
        words.add("all_open")
    if facts["is_guess"]:
        words.add("guess")
    elif turns and turns[-1]["answer"] == INCORRECT:
        words.add("missed")
    return words


def misjudged(state: State) -> tuple[str, ...]:
    """Guesses of the very thing that were called incorrect, a sentence each."""
    return tuple(
        f"Question {n} was a guess of {one_line(turn.question.guess, 60)}, and it was called incorrect."
        for n, turn in enumerate(state.turns, 1)
        if turn.answer == INCORRECT
        and turn.question.guess is not None
        and equals(turn.question.guess, state.names, state.match)
    )


def deck_for(state: State, deck: str, of: str) -> tuple[str, str]:
    """The deck of the user's that learns from a session, and the shipped one it begins with.

    `deck` and `of` are those of a session of no particular deck.
    """
    named = state.setup.deck or ""
    if state.people:
        deck, of = f"{deck}-{PEOPLE}", PEOPLE
    return (named.partition("@")[0] if "@" in named else deck), of
