"""Trials of models, over HTTP to a server that behaves as the model's name says."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.sessions import CATALOGUE
from tests.stub_models import INWARDS, OUTWARDS
from tests.stub_server import StubServer
from tests.tables import Cases
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.game import Progress
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.check import (
    FOLLOWS,
    REPLY_CHARS,
    THINKING_CHARS,
    TOKENS,
    Trial,
    TrialReply,
    _begun,
    _short,
    keep,
    kept,
    ready_names,
    try_model,
    wanted_asks,
)
from tui_arena.players.models.registry import ModelRegistry, Transports
from tui_arena.save.store import Store

CASES = Cases(__file__)

pytestmark = pytest.mark.asyncio(loop_scope="session")

ASKS = ["wordle/target", "wordle/proposal", "wordle/opinion", "wordle/guess"]
NEVER_ASKED = {"reveal", "truth"}
"""Asks that the sessions of bots which are tried don't come to."""
KEY = "canary-5d1e77c0-never-shown"


@pytest.fixture
def registry(tmp_path: Path, transports: Transports) -> ModelRegistry:
    made = ModelRegistry(Paths.find(str(tmp_path)), Catalogue(), threaded=False)
    made.transports = transports
    return made


def entry(model: str, stub: StubServer, **more: object) -> ModelEntry:
    return ModelEntry("Bob", model, base_url=stub.url, timeout=60, stall=60, **more)  # type: ignore[arg-type]


def wordle(registry: ModelRegistry) -> list[GameInfo]:
    """Only one game, where the checked behaviour is the same for all."""
    return [registry.catalogue.game("wordle")]


async def test_a_model_that_plays_follows_every_form(registry: ModelRegistry, stub: StubServer) -> None:
    heard: list[Progress] = []
    trial = await try_model(registry, entry("ok", stub), hear=heard.append)
    assert trial.ok
    assert list(trial.forms)[: len(ASKS)] == ASKS
    assert {name.partition("/")[0] for name in trial.forms} == set(registry.catalogue.games)
    assert "connections/change" in trial.forms, "what an option alone asks for is tried too"
    assert set(trial.forms.values()) == {FOLLOWS}
    assert trial.model == "ok"
    assert trial.why == ""
    assert 0 < (trial.first_token_seconds or 0) <= trial.seconds
    assert (trial.tokens_per_second or 0) > 0
    assert (trial.input_tokens, trial.output_tokens) == (INWARDS, OUTWARDS)
    assert trial.tokens == (1 + len(trial.forms)) * (INWARDS + OUTWARDS)
    names = [name.replace("/", ", ") for name in trial.forms]
    assert [one.note for one in heard if one.note] == [
        "a tiny prompt",
        *(f"{n} of {len(names)}: {name}" for n, name in enumerate(names, 1)),
    ]


async def test_the_first_word_of_a_model_that_thinks_comes_after_its_thought(
    registry: ModelRegistry, stub: StubServer
) -> None:
    trial = await try_model(registry, entry("thinks:field", stub), games=[])
    assert (trial.first_word_seconds or 0) >= (trial.first_token_seconds or 0) > 0
    assert replace(trial, first_token_seconds=0.1, first_word_seconds=0.2).thought_first
    plain = await try_model(registry, entry("ok", stub), games=[])
    assert not plain.thought_first
    assert plain.first_word_seconds == plain.first_token_seconds
    assert Trial.from_json(json.dumps({"ok": True, "at": "", "model": "x", "first_token_seconds": 1.0})) == (
        Trial(ok=True, at="", model="x", first_token_seconds=1.0)
    ), "a trial of an older version"


async def test_what_is_asked_is_what_a_session_asks(registry: ModelRegistry, stub: StubServer) -> None:
    pirate = entry("plain", stub, sampling={"temperature": 0.5}, persona="A pirate.")
    await try_model(registry, pirate, games=wordle(registry))
    tiny, *asks = stub.requests
    assert len(tiny["messages"]) == 1
    assert tiny["max_tokens"] == TOKENS
    assert all(body["messages"][0]["content"].startswith("A pirate.\n\n") for body in asks)
    assert all(body["temperature"] == 0.5 for body in stub.requests)
    assert "response_format" in asks[0], "the first is asked for as JSON"
    assert not [body for body in asks[1:] if "response_format" in body], "and then no more"


async def test_the_cost_is_that_of_all_it_was_asked(registry: ModelRegistry, stub: StubServer) -> None:
    free = await try_model(registry, entry("ok", stub), games=wordle(registry))
    priced = await try_model(
        registry, entry("ok", stub, input_price=10.0, output_price=100.0), games=wordle(registry)
    )
    assert free.cost_usd is None
    assert priced.cost_usd == pytest.approx(5 * (INWARDS * 10 + OUTWARDS * 100) / 1e6)


@pytest.mark.parametrize(("model", "says"), CASES["faults_are_those_of_the_rules"])
async def test_faults_are_those_of_the_rules(
    registry: ModelRegistry, stub: StubServer, model: str, says: str
) -> None:
    trial = await try_model(registry, entry(model, stub), games=wordle(registry))
    assert trial.ok
    assert list(trial.forms) == ASKS
    assert trial.forms["wordle/guess"].startswith(says)


