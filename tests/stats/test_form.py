"""Faults, speed and cost of models: figures recomputed by hand from the events, and where they are shown."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import end, open_play, reply, started, target, won
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.reports.writing import write_report
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store, open_store
from tui_arena.save.summary import summarise
from tui_arena.stats.aggregate import StatRow, stats
from tui_arena.stats.comparison import compare, form_sentences, form_table_of
from tui_arena.stats.form import FIGURES, form_table, table_cost
from tui_arena.stats.ranking.leaderboard import leaderboard, leaders_table
from tui_arena.stats.ranking.rankings import ranking_json, ranking_of
from tui_arena.stats.terms import terms_of
from tui_arena.stats.text_tables import WrittenCell
from tui_arena.stats.written import TERMINAL

CATALOGUE = Catalogue()
WORDLE = Filter("wordle")
FORM = ("faults", "tokens", "seconds_per_reply", "first_word_seconds")


def told(
    seconds: float, word: float | None = None, *, tokens: int = 100, usd: float | None = 0.00025, **more: Any
) -> dict[str, Any]:
    """What is measured of a reply."""
    usage = {"input_tokens": tokens, "output_tokens": 10, "cost_usd": usd}
    timed = {} if word is None else {"first_word_seconds": word}
    return {"seconds": seconds, "usage": usage, **timed, **more}


def session(seed: int, *replies: tuple[str, dict[str, Any]], name: str = "gpt") -> Session:
    """A session that a model won after these replies."""
    made = replace(
        started(CATALOGUE, seed), seats={"guesser": {"player": "model", "name": name, "model": "x/m"}}
    )
    play = open_play(CATALOGUE, made)
    for text, measured in replies:
        reply(play, text, **measured)
    reply(play, target(made), **told(2.0, 0.5))
    end(play)
    return made.with_events(play.events)


FIRST = session(
    1,
    ("slate", told(4.0, 3.0)),
    ("qqqqq", told(1.0, 0.5)),
    ("two words", told(1.0, None)),
    ("crane", told(2.0, None, finish="length")),
)
SECOND = session(2, ("ab", told(2.0, 1.0, broken=[{"text": "cra"}])))


@pytest.fixture
def full(store: Store) -> Store:
    for one in (FIRST, SECOND, session(3, name="other")):
        store.save(one)
    return store


def row_of(store: Store, player: str = "gpt") -> StatRow:
    return next(row for row in stats(store, CATALOGUE, WORDLE) if row.player == player)


def test_figures_are_those_of_the_replies(full: Store) -> None:
    row = row_of(full)
    values = {name: row.figure(name).value for name in (*FORM, "broken", "completed")}
    assert values == {
        "faults": pytest.approx(100 * 3 / 7),
        "tokens": pytest.approx(7 * 110 / 2),
        "seconds_per_reply": pytest.approx(14 / 7),
        "first_word_seconds": pytest.approx((3 + 0.5 + 0.5 + 1 + 0.5) / 5),
        "broken": 0.5,
        "completed": 1.0,
    }
    kinds = dict(row.figure("faults").kinds or {})
    assert kinds == {
        "unknown_word": pytest.approx(100 / 7),
        "format": pytest.approx(100 / 7),
        "rule": pytest.approx(100 / 7),
    }
    assert {name: row.figure(name).n for name in FORM} == dict(zip(FORM, (7, 2, 7, 5), strict=True))
    assert row.to_json()["faults"]["kinds"] == kinds
    assert row_of(full, "other").figure("faults").kinds == {}


def test_each_session_shows_its_part_and_its_terms(full: Store) -> None:
    values = {
        name: [one.value for one in reversed(full.evidence(WORDLE, metric=name, name="gpt"))] for name in FORM
    }
    assert values == {
        "faults": [pytest.approx(40.0), pytest.approx(50.0)],
        "tokens": [550, 220],
        "seconds_per_reply": [2.0, 2.0],
        "first_word_seconds": [pytest.approx(4 / 3), 0.75],
    }
    info = CATALOGUE.game("wordle")
    play = FIRST.fold(info.game)
    (seat,) = (one for one in summarise(info, FIRST, play).seats if one.seat == "guesser")
    assert [terms_of(info, play, [seat], name)[-1] for name in FORM] == [
        "refused: 2 of 5 = 0.40",
        "5 replies: 550 tokens",
        "5 replies, on average: 2 s",
        "3 replies, on average: 1.333 s",
    ]


def test_a_table_of_models_has_the_figures_that_are_known(full: Store) -> None:
    full.save(won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "bot:hard"})))
    table = form_table("models", stats(full, CATALOGUE, WORDLE), TERMINAL)
    assert table is not None
    assert table.header == (
        "player", "seat", "condition", "played", "cost", "faults per 100", "s a reply", "s to first word",
        "tokens", "dropped",
    )  # fmt: skip
    shown = [[cell.text if isinstance(cell, WrittenCell) else cell for cell in row] for row in table.rows]
    kinds = "14 format, 14 rule, 14 unknown word"
    assert sorted(shown) == [
        ["gpt", "guesser", "classic", "100%", "$0.0013", kinds, "2", "1.1", "385", "0.5"],
        ["other", "guesser", "classic", "100%", "$0.00025", "none", "2", "0.5", "110", "0"],
    ]
    bots = [row for row in stats(full, CATALOGUE, WORDLE) if row.kind == "bot"]
    assert bots
    assert form_table("bots", bots, TERMINAL) is None


def test_nothing_measured_is_nothing_said(store: Store) -> None:
    store.save(session(1))
    plain = replace(
        started(CATALOGUE, 4), seats={"guesser": {"player": "model", "name": "old", "model": "x"}}
    )
    play = open_play(CATALOGUE, plain)
    reply(play, target(plain))
    end(play)
    store.save(plain.with_events(play.events))
    row = row_of(store, "old")
    assert {name: row.figure(name).value for name in FORM} == {
        "faults": 0.0,
        "tokens": None,
        "seconds_per_reply": None,
        "first_word_seconds": None,
    }
    person = replace(plain, id="p", seats={"guesser": {"player": "human", "name": "Ada"}})
    store.save(person.with_events(play.events))
    assert not {*FORM} & row_of(store, "Ada").figures.keys(), "people have no such figures"


def test_what_was_not_measured_is_no_zero(store: Store) -> None:
    """One session is measured whole, one in part, and one not at all; a bot's reply needs no tokens."""
    silent: dict[str, Any] = {"seconds": None, "usage": None, "sent": {}}
    zero = {"usage": {"input_tokens": 0, "output_tokens": 0, "cost_usd": None}}
    whole = session(1, ("slate", told(4.0)), ("crane", {}))
    part = session(2, ("slate", told(6.0)), ("crony", silent), ("crane", {**zero, "sent": {}}))
    none = session(3)
    events = [
        replace(one, data={**one.data, **silent, "first_word_seconds": None}) if one.type == "reply" else one
        for one in none.events
    ]
    for one in (whole, part, none.with_events(events)):
        store.save(one)
    row = row_of(store)
    own = (110 + 110) / 1, (4 + 2 + 6 + 2) / 4
    assert (row.figure("tokens").value, row.figure("seconds_per_reply").value) == pytest.approx(own)
    assert (row.figure("tokens").n, row.figure("seconds_per_reply").n) == (1, 4)
    behind = {
        name: [(one.id, one.value) for one in reversed(store.evidence(WORDLE, metric=name))]
        for name in FORM[1:3]
    }
    assert behind == {
        "tokens": [(whole.id, 220)],
        "seconds_per_reply": [(whole.id, 3.0), (part.id, 4.0)],
    }
    cost = table_cost(store, "wordle", [("guesser", "gpt")])
    assert (cost.mean_tokens, cost.sessions) == (220, 1)
    info = CATALOGUE.game("wordle")
    play = part.fold(info.game)
    seats = summarise(info, part, play).seats
    assert terms_of(info, play, seats, "tokens") == [
        "1. guess  110 tokens",
        "2. guess  not known",
        "3. guess  not known",
        "4. guess  110 tokens",
        "4 replies: not known",
    ]
    assert terms_of(info, play, seats, "seconds_per_reply")[1:] == [
        "2. guess  not known",
        "3. guess  not known",
        "4. guess  2 s",
        "2 replies, on average: 4 s",
    ]


