"""The lists and beliefs of a session's probes, round by round, limited to what their reader may know.

A list or a level of belief is shown as it was stored. A reader who may not see the list gets a sentence
instead.

Law: if its reader may not know the secret, a panel contains neither the secret, nor its rank in a list, nor a
belief's distance from the truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from tui_arena.core.events import Event
from tui_arena.core.game import TABLE
from tui_arena.core.language.names import equals, without_article
from tui_arena.core.probes import (
    BELIEF,
    CANDIDATES,
    LEVELS,
    kept,
    parts_of,
    rank_in,
    sortings_of,
    sought,
)
from tui_arena.core.record import Play, Step
from tui_arena.core.text import fold, one_line
from tui_arena.questions.table import Knowledge
from tui_arena.table.probes.asking import askable_rounds

ITEM_CHARS = 60
QUESTION_CHARS = 200
BY_ROUND = frozenset({"ranks", "listed", "distances"})
"""Metrics by round that the chart of lists and beliefs already shows."""
_OPPOSITE = {"yes": "no", "no": "yes", "correct": "no", "incorrect": "yes", "bingo": "no"}
"""Maps an answer to the answer that would be true of an item that it rules out."""


@dataclass(frozen=True, slots=True)
class ProbeRound:
    """One list or belief, and the next question and answer."""

    number: int
    seq: int
    """The seq of the list's event; for a list asked for after the game, of the reply before its round."""
    items: tuple[str, ...]
    why: str = ""
    """Why there is no list; empty if there is one."""
    question: str = ""
    answer: str = ""
    out: frozenset[str] = frozenset()
    """The items that the answer rules out."""
    rank: int | None = None
    """The rank of the secret in the list, from 1; None if it isn't listed, or if the secret isn't known."""
    parted: str = ""
    """How the previous question sorted the previous list."""
    belief: bool = False
    """Whether the round has a level of belief in a statement instead of a list."""
    level: int | None = None
    """The level of belief, 1 (true) to 5; None if it could not be read."""
    goal: int | None = None
    """The level that would match the truth; None if the truth isn't known."""


@dataclass(frozen=True, slots=True)
class ListedItem:
    """One line of a list."""

    text: str
    out: bool = False
    sought: bool = False
    """Whether the item is the secret."""


@dataclass(frozen=True, slots=True)
class ProbeView:
    """All that a probe panel shows at one moment."""

    number: int = 0
    """The round; 0 if there is none yet."""
    items: tuple[ListedItem, ...] = ()
    question: str = ""
    answer: str = ""
    note: str = ""
    """The text shown in place of a list or a rank."""
    ranks: Mapping[int, int | None] | None = None
    """The rank by round up to this one, None if the secret isn't listed. No mapping: not for this reader."""
    parted: str = ""
    levels: Mapping[int, int] | None = None
    """The level of belief by round up to this one; None if the game asks for lists."""
    goal: int | None = None
    """The level that would match the truth; None: not for this reader."""


def rounds_of(play: Play[Any], *, knowledge: Knowledge | None = None) -> tuple[ProbeRound, ...]:
    """Returns every round with a standing list or belief, in order. `knowledge`: the facts of the deck."""
    return _listed(play, knowledge) or _believed(play)


def list_round(play: Play[Any], number: int, seq: int, items: Sequence[str], why: str = "") -> ProbeRound:
    """Returns a round with a list, and the secret's rank in it."""
    names = sought(play.game.secret(play.state) or {})
    rank = _rank(tuple(items), names, play.state.compared) if names else None
    return ProbeRound(number, seq, tuple(items), why, rank=rank)


def belief_round(play: Play[Any], number: int, seq: int, items: Sequence[str], why: str = "") -> ProbeRound:
    """Returns a round with a level of belief in a statement."""
    goal = _level(str((play.game.secret(play.state) or {}).get("truth", "")))
    level = _level(items[0].strip().casefold()) if len(items) == 1 else None
    return ProbeRound(number, seq, (), why, belief=True, level=level, goal=goal)


def _level(text: str) -> int | None:
    return LEVELS.index(text) + 1 if text in LEVELS else None


def _events(play: Play[Any], kind: str) -> list[tuple[int, int, Event]]:
    """Returns the number of each round, the seq at which its newest probe is shown, and the probe.

    A probe that was asked after the game is shown at its round, and any other probe at its own seq.
    """
    found = {e["round"]: e for e in play.probes(kind) if isinstance(e.get("round"), int)}
    replies = play.standing()
    last = replies[-1].seq if play.over and replies else None
    late = {e.seq for e in found.values() if last is not None and e.seq > last}
    due = {(one.seat, one.round): one.after for one in askable_rounds(play, kind)} if late else {}
    return [
        (n, due.get((str(e.get("seat")), n), e.seq) if e.seq in late else e.seq, e)
        for n, e in sorted(found.items())
    ]


def _items(event: Event) -> list[str]:
    items = event.get("items")
    return [str(item) for item in items] if isinstance(items, list) else []


def _why(event: Event) -> str:
    return one_line(str(event.get("why") or ""), QUESTION_CHARS)


