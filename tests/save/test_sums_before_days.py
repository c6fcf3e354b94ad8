"""Figures by secret since a day, from sums that are kept before some days of very many sessions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.save.making import started
from tests.save.test_filters import CATALOGUE, summary
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save import sessions
from tui_arena.save.connect import plain
from tui_arena.save.filters import Filter
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.setting import setting_of
from tui_arena.save.store import Store, new_id, open_store
from tui_arena.save.summary import Summary

DAYS = ("2026-01-30", "2026-02-01", "2026-02-02", "2026-03-15", "2026-03-16", "2026-11-21")
GAME = "connections"
ORDER = itemgetter(0, 1, 2, 3, 4)
KINDS = {name: one.kind for name, one in CATALOGUE.game(GAME).metrics.items()}
FIGURES = ["won", "attempts", "p_guess_of", "#main"]


def put(store: Store, rng: Random, days: Iterable[str]) -> list[str]:
    """Save a session of each of some days; returns their ids."""
    some = [one_of(rng, new_id(), day) for day in days]
    with store._writing() as db:
        for one in some:
            head = sessions.put(db, one, "")
            derived_rows.write(db, store._rollup, head, one, info=None, summary=told(rng, one))
    return [one.id for one in some]


def one_of(rng: Random, name: str, day: str) -> Session:
    """A session of a day, with one of two settings."""
    plain = started(CATALOGUE)
    setup = replace(plain.setup, deck=None, options={"max_attempts": rng.choice((9, 15))})
    return replace(plain, id=name, game=GAME, started=f"{day}T10:00:00Z", setup=setup)


def told(rng: Random, one: Session) -> Summary:
    """Its summary, with made-up figures."""
    return replace(summary(rng), setting=setting_of(CATALOGUE.game(GAME), one.setup))


@pytest.fixture
def many(path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A file with ten sessions of each of some days, where five are very many."""
    monkeypatch.setattr(by_secret, "STEP", 5)
    monkeypatch.setattr(by_secret, "OF_A_SECRET", 0)
    store = open_store(path, CATALOGUE).store
    put(store, Random(3), [day for day in DAYS for _ in range(10)])
    return store


