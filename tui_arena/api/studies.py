"""Studies: what a study's file names is played, or what is left of it.

Law: the results are what the command line prints with `--json`, made by the same functions.
"""

from __future__ import annotations

import json
import warnings
from contextlib import closing
from pathlib import Path
from typing import Any

from tui_arena.api.home import PathName, home, outside_a_loop
from tui_arena.api.records import kept, opened_file
from tui_arena.batch.run import NOTE
from tui_arena.batch.study import (
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


def study(file: PathName, save: PathName | None = None, *, play: bool = True) -> dict[str, Any]:
    """Play a study, or what is left of it: as `tui-arena study run --json`, with its `table` of all figures.

    Args:
        file: A study's file, or the name of a shipped one.
        save: The save file, or its folder, that keeps the sessions; the same call goes on with them. None: none
            does, and only what is returned is left.
        play: False: nothing is played, and what was played of it is told; without `save` in the user's own file.

    Rows of the table are those of `study table --format json`: one for each metric of each player, unrounded. What
    may surprise, and what could not be played, is a warning. Raises BadFile with file and place, SaveError.
    """
    here = home()
    with closing(ModelRegistry(here.paths, here.catalogue, threaded=False)) as registry:
        path = expanded(Path(file))
        shipped = None if path.exists() else shipped_studies().get(str(file))
        read = read_study(shipped or path, here.catalogue, registry)
        with kept(save, here.catalogue) if play else opened_file(save, here.catalogue) as store:
            begun = [name.removeprefix(NOTE) for name in store.notes(NOTE)]
            for sentence in check_study(read, here.catalogue, registry, begun):
                warnings.warn(sentence, stacklevel=2)
            stopped = None
            if play:
                runs = runs_of(read, store, here.catalogue, registry)
                begin(runs, store)
                batches = Batches(
                    runs,
                    here.catalogue,
                    store,
                    registry,
                    concurrency=read.concurrency,
                    progress=lambda _done, _total: None,
                    figures=False,
                )
                finished = outside_a_loop(batches.play)
                stopped = next((one.stopped for one in finished if one.stopped), None)
                for failure in dict.fromkeys(failure for one in finished for failure in one.failures):
                    warnings.warn(failure, stacklevel=2)
            found = states(read, store)
            told = study_json(read, found)
            if stopped is not None:
                warnings.warn(f"stopped ({stopped}); {counted(told['left'], 'session')} left", stacklevel=2)
            table = json.loads(table_text(read, store, here.catalogue, "json"))
            return {**told, "stopped": stopped, "cells": cells_json(found), "table": table["rows"]}
