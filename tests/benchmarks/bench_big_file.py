"""How fast figures and screens are over a file of 300,000 sessions and more.

Run by hand: `python -m tests.benchmarks.bench_big_file FOLDER [SESSIONS] [SCREEN]...`. A file with so many sessions
of one game and a third as many of another is built in FOLDER once, and kept; 750000 make a million together, of
which every screen has a second. CPU milliseconds, the least of some runs; a CPU whose other half is busy takes
nearly twice as long, so `pace` says how long a second of plain Python took beside it.
"""

from __future__ import annotations

import asyncio
import gc
import math
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks.bench_stalls import rest, ways
from tests.benchmarks.bench_store import METRICS, SECRETS, build, fill
from tests.benchmarks.lines import line
from tests.benchmarks.many_copies import fill_before, multiplied
from tests.save.making import ended, started
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.reports.writing import write_report
from tui_arena.save.filters import Filter
from tui_arena.save.queries import SessionQuery
from tui_arena.save.store import Store, open_store
from tui_arena.save.summary import summarise
from tui_arena.stats.comparison import compare
from tui_arena.stats.ranking.leaderboard import rated
from tui_arena.stats.split_half import two_sets
from tui_arena.ui import COLLECTED
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.sessions.screen import SessionsScreen

SESSIONS = 300_000
WORDLE = Filter("wordle")
LIMITS = {
    "3 metrics by secret": 150,
    "two players compared": 400,
    "two sets, one metric": 600,
    "two sets, all metrics": 600,
    "report, both games": 2000,
}
SCREENS = {"home": 400, "home again": 400, "stats": 400, "sessions": 400, "plots": 400}
"""CPU milliseconds at 300,000 sessions; those of figures hold for fewer, too."""
SECOND = 1000
"""CPU milliseconds of any screen, whatever the number of sessions."""
PEOPLE = {"you": 200, "you, a bot": 200}
"""CPU milliseconds of a player's page, whatever the number of sessions."""
SIZE = 3.3
"""Kilobytes of a session in a file of 300,000 sessions and a third as many of another game."""
MEANS = {
    "a session in the file": "the size of the save file, divided by its sessions",
    "opened": "from the command to the open file",
    "3 metrics by secret": "three figures of every player for every secret",
    "two players": "whether one player is better than another, with an interval",
    "two sets": "whether a player's figures are the same for other secrets",
    "ratings": "the ratings of all players",
    "report": "a report of all figures as a page",
    "home again": "back from another screen to home",
    "you": "the page of a player",
    "": "from the key that opens this screen until all of it is drawn",
}
BASE = 15_000
"""Sessions that are played for a file; the others are copies."""
RARE = 7
"""Sessions of somebody who has hardly played."""


