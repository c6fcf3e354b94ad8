"""Sessions of twenty questions to start tests from."""

from __future__ import annotations

from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Deck, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.data import Catalogue

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("entity")


def things() -> Deck:
    return CATALOGUE.deck("things", INFO).deck


def start(
    entity: str | None = "guitar",
    *aliases: str,
    preset: str | None = None,
    deck: str | None = None,
    source: Deck | None = None,
    flips: list[int] | None = None,
    **options: Any,
) -> Play[Any]:
    setup = Setup(
        resolve(INFO.options, INFO.presets, options, preset),
        secret=None if entity is None else {"entity": entity, "aliases": list(aliases)},
        preset=preset,
        deck=deck or (source.name if source else None),
        source=source,
        extra={"flips": flips} if flips else {},
    )
    return Play(INFO.game, setup)


def asked(play: Play[Any]) -> str:
    return "/".join(f"{ask.seat}/{ask.name}" for ask in play.asks())


def told(play: Play[Any]) -> list[str]:
    return [turn.answer for turn in play.state.turns]


def event(play: Play[Any], kind: Kind, /, **data: Any) -> None:
    play.feed(Event(play.next_seq, kind, data))


def probe(play: Play[Any], turn: int, *items: str) -> None:
    event(play, Kind.PROBE, seat="guesser", kind="candidates", round=turn, items=list(items))


def figures(play: Play[Any], *names: str) -> list[Any]:
    metrics = INFO.compute(play)
    return [metrics[name] for name in names]
