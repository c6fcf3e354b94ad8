"""Who sits where in a set-up: a row a seat, and in a game of minds that differ one for who that is.

Law: it shows a `Draft` and changes nothing; the set-up screen hears of what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Vertical

from tui_arena.core.text import one_line
from tui_arena.players.seating import NAME_CHARS
from tui_arena.ui.draft import ASK, Draft
from tui_arena.ui.widgets.rows import Choice, ChoiceRow

SEAT = "Left and right change it, space lists all; any seat takes a person, a bot or a model."
MIND = "A bot knows best what interests its persona; the option personas says who is told. p makes more."


class SeatRows(Vertical):
    """Rows `#seat-SEAT`, and `#as-SEAT` beneath."""

    DEFAULT_CSS = "SeatRows { height: auto; }"

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self._first = draft

    def compose(self) -> ComposeResult:
        yield from self._rows(self._first)

    def show(self, draft: Draft) -> None:
        """Bring the rows up to a draft; those of seats that its options do not give are put away."""
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

    def _bring(self, draft: Draft) -> None:
        rows = {row.id: row for row in self.query(ChoiceRow)}
        wanted = list(self._rows(draft))
        for place, row in enumerate(wanted):
            if row.id not in rows:
                self.mount(row, before=place if place < len(rows) else None)
                rows[row.id] = row
        ids = {row.id for row in wanted}
        for row in rows.values():
            row.display = row.id in ids

    def _rows(self, draft: Draft) -> Iterator[ChoiceRow]:
        for seat, _ in draft.seats():
            yield ChoiceRow(seat, [], "", about=SEAT, id=f"seat-{seat}")
            if draft.info.minds:
                yield ChoiceRow(f"{seat} as", [], "", about=MIND, id=f"as-{seat}")
