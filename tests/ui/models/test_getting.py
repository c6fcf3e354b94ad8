"""A mind for the bots: a small model is downloaded on the models screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.stub_hub import StubHub
from tests.ui.harness import opened, press, screen_text
from tests.ui.models_made import until
from tests.ui.playing import sees
from tui_arena.config import read_models
from tui_arena.players.models import shelf
from tui_arena.ui.models.screen import ModelsScreen

pytestmark = pytest.mark.usefixtures("bare")
CONTENT = b"GGUF" + bytes(range(256)) * 4096


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubHub]:
    with StubHub(CONTENT) as found:
        monkeypatch.setenv("HF_ENDPOINT", found.url)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        monkeypatch.setattr(shelf, "SHELF", found.write_shelf(tmp_path / "shelf.toml"))
        yield found


async def test_a_model_is_got_with_one_key_stopped_continued_on_another_screen_and_removed(
    tmp_path: Path, stub: StubHub
) -> None:
    home = tmp_path / "home"
    stub.held_at = 400_000
    async with opened(home) as (app, pilot):
        await press(pilot, "m")
        assert "a mind    Press g" in screen_text(app)
        await press(pilot, "g")
        assert "A small one by Somebody, Apache-2.0 licence" in screen_text(app)
        stub.hub_first = [(404, {})]
        await press(pilot, "enter")
        await sees(pilot, "failed           small-q4.gguf isn't at")
        await press(pilot, "enter")
        await sees(pilot, "38% downloaded")
        assert "Press x to stop" in screen_text(app)
        await press(pilot, "x")
        await sees(pilot, "Stopped downloading small")
        assert stub.model.part(app.paths.models).size == 400_000
        stub.release()
        await press(pilot, "enter", "escape")
        await sees(pilot, "small is here. Press t on the models")
        assert stub.fetched[-1]["range"] == "bytes=400000-"
        file = app.paths.models / "small-q4.gguf"
        assert (read_models(app.paths)[0].entries["small"].gguf, file.read_bytes()) == (file, CONTENT)
        await press(pilot, "m")
        await until(pilot, lambda: cast(ModelsScreen, app.screen).entry is not None)
        await press(pilot, "delete")
        assert "but its file is deleted." in screen_text(app)
        await press(pilot, "right", "enter")
        await until(pilot, lambda: not file.exists() and not read_models(app.paths)[0].entries)
