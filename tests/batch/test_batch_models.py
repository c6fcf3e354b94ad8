"""Headless runs with models, over HTTP to a stub server."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.stub_models import Dead
from tests.stub_server import StubServer
from tui_arena.batch.playing import Batch, Batches
from tui_arena.batch.run import Budgets, Finished, Run, check, recall, remember, session_seed
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.events import Kind
from tui_arena.core.session import Session
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import BadPlayer, model, spec_of
from tui_arena.save.store import Piece, SaveError, SessionQuery, Store, open_store

CRITIC = {"variant": "critic"}
COST = 0.001
"""Dollars for every reply of `dear`."""
TOKENS = 27
"""Tokens of every reply of the stub."""


@pytest.fixture
def registry(stub: StubServer, tmp_path: Path) -> ModelRegistry:
    """A registry with the stub's models: `fair` and `dear` play, `locked` has the wrong key."""
    made = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=False)
    entries = [
        ModelEntry("fair", "ok", base_url=stub.url),
        ModelEntry("dear", "ok", base_url=stub.url, input_price=20.0, output_price=(1e6 * COST - 400) / 7),
        ModelEntry("locked", "401", base_url=stub.url),
        ModelEntry("short", "context", base_url=stub.url),
    ]
    made.book = replace(made.book, entries={entry.name: entry for entry in entries})
    return made


Played = Callable[..., Finished]


@pytest.fixture
def played(store: Store, registry: ModelRegistry) -> Played:
    """Plays a run of Wordle between a critic and a guesser."""

    def play(n: int = 3, guesser: str = "fair", critic: str = "fair", **more: Any) -> Finished:
        seats = {"guesser": f"model:{guesser}", "critic": f"model:{critic}"}
        run = Run("r", "wordle", 4, n, **{"seats": seats, "options": CRITIC, **more})
        return go_on(store, registry, run)

    return play


def go_on(store: Store, registry: ModelRegistry, run: Run, concurrency: int = 3) -> Finished:
    remember(run, store)
    return Batch(run, store, registry, concurrency=concurrency).play()


def saved(store: Store) -> list[Session]:
    rows = store.sessions(SessionQuery(run="r", limit=1000))
    return [store.load(row.id) for row in rows]


def replies(store: Store) -> int:
    return sum(event.type == Kind.REPLY for session in saved(store) for event in session.events)


def test_what_models_say_is_saved_as_it_was_asked_and_said(
    store: Store, stub: StubServer, played: Played
) -> None:
    finished = played(2)
    assert (finished.stopped, finished.failures, len(finished.sessions)) == (None, (), 2)
    assert replies(store) == len(stub.requests)
    asked = [body["messages"] for body in stub.requests]
    for session in saved(store):
        assert session.events[-1].type == Kind.ENDED
        said = [event for event in session.events if event.type == Kind.REPLY]
        assert all(session.messages[event["messages"]] in asked for event in said)
        assert all(event["usage"]["input_tokens"] == 20 and event["at"].endswith("Z") for event in said)
    usage = finished.usage()
    assert usage == {
        "input_tokens": 20 * len(stub.requests),
        "output_tokens": 7 * len(stub.requests),
        "cost_usd": None,
    }
    rows = [row for one in finished.sessions for row in one.figures.counts.values()]
    assert sum(row["requests"] for row in rows) == len(stub.requests)


def test_a_reply_is_on_the_disk_before_the_next_is_asked_and_the_last_comes_with_the_end(
    store: Store, registry: ModelRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[int, int]] = []
    heard = 0
    commits: list[list[str]] = []
    add = store.add

    def noted(pieces: Sequence[Piece]) -> None:
        add(pieces)
        commits.extend([str(event.type) for event in piece.events] for piece in pieces)

    monkeypatch.setattr(store, "add", noted)

    def progress(done: int, total: int) -> None:
        """Called when a reply came, before it is saved, and when a session is over."""
        nonlocal heard
        ended = any(event.type == Kind.ENDED for session in saved(store) for event in session.events)
        if heard and not ended:
            found.append((replies(store), heard - 1))
        heard += 1

    run = Run("r", "wordle", 4, 1, seats={"guesser": "model:fair"})
    Batch(run, store, registry, progress=progress).play()
    assert len(found) >= 3
    assert all(on_disk == before for on_disk, before in found)
    assert commits == [*[["reply"]] * (len(commits) - 1), ["reply", "ended"]]


