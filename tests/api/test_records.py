"""Runs, session files and save files as plain rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tui_arena import api
from tui_arena.save.store import SessionQuery, open_store

GAMES = list(CATALOGUE.games)
PLAIN = (int, float, str, type(None))


def test_every_game_is_told() -> None:
    told = {game["id"]: game for game in api.games()}
    assert list(told) == GAMES
    json.dumps(list(told.values()))
    assert {seat["name"] for seat in told["entity"]["seats"]} >= {"judge", "guesser"}


def test_a_run_is_rows_and_leaves_no_file(home: Path) -> None:
    rows = api.play("entity", {"guesser": "bot:hard"}, {"max_turns": 5}, seed=3, sessions=4)
    assert [row["player.guesser"] for row in rows] == ["bot hard"] * 4
    assert {row["result"] for row in rows} <= {"won", "lost"}
    assert {row["option.max_turns"] for row in rows} == {5}
    assert len({row["seed"] for row in rows}) == 4
    assert not home.exists()
    again = api.play("entity", {"guesser": "bot:hard"}, {"max_turns": 5}, seed=3, sessions=4)
    own = ("id", "run", "started")
    assert [{k: v for k, v in row.items() if k not in own} for row in again] == [
        {k: v for k, v in row.items() if k not in own} for row in rows
    ]


async def test_a_run_is_played_where_an_event_loop_runs_already() -> None:
    assert len(api.play("wordle", sessions=2, repetitions=2, seed=3)) == 4


def test_a_run_that_is_kept_is_read_back(tmp_path: Path) -> None:
    rows = api.play("wordle", sessions=3, seed=3, save=tmp_path / "kept", concurrency=1)
    differ = [{k: v for k, v in row.items() if k != "differences"} for row in api.score(tmp_path / "kept")]
    assert differ == rows
    assert differ == [
        {k: v for k, v in row.items() if k != "differences"} for row in api.score(tmp_path / "kept/arena.db")
    ]
    assert [table.id for table in api.load(tmp_path / "kept")] == [row["id"] for row in rows]
    (one,) = api.stats(tmp_path / "kept", "wordle")
    assert (one["player"], one["sessions"]) == ("bot medium", 3)
    assert one["success"] == pytest.approx(sum(row["success"] for row in rows) / 3)
    assert one["success.low"] < one["success"] <= one["success.high"]
    assert (one["success.items"], one["speed.items"]) == (3, 3)
    assert 0 <= one["speed.low"] <= one["speed"] <= one["speed.high"] <= 100
    assert all(isinstance(value, PLAIN) for value in one.values())
    assert api.stats(tmp_path / "kept", "wordle", {"player": "nobody"}) == []
    assert len(api.stats(tmp_path / "kept")) == 1


def test_a_list_is_played_in_its_order_from_names_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("crane\nslate\ncrane\n")
    for listed in (file, str(file), ["crane", "slate", "crane"]):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        rows = api.play("wordle", listed=listed, options={"max_guesses": 1}, save=folder)
        secrets = {table.id: (table.session.setup.secret or {})["word"] for table in api.load(folder)}
        assert [secrets[row["id"]] for row in rows] == ["crane", "slate", "crane"]
    with pytest.raises(api.BadFile, match="has no items"):
        api.play("wordle", listed=[])
    with pytest.raises(api.BadFile, match="listed, row 2: oops can't be played"):
        api.play("wordle", listed=["crane", "oops"])


@pytest.mark.thorough
def test_bots_that_have_nothing_but_a_clue_of_before_answer_it_with_its_word() -> None:
    """Without a limit to attempts they would never come to an end."""
    (row,) = api.play(
        "connections",
        dict.fromkeys(("setter", "guesser_1", "guesser_2"), "bot:hard"),
        {"guessers": 2, "max_attempts": 300},
        seed=0,
        preset="paper",
        listed=["photosystem"],
    )
    assert row["attempts"] < 300


def test_models_play_within_a_budget_and_what_was_paid_for_is_told(stub: StubServer, tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"stopped \(budget\); \d+ sessions? left"):
        rows = api.play(
            "wordle",
            {"guesser": "model:fair"},
            seed=3,
            sessions=4,
            concurrency=1,
            budget_tokens=30,
            save=tmp_path,
        )
    assert rows
    store = open_store(tmp_path / "arena.db", CATALOGUE).store
    assert {row.id for row in store.every(SessionQuery())} == {row["id"] for row in rows}
    store.close()


def test_what_a_model_could_not_do_is_a_warning(stub: StubServer) -> None:
    with pytest.warns(UserWarning, match="session 1: guesser"):
        rows = api.play("wordle", {"guesser": "model:locked"}, seed=3)
    assert [row["result"] for row in rows] in ([], ["unfinished"])


@pytest.mark.parametrize("game", GAMES)
def test_a_session_is_read_back_to_the_letter(game: str, tmp_path: Path) -> None:
    table = api.deal(game, seed=8)
    ask = table.asks[0]
    table.say(ask.seat, ask.choices[0] if ask.choices else "Is it a thing that you know well?")
    made = json.loads(json.dumps(table.to_json()))
    (tmp_path / "one.json").write_text(json.dumps(made), "utf-8")
    for source in (made, tmp_path / "one.json", str(tmp_path)):
        (read,) = api.load(source)
        assert read.to_json() == made
        assert (read.own, read.asks) == (table.own, table.asks)


def test_a_session_that_was_read_is_played_on_by_the_same_players() -> None:
    table = api.deal("entity", seed=8)
    table.say("guesser", "Is it alive?")
    (read,) = api.load(table.to_json())
    for one in (table, read):
        one.say("guesser", "Is it made by people?")
    assert read.to_json() == table.to_json()


def test_nobody_is_asked_by_reading(stub: StubServer) -> None:
    table = api.deal("wordle", {"guesser": "human", "critic": "model:fair"}, {"variant": "critic"}, seed=4)
    document = table.to_json()
    document["events"] = [
        {"type": "reply", "seat": "guesser", "ask": "proposal", "text": "guess: crane\nexplanation: a start"}
    ]
    (read,) = api.load(document)
    assert [ask.seat for ask in read.asks] == ["critic"]
    assert not stub.requests
    read.go_on()
    assert [ask.name for ask in read.asks] == ["guess"]
    document["seats"]["critic"]["model"] = "another"
    (gone,) = api.load(document)
    with pytest.raises(api.BadPlayer, match="now means ok"):
        gone.go_on()


def test_what_cannot_be_read_is_left_out_with_a_reason(tmp_path: Path) -> None:
    good = json.dumps(api.deal("wordle", {"guesser": "bot"}, seed=4).to_json())
    (tmp_path / "many.jsonl").write_text(f'{good}\n{{"format": "other"}}\n', "utf-8")
    with pytest.warns(UserWarning, match=r"left out: .*many.jsonl"):
        (row,) = api.score(tmp_path / "many.jsonl")
    assert (row["result"], row["differences"]) in {("won", ""), ("lost", "")}


def test_differences_are_told() -> None:
    document = api.deal("wordle", {"guesser": "bot"}, seed=4).to_json()
    document["metrics"]["guesses"] = 17
    (row,) = api.score(document)
    assert row["differences"].startswith("metrics.guesses is 17 in the file")


def sampled_with(values: dict[str, Any]) -> object:
    return api.play("wordle", {"guesser": "model:fair"}, sampling={"guesser": values})


@pytest.mark.parametrize(
    ("call", "kind", "says"),
    [
        (lambda at: list(api.load(at / "gone.json")), api.BadFile, "there is no such file or folder"),
        (lambda at: list(api.load(at)), api.BadFile, "neither a save file nor session files"),
        (lambda at: list(api.load({"format": "other"})), api.BadFile, "the session: "),
        (api.stats, api.BadFile, "there's no save file"),
        (lambda at: api.stats(game="chess"), api.BadFile, "no game 'chess'"),
        (lambda at: api.stats(where={"colour": "red"}), api.BadFilter, "there is no filter called 'colour'; allowed: player"),
        (lambda at: api.play("wordle", {"guesser": "human"}, save=at / "x"), api.BadPlayer, "can't play without the app"),
        (lambda at: api.play("wordle", sessions=0, save=at / "x"), api.BadOption, "sessions can't be 0"),
        (lambda at: api.play("wordle", seed=-5, save=at / "x"), api.BadOption, "seed can't be -5"),
        pytest.param(  # it loads LiteLLM
            lambda at: api.play("wordle", {"guesser": "model:gone"}, save=at / "x"), api.BadPlayer, "gone",
            marks=pytest.mark.thorough,
        ),
        (lambda at: api.play("wordle", deck="gone", save=at / "x"), api.BadFile, "no deck 'gone'"),
        (lambda at: api.play("wordle", sorter="bot:hard"), api.BadPlayer, "leave out --sorter"),
        (lambda at: api.play("wordle", sampling={"guesser": {"temperature": 0.1}}), api.BadPlayer, "guesser: sampling can only be given to a model"),
        (lambda at: sampled_with({"api_base": "http://x"}), api.BadOption, r"guesser\.api_base isn't a sampling parameter"),
        (lambda at: sampled_with({"top_p": 2}), api.BadOption, "guesser: top_p takes a number, 0 to 1"),
        (lambda at: api.play("wordle", prompts="gone", save=at / "x"), api.BadOption, "there is no prompt variant 'gone'"),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence_and_writes_nothing(
    call: Any, kind: type[Exception], says: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=says):
        call(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_session_s_row_says_what_was_hidden_and_what_it_cost(stub: StubServer, tmp_path: Path) -> None:
    rows = api.play(
        "entity",
        {"guesser": "model:fair", "judge": "bot:hard"},
        {"max_turns": 3},
        seed=3,
        preset="paper",
        listed=["piano", "goat"],
        repetitions=2,
        probe="self",
        sampling={"guesser": {"temperature": 0.25}},
        save=tmp_path,
    )
    assert [row["item"] for row in rows] == ["piano", "goat"] * 2
    assert [row["repetition"] for row in rows] == [1, 1, 2, 2]
    assert {request["temperature"] for request in stub.requests} == {0.25}
    for row in rows:
        assert (row["model.guesser"], row["model.judge"]) == ("ok", None)
        assert row["input_tokens"] == 2 * row["input_tokens.guesser"] > 0, "each question has its probe"
        assert (row["input_tokens.judge"], row["cost_usd.judge"], row["cost_usd"]) == (0, 0.0, None)
        assert row["listed"] is not None, "what was asked beside the game"
    (one,) = {row["variant"] for row in api.stats(tmp_path, "entity") if row["seat"] == "guesser"}
    assert {row["variant"] for row in rows} == {one}


@pytest.mark.parametrize("game", GAMES)
def test_no_metric_takes_the_place_of_what_a_row_says(game: str) -> None:
    (row,) = api.score(api.deal(game, seed=8).to_json())
    about = set(row) - set(CATALOGUE.games[game].metrics)
    assert {"item", "variant", "input_tokens", "output_tokens", "cost_usd", "result", "cause"} <= about


def test_a_row_of_a_blind_session_tells_nobody_before_the_end() -> None:
    table = api.deal("wordle", {"guesser": "bot:hard"}, seed=8).to_json()
    table["setup"]["blind"] = True
    table["seats"] = {"guesser": {"player": "model", "name": "Zeb", "model": "openai/zeta"}}
    usage = {"input_tokens": 4127, "output_tokens": 7, "cost_usd": 0.25}
    said = {"seq": 1, "type": "reply", "seat": "guesser", "ask": "guess", "text": "slate", "usage": usage}
    table |= {"events": [said], "counts": {"guesser": {"input_tokens": 1}}}
    (row,) = api.score(table)
    assert row["player.guesser"] in ("A", "B")
    assert (row["model.guesser"], row["input_tokens.guesser"], row["differences"]) == (None, 0, "")
    assert not [text for text in ("Zeb", "zeta", "4127", "0.25") if text in json.dumps(row)]
    del table["setup"]["blind"]
    (open_row,) = api.score(table)
    assert (open_row["player.guesser"], open_row["input_tokens.guesser"]) == ("Zeb", 4127)
    assert open_row["differences"]


def test_taboo_s_replies_are_sorted_by_whom_a_program_names() -> None:
    (row,) = api.play("taboo", seed=3, sorter="bot:hard")
    assert row["evasive"] is not None
