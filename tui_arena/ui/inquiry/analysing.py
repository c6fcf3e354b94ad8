"""The part of the analysis screen that reads sessions, seats who is asked, and hears what they say.

Law: nothing here waits in the loop: sessions are read and stored beside it. Whoever is asked can be
cancelled; what came until then is stored by the engine.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from time import monotonic

from textual import work

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent
from tui_arena.core.game import Ask, PlayerFailed, Progress
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.inquiry.coach import ME, InquirySeats
from tui_arena.inquiry.due_rounds import CantAnalyse
from tui_arena.inquiry.results import Analysed, Told
from tui_arena.inquiry.retrospective import Retrospective
from tui_arena.players.human import Waiting
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.save.errors import Gone, SaveError
from tui_arena.save.store import Store
from tui_arena.table.probes.asking import SELF
from tui_arena.table.spending import Spent, session_budget
from tui_arena.ui.inquiry.asked_screen import AskedScreen, RoundQuestion
from tui_arena.ui.inquiry.base import InquiryScreen
from tui_arena.ui.inquiry.presenter import Course
from tui_arena.ui.inquiry.subjects import Subject, read_subject

AT_ONCE = 4
"""Questions that models are asked at once; bots, which all think in this program, take turns."""
SKIPPED = "skipped"
NOBODY = ""
"""The choice of a sorter that leaves it to whoever is asked, or to nobody."""


class Analysing(InquiryScreen):
    """Holds the sessions, and what has come about them."""

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = tuple(ids)
        self.subjects: dict[str, Subject] = {}
        """By id, as they stand in the save file; empty until they are read."""
        self.courses: dict[str, Course] = {}
        """By id, of those that are being asked about."""
        self.wrong: list[str] = []
        """What went wrong, a sentence each."""
        self.watched = ""
        """The session whose rounds are drawn."""
        self.desk: InquirySeats | None = None
        """Who is being asked, or was last."""
        self.done = self.total = 0
        """Questions asked, of how many."""
        self.coming: dict[tuple[str, str], Progress] = {}
        """What is on its way, by session and ask."""
        self._began = self._ended = 0.0
        self._asked: AskedScreen | None = None

    # what is read

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

    @abstractmethod
    def was_read(self) -> None:
        """The sessions have been read."""

    @abstractmethod
    def came(self, session_id: str) -> None:
        """Something of a session has come."""

    # who is asked

    @property
    @abstractmethod
    def _sorter(self) -> str:
        """Who sorts, as a PLAYER text, or `NOBODY`."""

    @abstractmethod
    def _paid(self) -> dict[str, set[tuple[str, str]]]:
        """By game, group of the seat and name of each model that is asked."""

    def cast(self) -> tuple[Cast | None, Cast | None]:
        """Who is asked, None for each seat's own player, and who sorts. Raises BadPlayer."""
        book, who = self.arena.registry.book, self._who
        name = self.arena.settings.name
        asked = None if who == SELF else read_player(who, name, book)
        return asked, read_player(self._sorter, book=book) if self._sorter else None

    @property
    def due(self) -> int:
        """Questions that are not stored."""
        return sum(one.due(sorter=bool(self._sorter)) for one in self.subjects.values())

    @property
    def hides(self) -> bool:
        """Whether the person at the keyboard is still to be asked, so that nothing may give a secret away."""
        return self._who == ME and self.due > 0

    @property
    def seconds(self) -> float:
        """How long the asking has taken."""
        return (monotonic() if self.asking else self._ended) - self._began

    @property
    def spent(self) -> Spent:
        """What has been used since somebody was asked."""
        return self.desk.spent if self.desk is not None else Spent()

    # asking

    @work(exclusive=True, group="ask")
    async def ask(self) -> None:
        """Ask whatever is not stored, and draw it as it comes."""
        arena = self.arena
        self.wrong, self.asking = [], True
        self.done, self.total = 0, self.due
        self._began = monotonic()
        self.desk = InquirySeats(
            arena.registry, session_budget(arena.settings), self._answered, self._person_asked
        )
        self.came("")
        try:
            asked, sorter = self.cast()
            engine = Retrospective(
                arena.store,
                arena.catalogue,
                self.desk.seated,
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
        """The sessions that nobody has deleted since they were read. Raises SaveError."""
        return [one for one in self.subjects if self.arena.store.holds(one)]

    def _comes(self, session_id: str, ask: Ask, progress: Progress) -> None:
        self.coming[session_id, ask.key] = progress

    def _answered(self, session: Session, ask: Ask, items: tuple[str, ...]) -> None:
        """A list or a level was read; the round that is drawn follows one session to its end."""
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

    def _told(self, told: Told) -> None:
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

    # a person is asked

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


def read_all(store: Store, catalogue: Catalogue, ids: Sequence[str]) -> tuple[list[Subject], list[str]]:
    """Read sessions; those that can't be looked back at as a sentence each. In a thread."""
    found, faults = [], []
    for session_id in ids:
        try:
            subject = read_subject(store, catalogue, session_id)
        except Gone:
            faults.append(f"session {session_id} has been deleted meanwhile")
            continue
        except (SaveError, BadFile, BadEvent, CantAnalyse) as error:
            faults.append(str(error))
            continue
        _ = subject.rounds  # worked out here, so that drawing waits for nothing
        found.append(subject)
    return found, faults


def remarks(analysed: Analysed) -> list[str]:
    """What is to be said of an analysis: what stopped it, what was refused, what failed."""
    failed = [why.rpartition(": ")[2] for one in analysed.sessions for why in one.failed]
    unread = sum(one.unreadable for one in analysed.sessions)
    out = list(analysed.refused)
    if analysed.stopped == "budget":
        out.append("The budget is used up; what came is stored, and going on takes another one.")
    skipped = failed.count(SKIPPED)
    real = [why for one in analysed.sessions for why in one.failed if not why.endswith(f": {SKIPPED}")]
    if real:
        more = f" ({len(real)} questions got no answer.)" if len(real) > 1 else ""
        out.append(f"{real[0]}{more}")
    if unread:
        out.append(f"In {unread} {'answers' if unread > 1 else 'answer'} nothing could be read.")
    if skipped:
        out.append(f"{skipped} {'rounds were' if skipped > 1 else 'round was'} skipped.")
    return out
