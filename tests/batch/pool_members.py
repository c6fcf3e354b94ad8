"""Publishing a pool: `python -m tests.batch.pool_members NAME` plays its members and writes its table.

Only for a new pool: the table of one that was published is never written anew.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.save.sessions import CATALOGUE
from tui_arena.batch.pools import Pool, played_anew
from tui_arena.batch.study import read_study
from tui_arena.config import Paths
from tui_arena.data.studies import pool_table, shipped_studies
from tui_arena.players.models.registry import ModelRegistry

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        registry = ModelRegistry(Paths.find(home), CATALOGUE, threaded=False)
        path = shipped_studies()[sys.argv[1]]
        pool = Pool(read_study(path, registry), (), registry)
        table = path.with_suffix(".tsv")
        if table.exists():
            sys.exit(f"{table}: is published; write the next pool")
        text = pool_table(played_anew(pool))
        Path(table).write_text(text, "utf-8")
        print(table, len(text.splitlines()))
