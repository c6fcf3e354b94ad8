"""Models for tests of the app: entries in the models file, and made-up results of their tests."""

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
"""Seconds after which a waiting test fails; loading LiteLLM takes several."""
MOMENT = 0.02
"""Seconds between two checks."""
CANARY = "sk-canary-0123456789abcdef"
"""A key that must not show up anywhere."""


def configured(home: Path, *entries: ModelEntry) -> Paths:
    """A home folder with these models."""
    paths = Paths.find(home)
    for entry in entries:
        write_models(paths, with_entry(entry))
    return paths


def answered(home: Path, *entries: ModelEntry, ok: bool = True) -> None:
    """Configure these models, and save a test result for each, good or bad."""
    paths = configured(home, *entries)
    store = open_store(paths.save_file, Catalogue(paths.config)).store
    for entry in entries:
        why = "" if ok else f"{entry.name} did not answer"
        keep(store, entry, Trial(ok=ok, at=now(), model=entry.said_model, why=why))
    store.close()


async def until(pilot: Pilot[None], met: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not met():  # noqa: ASYNC110  (the app says nothing of its own)
            await asyncio.sleep(MOMENT)
    await settle(pilot)
