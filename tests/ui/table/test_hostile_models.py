"""Texts of hostile models, on every screen and in every file that shows them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.attacks import ALL, acts
from tests.players.test_keys import joined
from tests.stub_models import BEHAVIOURS, chunk, key_parts, say
from tests.stub_server import Exchange, StubServer
from tests.thorough import sampled
from tests.ui.models_at_table import PATIENCE, configured, with_models
from tests.ui.playing import app_in, given_away, has_table, on, result_of, shown, until
from tui_arena.save.exchange.export import FORMATS, export
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.widgets.sheet import SheetScreen


@pytest.fixture(params=[9, pytest.param(1, marks=pytest.mark.thorough)])
def server(request: pytest.FixtureRequest) -> Iterator[StubServer]:
    """A server whose model `hostile` says attacks in turn, one of nine or all, alternately bare and within a form."""
    forms = cycle(("{}", "explanation: {}\nguess: crane"))
    attacks = [form.format(text) for text, form in zip(ALL[:: request.param], forms, strict=False)]

    async def hostile(it: Exchange) -> None:
        attack = attacks.pop(0) if attacks else "guess: crane"
        await say(it, attack, more={"reasoning_content": attack})

    BEHAVIOURS["hostile"] = hostile
    with StubServer() as stub:
        stub.script = attacks
        yield stub
    del BEHAVIOURS["hostile"]


def harmless(app: ArenaApp) -> None:
    """No visible text acts on a terminal, or can be clicked because a model wrote a link."""
    assert not acts(given_away(app))
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            style: Any = segment.style
            assert style is None or not style.link
            assert style is None or "quit" not in str(style.meta)


async def looked_through(pilot: Pilot[None], app: ArenaApp) -> None:
    """Go from a result through its replay, every prompt and every reply, and home again."""
    harmless(app)
    await pilot.press("w")
    await on(pilot, ReplayScreen)
    await pilot.press("e", "end", "left")
    await pilot.pause()
    harmless(app)
    await pilot.press("p")
    sheet = await on(pilot, SheetScreen)
    for _ in sheet.pages:  # from the last page to the first
        await pilot.press("end")
        await pilot.pause()
        harmless(app)
        await pilot.press("left")
    while not isinstance(app.screen, HomeScreen):
        await pilot.press("escape")
        await pilot.pause()


async def test_no_reply_acts_on_any_screen_or_in_any_export(tmp_path: Path, server: StubServer) -> None:
    configured(tmp_path, server.url, "hostile")
    attacks = len(server.script)
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        while server.script:
            app.open_table(with_models(tmp_path, guesser="model:hostile"), watch=True)
            await until(
                pilot, lambda: has_table(app) or isinstance(app.screen, ResultScreen)
            )  # a quick game is over
            harmless(app)
            await result_of(pilot, app)
            await looked_through(pilot, app)
        assert len(server.requests) >= attacks > 3
        for key in ("s", "t"):
            await pilot.press(key)
            await until(pilot, lambda: not isinstance(app.screen, HomeScreen))
            await pilot.pause()
            harmless(app)
            await pilot.press("escape")
            await on(pilot, HomeScreen)
        info = app.catalogue.games["wordle"]
        saved = [(app.store.load(row.id), info) for row in app.store.sessions()]
        assert saved
        for form in FORMATS:
            assert not acts("".join(export(saved, form)))


KEY = "canary-9f3b2a-never-shown"


@pytest.mark.parametrize("how", sampled(["halves", "chars"], 2))
async def test_no_part_of_a_key_is_seen(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A key that comes in pieces is hidden while it comes, and afterwards."""
    monkeypatch.setenv("MY_PROVIDER_PASS", KEY)
    halves = (KEY[: len(KEY) // 2], KEY[len(KEY) // 2 :])
    go = threading.Event()

    async def echoes(it: Exchange) -> None:
        for field in ("reasoning_content", "content"):
            for part in ("guess: ", *key_parts(it.key, how)):
                await it.piece(chunk({field: part}))
        await asyncio.to_thread(go.wait, PATIENCE)
        await it.end()

    def unseen(app: ArenaApp) -> None:
        for part in (KEY, *halves):
            assert joined(part) not in joined(given_away(app))

    monkeypatch.setitem(BEHAVIOURS, "echoes", echoes)
    configured(tmp_path, stub.url, "echoes", key_env="MY_PROVIDER_PASS")
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        app.open_table(with_models(tmp_path, guesser="model:echoes"), watch=True)
        await until(pilot, lambda: has_table(app) and "[key]" in shown(app))
        unseen(app)
        go.set()
        await until(pilot, lambda: len(stub.requests) > 1)
        unseen(app)
