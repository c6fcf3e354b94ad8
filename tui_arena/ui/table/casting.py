"""Who plays at a table of the app: its caster and the model of its bots by the settings, and another player for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tui_arena.core.language.sentences import first_name, name_for
from tui_arena.players.models.check import seatable_models
from tui_arena.players.party import PARTY
from tui_arena.players.seating import Cast, may_think, thinking
from tui_arena.table.caster import CasterModel, LiveCaster, Manner
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.table.dialogs import NAME, PlayerPicker, candidates, seat_choices
from tui_arena.ui.widgets.rows import Picker

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena
    from tui_arena.ui.app.screen import ArenaScreen
    from tui_arena.ui.table.control import TableControl


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


async def another_player(
    screen: ArenaScreen, table: TableControl, seat: str | None
) -> tuple[str, Cast] | str | None:
    """Ask for another player for a seat, as `ControlledScreen.another_player`."""
    arena, runner = screen.arena, table.runner
    with arena.keys_in_turn.kept():  # the next keys are meant for the dialog
        models = await arena.in_thread(seatable_models, arena.store, arena.registry, runner.info)
    known_seats = [one for one in runner.play.seats if one in runner.cast] if seat is None else [seat]
    at, names = known_seats[0], table.hotseat.names
    while True:
        if len(known_seats) > 1:
            choices = seat_choices(known_seats, runner.cast, names, blind=runner.is_blind)
            picked = await arena.push_screen_wait(Picker("Change a player: which seat?", choices, at))
            if picked is None:
                return None
            at = picked
        players = candidates(
            at,
            runner.cast,
            arena.settings.name,
            bots=runner.info.has_bot,
            models=models,
            guests=arena.door.names,
            blind=runner.is_blind,
        )
        title = f"Who takes over as {at.replace('_', ' ')} from {name_for(first_name(names[at]), NAME)}?"
        chosen = await arena.push_screen_wait(PlayerPicker(title, players))
        if chosen is not None:
            return chosen if isinstance(chosen, str) else (at, with_mind(chosen, runner, arena))
        if len(known_seats) == 1:
            return None