def kept(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """The sums of `FIGURES` that are kept, by day."""
    with store._reading() as db:
        rows = db.execute(
            "SELECT day, item, kind, name, grp, condition, sessions, won, sums FROM rollup_before"
        ).fetchall()
    by_day: dict[str, list[tuple[Any, ...]]] = {}
    for day, *cell, text in rows:
        sums = {name: tuple(one) for name, one in json.loads(text).items() if name in FIGURES}
        by_day.setdefault(day, []).append((*cell, sums, ""))
    return {day: sorted(cells, key=ORDER) for day, cells in sorted(by_day.items())}


def one_by_one(store: Store, days: tuple[str, str], **narrowed: Any) -> list[tuple[Any, ...]]:
    """The cells of all sessions between two days, read from the sessions themselves."""
    with store._reading() as db:
        found = by_secret._read(db, Filter(GAME, **narrowed), KINDS, FIGURES, days=days)
    return sorted(found, key=ORDER)


def changed(store: Store) -> None:
    """Do to a file what changes old sessions: late ones, other endings, others' secrets hidden, deletions."""
    rng = Random(5)
    ids = put(store, rng, rng.choices(DAYS, k=20))
    rows = store.sessions()[:30]
    with store._writing() as db:
        for row in rows:
            n = sessions.number(db, row.id)
            match rng.randrange(3):
                case 0:
                    derived_rows.hide_secret(db, n)
                case 1:
                    day = rng.choice(DAYS)
                    # the set-up of a session does not change
                    (body,) = db.execute("SELECT body FROM header WHERE n = ?", (n,)).fetchone()
                    options = json.loads(body)["setup"]["options"]
                    kept = one_of(rng, row.id, day)
                    kept = replace(kept, setup=replace(kept.setup, options=options))
                    head = derived_rows.Header(n, "2026-11-21T10:00:00Z", "")
                    derived_rows.write(db, store._rollup, head, kept, info=None, summary=told(rng, kept))
    store.delete([*ids[::4], *(row.id for row in rows[::4])])


def test_sums_are_kept_before_days_that_begin_after_very_many_sessions(many: Store) -> None:
    assert list(kept(many)) == list(DAYS[1:])


def test_of_few_sessions_no_sums_are_kept(path: Path) -> None:
    store = open_store(path, CATALOGUE).store
    put(store, Random(3), DAYS)
    assert kept(store) == {}


def test_sums_are_kept_only_before_a_day_without_sessions(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_secret, "STEP", 5)
    monkeypatch.setattr(by_secret, "OF_A_SECRET", 0)
    store = open_store(path, CATALOGUE).store
    early, late = DAYS[:2]
    put(store, Random(3), [*[early] * 4, late, *[early] * 4, late])
    assert kept(store) == {}


def test_no_sums_are_kept_where_they_would_be_as_many_as_sessions(
    many: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(kept(many))
    monkeypatch.setattr(by_secret, "OF_A_SECRET", 5)
    put(many, Random(3), ("2026-11-22", "2026-11-23"))
    assert list(kept(many)) == before
    many.rebuild()
    assert kept(many) == {}


@pytest.mark.thorough
def test_what_is_kept_follows_every_change_of_an_old_session(many: Store) -> None:
    for _ in range(2):
        found = kept(many)
        assert list(found) == list(DAYS[1:])
        for day, cells in found.items():
            assert cells == one_by_one(many, ("", day)), day
        changed(many)


@pytest.mark.parametrize(
    "narrowed", sampled([{}, {"player": "ada"}, {"seat": "guesser"}, {"condition": "party"}], 4)
)
def test_figures_since_a_day_are_those_of_its_sessions(many: Store, narrowed: dict[str, Any]) -> None:
    changed(many)
    for day in ("2025-01-01", *DAYS, "2026-02-14", "2026-06-01", "2026-11-22"):
        found = sorted(many.items(Filter(GAME, since=day, **narrowed), FIGURES), key=ORDER)
        assert found == one_by_one(many, (day, "~"), **narrowed), day


@pytest.mark.parametrize(
    ("since", "other", "near"),
    sampled(
        [
            ("2026-01-30", "", ""),
            ("2026-01-30", None, "2026-02-01"),
            ("2026-02-01", "", "2026-02-01"),
            ("2026-03-14", "", "2026-03-15"),
            ("2026-11-21", "", "2026-11-21"),
            ("2026-11-22", None, None),
        ],
        3,
    ),
)
def test_only_sessions_between_a_day_and_the_nearest_with_sums_are_read(
    many: Store, since: str, other: str | None, near: str | None
) -> None:
    with many._reading() as db:
        assert by_secret._nearest(db, Filter(GAME, since=since), since, other) == near
        assert by_secret._nearest(db, Filter(GAME, since=since, variant="fixed"), since, other) == other


def test_cells_since_a_late_day_have_the_order_of_reading(many: Store) -> None:
    with many._reading() as db:
        read = by_secret._read(db, Filter(GAME, since="2026-06-01"), KINDS, FIGURES)
    assert many.items(Filter(GAME, since="2026-06-01"), FIGURES) == read


@pytest.mark.thorough
def test_an_older_file_that_is_only_read_has_the_same_figures(many: Store, path: Path) -> None:
    wanted = Filter(GAME, since="2026-02-02")
    before = sorted(many.items(wanted, FIGURES), key=ORDER)
    many.close()
    with closing(plain(path)) as db:
        db.execute("DROP TABLE rollup_before")
        db.execute("PRAGMA user_version = 6")
    old = open_store(path, CATALOGUE, read_only=True).store
    assert sorted(old.items(wanted, FIGURES), key=ORDER) == before
