"""What a table of the app gets from the settings: its caster, and a word about the model of its bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tui_arena.players.party import PARTY
from tui_arena.players.seating import Cast, may_think, thinking
from tui_arena.table.caster import Manner
from tui_arena.table.live_caster import CasterModel, LiveCaster
from tui_arena.table.runner import SessionRunner

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena


def follow(runner: SessionRunner, arena: Arena) -> None:
    """Let the caster follow a session in play, as the settings say."""
    settings = arena.settings
    if settings.caster == "off":
        return
    entry = arena.registry.book.all.get(settings.caster_model) if settings.caster_model else None
    model = CasterModel(arena.registry, entry, runner.players.budget) if entry is not None else None
    arena.spoken.begin(str(runner.session.setup.extra.get(PARTY) or runner.session.id))
    LiveCaster(runner, cast("Manner", settings.caster), arena.spoken, arena.in_thread, model)


def with_mind(cast: Cast, runner: SessionRunner, arena: Arena) -> Cast:
    """The player who takes a seat; a bot thinks with the model of the settings, if the session may have that."""
    name, book = arena.settings.bots_mind, arena.registry.book
    if cast.kind != "bot" or cast.asks or name not in book.all or not may_think(runner.session.setup):
        return cast
    return thinking(cast, name, book)


async def tell_of_mind(runner: SessionRunner, arena: Arena) -> None:
    """Say once of each model with which bots think what that means."""
    name = next((one.asks for one in runner.cast.values() if one.kind == "bot" and one.asks), "")
    entry = arena.registry.book.all.get(name)
    if entry is None or runner.is_blind or arena.settings.mind_told == name:
        return
    here = "It runs on this machine, and nothing that is said here leaves it."
    there = f"What is said at the table goes to {entry.provider}."
    told = here if entry.runs_here else there
    arena.notify(f"Where a bot's own rules don't know what to say, it asks {name}. {told}", timeout=10)
    await arena.change_settings(mind_told=name)
