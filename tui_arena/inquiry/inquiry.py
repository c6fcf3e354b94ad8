"""One inquiry: it puts questions about saved sessions to players, until all are answered or it is stopped.

The retrospective and the audit say what is asked, how a reply is read, and where it is kept. The coach and the
audit are in this module.

An audit puts a judge's questions from saved sessions to the same player or another one again. Each question is asked
with the view that its judge had, and the rules read the answers. An audit saves nothing and changes no session. It
may reveal the secrets of an open session, so the caller checks that this is allowed.

Law: an inquiry stops between two answers, and keeps the answers received by then.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.blind import is_revealed
from tui_arena.core.game import Ask, Fault, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import YOU, first_name
from tui_arena.core.probes import COACH
from tui_arena.core.reading import heard
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, split_reasoning
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.requests import ModelFailed
from tui_arena.players.seating import BadPlayer, Cast, as_seated, cast_after, entry_of
from tui_arena.table.spending import Spent
from tui_arena.table.worker_pool import Health, run_workers

Stopped = Literal["budget", "interrupted", "failed"]
Seated = Callable[[Session, GameInfo, str, Cast], Player]
"""Makes the player of a cast, who answers for a seat of a session. Raises BadPlayer, BadFile."""


class Inquiry:
    """Puts questions to players, several at once, and counts the cost; it can be stopped."""

    def __init__(
        self,
        seated: Seated,
        *,
        concurrency: int = 4,
        progress: Callable[[str, Ask, Progress], None] = lambda *_: None,
    ) -> None:
        """`concurrency`: the number of questions that are asked at the same time.

        `progress` is called with a session id, an ask and the reply so far.
        """
        self.concurrency = max(concurrency, 1)
        self.room = asyncio.Semaphore(self.concurrency)
        """A slot for each question, taken from asking until the answer is kept."""
        self.spent = Spent()
        """The tokens and dollars that the replies have used so far."""
        self.health = Health()
        self.stopped: Stopped | None = None
        self._seated = seated
        self._progress = progress
        self._asking: set[asyncio.Task[Any]] = set()

    def stop(self, why: Stopped = "interrupted") -> None:
        """Ask no further question and cancel pending replies. Call it in the event loop."""
        if self.stopped is not None:
            return
        self.stopped = why
        for task in self._asking - {
            asyncio.current_task()
        }:  # a player may stop the inquiry while it is asked
            task.cancel()

    async def all(self, questions: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Wait for all questions. If one can't be asked or kept, the others are cancelled.

        A cancellation stops the inquiry and isn't raised. Raises the first fault.
        """
        await run_workers(questions, self.stop)

    def _refuses(self, name: str) -> bool:
        return self.stopped is not None or name in self.health.dead

    async def put(self, session: Session, info: GameInfo, cast: Cast, ask: Ask, view: View) -> Reply | None:
        """The player's reply; None if the inquiry is stopped, or the player has failed too often.

        Raises PlayerFailed, BadPlayer, BadFile.
        """
        name = str(cast.spec.get("name"))
        if self._refuses(name):
            return None
        task = asyncio.current_task()
        assert task is not None, "it runs in a task"
        self._asking.add(task)
        try:
            player = self._seated(session, info, ask.seat, cast)
            reply = await player.reply(ask, view, None, lambda said: self._progress(session.id, ask, said))
        except (PlayerFailed, BadPlayer, BadFile) as failed:
            if self.stopped:
                return None
            # a question may be too long for the model, while other questions are shorter
            if not (isinstance(failed, ModelFailed) and failed.kind == "context"):
                self.health.failed(name, failed)
            raise
        except asyncio.CancelledError:
            if not self.stopped:
                raise
            task.uncancel()
            return None
        finally:
            self._asking.discard(task)
        self.health.answered(name)
        if reply.usage is not None:
            self.spent += Spent.of(reply.usage)
        return replace(reply, text=clean(reply.text))


# the coach: a player comments on how a session was played, only after its end; nothing is saved


