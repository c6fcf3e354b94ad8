"""The metrics and marks of a session of Connections (see this game's README.md).

The metrics follow Parikh 2026, section 4 and table 1.

A mark belongs to the reply through which everybody learned about it, or to the setter's own reply. Its reason
may name the secret, so marks are only for sessions that are over.

Law: a metric depends on the folded session alone. None means "not defined here", never zero. A block with the
secret itself counts as everybody saw it: as a miss.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.core.game import Mark
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play, Step
from tui_arena.core.terms import Explained, endings, none_of, number_of, of_whole, share, term
from tui_arena.games.connections.state import KINDS, SETTER, Attempt, ConnectionsState


def marks(play: Play[ConnectionsState]) -> list[Mark]:
    """All marks of a session, in the order of its replies."""
    found = (_of(step) for step in play.standing() if step.fault is None)
    return [mark for mark in found if mark is not None]


def _of(step: Step[ConnectionsState]) -> Mark | None:
    """The mark of one reply: `blocked`, `own` (a block with the secret), `changed` or `key` (the win)."""
    before, after = step.before, step.after
    ended = after.attempts[-1] if len(after.attempts) > len(before.attempts) else None
    word = ended.clue.word.upper() if ended is not None and ended.clue is not None else ""
    if ended is not None and ended.blocked:
        return Mark(step.seq, "blocked", f"the clue gave {word} away")
    if step.name == "block" and after.open is not None and after.open.own_word:
        secret = str(after.secret).upper()
        return Mark(
            step.seq, "own", f"{secret} is the secret itself, so it didn't block, and nobody was told"
        )
    if step.name == "change" and before.secret != after.secret:
        return Mark(step.seq, "changed", f"from {str(before.secret).upper()} to {str(after.secret).upper()}")
    if ended is not None and ended.end == "won":
        found = str(after.secret).upper()
        how = f"{word} was the word" if word == found else f"{word} showed the last letter of {found}"
        return Mark(step.seq, "key", how)
    return None


# the metrics

ENDS = {
    "reveals": "reveal",
    "guesser_wrong": "guesser_wrong",
    "setter_blocked": "setter_blocked",
    "forfeited": "forfeited",
}
ENDED = {
    "reveal": "showed a letter",
    "won": "won",
    "guesser_wrong": "nobody named it",
    "setter_blocked": "blocked",
    "forfeited": "forfeited",
}
NO_CLUE = ["no clue was given"]
Numbered = Sequence[tuple[int, Attempt]]
"""Attempts with their numbers, from 1."""


def best_p(guessers: int) -> float:
    """p*: the chance of naming a giver's word that makes a reveal most likely, for n guessers (Parikh 2026).

    The chance of a reveal, (1-p)(1-(1-p)^(n-1)), is greatest at p = 1 - n^(-1/(n-1)).

    >>> [round(best_p(n), 4) for n in (2, 3, 4, 5)]
    [0.5, 0.4226, 0.37, 0.3313]
    """
    return 1 - float(guessers ** (-1 / (guessers - 1)))


def chance_of_reveal(p: float, guessers: int) -> float:
    """The chance that an attempt shows a letter if each seat that is asked names the word with chance `p`."""
    return (1 - p) * (1 - (1 - p) ** (guessers - 1))


def figures(play: Play[ConnectionsState]) -> dict[str, Explained]:
    """Maps each metric of a session to its figure; the session may still be unfinished."""
    state = play.state
    attempts = list(enumerate(state.attempts, 1))
    none = none_of(len(attempts), "attempt")
    given = [(n, a) for n, a in attempts if a.clue is not None]
    third = len(given) // 3
    parts = {"blocked_first_third": given[:third], "blocked_last_third": given[len(given) - third :]}
    blocked = {"blocked_share": given, **parts}
    return {
        **endings(play, _ending(state)),
        "attempts": of_whole(play, len(attempts), lambda: [_attempt(*one) for one in attempts] or [none]),
        **_ends(attempts, none),
        "letters": Explained(
            [a.after for _, a in attempts],
            lambda: (
                [term(n, _word(a), f"{a.after} shown") for n, a in attempts] or ["no attempt was finished"]
            ),
        ),
        "attempts_at": _attempts_at(state.attempts),
        "stall": _stall(play, attempts),
        "connected_share": _shared(given, [n for n, a in given if a.connected], "connected", len(given)),
        **{
            name: _shared(part, [n for n, a in part if a.blocked], "blocked", len(given))
            for name, part in blocked.items()
        },
        **_named(state),
        "p_star": _best(len(state.guessers)),
        "pairs": _pairs(state),
        "kinds": _kinds([a for _, a in given]),
    }


def _ending(state: ConnectionsState) -> str:
    how = "found in" if state.found else "not found in"
    return f"{how} {counted(len(state.attempts), 'attempt')}: {(state.secret or '').upper()}"


def _word(attempt: Attempt) -> str:
    return attempt.clue.word.upper() if attempt.clue else "no clue"


def _attempt(number: int, attempt: Attempt) -> str:
    return term(number, _word(attempt), ENDED[attempt.end or "forfeited"])


def _ends(attempts: Numbered, none: str) -> dict[str, Explained]:
    """The number of attempts that ended in each way, and of all attempts except the winning one."""
    others = [_attempt(n, a) for n, a in attempts if a.end != "won"]
    return {
        **{
            metric: number_of([term(n, _word(a)) for n, a in attempts if a.end == end], none)
            for metric, end in ENDS.items()
        },
        "iterations": number_of(others, none),
        "spared": _spared(attempts, none),
    }


def _spared(attempts: Numbered, none: str) -> Explained:
    """The number of right guesses that blocks undid."""
    undone = [(n, a, seat) for n, a in attempts if a.blocked for seat in a.right]
    pairs = [term(n, _word(a), f"{a.clue.giver} -> {seat}") for n, a, seat in undone if a.clue]
    return number_of(pairs, none)


def _attempts_at(attempts: Sequence[Attempt]) -> Explained:
    shown = [a.before for a in attempts]
    counts = {str(n): shown.count(n) for n in sorted(set(shown))}
    return Explained(
        counts,
        lambda: [f"with {n} shown: {counted(count, 'attempt')}" for n, count in counts.items()] or NO_CLUE,
    )


def _stall(play: Play[ConnectionsState], attempts: Numbered) -> Explained:
    """The number of attempts after the last attempt that showed a letter."""
    last = max((n for n, a in attempts if a.end == "reveal"), default=0)
    head = f"attempt {last} showed the last letter before the end" if last else "no attempt showed a letter"
    after = attempts[last:]
    return of_whole(play, len(after), lambda: [head, *(_attempt(n, a) for n, a in after)])


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _shared(clues: Numbered, counts: Sequence[int], verb: str, given: int) -> Explained:
    """The share of the clues whose numbers are in `counts`. `verb`: what happened to these clues."""

    def lines() -> list[str]:
        if not clues:
            return [f"too few clues: {given}"]
        found = [_attempt(n, a) for n, a in clues if n in counts]
        return [*found, f"{verb}: {share(len(counts), len(clues))}"]

    return Explained(_share(len(counts), len(clues)), lines)


def _named(state: ConnectionsState) -> dict[str, Explained]:
    """The share of times that seats named the giver's word when asked: in all, and by seat."""
    asked = dict.fromkeys((SETTER, *state.guessers), (0, 0))
    for row in pairs_of(state).values():
        for seat, (times, named) in row.items():
            right, n = asked[seat]
            asked[seat] = right + named, n + times
    right, times = (sum(of) for of in zip(*asked.values(), strict=True))

    def lines() -> list[str]:
        named = [f"{seat}: {right} of {n}" for seat, (right, n) in asked.items() if n]
        return [
            *named,
            f"in total: {share(right, times)}" if times else "nobody was asked for a giver's word",
        ]

    return {
        "p_guess": Explained(_share(right, times), lines),
        "p_guess_of": Explained(
            {seat: _share(*of) for seat, of in asked.items()},
            lambda: [f"{seat}: {share(*of) if of[1] else 'never asked'}" for seat, of in asked.items()],
        ),
    }


