"""Facts about models from LiteLLM's list, read without loading LiteLLM.

The list is a file of the installed package. Without the package, or without a readable file, every model is
unknown.
"""

from __future__ import annotations

import math
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

from tui_arena.config.models import ModelEntry

_PACKAGE, _FILE = "litellm", "model_prices_and_context_window_backup.json"


class ListedModel(msgspec.Struct, frozen=True):
    """One model of the list."""

    mode: str | None = None
    """The protocol that the model speaks, such as `chat` or `responses`."""
    input_cost_per_token: float = 0.0
    """In USD; 0 if the list has no price."""
    output_cost_per_token: float = 0.0
    default_reasoning_effort: str | None = None
    supports_none_reasoning_effort: bool | None = None

    @property
    def priced(self) -> bool:
        """True if the list has a price for the model."""
        total = self.input_cost_per_token + self.output_cost_per_token
        return total > 0 and math.isfinite(total)


def listed_model(name: str) -> ListedModel | None:
    """The model with this name in the list; None if there is none. A fine-tuned one has its base's price."""
    raw = _list()
    found = raw.get(name)
    if found is None and name.startswith("ft:"):
        found = raw.get(":".join(name.split(":")[:2]))
    if found is None:
        return None
    try:
        return msgspec.json.decode(found, type=ListedModel, strict=False)
    except msgspec.DecodeError:
        return None


def direct_price(entry: ModelEntry) -> tuple[float, float] | None:
    """USD per million tokens in and out, for a model that is asked without LiteLLM; None if it is unknown.

    A server's own name for a model says nothing about its price.
    """
    if entry.input_price is not None and entry.output_price is not None:
        return entry.input_price, entry.output_price
    listed = None if entry.gguf or entry.base_url else listed_model(entry.model.removeprefix("openai/"))
    if listed is None or not listed.priced:
        return None
    return listed.input_cost_per_token * 1e6, listed.output_cost_per_token * 1e6


@cache
def _list() -> dict[str, msgspec.Raw]:
    """The list; each model is still unparsed JSON."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return {}
    try:
        text = Path(spec.submodule_search_locations[0], _FILE).read_bytes()
        return msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (OSError, msgspec.DecodeError):
        return {}
