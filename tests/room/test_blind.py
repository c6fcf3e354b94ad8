"""Blind tables: nothing that is shown before the end says who or what plays; afterwards everything does."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.room.rooms import CATALOGUE, Phone, staged
from tests.table.test_runner import directly
from tests.thorough import sampled
from tui_arena.core.language.sentences import first_name
from tui_arena.core.options import resolve
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, built_in, names_of, read_player
from tui_arena.save.exchange.export import FORMATS, export, plain
from tui_arena.save.queries import SessionQuery
from tui_arena.save.store import Store
from tui_arena.table.notes import Comments
from tui_arena.table.opening import new_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.replay.presenter import Replay

ONE, OTHER, WATCHER = "Zebediah Quill", "Wilhelmina Fogg", "Marmaduke"
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "wordle": {"variant": "critic"},
    "connections": {"guessers": 3, "max_attempts": 3},
}
TOLD = ("seconds", "usage", "at", "messages", "thinking", "first_token_seconds")
"""Values of a reply that tell a machine or a pace."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses: here it is about what is told."""
    monkeypatch.setattr("tui_arena.table.playback.pause", lambda _seed, _ask: 0.0)


def leaks(text: str, names: Sequence[str]) -> list[str]:
    """The names, in whole or in part, that a text tells."""
    parts = {part for name in names for part in (name, first_name(name))} | {"bot hard", "stars"}
    return sorted(part for part in parts if re.search(rf"\b{re.escape(part)}\b", text))


def shown_of(runner: SessionRunner, store: Store) -> Iterator[str]:
    """All that shows an unfinished session to whoever has the file, and to everybody at the table."""
    session = store.load(runner.session.id)
    for form in FORMATS:
        yield "".join(export([(session, runner.info)], form))
    yield plain(session, runner.info)
    row = next(one for one in store.sessions(SessionQuery()) if one.id == session.id)
    yield f"{row.line} {row.players} {sorted(row.flags)}"
    yield f"{store.people()} {store.figures(runner.info.id, '', None, lambda _: True)}"
    replay = Replay(runner.info, session)
    replay.go(replay.last)
    yield f"{replay.cast()} {replay.entries(board=False)} {replay.panel}"
    yield " ".join([*runner.waits_for(), *(note.text for note in runner.notes)])
    yield f"{runner.names} {runner.turns('table', watching=True)} {runner.previews('table')} {runner.spent}"


async def answered(runner: SessionRunner, store: Store, hidden: Sequence[str]) -> int:
    """Answer for the people as a bot would, and look each time at what is shown; how often that was."""
    looks, info, setup = 0, runner.info, runner.session.setup
    person = built_in(bot("easy"), info, setup)
    async with asyncio.timeout(60):
        while not runner.over:
            for seat in runner.asked:
                for text in shown_of(runner, store):
                    assert not leaks(text, hidden)
                looks += 1
                waiting = runner.waiting(seat)
                assert waiting is not None
                assert await runner.answer(seat, person.would_say(waiting.ask, waiting.view)) is None
            await asyncio.sleep(0)
    return looks


def has_ended(phone: Phone) -> bool:
    return bool(phone.frame.get("over"))


@pytest.mark.parametrize("game", sampled(sorted(CATALOGUE.games), 3, first=1, thorough=2))
async def test_nothing_tells_who_plays_before_the_end(game: str, store: Store) -> None:
    info, options = CATALOGUE.game(game), OPTIONS.get(game, {})
    seats = [seat.name for seat in info.game.seats(resolve(info.options, info.presets, options, None))]
    people = {seats[-1]: ONE, **({seats[-2]: OTHER} if len(seats) > 2 else {})}
    cast = {s: read_player(f"human:{people[s]}") if s in people else bot("hard") for s in seats}
    async with staged() as stage:
        phones = {name: await stage.join(name) for name in (*people.values(), WATCHER)}
        guests = {guest.name: guest.id for guest in stage.host.room.guests.values()}
        cast = {
            s: replace(one, guest=guests.get(str(one.spec["name"]), "")) if s in people else one
            for s, one in cast.items()
        }
        ready = new_table(CATALOGUE, store, Opening(game, cast, options, seed=5, blind=True), None)
        ready = replace(ready, cast=stage.host.find_seats(ready.session, ready.cast))
        runner = SessionRunner(ready, store, directly, playback=Playback(FASTEST), comments=Comments())
        stage.host.sit(runner)
        names = list(names_of(runner.cast).values())
        assert {ONE} < set(names), "the bots have names of their own"
        task = asyncio.create_task(runner.run())
        assert await answered(runner, store, names)
        await task
        for own, phone in phones.items():
            await phone.until(partial(has_ended, phone))
            frames = [json.loads(text) for text in phone.texts]
            tables = [one for one in frames if one["page"] == "table" and not one["over"]]
            assert tables
            for one in tables:
                assert not leaks(json.dumps(one), [name for name in names if name != own])
                assert not any(row["sign"] or row["away"] for row in one["people"] if row["name"] != own)
            assert {row["name"] for row in phone.frame["people"]} == set(names)
            assert phone.frame["over"]["masks"].startswith("Masks off: A was ")
    session = store.load(runner.session.id)
    row = next(one for one in store.sessions(SessionQuery()) if one.id == session.id)
    for text in (plain(session, info), "".join(export([(session, info)], "json")), str(row.players)):
        assert ONE in text, "after the end all is told"


async def test_an_unfinished_export_has_no_kinds_and_no_times(store: Store) -> None:
    cast = {"setter": read_player("human:Ada"), "guesser": bot("hard")}
    ready = new_table(CATALOGUE, store, Opening("entity", cast, seed=5, blind=True), None)
    runner = SessionRunner(ready, store, directly, playback=Playback(FASTEST))
    task = asyncio.create_task(runner.run())
    async with asyncio.timeout(60):
        while len(runner.play.steps) < 3:
            for seat in runner.asked:
                waiting = runner.waiting(seat)
                assert waiting is not None
                text = "piano" if waiting.ask.name == "entity" else "no"
                assert await runner.answer(seat, text) is None
            await asyncio.sleep(0)
    runner.stop()
    await task
    session = store.load(runner.session.id)
    told = json.loads("".join(export([(session, runner.info)], "json")))
    assert {seat["player"] for seat in told["seats"].values()} == {"hidden"}
    assert all(set(seat) == {"player", "name"} for seat in told["seats"].values())
    assert not {key for row in told["events"] for key in row} & set(TOLD)
    assert "made" not in told, "the command names the players"
    whole = json.loads("".join(export([(session, runner.info)], "json", secrets=True)))
    assert whole["seats"]["guesser"]["level"] == "hard", "the secrets are asked for, so all is there"
    assert session.seats["setter"]["name"] == "Ada", "the file names them"