def test_a_model_that_can_not_be_asked_is_left_and_the_others_play(
    store: Store, stub: StubServer, played: Played
) -> None:
    seats = {"guesser": "any:model:fair,model:locked"}
    finished = played(20, seats=seats, options={})
    assert finished.stopped == "failed"
    assert 3 <= len(finished.failures) <= 5
    assert "guesser: locked: " in finished.failures[0]
    assert "didn't accept the key" in finished.failures[0]
    over = [one for one in finished.sessions if one.over]
    names = [session.seats["guesser"]["name"] for session in saved(store)]
    assert len(over) == names.count("fair") > 5
    assert finished.left == 20 - len(over)


def test_a_context_that_is_too_short_ends_a_run_though_other_asks_are_answered(
    played: Played, stub: StubServer
) -> None:
    finished = played(30, guesser="fair", critic="short")
    assert finished.stopped == "failed"
    assert 3 <= len(finished.failures) <= 5
    assert "critic: short: " in finished.failures[0]


def test_a_run_whose_server_went_goes_on_where_it_was_and_asks_nothing_twice(
    store: Store, registry: ModelRegistry, stub: StubServer, played: Played
) -> None:
    class Full(list[Any]):
        def append(self, body: Any) -> None:
            if len(self) == 25:
                raise Dead
            super().append(body)

    stub.requests = Full()  # enough sessions follow, so the run is stopped and not just over
    first = played(8)
    assert first.stopped == "failed"
    assert first.failures
    assert 0 < len(first.sessions) < 8
    assert replies(store) == 25
    stub.requests = []
    again = go_on(store, registry, recall("r", store))
    assert (again.stopped, again.failures, len(again.sessions)) == (None, (), 8)
    assert {one.id for one in first.sessions} <= {one.id for one in again.sessions}
    assert replies(store) == 25 + len(stub.requests)
    for session in saved(store):
        session.fold(CATALOGUE.game("wordle").game)
        assert sum(event.type == Kind.ENDED for event in session.events) == 1
        paused = sum(event.type == Kind.PAUSED for event in session.events)
        assert paused == sum(event.type == Kind.RESUMED for event in session.events)


@pytest.mark.parametrize(
    ("poor", "rich"),
    [(Budgets(usd=11.5 * COST), Budgets(usd=1.0)), (Budgets(tokens=11 * TOKENS + 1), Budgets(tokens=10**6))],
)
def test_a_run_stops_at_its_budget_between_two_replies_and_goes_on_with_more(
    store: Store, registry: ModelRegistry, stub: StubServer, poor: Budgets, rich: Budgets
) -> None:
    seats = {"guesser": "model:dear", "critic": "model:dear"}
    first = go_on(store, registry, Run("r", "wordle", 4, 3, seats=seats, options=CRITIC, budgets=poor))
    assert (first.stopped, first.failures) == ("budget", ())
    assert 12 <= len(stub.requests) <= 14, "those on their way are waited for"
    assert replies(store) == len(stub.requests)
    assert first.usage()["cost_usd"] == pytest.approx(COST * len(stub.requests))
    same = go_on(store, registry, recall("r", store))
    assert (same.stopped, replies(store)) == ("budget", len(stub.requests))
    assert len(stub.requests) <= 14
    run = recall("r", store)
    last = go_on(store, registry, replace(run, budgets=run.budgets.raised(rich)))
    assert (last.stopped, len(last.sessions), last.left) == (None, 3, 0)
    assert replies(store) == len(stub.requests)
    assert last.usage()["cost_usd"] == pytest.approx(COST * len(stub.requests))


@pytest.mark.parametrize("at", [0, 1, 3])
def test_runs_are_interrupted_from_another_thread_and_go_on(
    store: Store, registry: ModelRegistry, stub: StubServer, at: int
) -> None:
    runs = [Run(f"RUN{n}", "wordle", 5, 2, seats={"guesser": "model:fair"}) for n in (1, 2)]
    for run in runs:
        remember(run, store)

    def told(done: int, total: int) -> None:
        assert total == 4
        if done >= at and batches.so_far()[0].run is runs[0]:
            thread = Thread(target=batches.interrupt)
            thread.start()
            thread.join()

    batches = Batches(runs, store, registry, progress=told)
    if at == 0:
        batches.interrupt()
    stopped = batches.play()
    assert [one.stopped for one in stopped] == [None if at == 3 else "interrupted", "interrupted"]
    assert batches.over[0] == sum(one.over for row in stopped for one in row.sessions) < 4
    assert (len(stub.requests) == 0) is (at == 0)
    rest = Batches(runs, store, registry, progress=lambda _done, _total: None)
    assert [one.left for one in rest.play()] == [0, 0]