def coach_ask(info: GameInfo, play: Play[object], catalogue: Catalogue) -> Ask | None:
    """The ask for a coach; None before the end, and for games without a coach."""
    if not is_revealed(play) or not catalogue.prompt_variants(info, COACH):
        return None
    asks = (info.game.probe(play.state, seat, COACH) for seat in play.seats)
    return next((ask for ask in asks if ask is not None), None)


def by_name(text: str, names: Mapping[str, str]) -> str:
    """A coach's answer with players' names in place of numbered seats, unless two players have the same name.

    >>> by_name("what guesser_1 said, by guesser_2", {"guesser_1": "You", "guesser_2": "Thabo, village mayor"})
    'what you said, by Thabo'
    """
    for seat, name in names.items():
        if seat[-1:].isdigit():
            alike = list(names.values()).count(name) > 1
            called = seat.replace("_", " ") if alike else "you" if name == YOU else first_name(name)
            text = text.replace(seat, called)
    return text


def said(reply: Reply) -> str:
    """The coach's answer without its reasoning, or a sentence that explains the missing answer."""
    if reply.finish == "refused":
        return "No answer: the provider refused."
    return split_reasoning(clean(reply.text)).body.strip() or "No answer came: the reply was empty."


SEED_BITS = 48
_ASKABLE = frozenset({"bot", "model"})
_TWO = ("yes", "no")
"""A judge's two answers if the ask names no choices."""


@dataclass(frozen=True, slots=True)
class AuditedQuestion:
    """One question of a session, as its judge was asked, and the answers if it is asked again."""

    session: Session
    info: GameInfo
    seq: int
    """The `seq` of the first reply to the question."""
    ask: Ask
    view: View
    question: str
    given: str | None
    """The answer in play; None if it could not be read."""
    state: Any
    """The state that replies are read with."""
    answers: tuple[str | None, ...] = ()
    """The new answers, in the order of asking; None if a reply could not be read."""
    failure: str = ""
    """The reason why nobody answered; empty if somebody did, or nobody was asked."""

    @property
    def counts(self) -> dict[str, int]:
        """Maps each new answer to how often it was given, the most frequent first."""
        return dict(Counter(a for a in self.answers if a is not None).most_common())

    @property
    def unreadable(self) -> int:
        """The number of new answers that could not be read."""
        return self.answers.count(None)

    @property
    def agreement(self) -> float | None:
        """The share of the new answers that match the answer in play; None if there are no new answers."""
        new = [a for a in self.answers if a is not None]
        return None if self.given is None or not new else new.count(self.given) / len(new)

    @property
    def contradicts(self) -> bool:
        """True if this question got different answers, including the answer in play."""
        return len(self.counts.keys() | ({self.given} if self.given else set())) > 1

    def to_json(self) -> dict[str, Any]:
        return {
            "session": self.session.id,
            "seq": self.seq,
            "seat": self.ask.seat,
            "ask": self.ask.name,
            "question": self.question,
            "given": self.given,
            "answers": list(self.answers),
            "counts": self.counts,
            "agreement": self.agreement,
            "contradiction": self.contradicts,
        }


def judging_seat(session: Session, info: GameInfo, seat: str | None = None) -> str:
    """The seat whose answers are chosen from a few: the given seat, or the first with such answers.

    Raises BadPlayer.
    """
    choosing = [s.ask.seat for s in session.fold(info.game).standing() if s.ask.kind == "choice"]
    if seat is not None and seat not in choosing:
        raise BadPlayer(f"session {session.id}: {seat} chose no answer")
    if not choosing:
        raise BadPlayer(f"session {session.id}: it has no question that can be asked again")
    return seat or ("judge" if "judge" in choosing else choosing[0])


def has_judge(session: Session, info: GameInfo) -> bool:
    """True if a seat of this session can be asked again."""
    try:
        return bool(judging_seat(session, info))
    except BadPlayer:
        return False


