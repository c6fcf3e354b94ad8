"""`RetryingClient`: retries, waits, limits and budgets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.players.clock import timed
from tests.stub_server import StubServer
from tests.tables import each
from tui_arena.config import ModelEntry, Paths
from tui_arena.config.models import Limit
from tui_arena.core.game import OnProgress, Progress, Usage
from tui_arena.players.models.client import RetryingClient
from tui_arena.players.models.ladder import MOST_TRIES, Ladder
from tui_arena.players.models.local import ModelFiles
from tui_arena.players.models.registry import Transports
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)

ASKED = [{"role": "user", "content": "guess:"}]
FAR = ModelEntry("Bob", "openai/gpt-4o")
HERE = ModelEntry("Bob", "ok", base_url="http://127.0.0.1:9/v1")
GOOD = ModelResponse("guess: crane", usage=Usage(10, 5, 0.25))


class Scripted:
    """A provider that does what a list says, item by item, and then answers well."""

    def __init__(self, *does: ModelFailed | ModelResponse, lasts: float = 0.0) -> None:
        self.does = list(does)
        self.lasts = lasts
        self.asked: list[tuple[ModelRequest, str | None, str | None]] = []
        self.inside = self.most = 0

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        self.asked.append((call, base_url, key))
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            await asyncio.sleep(self.lasts)
        finally:
            self.inside -= 1
        does = self.does.pop(0) if self.does else GOOD
        if isinstance(does, ModelFailed):
            raise does
        return does


class NoFiles(ModelFiles):
    async def address(self, entry: ModelEntry, hear: OnProgress) -> tuple[str, str]:
        return "http://127.0.0.1:8/v1", "made-here"

    async def broke(self, entry: ModelEntry) -> bool:
        return False


def desk(provider: Any, **limits: Limit) -> RetryingClient:
    return RetryingClient(provider, lambda: limits, NoFiles())


def ask(
    provider: Any,
    entry: ModelEntry = FAR,
    budgets: Sequence[Budget] = (),
    hear: OnProgress = ignore_progress,
    **more: Any,
) -> tuple[float, ModelResponse | ModelFailed]:
    """The result of one question, and the seconds that it takes by the simulated clock."""
    out: list[ModelResponse | ModelFailed] = []

    async def work() -> None:
        try:
            out.append(await desk(provider).ask(ModelRequest(entry, ASKED, **more), budgets, hear))
        except ModelFailed as failed:
            out.append(failed)

    return timed(work), out[0]


@each(
    ("rate_limited", 6, 1 + 2 + 4 + 8 + 16),
    ("unreachable", 3, 1 + 2),
    ("broken", 3, 1 + 2),
    ("bad_reply", 2, 1),
    ("auth", 1, 0),
    ("not_found", 1, 0),
    ("context", 1, 0),
    ("timeout", 1, 0),
)
def test_each_kind_is_tried_as_often_as_it_helps(kind: Any, tries: int, seconds: float) -> None:
    provider = Scripted(*[ModelFailed(kind, "Bob is out")] * 9)
    took, got = ask(provider)
    assert isinstance(got, ModelFailed)
    assert got.kind == kind
    assert len(provider.asked) == tries
    assert took == pytest.approx(seconds)
    assert str(got) == got.why == ("Bob is out" if tries == 1 else f"Bob is out (tried {tries} times)")


@each(
    (HERE, ModelFailed("unreachable", "Bob is out", answered=True), 3),
    (HERE, ModelFailed("unreachable", "Bob is out"), 1),
    (ModelEntry("Bob", gguf=Path("a.gguf")), ModelFailed("unreachable", "Bob is out"), 1),
    (FAR, ModelFailed("bad_reply", "Bob is out", refused=True), 1),
)
def test_only_what_may_come_up_by_itself_is_asked_again(
    entry: ModelEntry, failed: ModelFailed, tries: int
) -> None:
    provider = Scripted(*[failed] * 9)
    took, got = ask(provider, entry)
    assert isinstance(got, ModelFailed)
    assert (len(provider.asked), got.answered) == (tries, failed.answered)
    assert (took == 0) is (tries == 1)


def test_retries_are_counted_and_told() -> None:
    notes: list[str] = []
    provider = Scripted(*[ModelFailed("rate_limited", "wait", retry_after=s) for s in (3.0, 0.0, 20.0)])
    took, got = ask(provider, hear=lambda p: notes.append(p.note))
    assert isinstance(got, ModelResponse)
    assert got.retries == 3
    assert took == pytest.approx(23)
    assert notes == [
        "asked us to wait; try 2 in 3 s",
        "try 2",
        "asked us to wait; try 3 in 0 s",
        "try 3",
        "asked us to wait; try 4 in 20 s",
        "try 4",
    ]


def test_nobody_waits_for_an_hour() -> None:
    provider = Scripted(ModelFailed("rate_limited", "wait", retry_after=3600.0))
    took, got = ask(provider)
    assert isinstance(got, ModelFailed)
    assert (took, len(provider.asked)) == (0, 1)
    assert got.why == "wait (it asks for a pause of 60 min)"
    assert got.retry_after == 3600.0


def test_a_file_is_asked_where_it_is_served() -> None:
    provider = Scripted()
    ask(provider, ModelEntry("tiny", gguf=Path("a.gguf")))
    ask(provider, FAR)
    assert [given[1:] for given in provider.asked] == [("http://127.0.0.1:8/v1", "made-here"), (None, None)]


# limits


def test_limits_hold_for_a_provider_not_for_a_model() -> None:
    provider = Scripted(lasts=2)
    one = desk(provider, openai=Limit(concurrency=2), mistral=Limit(concurrency=1))
    calls = [ModelRequest(ModelEntry(f"m{i}", f"openai/m{i}"), ASKED) for i in range(4)]
    calls += [ModelRequest(ModelEntry(f"n{i}", f"mistral/n{i}"), ASKED) for i in range(2)]

    async def work() -> None:
        await asyncio.gather(*(one.ask(call) for call in calls))

    assert timed(work) == pytest.approx(4)
    assert provider.most == 3


def test_a_rate_limit_holds_back_all_who_ask_that_provider() -> None:
    provider = Scripted(ModelFailed("rate_limited", "wait", retry_after=10.0))
    one = desk(provider)
    took: list[float] = []

    async def later(entry: ModelEntry) -> None:
        await asyncio.sleep(1)
        began = asyncio.get_running_loop().time()
        await one.ask(ModelRequest(entry, ASKED))
        took.append(asyncio.get_running_loop().time() - began)

    async def work() -> None:
        other = ModelEntry("Cy", "mistral/x")
        await asyncio.gather(one.ask(ModelRequest(FAR, ASKED)), later(replace(FAR, name="Di")), later(other))

    assert timed(work) == pytest.approx(10)
    assert sorted(took) == pytest.approx([0, 9])


def test_a_wait_blocks_no_place_in_the_line() -> None:
    """A request that waits for its retry lets other requests to the same provider through."""
    provider = Scripted(ModelFailed("unreachable", "down"), lasts=0.1)
    one = desk(provider, openai=Limit(concurrency=1))

    async def work() -> None:
        first = asyncio.ensure_future(one.ask(ModelRequest(FAR, ASKED)))
        await asyncio.sleep(0.2)
        await one.ask(ModelRequest(FAR, ASKED))
        assert not first.done()
        await first

    assert timed(work) == pytest.approx(1.2)


def test_a_limit_that_is_changed_holds_at_once() -> None:
    provider: Any = Scripted(lasts=1)
    limits = {"openai": Limit(concurrency=1)}
    one = RetryingClient(provider, lambda: limits, NoFiles())

    async def work() -> None:
        await one.ask(ModelRequest(FAR, ASKED))
        limits["openai"] = Limit(concurrency=3)
        await asyncio.gather(*(one.ask(ModelRequest(FAR, ASKED)) for _ in range(3)))

    assert timed(work) == pytest.approx(2)


# budgets


def test_a_budget_is_looked_at_before_every_request() -> None:
    provider = Scripted()
    run, session = Budget("run", usd=10), Budget("session", usd=0.5)
    for _ in range(2):
        assert isinstance(ask(provider, budgets=(run, session))[1], ModelResponse)
    with pytest.raises(BudgetReached, match="this session"):
        ask(provider, budgets=(run, session))
    assert len(provider.asked) == 2
    session.usd = 0.6
    assert isinstance(ask(provider, budgets=(run, session))[1], ModelResponse)
    assert (run.spent_usd, session.spent_usd) == (0.75, 0.75)


def test_a_budget_stops_before_another_try() -> None:
    spent = Budget("run", tokens=100)
    provider = Scripted(ModelFailed("rate_limited", "wait", retry_after=5.0))

    async def work() -> None:
        asked = asyncio.ensure_future(desk(provider).ask(ModelRequest(FAR, ASKED), (spent,)))
        await asyncio.sleep(1)
        spent.add(Usage(100, 0, None))
        with pytest.raises(BudgetReached):
            await asked

    timed(work)
    assert len(provider.asked) == 1


def test_who_stood_in_line_while_it_was_spent_is_stopped() -> None:
    provider = Scripted(lasts=1)
    budget = Budget("run", usd=0.5)
    one = desk(provider, openai=Limit(concurrency=1))

    async def work() -> None:
        done = await asyncio.gather(
            *(one.ask(ModelRequest(FAR, ASKED), (budget,)) for _ in range(10)), return_exceptions=True
        )
        assert sum(isinstance(d, ModelResponse) for d in done) == 2
        assert sum(isinstance(d, BudgetReached) for d in done) == 8

    timed(work)
    assert len(provider.asked) == 2


# over HTTP


@pytest.mark.asyncio(loop_scope="session")
async def test_a_provider_that_is_busy_is_asked_again_as_it_wants(
    transports: Transports, stub: StubServer
) -> None:
    notes: list[Progress] = []
    got = await desk(transports).ask(
        ModelRequest(ModelEntry("Bob", "busy:2", base_url=stub.url), ASKED), (), notes.append
    )
    assert got.retries == 2
    assert len(stub.requests) == 3
    assert sum("asked us to wait" in n.note for n in notes) == 2


# a ladder instead of an end


class Picky:
    """A server that refuses fields, one after the other, by a status and in its own words."""

    def __init__(self, *refuses: str, status: int = 400, named: bool = True, lasts: float = 0.0) -> None:
        self.refuses, self.status, self.named, self.lasts = refuses, status, named, lasts
        self.asked: list[ModelRequest] = []

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        self.asked.append(call)
        await asyncio.sleep(self.lasts)
        has = {
            "schema": call.schema is not None,
            "system": any(m["role"] == "system" for m in call.messages),
            "max_tokens": "max_tokens" in call.sampling,
            **{name: name in call.sampling for name in ("temperature", "top_p")},
            **{name: name not in call.without for name in ("stream_options", "stream")},
        }
        words = {
            "schema": "response_format",
            "system": "system role",
            "max_tokens": "use max_completion_tokens",
        }
        for field in self.refuses:
            if has[field]:
                said = f"{words.get(field, field)} is not supported" if self.named else "bad request"
                kind: FailureKind = "bad_reply" if self.status in (400, 415, 422) else "unreachable"
                raise ModelFailed(
                    kind, "no", refused=kind == "bad_reply", answered=True, status=self.status, signs=said
                )
        return replace(GOOD, messages=call.messages, without=call.without)


PLAIN = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Plain."}]
FIELDS = ["schema", "stream_options", "system", "stream", "max_tokens"]


def request(**more: Any) -> ModelRequest:
    whole = {"schema": {"type": "object"}, "plain": PLAIN, "sampling": {"max_tokens": 9, "temperature": 0.5}}
    return ModelRequest(FAR, [PLAIN[0], {"role": "user", "content": "In JSON."}], **{**whole, **more})


def climbed(
    server: Any, ladder: Ladder | None = None, many: int = 1, **more: Any
) -> tuple[float, list[ModelResponse | BaseException]]:
    out: list[ModelResponse | BaseException] = []
    client = RetryingClient(server, dict, NoFiles(), ladder=ladder or Ladder())

    async def work() -> None:
        out.extend(
            await asyncio.gather(*(client.ask(request(**more)) for _ in range(many)), return_exceptions=True)
        )

    return timed(work), out


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("status", [400, 415, 422])
@pytest.mark.parametrize("field", FIELDS)
def test_one_refused_field_is_left_out_and_remembered(field: str, status: int, named: bool) -> None:
    server, ladder = Picky(field, status=status, named=named), Ladder()
    took, (got,) = climbed(server, ladder)
    assert isinstance(got, ModelResponse)
    assert took == 0
    assert got.without == ladder.known(FAR) == {field}
    before = len(server.asked)
    assert before == (2 if named else 2 + FIELDS.index(field))
    climbed(server, ladder)
    assert len(server.asked) == before + 1, "it is known now"


@each(True, False)
def test_several_refused_fields_are_all_left_out(named: bool) -> None:
    server = Picky("system", "schema", "stream_options", named=named)
    _, (got,) = climbed(server)
    assert isinstance(got, ModelResponse)
    assert got.without == {"system", "schema", "stream_options"}
    assert list(got.messages) == [{"role": "user", "content": "Be brief.\n\nPlain."}]


def test_a_limit_keeps_its_value_under_the_other_name() -> None:
    server = Picky("max_tokens")
    climbed(server)
    assert server.asked[-1].sampling == {"max_completion_tokens": 9, "temperature": 0.5}


def test_a_parameter_is_left_out_if_it_is_named_and_no_protocol_publishes_it() -> None:
    _, (got,) = climbed(Picky("temperature"))
    assert isinstance(got, ModelResponse)
    assert got.without == {"temperature"}
    server = Picky("temperature")
    _, (failed,) = climbed(server, published=True)
    assert isinstance(failed, ModelFailed)
    assert "doesn't accept `temperature`, which this preset sets" in failed.why
    assert len(server.asked) == 1


@each(500, 501)
def test_a_fault_of_the_server_climbs_only_the_second_time_and_before_any_good_reply(status: int) -> None:
    server = Picky("system", status=status, named=False)
    _, (got,) = climbed(server)
    assert isinstance(got, ModelResponse)
    assert [len(call.without) for call in server.asked[:3]] == [0, 0, 1]
    ladder = Ladder()
    ladder.works(FAR)
    server = Picky("system", status=status, named=False)
    _, (failed,) = climbed(server, ladder)
    assert isinstance(failed, ModelFailed)
    assert all(not call.without for call in server.asked)


@each(404, 405, 424)
def test_a_refusal_that_names_a_field_is_believed_under_any_status_of_a_bad_request(status: int) -> None:
    _, (got,) = climbed(Picky("system", status=status))
    assert isinstance(got, ModelResponse)
    assert got.without == {"system"}


@each(401, 402, 403, 404, 429, 502, 503, 504)
def test_no_other_status_climbs(status: int) -> None:
    server = Scripted(
        *[ModelFailed("unreachable", "no", answered=True, status=status, signs="no such thing")] * 9
    )
    climbed(server)
    assert all(not call.without for call, _, _ in server.asked)


def test_a_server_that_takes_nothing_fails_with_its_first_words() -> None:
    server = Picky("none of these")
    server.refuses = ("temperature",)
    server.named = False
    _, (failed,) = climbed(server)
    assert isinstance(failed, ModelFailed)
    assert failed.why == "no"
    assert len(server.asked) <= 1 + MOST_TRIES


def test_of_fifty_requests_at_once_one_finds_the_way() -> None:
    server = Picky("stream", named=False, lasts=1.0)
    _, got = climbed(server, many=50)
    assert all(isinstance(one, ModelResponse) for one in got)
    assert len(server.asked) == 50 + 4 + 49, "all ask once, one climbs, and the others ask as it found"


def test_runs_one_after_the_other_each_have_a_loop_of_their_own() -> None:
    ladder = Ladder()
    for field in ("stream", "system"):
        _, got = climbed(Picky(field, named=False, lasts=1.0), ladder, many=5)
        assert all(isinstance(one, ModelResponse) for one in got)


def test_what_was_learned_is_shared_by_all_runs_and_can_be_forgotten(tmp_path: Path) -> None:
    paths = Paths.find(tmp_path)
    mine, other = Ladder(paths), Ladder(paths)
    climbed(Picky("stream_options"), mine)
    assert other.known(FAR) == frozenset()
    server = Picky("stream_options", named=False)
    _, (got,) = climbed(server, other)
    assert isinstance(got, ModelResponse)
    assert len(server.asked) == 2, "it looks at what others found before it climbs"
    assert Ladder(paths).known(FAR) == {"stream_options"}
    assert (mine.forget(FAR), mine.forget(FAR)) == (True, False)
    assert Ladder(paths).known(FAR) == frozenset()
    paths.rungs_file.write_text("{", encoding="utf-8")
    assert Ladder(paths).known(FAR) == frozenset()


def test_a_server_that_loads_its_model_is_waited_for_and_uses_up_no_try() -> None:
    notes: list[str] = []
    provider = Scripted(*[ModelFailed("loading", "Bob loads", status=503)] * 40)
    took, got = ask(provider, hear=lambda p: notes.append(p.note))
    assert isinstance(got, ModelResponse)
    assert got.retries == 0
    assert took == pytest.approx(1 + 2 + 4 + 8 + 36 * 10)
    assert "model loading, 25 s" in notes
    assert notes[-1] == ""


def test_nobody_waits_for_ever_for_a_model_to_load() -> None:
    provider = Scripted(*[ModelFailed("loading", "Bob loads", status=503, retry_after=3.0)] * 999)
    took, got = ask(provider)
    assert isinstance(got, ModelFailed)
    assert took == pytest.approx(600)
    assert got.why == "Bob loads (waited 10 min for it)"


def test_parts_of_broken_replies_come_with_the_reply_and_with_the_failure() -> None:
    part = PartOfReply("Is it")
    broken = [ModelFailed("broken", "Bob broke off", part=part) for _ in range(5)]
    _, got = ask(Scripted(*broken[:2]))
    assert isinstance(got, ModelResponse)
    assert (got.parts, got.retries) == ((part, part), 2)
    _, failed = ask(Scripted(*broken))
    assert isinstance(failed, ModelFailed)
    assert failed.parts == (part,) * 3
