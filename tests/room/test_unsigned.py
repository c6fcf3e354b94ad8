"""Who is the machine?: what devices show before the reveal, how bets are taken and counted, and what a restart keeps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.room.rooms import CATALOGUE, Phone, Stage, staged
from tests.room.test_blind import TOLD, leaks, shown_of
from tests.stub_server import StubServer
from tests.table.test_runner import directly, until
from tests.thorough import sampled
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.blind import MOST, is_revealed, letters, plain_line, shown, verdicts
from tui_arena.core.challenge import BadCode
from tui_arena.core.events import Kind
from tui_arena.core.language.sentences import first_name
from tui_arena.inquiry.inquiry import coach_ask
from tui_arena.players.challenges import challenge_of
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.party import Party, PartyGame, PartyState, next_opening
from tui_arena.players.party_store import open_party, save_party
from tui_arena.players.seating import bot, built_in, model, names_of, read_player
from tui_arena.room.frames import table
from tui_arena.save.exchange.export import export, shown_replies
from tui_arena.save.exchange.flat import ReplyFilter
from tui_arena.save.store import Store
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.notes import Comments
from tui_arena.table.opening import AlreadyPlayed, new_table, resumed_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Spectators
from tui_arena.ui.result.presenter import NotRevealed, load_result

PEOPLE = ("Zebediah Quill", "Wilhelmina Fogg", "Marmaduke Oak")
GAMES = ("taboo", "bluffing", "connections")
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "taboo": {"max_prompts": 2},
    "bluffing": {"max_questions": 2},
    "connections": {"guessers": 2, "max_attempts": 2},
}
BOOK = ModelBook()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses: here it is about what is told."""
    monkeypatch.setattr("tui_arena.table.playback.BEAT", 0.0)
    monkeypatch.setattr("tui_arena.table.playback.GLANCE", 0.001)
    monkeypatch.setattr("tui_arena.table.playback.needed", lambda *_: 0.0)


def party_with(store: Store, *games: PartyGame, machines: Sequence[str] = ("bot:hard",)) -> PartyState:
    players = (*(f"human:{name}" for name in PEOPLE), *machines)
    save_party(store, Party("p1", "2026-11-30T20:00:00Z", players, games))
    return party_now(store)


def party_now(store: Store) -> PartyState:
    found = open_party(store, CATALOGUE, BOOK, "p1")[0]
    assert found is not None
    return found


@asynccontextmanager
async def at_table(
    store: Store,
    stage: Stage,
    cast: Mapping[str, Any] | str,
    game: str = "",
    registry: ModelRegistry | None = None,
) -> AsyncIterator[tuple[SessionRunner, Spectators]]:
    """An unsigned table on a stage; `cast`: its players, or the id of a session that goes on."""
    if isinstance(cast, str):
        ready = resumed_table(CATALOGUE, store, cast)
    else:
        opening = Opening(game, cast, OPTIONS[game], seed=5, blind=True, unsigned=True)
        ready = new_table(CATALOGUE, store, opening, None, party="p1")
    state = party_now(store)
    for guest in stage.host.room.guests.values():
        stage.host.room.seat([("p1", f"human:{guest.name}")], guest.id)
    ready = replace(ready, cast=stage.host.find_seats(ready.session, ready.cast))
    runner = SessionRunner(
        ready, store, directly, registry=registry, playback=Playback(FASTEST), comments=Comments()
    )

    async def nowhere(_: object) -> None:
        raise AssertionError("nobody calls how an unsigned game ends")

    spectators = Spectators(runner, state, nowhere)
    stage.host.sit(runner, spectators)
    task = asyncio.create_task(runner.run())
    try:
        yield runner, spectators
    finally:
        stage.host.leave(runner)
        runner.stop()
        await task
        store.release(runner.session.id)


def in_their_own_style(text: str) -> str:
    """The same text as somebody types it."""
    return f"  {text.upper()} 😀 " if " " in text and ":" not in text and "|" not in text else text.upper()


async def play_on(runner: SessionRunner, *, styled: bool = False) -> None:
    """Answer for the people as a bot would, until the game is over."""
    person = built_in(bot("easy"), runner.info, runner.session.setup)
    async with asyncio.timeout(60):
        while not runner.over:
            for seat in runner.asked:
                waiting = runner.waiting(seat)
                assert waiting is not None
                text = person.would_say(waiting.ask, waiting.view)
                if styled:
                    assert await runner.answer(seat, " | ") is not None, "nobody else sees that it is refused"
                assert await runner.answer(seat, in_their_own_style(text) if styled else text) is None
            await asyncio.sleep(0.001)


