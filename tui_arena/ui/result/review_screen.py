"""The screen that reviews the answers of a finished session, and teaches the user's deck from them.

Law: nothing is written to a deck unless the person confirms the dialog that names the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.game import Deck
from tui_arena.core.language.sentences import counted
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
from tui_arena.ui.widgets.dialogs import TextDialog
from tui_arena.ui.widgets.form import FormDialog
from tui_arena.ui.widgets.rows import Field


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


class TeachDialog(FormDialog[Lesson]):
    """Gives the lesson with the names that were typed, or None if closed."""

    AUTO_FOCUS = "#name Input"
    DEFAULT_CSS = "TeachDialog #what { padding: 0 1; margin-top: 1; color: $foreground-muted; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="teach.close"),
    ]

    def __init__(self, lesson: Lesson, path: Path) -> None:
        """`path`: the file of the deck."""
        first = {"name": lesson.name, "aliases": " | ".join(lesson.aliases)}
        super().__init__("Add it to my deck", "", first, "Add")
        self._lesson = lesson
        self._path = path

    def fields(self) -> Sequence[Field]:
        now, others = self.form.values, "other names, with | between"
        return [
            Field("name", "name", now["name"], limit=MAX_NAME),
            Field("aliases", "also called", now["aliases"], empty=others, limit=400),
        ]

    def below(self) -> ComposeResult:
        text = (
            f"With {counted(self._lesson.given, 'fact')} of your answers: yes is yes, no is no, probably is "
            f"sometimes, don't know is left out. It is written to\n{self._path}"
        )
        yield Static(say(text), id="what", markup=False)

    def read(self) -> Lesson:
        """The lesson with the names in the fields. Raises BadFile."""
        name, others = self.form.values["name"], self.form.values["aliases"].split("|")
        if not name:
            raise BadFile("It needs a name")
        kept = dict.fromkeys(alias for part in others if (alias := one_line(part)) not in ("", name))
        return replace(self._lesson, name=name, aliases=tuple(kept))


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
    def loaded(self) -> Read:
        """What was read, for actions: none of them can be done before."""
        assert self.read is not None
        return self.read

    @property
    def lesson(self) -> Lesson | None:
        """The lesson; None if there is none, or if it has been learned."""
        return self.read.answer_review.lesson if self.read is not None and not self.taught else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.read is None:
            return action == "back"
        return {
            "teach": self.lesson is not None,
            "play": bool(self.taught),
            "tell": self.read.answer_review.untold,
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
        return f"a teaches it to me, with {taken}. It goes into your deck {found.lesson.deck!r}, and I'll know it."

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
        if not line.known:
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

    @work(group="save", exclusive=True)
    async def action_teach(self) -> None:
        """Ask for the names of the lesson, write it to the file that is shown, and have the deck read again."""
        arena, lesson = self.arena, self.lesson
        assert lesson is not None
        path = arena.paths.config / "decks" / f"{lesson.deck}.tsv"
        lesson = await self.app.push_screen_wait(TeachDialog(lesson, path))
        if lesson is None:
            return
        try:
            path = await arena.in_thread(taught, arena.catalogue, lesson)
        except (BadFile, OSError) as error:
            self.put("offer", say(f"Nothing was added: {error}", "bold $error"))
            return
        self.taught = lesson.deck
        told = f"Now I know {lesson.name}. It lies in {path}, the deck {lesson.deck!r}; p plays with it."
        self.put("offer", say(told, "bold $success"))
        self.refresh_bindings()

    def action_play(self) -> None:
        """Play again, with the deck that has just learned."""
        result = self.loaded.result
        self.arena.open_table(replace(opening_of(result.session, result.cast), deck=self.taught))

    # what it was

    @work(group="save", exclusive=True)
    async def action_tell(self) -> None:
        """Answer the ask that is open after the end: what it was."""
        result = self.loaded.result
        (ask,) = result.play.asks()

        def wrong(text: str) -> str | None:
            fault = result.play.trial(ask, text)
            return None if fault is None else "A name is needed; other names go behind a | each."

        dialog = TextDialog("What was it?", "name | another name", "", wrong, limit=ask.max_chars)
        text = await self.app.push_screen_wait(dialog)
        if text is not None and await self.carried_out(tell_late, self.arena.store, result, text):
            self.load()
