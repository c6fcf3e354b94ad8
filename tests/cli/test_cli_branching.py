"""`tui-arena branch` and `audit`, and runs with probes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PRICED, Command, exported, take_in, write_models
from tests.stub_server import StubServer


@pytest.fixture
def models(home: Path, stub: StubServer) -> None:
    said = {"cat": "say:Is it a cat?", "nay": "say:No.", "mumbles": "say:Hm.", "locked": "401"}
    write_models(home, stub, **{name: {"model": one, **PRICED} for name, one in said.items()})


def document(name: str, **more: Any) -> dict[str, Any]:
    """A lost session of two questions with a bot as judge; an imported one."""
    said = [
        *(("guesser", "question", "Is it alive?"), ("judge", "answer", "yes")),
        *(("guesser", "question", "Is it a dog?"), ("judge", "answer", "no")),
    ]
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": name,
        "game": "entity",
        "setup": {"options": {"max_turns": 2}, "deck": "things-1", "seed": 7, "secret": {"entity": "cat"}},
        "seats": {
            "guesser": {"player": "human", "name": "Ada"},
            "judge": {"player": "bot", "name": "bot medium", "level": "medium"},
        },
        "events": [
            {"seq": i, "type": "reply", "seat": seat, "ask": ask, "text": text}
            for i, (seat, ask, text) in enumerate(said, 1)
        ],
        **more,
    }


@pytest.fixture
def lost(run: Command, tmp_path: Path) -> list[str]:
    """Two lost sessions and an unfinished one."""
    return imported(run, tmp_path)


def imported(run: Command, folder: Path) -> list[str]:
    """Imports two lost sessions and an unfinished one; their ids."""
    documents = [document("aaa"), document("bbb"), document("ccc")]
    documents[2]["events"] = documents[2]["events"][:2]
    take_in(run, folder, *documents)
    return ["aaa", "bbb", "ccc"]


def saved(run: Command) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in exported(run, "--secrets")}


@pytest.mark.usefixtures("models")
def test_last_turns_are_played_by_another_and_stand_beside_what_was_published(
    run: Command, lost: list[str], stub: StubServer
) -> None:
    ran = run("branch", "aaa", "bb", "--last-turn", "--seat", "guesser=model:cat", "--json")
    assert ran.status == 0, ran.err
    assert len(stub.requests) == 2
    assert [row["plays"] + " > " + row["last_turn"] for row in ran.json["rows"]] == ["Ada > Ada", "Ada > cat"]
    own, swapped = (row["decks"]["things"] for row in ran.json["rows"])
    assert (own["score"], own["success"]["rate"]) == ({"mean": 0.0, "std": 0.0, "n": 2, "items": 1}, 0.0)
    assert (swapped["score"], swapped["sessions"]) == ({"mean": 1.0, "std": 0.0, "n": 2, "items": 1}, 2)
    assert ran.json["published"]["rows"][0]["decks"]["things"] == {"mean": 0.4, "std": 0.05}
    ids = [one["id"] for one in ran.json["sessions"]]
    assert [one["from"] for one in ran.json["sessions"]] == ["aaa", "bbb"]
    documents = saved(run)
    assert documents["aaa"]["events"] == document("aaa")["events"], "it stays as it was"
    new = documents[ids[0]]
    assert [row["type"] for row in new["events"]] == [
        *("reply", "reply", "branched", "recast", "reply", "ended")
    ]
    assert new["setup"]["options"]["stop_after"] == 2
    assert new["counts"] == {"guesser": {**new["counts"]["guesser"], "requests": 1}}
    table = run("branch", "aaa", "--last-turn", "--seat", "guesser=bot:hard").out
    assert "GPT-4 (published)" in table
    assert "0.12 ±0.03" in table
    rows = run("stats", "entity", "--json").json["games"]["entity"]
    assert rows == [], "imported ones and branches are left out"


def test_a_past_is_played_on_by_the_players_who_sat_there_or_a_bot_for_them(
    run: Command, lost: list[str]
) -> None:
    ran = run("branch", "aaa", "--at", "2", "--seat", "judge=bot:hard", "--json")
    assert (ran.status, ran.json["published"]) == (0, None)
    (row,) = [row for row in ran.json["rows"] if row["plays"] != row["last_turn"]]
    assert (row["plays"], row["last_turn"]) == ("bot medium", "bot hard")
    new = saved(run)[ran.json["sessions"][0]["id"]]
    recast = {row["seat"]: row["to"]["name"] for row in new["events"] if row["type"] == "recast"}
    assert recast == {"judge": "bot hard", "guesser": "bot hard"}
    assert new["seats"]["guesser"]["name"] == "Ada"
    table = run("branch", "aaa", "--at", "2", "--seat", "judge=bot:hard").out
    assert "plays on" in table
    assert "last turn" not in table
    assert "-: score" not in table, "no deck needs no name"


@pytest.mark.usefixtures("models")
def test_a_budget_stops_branches_and_what_was_begun_can_be_gone_on_with(
    run: Command, lost: list[str], stub: StubServer
) -> None:
    line = ("branch", "aaa", "bbb", "--at", "0", "--seat", "guesser=model:nay", "--concurrency", "1")
    ran = run(*line, "--budget", "0.0005", "--json")
    assert (ran.status, ran.json["stopped"], len(stub.requests)) == (1, "budget", 1)
    assert "2 branches are unfinished" in ran.err
    (again, *_) = [one for one in saved(run).values() if one["id"] not in lost]
    assert again["events"][0]["type"] == "branched"


@pytest.mark.parametrize(
    ("level", "status", "says"),
    [(None, 0, ""), ("genius", 2, "no bot level 'genius'; allowed: easy, medium, hard")],
)
def test_a_bot_of_a_file_is_asked_again_as_far_as_its_level_is_known(
    run: Command, tmp_path: Path, level: str | None, status: int, says: str
) -> None:
    one = document("odd")
    one["seats"]["judge"] = {"player": "bot", "name": "bot", **({"level": level} if level else {})}
    take_in(run, tmp_path, one)
    ran = run("audit", "odd")
    assert (ran.status, says in ran.err) == (status, True), ran.err
    assert ("2 questions" in ran.out) == (status == 0)


@pytest.mark.usefixtures("models", "lost")
def test_a_judge_is_asked_again_and_contradictions_are_marked(run: Command, stub: StubServer) -> None:
    ran = run("audit", "aaa", "bbb", "--judge", "model:nay", "--json")
    assert (ran.status, len(stub.requests)) == (0, 4)
    assert ran.json["summary"] == {
        "questions": 4,
        "contradictions": 2,
        "agreement": 0.5,
        "answers": 4,
        "unreadable": 0,
    }
    first = ran.json["questions"][0]
    assert (first["given"], first["counts"], first["contradiction"]) == ("yes", {"no": 1}, True)
    table = run("audit", "aaa", "--times", "4").out
    assert "Is it alive?  yes      yes 4" in table
    assert "\n2 questions, 0 contradictions; 100% of the answers match the answers in play\n" in table
    marked = run("audit", "aaa", "--judge", "model:nay").out
    assert "\n2 questions, 1 contradiction; 50% of" in marked
    assert "\n! marks a question that got different answers\n" in marked
    assert len(saved(run)) == 3, "nothing is saved"
    assert saved(run)["aaa"]["events"] == document("aaa")["events"]


@pytest.mark.usefixtures("models", "lost")
def test_an_audit_tells_how_many_answers_could_not_be_read(run: Command) -> None:
    table = run("audit", "aaa", "--judge", "model:mumbles", "--times", "3").out
    assert "Is it alive?  yes      (unreadable) 3" in table
    assert table.endswith("\n2 questions, 0 contradictions; 6 of 6 new answers could not be read\n")


@pytest.mark.usefixtures("models", "lost")
def test_a_judge_that_can_not_be_reached_fails_an_audit(run: Command) -> None:
    ran = run("audit", "aaa", "--judge", "model:locked")
    assert ran.status == 1
    assert "not answered: session aaa, event 2: judge: locked" in ran.err


@pytest.mark.usefixtures("lost")
def test_an_unfinished_session_is_branched_only_by_who_says_so_and_is_marked(run: Command) -> None:
    ran = run("branch", "ccc", "--at", "2", "--seat", "guesser=bot:hard", "--secrets", "--json")
    assert ran.status == 0
    assert [row["type"] for row in saved(run)["ccc"]["events"]][-1] == "peeked"


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        ("entity", ("top5_recall", "turns_to_top5", "key_turns")),
        ("akinator", ("recall", "first_appear_round", "final_rank", "disparity_ratio")),
    ],
)
def test_bots_that_are_asked_beside_the_game_give_every_figure_without_a_model(
    run: Command, game: str, figures: tuple[str, ...]
) -> None:
    line = ("run", game, "--deck", "things", "--seat", "guesser=bot:hard", "--seed", "3", "--sessions", "2")
    ran = run(*line, "--probe", "self", "--json")
    assert ran.status == 0
    for name in figures:
        assert any(one["metrics"][name] is not None for one in ran.json["sessions"]), name
    alone = run(*line, "--json")
    plain = [(one["outcome"], one["counts"]) for one in alone.json["sessions"]]
    assert [(one["outcome"], one["counts"]) for one in ran.json["sessions"]] == plain
