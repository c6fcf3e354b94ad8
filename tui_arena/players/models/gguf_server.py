"""The server of one model file: a separate process that runs this file as a script.

In a separate process, neither a crash nor the log of native code reaches the app. The server reads its
settings as one JSON line on standard input and writes its address as one line on standard output. It ends
when its input ends, so it never outlives the program that started it.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

QUIET = -1
FEW = 4
"""With this many processors or fewer, one is left free for the screen. The library's threads wait for
each other by spinning, and on a busy machine they would take ten times as long."""
CACHED_MIB = 256
"""Memory for the prompts that were read before, in MiB. The library's own default is gigabytes."""


def main() -> int:
    """Serve until standard input ends; returns 0, or 1 if the file can't be served."""
    wanted = json.loads(sys.stdin.readline())
    said = _own_output()
    _end_with_input()
    _limit_memory()
    try:
        server = _served(wanted)
    except (RuntimeError, MemoryError):
        return 1
    os.write(said, f"{server.listening_address}\n".encode())
    os.close(said)
    sys.stdin.read()
    return 0


def _served(wanted: dict[str, Any]) -> Any:
    import xllamacpp  # noqa: PLC0415  (an extra that only this process needs)

    params = xllamacpp.CommonParams()
    params.model.path = wanted["path"]
    params.n_ctx = wanted["context"]
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [wanted["key"]]
    params.ui = False
    if wanted["template"]:
        params.chat_template = wanted["template"]
    params.endpoint_slots = False
    params.offline = True
    params.verbosity = QUIET
    params.cache_ram_mib = CACHED_MIB
    processors = os.cpu_count() or 1
    if processors <= FEW:
        params.cpuparams.n_threads = max(processors - 1, 1)
    return xllamacpp.Server(params)


def _own_output() -> int:
    """A file descriptor for the one line of output. Everything else printed from now on is discarded."""
    said = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return said


def _end_with_input() -> None:
    """Let the system end this process when its input ends, even while native code reads a large file.

    This works on Linux. On other systems the process notices the end only after it has read the file.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415  (not on every system)
        import select  # noqa: PLC0415

        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
        if select.select([0], [], [], 0)[0]:  # the input ended before O_ASYNC was set
            os._exit(0)


def _limit_memory() -> None:
    """Fail instead of taking more memory than there is."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on every system)

        there_is = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_DATA, (there_is, there_is))


if __name__ == "__main__":
    status = main()
    os._exit(status)  # native threads may still be busy, and there is nothing left to clean up
