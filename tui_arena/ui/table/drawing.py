"""How a table is drawn: board, talk, seats, answer bar, clock, and the curtain over all of it.

Law: only `shown_view` is drawn: the view of the hotseat, or the table's during a shared moment. Behind the
curtain there is none.
"""

from __future__ import annotations

from time import monotonic

from textual.content import Content
from textual.timer import Timer

from tui_arena.core.game import TABLE, View
from tui_arena.data.tutorial import Tutorial
from tui_arena.players.human import Waiting
from tui_arena.table.notes import Note
from tui_arena.table.spending import Spent
from tui_arena.ui.elapsed import clock, played_seconds
from tui_arena.ui.game_ui import TalkLine
from tui_arena.ui.glyphs import say
from tui_arena.ui.table.actions import TableActions
from tui_arena.ui.table.curtain import CurtainScreen
from tui_arena.ui.table.panels import Seats, Sitting, Streams, show_lists
from tui_arena.ui.widgets.probe_panel import ProbePanel
from tui_arena.ui.widgets.talk import Talk


class TableDrawing(TableActions):
    """The part of the table screen that draws; `TableScreen` opens and closes it."""

    def __init__(self) -> None:
        super().__init__()
        self._asked_for: Waiting | None = None
        """The ask that the answer bar shows now."""
        self._bar_of: str | None = None
        """The seat whose text is in the answer bar."""
        self._base = 0.0
        """Seconds played before this window opened the table."""
        self._since = monotonic()
        self._beat: Timer | None = None
        """Draws the streams while there are any."""
        self.wants_lists: bool | None = None
        """Whether the person has shown or hidden the list of probes by key; None: neither."""
        self._guide: Tutorial | None = None
        """The host's lines in a first game with a guide; None in all others."""
        self._spent: Spent | None = None
        """What the models of the session have used in all; None without models."""

    @property
    def shown_view(self) -> View | None:
        """The view that is drawn: the hotseat's; None behind the curtain."""
        return self.hotseat.view if self.hotseat is not None else None

    @property
    def moment_up(self) -> bool:
        """Whether the screen is held so that everybody can look at it."""
        return False

    def draw(self) -> None:
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None:
            return
        view = self.shown_view
        current = None if self.moment_up else hotseat.current
        names = runner.names
        if self.board is not None:
            self.board.meet(names, self._beside(view), alone=hotseat.alone)
            self.board.show(view, current.ask if current else None)
            measured = any(one.belief for one in runner.rounds)  # a seat's own belief comes first
            belief = self.beliefs.shown if self.beliefs is not None and not measured else None
            self.board.believe(belief, offered=belief is not None and hotseat.can_hint and hotseat.is_solver)
        if self._revealed and self.behind_key != self._revealed:
            self.hide_entity()
        self.draw_lists()
        said = self.game_ui.transcript(view, runner.notes, names, self.glyphs) if view else []
        self.query_one(Talk).show([*said, *self._guided(view)])
        asked = {a.seat for a in runner.asks}
        spent = runner.spent
        self._spent = sum(spent.values(), Spent()) if runner.has_models else None
        self.query_one(Seats).show(
            [
                Sitting(
                    s,
                    names.get(s, "the dealer"),
                    s in asked,
                    s in runner.referee.paused,
                    tuple(spent[s].forms()) if s in spent else (),
                )
                for s in runner.play.seats
            ]
        )
        self.draw_streams()
        self._draw_bar()
        if self.board is not None:
            self.board.typing(self.bar.typed)
        self.tick()

    def _beside(self, view: View | None) -> list[Note]:
        """The notes for the hotseat."""
        assert self.runner is not None
        return [a for a in self.runner.notes if view is not None and a.seat in (view.seat, TABLE)]

    def _guided(self, view: View | None) -> list[TalkLine]:
        """What the host says in somebody's first game."""
        runner = self.runner
        if self._guide is None or runner is None or runner.over or view is None:
            return []
        if view.seat == TABLE or runner.play.seats[view.seat].side == "neutral":
            return []
        if self.board is not None and self.board.telling:
            return []  # the host doesn't say what the board is about to show
        line = self._guide.line(*self.game_ui.happened(view), view.facts)
        said = Content.assemble(("host  ", "bold $primary"), say(line))
        return [TalkLine("", Content("")), TalkLine("", said, wide=True)] if line else []

    def draw_streams(self) -> None:
        """Draw the pending replies, and keep drawing while there are any."""
        if self.hotseat is None:
            return
        streams = self.hotseat.previews()
        self.query_one(Streams).show(streams)
        if self._beat is not None:
            self._beat.resume() if streams else self._beat.pause()

    def _draw_bar(self) -> None:
        hotseat, runner = self.hotseat, self.runner
        assert hotseat is not None
        assert runner is not None
        current, bar = None if self.moment_up else hotseat.current, self.bar
        if current is None:
            goes_on = runner.asks and runner.asks[0].seat == hotseat.seat and not runner.over
            if not goes_on or runner.failed:
                self._asked_for = None
                bar.rest(self._at_rest())
            return
        if current is self._asked_for:
            return
        keep = self._bar_of == hotseat.seat and not bar.quiet
        if self._bar_of != hotseat.seat:
            bar.tell("")
        ask = current.ask
        self._asked_for, self._bar_of = current, hotseat.seat
        chips = self.game_ui.chips(ask, current.view)
        bar.ask(
            self.game_ui.label(ask),
            self.game_ui.placeholder(ask, current.view),
            (chips or ask.choices) if self.keys is None else (),
            ask.max_chars,
            sealed=ask.sealed,
            keep=keep,
            by_tab=bool(chips),
        )
        if self._likes_bar and self.is_current:
            self.to_answer()

    def _at_rest(self) -> str:
        """What the bar says while nothing is asked of the hotseat."""
        hotseat, runner = self.hotseat, self.runner
        if self.moment_up:
            return f"everybody, look {self.glyphs.dot} {self.glyphs.enter} goes on"
        if hotseat is None or runner is None or hotseat.next is not None:
            return ""
        if runner.over:
            told = self.board is not None and self.board.lingers  # then only the board shows the end
            return "" if told else self.game_ui.headline(runner.play, runner.names, hotseat.people)[0]
        if runner.failed:
            seat = runner.failed[0]
            return (
                f"{runner.names[seat]} ({seat}) has no answer {self.glyphs.dot} {self.glyphs.enter} what now?"
            )
        if hotseat.watching:
            playback, dot = runner.playback, f" {self.glyphs.dot} "
            how = f"a move every {playback.seconds:g} s" if playback.seconds else "at full speed"
            return dot.join(["paused, space goes on", how] if playback.paused else ["watching", how])
        who = ", ".join(runner.names.get(a.seat, a.seat) for a in runner.asks)
        return f"{who} is thinking{self.glyphs.ellipsis}" if who else ""

    def tick(self) -> None:
        runner = self.runner
        if runner is None:
            return
        view = runner.views[TABLE]
        ask = runner.asks[0] if runner.asks else None
        spent = self._spent.forms()[-1] if self._spent else ""
        if runner.over:
            status, seconds = "", played_seconds(runner.session.started, runner.play.events)
        else:
            status = self.game_ui.status(view, ask, runner.names)
            seconds = self._base + monotonic() - self._since
        self.sub_title = f" {self.glyphs.dot} ".join(filter(None, (status, spent, clock(seconds))))

    def draw_lists(self) -> None:
        """Draw what the hotseat may see of the list of probes."""
        for panel in self.query(ProbePanel):
            if self.hotseat is not None:
                unveiled = bool(self._revealed)
                show_lists(panel, self.hotseat, wanted=self.wants_lists, unveiled=unveiled)

    def action_reveal(self) -> None:
        super().action_reveal()
        self.draw_lists()

    def hide_entity(self) -> None:
        super().hide_entity()
        self.draw_lists()

    def action_lists(self) -> None:
        """Show the list of probes, or hide it."""
        panel = self.query(ProbePanel).first()
        self.wants_lists = panel.panel is None
        self.draw()

    # the curtain

    def draw_curtain(self) -> None:
        hotseat, runner = self.hotseat, self.runner
        assert hotseat is not None
        assert runner is not None
        if self._curtain_up or not self.is_current:
            return
        self._curtain_up = True
        self.hide_everything()
        seat = str(hotseat.next)
        ask = next((a for a in runner.asks if a.seat == seat), None)
        name = runner.names[seat]
        if list(runner.names.values()).count(name) > 1:
            name = f"{name}, the {seat}"
        task = self.game_ui.task(ask) if ask else ""
        self.app.push_screen(CurtainScreen(name, task, self._last_said(), self._curtain_answered))

    def _last_said(self) -> Content:
        """The last thing that everybody knows."""
        assert self.runner is not None
        return self.game_ui.last(self.runner.views[TABLE], self.runner.names, self.glyphs)

    def hide_everything(self) -> None:
        """Clear what the person before leaves for the next one: field, selection and toasts."""
        self.bar.rest("")
        self.bar.tell("")
        self.hide_entity()
        self._asked_for = None
        self.clear_selection()
        self.arena.clear_notifications()

    def _curtain_answered(self, there: bool) -> None:
        self._curtain_up = False
        if self.hotseat is None:
            return
        if there:
            self._likes_bar = True
            self.hotseat.sit_down()
        else:
            self.leave()
