"""Rungs of the ladder as a filter, what is told of tables that mix them, and replies that broke off as a figure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.save.making import end, note, open_play, reply, started, target
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.models.ladder import SAID
from tui_arena.reports.writing import write_report
from tui_arena.save.exchange.export import plain
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import seats_of
from tui_arena.save.store import SessionQuery, Store
from tui_arena.save.summary import UNSEEN, rungs_of
from tui_arena.stats.aggregate import stats
from tui_arena.stats.comparison import compare
from tui_arena.stats.differences import between, mixed_rungs
from tui_arena.stats.ranking.rankings import ranking_of

CATALOGUE = Catalogue()
WORDLE = Filter("wordle")
GPT = "gpt as guesser, in 2 of 4 sessions: asked for plain text, not JSON (rungs=schema)"
MIXED = (
    f"Not all models were asked in the same way: {GPT}; gpt as guesser, in 1 of 4 sessions: asked for plain "
    "text, not JSON, system text in the first message, no top_k (rungs=schema+system+top_k)."
)


def asked(
    seed: int, *rungs: Sequence[str], name: str = "gpt", prompt: str | None = None, broken: int = 0
) -> Session:
    """A session that a model won, a reply with each of these rungs before the last."""
    seat = {"player": "model", "name": name, "model": "x/m", "prompt": prompt}
    session = replace(started(CATALOGUE, seed), seats={"guesser": seat})
    play = open_play(CATALOGUE, session)
    for some, word in zip(rungs, ("slate", "crony", "mound"), strict=False):
        parts = [{"text": "cra"}] * broken
        reply(play, word, **({"rungs": list(some)} if some else {}), **({"broken": parts} if broken else {}))
    reply(play, target(session))
    end(play)
    return session.with_events(play.events)


@pytest.fixture
def full(store: Store) -> Store:
    store.save(asked(1, ["schema"], prompt="terse"))
    store.save(asked(2, ["schema", "stream", "end"], []))
    store.save(asked(3, ["system"], ["schema", "top_k"]))
    store.save(asked(4, ["stream", "stream_options", "max_tokens"]))
    store.save(asked(5, [], name="other"))
    store.save(replace(started(CATALOGUE, 6), seats={"guesser": {"player": "human", "name": "Ada"}}))
    return store


def test_what_changes_nothing_that_a_model_sees_is_left_out() -> None:
    assert set(SAID) > UNSEEN
    assert rungs_of([{"rungs": list(SAID)}, {"rungs": ["top_k"]}, {"rungs": "schema"}, {}]) == (
        "schema+system+top_k"
    )
    assert rungs_of([{"rungs": ["a\nb", ""]}]) == "a b", "the line break is what parts rungs from the prompt"


def test_rungs_are_a_filter_of_figures_and_lists(full: Store) -> None:
    def found(**values: Any) -> int:
        wanted = replace(WORDLE, include=frozenset({"all"}), **values)
        counted = sum(row.sessions for row in stats(full, CATALOGUE, wanted))
        assert len([r for r in full.sessions(SessionQuery(filter=wanted)) if r.result == "won"]) == counted
        return counted

    assert found() == 5
    assert found(rungs="schema") == found(rungs=" SCHEMA") == 2
    assert found(rungs="top_k+system+schema") == 1
    assert found(rungs="system") == 0
    assert found(rungs="none") == found(rungs="") == 2
    assert found(prompt="terse") == found(prompt="terse", rungs="schema") == 1
    assert found(prompt="plain", rungs="schema") == 1
    assert found(prompt="plain") == 4
    assert full.sessions(SessionQuery(filter=replace(WORDLE, rungs="none", player="Ada"))) == []


def test_a_rebuild_gives_the_same_rungs(full: Store) -> None:
    def kept() -> list[tuple[str | None, str]]:
        with full._reading() as db:
            numbers = [n for (n,) in db.execute("SELECT n FROM session ORDER BY n")]
            return [(seat.prompt, seat.rungs) for n in numbers for seat in seats_of(db, n)]

    before = kept()
    assert before[:2] == [("terse", "schema"), (None, "schema")]
    full.rebuild()
    assert kept() == before


def test_prompt_variants_are_not_parted_by_rungs(full: Store) -> None:
    rows = {row.player: row for row in stats(full, CATALOGUE, WORDLE)}
    assert rows["gpt"].prompts["guesses"].n == 2, "plain and terse"
    assert rows["gpt"].by("rungs") == {"none": 1, "schema": 2, "schema+system+top_k": 1}
    assert rows["other"].prompts == {}


def test_a_table_that_mixes_rungs_says_so(full: Store) -> None:
    rows = stats(full, CATALOGUE, WORDLE)
    assert between(rows).notes[0] == MIXED
    assert mixed_rungs(stats(full, CATALOGUE, replace(WORDLE, rungs="schema"))) == []
    assert mixed_rungs(stats(full, CATALOGUE, replace(WORDLE, rungs="none"))) == []
    assert MIXED in ranking_of(full, CATALOGUE, "wordle", "speed", WORDLE).notes
    assert MIXED in ranking_of(full, CATALOGUE, "overall", "overall", Filter("")).notes
    other = ranking_of(full, CATALOGUE, "wordle", "won", replace(WORDLE, player="other"))
    assert not any("asked alike" in told for told in other.notes)
    (both,) = compare(full, CATALOGUE, WORDLE, "gpt", "other", metric="speed").each
    assert both.differs.rungs == tuple(mixed_rungs(rows))
    report = write_report(full, CATALOGUE, WORDLE, "md")
    assert "Not all models were asked in the same way: gpt as guesser, in 2 of 4 sessions" in report


def test_two_models_asked_in_different_ways_are_a_mix_too(store: Store) -> None:
    store.save(asked(1, ["schema"]))
    assert mixed_rungs(stats(store, CATALOGUE, WORDLE)) == []
    store.save(asked(1, [], name="other"))
    [told] = mixed_rungs(stats(store, CATALOGUE, WORDLE))
    assert told.to_json() == {"seat": "guesser", "player": "gpt", "rungs": "schema", "sessions": 1, "of": 1}


def test_without_rungs_rows_and_sums_are_as_they_were(store: Store) -> None:
    store.save(asked(1, []))
    with store._reading() as db:
        assert db.execute(
            "SELECT DISTINCT prompt FROM rollup_key UNION SELECT prompt FROM seat"
        ).fetchall() == [("",)]
    assert "rungs" not in json.dumps([row.to_json() for row in stats(store, CATALOGUE, WORDLE)])
    assert "in the same way" not in write_report(store, CATALOGUE, WORDLE, "md")


def test_broken_replies_are_a_figure(store: Store) -> None:
    store.save(asked(1, [], [], broken=2))
    session = asked(2, [])
    play = open_play(CATALOGUE, session.with_events(()))
    note(play, "paused", seat="guesser", broken=[{"text": "cr"}])
    reply(play, target(session))
    end(play)
    store.save(session.with_events(play.events))
    store.save(asked(3, []))
    [row] = stats(store, CATALOGUE, WORDLE)
    one = row.figure("broken")
    assert one.value == pytest.approx(5 / 3)
    assert one.n == 3, "where none broke off there is no count, and that is none"
    behind = store.evidence(WORDLE, metric="broken", limit=9)
    assert sorted(float(str(each.value)) for each in behind) == [0, 1, 4]
    assert row.to_json()["broken"]["mean"] == one.value
    assert row.figure("violated").value == 0, "they are no fault of the model"
    report = write_report(store, CATALOGUE, WORDLE, "md")
    assert "gpt as guesser, classic: 5 replies broke off." in report.replace("\\", "")


def test_a_report_without_broken_replies_says_nothing_of_them(store: Store) -> None:
    store.save(asked(1, []))
    assert "broke off" not in write_report(store, CATALOGUE, WORDLE, "md")


def test_a_transcript_names_the_rungs() -> None:
    info = CATALOGUE.game("wordle")
    assert "guesser, asked in another form (rungs): schema+system\n" in plain(
        asked(1, ["system"], ["schema"]), info
    )
    assert "rungs" not in plain(asked(1, ["stream"]), info)
