"""Explanations of the metrics of Connections, line by line.

An explanation lists exactly what its metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, none_of, share, term, unless_cut_short
from tui_arena.games.connections.metrics import ENDS, THIRDS, best_p, chance_of_reveal, compute, named_of
from tui_arena.games.connections.state import Attempt, State

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


def _stall(play: Play[State]) -> list[str]:
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


def _pairs(play: Play[State]) -> list[str]:
    found: Mapping[str, Mapping[str, Sequence[int]]] = compute(play)["pairs"]
    rows = [(giver, other, cell) for giver, row in found.items() for other, cell in row.items()]
    return _or_none([f"{giver} -> {other}: {named} of {n}" for giver, other, (n, named) in rows if n])


def _kinds(play: Play[State]) -> list[str]:
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
    "stall": unless_cut_short(_stall),
    "connected_share": partial(_of_clues, counts=_connected, told="connected", part=_whole),
    "blocked_share": partial(_of_clues, counts=_blocked, told="blocked", part=_whole),
    "blocked_first_third": partial(_of_clues, counts=_blocked, told="blocked", part=_first_third),
    "blocked_last_third": partial(_of_clues, counts=_blocked, told="blocked", part=_last_third),
    "p_guess": _named_in_all,
    "p_guess_of": _of_seats,
    "p_star": _best,
    "pairs": _pairs,
    "kinds": _kinds,
}