def test_a_rebuild_gives_the_same_figures(full: Store) -> None:
    before = row_of(full).to_json()
    full.rebuild()
    assert row_of(full).to_json() == before


def test_a_file_without_these_counts_is_brought_over(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    store = open_store(path, CATALOGUE).store
    store.save(FIRST)
    wanted = row_of(store).to_json()
    store.close()
    counts = FIRST.fold(CATALOGUE.game("wordle").game).counts()["guesser"]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE seat SET counts = ?", (json.dumps(counts),))
        db.execute("UPDATE meta SET value = '4' WHERE key = 'derived'")
    store = open_store(path, CATALOGUE).store
    store.catch_up()
    assert row_of(store).to_json() == wanted
    assert store.evidence(WORDLE, metric="first_word_seconds")[0].value == pytest.approx(4 / 3)
    store.close()


def test_a_comparison_has_them_side_by_side(full: Store) -> None:
    (one,) = compare(full, CATALOGUE, WORDLE, "gpt", "other", metric="speed").each
    told = one.to_json()["form"]
    assert list(told) == list(FIGURES)
    assert told["first_word_seconds"] == {
        "first": pytest.approx(1.1), "second": 0.5, "difference": pytest.approx(0.6),
    }  # fmt: skip
    assert told["tokens"]["difference"] == 275
    table = form_table_of(one)
    rows = {row[0]: [cell.text for cell in row[1:]] for row in table.rows}  # type: ignore[union-attr]
    assert rows["cost"] == ["$0.0013", "$0.00025", "+$0.0010"]
    assert rows["faults per 100"] == ["42.9", "0", "+42.9"]
    assert table.notes == ("Faults by kind: gpt: 14 format, 14 rule, 14 unknown word.",)
    assert form_sentences(one)[1] == (
        "other: played 100%, $0.00025 a game, faults per 100: none, 2 s a reply, 0.5 s to the first word, 110 tokens, "
        "0 dropped."
    )
    for seed, level in ((1, "hard"), (2, "easy")):
        full.save(won(CATALOGUE, started(CATALOGUE, seed, {"guesser": f"bot:{level}"})))
    (bots,) = compare(full, CATALOGUE, WORDLE, "bot hard", "bot easy", metric="speed").each
    assert (bots.form, form_sentences(bots), "form" in bots.to_json()) == ((), [], False)


def test_orders_and_leaderboards_have_played_and_cost(full: Store) -> None:
    order = ranking_of(full, CATALOGUE, "wordle", "speed", WORDLE)
    players = {one["player"]: one for one in ranking_json(order, [])["order"]["players"]}
    assert (players["other"]["completed"], players["other"]["cost_usd"]) == (1.0, 0.00025)
    info = CATALOGUE.game("wordle")
    table = leaders_table(info, leaderboard(full, info, WORDLE))
    assert table.header[-1] == "cost_usd"
    assert {row[1]: row[-1].text for row in table.rows} == {"gpt": "$0.0013", "other": "$0.00025"}  # type: ignore[union-attr]


def test_without_models_nothing_is_said(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "bot:hard"})))
    order = ranking_of(store, CATALOGUE, "wordle", "speed", WORDLE)
    assert not order.form
    assert "cost_usd" not in ranking_json(order, [])["order"]["players"][0]
    report = write_report(store, CATALOGUE, WORDLE, "md")
    assert "form, speed, cost" not in report
    assert "cost a game" not in report
    assert "not how often it was won" in report


def test_a_report_has_a_table_and_its_terms(full: Store) -> None:
    for form in ("md", "html"):
        report = write_report(full, CATALOGUE, WORDLE, form)
        assert "Wordle: form, speed, cost" in report
        assert "14 format, 14 rule, 14 unknown word" in report
        assert "count as words" in report
        assert "cost a game" in report


def test_an_order_says_what_its_measure_is_where_the_name_is_misread(full: Store) -> None:
    notes = {
        name: " ".join(ranking_of(full, CATALOGUE, "wordle", name, WORDLE).notes)
        for name in ("overall", "quality", "speed", "speed_inverse")
    }
    assert "overall: played x quality" in notes["overall"]
    for name in ("overall", "quality"):
        assert "not how often they were won" in notes[name]
        assert CATALOGUE.game("wordle").main.text in notes[name]
    assert "speed (inverse): 100 / guesses" in notes["speed_inverse"]
    assert notes["speed"].startswith("Over the sessions as guesser. Not all players played the same secrets")
