"""How fast bots are asked afterwards about saved sessions. Run by hand:

    python -m tests.benchmarks.bench_analysis             1,000 sessions of each game, the hard bot
    python -m tests.benchmarks.bench_analysis 100 easy    so many, another bot

Times are CPU times. After them comes the time by the clock until it is found that no question is left.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.lines import line
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Run
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.inquiry.retrospective import Analysed, Retrospective
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import bot, sit_down
from tui_arena.save.store import Store, open_store

CATALOGUE = Catalogue()
SECONDS = 0.06
"""The most that a session may take."""
MEANS = {
    "asked afterwards": "asking a bot what it thought in each round of all sessions, and saving its answers"
}
GAMES = ("akinator", "taboo", "bluffing", "entity")


def analysed(store: Store, ids: list[str], level: str) -> tuple[Analysed, float, float]:
    """The result of an analysis, its seconds by the clock, and the CPU seconds of this process."""
    engine = Retrospective(
        store,
        CATALOGUE,
        lambda session, info, seat, cast: sit_down(cast, info, session.setup),
        player=bot(level),
    )
    clock, cpu = time.perf_counter(), time.process_time()
    done = asyncio.run(engine.run(ids))
    return done, time.perf_counter() - clock, time.process_time() - cpu


def main() -> int:
    """Play sessions of every game, and run their retrospectives twice; status 1 if one takes too long."""
    over = False
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    level = sys.argv[2] if len(sys.argv) > 2 else "hard"
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.find(folder)
        paths.save_file.parent.mkdir(parents=True, exist_ok=True)
        store = open_store(Path(paths.save_file), CATALOGUE).store
        registry = ModelRegistry(paths, CATALOGUE, threaded=False)
        for game in GAMES:
            played = Batch(Run(game, game, 1, sessions=count), store, registry).play()
            ids = [one.id for one in played.sessions]
            done, seconds, cpu = analysed(store, ids, level)
            asked = sum(one.asked for one in done.sessions)
            _, again, _ = analysed(store, ids, level)
            over |= line(f"{game}, {count} sessions asked afterwards", cpu, SECONDS * count, "s")
            print(f"{'':9} {seconds:.1f} s by the clock, {asked} questions, {again:.1f} s with nothing due")
        store.close()
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
