"""Downloading models on the command line: `tui-arena models get`."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from tui_arena.cli.columns import put_table
from tui_arena.cli.context import CommandContext, Failed, put, put_json, tell
from tui_arena.cli.headless import StatusLine
from tui_arena.core.game import Progress
from tui_arena.players.models.shelf import ShelfModel, gigabytes, megabytes, on_disk

DRAWN_EVERY = 0.25
"""Seconds between two states of the bar."""
BAR = 20
"""The width of a download's bar, in cells."""


def downloaded(arena: CommandContext, model: ShelfModel) -> Path:
    """Download a model's file and show the progress. Returns its path; raises Failed."""
    from tui_arena.players.models.hub import Downloaded, DownloadFailed, download  # noqa: PLC0415  (aiohttp)

    line = StatusLine()
    tenth, drawn = 0, 0.0

    def hear(now: Downloaded) -> None:
        nonlocal tenth, drawn
        if now.note or time.monotonic() - drawn >= DRAWN_EVERY:
            drawn = time.monotonic()
            line.show(Progress(note=f"[{now.bar(BAR)}] {now.progress_line}"))
        if not sys.stderr.isatty() and now.done * 10 // now.total > tenth:
            tenth = now.done * 10 // now.total
            tell(now.progress_line)

    try:
        return asyncio.run(download(model, arena.paths.models, hear))
    except DownloadFailed as failed:
        line.close()
        why, kept = str(failed), _kept(arena, model)
        raise Failed(f"{why}{'' if why.endswith('?') else '.'} {kept}" if kept else why) from None
    except KeyboardInterrupt:
        line.close()
        if kept := _kept(arena, model):
            tell(kept)
        raise
    finally:
        line.close()


def _kept(arena: CommandContext, model: ShelfModel) -> str:
    """A sentence on the part that was downloaded before; empty if there is none."""
    had = model.part(arena.paths.models).size
    again, remove = (f"`tui-arena models {verb} {model.name}`" for verb in ("get", "remove"))
    return f"{megabytes(had)} downloaded and kept: {again} continues, {remove} frees the space" if had else ""


def put_shelf(arena: CommandContext, *, as_json: bool) -> None:
    """Print the models on the shelf, and how much of each is on this disk."""
    found = on_disk(arena.paths, arena.registry.book)
    if as_json:
        facts = (
            "maker",
            "licence",
            "repository",
            "revision",
            "file",
            "bytes",
            "memory",
            "sha256",
            "good_for",
        )
        put_json(
            [
                {"name": one.model.name, "title": one.model.title, "came": one.had}
                | {fact: getattr(one.model, fact) for fact in facts}
                for one in found
            ]
        )
        return
    rows = [
        [
            one.model.name,
            one.model.title,
            megabytes(one.model.bytes),
            gigabytes(one.model.memory),
            one.state or None,
        ]
        for one in found
    ]
    put_table(["name", "model", "on disk", "memory", "here"], rows, keys=1)
    put("\n")
    for one in found:
        put(f"{one.model.name}: by {one.model.maker}, {one.model.licence}; {one.model.good_for}\n")
    put(f"\n`tui-arena models get NAME` downloads one into {arena.paths.models}\n")
