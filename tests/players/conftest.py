"""Models over HTTP: the transports to them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tui_arena.players.models.litellm_client import LiteLLM
from tui_arena.players.models.registry import Transports
from tui_arena.players.models.transport import Transport


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def library() -> AsyncIterator[LiteLLM]:
    """LiteLLM, for tests in the event loop of the whole test run: its connections belong to that loop."""
    loaded = LiteLLM()
    loaded.load(warm=True)
    yield loaded
    await loaded.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def transports(library: LiteLLM) -> AsyncIterator[Transports]:
    """Both transports, with LiteLLM loaded."""
    both = Transports()
    both.litellm = library
    yield both
    await both.direct.close()


@pytest.fixture(params=["direct", "litellm"])
def transport(request: pytest.FixtureRequest, transports: Transports) -> Transport:
    """Either transport: whatever is true of one is to be true of the other."""
    return transports.direct if request.param == "direct" else transports.litellm
