"""Blind sessions in the save file: before the end no figure counts them, and nothing finds them by who plays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.save.making import end, note, open_play, played, reply, started, won
from tests.save.sessions import CATALOGUE
from tests.tables import each
from tui_arena.core.blind import shown
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import bot
from tui_arena.save.exchange.export import export
from tui_arena.save.filters import Filter
from tui_arena.save.queries import SessionQuery
from tui_arena.save.store import Store
from tui_arena.ui.replay.presenter import Replay

WHO = {
    "player": "model",
    "name": "Zeb",
    "prompt": "terse",
    "prompt_digest": "0123456789ab",
    "sampling": {"temperature": 0.3},
    "persona": "diver",
}
BY_WHO: tuple[Mapping[str, str], ...] = (
    {"player": "Zeb"},
    {"player": "model:Zeb"},
    {"player": "Ada"},
    {"prompt": "terse"},
    {"rungs": "schema"},
    {"sampling": "temperature=0.3"},
    {"prompt_digest": "0123456789ab"},
    {"persona": "diver"},
)


def by(session: Session, who: Mapping[str, Any] = WHO) -> Session:
    """The session with this guesser, asked on one rung."""
    events = [
        replace(e, data={**e.data, "rungs": ["schema"]}) if e.type == Kind.REPLY else e
        for e in session.events
    ]
    seats = {"guesser": dict(who), "setter": {"player": "human", "name": "Ada"}}
    return replace(session.with_events(events), seats=seats)


def blind(seed: int = 1) -> Session:
    return by(played(CATALOGUE, started(CATALOGUE, seed, extra={"blind": True, "run": "r"}), ["slate"]))


def found(store: Store, **narrowed: Any) -> set[str]:
    wanted = Filter("wordle", **narrowed, include=frozenset({"all"}))
    return {row.id for row in store.sessions(SessionQuery(filter=wanted))}


def with_kind(store: Store, kind: str) -> set[str]:
    return {row.id for row in store.sessions(SessionQuery(kind=kind))}


def counted(store: Store, run: str = "") -> int:
    return sum(cells["started"] for _, cells in store.figures("wordle", run, None, lambda _: True))


def go_on(store: Store, session: Session, *events: Mapping[str, Any]) -> None:
    """Play on with some events, and save what came of it."""
    play = open_play(CATALOGUE, store.load(session.id))
    for data in events:
        store.append(session.id, note(play, **data), {})
    if play.over:
        store.append(session.id, end(play), {})
    store.summarise(session.id, play)


def test_a_blind_session_is_counted_and_found_by_its_players_only_once_it_is_over(store: Store) -> None:
    known, hidden = by(won(CATALOGUE, started(CATALOGUE, 2))), blind()
    store.save(known)  # by it all names are known
    store.save(hidden)
    assert (counted(store), counted(store, "r")) == (2, 0)
    assert found(store) == found(store, seat="guesser") == found(store, run="r") | {known.id}
    assert found(store, run="r") == {hidden.id}
    for narrowed in BY_WHO:
        assert found(store, **narrowed) == {known.id}
    assert with_kind(store, "model") == {known.id}
    assert with_kind(store, "bot") == set()
    go_on(store, hidden, {"kind": "resigned", "seat": "guesser"})
    assert with_kind(store, "model") == {known.id, hidden.id}
    assert store.played("model") == [WHO["name"]]
    assert (counted(store), counted(store, "r")) == (4, 2)
    for narrowed in BY_WHO:
        assert found(store, **narrowed) == {known.id, hidden.id}
    go_on(store, hidden, {"kind": "undone", "to": 0})
    assert (counted(store), found(store, player="Zeb")) == (2, {known.id})


@pytest.mark.parametrize("is_blind", [True, False])
def test_what_cannot_be_read_is_hidden_if_it_is_blind(store: Store, *, is_blind: bool) -> None:
    store.save(by(won(CATALOGUE, started(CATALOGUE, 2))))
    session = by(started(CATALOGUE, extra={"blind": True} if is_blind else {}))
    store.save(session)
    store.append(session.id, Event(1, Kind.UNDONE, {"to": 7}), {})
    store.rebuild()
    assert [row.id for row in store.sessions() if not row.readable] == [session.id]
    assert (session.id in found(store, player="Zeb")) is not is_blind


def test_who_sits_at_a_blind_table_rates_nothing_before_the_end(store: Store) -> None:
    session = blind()
    store.save(session)
    go_on(store, session, {"kind": "rated", "seat": "setter", "liked": 4})
    assert store.given_ratings(Filter("wordle", include=frozenset({"all"}))) == []


def test_a_person_at_a_blind_table_is_renamed_and_deleted(store: Store) -> None:
    session = blind()
    store.save(session)
    assert store.rename_person("Ada", "Eve") == 1
    assert store.load(session.id).seats["setter"]["name"] == "Eve"
    assert store.people() == []
    assert (store.forget_person("Eve", {}), store.sessions()) == (1, [])


def refused_and_cut_off() -> Session:
    """A reply that was played though it was cut off, one that a provider refused, and one of reasoning alone."""
    session = started(CATALOGUE, extra={"blind": True})
    play = open_play(CATALOGUE, session)
    reply(play, "slate", raw='{"guess":"slate"}', from_thinking=True, copied=True, finish="length")
    guess = {"seat": "guesser", "ask": "guess"}
    play.feed(Event(play.next_seq, Kind.REPLY, {**guess, "text": "crony", "finish": "refused"}))
    thought = {"text": "", "thinking": "Crony?", "why": "only reasoning came; ask the server"}
    play.feed(Event(play.next_seq, Kind.REPLY, {**guess, **thought}))
    return by(session.with_events(play.events))


def nothing_but_thoughts() -> Session:
    """A reply of reasoning alone where an empty one would be a pass."""
    cast = {seat: bot("easy") for seat in ("setter", "guesser_1", "guesser_2")}
    opening = Opening("connections", cast, {"guessers": 2, "giver": "open"}, blind=True)
    session, _ = new_session(opening, CATALOGUE, id="x", seed=3, started=None)
    play = open_play(CATALOGUE, session)
    while not play.asks()[0].optional:
        reply(play, "piano")
    ask = play.asks()[0]
    came = {"text": "", "thinking": "A pass?", "raw": "<think>A pass?</think>", "why": "only reasoning came"}
    play.feed(Event(play.next_seq, Kind.REPLY, {"seat": ask.seat, "ask": ask.name, **came}))
    return session.with_events(play.events)


@each(refused_and_cut_off, nothing_but_thoughts)
def test_what_mostly_models_do_is_not_told_and_is_refused_all_the_same(made: Callable[[], Session]) -> None:
    session = made()
    info = CATALOGUE.game(session.game)
    play = session.fold(info.game)
    _, fold = shown(session, play)
    assert play.steps[-1].fault is not None
    assert [ask.key for ask in fold.asks()] == [ask.key for ask in play.asks()]
    assert [bool(step.fault) for step in fold.steps] == [bool(step.fault) for step in play.steps]
    told = json.loads("".join(export([(session, info)], "json")))
    keys = {key for row in told["events"] for key in row}
    assert not keys & {"finish", "raw", "from_thinking", "copied", "thinking"}
    assert "reasoning" not in json.dumps(told)
    replay = Replay(info, session)
    replay.go(replay.last)
    assert not {key for event in replay.play.events for key in event.data} & {
        "raw",
        "from_thinking",
        "copied",
    }
    assert replay.play.state == fold.state
