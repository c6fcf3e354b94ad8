"""compare: two players on the same secrets, and one player over two sets of secrets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Command, keep
from tests.save.making import ended, started, won
from tests.save.sessions import CATALOGUE
from tui_arena.core.session import Session


def games() -> list[Session]:
    """Ada wins eight words in two guesses each; Ben plays the same words at random."""
    rng = Random(5)
    ada = [won(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ada"})) for seed in range(8)]
    ben = [ended(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ben"}), rng) for seed in range(8)]
    return ada + ben


@pytest.fixture
def played(run: Command, home: Path) -> Command:
    keep(home, games())
    return run


def test_two_players_for_people_and_for_programs(played: Command) -> None:
    out = played("compare", "wordle", "Ben", "human:Ada").out
    assert "Ada is ahead of Ben by " in out
    assert "Over the 8 secrets that both played" in out
    assert "Won at least once: by both " in out
    assert len(out.split("won by\n")[1].splitlines()) == 8
    found = played("compare", "wordle", "Ben", "Ada", "--metric", "guesses", "--json").json
    assert (found["metric"], found["better"], found["seat"]) == ("guesses", "low", "guesser")
    assert found["first"]["player"] == "human:Ben"
    assert found["leads"] == "second"
    assert sum(map(len, found["found_by"].values())) == len(found["items"]) == 8
    turned = played("compare", "wordle", "Ada", "Ben", "--metric", "guesses", "--json").json
    assert turned["difference"]["value"] == -found["difference"]["value"]


def test_figures_over_two_sets_for_people_and_for_programs(played: Command) -> None:
    out = played("compare", "wordle", "Ben", "Ada", "--sets").out
    assert "Wordle: Ben under classic, " in out
    assert "secrets of half 1, " in out
    checks = played("compare", "wordle", "Ben", "Ada", "--sets", "group=high,low", "--json").json
    assert [one["player"] for one in checks["players"]] == ["human:Ben", "human:Ada"]
    assert checks["players"][0]["labels"] == ["group high", "group low"]
    assert checks["published"] == []
    one = played("compare", "wordle", "Ben", "Ben", "--sets", "--metric", "won", "--json").json
    assert [m["metric"] for m in one["players"][0]["metrics"]] == ["won"]
    assert len(one["players"]) == 1


def test_what_can_not_be_compared_is_said_with_what_can(played: Command) -> None:
    wrong = {
        ("wordle", "Ben", "cleo"): "allowed: human:Ada, human:Ben",
        ("wordle", "Ben", "human:Ben"): "both names mean human:Ben",
        ("wordle", "Ben", "Ada", "--metric", "luck"): "allowed: speed, guesses, #main, won",
        ("wordle", "Ben", "Ada", "--where", "seat=setter"): "seats are guesser, critic",
        ("wordle", "Ben", "Ada", "--where", "deck=none"): "allowed: none",
        ("wordle", "Ben", "Ada", "--sets", "thirds"): "halves; group=high,medium",
        ("chess", "Ben", "Ada"): "games are wordle",
    }
    for arguments, said in wrong.items():
        failed = played("compare", *arguments)
        assert failed.status == 2
        assert said in failed.complaint


def test_of_very_many_conditions_the_first_are_ranked_and_compared_with_nothing(
    run: Command, home: Path
) -> None:
    sessions = []
    for number in range(13):
        for seed in range(2 if number == 5 else 1):
            for name, turn in (("Ada", 2), ("Ben", 3), ("Cleo", 4)):
                cast = {"guesser": f"human:{name}"}
                one = started(CATALOGUE, seed, cast, max_guesses=4 + number // 5, reprompts=number % 5)
                sessions.append(won(CATALOGUE, one, turn))
    keep(home, sessions)
    out = run("rank", "wordle", "guesses", "--against", "wordle:speed").out
    assert out.count("\nwordle guesses, classic") == 10
    assert "Only under the condition classic, guesses 5, reprompts 0, which has the most sessions." in out
    assert "wordle guesses, classic, guesses 5, reprompts 0" not in out
    assert "\n2 more conditions not shown; --json has all of them.\n" in out
    assert out.count("tau") == 1
    told = run("rank", "wordle", "guesses", "--json").json["conditions"]
    assert len({one["condition"] for one in told}) == len(told) == 13
    assert all([player["player"] for player in one["players"]] == ["Ada", "Ben", "Cleo"] for one in told)


@pytest.fixture
def mixed(run: Command, home: Path) -> Command:
    """Six words in classic and four with a clue; Ada is quicker in classic, Ben with a clue."""
    sessions = []
    for variant, words, quick, slow in (("classic", 6, "Ada", "Ben"), ("clue", 4, "Ben", "Ada")):
        for seed in range(words):
            for name, turn in ((quick, 2), (slow, 5)):
                cast = {"guesser": f"human:{name}"}
                sessions.append(won(CATALOGUE, started(CATALOGUE, seed, cast, variant=variant), turn))
    keep(home, sessions)
    return run


def test_sessions_of_several_conditions_are_compared_apart_and_said_to_be(mixed: Command) -> None:
    out = mixed("compare", "wordle", "Ada", "Ben").out
    assert out.startswith(
        "They played under 2 conditions, which are compared separately.\n\nWordle, guesser, classic\n"
    )
    assert (
        out.index("Ada is ahead of Ben by ")
        < out.index("Wordle, guesser, clue")
        < out.index("Ben is ahead of Ada")
    )
    found = mixed("compare", "wordle", "Ada", "Ben", "--json").json
    assert found.keys() == {"conditions", "note"}
    for one in found["conditions"]:
        where = f"condition={one['condition']}"
        assert mixed("compare", "wordle", "Ada", "Ben", "--where", where, "--json").json == one
        where = f"variant={one['condition']}"
        assert mixed("compare", "wordle", "Ada", "Ben", "--where", where, "--json").json == one
    sets = mixed("compare", "wordle", "Ada", "Ben", "--sets", "--json").json["players"]
    assert [(one["player"], one["condition"]) for one in sets] == [
        (f"human:{name}", variant) for name in ("Ada", "Ben") for variant in ("classic", "clue")
    ]


def test_conditions_are_joined_if_asked_for_unless_a_scale_differs(mixed: Command) -> None:
    line = ("compare", "wordle", "Ada", "Ben", "--where", "condition=all")
    out = mixed(*line, "--metric", "guesses").out
    assert out.startswith(
        "These conditions are combined: classic; clue.\n\nWordle, guesser, all conditions together\n"
    )
    found = mixed(*line, "--metric", "guesses", "--json").json
    assert (found["condition"], found["note"]) == ("all", "These conditions are combined: classic; clue.")
    refused = mixed(*line)
    assert refused.status == 2
    assert "speed has different scales in classic and clue, which can't be joined" in refused.complaint
    unknown = mixed("compare", "wordle", "Ada", "Ben", "--where", "condition=hard")
    assert "allowed: classic; clue" in unknown.complaint


def test_players_are_ranked_under_one_condition_and_the_others_are_named(mixed: Command) -> None:
    done = mixed("rank", "wordle", "speed")
    assert [row.split()[:3] for row in done.out.splitlines()[2:4]] == [
        ["1", "Ada", "human"],
        ["2", "Ben", "human"],
    ]
    assert "Only under the condition classic, which has the most sessions. Ranked apart: clue." in done.out
    head, lines = done.out.splitlines(), done.out.split("\n\n")
    assert (head[0], len(lines)) == ("wordle speed (sessions saved here)", 3)
    under = [row.split()[:2] for row in lines[1].splitlines()]
    assert (lines[1].splitlines()[0], under[2:]) == ("wordle speed, clue", [["1", "Ben"], ["2", "Ada"]])
    assert lines[2].splitlines() == [
        "--where condition=NAME ranks players under one condition; condition=all joins all conditions if they share a scale."
    ]
    alone = mixed("rank", "wordle", "speed", "--where", "condition=clue", "--json").json
    clue = alone["order"]
    assert [player["player"] for player in clue["players"]] == ["Ben", "Ada"]
    assert (clue["condition"], len(clue["notes"]), "conditions" in alone) == ("clue", 1, False)
    each = mixed("rank", "wordle", "speed", "--json").json
    assert each["conditions"] == [each["order"], clue]
    nobody = mixed("rank", "wordle", "speed", "--least", "5").out
    assert "wordle speed, clue" not in nobody, "Ada and Ben have four sessions there"
    joined = mixed("rank", "wordle", "guesses", "--where", "condition=all", "--json").json
    assert "conditions" not in joined
    joined = joined["order"]
    assert [player["n"] for player in joined["players"]] == [10, 10]
    assert joined["condition"] == "all"
    assert "can't be joined" in mixed("rank", "wordle", "--where", "condition=all").complaint
    overall = mixed("rank", "overall").out
    assert "Wordle: Only under the condition classic, which has the most sessions. Left out: clue." in overall