def _listed(play: Play[Any], knowledge: Knowledge | None) -> tuple[ProbeRound, ...]:
    """Returns every round in which a player was asked for a list."""
    events = _events(play, CANDIDATES)
    lists = {number: kept(_items(event)) for number, _, event in events}
    sortings, steps, out = sortings_of(play), play.standing(), []
    for number, seq, event in events:
        items = lists[number]
        question, answer = _next_turn(play, steps, str(event.get("seat")), seq)
        after = next((lists[n] for n in lists if n > number and lists[n]), None) if answer else None
        out.append(
            replace(
                list_round(play, number, seq, items, _why(event)),
                question=question,
                answer=answer,
                out=_absent(items, after) | _excluded(items, question, answer, knowledge),
                parted=_parted(sortings.get(number), len(lists.get(number - 1, ()))),
            )
        )
    return tuple(out)


def _believed(play: Play[Any]) -> tuple[ProbeRound, ...]:
    """Returns every round in which a player was asked how far they believe a statement."""
    events = _events(play, BELIEF)
    return tuple(belief_round(play, n, seq, _items(event), _why(event)) for n, seq, event in events)


def panel_of(
    rounds: Sequence[ProbeRound], at: int, *, secret: bool, ahead: bool = True, note: str = ""
) -> ProbeView:
    """Returns the panel after event `at`.

    `secret`: whether the reader may know the secret. `ahead`: whether the question and answer after the list
    may be shown. `note` is shown in place of the rank.
    """
    if any(r.belief for r in rounds):
        return _belief_panel([r for r in rounds if r.seq <= at], secret=secret, note=note)
    past = [r for r in rounds if r.seq <= at]
    if not past:
        return ProbeView(note=note)
    now = past[-1]
    rank = now.rank if secret else None
    shown = [
        ListedItem(one_line(item, ITEM_CHARS), ahead and item in now.out, place == rank)
        for place, item in enumerate(now.items, 1)
    ]
    return ProbeView(
        now.number,
        tuple(shown),
        now.question if ahead else "",
        now.answer if ahead else "",
        (now.why and f"no list: {now.why}") or note,
        {r.number: r.rank for r in past if r.items} if secret else None,
        now.parted,
    )


def _belief_panel(past: Sequence[ProbeRound], *, secret: bool, note: str) -> ProbeView:
    """The levels of belief up to the last of these rounds, and the last level's distance from the truth."""
    levels = {r.number: r.level for r in past if r.level is not None}
    if not past:
        return ProbeView(note=note, levels=levels)
    now = past[-1]
    goal = now.goal if secret else None
    if now.level is None:
        note = f"not readable: {now.why}" if now.why else note
    elif goal is not None:
        off = abs(now.level - goal)
        note = f"{off} {'level' if off == 1 else 'levels'} from the truth" if off else "right on the truth"
    return ProbeView(now.number, note=note, levels=levels, goal=goal)


def knows(play: Play[Any], viewer: str) -> bool:
    """Whether this viewer (a seat, or `table`) knows the secret, or the game is over."""
    if play.over:
        return True
    secret, facts = play.game.secret(play.state) or {}, play.view(viewer).facts
    return bool(secret) and all(
        facts.get(name) == value for name, value in secret.items() if isinstance(value, str)
    )


def _next_turn(play: Play[Any], steps: Sequence[Step[Any]], seat: str, seq: int) -> tuple[str, str]:
    """Returns a seat's question after a probe, and its answer; each is empty if there is none yet."""
    later = [s for s in steps if s.seq > seq]
    asked = next((s for s in later if s.ask.seat == seat and s.fault is None), None)
    if asked is None:
        return "", ""
    before = len(_turns(play, asked.before))
    for step in later:
        turns = _turns(play, step.after)
        if len(turns) > before:
            turn = turns[before]
            return one_line(str(turn.get("question", "")), QUESTION_CHARS), str(turn.get("answer", ""))
    return one_line(str(play.game.view(asked.after, TABLE).facts.get("question", "")), QUESTION_CHARS), ""


def _turns(play: Play[Any], state: Any) -> Sequence[Mapping[str, Any]]:
    turns = play.game.view(state, TABLE).facts.get("turns")
    return turns if isinstance(turns, list) else ()


@lru_cache(maxsize=512)
def _rank(items: tuple[str, ...], names: tuple[str, ...], how: str) -> int | None:
    return rank_in(items, names, how)


@lru_cache(maxsize=512)
def _absent(items: tuple[str, ...], after: tuple[str, ...] | None) -> frozenset[str]:
    """Returns the items that are missing from the next list; empty if there is no next list."""
    if not after:
        return frozenset()
    names = (*after, *chain.from_iterable(map(parts_of, after)))
    return frozenset(
        i for i in items if not any(equals(part, names, "lenient") for part in (i, *parts_of(i)))
    )


def _excluded(
    items: Sequence[str], question: str, answer: str, knowledge: Knowledge | None
) -> frozenset[str]:
    """Returns the items that the answer to the question rules out, according to the facts of the deck."""
    ruled_out = _OPPOSITE.get(answer)
    if knowledge is None or ruled_out is None:
        return frozenset()
    from tui_arena.questions.meaning import truth  # heavy; for a few  # noqa: PLC0415
    from tui_arena.questions.reading.understanding import understand  # noqa: PLC0415  (as above)

    meaning = understand(question, knowledge)
    if meaning is None:
        return frozenset()
    numbers = {item: knowledge.numbers.get(fold(without_article(item))) for item in items}
    return frozenset(
        item
        for item, number in numbers.items()
        if number is not None and truth(meaning, knowledge, number) == ruled_out
    )


def _parted(sorting: tuple[int, int] | None, size: int) -> str:
    if sorting is None or not size:
        return ""
    yes, no = sorting
    return f"sorted {yes} yes, {no} no: disparity {abs(yes - no) / size:.2f}"
