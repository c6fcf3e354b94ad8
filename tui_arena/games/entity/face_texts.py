"""What the host says about a game of twenty questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tui_arena.core.record import Play
from tui_arena.core.speaking import stopped
from tui_arena.core.text import one_line
from tui_arena.games.entity.state import BINGO, State

DOES = {
    "entity": ("think of something", "thinks of something"),
    "question": ("ask", "asks"),
    "answer": ("answer", "answers"),
    "hit": ("rule on it", "rules on it"),
}
TASKS = {
    "entity": "you think of something",
    "question": "you ask",
    "answer": "you answer one question",
    "hit": "you say whether that names it",
}
LABELS = {"entity": "it is", "question": "ask", "hit": "names it?"}
ASK_AGAIN = {
    "entity": "A name is needed; other names for it go behind a | each.",
    "question": "Ask something that can be answered with yes or no.",
    "answer": "One of yes, no and maybe; y, n or m will do.",
    "hit": "Just yes or no: does the question name it?",
}
WAYS = (
    (1, "On the first question. Did somebody whisper?"),
    (5, "In five or fewer. The judge would like a word with your source."),
    (10, "Sharp questions. That was a pleasure to answer."),
    (15, "Found, and without any hurry."),
    (19, "Got there. The judge was getting comfortable."),
)
"""What is said of a find by its turn at most."""
LAST = "With the very last question. Nobody breathed."
NAMES = 4
"""Other names that a remark tells."""


def of_all(turns: int, max_turns: int) -> str:
    """`8 of 20`."""
    return f"{turns} of {max_turns}"


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it; from the guesser's side where a person guessed."""
    state, outcome = play.state, play.outcome()
    what = one_line(state.entity or "", 60).upper()
    tail = f" · {what}" if what else ""
    n = len(state.turns)
    mine = "guesser" in people
    who = names.get("guesser", "the guesser")
    if outcome.result == "won":
        return f"{'WON' if mine else 'FOUND'} in {n}{tail}", _joined(
            _found(state, who, mine=mine), _also(state)
        )
    if play.resigned:
        return f"GAVE UP{tail}", _joined("Nobody saw that coming, least of all you. Another?", _also(state))
    if outcome.result == "lost":
        return f"{'LOST' if mine else 'NOT FOUND'}{tail}", _joined(_lost(state, who, mine=mine), _also(state))
    return f"STOPPED{tail}", stopped(play, names)


def score(play: Play[State]) -> str:
    """`9/20`, or `X/20`."""
    state = play.state
    return f"{len(state.turns) if state.won else 'X'}/{state.max_turns}"


def counted(state: State) -> str:
    """The answers in words: `3 yes, 4 no, 1 maybe`."""
    told = [turn.answer for turn in state.turns]
    return ", ".join(f"{told.count(a)} {a}" for a in state.answers if a in told)


def _found(state: State, who: str, *, mine: bool) -> str:
    n = len(state.turns)
    if not mine:
        return f"{who} needed {n} {'question' if n == 1 else 'questions'}."
    if n == state.max_turns:
        return LAST
    return next((said for most, said in WAYS if n <= most), WAYS[-1][1])


def _lost(state: State, who: str, *, mine: bool) -> str:
    asked = f"{len(state.turns)} questions"
    if not mine:
        return f"{who} asked {asked} and never got there. The judge may bow."
    yes = sum(turn.answer == "yes" for turn in state.turns)
    if yes == 0:
        return f"{asked} and not one yes. It hid well."
    return f"{asked}, and it sat there all along."


def _also(state: State) -> str:
    also = [one_line(name, 40) for name in state.aliases[:NAMES]]
    return f"Also called {', '.join(also)}." if also else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def in_words(state: State) -> list[str]:
    """The answers one after the other, to be read out."""
    told = ", ".join("found" if turn.answer == BINGO else turn.answer for turn in state.turns)
    return [told] if told else []
