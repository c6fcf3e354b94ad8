from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.save.making import ended, note, open_play, played, reply, started, won
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.rollup.items import ItemSums
from tui_arena.save.rollup.sums import Cells, add_lists, periods, periods_since, slot_of, value_of
from tui_arena.save.store import Piece, SaveError, Store, open_store
from tui_arena.save.summary import SeatSummary

CATALOGUE = Catalogue()
NAMES = ("Ada", "Ben", "Cleo")
DAYS = st.dates(date(2024, 2, 1), date(2026, 12, 31))


def derived(store: Store) -> dict[str, Any]:
    """All derived rows in a form that does not depend on how keys and slots were numbered."""
    with store._reading() as db:
        tables = {
            t: db.execute(f"SELECT * FROM {t} ORDER BY 1, 2").fetchall()
            for t in ("session", "seat", "metric")
        }
        keys = {row[0]: row[1:] for row in db.execute("SELECT * FROM rollup_key")}
        slots = dict(db.execute("SELECT name, place FROM slot"))
        rows = db.execute("SELECT k, period, cells FROM rollup").fetchall()
        items = {row[:8]: json.loads(row[8]) for row in db.execute("SELECT * FROM rollup_item")}
        parts = db.execute("SELECT * FROM rollup_part").fetchall()
        apart = {row[:5]: json.loads(row[5]) for row in db.execute("SELECT * FROM rollup_moments")}
    rollup = {}
    for k, period, text in rows:
        cells = Cells(slots)
        cells.add(json.loads(text))
        rollup[keys[k], period] = {name: cells[name] for name in cells.names()}
    return {
        **tables,
        "rollup": rollup,
        "items": items,
        "apart": apart,
        "parts": {(keys[k], *row): json.loads(text) for k, *row, text in parts},
    }


@st.composite
def sessions(draw: st.DrawFn) -> Session:
    seed = draw(st.integers(0, 10**6))
    rng = Random(seed)
    day = draw(DAYS)
    variant = draw(st.sampled_from(["classic", "clue", "critic"]))
    players = {"guesser": draw(st.sampled_from(["bot:hard", "bot:easy", *(f"human:{n}" for n in NAMES)]))}
    if variant == "critic":
        players["critic"] = draw(st.sampled_from(["bot:hard", "human:Ada"]))
    extra: dict[str, Any] = draw(st.sampled_from([{}, {"run": "r1"}, {"run": "r2"}, {"blind": True}]))
    session = started(
        CATALOGUE,
        seed,
        players,
        at=draw(st.sampled_from([f"{day}T10:00:00Z", f"{day}T10:00:00Z", None, "some day"])),
        extra=extra,
        repetition=draw(st.sampled_from([None, 1, 2])),
        variant=variant,
        max_guesses=draw(st.sampled_from([2, 6])),
    )
    kind = draw(st.sampled_from(["ended", "ended", "open", "hinted", "recast"]))
    if kind == "ended":
        return ended(CATALOGUE, session, rng)
    play = open_play(CATALOGUE, session)
    reply(play, "slate")
    if kind == "hinted":
        note(play, "hint", text="an e")
    if kind == "recast":
        to = {"player": "human", "name": draw(st.sampled_from(NAMES))}
        note(play, "recast", seat="guesser", to=to)
    return session.with_events(play.events)


STEPS = st.one_of(
    st.tuples(st.just("save"), sessions(), st.booleans()),
    st.tuples(st.just("together"), st.lists(sessions(), min_size=2, max_size=3), st.integers(0, 3)),
    st.tuples(st.just("delete"), st.integers(0, 9), st.none()),
    st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from((*NAMES, "Dora"))),
    st.tuples(st.just("go on"), st.integers(0, 9), st.none()),
    st.tuples(st.just("give up"), st.integers(0, 9), st.none()),
)


def act(store: Store, step: tuple[str, Any, Any], ids: list[str]) -> None:
    match step:
        case ("save", session, imported):
            store.save(session, imported=imported)
            ids.append(session.id)
        case ("together", several, begun):
            parts = [(one, one.events[:begun], one.events[begun:]) for one in several]
            plays = [open_play(CATALOGUE, one.with_events(first)) for one, first, _ in parts]
            pieces = zip(parts, plays, strict=True)
            store.add([Piece(one, first, begins=True, play=play) for (one, first, _), play in pieces])
            for (_, _, later), play in zip(parts, plays, strict=True):
                for event in later:
                    play.feed(event)
            pieces = zip(parts, plays, strict=True)
            store.add([Piece(one, later, play=play, ends=True) for (one, _, later), play in pieces])
            ids += [one.id for one in several]
        case ("delete", place, _) if ids:
            store.delete([ids.pop(place % len(ids))])
        case ("rename", old, new):
            store.rename_person(old, new)
        case ("go on", place, _) if ids:
            session_id = ids[place % len(ids)]
            play = open_play(CATALOGUE, store.load(session_id))
            event = note(play, "undone", to=0) if play.over else note(play, "hint", text="?")
            store.append(session_id, event, {})
            store.summarise(session_id, play)
        case ("give up", place, _) if ids:
            session_id = ids[place % len(ids)]
            play = open_play(CATALOGUE, store.load(session_id))
            if not play.over:
                store.append(session_id, note(play, "resigned", seat="guesser"), {})
                store.summarise(session_id, play)


