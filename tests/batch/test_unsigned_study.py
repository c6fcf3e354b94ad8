"""Plans of "Who is the machine?": balanced, not to be guessed, and followed by the party that is made of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, home, run
from tests.tables import Cases
from tui_arena.batch.unsigned_study import balance, party_of, planned, read_unsigned_study
from tui_arena.config import BadFile, ModelBook, Paths
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.party_store import open_party, save_party
from tui_arena.save.store import Store

CASES = Cases(__file__)

__all__ = ["home", "run"]

CATALOGUE = Catalogue()
FILE = """
name = "who-1"
people = 5
machines = ["bot:hard", "bot:easy"]
games = ["connections", "taboo"]
rounds = 10
"""


@pytest.fixture
def registry(tmp_path: Path) -> ModelRegistry:
    return ModelRegistry(Paths.find(str(tmp_path)), CATALOGUE, threaded=False)


def file(folder: Path, text: str = FILE) -> Path:
    path = folder / "who.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_plan_is_balanced_and_tells_nobody_how_many_machines_come(
    tmp_path: Path, registry: ModelRegistry
) -> None:
    study = read_unsigned_study(file(tmp_path), registry)
    plan = planned(study, registry)
    assert plan == planned(study, registry), "the same file gives the same plan"
    assert [one.game for one in plan] == ["connections", "taboo"] * 10
    for what, (least, most) in balance(plan, study).items():
        assert most - least <= 2, what
    machines = [sum(not who.startswith("human:") for who in one.seats.values()) for one in plan]
    assert set(machines[::2]) == {0, 1, 2}
    assert set(machines[1::2]) == {0, 1}
    for one in plan:
        assert len({*one.seats.values(), *one.watching}) == len(one.seats) + len(one.watching)
        assert len(one.watching) + sum(who.startswith("human:") for who in one.seats.values()) == 5


def test_a_short_plan_hardly_ever_lacks_machines(tmp_path: Path, registry: ModelRegistry) -> None:
    short = 'name = "s"\npeople = 3\nmachines = ["bot:hard"]\ngames = ["taboo", "bluffing"]\nrounds = 2\n'
    games = []
    for seed in range(20):
        study = read_unsigned_study(file(tmp_path, f"{short}seed = {seed}\n"), registry)
        games.append(balance(planned(study, registry), study)["games of each machine"])
    assert sum(least == 0 for least, _ in games) <= 1


def test_its_party_follows_the_plan_and_a_renamed_person_stays_in_it(
    tmp_path: Path, store: Store, registry: ModelRegistry
) -> None:
    study = read_unsigned_study(file(tmp_path), registry)
    plan = planned(study, registry)
    save_party(store, party_of(study, plan, registry, party="p", started="2026-11-30T10:00:00"))
    store.rename_person("p1", "Ada")
    for place, one in enumerate(plan):
        state, told = open_party(store, CATALOGUE, ModelBook(), "p")
        assert state is not None
        assert not told
        assert state.game.game == one.game
        assert state.game.unsigned
        found = state.seating(CATALOGUE.game(one.game), turn=1, away=["human:p2"])
        said = {seat: who.replace("human:p1", "human:Ada") for seat, who in one.seats.items()}
        assert (found.seats, len(found.looking_on)) == (said, len(one.watching)), place
        skipped = (*state.party.skipped, f"@{place}")
        save_party(store, replace(state.party, skipped=skipped))
    assert state is not None
    other = replace(state, party=replace(state.party, skipped=(), games=state.party.games[::-1]))
    seats = other.seating(CATALOGUE.game("taboo")).seats
    assert set(seats) == {"setter", "guesser"}, "the games were changed, so the party deals"
    save_party(store, replace(state.party, players=("human:p2", "human:p3"), skipped=()))
    state, _ = open_party(store, CATALOGUE, ModelBook(), "p")
    assert state is not None
    assert set(state.seating(CATALOGUE.game("connections")).seats.values()) <= {
        "human:p2",
        "human:p3",
        "bot:medium",
    }


@pytest.mark.parametrize(("was", "now", "said"), CASES["a_fault_in_the_file_is_a_sentence"])
def test_a_fault_in_the_file_is_a_sentence(
    tmp_path: Path, registry: ModelRegistry, was: str, now: str, said: str
) -> None:
    with pytest.raises(BadFile, match=r"who\.toml: ") as caught:
        read_unsigned_study(file(tmp_path, FILE.replace(was, now)), registry)
    assert said in str(caught.value)


def test_the_command_prints_the_plan_and_saves_its_party(run: Callable[..., Ran], tmp_path: Path) -> None:
    path = str(file(tmp_path))
    shown = run("study", "plan", path)
    assert shown.status == 0
    assert "Only for the person who runs the study." in shown.out
    assert "a machine with a person: " in shown.out
    found = run("study", "plan", path, "--party", "--json").json
    assert found["people"] == ["p1", "p2", "p3", "p4", "p5"]
    assert len(found["plan"]) == 20
    assert found["party"]
    assert run("study", "plan", "pool-1", "--party").status == 2
    for command in ("run", "status"):
        assert "it names people, so the app plays it" in run("study", command, path).complaint
