"""The coach's comments after a session of Connections: how hard the clues were, and who understood whom.

All figures are counted from the attempts in a view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.games.connections.bot import phrases
from tui_arena.games.connections.metrics import best_p

NEAR = 0.08
"""Clues within this distance of the best chance were as they should be."""
SHOWN = 4
"""The most words that are listed as too easy or too hard."""
ENOUGH = 2
"""The least number of clues between two guessers for a sentence about them."""


def coached(facts: Mapping[str, Any]) -> str:
    """A few lines on a session that is over, from the facts of any view."""
    turns = [turn for turn in facts["turns"] if turn["word"]]
    if not turns:
        return NOTHING_ASKED
    best = best_p(int(facts["guessers"]))
    lines = [_measured(turns, best, int(facts["guessers"])), *_pairs(turns)]
    easy = [str(turn["word"]).upper() for turn in turns if turn["end"] == "setter_blocked"]
    hard = [str(turn["word"]).upper() for turn in turns if turn["end"] == "guesser_wrong"]
    if easy:
        lines.append(phrases.COACH_EASY.format(list=_row(easy)))
    if hard:
        lines.append(phrases.COACH_HARD.format(list=_row(hard)))
    return "\n".join(lines)


def _row(words: Sequence[str]) -> str:
    """The last few words, and how many more there are."""
    shown = list(words[-SHOWN:])
    return listed([*shown, f"{len(words) - SHOWN} more"] if len(words) > SHOWN else shown)


def _measured(turns: Sequence[Mapping[str, Any]], best: float, guessers: int) -> str:
    asked, right = 0, 0
    for turn in turns:
        blocked = turn["end"] == "setter_blocked"
        asked += 1 + len(turn["guesses"])
        right += blocked + sum(bool(guess["right"]) for guess in turn["guesses"])
    p = right / asked
    easier = phrases.COACH_EASIER if p > best else phrases.COACH_HARDER
    said = phrases.COACH_P.format(p=f"{p * 100:.0f} %", n=guessers, best=f"{best * 100:.0f} %")
    return f"{said} {phrases.COACH_RIGHT if abs(p - best) <= NEAR else easier}"


def _pairs(turns: Sequence[Mapping[str, Any]]) -> list[str]:
    """Two lines: which guesser's clues were understood best and which least, and by which other guesser."""
    counts: dict[tuple[str, str], list[int]] = {}
    for turn in turns:
        for guess in turn["guesses"]:
            cell = counts.setdefault((str(turn["giver"]), str(guess["seat"])), [0, 0])
            cell[0] += bool(guess["right"])
            cell[1] += 1
    pairs = [
        (right / n, giver, other, right, n) for (giver, other), (right, n) in counts.items() if n >= ENOUGH
    ]
    if len(pairs) < 2:
        return []
    pairs.sort(key=lambda pair: (-pair[0], -pair[4], pair[1:3]))
    lines = []
    ends = ((phrases.COACH_PAIR, pairs[0]), (phrases.COACH_WORST, pairs[-1]))
    for said, (_, giver, other, right, n) in ends:
        lines.append(said.format(giver=giver, other=other, right=right, n=n))
    return lines if pairs[0][0] > pairs[-1][0] else []
