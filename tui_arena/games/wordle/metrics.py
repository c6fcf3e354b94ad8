"""The metrics of Wordle, and the terms of each; see this game's README.md.

Law: a metric depends only on the folded session. None means "not defined here", never zero.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.terms import (
    Explained,
    cut_short,
    endings,
    none_of,
    number_of,
    of_whole,
    share,
    term,
    total,
)
from tui_arena.games.wordle.rules import GREEN, GREY, YELLOW, WordleState, WordleTurn

POINTS = {GREEN: 5, YELLOW: 3, GREY: 0}
STRATEGY = {GREY: -20, GREEN: 20, YELLOW: 10}
CLASSIC_SPEED = {1: 100, 2: 100, 3: 100, 4: 50, 5: 30, 6: 20}
FOUND_AT_ONCE = 100
NO_GUESS = "no guess was marked"
Numbered = Sequence[tuple[int, WordleTurn]]
"""Turns with their numbers, from 1."""


def figures(play: Play[WordleState]) -> dict[str, Explained]:
    """Maps each metric of a session to its figure; the session need not be over."""
    state = play.state
    turns = list(enumerate(state.turns, 1))
    n = len(turns)
    how = f"found at guess {n}" if state.won else f"not found in {counted(n, 'guess', 'guesses')}"
    return {
        **endings(play, f"{how}: {(state.target or '').upper()}"),
        "guesses": Explained(n if play.outcome().result == "won" else None, partial(_guesses, play, turns)),
        **_speeds(play, n),
        **_closeness(turns),
        "strategy": _strategy(state.turns),
        "repetitions": _repetitions(play, turns),
        **_opinions(state, turns),
    }


def main_score(play: Play[WordleState], metrics: dict[str, Any]) -> float | None:
    """The solving seats' score, 0 to 1: `speed` / 100; 0 when resigned, None when aborted or unfinished."""
    if play.resigned is not None:
        return 0.0
    speed = metrics["speed"]
    return None if speed is None else float(speed) / 100


def _guess(number: int, turn: WordleTurn, counts: str = "") -> str:
    return term(number, turn.guess.upper(), counts)


def _guesses(play: Play[WordleState], turns: Numbered) -> list[str]:
    if not play.state.won:
        return [f"{cut_short(play) or 'not found'}: guesses count only if the word was found"]
    return [_guess(n, turn) for n, turn in turns]


def _speeds(play: Play[WordleState], n: int) -> dict[str, Explained]:
    """`speed` and `speed_inverse` of `n` guesses."""
    if not play.state.won:
        return dict.fromkeys(("speed", "speed_inverse"), of_whole(play, 0, lambda: ["not found: 0"]))
    points = round(100 / n, 2)
    inverse = of_whole(play, points, lambda: [f"found at guess {n}: 100 / {n} = {points:g}"])
    given = ", ".join(f"{guess}: {points}" for guess, points in CLASSIC_SPEED.items())
    lines = [f"by guess {given}", f"found at guess {n}: {CLASSIC_SPEED[n]}"]
    classic = of_whole(play, CLASSIC_SPEED[n], lambda: lines)
    return {
        "speed": classic if play.state.variant == "classic" else inverse,
        "speed_inverse": inverse,
    }


def _closeness(turns: Numbered) -> dict[str, Explained]:
    """The points of each turn for letters that were found, 0 to 25, and their mean step."""
    points = [sum(POINTS[mark] for mark in turn.marks) for _, turn in turns]
    pairs = list(pairwise(points))
    steps = [after - before for before, after in pairs]

    def lines() -> list[str]:
        found = []
        for n, turn in turns:
            marks = zip(turn.guess, turn.marks, strict=True)
            terms = [f"{POINTS[mark]}·{letter.upper()}" for letter, mark in marks if mark != GREY]
            found.append(_sum(n, turn, points[n - 1], terms))
        return found or [NO_GUESS]

    def gained() -> list[str]:
        if not steps:
            return ["it takes two guesses to see a change"]
        rows = zip(turns[1:], pairs, strict=True)
        found = [_guess(n, turn, f"{b} - {a} = {b - a:+d}") for (n, turn), (a, b) in rows]
        return [*found, f"mean: {total(steps, len(steps))}"]

    gain = sum(steps) / len(steps) if steps else None
    return {"closeness": Explained(points, lines), "closeness_gain": Explained(gain, gained)}


