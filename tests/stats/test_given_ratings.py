"""What people thought of games: the ratings that they gave, counted per game and player."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran, home, run
from tests.save.sessions import CATALOGUE, WORDLE, won
from tui_arena import api
from tui_arena.charts.builders import LIKING, built, pictures
from tui_arena.charts.model import Bars
from tui_arena.charts.svg import svg
from tui_arena.charts.text import lines
from tui_arena.save.exchange.session_files import read_document
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import stats
from tui_arena.stats.opinions import given_ratings

__all__ = ["home", "run"]


def rated(session: str, name: str, *stars: tuple[int, int, int], seat: str = "guesser") -> dict[str, Any]:
    made = won()
    rows = [
        {"seq": 3 + at, "type": "rated", "seat": seat, "liked": one[0], "satisfied": one[1], "often": one[2]}
        for at, one in enumerate(stars)
    ]
    seats = {"guesser": {"player": "human", "name": name}}
    return {**made, "id": session, "seats": seats, "events": [*made["events"], *rows]}


def kept(store: Store, *documents: dict[str, Any]) -> None:
    for document in documents:
        store.save(read_document(document, "a test", CATALOGUE).session)


def test_each_person_and_everybody_has_a_row(store: Store) -> None:
    kept(
        store,
        rated("one", "Ada", (5, 4, 3)),
        rated("two", "Ada", (3, 4, 1)),
        rated("three", "Ben", (1, 1, 1)),
        rated("four", "Cy"),
    )
    everybody, ada, ben = given_ratings(store, Filter("wordle"))
    assert (everybody.player, ada.player, ben.player) == (None, "Ada", "Ben")
    assert [row.ratings for row in (everybody, ada, ben)] == [3, 2, 1]
    assert everybody.figures["liked"].value == 3.0
    assert everybody.figures["liked"].std == pytest.approx(2.0)
    assert (ada.figures["often"].value, ada.figures["often"].distribution) == (2.0, {1: 1, 3: 1})
    assert ben.figures["satisfied"].low is None, "one rating has no interval"
    assert given_ratings(store, Filter("wordle", player="Ben"))[0].ratings == 1
    assert given_ratings(store, Filter("taboo")) == []


def test_the_last_rating_of_a_seat_counts_and_only_that_of_who_sits_there(store: Store) -> None:
    kept(store, rated("one", "Ada", (1, 1, 1), (5, 5, 5)), rated("two", "Ben", (2, 2, 2), seat="critic"))
    everybody, ada = given_ratings(store, Filter("wordle"))
    assert (everybody.ratings, ada.player) == (1, "Ada")
    assert {name: one.value for name, one in ada.figures.items()} == {"liked": 5, "satisfied": 5, "often": 5}


def test_a_rating_goes_with_its_person_and_its_session(store: Store) -> None:
    kept(store, rated("one", "Ada", (4, 4, 4)), rated("two", "Ben", (2, 2, 2)))
    store.rename_person("Ada", "Eva")
    assert [row.player for row in given_ratings(store, Filter("wordle"))] == [None, "Ben", "Eva"]
    store.delete(["one"])
    assert [row.player for row in given_ratings(store, Filter("wordle"))] == [None, "Ben"]


def test_what_does_not_count_is_left_out_as_everywhere(store: Store) -> None:
    store.save(read_document(rated("one", "Ada", (4, 4, 4)), "a test", CATALOGUE).session, imported=True)
    assert given_ratings(store, Filter("wordle")) == []
    assert given_ratings(store, Filter("wordle", include=frozenset({"imported"})))[0].ratings == 1


def test_an_odd_rating_of_a_file_from_elsewhere_is_no_figure(store: Store) -> None:
    kept(store, rated("one", "Ada", (4, 4, 4)))
    odd = rated("two", "Ben", (4, 4, 4))
    odd["events"][-1] |= {"liked": None, "satisfied": None}
    kept(store, odd)
    everybody, _, ben = given_ratings(store, Filter("wordle"))
    assert ben.figures["liked"].value is None
    assert (everybody.figures["liked"].n, everybody.figures["often"].n) == (1, 2)


def test_there_is_a_picture_of_it(store: Store) -> None:
    kept(
        store,
        rated("one", "Ada", (5, 4, 3)),
        rated("two", "Ada", (3, 4, 1)),
        rated("three", "Ben", (1, 1, 1)),
    )
    wanted = Filter("wordle")
    assert LIKING in {one.key for one in pictures(WORDLE, stats(store, CATALOGUE, wanted))}
    chart = built(store, CATALOGUE, wanted, LIKING)
    assert isinstance(chart, Bars)
    assert [(one.label, one.value) for one in chart.items][:3] == [
        ("liked, everybody", 3.0),
        ("liked, Ada", 4.0),
        ("liked, Ben", 1.0),
    ]
    assert (chart.least, chart.most) == (1.0, 5.0)
    assert "liked, everybody" in "\n".join(lines(chart))
    assert svg(chart).startswith("<svg")


def test_bots_alone_have_no_picture_of_it(tmp_path: Path, store: Store) -> None:
    api.play("wordle", sessions=1, seed=1, save=tmp_path / "bots")
    rows = stats(store, CATALOGUE, Filter("wordle"))
    assert LIKING not in {one.key for one in pictures(WORDLE, rows)}


def test_the_command_and_programs_tell_it(
    run: Callable[..., Ran], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, document in (("a", rated("one", "Ada", (5, 4, 3))), ("b", rated("two", "Ben", (1, 1, 1)))):
        (tmp_path / f"{name}.json").write_text(json.dumps(document), "utf-8")
    assert run("import", str(tmp_path / "a.json"), str(tmp_path / "b.json")).status == 0
    told = run("stats", "wordle", "--include", "imported")
    assert "what people thought, 1 to 5" in told.out
    assert "everybody" in told.out
    (everybody, ada, _) = run("stats", "--include", "imported", "--json").json["ratings"]["wordle"]
    assert everybody["liked"]["mean"] == 3.0
    assert (ada["player"], ada["liked"]["distribution"]) == ("Ada", {"5": 1})
    assert "ratings" not in run("stats", "--json").json
    rows = api.ratings(home, "wordle", include=["imported"])
    assert [(row["player"], row["liked"], row["liked.n"]) for row in rows] == [
        (None, 3.0, 2),
        ("Ada", 5.0, 1),
        ("Ben", 1.0, 1),
    ]
