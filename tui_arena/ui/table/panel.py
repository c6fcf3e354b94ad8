"""The panel of one session in play. A table screen shows one, a duel two.

The screen puts the parts into it: a place for the board (of class `board`) and a `Talk`. If people can play,
it also has an `AnswerBar` and a column `#side` with `Seats`, the pending replies (`Streams`), and the list of
probes.

Law: the panel draws only the `view` of its table: the hotseat's view, or the table's during a shared moment.
Behind the curtain there is no view. A person whose seat is probed sees no list before the end, as the list
would help them. Only a seat that knows the secret sees its rank; the others see the list alone. An opponent
of the probed seat sees the rank without the list, and no belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from tui_arena.core.game import TABLE, View
from tui_arena.core.language.sentences import first_name, name_for
from tui_arena.core.probes import BELIEF, CANDIDATES
from tui_arena.core.text import one_line
from tui_arena.data.narration import GUIDED, Tutorial
from tui_arena.players.bot import LEVELS, Waiting
from tui_arena.players.challenges import turns_of
from tui_arena.players.seating import Cast
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.players import ReplyPreview
from tui_arena.table.probes import ProbeView, knows, panel_of
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import Spent
from tui_arena.ui.challenge.ghost import GhostPanel
from tui_arena.ui.game_ui import Board, TalkLine, headline_for_all
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.replay.presenter import LIST_LATER
from tui_arena.ui.table.control import TableControl
from tui_arena.ui.widgets.answer_bar import AnswerBar, Unsent
from tui_arena.ui.widgets.probe_panel import ProbePanel
from tui_arena.ui.widgets.talk import LEAST, Talk, as_last, column_of
from tui_arena.ui.widgets.text_block import TextBlock, scroll_pages

BEATS = 12
"""How often per second pending replies are drawn."""
WIDE = 100
"""The least width of the screen, in cells, at which the list shows without a key."""
BELIEF_LATER = "you'll see what the judge believed when the game is over"
ASKED = (CANDIDATES, BELIEF)
RANK_VEILED = "you'll see the rank while the secret is shown"
NAME = 14
"""The width of a name before its seat, in cells, if no seat has a note."""
SEAT = 10
STARS = 12
"""Cells kept for the note next to a seat; a name gets only the rest."""
LINES = ((34, 10, 2), (24, 5, 1), (0, 3, 1))
"""The least height of the screen, the maximum lines of all streams together, and the least lines of each."""


def live_panel(hotseat: Hotseat, *, unveiled: bool = False) -> ProbeView | None:
    """The list of probes that the hotseat may see; None without probes, and behind the curtain.

    `unveiled`: whether the secret is shown on the board. Otherwise the rank
    is hidden if a person at this keyboard looks for the secret.
    """
    runner, viewer = hotseat.runner, hotseat.seat
    if not runner.probed or viewer is None:
        return None
    if viewer in runner.people and hotseat.is_solver:
        return ProbeView(note=LIST_LATER)
    seen = knows(runner.play, viewer) or (hotseat.may_look and runner.peeked)
    solvers = {seat for seat in runner.people if runner.play.seats[seat].side == "solver"}
    veiled = seen and bool(solvers) and not unveiled
    note = RANK_VEILED if veiled else asked_now(runner)
    panel = panel_of(runner.rounds, runner.seen_to, secret=seen and not veiled, ahead=False, note=note)
    seat = runner.play.seats.get(viewer)
    if seat is None or seat.side != "opponent" or runner.over:
        return panel
    return ProbeView(note=BELIEF_LATER) if panel.levels is not None else replace(panel, items=())


def asked_now(runner: SessionRunner) -> str:
    """A note that the app is asking a probe; empty if it isn't."""
    if runner.prober is None or runner.over:
        return ""
    due = next((one for one in runner.prober.due(runner.play) if one.kind in ASKED), None)
    return f"asking about round {due.round}" if due is not None else ""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat with its player."""

    seat: str
    name: str
    on: bool
    """Whether the game waits for this seat."""
    failed: bool = False
    away: bool = False
    """Whether the player is a guest whose phone isn't connected."""
    notes: tuple[str, ...] = ()
    """The note next to the seat, from the longest form to the shortest.

    It says what the seat's model has used, how well its bot plays, or that its guest is away.
    """


