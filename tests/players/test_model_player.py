"""A model in a seat: what it is sent, and how its answers become replies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from tests.attacks import ALL, acts, shown
from tests.games.bluffing.test_rules import start as bluffing_start
from tests.games.entity.table import start as entity_start
from tests.games.steps import answer
from tests.games.wordle.test_rules import start
from tests.gguf_bytes import VOCABULARY, metadata
from tests.stub_server import StubServer
from tests.tables import each
from tui_arena.config import ModelBook, ModelEntry
from tui_arena.config.models import SMALL, TEXT_CHARS
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, OnProgress, PlayerFailed, Progress, Reply, Usage
from tui_arena.core.reading import echoes_form
from tui_arena.core.record import Play
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.client import RetryingClient
from tui_arena.players.models.direct_client import parameters
from tui_arena.players.models.ladder import Ladder
from tui_arena.players.models.local import ModelFiles
from tui_arena.players.models.player import EXAMPLES, LOCAL_CHARS, REPEAT_PENALTY, ModelPlayer, ModelSeats
from tui_arena.players.models.prompts import Message
from tui_arena.players.models.registry import Transports
from tui_arena.players.models.requests import (
    Budget,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)
from tui_arena.players.models.transport import LINE, STOPS
from tui_arena.save.setting import ASSISTED

CATALOGUE = Catalogue()
WORDLE = CATALOGUE.game("wordle")
BOB = ModelEntry("Bob", "openai/gpt-4o")
PLAIN = "explanation: it fits\nguess: crane"
IN_JSON = json.dumps({"explanation": "it fits", "guess": "crane"})


class Told:
    """A client that answers as told, and keeps the requests."""

    def __init__(self, *says: str | ModelResponse | ModelFailed) -> None:
        self.says = list(says)
        self.calls: list[ModelRequest] = []
        self.ladder = Ladder()

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        self.calls.append(call)
        say = self.says.pop(0) if self.says else PLAIN
        if isinstance(say, ModelFailed):
            raise say
        sent = {
            "model": call.entry.said_model,
            **({"response_format": {}} if call.schema is not None else {}),
        }
        return ModelResponse(say, sent=sent) if isinstance(say, str) else say


def player(
    models: Any,
    entry: ModelEntry = BOB,
    preset: str | None = "party",
    catalogue: Catalogue = CATALOGUE,
    **spec: Any,
) -> ModelPlayer:
    seats = ModelSeats(catalogue, ModelBook(), models, ladder=getattr(models, "ladder", Ladder()))
    return ModelPlayer(entry, spec, WORDLE, seats, preset)


async def asked(
    one: ModelPlayer, play: Play[Any], hear: Callable[[Progress], None] = lambda _: None
) -> Reply:
    ask: Ask = play.asks()[0]
    return await one.reply(ask, play.view(ask.seat), play.last_fault(ask), hear)


# what it is sent


async def test_messages_are_built_from_the_view_each_time() -> None:
    """Another player in the same seat, or the same player after an undo, sends the same messages."""
    models = Told()
    first, second = player(models, preset="paper"), player(models, preset="paper")
    play = start()
    await asked(first, play)
    later = answer(play, "slate", "zzzzz", "four")
    await asked(first, later)
    await asked(first, start())
    await asked(second, answer(start(), "slate", "zzzzz", "four"))
    sent = [call.messages for call in models.calls]
    assert sent[0] == sent[2]
    assert sent[1] == sent[3] != sent[0]


async def test_what_was_sent_is_kept_with_the_reply() -> None:
    took: dict[str, Any] = {
        "usage": Usage(1, 2, None),
        "seconds": 1.5,
        "first_token_seconds": 0.5,
        "retries": 2,
    }
    sent = {"model": "openai/gpt-4o", "seed": 3}
    models = Told(ModelResponse(PLAIN, "hm", "stop", sent=sent, dropped=("top_k",), **took))
    got = await asked(player(models, preset="paper"), start())
    assert got.messages == models.calls[0].messages
    assert (got.text, got.thinking, got.seconds, got.first_token_seconds) == (PLAIN, "hm", 1.5, 0.5)
    assert got.usage == Usage(1, 2, None)
    assert got.extra == {"sent": {"model": "openai/gpt-4o", "seed": 3}, "dropped": ["top_k"], "retries": 2}


async def test_a_small_model_is_helped_and_no_other(tmp_path: Path) -> None:
    small, large = tmp_path / "small.gguf", tmp_path / "large.gguf"
    small.write_bytes(b"GGUF")
    with large.open("wb") as file:
        file.truncate(SMALL)
    models = Told()
    play = answer(start(), "slate", "is it slate?")
    await asked(player(models, ModelEntry("s", gguf=small)), play)
    await asked(player(models, ModelEntry("l", gguf=large)), play)
    await asked(player(models, ModelEntry("s", gguf=small), "paper"), play)
    await asked(player(models, ModelEntry("s", gguf=small), sampling={"repeat_penalty": 1.0}), play)
    helped, free, published, own = models.calls
    assert helped.sampling["repeat_penalty"] == REPEAT_PENALTY
    assert own.sampling["repeat_penalty"] == 1.0
    assert all("repeat_penalty" not in call.sampling for call in (free, published))
    assert [any(m["role"] == "assistant" for m in call.messages) for call in models.calls] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(("preset", "shown"), [("party", EXAMPLES), ("paper", 0)])
async def test_a_base_model_is_shown_examples_and_told_where_to_stop(
    tmp_path: Path, preset: str, shown: int
) -> None:
    path = tmp_path / "base.gguf"
    path.write_bytes(metadata(VOCABULARY))
    base, models = ModelEntry("b", gguf=path), Told()
    await asked(player(models, base, preset), start())
    await asked(player(models, base, preset, sampling={"stop": ["."]}), start())
    call, own = models.calls
    roles = [message["role"] for message in call.messages]
    assert roles == ["system", *["user", "assistant"] * shown, "user"]
    assert all("guess: " in message["content"] for message in call.messages[2:-1:2])
    assert call.schema is None, "its examples are no JSON"
    stops = list(STOPS) if shown else None
    assert parameters(call)[0].get("stop") == stops, "a reply of two lines may have a line's end"
    assert "repeat_penalty" not in call.sampling, "it would keep the model from the form of its examples"
    assert parameters(own)[0]["stop"] == ["."]


@pytest.mark.parametrize("assisted", [False, True])
async def test_a_base_model_holds_up_no_screen(tmp_path: Path, *, assisted: bool) -> None:
    """Its file and its examples are read in a thread, and the examples once for all sessions."""
    threads = set()

    class Entry(ModelEntry):
        @property
        def is_base(self) -> bool:
            threads.add(get_ident())
            return super().is_base

    class Seats(ModelSeats):
        def examples(self, info: GameInfo, ask: str, variant: str) -> tuple[Message, ...]:
            threads.add(get_ident())
            return super().examples(info, ask, variant)

    path = tmp_path / "base.gguf"
    path.write_bytes(metadata(VOCABULARY))
    models = Told()
    seats = Seats(CATALOGUE, ModelBook(), models)
    several = [
        ModelPlayer(Entry("b", gguf=path), {ASSISTED: assisted}, WORDLE, seats, "party") for _ in range(4)
    ]
    await asyncio.gather(*(asked(one, start()) for one in several))
    assert threads
    assert get_ident() not in threads
    first = models.calls[0].messages[1]
    assert all(call.messages[1] is first for call in models.calls)


@pytest.mark.parametrize(("preset", "stops"), [("party", [*STOPS, LINE]), ("paper", None)])
async def test_a_base_model_stops_at_the_end_of_its_line(
    tmp_path: Path, preset: str, stops: list[str] | None
) -> None:
    path = tmp_path / "base.gguf"
    path.write_bytes(metadata(VOCABULARY))
    models = Told("Is it alive?")
    seats = ModelSeats(CATALOGUE, ModelBook(), models)
    one = ModelPlayer(ModelEntry("b", gguf=path), {}, CATALOGUE.game("entity"), seats, preset)
    play = entity_start()
    (ask,) = play.asks()
    await one.reply(ask, play.view(ask.seat), None, ignore_progress)
    assert parameters(models.calls[0])[0].get("stop") == stops, "a published protocol names no stops"


ECHOES = [
    "true | true | text",
    "true | text",
    "text",
    "<your statement>",
    "true | <text>",
    "false | [text]\n",
]


@pytest.mark.parametrize("text", ECHOES)
async def test_a_reply_that_only_repeats_the_form_is_empty_and_kept_as_it_came(text: str) -> None:
    info = CATALOGUE.game("bluffing")
    seats = ModelSeats(CATALOGUE, ModelBook(), Told(text))
    one = ModelPlayer(BOB, {}, info, seats, "party")
    play = bluffing_start("party")
    ask = play.asks()[0]
    reply = await one.reply(ask, play.view(ask.seat), None, ignore_progress)
    assert (reply.text, reply.extra["raw"], reply.extra["echo"]) == ("", text, True)
    fault = play.judge(ask, reply).fault
    assert fault is not None
    assert fault.kind == "empty"


BOTH = {"explanation": "text", "guess": "word"}


@each(
    ("true | I once sang in a text book shop", {"truth": "true | false", "statement": "text"}, False),
    ("explanation: text\nguess: crane", BOTH, False),
    ("guess: word", {"guess": "word"}, False),
    ("true", {}, False),
    ("yes", {"answer": "yes | no"}, False),
    ("Is it a text?", {}, False),
    ("", {}, False),
    ('{"Explanation": "x", "Guess": "crane"}', BOTH, False),
    ("<crane>", BOTH, False),
    ("[I can juggle]", {}, False),
    ("guess: <your guess>", BOTH, True),
    ("guess: [word]", BOTH, True),
    ("guess: …", BOTH, True),
    ('{"explanation": "text", "guess": "word"}', BOTH, True),
)
def test_what_only_repeats_a_form_in_its_own_words_is_an_echo(
    text: str, fields: dict[str, str], is_echo: bool
) -> None:
    assert echoes_form(text, ReplyForm(fields) if fields else None) is is_echo


async def test_a_persona_stands_before_the_rules() -> None:
    models = Told()
    await asked(player(models, persona="You are a pirate."), start())
    assert models.calls[0].messages[0]["content"].startswith("You are a pirate.\n\nYou are the guesser")


async def test_a_persona_from_elsewhere_is_no_book() -> None:
    models = Told()
    await asked(player(models, persona="p" * 1_000_000), start())
    assert models.calls[0].messages[0]["content"].count("p") < 2 * TEXT_CHARS


async def test_sampling_is_the_seats_own_and_a_file_is_kept_short() -> None:
    models = Told()
    await asked(player(models, sampling={"temperature": 0}), start())
    await asked(player(models, ModelEntry("tiny", gguf=Path("a.gguf"))), start())
    await asked(player(models, ModelEntry("tiny", gguf=Path("a.gguf")), sampling={"max_tokens": 9}), start())
    assert [c.sampling for c in models.calls] == [{"temperature": 0}, {"max_tokens": 400}, {"max_tokens": 9}]
    schema = models.calls[1].schema
    assert schema is not None
    assert schema["properties"]["explanation"]["maxLength"] == LOCAL_CHARS


# variants


async def test_a_variant_is_taken_where_an_ask_has_it(tmp_path: Path) -> None:
    (tmp_path / "prompts" / "wordle").mkdir(parents=True)
    own = tmp_path / "prompts" / "wordle" / "guess.mine.md"
    own.write_text("# system\nMine.\n\n# ask\nGo.\n", encoding="utf-8")
    models = Told()
    catalogue = Catalogue(tmp_path)
    await asked(player(models, catalogue=catalogue, prompt="mine"), start())
    await asked(player(models, catalogue=catalogue, prompt="mine"), start(variant="critic"))
    assert models.calls[0].messages[0]["content"] == "Mine."
    assert models.calls[1].messages[0]["content"].startswith("You are the guesser")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("# system\nHi {{nothing}}.\n\n# ask\nGo.\n", "{{nothing}} isn't a slot"),
        ("# system\nHi.\n", "no section `# ask`"),
        ("", "no section `# system`"),
        ("# system\n" + "x" * 70_000, "bytes"),
    ],
    ids=["slot", "section", "empty", "large"],
)
async def test_a_prompt_that_can_not_be_used_is_said_with_its_seat(
    tmp_path: Path, content: str, says: str
) -> None:
    (tmp_path / "prompts" / "wordle").mkdir(parents=True)
    (tmp_path / "prompts" / "wordle" / "guess.md").write_text(content, encoding="utf-8")
    with pytest.raises(PlayerFailed) as caught:
        await asked(player(Told(), catalogue=Catalogue(tmp_path)), start())
    assert str(caught.value).startswith("guesser: the prompt for guess can't be used: ")
    assert says in str(caught.value)


@pytest.mark.parametrize("attack", ALL, ids=shown)
async def test_prompt_files_of_bad_intent_do_no_harm(tmp_path: Path, attack: str) -> None:
    (tmp_path / "prompts" / "wordle").mkdir(parents=True)
    text = f"# system\n{attack}\n{{{{word}}}}\n\n# ask\n{attack}"
    (tmp_path / "prompts" / "wordle" / "guess.md").write_text(text, encoding="utf-8", errors="surrogatepass")
    models = Told()
    with suppress(PlayerFailed):  # a heading in the text may start a new section
        await asked(player(models, catalogue=Catalogue(tmp_path)), start())
    for call in models.calls:
        contents = "".join(m["content"] for m in call.messages)
        assert not acts(contents)


# structured output


async def test_json_is_asked_for_and_brought_into_the_form_of_the_rules() -> None:
    models = Told(IN_JSON)
    got = await asked(player(models), start())
    call = models.calls[0]
    assert call.schema is not None
    assert list(call.schema["properties"]) == ["explanation", "guess"]
    assert '"guess"' in call.messages[-1]["content"]
    assert got.text == PLAIN
    assert got.extra["raw"] == IN_JSON


@pytest.mark.parametrize(
    ("entry", "preset", "spec"),
    [
        (BOB, "paper", {}),
        (BOB, "clembench-2", {}),
        (BOB, "party", {"prompt": "steps"}),
        (ModelEntry("Bob", "openai/gpt-4o", structured="off"), "party", {}),
    ],
    ids=["paper", "clembench", "steps", "off"],
)
async def test_plain_text_is_asked_for_where_json_would_change_the_game(
    entry: ModelEntry, preset: str, spec: dict[str, Any]
) -> None:
    models = Told()
    got = await asked(player(models, entry, preset, **spec), start())
    assert models.calls[0].schema is None
    assert "JSON" not in models.calls[0].messages[-1]["content"]
    assert (got.text, "raw" in got.extra) == (PLAIN, False)


@pytest.mark.parametrize(
    ("said", "finish", "learned"),
    [
        ('{"explanation": "", "guess": ""}', "stop", set()),
        ('{"explanation": "so", "guess": 5}', "stop", set()),
        ('{"explanation": "it', "length", set()),
        ('{"explanation": "it', "refused", set()),
        ("It is cra", "length", set()),
        ("It is crane, I think.", "stop", {"schema"}),
    ],
)
async def test_only_a_whole_reply_that_is_no_json_says_that_a_model_minds_no_schema(
    said: str, finish: Any, learned: set[str]
) -> None:
    models = Told(by_schema(said, finish=finish))
    got = await asked(player(models), start())
    assert got.finish == finish
    assert models.ladder.known(BOB) == learned


def by_schema(text: str, **more: Any) -> ModelResponse:
    return ModelResponse(text, sent={"response_format": {}}, **more)


@pytest.mark.parametrize(("text", "finish"), [("", "stop"), ("  \n" * 99, "stop"), (" \n" * 999, "length")])
async def test_nothing_by_a_schema_is_asked_for_in_text_at_once_and_from_then_on(
    text: str, finish: Any
) -> None:
    models = Told(by_schema(text, finish=finish))
    got = await asked(player(models), start())
    assert (got.text, got.extra["retries"]) == (PLAIN, 1)
    assert [call.schema is None for call in models.calls] == [False, True]
    assert models.calls[1].messages != models.calls[0].messages
    assert models.ladder.known(BOB) == {"schema"}


@pytest.mark.parametrize(("thought", "token"), [(0.25, 0.25), (None, 1.25)])
async def test_thoughts_alone_are_asked_once_more_and_both_are_paid(
    thought: float | None, token: float
) -> None:
    first = ModelResponse("<think>hm", usage=Usage(10, 5, 0.5), seconds=1.0, first_token_seconds=thought)
    again = ModelResponse(
        PLAIN, usage=Usage(10, 7, 0.25), seconds=2.0, first_token_seconds=0.25, first_word_seconds=0.5
    )
    models = Told(first, again)
    got = await asked(player(models, preset="paper"), start())
    assert (got.text, got.usage, got.seconds) == (PLAIN, Usage(20, 12, 0.75), 3.0)
    assert got.first_word_seconds == 1.5, "the reply without words had to be waited for, too"
    assert got.first_token_seconds == token
    assert len(models.calls) == 2


@pytest.mark.parametrize(
    ("thought", "preset", "said"),
    [
        (f"Let me see.\n{IN_JSON}", "party", PLAIN),
        (f"Let me see.\n{IN_JSON}", "paper", ""),
        ("Let me see, it may be crane or slate", "party", ""),
    ],
)
async def test_the_end_of_thoughts_is_the_reply_where_the_form_is_lenient(
    thought: str, preset: str, said: str
) -> None:
    only = ModelResponse("", thought)
    got = await asked(player(Told(only, only), preset=preset), start())
    assert got.text == said
    assert got.extra.get("from_thinking", False) is bool(said)


@pytest.mark.parametrize(("sampling", "asks"), [({}, 2), ({"max_tokens": 60}, 1)])
async def test_thoughts_that_use_up_the_limit_get_a_larger_one_unless_it_was_chosen(
    sampling: dict[str, Any], asks: int
) -> None:
    models = Told(ModelResponse("", "hm, hm", "length", Usage(9, 3000, None)))
    await asked(player(models, preset="paper", sampling=sampling), start())
    assert len(models.calls) == asks
    assert models.calls[-1].sampling.get("max_tokens") == (12_000 if asks == 2 else 60)


async def test_parts_of_broken_replies_are_kept_beside_the_reply() -> None:
    whole = ModelResponse(PLAIN, retries=1, parts=(PartOfReply("expl", "hm"),))
    got = await asked(player(Told(whole), preset="paper"), start())
    assert (got.text, got.extra["broken"]) == (PLAIN, [{"text": "expl", "thinking": "hm"}])


@pytest.mark.parametrize("kind", ["auth", "unreachable", "timeout", "context", "rate_limited", "not_found"])
async def test_other_failures_name_the_seat_and_are_not_tried_in_text(kind: Any) -> None:
    models = Told(ModelFailed(kind, "Bob is out", retry_after=3))
    with pytest.raises(ModelFailed, match="guesser: Bob is out") as caught:
        await asked(player(models), start())
    assert (caught.value.kind, caught.value.retry_after, len(models.calls)) == (kind, 3, 1)


async def test_nothing_is_asked_while_somebody_holds_the_game() -> None:
    models, held = Told(), asyncio.Event()

    async def before(_: Ask) -> None:
        await held.wait()

    seats = ModelSeats(CATALOGUE, ModelBook(), models, (), before)
    waiting = asyncio.ensure_future(asked(ModelPlayer(BOB, {}, WORDLE, seats, None), start()))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not models.calls
    held.set()
    assert (await waiting).text == PLAIN


# over HTTP


def desk(transports: Transports) -> RetryingClient:
    return RetryingClient(transports, dict, ModelFiles())


@pytest.mark.asyncio(loop_scope="session")
async def test_what_comes_is_shown_without_the_json_around_it(
    transports: Transports, stub: StubServer
) -> None:
    pieces: list[str] = []
    entry = ModelEntry("Bob", "ok", base_url=stub.url)
    await asked(player(desk(transports), entry), start(), lambda p: pieces.append(p.text))
    assert pieces
    assert all("{" not in piece for piece in pieces)
