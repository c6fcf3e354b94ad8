"""The two transports to models, and which of them a model takes.

A server that speaks OpenAI's protocol is asked directly; everything else goes through LiteLLM, which is loaded
when the first model needs it. An entry's `road = "litellm"` forces LiteLLM.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from tui_arena.config import ModelEntry
from tui_arena.config.models import AUTO, LITELLM
from tui_arena.config.prices import direct_price, listed_model
from tui_arena.core.game import OnProgress, Progress
from tui_arena.players.models.requests import ModelRequest, ModelResponse
from tui_arena.players.models.transport import Transport

if TYPE_CHECKING:
    from tui_arena.players.models.direct_client import DirectTransport
    from tui_arena.players.models.litellm_client import LiteLLM

DIRECT = "direct"
"""The name of the direct transport; that of the other one is `LITELLM`."""
TRANSPORTS = {DIRECT: "asked directly", LITELLM: "asked through LiteLLM"}
"""Both transports, in words."""
LOADING = "loading model support"
_OTHERWISE = re.compile(r"(ft:)?o\d|.*-search")
"""How the names of OpenAI's models begin whose system messages and limits LiteLLM writes in another way."""


class Transports:
    """Asks every model by its transport."""

    @cached_property
    def direct(self) -> DirectTransport:
        """The direct transport."""
        from tui_arena.players.models.direct_client import DirectTransport  # noqa: PLC0415  (loads aiohttp)

        return DirectTransport()

    @cached_property
    def litellm(self) -> LiteLLM:
        """The transport through LiteLLM, which is loaded when it is first needed."""
        from tui_arena.players.models.litellm_client import LiteLLM  # noqa: PLC0415  (few models need it)

        return LiteLLM()

    @staticmethod
    def is_direct(entry: ModelEntry) -> bool:
        """Whether a model is asked without LiteLLM."""
        if entry.road != AUTO:
            return False
        if entry.gguf or entry.base_url:
            return True
        provider, _, name = entry.model.partition("/")
        if provider == "openai":
            listed = listed_model(name)  # some of OpenAI's models speak another protocol only
            return not _OTHERWISE.match(name) and (listed is None or listed.mode in ("chat", None))
        return provider == "openrouter" and bool(name)

    @classmethod
    def name(cls, entry: ModelEntry) -> str:
        """The transport that a model takes: `direct` or `litellm`."""
        return DIRECT if cls.is_direct(entry) else LITELLM

    def ready(self, entry: ModelEntry) -> bool:
        """Whether a model can be asked without waiting for LiteLLM to load."""
        return self.is_direct(entry) or ("litellm" in self.__dict__ and self.litellm.loaded)

    def load(self, entry: ModelEntry) -> None:
        """Load what a model's transport needs; with LiteLLM this takes seconds. Raises NoLiteLLM."""
        if self._of(entry) is not self.__dict__.get("direct"):
            self.litellm.load(warm=True)

    def _of(self, entry: ModelEntry) -> Transport:
        return self.direct if self.is_direct(entry) else self.litellm

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all, for lack of a provider, a key or LiteLLM."""
        self.load(entry)
        self._of(entry).check(entry)

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """USD per million tokens in and out; None if it is unknown, or not loaded yet."""
        if self.is_direct(entry):
            return direct_price(entry)
        return self.litellm.price(entry) if self.ready(entry) else None

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """One reply from one request; raises ModelFailed. A reply without its end is a failure that holds what came."""
        if not self.ready(call.entry):
            hear(Progress(note=LOADING))
            self.load(call.entry)
            hear(Progress(note=""))
        return await self._of(call.entry).answer(call, base_url, key, hear)

    async def close(self) -> None:
        """Close the connections that are kept open in this event loop."""
        if "direct" in self.__dict__:
            await self.direct.close()
        if "litellm" in self.__dict__:
            await self.litellm.close()
