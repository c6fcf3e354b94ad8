"""How soon a reply at one phone is on all others, what a phone costs, and whether an evening leaves anything.

    python -m tests.benchmarks.bench_room [--phones 6] [--games 20]

Prints the load average, milliseconds (median, p95) from sending a reply to the last phone's new page, memory a
phone, and memory after each quarter of many games. Sockets stand for browsers.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from tests.room.rooms import CATALOGUE, NAMES, Phone, Stage, filled, played, staged
from tui_arena.save.store import Store, open_store


def resident() -> float:
    """Megabytes of memory that this process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def one_game(store: Store, stage: Stage, phones: list[Phone], seed: int, took: list[float]) -> int:
    """Play Connections with all phones; add the seconds of each reply, and return how many asks there were."""
    rng, asks = Random(seed), 0
    seats = {"setter": f"human:{NAMES[0]}"} | {
        f"guesser_{n}": f"human:{NAMES[n]}" for n in range(1, len(phones))
    }
    options = {"guessers": len(phones) - 1, "max_attempts": 3}
    async with played(store, stage, "connections", seats, options, seed=seed) as runner:
        while not runner.over:
            asked = [phone for phone in phones if phone.frame.get("asked") and not phone.frame.get("over")]
            if not asked:
                await asyncio.sleep(0.002)
                continue
            phone = asked[0]
            way, values = filled(phone, rng)
            key, seen = phone.frame["asked"]["key"], [len(one.texts) for one in phones]
            moves = len(runner.play.standing())
            began = perf_counter()
            await phone.say("reply", key=key, way=way, values=values)
            await phone.until(lambda: len(phone.texts) > seen[phones.index(phone)])  # noqa: B023
            if len(runner.play.standing()) > moves:
                for one, before in zip(phones, seen, strict=True):
                    await one.until(lambda: len(one.texts) > before)  # noqa: B023
                took.append(perf_counter() - began)
                asks += 1
            await asyncio.sleep(0.06 / len(phones) * 6)
    return asks


async def measure(phones: int, games: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        store = open_store(Path(home) / "arena.db", CATALOGUE).store
        async with staged() as stage:
            before = resident()
            all_of = [await stage.join(name) for name in NAMES[:phones]]
            print(f"load {os.getloadavg()[0]:.1f}")
            print(f"memory a phone {(resident() - before) / phones:.2f} MB (its socket's client included)")
            took: list[float] = []
            asks = 0
            for n in range(games):
                asks += await one_game(store, stage, all_of, n, took)
                for phone in all_of:
                    phone.texts.clear()
                if n % max(games // 4, 1) == 0:
                    print(f"after {asks:4} asks {resident():.1f} MB")
            ms = sorted(1000 * t for t in took)
            print(
                f"a reply on all {phones} phones: median {median(ms):.1f} ms, p95 {quantiles(ms, n=20)[-1]:.1f} ms, n {len(ms)}"
            )
        store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=6)
    parser.add_argument("--games", type=int, default=20)
    wanted = parser.parse_args()
    asyncio.run(measure(wanted.phones, wanted.games))


if __name__ == "__main__":
    main()
