"""The retrospective screen: what a player would have taken for likely in saved sessions, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.core.game import Ask, PlayerFailed, Progress
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.coach import ME, MODEL, InquirySeats
from tui_arena.inquiry.results import AnswerReport
from tui_arena.inquiry.retrospective import Retrospective
from tui_arena.players.human import Waiting
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.save.errors import SaveError
from tui_arena.stats.costs import table_cost
from tui_arena.table.pending_replies import without_reasoning
from tui_arena.table.probes.asking import SELF
from tui_arena.table.probes.rounds import Panel
from tui_arena.table.spending import Spent, count, money, session_budget
from tui_arena.ui.columns import Column, fitting
from tui_arena.ui.elapsed import clock
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.asked_screen import AskedScreen, RoundQuestion
from tui_arena.ui.inquiry.base import InquiryScreen, asking_keys, judges
from tui_arena.ui.inquiry.presenter import (
    INTRO,
    SKIPPED,
    Course,
    due_in_words,
    figure_cells,
    figure_columns,
    mean_cells,
    meaning,
    means,
    remarks,
    session_cells,
    session_columns,
    stored_panel,
    terms,
)
from tui_arena.ui.inquiry.subjects import Subject, read_all
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.widgets.probe_panel import ProbePanel, rank_plot
from tui_arena.ui.widgets.rows import Choice, ChoiceRow
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import RetrospectiveTable
from tui_arena.ui.widgets.text_block import Drawing

AT_ONCE = 4
"""Questions put to models at the same time. Bots think in this program and take turns."""
NOBODY = ""
"""The choice without a sorter: the asked player sorts lists; nobody sorts replies."""


TICK = 0.1
"""Seconds between two drawings while somebody is asked."""
BAR = 20
"""Width of the progress bar, in cells."""
STREAMED = 200
"""Characters of a stream that are shown, from its end."""
WIDEST = 150
MEAN = "mean:"
"""The prefix of keys of rows with means; no session id begins so."""


class RetrospectiveScreen(InquiryScreen):
    """Lets a person choose who is asked about saved sessions, and shows the progress and the answers."""

    TITLE: ClassVar[str] = "ANALYSE"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("analyse", "Ask"),
        Binding("a", "ask", "Ask", id="analyse.go_on"),
        Binding("n", "turn(1)", "Next round", id="analyse.next"),
        Binding("N", "turn(-1)", "Round before", show=False, id="analyse.previous"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    HELP = "What is stored is never asked again: stop when you like, and go on another day."

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = tuple(ids)
        self.subjects: dict[str, Subject] = {}
        """By id, as they are in the save file; empty until they are read."""
        self.courses: dict[str, Course] = {}
        """By id, for the sessions that are being asked about."""
        self.wrong: list[str] = []
        """What went wrong, one sentence each."""
        self.watched = ""
        """The session whose rounds are drawn."""
        self.seats: InquirySeats | None = None
        """The players who are being asked, or were asked last."""
        self.done = self.total = 0
        """Questions asked so far, and in all."""
        self.coming: dict[tuple[str, str], Progress] = {}
        """The progress of pending replies, by session and ask."""
        self._began = self._ended = 0.0
        self._asked: AskedScreen | None = None
        self._models: list[str] = []
        self._round: int | None = None
        """The round that is shown; None: the last."""
        self._changed_ones: set[str] = set()
        """Ids of sessions with answers that are not drawn yet."""

    def body(self) -> ComposeResult:
        yield ChoiceRow("who is asked", [Choice(SELF, "its own player")], SELF, id="who")
        yield ChoiceRow("who sorts", [Choice(NOBODY, "whoever is asked")], NOBODY, id="sorter")
        yield Static(id="told", markup=False)
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

    def was_read(self) -> None:
        if self.watched not in self.subjects:
            self.watched = next(iter(self.subjects), "")
        self._offer()
        self._fill()
        self.draw()
        if self.subjects and not (self.focused and self.focused.display):
            (self.query_one("#who") if self.due else self.table).focus()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self._fill()
        self.draw()
        self.learn_cost()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn":
            one = self.only
            return one is not None and not self.asking and len(one.rounds) > 1
        return super().check_action(action, parameters)

    # what is drawn

    @property
    def table(self) -> RetrospectiveTable:
        return self.query_one(RetrospectiveTable)

    def came(self, session_id: str) -> None:
        self._changed_ones.add(session_id)

    def _tick(self) -> None:
        """Draw new answers, or at least the time while somebody is asked."""
        if self.asking and (self._changed_ones or self.coming):
            self.draw()
        elif self.asking:
            self.query_one("#told", Static).update(self._progress())

    def on_resize(self) -> None:
        self._fill()
        self.draw()

    def draw(self) -> None:
        """Draw the answers so far, or the stored ones."""
        if not self.is_attached or not self.subjects:
            return
        one = self.only
        dot, n = self.glyphs.dot, len(self.subjects)
        if self.asking:
            self.title = f"ANALYSE {dot} {self._who_text()}"
        else:
            self.title = "ANALYSE"
        sessions = f"{n} session{'s' if n > 1 else ''}"
        self.sub_title = f"{one.info.title} {dot} {one.player} as {one.asked}" if one else sessions
        free = not self.asking and self.due > 0
        self.set_class(not free, "-settled")
        self.query_one("#who").display = free
        self.query_one("#sorter").display = free and bool(self._sorts)
        if self.asking:
            self.query_one("#told", Static).update(self._progress())
        panel = self._panel()
        self.query_one("#look").display = panel is not None
        self.table.display = one is None or (not self.asking and bool(one.rounds) and not self.hides)
        self.query_one("#about").set_class(not self.table.display or one is None, "-none")
        self._draw_look(panel)
        blank = one is not None and not one.rounds and not self.asking and one.total > 0
        kind = "belief" if one is not None and one.believes else "candidates"
        told = INTRO[kind].format(seat=one.asked) if one is not None and blank else self._streaming()
        self.put("intro", say(told, "italic $foreground-muted" if self.asking else ""))
        self._draw_rounds(self._round_lines())
        if self.asking and one is None:
            self._draw_rows()
        self._changed_ones.clear()
        self.refresh_bindings()

    def _progress(self) -> Content:
        """How far the asking is, what it has used so far, and what it waits for."""
        glyphs, share = self.glyphs, min(self.done / max(self.total, 1), 1.0)
        cells = round(share * BAR)
        facts = [f"{self.done} of {self.total} asked", clock(self.seconds)]
        on_its_way = sum(one.tokens for one in self.coming.values())
        if self.spent.tokens or on_its_way:
            facts.append(f"{count(self.spent.tokens + on_its_way)} tok {glyphs.dot} {money(self.spent.usd)}")
        facts += [one.note for one in self.coming.values() if one.note][:1]
        return Content.assemble(
            (glyphs.full * cells, "$accent"),
            (glyphs.line * (BAR - cells), "$foreground-muted"),
            say(f"  {f' {glyphs.dot} '.join(facts)}"),
        )

    def _streaming(self) -> str:
        """The end of the first stream that has text; empty: there is none."""
        texts = ((ask, without_reasoning(one.text)) for (_, ask), one in self.coming.items() if one.text)
        ask, text = next(texts, ("", ""))
        return f"round {ask.rpartition(':')[2]}  {one_line(text[-STREAMED:])}" if text else ""

    def _panel(self) -> Panel | None:
        """The round that is shown; None while there is nothing to show, or while it must stay hidden."""
        one = self.subjects.get(self.watched)
        if one is None or (self.hides and self.asking):
            return None
        course = self.courses.get(self.watched)
        if self.asking and course is not None:
            return course.panel(secret=not self.hides)
        if not one.rounds or self.hides:
            return None
        return stored_panel(one, one.last if self._round is None else self._round, secret=True)

    def _round_lines(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Each round that may be shown: its number, how good the answer was, and the answer."""
        one = self.subjects.get(self.watched)
        if one is None or self.hides:
            return []
        course = self.courses.get(self.watched) or Course(one)
        return course.lines(self.glyphs)

    def _draw_rounds(self, lines: list[tuple[int, str, tuple[str, ...]]]) -> None:
        """Draw all rounds, a line each, if there is room for them."""
        page, width = self.query_one("#course"), min(self.size.width, WIDEST) - 8
        page.display = bool(lines) and self.has_class("-tall")
        if not page.display:
            return
        drawn = [
            Content.assemble(
                (f"{number:>3}  ", "$foreground-muted"),
                (f"{how:<9}", "bold $accent" if how != self.glyphs.dot else "$foreground-muted"),
                say(self.glyphs.fit(", ".join(items) or self.glyphs.dash, width - 14)),
            )
            for number, how, items in lines
        ]
        place = "off by" if self.subjects[self.watched].believes else "place"
        head = say(f"{'':>5}{place:<9}round by round", "bold $primary")
        self.query_one("#rounds", Static).update(Content("\n").join([head, *drawn]))

    def _draw_look(self, panel: Panel | None) -> None:
        """Draw the list with the curve of ranks next to it, or a belief, which has a picture of its course."""
        ranks = panel.ranks if panel is not None else None
        self.query_one(Drawing).show(partial(self._curve, ranks) if ranks else None)
        self.query_one(ProbePanel).show(panel.without_ranks() if panel is not None and ranks else panel)

    def _curve(self, ranks: Mapping[int, int | None], width: int) -> list[Content]:
        """The ranks of the secret by round; they take fewer lines on a low screen."""
        return rank_plot(self.glyphs, ranks, max(width, 12), tall=not self.has_class("-low"))

    # the table

    def _columns(self) -> list[Column]:
        width = min(self.size.width, WIDEST) - 4
        one = self.only
        wanted = figure_columns() if one is not None else session_columns(list(self.subjects.values()))
        return fitting(wanted, width)

    def _fill(self) -> None:
        """Fill the table again: the figures of one session, or a row per session and the means."""
        if not self.is_attached or not self.subjects:
            return
        table, columns, glyphs, one = self.table, self._columns(), self.glyphs, self.only
        at = table.at
        table.columns_anew(columns)
        if one is not None:
            table.add_lines((m.name, figure_cells(m, v, columns, glyphs), False) for m, v in one.shown())
        else:
            each, several = list(self.subjects.values()), self.info is None
            shows = partial(
                session_cells, columns=columns, glyphs=glyphs, secret=not self.hides, titled=several
            )
            table.add_lines((s.id, shows(s, self.courses.get(s.id)), False) for s in each)
            rows = {} if self.hides else means(each)
            table.add_lines((MEAN + t, mean_cells(t, row, columns, glyphs), True) for t, row in rows.items())
        table.stand_on(at)

    def _draw_rows(self) -> None:
        """Update the rounds of each session that has new answers."""
        changed, self._changed_ones = self._changed_ones, set()
        for session_id, course in self.courses.items():
            if session_id not in changed:
                continue
            left = max(course.subject.to_ask - course.done, 0)
            total = course.subject.total
            self.table.update_cell(session_id, "rounds", Text(f"{total - left}/{total}"))

    @on(DataTable.RowSelected)
    def _opened(self, event: DataTable.RowSelected) -> None:
        """Explain a figure term by term, or open one session alone, on Enter or a click."""
        key, one = event.row_key.value, self.only
        if key is None or self.asking:
            return
        if one is not None:
            title, parts = terms(one, one.info.metrics[key], self.glyphs)
            self.app.push_screen(SheetScreen(title, parts))
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
        """The session if there is just one; else None."""
        return next(iter(self.subjects.values())) if len(self._ids) == 1 and self.subjects else None

    @property
    def _sorter(self) -> str:
        row = self.query_one("#sorter", ChoiceRow)
        return row.value if self._sorts else NOBODY

    @property
    def _sorts(self) -> str:
        """What a sorter sorts in these games: `lists`, `replies`, or nothing (empty)."""
        kinds = {one.sorts for one in self.subjects.values()}
        return next((kind for kind in ("lists", "replies") if kind in kinds), "")

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Find the models that can be asked."""
        self._models = await self._ready()
        self._offer()

    def _offer(self) -> None:
        """Offer the players who can be asked, and those who can sort."""
        infos = [one.info for one in self.subjects.values()]
        others = judges(infos[0], self._models) if infos else []
        me = [Choice(ME, f"you ({self.arena.settings.name})")]
        self.query_one("#who", ChoiceRow).offer([Choice(SELF, self._own()), *others, *me], self._who)
        nobody = "whoever is asked" if self._sorts == "lists" else "nobody"
        sorter = self.query_one("#sorter", ChoiceRow)
        sorter.label = "who sorts" if self._sorts == "lists" else "who judges"
        sorter.offer([Choice(NOBODY, nobody), *others], sorter.value)
        self.learn_cost()

    def _own(self) -> str:
        one = self.only
        if one is None:
            return "whoever sat there"
        stands_in = one.sat.get("player") not in ("bot", "model")
        return f"bot hard, for {one.player}" if stands_in else f"{one.player}, as then"

    def _who_text(self) -> str:
        row = self.query_one("#who", ChoiceRow)
        return next((choice.text for choice in row.choices if choice.value == row.value), "")

    async def _tell_cost(self) -> None:
        """Show what went wrong, how much there is to ask, and what that costs."""
        if self.asking:
            return
        wrong = [why if why.endswith((".", ".)")) else f"{why}." for why in self.wrong]
        words = [*wrong, self._took()]
        if self.subjects:
            words.append(due_in_words(list(self.subjects.values()), sorter=bool(self._sorter)))
        if self.due:
            words.append(await self._cost())
        if self.is_attached and not self.asking:
            self.query_one("#told", Static).update(say(" ".join(filter(None, words))))

    def _took(self) -> str:
        """The time, tokens and cost of the last asking; empty if no model was asked."""
        spent = self.spent
        if not spent.tokens:
            return ""
        return f"It took {clock(self.seconds)}, {count(spent.tokens)} tokens, {money(spent.usd)}."

    async def _cost(self) -> str:
        asked = self._paid()
        if self._who == ME:
            return "Enter asks you, round by round; the secrets stay hidden until then."
        if not asked:
            return "Enter asks; it costs nothing."
        arena = self.arena
        arena.registry.start()
        words = []
        for game, seats in asked.items():
            try:
                cost = await arena.in_thread(table_cost, arena.store, game, sorted(seats))
            except SaveError as error:
                return str(error)
            title = f"{arena.catalogue.game(game).title}: " if len(asked) > 1 else ""
            words.append(f"{title}{cost_in_words(cost, arena.settings)}")
        return f"Enter asks {self.due} times. {' '.join(words)}"

    def _paid(self) -> dict[str, set[tuple[str, str]]]:
        """By game, the seat's group and the name of each model that will be asked."""
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
        """Read the sessions and draw what is stored."""
        found, faults = await self.arena.in_thread(
            read_all, self.arena.store, self.arena.catalogue, self._ids
        )
        self.courses.clear()
        self.subjects = {one.id: one for one in found}
        self.wrong = [*self.wrong, *(fault for fault in faults if fault not in self.wrong)]
        if self.is_attached:
            self.was_read()

    def cast(self) -> tuple[Cast | None, Cast | None]:
        """The player who is asked (None: the one who held the seat), and the sorter (None: none).

        Raises BadPlayer.
        """
        book, who = self.arena.registry.book, self._who
        name = self.arena.settings.name
        asked = None if who == SELF else read_player(who, name, book)
        return asked, read_player(self._sorter, book=book) if self._sorter else None

    @property
    def due(self) -> int:
        """The number of questions without a stored answer."""
        return sum(one.due(sorter=bool(self._sorter)) for one in self.subjects.values())

    @property
    def hides(self) -> bool:
        """Whether the person at the keyboard is still to be asked, so that no secret may show."""
        return self._who == ME and self.due > 0

    @property
    def seconds(self) -> float:
        """Seconds that the asking has taken."""
        return (monotonic() if self.asking else self._ended) - self._began

    @property
    def spent(self) -> Spent:
        """What the last asking has used so far."""
        return self.seats.spent if self.seats is not None else Spent()

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Ask every question without a stored answer, and draw the answers as they come."""
        arena = self.arena
        self.wrong, self.asking = [], True
        self.done, self.total = 0, self.due
        self._began = monotonic()
        self.seats = InquirySeats(
            arena.registry, session_budget(arena.settings), self._answered, self._person_asked
        )
        self.came("")
        try:
            asked, sorter = self.cast()
            engine = Retrospective(
                arena.store,
                arena.catalogue,
                self.seats.seated,
                player=asked,
                sorter=sorter,
                told=self._told,
                progress=self._comes,
                concurrency=AT_ONCE if self._paid() else 1,
            )
            self.wrong = remarks(await engine.run(await arena.in_thread(self._there)))
        except (BadPlayer, SaveError) as error:
            self.wrong = [str(error)]
        finally:
            self.asking, self._ended = False, monotonic()
            self.coming.clear()
            self._close_question()
            if self.is_attached:
                self.read()

    def _there(self) -> list[str]:
        """The sessions that have not been deleted since they were read. Raises SaveError."""
        return [one for one in self.subjects if self.arena.store.holds(one)]

    def _comes(self, session_id: str, ask: Ask, progress: Progress) -> None:
        self.coming[session_id, ask.key] = progress

    def _answered(self, session: Session, ask: Ask, items: tuple[str, ...]) -> None:
        """Take a list or a level; the screen follows one session to its end, then the next one."""
        self.coming.pop((session.id, ask.key), None)
        course = self._course(session.id)
        if course is None:
            return
        now = self.courses.get(self.watched)
        if now is None or now.done >= now.subject.to_ask:
            self.watched = session.id
        if ask.name != "sorting" and self.watched == session.id:
            course.hear(int(ask.key.rpartition(":")[2]), items)
        self.came(session.id)

    def _told(self, told: AnswerReport) -> None:
        self.done += 1
        self.coming.pop((told.session, f"{told.kind}:{told.round}"), None)
        course = self._course(told.session)
        if course is not None and told.kind != "sorting":
            course.done += 1
        self.came(told.session)

    def _course(self, session_id: str) -> Course | None:
        if session_id not in self.courses and session_id in self.subjects:
            self.courses[session_id] = Course(self.subjects[session_id])
        return self.courses.get(session_id)

    def _person_asked(self, session: Session, info: GameInfo, waiting: Waiting) -> None:
        """Put a question to the person at the keyboard."""
        subject, course = self.subjects[session.id], self._course(session.id)
        number = int(waiting.ask.key.rpartition(":")[2])
        assert course is not None, "its session was read"
        before = max((n for n in course.heard if n < number), default=0)
        question = RoundQuestion(
            info,
            waiting.ask,
            waiting.view,
            subject.seats,
            number,
            subject.last,
            course.lists.get(before, ()),
            {n: level for n, level in course.levels.items() if n in course.heard},
        )

        def answered(text: str | None) -> None:
            if waiting.answered.done():
                return
            if text is None:
                waiting.answered.set_exception(PlayerFailed(SKIPPED))
            else:
                waiting.answer(text)

        if self._asked is None:
            self._asked = AskedScreen(question, answered, self.action_cancel)
            self.app.push_screen(self._asked)
        else:
            self._asked.put_question(question, answered)

    def _close_question(self) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        while asked in self.app.screen_stack:
            self.app.pop_screen()
