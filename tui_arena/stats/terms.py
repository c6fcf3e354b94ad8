"""How one session contributes to a figure of the stats, term by term, as lines of text.

A line may reveal the secret, so only sessions that are over have lines. The lines count exactly what
`Play.counts` counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tui_arena.core.game import UNPARSED
from tui_arena.core.language.sentences import counted, money
from tui_arena.core.record import Play, Step, is_unmetered
from tui_arena.core.terms import cut_short, none_of, share, total
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.rollup.sums import MEAN_TIMES, OF_SEATS, QUALITY, TOKENS
from tui_arena.save.summary import SeatSummary
from tui_arena.stats.aggregate import OWN

OUTCOMES = ("n", "won", "won_by_error", "lost", "drawn", "aborted", "completed", "useful")
"""Figures that count how sessions ended."""
WHY = 48
"""The most characters of the reason why a reply was refused."""
UNITS = {
    "seconds": "s",
    "seconds_per_reply": "s",
    "first_word_seconds": "s",
    "tokens": "tokens",
    "input_tokens": "tokens",
    "output_tokens": "tokens",
    "cost_usd": "USD",
}
"""Units of the figures for time, tokens and cost."""


def meaning(info: GameInfo, key: str) -> str:
    """The sentences that explain a figure; for quality also what a session of this game counts in it."""
    text = (OWN.get(key) or info.metrics[key]).text
    return f"{text} {info.main.text}".rstrip() if key == QUALITY else text


def footnotes(info: GameInfo, keys: Iterable[str]) -> list[str]:
    """A line for each of these figures whose label alone is misread."""
    named = ((key, OWN.get(key) or info.metrics[key]) for key in keys)
    return [f"{metric.label}: {meaning(info, key)}" for key, metric in named if metric.footnote]


def terms_of(info: GameInfo, play: Play[Any], seats: Sequence[SeatSummary], figure: str) -> list[str]:
    """The lines that explain a metric or another figure of a session, or why it has no value.

    `seats`: the seats of one player in one group, at least one. Empty in three cases: the session isn't over,
    the figure is unknown, or the metric is by seat and these seats don't have it.
    """
    if not play.over:
        return []
    if figure in OUTCOMES:
        return _outcome(info, play, seats)
    if figure == "quality":
        return _quality(info, play, seats[0])
    if figure in UNITS or figure in _OF_REPLIES:
        replies = list(_replies(play, seats))
        lines = _used(replies, seats, figure) if figure in UNITS else _OF_REPLIES[figure](replies)
        return lines or ["nobody asked this seat for anything"]
    if figure not in info.metrics:
        return []
    lines = info.explain(play, figure)
    return _of_seats(info, play, seats, figure, lines) if info.metrics[figure].kind == "seats" else lines


def _of_seats(
    info: GameInfo, play: Play[Any], seats: Sequence[SeatSummary], figure: str, lines: Sequence[str]
) -> list[str]:
    """The lines of these seats for a metric by seat, and the mean if there are several."""
    own = [seat.seat for seat in seats]
    found = info.compute(play)[figure]
    values = [found[seat] for seat in own if found.get(seat) is not None]
    mean = [f"mean of the seats: {total(values, len(values))}"] if len(values) > 1 else []
    return [*(line for line in lines if line.partition(":")[0] in own), *mean]


def _outcome(info: GameInfo, play: Play[Any], seats: Sequence[SeatSummary]) -> list[str]:
    sides = [f"{s.seat}: {'takes no side' if s.standing == 'neutral' else s.standing}" for s in seats]
    return [*info.explain(play, "success"), *sides]


def _quality(info: GameInfo, play: Play[Any], seat: SeatSummary) -> list[str]:
    lines = info.explain(play, info.main.metric)
    if seat.main is None:
        return [*lines, f"{cut_short(play) or 'this seat takes no side'}: it has no main score"]
    if play.outcome().result == "drawn":
        lines.append("drawn: nobody reached the goal, so both sides have 0")
    elif seat.side != "solver":
        other = f"{1 - seat.main:g}"
        lines.append(f"the solving side has {other}, this one 1 - {other} = {seat.main:g}")
    return [*lines, f"100 x {seat.main:g} = {100 * seat.main:g}"]


Reply = tuple[int, Step[Any]]
"""The number of a reply among the player's replies, and the rules' step for it."""


def _replies(play: Play[Any], seats: Sequence[SeatSummary]) -> Iterator[Reply]:
    """Yields every reply of these seats that counts: taken-back replies count, a branch's copies don't."""
    own = {seat.seat for seat in seats}
    found = (step for step in play.steps if step.ask.seat in own and not step.event.get("copied"))
    return enumerate(found, 1)


def _requests(replies: Sequence[Reply]) -> list[str]:
    asked = Counter(step.ask.name for _, step in replies)
    again = Counter(step.ask.name for _, step in replies if step.fault is not None)
    refused = {name: f", {n} of them refused" for name, n in again.items()}
    return [f"{name}: {n}{refused.get(name, '')}" for name, n in asked.items()]


def _parsed(replies: Sequence[Reply]) -> list[str]:
    """The replies that could not be read, and the share that could."""
    lines = [_refused(reply) for reply in replies if not _read(reply[1])]
    read = len(replies) - len(lines)
    return [*lines, f"could be read: {share(read, len(replies))}"] if replies else []


def _read(step: Step[Any]) -> bool:
    return step.fault is None or step.fault.kind not in UNPARSED


def _violated(replies: Sequence[Reply]) -> list[str]:
    lines = [_refused(reply) for reply in replies if reply[1].fault is not None]
    return lines or ([f"{none_of(len(replies), 'reply', 'replies')} was refused"] if replies else [])


def _faults(replies: Sequence[Reply]) -> list[str]:
    """The refused replies, and their share."""
    lines = [_refused(reply) for reply in replies if reply[1].fault is not None]
    return [*lines, f"refused: {share(len(lines), len(replies))}"] if replies else []


def _refused(reply: Reply) -> str:
    number, step = reply
    fault = step.fault
    assert fault is not None, "a refused reply has a fault"
    return f"{number}. {step.ask.name}  {fault.kind}: {one_line(fault.why, WHY)}"


def _used(replies: Sequence[Reply], seats: Sequence[SeatSummary], figure: str) -> list[str]:
    """The amount that each reply used, without replies that used nothing, and the session's figure."""
    took = [(number, step.ask.name, _taken(step, figure)) for number, step in replies]
    lines = [f"{n}. {ask}  {_amount(value, figure)}" for n, ask, value in took if value != 0]
    timed = sum(value is not None for _, _, value in took) if figure in MEAN_TIMES else 0
    in_all = f"{counted(timed or len(took), 'reply', 'replies')}{', on average' if timed else ''}"
    return [*lines, f"{in_all}: {_amount(OF_SEATS[figure](seats), figure)}"] if took else []


def _taken(step: Step[Any], figure: str) -> float | None:
    """The amount that a reply used; None if it is unknown."""
    if figure == "first_word_seconds":
        waited: float | None = step.event.get(figure)
        return waited
    if UNITS[figure] == "s":
        return step.event.get("seconds") or (None if figure in MEAN_TIMES else 0)
    usage = step.event.get("usage")
    if figure == TOKENS:
        known = sum((usage or {}).get(name) or 0 for name in ("input_tokens", "output_tokens"))
        return None if is_unmetered(step.event) else known
    if figure != "cost_usd":
        return (usage or {}).get(figure) or 0
    if usage is None:
        return 0 if step.event.get("sent") is None else None
    cost: float | None = usage.get(figure)
    return cost


def _amount(value: float | None, figure: str) -> str:
    if value is None:
        return "not known"
    if figure == "cost_usd":
        return money(value)
    return f"{round(value, 3):.10g} {UNITS[figure]}"


_OF_REPLIES: dict[str, Callable[[Sequence[Reply]], list[str]]] = {
    "requests": _requests,
    "parsed": _parsed,
    "request_success": _parsed,
    "violated": _violated,
    "faults": _faults,
}