@pytest.mark.parametrize("model", ["401", "404", "quota", "html", "empty", "context", "cut"])
async def test_a_model_that_does_not_answer_is_not_ok(
    registry: ModelRegistry, stub: StubServer, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    monkeypatch.setenv("BOBS_API_KEY", KEY)
    monkeypatch.setattr("tui_arena.players.models.client.FIRST_WAIT", 0.0)
    trial = await try_model(registry, entry(model, stub, key_env="BOBS_API_KEY"))
    assert not trial.ok
    assert trial.forms == {}
    assert trial.why.startswith("Bob")
    assert KEY not in json.dumps(trial.to_json())


async def test_a_server_that_is_not_there_is_said_and_a_models_own_limit_goes_first(
    registry: ModelRegistry, stub: StubServer
) -> None:
    await try_model(registry, entry("ok", stub, sampling={"max_tokens": 7}), games=())
    assert [body["max_tokens"] for body in stub.requests] == [7]
    stub.stop()
    trial = await try_model(registry, entry("ok", stub))
    assert (trial.ok, "is the server running" in trial.why) == (False, True)


async def test_an_ask_that_fails_is_said_and_the_next_is_tried(
    registry: ModelRegistry, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.players.models.client.FIRST_WAIT", 0.0)
    stub.script = ["apple, pear, plum"]  # and then nothing, which no ask accepts as a reply
    trial = await try_model(registry, entry("script", stub, structured="off"), games=wordle(registry))
    assert trial.ok
    assert list(trial.forms) == ASKS
    assert all(said.startswith(("empty: ", "failed: ")) for said in trial.forms.values())


async def test_a_trial_is_kept_and_comes_back(
    registry: ModelRegistry, store: Store, stub: StubServer
) -> None:
    bob = entry("ok", stub)
    assert kept(store, ["Bob"]) == {}
    trial = await try_model(registry, bob, games=wordle(registry))
    keep(store, bob, trial)
    assert kept(store, ["Bob", "Eve"]) == {"Bob": trial}


async def test_each_reply_is_kept_with_what_was_asked(registry: ModelRegistry, stub: StubServer) -> None:
    trial = await try_model(registry, entry("say:I'd rather not", stub), games=wordle(registry))
    assert [(one.form, one.said) for one in trial.replies] == list(trial.forms.items())
    guess = trial.replies[-1]
    assert (guess.seat, guess.text, guess.came) == ("guesser", "I'd rather not", "I'd rather not")
    assert guess.messages[-1]["content"] == stub.requests[-1]["messages"][-1]["content"]
    assert (guess.input_tokens, guess.output_tokens) == (INWARDS, OUTWARDS)
    assert (guess.seconds or 0) > 0


async def test_kept_replies_are_bounded(registry: ModelRegistry, stub: StubServer) -> None:
    long = f"begin {'very ' * 2000} end"
    trial = await try_model(registry, entry(f"say:{long}", stub), games=wordle(registry))
    for one in trial.replies:
        assert len(one.text) <= REPLY_CHARS
        assert all(len(sent["content"]) <= REPLY_CHARS for sent in one.messages)
        assert (one.text.startswith("begin"), one.text.endswith("end")) == (True, True)
    assert len(_short("x" * 3000, THINKING_CHARS)) == THINKING_CHARS


async def test_a_trial_of_one_game_leaves_the_replies_of_the_others(store: Store) -> None:
    def trial(*forms: str) -> Trial:
        replies = tuple(TrialReply(form, "guesser", FOLLOWS, text=form) for form in forms)
        return Trial(ok=True, at="", model="x", forms=dict.fromkeys(forms, FOLLOWS), replies=replies)

    bob = ModelEntry("Bob", "x")
    keep(store, bob, trial("wordle/guess", "taboo/prompt"))
    both = keep(store, bob, trial("wordle/guess"))
    assert [one.form for one in both.replies] == list(both.forms) == ["taboo/prompt", "wordle/guess"]
    store.set_meta("model:Bob", '{"ok": true, "at": "", "model": "x", "forms": {"wordle/guess": "follows"}}')
    assert kept(store, ["Bob"])["Bob"].replies == (), "a trial of an earlier version is read, too"


async def test_a_note_that_is_no_trial_is_none(store: Store) -> None:
    for i, text in enumerate(
        ["", "{}", "[]", '{"ok": 1, "at": "", "model": ""}', "{" * 9000, '{"ok": true}']
    ):
        store.set_meta(f"model:m{i}", text)
    store.set_meta("modelling:x", "{}")
    assert kept(store, [f"m{i}" for i in range(6)]) == {}


async def test_ready_are_those_that_answered_and_have_not_changed(
    registry: ModelRegistry, store: Store
) -> None:
    def model(name: str, string: str = "openai/x") -> ModelEntry:
        return ModelEntry(name, string)

    entries = {name: model(name) for name in ("good", "bad", "untried")} | {
        "changed": model("changed", "openai/new")
    }
    registry.book = ModelBook(entries, found={"tiny": model("tiny"), "good": model("good")})
    for name, ok in (("good", True), ("bad", False), ("changed", True)):
        keep(store, entries[name], Trial(ok=ok, at="2026-11-21T12:00:00Z", model="openai/x"))
    assert ready_names(store, registry) == ["tiny", "good"]
    mine = ModelBook({"tiny": model("tiny")}, found={"tiny": ModelEntry("tiny", gguf=Path("x.gguf"))})
    registry.book = mine
    assert ready_names(store, registry) == [], "an entry in a found model's place isn't ready by itself"


@pytest.mark.parametrize("game", CATALOGUE.games)
async def test_what_a_model_is_asked_waits_in_begun_sessions(game: str) -> None:
    info = CATALOGUE.game(game)
    found, wanted = _begun(CATALOGUE, info), wanted_asks(CATALOGUE, info)
    assert found.keys() == {one["begun"] for one in info.begun()}, (
        "`python -m tests.players.begun` plays them anew"
    )
    assert found.keys() | NEVER_ASKED == wanted | NEVER_ASKED
    assert all(sample.view.seat == sample.ask.seat for sample in found.values())
