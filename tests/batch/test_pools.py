"""Reference pools play as they were published: the first session of every sixth cell, and all of it if that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.pool_members import played_anew, pool_table
from tests.save.sessions import CATALOGUE
from tui_arena.batch.pools import Pool, group_of, play_member, prompts_of, read_pool
from tui_arena.config import Paths
from tui_arena.data.studies import pool_rows, shipped_pools
from tui_arena.players.models.registry import ModelRegistry


@pytest.fixture(scope="module", params=list(shipped_pools()))
def pool(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    home = str(tmp_path_factory.mktemp("home"))
    registry = ModelRegistry(Paths.find(home), CATALOGUE, threaded=False)
    yield read_pool(request.param, registry)
    registry.close()


def test_every_sixth_cell_plays_its_first_session_as_it_was_published(pool: Pool) -> None:
    for cell in pool.study.cells[::6]:
        assert list(play_member(pool, cell, 1)) == pool.published(cell.label, cell.player)[:1]


@pytest.mark.torture
def test_each_member_plays_every_session_as_it_was_published(pool: Pool) -> None:
    assert tuple(played_anew(pool)) == pool.rows


def test_models_are_asked_with_the_prompts_that_were_published(pool: Pool) -> None:
    for table in pool.tables:
        info = CATALOGUE.game(table.run.game)
        assert CATALOGUE.prompt_digest(info, group_of(table, info)) == prompts_of(pool, table), table.label


def test_every_session_of_every_member_is_published(pool: Pool) -> None:
    sizes = {(cell.label, cell.player): cell.run.total for cell in pool.study.cells}
    assert {key: len(pool.published(*key)) for key in sizes} == sizes
    assert len(pool.rows) == sum(sizes.values()) + len(pool.tables)
    assert all(0 <= row.score <= 1 for row in pool.rows)


def test_the_set_up_of_a_pool_hangs_on_nothing_that_is_newest(pool: Pool) -> None:
    for table in pool.tables:
        assert table.run.deck is not None
        assert table.run.deck.rpartition("-")[2].isdigit()
        assert table.run.preset is not None


def test_the_table_of_a_pool_is_written_as_it_is_read(pool: Pool) -> None:
    path: Path = pool.study.path
    assert pool_table(pool_rows(path)) == path.with_suffix(".tsv").read_text("utf-8")
