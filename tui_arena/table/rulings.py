"""Rulings: what the people at a table can decide about a reply when they overrule the word matcher.

To find the possible rulings, they are tried on the rules, so no game has to explain how it read a reply. Only
questions that the game's manifest names can be ruled on.

A ruling is about one reply and follows it directly. It is one event (`adjudicated`, see `save/README.md`)
that names everybody who agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from tui_arena.core.answers import RULED as ANSWERS
from tui_arena.core.events import reply_of
from tui_arena.core.game import Ask, Reply
from tui_arena.core.record import Judged, Play, judge
from tui_arena.core.text import clean
from tui_arena.data import GameInfo


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision that would change how the rules take a reply."""

    question: str
    """`says_word`, `hit` or `answers`."""
    verdict: bool
    of: int
    """The seq of the reply; 0 for a reply that hasn't been given yet."""


def ruled(info: GameInfo, ask: str) -> tuple[str, ...]:
    """Returns the questions that people may decide about a reply to this ask."""
    told = info.asks.get(ask)
    return told.ruled if told is not None else ()


def last_ruling(info: GameInfo, play: Play[Any], people: Iterable[str]) -> Ruling | None:
    """Returns the possible ruling about the last reply; None if there is none.

    `people`: the seats of people. They decide whether a reply answers only if they have all seats: nobody
    overrules a call alone against a bot or a model.
    """
    last = next((s.ask.name for s in reversed(play.standing())), "")
    shared = set(people) >= set(play.seats)
    return ruling_on_last(play, [one for one in ruled(info, last) if shared or one != ANSWERS])


def ruling_on_last(play: Play[Any], questions: Sequence[str]) -> Ruling | None:
    """Returns the ruling that would change how the last reply was taken; None if no ruling would.

    `questions`: the questions that can be ruled on for that ask.
    """
    steps = play.standing()
    if not steps or play.resigned is not None:
        return None
    step = steps[-1]
    reply = replace(reply_of(step.event), ruling=play.rulings.get(step.seq, {}))

    def helps(question: str, verdict: bool) -> bool:
        ruled_so = _judged(play, step.before, step.ask, reply, {question: verdict})
        return bool(ruled_so.state != play.state)

    return _first(questions, step.seq, helps)


def ruling_on_draft(play: Play[Any], ask: Ask, text: str, questions: Sequence[str]) -> Ruling | None:
    """Returns the ruling that would make the rules take a text that they now refuse; None if none would."""
    reply = Reply(clean(text))
    if _judged(play, play.state, ask, reply, {}).fault is None:
        return None

    def helps(question: str, verdict: bool) -> bool:
        return _judged(play, play.state, ask, reply, {question: verdict}).fault is None

    return _first(questions, 0, helps)


def _judged(play: Play[Any], state: Any, ask: Ask, reply: Reply, ruling: Mapping[str, bool]) -> Judged[Any]:
    """Returns how the rules judge a reply with one more ruling."""
    return judge(play.game, state, ask, replace(reply, ruling={**reply.ruling, **ruling}))


def _first(questions: Sequence[str], of: int, helps: Callable[[str, bool], bool]) -> Ruling | None:
    tried = product(questions, (False, True))
    return next((Ruling(*one, of) for one in tried if helps(*one)), None)


def deciders(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Returns the names of the people at these seats, each once. All of them have to agree."""
    return sorted({names[seat] for seat in seats})