async def shows(phone: Phone, true: Callable[[dict[str, Any]], object]) -> None:
    """Wait until a phone's page is as it should be."""
    await phone.until(lambda: true(phone.frame))


def other_bet(before: object, frame: Mapping[str, Any]) -> bool:
    return bool(frame.get("beside") != before)


def tables(phone: Phone) -> Iterator[dict[str, Any]]:
    """The pages of a table that a phone showed before the reveal."""
    for text in phone.texts:
        frame = json.loads(text)
        if frame["page"] == "table" and not (frame["over"] or {}).get("masks"):
            yield frame


@pytest.mark.parametrize("game", sampled(GAMES[:2], 2))  # in Connections, bots differ from seat to seat
async def test_who_watches_sees_the_same_whoever_sits_where(game: str, store: Store) -> None:
    """The same lines by people and bots the other way round: no name, kind, order or field differs."""
    party_with(store, PartyGame(game, unsigned=True))
    info = CATALOGUE.game(game)
    seats = [seat.name for seat in info.game.seats({**OPTIONS[game], "guessers": 2})]
    seen = []
    for people in (seats[:1], seats[1:]):
        cast = {s: read_player(f"human:{PEOPLE[0]}") if s in people else bot("easy") for s in seats}
        async with staged() as stage:
            phones = [await stage.join(name) for name in (PEOPLE[0], PEOPLE[2])]
            async with at_table(store, stage, cast, game) as (runner, _):
                steps: list[str] = []
                look(steps, runner, stage)
                runner.listeners.append(partial(look, steps, runner, stage))
                await play_on(runner, styled=True)
                await shows(phones[1], lambda frame: frame.get("over"))
            seen.append(steps)
            told_to_player = [json.dumps(frame["people"]) for frame in tables(phones[0])]
            assert told_to_player
            assert all(" (you)" in one for one in told_to_player)
    assert len(seen[0]) > 3
    assert seen[0] == seen[1]


def look(steps: list[str], runner: SessionRunner, stage: Stage) -> None:
    """Note the page of somebody without a seat, if it has changed; devices may skip some of these pages."""
    watcher = next(one for one in stage.host.room.guests.values() if one.name == PEOPLE[2])
    page = json.dumps({**table(runner, watcher, stage.host.room), "table": "", "you": None})
    if page not in steps[-1:]:
        steps.append(page)


async def bet_all(phones: Mapping[str, Phone], machines: Mapping[str, bool]) -> None:
    """Let each person bet on every other letter. `machines`: what they say of each letter."""
    for phone in phones.values():
        while True:
            beside = phone.frame.get("beside")
            value = beside["bet"]["answers"][0][0] if beside else "again"
            if value == "again":
                break
            letter = value.partition(":")[0]
            said = "machine" if machines[letter] else "person"
            await phone.say("beside", what="ends", value=f"{letter}:{said}")
            await shows(phone, partial(other_bet, beside))


@pytest.mark.parametrize("game", sampled(GAMES, 3))
async def test_an_evening_of_three_people_a_bot_and_a_model(game: str, store: Store, tmp_path: Path) -> None:
    party_with(store, PartyGame(game, OPTIONS[game], unsigned=True), machines=("bot:hard", "model:Tiny Tim"))
    info = CATALOGUE.game(game)
    seats = [seat.name for seat in info.game.seats({**OPTIONS[game], "guessers": 2})]
    with StubServer() as stub:
        registry = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=True)
        entry = ModelEntry("Tiny Tim", "openai/ok", base_url=stub.url, structured="off")
        registry.book = ModelBook({"Tiny Tim": entry})
        machines = [model(entry), bot("hard")][: len(seats) - 1]
        cast = dict(zip(seats, [*machines, read_player(f"human:{PEOPLE[0]}")], strict=True))
        async with staged() as stage:
            phones = {name: await stage.join(name) for name in PEOPLE}
            async with at_table(store, stage, cast, game, registry) as (runner, spectators):
                hidden = [*names_of(runner.cast).values(), "Tiny Tim", *PEOPLE]
                await play_on(runner)
                assert stub.requests, "the model was asked"
                for phone in phones.values():
                    await shows(phone, lambda frame: frame.get("beside"))
                for text in shown_of(runner, store):
                    assert not leaks(text, hidden)
                unmasking = spectators.unmasking
                assert unmasking is not None
                called = letters(runner.session.setup, seats)
                thinker = next(s for s, one in runner.session.seats.items() if one["player"] == "model")
                await bet_all(phones, {called[seat]: seat == thinker for seat in seats})
                for name, phone in phones.items():
                    others = [one for one in hidden if one not in (name, first_name(name))]
                    for told in tables(phone):
                        frame = {**told, "turn": ""}  # it may say for whose bets the reveal waits
                        assert not leaks(json.dumps(frame), others)
                        rest = [one for one in frame["people"] if not one["name"].endswith("(you)")]
                        assert not any(one["sign"] or one["colour"] or one["away"] for one in rest)
                        assert all(len(one["text"]) <= MOST + len("Question 1: ") for one in frame["talk"])
                for _ in seats:
                    await unmasking.tell_next()
                awards = unmasking.awards
                for phone in phones.values():
                    await shows(phone, lambda frame: (frame["over"] or {}).get("masks"))
        registry.close()
    session = store.load(runner.session.id)
    play = session.fold(info.game)
    found = {one.seat: one for one in verdicts(session, play.events)}
    assert is_revealed(play)
    lost = any(event.type == Kind.RECAST for event in session.events)
    assert lost == (game == "bluffing"), (
        "the model says `ok`, which is no story, so a bot took its seat unseen"
    )
    assert found[thinker].by == ({} if lost else dict.fromkeys(PEOPLE, True))
    own = next(seat for seat, one in session.seats.items() if one["player"] == "human")
    assert set(found[own].by) == set(PEOPLE[1:]), "nobody bets about themself"
    assert awards[-1].startswith("Points: ")
    state = party_now(store)
    right = {
        name: sum(one.by.get(name) == one.machine for one in found.values() if one.counts) for name in PEOPLE
    }
    won = set(state.scorers(state.played[0]))
    points = {name: state.points[f"human:{name}"] - (f"human:{name}" in won) for name in PEOPLE}
    assert points == right, "nobody took a person for a machine"


