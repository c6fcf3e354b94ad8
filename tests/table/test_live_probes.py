"""Probes at a table in play: as its set-up says, and never blocking the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.table.test_runner import CATALOGUE, directly
from tui_arena.core.events import Kind
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.save.store import Store, open_store
from tui_arena.table.opening import LeasedSession, new_table, opening_of
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    yield opened
    opened.close()


def runner_of(store: Store, probe: str) -> SessionRunner:
    cast = {seat: read_player("bot:hard") for seat in ("guesser", "judge")}
    opening = Opening("entity", cast, {"max_turns": 2}, deck="objects", seed=7, probe=probe)
    ready = new_table(CATALOGUE, store, opening, None)
    return SessionRunner(ready, store, directly, playback=Playback(FASTEST))


async def test_a_table_is_probed_as_it_was_opened_and_opened_so_again(store: Store) -> None:
    runner = runner_of(store, "self")
    await runner.run()
    saved = store.load(runner.session.id)
    probes = [event for event in saved.events if event.type == Kind.PROBE]
    assert [event["round"] for event in probes] == list(range(1, len(probes) + 1))
    assert len(probes) in (1, 2)
    assert all(len(event["items"]) == 5 for event in probes)
    assert opening_of(saved, runner.cast).probe == "self"
    assert runner.spent == {}


async def test_nobody_is_asked_where_the_text_means_nobody(store: Store) -> None:
    runner = runner_of(store, "self")
    setup = replace(runner.session.setup, extra={"probe": "human:Ada"})
    one = replace(runner.session, setup=setup)
    table = SessionRunner(
        LeasedSession(runner.info, one, runner.cast, resumed=False),
        store,
        directly,
        playback=Playback(FASTEST),
    )
    await table.run()
    assert table.over
    assert not any(event.type == Kind.PROBE for event in table.play.events)


def test_what_a_deck_brought_is_not_chosen_for_another_deck(store: Store) -> None:
    """Whoever plays on from people to things hears maybe again, not dunno."""
    cast = {seat: read_player("bot:hard") for seat in ("guesser", "judge")}
    opening = Opening("entity", cast, {"max_turns": 2}, deck="celebrities", seed=7)
    ready = new_table(CATALOGUE, store, opening, None)
    assert ready.session.setup.options["answers"] == "yes/no/dunno"
    again = opening_of(ready.session, ready.cast)
    assert again.options["max_turns"] == 2
    things = new_table(CATALOGUE, store, replace(again, deck="things"), None)
    assert things.session.setup.options["answers"] in (None, "yes/no/maybe")
    assert set(ready.session.setup.options) - set(again.options) == {"answers"}, (
        "a none that was chosen stays"
    )
    same = new_table(CATALOGUE, store, again, None)
    assert same.session.setup.options == ready.session.setup.options
