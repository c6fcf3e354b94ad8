"""Models in `SessionRunner`, without a screen: what may be read, what is saved, what it costs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.steps import answer
from tests.save.sessions import CATALOGUE
from tests.table.test_runner import give, until
from tests.table.test_runner import running as playing
from tests.ui.playing import hotseat_of
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, OnProgress, Usage
from tui_arena.core.record import Play
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, ModelRequest, ModelResponse, ignore_progress
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import Cast, bot, model, read_player
from tui_arena.save.store import Store
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import Spent, count_saved, raised, spent_by_player, spent_by_seat
from tui_arena.table.turns import holds, knows_more, may_hear, reply_parts, turns

TINY = ModelEntry("thinker", "stub/thinker", structured="off")


class Models:
    """Replaces the client: says what the test wants, when the test wants it."""

    def __init__(self) -> None:
        self.says = "guess: crane"
        self.calls: list[ModelRequest] = []
        self.go = asyncio.Event()
        self.go.set()
        self.hear: OnProgress = ignore_progress
        self.cost: float | None = 0.5

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        for budget in budgets:
            budget.check()
        self.calls.append(call)
        self.hear = hear
        await self.go.wait()
        usage = Usage(100, 20, self.cost)
        for budget in budgets:
            budget.add(usage)
        return ModelResponse(
            self.says, "", "stop", usage, 11.0, 0.5, {"model": "stub/thinker", **call.sampling}
        )


@pytest.fixture
def registry(tmp_path: Path) -> ModelRegistry:
    registry = ModelRegistry(Paths.find(tmp_path), CATALOGUE, threaded=False)
    registry.models = Models()
    registry.book = ModelBook({"thinker": TINY})
    return registry


def desk(registry: ModelRegistry) -> Models:
    assert isinstance(registry.models, Models)
    return registry.models


def running(
    store: Store, registry: ModelRegistry, cast: dict[str, Cast], **how: Any
) -> AbstractAsyncContextManager[SessionRunner]:
    """A runner with models; the guesser has no sampling of its own unless it is given."""
    return playing(store, cast, **{"registry": registry, "sampling": {}, **how})


THINKER = {"guesser": model(TINY)}
WITH_CRITIC = {"guesser": model(TINY), "critic": read_player("human:Ada")}


async def test_what_was_sent_is_kept_and_read_again(store: Store, registry: ModelRegistry) -> None:
    async with running(store, registry, WITH_CRITIC, variant="critic") as runner:
        await until(lambda: hotseat_of(runner).current)
        assert runner.bell_due, "a slow model has played"
        event = runner.play.steps[0].event
        sent = [dict(m) for m in desk(registry).calls[0].messages]
        assert [dict(m) for m in runner.messages[event["messages"]]] == sent
        session_id = runner.session.id
    async with running(store, registry, {}, resume=session_id) as again:
        assert [dict(m) for m in again.messages[event["messages"]]] == sent
        page = hotseat_of(again).turns[0]
        assert [text for _, text in page.parts[: len(sent)]] == [m["content"] for m in sent]


async def test_a_model_that_sits_down_later_has_the_preset(store: Store, registry: ModelRegistry) -> None:
    sampling = {"temperature": 0.3}
    async with running(
        store, registry, {"guesser": read_player("human:Ada")}, preset="paper", sampling=sampling
    ) as runner:
        await until(lambda: hotseat_of(runner).current)
        desk(registry).go.clear()
        await runner.recast("guesser", model(TINY))
        await until(lambda: desk(registry).calls)
        assert dict(desk(registry).calls[0].sampling) == sampling
        recast = next(e for e in runner.play.events if e.type == Kind.RECAST)
        assert (recast["to"]["sampling"], recast["to"]["model"]) == (sampling, "stub/thinker")


async def test_what_was_used_before_counts_against_the_budget(store: Store, registry: ModelRegistry) -> None:
    async with running(store, registry, WITH_CRITIC, variant="critic") as runner:
        await until(lambda: hotseat_of(runner).current)
        session_id = runner.session.id
    budget = Budget(usd=0.9)
    async with running(store, registry, {}, resume=session_id, budget=budget) as again:
        assert (budget.spent_usd, budget.used_tokens) == (0.5, 120)
        await until(lambda: hotseat_of(again).current)
        await answered_by(again, "agreement: yes\nexplanation: x")
        await until(lambda: again.over_budget)
        assert "$0.9" in str(again.failed)
        assert await again.raise_budget() == "$1.80"
        await until(lambda: hotseat_of(again).current or again.failed)
        assert again.failed is None
        assert again.spent == {"guesser": Spent(360, 1.5)}


async def answered_by(runner: SessionRunner, text: str) -> None:
    """Give an answer after which a model has to move."""
    before = hotseat_of(runner).current
    assert await give(runner, text) is None
    await until(lambda: hotseat_of(runner).current is not before)


async def test_a_cancel_returns_at_once_and_asks_nothing_anew(store: Store, registry: ModelRegistry) -> None:
    desk(registry).go.clear()
    async with running(store, registry, THINKER) as runner:
        await until(lambda: runner.awaited)
        await runner.cancel()
        assert runner.failed is not None
        assert "thinker was stopped after" in runner.failed[1]
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(desk(registry).calls) == 1
        assert runner.awaited is None
        assert not runner.players.pending.by_seat
        await runner.cancel()
        assert [e.type for e in runner.play.events] == ["paused"]
        await runner.retry("guesser")
        await until(lambda: len(desk(registry).calls) == 2)


async def test_a_recast_never_asks_the_one_who_left(store: Store, registry: ModelRegistry) -> None:
    desk(registry).go.clear()
    async with running(store, registry, THINKER) as runner:
        await until(lambda: runner.awaited)
        await runner.recast("guesser", bot("hard"))
        await until(lambda: runner.over)
    assert (len(desk(registry).calls), runner.play.events[0].type) == (1, Kind.RECAST)


async def test_a_model_that_is_not_configured_waits_until_it_is(
    store: Store, registry: ModelRegistry
) -> None:
    local = ModelEntry("disk", gguf=Path("/nowhere/disk.gguf"))
    registry.book = ModelBook({"disk": local})
    desk(registry).go.clear()
    async with running(store, registry, {"guesser": model(local)}) as runner:
        await until(lambda: runner.awaited)
        session_id = runner.session.id
    registry.book = ModelBook()
    async with running(store, registry, {}, resume=session_id) as again:
        await until(lambda: again.failed)
        assert again.failed is not None
        assert "guesser: disk" in again.failed[1]
        assert "isn't configured here" in again.failed[1]
        registry.book = ModelBook({"disk": local})
        await again.retry("guesser")
        await until(lambda: again.awaited)


async def test_an_unknown_price_is_never_nothing(store: Store, registry: ModelRegistry) -> None:
    desk(registry).cost = None
    async with running(store, registry, WITH_CRITIC, variant="critic") as runner:
        await until(lambda: hotseat_of(runner).current)
        assert runner.spent["guesser"].forms() == ["120 tok · n/a", "120 tok"]


def test_tokens_beside_a_name_begin_anew_with_another_player_and_the_total_stays() -> None:
    def reply(seq: int, seat: str, tokens: int) -> Event:
        usage = {"input_tokens": tokens, "output_tokens": 0, "cost_usd": None}
        return Event(seq, Kind.REPLY, {"seat": seat, "usage": usage})

    recast = Event(3, Kind.RECAST, {"seat": "critic", "to": {"player": "bot", "name": "bot easy"}})
    events = [reply(1, "guesser", 5), reply(2, "critic", 7), recast]
    assert {seat: one.tokens for seat, one in spent_by_player(events).items()} == {"guesser": 5}
    events.append(reply(4, "critic", 1))
    assert {seat: one.tokens for seat, one in spent_by_player(events).items()} == {"guesser": 5, "critic": 1}
    assert {seat: one.tokens for seat, one in spent_by_seat(events).items()} == {"guesser": 5, "critic": 8}


def test_a_used_up_budget_is_doubled_until_there_is_room() -> None:
    budget = Budget(usd=1.0, tokens=1000, spent_usd=2.5, used_tokens=10)
    assert raised(budget) == "$4.00"
    assert raised(budget) == "", "there is room"
    assert Spent(10, 1.0) + Spent(5, None) == Spent(15, None)


# visibility


def play_of(variant: str, *said: str, **options: Any) -> Play[Any]:
    """The fold of a session with a setter, after these replies."""
    opening = Opening(
        "wordle", {"setter": bot("easy"), "guesser": bot("easy")}, {"variant": variant, **options}
    )
    session, _ = new_session(opening, CATALOGUE, id="x", seed=1, started=None)
    return answer(session.fold(CATALOGUE.game("wordle").game), *said)


SET = "pride | lions that live together"


def test_a_setter_knows_more_and_a_guesser_does_not() -> None:
    play = play_of("clue", SET)
    assert knows_more(play, "setter", "guesser")
    assert knows_more(play, "setter", TABLE)
    assert not knows_more(play, "guesser", TABLE), "the clue is for everybody"
    assert not knows_more(play, "guesser", "setter")
    assert may_hear(play, play.asks()[0], TABLE)


def test_a_setter_who_is_asked_is_heard_by_nobody_else() -> None:
    play = play_of("clue")
    ask = play.asks()[0]
    assert ask.sealed
    assert [may_hear(play, ask, viewer) for viewer in ("setter", "guesser", TABLE)] == [True, False, False]


def test_a_proposal_that_happens_to_be_right_changes_nothing() -> None:
    wrong = play_of("critic", SET, "guess: crane")
    right = play_of("critic", SET, "guess: pride")
    for play in (wrong, right):
        assert not knows_more(play, "guesser", "critic")
        assert knows_more(play, "setter", "critic")


@pytest.mark.parametrize(("sees", "heard"), [("board", True), ("explanation", False), ("word", False)])
def test_a_critic_who_may_not_read_reasons_hears_no_guesser(sees: str, *, heard: bool) -> None:
    play = play_of("critic", SET, critic_sees=sees)
    assert may_hear(play, play.asks()[0], "critic") is heard
    assert may_hear(play, play.asks()[0], TABLE)


def test_after_the_end_everything_may_be_read() -> None:
    play = play_of("clue", SET, "guess: pride")
    assert play.over
    pages = turns(play, {}, MODEL_SEATS, "guesser", watching=False, peeked=False)
    assert [page.title for page in pages] == ["guesser · guess · b", "setter · target · a"]


MODEL_SEATS = {"setter": {"player": "model", "name": "a"}, "guesser": {"player": "model", "name": "b"}}


def test_a_player_is_not_even_told_of_a_turn_that_is_hidden() -> None:
    play = play_of("clue", SET, "guess: crane")
    pages = turns(play, {}, MODEL_SEATS, "guesser", watching=False, peeked=True)
    assert [page.title for page in pages] == ["guesser · guess · b"]
    seen = turns(play, {}, MODEL_SEATS, TABLE, watching=True, peeked=False)
    assert [page.hidden for page in seen] == [False, True]
    assert "pride" not in repr(seen)
    looked = turns(play, {}, MODEL_SEATS, TABLE, watching=True, peeked=True)
    assert "pride" in repr(looked)


def test_a_turn_whose_text_holds_the_secret_is_hidden() -> None:
    play = play_of("clue", SET, "explanation: p-r-i-d-e is too easy\nguess: crane")
    assert "too easy" in repr(turns(play, {}, MODEL_SEATS, TABLE, watching=True, peeked=False)), (
        "the table has heard it already"
    )
    play = play_of("clue", SET, "guess: crane\nor pride")
    pages = turns(play, {}, MODEL_SEATS, "setter", watching=False, peeked=False)
    assert pages, "whoever set the word may read it"


@pytest.mark.parametrize("text", ["PRIDE", "p r i d e", "p-r-i-d-e", "edirp", "xx pridexx", "ｐｒｉｄｅ"])
def test_a_secret_is_found_in_every_form(text: str) -> None:
    assert holds(text, ["pride"])
    assert not holds(text, ["slate"])


def test_a_reply_is_told_to_the_letter_with_all_that_it_took() -> None:
    event = Event(
        3,
        "reply",
        {
            "seat": "guesser",
            "ask": "guess",
            "text": "guess: crane",
            "raw": '{"guess": "crane"}',
            "thinking": "hm, hm",
            "finish": "length",
            "seconds": 1.84,
            "first_token_seconds": 0.4,
            "first_word_seconds": 1.2,
            "usage": {"input_tokens": 1412, "output_tokens": 23, "cost_usd": None},
            "sent": {"model": "x/y", "temperature": 0.8, "response_format": {"type": "json_schema"}},
            "dropped": ["seed"],
            "retries": 2,
            "why": "cut off",
        },
    )
    figures = (
        "tokens: 1,412 in, 23 out; cost: n/a\n"
        "time: 1.84 s, the first token after 0.40 s, the first word after 1.20 s\n"
        "finish: cut off at the token limit\n"
        "failed attempts before it: 2\n"
        "sent: model x/y, temperature 0.8, response_format a JSON schema\n"
        "left out because the provider doesn't accept it: seed"
    )
    assert reply_parts(event) == [
        ("reasoning", "hm, hm"),
        ("reply as received", '{"guess": "crane"}'),
        ("as the rules read it", "guess: crane"),
        ("not accepted", "cut off"),
        ("time and cost", figures),
    ]
    odd = replace(event, data={**event.data, "first_token_seconds": "soon", "first_word_seconds": []})
    assert "time: 1.84 s\n" in reply_parts(odd)[-1][1], "somebody edited the save file"
    assert reply_parts(Event(1, "reply", {"seat": "a", "ask": "b", "text": "x"})) == [
        ("reply as received", "x")
    ]


def test_a_reply_that_broke_off_counts_as_one_whose_cost_nobody_knows() -> None:
    paid = {"input_tokens": 10, "output_tokens": 5, "cost_usd": 0.25}
    events = [
        Event(1, Kind.REPLY, {"seat": "guesser", "text": "", "sent": {}, "usage": paid}),
        Event(2, Kind.REPLY, {"seat": "critic", "text": ""}),
    ]
    assert spent_by_seat(events) == {"guesser": Spent(15, 0.25)}
    events.append(Event(3, Kind.REPLY, {"seat": "guesser", "text": "half a", "sent": {}, "finish": "broken"}))
    assert spent_by_seat(events) == {"guesser": Spent(15, None)}
    budget = Budget()
    count_saved(budget, events)
    assert (budget.used_tokens, budget.spent_usd, budget.unpriced) == (15, 0.25, 1)
