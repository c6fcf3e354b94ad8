"""compare: two players on the same secrets, and one player over two sets of secrets."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Command
from tests.save.making import ended, started, won
from tui_arena.config import Paths
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.store import open_store

CATALOGUE = Catalogue()


def games() -> list[Session]:
    """Ada wins eight words in two guesses each; Ben plays the same words at random."""
    rng = Random(5)
    ada = [won(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ada"})) for seed in range(8)]
    ben = [ended(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Ben"}), rng) for seed in range(8)]
    return ada + ben


@pytest.fixture
def played(run: Command, home: Path) -> Command:
    store = open_store(Paths.find(home).save_file, CATALOGUE).store
    for session in games():
        store.save(session)
    store.close()
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
        ("wordle", "Ben", "cleo"): "there are human:Ada, human:Ben",
        ("wordle", "Ben", "human:Ben"): "both names mean human:Ben",
        ("wordle", "Ben", "Ada", "--metric", "luck"): "there are speed, guesses, #main, won",
        ("wordle", "Ben", "Ada", "--where", "seat=setter"): "there are guesser, critic",
        ("wordle", "Ben", "Ada", "--where", "deck=none"): "there are none",
        ("wordle", "Ben", "Ada", "--sets", "thirds"): "halves; group=high,medium",
        ("chess", "Ben", "Ada"): "games are wordle",
    }
    for arguments, said in wrong.items():
        failed = played("compare", *arguments)
        assert failed.status == 2
        assert said in failed.complaint
