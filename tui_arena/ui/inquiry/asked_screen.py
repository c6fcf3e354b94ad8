"""The screen that asks a person what they would have found likely at a round of a saved session.

The person sees what the seat knew then, and types a list of names or chooses a level of belief.

Law: the screen draws only the view that the seat had at that round, which doesn't contain the secret.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tui_arena.core.game import PlayerFailed
from tui_arena.core.language.names import without_article
from tui_arena.core.probes import BELIEF, LEVELS, MAX_ITEM, MOST
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.players.bot import Waiting
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.game_ui import Board, game_ui_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.presenter import SKIPPED, Course
from tui_arena.ui.widgets.probe_panel import SHORT, level_scale


class Naming:
    """The list of names so far, the likeliest first, with at most `MOST` names and no name twice.

    >>> naming = Naming()
    >>> naming.add("cat, dog, cow")
    ''
    >>> naming.add("Dog")
    ''
    >>> naming.names
    ['Dog', 'cat', 'cow']
    """

    def __init__(self, before: Sequence[str] = ()) -> None:
        """`before`: the list of the previous round, which the person can bring back."""
        self.names: list[str] = []
        self._before = list(before)

    def add(self, line: str) -> str:
        """Add the names of a line, separated by commas. A single name that is on the list moves to the top.

        Returns a message if the list is full, otherwise an empty text.
        """
        new = [name for part in line.split(",") if (name := one_line(part, MAX_ITEM).strip())]
        for name in new:
            there = next((one for one in self.names if _same(one, name)), None)
            if there is not None and len(new) > 1:
                continue
            if there is not None:
                self.names.remove(there)
                self.names.insert(0, name)
            elif len(self.names) == MOST:
                return f"{MOST} are enough. Backspace removes the last one."
            else:
                self.names.append(name)
        return ""

    def take_back(self) -> str:
        """Remove the last name and return it, so that it can be edited; empty if the list is empty."""
        return self.names.pop() if self.names else ""

    @property
    def can_repeat(self) -> bool:
        """Whether the person can bring back the list of the previous round."""
        return bool(self._before) and not self.names

    def repeat(self) -> None:
        """Start from the list of the previous round, if that is possible."""
        if self.can_repeat:
            self.names = list(self._before)

    @property
    def text(self) -> str:
        """The list as a reply."""
        return "\n".join(f"{n}. {name}" for n, name in enumerate(self.names, 1))


def _same(one: str, other: str) -> bool:
    return fold(without_article(one)) == fold(without_article(other))


FAINT = "$foreground-muted"
HOW = "Likeliest first, one per line or separated by commas. Repeat a name to move it up."
BELIEVE = "How far would you have believed it? Press a digit, or click. Press F2 to skip."
TOP = 1
"""Lines above the first level."""


class AskedScreen(ArenaScreen):
    """Asks one question after the other, until the screen below closes it."""

    TITLE = "YOUR TURN"
    CSS_PATH = "asked_screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"believe({n})", name, id=f"asked.believe_{n}") for n, name in enumerate(SHORT, 1)),
        Binding("up", "repeat", "As before", id="asked.repeat"),
        Binding("f2", "skip", "Skip", id="asked.skip"),
        Binding("escape", "stop", "Stop", id="asked.stop"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="asked.page_up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="asked.page_down"),
    ]
    HELP = "You see what the player saw in that round. Your answers are kept with the game."

    def __init__(self, course: Course, waiting: Waiting, stopped: Callable[[], None]) -> None:
        """`course`: the session's answers so far. `stopped` is called if the person wants to stop."""
        super().__init__()
        self.course = course
        self.waiting = waiting
        """The current question, with the view of the seat at that round."""
        self._stopped = stopped
        self._board: Board | None = None

    @property
    def info(self) -> GameInfo:
        """The game that was played, for the help screen."""
        return self.course.subject.info

    @property
    def number(self) -> int:
        """The round of the current question."""
        return int(self.waiting.ask.key.rpartition(":")[2])

    @property
    def believes(self) -> bool:
        """Whether the question asks for a belief instead of a list."""
        return self.waiting.ask.name == BELIEF

    def body(self) -> ComposeResult:
        with Horizontal(id="stage"):
            yield Vertical(id="board")
            with VerticalScroll(id="own", can_focus=False):
                yield Static(id="given", markup=False)
        yield Static(id="status", markup=False)
        with Horizontal(id="bar"):
            yield Static(say(f"likely {self.glyphs.arrow} "), id="label", markup=False)
            yield Input(placeholder="cat, dog", compact=True, id="line")

    async def on_mount(self) -> None:
        self._board = game_ui_of(self.info).board(self.glyphs, animated=False)
        if self._board is not None:
            await self.query_one("#board").mount(self._board)
            if not self.is_attached:  # a closing screen can't mount the board's widgets
                return
        self.put_question(self.course, self.waiting)

    def put_question(self, course: Course, waiting: Waiting) -> None:
        """Ask this question next."""
        self.course, self.waiting = course, waiting
        before = max((n for n in course.heard if n < self.number), default=None)
        self.naming = Naming(() if before is None else course.rounds[before].items)
        subject, dot = course.subject, self.glyphs.dot
        self.sub_title = f"{self.info.title} {dot} round {self.number} of {subject.last}"
        if self._board is not None:
            self._board.meet(subject.seats, (), alone=True)
            self._board.show(waiting.view, None)
        line = self.query_one(Input)
        line.value, line.disabled = "", self.believes
        self.query_one("#bar").display = not self.believes
        if not self.believes:
            line.focus()
        self._draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self, message: str = "") -> None:
        width = max(self.query_one("#own").scrollable_content_region.width, 20)
        lines = self._scale(width) if self.believes else self._list(width)
        self.query_one("#given", Static).update(Content("\n").join(lines))
        self.query_one("#status", Static).update(say(message or (BELIEVE if self.believes else HOW)))
        self.refresh_bindings()

    def _scale(self, width: int) -> list[Content]:
        heard = (self.course.rounds[n] for n in sorted(self.course.heard))
        levels = {one.number: one.level for one in heard if one.level is not None}
        return [
            say("belief", "bold $primary"),
            *level_scale(self.glyphs, levels, width),
            *say("1 to 5, from true to false", FAINT).wrap(width),
        ]

    def _list(self, width: int) -> list[Content]:
        lines = [say("likeliest", "bold $primary")]
        lines += [
            Content.assemble((f"{n:>2} ", FAINT), one_line(name, width - 3))
            for n, name in enumerate(self.naming.names, 1)
        ]
        if not self.naming.names:
            lines += say("Name five or more if you can, or just one if you're certain.", FAINT).wrap(width)
        else:
            lines += say(f"{self.glyphs.enter} on an empty line when that's all", f"italic {FAINT}").wrap(
                width
            )
        return lines

    # answering

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "believe":
            return self.believes and not self.waiting.answered.done()
        if action == "repeat":
            return not self.believes and self.naming.can_repeat
        return True

    @on(Input.Submitted)
    def _line_given(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if line:
            told = self.naming.add(line)
            event.input.value = ""
            self._draw(told)
        elif self.naming.names:
            self._say(self.naming.text)
        else:
            self._draw("You haven't named anything yet. Press F2 to skip this round.")

    def key_backspace(self) -> None:
        """If the line is empty, move the last name of the list back into it."""
        line = self.query_one(Input)
        if not self.believes and not line.value:
            line.value = self.naming.take_back()
            line.cursor_position = len(line.value)
            self._draw()

    def action_repeat(self) -> None:
        """Start from the list of the previous round."""
        self.naming.repeat()
        self._draw()

    @on(events.Click, "#given")
    def _level_clicked(self, event: events.Click) -> None:
        level = event.y - TOP
        if self.believes and 0 <= level < len(LEVELS):
            self._say(LEVELS[level])

    def action_believe(self, level: int) -> None:
        self._say(LEVELS[level - 1])

    def action_skip(self) -> None:
        """Skip this round."""
        self._say(None)

    def _say(self, text: str | None) -> None:
        if text is not None:
            self.waiting.answer(text)
        elif not self.waiting.answered.done():
            self.waiting.answered.set_exception(PlayerFailed(SKIPPED))

    def action_stop(self) -> None:
        self._stopped()

    def action_page(self, pages: int) -> None:
        if self._board is not None:
            self._board.page(pages)