class Seats(TextBlock):
    """One line per seat; an arrow marks the seats whose turn it is."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._sitting: Sequence[SeatLine] = ()

    def show(self, sitting: Sequence[SeatLine]) -> None:
        """Replace the seats that are drawn."""
        self._sitting = sitting
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        noted = any(s.notes for s in self._sitting)
        seats = max((len(s.seat) for s in self._sitting), default=0)
        room = max(NAME, width - seats - STARS)
        longest = (
            max((len(s.name) for s in self._sitting), default=0) + 1
        )  # one cell more, so that the end of a long name is visible
        names = min(longest, room) if noted else NAME
        names = min(max(width - max(SEAT, seats + 3), 6), names)
        left = width - 2 - names - 1 - seats
        return [
            Content.assemble(self._line(s, names, seats), (cost.rjust(left), "$foreground-muted"))
            if cost
            else self._line(s, names, 0)
            for s, cost in zip(self._sitting, self._costs(left), strict=True)
        ]

    def _costs(self, room: int) -> list[str]:
        """The note next to each seat, in the longest form in which all notes fit."""
        longest = max((len(s.notes) for s in self._sitting), default=0)
        for form in range(longest):
            costs = [s.notes[min(form, len(s.notes) - 1)] if s.notes else "" for s in self._sitting]
            if all(len(cost) < room for cost in costs):
                return costs
        return ["" for _ in self._sitting]

    def _line(self, sitting: SeatLine, names: int, seats: int) -> Content:
        arrow = "!" if sitting.failed else self._glyphs.arrow if sitting.on else " "
        name = name_for(sitting.name, names).ljust(names)
        return Content.assemble(
            (f"{arrow} ", "bold $error" if sitting.failed else "bold $accent"),
            (
                name,
                "$foreground-disabled"
                if sitting.away
                else "bold $foreground"
                if sitting.on
                else "$foreground",
            ),
            (f" {sitting.seat.ljust(seats)}", "$foreground-muted"),
        )


class Streams(TextBlock):
    """A few lines for each pending reply, with its meter."""

    DEFAULT_CSS = "Streams { display: none; } Streams.-coming { display: block; }"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._streams: Sequence[ReplyPreview] = ()

    def show(self, streams: Sequence[ReplyPreview]) -> None:
        """Replace the pending replies that are drawn."""
        if streams or self._streams:
            self._streams = streams
            self.set_class(bool(streams), "-coming")
            self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        if not self._streams or width < 1:
            return []
        room, least = next((lines, each) for height, lines, each in LINES if self.app.size.height >= height)
        each = max(room // len(self._streams), least)
        return [line for stream in self._streams for line in self._stream(stream, width, each)]

    def _stream(self, stream: ReplyPreview, width: int, most: int) -> list[Content]:
        """The end of the reply's text, then its meter; with room for one line only, just the meter."""
        column = column_of(width)
        name = (name_for(stream.who, column - 1).ljust(column), "bold $primary")
        meter = say(self._fitting(stream.meter, width if most > 1 else width - column), "$foreground-muted")
        if most == 1:
            return [Content.assemble(name, meter)]
        text = (
            say(stream.text) if stream.text else say(stream.doing + self._glyphs.ellipsis, "italic $accent")
        )
        wrapped = text.wrap(max(width - column, LEAST))[-(most - 1) :]
        blank = " " * column
        lines = [
            Content.assemble(name if n == 0 else blank, line.truncate(width - column, ellipsis=True))
            for n, line in enumerate(wrapped)
        ]
        return [*lines, meter]

    def _fitting(self, meter: Sequence[str], width: int) -> str:
        parts = list(meter)
        while len(parts) > 1 and len(self._glyphs.dotted(parts)) > width:
            parts.pop()
        return self._glyphs.dotted(parts)


