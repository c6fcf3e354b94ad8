"""Sessions of the two games with questions, and players to probe, branch and audit them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from tests.games.steps import answer
from tests.save.sessions import CATALOGUE
from tui_arena.core.game import Ask, Fault, PlayerFailed, Progress, Reply, View
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import Session, deal
from tui_arena.inquiry.subjects import Subject, read_subject
from tui_arena.save.store import Store

ENTITY, AKINATOR = CATALOGUE.game("entity"), CATALOGUE.game("akinator")
KINDS = ("bot", "script", "human")


def session(game: str = "entity", **options: Any) -> Session:
    """A session that nobody has played yet; twenty questions look for a cat."""
    info = CATALOGUE.game(game)
    chosen = resolve(info.options, info.presets, options, None)
    setup = deal(info.game, chosen, preset=None, deck=None, lexicon=None, seed=5)
    if game == "entity":
        setup = replace(setup, deck="things-1", secret={"entity": "cat"})
    seats: Mapping[str, Any] = {
        "guesser": {"player": "bot", "name": "bot hard", "level": "hard"},
        "judge" if game == "entity" else "setter": {"player": "bot", "name": "bot medium", "level": "medium"},
    }
    return Session("one", game, 1, "2026-11-21T10:00:00Z", setup, seats)


def play_of(one: Session) -> Play[Any]:
    return one.fold(CATALOGUE.game(one.game).game)


def subject(one: Session) -> Subject:
    """A session as it is read from a save file."""
    store = SimpleNamespace(load=lambda _, **__: one)
    return read_subject(cast("Store", store), CATALOGUE, one.id)


def said(one: Session, *texts: str) -> Session:
    """The session with further replies, each to the open ask."""
    return one.with_events(answer(play_of(one), *texts).events)


class Says:
    """A player whose answer depends on the ask; it keeps a list of what it was asked."""

    def __init__(self, answers: Callable[[Ask, View], str]) -> None:
        self.answers = answers
        self.asked: list[tuple[Ask, View]] = []

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        self.asked.append((ask, view))
        return Reply(self.answers(ask, view))


class Fails:
    """A player that can't be reached."""

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        raise PlayerFailed(f"{ask.seat}: no network")


def plays(ask: Ask, view: View) -> str:
    """Questions that find nothing, the answer no, lists of five items, and lists sorted into halves."""
    if ask.name == "candidates":
        return "\n".join(f"{i}. thing {ask.key}-{i}" for i in range(1, 6))
    if ask.name == "sorting":
        lines = str(view.facts["items"]).splitlines()
        return "\n".join(f"{i}. {'yes' if i < 3 else 'no'}" for i in range(1, len(lines) + 1))
    if ask.name == "question":
        return f"Is it number {ask.key}?"
    return "a yo-yo" if ask.name == "reveal" else "no"
