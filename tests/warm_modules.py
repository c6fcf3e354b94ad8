"""What the process that forks the program for tests loads before: see `tests/warm.py`."""

from __future__ import annotations

import os

from tests.warm import LOUD
from tui_arena.cli.output import speak_alone
from tui_arena.players.models.litellm_client import LiteLLM

os.environ.update(LOUD)
speak_alone()
LiteLLM().load(warm=True)
