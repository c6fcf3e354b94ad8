"""Where the answers differ from what the deck knows, and what it can learn of them.

Law: it opens for sessions that are over alone. Nothing is written unless the dialog that names the file
is answered; what goes wrong is told in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.save.store import SaveError
from tui_arena.ui.afterword import Afterword, Lesson, Line
from tui_arena.ui.look import say
from tui_arena.ui.result_afterword import Read, read, taught
from tui_arena.ui.result_view import tell_late
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.screens.teach_dialog import TeachDialog
from tui_arena.ui.tables import opening_of
from tui_arena.ui.widgets.text_dialog import TextDialog

SIGNS: Mapping[str, tuple[str, str, str]] = {
    "differs": ("≠", "!", "bold $warning"),
    "near": ("~", "~", "$foreground"),
    "open": ("?", "?", "$foreground-muted"),
    "same": ("=", "=", "$foreground-muted"),
}
"""By kind: the sign, the same in ASCII, and the colour of the line."""
LEAST = 12
"""Cells that a question gets at least."""


class AfterwordScreen(ArenaScreen):
    """One line a question: what was said, what is known, and whether they go together."""

    TITLE = "WHAT I KNOW OF IT"
    CSS_PATH = "afterword.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "teach", "Add it to my deck", id="afterword.teach"),
        Binding("p", "play", "Play with that deck", id="afterword.play"),
        Binding("t", "tell", "Tell what it was", id="afterword.tell"),
        Binding("escape,enter,d", "back", "Back", id="afterword.back"),
    ]

    def __init__(self, session_id: str) -> None:
        super().__init__()
        self._session_id = session_id
        self.read: Read | None = None
        self.taught = ""
        """The deck that learned of it just now."""

    def body(self) -> ComposeResult:
        yield Static(id="line", markup=False)
        yield Static(id="remarks", markup=False)
        with VerticalScroll(id="all"):
            yield Static(id="lines", markup=False)
        yield Static(id="offer", markup=False)

    def on_mount(self) -> None:
        self.load()

    @work(group="load", exclusive=True)
    async def load(self) -> None:
        """Read the session and draw what there is to say."""
        arena = self.arena
        try:
            self.read = await arena.in_thread(read, arena.catalogue, arena.store, self._session_id)
        except (SaveError, BadFile, BadEvent) as error:
            arena.back()
            arena.notify(str(error), severity="error", timeout=12)
            return
        self._draw()
        self.query_one("#all").focus()

    @property
    def lesson(self) -> Lesson | None:
        """What a deck can learn, as long as it has not."""
        return self.read.afterword.lesson if self.read is not None and not self.taught else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return {
            "teach": self.lesson is not None,
            "play": bool(self.taught),
            "tell": self.read is not None and self.read.afterword.untold,
        }.get(action, True)

    # drawing

    def _draw(self) -> None:
        if self.read is None:
            return
        found = self.read.afterword
        self.sub_title = found.name
        self.put("line", say(found.line, "bold $primary"))
        self.put("remarks", Content("\n").join(say(remark, "$warning") for remark in found.remarks))
        self.put("lines", Content("\n").join(self._lines(found)))
        if not self.taught:
            self.put("offer", say(self._offer(found), "$accent"))
        self.refresh_bindings()

    def _offer(self, found: Afterword) -> str:
        if found.untold:
            return "t tells what it was; then your answers can be held against what I know."
        if found.lesson is None:
            return ""
        taken = f"{found.lesson.given} facts of your answers"
        return f"a puts it into your deck {found.lesson.deck!r}, with {taken}. Then I know it next time."

    def _lines(self, found: Afterword) -> list[Content]:
        said = max((len(line.said) for line in found.lines), default=0)
        known = max((len(line.known) for line in found.lines), default=0)
        head, numbers = 2, 3
        longest = max((len(line.question) for line in found.lines), default=0)
        room = max(min(self.size.width - 6 - head - numbers - said - known - 4, longest), LEAST)
        title = Content.assemble(
            " " * (head + numbers + room + 2), ("said".ljust(said + 2), "$foreground-muted")
        )
        if known:
            title = title.append(say("known", "$foreground-muted"))
        rows = [part for line in found.lines for part in self._row(line, room, said)]
        return [title, *rows] if rows else []

    def _row(self, line: Line, room: int, said: int) -> list[Content]:
        sign, plain, style = SIGNS[line.kind]
        if self.read is not None and not line.known:
            sign = plain = " "
            style = "$foreground"
        first, *rest = say(line.question).wrap(room)
        row = Content.assemble(
            (f"{plain if self.look.ascii else sign} ", "bold"),
            (f"{line.number:>2} ", "$foreground-muted"),
            first.pad_right(max(room - first.cell_length, 0)),
            "  ",
            line.said.ljust(said),
            "  ",
            line.known,
        )
        return [row.stylize(style), *(Content.assemble(" " * 5, more).stylize(style) for more in rest)]

    def on_resize(self) -> None:
        self._draw()

    # learning

    def action_teach(self) -> None:
        """Ask whether, as what, and say where to."""
        lesson = self.lesson
        if lesson is not None:
            path = self.arena.paths.config / "decks" / f"{lesson.deck}.tsv"
            self.app.push_screen(TeachDialog(lesson, path), self._named)

    def _named(self, lesson: Lesson | None) -> None:
        if lesson is not None:
            self._teach(lesson)

    @work(group="save", exclusive=True)
    async def _teach(self, lesson: Lesson) -> None:
        """Write it, and have the deck read anew."""
        arena = self.arena
        assert self.read is not None
        try:
            path = await arena.in_thread(taught, arena.catalogue, lesson)
        except (BadFile, OSError) as error:
            self.put("offer", say(f"Nothing was added: {error}", "bold $error"))
            return
        self.taught = lesson.deck
        told = f"Added. {lesson.name} lies in {path}. p plays with it; in the set-up it is the deck {lesson.deck!r}."
        self.put("offer", say(told, "bold $success"))
        self.refresh_bindings()

    def action_play(self) -> None:
        """Again, with the deck that has just learned."""
        if self.read is None or not self.taught:
            return
        again = opening_of(self.read.result.session, self.read.result.cast)
        self.arena.open_table(replace(again, deck=self.taught))

    # what it was

    def action_tell(self) -> None:
        """Say now what was asked over the end."""
        if self.read is None:
            return
        play = self.read.result.play
        (ask,) = play.asks()

        def wrong(text: str) -> str | None:
            fault = play.trial(ask, text)
            return None if fault is None else "A name is needed; other names go behind a | each."

        self.app.push_screen(
            TextDialog("What was it?", "name | another name", "", wrong, limit=ask.max_chars), self._told
        )

    def _told(self, text: str | None) -> None:
        if text is not None:
            self._tell(text)

    @work(group="save", exclusive=True)
    async def _tell(self, text: str) -> None:
        arena = self.arena
        assert self.read is not None
        try:
            await arena.in_thread(tell_late, arena.store, self.read.result, text)
        except (SaveError, BadEvent) as error:
            arena.notify(str(error), severity="error")
            return
        self.load()
