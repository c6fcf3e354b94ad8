"""SpendingLimits for all models: counted in the save file, whoever asks, and kept by everybody."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tui_arena.config import ModelEntry, Paths
from tui_arena.core.game import Usage
from tui_arena.data import Catalogue
from tui_arena.players.models import requests as purses
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import BudgetReached, ModelRequest, Purse, SpendingLimits, spending
from tui_arena.save.errors import SaveError
from tui_arena.save.store import Store, open_store

CATALOGUE = Catalogue()


def spend(purse: Purse, usd: float | None) -> None:
    purse.add(Usage(10, 2, usd))


def test_what_was_spent_is_counted_by_day_and_in_all(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    purse = Purse(lambda: store, SpendingLimits)
    monkeypatch.setattr(purses, "today", lambda: "2026-11-20")
    spend(purse, 0.25)
    monkeypatch.setattr(purses, "today", lambda: "2026-11-21")
    spend(purse, 0.5)
    spend(purse, None)
    purse.add(None)
    assert (spending(store).day, spending(store).total) == (0.5, 0.75)


def test_two_programs_share_a_limit(tmp_path: Path, store: Store) -> None:
    other = open_store(tmp_path / "arena.db", CATALOGUE).store
    limits = SpendingLimits(day=1.0)
    here, there = Purse(lambda: store, lambda: limits), Purse(lambda: other, lambda: limits)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda n: spend((here, there)[n % 2], 0.01), range(100)))
    assert spending(store).total == pytest.approx(1.0)
    for purse in (here, there):
        with pytest.raises(BudgetReached) as reached:
            purse.check()
        assert "the limit of a day, $1, is spent" in str(reached.value)
        assert reached.value.of == "limit"
    limits = SpendingLimits(day=2.0)
    here.check()
    limits = SpendingLimits(total=1.0)
    with pytest.raises(BudgetReached, match="the limit in all"):
        here.check()
    other.close()


def test_what_cannot_be_saved_counts_all_the_same_and_is_saved_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    purse = Purse(lambda: store, lambda: SpendingLimits(total=0.5))

    def full(_: object) -> None:
        raise SaveError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "count", full)
        spend(purse, 0.4)
        purse.check()
        spend(purse, 0.2)
        with pytest.raises(BudgetReached):
            purse.check()
    assert spending(store).total == 0
    spend(purse, 0.1)
    assert spending(store).total == pytest.approx(0.7)


def test_without_limits_and_without_cost_no_save_file_is_opened() -> None:
    def none() -> Store:
        raise AssertionError("it was opened")

    purse = Purse(none, SpendingLimits)
    purse.check()
    spend(purse, None)
    spend(purse, 0.0)


def test_no_request_goes_out_beyond_a_limit(tmp_path: Path, store: Store) -> None:
    with StubServer() as stub:
        registry = ModelRegistry(Paths.find(tmp_path), CATALOGUE, threaded=False)
        registry.purse = Purse(lambda: store, lambda: SpendingLimits(total=0.00005))
        entry = ModelEntry("one", "plain", base_url=stub.url, input_price=1.0, output_price=1.0)
        call = ModelRequest(entry, ({"role": "user", "content": "hello"},))

        async def ask() -> None:
            await registry.models.ask(call)
            await registry.models.ask(call)
            with pytest.raises(BudgetReached, match="limit in all"):
                await registry.models.ask(call)
            await registry.disconnect()

        asyncio.run(ask())
        assert len(stub.requests) == 2
        registry.close()
