"""The judge audit screen: the questions of a session, put again to its judge or to another one.

A row per question shows the answer in play, the answer now, and whether they clash. Equal questions count
as one.

Law: an audit changes no session. It is only for a session that is over, or for a person who may know all of
it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.game import Player, PlayerFailed
from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.audit import (
    Audited,
    AuditedQuestion,
    ask_again,
    fresh,
    judge_of,
    judging_seat,
    questions,
    summary,
)
from tui_arena.inquiry.coach import seated_outside
from tui_arena.players.seating import NAME_CHARS, BadPlayer, Cast, read_player
from tui_arena.save.errors import SaveError
from tui_arena.stats.costs import table_cost
from tui_arena.table.spending import session_budget
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.inquiry.base import AskingScreen, asking_keys, judges
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.widgets.rows import Choice, ChoiceRow

FAINT = "$foreground-muted"


@dataclass(frozen=True, slots=True)
class AuditSheet:
    """The rows of an audit so far."""

    asked: Sequence[AuditedQuestion]
    found: Mapping[int, Audited]
    """By the number of the question's event."""
    glyphs: Glyphs

    def lines(self, width: int) -> list[Content]:
        """The heading, and a row per question; nothing without questions."""
        answers = self._answers()
        rows = [
            self._row(n, asked, width, clash=len(answers[fold(asked.question)]) > 1)
            for n, asked in enumerate(self.asked, 1)
        ]
        return [self._heading(width), *rows] if rows else []

    def told(self) -> str:
        """The summary, a sentence without its full stop."""
        all_of = summary(list(self.found.values()))
        same = all_of["agreement"]
        agreed = "" if same is None else f" {self.glyphs.dot} {same:.0%} as in play".replace("%", " %")
        n = sum(len(told) > 1 for told in self._answers().values())
        by = f" {self._sign}" if n else ""
        told = (
            f"{len(self.found)} of {len(self.asked)} questions {self.glyphs.dot} {n} contradicted{by}{agreed}"
        )
        unread = all_of["unreadable"]
        return told + (f" {self.glyphs.dot} {unread} could not be read" if unread else "")

    @property
    def _sign(self) -> str:
        """The sign before a question that got more than one answer."""
        return "!" if self.glyphs.ascii else "≠"

    def _columns(self, width: int) -> tuple[int, int, int]:
        """Widths in cells: of the question, of the answer in play, and of the answer now."""
        now = min(max((len(self._now(a)) for a in self.found.values()), default=5) + 1, 30)
        then = max((len(a.given or "") for a in self.asked), default=4) + 2
        return max(width - now - then - 6, 12), then, now

    def _heading(self, width: int) -> Content:
        question, then, _ = self._columns(width)
        return say(f"{'':6}{'question':<{question}}{'then':<{then}}now", FAINT)

    def _now(self, audited: Audited) -> str:
        counts = audited.counts
        one = len(audited.answers) == 1
        told = [word if one else f"{word} {n}" for word, n in counts.items()]
        unread = sum(answer is None for answer in audited.answers)
        return ", ".join([*told, *([f"unread {unread}"] if unread else [])])

    def _answers(self) -> dict[str, set[str]]:
        """By question, every answer that it got, in play or now; equal questions are one."""
        found: dict[str, set[str]] = {}
        for asked in self.asked:
            audited = self.found.get(asked.seq)
            told = {asked.given} if asked.given else set()
            found.setdefault(fold(asked.question), set()).update(told, audited.counts if audited else ())
        return found

    def _row(self, n: int, asked: AuditedQuestion, width: int, *, clash: bool) -> Content:
        question, then, _ = self._columns(width)
        audited = self.found.get(asked.seq)
        sign = self._sign if clash else " "
        text = self.glyphs.fit(asked.question, question - 2)
        return Content.assemble(
            (f"{n:>3} ", FAINT),
            (f"{sign} ", "bold $error"),
            (f"{text:<{question}}", "bold" if clash else ""),
            (f"{asked.given or self.glyphs.dash:<{then}}", ""),
            (self._now(audited) if audited else "", "bold $error" if clash else ""),
        )


SAME = "same"
TIMES = (1, 3, 5, 10)
AT_ONCE = 4


