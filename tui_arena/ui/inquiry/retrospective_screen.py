"""The retrospective screen: what a player would have found likely in saved sessions, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.core.game import Ask, Progress
from tui_arena.core.language.sentences import counted, money
from tui_arena.core.probes import SORTING
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import Inquiry
from tui_arena.inquiry.retrospective import AnswerReport, Retrospective
from tui_arena.inquiry.subjects import Subject, read_all
from tui_arena.players.bot import Waiting
from tui_arena.players.seating import read_player
from tui_arena.save.errors import SaveError
from tui_arena.table.probes import SELF, ProbeView, read_asked
from tui_arena.table.spending import Spent, count
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.asked_screen import AskedScreen
from tui_arena.ui.inquiry.presenter import (
    FIGURE_COLUMNS,
    INTRO,
    Course,
    due_in_words,
    figure_texts,
    mean_texts,
    meaning,
    means,
    remarks,
    session_columns,
    session_texts,
    stored_panel,
    terms,
)
from tui_arena.ui.inquiry.screen import InquiryScreen, asking_keys
from tui_arena.ui.money import models_cost
from tui_arena.ui.setup.recent_setups import MODEL
from tui_arena.ui.times import clock
from tui_arena.ui.widgets.charts import progress_bar
from tui_arena.ui.widgets.menu import ARROWS
from tui_arena.ui.widgets.probe_panel import ProbePanel, rank_plot
from tui_arena.ui.widgets.rows import Choice, ChoiceRow
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import RetrospectiveTable, TableLine, fitting
from tui_arena.ui.widgets.text_block import Drawing

ME = "human"
"""The choice for the person at the keyboard."""
AT_ONCE = 4
"""How many questions models get at the same time. Bots run in this program and take turns."""
NOBODY = ""
"""The choice without a sorter: the asked player sorts their own lists, and nobody sorts replies."""


TICK = 0.1
"""Seconds between two updates while somebody is asked."""
BAR = 20
"""The width of the progress bar, in cells."""
STREAMED = 200
"""How many characters at the end of a stream are shown."""
WIDEST = 150
MEAN = "mean:"
"""The prefix of the keys of rows with means; no session id begins with it."""


class RetrospectiveScreen(InquiryScreen):
    """Lets a person choose a player to ask about saved sessions, and shows the progress and the answers."""

    TITLE: ClassVar[str] = "ANALYSE"
    CSS_PATH = "retrospective_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("analyse", "Ask"),
        Binding("a", "ask", "Ask", id="analyse.go_on"),
        Binding("n", "turn(1)", "Next round", id="analyse.next"),
        Binding("N", "turn(-1)", "Round before", show=False, id="analyse.previous"),
        *ARROWS,
    ]
    HELP = "Nothing is asked twice. Stop when you like, and carry on another day."

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = tuple(ids)
        self.subjects: dict[str, Subject] = {}
        """Maps the id of each saved session to its subject; empty until the sessions are read."""
        self.courses: dict[str, Course] = {}
        """Maps the id of each session that is asked about to its course."""
        self.watched = ""
        """The id of the session whose rounds are drawn."""
        self.inquiry: Inquiry | None = None
        """The current or the last inquiry; None before the first."""
        self.done = self.total = 0
        """The number of questions asked so far, and of all questions."""
        self.coming: dict[tuple[str, str], Progress] = {}
        """Maps session and ask of each pending reply to its progress."""
        self._began = self._took = 0.0
        self._asked: AskedScreen | None = None
        self._round: int | None = None
        """The round that is shown; None for the last round."""
        self._changed_ones: set[str] = set()
        """The ids of sessions with answers that aren't drawn yet."""

    def body(self) -> ComposeResult:
        yield ChoiceRow("who to ask", [Choice(SELF, "the original player")], SELF, id="who")
        yield ChoiceRow("who sorts", [Choice(NOBODY, "the one you ask")], NOBODY, id="sorter")
        yield Static(id="status", markup=False)
        yield Static(id="intro", markup=False)
        with Vertical(id="all"):
            with Horizontal(id="look"):
                yield ProbePanel(self.glyphs, id="likely", few=True)
                yield Drawing(id="curve")
            yield RetrospectiveTable(id="table", cursor_type="row")
            yield Static(id="about", markup=False)
            with VerticalScroll(id="course", can_focus=False):
                yield Static(id="rounds", markup=False)

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)
        self.read()
        self.meet()

    def on_screen_resume(self) -> None:
        if self.subjects and not self.asking:
            self.read()

    @property
    def info(self) -> GameInfo | None:
        """The game, for the help screen; None if the sessions are of several games."""
        games = {one.info.id: one.info for one in self.subjects.values()}
        return next(iter(games.values())) if len(games) == 1 else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn":
            one = self.only
            return one is not None and not self.asking and len(one.rounds) > 1
        return super().check_action(action, parameters)

    # drawing

    table = getters.query_one(RetrospectiveTable)

    def _tick(self) -> None:
        """While somebody is asked, draw new answers, or at least the time."""
        if self.asking and (self._changed_ones or self.coming):
            self.draw()
        elif self.asking:
            self.query_one("#status", Static).update(self._progress())

    def on_resize(self) -> None:
        self._fill()

    def draw(self) -> None:
        """Draw the answers so far, or the stored answers."""
        if not self.is_attached or not self.subjects:
            return
        one = self.only
        dot, n = self.glyphs.dot, len(self.subjects)
        row = self.query_one("#who", ChoiceRow)
        who = next((choice.text for choice in row.choices if choice.value == row.value), "")
        self.title = f"ANALYSE {dot} {who}" if self.asking else "ANALYSE"
        sessions = f"{n} session{'s' if n > 1 else ''}"
        self.sub_title = f"{one.info.title} {dot} {one.player} as {one.asked}" if one else sessions
        free = not self.asking and self.due > 0
        self.set_class(not free, "-settled")
        self.query_one("#who").display = free
        self.query_one("#sorter").display = free and bool(self._sorts)
        if self.asking:
            self.query_one("#status", Static).update(self._progress())
        panel = self._panel()
        self.query_one("#look").display = panel is not None
        self.table.display = one is None or (not self.asking and bool(one.rounds) and not self.hides)
        self.query_one("#about").set_class(not self.table.display or one is None, "-none")
        ranks = panel.ranks if panel is not None else None
        self.query_one(Drawing).show(partial(self._curve, ranks) if ranks else None)
        self.query_one(ProbePanel).show(replace(panel, ranks=None) if panel is not None else None)
        blank = one is not None and not one.rounds and not self.asking and one.total > 0
        kind = "belief" if one is not None and one.believes else "candidates"
        told = INTRO[kind].format(seat=one.asked) if one is not None and blank else self._streaming()
        self.put("intro", say(told, "italic $foreground-muted" if self.asking else ""))
        self._draw_rounds()
        if self.asking and one is None:
            self._draw_rows()
        self._changed_ones.clear()
        self.refresh_bindings()

    def _curve(self, ranks: Mapping[int, int | None], width: int) -> list[Content]:
        """A plot of the secret's rank by round, with fewer lines on a low screen."""
        return rank_plot(self.glyphs, ranks, max(width, 12), tall=not self.has_class("-low"))

    def _progress(self) -> Content:
        """The progress of the inquiry, its time, tokens and price so far, and what it waits for."""
        glyphs, share = self.glyphs, min(self.done / max(self.total, 1), 1.0)
        facts = [f"{self.done} of {self.total} asked", clock(self.seconds)]
        on_its_way = sum(one.tokens for one in self.coming.values())
        if self.spent.tokens or on_its_way:
            facts.append(f"{count(self.spent.tokens + on_its_way)} tok {glyphs.dot} {money(self.spent.usd)}")
        facts += [one.note for one in self.coming.values() if one.note][:1]
        return Content.assemble(progress_bar(share, BAR, glyphs), say(f"  {glyphs.dotted(facts)}"))

    def _streaming(self) -> str:
        """The end of the first stream that has text; empty if none has."""
        texts = ((ask, one.text) for (_, ask), one in self.coming.items() if one.text)
        ask, text = next(texts, ("", ""))
        return f"round {ask.rpartition(':')[2]}  {one_line(text[-STREAMED:])}" if text else ""

    def _panel(self) -> ProbeView | None:
        """The panel of the shown round; None if there is nothing to show or it must stay hidden."""
        one = self.subjects.get(self.watched)
        if one is None or (self.hides and self.asking):
            return None
        course = self.courses.get(self.watched)
        if self.asking and course is not None:
            return course.panel(secret=not self.hides)
        if not one.rounds or self.hides:
            return None
        return stored_panel(one, one.last if self._round is None else self._round, secret=True)

    def _draw_rounds(self) -> None:
        """Draw a line for each round that may be shown, if the screen is tall enough."""
        page, width = self.query_one("#course"), min(self.size.width, WIDEST) - 8
        one = None if self.hides else self.subjects.get(self.watched)
        lines = [] if one is None else (self.courses.get(one.id) or Course(one)).lines(self.glyphs)
        page.display = bool(lines) and self.has_class("-tall")
        if one is None or not page.display:
            return
        drawn = [
            Content.assemble(
                (f"{number:>3}  ", "$foreground-muted"),
                (f"{how:<9}", "bold $accent" if how != self.glyphs.dot else "$foreground-muted"),
                say(one_line(", ".join(items) or self.glyphs.dash, width - 14)),
            )
            for number, how, items in lines
        ]
        place = "off by" if one.believes else "place"
        head = say(f"{'':>5}{place:<9}round by round", "bold $primary")
        self.query_one("#rounds", Static).update(Content("\n").join([head, *drawn]))

    # the table

    def _fill(self) -> None:
        self._fill_table()
        self.draw()

    def _fill_table(self) -> None:
        """Fill the table again, with the figures of one session, or with a row per session and the means."""
        if not self.is_attached or not self.subjects:
            return
        glyphs, one, each = self.glyphs, self.only, list(self.subjects.values())
        wanted = FIGURE_COLUMNS if one is not None else session_columns(each)
        lines: list[TableLine]
        if one is not None:
            lines = [(m.name, figure_texts(m, v, glyphs), "") for m, v in one.shown()]
        else:
            shown = partial(session_texts, glyphs=glyphs, secret=not self.hides, titled=self.info is None)
            lines = [(s.id, shown(s, self.courses.get(s.id)), "") for s in each]
            rows = {} if self.hides else means(each)
            lines += [(MEAN + t, mean_texts(t, row, glyphs), "bold") for t, row in rows.items()]
        self.table.show(fitting(wanted, min(self.size.width, WIDEST) - 4), lines, self.table.at)

    def _draw_rows(self) -> None:
        """Update the progress of each session with new answers."""
        changed, self._changed_ones = self._changed_ones, set()
        for session_id in changed & self.courses.keys():
            self.table.update_cell(session_id, "rounds", Text(self.courses[session_id].progress))

    @on(DataTable.RowSelected)
    def _opened(self, event: DataTable.RowSelected) -> None:
        """Enter or a click on a row: explain its figure term by term, or open its session alone."""
        key, one = event.row_key.value, self.only
        if key is None or self.asking:
            return
        if one is not None:
            self.app.push_screen(SheetScreen(terms(one, one.info.metrics[key], self.glyphs)))
        elif not key.startswith(MEAN):
            self.arena.open_analyse([key])

    @on(DataTable.RowHighlighted)
    def _pointed_at(self, event: DataTable.RowHighlighted) -> None:
        key, one = str(event.row_key.value), self.only
        if one is not None:
            self.query_one("#about", Static).update(say(meaning(one.info.metrics[key])))
        elif not self.asking and key in self.subjects and key != self.watched:
            self.watched = key
            self.draw()

    def action_turn(self, by: int) -> None:
        """Show the list of another round."""
        one = self.only
        if one is not None and one.rounds:
            numbers = [r.number for r in one.rounds]
            here = numbers.index(self._round) if self._round in numbers else len(numbers) - 1
            self._round = numbers[(here + by) % len(numbers)]
            self.draw()

    @property
    def only(self) -> Subject | None:
        """The session if there is only one, otherwise None."""
        return next(iter(self.subjects.values())) if len(self._ids) == 1 and self.subjects else None

    @property
    def _sorter(self) -> str:
        row = self.query_one("#sorter", ChoiceRow)
        return row.value if self._sorts else NOBODY

    @property
    def _sorts(self) -> str:
        """What a sorter sorts in these games: `lists` or `replies`; empty if these games need no sorter."""
        kinds = {one.sorts for one in self.subjects.values()}
        return next((kind for kind in ("lists", "replies") if kind in kinds), "")

    async def _offer(self) -> None:
        infos = [one.info for one in self.subjects.values()]
        others = self._machines(infos[0]) if infos else []
        me = [Choice(ME, f"you ({self.arena.settings.name})")]
        self.query_one("#who", ChoiceRow).offer([Choice(SELF, self._own()), *others, *me], self._who)
        nobody = "the one you ask" if self._sorts == "lists" else "nobody"
        sorter = self.query_one("#sorter", ChoiceRow)
        sorter.label = "who sorts" if self._sorts == "lists" else "who judges"
        sorter.offer([Choice(NOBODY, nobody), *others], sorter.value)

    def _own(self) -> str:
        one = self.only
        if one is None:
            return "the original player"
        stands_in = one.sat.get("player") not in ("bot", "model")
        return f"hard bot, standing in for {one.player}" if stands_in else f"{one.player}, as in the game"

    async def _cost(self) -> str:
        """Sentences on errors, on the number of questions left, and on what they cost."""
        words = [why if why.endswith((".", ".)")) else f"{why}." for why in self.wrong]
        spent = self.spent
        if spent.tokens:
            words.append(f"It took {clock(self.seconds)}, {count(spent.tokens)} tokens, {money(spent.usd)}.")
        if self.subjects:
            words.append(due_in_words(list(self.subjects.values()), sorter=bool(self._sorter)))
        if not self.due:
            return " ".join(words)
        paid = self._paid()
        if self._who == ME:
            words.append(
                "Press Enter, and we'll ask you round by round. The secrets stay hidden till the end."
            )
        elif not paid:
            words.append("Press Enter to ask. It's free.")
        else:
            try:
                words += [
                    f"Press Enter to ask {counted(self.due, 'time')}.",
                    await models_cost(self.arena, paid),
                ]
            except SaveError as error:
                words.append(str(error))
        return " ".join(filter(None, words))

    def _paid(self) -> dict[str, set[tuple[str, str]]]:
        """Maps each game's id to the seat group and the name of each model that will be asked."""
        found: dict[str, set[tuple[str, str]]] = {}
        for one in self.subjects.values():
            names = [who.removeprefix(MODEL) for who in (self._who, self._sorter) if who.startswith(MODEL)]
            if self._who == SELF and one.sat.get("player") == "model":
                names.append(one.player)
            if names and one.due(sorter=bool(self._sorter)):
                group = one.play.seats[one.asked].group
                found.setdefault(one.info.id, set()).update((group, name) for name in names)
        return found

    @property
    def _can_ask(self) -> bool:
        return self.due > 0 and not self.arena.store.read_only

    @work(exclusive=True, group="read")
    async def read(self) -> None:
        """Read the sessions and draw their stored answers."""
        found, faults = await self.arena.in_thread(
            read_all, self.arena.store, self.arena.catalogue, self._ids
        )
        self.courses.clear()
        self.subjects = {one.id: one for one in found}
        self.wrong = [*self.wrong, *(fault for fault in faults if fault not in self.wrong)]
        if self.watched not in self.subjects:
            self.watched = next(iter(self.subjects), "")
        await self._offer()
        self.learn_cost()
        self._fill()
        if self.subjects and not (self.focused and self.focused.display):
            (self.query_one("#who") if self.due else self.table).focus()

    @property
    def due(self) -> int:
        """The number of questions without a stored answer."""
        return sum(one.due(sorter=bool(self._sorter)) for one in self.subjects.values())

    @property
    def hides(self) -> bool:
        """Whether the person at the keyboard still has questions to answer, so that secrets stay hidden."""
        return self._who == ME and self.due > 0

    @property
    def seconds(self) -> float:
        """How long the inquiry has taken, in seconds."""
        return monotonic() - self._began if self.asking else self._took

    @property
    def spent(self) -> Spent:
        """The tokens and the price of the last inquiry so far."""
        return self.inquiry.spent if self.inquiry is not None else Spent()

    async def _inquire(self) -> None:
        arena, book, sorter = self.arena, self.arena.registry.book, self._sorter
        self.done, self.total = 0, self.due
        self._began = monotonic()
        self._changed_ones.add("")
        engine = Retrospective(
            arena.store,
            arena.catalogue,
            self._seated,
            player=read_asked(self._who, book, arena.settings.name),
            sorter=read_player(sorter, book=book) if sorter else None,
            report=self._heard,
            progress=self._comes,
            concurrency=AT_ONCE if self._paid() else 1,
        )
        self.inquiry = engine.inquiry
        self.wrong = remarks(await engine.run(await arena.in_thread(self._there)))

    def _ended(self) -> None:
        self._took = monotonic() - self._began
        self.coming.clear()
        self._close_question()
        if self.is_attached:
            self.read()

    def _close_question(self) -> None:
        asked, self._asked = self._asked, None
        while asked in self.app.screen_stack:
            self.app.pop_screen()

    def _there(self) -> list[str]:
        """The ids of sessions that haven't been deleted since they were read. Raises SaveError."""
        return [one for one in self.subjects if self.arena.store.holds(one)]

    def _comes(self, session_id: str, ask: Ask, progress: Progress) -> None:
        self.coming[session_id, ask.key] = progress

    def _heard(self, report: AnswerReport) -> None:
        """Handle an answer. The screen shows one session until all its answers are in, then the next."""
        self.done += 1
        self.coming.pop((report.session, report.one.ask.key), None)
        course = self._course(report.session)
        if course is not None and report.one.kind != SORTING:
            now = self.courses.get(self.watched)
            if report.answer is not None and (now is None or now.done >= now.subject.to_ask):
                self.watched = report.session
            if report.answer is not None and self.watched == report.session:
                course.hear(report.one.round, report.answer["items"])
            course.done += 1
        self._changed_ones.add(report.session)

    def _course(self, session_id: str) -> Course | None:
        if session_id not in self.courses and session_id in self.subjects:
            self.courses[session_id] = Course(self.subjects[session_id])
        return self.courses.get(session_id)

    def _person_asked(self, session: Session, waiting: Waiting) -> None:
        course = self._course(session.id)
        assert course is not None, "its session was read"
        if self._asked is not None and self._asked.info is course.subject.info:
            self._asked.put_question(course, waiting)
            return
        self._close_question()  # its board belongs to another game
        self._asked = AskedScreen(course, waiting, self.action_cancel)
        self.app.push_screen(self._asked)
