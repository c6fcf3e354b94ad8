"""Rows of a set-up: the values of each option, and the player and persona of each seat.

The rows show a `SetupDraft` and change nothing. The setup screen gets a message for every choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical

from tui_arena.core.options import Option
from tui_arena.core.text import one_line
from tui_arena.players.seating import NAME_CHARS
from tui_arena.ui.setup.setup_draft import ASK, SetupDraft
from tui_arena.ui.widgets.rows import Choice, ChoiceRow

STEPS = 20
"""Steps that the row of an option of type `number` offers."""


def written(value: Any) -> str:
    """An option's value as text that `Option.read` takes back.

    >>> written({"guesser": 1}), written(None), written(True)
    ('guesser=1', 'none', 'on')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ";".join(f"{k}={v}" for k, v in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return "none" if value is None else str(value)


def values_of(option: Option, current: Any) -> list[str]:
    """Every value that an option's row offers, including the current one."""
    match option.type:
        case "flag":
            values = ["on", "off"]
        case "choice":
            values = list(option.choices)
        case "number":
            values = [f"{_at(option, n):g}" for n in range(STEPS + 1)]
        case _:
            values = [str(n) for n in range(int(option.min or 0), int(option.max or 100) + 1)]
    if option.nullable:
        values.insert(0, "none")
    now = written(current)
    return values if now in values else [now, *values]


def _at(option: Option, step: int) -> float:
    low, high = option.min or 0.0, 1.0 if option.max is None else option.max
    return round(low + (high - low) * step / STEPS, 6)


SEAT = "Left and right change it, space lists all; any seat takes a person, a bot or a model."
MIND = "A bot knows best what interests its persona; the option personas says who is told. p makes more."


class SeatRows(Vertical):
    """Rows `#seat-SEAT`; in a game whose seats have personas, a row `#as-SEAT` below each."""

    DEFAULT_CSS = "SeatRows { height: auto; }"

    def __init__(self, draft: SetupDraft) -> None:
        super().__init__()
        self._first = draft

    def compose(self) -> ComposeResult:
        yield from self._rows(self._first)

    def show(self, draft: SetupDraft) -> None:
        """Update the rows to a draft; rows of seats that its options do not have are hidden."""
        self._bring(draft)
        for seat, text in draft.seats():
            row = self.query_one(f"#seat-{seat}", ChoiceRow)
            row.disabled = not text
            here = draft.options.get(draft.info.variant or "", draft.info.title)
            players = [Choice(t, one_line(w, NAME_CHARS), t.endswith(ASK)) for t, w in draft.players(seat)]
            row.offer(players if text else [Choice("", f"not in {here}")], text)
            for mind in self.query(f"#as-{seat}").results(ChoiceRow):
                who = [Choice(v, one_line(w, NAME_CHARS), v == ASK) for v, w in draft.personas_offered()]
                mind.offer(who, draft.persona(seat))

    def _bring(self, draft: SetupDraft) -> None:
        rows = {row.id: row for row in self.query(ChoiceRow)}
        wanted = list(self._rows(draft))
        for place, row in enumerate(wanted):
            if row.id not in rows:
                self.mount(row, before=place if place < len(rows) else None)
                rows[row.id] = row
        ids = {row.id for row in wanted}
        for row in rows.values():
            row.display = row.id in ids

    def _rows(self, draft: SetupDraft) -> Iterator[ChoiceRow]:
        for seat, _ in draft.seats():
            yield ChoiceRow(seat, [], "", about=SEAT, id=f"seat-{seat}")
            if draft.info.minds:
                yield ChoiceRow(f"{seat} as", [], "", about=MIND, id=f"as-{seat}")
