"""The lines of the benchmarks' tables."""

from __future__ import annotations

import os
import time


def line(name: str, value: float, limit: float | None = None, unit: str = "ms") -> bool:
    """Print a measure, what it may be at most, and how busy the machine is; whether it is over that."""
    most = "" if limit is None else f"at most {limit:g}"
    busy = f"pace {pace():4.0f}   load {os.getloadavg()[0]:4.1f}"
    print(f"{name:46} {value:9.2f} {unit:3}   {most:13}   {busy}", flush=True)
    return limit is not None and value > limit


def pace() -> float:
    """CPU milliseconds of a fixed piece of work in plain Python; some 60 where nothing else runs."""
    began = time.process_time()
    sum(n * n for n in range(1_000_000))
    return 1000 * (time.process_time() - began)
