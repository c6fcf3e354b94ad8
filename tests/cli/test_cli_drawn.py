"""A drawn session, in which nobody wins, wherever results are counted, shown, exported and rated."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.save.sessions import read
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.ranking.leaderboard import rated, ratings

DRAWN: dict[str, Any] = {"result": "drawn", "winners": [], "cause": None}
KEPT = {"result": "won", "winners": ["setter"], "cause": None}
PASSED = {"result": "won", "winners": ["guesser"], "cause": None}


def document(name: str, last: str, outcome: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A session of one prompt whose reply doesn't say the word."""
    ended = [] if outcome is None else [{"seq": 4, "type": "ended", "outcome": outcome}]
    said = (("setter", "prompt", "What lifts?"), ("guesser", "reply", "My hat, on a bus."))
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": name,
        "game": "taboo",
        "started": f"2026-11-21T10:00:0{name}Z",
        "setup": {"options": {"max_prompts": 1, "on_silence": "nobody"}, "secret": {"word": "crane"}},
        "seats": {
            "setter": {"player": "human", "name": "Ada"},
            "guesser": {"player": "human", "name": "Ben"},
        },
        "events": [
            {"seq": n, "type": "reply", "seat": seat, "ask": ask, "text": text}
            for n, (seat, ask, text) in enumerate((*said, ("guesser", "last_guess", last)), 1)
        ]
        + ended,
        **more,
    }


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., str]:
    def write(*documents: dict[str, Any]) -> str:
        path = tmp_path / "sessions.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in documents))
        return str(path)

    return write


@pytest.fixture
def three(run: Command, file: Callable[..., str]) -> None:
    """A found word, a draw by a wrong guess and a draw by a pass, in the save file."""
    ran = run("import", file(document("1", "crane"), document("2", "gull"), document("3", "pass")))
    assert ran.status == 0, ran.err


def test_a_file_that_says_drawn_is_scored_as_that(run: Command, file: Callable[..., str]) -> None:
    figures = {"success": 0, "rounds": 1}
    ran = run("score", "--strict", "--json", file(document("1", "pass", DRAWN, metrics=figures)))
    assert (ran.status, ran.json["sessions"][0]["outcome"]) == (0, DRAWN)
    ran = run("score", "--strict", "--json", file(document("1", "pass", KEPT)))
    assert ran.status == 1
    assert {d["place"]: d["computed"] for d in ran.json["sessions"][0]["differences"]} == {
        "events[3].outcome.result": "drawn",
        "events[3].outcome.winners": [],
    }
    assert "taboo, drawn" in run("score", file(document("1", "gull"))).out


@pytest.mark.parametrize(
    ("preset", "options", "outcome"),
    [
        ("party", {}, KEPT),
        ("paper", {}, PASSED),
        ("party", {"on_silence": "nobody"}, DRAWN),
        ("paper", {"on_silence": "nobody"}, DRAWN),
    ],
)
def test_a_file_without_the_option_means_what_it_meant_before_there_was_a_choice(
    run: Command, file: Callable[..., str], preset: str, options: dict[str, Any], outcome: dict[str, Any]
) -> None:
    setup = {"preset": preset, "options": {"max_prompts": 1, **options}, "secret": {"word": "crane"}}
    ran = run("score", "--json", file(document("1", "pass", setup=setup)))
    assert ran.json["sessions"][0]["outcome"] == outcome


@pytest.mark.usefixtures("three")
def test_draws_are_counted_apart_and_are_useful(run: Command) -> None:
    rows = run("stats", "taboo", "--include", "all", "--json").json["games"]["taboo"]
    for row in rows:
        mine = row["seat"] == "guesser"
        assert (row["won"]["count"], row["lost"]["count"]) == ((1, 0) if mine else (0, 1))
        assert row["drawn"] == {
            "count": 2,
            "rate": pytest.approx(2 / 3),
            "low": None,
            "high": None,
            "items": 1,
        }, "all three had one secret, which says nothing about others"
        assert (row["useful"], row["completed"], row["aborted"]["count"]) == (1, 1, 0)
        assert row["quality"] == pytest.approx(100 / 3 if mine else 0), "both sides have 0 in a draw"
        assert row["variant"] == "nobody"
    table = run("stats", "taboo", "--include", "all").out
    assert "drawn" in table
    assert "67%" in table


@pytest.mark.usefixtures("three")
def test_draws_are_listed_and_exported(run: Command, tmp_path: Path) -> None:
    assert [(s["result"], s["line"]) for s in run("sessions", "--json").json["sessions"]] == [
        ("drawn", "Ada and Ben, drawn"),
        ("drawn", "Ada and Ben, drawn"),
        ("won", "Ada and Ben, Ben won in 1"),
    ]
    rows = csv.DictReader(io.StringIO(run("export", "--all", "--format", "csv").out))
    assert sorted((row["result"], row["success"]) for row in rows) == [
        ("drawn", "0"),
        ("drawn", "0"),
        ("won", "1"),
    ]
    assert "drawn" in run("export", "2", "--format", "md").out
    chats = run("export", "--all", "--format", "sft").out.splitlines()
    assert [(one["won"], one["score"]) for one in map(json.loads, chats)] == [
        (True, 1),
        (False, 0),
        (False, 0),
    ]
    page = tmp_path / "report.html"
    assert run("report", "--game", "taboo", "--include", "all", "--out", str(page)).status == 0
    assert ">drawn<" in page.read_text()


def test_a_draw_is_a_tie_and_ends_a_streak(store: Store) -> None:
    for name, last in (("1", "crane"), ("2", "gull"), ("3", "pass")):
        store.save(read(document(name, last)).session)
    assert [one.winner for one in store.meetings(Filter("taboo"))] == ["solver", "", ""]
    ben, ada = sorted(rated(store, Catalogue().game("taboo"), Filter("taboo")), key=lambda one: -one.mu)
    assert (ben.name, ada.name, ben.sessions) == ("Ben", "Ada", 3)
    (beaten, *_), (tied, *_) = ratings(store.meetings(Filter("taboo"))[:1]), [ben]
    assert tied.mu < beaten.mu, "to tie with a weaker player costs a little"
    assert (store.streak("taboo", "Ben").current, store.streak("taboo", "Ben").best) == (0, 1)
    assert store.won_by("Ben", store.recent("taboo", 9)) == {"1": True, "2": False, "3": False}


def test_the_schema_and_the_options_know_it(run: Command) -> None:
    assert '"drawn"' in run("schema").out
    taboo = next(one for one in run("games", "--json").json["games"] if one["id"] == "taboo")
    option = next(one for one in taboo["options"] if one["name"] == "on_silence")
    assert option["default"] == "nobody"
    assert option["presets"] == {"party": "nobody", "paper": "guesser"}
