"""Publishing a pool: `python -m tests.batch.pool_members NAME` plays its members and writes its table.

Only for a new pool: the table of one that was published is never written anew.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.save.sessions import CATALOGUE
from tui_arena.batch.pools import MODEL, Pool, group_of, play_member
from tui_arena.batch.study import read_study
from tui_arena.config import Paths
from tui_arena.data.studies import PoolRow, shipped_studies
from tui_arena.players.models.registry import ModelRegistry


def played_anew(pool: Pool) -> Iterator[PoolRow]:
    """All rows of a pool, as this program plays it now."""
    for table in pool.tables:
        info = CATALOGUE.game(table.run.game)
        yield PoolRow(table.label, MODEL, "", 0.0, CATALOGUE.prompt_digest(info, group_of(table, info)))
    for cell in pool.study.cells:
        yield from play_member(pool, cell)


def pool_table(rows: Iterable[PoolRow]) -> str:
    """The text of the table that `pool_rows` reads."""
    lines = [PoolRow._fields, *((*row[:3], f"{row.score:.6g}", row.digest) for row in rows)]
    return "".join("\t".join(line) + "\n" for line in lines)


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
