"""Plays studies and reference pools, or what is left to play of them.

Law: the same functions make these results and the command line's output with `--json`.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

from tui_arena.api.home import PathName, home, outside_a_loop, own_registry
from tui_arena.api.records import kept, opened_file, warning
from tui_arena.batch.pools import check_bots, newcomer, ranked, read_pool
from tui_arena.batch.run import Budgets, stopped_by
from tui_arena.batch.study import (
    Study,
    begin,
    cells_json,
    check_study,
    read_study,
    runs_of,
    states,
    study_json,
)
from tui_arena.batch.study_tables import table_text
from tui_arena.batch.sweep import Batches
from tui_arena.config import expanded
from tui_arena.core.language.sentences import counted
from tui_arena.data.studies import shipped_studies
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store


def study(file: PathName, save: PathName | None = None, *, play: bool = True) -> dict[str, Any]:
    """Plays what is left of a study; returns the JSON of `study run`, and a `table` of all figures.

    Args:
        file: A study's file, or the name of a shipped study.
        save: The save file, or its folder, for the sessions; the same call continues with them. None: they
            aren't saved.
        play: False: nothing is played; the result is about the sessions in `save`, or in the user's own file.

    The table has the rows of `study table --format json`: one for each metric of each player, unrounded.
    Surprising settings and failed sessions are warnings. Raises BadFile with file and place, and SaveError.
    """
    here = home()
    with own_registry(here) as registry:
        path = expanded(Path(file))
        shipped = None if path.exists() else shipped_studies().get(str(file))
        read = read_study(shipped or path, registry)
        with kept(save, here.catalogue) if play else opened_file(save, here.catalogue) as store:
            _check(read, store, registry)
            stopped = None
            if play:
                stopped = _play(read, store, registry)
            found = states(read, store)
            told = study_json(read, found)
            table = json.loads(table_text(read, store, here.catalogue, "json"))
            return {**told, "stopped": stopped, "cells": cells_json(found), "table": table["rows"]}


def pool(
    name: str,
    game: str,
    seat: str,
    player: str,
    save: PathName | None = None,
    *,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> dict[str, Any]:
    """Plays what a player hasn't played yet of a reference pool, and ranks the player in the pool.

    Returns what `tui-arena run GAME --pool --json` prints. `rank(game, pool=name)` ranks without playing.

    Args:
        name: The pool, such as `pool-1`.
        game: The id of a game.
        seat: The seat that the player takes; the pool's bots sit on the others.
        player: One `model:NAME`, `bot:LEVEL` or `script:FILE`.
        save: The save file, or its folder, for the sessions; the same call continues with them. None: they
            aren't saved.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Input and output tokens after which it stops; None: no limit.

    Surprising settings and failed sessions are warnings. Raises BadFile, BadPlayer, SaveError.
    """
    here = home()
    with own_registry(here) as registry:
        members, info = read_pool(name, registry), here.catalogue.game(game)
        new = newcomer(members, info, seat, player)
        budgets = Budgets(budget_usd, budget_tokens)
        new = replace(
            new, cells=tuple(replace(cell, run=replace(cell.run, budgets=budgets)) for cell in new.cells)
        )
        with kept(save, here.catalogue) as store:
            _check(new, store, registry)
            stopped = None
            if any(one.left for one in states(new, store)):
                check_bots(members, new)
                stopped = _play(new, store, registry)
            found = ranked(members, info, store, Filter(info.id), warning(), seats=[seat])
            return {**found.to_json(), "player": player, "stopped": stopped}


def _check(study: Study, store: Store, registry: ModelRegistry) -> None:
    """Checks a study; surprising settings are warnings. Raises BadFile."""
    for sentence in check_study(study, registry, store):
        warnings.warn(sentence, stacklevel=3)


def _play(study: Study, store: Store, registry: ModelRegistry) -> str | None:
    """Plays what is left of a checked study; warns of failures. Returns why it stopped early, or None."""
    runs = runs_of(study, store, registry)
    begin(runs, store)
    batches = Batches(
        runs, store, registry, progress=lambda *_: None, concurrency=study.concurrency, figures=False
    )
    finished = outside_a_loop(batches.play)
    stopped = stopped_by(finished)
    for failure in dict.fromkeys(failure for one in finished for failure in one.failures):
        warnings.warn(failure, stacklevel=3)
    if stopped is not None:
        left = sum(one.left for one in states(study, store))
        warnings.warn(f"stopped ({stopped}); {counted(left, 'session')} left", stacklevel=3)
    return stopped