class TablePanel(Vertical):
    """Draws one session in play, and passes input from keyboard and mouse to its table."""

    def __init__(
        self,
        glyphs: Glyphs,
        bar: AnswerBar | None = None,
        *,
        id: str | None = None,  # noqa: A002  (Textual's own name)
        classes: str | None = None,
    ) -> None:
        """`bar`: the line for answers, below all other parts; None if nobody can play here."""
        super().__init__(id=id, classes=classes)
        self._glyphs = glyphs
        self.bar = bar
        self.table: TableControl | None = None
        """The session that is drawn; None until it is open."""
        self.board: Board | None = None
        self.likes_bar = True
        """Whether the person wants to type; False once they have left the bar with Esc."""
        self._asked_for: Waiting | None = None
        """The ask that the answer bar shows now."""
        self._bar_of: tuple[str | None, str] | None = None
        """The seat whose text is in the answer bar, and the name of its player."""
        self._lists: ProbePanel | None = None
        """The list of probes; None if the session has none."""
        self._wants_lists: bool | None = None
        """True if a key has shown the list of probes, False if a key has hidden it, otherwise None."""
        self.looked_on = False
        """Whether people without a seat watch at this keyboard."""
        self.called = ""
        """The seat that the curtain has just called, so that its person knows whose turn it is."""
        self._said = ""
        """What the caster said last."""
        self.guide: Tutorial | None = None
        """The host's lines in a first game with a guide; None in all others."""

    def compose(self) -> ComposeResult:
        if self.bar is not None:
            yield self.bar

    def on_mount(self) -> None:
        self._beat = self.set_interval(1 / BEATS, self.draw_streams, pause=True)

    async def lay(self, table: TableControl, *, animated: bool) -> None:
        """Put the board of a session into the panel. If the game has no board, the talk takes its place."""
        self.table = table
        if table.runner.session.setup.extra.get(GUIDED):
            self.guide = table.runner.info.tutorial()
        board = table.game_ui.board(self._glyphs, animated=animated)
        self.set_class(board is None, "-bare")
        mounting = []
        lists: ProbePanel | None = None
        if board is not None:
            mounting.append(self.query_one(".board").mount(board))
        if self.bar is not None:
            side = self.query_one("#side")
            if board is not None and board.panel is not None:
                mounting.append(side.mount(board.panel, after=self.query_one(Seats)))
            if board is not None and board.form is not None:
                mounting.append(self.bar.mount(board.form))
            ghost = table.runner.ghost
            if ghost is not None:
                panel = GhostPanel(ghost, table.game_ui, self._glyphs)
                mounting.append(side.mount(panel, before=self.query_one(Talk)))
            if table.runner.probed:
                lists = ProbePanel(self._glyphs, few=True)
                mounting.append(side.mount(lists, before=self.query_one(Talk)))
        with self.app.batch_update():  # no frame shows only some of the parts
            for part in mounting:
                await part
        self._lists = lists
        self.board = board

    # drawing

    def draw(self) -> None:
        table = self.table
        if table is None:
            return
        runner, board, bar, view = table.runner, self.board, self.bar, table.view
        if board is not None:
            notes = [n for n in runner.notes if bar and view and n.seat in (view.seat, TABLE)]
            board.people = table.hotseat.people
            board.meet(table.hotseat.names, notes, alone=table.hotseat.alone, table=runner.views[TABLE])
            board.show(view, table.waiting.ask if table.waiting is not None else None)
        self._draw_talk(table)
        if bar is None:
            return
        if board is not None:
            board.believe(table.belief, offered=table.belief is not None and table.offers_best)
        if table.revealed.text != table.own_secret:
            table.revealed.hide()
        self.draw_lists()
        self._draw_seats(table)
        for ghost in self.query(GhostPanel):
            ghost.show(len(turns_of(runner.play)))
        self.draw_streams()
        if not (
            runner.over and board is not None and board.revealing
        ):  # the bar mustn't show the end before the board does
            self._draw_bar(table, bar)
        if board is not None:
            board.typing(bar.typed)

    def _draw_talk(self, table: TableControl) -> None:
        """Draw the talk without the host's line that is shown above the bar now."""
        runner, view = table.runner, table.view
        if self.board is not None and self.board.revealing:
            return
        names = table.hotseat.names
        said = table.game_ui.transcript(view, runner.notes, names, self._glyphs) if view else []
        notice = self.bar.notice if self.bar is not None else ""
        shown = [line for line in said if not (notice and line.quiet and line.text.plain == notice)]
        guided = self._guided(table, view)
        self.query_one(Talk).show([*shown, *(guided or as_last(self._cast(table, view)))])

    def _cast(self, table: TableControl, view: View | None) -> str:
        """What the caster says now. While the board shows something new, this is what the caster said before."""
        if self.board is None or not self.board.telling:
            self._said = table.runner.caster
        return self._said if view is not None else ""

    def _draw_seats(self, table: TableControl) -> None:
        runner = table.runner
        asked, names = {ask.seat for ask in runner.asks}, table.hotseat.names
        spent = runner.spent_by_player
        self.query_one(Seats).show(
            [
                SeatLine(
                    seat.replace("_", " "),
                    names.get(seat, "the dealer"),
                    seat in asked,
                    seat in runner.referee.paused,
                    not table.hotseat.masked and runner.guest(seat) in table.away,
                    self._notes(table, seat, spent.get(seat)),
                )
                for seat in runner.play.seats
            ]
        )

    def _notes(self, table: TableControl, seat: str, spent: Spent | None) -> tuple[str, ...]:
        """The note next to a player, from the longest form to the shortest.

        It is empty at a blind table, as it would show who plays.
        """
        runner = table.runner
        if table.hotseat.masked:
            return ()
        if runner.guest(seat) in table.away:
            return ("away",)
        if owner := table.stands_in_for(seat):
            return (f"for {name_for(first_name(owner), SEAT)}",)
        return tuple(spent.forms()) if spent is not None else self._stars(runner.cast.get(seat))

    def _stars(self, cast: Cast | None) -> tuple[str, ...]:
        """A bot's level, as stars, and the model that it thinks with."""
        level = cast.spec.get("level") if cast is not None else None
        if cast is None or level not in LEVELS:
            return ()
        stars = self._glyphs.stars(LEVELS.index(level) + 1, len(LEVELS))
        return (f"{stars} + {one_line(cast.asks, 16)}", f"{stars} +") if cast.asks else (stars,)

    def _guided(self, table: TableControl, view: View | None) -> Sequence[TalkLine]:
        """The host's line in somebody's first game."""
        if self.guide is None or table.runner.over or view is None:
            return ()
        if view.seat == TABLE or table.runner.play.seats[view.seat].side == "neutral":
            return ()
        if self.board is not None and self.board.telling:
            return ()  # the host doesn't say what the board is about to show
        line = self.guide.line(*table.game_ui.happened(view), view.facts)
        said = Content.assemble(("host  ", "bold $primary"), say(line))
        return [TalkLine("", Content("")), TalkLine("", said, wide=True)] if line else ()

    def draw_streams(self) -> None:
        """Draw the pending replies, and keep drawing while there are any."""
        if self.table is not None:
            coming = self.table.hotseat.previews()
            self.query_one(Streams).show(coming)
            self._beat.resume() if coming else self._beat.pause()

    def draw_lists(self) -> None:
        """Draw the part of the list of probes that the hotseat may see.

        If nobody has used the key, the list shows on a wide screen, or if the hotseat may see a belief.
        """
        if self._lists is None or self.table is None:
            return
        live = live_panel(self.table.hotseat, unveiled=bool(self.table.revealed.text))
        belief = live is not None and live.levels is not None
        shown = self._wants_lists
        by_itself = shown is None and (belief or self.app.size.width >= WIDE)
        self._lists.show(live if shown or by_itself else None)

    def switch_lists(self) -> None:
        """Show the list of probes, or hide it."""
        self._wants_lists = self._lists is not None and self._lists.panel is None
        self.draw()

    def _draw_bar(self, table: TableControl, bar: AnswerBar) -> None:
        runner, waiting = table.runner, table.waiting
        if waiting is None:
            stays = runner.over or runner.is_blind  # no answer is typed ahead here
            goes_on = runner.asks and runner.asks[0].seat == table.hotseat.seat and not stays
            if runner.over or not table.hotseat.alone:
                bar.drop_ahead()
            if not goes_on or runner.failed:
                self._asked_for = None
                bar.rest(self._at_rest(table))
            if runner.over:
                bar.tell("")
            return
        if waiting is not self._asked_for:
            self._ask(table, bar, waiting)
        self._send_early(table, bar, waiting)

    def _ask(self, table: TableControl, bar: AnswerBar, waiting: Waiting) -> None:
        """Make the bar ready for the answer to another ask."""
        seat = table.hotseat.seat
        person = seat, table.runner.names.get(seat or "", "")
        same = self._bar_of == person and not bar.quiet
        keep = same or (
            table.hotseat.alone and self._bar_of in (None, person)
        )  # a person who plays alone typed it
        name, ask = self._named_here(table, seat), waiting.ask
        if self._bar_of != person:
            bar.tell(f"{name}, your turn." if name and seat != self.called else "", "hint")
        self.called = ""
        self._asked_for, self._bar_of = waiting, person
        chips = table.game_ui.chips(ask, waiting.view)
        bar.ask(
            (f"{name}: " if name else "") + table.game_ui.label(ask),
            table.game_ui.placeholder(ask, waiting.view),
            (chips or ask.choices) if self.keys is None else (),
            ask.max_chars,
            sealed=ask.sealed,
            keep=keep,
            by_tab=bool(chips),
            is_word=ask.kind == "word",
        )
        if bar.typed and not (
            self.board is not None and self.board.telling
        ):  # otherwise the warning would reveal more than the board
            table.warn(bar.typed, bar.choice)
        if table.unsent is not None and table.unsent.seat == seat:
            if table.unsent.key == ask.key:
                bar.take_up(table.unsent.parts)
            table.unsent = None
        if self.likes_bar and self.screen.is_current:
            self.to_answer()

    def _send_early(self, table: TableControl, bar: AnswerBar, waiting: Waiting) -> None:
        """Send a reply that was entered before its turn, after the board's animation and if it still fits."""
        if bar.early is None or (self.board is not None and self.board.telling):
            return
        before, bar.early = bar.early, None
        why = table.game_ui.outdated(waiting.ask, before, waiting.view)
        if why:
            bar.doubt(why)
        else:
            bar.give()

    @property
    def unsent(self) -> Unsent | None:
        """The text typed for the open ask but not sent; None if there isn't any."""
        parts = self.bar.parts if self.bar is not None else {}
        asked = self._asked_for.ask if self._asked_for is not None else None
        return Unsent(asked.seat, asked.key, parts) if asked is not None and parts else None

    def _named_here(self, table: TableControl, seat: str | None) -> str:
        """The name of the person who answers, if several people share the screen; otherwise empty."""
        if seat is None or (table.hotseat.alone and not self.looked_on):
            return ""
        return one_line(first_name(table.hotseat.names[seat]), 12)

    def _at_rest(self, table: TableControl) -> str:
        """The bar's text while the hotseat has nothing to answer."""
        runner, dot = table.runner, f" {self._glyphs.dot} "
        if table.interludes.up:
            return f"everybody, look{dot}{self._glyphs.enter} to continue"
        if table.hotseat.next is not None:
            return ""
        if runner.over:
            told = self.board is not None and self.board.lingers  # then only the board shows the end
            return "" if told else _headline(table)
        if runner.failed:
            seat = runner.failed[0]
            alone = f"{table.hotseat.names[seat]} ({seat.replace('_', ' ')}) can't answer"
            why = "the budget is used up" if runner.over_budget else alone
            return f"{why}{dot}{self._glyphs.enter} what next?"
        watching, paused = table.hotseat.may_look, table.hotseat.watching and runner.playback.paused
        if watching or paused:
            state = "paused; press Space to continue" if paused else "watching"
            pace = "everybody at one pace" if runner.is_blind else runner.playback.words
            return f"{state}{dot}{pace}" if watching else state
        return table.waits_for

    def hide_everything(self) -> None:
        """Clear everything that the next person mustn't see: the field, the selection and the toasts."""
        self._asked_for = None
        if self.bar is not None:
            self.bar.drop_ahead()
            self.bar.rest("")
            self.bar.tell("")
        if self.table is not None:
            self.table.revealed.hide()
        self.screen.clear_selection()
        self.app.clear_notifications()

    # the answer

    def tell(self, text: str, kind: str = "") -> None:
        """Put a sentence above the bar, if there is one; `kind` is `refused`, `hint` or empty."""
        if self.bar is not None:
            self.bar.tell(text, kind)

    @property
    def keys(self) -> Widget | None:
        """The widget on the board that takes the answer instead of the bar; None if the bar takes it."""
        return self.board.answers if self.board is not None else None

    def to_answer(self) -> None:
        """Focus the widget that takes the answer: the keys on the board, or the bar.

        With the keys in focus, Enter sends the marked answer, so the bar mustn't show another choice.
        """
        if self.keys is not None:
            self.keys.focus()
            if self.bar is not None and not self.bar.is_sending:
                self.bar.field.value = ""
        elif self.bar is not None and not self.bar.quiet:
            self.bar.field.focus()

    def to_bar(self) -> None:
        """Focus the widget that takes the answer; if the keys on the board have the focus, the bar."""
        self.likes_bar = True
        if self.keys is not None and self.keys.has_focus and self.bar is not None and not self.bar.quiet:
            self.bar.field.focus()
        else:
            self.to_answer()

    def leave_bar(self) -> None:
        """Move the focus from the bar to the keys on the board, or else to the keys of the screen."""
        if self.keys is not None and self.bar is not None and self.bar.field.has_focus:
            self.to_answer()
        else:
            self.likes_bar = False
            self.screen.set_focus(None)

    def scroll_talk(self, pages: int) -> None:
        """Scroll the talk, on the board if the board shows it."""
        if self.board is None or not self.board.page(pages):
            scroll_pages(self.query_one(Talk), pages)

    def on_answer_bar_given(self, event: AnswerBar.Given) -> None:
        event.stop()
        if self.table is not None:
            self.table.start(partial(self.table.answer, event.text, event.choice))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.bar is not None and self.table is not None:
            self.bar.soothe()
            self.table.warn(self.bar.typed, self.bar.choice)
            if self.board is not None:
                self.board.typing(self.bar.typed)
                if self.table.types:  # a person who continues to type has seen enough
                    self.board.skip()

    def on_answer_bar_cut_short(self, event: AnswerBar.CutShort) -> None:
        event.stop()
        self.tell(event.why, "refused")

    def on_answer_bar_notice_changed(self, event: AnswerBar.NoticeChanged) -> None:
        """Draw the talk again. It leaves out only the host's line that is shown above the bar."""
        event.stop()
        if self.table is not None:
            self._draw_talk(self.table)

    def on_answer_bar_nudged(self, event: AnswerBar.Nudged) -> None:
        event.stop()
        if self.board is not None:
            self.board.nudge(event.by)

    def on_board_typed(self, event: Board.Typed) -> None:
        """Type a key that was clicked on the board. If nobody can play here, the key does nothing."""
        event.stop()
        if self.bar is not None:
            self.bar.type_key(event.key)

    def on_board_answer_changed(self, event: Board.AnswerChanged) -> None:
        event.stop()
        if self.table is not None:
            self.table.start(partial(self.table.change, event.key, event.text))

    def on_board_named(self, event: Board.Named) -> None:
        event.stop()
        if self.table is not None:
            self.table.start(self.table.name_it)

    def on_board_filled(self, event: Board.Filled) -> None:
        event.stop()
        if self.bar is not None:
            self.bar.fill(event.text)
            self.bar.field.type_over()


def _headline(table: TableControl) -> str:
    """The headline that the result screen will show."""
    runner = table.runner
    play, names, people = runner.play, table.hotseat.names, table.hotseat.people
    head = table.game_ui.headline(play, names, people)[0]
    return headline_for_all(head, play, names, people) if runner.is_party else head
