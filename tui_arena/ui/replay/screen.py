"""The replay screen: a session step by step, as the table saw it.

Everything shown comes from `Replay`, which decides what the reader may see.

Law: the secret of an unfinished session is shown only after a warning, and the session is then marked
`peeked`.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, cast

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent, Kind
from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import YOU
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import coach_ask, has_judge
from tui_arena.save.errors import SaveError, reading
from tui_arena.save.exchange.session_files import read_session
from tui_arena.save.skipping import opened
from tui_arena.table.caster import Manner, caster_lines
from tui_arena.table.transcript import NOTHING, SEALED, TranscriptLine
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import export_sessions
from tui_arena.ui.game_ui import Board, GameUI, game_ui_of
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.replay.presenter import MetricSoFar, Replay, studied
from tui_arena.ui.widgets.dialogs import Question, agreed
from tui_arena.ui.widgets.menu import glyphs_of
from tui_arena.ui.widgets.probe_panel import ProbePanel
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.talk import caster_line

PEEK: Question = (
    "Peek at the secret?",
    (
        "This game isn't over. If you peek, you see its secret and everything sealed. The game is then "
        "marked as peeked, and the stats leave it out."
    ),
    ("Keep it hidden", "Look anyway"),
)


class ReplayScreen(ArenaScreen):
    """One saved session, or one shipped demo."""

    TITLE = "REPLAY"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "Next", key_display="→", id="replay.next"),
        Binding("left,h", "step(-1)", "Previous", key_display="←", id="replay.previous"),
        Binding("space", "play", "Play", id="replay.play"),
        Binding("space", "pause", "Pause", id="replay.pause"),
        Binding(
            "n",
            "mark(1)",
            "Mark",
            id="replay.next_mark",
            tooltip="Go to the next mark; N goes to the previous mark",
        ),
        Binding("b", "peek", "Peek", id="replay.peek"),
        Binding("b", "branch", "Branch", id="replay.branch", tooltip="Play on from here with other players"),
        Binding(
            "c",
            "coach",
            "Coach",
            id="replay.coach",
            tooltip="Which questions were good, and which were wasted",
        ),
        Binding("v", "reveal", "Secret", id="replay.reveal"),
        Binding(
            "s",
            "next_viewer",
            "View",
            id="replay.eyes",
            tooltip="What one seat knew, or what the whole table knew",
        ),
        Binding("e", "reasons", "Reasons", id="replay.reasons"),
        Binding(
            "p",
            "prompt",
            "Prompt",
            id="replay.prompt",
            tooltip="What was asked and what came back, word for word",
        ),
        Binding("A", "audit", "Audit", id="replay.audit", tooltip="Ask the judge again"),
        Binding("R", "replies", "Replies", id="replay.replies", tooltip="Every reply, in a list"),
        Binding(
            "i",
            "figures",
            "Figures",
            id="replay.figures",
            tooltip="The figures so far, as numbers or in words",
        ),
        Binding("r", "resume", "Play on", id="replay.resume"),
        Binding("x", "export", "Export", id="replay.export"),
        Binding("plus,equals_sign", "pace(-1)", "Faster", key_display="+", id="replay.faster"),
        Binding("minus", "pace(1)", "Slower", key_display="-", id="replay.slower"),
        Binding("N", "mark(-1)", "Previous mark", show=False, id="replay.previous_mark"),
        Binding("home", "go(0)", "Start", show=False, id="replay.start"),
        Binding("end", "go(-1)", "End", show=False, id="replay.end"),
        Binding("up,k", "scroll(-1)", "Scroll up", show=False, id="replay.up"),
        Binding("down,j", "scroll(1)", "Scroll down", show=False, id="replay.down"),
    ]
    HELP = "Step through a game. The board shows how things stood; what was said is on the right."

    def __init__(self, source: str | Path, at: str = "", *, plays: bool = False) -> None:
        """`source`: a saved session's id, or the path of a demo. `plays`: whether playback starts by itself.

        `at`: `last` to start before the last turn, or empty.
        """
        super().__init__()
        self._plays = plays
        self._source = source
        self.replay: Replay | None = None
        """The replay; None until the session is loaded, or if it can't be loaded."""
        self.coachable = False
        """Whether the session can be coached."""
        self.judged = False
        """Whether the session has a judge that can be audited."""
        self.by_figures = False
        """Whether metrics are shown as numbers, not in words."""
        self._start = at
        self._board: Board | None = None
        self._timer: Timer | None = None

    @property
    def info(self) -> GameInfo | None:
        """The game that was played, for the help screen."""
        return self.replay.info if self.replay is not None else None

    def body(self) -> ComposeResult:
        yield Static(id="failed", markup=False)
        with Horizontal(id="stage"):
            with Vertical(id="left", classes="bare"):
                yield Vertical(id="board")
                yield Static(id="figures", markup=False)
            with Vertical(id="middle"):
                yield ProbePanel(self.glyphs, id="likely")
                with VerticalScroll(id="talk", can_focus=False):
                    yield Static(id="said", markup=False)
            with VerticalScroll(id="side", can_focus=False):
                yield ProbePanel(self.glyphs, id="side-likely")
                yield Static(id="side-figures", markup=False)
        with Horizontal(id="foot"):
            yield Scrub(id="scrub")
            yield Static(id="where", markup=False)

    def on_mount(self) -> None:
        self.call_after_refresh(self.load)

    # what is shown

    @work(exclusive=True, group="load")
    async def load(self, *, peeking: bool = False) -> None:
        """Read the session in a thread, and go to its start or to the position before its last turn."""
        try:
            info, replay = await self.arena.in_thread(self._read, peeking=peeking)
        except (SaveError, BadFile, BadEvent, ValueError) as error:
            self.query_one("#failed", Static).update(say(f"This game can't be replayed.\n\n{error}"))
            self.add_class("-failed")
            return
        if self._board is None:
            self._board = game_ui_of(info).board(self.glyphs, animated=self.arena.settings.animations)
            if self._board is not None:
                await self.query_one("#board").mount(self._board)
                self.query_one("#left").remove_class("bare")
        self.coachable = coach_ask(info, replay.end, self.arena.catalogue) is not None
        self.judged = has_judge(replay.session, info)
        if self._start == "last":
            replay.go(replay.turn_before)
        self.replay = replay
        if self._plays:
            self._plays = False
            self.action_play()
        self.draw()
        self.call_after_refresh(self.draw)  # the board has its size now
        self._listen(replay)

    def _read(self, *, peeking: bool) -> tuple[GameInfo, Replay]:
        """Read the session; runs in a thread, as a deck may have to be prepared first."""
        if isinstance(self._source, Path):
            session = read_session(self._source, self.arena.catalogue).session
        else:
            session, _ = opened(self.arena.store, self.arena.catalogue, self._source)
        with reading(session.id):
            info = self.arena.catalogue.game(session.game)
            study = studied(info, session.fold(info.game))
            return info, Replay(info, session, peeking=peeking, study=study)

    @work(exclusive=True, group="caster")
    async def _listen(self, replay: Replay) -> None:
        """Work out in a thread what the caster says, and show it as soon as it is ready."""
        manner = cast("Manner", self.arena.settings.caster)
        replay.caster_lines = await self.arena.in_thread(
            caster_lines, replay.info, replay.session, manner, watchers=replay.open
        )
        if replay.caster_lines and replay is self.replay:
            self.draw()

    def draw(self) -> None:
        """Draw the current position."""
        r = self.replay
        if r is None:
            return
        self.title = f"REPLAY {self.glyphs.dot} {r.title}"
        names = dict(r.cast())
        alike = list(names.values()).count(names.get(r.viewer, "")) > 1
        who = r.viewer if alike else names.get(r.viewer, r.viewer)
        viewer = "" if r.viewer == TABLE else "as you see it" if who == YOU else f"as {who} sees it"
        facts = [
            viewer,
            r.info.title if r.title != r.info.title else "",
            r.variant,
            r.outcome(),
            game_ui_of(r.info).named(r.secret).upper(),
        ]
        self.sub_title = self.glyphs.dotted(facts)
        if self._board is not None:
            self._board.meet(r.names, (), alone=True)
            self._board.show(r.view, None)
        talk = self.query_one("#talk")
        width = talk.scrollable_content_region.width
        lines = transcript(
            r, self.glyphs, board=self._board is not None and self._board.shows_marks, width=width
        )
        if r.caster:
            lines = Content("\n").join([lines, Content(""), *hung(caster_line(r.caster), width, 0)])
        self.query_one("#said", Static).update(lines)
        figures = figure_lines(r.figures())
        if r.has_words and not self.by_figures:
            figures = Content("\n").join(say(line) for line in r.in_words())
        self.query_one("#figures", Static).update(figures)
        self.query_one("#side-figures", Static).update(figures)
        likely = r.panel
        self.set_class(likely is not None, "-probed")  # otherwise the transcript gets the room
        for panel in self.query(ProbePanel):
            panel.show(likely)
        self.query_one(Scrub).show(r.at, r.last)
        self.query_one("#where", Static).update(say(self._where(r)))
        self.call_after_refresh(talk.scroll_end, animate=False)  # the panel above it may have grown
        self.refresh_bindings()

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def _where(self, r: Replay) -> str:
        playback = f"{r.seconds:g} s a step" if self._timer is not None else "paused"
        marks = len(r.stops)
        told = [f"{marks} mark{'s'[: marks - 1]}"] if marks else []
        return self.glyphs.dotted([f"{r.at} of {r.last}", *told, playback])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        r = self.replay
        if action in ("back", "scroll"):
            return True
        if r is None:
            return False
        unfinished = isinstance(self._source, str) and not r.end.over
        unfinished = unfinished and self._source not in self.arena.on_the_table
        at_reply = r.event is not None and r.event.type == Kind.REPLY
        works = {
            "step": r.at < r.last if parameters == (1,) else r.at > 0,
            "play": self._timer is None and r.last > 0,
            "pause": self._timer is not None,
            "pace": self._timer is not None,
            "reveal": r.end.over and not r.play.over,
            "next_viewer": r.open,
            "figures": r.open and r.has_words,
            "prompt": r.open and (at_reply or bool(r.play.asks())),
            "peek": unfinished and not r.peeking and not self.arena.store.read_only,
            "resume": unfinished,
            "mark": r.next_stop(1 if parameters == (1,) else -1) is not None,
            "branch": r.open and not r.play.over and bool(r.play.asks()) and not self.arena.store.read_only,
            "coach": r.open and self.coachable,
            "audit": r.open and self.judged,
            "replies": isinstance(self._source, str),
        }
        return works.get(action, True)

    # stepping

    @property
    def loaded(self) -> Replay:
        """The replay, for actions, which only work after it is loaded."""
        assert self.replay is not None
        return self.replay

    def action_step(self, by: int) -> None:
        self.stop()
        self.action_go(self.loaded.at + by)

    def action_go(self, to: int) -> None:
        self.loaded.go(self.loaded.last if to < 0 else to)
        self.draw()

    def action_mark(self, by: int) -> None:
        """Go to the next reply with a mark, or to the previous."""
        to = self.loaded.next_stop(by)
        assert to is not None
        self.stop()
        self.action_go(to)

    def on_scrub_scrubbed(self, event: Scrub.Scrubbed) -> None:
        if self.replay is not None:
            self.stop()
            self.action_go(event.to)

    def action_play(self) -> None:
        """Space: start playback. At the end of the session, start again from the beginning."""
        if self.loaded.at == self.loaded.last:
            self.loaded.go(0)
        self._timer = self.set_interval(self.loaded.seconds, self.tick)
        self.draw()

    def action_pause(self) -> None:
        """Space again: pause playback."""
        self.stop()
        self.draw()

    def tick(self) -> None:
        """Take one step of playback; stop after the last step."""
        self.loaded.go(self.loaded.at + 1)
        if self.loaded.at == self.loaded.last:
            self.stop()
        self.draw()

    def stop(self) -> None:
        """Stop playback."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_pace(self, by: int) -> None:
        """Slow down playback, or speed it up if `by` is negative."""
        self.stop()
        self.loaded.change_pace(by)
        self._timer = self.set_interval(self.loaded.seconds, self.tick)
        self.draw()

    def action_scroll(self, by: int) -> None:
        self.query_one("#talk").scroll_relative(y=2 * by, animate=False)

    def action_reasons(self) -> None:
        self.loaded.reasons = not self.loaded.reasons
        self.draw()

    def action_figures(self) -> None:
        """Switch between metrics as numbers and metrics in words."""
        self.by_figures = not self.by_figures
        self.draw()

    def action_reveal(self) -> None:
        self.loaded.revealed = not self.loaded.revealed
        self.draw()

    def action_next_viewer(self) -> None:
        """Show the view of the next seat."""
        self.loaded.next_viewer()
        self.draw()

    def action_prompt(self) -> None:
        self.stop()
        sheet = self.loaded.sheet(self.arena.catalogue)
        if sheet is not None:
            self.app.push_screen(SheetScreen(sheet))

    def action_replies(self) -> None:
        """List the replies of this session."""
        self.stop()
        self.arena.open_replies(session=self._source, title=self.loaded.title)

    def action_resume(self) -> None:
        if isinstance(self._source, str):
            self.arena.resume_table(self._source)

    @work(exclusive=True, group="branch")
    async def action_branch(self) -> None:
        """Branch from this position: play on with other players in a new session."""
        self.stop()
        dialog = importlib.import_module("tui_arena.ui.replay.branch_screen").BranchScreen(self.loaded)
        session_id: str | None = await self.app.push_screen_wait(dialog)
        if session_id is not None:
            self.arena.resume_table(session_id)

    def action_coach(self) -> None:
        self.stop()
        self.arena.open_coach(self.loaded.info, self.loaded.session)

    def action_audit(self) -> None:
        self.stop()
        self.arena.open_audit(self.loaded.info, self.loaded.session)

    @work(exclusive=True, group="peek")
    async def action_peek(self) -> None:
        """Show everything in an unfinished session if the reader agrees, and mark the session as peeked."""
        if not isinstance(self._source, str) or not await agreed(self.app, PEEK):
            return
        if await self.carried_out(self.arena.store.load, self._source, peeking=True):
            self.load(peeking=True)

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        """Write the session to a file and show its path."""
        replay = self.loaded
        await export_sessions(self, lambda _: [(replay.session, replay.info)], secrets=replay.peeking)


SHOWN = 300
"""The maximum number of entries drawn; the oldest are left out."""
MAX_TEXT = 2000
NAME = 10
"""The maximum width of the names' column, in cells."""
FAINT = "$foreground-muted"
PLAIN = frozenset({"question", "answer", "prompt", "reply", "last_guess", "verdict", "call"})
"""The asks whose names aren't shown, because the replies make clear what was asked."""
MARKS = {
    "early": ("!", "$warning"),
    "redundant": ("=", "$warning"),
    "inconsistent": ("x", "$error"),
    "key": ("*", "$success"),
    "blocked": ("#", "$error"),
    "own": ("o", "$warning"),
    "changed": ("~", "$warning"),
}
"""Maps each kind of mark to its ASCII sign and colour. The kind is written after the sign."""
SIGNS = {"inconsistent": "×", "key": "◆", "blocked": "■", "own": "□"}
"""Signs that replace the signs in `MARKS` if the terminal shows more than ASCII."""


