"""Lets the caster follow a table of the app, as the settings say."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tui_arena.players.party import PARTY
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
