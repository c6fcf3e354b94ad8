"""Headless runs below the command line."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections import Counter
from dataclasses import asdict, replace
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE, read, won
from tui_arena.batch.job import Job, begun_by
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Budgets, Run, recall, remember, session_seed
from tui_arena.config import Paths
from tui_arena.core.game import Game
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import SaveError, Store
from tui_arena.stats.aggregate import over_repetitions

HOUSE = ModelRegistry(Paths.find("/nowhere"), CATALOGUE, threaded=False)


def test_seeds_of_a_run_differ_and_fit_every_reader_of_json() -> None:
    seeds = {session_seed(seed, i) for seed in range(20) for i in range(50)}
    assert len(seeds) == 1000
    assert all(0 <= seed < 2**48 for seed in seeds)


def test_a_longer_run_begins_with_the_sessions_of_the_shorter_one(store: Store) -> None:
    short = Batch(Run("a", "wordle", 4, 3), store, HOUSE).play()
    long = Batch(Run("b", "wordle", 4, 6), store, HOUSE).play()
    assert [s.figures.metrics for s in long.sessions[:3]] == [s.figures.metrics for s in short.sessions]


def test_a_run_is_remembered_to_the_letter(store: Store) -> None:
    run = Run(
        "r", "wordle", 7, 3, 2, {"guesser": "bot:easy"}, {"max_guesses": 4}, "paper", "wordle-1", "random"
    )
    remember(run, store)
    assert asdict(recall("r", store)) == asdict(run)
    with pytest.raises(SaveError, match="no run 'other'"):
        recall("other", store)


def test_random_prompts_stay_balanced_where_sessions_are_left_out() -> None:
    run = Run(
        "r",
        "bluffing",
        5,
        40,
        None,
        {"judge": "model:openai/x"},
        prompts="random",
        items=tuple(range(0, 80, 2)),
    )
    prompts = Counter(
        begun_by(Job((1, index), "-", number=number), run, run.opening(HOUSE), CATALOGUE)[0]
        .seats["judge"]
        .get("prompt")
        for number, index in enumerate(run.indices)
    )
    assert set(prompts.values()) == {8}


def test_progress_counts_every_session_once(store: Store) -> None:
    heard: list[tuple[int, int]] = []
    run = Run("r", "wordle", 1, 3, 2)
    Batch(run, store, HOUSE, concurrency=4, progress=lambda done, total: heard.append((done, total))).play()
    assert heard == [(n, 6) for n in range(7)]


def test_sessions_that_were_played_before_are_not_played_again(store: Store) -> None:
    run = Run("r", "wordle", 1, 4, 2)
    whole = Batch(run, store, HOUSE, concurrency=3).play()
    store.delete([whole.sessions[i].id for i in (1, 6)])
    done: list[int] = []
    again = Batch(run, store, HOUSE, progress=lambda n, _: done.append(n)).play()
    assert [s.figures.metrics for s in again.sessions] == [s.figures.metrics for s in whole.sessions]
    assert [s.id for s in again.sessions] == [s.id for s in whole.sessions], "an id says its place in the run"
    assert done[0] == len(whole.sessions) - 2, "the others are left as they are"


def test_the_budget_stops_a_run_and_counts_what_was_spent_before(store: Store) -> None:
    spent = won(run="r", seed=session_seed(1, 0))
    spent["events"][0]["usage"] = {"input_tokens": 10, "output_tokens": 5, "cost_usd": 0.75}
    spent["events"][0]["broken"] = [{"text": "sla"}, {"thinking": "hm"}]
    store.save(read(spent).session)
    run = Run("r", "wordle", 1, 3, budgets=Budgets(usd=0.5))
    poor = Batch(run, store, HOUSE).play()
    assert (poor.stopped, len(poor.sessions)) == ("budget", 1)
    unknown = None  # nobody says what the broken replies cost
    assert poor.usage() == {"input_tokens": 10, "output_tokens": 5, "cost_usd": unknown, "broken": 2}
    richer = replace(run, budgets=run.budgets.raised(Budgets(usd=0.8)))
    rich = Batch(richer, store, HOUSE).play()
    assert (rich.stopped, len(rich.sessions)) == (None, 3)


def _bytes(value: object, seen: set[int]) -> int:
    """The memory of a value with all that it holds, without classes."""
    if id(value) in seen or isinstance(value, type | bool | None):
        return 0
    seen.add(id(value))
    return sys.getsizeof(value) + sum(_bytes(one, seen) for one in gc.get_referents(value))


@pytest.mark.parametrize(("game", "figures", "most"), [("wordle", False, 200), ("taboo", True, 900)])
def test_little_memory_is_kept_for_a_session_that_is_over(
    store: Store, game: str, figures: bool, most: int
) -> None:
    finished = Batch(Run("r", game, 1, 4), store, HOUSE, figures=figures).play()
    assert len(finished.sessions) == 4
    assert all(_bytes(one, set()) < most for one in finished.sessions)


def test_a_run_is_not_laid_out_before_it_begins(store: Store) -> None:
    tracemalloc.start()
    try:
        batch = Batch(Run("r", "wordle", 1, 1_000_000), store, HOUSE, figures=False)
        batch.read_earlier()
        next(batch._queue())
        assert tracemalloc.get_traced_memory()[1] < 20_000_000, "8 bytes a session, and what a game needs"
    finally:
        tracemalloc.stop()


def test_repetitions_are_counted_without_all_sessions_in_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = Batch(Run("r", "entity", 1, 3), store, HOUSE).play()
    held = []
    real = Session.fold

    def fold(session: Session, game: Game[Any]) -> Play[Any]:
        held.append(sum(isinstance(one, Play) for one in gc.get_objects()))
        return real(session, game)

    monkeypatch.setattr(Session, "fold", fold)
    over_repetitions(store, CATALOGUE.game("entity"), [one.id for one in finished.sessions])
    assert len(held) == 3
    assert held[-1] - held[0] <= 1
