"""Parties in the save file: their sessions, their notes, and names that change."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from tests.save.making import WORDS, open_play, played, reply, started, target
from tests.save.sessions import CATALOGUE
from tui_arena.config import ModelBook
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.players.party import Call, Party, PartyGame, PartyState
from tui_arena.players.party_store import (
    delete_party,
    delete_sessions,
    forget_person,
    open_party,
    parties,
    save_party,
)
from tui_arena.save.exchange.session_files import document
from tui_arena.save.people import NOTE
from tui_arena.save.store import Store, new_id, open_store

OLD = Path(__file__).parent / "files" / "schema_1.sql"
PARTY = Party("P1", "2026-11-21T19:00:00Z", ("human:Ada", "human:Ben"), (PartyGame("wordle"),), 3)


def at_party(seed: int, who: str = "Ada", party: str = "P1") -> Session:
    return started(CATALOGUE, seed, {"guesser": f"human:{who}"}, extra={"party": party})


def points(store: Store) -> dict[str, int]:
    party_state, told = open_party(store, CATALOGUE, ModelBook(), "P1")
    assert party_state is not None
    assert told == []
    return party_state.points


def test_points_follow_what_is_played_taken_back_and_deleted(store: Store) -> None:
    save_party(store, PARTY)
    first, second = at_party(1), at_party(2, "Ben")
    first = played(CATALOGUE, first, ["slate", target(first)])
    lost = [w for w in WORDS if w != target(second)][:6]
    store.save(first)
    store.save(played(CATALOGUE, second, lost))
    store.save(played(CATALOGUE, at_party(3), ["slate"]))
    store.save(played(CATALOGUE, at_party(1, party="P2"), ["slate", target(first)]))
    assert [s.row.result for s in store.sessions_at("P1")] == ["won", "lost", "unfinished"]
    assert [s.seats[0].standing for s in store.sessions_at("P1")] == ["won", "lost", "unfinished"]
    assert points(store) == {"human:Ada": 1, "human:Ben": 0}
    play = open_play(CATALOGUE, first)
    undone = Event(play.next_seq, Kind.UNDONE, {"to": 1})
    store.append(first.id, undone, {})
    play.feed(undone)
    store.summarise(first.id, play)
    assert points(store) == {"human:Ada": 0, "human:Ben": 0}
    again = reply(play, target(first))
    store.append(first.id, again, {})
    store.summarise(first.id, play)
    assert points(store) == {"human:Ada": 1, "human:Ben": 0}
    store.rebuild()
    assert points(store) == {"human:Ada": 1, "human:Ben": 0}
    assert store.sessions()[0].party == "P2"
    store.delete([first.id])
    assert points(store) == {"human:Ada": 0, "human:Ben": 0}


def test_a_copy_from_a_file_carries_the_party_and_counts_nothing(store: Store) -> None:
    save_party(store, PARTY)
    session = at_party(1)
    session = played(CATALOGUE, session, [target(session)])
    store.save(session)
    store.save(replace(session, id=new_id()), imported=True)
    assert [row.party for row in store.sessions()] == ["P1", "P1"]
    assert document(session, CATALOGUE.game("wordle"))["setup"]["party"] == "P1"
    assert points(store) == {"human:Ada": 1, "human:Ben": 0}


def test_a_new_name_reaches_the_evening(store: Store) -> None:
    save_party(store, PARTY)
    store.set_meta(NOTE + "broken", "{")
    session = at_party(1)
    store.save(played(CATALOGUE, session, [target(session)]))
    store.rename_person("Ada", "Adele")
    assert points(store) == {"human:Adele": 1, "human:Ben": 0}
    store.rename_person("Adele", "Ben")
    assert points(store) == {"human:Ben": 1}
    assert store.meta(NOTE + "broken") == "{"


def test_what_was_called_follows_the_name(store: Store) -> None:
    session = at_party(1)
    store.save(played(CATALOGUE, session, [target(session)]))
    save_party(store, replace(PARTY, calls=(Call(session.id, "human:Ben", "found"),)))
    store.rename_person("Ben", "Bob")
    assert points(store) == {"human:Ada": 1, "human:Bob": 1}
    delete_sessions(store, CATALOGUE, ModelBook(), [session.id], ["P1"])
    store.rename_person("Bob", "Ada")
    assert points(store) == {"human:Ada": 2}, "what is left of a session is added up as well"


def state_of(store: Store) -> PartyState:
    state = open_party(store, CATALOGUE, ModelBook(), "P1")[0]
    assert state is not None
    return state


def test_an_ended_evening_stays_as_it_was_when_somebody_is_deleted(store: Store) -> None:
    people = ("human:Ada", "human:Ben", "human:Eve")
    sessions = [at_party(1), at_party(2, "Ben"), at_party(3, "Eve")]
    for session in sessions:
        store.save(played(CATALOGUE, session, [target(session)]))
    calls = (Call(sessions[1].id, "human:Ada", "found"), Call(sessions[0].id, "human:Eve", "found"))
    save_party(store, replace(PARTY, players=people, double_last=True, calls=calls))
    assert points(store) == {"human:Ada": 2, "human:Ben": 1, "human:Eve": 3}, "the last counts double"
    assert forget_person(store, CATALOGUE, ModelBook(), "Ada") == 1
    assert points(store) == {"gone:1": 2, "human:Ben": 1, "human:Eve": 3}
    assert state_of(store).over
    assert state_of(store).party.present == ("human:Ben", "human:Eve")
    assert "Ada" not in (store.meta(NOTE + "P1") or "")
    forget_person(store, CATALOGUE, ModelBook(), "Eve")
    assert points(store) == {"gone:1": 2, "human:Ben": 1, "gone:2": 3}
    assert state_of(store).over
    forget_person(store, CATALOGUE, ModelBook(), "Ben")
    assert store.meta(NOTE + "P1") is None, "nobody is left to whom it was an evening"


def test_an_evening_keeps_the_points_of_a_session_that_is_deleted(store: Store) -> None:
    sessions = [at_party(1), at_party(2, "Ben"), at_party(3)]
    for session in sessions:
        store.save(played(CATALOGUE, session, [target(session)] if session is not sessions[2] else ["slate"]))
    save_party(store, replace(PARTY, calls=(Call(sessions[0].id, "human:Ben", "found"),)))
    assert points(store) == {"human:Ada": 1, "human:Ben": 2}
    delete_sessions(store, CATALOGUE, ModelBook(), [one.id for one in sessions], ["P1", "P9"])
    assert points(store) == {"human:Ada": 1, "human:Ben": 2}
    state = state_of(store)
    assert (state.sessions, state.position, state.finished) == ((), 2, 2), (
        "the one that was not over is played anew"
    )
    store.save(played(CATALOGUE, sessions[0], [target(sessions[0])]))
    assert points(store) == {"human:Ada": 1, "human:Ben": 2}, "one that is there counts by itself"


def test_a_deletion_keeps_what_cannot_be_read_of_an_evening(store: Store) -> None:
    session = at_party(1)
    store.save(played(CATALOGUE, session, [target(session)]))
    save_party(store, replace(PARTY, games=(*PARTY.games, PartyGame("hangman"))))
    delete_sessions(store, CATALOGUE, ModelBook(), [session.id], ["P1"])
    assert "hangman" in (store.meta(NOTE + "P1") or ""), "its package may be installed again"
    assert state_of(store).points == {"human:Ada": 1, "human:Ben": 0}


def test_evenings_are_listed_newest_first_and_forgotten(store: Store) -> None:
    for n in range(3):
        save_party(store, Party(f"P{n}", "", PARTY.players, PARTY.games, 1))
    store.set_meta(NOTE + "P9", "nonsense")
    store.set_meta("rated", "2026-11-21")
    found = parties(store, CATALOGUE, ModelBook())
    assert [e.party.id for e in found] == ["P2", "P1", "P0"]
    assert [e.party.id for e in parties(store, CATALOGUE, ModelBook(), 2)] == ["P2", "P1"]
    assert [e.party.id for e in parties(store, CATALOGUE, ModelBook(), 2, before="P1")] == ["P0"]
    delete_party(store, "P1")
    delete_party(store, "P1")
    assert [e.party.id for e in parties(store, CATALOGUE, ModelBook())] == ["P2", "P0"]
    assert open_party(store, CATALOGUE, ModelBook(), "P1")[0] is None
    assert store.meta("rated") == "2026-11-21"


def test_a_session_of_a_game_that_is_not_here_is_not_waited_for(store: Store) -> None:
    save_party(store, PARTY)
    store.save(replace(at_party(1), game="chess"))
    assert len(store.sessions_at("P1")) == 1
    party_state, _ = open_party(store, CATALOGUE, ModelBook(), "P1")
    assert party_state is not None
    assert (party_state.running, parties(store, CATALOGUE, ModelBook())[0].sessions) == (None, ())


def test_an_older_file_learns_whose_party_it_was(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.executescript(OLD.read_text("utf-8"))
    db.execute("UPDATE header SET body = json_set(body, '$.setup.extra.party', 'P1') WHERE n = 1")
    db.execute("UPDATE header SET body = json_set(body, '$.setup.extra.party', json('[1]')) WHERE n = 2")
    db.commit()
    db.close()
    store = open_store(path, CATALOGUE).store
    assert [s.row.line for s in store.sessions_at("P1")] == ["Ada, won in 3"]
