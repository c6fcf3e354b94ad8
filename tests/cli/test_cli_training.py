"""Training data: chat messages and rewards of the guesser, from real sessions of a real save file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, exported, take_in, write_models
from tests.save.sessions import CATALOGUE
from tests.stub_models import WORDS
from tests.stub_server import StubServer


def held_out() -> str:
    """A thing that is held out of training."""
    things = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck
    return next(str(item["entity"]) for item in things.items if item["suite"])


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
    sessions = (
        session("quick", "guitar", WON),
        session("slow", "guitar", [*SLOW, ("Is it a guitar?", "")]),
        session("lost", "guitar", LOST),
        session("open", "guitar", OPEN),
        session("held", held_out(), [(f"Is it a {held_out()}?", "")]),
        session("people", "Marie Curie", [("Is it Marie Curie?", "")], "celebrities-1"),
    )
    take_in(run, tmp_path, *sessions)
    return run


def rows(run: Command, *options: str) -> list[dict[str, Any]]:
    ran = run("export", "--all", *options)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.thorough
def test_a_session_is_one_chat_that_ends_with_the_guessers_last_word(saved: Command) -> None:
    row = next(r for r in rows(saved, "--format", "sft") if r["session"] == "quick")
    roles = [m["role"] for m in row["messages"]]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user", "assistant"]
    said = [m["content"] for m in row["messages"] if m["role"] == "assistant"]
    assert said == ["Is it alive?", "Is it made of wood?", "Is it a guitar?"]
    assert row["messages"][3]["content"].startswith("No.")
    assert (row["item"], row["deck"], row["won"], row["score"]) == ("guitar", "things", True, 1.0)
    assert "guitar" not in json.dumps(row["messages"][:-1])


def test_what_is_taken_can_be_chosen(saved: Command) -> None:
    for options, left in (
        ("", "quick slow lost held people"),
        ("--won", "quick slow held people"),
        ("--deck celebrities", "people"),
        ("--deck celebrities-1", "people"),
        ("--best 1", "quick held people"),
        ("--best 2 --deck things", "quick slow held"),
        ("--min-score 0.98", "quick held people"),
        ("--min-score 1", "quick held people"),
        ("--split eval", "held"),
        ("--split train --won", "quick slow people"),
    ):
        taken = {row["session"] for row in rows(saved, "--format", "sft", *options.split())}
        assert taken == set(left.split()), options or "sessions that are not over stay here"


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


def test_a_name_in_the_reasoning_is_no_win_to_learn_from(run: Command, tmp_path: Path) -> None:
    take_in(run, tmp_path, session("aside", "guitar", [("Not a guitar yet. Is it alive?", "")]))
    [row] = rows(run, "--format", "rewards")
    assert (row["won"], row["score"], row["reward"]) == (False, 0.0, 0.0)
    assert [r["reward"] for r in rows(run, "--format", "rewards", "--any-hit")] == [1.0]
    assert [r["won"] for r in rows(run, "--format", "sft", "--any-hit", "--won")] == [True]
    ran = run("export", "--all", "--format", "sft", "--won")
    assert (ran.out, "nothing to write" in ran.err) == ("", True)


def test_where_nobody_answers_the_guesser_no_yes_counts(run: Command, tmp_path: Path) -> None:
    taboo = session("mine", "egg", [])
    said = [("setter", "prompt", "Do you like it sunny side up?"), ("guesser", "reply", "yes"),
            ("setter", "prompt", "And scrambled?"), ("guesser", "reply", "My guess of the word is: egg")]  # fmt: skip
    taboo |= {
        "game": "taboo",
        "events": [{"type": "reply", "seat": s, "ask": a, "text": t} for s, a, t in said],
    }
    taboo["setup"] = {"preset": "paper", "options": {"min_words": None}, "secret": {"word": "egg"}}
    take_in(run, tmp_path, taboo)
    assert [(r["answer"], r["reward"]) for r in rows(run, "--format", "rewards")] == [("", 0.0), ("", 1.0)]
    none = run("export", "--all", "--format", "sft", "--min-score", "1", "--deck", "things")
    assert (none.out, none.status) == ("", 0)
    assert none.err.startswith("there's nothing to write")


def test_rows_are_alike_with_ids_only_where_not_anonymous_and_filtered_in_no_other_format(
    saved: Command,
) -> None:
    for form in ("sft", "rewards"):
        found = rows(saved, "--format", form)
        assert len({tuple((key, type(value)) for key, value in row.items()) for row in found}) == 1
        assert {row["session"] for row in found} == set("quick slow lost held people".split())
    out = json.dumps(rows(saved, "--format", "sft", "--anonymous"))
    assert '"session": "S1"' in out
    assert "quick" not in out
    ran = saved("export", "--all", "--won")
    assert (ran.status, "only work with --format sft or rewards" in ran.complaint) == (2, True)


# what models were really sent

SAID = {
    "wordle": ["say", "guess: crane", "explanation: e\nguess: pilot", "guess: dusky"],
    "entity": ["Is it alive?", "Is it made of wood?", "Is it a harp?"],
    "akinator": ["Is it alive?", "", "Can you eat it?", "This is a guess: are you thinking of a harp?"],
    "taboo": ["I would rather not say that", "No, that is not for me", "My guess of the word is: harp"],
}
"""What the guesser says: a refused reply among them, and in Taboo a last guess under rules of its own."""
OPTIONS = {
    "wordle": ["max_guesses=3"],
    "entity": ["max_turns=3"],
    "akinator": ["max_turns=3", "secret=sealed"],
    "taboo": ["max_prompts=2", "on_silence=setter"],
}


def played(run: Command, home: Path, stub: StubServer, game: str, model: str, *more: str) -> None:
    structured = "auto" if model == "ok" else "off"
    write_models(home, stub, m={"model": model, "structured": structured})
    sets = [part for option in OPTIONS[game] for part in ("--set", option)]
    ran = run("run", game, "--seat", "guesser=model:m", "--seed", "7", *sets, *more)
    assert ran.status == 0, ran.err


def received(stub: StubServer, said: Sequence[str]) -> list[dict[str, str]]:
    """The talk as the server heard it: the first request, then every reply and what was new after it."""
    chat: list[dict[str, str]] = []
    rules = None
    for body, text in zip(stub.requests, said, strict=True):
        first, *_, last = body["messages"]
        chat += body["messages"] if not chat else [*([first] if first != rules else []), last]
        chat.append({"role": "assistant", "content": text})
        rules = first
    return chat


@pytest.mark.parametrize(
    "game", ["wordle", "entity", pytest.param("akinator", marks=pytest.mark.thorough), "taboo"]
)
def test_the_chat_is_what_the_server_was_sent_turn_for_turn(run: Command, home: Path, game: str) -> None:
    with StubServer(script=SAID[game]) as stub:
        played(run, home, stub, game, "script")
        said = [text or "(nothing)" for text in SAID[game]]
        chat = received(stub, said)
        turns = [body["messages"] for body, text in zip(stub.requests, said, strict=True)]
    (row,) = rows(run, "--format", "sft")
    assert row["messages"] == chat
    assert row["exact"] is (game == "entity"), "there alone each prompt goes on where the one before ended"
    refused = {"wordle": ["say"], "akinator": ["(nothing)"]}.get(game, [])
    assert [(r["prompt"], r["completion"][0]["content"]) for r in rows(run, "--format", "rewards")] == [
        (sent, text) for sent, text in zip(turns, said, strict=True) if text not in refused
    ]


def test_where_json_was_asked_for_the_chat_holds_the_json_that_came(run: Command, home: Path) -> None:
    with StubServer() as stub:
        played(run, home, stub, "wordle", "ok", "--set", "variant=critic")
        heard = [body["messages"] for body in stub.requests]
    (row,) = rows(run, "--format", "sft")
    assert [m["role"] for m in row["messages"]] == ["system", *["user", "assistant"] * 6]
    assert [m for m in row["messages"] if m["role"] == "user"] == [sent[-1] for sent in heard]
    said = [json.loads(m["content"]) for m in row["messages"] if m["role"] == "assistant"]
    assert said == [{"explanation": "because it fits", "guess": word} for word in WORDS[:6]]


@pytest.mark.parametrize(
    "marked", ["[THINK]{}[/THINK]{}", "<think>{}</think>{}", "<thought>{}</thought>{}<|im_end|>"]
)
def test_no_thoughts_are_in_the_chat_whatever_their_marks(run: Command, home: Path, marked: str) -> None:
    said = ["Is it alive?", "Is it made of wood?", "Is it a kettle?"]
    with StubServer(script=[marked.format("It may be a ZEBRA", text) for text in said]) as stub:
        played(run, home, stub, "entity", "script")
        assert "ZEBRA" not in json.dumps([body["messages"] for body in stub.requests])
    for form in ("sft", "rewards"):
        assert "ZEBRA" not in json.dumps(rows(run, "--format", form))
    (row,) = rows(run, "--format", "sft")
    assert [m["content"] for m in row["messages"] if m["role"] == "assistant"] == said


def test_anonymous_chats_hold_no_persona(run: Command, home: Path, tmp_path: Path) -> None:
    with StubServer(script=SAID["entity"]) as stub:
        played(run, home, stub, "entity", "script")
    (one,) = exported(run)
    one["id"] = "told"
    one["seats"]["guesser"]["persona"] = "a lighthouse keeper"
    for sent in one["messages"].values():
        sent[0]["content"] = "a lighthouse keeper\n\n" + sent[0]["content"]
    take_in(run, tmp_path, one)
    assert "lighthouse" in json.dumps(rows(run, "--format", "sft"))
    for form in ("sft", "rewards"):
        assert "lighthouse" not in json.dumps(rows(run, "--format", form, "--anonymous"))


def test_turns_of_several_players_and_voided_ones(run: Command, home: Path, tmp_path: Path) -> None:
    """The last turn is a person's, so it is built as for a model; what was taken back stands nowhere."""
    with StubServer(script=SAID["entity"]) as stub:
        played(run, home, stub, "entity", "script")
        sent = [body["messages"] for body in stub.requests]
    (one,) = exported(run)
    one["id"] = "recast"
    last = next(e for e in reversed(one["events"]) if e.get("seat") == "guesser")
    one["events"] = [e for e in one["events"] if e["seq"] < last["seq"]]
    at = last["seq"]
    ada = {"player": "human", "name": "Ada"}
    one["events"] += [
        {**last, "text": "Is it taken back?"},
        {"seq": at + 1, "type": "undone", "to": at - 1},
        {"seq": at + 2, "type": "recast", "seat": "guesser", "to": ada},
        {"seq": at + 3, "type": "reply", "seat": "guesser", "ask": "question", "text": "Is it a lyre?"},
        {"seq": at + 4, "type": "reply", "seat": "judge", "ask": "answer", "text": "no"},
    ]
    one.pop("metrics"), one.pop("counts")
    take_in(run, tmp_path, one)
    row = next(r for r in rows(run, "--format", "sft") if r["session"] == "recast")
    assert row["messages"][: len(sent[2])] == sent[2]
    assert row["messages"][-3]["content"] == "Is it made of wood?"
    assert row["messages"][-1]["content"] == "Is it a lyre?"
    assert "taken back" not in json.dumps(row)
