"""Models for tests of the app: entries in the file of models, and trials as if they had been tested."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from tests.ui.harness import settle
from tui_arena.config import ModelEntry, Paths, with_entry, write_models
from tui_arena.data import Catalogue
from tui_arena.players.models.check import Trial, keep
from tui_arena.save.store import now, open_store

PATIENCE = 60.0
"""Seconds after which a test that waits has failed; LiteLLM alone takes some to load."""
MOMENT = 0.02
"""Seconds between two looks."""
CANARY = "sk-canary-0123456789abcdef"
"""A key that must be seen nowhere."""


def configured(home: Path, *entries: ModelEntry) -> Paths:
    """A home folder with these models."""
    paths = Paths.find(home)
    for entry in entries:
        write_models(paths, with_entry(entry))
    return paths


def answered(home: Path, *entries: ModelEntry, ok: bool = True) -> None:
    """Configure these models, and keep a test of each that went well or not."""
    paths = configured(home, *entries)
    store = open_store(paths.save_file, Catalogue(paths.config)).store
    for entry in entries:
        why = "" if ok else f"{entry.name} did not answer"
        keep(store, entry, Trial(ok=ok, at=now(), model=entry.said_model, why=why))
    store.close()


async def until(pilot: Pilot[None], met: Callable[[], bool]) -> None:
    """Go on as soon as something is so."""
    async with asyncio.timeout(PATIENCE):
        while not met():  # noqa: ASYNC110  (the app says nothing of its own)
            await asyncio.sleep(MOMENT)
    await settle(pilot)