def transcript(replay: Replay, glyphs: Glyphs, *, board: bool, width: int) -> Content:
    """The transcript up to the position, in lines of `width` cells, with the newest entry marked.

    Replies are shown as people would say them; refused replies are shown unchanged.
    """
    cast = glyphs.dotted(f"{seat.replace('_', ' ')} {name}" for seat, name in replay.cast())
    lines = hung(say(cast, FAINT), width, 0)
    if replay.about:
        lines += hung(say(replay.about, f"italic {FAINT}"), width, 0)
    lines.append(Content(""))
    entries = replay.entries(board=board)[-SHOWN:]
    if not entries:
        lines.append(say("Nobody has said anything yet.", FAINT))
    style = _Style(
        game_ui_of(replay.info),
        glyphs,
        width,
        min(max((len(e.who) for e in entries), default=0), NAME),
        name_asks=len({(e.who, e.ask) for e in entries if e.ask}) > len({e.who for e in entries if e.ask}),
        reasons=replay.reasons,
    )
    newest = entries[-1].seq if entries and replay.open else 0
    for i, entry in enumerate(entries):
        lines += _entry(entry, style, newest=newest > 0 and entry.seq == newest)
        if all(later.seq != entry.seq for later in entries[i + 1 : i + 2]):
            lines += mark_lines(replay.marked(entry.seq), glyphs, width)
        if replay.reasons:
            lines.append(Content(""))
    return Content("\n").join(lines)


