"""Branches: the standing past is copied, marked and paid for once, and other players go on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.inquiry.asking import AKINATOR, ENTITY, play_of, said, session
from tests.save.sessions import CATALOGUE, WORDLE
from tui_arena.config import ModelBook
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.players.seating import BadPlayer, bot
from tui_arena.save.store import SessionQuery, Store
from tui_arena.save.summary import summarise
from tui_arena.stats.branch_table import SwapCell, published_swaps, swap_rows
from tui_arena.stats.statistics import share
from tui_arena.table.branches import BadBranch, branched, last_turn, make, opened, stand_in

EASY = bot("easy").spec
BOOK = ModelBook()


def played() -> Session:
    """A lost session of three turns, the last of which was asked twice."""
    texts = ("Is it alive?", "yes", "Is it big?", "no", "x" * 301, "Is it a dog?", "no")
    return said(session(max_turns=3), *texts)


def branch(of: Session, at: int, **more: Any) -> Session:
    return branched(of, ENTITY, at, {"guesser": EASY}, id="two", started="2026-11-22T10:00:00Z", **more)


def rows(one: Session) -> list[tuple[int, str]]:
    return [(event.seq, str(event.type)) for event in one.events]


def test_a_branch_has_the_past_up_to_an_event_and_others_from_there_on() -> None:
    of = played()
    new = branch(of, 2)
    assert rows(new) == [(1, "reply"), (2, "reply"), (3, "branched"), (4, "recast")]
    assert all(event["copied"] for event in new.events[:2])
    assert new.events[2]["from"] == {"id": "one", "seq": 2}
    assert new.events[3]["to"] == EASY
    assert new.seats == of.seats, "who gave the copied replies"
    play = play_of(new)
    assert play.asks()[0].key == "question:2"
    assert play.counts() == {}
    summary = summarise(ENTITY, new, play)
    assert "branched" in summary.flags
    assert [seat.name for seat in summary.seats if seat.seat == "guesser"] == ["bot easy"]


def test_what_names_the_run_it_was_part_of_is_not_taken_over() -> None:
    of = played()
    of = replace(of, setup=replace(of.setup, extra={"run": "r", "party": "p", "flips": [2], "probe": "self"}))
    assert branch(of, 2).setup.extra == {"flips": [2], "probe": "self"}


def test_only_what_stood_is_copied() -> None:
    of = said(session(), "Is it alive?", "yes", "Is it big?", "no")
    of = said(of.with_events([*of.events, Event(5, Kind.UNDONE, {"to": 2})]), "Is it small?", "yes")
    assert rows(branch(of, 7))[:5] == [
        *((1, "reply"), (2, "reply"), (6, "reply"), (7, "reply")),
        (8, "branched"),
    ]
    assert rows(branch(of, 4))[3] == (4, "reply"), "before it was taken back it stood"
    assert len(play_of(branch(of, 7)).steps) == 4


def test_a_ruling_goes_with_its_reply_and_a_list_of_who_left_does_not() -> None:
    probe = {"seat": "guesser", "kind": "candidates", "items": ["cat"]}
    of = said(session(), "Is it alive?", "yes")
    of = of.with_events([*of.events, Event(3, Kind.PROBE, {**probe, "round": 2})])
    of = said(of, "Is it big?")
    ruling = Event(5, Kind.ADJUDICATED, {"of": 4, "question": "hit", "verdict": False})
    of = of.with_events([*of.events, ruling])
    assert rows(branch(of, 3)) == [(1, "reply"), (2, "reply"), (3, "branched"), (4, "recast")]
    assert rows(branch(of, 4))[:5] == [
        *((1, "reply"), (2, "reply"), (3, "probe"), (4, "reply"), (5, "adjudicated"))
    ]
    kept = branched(of, ENTITY, 3, {"judge": EASY}, id="two", started=None)
    assert rows(kept)[2] == (3, "probe"), "its guesser plays on"
    assert play_of(kept).probes("candidates")[0]["copied"] is True


def test_the_last_turn_is_the_guessers_with_all_that_was_refused_in_it() -> None:
    of = played()
    assert last_turn(of, ENTITY, "guesser") == (4, 3)
    made = make(of, ENTITY, {"guesser": "bot:easy"}, BOOK)
    assert made.session.setup.options["stop_after"] == 3
    play = play_of(made.session)
    assert (play.asks()[0].key, play.asks()[0].attempt) == ("question:3", 1)
    missed = play_of(said(made.session, "Is it a car?", "no"))
    assert (missed.outcome().result, ENTITY.compute(missed)["score"]) == ("lost", 0.0)
    hit = play_of(said(made.session, "Is it a cat?"))
    assert (hit.outcome().result, ENTITY.compute(hit)["score"]) == ("won", 1.0)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (99, "session one has no event 99; its events are 1 to 7, and 0 is the start"),
        (7, "session one: nothing is left to play after event 7"),
    ],
)
def test_where_no_branch_can_begin_is_said(at: int, says: str) -> None:
    with pytest.raises(BadBranch, match=says):
        branch(played(), at)


def test_seats_and_players_that_can_not_be_are_refused() -> None:
    of = played()
    with pytest.raises(BadBranch, match="session one has no seat 'umpire'; seats are"):
        make(of, ENTITY, {"umpire": "bot"}, BOOK, at=2)
    with pytest.raises(BadBranch, match="needs a new player; add --seat guesser=PLAYER"):
        make(of, ENTITY, {"judge": "bot"}, BOOK)
    with pytest.raises(BadPlayer, match="a human can't continue a branch here"):
        make(of, ENTITY, {"guesser": "human:Ada"}, BOOK, at=2)
    with pytest.raises(BadBranch, match="--last-turn doesn't work with Akinator"):
        last_turn(session("akinator"), AKINATOR, "guesser")
    with pytest.raises(BadBranch, match="guesser has said nothing yet"):
        last_turn(session(), ENTITY, "guesser")
    assert "stop_after" not in WORDLE.options


def test_a_bot_stands_in_for_a_person_without_the_app() -> None:
    assert stand_in({"player": "human", "name": "Ada"}, BOOK).spec == bot("hard").spec
    assert stand_in(None, BOOK).spec == bot("hard").spec
    assert stand_in(EASY, BOOK).spec == EASY
    with pytest.raises(BadPlayer, match="isn't configured here"):
        stand_in({"player": "model", "name": "x", "model": "gguf/x"}, BOOK)


def test_a_branch_is_saved_and_one_of_an_open_session_is_for_who_may_see_all(store: Store) -> None:
    of = played()
    play = play_of(of)
    store.save(of.with_events([*of.events, Event(play.next_seq, Kind.ENDED, {})]))
    session_, info = opened(store, CATALOGUE, "one", secrets=False)
    new = make(session_, info, {"guesser": "bot:easy"}, BOOK, at=2).session
    store.save(new)
    again = store.load(new.id)
    assert play_of(again).asks()[0].key == "question:2"
    assert again.events[-1]["to"] == bot("easy").spec
    assert store.unfinished()[0].id == new.id
    store.save(replace(said(session(), "Is it alive?"), id="open"))
    with pytest.raises(BadBranch, match="isn't over; add --secrets"):
        opened(store, CATALOGUE, "open", secrets=False)
    opened(store, CATALOGUE, "open", secrets=True)
    flags = {row.id: row.flags for row in store.sessions(SessionQuery())}
    assert flags["open"] == {"peeked"}
    assert flags[new.id] == {"branched", "recast"}


def test_who_played_first_and_who_played_on_make_the_rows() -> None:
    made = [make(played(), ENTITY, {"guesser": f"bot:{level}"}, BOOK) for level in ("easy", "hard")]
    found = swap_rows(
        ENTITY,
        [(made[0], play_of(said(made[0].session, "Is it a cat?"))), (made[1], play_of(made[1].session))],
        ["guesser"],
    )
    cells = {(row.plays, row.last_turn): row.decks["things"] for row in found}
    assert cells.keys() == {("bot hard", "bot easy"), ("bot hard", "bot hard")}
    swapped, own = cells["bot hard", "bot easy"], cells["bot hard", "bot hard"]
    assert (swapped.score.value, swapped.success.value, swapped.sessions) == (1.0, 1.0, 1)
    assert (own.sessions, own.open) == (0, 1), "the branch stands for its session"


def test_branches_of_one_secret_are_no_independent_ones() -> None:
    cell = SwapCell(scores=[0.2, 0.4, 0.6, 0.6], by_item={"cat": [0.2, 0.4], "dog": [0.6, 0.6]}, sessions=4)
    cell.found, cell.found_by_item = 4, {"cat": [True, True], "dog": [True, True]}
    assert (cell.score.items, cell.score.low, cell.score.high) == (2, 0.0, 1.0)
    assert cell.success.low == pytest.approx(share(2, 2).low)
    assert "items" in cell.to_json()["success"]


def test_the_published_rows_are_those_of_the_paper() -> None:
    source, theirs = published_swaps(ENTITY)
    assert source == "The Entity-Deduction Arena, Table 4"
    assert theirs[1].to_json() == {
        "plays": "GPT-4",
        "last_turn": "Vicuna 7B",
        "decks": {"things": {"mean": 0.12, "std": 0.03}, "celebrities": {"mean": 0.19, "std": 0.02}},
    }
    assert published_swaps(AKINATOR) == ("", [])
