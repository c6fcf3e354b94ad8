"""How fast the save file is: `python -m tests.benchmarks.bench_store [SESSIONS] [FOLDER]`.

Prints one line for each figure, in CPU time. The big file is built once in FOLDER by bulk inserts and kept for later
runs.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks.lines import line
from tests.conformance import Table, playout_of
from tests.save import killed
from tests.save.making import ended, started
from tests.save.sessions import random_session
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup import sums as figures
from tui_arena.save.rollup.items import ItemSums, change_items, item_additions
from tui_arena.save.rollup.sums import Deltas, Key
from tui_arena.save.sessions import put
from tui_arena.save.setting import note_setting
from tui_arena.save.store import SessionQuery, Store, new_id, open_store
from tui_arena.save.summary import Summary, summarise
from tui_arena.stats.aggregate import standings, stats

FIRST_DAY = date(2025, 11, 22)
PEOPLE = ("You", "Ada", "Ben", "Cleo")
LEVELS = ("easy", "medium", "hard")
KILLS = 100
FIGURES, LIST = 50.0, 600.0
"""Limits in milliseconds, for figures of the roll-up and for what is read session by session."""
MEANS = {
    "stats,": "the rows of the stats screen under this filter",
    "sessions,": "the list of sessions behind a figure under this filter",
    "evidence": "the sessions from which a figure is computed",
    "items,": "figures by secret",
    "meetings,": "the sessions that ratings are computed from",
    "list,": "a list that a screen shows",
    "after a kill": "sessions whose process was killed, and that continue without a lost move",
}
SECRETS = 2300
"""How many words the sessions of a game are spread over."""

METRICS = ("speed", "guesses", "closeness_gain")

Template = tuple[Session, Summary]


def templates(catalogue: Catalogue, count: int = 240) -> list[Template]:
    """Finished sessions of every variant, with people and bots on their seats."""
    out = []
    info = catalogue.game("wordle")
    for i in range(count):
        rng = Random(i)
        variant = ("classic", "classic", "clue", "critic")[i % 4]
        level = rng.choice(LEVELS)
        guesser = f"human:{rng.choice(PEOPLE)}" if rng.random() < 0.4 else f"bot:{level}"
        players = {"guesser": guesser}
        if variant == "critic":
            players["critic"] = f"bot:{rng.choice(LEVELS)}"
        session = ended(catalogue, started(catalogue, i, players, variant=variant), rng)
        out.append((session, summarise(info, session, session.fold(info.game))))
    return out


def duels(catalogue: Catalogue, count: int = 60) -> list[Template]:
    """Finished sessions with two sides, with bots of all levels on both."""
    info = catalogue.game("taboo")
    options, gives = playout_of(info).SETUPS[0]
    out = []
    for i in range(count):
        rng = Random(i)
        session = random_session(Table(info, options, gives, i))
        seats = {
            seat: {"player": "bot", "name": "bot", "level": rng.choice(LEVELS)} for seat in session.seats
        }
        session = replace(session, seats=seats)
        out.append((session, summarise(info, session, session.fold(info.game))))
    return out


def build(path: Path, catalogue: Catalogue, count: int) -> None:
    """A save file with so many sessions of one game and a third as many of another, over a year."""
    store = open_store(path, catalogue).store
    fill(store, templates(catalogue), count)
    fill(store, duels(catalogue), count // 3)
    store.close()


def fill(store: Store, made: list[Template], count: int) -> None:
    """Put so many copies of the templates into a file, each as a separate session."""
    info = store._catalogue.game(made[0][0].game)
    days: dict[tuple[Key, str], Deltas] = {}
    items: dict[tuple[Key, str], ItemSums] = {}
    rng = Random(1)
    with store._writing() as db:
        for i in range(count):
            session, summary = made[rng.randrange(len(made))]
            day = (FIRST_DAY + timedelta(days=i * 365 // count)).isoformat()
            extra = {"run": f"run-{i // 3000}"} if i % 10 == 0 else {}
            repetition = 1 + i // 10 % 5 if i % 10 == 0 else None
            setup = replace(session.setup, extra=extra, repetition=repetition)
            flags = frozenset({"hinted"}) if i % 17 == 0 else frozenset[str]()
            session = replace(session, id=new_id(), started=f"{day}T12:00:00Z", setup=setup)
            secret = f"word {rng.randrange(SECRETS)}"
            summary = replace(summary, ended=f"{day}T12:01:00Z", flags=flags, secret=secret)
            header = put(db, session, "")
            entry = derived_rows._entry(header, session, info, summary)
            note_setting(db, session.game, summary.setting)
            derived_rows._insert(db, header, session, summary, entry)
            for part, item, sums in item_additions(entry):
                items.setdefault((part, item), ItemSums(0, 0, {})).add(sums, 1)
            for key, deltas in figures.additions(entry):
                total = days.setdefault((key, day), {})
                for name, value in deltas.items():
                    total[name] = total.get(name, 0) + value
        change_items(db, store._rollup, "~", [], [(*at, sums) for at, sums in items.items()])
        for (key, day), deltas in days.items():
            store._rollup.change(db, day, [], [(key, deltas)])


def timed(name: str, work: Callable[[], object], times: int = 5, limit: float | None = None) -> bool:
    """Print the median CPU milliseconds of some runs; returns whether they are over their limit."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return line(name, statistics.median(took), limit)


