"""Every way of the app to open a screen, for tests that go through all of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.save.making import started, won
from tests.ui.playing import opening
from tui_arena.batch.sweep import BenchPlan
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.seating import read_player
from tui_arena.save.filters import Filter
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.arena import Arena

CATALOGUE = Catalogue()
PARTY = Party("evening", "2026-11-20T20:00:00+00:00", ("human:Ada", "human:Ben"), (PartyGame("wordle"),))


def tables() -> list[Opening]:
    """A table of every game for each of its seats, with a person on that one and bots on the others."""
    found = []
    for game, info in CATALOGUE.games.items():
        seats = [seat.name for seat in info.game.seats({n: one.default for n, one in info.options.items()})]
        people = {seat: read_player("human") for seat in seats}
        bots = {seat: read_player("bot:easy") for seat in seats}
        found += [Opening(game, {**bots, seat: people[seat]}) for seat in seats]
    return found


def ways(app: ArenaApp, over: Session, left: Session) -> list[Callable[[], object]]:
    """All the ways of the app to open a screen; a new `open_...` joins by the names of its parameters."""
    entity = won(CATALOGUE, started(CATALOGUE, 9))
    bots = opening(guesser="bot:easy")
    values: dict[str, Any] = {
        "game": "wordle",
        "opening": bots,
        "party": PARTY.id,
        "session_id": over.id,
        "source": over.id,
        "info": CATALOGUE.game("wordle"),
        "session": entity,
        "wanted": Filter("wordle"),
        "ids": [over.id],
        "plan": BenchPlan(["bot:hard"], ["wordle"], 200, 1),
    }
    found: list[Callable[[], object]] = [
        partial(app.resume_table, left.id),
        partial(app.look_at_party, PARTY.id),
        partial(app.open_table, opening()),
        partial(app.open_duel, bots, "guesser", (read_player("bot:easy"), read_player("bot:hard"))),
        app.action_help,
        app.action_command_palette,
    ]
    for name, way in sorted(vars(Arena).items()):
        if name.startswith("open_") and inspect.isfunction(way):
            _, *named = inspect.signature(way).parameters.values()
            needed = [p.name for p in named if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
            found.append(partial(way, app, *(values[name] for name in needed)))
    return found
