"""What keeps lists quick in a long save file: which indexes they read, and two ways to the same rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.save.making import WORDS, played, started, target, won
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.save import people, queries
from tui_arena.save.connect import plain
from tui_arena.save.filters import Filter
from tui_arena.save.store import SessionQuery, Store

PLAYERS = ("human:Ada", "human:Ben", "human:Ada", "bot:hard", "human:Zoe")


@pytest.fixture
def sessions(store: Store) -> list[str]:
    """The ids of ten sessions, oldest first; half of them are over."""
    found = []
    for n in range(10):
        at = f"2026-11-{10 + n}T10:00:00Z"
        session = started(CATALOGUE, n, {"guesser": PLAYERS[n % len(PLAYERS)]}, at=at)
        session = won(CATALOGUE, session) if n % 2 else played(CATALOGUE, session, WORDS[:1])
        store.save(session)
        found.append(session.id)
    return found


def plans(path: Path, read: Callable[[sqlite3.Connection], object]) -> list[str]:
    """How SQLite goes about the last thing that is read."""
    asked: list[str] = []
    db = plain(path, uri="?mode=ro")
    db.set_trace_callback(asked.append)
    read(db)
    db.set_trace_callback(None)
    steps = [str(row[3]) for row in db.execute(f"EXPLAIN QUERY PLAN {asked[-1]}")]
    db.close()
    return steps


@pytest.mark.parametrize(
    "query", sampled([SessionQuery("zz"), SessionQuery("zz", "wordle"), SessionQuery("zz", None, False)], 3)
)
def test_a_search_reads_one_index_and_no_session(
    path: Path, sessions: list[str], query: SessionQuery
) -> None:
    steps = plans(path, lambda db: queries.find(db, query))
    assert "SCAN s USING COVERING INDEX session_listed" in steps
    assert any("USING COVERING INDEX session_of_secret" in step for step in steps)


def test_a_search_finds_words_in_names_and_secrets_together(store: Store, sessions: list[str]) -> None:
    secret = target(store.load(sessions[1]))
    assert store.load(sessions[1]).seats["guesser"]["name"] == "Ben"
    assert [row.id for row in store.sessions(SessionQuery(f"BEN {secret}"))] == [sessions[1]]
    assert store.sessions(SessionQuery(f"zoe {secret}")) == []
    assert store.sessions(SessionQuery(f"ben {secret}", "taboo")) == []
    begun = target(store.load(sessions[0]))
    assert store.sessions(SessionQuery(begun)) == [], "it is not over, so nothing tells its word"


@pytest.mark.parametrize("few", sampled([0, 1, 2, 3, 100], 3))
def test_a_players_sessions_are_the_same_however_many_they_are(
    store: Store, sessions: list[str], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "FEW", few)
    mine = {
        "human:Ada": [7, 5, 2, 0],
        "Zoe": [9, 4],
        "bot:bot hard": [8, 3],
        "nobody": [],
    }
    for player, places in mine.items():
        wanted = Filter("", player, include=frozenset({"all"}))
        found = [row.id for row in store.sessions(SessionQuery(filter=wanted))]
        assert found == [sessions[place] for place in places]
    first = store.sessions(SessionQuery(filter=Filter("", "Ada"), limit=1))
    rest = store.sessions(SessionQuery(filter=Filter("", "Ada"), before=first[0].rank))
    assert [row.id for row in first + rest] == [sessions[place] for place in (7, 5, 2, 0)]


def test_few_sessions_of_a_player_are_not_looked_for_in_the_whole_list(
    path: Path, sessions: list[str]
) -> None:
    steps = plans(path, lambda db: queries.find(db, SessionQuery(filter=Filter("", "Zoe"))))
    assert "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)" in steps


@pytest.mark.parametrize(
    "read",
    sampled(
        [
            lambda db: queries.streaks(db, "Ada"),
            lambda db: queries.streak(db, "wordle", "Ada"),
            lambda db: people.played_by(db, "human", "Ada", {}),
            lambda db: people.acquaintances(db, "human", "Ada", ["peeked"]),
        ],
        2,
    ),
)
def test_a_players_page_finds_its_sessions_in_an_index(
    path: Path, sessions: list[str], read: Callable[[sqlite3.Connection], object]
) -> None:
    steps = plans(path, read)
    assert [step.split(" (")[0] for step in steps if " t " in step or " s " in step] == [
        "SEARCH t USING INDEX seat_of_player",
        "SEARCH s USING INTEGER PRIMARY KEY",
    ]


def test_challenges_are_found_without_reading_every_header(path: Path, sessions: list[str]) -> None:
    steps = plans(path, lambda db: queries.find(db, SessionQuery(challenged=True)))
    assert "SCAN header USING INDEX header_challenged" in steps


def test_the_sessions_of_a_streak_are_sorted_once(path: Path, sessions: list[str]) -> None:
    steps = plans(path, lambda db: queries.streaks(db, "Ada"))
    assert [step for step in steps if "TEMP B-TREE" in step] == ["USE TEMP B-TREE FOR ORDER BY"]


@pytest.mark.parametrize("most", sampled([1, 3, 10, 11], 2))
def test_of_very_many_sessions_of_a_player_the_newest_are_read(
    store: Store, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_PLAYED", most)
    found = [won(CATALOGUE, started(CATALOGUE, n, at=f"2026-11-{10 + n}T10:00:00Z")) for n in range(10)]
    for session in found:
        store.save(session)
    assert [one.id for one in store.played_by("human", "Ada")] == [one.id for one in found[-most:]]
    assert store.has_older("human", "Ada") == (most < len(found))
