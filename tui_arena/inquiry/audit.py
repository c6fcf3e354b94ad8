"""Audits: a judge's questions from saved sessions, asked again of the same player or another one.

Each question is asked over the view that its judge had, and the rules read the answers. An audit saves
nothing and changes no session. It may show what a session that is not over hides, so the caller checks that
this is allowed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Ask, Fault, Player, PlayerFailed, Reply, Usage, View
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.text import clean
from tui_arena.data import GameInfo
from tui_arena.players.seating import BadPlayer, Cast, as_seated, cast_after, entry_of

SEED_BITS = 48
_ASKABLE = frozenset({"bot", "model"})
_TWO = ("yes", "no")
"""A judge's two answers if the ask names no choices."""


@dataclass(frozen=True, slots=True)
class AuditedQuestion:
    """One question of a session, as it was put to its judge."""

    session: str
    seq: int
    """The `seq` of the first reply to it."""
    ask: Ask
    view: View
    question: str
    given: str | None
    """The answer in play; None if it could not be read."""
    state: Any
    """The state that replies are read over."""


@dataclass(frozen=True, slots=True)
class Audited:
    """A judge's answers to a question that is asked again."""

    asked: AuditedQuestion
    answers: tuple[str | None, ...]
    """In the order of asking; None if a reply could not be read."""
    usage: Usage | None = None
    """All requests together; the cost is None if one isn't known."""

    @property
    def counts(self) -> dict[str, int]:
        """How often each new answer was given, the most frequent first."""
        return dict(Counter(a for a in self.answers if a is not None).most_common())

    @property
    def agreement(self) -> float | None:
        """Share of the new answers that match the one given in play; None without answers."""
        new = [a for a in self.answers if a is not None]
        return None if self.asked.given is None or not new else new.count(self.asked.given) / len(new)

    @property
    def contradicts(self) -> bool:
        """Whether this question got different answers, including the one in play."""
        return len(self.counts.keys() | ({self.asked.given} if self.asked.given else set())) > 1

    def to_json(self) -> dict[str, Any]:
        return {
            "session": self.asked.session,
            "seq": self.asked.seq,
            "seat": self.asked.ask.seat,
            "ask": self.asked.ask.name,
            "question": self.asked.question,
            "given": self.asked.given,
            "answers": list(self.answers),
            "counts": self.counts,
            "agreement": self.agreement,
            "contradiction": self.contradicts,
        }


def judging_seat(session: Session, info: GameInfo, seat: str | None = None) -> str:
    """The seat whose answers are chosen from a few: the one named, or the first that gave any.

    Raises BadPlayer.
    """
    choosing = [s.ask.seat for s in session.fold(info.game).standing() if s.ask.kind == "choice"]
    if seat is not None and seat not in choosing:
        raise BadPlayer(f"session {session.id}: {seat} chose no answer")
    if not choosing:
        raise BadPlayer(f"session {session.id}: nobody was asked what can be asked again")
    return seat or ("judge" if "judge" in choosing else choosing[0])


def questions(session: Session, info: GameInfo, seat: str) -> list[AuditedQuestion]:
    """Every question that a seat answered by choosing, as it was when first asked."""
    play = session.fold(info.game)
    found: dict[str, list[Step[Any]]] = {}
    for step in play.standing():
        if step.ask.seat == seat and step.ask.kind == "choice":
            found.setdefault(step.ask.key, []).append(step)
    return [_asked(session, play, steps) for steps in found.values()]


def _asked(session: Session, play: Play[Any], steps: Sequence[Step[Any]]) -> AuditedQuestion:
    first, last = steps[0], steps[-1]
    view = play.game.view(first.before, first.ask.seat)
    given = read_answer(play.game, last.before, last.ask, Reply(last.event["text"], ask=last.name))
    question = str(view.facts.get("question") or first.ask.key)
    return AuditedQuestion(session.id, first.seq, first.ask, view, question, given, first.before)