def _best(guessers: int) -> Explained:
    p = best_p(guessers)
    reveal = f"{chance_of_reveal(p, guessers):.1%}"
    told = f"1 - {guessers}^(-1/{guessers - 1}) = {p:.4f}; then {reveal} of attempts show a letter"
    return Explained(round(p, 6), lambda: [told])


def pairs_of(state: ConnectionsState) -> dict[str, dict[str, list[int]]]:
    """Maps giver and other seat to two numbers: clues that the seat was asked about, and clues it named.

    The setter names a word by a block, a guesser by a connection.
    """
    pairs: dict[str, dict[str, list[int]]] = {
        giver: {other: [0, 0] for other in (SETTER, *state.guessers) if other != giver}
        for giver in state.guessers
    }
    for attempt in state.attempts:
        if attempt.clue is None:
            continue
        for seat, named in attempt.named.items():
            cell = pairs[attempt.clue.giver][seat]
            cell[0] += 1
            cell[1] += named
    return pairs


def _pairs(state: ConnectionsState) -> Explained:
    pairs = pairs_of(state)
    rows = [(giver, other, cell) for giver, row in pairs.items() for other, cell in row.items()]
    lines = [f"{giver} -> {other}: {named} of {n}" for giver, other, (n, named) in rows if n]
    return Explained(pairs, lambda: lines or NO_CLUE)


def _kinds(given: Sequence[Attempt]) -> Explained:
    """Maps a kind of clue (`none` without one) to the numbers of clues given, connected and blocked."""
    found: dict[str, dict[str, int]] = {}
    for kind in (*KINDS, ""):
        clues = [a for a in given if a.clue is not None and a.clue.kind == kind]
        if clues:
            found[kind or "none"] = {
                "given": len(clues),
                "connected": sum(bool(a.connected) for a in clues),
                "blocked": sum(a.blocked for a in clues),
            }

    def lines() -> list[str]:
        counts = {kind: ", ".join(f"{n} {what}" for what, n in row.items()) for kind, row in found.items()}
        return [f"{kind}: {told}" for kind, told in counts.items()] or NO_CLUE

    return Explained(found, lines)
