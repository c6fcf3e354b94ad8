"""A model within a minute: a key that is pasted, an address that is typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from tests.keyrings import LockedKeyring, MemoryKeyring, system_keyring
from tests.stub_server import StubServer
from tests.ui.harness import arena_of, opened, press, screen_text, settle, write
from tests.ui.models_made import CANARY, configured, until
from tests.ui.playing import on, seen, sees
from tui_arena.config import ModelEntry, keys, read_models
from tui_arena.ui.models.dialogs import KeyDialog, ServerDialog
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.widgets.rows import Picker

PLAIN_KEY = "canary-0123456789abcdef-of-nobody"


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    """The system's keyring, in memory."""
    for variable in keys.KEY_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    ring = MemoryKeyring()
    with system_keyring(ring):
        yield ring


async def paste(pilot: Pilot[None], text: str) -> None:
    """Paste a text as the terminal does."""
    pilot.app.screen.post_message(events.Paste(text))
    await settle(pilot)


async def go_to(pilot: Pilot[None], name: str) -> None:
    """Move down to the line with this name."""
    screen = pilot.app.screen
    assert isinstance(screen, ModelsScreen)
    await until(pilot, lambda: any(line.name == name for line in screen.models.lines()))
    while screen.line is None or screen.line.name != name:
        await press(pilot, "down")


def everything(home: Path) -> bytes:
    """All that the program wrote."""
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


@pytest.mark.thorough
async def test_a_pasted_key_is_used_for_this_run_and_stands_nowhere(
    tmp_path: Path, stub: StubServer, ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
    shown: list[str] = []
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m", "k")
        await on(pilot, KeyDialog)
        await paste(pilot, CANARY)
        shown.append(screen_text(app))
        assert "••••" in shown[-1]
        await press(pilot, "ctrl+a", "ctrl+c", "ctrl+x")
        assert CANARY not in app.clipboard
        shown += [screen_text(app), app.export_screenshot()]
        await press(pilot, "enter")
        await on(pilot, Picker)
        shown += [screen_text(app), app.export_screenshot()]
        assert "Which model from OpenAI?" in shown[-2]
        await press(pilot, "enter")
        screen = await on(pilot, ModelsScreen)
        await until(pilot, lambda: bool(screen.models.trials))
        shown += [screen_text(app), app.export_screenshot()]
        assert stub.keys == {CANARY}
        assert "kept until you quit" in shown[-2]
        assert list(read_models(app.paths)[0].entries) == ["gpt-5-mini"]
        assert read_models(app.paths)[0].keyring == ()
    assert ring.kept == {}
    assert CANARY not in "".join(shown)
    assert CANARY.encode() not in everything(tmp_path)


async def test_a_key_goes_into_the_keyring_and_comes_out_again(tmp_path: Path, ring: MemoryKeyring) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m", "a", "enter")
        await on(pilot, KeyDialog)
        await paste(pilot, f"gsk_{PLAIN_KEY}")
        assert "Groq" in screen_text(app), "whose it is shows in how it begins"
        await press(pilot, "down", "down", "right", "enter")
        await on(pilot, Picker)
        await press(pilot, "escape")
        assert ring.kept == {(keys.SERVICE, "GROQ_API_KEY"): f"gsk_{PLAIN_KEY}"}
        assert read_models(app.paths)[0].keyring == ("GROQ_API_KEY",)
        await sees(pilot, "in the system's keyring")
    assert PLAIN_KEY.encode() not in everything(tmp_path)
    keys.expect(())
    keys._read.clear()
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m")
        await sees(pilot, "GROQ_API_KEY")
        assert keys.key_of("GROQ_API_KEY") == f"gsk_{PLAIN_KEY}"
        await go_to(pilot, "GROQ_API_KEY")
        await press(pilot, "delete", "right", "enter")
        await until(pilot, lambda: "GROQ_API_KEY" not in seen(pilot))
        assert read_models(arena_of(pilot).paths)[0].keyring == ()
    assert ring.kept == {}


@pytest.mark.thorough
async def test_a_keyring_that_takes_nothing_is_told_of(tmp_path: Path, ring: MemoryKeyring) -> None:
    with system_keyring(LockedKeyring()):
        async with opened(tmp_path) as (app, pilot):
            await press(pilot, "m", "k")
            await on(pilot, KeyDialog)
            await paste(pilot, f"gsk_{PLAIN_KEY}")
            await press(pilot, "down", "down", "right", "enter")
            await sees(pilot, "didn't store the key")
            assert PLAIN_KEY not in seen(pilot)
            assert read_models(app.paths)[0].keyring == ()


@pytest.mark.thorough
async def test_what_is_no_key_is_said_and_nothing_is_used(tmp_path: Path, ring: MemoryKeyring) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "k")
        await on(pilot, KeyDialog)
        await press(pilot, "enter")
        await sees(pilot, "you didn't give a key")
        await paste(pilot, "this is a sentence")
        await press(pilot, "enter")
        await sees(pilot, "one word")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ModelsScreen)
    assert keys.keys_found() == []


