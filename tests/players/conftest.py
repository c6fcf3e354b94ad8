"""Models over HTTP: the library, loaded once, and a server that behaves as the model's name says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.stub_server import StubServer
from tui_arena.players.models.litellm_client import LiteLLM


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def library() -> AsyncIterator[LiteLLM]:
    """LiteLLM, for tests in the event loop of the whole test run: its connections belong to that loop."""
    loaded = LiteLLM()
    loaded.load(warm=True)
    yield loaded
    await loaded.close()