async def test_bets_outlive_a_restart_and_nothing_is_told_before_the_reveal(store: Store) -> None:
    party_with(store, PartyGame("taboo", unsigned=True))
    cast = {"setter": read_player(f"human:{PEOPLE[0]}"), "guesser": bot("hard")}
    async with staged() as stage:
        await stage.join(PEOPLE[0])
        async with at_table(store, stage, cast, "taboo") as (runner, spectators):
            await play_on(runner)
            assert spectators.unmasking is not None
            await spectators.unmasking.bet(PEOPLE[1], "guesser", machine=False)
            for _ in range(3):
                await spectators.unmasking.bet(PEOPLE[1], "guesser", machine=True)
            await spectators.unmasking.bet(PEOPLE[0], "setter", machine=True)
        state, session = party_now(store), runner.session.id
        assert state.running is not None
        assert state.running.row.id == session, "the evening goes on with its bets"
        assert (state.played, set(state.points.values())) == ((), {0})
        loaded = store.load(session)
        assert sum(event.type == Kind.VERDICT for event in loaded.events) == 2, (
            "no bet is saved twice, nor about oneself"
        )
        with pytest.raises(BadCode, match="isn't over"):
            challenge_of(loaded, runner.info, CATALOGUE)
        with pytest.raises(NotRevealed):
            load_result(CATALOGUE, store, session)
        assert coach_ask(runner.info, runner.play, CATALOGUE) is None
        assert shown_replies(loaded, runner.info, ReplyFilter())
        assert not shown_replies(loaded, runner.info, ReplyFilter(kind="bot")), "a filter would tell"
        told = json.loads("".join(export([(loaded, runner.info)], "json")))
        assert not {key for row in told["events"] for key in row} & set(TOLD)
        assert {seat["player"] for seat in told["seats"].values()} == {"hidden"}
        async with at_table(store, stage, session) as (again, spectators):
            unmasking = spectators.unmasking
            assert unmasking is not None
            assert (again.over, again.is_blind, unmasking.owing(PEOPLE[1])) == (True, True, ["setter"])
            assert unmasking.bets_of(PEOPLE[1]) == {"guesser": True}, "the later bet replaces the earlier one"
            await unmasking.reveal()
            await unmasking.bet(PEOPLE[1], "setter", machine=True)
            assert not again.is_blind
    loaded = store.load(session)
    assert loaded.events[-1].type == Kind.REVEALED
    bets = [event.data for event in loaded.events if event.type == Kind.VERDICT]
    assert [(one["by"], one.get("from"), one["seat"], one["machine"]) for one in bets] == [
        (PEOPLE[1], None, "guesser", False),
        (PEOPLE[1], None, "guesser", True),
    ]
    with pytest.raises(AlreadyPlayed):
        resumed_table(CATALOGUE, store, session)
    state = party_now(store)
    assert state.running is None
    assert state.points_of(state.played[0])[f"human:{PEOPLE[1]}"] == 1


