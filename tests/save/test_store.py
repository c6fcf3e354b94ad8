from __future__ import annotations

import json
import stat
import threading
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.save.making import AT, begun, end, ended, note, open_play, played, reply, started, target, won
from tests.save.sessions import CATALOGUE
from tests.save.test_rollup import derived
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena.core.events import Event
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.codec import BadValue, event_of, event_row
from tui_arena.save.store import SaveError, SessionQuery, Store, Streak, new_id, now, open_store

CASES = Cases(__file__)


def test_a_session_comes_back_as_it_was_created_and_is_saved_once(store: Store, path: Path) -> None:
    session = started(CATALOGUE, extra={"run": "r1", "future": {"deep": [1, None, "é"]}})
    session = session.with_events([Event(1, "from_the_future", {"x": {"y": 1}})])
    session = replace(session, extra={"made_by": "another program", "kept": [1.5, None]})
    session = replace(session, seats={"guesser": {**session.seats["guesser"], "mood": "good"}})
    store.save(session)
    assert store.load(session.id) == session
    with pytest.raises(SaveError, match="already"):
        store.save(session)
    assert (stat.S_IMODE(path.parent.stat().st_mode), stat.S_IMODE(path.stat().st_mode)) == (0o700, 0o600)


def test_the_connection_is_set_as_it_should_be(store: Store) -> None:
    wanted = {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0, "busy_timeout": 5000,
    }  # fmt: skip
    with store._writing() as db:
        assert {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted


def test_events_and_messages_are_there_once_append_has_returned(store: Store, path: Path) -> None:
    session, play = begun(store)
    event = reply(play, "slate", future_key={"a": [1, 2]})
    chat: list[Mapping[str, str]] = [
        {"role": "system", "content": "be brief"},
        {"role": "user", "content": "guess"},
    ]
    store.append(session.id, event, {"sha256:1": chat})
    store.append(session.id, note(play, "draft", seat="guesser", text="zz"), {"sha256:1": chat})
    other = open_store(path, CATALOGUE, read_only=True).store
    loaded = other.load(session.id)
    other.close()
    assert list(loaded.events) == play.events
    assert loaded.messages == {"sha256:1": chat}


@pytest.mark.parametrize("sql", sampled(CASES["saved_events_are_never_changed"], 3))
def test_saved_events_are_never_changed(store: Store, sql: str) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE)))
    with pytest.raises(SaveError), store._writing() as db:
        db.execute(sql)


@CASES.each
def test_a_played_reply_is_a_list_and_comes_back_to_the_letter(
    kind: str, data: str, body: str | None
) -> None:
    event = Event(1, kind, json.loads(data))
    row = event_row(event)
    assert row == (1, kind, data if body is None else body)
    assert json.dumps(event_of(row).data, separators=(",", ":")) == data
    assert json.dumps(event_of((1, kind, data)).data, separators=(",", ":")) == data, (
        "as older versions wrote it"
    )


@CASES.each
def test_an_odd_list_is_no_event(kind: str, body: str) -> None:
    with pytest.raises(BadValue):
        event_of((1, kind, body))


def test_what_can_not_be_read_is_told_in_words(store: Store) -> None:
    with pytest.raises(SaveError), store._reading() as db:
        db.execute("SELECT * FROM nothing")