@pytest.mark.thorough
def test_a_session_that_is_dear_is_left_and_the_others_play(
    store: Store, registry: ModelRegistry, stub: StubServer, played: Played
) -> None:
    first = played(4, "dear", "dear", budgets=Budgets(session_usd=4.5 * COST))
    assert (first.stopped, len(first.sessions)) == ("budget", 4)
    assert all("the budget of this session, $0.0045, is spent" in failure for failure in first.failures)
    assert len(first.failures) + sum(one.over for one in first.sessions) == 4
    assert {row["requests"] for one in first.sessions for row in one.figures.counts.values()} <= {1, 2, 3, 4}
    run = recall("r", store)
    more = replace(run, budgets=run.budgets.raised(Budgets(session_tokens=10**6, session_usd=1)))
    last = go_on(store, registry, more)
    assert (last.stopped, last.left, replies(store)) == (None, 0, len(stub.requests))


def test_replies_that_were_taken_back_have_cost_what_they_cost(
    store: Store, registry: ModelRegistry, stub: StubServer, played: Played
) -> None:
    played(1, "dear", "dear", budgets=Budgets(session_tokens=4 * TOKENS))
    (session,) = saved(store)
    seq = session.events[-1].seq
    play = session.fold(CATALOGUE.game("wordle").game)
    assert not play.over
    undone = type(session.events[0])(seq + 1, Kind.UNDONE, {"to": 0})
    store.append(session.id, undone, {})
    asked = len(stub.requests)
    same = go_on(store, registry, recall("r", store))
    assert (same.stopped, len(stub.requests)) == ("budget", asked)


@pytest.mark.parametrize(
    ("spoilt", "known", "unpriced"),
    [
        ("type = 'reply' AND seq = 1", "its place is played again, and because its full cost isn't known", 1),
        (None, "its place is played again", 0),
    ],
)
def test_a_session_that_can_not_be_read_counts_against_the_budget_with_what_can_be_read_of_it(
    store: Store, registry: ModelRegistry, spoilt: str | None, known: str, unpriced: int
) -> None:
    seats = {"guesser": "model:dear", "critic": "model:dear"}
    run = Run("r", "wordle", 4, 2, seats=seats, options=CRITIC, budgets=Budgets(tokens=10**6)).with_models(
        registry
    )
    first = go_on(store, registry, run, concurrency=1)
    spent, lost = first.usage()["input_tokens"] + first.usage()["output_tokens"], 0
    with closing(sqlite3.connect(store.path)) as db, db:
        (n,) = db.execute("SELECT n FROM header WHERE id = ?", (first.sessions[0].id,)).fetchone()
        if spoilt:
            lost = TOKENS
            db.execute("DROP TRIGGER event_stays")
            db.execute(f"UPDATE event SET body = '{{}}' WHERE n = ? AND {spoilt}", (n,))
        else:
            db.execute("UPDATE header SET rules = 99 WHERE n = ?", (n,))
    poor = replace(run, budgets=Budgets(tokens=spent - lost))
    batch = Batch(poor, store, registry)
    again = batch.play()
    assert (again.stopped, len(again.sessions), batch.budget.used_tokens) == ("budget", 1, spent - lost)
    assert known in again.failures[0]
    assert batch.budget.unpriced == unpriced


def test_a_run_that_goes_on_seats_the_models_that_it_began_with(
    store: Store, registry: ModelRegistry, stub: StubServer
) -> None:
    entry = registry.book.entries["fair"]
    registry.book = replace(registry.book, entries={"fair": replace(entry, sampling={"temperature": 0.1})})
    own = {"guesser": {"sampling": {"top_p": 0.5}, "persona": "You are a pirate.", "prompt": "terse"}}
    begun = Run("r", "wordle", 4, 1, seats={"guesser": "model:fair"}, own=own).with_models(registry)
    check(begun, registry)
    remember(begun, store)
    registry.book = replace(registry.book, entries={"fair": replace(entry, sampling={"temperature": 0.9})})
    go_on(store, registry, recall("r", store))
    (session,) = saved(store)
    assert session.seats["guesser"] == {
        "player": "model",
        "name": "fair",
        "model": "ok",
        "sampling": {"temperature": 0.1, "top_p": 0.5},
        "persona": "You are a pirate.",
        "prompt": "terse",
        "prompt_digest": CATALOGUE.prompt_digest(CATALOGUE.game("wordle"), "guesser", "terse"),
    }
    assert all((body["temperature"], body["top_p"]) == (0.1, 0.5) for body in stub.requests)
    assert stub.requests[0]["messages"][0]["content"].startswith("You are a pirate.")
    registry.book = replace(registry.book, entries={"fair": replace(entry, model="other")})
    with pytest.raises(BadPlayer, match="fair is other now, but run r began with ok"):
        go_on(store, registry, recall("r", store))


