"""What runs deal: every item once before any twice, lists as published, and what was begun before."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, exported, stopped_midway
from tests.save.sessions import CATALOGUE
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena.batch.run import NOTE
from tui_arena.batch.setups import dealt_out
from tui_arena.batch.study import read_study, settled
from tui_arena.config import Paths
from tui_arena.data.studies import shipped_studies
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import new_session
from tui_arena.save.store import Store, open_store

CASES = Cases(__file__)

CLUES = [
    ("party", "have a ball"),
    ("forum", "cicero spoke there"),
    ("audio", "sound"),
    ("forum", "cicero spoke there"),
]


def secrets(run: Command, *more: str) -> list[str]:
    """What the sessions hid."""
    return [next(iter(one["setup"]["secret"].values())) for one in exported(run, *more)]


def instances(path: Path, words: list[tuple[str, str]]) -> str:
    """An instance file as clembench writes it."""
    rows = [
        {
            "game_id": n,
            "target_word": word,
            "target_word_clue": clue,
            "target_word_difficulty": "high_frequency",
        }
        for n, (word, clue) in enumerate(words, 1)
    ]
    more = {"use_clue": True, "lang_keywords": {"official_words_list": ["party", "forum", "audio", "slate"]}}
    path.write_text(
        json.dumps({"experiments": [{"name": "high_frequency_words", "game_instances": rows, **more}]})
    )
    return str(path)


@contextmanager
def saved(home: Path) -> Iterator[Store]:
    store = open_store(Paths.find(home).save_file, CATALOGUE).store
    try:
        yield store
    finally:
        store.close()


@pytest.mark.parametrize(("line", "items"), sampled(CASES["so_many_sessions_have_so_many_items"], 2))
def test_so_many_sessions_have_so_many_items(run: Command, line: str, items: int) -> None:
    assert run("run", *line.split(), "--seed", "7").status == 0
    assert len(set(secrets(run))) == len(secrets(run)) == items


def test_beyond_the_deck_they_go_round_evenly_and_every_repetition_has_the_same(run: Command) -> None:
    line = "run wordle --set suite=30 --set max_guesses=1 --seed 3 --sessions".split()
    said = "there are 30 items, so from session 31 on, each is played again as a new set-up"
    assert said in run(*line, "32", "--repetitions", "2").err
    found = Counter((one["setup"]["secret"]["word"], one["setup"]["repetition"]) for one in exported(run))
    assert set(found.values()) == {1, 2}
    assert len(found) == 60
    assert all(found[word, 1] == found[word, 2] for word, _ in found)
    assert "items" not in run(*line, "30").err


def test_a_suite_of_all_is_the_deck_in_its_order(run: Command) -> None:
    line = "run connections --deck published-words --set suite=all --set max_attempts=1 --sessions 19 --json"
    ran = run(*line.split(), "--concurrency", "1").json
    by_id = {one["id"]: one["setup"]["secret"]["word"] for one in exported(run)}
    deck = CATALOGUE.deck("published-words", CATALOGUE.game("connections")).deck
    assert [by_id[one["id"]] for one in ran["sessions"]] == [item["word"] for item in deck.items]


def test_it_is_the_same_whatever_plays_and_however_it_is_resumed(run: Command, tmp_path: Path) -> None:
    line = "run wordle --deck wordle-3 --set max_guesses=1 --seed 11 --sessions 12".split()
    assert run(*line).status == 0
    whole = secrets(run)
    for more in (("--workers", "2"), ("--concurrency", "7")):
        folder = str(tmp_path / more[0])
        run(*line, *more, "--data-dir", folder)
        assert sorted(secrets(run, "--data-dir", folder)) == sorted(whole)
    folder = str(tmp_path / "stopped")
    stopped = stopped_midway(run, *line, "--concurrency", "1", "--data-dir", folder)
    id_ = next(line for line in stopped.err.splitlines() if line.startswith("run ")).split()[1].rstrip(";")
    assert run("run", "wordle", "--resume", id_, "--data-dir", folder).status == 0
    assert sorted(secrets(run, "--data-dir", folder)) == sorted(whole)


def test_a_run_that_was_begun_before_goes_on_as_it_was(run: Command, home: Path) -> None:
    """One without a note of how it deals has items by chance, so some of them twice."""
    line = "run connections --deck published-words --set max_attempts=1 --seed 7 --sessions 19 --json".split()
    begun = run(*line).json["run"]
    with saved(home) as store:
        note = json.loads(str(store.meta(NOTE + begun)))
        assert note.pop("dealing") == "passes"
        store.set_meta(NOTE + "0BEFORE", json.dumps({**note, "id": "0BEFORE"}))
    assert run("run", "connections", "--resume", "0BEFORE").status == 0
    old = [one["setup"]["secret"]["word"] for one in exported(run) if one["setup"]["run"] == "0BEFORE"]
    assert (len(old), len(set(old))) == (19, 12)


def test_stories_that_a_bot_tells_are_each_told_once(run: Command) -> None:
    """Of the seeds of this run by themselves, two would tell the same story."""
    ran = run(*"run bluffing --set max_questions=1 --sessions 8 --seed 1 --workers 2 --json".split()).json
    told = [row["text"] for one in exported(run) for row in one["events"] if row.get("ask") == "statement"]
    assert len(set(told)) == len(told) == 8
    assert len(ran["sessions"]) == 8
    assert run("run", "bluffing", "--resume", ran["run"]).status == 0
    assert len(exported(run)) == 8


def test_a_branch_of_a_runs_session_has_its_secret(run: Command) -> None:
    ran = run("run", "entity", "--sessions", "2", "--seed", "4", "--set", "max_turns=2", "--json").json
    before = {one["id"]: one["setup"]["secret"] for one in exported(run)}
    one = ran["sessions"][1]["id"]
    branched = run("branch", one, "--last-turn", "--seat", "guesser=bot:easy", "--json")
    assert branched.status == 0
    [new] = [row for row in exported(run) if row["id"] not in before]
    assert new["setup"]["secret"] == before[one]


# lists


def test_a_list_is_played_in_its_order_and_twice_what_it_has_twice(run: Command, tmp_path: Path) -> None:
    file = instances(tmp_path / "instances.json", CLUES)
    line = ("run", "wordle", "--list", file, "--set", "variant=clue", "--set", "max_guesses=1", "--json")
    ran = run(*line, "--repetitions", "2")
    by_id = {one["id"]: one["setup"]["secret"] for one in exported(run)}
    assert [by_id[one["id"]] for one in ran.json["sessions"]] == [
        {"word": word, "clue": clue} for _ in range(2) for word, clue in CLUES
    ]
    resumed = run("run", "wordle", "--resume", ran.json["run"], "--list", file)
    assert resumed.status == 0
    assert len(exported(run)) == 8
    other = instances(tmp_path / "other.json", CLUES[:2])
    assert "--list: run" in run("run", "wordle", "--resume", ran.json["run"], "--list", other).complaint


@pytest.mark.parametrize(
    ("text", "line", "wanted"),
    [
        (
            "Chess | Chessboard\nBald eagle\nChess\n",
            "entity --set max_turns=1",
            ["Chess", "Bald eagle", "Chess"],
        ),
        ("pen\nsea\n", "akinator --set secret=sealed --set max_turns=1", ["pen", "sea"]),
        (
            "word\tclues\nmoon\t\nharbour\t\n",
            "connections --set max_attempts=1 --workers 2",
            ["moon", "harbour"],
        ),
        ("Apple\n", "taboo --set max_prompts=1", ["apple"]),
    ],
)
def test_a_list_of_names_is_played_in_every_game_that_deals(
    run: Command, tmp_path: Path, text: str, line: str, wanted: list[str]
) -> None:
    file = tmp_path / "names.txt"
    file.write_text(text)
    ran = run("run", *line.split(), "--list", str(file), "--json")
    by_id = {one["id"]: next(iter(one["setup"]["secret"].values())) for one in exported(run)}
    assert [by_id[one["id"]] for one in ran.json["sessions"]] == wanted


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("{]", "wordle", "invalid JSON"),
        ("[1]", "wordle", "no `experiments`"),
        (
            '{"experiments": [{"game_instances": [{"grid": 3}]}]}',
            "wordle",
            "experiment 1 has an instance without",
        ),
        ("", "entity", "has no items"),
        ("x\n" * 20_001, "entity", "20001 items; a list has at most 20000"),
        ("bananas\n", "wordle", "line 1: bananas can't be played; it must be a word of 5 letters a-z"),
        ("aahed\n", "wordle --set variant=clue", "line 1: aahed can't be played: it has no word with a clue"),
        ("zyzzyva\n", "taboo", "line 1: zyzzyva isn't in the deck"),
        ("pen\n", "entity --set suite=30", "suite has no effect: the list decides what is played"),
        ("pen\n", "akinator", "secret = later: its secret is never dealt; --set secret=sealed deals it"),
        ("pen\n", "bluffing", "a list can't be played in Bluffing: its secret is never dealt"),
    ],
)
def test_a_list_that_can_not_be_played_is_one_line(
    run: Command, tmp_path: Path, text: str, line: str, says: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text)
    ran = run("run", *line.split(), "--list", str(file))
    assert ran.status == 2
    assert says in ran.complaint


def test_a_published_list_becomes_a_deck_with_its_words_and_duplicates(run: Command, tmp_path: Path) -> None:
    file = instances(tmp_path / "v1.6.json", CLUES)
    said = run("deck", "import", file, "--name", "published").out
    assert "4 items of 1 list" in said
    assert "forum is in the list twice, so it's dealt twice" in said
    assert "already exists" in run("deck", "import", file, "--name", "published").complaint
    assert run("deck", "import", file, "--name", "published", "--replace").status == 0
    line = "run wordle --deck published --set variant=clue --set clues=one --set max_guesses=1 --sessions 4"
    assert run(*line.split()).status == 0
    assert sorted(secrets(run)) == ["audio", "forum", "forum", "party"]
    assert {one["setup"]["words"].partition("@")[0] for one in exported(run)} == {"published"}
    assert {one["setup"]["secret"]["clue"] for one in exported(run)} == {clue for _, clue in CLUES}


def test_lists_of_the_arena_become_one_deck_with_their_split(run: Command, tmp_path: Path) -> None:
    train, test = tmp_path / "things.rmdup.train.txt", tmp_path / "things.rmdup.test.txt"
    train.write_text("Chess | Chessboard\nPen\nCandle\n")
    test.write_text("Bald eagle\nCandle | Tealight | candle\n")
    said = run("deck", "import", str(train), str(test), "--name", "eda").out
    assert "5 items of 2 lists, 2 of them held out" in said
    assert "candle is in the list twice, but in the deck once" in said
    line = "run entity --deck eda --set suite=30 --set max_turns=1 --sessions 2"
    assert run(*line.split()).status == 0
    assert sorted(secrets(run)) == ["Bald eagle", "Candle"]
    people = tmp_path / "celebs.txt"
    people.write_text("Bill Gates\n")
    assert (
        "are of different kinds"
        in run("deck", "import", str(train), str(people), "--name", "mixed").complaint
    )
    assert "can't be a deck's name" in run("deck", "import", str(train), "--name", "../x").complaint


# studies

STUDY = """
name = "words"
players = ["bot:easy"]
items = 19
[[game]]
game = "connections"
on = ["setter"]
decks = ["published-words-1"]
options = { max_attempts = 1 }
"""


def test_a_study_has_every_item_once_and_refuses_more_than_there_are(run: Command, tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text(STUDY)
    assert run("study", "run", str(file)).status == 0
    assert len(set(secrets(run))) == 19
    file.write_text(STUDY.replace("items = 19", "items = 20"))
    for command in ("plan", "run"):
        refused = run("study", command, str(file))
        assert refused.status == 2
        assert (
            "items can't be 20: published-words-1 has 19 with these options; `passes = 2` lets"
            in refused.complaint
        )
    file.write_text(STUDY.replace("items = 19", "items = 20\npasses = 2"))
    assert run("study", "run", str(file)).status == 0


def test_a_study_that_was_begun_before_goes_on_with_more_items_than_there_are(
    run: Command, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "words.toml"
    file.write_text(STUDY.replace("items = 19", "items = 20\npasses = 2"))
    assert run("study", "run", str(file)).status == 0
    with saved(home) as store:
        [(name, text)] = store.notes(NOTE).items()
        note: dict[str, Any] = json.loads(text)
        del note["dealing"]
        store.set_meta(name, json.dumps(note))
    file.write_text(STUDY.replace("items = 19", "items = 20"))
    assert run("study", "run", str(file)).status == 0
    assert len(exported(run)) == 20


@pytest.mark.parametrize(
    ("name", "label", "items"), [("improvisational-games", "connections", 19), ("gamearena", "akinator", 100)]
)
def test_a_shipped_study_plays_what_the_paper_did_once_each(
    tmp_path: Path, name: str, label: str, items: int
) -> None:
    from tui_arena.config import Paths

    registry = ModelRegistry(Paths.find(tmp_path), CATALOGUE, threaded=False)
    study = read_study(shipped_studies()[name], registry)
    cells = [cell for cell in study.cells if cell.label == label]
    assert cells
    for cell in cells:
        whole = dealt_out(settled(cell.run, registry), registry)
        opening = whole.opening(registry)
        made = (
            new_session(opening, CATALOGUE, id="-", seed=i, started=None, index=i)[0].setup
            for i in whole.indices
        )
        assert len({str(setup.secret) for setup in made}) == whole.sessions == items
        assert asdict(replace(whole, dealing=None, models={}, deck=cell.run.deck)) == asdict(cell.run)
