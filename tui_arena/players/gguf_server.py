"""The server of one model file, a process of its own: `python -m tui_arena.players.gguf_server`.

Law: it takes what it serves as one JSON line on standard input, says its address as one line on
standard output, and ends when its input does: with the program that started it, however that ends.
In a process of its own neither a crash nor the log of native code reaches the app.
"""

from __future__ import annotations

import json
import sys


def main() -> int:
    """Serve until standard input ends; 0, or 1 if the file can't be served."""
    import xllamacpp  # noqa: PLC0415  (an extra that only this process needs)

    wanted = json.loads(sys.stdin.readline())
    params = xllamacpp.CommonParams()
    params.model.path = wanted["path"]
    params.n_ctx = wanted["context"]
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [wanted["key"]]
    params.ui = False
    params.offline = True
    try:
        server = xllamacpp.Server(params)
    except RuntimeError:
        return 1
    print(server.listening_address, flush=True)  # noqa: T201  (what its parent waits for)
    sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())