def read_answer(game: Any, state: Any, ask: Ask, reply: Reply) -> str | None:
    """The answer in a reply, in the rules' word for it; None if the rules find none."""
    try:
        move = game.parse(state, ask, reply)
    except Fault:
        return None
    value = move.values.get(ask.name, next(iter(move.values.values()), None))
    if isinstance(value, bool):
        yes, no = ask.choices if len(ask.choices) == len(_TWO) else _TWO
        return yes if value else no
    return None if value is None else str(value)


def judge_of(session: Session, info: GameInfo, seat: str, other: Cast | None, book: ModelBook) -> Cast:
    """The player to ask: `other`, with the seat's sampling, or else the one who sat there last.

    Raises BadPlayer.
    """
    if other is not None:
        if other.kind not in _ASKABLE:
            raise BadPlayer(f"a {other.kind} can't be asked again; bot:LEVEL or model:NAME can")
        return as_seated(other, info, session.setup, seat)
    spec = cast_after(session.seats, session.events).get(seat) or {}
    if spec.get("player") not in _ASKABLE:
        raise BadPlayer(
            f"session {session.id}: the {seat} was no bot and no model; --judge PLAYER names who is asked"
        )
    return Cast(spec, entry=entry_of(spec, book) if spec.get("player") == "model" else None)


def fresh(session: Session, time: int) -> Session:
    """The session with another seed, so that bots may give another answer."""
    seed = Random(f"{session.setup.seed}/audit/{time}").getrandbits(SEED_BITS)
    return replace(session, setup=replace(session.setup, seed=seed))


async def ask_again(
    asked: AuditedQuestion, info: GameInfo, players: Sequence[Player], room: asyncio.Semaphore
) -> Audited:
    """Ask players one question, one after the other; `room` limits how many requests run at once.

    Raises PlayerFailed.
    """
    answers: list[str | None] = []
    usages: list[Usage | None] = []
    for player in players:
        async with room:
            reply = await player.reply(replace(asked.ask, attempt=1), asked.view, None, lambda _: None)
        reply = replace(reply, text=clean(reply.text))
        refused = reply.finish == "refused"
        answers.append(None if refused else read_answer(info.game, asked.state, asked.ask, reply))
        usages.append(reply.usage)
    return Audited(asked, tuple(answers), _summed(usages))


def _summed(usages: Sequence[Usage | None]) -> Usage:
    known = [usage for usage in usages if usage is not None]
    costs = [usage.cost_usd for usage in known]
    return Usage(
        sum(usage.input_tokens or 0 for usage in known),
        sum(usage.output_tokens or 0 for usage in known),
        None if None in costs else sum(cost or 0.0 for cost in costs),
    )


async def audit(
    sessions: Sequence[tuple[Session, GameInfo, str]],
    seated: Callable[[Session, GameInfo, str, int], Player],
    *,
    times: int = 1,
    concurrency: int = 4,
) -> tuple[list[Audited], list[str]]:
    """Ask all questions again, each `times` times; returns the answers and a sentence for each failure.

    `sessions`: each with its game and its judging seat. `seated` makes the player of a seat for the nth time,
    from 1.
    """
    room = asyncio.Semaphore(max(concurrency, 1))

    async def one(asked: AuditedQuestion, info: GameInfo, players: Sequence[Player]) -> Audited | str:
        try:
            return await ask_again(asked, info, players, room)
        except PlayerFailed as failed:
            return f"session {asked.session}, event {asked.seq}: {failed}"

    tasks = []
    for session, info, seat in sessions:
        players = [seated(fresh(session, time), info, seat, time) for time in range(1, times + 1)]
        tasks += [one(asked, info, players) for asked in questions(session, info, seat)]
    came = await asyncio.gather(*tasks)
    return [a for a in came if not isinstance(a, str)], [a for a in came if isinstance(a, str)]


def summary(audited: Sequence[Audited]) -> Mapping[str, Any]:
    """Figures over all questions: their number, contradictions, agreement with play, unreadable answers."""
    new = [(a.asked.given, answer) for a in audited for answer in a.answers if answer is not None]
    known = [given == answer for given, answer in new if given is not None]
    return {
        "questions": len(audited),
        "contradictions": sum(a.contradicts for a in audited),
        "agreement": sum(known) / len(known) if known else None,
        "answers": len(new),
        "unreadable": sum(answer is None for a in audited for answer in a.answers),
    }
