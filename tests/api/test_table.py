"""A table that a program speaks at."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import playout_of
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.thorough import sampled
from tui_arena import api
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Run, session_seed
from tui_arena.config import Paths
from tui_arena.players.models.prompts import messages
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import Opening, people_seated
from tui_arena.players.seating import read_player
from tui_arena.save.store import SessionQuery, Store, open_store

GAMES = list(CATALOGUE.games)
ALONE = """
import sys
from random import Random
from tui_arena import api
for game in {games}:
    table = api.deal(game, {{}}, seed=5)
    for n in range(400):
        if not table.asks:
            break
        ask = table.asks[0]
        table.messages(ask.seat), table.view(ask.seat)
        table.say(ask.seat, Random(n).choice(ask.choices or ("a word", "pride", "word: pride\\nclue: lions", "-")))
    assert table.over, game
    print(game, table.outcome.result, table.metrics["success"])
print(*[name for name in ("textual", "rich", "litellm", "aiohttp", "click") if name in sys.modules])
"""


@pytest.mark.parametrize("games", [GAMES[:1], pytest.param(GAMES, marks=pytest.mark.torture)], ids=len)
def test_it_is_imported_alone_and_plays_every_game_to_its_end(games: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE.format(games=games)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    *played, loaded = run.stdout.split("\n")[:-1]
    assert [line.split()[0] for line in played] == games
    assert loaded == ""


def said_by_all(table: api.Table, seed: int) -> None:
    """Speak for every seat until the end."""
    module, rng = playout_of(CATALOGUE.game(table.game)), Random(seed)
    for _ in range(400):
        if not table.asks:
            return
        ask = rng.choice(table.asks)
        table.say(ask.seat, module.reply(ask, table.view(ask.seat), rng))


@pytest.mark.parametrize("game", sampled(GAMES, 3))
def test_whoever_takes_one_seat_gets_no_other(game: str) -> None:
    usual = set(api.deal(game, {}, seed=3).own)
    for seat in api.deal(game, {}, seed=3).seats:
        named = api.deal(game, {seat: "human:agent"}, seed=3)
        assert named.own == (seat,), "the seat that people have by default is a bot's"
        opening = Opening(game, {seat: read_player("human:agent")})
        assert people_seated(opening, CATALOGUE.game(game), "Ada") == opening, "so it is at the keyboard"
        assert set(api.deal(game, {seat: "bot"}, seed=3).own) == usual - {seat}
        phone = Opening(game, {seat: replace(read_player("human:Ben"), guest="1")})
        seated = people_seated(phone, CATALOGUE.game(game), "Ada").cast
        assert {s for s, one in seated.items() if one.spec["name"] == "Ada"} == usual - {seat}


@pytest.mark.parametrize("game", GAMES)
def test_a_program_may_speak_for_every_seat(game: str) -> None:
    info = CATALOGUE.game(game)
    options = {name: option.default for name, option in info.options.items()}
    seats = {one.name: "human:Ada" for one in info.game.seats(options) if one.default != "dealer"}
    table = api.deal(game, seats, seed=9)
    said_by_all(table, 9)
    assert table.over
    assert table.outcome.result in ("won", "lost", "drawn", "aborted")
    assert set(table.own) == set(seats)


RACE = {"giver": "open", "guessers": 3, "max_attempts": 3}


@pytest.mark.parametrize(
    ("game", "options"), sampled([*((game, {}) for game in GAMES), ("connections", RACE)], 3)
)
def test_bots_say_at_a_table_what_they_say_in_a_run(
    game: str, options: dict[str, Any], store: Store, tmp_path: Path
) -> None:
    registry = ModelRegistry(Paths.find(tmp_path), CATALOGUE, threaded=False)
    Batch(Run("r", game, 7, 1, options=options), store, registry).play()
    (run,) = [store.load(row.id) for row in store.every(SessionQuery())]
    level = next(iter(run.seats.values()))["level"]
    table = api.deal(game, dict.fromkeys(run.seats, f"bot:{level}"), options, seed=session_seed(7, 0))
    assert table.session.setup.secret == run.setup.secret
    assert [e.to_json() for e in table.session.events] == [e.to_json() for e in run.events]


def test_what_is_dealt_goes_by_its_seed() -> None:
    one, same, other = (api.deal("entity", seed=seed).to_json() for seed in (3, 3, 4))
    assert one["setup"] == same["setup"]
    assert one["setup"]["secret"] != other["setup"]["secret"]
    assert api.deal("entity").seed != api.deal("entity").seed


def test_messages_are_what_a_model_there_would_get() -> None:
    table = api.deal("wordle", seed=4)
    table.say("guesser", "guess: crane")
    fault = table.say("guesser", "guess: cranes")
    assert fault is not None
    assert fault.kind == "rule"
    (ask,) = table.asks
    prompt = CATALOGUE.prompt(CATALOGUE.game("wordle"), "guess")
    assert table.messages("guesser") == list(messages(prompt, ask, table.view("guesser"), fault))
    assert "6 letters" in table.messages("guesser")[-1]["content"]
    assert (
        table.messages("guesser", "steps") != table.messages("guesser", "plain") == table.messages("guesser")
    )
    with pytest.raises(api.BadOption, match="there is no prompt variant 'gone'; allowed: plain, "):
        table.messages("guesser", "gone")


def test_a_view_holds_what_its_seat_may_know() -> None:
    table = api.deal("taboo", {"setter": "human", "guesser": "human"}, seed=4)
    word = table.view("setter").facts["word"]
    assert word
    assert word not in json.dumps([table.view(seat).facts["word"] for seat in ("guesser", "table")])


def test_what_was_said_is_taken_back() -> None:
    table = api.deal("entity", seed=4)
    before = table.view("guesser")
    table.say("guesser", "Is it alive?")
    assert table.view("guesser") != before
    table.undo()
    assert table.view("guesser") == before
    with pytest.raises(api.NotAsked, match="nothing to take back"):
        table.undo("guesser")
    strict = api.deal("entity", options={"takebacks": False}, seed=4)
    strict.say("guesser", "Is it alive?")
    with pytest.raises(api.NotAsked, match="takebacks are off"):
        strict.undo()


def test_one_ask_takes_two_kinds_of_replies() -> None:
    table = api.deal("bluffing", seed=4)
    assert table.say("judge", "true", ask="verdict") is None
    assert table.over
    other = api.deal("bluffing", seed=4)
    with pytest.raises(api.NotAsked, match="question or verdict, not guess"):
        other.say("judge", "true", ask="guess")


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ({"game": "chess"}, api.BadFile, "no game 'chess'; games are wordle"),
        ({"game": "wordle", "seats": {"judge": "bot"}}, api.BadPlayer, "Wordle has no seat 'judge'"),
        ({"game": "wordle", "seats": {"guesser": "robot"}}, api.BadPlayer, "no player 'robot'"),
        ({"game": "wordle", "options": {"colour": 1}}, api.BadOption, "no option 'colour'"),
        ({"game": "wordle", "options": {"max_guesses": 0}}, api.BadOption, "max_guesses can't be 0"),
        ({"game": "wordle", "preset": "hard"}, api.BadOption, "no preset 'hard'"),
        ({"game": "wordle", "deck": "chess"}, api.BadFile, "no deck 'chess' for Wordle; decks are"),
        ({"game": "wordle", "seed": -1}, api.BadOption, "seed can't be -1"),
        ({"game": "wordle", "seed": "x"}, api.BadOption, "seed can't be 'x'"),
        ({"game": "connections", "personas": {"setter": "nobody"}}, api.BadPlayer, "no persona 'nobody'"),
    ],
)
def test_bad_input_is_a_sentence_and_writes_nothing(
    given: dict[str, Any], kind: type[Exception], says: str, home: Path, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=says):
        api.deal(**given, save=tmp_path / "kept")
    assert not home.exists()
    assert not (tmp_path / "kept").exists()


def test_who_is_not_asked_is_told_who_is() -> None:
    table = api.deal("entity", seed=4)
    with pytest.raises(api.NotAsked, match=r"judge is not asked; open: guesser \(question\)"):
        table.say("judge", "yes")
    for act in (table.view, table.messages, table.undo, table.ask):
        with pytest.raises(api.BadPlayer, match="there is no seat 'nobody'; seats are judge, guesser"):
            act("nobody")
    with pytest.raises(api.NotAsked, match="a reply must be a text, not int"):
        table.say("guesser", 3)  # type: ignore[arg-type]


# saved


def test_a_table_is_saved_where_it_is_asked_for(tmp_path: Path) -> None:
    with api.deal("wordle", seed=4, save=tmp_path / "kept.db") as table:
        assert not (tmp_path / "kept.db").exists(), "a game without a move is not kept"
        table.say("guesser", "guess: crane")
    store = open_store(tmp_path / "kept.db", CATALOGUE).store
    (row,) = store.every(SessionQuery())
    assert (row.id, row.result) == (table.id, "unfinished")
    assert store.load(row.id).events[0]["text"] == "guess: crane"
    assert [one.id for one in store.unfinished()] == [table.id], "it can be resumed"
    store.close()
    with api.deal("wordle", {"guesser": "bot"}, seed=4, save=tmp_path) as table:
        assert table.over
    (one,) = api.stats(tmp_path, "wordle")
    assert one["guesses"] == table.metrics["guesses"]


# models


def test_a_model_replies_at_once_and_what_it_was_sent_is_kept(stub: StubServer) -> None:
    table = api.deal("wordle", {"guesser": "model:fair"}, seed=4)
    assert table.over
    kept = table.to_json()
    assert kept["events"][0]["messages"] in kept["messages"]
    assert kept["counts"]["guesser"]["requests"] == len(stub.requests)


async def test_a_model_replies_where_an_event_loop_runs_already(stub: StubServer) -> None:
    table = api.deal("wordle", {"guesser": "human", "critic": "model:fair"}, {"variant": "critic"}, seed=4)
    table.say("guesser", "guess: crane\nexplanation: a start")
    assert [ask.name for ask in table.asks] == ["guess"]
    assert asyncio.get_running_loop().is_running()


def test_a_model_that_fails_can_be_asked_again_and_costs_nothing_that_was_said(stub: StubServer) -> None:
    with pytest.raises(api.PlayerFailed, match="guesser"):
        api.deal("wordle", {"guesser": "model:locked"}, seed=4)
    table = api.deal("wordle", {"guesser": "human", "critic": "model:locked"}, {"variant": "critic"}, seed=4)
    with pytest.raises(api.PlayerFailed, match="critic"):
        table.say("guesser", "guess: crane\nexplanation: a start")
    assert [ask.seat for ask in table.asks] == ["critic"]
    with pytest.raises(api.PlayerFailed, match="critic"):
        table.go_on()
    assert len(table.session.events) == 1
