"""What the host says about a game of Wordle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tui_arena.core.record import Play
from tui_arena.core.sentences import listed
from tui_arena.core.speaking import stopped
from tui_arena.games.wordle.state import GREEN, YELLOW, State

ORDINALS = ("first", "second", "third", "fourth", "fifth")
REMARKS = {
    1: "Out of thin air. We are all looking at you.",
    2: "Two! Somebody should check your sleeves.",
    3: "Sharp. That was a pleasure to watch.",
    4: "Neatly done.",
    5: "Got there, and with a guess to spare.",
    6: "By a whisker. The best kind of six.",
}
NUMBERS = ("no", "one", "two", "three", "four", "five")
DOES = {
    "target": ("set the word", "sets the word"),
    "proposal": ("propose", "proposes"),
    "guess": ("guess", "guesses"),
    "opinion": ("judge", "judges"),
}


def in_words(marks: Sequence[str], *, places: bool = False) -> str:
    """Marks in words; with `places` each letter's place, for people who have it read out."""
    green = [i for i, m in enumerate(marks) if m == GREEN]
    yellow = [i for i, m in enumerate(marks) if m == YELLOW]
    if len(green) == len(marks):
        return "all five in place"
    if not green and not yellow:
        return "not one letter"
    told = []
    for found, where in ((green, "in place"), (yellow, "elsewhere")):
        if found and places:
            told.append(f"{listed([ORDINALS[i] for i in found])} {where}")
        elif found:
            told.append(f"{NUMBERS[len(found)]} {where}")
    return ", ".join(told)


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it; from the guesser's side where a person guessed."""
    state, outcome = play.state, play.outcome()
    word = (state.target or "?").upper()
    n = len(state.turns)
    mine = "guesser" in people
    who = names.get("guesser", "the guesser")
    if outcome.result == "won":
        return (f"WON in {n} · {word}", REMARKS[n]) if mine else (f"FOUND in {n} · {word}", _other(n, who))
    if play.resigned:
        return f"GAVE UP · {word}", f"It was {word}. No shame; it will not be the last word."
    if outcome.result == "lost":
        if not mine:
            return f"NOT FOUND · {word}", f"{who} never got there. Whoever set this may bow."
        return f"LOST · {word}", _so_close(state)
    return (f"STOPPED · {word}" if state.target else "STOPPED"), stopped(play, names)


def score(play: Play[State]) -> str:
    """`4/6`, or `X/6`; hard mode has a star."""
    state = play.state
    star = "*" if state.setup.options["hard"] else ""
    return f"{len(state.turns) if state.won else 'X'}/{state.max_guesses}{star}"


def _so_close(state: State) -> str:
    best = max((turn.marks.count(GREEN) for turn in state.turns), default=0)
    if best >= len(ORDINALS) - 1:
        return "One letter away. That one will follow you home."
    return "The word got away this time. Another?"


def _other(n: int, who: str) -> str:
    return f"{who} needed {NUMBERS[n] if n < len(NUMBERS) else n}."