def queries(store: Store, catalogue: Catalogue) -> bool:
    """The lists and aggregates that screens ask for; returns whether one is over its limit."""
    over = False
    filters = {
        "unfiltered": Filter("wordle"),
        "player": Filter("wordle", player="bot hard"),
        "seat": Filter("wordle", seat="critic"),
        "variant": Filter("wordle", variant="clue"),
        "deck": Filter("wordle", deck="wordle"),
        "since, worst day": Filter("wordle", since="2026-01-01"),
        "since, 30 days": Filter("wordle", since="2026-10-22"),
        "run": Filter("wordle", run="run-7"),
        "preset": Filter("wordle", preset="party"),
        "repetition": Filter("wordle", repetition="2"),
        "include all": Filter("wordle", include=frozenset({"all"})),
        "include hinted since": Filter("wordle", include=frozenset({"hinted"}), since="2026-02-02"),
    }
    for name, wanted in filters.items():
        over |= timed(f"stats, {name}", partial(stats, store, catalogue, wanted), limit=FIGURES)
    timed("standings", lambda: standings(store, catalogue))
    over |= behind(store, filters)
    lists: dict[str, Callable[[], object]] = {
        "newest 100": lambda: store.sessions(SessionQuery()),
        "page from the middle": lambda: store.sessions(SessionQuery(before=("2026-05-05", 1))),
        "search, found": lambda: store.sessions(SessionQuery(text="ada critic")),
        "search, not found": lambda: store.sessions(SessionQuery(text="zzzzz")),
        "unfinished": store.unfinished,
        "recent": lambda: store.recent("wordle", 20),
        "streak of a person": lambda: store.streak("wordle", "Ada"),
        "people": store.people,
        "find by the start of an id": lambda: store.find(store.sessions()[0].id[:20]),
    }
    for name, work in lists.items():
        timed(f"list, {name}", work)
    return over


def behind(store: Store, filters: dict[str, Filter]) -> bool:
    """The lists of sessions and items that explain figures; returns whether one is over its limit."""
    over = False
    more = {"nobody": Filter("wordle", player="nobody"), "player, rare": Filter("wordle", player="Cleo")}
    for name, wanted in (filters | more).items():
        listed = partial(store.sessions, SessionQuery(filter=wanted))
        over |= timed(f"sessions, {name}", listed, limit=LIST)
        over |= timed(f"evidence, {name}", partial(store.evidence, wanted, metric="speed"), limit=LIST)
        over |= timed(f"items, {name}", partial(store.items, wanted, METRICS), 3, LIST)
    for metrics in ((), METRICS[:1]):
        for seat in (None, "guesser"):
            wanted = Filter("wordle", seat=seat)
            name = f"{seat or 'unfiltered'}, {len(metrics)} metrics"
            over |= timed(f"items, {name}", partial(store.items, wanted, metrics), 3, LIST)
    for metric in ("repeats_on_agreement", "#cost_usd", "closeness@6", "nonsense"):
        page = partial(store.evidence, Filter("wordle"), metric=metric)
        over |= timed(f"evidence, {metric}", page, limit=LIST)
    rivals = partial(store.evidence, metric="#main", kind="bot", name="bot hard", partner="bot:bot easy")
    over |= timed("evidence of a pair", partial(rivals, Filter("wordle")), limit=LIST)
    duels = {"unfiltered": Filter("taboo"), "player": Filter("taboo", player="bot hard")}
    for name, wanted in {**duels, "one-sided": Filter("wordle")}.items():
        over |= timed(f"meetings, {name}", partial(store.meetings, wanted), 3, LIST)
    return over


def single(catalogue: Catalogue, folder: Path) -> None:
    """Time appending one event, and saving whole sessions."""
    store = open_store(folder / "small.db", catalogue).store
    session = started(catalogue, 1, {"guesser": "human:Ada"})
    whole = ended(catalogue, session, Random(1))
    store.save(session)
    took = []
    for event in whole.events:
        start = time.process_time()
        store.append(session.id, event, {})
        took.append(1000 * (time.process_time() - start))
    line("one event appended", statistics.median(took))
    count = 1000
    made = templates(catalogue, 40)
    start = time.process_time()
    for i in range(count):
        store.save(replace(made[i % len(made)][0], id=new_id()))
    line("whole sessions saved", count / (time.process_time() - start), unit="sessions/s")
    timed(f"derived rows of {count} sessions built again", store.rebuild, 1)
    store.close()


def main() -> int:
    """Print the figures; status 1 if one is over its limit, or if a killed session wasn't whole."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(temporary)
        catalogue = Catalogue()
        single(catalogue, Path(temporary))
        path = folder / f"bench-{count}.db"
        if not path.exists():
            build(path, catalogue, count)
        start = time.process_time()
        store = open_store(path, catalogue).store
        line(f"opened, {path.stat().st_size / 1e6:.0f} MB", 1000 * (time.process_time() - start))
        over = queries(store, catalogue)
        store.close()
        kept = sum(killed.resumes(Path(temporary) / f"killed-{i}", i) for i in range(KILLS))
        over |= line("sessions whole after a kill", kept, unit="sessions", least=KILLS)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