def least(work: Callable[[], object], times: int = 3) -> float:
    """CPU milliseconds of the quickest of some runs."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return min(took)


def figures(store: Store, catalogue: Catalogue) -> Iterator[tuple[str, float]]:
    """What each figure takes."""
    sets = partial(two_sets, store, catalogue, WORDLE, "bot:bot hard")
    pair = partial(compare, store, catalogue, WORDLE, "human:Ada", "bot:bot hard", metric="speed")
    yield "3 metrics by secret", least(lambda: store.items(WORDLE, METRICS))
    yield "two players compared", least(pair)
    yield "two sets, one metric", least(lambda: sets(["speed"]))
    yield "two sets, all metrics", least(sets)
    yield "ratings", least(lambda: rated(store, catalogue.game("taboo"), Filter("taboo")))
    yield "report, both games", least(lambda: write_report(store, catalogue, Filter(""), "html"), 1)


async def settled(act: Callable[[], object]) -> float:
    """CPU milliseconds until nothing is looked up or drawn any more."""
    began = time.process_time()
    act()
    await rest()
    return 1000 * (time.process_time() - began)


def more_ways(app: ArenaApp) -> dict[str, Sequence[Callable[[], object]]]:
    """What else people do on screens that list sessions, as in `ways`."""

    def searched(text: str) -> Callable[[], object]:
        def act() -> None:
            assert isinstance(app.screen, SessionsScreen)
            app.screen.sessions.search(text)
            app.screen.load()

        return act

    since = Filter("wordle", since="2026-05-15")
    return {
        "sessions, search": [app.open_sessions, searched("ada critic")],
        "sessions, search in vain": [app.open_sessions, searched("zzzzz")],
        "sessions, last row": [app.open_sessions, partial(app.simulate_key, "end")],
        "sessions, unfinished": [app.open_sessions, partial(app.simulate_key, "u")],
        "sessions of a rare player": [partial(app.open_sessions, "human:Zoe")],
        "you, a bot": [partial(app.open_you, "bot", "bot hard")],
        "compare, a secret": [
            partial(app.open_compare, Filter("wordle")),
            partial(app.simulate_key, "enter"),
        ],
        "compare, since May": [partial(app.open_compare, since)],
        "ratings": [partial(app.open_rankings, Filter("taboo")), partial(app.simulate_key, "right")],
    }


async def screens(home: Path, only: Sequence[str]) -> AsyncIterator[tuple[str, float]]:
    """What each screen takes until it is settled; of the second time, when nothing is to be loaded."""
    app = ArenaApp(Paths.find(home))
    async with app.run_test(size=(120, 40)):
        yield "home", await settled(lambda: None)
        mine = SessionQuery(unfinished=False, filter=Filter("wordle", "human:You"), limit=1)
        over = app.store.load(app.store.sessions(mine)[0].id)
        back = math.inf
        for name, acts in {**ways(app, over), **more_ways(app)}.items():
            if only and name not in only:
                continue
            took = math.inf
            for _ in range(2):
                for act in acts[:-1]:
                    await settled(act)
                took = min(took, await settled(acts[-1]))
                while len(app.screen_stack) > 2:
                    await settled(app.pop_screen)
                if len(app.screen_stack) > 1:
                    back = min(back, await settled(app.pop_screen))
            yield name, took
        yield "home again", back


def made(folder: Path, catalogue: Catalogue, count: int) -> Path:
    """The home with the file, which is built unless it is there."""
    home = folder / f"home-{count}"
    path = Paths.find(home).save_file
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        small, part = folder / f"small-{count}.db", folder / f"building-{count}.db"
        small.unlink(missing_ok=True)
        times = max(count // BASE, 1)
        build(small, catalogue, count // times)
        multiplied(small, part, catalogue, times=times, secrets=SECRETS)
        store = open_store(part, catalogue).store
        zoe = [started(catalogue, n, {"guesser": "human:Zoe"}) for n in range(RARE)]
        info = catalogue.game("wordle")
        over = [ended(catalogue, one, Random(1)) for one in zoe]
        fill(store, [(one, summarise(info, one, one.fold(info.game))) for one in over], RARE)
        with store._writing() as db:
            fill_before(db)
        store.close()
        part.rename(path)
    return home


async def run(home: Path, count: int, only: Sequence[str]) -> int:
    """Print the table of screens; how many are over their limit."""
    over = 0
    async for name, one in screens(home, only):
        limit = PEOPLE.get(name) or (SCREENS.get(name) if count == SESSIONS else SECOND)
        over += line(name, one, limit)
    return over


def main() -> int:
    """Print the table; status 1 if a figure is over its limit."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else SESSIONS
    only, catalogue = sys.argv[3:], Catalogue()
    gc.set_threshold(*COLLECTED)  # as in the app
    home = made(folder, catalogue, count)
    began = time.process_time()
    store = open_store(Paths.find(home).save_file, catalogue).store
    line("opened", 1000 * (time.process_time() - began))
    kilobytes = (
        Paths.find(home).save_file.stat().st_size
        / store.span(Filter("", include=frozenset({"all"}))).started
        / 1000
    )
    over = int(line("a session in the file", kilobytes, SIZE if count >= SESSIONS else None, "kB"))
    if not only:
        for name, one in figures(store, catalogue):
            over += line(name, one, LIMITS.get(name) if count <= SESSIONS else None)
    store.close()
    over += asyncio.run(run(home, count, only))
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
