"""Export, import and export again give the same text, and no file crashes the reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import Table, playout_of
from tests.save.sessions import CATALOGUE, WORDLE, random_session, read, through, unfinished_with_setter, won
from tui_arena.config import BadFile
from tui_arena.core.text import clean
from tui_arena.save.exchange.session_files import document, read_document, to_store
from tui_arena.save.store import Store, open_store

TABLES = st.builds(
    lambda setup, seed: Table(WORDLE, setup[0], setup[1], seed),
    st.sampled_from(playout_of(WORDLE).SETUPS),
    st.integers(0, 10_000),
)
TEXT = st.text(max_size=12).map(clean)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
EXTRA = st.dictionaries(TEXT.map(lambda t: f"x-{t}"), VALUES, max_size=3)


@contextmanager
def fresh_store() -> Iterator[Store]:
    with TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "arena.db", CATALOGUE).store
        yield store
        store.close()


@settings(max_examples=3)
@given(table=TABLES, extra=EXTRA, cut=st.none() | st.integers(0, 5))
def test_a_session_comes_back_from_a_file_and_from_the_save_file(
    table: Table, extra: dict[str, Any], cut: int | None
) -> None:
    session = random_session(table, cut=cut, extra=extra)
    first = json.dumps(document(session, WORDLE))
    found = read_document(json.loads(first), "x", CATALOGUE)
    assert found.differences == ()
    assert not found.dropped
    assert json.dumps(document(found.session, WORDLE)) == first
    with fresh_store() as store:
        store.save(to_store(found), imported=True)
        kept = store.load(session.id)
    assert json.dumps(document(kept, WORDLE), sort_keys=True) == json.dumps(json.loads(first), sort_keys=True)


PLACES = st.lists(st.integers(0, 9), max_size=6)


@settings(max_examples=20)
@given(place=PLACES, value=VALUES, drop=st.booleans(), which=st.sampled_from([won, unfinished_with_setter]))
def test_a_file_changed_anywhere_is_read_or_refused_in_a_sentence(
    place: list[int], value: Any, drop: bool, which: Any
) -> None:
    raw: Any = through(which())
    spot = raw
    for step in place[:-1]:
        inner = _inner(spot, step)
        if not isinstance(inner, dict | list) or not inner:
            break
        spot = inner
    _change(spot, place[-1] if place else 0, value, drop=drop)
    refused = ""
    try:
        found = read_document(raw, "x.json", CATALOGUE)
    except BadFile as error:
        refused = str(error)
    if refused:
        assert refused.startswith("x.json: ")
        assert "\n" not in refused
    else:
        assert through(document(found.session, found.info)) == document(found.session, found.info)


def _inner(spot: Any, step: int) -> Any:
    return spot[step % len(spot)] if isinstance(spot, list) else spot[sorted(spot)[step % len(spot)]]


def _change(spot: Any, step: int, value: Any, *, drop: bool) -> None:
    key = step % len(spot) if isinstance(spot, list) else sorted(spot)[step % len(spot)]
    if drop:
        del spot[key]
    else:
        spot[key] = value


def test_own_figures_of_an_open_session_do_not_outlive_its_next_move() -> None:
    raw = unfinished_with_setter() | {"metrics": {"success": 0}, "counts": {"guesser": {"requests": 1}}}
    found = read(raw)
    assert "metrics" in found.session.extra
    assert not {"metrics", "counts"} & to_store(found).extra.keys()
    assert to_store(read(won() | {"metrics": {"mine": 1}})).extra["metrics"] == {"mine": 1}