def test_a_seat_goes_before_a_preset_and_a_preset_before_the_entry() -> None:
    entry = ModelEntry("m", "m", sampling={"a": 1, "b": 1, "c": 1}, persona="entry", prompt="entry")
    cast = replace(model(entry), own={"sampling": {"c": 3}, "persona": "seat"})
    spec = spec_of(cast, {"b": 2, "c": 2}, "run")
    assert spec["sampling"] == {"a": 1, "b": 2, "c": 3}
    assert (spec["persona"], spec["prompt"]) == ("seat", "run")
    assert spec_of(replace(cast, own={"prompt": "seat"}), {}, "run")["prompt"] == "seat"


def test_a_published_preset_leaves_the_entry_out() -> None:
    entry = ModelEntry("m", "m", sampling={"a": 1, "b": 1}, persona="entry", prompt="entry")
    bare = {"player": "model", "name": "m", "model": "m"}
    assert spec_of(model(entry), {}, None, preset="paper") == bare
    assert spec_of(model(entry), {"b": 2}, None, preset="clembench-2") == {**bare, "sampling": {"b": 2}}
    asked = replace(model(entry), own={"sampling": {"c": 3}, "persona": "seat"})
    spec = spec_of(asked, {}, "run", preset="paper")
    assert spec == {**bare, "sampling": {"c": 3}, "persona": "seat", "prompt": "run"}
    assert spec_of(model(entry), {}, None, preset="party")["sampling"] == {"a": 1, "b": 1}


def test_no_sampling_is_sent_that_a_published_game_does_not_name(
    registry: ModelRegistry, stub: StubServer, played: Played
) -> None:
    entry = registry.book.entries["fair"]
    entry = replace(entry, sampling={"temperature": 0.9, "max_tokens": 55}, persona="You are a pirate.")
    registry.book = replace(registry.book, entries={"fair": entry})
    played(1, preset="paper", seats={"guesser": "model:fair"}, options={})
    own = {"model", "messages", "stream", "stream_options"}
    assert stub.requests
    assert all(set(body) <= own for body in stub.requests), stub.requests[0].keys()
    assert "pirate" not in str(stub.requests[0]["messages"])


def test_prompts_are_drawn_by_the_seed_and_recorded(store: Store, stub: StubServer, played: Played) -> None:
    played(8, prompts="random", seats={"guesser": "model:fair"}, options={})
    drawn = {session.setup.seed: session.seats["guesser"].get("prompt") for session in saved(store)}
    assert set(drawn.values()) == {None, "steps", "terse"}
    systems = {body["messages"][0]["content"] for body in stub.requests}
    assert len(systems) == 3


def test_each_item_is_played_in_every_wording(store: Store, played: Played) -> None:
    played(3, prompts="random", seats={"guesser": "model:fair"}, options={}, repetitions=3)
    drawn = {
        (one.setup.seed, one.setup.repetition): one.seats["guesser"].get("prompt") for one in saved(store)
    }
    order = [[drawn[session_seed(4, i), r] for r in (1, 2, 3)] for i in range(3)]
    assert order == [["steps", "terse", None], ["terse", None, "steps"], [None, "steps", "terse"]]


def test_a_seat_draws_among_the_prompts_that_it_has() -> None:
    sits = model(ModelEntry("m", "x/m"))
    opening = Opening("bluffing", {"setter": sits, "judge": sits}, {}, prompts="random")
    drawn: dict[str, set[str | None]] = {"setter": set(), "judge": set()}
    for seed in range(60):
        session, _ = new_session(opening, CATALOGUE, id=str(seed), seed=seed, started="")
        for seat, found in drawn.items():
            found.add(session.seats[seat].get("prompt"))
    assert drawn == {"setter": {None, "steps", "terse"}, "judge": {None, "bold", "patient", "steps", "terse"}}


def test_only_one_program_plays_a_run(
    store: Store, registry: ModelRegistry, played: Played, tmp_path: Path
) -> None:
    played(3, "dear", "dear", budgets=Budgets(usd=4.5 * COST))
    other = open_store(tmp_path / "arena.db", CATALOGUE).store
    unfinished = next(s for s in saved(store) if s.events[-1].type != Kind.ENDED)
    assert other.lease(unfinished.id)
    run = replace(recall("r", store), budgets=Budgets())
    with pytest.raises(SaveError, match="is being played in another window or by another run"):
        go_on(store, registry, run)
    other.release(unfinished.id)
    other.close()
    assert go_on(store, registry, run).left == 0
    again = open_store(tmp_path / "arena.db", CATALOGUE).store
    assert again.unfinished() == []
    again.close()


