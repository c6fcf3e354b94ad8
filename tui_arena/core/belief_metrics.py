"""Beliefs about a statement on five levels: reading them, listing them, and measuring them.

The metrics are those of GameArena's retrospective analysis of Bluffing. A round whose answer couldn't be
read does not count. See `stats/README.md`.

Law: metrics use the stored level; the text of the answer is never read again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from tui_arena.core.candidate_lists import before_reasons, by_round, first_of, items_said, recalled
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, none_of, total
from tui_arena.core.text import undecorated
from tui_arena.core.words import tokens

BELIEF = "belief"
LEVELS = ("true", "possibly true", "unknown", "possibly false", "false")
"""The levels 1 to 5, in order: 1 for a true statement, 5 for a false statement."""
NO_BELIEFS = "nobody was asked for a belief, or no answer could be read"
UNTOLD = "nobody said whether the statement was true"
"""The reasons why a metric of beliefs is undefined."""
AGAINST_TRUTH = ("recall", "first_appear_round", "final_rank", "spearman", "spearman_paper", "distances")
"""The metrics of `measured` that need the truth."""
PHRASE = "i believe your statement is"
_WEAK = frozenset("possibly probably likely perhaps maybe".split())
_OPEN = frozenset("unknown uncertain unsure neutral undecided".split())
SHORT = 6
"""The maximum number of words in an answer that is read without the phrase."""


def read_belief(text: str) -> str | None:
    """The level in a reply; None if the reply has no level, or several.

    >>> read_belief("** I believe your statement is: Possibly true **")
    'possibly true'
    """
    said = [line for line in map(undecorated, before_reasons(text)) if line]
    phrased = [rest for line in said for rest in line.casefold().split(PHRASE)[1:]]
    if phrased:
        levels = {_behind(rest) for rest in phrased}
        return levels.pop() if len(levels) == 1 else None
    short = [level for line in said if len(line.split()) <= SHORT and (level := _level(tokens(line)))]
    return short[0] if len(set(short)) == 1 else None


def _behind(text: str) -> str | None:
    """The level after the phrase; the rest of the sentence may give a reason."""
    sentence = tokens(text.partition(".")[0])
    return "unknown" if sentence[:1] and sentence[0] in _OPEN else _level(sentence)


def _level(words: Sequence[str]) -> str | None:
    said = {"true", "false"} & set(words)
    if len(said) == 1 and "not" not in words:
        (side,) = said
        return f"possibly {side}" if _WEAK & set(words) else side
    return "unknown" if not said and _OPEN & set(words) else None


def beliefs_of(play: Play[Any], seat: str) -> dict[int, int]:
    """Maps each round, from 1, to a seat's level, 1 to 5; the last level of a round counts."""
    said = ((n, items) for n, items in items_said(play, BELIEF, seat) if n > 0 and len(items) == 1)
    levels = ((n, str(items[0]).strip().casefold()) for n, items in said)
    return dict(sorted({n: LEVELS.index(level) + 1 for n, level in levels if level in LEVELS}.items()))


def measured(levels: Mapping[int, int], truth: bool | None) -> dict[str, Explained]:
    """The metrics of a session's beliefs against the truth (GameArena, Bluffing; see `stats/README.md`).

    `levels` maps a round to a level, 1 to 5. Without a truth, all metrics but `hopping_penalty` are None.
    `distances` is each round's distance to the truth, or None if the round has no belief.
    """
    if truth is None or not levels:
        none = Explained(None, lambda: [UNTOLD if levels else NO_BELIEFS])
        return {**dict.fromkeys(AGAINST_TRUTH, none), "hopping_penalty": _hopping(levels)}
    far = {number: abs(level - (1 if truth else len(LEVELS))) for number, level in levels.items()}
    told = {n: f"{n}. {LEVELS[level - 1]}, {far[n]} off" for n, level in levels.items()}
    right = [number for number, distance in far.items() if distance == 0]
    lines = list(told.values())
    return {
        "recall": recalled(told, right),
        "first_appear_round": first_of(told, right, f"{none_of(len(told), 'belief')} is the truth"),
        "final_rank": Explained([*far.values()][-1], lambda: lines[-1:]),
        "spearman": _spearman(far, lines),
        "spearman_paper": _paper(far, lines),
        "distances": Explained(by_round(far), lambda: lines),
        "hopping_penalty": _hopping(levels),
    }


def _hopping(levels: Mapping[int, int]) -> Explained:
    """The mean step from one belief to the next."""
    if not levels:
        return Explained(None, lambda: [NO_BELIEFS])
    hops = [abs(b - a) for a, b in pairwise(levels.values())]
    told = [f"{number}. {LEVELS[level - 1]}" for number, level in levels.items()]
    if not hops:
        return Explained(None, lambda: [*told, "a single belief can't move"])
    return Explained(sum(hops) / len(hops), lambda: [*told, f"mean step: {total(hops, len(hops))}"])


def _spearman(far: Mapping[int, int], told: Sequence[str]) -> Explained:
    """Spearman's rank correlation of the distance to the truth with the round number."""
    value = spearman(list(far), list(far.values()))
    if value is None:
        return Explained(None, lambda: [*told, "the distance never changes, so there's no correlation"])
    rounds, distances = (" ".join(f"{rank:g}" for rank in ranks_of(list(of))) for of in (far, far.values()))
    return Explained(value, lambda: [*told, f"rounds rank {rounds}, distances {distances}: {value:.2f}"])


def _paper(far: Mapping[int, int], told: Sequence[str]) -> Explained:
    """The same correlation by the paper's formula, which doesn't correct for ties."""
    n = len(far)
    if n == 1:
        return Explained(None, lambda: [*told, "a single round has no correlation"])
    value = 1 - 6 * sum((t - d) ** 2 for t, d in far.items()) / (n * (n * n - 1))
    terms = " + ".join(f"({t} - {d})^2" for t, d in far.items())
    return Explained(value, lambda: [*told, f"1 - 6 x ({terms}) / ({n} x ({n} x {n} - 1)) = {value:.2f}"])


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Spearman's rank correlation, corrected for ties; None if `xs` or `ys` is constant.

    >>> spearman([1, 2, 3], [9, 9, 9]) is None
    True
    """
    a, b = ranks_of(xs), ranks_of(ys)
    mean = (len(a) + 1) / 2
    across = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return across / spread**0.5 if spread else None


def ranks_of(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) + 1) / 2 for v in values]