def _sum(number: int, turn: WordleTurn, points: int, terms: list[str]) -> str:
    return f"{number}. {turn.guess.upper()}  {points:>3} = {' '.join(terms) or 'nothing'}"


def _strategy(turns: Sequence[WordleTurn]) -> Explained:
    """The points of each turn for letters of the previous guess that it uses again, not clipped to any range.

    There is one term for each distinct letter of the previous guess that occurs anywhere in this guess. A
    letter that had two colours has two terms. The first turn has no terms.
    """
    values: list[int] = []
    told: list[list[str]] = []
    for before, turn in zip((None, *turns), turns, strict=False):
        if before is None:
            values.append(FOUND_AT_ONCE if set(turn.marks) == {GREEN} else 0)
            told.append(["found at once" if values[0] else "nothing to go by yet"])
            continue
        seen = dict.fromkeys(zip(before.guess, before.marks, strict=True))
        terms = [(letter, mark, STRATEGY[mark]) for letter, mark in seen if letter in turn.guess]
        values.append(sum(points for *_, points in terms))
        told.append([f"{points:+d}·{letter.upper()} ({mark})" for letter, mark, points in terms])
    rows = list(zip(turns, values, told, strict=True))
    return Explained(values, lambda: [_sum(n, *row) for n, row in enumerate(rows, 1)] or [NO_GUESS])


def _repetitions(play: Play[WordleState], turns: Numbered) -> Explained:
    first: dict[str, int] = {}
    before = [(n, turn, first.setdefault(turn.guess, n)) for n, turn in turns]
    repeats = [(n, turn, at) for n, turn, at in before if at != n]
    result = play.outcome().result

    def lines() -> list[str]:
        if result == "aborted":
            return [f"{cut_short(play)}: repeats count only if the game was finished"]
        found = [_guess(n, turn, f"already made as guess {at}") for n, turn, at in repeats]
        return found or [f"{none_of(len(turns), 'guess', 'guesses')} was made before"]

    return Explained(len(repeats) if result in ("won", "lost") else None, lines)


def _opinions(state: WordleState, turns: Numbered) -> dict[str, Explained]:
    """How the guesser responded to the critic's opinions; None for each metric without a critic."""
    changed = [(n, turn) for n, turn in turns if turn.guess != turn.proposal]
    kept = [(n, turn) for n, turn in turns if turn.guess == turn.proposal]
    none = none_of(len(turns), "turn") if turns else NO_GUESS

    def part(counts: Numbered, verb: str, *, agreed: bool) -> Explained:
        of = sum(turn.agreed is agreed for _, turn in turns)
        found = [one for one in counts if one[1].agreed is agreed]
        if not of:
            return Explained(None, lambda: [f"the critic never {'agreed' if agreed else 'disagreed'}"])
        in_all = f"{verb}: {share(len(found), of)}"
        return Explained(round(len(found) / of, 2), lambda: [*(_opinion(*one) for one in found), in_all])

    found = {
        "opinion_changes": Explained(
            [int(one in changed) for one in turns], lambda: [_opinion(*one) for one in turns] or [none]
        ),
        "opinion_changed": number_of([_opinion(*one) for one in changed], none),
        "opinion_kept": number_of([_opinion(*one) for one in kept], none),
        "repeats_on_agreement": part(kept, "kept", agreed=True),
        "changes_on_agreement": part(changed, "changed", agreed=True),
        "repeats_on_disagreement": part(kept, "kept", agreed=False),
        "changes_on_disagreement": part(changed, "changed", agreed=False),
    }
    if state.variant == "critic":
        return found
    return dict.fromkeys(found, Explained(None, lambda: ["this variant has no critic"]))


def _opinion(number: int, turn: WordleTurn) -> str:
    critic = f"the critic {'agreed' if turn.agreed else 'disagreed'}"
    if turn.guess != turn.proposal:
        return term(number, f"{(turn.proposal or '').upper()} became {turn.guess.upper()}", critic)
    return term(number, f"{turn.guess.upper()} stayed", critic)