@pytest.mark.parametrize("rebuilt", [False, True])
def test_a_session_whose_program_ended_before_its_last_event_is_closed(
    store: Store, registry: ModelRegistry, stub: StubServer, played: Played, rebuilt: bool
) -> None:
    finished = played(1)
    (session,) = saved(store)
    store.delete([session.id])
    store.add([Piece(session, session.events[:-1], session.messages, begins=True)])
    if rebuilt:  # its list row says how it ended, though the event is missing
        store.rebuild()
    asked = len(stub.requests)
    again = go_on(store, registry, recall("r", store))
    assert (again.stopped, len(stub.requests)) == (None, asked)
    assert [one.figures.outcome for one in again.sessions] == [
        one.figures.outcome for one in finished.sessions
    ]
    assert saved(store)[0].events[-1].type == Kind.ENDED
    assert store.sessions(SessionQuery(run="r"))[0].result == finished.sessions[0].figures.outcome["result"]


def test_other_repetitions_wait_for_the_word_that_a_model_gives(
    store: Store, registry: ModelRegistry, stub: StubServer, played: Played
) -> None:
    seats = {"setter": "model:locked", "guesser": "model:fair"}
    finished = played(2, seats=seats, options={}, repetitions=3)
    assert len(finished.sessions) == 2
    assert not any(one.over for one in finished.sessions)
    registry.book = replace(
        registry.book,
        entries={
            **registry.book.entries,
            "locked": replace(registry.book.entries["locked"], model="say:crane"),
        },
    )
    again = go_on(store, registry, recall("r", store))
    assert (again.stopped, again.left, len(again.sessions)) == (None, 0, 6)
    words = [session.setup.secret for session in saved(store) if session.setup.repetition != 1]
    assert words == [{"word": "crane"}] * 4


@pytest.mark.parametrize("concurrency", [1, 4])
def test_the_first_repetition_that_gives_a_valid_word_gives_it_for_those_behind_it(
    store: Store, registry: ModelRegistry, concurrency: int
) -> None:
    with StubServer(script=["no word", "no word", "crane", "crane"]) as stub:
        entry = ModelEntry("one", "script", base_url=stub.url)
        registry.book = replace(registry.book, entries={**registry.book.entries, "one": entry})
        seats = {"setter": "model:one", "guesser": "bot:easy"}
        run = Run("r", "wordle", 4, 1, seats=seats, options={"reprompts": 0}, repetitions=4)
        finished = go_on(store, registry, run, concurrency)
    assert [one.figures.outcome["result"] == "aborted" for one in finished.sessions] == [
        True,
        True,
        False,
        False,
    ]
    words = {one.setup.repetition: one.setup.secret for one in saved(store)}
    assert words == {1: None, 2: None, 3: None, 4: {"word": "crane"}}


def test_a_script_that_ran_out_goes_on_when_more_is_written(
    store: Store, registry: ModelRegistry, tmp_path: Path
) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"ask": "guess", "text": "slate"}\n')
    run = Run("r", "wordle", 4, 1, seats={"guesser": f"script:{script}"})
    first = go_on(store, registry, run)
    assert [one.over for one in first.sessions] == [False]
    script.write_text('{"ask": "guess", "text": "slate"}\n' + '{"ask": "guess", "text": "crony"}\n' * 5)
    again = go_on(store, registry, run)
    assert [(one.over, one.id) for one in again.sessions] == [(True, first.sessions[0].id)]
    said = [event["text"] for event in saved(store)[0].events if event.type == Kind.REPLY]
    assert said == ["slate", *["crony"] * 5]


def test_one_piece_that_can_not_be_saved_holds_up_no_other(
    store: Store, registry: ModelRegistry, played: Played
) -> None:
    played(2)
    one, other = saved(store)
    store.delete([one.id, other.id])
    store.add([Piece(one, one.events[:2], {}, begins=True), Piece(other, other.events[:2], {}, begins=True)])
    with pytest.raises(SaveError, match="continued in another window"):
        store.add([Piece(other, other.events[2:3]), Piece(one, one.events[:1])])
    assert sorted(len(session.events) for session in saved(store)) == [2, 2]