@pytest.mark.thorough
@pytest.mark.parametrize("wanted", [None, PLAIN_KEY], ids=["no key", "with a key"])
async def test_a_server_comes_first_then_its_models(
    tmp_path: Path, stub: StubServer, ring: MemoryKeyring, wanted: str | None
) -> None:
    """If the server wants a key it gets it, and only its variable is saved."""
    stub.wanted_key = wanted
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m", "a", "down", "enter")
        await on(pilot, ServerDialog)
        await write(pilot, f"127.0.0.1:{stub.port}")
        await press(pilot, "enter")
        if wanted:
            await sees(pilot, "The server needs a key")
            await paste(pilot, wanted)
            await press(pilot, "enter")
        await on(pilot, Picker)
        assert "Which of its models?" in screen_text(app)
        await press(pilot, "enter")
        screen = await on(pilot, ModelsScreen)
        await until(pilot, lambda: "ok" in screen.models.trials)
        entry = read_models(app.paths)[0].entries["ok"]
        variable = f"KEY_OF_127_0_0_1_{stub.port}" if wanted else None
        assert (entry.model, entry.base_url, entry.key_env) == ("ok", stub.url, variable)
        assert screen.models.trials["ok"].ok
        assert keys.key_of(entry.key_env or "") == (wanted or None)
        assert PLAIN_KEY not in screen_text(app)
    assert PLAIN_KEY.encode() not in everything(tmp_path)


@pytest.mark.thorough
async def test_an_address_where_nothing_lists_models_is_said(tmp_path: Path, ring: MemoryKeyring) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "m", "a", "down", "enter")
        await on(pilot, ServerDialog)
        await press(pilot, "enter")
        await sees(pilot, "type the address")
        await write(pilot, "not an address")
        await press(pilot, "enter")
        await sees(pilot, "That isn't an address")
        await press(pilot, "ctrl+u")
        await write(pilot, "127.0.0.1:9")
        await press(pilot, "enter")
        await sees(pilot, "Can't find any models")
        assert read_models(app.paths)[0].entries == {}


@pytest.mark.thorough
async def test_a_models_own_variable_gets_its_key(tmp_path: Path, ring: MemoryKeyring) -> None:
    configured(tmp_path, ModelEntry("mine", "openai/gpt-5-mini", key_env="MY_KEY"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m")
        await go_to(pilot, "mine")
        await press(pilot, "k")
        await on(pilot, KeyDialog)
        assert "A key for MY_KEY" in seen(pilot)
        await paste(pilot, f"gsk_{PLAIN_KEY}")
        await press(pilot, "enter")
        await until(pilot, lambda: keys.key_of("MY_KEY") == f"gsk_{PLAIN_KEY}")
        assert keys.key_of("GROQ_API_KEY") is None
