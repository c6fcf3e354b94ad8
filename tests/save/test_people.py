"""Names of people in the save file: renaming, merging, deleting, and what somebody played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.conformance import Table, playout_of
from tests.save.making import note, open_play, played, reply, started, won
from tests.save.sessions import CATALOGUE, random_session
from tui_arena.core.events import Event
from tui_arena.save.store import SaveError, SessionQuery, Store, new_id


def test_old_sessions_follow_a_new_name(store: Store) -> None:
    sessions = [won(CATALOGUE, started(CATALOGUE, i, {"guesser": "human:You"})) for i in range(3)]
    bots = won(CATALOGUE, started(CATALOGUE, 9, {"guesser": "bot:hard"}))
    for session in (*sessions, bots):
        store.save(session)
    assert store.people() == ["You"]
    assert store.rename_person("You", "  Ada\x1b[2J ") == 3
    assert store.people() == ["Ada"]
    for session in sessions:
        assert store.load(session.id).seats["guesser"]["name"] == "Ada"
        assert store.load(session.id).events == session.events
    assert store.load(bots.id) == bots
    assert len(store.sessions(SessionQuery(text="ada"))) == 3
    assert store.sessions(SessionQuery(text="you")) == []
    assert store.streak("wordle", "Ada").best == 3
    assert {row.line for row in store.sessions(SessionQuery(text="ada"))} == {"Ada, won in 2"}


def test_two_names_become_one(store: Store) -> None:
    for i, name in enumerate(("You", "Ada", "You")):
        store.save(won(CATALOGUE, started(CATALOGUE, i, {"guesser": f"human:{name}"})))
    assert store.rename_person("You", "Ada") == 2
    assert store.people() == ["Ada"]
    (cells,) = [cells for _, cells in store.figures("wordle", "", None, lambda key: True)]
    assert (cells["sessions"], cells["won"]) == (3, 3)


def test_a_name_is_followed_through_a_recast(store: Store) -> None:
    session = started(CATALOGUE, 1, {"guesser": "bot:easy"})
    store.save(session)
    play = open_play(CATALOGUE, session)
    for event in (
        reply(play, "slate"),
        note(play, "recast", seat="guesser", to={"player": "human", "name": "You", "mood": "good"}),
        reply(play, "crony"),
    ):
        store.append(session.id, event, {})
    store.summarise(session.id, play)
    assert store.rename_person("You", "Ada") == 1
    assert store.rename_person("Ada", "Ben") == 1
    events = store.load(session.id).events
    assert events[1] == Event(
        2, "recast", {"seat": "guesser", "to": {"player": "human", "name": "Ben", "mood": "good"}}
    )
    assert [events[0], events[2]] == [play.events[0], play.events[2]]
    assert store.people() == ["Ben"]
    with store._reading() as db:
        (body,) = db.execute("SELECT body FROM event WHERE seq = 2").fetchone()
    assert '"You"' in body


def test_a_name_can_not_be_empty(store: Store) -> None:
    for name in ("", "  ", "\x1b[2J", "\u200b"):
        with pytest.raises(SaveError, match="empty"):
            store.rename_person("You", name)
    assert store.rename_person("Nobody", "Ada") == 0
    assert store.rename_person("Ada", "Ada") == 0


def test_a_friends_word_of_the_day_does_not_take_yours(store: Store) -> None:
    session = won(CATALOGUE, started(CATALOGUE, extra={"daily": "2026-11-21"}))
    store.save(session, imported=True)
    assert store.daily("wordle", "2026-11-21") is None
    own = replace(session, id=new_id())
    store.save(own)
    assert store.daily("wordle", "2026-11-21") == own.id


def test_who_is_deleted_takes_along_all_they_played_and_nobody_elses(store: Store) -> None:
    both = played(
        CATALOGUE,
        started(CATALOGUE, 1, {"setter": "human:Ben", "guesser": "human:Ada"}, extra={"party": "P"}),
        ["pride", "pride"],
    )
    mine = won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "human:Ada"}))
    theirs = won(CATALOGUE, started(CATALOGUE, 3, {"guesser": "human:Ben"}))
    begun = started(CATALOGUE, 4, {"guesser": "human:Ada"})
    for session in (both, mine, theirs, begun):
        store.save(session)
    store.set_meta("party:P", '{"players":["human:Ada","human:Ben"]}')
    store.set_meta("party:Q", '{"players":["human:Ada"]}')
    store.set_meta("party:R", "{broken")
    assert (store.sat_in("Ada"), store.sat_in("Ben"), store.sat_in("Eve")) == ((2, 1), (2, 0), (0, 0))
    assert store.forget_person("Ada", {"P": [{"session": "1", "place": 0, "points": {"human:Ada": 1}}]}) == 3
    assert store.people() == ["Ben"]
    assert [row.id for row in store.sessions()] == [theirs.id]
    assert store.meta("party:P") == (
        '{"players":["gone:1","human:Ben"],"gone":[{"session":"1","place":0,"points":{"gone:1":1}}]}'
    )
    assert store.meta("party:Q") is None
    assert store.meta("party:R") == "{broken"
    assert store.forget_person("Ada", {}) == 0
    assert [one.id for one in store.played_by("human", "Ben")] == [theirs.id]


def test_what_somebody_played_names_their_side_and_the_others(store: Store) -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "human:Ada"}, extra={"daily": "2026-11-21"}))
    store.save(session)
    store.save(started(CATALOGUE, 2, {"guesser": "human:Ada"}))
    (one,) = store.played_by("human", "Ada")
    assert (one.id, one.daily, one.group, one.side, one.standing) == (
        session.id,
        "2026-11-21",
        "guesser",
        "solver",
        "won",
    )
    assert (one.at, one.count) == ("2026-11-21T10:00:00Z", 2)
    assert store.played_by("bot", "Ada") == []


def test_company_is_counted_by_side_people_first(store: Store) -> None:
    info = CATALOGUE.game("connections")
    options, gives = playout_of(info).SETUPS[1]
    bot = {"player": "bot", "name": "bot hard", "level": "hard"}
    seats = {
        "setter": {"player": "human", "name": "Ben"},
        "guesser_1": bot,
        "guesser_2": {"player": "human", "name": "Ada"},
        "guesser_3": bot,
    }
    for seed in (0, 1, 2, 3):  # one is aborted
        store.save(replace(random_session(Table(info, options, gives, seed)), seats=seats))
    other = random_session(Table(info, options, gives, 0))
    store.save(replace(other, id=new_id(), seats=seats), imported=True)
    left_out = {"peeked", "imported"}
    assert store.acquaintances("human", "Ada", left_out) == [
        ("human", "Ben", 0, 0, 3, 1, 2),
        ("bot", "bot hard", 3, 1, 0, 0, 0),
    ]
    assert store.acquaintances("bot", "bot hard", left_out) == [
        ("human", "Ben", 0, 0, 3, 1, 2),
        ("human", "Ada", 3, 1, 0, 0, 0),
    ]
    assert store.acquaintances("human", "Ada", ())[0] == ("human", "Ben", 0, 0, 4, 2, 2)
    assert store.acquaintances("human", "Zoe", left_out) == []