def mark_lines(marks: Sequence[tuple[str, str]], glyphs: Glyphs, width: int) -> list[Content]:
    """The marks of a reply, indented below it, each with a sign, its kind and its reason."""
    lines: list[Content] = []
    for kind, why in marks:
        sign, tone = MARKS.get(kind, ("-", "$warning"))
        shown = sign if glyphs.ascii or kind not in SIGNS else SIGNS[kind]
        lines += hung(Content.assemble((f"    {shown} {kind}: ", f"bold {tone}"), say(why, tone)), width, 6)
    return lines


def hung(text: Content, width: int, indent: int) -> list[Content]:
    """A text wrapped to a width, with all lines after the first indented."""
    room = max(width - indent, 8)
    first, *rest = text.wrap(max(width, 8)) or [Content("")]
    if rest:
        after = text[len(first.plain) :].plain.lstrip()
        tail = text[len(text.plain) - len(after) :].wrap(room)
        rest = [Content(" " * indent).append(line) for line in tail]
    return [first, *rest]


@dataclass(frozen=True, slots=True)
class _Style:
    game_ui: GameUI
    glyphs: Glyphs
    width: int
    names: int
    """The width of the names' column, in cells."""
    name_asks: bool
    """Whether the name of the ask is shown."""
    reasons: bool


