"""The host's texts about a result of Connections, the lines to share, and the figures for its charts.

Law: the lines to share hold no word of the session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from tui_arena.core.language.sentences import YOU, stopped
from tui_arena.core.record import Play
from tui_arena.games.connections.metrics import best_p, compute
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
"""A word found in at most this many attempts was found quickly."""


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it, as won or lost if all people were on one side."""
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
    """A sentence on what happened."""
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
    """`7/50`, or `X/50` if the word was not found; without the limit if there is none."""
    state = play.state
    found = play.outcome().result == "won" and state.found and not play.resigned
    n = str(len(state.attempts)) if found else "X"
    return n if state.max_attempts is None else f"{n}/{state.max_attempts}"


def rows(state: State) -> list[list[str]]:
    """How the attempts ended, in a row for each number of letters shown before them."""
    letters = max((a.before for a in state.attempts), default=0)
    return [[a.end or "" for a in state.attempts if a.before == n] for n in range(1, letters + 1)]


def in_words(state: State) -> list[str]:
    """How the attempts ended, as text to share without signs."""
    told = []
    for n, row in enumerate(rows(state), 1):
        if row:
            told.append(f"with {n} letter{'' if n == 1 else 's'}: {', '.join(IN_WORDS[end] for end in row)}")
    return told


def nearness(state: State) -> tuple[float, str]:
    """How near the guessers are: the share of the secret's letters that are shown, and in words."""
    if not state.secret:
        return 0.0, ""
    shown = len(state.secret) if state.found else state.shown
    return shown / len(state.secret), f"{shown} letter{'' if shown == 1 else 's'} shown"


FEW = 4
"""With others asked fewer times than this, a share says nothing about a giver."""
NEAR, FAR = 0.1, 0.3
"""A distance from the best share of at most `NEAR` is fine; one of more than `FAR` is a long way off."""
LEAK = 0.2
"""A setter who names a giver's words this much more often than the guessers do understands them too well."""
WIDEST = 9
"""The most characters of a name with its number at the head of a column."""

DRAWN = frozenset({"letters", "attempts_at", "pairs", "kinds", "p_guess_of", "p_star"})
"""Metrics that the charts of the result already show."""


def climb(state: State) -> tuple[str, list[tuple[int, int, str]]]:
    """The word, and for each attempt the letters shown before and after it and how it ended."""
    return state.secret or "", [(a.before, a.after, a.end) for a in state.attempts if a.end is not None]


def called(names: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
    """What each seat is called in a chart: its player's name, with the seat's number if names are equal.

    >>> called({"guesser_1": "Ada", "guesser_2": "bot", "guesser_3": "bot"}, ["guesser_1", "guesser_2", "guesser_3"])
    {'guesser_1': 'Ada', 'guesser_2': 'bot 2', 'guesser_3': 'bot 3'}
    """
    shown = {seat: names.get(seat) or seat for seat in seats}
    alike = [name for name in shown.values() if list(shown.values()).count(name) > 1]
    number = {seat: seat.removeprefix("guesser_") for seat in seats}
    return {
        seat: f"{name.removeprefix('bot ')[: WIDEST - 2]} {number[seat]}" if name in alike else name
        for seat, name in shown.items()
    }


Row = tuple[str, tuple[tuple[int, int] | None, ...]]


def pairs(play: Play[State], names: Mapping[str, str]) -> tuple[list[str], list[Row]]:
    """Who named whose words: the column heads, setter first, and a row of (asked, named) for each giver."""
    state = play.state
    seats = (SETTER, *state.guessers)
    shown = called(names, state.guessers)
    found = compute(play)["pairs"]
    rows = [
        (
            shown[giver],
            tuple((row[seat][0], row[seat][1]) if seat in row else None for seat in seats),
        )
        for giver, row in found.items()
        if any(asked for asked, _ in row.values())
    ]
    return [SETTER, *(shown[seat] for seat in state.guessers)], rows


def reading(play: Play[State], names: Mapping[str, str]) -> tuple[float, list[tuple[str, int, int, str]]]:
    """p*, and for each giver: name, times named, times others were asked, and a verdict on their clues."""
    state = play.state
    best = best_p(len(state.guessers))
    shown = called(names, state.guessers)
    rows = []
    for giver, row in compute(play)["pairs"].items():
        asked, named = (sum(cell[i] for cell in row.values()) for i in (0, 1))
        if asked:
            rows.append((shown[giver], named, asked, verdict(row, best)))
    return best, rows


def verdict(row: Mapping[str, Sequence[int]], best: float) -> str:
    """A verdict on a giver's clues, from (asked, named) by seat; `best` is p*.

    >>> verdict({"setter": [6, 5], "guesser_2": [1, 1]}, 0.5)
    'much too easy'
    >>> verdict({"setter": [4, 1], "guesser_2": [3, 3]}, 0.5)
    'about right'
    """
    asked, named = (sum(cell[i] for cell in row.values()) for i in (0, 1))
    if asked < FEW:
        return "too few to tell"
    off = named / asked - best
    friends = [cell for seat, cell in row.items() if seat != SETTER and cell[0]]
    heard = sum(c[1] for c in friends) / sum(c[0] for c in friends) if friends else 0.0
    blocks = row[SETTER][1] / row[SETTER][0] if row.get(SETTER, (0, 0))[0] else 0.0
    if abs(off) <= NEAR:
        return "for the setter too" if blocks - heard > LEAK else "about right"
    if off > 0:
        return "much too easy" if off > FAR else "too easy"
    return "much too vague" if -off > FAR else "too vague"


def coach_line(play: Play[State], names: Mapping[str, str], people: Collection[str] = ()) -> str:
    """A sentence of advice on the clues of the people who gave some, or else of all givers."""
    best, rows = reading(play, names)
    own = {called(names, play.state.guessers)[seat] for seat in people if seat != SETTER}
    rows = [row for row in rows if row[0] in own] or rows
    named, asked = sum(row[1] for row in rows), sum(row[2] for row in rows)
    if asked < FEW:
        return ""
    share, who = named / asked, rows[0][0] if len(rows) == 1 else ""
    whose = "Your words" if who == YOU or (own and not who) else f"{who}'s words" if who else "Words"
    said = f"{whose} were named {share:.0%} of the time; letters come fastest at {best:.0%}"
    return f"{said.replace('%', ' %')}: {_advice(share - best)}"


def _advice(off: float) -> str:
    if abs(off) <= NEAR:
        return "clues as they should be. Don't let it go to your heads."
    if off > FAR:
        return "clues so clear that the setter could have stayed in the kitchen."
    if off > 0:
        return "clues were too easy. Say less."
    if off < -FAR:
        return "clues for an audience of one. Say more."
    return "clues were too vague. Say a little more."