@settings(max_examples=6, suppress_health_check=[HealthCheck.data_too_large])
@given(st.lists(STEPS, max_size=12))
def test_what_was_kept_step_by_step_is_what_a_rebuild_gives(steps: list[tuple[str, Any, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "arena.db", CATALOGUE).store
        ids: list[str] = []
        for step in steps:
            act(store, step, ids)
        before = derived(store)
        store.rebuild()
        assert derived(store) == before
        store.delete(ids)
        assert derived(store) == {
            "session": [],
            "seat": [],
            "metric": [],
            "rollup": {},
            "items": {},
            "parts": {},
            "apart": {},
        }
        store.close()


@given(DAYS, DAYS)
def test_spans_since_a_day_cover_each_later_day_once(since: date, day: date) -> None:
    spans, year = periods_since(since.isoformat())
    labels = periods(day.isoformat())
    covering = [label for label in labels if label in spans or year < label < "Z"]
    assert len(covering) == (1 if day >= since else 0)


def test_spans_since_a_day_are_few() -> None:
    first = date(2024, 1, 1)
    longest = max(len(periods_since((first + timedelta(days=i)).isoformat())[0]) for i in range(366))
    assert longest <= 18


@given(st.lists(st.integers(-(10**30), 10**30)), st.lists(st.integers(-(10**30), 10**30)))
def test_adding_and_taking_away_leaves_nothing(a: list[int], b: list[int]) -> None:
    negative = str([-value for value in b])
    assert add_lists(add_lists(str(a), str(b)), negative) == add_lists(str(a), "[]")
    cells = Cells({}, list(a))
    cells.add(b)
    cells.add([-value for value in b])
    assert cells.values[: len(a)] == a
    assert not any(cells.values[len(a) :])


def test_a_run_has_rows_of_its_own(store: Store) -> None:
    for seed, run in enumerate(("r1", "r1", "r2", None)):
        extra = {} if run is None else {"run": run}
        store.save(won(CATALOGUE, started(CATALOGUE, seed, extra=extra)))

    def sessions_of(run: str, since: str | None = None) -> int:
        return sum(cells["sessions"] for _, cells in store.figures("wordle", run, since, lambda key: True))

    assert [sessions_of(run) for run in ("", "r1", "r2", "r3")] == [4, 2, 1, 0]
    assert [sessions_of("r1", day) for day in ("2026-11-21", "2026-11-22")] == [2, 0]


def test_windows_that_save_at_once_agree(store: Store, path: Path) -> None:
    other = open_store(path, CATALOGUE).store
    for seed in range(6):
        (store, other)[seed % 2].save(won(CATALOGUE, started(CATALOGUE, seed)))
    before = derived(store)
    other.rebuild()
    other.save(won(CATALOGUE, started(CATALOGUE, 7)))
    store.save(won(CATALOGUE, started(CATALOGUE, 8)))
    after = derived(store)
    assert len(after["session"]) == len(before["session"]) + 2
    store.rebuild()
    assert derived(other) == after


def test_a_change_that_fails_leaves_the_roll_up_as_it_was(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE)))
    before = derived(store)
    bad = played(CATALOGUE, started(CATALOGUE, 2, {"guesser": "human:New"}, variant="clue"), ["slate"])
    bad = replace(bad, messages={"h": [{"role": object()}]})  # type: ignore[dict-item]
    with pytest.raises(SaveError, match="can't be saved"):
        store.save(bad)
    assert derived(store) == before
    store.save(won(CATALOGUE, started(CATALOGUE, 3, {"guesser": "human:New"}, variant="clue")))
    after = derived(store)
    store.rebuild()
    assert derived(store) == after


def test_a_figure_has_one_key_for_its_value_in_a_session_and_its_sums() -> None:
    counts = {"requests": 4, "parsed": 3, "seconds": 1.5}
    metrics = {"speed": 50, "closeness": [1, None, 3], "by_seat": {"guesser": 7}}
    won = SeatSummary("guesser", "guesser", "human", "Ada", "won", 0.5, counts)
    keys = ("n", "won", "lost", "completed", "useful", "quality", "#main", "requests", "request_success")
    assert [value_of(key, metrics, [won]) for key in keys] == [1, 1, 0, 1, 1, 50.0, 0.5, 4, 0.75]
    assert [value_of(key, metrics, [won]) for key in ("speed", "by_seat", "closeness@3", "closeness@2")] == [
        50, 7, 3, None,
    ]  # fmt: skip
    gone = replace(won, standing="aborted", main=None)
    assert [value_of(key, metrics, [gone]) for key in keys[:6]] == [1, 0, 0, 0, 0, None]
    neutral = replace(won, standing="neutral", main=None, side="neutral")
    assert [value_of(key, metrics, [neutral]) for key in ("n", "won", "speed", "seconds")] == [
        1,
        None,
        None,
        1.5,
    ]
    assert [value_of(key, metrics, [replace(won, standing="unfinished")]) for key in keys[:3]] == [None] * 3
    slots = [slot_of(key) for key in ("speed", "quality", "requests", "request_success", "closeness@2")]
    assert slots == ["speed", "#main", "#requests", "#request_success", "closeness@2"]
    cells = Cells({"#seconds n": 0, "#seconds s": 1, "#seconds q": 2}, [2, 3_000_000, 5])
    assert cells.sums("seconds") == (2, 3_000_000, 5)
    assert Cells.total([cells, cells]).sums("seconds") == (4, 6_000_000, 10)


def test_a_value_that_changes_is_changed_in_the_sums_by_secret() -> None:
    before, now = (ItemSums(1, 1, {"recall": (1, sum_, sum_**2)}) for sum_ in (500_000, 400_000))
    net, whole = ItemSums(0, 0, {}), ItemSums(1, 1, dict(before.sums))
    net.add(before, -1)
    net.add(now, 1)
    whole.add(net, 1)
    assert whole == now
    whole.add(now, -1)
    assert whole == ItemSums(0, 0, {})
