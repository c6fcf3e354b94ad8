"""The registry of all models that can be seated, and the client that asks them.

Nothing is loaded before a model is first asked or `start` is called, not even the modules of this package
that ask models. `close` ends the servers that were started.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from tui_arena.config import ModelBook, ModelEntry, Paths, read_models
from tui_arena.core.game import Ask
from tui_arena.data import Catalogue
from tui_arena.players.models.discovery import brought

if TYPE_CHECKING:
    from tui_arena.players.models.client import ModelClient, RetryingClient
    from tui_arena.players.models.limits import Budget
    from tui_arena.players.models.litellm_client import LiteLLM
    from tui_arena.players.models.local import ModelFiles
    from tui_arena.players.models.player import ModelSeats
    from tui_arena.players.models.threaded_client import ThreadedClient


class ModelRegistry:
    """All models that can be seated."""

    def __init__(self, paths: Paths, catalogue: Catalogue, *, threaded: bool) -> None:
        """`threaded`: whether models are asked in a separate thread, as screens need; else in the caller's."""
        self.paths = paths
        self.catalogue = catalogue
        self.book = ModelBook()
        self.notices: list[str] = []
        """What is wrong with the file of models, one sentence per fault."""
        self._wants_thread = threaded
        self.read()

    @cached_property
    def adapter(self) -> LiteLLM:
        """LiteLLM, which is loaded when it is first needed."""
        from tui_arena.players.models.litellm_client import LiteLLM  # noqa: PLC0415  (a start without models waits for none of it)

        return LiteLLM()

    @cached_property
    def files(self) -> ModelFiles:
        """The servers of model files."""
        from tui_arena.players.models.local import ModelFiles  # noqa: PLC0415  (as above)

        return ModelFiles()

    @cached_property
    def models(self) -> ModelClient:
        """The client that asks models."""
        return self._threaded or self._client()

    @cached_property
    def _threaded(self) -> ThreadedClient | None:
        if not self._wants_thread:
            return None
        from tui_arena.players.models.threaded_client import ThreadedClient  # noqa: PLC0415  (as above)

        return ThreadedClient(lambda: self.adapter.load(warm=True), self._client)

    def read(self) -> None:
        """Read the configured models again."""
        book, self.notices = read_models(self.paths)
        self.book = replace(book, found=brought())

    def _client(self) -> RetryingClient:
        from tui_arena.players.models.client import RetryingClient  # noqa: PLC0415  (as above)

        return RetryingClient(self.adapter, lambda: self.book.limits, self.files)

    def start(self) -> None:
        """Begin to load LiteLLM, because a model seat was chosen. Returns at once."""
        if self._threaded is not None:
            self._threaded.start()

    @property
    def ready(self) -> bool:
        """Whether models can be asked without waiting for LiteLLM to load."""
        return "adapter" in self.__dict__ and self.adapter.loaded

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """USD per million tokens in and out; None if the price is unknown or LiteLLM isn't loaded yet."""
        return self.adapter.price(entry) if self.ready else None

    def seats(
        self, budgets: Sequence[Budget] = (), before: Callable[[Ask], Awaitable[None]] | None = None
    ) -> ModelSeats:
        """Everything needed to seat models in one session."""
        from tui_arena.players.models.player import ModelSeats  # noqa: PLC0415  (as above)

        return ModelSeats(self.catalogue, self.book, self.models, budgets, before)

    def close(self) -> None:
        """End the servers of model files."""
        if "files" in self.__dict__:
            self.files.close()
