"""The writer of a run: pieces that arrive during a commit go together, and one that fails stops no other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from tests.inquiry.asking import session
from tui_arena.batch.session_pool import FIGURED, Writer
from tui_arena.save.store import Piece, SaveError, Store


class Disk:
    """A save file that refuses the session `bad`."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []

    def add(self, pieces: Iterable[Piece]) -> None:
        ids = [piece.session.id for piece in pieces]
        if "bad" in ids:
            raise SaveError("the disk is full")
        self.commits.append(ids)


async def saved(disk: Disk, ids: Sequence[str], begins: str = "") -> list[BaseException | None]:
    """Save a piece of each session; those whose ids start with `begins` begin with it."""
    writer = Writer(cast("Store", disk))
    pieces = [Piece(replace(session(), id=one), begins=one.startswith(begins or " ")) for one in ids]
    found = await asyncio.gather(*(writer.add(piece) for piece in pieces), return_exceptions=True)
    await writer.close()
    return found


async def test_what_arrives_together_is_saved_in_one_commit() -> None:
    disk = Disk()
    assert await saved(disk, ["a", "b", "c"]) == [None, None, None]
    assert disk.commits == [["a", "b", "c"]]


async def test_replies_do_not_wait_for_sessions_that_begin_together() -> None:
    disk = Disk()
    many = [f"new{number}" for number in range(2 * FIGURED + 1)]
    assert await saved(disk, [*many, "a", "b"], begins="new") == [None] * (len(many) + 2)
    assert disk.commits == [["a", "b", *many[:FIGURED]], many[FIGURED:-1], many[-1:]]


async def test_a_piece_that_can_not_be_saved_stops_no_other() -> None:
    disk = Disk()
    found = await saved(disk, ["a", "bad", "c"])
    assert disk.commits == [["a"], ["c"]]
    assert [str(one) for one in found] == ["None", "the disk is full", "None"]
    with pytest.raises(SaveError):
        await Writer(cast("Store", disk)).add(Piece(replace(session(), id="bad")))
