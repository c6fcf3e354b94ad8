"""Gates and budgets, on a simulated clock."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.players.clock import BEGIN, timed
from tests.tables import each
from tui_arena.config.models import Limit
from tui_arena.core.game import Usage
from tui_arena.players.models.client import MINUTE, Gate
from tui_arena.players.models.requests import Budget, BudgetReached


class Line:
    """Requests that pass a gate and record when they began, and how many were inside at once."""

    def __init__(self, gate: Gate, *, lasts: float = 0.0, tokens: int = 0) -> None:
        self.gate = gate
        self.lasts = lasts
        self.tokens = tokens
        self.begun: list[float] = []
        self.inside = self.most = 0

    async def one(self) -> None:
        async with self.gate.through():
            self.inside += 1
            self.most = max(self.most, self.inside)
            self.begun.append(asyncio.get_running_loop().time() - BEGIN)
            await asyncio.sleep(self.lasts)
            self.inside -= 1
        self.gate.used(self.tokens)

    async def all(self, count: int) -> None:
        await asyncio.gather(*(self.one() for _ in range(count)))


@each(
    (Limit(), {"lasts": 1}, 200, 1, 200, [0] * 200),
    (Limit(concurrency=3), {"lasts": 2}, 9, 6, 3, [0] * 9),
    (Limit(per_minute=4), {}, 10, 2 * MINUTE, 4, [0] * 4 + [1] * 4 + [2] * 2),
    (Limit(concurrency=1, tokens_per_minute=100), {"tokens": 50}, 6, 2 * MINUTE, 1, [0, 0, 1, 1, 2, 2]),
)
def test_no_more_are_inside_or_begin_in_a_minute_than_are_allowed(  # noqa: PLR0917  (pytest gives them by name)
    limit: Limit, line: dict[str, Any], count: int, seconds: float, most: int, minutes: list[int]
) -> None:
    requests = Line(Gate(limit), **line)
    assert timed(lambda: requests.all(count)) == pytest.approx(seconds)
    assert requests.most == most
    assert [round(begun / MINUTE) for begun in requests.begun] == minutes


def test_a_provider_is_left_alone_as_long_as_it_wants() -> None:
    gate = Gate(Limit())
    line = Line(gate)

    async def work() -> None:
        gate.hold(7)
        gate.hold(3)
        await line.all(5)

    assert timed(work) == pytest.approx(7)
    assert set(line.begun) == {7.0}


def test_a_changed_limit_forgets_nothing() -> None:
    gate = Gate(Limit(per_minute=2))
    line = Line(gate)

    async def work() -> None:
        await line.all(2)
        line.gate = gate.with_limit(Limit(per_minute=3, concurrency=1))
        await line.all(2)

    assert timed(work) == pytest.approx(MINUTE)
    assert [round(b / MINUTE) for b in line.begun] == [0, 0, 0, 1]


def test_who_stops_waiting_takes_no_place() -> None:
    gate = Gate(Limit(concurrency=1))
    line = Line(gate, lasts=5)

    async def work() -> None:
        first = asyncio.ensure_future(line.one())
        second = asyncio.ensure_future(line.one())
        await asyncio.sleep(1)
        second.cancel()
        await asyncio.wait((first, second))
        await line.one()

    assert timed(work) == pytest.approx(10)
    assert len(line.begun) == 2


def test_who_is_stopped_inside_gives_the_place_back() -> None:
    gate = Gate(Limit(concurrency=1))
    line = Line(gate, lasts=50)

    async def work() -> None:
        first = asyncio.ensure_future(line.one())
        await asyncio.sleep(1)
        first.cancel()
        await asyncio.wait((first,))
        line.lasts = 1
        await line.one()

    assert timed(work) == pytest.approx(2)


# budgets


def test_without_a_limit_a_budget_only_counts() -> None:
    budget = Budget()
    for _ in range(3):
        budget.check()
        budget.add(Usage(10, 5, 0.5))
    assert (budget.spent_usd, budget.used_tokens, budget.unpriced) == (1.5, 45, 0)


@each(
    (Budget("session", usd=1.0), r"budget of this session, \$1, is spent.*raise it", {"usd": 2.0}),
    (Budget("run", usd=1.0), r"budget of this run, \$1, is spent.*raise it", {"usd": 2.0}),
    (Budget("run", tokens=1000), "1,000 tokens, is used up", {"tokens": 1001}),
)
def test_a_spent_budget_stops_and_can_be_raised(budget: Budget, says: str, raised: dict[str, Any]) -> None:
    budget.add(Usage(900, 99, 0.99))
    budget.check()
    budget.add(Usage(1, 0, 0.02))
    with pytest.raises(BudgetReached, match=says) as caught:
        budget.check()
    assert caught.value.of == budget.of
    for name, value in raised.items():
        setattr(budget, name, value)
    budget.check()


def test_a_price_that_nobody_knows_is_counted_as_unknown_not_as_nothing() -> None:
    budget = Budget(usd=1.0)
    budget.add(Usage(10, 5, None))
    budget.add(None)
    budget.add(Usage(None, None, 0.0))
    assert (budget.spent_usd, budget.unpriced, budget.used_tokens) == (0.0, 2, 15)


def test_whoever_waits_is_told_what_for_and_when_it_is_over() -> None:
    gate = Gate(Limit(concurrency=1, per_minute=1))
    told: dict[int, list[str]] = {0: [], 1: []}

    async def one(number: int) -> None:
        async with gate.through(told[number].append):
            await asyncio.sleep(2)

    async def both() -> None:
        await asyncio.gather(one(0), one(1))

    timed(both)
    assert told == {0: [], 1: ["waits for its turn", "waits 58 s because of a rate limit", ""]}