def _entry(entry: TranscriptLine, style: _Style, *, newest: bool) -> list[Content]:
    glyphs = style.glyphs
    mark = (f"{glyphs.arrow if newest else ' '} ", "bold $accent")
    if not entry.who:
        note = Content.assemble(mark, (f"{glyphs.dot} {one_line(entry.text, MAX_TEXT)}", f"italic {FAINT}"))
        return hung(note, style.width, 4)
    indent = style.names + 4
    names_ask = style.name_asks and entry.ask not in PLAIN
    as_it_is = entry.refused or entry.text in (NOTHING, SEALED)
    text = entry.text if as_it_is else style.game_ui.spoken(entry.ask, entry.text)
    head = Content.assemble(
        mark,
        (one_line(entry.who, NAME).ljust(style.names) + "  ", "$primary"),
        (f"{entry.ask.replace('_', ' ')} " if names_ask and entry.ask else "", FAINT),
        (one_line(text, MAX_TEXT), f"strike {FAINT}" if entry.void else "bold"),
        (f" {glyphs.dot} why{glyphs.ellipsis}" if entry.reason and not style.reasons else "", FAINT),
        ("  taken back" if entry.void else "", f"italic {FAINT}"),
    )
    lines = hung(head, style.width, indent)
    if entry.refused:
        refused = f"refused: {one_line(entry.refused, MAX_TEXT)}"
        lines += _indented(say(refused, "$error"), style.width, 4)
    if entry.reason and style.reasons:
        lines += _indented(say(one_line(entry.reason, MAX_TEXT), f"italic {FAINT}"), style.width, 4)
    return lines


