"""Hostile texts for terminals, databases and markup: saved, listed and found without harm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.attacks import ESCAPES, MARKUP, TEXTS, acts
from tests.save.making import begun, note, reply, started, won
from tests.save.sessions import CATALOGUE
from tests.tables import each
from tests.thorough import sampled
from tui_arena.core.events import Event
from tui_arena.save.store import SaveError, SessionQuery, Store

ATTACKS = (*ESCAPES, *MARKUP, *TEXTS, "'; DROP TABLE event; --", "%_")


def is_safe(text: str) -> bool:
    return not acts(text) and not {"\n", "\t"} & set(text)


@pytest.mark.parametrize("attack", sampled(ATTACKS, 5))
def test_a_name_is_kept_to_the_letter_and_listed_clean(store: Store, attack: str) -> None:
    seats = {"guesser": {"player": "human", "name": attack, "note": attack}}
    session = replace(won(CATALOGUE, started(CATALOGUE)), seats=seats, extra={"x": attack})
    session = replace(
        session, setup=replace(session.setup, extra={"run": attack}, preset=attack, deck=attack)
    )
    store.save(session)
    loaded = store.load(session.id)
    assert (loaded.seats, loaded.extra, loaded.setup) == (session.seats, session.extra, session.setup)
    (row,) = store.sessions()
    for text in (row.line, row.deck or "", *(name for _, name in row.players), *store.people()):
        assert is_safe(text)
        assert len(text) <= 200
    assert len(store.sessions(SessionQuery(text=attack))) in (0, 1)
    (key, _), *_ = store.figures("wordle", "", None, lambda key: True)
    assert is_safe(repr(key))
    for name in store.people():
        store.rename_person(name, f"x {attack}")
    assert all(is_safe(name) for name in store.people())
    store.rebuild()
    assert store.delete([session.id]) == 1


@pytest.mark.parametrize("attack", sampled(ATTACKS, 5))
def test_a_reply_and_an_unknown_event_are_kept_to_the_letter(store: Store, attack: str) -> None:
    session, play = begun(store)
    events: list[Event] = [reply(play, attack, more=attack), note(play, "x", **{attack: attack})]
    for event in events:
        store.append(session.id, event, {"sha256:1": [{"role": "user", "content": attack}]})
    loaded = store.load(session.id)
    assert list(loaded.events) == events
    assert list(loaded.messages.values()) == [[{"role": "user", "content": attack}]]


@pytest.mark.parametrize("attack", sampled([*ESCAPES, *TEXTS[:3], "", "x" * 129, "a\nb"], 4))
def test_an_id_that_is_no_id_is_refused(store: Store, attack: str) -> None:
    with pytest.raises(SaveError) as caught:
        store.save(replace(won(CATALOGUE, started(CATALOGUE)), id=attack))
    assert is_safe(str(caught.value))
    with pytest.raises(SaveError):
        store.load(attack)
    with pytest.raises(SaveError):
        store.append(attack, Event(1, "draft", {}), {})
    assert store.sessions() == []


@each("\x1b[2J", "\ud800", "a\x00b", "")
def test_an_event_type_that_is_none_is_refused(attack: str, *, store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    with pytest.raises(SaveError):
        store.append(session.id, Event(1, attack, {}), {})


def test_a_text_that_no_file_can_hold_is_refused(store: Store) -> None:
    session = started(CATALOGUE)
    store.save(session)
    with pytest.raises(SaveError, match="Unicode"):
        store.append(session.id, Event(1, "draft", {}), {"\ud800": []})
    assert store.load(session.id) == session


@pytest.mark.parametrize("attack", sampled(ATTACKS, 5))
def test_a_note_and_a_query_take_any_text(store: Store, attack: str) -> None:
    assert store.sessions(SessionQuery(text=attack)) == []
    assert store.streak("wordle", attack).best == 0
    assert store.daily("wordle", attack) is None
    assert store.recent(attack, 5) == []
