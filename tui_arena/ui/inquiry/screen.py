"""The base class of the screens that ask players about saved sessions, and two such screens: coach and audit.

Law: nobody is asked until the person starts the inquiry. The cost is shown before, and the person can always
cancel. Coach and audit save nothing. An audit is only for a session that is over, or for a person who may see
everything in it.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.game import Ask, Player, PlayerFailed, Progress
from tui_arena.core.language.sentences import counted
from tui_arena.core.session import Session
from tui_arena.core.text import clean, fold, one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import (
    AuditedQuestion,
    Inquiry,
    audit,
    by_name,
    coach_ask,
    judge_of,
    judging_seat,
    questions,
    said,
    summary,
)
from tui_arena.players.bot import HumanPlayer, Waiting
from tui_arena.players.models.check import ready_names
from tui_arena.players.models.requests import Budget
from tui_arena.players.seating import NAME_CHARS, BadPlayer, Cast, as_seated, cast_now, names_of, read_player
from tui_arena.save.errors import SaveError
from tui_arena.stats.written import SCREEN
from tui_arena.table.probes import outside_player
from tui_arena.table.spending import session_budget
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.money import models_cost
from tui_arena.ui.setup.recent_setups import MODEL, machines
from tui_arena.ui.widgets.menu import ARROWS
from tui_arena.ui.widgets.rows import Choice, ChoiceRow

FAINT = "$foreground-muted"


def asking_keys(scope: str, ask: str) -> list[Binding]:
    """The bindings of Enter, which asks, and Esc, which cancels the inquiry or goes back."""
    return [
        Binding("enter", "ask", ask, id=f"{scope}.ask"),
        Binding("escape", "cancel", "Cancel", id=f"{scope}.cancel"),
        Binding("escape", "back", "Back", id=f"{scope}.back"),
    ]


class InquiryScreen(ArenaScreen):
    """A screen with a row `#who` of players who can be asked, and a line `#status` for the cost."""

    DEFAULT_CSS = "InquiryScreen #who { margin-top: 1; padding: 0 2; }"
    AUTO_FOCUS = "#who"

    def __init__(self) -> None:
        super().__init__()
        self.asking = False
        """Whether somebody is being asked."""
        self.wrong: list[str] = []
        """The errors, one sentence each."""
        self._models: list[str] = []
        """The names of the models that can be asked."""
        self._budget = Budget()

    @property
    def _who(self) -> str:
        return self.query_one("#who", ChoiceRow).value

    @property
    def _can_ask(self) -> bool:
        """Whether the person can start asking now."""
        return bool(self._who)

    @property
    def _shows_cost(self) -> bool:
        """Whether the line shows the cost of asking, not the result."""
        return not self.asking

    @abstractmethod
    async def _offer(self) -> None:
        """Fill the row `#who` with the players who can be asked."""

    @abstractmethod
    async def _cost(self) -> str:
        """The cost of asking, in words. Raises BadPlayer, SaveError."""

    @abstractmethod
    def _fill(self) -> None:
        """Draw again after a choice has changed."""

    @abstractmethod
    async def _inquire(self) -> None:
        """Ask the chosen player. Raises PlayerFailed, BadPlayer, BadFile, SaveError."""

    @abstractmethod
    def _ended(self) -> None:
        """Draw the result after asking has ended."""

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Find the models that can be asked; none if the save file can't be read."""
        arena = self.arena
        try:
            self._models = list(await arena.in_thread(ready_names, arena.store, arena.registry))
        except SaveError:
            self._models = []
        await self._offer()
        self.learn_cost()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self._fill()
        self.learn_cost()
        self.refresh_bindings()

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Show what asking costs."""
        if not self._shows_cost:
            return
        try:
            words = await self._cost()
        except (BadPlayer, SaveError) as error:
            words = str(error)
        if self._shows_cost:
            self.query_one("#status", Static).update(say(words))

    def _machines(self, info: GameInfo) -> list[Choice]:
        """The bots and models that can be asked."""
        return [Choice(*one) for one in machines(info, self._models)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "ask":
            return self.is_mounted and not self.asking and self._can_ask
        return {"cancel": self.asking, "back": not self.asking}.get(action, True)

    @work(exclusive=True, group="ask")
    async def action_ask(self) -> None:
        """Ask the chosen player, and draw the answers as they come."""
        self.asking, self.wrong = True, []
        self._budget = session_budget(self.arena.settings)
        self.refresh_bindings()
        try:
            await self._inquire()
        except (PlayerFailed, BadPlayer, BadFile, SaveError) as error:
            self.wrong = [str(error)]
        finally:
            self.asking = False
            self._ended()
            if self.is_attached:
                self.refresh_bindings()

    def _seated(self, session: Session, info: GameInfo, _seat: str, cast: Cast) -> Player:
        """The player to ask; a bot runs in a thread. Raises BadPlayer, BadFile."""
        if cast.kind == "human":
            name = str(cast.spec.get("name"))
            return HumanPlayer(name, lambda waiting: self._person_asked(session, waiting))
        return outside_player(
            cast,
            info,
            session.setup,
            think=asyncio.to_thread,
            registry=self.arena.registry,
            budget=self._budget,
        )

    def _person_asked(self, session: Session, waiting: Waiting) -> None:
        """Put a question to the person at the keyboard."""
        raise NotImplementedError

    def action_cancel(self) -> None:
        """Stop asking; answers that have arrived are kept."""
        self.workers.cancel_group(self, "ask")


class OneSessionScreen(InquiryScreen):
    """Asks about one session, and shows the answers on a page."""

    DEFAULT_CSS = """
    OneSessionScreen #status { height: auto; padding: 0 3; color: $foreground-muted; }
    OneSessionScreen #page { height: 1fr; margin-top: 1; padding: 0 2; scrollbar-size-vertical: 1; }
    OneSessionScreen #text { height: auto; }
    """

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__()
        self.info = info
        self._session = session

    def body(self) -> ComposeResult:
        choices = self._choices()
        yield ChoiceRow("who", choices, choices[0].value if choices else "", id="who")
        yield from self._more_rows()
        yield Static(id="status", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="text", markup=False)

    def _more_rows(self) -> ComposeResult:
        """More rows of choices below `#who`."""
        yield from ()

    @abstractmethod
    def _choices(self) -> Sequence[Choice]:
        """The players who can be asked."""

    async def _offer(self) -> None:
        choices = self._choices()
        self.query_one("#who", ChoiceRow).offer(choices, self._who or (choices[0].value if choices else ""))

    def action_scroll(self, by: int) -> None:
        self.query_one("#page").scroll_relative(y=2 * by, animate=False)


TABLE_SAYS = "bot:hard"
"""The PLAYER text of the bot that can coach."""
FREE = "It's free: the bot answers from what it knows."
NOBODY = "Nobody here can coach this game."


class CoachScreen(OneSessionScreen):
    """Shows a player's advice on a finished session: which questions split well, and which were wasted."""

    TITLE = "COACH"
    CSS = """
    CoachScreen #page { padding: 0 3; }
    CoachScreen #text { max-width: 100; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("coach", "Ask"),
        Binding("up,k", "scroll(-1)", "Up", show=False, id="coach.up"),
        Binding("down,j", "scroll(1)", "Down", show=False, id="coach.down"),
        Binding("pageup", "scroll(-5)", "Page up", show=False, id="coach.page_up"),
        Binding("pagedown", "scroll(5)", "Page down", show=False, id="coach.page_down"),
    ]
    HELP = "Left and right choose who to ask. You see what a model costs before you ask it."
    text = ""
    """The answer, or the message shown in its place."""

    def on_mount(self) -> None:
        self.sub_title = self.info.title
        self.meet()
        if self._who == TABLE_SAYS:
            self.action_ask()

    @property
    def _shows_cost(self) -> bool:
        return True

    def _choices(self) -> list[Choice]:
        table = [Choice(TABLE_SAYS, "what the bot knows")] if self.info.has_bot else []
        return [*table, *(one for one in self._machines(self.info) if one.value.startswith(MODEL))]

    async def _offer(self) -> None:
        await super()._offer()
        if not self._who:
            self._tell(NOBODY)

    async def _cost(self) -> str:
        who = self._who
        if not who.startswith(MODEL):
            return FREE if who else ""
        seats = self.info.game.seats(self._session.setup.options)
        solvers = [(seat.group, who.removeprefix(MODEL)) for seat in seats if seat.side == "solver"][:1]
        return f"Press Enter to ask once. {await models_cost(self.arena, {self.info.id: solvers})}".strip()

    async def _inquire(self) -> None:
        arena, info, session = self.arena, self.info, self._session
        play = await arena.in_thread(session.fold, info.game)
        ask = coach_ask(info, play, arena.catalogue)
        if ask is None:
            self._tell(NOBODY)
            return
        cast = as_seated(read_player(self._who, book=arena.registry.book), info, session.setup, ask.seat)
        self._tell(f"{cast.spec['name']} is looking at the game{self.glyphs.ellipsis}  Press Esc to cancel.")
        inquiry = Inquiry(self._seated, progress=self._comes)
        reply = await inquiry.put(session, info, cast, ask, play.view(ask.seat))
        if reply is not None:
            self._tell(by_name(said(reply), names_of(cast_now(session))))

    def _comes(self, _session: str, _ask: Ask, progress: Progress) -> None:
        """Show the answer so far."""
        if self.is_attached and (progress.text or progress.note):
            self._tell(progress.text or progress.note)

    def _fill(self) -> None:
        """Draw nothing, so that the last answer stays."""

    def _ended(self) -> None:
        if self.wrong and self.is_attached:
            self._tell(f"No answer. {self.wrong[0]}")

    def _tell(self, text: str) -> None:
        self.text = clean(text)
        self.query_one("#text", Static).update(say(self.text))

    def action_cancel(self) -> None:
        """Stop asking."""
        super().action_cancel()
        self._tell("Cancelled.")


SAME = "same"
TIMES = (1, 3, 5, 10)


class AuditScreen(OneSessionScreen):
    """Asks the judge of a session again, or another judge.

    A row per question shows whether the answers clash. Questions with the same folded text count as one.
    """

    TITLE = "AUDIT"
    CSS = """
    AuditScreen #times { padding: 0 2; }
    AuditScreen #text { max-width: 120; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("audit", "Ask again"),
        *ARROWS,
        Binding("pageup,k", "scroll(-5)", "Page up", show=False, id="audit.page_up"),
        Binding("pagedown,j", "scroll(5)", "Page down", show=False, id="audit.page_down"),
    ]
    HELP = "Every question is asked again, just as the judge got it. The game stays as it is."

    def __init__(self, info: GameInfo, session: Session) -> None:
        super().__init__(info, session)
        self.asked: Sequence[AuditedQuestion] = ()
        self.found: dict[int, AuditedQuestion] = {}
        """Maps the number of a question's event to the question, for questions that were asked again."""
        self._seat = ""

    def _more_rows(self) -> ComposeResult:
        times = [Choice(str(n), f"{n} times" if n > 1 else "once") for n in TIMES]
        yield ChoiceRow("how often", times, "1", id="times")

    def _choices(self) -> list[Choice]:
        try:
            self._seat = judging_seat(self._session, self.info)
            cast = self._judge(None)
            name = one_line(str(cast.spec.get("name") or f"the {cast.kind}"), NAME_CHARS)
            same = [Choice(SAME, f"{name}, as in the game")]
        except BadPlayer:
            same = []
        return [*same, *self._machines(self.info)]

    def on_mount(self) -> None:
        self.sub_title = f"{self.info.title} {self.glyphs.dot} {self._seat}"
        self.meet()

    async def _offer(self) -> None:
        await super()._offer()
        self.asked = await self.arena.in_thread(questions, self._session, self.info, self._seat)
        self._draw()

    @property
    def _times(self) -> int:
        return int(self.query_one("#times", ChoiceRow).value)

    def _judge(self, who: str | None) -> Cast:
        """The player to ask; `who`: None for the player who judged the session. Raises BadPlayer."""
        book = self.arena.registry.book
        other = None if who in (None, SAME) else read_player(who or "", book=book)
        return judge_of(self._session, self.info, self._seat, other, book)

    @property
    def _can_ask(self) -> bool:
        return bool(self._seat)

    @property
    def _shows_cost(self) -> bool:
        return self._can_ask and not self.asking and not self.found

    async def _cost(self) -> str:
        words, cast = (
            f"Press Enter to ask {counted(len(self.asked) * self._times, 'time')} in all.",
            self._judge(self._who),
        )
        if cast.kind != "model":
            return words
        seats = self.info.game.seats(self._session.setup.options)
        group = next(seat.group for seat in seats if seat.name == self._seat)
        model = group, str(cast.spec.get("name") or "")
        return f"{words} {await models_cost(self.arena, {self.info.id: [model]})}".strip()

    async def _inquire(self) -> None:
        self.found = {}
        self._draw()
        casts = {self._session.id: self._judge(self._who)}
        await audit(Inquiry(self._seated), self.asked, casts, times=self._times, report=self._heard)

    def _heard(self, question: AuditedQuestion) -> None:
        if question.failure:
            self.wrong = [question.failure]
        else:
            self.found[question.seq] = question
        self._draw()

    # drawing

    def _fill(self) -> None:
        """Drop the last answers."""
        if not self.asking:
            self.found, self.wrong = {}, []
            self._draw()

    def _ended(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if not self.is_attached:
            return
        answers: dict[str, set[str]] = {}
        rows = [self.found.get(question.seq, question) for question in self.asked]
        for row in rows:
            told = {row.given} if row.given else set()
            answers.setdefault(fold(row.question), set()).update(told, row.counts)
        clashes = {question for question, told in answers.items() if len(told) > 1}
        self.query_one("#text", Static).update(Content("\n").join(self._lines(rows, clashes)))
        if self.asking or self.found or self.wrong:
            self.query_one("#status", Static).update(say(self._summary(len(clashes))))

    @property
    def _sign(self) -> str:
        """The sign before a question that got more than one answer."""
        return "!" if self.glyphs.ascii else "≠"

    def _lines(self, rows: Sequence[AuditedQuestion], clashes: set[str]) -> Iterable[Content]:
        """A heading and a row per question; empty without questions."""
        if not rows:
            return
        now = min(max((len(_now(row)) for row in self.found.values()), default=5) + 1, 30)
        then = max(len(row.given or "") for row in rows) + 2
        width = max(max(min(self.size.width - 6, 116), 30) - now - then - 6, 12)
        yield say(f"{'':6}{'question':<{width}}{'then':<{then}}now", FAINT)
        for n, row in enumerate(rows, 1):
            clash = fold(row.question) in clashes
            text = one_line(row.question, width - 2)
            yield Content.assemble(
                (f"{n:>3} ", FAINT),
                (f"{self._sign if clash else ' '} ", "bold $error"),
                (f"{text:<{width}}", "bold" if clash else ""),
                (f"{row.given or self.glyphs.dash:<{then}}", ""),
                (_now(row), "bold $error" if clash else ""),
            )

    def _summary(self, clashes: int) -> str:
        """The progress of the audit, or its result."""
        found, of = len(self.found), len(self.asked)
        if self.asking and not self.wrong:
            return f"{found} of {counted(of, 'question')} asked{self.glyphs.ellipsis}  Press Esc to cancel."
        all_of = summary(list(self.found.values()))
        by = f" {self._sign}" if clashes else ""
        told = [f"{found} of {counted(of, 'question')}", f"{clashes} contradicted{by}"]
        if all_of["agreement"] is not None:
            told.append(f"{SCREEN.shares.number(all_of['agreement'])} same as in the game")
        if all_of["unreadable"]:
            told.append(f"{all_of['unreadable']} unclear")
        return ". ".join([self.glyphs.dotted(told), *self.wrong])


def _now(question: AuditedQuestion) -> str:
    """The new answers, each with its number if there are several."""
    told = [word if len(question.answers) == 1 else f"{word} {n}" for word, n in question.counts.items()]
    return ", ".join([*told, *([f"unclear {question.unreadable}"] if question.unreadable else [])])
