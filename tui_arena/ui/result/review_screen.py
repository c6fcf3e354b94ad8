"""The screen that reviews the answers of a finished session, and teaches the user's deck from them.

Law: nothing is written to a deck unless the person presses the key that teaches, and answers the questions
that follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.core.guarded import GameFailed
from tui_arena.core.language.sentences import counted
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.added_entities import add_entity
from tui_arena.questions.judge import number_of
from tui_arena.questions.table import Knowledge
from tui_arena.save.store import SaveError, Store
from tui_arena.table.opening import opening_of
from tui_arena.ui.app.arena import Arena
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.boards.question_board import AnswerKey, AnswerKeys
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.result.answer_review import MORE, AnswerReview, Lesson, OneMore, ReviewedAnswer, joined
from tui_arena.ui.result.presenter import SessionResult, load_result, tell_late, tell_more
from tui_arena.ui.widgets.dialogs import Panel, Question, TextDialog, agreed


@dataclass(frozen=True, slots=True)
class ReviewedSession:
    """A session and its review."""

    result: SessionResult
    answer_review: AnswerReview


def answer_review_of(catalogue: Catalogue, result: SessionResult) -> AnswerReview | None:
    """The review of a session; None if it isn't finished or its game has no review. Runs in a thread.

    If a deck of the user has since learned what the session's deck doesn't know, the line says that it is known.
    """
    if not result.play.over:
        return None
    review = partial(game_ui_of(result.info).answer_review, result.play, people=result.people)
    found = review(deck=catalogue.deck_of(result.play.setup, result.info))
    lesson = found.lesson if found is not None else None
    if lesson is not None and lesson.more:
        with suppress(BadFile):
            own = catalogue.deck(lesson.deck, result.info).deck
            if own.knowledge is not None and number_of((lesson.name,), own.knowledge) is not None:
                greeted = review(deck=own)
                return replace(found, line=greeted.line) if found and greeted else found
    return found


def read(catalogue: Catalogue, store: Store, session_id: str) -> ReviewedSession:
    """Read a session and review its answers. Runs in a thread. Raises SaveError, BadFile, BadEvent."""
    result = load_result(catalogue, store, session_id)
    return ReviewedSession(result, answer_review_of(catalogue, result) or AnswerReview())


def knowledge_for(catalogue: Catalogue, lesson: Lesson, info: GameInfo) -> Knowledge | None:
    """The knowledge of the user's deck that learns a lesson, or else of the deck that it would start from."""
    for name in (lesson.deck, lesson.of):
        with suppress(BadFile):
            known: Knowledge | None = catalogue.deck(name, info).deck.knowledge
            return known
    return None


def taught(catalogue: Catalogue, lesson: Lesson, info: GameInfo) -> Path:
    """Write a lesson to the user's deck and return its path. Runs in a thread. Raises BadFile."""
    if catalogue.user is None:
        raise BadFile("no folder is set up for your own decks")
    knowledge = knowledge_for(catalogue, lesson, info)
    lesson = joined(lesson, knowledge) if knowledge is not None else lesson
    path = add_entity(
        catalogue.user,
        lesson.name,
        lesson.aliases,
        lesson.facts,
        difficulty=lesson.difficulty,
        whole=lesson.whole,
        deck=lesson.deck,
        of=lesson.of,
    )
    catalogue.forget()
    return path


