"""What the host says about how a game of Connections came out, and the lines to share.

Law: of a session that is over; the lines to share hold no word of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from tui_arena.core.record import Play
from tui_arena.core.speaking import YOU, stopped
from tui_arena.games.connections.state import SETTER, State

ENDS: Mapping[str, str] = {
    "reveal": "connected",
    "won": "found it",
    "guesser_wrong": "nobody",
    "setter_blocked": "blocked",
    "forfeited": "no clue",
}
EMOJI = {"reveal": "🟩", "won": "🎯", "guesser_wrong": "⬜", "setter_blocked": "🟥", "forfeited": "⬛"}
SIGNS = {"reveal": "+", "won": "*", "guesser_wrong": ".", "setter_blocked": "#", "forfeited": "-"}
IN_WORDS = {
    "reveal": "connected",
    "won": "the word itself",
    "guesser_wrong": "missed",
    "setter_blocked": "blocked",
    "forfeited": "no clue",
}
QUICK = 3
"""Attempts up to which a word was found at once."""


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it; from the side of who played it, if all people sat there."""
    state, outcome = play.state, play.outcome()
    was = f" · {(state.secret or '').upper()}" if state.secret else ""
    if outcome.result == "aborted":
        return f"STOPPED{was}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{was}", "Some words are better company unseen."
    if outcome.result == "unfinished":
        return "", ""
    setter_won = outcome.winners == (SETTER,)
    ours = {seat == SETTER for seat in people}
    n = len(state.attempts)
    if len(ours) == 1:
        head = "WON" if setter_won in ours else "LOST"
    else:
        who = names.get(SETTER, SETTER) if setter_won else "the guessers"
        head = "YOU WIN" if who == YOU else f"{who.upper()} WIN{'S' if setter_won else ''}"
    tail = "" if setter_won else f" in {n}"
    return f"{head}{tail}{was}", _remark(state, setter_won=setter_won)


def _remark(state: State, *, setter_won: bool) -> str:
    """What happened, in a sentence."""
    ends = Counter(a.end for a in state.attempts)
    last, n = state.attempts[-1], len(state.attempts)
    shown, length = last.before, len(state.secret or "")
    alone = f"{shown} letter{'' if shown == 1 else 's'}"
    ways = (
        (setter_won and ends["setter_blocked"] * 2 > n, "The setter sat between them, and heard everything."),
        (setter_won and ends["guesser_wrong"] * 2 > n, "So many clues, and so few of them caught."),
        (setter_won, f"{shown} of {length} letters, and then the evening was over."),
        (last.end == "won" and n <= QUICK, "Straight to the word. Somebody was thinking aloud."),
        (last.end == "won" and shown * 2 <= length, f"The whole word, from {alone}. That was a good clue."),
        (not ends["setter_blocked"], "Not a single block. The setter may well have been reading."),
        (last.end == "reveal", "Letter by letter, to the very last one."),
    )
    return next((said for so, said in ways if so), "You think alike, and past the setter.")


def score(play: Play[State]) -> str:
    """`7/50`, or `X/50` where the setter won."""
    state = play.state
    found = play.outcome().result == "won" and state.found and not play.resigned
    n = str(len(state.attempts)) if found else "X"
    return n if state.max_attempts is None else f"{n}/{state.max_attempts}"


def rows(state: State) -> list[list[str]]:
    """How attempts ended, a row for each number of letters that were shown."""
    letters = max((a.before for a in state.attempts), default=0)
    return [[a.end or "" for a in state.attempts if a.before == n] for n in range(1, letters + 1)]


def in_words(state: State) -> list[str]:
    """The attempts with each number of letters, to be read out."""
    told = []
    for n, row in enumerate(rows(state), 1):
        if row:
            told.append(f"with {n} letter{'' if n == 1 else 's'}: {', '.join(IN_WORDS[end] for end in row)}")
    return told


def nearness(state: State) -> tuple[float, str]:
    """How near the guessers are: letters shown, of those that there are."""
    if not state.secret:
        return 0.0, ""
    shown = len(state.secret) if state.found else state.shown
    return shown / len(state.secret), f"{shown} letter{'' if shown == 1 else 's'} shown"