class AuditScreen(AskingScreen):
    """Lets a person choose the judge and how often to ask, and shows the answers to each question."""

    TITLE = "AUDIT"
    CSS = """
    AuditScreen #times { padding: 0 2; }
    AuditScreen #told { height: auto; padding: 0 3; color: $foreground-muted; }
    AuditScreen #rows { height: auto; max-width: 120; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("audit", "Ask again"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("pageup,k", "scroll(-5)", "Page up", show=False, id="audit.page_up"),
        Binding("pagedown,j", "scroll(5)", "Page down", show=False, id="audit.page_down"),
    ]
    HELP = "Each question is put anew, as the judge had it. The session stays as it is."

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__(info, session)
        self.asked: Sequence[AuditedQuestion] = ()
        self.found: dict[int, Audited] = {}
        """By the number of the question's event."""
        self._seat = ""
        self._wrong = ""

    def body(self) -> ComposeResult:
        yield self._who_row(self._choices([]))
        times = [Choice(str(n), f"{n} times" if n > 1 else "once") for n in TIMES]
        yield ChoiceRow("how often", times, "1", id="times")
        yield Static(id="told", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="rows", markup=False)

    def _choices(self, models: Sequence[str]) -> list[Choice]:
        try:
            self._seat = judging_seat(self._session, self.info)
            cast = judge_of(self._session, self.info, self._seat, None, self.arena.registry.book)
            name = one_line(str(cast.spec.get("name") or f"the {cast.kind}"), NAME_CHARS)
            same = [Choice(SAME, f"{name}, as then")]
        except BadPlayer:
            same = []
        return [*same, *judges(self.info, list(models))]

    def on_mount(self) -> None:
        self.sub_title = f"{self.info.title} {self.glyphs.dot} {self._seat}"
        self.meet()

    @property
    def _times(self) -> int:
        return int(self.query_one("#times", ChoiceRow).value)

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Find the models that can be asked, and read the questions."""
        ready = await self._ready()
        self.query_one("#who", ChoiceRow).offer(self._choices(ready), self._who)
        self.asked = await self.arena.in_thread(questions, self._session, self.info, self._seat)
        self._draw()
        await self._tell_cost()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        """Drop the last answers and show the new cost when the judge or the count is changed."""
        if not self.asking:
            self.found, self._wrong = {}, ""
            self._draw()
        self.learn_cost()

    async def _tell_cost(self) -> None:
        if self.asking or self.found:
            return
        arena, n = self.arena, len(self.asked) * self._times
        words = f"Enter asks {n} times in all."
        try:
            cast = judge_of(self._session, self.info, self._seat, self._other(), arena.registry.book)
            if cast.kind == "model":
                arena.registry.start()
                group = next(
                    s.group for s in self.info.game.seats(self._session.setup.options) if s.name == self._seat
                )
                seats = [(group, str(cast.spec.get("name") or ""))]
                cost = await arena.in_thread(table_cost, arena.store, self.info.id, seats)
                words += f" {cost_in_words(cost, arena.settings)}"
        except (BadPlayer, SaveError) as error:
            words = str(error)
        self.query_one("#told", Static).update(say(words))

    def _other(self) -> Cast | None:
        return None if self._who == SAME else read_player(self._who, book=self.arena.registry.book)

    # asking

    @property
    def _can_ask(self) -> bool:
        return bool(self._seat)

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Put every question again, and show each answer as it comes."""
        self.asking, self.found, self._wrong = True, {}, ""
        self.refresh_bindings()
        self._draw()
        try:
            players = self._players()
            room = asyncio.Semaphore(AT_ONCE)
            async with asyncio.TaskGroup() as group:
                for asked in self.asked:
                    group.create_task(self._one(asked, players, room))
        except (BadPlayer, BadFile) as error:
            self._wrong = str(error)
        finally:
            self.asking = False
            if self.is_attached:
                self.refresh_bindings()
                self._draw()

    def _players(self) -> list[Player]:
        arena, budget = self.arena, session_budget(self.arena.settings)
        cast = judge_of(self._session, self.info, self._seat, self._other(), arena.registry.book)
        again = [fresh(self._session, n) for n in range(1, self._times + 1)]
        return [seated_outside(cast, one, self.info, arena.registry, budget) for one in again]

    async def _one(self, asked: AuditedQuestion, players: Sequence[Player], room: asyncio.Semaphore) -> None:
        try:
            self.found[asked.seq] = await ask_again(asked, self.info, players, room)
        except PlayerFailed as failed:
            self._wrong = str(failed)
        if self.is_attached:
            self._draw()

    # drawing

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self.is_attached:
            return
        width = max(min(self.size.width - 6, 116), 30)
        sheet = AuditSheet(self.asked, self.found, self.glyphs)
        self.query_one("#rows", Static).update(Content("\n").join(sheet.lines(width)))
        if self.asking or self.found or self._wrong:
            self.query_one("#told", Static).update(say(self._summary(sheet)))

    def _summary(self, sheet: AuditSheet) -> str:
        if self.asking and not self._wrong:
            return (
                f"{len(self.found)} of {len(self.asked)} questions asked{self.glyphs.ellipsis}  esc cancels"
            )
        told = sheet.told()
        return f"{told}. {self._wrong}" if self._wrong else told