def test_deleting_a_session_takes_all_of_it(store: Store) -> None:
    keep, gone = won(CATALOGUE, started(CATALOGUE)), won(CATALOGUE, started(CATALOGUE, 2))
    store.save(keep)
    store.save(gone)
    assert store.delete([gone.id, "no such session", gone.id]) == 1
    assert store.load(keep.id) == keep
    with pytest.raises(SaveError, match="no session"):
        store.load(gone.id)
    with store._reading() as db:
        for table in ("header", "session", "metric", "seat"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (1,)
        assert db.execute("SELECT count(DISTINCT n) FROM event").fetchone() == (1,)


def test_two_windows_on_one_session_can_not_overwrite_each_other(store: Store, path: Path) -> None:
    session = started(CATALOGUE)
    store.save(session)
    mine, theirs = open_play(CATALOGUE, session), open_play(CATALOGUE, session)
    store.append(session.id, reply(mine, "slate"), {})
    other = open_store(path, CATALOGUE).store
    with pytest.raises(SaveError, match="another window"):
        other.append(session.id, reply(theirs, "crony"), {})
    other.close()
    assert [e["text"] for e in store.load(session.id).events] == ["slate"]


def test_a_number_that_not_every_reader_can_hold_is_refused(store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    for data in ({"x": 2**53 + 1}, {"x": [{"y": float("nan")}]}, {"x": float("inf")}, {"x": object()}):
        with pytest.raises(SaveError):
            store.append(session.id, Event(1, "draft", data), {})
    for event, messages in (
        (Event(2**63, "draft", {}), {}),
        (Event(1, "reply", {"text": "a"}), {"h": [{"role": object()}]}),
    ):
        with pytest.raises(SaveError):
            store.append(session.id, event, messages)  # type: ignore[arg-type]
    assert store.load(session.id) == session, "nothing is half done"
    store.append(session.id, Event(1, "draft", {"x": [2**53, -(2**53)]}), {})
    assert len(store.load(session.id).events) == 1


def test_an_event_is_saved_with_what_is_computed_from_it(store: Store) -> None:
    session, play = begun(store)
    store.append(session.id, reply(play, target(session)), {}, play)
    assert store.sessions()[0].result == "won"


def test_ids_sort_by_time_and_differ() -> None:
    ids = [new_id() for _ in range(500)]
    assert len(set(ids)) == 500
    assert all(len(i) == 26 and i.isalnum() and i == i.upper() for i in ids)
    assert [i[:10] for i in ids] == sorted(i[:10] for i in ids)
    assert now().endswith("Z")
    assert len(now()) == len("2026-11-21T10:00:00.000Z")


def test_find_takes_a_unique_beginning(store: Store) -> None:
    for name in ("ALPHA1", "ALPHA2", "BETA", "BETA2"):
        store.save(replace(started(CATALOGUE), id=name))
    assert store.find("ALPHA1") == "ALPHA1"
    assert store.find("beta2") == "BETA2"
    assert store.find("BETA") == "BETA"
    with pytest.raises(SaveError, match="ALPHA1, ALPHA2"):
        store.find("ALPHA")
    with pytest.raises(SaveError, match="no session begins"):
        store.find("GAMMA")
    for odd in ("", "%", "_", "' OR 1"):
        with pytest.raises(SaveError):
            store.find(odd)


def test_a_list_pages_from_newest_to_oldest(store: Store) -> None:
    for day in range(1, 10):
        session = started(CATALOGUE, day, at=f"2026-11-{day:02}T10:00:00Z")
        store.save(won(CATALOGUE, session) if day % 3 else session)
    seen: list[str | None] = []
    before = None
    while page := store.sessions(SessionQuery(before=before, limit=4)):
        seen += [row.started for row in page]
        before = page[-1].rank
    assert seen == [f"2026-11-{day:02}T10:00:00Z" for day in range(9, 0, -1)]
    assert [row.started for row in store.every(SessionQuery(limit=4))] == seen
    assert len(store.sessions(SessionQuery(unfinished=True))) == 3
    assert len(store.sessions(SessionQuery(unfinished=False))) == 6
    assert store.sessions(SessionQuery(game="taboo")) == []
    assert [row.started for row in store.recent("wordle", 2)] == [
        "2026-11-08T10:00:00Z",
        "2026-11-07T10:00:00Z",
    ]


def test_a_run_finds_its_sessions(store: Store) -> None:
    for seed, run in enumerate(("r1", "r2", "r1")):
        store.save(won(CATALOGUE, started(CATALOGUE, seed, extra={"run": run})))
    store.save(won(CATALOGUE, started(CATALOGUE, 4)))
    assert len(store.sessions(SessionQuery(run="r1"))) == 2
    assert store.sessions(SessionQuery(run="r3")) == store.sessions(SessionQuery(run="")) == []
    with store._reading() as db:
        sql = (
            "EXPLAIN QUERY PLAN SELECT n FROM session s WHERE s.run = ? AND s.run <> '' ORDER BY s.sort DESC"
        )
        assert "session_of_run" in str(db.execute(sql, ("r1",)).fetchall())


def test_sessions_are_found_by_what_stands_in_their_row(store: Store) -> None:
    session = won(CATALOGUE, started(CATALOGUE, 3, {"guesser": "human:Zoë"}, variant="clue"))
    store.save(session)
    store.save(won(CATALOGUE, started(CATALOGUE, 4, {"guesser": "human:Ben"})))
    word = target(session)
    for text in ("zoe", "ZOË clue", session.id[:12].lower(), word, word.upper(), "wordle won clue", ""):
        assert session.id in {row.id for row in store.sessions(SessionQuery(text=text))}, text
    for text in ("zoe ben", "taboo", "100%"):
        assert store.sessions(SessionQuery(text=text)) == []


def test_no_secret_is_listed_or_found_before_the_end(store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    word = target(session)
    (row,) = store.sessions()
    assert row.secret is None
    assert word not in repr(row)
    assert store.sessions(SessionQuery(text=word)) == []
    play = open_play(CATALOGUE, session)
    store.append(session.id, reply(play, word), {})
    store.append(session.id, end(play), {})
    store.summarise(session.id, play)
    assert store.sessions(SessionQuery(text=word))[0].secret == word
    store.append(session.id, note(play, "undone", to=0), {})
    assert store.sessions()[0].secret is None
    store.summarise(session.id, play)
    (row,) = store.sessions()
    assert (row.result, row.secret) == ("unfinished", None)
    assert store.sessions(SessionQuery(text=word)) == []


def test_unfinished_leaves_out_what_a_living_window_holds(store: Store, path: Path) -> None:
    first, second = started(CATALOGUE, 1), started(CATALOGUE, 2, at="2026-11-22T10:00:00Z")
    for session in (first, second):
        store.save(session)
    store.save(won(CATALOGUE, started(CATALOGUE, 3)))
    assert [row.id for row in store.unfinished()] == [second.id, first.id]
    other = open_store(path, CATALOGUE).store
    assert other.lease(second.id)
    assert other.lease(second.id)
    assert not store.lease(second.id)
    assert [row.id for row in store.unfinished(1)] == [first.id]
    other.close()
    assert store.lease(second.id)
    store.release(second.id)
    assert len(store.unfinished()) == 2


def test_the_lease_of_a_process_that_is_gone_falls(store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    with store._writing() as db:
        host = store._owner.host
        db.execute("INSERT INTO lease VALUES (1, 'gone', ?, ?, '1', 0)", (host, store._owner.pid))
    assert len(store.unfinished()) == 1
    assert store.lease(session.id)


def test_the_lease_of_another_machine_stands_while_its_heart_beats(store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    with store._writing() as db:
        db.execute("INSERT INTO lease VALUES (1, 'far', 'elsewhere', 1, '', unixepoch())")
    assert not store.lease(session.id)
    with store._writing() as db:
        db.execute("UPDATE lease SET heartbeat = unixepoch() - 600")
    assert store.lease(session.id)


def test_who_won_is_told_by_side(store: Store) -> None:
    cast = {"setter": read_player("human:Ada"), "guesser": read_player("human:Ben")}
    dealt, _ = new_session(Opening("taboo", cast, {}), CATALOGUE, id=new_id(), seed=1, started=AT)
    store.save(played(CATALOGUE, dealt, ["What is it?", f"My guess of the word is: {target(dealt)}"]))
    assert store.won_by("Ada", store.recent("taboo", 9)) == {dealt.id: False}
    assert store.won_by("Ben", store.recent("taboo", 9)) == {dealt.id: True}
    assert store.won_by("Eve", store.recent("taboo", 9)) == {}
    assert [row.line for row in store.sessions()] == ["Ada and Ben, Ben won in 1"]


def test_a_streak_is_won_sessions_in_a_row_by_end(store: Store) -> None:
    def add(day: int, *texts: str, resigned: bool = False, hinted: bool = False, daily: bool = False) -> None:
        extra = {"daily": f"2026-11-{day:02}"} if daily else {}
        session = started(CATALOGUE, day, at=f"2026-11-{day:02}T10:00:00Z", extra=extra)
        play = open_play(CATALOGUE, session)
        if hinted:
            note(play, "hint", text="an e")
        for text in texts:
            reply(play, text or target(session))
        if resigned:
            note(play, "resigned", seat="guesser")
        if play.over:
            end(play, f"2026-11-{day:02}T11:00:00Z")
        store.save(session.with_events(play.events))

    assert store.streak("wordle", "Ada").best == 0
    add(1, "", daily=True)
    add(2, "slate", "")
    add(3, "slate")
    add(4, "", hinted=True)
    add(5, "")
    assert (store.streak("wordle", "Ada").current, store.streak("wordle", "Ada").best) == (3, 3)
    add(6, "slate", resigned=True)
    assert (store.streak("wordle", "Ada").current, store.streak("wordle", "Ada").best) == (0, 3)
    add(7, "", daily=True)
    assert store.streak("wordle", "Ada").current == 1
    assert store.streak("wordle", "Ada", daily=True).current == 2
    assert store.streak("wordle", "Ben").best == 0
    assert store.streaks("Ada") == {"wordle": store.streak("wordle", "Ada")}
    assert store.streaks("Ben") == {}
    assert store.daily("wordle", "2026-11-07") is not None
    assert store.daily("wordle", "2026-11-06") is None


def test_who_holds_two_seats_wins_a_session_once(store: Store) -> None:
    both = {"guesser": "human:Ada", "critic": "human:Ada"}
    games = (ended(CATALOGUE, started(CATALOGUE, n, both, variant="critic"), Random(n)) for n in range(60))
    for session in islice((one for one in games if one.events[-1]["outcome"]["result"] == "won"), 2):
        store.save(session)
    assert store.streaks("Ada") == {"wordle": Streak(2, 2)}


def test_threads_share_a_store(store: Store) -> None:
    made = [won(CATALOGUE, started(CATALOGUE, i)) for i in range(24)]

    def save_all(part: list[Session]) -> None:
        for session in part:
            store.save(session)

    threads = [threading.Thread(target=save_all, args=(made[i::4],)) for i in range(4)]
    for thread in threads:
        thread.start()
    listed = [len(store.sessions()) for _ in range(20)]
    for thread in threads:
        thread.join()
    assert listed == sorted(listed)
    assert {row.id for row in store.sessions()} == {s.id for s in made}


def test_a_closed_store_says_so(path: Path) -> None:
    store = open_store(path, CATALOGUE).store
    store.close()
    store.close()
    with pytest.raises(SaveError, match="closed"):
        store.sessions()


def test_a_game_that_is_not_here_is_kept(store: Store) -> None:
    session = replace(started(CATALOGUE), game="gone_game")
    session = session.with_events([Event(1, "reply", {"seat": "guesser", "ask": "guess", "text": "x"})])
    store.save(session, imported=True)
    assert replace(store.load(session.id), game="wordle") == replace(session, game="wordle")
    (row,) = store.sessions()
    assert (row.result, row.flags) == ("unfinished", frozenset({"imported"}))


def test_a_session_that_does_not_fold_is_refused(store: Store) -> None:
    session = played(CATALOGUE, started(CATALOGUE), ["slate"])
    bad = session.with_events(
        [*session.events, Event(2, "reply", {"seat": "critic", "ask": "x", "text": ""})]
    )
    with pytest.raises(SaveError, match="event 2"):
        store.save(bad)
    assert store.sessions() == []


def test_rows_hold_what_lists_show(store: Store) -> None:
    session = won(CATALOGUE, started(CATALOGUE, 5, variant="clue"), 3)
    store.save(session, imported=True, demo=True)
    (row,) = store.sessions()
    assert (row.result, row.variant, row.deck, row.players) == (
        "won",
        "clue",
        "wordle",
        (("guesser", "Ada"),),
    )
    assert (row.started, row.ended, row.line) == (AT, AT, "Ada, won in 3")
    assert row.metrics["guesses"] == 3
    assert row.flags == {"imported", "demo"}


def test_a_session_whose_secret_is_shown_is_marked_once(store: Store) -> None:
    session, over = started(CATALOGUE, 1), won(CATALOGUE, started(CATALOGUE, 2))
    store.save(session)
    store.save(over)
    first = store.load(session.id, peeking=True)
    assert [str(event.type) for event in first.events] == ["peeked"]
    assert store.load(session.id, peeking=True) == first == store.load(session.id)
    assert [row.flags for row in store.sessions(SessionQuery(unfinished=True))] == [frozenset({"peeked"})]
    assert store.load(over.id, peeking=True) == over


def test_rows_say_nothing_of_an_event_that_could_not_be_saved(store: Store) -> None:
    session, play = begun(store)
    store.append(session.id, reply(play, "slate"), {}, play)
    reply(play, target(session))
    end(play)
    store.summarise(session.id, play)
    (row,) = store.sessions()
    assert (row.result, row.secret) == ("unfinished", None)
    before = derived(store)
    store.rebuild()
    assert derived(store) == before
