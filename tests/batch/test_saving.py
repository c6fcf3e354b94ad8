"""The writer of a run: pieces that arrive during a commit go together, and one that fails stops no other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from tests.inquiry.asking import session
from tui_arena.batch.session_pool import AT_ONCE, Writer
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


async def saved(disk: Disk, ids: Sequence[str]) -> list[BaseException | None]:
    writer = Writer(cast("Store", disk))
    pieces = [Piece(replace(session(), id=one)) for one in ids]
    found = await asyncio.gather(*(writer.add(piece) for piece in pieces), return_exceptions=True)
    await writer.close()
    return found


async def test_what_arrives_together_is_saved_in_one_commit() -> None:
    disk = Disk()
    assert await saved(disk, ["a", "b", "c"]) == [None, None, None]
    assert disk.commits == [["a", "b", "c"]]


async def test_many_pieces_are_saved_in_several_commits_in_their_order() -> None:
    disk = Disk()
    many = [str(number) for number in range(2 * AT_ONCE + 1)]
    assert await saved(disk, many) == [None] * len(many)
    assert disk.commits == [many[:AT_ONCE], many[AT_ONCE:-1], many[-1:]]


async def test_a_piece_that_can_not_be_saved_stops_no_other() -> None:
    disk = Disk()
    found = await saved(disk, ["a", "bad", "c"])
    assert disk.commits == [["a"], ["c"]]
    assert [str(one) for one in found] == ["None", "the disk is full", "None"]
    with pytest.raises(SaveError):
        await Writer(cast("Store", disk)).add(Piece(replace(session(), id="bad")))