def _indented(text: Content, width: int, indent: int) -> list[Content]:
    return [Content(" " * indent).append(line) for line in text.wrap(max(width - indent, 8))]


def figure_lines(figures: Sequence[MetricSoFar]) -> Content:
    """One line per metric; metrics with a value for each turn come first."""
    if not figures:
        return Content("")
    turns = [f for f in figures if " " in f.text]
    ordered = turns + [f for f in figures if f not in turns]
    width = max(len(f.label) for f in ordered)
    return Content("\n").join(
        Content.assemble((f"{f.label:<{width}}  ", "$foreground-muted"), (f.text, "bold")) for f in ordered
    )


class Scrub(Widget):
    """A line with a knob at the current position of the replay. A click asks for another position."""

    ALLOW_SELECT = False

    @dataclass
    class Scrubbed(OwnMessage):
        """A click on the line asks for another position."""

        to: int
        """The position, from 0."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self.at = 0
        self.stops = 0

    def show(self, at: int, stops: int) -> None:
        """Show the position `at`, from 0 to `stops`."""
        self.at, self.stops = at, stops
        self.refresh()

    def render(self) -> Content:
        return scrubber(glyphs_of(self), self.at, self.stops, self.content_size.width)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        self.post_message(self.Scrubbed(stop_at(x, self.stops, self.content_size.width)))


def scrubber(glyphs: Glyphs, at: int, stops: int, width: int) -> Content:
    """The position within `stops` steps, as a line of `width` cells with a knob."""
    width = max(width, 3)
    knob = place(at, stops, width)
    dot, done, rest = ("o", "=", "-") if glyphs.ascii else ("●", "━", "─")
    return Content.assemble(
        (done * knob, "$primary"), (dot, "bold $accent"), (rest * (width - knob - 1), "$foreground-muted")
    )


def place(at: int, stops: int, width: int) -> int:
    """The cell of the scrubber at which a stop is shown; the inverse of `stop_at`."""
    return round(min(max(at, 0), stops) / stops * (width - 1)) if stops > 0 else 0


def stop_at(cell: int, stops: int, width: int) -> int:
    """The stop that is shown at a cell of the scrubber; the inverse of `place`."""
    return round(min(max(cell, 0), width - 1) / (width - 1) * stops) if width > 1 else 0