async def test_a_bot_takes_the_seat_of_a_model_that_fails_untold(store: Store, tmp_path: Path) -> None:
    party_with(store, PartyGame("taboo", unsigned=True))
    with StubServer() as stub:
        registry = ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=True)
        entry = ModelEntry("Lost", "openai/401", base_url=stub.url, structured="off")
        registry.book = ModelBook({"Lost": entry})
        cast = {"setter": model(entry), "guesser": read_player(f"human:{PEOPLE[0]}")}
        async with staged() as stage:
            phone = await stage.join(PEOPLE[0])
            async with at_table(store, stage, cast, "taboo", registry) as (runner, _):
                await play_on(runner)
                assert runner.failed is None
                assert "Lost" not in "".join(phone.texts)
                assert not any(
                    one["who"] == "" and one["text"] for one in phone.frame["talk"] if "seat" in one["text"]
                )
        registry.close()
    kinds = [event.type for event in store.load(runner.session.id).events]
    assert Kind.RECAST in kinds
    assert Kind.PAUSED not in kinds


async def test_a_bot_plays_untold_for_whoever_leaves(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.room.host.ABSENCE", 0.0)
    monkeypatch.setattr("tui_arena.room.lent.ABSENCE", 0.0)
    party_with(store, PartyGame("taboo", unsigned=True))
    cast = {"setter": read_player(f"human:{PEOPLE[0]}"), "guesser": bot("hard")}
    async with staged() as stage:
        phone, watcher = await stage.join(PEOPLE[0]), await stage.join(PEOPLE[1])
        async with at_table(store, stage, cast, "taboo") as (runner, _):
            await shows(phone, lambda frame: frame.get("asked"))
            before = len(watcher.texts)
            await phone.close()
            await until(lambda: not runner.people)
            await shows(watcher, lambda frame: frame["talk"])
            back = await stage.back(phone.token)
            await until(lambda: runner.people or runner.over)
            await play_on(runner)
            await back.until(lambda: back.frame.get("over"))
            told = [json.loads(text) for text in watcher.texts[before:]]
            for frame in [one for one in told if one["page"] == "table" and not one["over"]]:
                assert not any(one["away"] for one in frame["people"])
                assert not [line for line in frame["talk"] if line["who"] == "" and "seat" in line["text"]]
    assert [event.type for event in store.load(runner.session.id).events].count(Kind.RECAST) >= 1


async def test_whoever_has_no_phone_any_more_plays_nowhere_and_a_bot_has_the_seat(store: Store) -> None:
    party_with(store, PartyGame("taboo", unsigned=True))
    cast = {"setter": read_player(f"human:{PEOPLE[0]}"), "guesser": bot("hard")}
    async with staged() as stage:
        await stage.join(PEOPLE[0])
        async with at_table(store, stage, cast, "taboo") as (runner, _):
            hotseat = Hotseat(runner)
            await until(lambda: runner.asked)
            stage.host.dismiss()  # the room is closed
            assert (hotseat.current, hotseat.next, hotseat.viewer) == (None, None, "table")
            await until(lambda: runner.over)
            assert not runner.people


def test_a_small_model_is_helped_with_forms_and_no_export_tells_on_which_seat(tmp_path: Path) -> None:
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF")
    cast = {"setter": model(ModelEntry("Tiny Tim", gguf=file)), "guesser": read_player(f"human:{PEOPLE[0]}")}
    for unsigned in (True, False):
        opening = Opening("taboo", cast, seed=5, blind=unsigned, unsigned=unsigned)
        session, _ = new_session(opening, CATALOGUE, id="x", seed=5, started=None)
        assert bool(session.seats["setter"].get("assisted")) is unsigned
        told = shown(session, session.fold(CATALOGUE.game("taboo").game))[0]
        assert "assisted" not in told.setup.extra


def test_the_seats_are_dealt_so_that_nobody_knows_how_many_machines_there_are(store: Store) -> None:
    state = party_with(store, PartyGame("connections", unsigned=True), machines=("bot:hard", "bot:easy"))
    info = CATALOGUE.game("connections")
    numbers = []
    for turn in range(80):
        opening = next_opening(state, info, BOOK, turn)
        kinds = [cast.kind for cast in opening.cast.values()]
        numbers.append(kinds.count("bot"))
        assert (opening.blind, opening.unsigned, len(kinds)) == (True, True, 3)
    assert set(numbers) == {0, 1, 2}, "at least one person sits"
    assert numbers.count(0) < numbers.count(1)
    assert next_opening(state, info, BOOK, 3) == next_opening(state, info, BOOK, 3)


def test_a_line_is_cut_at_a_sentence_or_a_word() -> None:
    assert plain_line("One two three. " * 12).endswith("three.")
    assert len(plain_line("word " * 60)) <= MOST
