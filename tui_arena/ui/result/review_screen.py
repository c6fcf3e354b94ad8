"""The screen that reviews the answers of a finished session, and teaches the user's deck from them.

Law: nothing is written to a deck unless the person confirms the dialog that names the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile
from tui_arena.core.game import Deck
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.data.entity_decks import MAX_NAME, add_entity
from tui_arena.save.store import Store
from tui_arena.table.opening import opening_of
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.result.answer_review import AnswerReview, Lesson, ReviewedAnswer
from tui_arena.ui.result.presenter import Result, load_result, tell_late
from tui_arena.ui.widgets.dialogs import Panel, TextDialog
from tui_arena.ui.widgets.rows import FieldRow


@dataclass(frozen=True, slots=True)
class Read:
    """A session and its review."""

    result: Result
    answer_review: AnswerReview


def deck_of(catalogue: Catalogue, result: Result) -> Deck | None:
    """The deck that a session's answers are compared with: its own, or the game's; None: neither can be read."""
    if result.session.setup.source is not None:
        return result.session.setup.source
    try:
        return catalogue.deck(None, result.info).deck
    except BadFile:
        return None


def answer_review_of(catalogue: Catalogue, result: Result) -> AnswerReview | None:
    """The review of a finished session, None for others or if there is none. Runs in a thread."""
    if not result.play.over:
        return None
    return game_ui_of(result.info).answer_review(result.play, deck_of(catalogue, result), result.people)


def read(catalogue: Catalogue, store: Store, session_id: str) -> Read:
    """Read a session and review its answers. Runs in a thread. Raises SaveError, BadFile, BadEvent."""
    result = load_result(catalogue, store, session_id)
    return Read(result, answer_review_of(catalogue, result) or AnswerReview())


def taught(catalogue: Catalogue, lesson: Lesson) -> Path:
    """Write a lesson to the user's deck and give its path. Runs in a thread. Raises BadFile."""
    if catalogue.user is None:
        raise BadFile("there is no folder for decks of your own")
    path = add_entity(
        catalogue.user, lesson.name, lesson.aliases, lesson.facts, deck=lesson.deck, of=lesson.of
    )
    catalogue.forget()
    return path


