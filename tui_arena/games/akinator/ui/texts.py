"""The words and signs of Akinator's board, and what the host says about the result."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from tui_arena.core.deal import PEOPLE
from tui_arena.core.game import TABLE, Ask, Belief, View
from tui_arena.core.language.names import equals
from tui_arena.core.language.sentences import stopped
from tui_arena.core.record import Play
from tui_arena.core.text import fold, one_line
from tui_arena.games.akinator.rules import (
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    NO,
    PROBABLY_NO,
    PROBABLY_YES,
    YES,
    State,
)
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.table import Answer

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
TOLD: Mapping[str, GivenAnswer] = {
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
    """The tone that an answer is coloured by, as `QuestionRow.tone`."""
    return TONES.get(answer, "between")


def typed_question(text: str) -> str:
    """A typed question in the form that the rules read: `guess kettle` becomes a full guess.

    >>> typed_question("guess: a kettle?"), typed_question("is it red?")
    ('This is a guess: are you thinking of a kettle?', 'is it red?')
    """
    guess = _GUESS.fullmatch(text)
    return f"This is a guess: are you thinking of {guess[1].rstrip('?! ')}?" if guess else text


def typed_answer(ask: Ask, text: str) -> str | None:
    """The answer that one letter stands for; None for any other text."""
    letter = text.casefold().rstrip(".!")
    return next((choice for choice in ask.choices if KEYS[choice] == letter), None)


def as_read(guess: str | None, text: str) -> str:
    """A question to be read in large; a guess is reduced to `Are you thinking of ...?`."""
    return f"Are you thinking of {one_line(guess, 120)}?" if guess else text


def listed(guess: str | None, text: str) -> str:
    """A question in a list; a guess is shortened so that its name stays in sight.

    >>> listed("a golden ring", "This is a guess -- are you thinking of a golden ring?")
    'guess: a golden ring'
    """
    return f"guess: {one_line(guess, 120)}" if guess else text


def by_key(view: View) -> bool:
    """Whether the view is a setter's who has nothing to type and answers by key."""
    facts = view.facts
    return view.seat == "setter" and not facts["over"] and bool(facts["later"] or facts["known"])


def reveals(view: View) -> bool:
    """Whether the view is a setter's who is asked what it was."""
    return view.seat == "setter" and bool(view.facts["reveals"])


def thinks(view: View) -> bool:
    """Whether the setter should now think of something and tell nobody."""
    return by_key(view) and bool(view.facts["later"]) and not view.facts["turns"]


def large(facts: Mapping[str, Any], *, first: bool) -> str:
    """The text that is shown large to a setter. `first`: nothing is in mind yet."""
    if facts["reveals"]:
        return f"That was the last one, and I don't have it. {'Who' if facts['people'] else 'What'} was it?"
    if first:
        return f"Think of {'a person' if facts['people'] else 'a thing'}. Don't tell anybody."
    return as_read(facts["what"], facts["question"]) if facts["question"] else "…"


def over_large(facts: Mapping[str, Any], *, first: bool) -> str:
    """The line over the large text."""
    if facts["reveals"]:
        return "not found"
    if first:
        return f"{facts['max_turns']} questions to find out"
    which = f"question {facts['turn']} of {facts['max_turns']}"
    return f"{which} · a guess" if facts["is_guess"] else which


def empty(view: View, ask: Ask | None) -> str:
    """The text shown while no question has been asked."""
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
    """The words that tell a guide what has just happened, such as `repeated` or `missed`."""
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
    """A sentence for each guess that was right and was called incorrect."""
    return tuple(
        f"Question {n} was a guess of {one_line(turn.question.guess, 60)}, and it was called incorrect."
        for n, turn in enumerate(state.turns, 1)
        if turn.answer == INCORRECT
        and turn.question.guess is not None
        and equals(turn.question.guess, state.names, state.match)
    )


def deck_for(state: State, deck: str, of: str) -> tuple[str, str]:
    """The user's deck that learns from a session, and the shipped deck it starts from.

    `deck` and `of` are used for a session that names no deck.
    """
    named = state.setup.deck or ""
    if state.people:
        deck, of = f"{deck}-{PEOPLE}", PEOPLE
    return (named.partition("@")[0] if "@" in named else deck), of


