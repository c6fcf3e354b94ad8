"""Sessions of twenty questions to start tests from."""

from __future__ import annotations

from typing import Any

from tests.conformance import CATALOGUE
from tests.games.steps import begin, probe
from tui_arena.core.game import Deck
from tui_arena.core.record import Play

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
    secret = None if entity is None else {"entity": entity, "aliases": list(aliases)}
    deck = deck or (source.name if source else None)
    extra = {"flips": flips} if flips else {}
    return begin("entity", secret, options, preset, deck=deck, source=source, extra=extra)


def lists(play: Play[Any], turn: int, *items: str) -> None:
    """Let the guesser list candidates after a turn."""
    probe(play, turn, items=list(items))