class TeachDialog(Panel[Lesson]):
    """Gives the lesson with the names that were typed, or None if closed."""

    DEFAULT_CSS = """
    TeachDialog > Vertical { width: 68; max-width: 94%; max-height: 96%; }
    TeachDialog .title { margin-bottom: 1; }
    TeachDialog .text { margin: 1 0 0 0; }
    TeachDialog FieldRow { align-horizontal: left; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="teach.close"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, lesson: Lesson, path: Path) -> None:
        """`path`: the file of the deck."""
        super().__init__()
        self._lesson = lesson
        self._path = path

    def compose(self) -> ComposeResult:
        lesson = self._lesson
        with Vertical():
            yield Static(say("Add it to my deck"), classes="title", markup=False)
            yield FieldRow("name", lesson.name, limit=MAX_NAME, id="name")
            aliases = " | ".join(lesson.aliases)
            yield FieldRow(
                "also called", aliases, empty="other names, with | between", limit=400, id="aliases"
            )
            yield Static(say(self._what()), classes="text", markup=False)
            yield Static(classes="problem", markup=False)
            with Horizontal():
                yield Button(say("Add"), id="add", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#name", FieldRow).field.focus()

    def _what(self) -> str:
        n = self._lesson.given
        facts = f"{n} {'fact' if n == 1 else 'facts'}"
        return (
            f"With {facts} of your answers: yes is yes, no is no, probably is sometimes, "
            f"don't know is left out. It is written to\n{self._path}"
        )

    @property
    def named(self) -> Lesson:
        """The lesson with the names in the fields."""
        aliases = [one_line(part) for part in self.query_one("#aliases", FieldRow).value.split("|")]
        name = self.query_one("#name", FieldRow).value
        kept = dict.fromkeys(alias for alias in aliases if alias and alias != name)
        return replace(self._lesson, name=name, aliases=tuple(kept))

    def _problem(self) -> str:
        if not self.query_one("#name", FieldRow).value:
            return "It needs a name."
        return ""

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one(".problem", Static).update(say(self._problem()))

    @on(Input.Submitted)
    @on(Button.Pressed, "#add")
    def _done(self) -> None:
        if not self._problem():
            self.dismiss(self.named)


SIGNS: Mapping[str, tuple[str, str, str]] = {
    "differs": ("≠", "!", "bold $warning"),
    "near": ("~", "~", "$foreground"),
    "open": ("?", "?", "$foreground-muted"),
    "same": ("=", "=", "$foreground-muted"),
}
"""By kind: the sign, the same in ASCII, and the colour of the line."""
LEAST = 12
"""Least cells of a question."""


class AnswerReviewScreen(ArenaScreen):
    """Shows one line per question: the answer, what the deck knows, and whether they agree."""

    TITLE = "WHAT I KNOW OF IT"
    CSS_PATH = "review_screen.tcss"
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
        """The name of the deck that has just learned the lesson; empty: none."""

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
        """Read the session and draw the review."""
        arena = self.arena
        self.read = await self.looked_up(read, arena.catalogue, arena.store, self._session_id)
        if self.read is None:
            arena.back()
            return
        self._draw()
        self.query_one("#all").focus()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson; None if there is none, or if it has been learned."""
        return self.read.answer_review.lesson if self.read is not None and not self.taught else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return {
            "teach": self.lesson is not None,
            "play": bool(self.taught),
            "tell": self.read is not None and self.read.answer_review.untold,
        }.get(action, True)

    # drawing

    def _draw(self) -> None:
        if self.read is None:
            return
        found = self.read.answer_review
        self.sub_title = found.name
        self.put("line", say(found.line, "bold $primary"))
        self.put("remarks", Content("\n").join(say(remark, "$warning") for remark in found.remarks))
        self.put("lines", Content("\n").join(self._lines(found)))
        if not self.taught:
            self.put("offer", say(self._offer(found), "$accent"))
        self.refresh_bindings()

    def _offer(self, found: AnswerReview) -> str:
        if found.untold:
            return "t tells what it was; then your answers can be held against what I know."
        if found.lesson is None:
            return ""
        taken = f"{found.lesson.given} facts of your answers"
        return f"a puts it into your deck {found.lesson.deck!r}, with {taken}. Then I know it next time."

    def _lines(self, found: AnswerReview) -> list[Content]:
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

    def _row(self, line: ReviewedAnswer, room: int, said: int) -> list[Content]:
        sign, plain, style = SIGNS[line.kind]
        if self.read is not None and not line.known:
            sign = plain = " "
            style = "$foreground"
        first, *rest = say(line.question).wrap(room)
        row = Content.assemble(
            (f"{plain if self.glyphs.ascii else sign} ", "bold"),
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
        """Ask for the names of the lesson, and show the file it would go to."""
        lesson = self.lesson
        if lesson is not None:
            path = self.arena.paths.config / "decks" / f"{lesson.deck}.tsv"
            self.app.push_screen(TeachDialog(lesson, path), self._named)

    def _named(self, lesson: Lesson | None) -> None:
        if lesson is not None:
            self._teach(lesson)

    @work(group="save", exclusive=True)
    async def _teach(self, lesson: Lesson) -> None:
        """Write the lesson, and have the deck read again."""
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
        """Play again, with the deck that has just learned."""
        if self.read is None or not self.taught:
            return
        again = opening_of(self.read.result.session, self.read.result.cast)
        self.arena.open_table(replace(again, deck=self.taught))

    # what it was

    def action_tell(self) -> None:
        """Answer the ask that is open after the end: what it was."""
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
        assert self.read is not None
        if await self.carried_out(tell_late, self.arena.store, self.read.result, text):
            self.load()