DOES = {
    "object": ("think of something", "thinks of something"),
    "question": ("ask", "asks"),
    "answer": ("answer", "answers"),
    "reveal": ("tell what it was", "tells what it was"),
}
TASKS = {
    "object": "you think of something and write it down",
    "question": "you ask",
    "answer": "you answer one question",
    "reveal": "you tell what it was",
}
LABELS = {"object": "it is", "question": "ask", "reveal": "it was"}
PLACES = {
    "object": "name | another name | another",
    "question": "Is it …?   or, to guess:  guess kettle",
    "person": "Is this person …?   or, to guess:  guess Cleopatra",
    "answer": "a key does it; tab, and you can say it in words",
    "reveal": "name | another name; leave it empty to keep it to yourself",
}
ASK_AGAIN = {
    "object": "A name is needed; other names for it go behind a | each.",
    "reveal": "A name is needed; other names for it go behind a | each.",
    "question": "Ask something that can be answered with yes or no, or type: guess, and a name.",
}
MISSING = {
    "object": "Say what it is first.",
    "question": "Ask something first.",
    "answer": "One of the keys above, or a word.",
}
WON_BY_BOT = (
    (5, "In five or fewer. One of us is easy to read."),
    (10, "I had it. You were thinking rather loudly."),
    (15, "I had it. A good one, though."),
    (19, "I had it. You made me work for that."),
)
"""Remarks to a setter whose object was found: the last turn that each is for, and the remark."""
WON_BY_PERSON = (
    (5, "In five or fewer. Somebody must have talked."),
    (10, "Sharp questions. That was hardly fair."),
    (15, "Found, and without any hurry."),
    (19, "Got there. It was getting comfortable in there."),
)
LAST = "With the very last question. Nobody breathed."
CLOSE, SURE = 10, 0.9
"""At most `CLOSE` candidates left is close; a share of belief of `SURE` on one counts as found."""
NAMES = 4


def mood(belief: Belief | None, answers: int, *, people: bool) -> str:
    """How near the bot thinks it is, without naming anything."""
    if belief is None:
        return ""
    of = ("person" if people else "thing") if belief.left == 1 else "people" if people else "things"
    if not answers:
        return f"the bot knows {belief.left:,} {of}"
    if belief.best and belief.best[0][1] >= SURE:
        return "the bot thinks it has it"
    if belief.left <= 1:
        return "the bot is close: one is left"
    if belief.left <= CLOSE:
        return f"the bot is close: {belief.left} are left"
    return f"the bot has {belief.left:,} {of} in mind"


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How the session ended and a remark on it, addressed to the people who played."""
    state, outcome = play.state, play.outcome()
    what = one_line(state.object or "", 60).upper()
    tail = f" · {what}" if what else ""
    n = len(state.turns)
    asked = "guesser" in people
    thought = "setter" in people and not asked
    if outcome.result == "aborted":
        return f"STOPPED{tail}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{tail}", _joined("Nobody saw that coming, least of all you. Another?", _also(state))
    if "guesser" in outcome.winners:
        word = "I HAD IT" if thought else "WON" if asked else "FOUND"
        return f"{word} in {n}{tail}", _joined(_found(state, names, people), _also(state))
    word = "YOU WIN" if thought else "LOST" if asked else "NOT FOUND"
    return f"{word}{tail}", _joined(_lost(state, names, people), _also(state))


def _found(state: State, names: Mapping[str, str], people: Collection[str]) -> str:
    n = len(state.turns)
    if n == state.max_turns and people:
        return LAST
    if "guesser" not in people and "setter" not in people:
        return f"{names.get('guesser', 'the guesser')} needed {n} {'question' if n == 1 else 'questions'}."
    ways = WON_BY_PERSON if "guesser" in people else WON_BY_BOT
    return next((said for most, said in ways if n <= most), ways[-1][1])


def _lost(state: State, names: Mapping[str, str], people: Collection[str]) -> str:
    n = len(state.turns)
    if state.misjudged:
        return "It was guessed, and called incorrect. The rules let it stand; your conscience may not."
    if "guesser" in people:
        yes = sum(turn.answer == YES for turn in state.turns)
        return f"{n} questions{'' if yes else ' and not one yes'}, and it sat there all along."
    if "setter" in people:
        return f"{n} questions, and I never got there. Well hidden."
    return f"{names.get('guesser', 'the guesser')} asked {n} questions and never got there."


def score(play: Play[State]) -> str:
    """`9/20`, or `X/20`."""
    state = play.state
    return f"{len(state.turns) if state.won else 'X'}/{state.max_turns}"


def in_words(state: State) -> list[str]:
    """The answers in order, as text to share without signs."""
    said = {CORRECT: "found", INCORRECT: "wrong guess"}
    told = ", ".join(said.get(turn.answer, turn.answer) for turn in state.turns)
    return [told] if told else []


def _also(state: State) -> str:
    also = [one_line(name, 40) for name in state.aliases[:NAMES]]
    return f"Also called {', '.join(also)}." if also else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)