class LessonDialog(Panel[bool]):
    """Asks a few short questions about a new thing, each answered with one key, and saves the answers.

    Returns True if the deck should learn the thing. If the dialog is closed before the first answer, it
    returns False.
    """

    DEFAULT_CSS = """
    LessonDialog #question { height: 3; width: 100%; text-align: center; text-style: bold; margin-top: 1; }
    LessonDialog #left { height: auto; width: 100%; color: $foreground-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "enough", "Enough", show=False, id="lesson.enough"),
    ]

    def __init__(self, name: str, read: ReviewedSession, arena: Arena) -> None:
        """`name`: the name of the new thing."""
        super().__init__(f"Tell me more: {name}")
        self._read = read
        self._arena = arena
        self._keys = AnswerKeys(arena.glyphs)
        self.asked: OneMore | None = None
        """The current question."""
        self.answers = 0
        """The number of answers so far."""

    def inside(self) -> ComposeResult:
        yield Static(id="question", markup=False)
        yield self._keys
        yield Static(id="left", markup=False)

    def on_mount(self) -> None:
        self._keys.focus()
        self.next()

    @work(group="lesson", exclusive=True)
    async def next(self, answer: str = "") -> None:
        """Save the answer to the current question, if there is one, and ask the next question."""
        arena, result = self._arena, self._read.result
        if self.asked is not None:
            try:
                await arena.in_thread(tell_more, arena.store, result, self.asked.question, answer)
            except (SaveError, BadEvent) as error:
                arena.notify(str(error), severity="error", timeout=10)
                self.dismiss(False)
                return
            self.answers += 1
        ui, deck = (
            game_ui_of(result.info),
            await arena.in_thread(arena.catalogue.deck_of, result.play.setup, result.info),
        )
        self.asked = await arena.in_thread(ui.one_more, result.play, deck)
        if self.asked is None:
            self.dismiss(True)
            return
        self.query_one("#question", Static).update(say(self.asked.question))
        keys = [AnswerKey(key, word, word) for key, word in self.asked.answers]
        self._keys.show(keys, self.asked.question)
        left = counted(MORE - self.answers, "short question")
        self.query_one("#left", Static).update(say(f"{left} to go; press Esc when you've had enough"))

    def on_answer_keys_picked(self, event: AnswerKeys.Picked) -> None:
        event.stop()
        self.next(event.value)

    def action_enough(self) -> None:
        self.dismiss(self.answers > 0)


def correcting(name: str) -> Question:
    """The question whether the given answers should replace what the deck knows about a thing."""
    asks = f"I know {name} already. Shall I trust your answers more than my notes?"
    return f"Correct me: {name}", asks, ("Leave it", "Change it")


async def teach(arena: Arena, read: ReviewedSession) -> tuple[str, str] | None:
    """Ask a few more questions about a session's secret, and write all answers to the user's deck.

    Returns the deck's name and a sentence; the name is empty if nothing was written. Returns None if the
    person doesn't want the deck to learn.
    """
    lesson = read.answer_review.lesson
    if lesson is None:
        return None
    if lesson.more:
        wanted = await arena.push_screen_wait(LessonDialog(lesson.name, read, arena)) or False
    else:
        wanted = await agreed(arena, correcting(lesson.name))
    if not wanted:
        return None
    try:
        more = await arena.in_thread(answer_review_of, arena.catalogue, read.result)
        lesson = (more and more.lesson) or lesson
        await arena.in_thread(taught, arena.catalogue, lesson, read.result.info)
    except (BadFile, OSError) as error:
        return "", f"Nothing was added: {error}"
    done = f"Now I know {lesson.name}." if lesson.more else f"I've changed what I know about {lesson.name}."
    return lesson.deck, f"{done} Press p to play with it."


def play_taught(arena: Arena, result: SessionResult, deck: str) -> None:
    """Play a session again with the deck that has just learned the lesson."""
    cast = arena.door.seated(result.session, result.cast)
    arena.open_table(replace(opening_of(result.session, cast), deck=deck))


SIGNS: Mapping[str, tuple[str, str, str]] = {
    "differs": ("≠", "!", "bold $warning"),
    "near": ("~", "~", "$foreground"),
    "open": ("?", "?", "$foreground-muted"),
    "same": ("=", "=", "$foreground-muted"),
}
"""Maps each kind to its sign, its ASCII sign and the colour of its line."""
LEAST = 12
"""The least width of a question, in cells."""


class AnswerReviewScreen(ArenaScreen):
    """Shows one line per question: the answer, what the deck knows, and whether they agree."""

    TITLE = "WHAT I KNOW ABOUT IT"
    CSS_PATH = "review_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "teach", "Teach me", id="afterword.teach"),
        Binding("p", "play", "Play with that deck", id="afterword.play"),
        Binding("t", "tell", "Say what it was", id="afterword.tell"),
        Binding("escape,enter,d", "back", "Back", id="afterword.back"),
    ]

    def __init__(self, session_id: str) -> None:
        super().__init__()
        self._session_id = session_id
        self.read: ReviewedSession | None = None
        self.taught = ""
        """The name of the deck that has just learned the lesson; empty if none has."""

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
    def loaded(self) -> ReviewedSession:
        """The session and its review, for actions, which only work after they are read."""
        assert self.read is not None
        return self.read

    @property
    def lesson(self) -> Lesson | None:
        """The lesson; None without one, or after a deck has learned it."""
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
            return "Press t to tell me what it was, and I'll compare your answers with what I know."
        if found.lesson is None:
            return ""
        more = f" with {counted(MORE, 'more short question')}" if found.lesson.more else ""
        teaches = f"teach me{more}" if found.lesson.more else "correct me"
        return f"Press t to {teaches}. I'll save it in your deck “{found.lesson.deck}”."

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
        """Ask a few more questions, write the answers to the user's deck, and read the deck again."""
        told = await teach(self.arena, self.loaded)
        if told is not None:
            self.taught, said = told
            self.put("offer", say(said, "bold $success" if self.taught else "bold $error"))
            self.refresh_bindings()

    def action_play(self) -> None:
        """Play again with the deck that has just learned the lesson."""
        play_taught(self.arena, self.loaded.result, self.taught)

    # what it was

    @work(group="save", exclusive=True)
    async def action_tell(self) -> None:
        """Answer the ask that is open after the end: what the secret was."""
        result = self.loaded.result
        (ask,) = result.play.asks()

        game_ui, play = game_ui_of(result.info), result.play
        deck = await self.arena.in_thread(self.arena.catalogue.deck_of, play.setup, result.info)
        setup = replace(play.setup, source=deck)
        bots = {seat for seat, cast in result.cast.items() if cast.kind == "bot"}

        def wrong(text: str) -> str | None:
            try:
                fault = play.trial(ask, text)
            except GameFailed as failed:  # the rules of a package may fail
                return str(failed)
            return None if fault is None else game_ui.refusal(ask, fault)

        def doubt(text: str) -> str:
            return game_ui.doubt(ask, text, play.view(ask.seat), setup, bots)

        title, about = "What was it?", "Its name, then any other names after a |"
        dialog = TextDialog(title, about, "", wrong, doubt=doubt, limit=ask.max_chars)
        text = await self.app.push_screen_wait(dialog)
        if text is not None and await self.carried_out(tell_late, self.arena.store, result, text):
            self.load()
