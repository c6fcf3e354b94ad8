"""Audits: a judge's questions from saved sessions are put to the same player or another one again.

Each question is asked with the view that its judge had, and the rules read the answers. An audit saves
nothing and changes no session. It may reveal the secrets of an open session, so the caller checks that this
is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Ask, Fault, PlayerFailed, Reply, View
from tui_arena.core.grouping import grouped
from tui_arena.core.reading import heard
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import Inquiry
from tui_arena.players.seating import BadPlayer, Cast, as_seated, cast_after, entry_of

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
        raise BadPlayer(f"session {session.id}: nobody was asked what can be asked again")
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
            f"session {session.id}: the {seat} was neither a bot nor a model; say with --judge PLAYER who is asked"
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
    told: Callable[[AuditedQuestion], None] = lambda _: None,
) -> list[AuditedQuestion]:
    """Ask questions again, each `times` times. Returns the asked questions, with answers or a failure.

    `casts`: maps the id of a session to the player who is asked. `told` is called with each question after it
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
        told(done[number])

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
