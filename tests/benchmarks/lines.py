"""The lines of the benchmarks' tables."""

from __future__ import annotations

import os
import time


def line(
    name: str,
    value: float,
    limit: float | None = None,
    unit: str = "ms",
    *,
    least: float | None = None,
    peer: str = "",
) -> bool:
    """Print a figure, its limit and how busy the machine is; returns whether it misses the limit.

    `limit`: the most that it may be. `least`: the least that it may be. `peer`: what was measured beside it, with
    its value. The page finds these lines by `page.LINE`.
    """
    bound = "" if limit is None else f"at most {limit:g}"
    bound = bound if least is None else f"at least {least:g}"
    beside = f"   beside {peer}" if peer else ""
    busy = f"pace {pace():4.0f}   load {os.getloadavg()[0]:4.1f}"
    print(f"{name:46} {value:9.2f} {unit:10}   {bound:14}{beside}   {busy}", flush=True)
    return (limit is not None and value > limit) or (least is not None and value < least)


def pace() -> float:
    """CPU milliseconds of a fixed piece of work in plain Python; some 60 where nothing else runs."""
    began = time.process_time()
    sum(n * n for n in range(1_000_000))
    return 1000 * (time.process_time() - began)
