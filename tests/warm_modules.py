"""What the process that forks the program for tests loads before: see `tests/warm.py`."""

from __future__ import annotations

import os

from tests.warm import LOUD
from tui_arena.cli.context import speak_alone
from tui_arena.players.models.litellm_client import LiteLLM


def end_threads() -> None:
    """End the threads that LiteLLM logs in, and leave a pool that begins anew.

    A fork has none of them; its pool would count on them, and its end would wait for them for ever.
    """
    from litellm.constants import LOGGING_EXECUTOR_MAX_PENDING_TASKS, LOGGING_EXECUTOR_MAX_THREADS
    from litellm.litellm_core_utils.thread_pool_executor import executor

    executor.shutdown(wait=True)
    type(executor).__init__(executor, LOGGING_EXECUTOR_MAX_THREADS, LOGGING_EXECUTOR_MAX_PENDING_TASKS)


os.environ.update(LOUD)
speak_alone()
LiteLLM().load(warm=True)
end_threads()
