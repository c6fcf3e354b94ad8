"""The interface works in a home of its own; models are asked over HTTP at a stub server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tui_arena.config import ModelEntry, Paths, with_entry, write_models


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TUI_ARENA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def stub(home: Path) -> Iterator[StubServer]:
    """A server, with its models `fair` and `mine` (play), `locked` (has the wrong key)."""
    with StubServer() as server:
        for name, behaviour in (("fair", "ok"), ("mine", "ok"), ("locked", "401")):
            write_models(Paths.find(home), with_entry(ModelEntry(name, behaviour, base_url=server.url)))
        yield server