def questions(session: Session, info: GameInfo, seat: str) -> list[AuditedQuestion]:
    """Every question that a seat answered by choosing, as it was when first asked."""
    steps = session.fold(info.game).standing()
    asked = grouped((s.ask.key, s) for s in steps if s.ask.seat == seat and s.ask.kind == "choice")
    found = []
    for first, *more in asked.values():
        last = more[-1] if more else first
        view = info.game.view(first.before, seat)
        given = read_answer(info.game, last.before, last.ask, Reply(last.event["text"], ask=last.name))
        question = str(view.facts.get("question") or first.ask.key)
        found.append(
            AuditedQuestion(session, info, first.seq, first.ask, view, question, given, first.before)
        )
    return found


def read_answer(game: Any, state: Any, ask: Ask, reply: Reply) -> str | None:
    """The answer in a reply, in the rules' word; None if the rules find no answer."""
    try:
        move = game.parse(state, ask, heard(reply, ask))
    except Fault:
        return None
    value = move.values.get(ask.name, next(iter(move.values.values()), None))
    if isinstance(value, bool):
        yes, no = ask.choices if len(ask.choices) == len(_TWO) else _TWO
        return yes if value else no
    return None if value is None else str(value)


def judge_of(session: Session, info: GameInfo, seat: str, other: Cast | None, book: ModelBook) -> Cast:
    """The player to ask: `other`, with the seat's sampling, or else the last player on the seat.

    Raises BadPlayer.
    """
    if other is not None:
        if other.kind not in _ASKABLE:
            raise BadPlayer(f"a {other.kind} can't be asked again; bot:LEVEL or model:NAME can")
        return as_seated(other, info, session.setup, seat)
    spec = cast_after(session.seats, session.events).get(seat) or {}
    if spec.get("player") not in _ASKABLE:
        raise BadPlayer(
            f"session {session.id}: the {seat} was neither a bot nor a model; name the player to ask with "
            "--judge PLAYER"
        )
    return Cast(spec, entry=entry_of(spec, book) if spec.get("player") == "model" else None)


def fresh(session: Session, time: int) -> Session:
    """The session with another seed, so that bots can give another answer."""
    seed = Random(f"{session.setup.seed}/audit/{time}").getrandbits(SEED_BITS)
    return replace(session, setup=replace(session.setup, seed=seed))


async def audit(
    inquiry: Inquiry,
    asked: Iterable[AuditedQuestion],
    casts: Mapping[str, Cast],
    *,
    times: int = 1,
    report: Callable[[AuditedQuestion], None] = lambda _: None,
) -> list[AuditedQuestion]:
    """Ask questions again, each `times` times. Returns the asked questions, with answers or a failure.

    `casts`: maps the id of a session to the player who is asked. `report` is called with each question after it
    was asked.
    """
    done: dict[int, AuditedQuestion] = {}

    async def one(number: int, it: AuditedQuestion) -> None:
        answers: list[str | None] = []
        try:
            for time in range(1, times + 1):
                async with inquiry.room:
                    again, ask = fresh(it.session, time), replace(it.ask, attempt=1)
                    reply = await inquiry.put(again, it.info, casts[it.session.id], ask, it.view)
                if reply is None:
                    return
                refused = reply.finish == "refused"
                answers.append(None if refused else read_answer(it.info.game, it.state, it.ask, reply))
            done[number] = replace(it, answers=tuple(answers))
        except PlayerFailed as failed:
            done[number] = replace(it, failure=str(failed))
        report(done[number])

    await inquiry.all(one(number, it) for number, it in enumerate(asked))
    return [done[number] for number in sorted(done)]


def summary(audited: Sequence[AuditedQuestion]) -> Mapping[str, Any]:
    """Figures over all questions: their number, contradictions, agreement with play, unreadable answers."""
    new = [(a.given, answer) for a in audited for answer in a.answers if answer is not None]
    known = [given == answer for given, answer in new if given is not None]
    return {
        "questions": len(audited),
        "contradictions": sum(a.contradicts for a in audited),
        "agreement": sum(known) / len(known) if known else None,
        "answers": len(new),
        "unreadable": sum(a.unreadable for a in audited),
    }


def audit_json(audited: Sequence[AuditedQuestion]) -> dict[str, Any]:
    """Questions with their answers, and the figures over all, as `audit --json` prints them."""
    return {"questions": [one.to_json() for one in audited], "summary": summary(audited)}
