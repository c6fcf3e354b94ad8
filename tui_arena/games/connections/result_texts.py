"""What the pictures of a result of Connections show, and what a coach would say of it.

Law: of a session that is over; plain values and texts, drawn elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tui_arena.core.record import Play
from tui_arena.core.speaking import YOU
from tui_arena.games.connections.metrics import best_p, compute
from tui_arena.games.connections.state import SETTER, State

FEW = 4
"""Times asked below which a share says nothing of a giver."""
NEAR, FAR = 0.1, 0.3
"""So far from the best share is as good as there, and so far is a long way off."""
LEAK = 0.2
"""So much oftener than the guessers a setter names what it should not."""
WIDEST = 9
"""Letters of a name in a head of the map."""

DRAWN = frozenset({"letters", "attempts_at", "pairs", "kinds", "p_guess_of", "p_star"})
"""Metrics that the pictures of the end show, or their explanation."""


def climb(state: State) -> tuple[str, list[tuple[int, int, str]]]:
    """The word, and each attempt with the letters shown before and after it, and how it ended."""
    return state.secret or "", [(a.before, a.after, a.end) for a in state.attempts if a.end is not None]


def called(names: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
    """What each seat is called in a picture: its player, with the seat's number where two are called alike.

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
    """Who named whom: the heads of the columns, setter first, then a row each giver with (asked, named)."""
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
    """p*, then each giver: name, times named, times others were asked, and a word on their clues."""
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
    """A word on the clues of a giver, by who was asked and who named the word.

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
    """What the host would do next time, of the people who gave clues or else of all: one sentence."""
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
