"""Shared by tests of models at a table: a home with models of a stub server, and a reply held midway."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.stub_models import BEHAVIOURS, USAGE, chunk, pieces
from tests.stub_server import Exchange
from tests.ui.playing import shown, until
from tui_arena.config import ModelEntry, Paths, read_models
from tui_arena.config.models import with_entry, write_models
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.widgets.dialogs import Dialog

PATIENCE = 60.0


def configured(home: Path, url: str, *names: str, **more: Any) -> None:
    """Put models with these names into the home's models file; each does what its name says."""
    paths = Paths.find(home)
    for name in names:
        label = name.partition(":")[0].replace("-", "")
        entry = ModelEntry(label, name, base_url=url, **{"structured": "off", **more})
        write_models(paths, with_entry(entry))


def with_models(home: Path, variant: str = "classic", preset: str | None = None, **seats: str) -> Opening:
    """A table. Seats are given by their PLAYER text, models by the names that `configured` gave them."""
    book, faults = read_models(Paths.find(home))
    assert not faults
    seats = {"guesser": "bot:easy", **seats}
    cast = {seat: read_player(text, book=book) for seat, text in seats.items()}
    return Opening("wordle", cast, {"variant": variant}, preset, None, 7)


@contextmanager
def held(text: str, name: str = "held", rest: str = "") -> Iterator[threading.Event]:
    """A model that says this and then waits for the event before it says the rest and ends."""
    go = threading.Event()

    async def behave(it: Exchange) -> None:
        for part in pieces(text):
            await it.piece(chunk({"content": part}))
        await asyncio.to_thread(go.wait, PATIENCE)
        for part in pieces(rest):
            await it.piece(chunk({"content": part}))
        await it.piece(chunk({}, "stop"))
        await it.piece({**chunk({}), "choices": [], "usage": USAGE})
        await it.end()

    BEHAVIOURS[name] = behave
    try:
        yield go
    finally:
        go.set()
        del BEHAVIOURS[name]


async def asked_what_to_do(pilot: Pilot[None], app: ArenaApp) -> str:
    """The text of the dialog that a failed seat opens."""
    await until(pilot, lambda: isinstance(app.screen, Dialog))
    await pilot.pause()
    return " ".join(shown(app).replace("│", " ").split())


async def opened(pilot: Pilot[None], app: ArenaApp, table: Opening, **how: Any) -> None:
    """Open a table and wait until its models can be asked."""
    app.open_table(table, **how)
    await loaded(pilot, app)


async def loaded(pilot: Pilot[None], app: ArenaApp) -> None:
    """Wait until the models can be asked."""
    async with asyncio.timeout(PATIENCE):
        while "direct" not in app.registry.transports.__dict__:
            await pilot.pause(0.1)
