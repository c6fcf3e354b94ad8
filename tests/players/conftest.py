"""Models over HTTP: the roads to them, and a server that behaves as the model's name says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.stub_server import StubServer
from tui_arena.players.models.litellm_client import LiteLLM
from tui_arena.players.models.road import Road
from tui_arena.players.models.roads import Roads


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


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def roads(library: LiteLLM) -> AsyncIterator[Roads]:
    """Both roads, with LiteLLM loaded."""
    both = Roads()
    both.litellm = library
    yield both
    await both.direct.close()


@pytest.fixture(params=["direct", "litellm"])
def road(request: pytest.FixtureRequest, roads: Roads) -> Road:
    """Either road: whatever is true of one is to be true of the other."""
    return roads.direct if request.param == "direct" else roads.litellm
