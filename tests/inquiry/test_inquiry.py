"""An inquiry: what is asked through it is counted, given up when it stops, and not put to who keeps failing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.inquiry.asking import ENTITY, session
from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, Usage, View
from tui_arena.inquiry.inquiry import Inquiry
from tui_arena.players.models.requests import FailureKind, ModelFailed
from tui_arena.players.seating import Cast
from tui_arena.table.spending import Spent

ASK = Ask("judge", "answer", "answer:1", "choice")
VIEW = View("entity", "judge", {})
BIG = Cast({"player": "model", "name": "big", "model": "openai/big"})


class Model:
    """A model that fails so often, and answers then."""

    def __init__(self, fails: FailureKind | None = None, times: int = 0) -> None:
        self.fails, self.times, self.asked = fails, times, 0

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        self.asked += 1
        progress(Progress("ye"))
        await asyncio.sleep(0)
        if self.fails is not None and self.asked <= self.times:
            raise ModelFailed(self.fails, "it did not work")
        return Reply("yes\x1b[2J", usage=Usage(10, 2, 0.5))


def put(inquiry: Inquiry) -> asyncio.Task[Reply | None]:
    return asyncio.create_task(inquiry.put(session(), ENTITY, BIG, ASK, VIEW))


def inquiry_of(player: Player, heard: list[tuple[str, str, str]] | None = None) -> Inquiry:
    told = heard if heard is not None else []
    return Inquiry(lambda *_: player, progress=lambda one, ask, it: told.append((one, ask.key, it.text)))


async def test_what_is_said_is_cleaned_and_its_cost_is_counted() -> None:
    heard = list[tuple[str, str, str]]()
    inquiry = inquiry_of(Model(), heard)
    replies = [await put(inquiry), await put(inquiry)]
    assert ["\x1b" in reply.text for reply in replies if reply is not None] == [False, False]
    assert inquiry.spent == Spent(24, 1.0)
    assert heard == [("one", "answer:1", "ye")] * 2


@pytest.mark.parametrize(("kind", "asked"), [("auth", 3), ("context", 4), ("timeout", 4)])
async def test_a_model_that_keeps_failing_is_asked_no_more(kind: FailureKind, asked: int) -> None:
    model = Model(kind, 9)
    inquiry = inquiry_of(model)
    for _ in range(3):
        with pytest.raises(ModelFailed):
            await put(inquiry)
    try:
        assert await put(inquiry) is None
    except ModelFailed:
        assert kind != "auth"
    assert model.asked == asked
    assert inquiry.health.dead == ({"big": "it did not work"} if kind == "auth" else {})


async def test_a_stop_gives_up_what_is_pending_and_asks_nothing_more() -> None:
    model = Model()
    inquiry = inquiry_of(model)
    pending = put(inquiry)
    await asyncio.sleep(0)
    inquiry.stop()
    inquiry.stop("budget")
    assert await pending is None
    assert await put(inquiry) is None
    assert (inquiry.stopped, model.asked, inquiry.spent) == ("interrupted", 1, Spent())
