"""A page that is lost costs only what stood on it, wherever it lies, and what was deleted stays deleted."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from io import FileIO
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tests.save.making import change, end, ended, open_play, reply, started, target, won
from tests.save.sessions import CATALOGUE, GOLDEN
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save import codec
from tui_arena.save.connect import BACKUPS, companion, plain
from tui_arena.save.exchange.reading import read_input
from tui_arena.save.pages import rows
from tui_arena.save.store import Piece, Store, new_id, open_store

PAGE = 4096
PEOPLE = ("Ada", "Bob", "Cleo")


def out_of_step(path: Path) -> list[int]:
    """The numbers of the sessions whose header and its copy say different things."""
    with closing(plain(path, uri="?mode=ro")) as db:
        headers = {
            n: row
            for n, *row in db.execute("SELECT n, id, game, rules, started, saved, origin, body FROM header")
        }
        copies = {n: list(codec.unpacked_header(body)) for n, body in db.execute("SELECT n, body FROM head")}
    assert headers
    return [n for n in headers | copies if headers.get(n) != copies.get(n)]


# damage


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Session]]:
    """A file that was closed properly, with inner pages in its larger tables, and its sessions."""
    path = tmp_path_factory.mktemp("built") / "arena.db"
    store = open_store(path, CATALOGUE).store
    made = [
        ended(CATALOGUE, started(CATALOGUE, i, {"guesser": f"human:{PEOPLE[i % 3]}"}), Random(i))
        for i in range(120)
    ]
    made += [won(CATALOGUE, started(CATALOGUE, i, {"guesser": "bot:easy"})) for i in range(120, 160)]
    for session in made:
        store.save(session)
    store.set_meta("party:p", "{}")
    store.close()
    shutil.rmtree(path.parent / BACKUPS)
    return path, {session.id: session for session in made}


def trees(path: Path) -> dict[int, tuple[str, int]]:
    """The table or index that each page is of, and how many rows stand on it."""
    with closing(sqlite3.connect(path)) as db:
        try:
            found = db.execute("SELECT pageno, name, ncell FROM dbstat").fetchall()
        except sqlite3.OperationalError:
            pytest.skip("Python's SQLite can't tell which page is of which table (no dbstat)")
        return {page: (name, count) for page, name, count in found}


@pytest.mark.parametrize("part", sampled(range(240), 240, whole=True, thorough=24))
@pytest.mark.thorough
def test_a_page_of_zeros_costs_only_what_stood_on_it(
    part: int, built: tuple[Path, dict[str, Session]], path: Path
) -> None:
    whole, made = built
    data, of = whole.read_bytes(), trees(whole)
    for page in range(1 + part, len(data) // PAGE + 1, 240):
        shutil.rmtree(path.parent, ignore_errors=True)
        path.parent.mkdir()
        path.write_bytes(data[: (page - 1) * PAGE] + bytes(PAGE) + data[page * PAGE :])
        companion(path, ".damaged").touch()
        opened = open_store(path, CATALOGUE)
        found = held(opened.store)
        name, count = of[page]
        assert found.keys() == made.keys(), (page, name)
        cut = [one for one in made if found[one] != made[one]]
        assert all(found[one].events == made[one].events[: len(found[one].events)] for one in cut), (
            page,
            name,
        )
        assert len(cut) <= (count if name == "event" else 0), (page, name)
        assert not cut or f"page {page}, event" in told(path), "what is lost is named"
        assert opened.store.meta("party:p") == "{}" or name == "meta"
        opened.store.close()
        assert out_of_step(path) == []


def held(store: Store) -> dict[str, Session]:
    return {one: store.load(one) for (one,) in store._access.db.execute("SELECT id FROM header")}


def told(path: Path) -> str:
    """What a recovery named as lost."""
    (found,) = path.parent.glob("arena.db.lost-*.txt")
    return found.read_text()


def ids(path: Path) -> set[object]:
    """The ids of the sessions whose headers are found on pages, as bytes."""
    return {row.values[1] for row in rows(path) if row.table == "header"}


@pytest.mark.parametrize("told", sampled([0, 1, 512, 2048, 8192, 32768], 3))
def test_a_wrong_length_of_pages_costs_nothing(
    told: int, built: tuple[Path, dict[str, Session]], tmp_path: Path
) -> None:
    """The first page tells how long pages are; what it says there is tried against the pages."""
    path, _ = built
    copy = tmp_path / "arena.db"
    data = bytearray(path.read_bytes())
    data[16:18] = told.to_bytes(2, "big")
    copy.write_bytes(data)
    assert [*rows(copy)] == [*rows(path)]


def test_what_is_in_the_log_only_is_read_from_it(path: Path) -> None:
    store = open_store(path, CATALOGUE).store
    made = [won(CATALOGUE, started(CATALOGUE, i)) for i in range(30)]
    for session in made:
        store.save(session)
    elsewhere = path.parent / "elsewhere" / "arena.db"
    elsewhere.parent.mkdir()
    log = bytearray(companion(path, "-wal").read_bytes())
    store.close()
    elsewhere.touch()
    companion(elsewhere, "-wal").write_bytes(log)
    whole = set(rows(elsewhere))
    for end_of_frame in range(32 + PAGE + 24, len(log) + 1, (PAGE + 24) * 303):
        spoilt = bytearray(log)
        spoilt[end_of_frame - 20] ^= 0xFF
        companion(elsewhere, "-wal").write_bytes(spoilt)
        assert set(rows(elsewhere)) <= whole, "a spoilt frame is passed over"
        assert len(ids(elsewhere)) >= len(made) - 8, "those after it are checked by themselves"
    companion(elsewhere, "-wal").write_bytes(log)
    assert ids(elsewhere) == {s.id.encode() for s in made}


def test_what_the_disk_can_not_read_costs_only_its_page(
    built: tuple[Path, dict[str, Session]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, made = built
    bad = max(page for page, (name, _) in trees(whole).items() if name == "header")

    class Disk(FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() == (bad - 1) * PAGE:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(-1 if size is None else size)

    monkeypatch.setattr(Path, "open", lambda path, *_args, **_more: Disk(path))
    found = list(rows(whole))
    assert sum(row.table == "head" for row in found) == len(made)
    assert 0 < sum(row.table == "header" for row in found) < len(made)


@pytest.mark.parametrize("first_page", sampled(["whole", "gone"], 2))
def test_a_session_that_was_deleted_does_not_come_back(path: Path, first_page: str) -> None:
    store = open_store(path, CATALOGUE).store
    made = [won(CATALOGUE, started(CATALOGUE, i, {"guesser": f"human:{PEOPLE[i % 3]}"})) for i in range(150)]
    for session in made:
        store.save(session)
    gone = {session.id for i, session in enumerate(made) if i % 3 == 1 or 40 < i < 120}
    assert store.delete(gone) == len(gone)
    store.close()
    shutil.rmtree(path.parent / BACKUPS)
    if first_page == "gone":
        path.write_bytes(bytes(PAGE) + path.read_bytes()[PAGE:])
    companion(path, ".damaged").touch()
    store = open_store(path, CATALOGUE).store
    assert held(store).keys() == {session.id for session in made} - gone
    store.close()


# the second copy of each header


@pytest.fixture
def written(path: Path) -> Iterator[Store]:
    """A store into which something is written; header and copy have to say the same of all sessions at last."""
    store = open_store(path, CATALOGUE).store
    store.save(won(CATALOGUE, started(CATALOGUE, 1)))
    store.save(won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "human:Bob"})))
    yield store
    assert out_of_step(path) == []
    store.close()


def test_whole_and_imported_sessions_have_a_copy(written: Store, path: Path) -> None:
    for incoming in chain.from_iterable(read_input(str(one), CATALOGUE) for one in GOLDEN[:6]):
        assert not isinstance(incoming, str)
        written.save(replace(incoming.session, id=new_id()), imported=True)
    assert len(held(written)) > 4


def test_a_session_in_play_has_a_copy(written: Store, path: Path) -> None:
    session = started(CATALOGUE, 3)
    play = open_play(CATALOGUE, session)
    written.add([Piece(session, begins=True)])
    assert out_of_step(path) == []
    written.append(session.id, reply(play, "slate"), {})
    event = reply(play, target(session))
    written.add([Piece(session, [event, end(play)], play=play, ends=True)])


def test_a_copy_follows_its_session(written: Store, path: Path) -> None:
    for old, new in (("Bob", "Ada"), ("Ada", "Zoë 𝄞")):
        assert written.rename_person(old, new) > 0
        assert out_of_step(path) == []
    change(path, "DELETE FROM head WHERE n = 1")
    assert out_of_step(path) == [1]
    written.rebuild()
    first, *_ = held(written)
    written.delete([first])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM head").fetchone() == (1,)


@pytest.mark.thorough
def test_a_copy_that_is_damaged_is_known_as_such() -> None:
    row = ("id", "wordle", 1, None, "2026", "", '{"setup":{}}')
    whole = codec.packed_header(row)
    assert codec.unpacked_header(whole) == row
    found = [
        _as_it_is(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        for place in range(len(whole))
    ]
    assert {None, row} >= set(found), "some bits of its last byte mean nothing"
    assert found.count(row) <= 1
    with pytest.raises(ValueError, match="truncated"):
        codec.unpacked_header(whole[:-1])
    for hostile in ("[" * 100_000, "x" * (codec.MOST_UNPACKED + 1)):
        press = zlib.compressobj(wbits=13, zdict=codec.KNOWN)
        with pytest.raises(ValueError, match=r"truncated|recursion"):
            codec.unpacked_header(press.compress(f"{hostile}\n".encode()) + press.flush())


def _as_it_is(body: bytes) -> tuple[object, ...] | None:
    try:
        return codec.unpacked_header(body)
    except ValueError:
        return None
