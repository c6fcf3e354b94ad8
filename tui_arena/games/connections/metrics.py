"""The metrics and marks of a session of Connections (see this game's README.md).

The metrics follow Parikh 2026, section 4 and table 1.

A mark belongs to the reply through which everybody heard of it, or to the setter's own reply. Its reason may
hold the secret, so marks are only for sessions that are over.

Law: a metric depends on the folded session alone. None means "not defined here", never zero. A block with the
secret itself is counted as everybody saw it: as a miss.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from tui_arena.core.game import Mark
from tui_arena.core.record import Play, Step
from tui_arena.core.terms import How, ended, lines_of, none_of, share, term, unless_cut_short
from tui_arena.games.connections.state import KINDS, SETTER, Attempt, State


def marks(play: Play[State]) -> list[Mark]:
    """All marks of a session, in the order of its replies."""
    found = (_of(step) for step in play.standing() if step.fault is None)
    return [mark for mark in found if mark is not None]


def _of(step: Step[State]) -> Mark | None:
    """The mark of one reply: `blocked`, `own` (a block with the secret), `changed` or `key` (the win)."""
    before, after = step.before, step.after
    ended = after.attempts[-1] if len(after.attempts) > len(before.attempts) else None
    word = ended.clue.word.upper() if ended is not None and ended.clue is not None else ""
    if ended is not None and ended.blocked:
        return Mark(step.seq, "blocked", f"the clue gave {word} away")
    if step.name == "block" and after.open is not None and after.open.own_word:
        secret = str(after.secret).upper()
        return Mark(step.seq, "own", f"{secret} is the secret itself: no block, and nobody is told")
    if step.name == "change" and before.secret != after.secret:
        return Mark(step.seq, "changed", f"from {str(before.secret).upper()} to {str(after.secret).upper()}")
    if ended is not None and ended.end == "won":
        found = str(after.secret).upper()
        how = f"{word} is the word" if word == found else f"{word} shows the last letter of {found}"
        return Mark(step.seq, "key", how)
    return None


# the metrics

__all__ = ["best_p", "chance_of_reveal", "compute", "main_score", "marks"]

ENDS = {
    "reveals": "reveal",
    "guesser_wrong": "guesser_wrong",
    "setter_blocked": "setter_blocked",
    "forfeited": "forfeited",
}
THIRDS = 3


def best_p(guessers: int) -> float:
    """p*: the chance of naming a giver's word at which a reveal is most likely, for n guessers (Parikh 2026).

    The chance of a reveal, (1-p)(1-(1-p)^(n-1)), is greatest at 1 - n^(-1/(n-1)).

    >>> [round(best_p(n), 4) for n in (2, 3, 4, 5)]
    [0.5, 0.4226, 0.37, 0.3313]
    """
    return 1 - float(guessers ** (-1 / (guessers - 1)))


def chance_of_reveal(p: float, guessers: int) -> float:
    """The chance that an attempt shows a letter if each seat asked names the word with chance `p`."""
    return (1 - p) * (1 - (1 - p) ** (guessers - 1))


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session may still be unfinished."""
    state = play.state
    attempts = state.attempts
    ended = play.over and play.resigned is None and not state.aborted
    counts = {name: sum(a.end == end for a in attempts) for name, end in ENDS.items()}
    given = [a for a in attempts if a.clue is not None]
    asked = named_of(state)
    return {
        "success": int(any(w != SETTER for w in play.outcome().winners)),
        "attempts": len(attempts) if ended else None,
        **counts,
        "iterations": sum(counts.values()),
        "letters": [a.after for a in attempts],
        "attempts_at": {
            str(n): sum(a.before == n for a in attempts) for n in sorted({a.before for a in attempts})
        },
        "stall": _stall(attempts) if ended else None,
        "connected_share": _share(sum(bool(a.connected) for a in given), len(given)),
        "blocked_share": _blocked_of(given),
        "blocked_first_third": _blocked_of(given[: len(given) // THIRDS]),
        "blocked_last_third": _blocked_of(given[::-1][: len(given) // THIRDS]),
        "p_guess": _share(*_total(asked.values())),
        "p_guess_of": {seat: _share(right, n) for seat, (right, n) in asked.items()},
        "p_star": round(best_p(len(state.guessers)), 6),
        "pairs": _pairs(state, given),
        "kinds": _kinds(given),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _stall(attempts: Sequence[Attempt]) -> int:
    """The number of attempts after the last one that showed a letter."""
    last = max((i for i, a in enumerate(attempts, 1) if a.end == "reveal"), default=0)
    return len(attempts) - last


def _blocked_of(given: Sequence[Attempt]) -> float | None:
    """The share of these clues that the setter blocked; None if there are none."""
    return _share(sum(a.blocked for a in given), len(given))


def named_of(state: State) -> dict[str, tuple[int, int]]:
    """By seat: how often it named the giver's word, and how often it was asked for it."""
    found = dict.fromkeys((SETTER, *state.guessers), (0, 0))
    for attempt in state.attempts:
        if attempt.block is not None:
            right, n = found[SETTER]
            found[SETTER] = right + attempt.blocked, n + 1
        for seat, _ in attempt.guesses:
            right, n = found[seat]
            found[seat] = right + (seat in attempt.connected), n + 1
    return found


def _total(asked: Iterable[tuple[int, int]]) -> tuple[int, int]:
    counts = list(asked)
    return sum(right for right, _ in counts), sum(n for _, n in counts)


def _pairs(state: State, given: Sequence[Attempt]) -> dict[str, dict[str, list[int]]]:
    """By giver and other seat: how many clues the other seat was asked about, and how many it named.

    The setter names a word by a block, a guesser by a connection.
    """
    pairs: dict[str, dict[str, list[int]]] = {
        giver: {other: [0, 0] for other in (SETTER, *state.guessers) if other != giver}
        for giver in state.guessers
    }
    for attempt in given:
        assert attempt.clue is not None, "a given clue is there"
        row = pairs[attempt.clue.giver]
        if attempt.block is not None:
            _count(row[SETTER], hit=attempt.blocked)
        for seat, _ in attempt.guesses:
            _count(row[seat], hit=seat in attempt.connected)
    return pairs


def _count(cell: list[int], *, hit: bool) -> None:
    cell[0] += 1
    cell[1] += hit


def _kinds(given: Sequence[Attempt]) -> dict[str, dict[str, int]]:
    """By kind of clue, `none` if the giver chose no kind: how many were given, connected and blocked."""
    found: dict[str, dict[str, int]] = {}
    for kind in (*KINDS, ""):
        clues = [a for a in given if a.clue is not None and a.clue.kind == kind]
        if clues:
            found[kind or "none"] = {
                "given": len(clues),
                "connected": sum(bool(a.connected) for a in clues),
                "blocked": sum(a.blocked for a in clues),
            }
    return found


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guessers' `success`; None when aborted or unfinished."""
    return float(metrics["success"]) if play.outcome().result == "won" else None


# the terms of each metric

ENDED = {
    "reveal": "a letter is shown",
    "won": "won",
    "guesser_wrong": "nobody named it",
    "setter_blocked": "blocked",
    "forfeited": "forfeited",
}
Numbered = list[tuple[int, Attempt]]


def explain(play: Play[State], metric: str) -> list[str]:
    """The terms that make up a metric, or why it is not defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    n = len(state.attempts)
    how = "found in" if state.found else "not found in"
    return ended(play, f"{how} {n} attempt{'' if n == 1 else 's'}: {(state.secret or '').upper()}")


def _attempts(play: Play[State], *, counts: Callable[[Attempt], bool] = lambda _: True) -> list[str]:
    """The attempts that count, each with how it ended."""
    lines = [_attempt(n, a) for n, a in _numbered(play) if counts(a)]
    return lines or [none_of(len(play.state.attempts), "attempt", "attempts")]


def _numbered(play: Play[State]) -> Numbered:
    return list(enumerate(play.state.attempts, 1))


def _given(play: Play[State]) -> Numbered:
    return [(n, a) for n, a in _numbered(play) if a.clue is not None]


def _attempt(number: int, attempt: Attempt) -> str:
    return term(number, _word(attempt), ENDED[attempt.end or "forfeited"])


def _word(attempt: Attempt) -> str:
    return attempt.clue.word.upper() if attempt.clue else "no clue"


def _ends(play: Play[State], end: str) -> list[str]:
    lines = [term(n, _word(a)) for n, a in _numbered(play) if a.end == end]
    return lines or [none_of(len(play.state.attempts), "attempt", "attempts")]


def _letters(play: Play[State]) -> list[str]:
    lines = [term(n, _word(a), f"{a.after} shown") for n, a in _numbered(play)]
    return lines or ["no attempt came to its end"]


def _stall_terms(play: Play[State]) -> list[str]:
    attempts = _numbered(play)
    last = max((n for n, a in attempts if a.end == "reveal"), default=0)
    head = f"attempt {last} showed the last letter before the end" if last else "no attempt showed a letter"
    return [head, *(_attempt(n, a) for n, a in attempts[last:])]


def _of_clues(
    play: Play[State], counts: Callable[[Attempt], bool], told: str, part: Callable[[Numbered], Numbered]
) -> list[str]:
    """The clues that count within a part of all clues, and their share. `told`: what happened to them."""
    clues = part(_given(play))
    if not clues:
        return [f"too few clues: {len(_given(play))}"]
    lines = [_attempt(n, a) for n, a in clues if counts(a)]
    return [*lines, f"{told}: {share(len(lines), len(clues))}"]


def _whole(clues: Numbered) -> Numbered:
    return clues


def _first_third(clues: Numbered) -> Numbered:
    return clues[: len(clues) // THIRDS]


def _last_third(clues: Numbered) -> Numbered:
    return clues[len(clues) - len(clues) // THIRDS :]


def _connected(attempt: Attempt) -> bool:
    return bool(attempt.connected)


def _blocked(attempt: Attempt) -> bool:
    return attempt.blocked


def _named(play: Play[State]) -> list[str]:
    return [f"{seat}: {right} of {n}" for seat, (right, n) in named_of(play.state).items() if n]


def _of_seats(play: Play[State]) -> list[str]:
    asked = named_of(play.state).items()
    return [f"{seat}: {share(right, n) if n else 'never asked'}" for seat, (right, n) in asked]


def _named_in_all(play: Play[State]) -> list[str]:
    asked = list(named_of(play.state).values())
    right, times = sum(r for r, _ in asked), sum(n for _, n in asked)
    return [
        *_named(play),
        f"in all: {share(right, times)}" if times else "nobody was asked for a giver's word",
    ]


def _best(play: Play[State]) -> list[str]:
    n = len(play.state.guessers)
    p = best_p(n)
    reveal = f"{chance_of_reveal(p, n):.1%}"
    return [f"1 - {n}^(-1/{n - 1}) = {p:.4f}; there a letter is shown in {reveal} of attempts"]


def _attempts_at(play: Play[State]) -> list[str]:
    found: Mapping[str, int] = compute(play)["attempts_at"]
    return _or_none([f"with {n} shown: {count}" for n, count in found.items()])


def _pairs_terms(play: Play[State]) -> list[str]:
    found: Mapping[str, Mapping[str, Sequence[int]]] = compute(play)["pairs"]
    rows = [(giver, other, cell) for giver, row in found.items() for other, cell in row.items()]
    return _or_none([f"{giver} -> {other}: {named} of {n}" for giver, other, (n, named) in rows if n])


def _kinds_terms(play: Play[State]) -> list[str]:
    found: Mapping[str, Mapping[str, int]] = compute(play)["kinds"]
    return _or_none(
        [
            f"{kind}: {n['given']} given, {n['connected']} connected, {n['blocked']} blocked"
            for kind, n in found.items()
        ]
    )


def _or_none(lines: list[str]) -> list[str]:
    return lines or ["no clue was given"]


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "attempts": unless_cut_short(_attempts),
    **{metric: partial(_ends, end=end) for metric, end in ENDS.items()},
    "iterations": partial(_attempts, counts=lambda a: a.end != "won"),
    "letters": _letters,
    "attempts_at": _attempts_at,
    "stall": unless_cut_short(_stall_terms),
    "connected_share": partial(_of_clues, counts=_connected, told="connected", part=_whole),
    "blocked_share": partial(_of_clues, counts=_blocked, told="blocked", part=_whole),
    "blocked_first_third": partial(_of_clues, counts=_blocked, told="blocked", part=_first_third),
    "blocked_last_third": partial(_of_clues, counts=_blocked, told="blocked", part=_last_third),
    "p_guess": _named_in_all,
    "p_guess_of": _of_seats,
    "p_star": _best,
    "pairs": _pairs_terms,
    "kinds": _kinds_terms,
}
