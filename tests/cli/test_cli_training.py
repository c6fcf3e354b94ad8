"""Training data: chat messages and rewards of the guesser, from real sessions of a real save file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tui_arena.data import Catalogue

HELD_OUT = next(
    str(item["entity"])
    for item in Catalogue().deck("things", Catalogue().game("entity")).deck.items
    if item["suite"]
)


def session(name: str, item: str, said: Sequence[tuple[str, str]], deck: str = "things-1") -> dict[str, Any]:
    """A session with these questions and answers; the last question may name the item."""
    events: list[dict[str, str]] = []
    for question, answer in said:
        events.append({"type": "reply", "seat": "guesser", "ask": "question", "text": question})
        if answer:
            events.append({"type": "reply", "seat": "judge", "ask": "answer", "text": answer})
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": name,
        "game": "entity",
        "setup": {"options": {"max_turns": 7}, "deck": deck, "secret": {"entity": item}},
        "seats": {"guesser": {"player": "model", "name": "m", "model": "x/m"}},
        "events": events,
    }


WON = [("<think>hm</think>Is it alive?", "no"), ("Is it made of wood?", "yes"), ("Is it a guitar?", "")]
SLOW = [
    *[(f"Is it number {i}?", "no") for i in range(4)],
    ("Is it made of wood?", "Yes."),
    ("Does it have strings?", "yes"),
]
LOST = [*SLOW, ("Is it a harp?", "no")]
OPEN = SLOW[:2]


@pytest.fixture
def saved(run: Command, tmp_path: Path) -> Command:
    sessions = [
        session("quick", "guitar", WON),
        session("slow", "guitar", [*SLOW, ("Is it a guitar?", "")]),
        session("lost", "guitar", LOST),
        session("open", "guitar", OPEN),
        session("held", HELD_OUT, [(f"Is it a {HELD_OUT}?", "")]),
        session("people", "Marie Curie", [("Is it Marie Curie?", "")], "celebrities-1"),
    ]
    files = []
    for one in sessions:
        files.append(tmp_path / f"{one['id']}.json")
        files[-1].write_text(json.dumps(one))
    assert run("import", *map(str, files)).status == 0
    return run


def rows(run: Command, *options: str) -> list[dict[str, Any]]:
    ran = run("export", "--all", *options)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_a_session_is_one_chat_that_ends_with_the_guessers_last_word(saved: Command) -> None:
    row = next(r for r in rows(saved, "--format", "sft") if r["session"] == "quick")
    roles = [m["role"] for m in row["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user", "assistant"]
    said = [m["content"] for m in row["messages"] if m["role"] == "assistant"]
    assert said == ["Is it alive?", "Is it made of wood?", "Is it a guitar?"]
    assert row["messages"][3]["content"].startswith("No.")
    assert (row["item"], row["deck"], row["won"], row["score"]) == ("guitar", "things", True, 1.0)
    assert "guitar" not in json.dumps(row["messages"][:-1])


def test_sessions_that_are_not_over_stay_here(saved: Command) -> None:
    for form in ("sft", "rewards"):
        assert {r["session"] for r in rows(saved, "--format", form)} == {
            "quick",
            "slow",
            "lost",
            "held",
            "people",
        }


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (["--won"], {"quick", "slow", "held", "people"}),
        (["--deck", "celebrities"], {"people"}),
        (["--deck", "celebrities-1"], {"people"}),
        (["--best", "1"], {"quick", "held", "people"}),
        (["--best", "2", "--deck", "things"], {"quick", "slow", "held"}),
        (["--min-score", "0.98"], {"quick", "held", "people"}),
        (["--split", "eval"], {"held"}),
        (["--split", "train", "--won"], {"quick", "slow", "people"}),
    ],
)
def test_what_is_taken_can_be_chosen(saved: Command, options: list[str], left: set[str]) -> None:
    assert {r["session"] for r in rows(saved, "--format", "sft", *options)} == left


def test_the_score_stands_on_the_last_turn_and_each_yes_counts(saved: Command) -> None:
    by = {
        name: [r for r in rows(saved, "--format", "rewards") if r["session"] == name]
        for name in ("slow", "lost")
    }
    assert [r["reward"] for r in by["slow"]] == [0.0, 0.0, 0.0, 0.0, 0.02, 0.02, 0.96]
    assert [r["reward"] for r in by["lost"]] == [0.0, 0.0, 0.0, 0.0, 0.02, 0.02, 0.0]
    assert [r["answer"] for r in by["slow"]] == ["no"] * 4 + ["yes", "yes", "bingo"]
    assert by["slow"][5]["prompt"][-1]["content"].startswith("Yes.")
    assert by["slow"][5]["completion"] == [{"role": "assistant", "content": "Does it have strings?"}]
    more = rows(saved, "--format", "rewards", "--yes-reward", "0.5", "--won")
    assert sum(r["reward"] for r in more if r["session"] == "slow") == pytest.approx(1.96)


def test_where_nobody_answers_the_guesser_no_yes_counts(run: Command, tmp_path: Path) -> None:
    taboo = session("mine", "egg", [])
    said = [("setter", "prompt", "Do you like it sunny side up?"), ("guesser", "reply", "yes"),
            ("setter", "prompt", "And scrambled?"), ("guesser", "reply", "My guess of the word is: egg")]  # fmt: skip
    taboo |= {
        "game": "taboo",
        "events": [{"type": "reply", "seat": s, "ask": a, "text": t} for s, a, t in said],
    }
    taboo["setup"] = {"preset": "paper", "options": {"min_words": None}, "secret": {"word": "egg"}}
    file = tmp_path / "taboo.json"
    file.write_text(json.dumps(taboo))
    run("import", str(file))
    assert [(r["answer"], r["reward"]) for r in rows(run, "--format", "rewards")] == [("", 0.0), ("", 1.0)]
    none = run("export", "--all", "--format", "sft", "--min-score", "1", "--deck", "things")
    assert (none.out, none.status) == ("", 0)
    assert none.err.startswith("no rows")


@pytest.mark.parametrize("form", ["sft", "rewards"])
def test_every_row_has_the_same_keys_and_types(saved: Command, form: str) -> None:
    shapes = {
        tuple((key, type(value)) for key, value in row.items()) for row in rows(saved, "--format", form)
    }
    assert len(shapes) == 1


def test_anonymous_rows_have_no_ids(saved: Command) -> None:
    out = json.dumps(rows(saved, "--format", "sft", "--anonymous"))
    assert '"session": "S1"' in out
    assert "quick" not in out


def test_filters_of_training_data_go_with_no_other_format(saved: Command) -> None:
    ran = saved("export", "--all", "--won")
    assert ran.status == 2
    assert "go with --format sft or rewards" in ran.complaint
