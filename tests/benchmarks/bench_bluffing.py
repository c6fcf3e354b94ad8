"""How Bluffing's bots do against each other, and how fast they are. Run by hand:

    python -m tests.benchmarks.bench_bluffing [SESSIONS]

Prints how often the judge is right by the levels of both bots, sessions a second with and without saving,
the time of a decision, and the verdicts on whole stories of the deck. The judge was tuned on the deck's stories, so the
last figure says only whether it still hears what it heard; `bench_panel.py` has texts that it was not tuned on.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.conformance import CATALOGUE
from tests.games.bluffing.table import DECK, INFO, LEVELS, played, said, started, the_bot
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Run
from tui_arena.config import Paths
from tui_arena.games.bluffing.bot.judge import weighed
from tui_arena.games.bluffing.bot.reading import StoryVocabulary
from tui_arena.games.bluffing.bot.story import cards_of
from tui_arena.games.bluffing.rules import GAME
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import open_store


def table(sessions: int, preset: str) -> None:
    """The judge's share of all sessions, and of the true and the false statements."""
    print(f"{preset}: judge right of {sessions}, (of true, of false), questions asked")
    for judge in LEVELS:
        cells = []
        for setter in LEVELS:
            ends = [played(started(preset), seed, setter, judge) for seed in range(sessions)]
            right = [end for end in ends if end.verdict == end.truth]
            true = sum(bool(end.truth) for end in ends)
            seen = sum(bool(end.truth) for end in right)
            asked = sum(len(end.turns) for end in ends) / sessions
            shares = f"{seen / true:4.0%} {(len(right) - seen) / (sessions - true):4.0%}"
            cells.append(f"{setter} {len(right) / sessions:6.1%} ({shares}) {asked:.1f}")
        print(f"  judge {judge:7}" + "   ".join(cells))


def decisions(sessions: int) -> None:
    """Milliseconds of a decision, by ask."""
    spent: dict[str, list[float]] = {}
    began = time.perf_counter()
    for seed in range(sessions):
        state = started()
        while asks := GAME.asks(state):
            ask, view = asks[0], GAME.view(state, asks[0].seat)
            before = time.perf_counter()
            text = the_bot().reply(ask, view, "hard", Random(f"{seed}/{ask.seat}/{ask.key}"))
            spent.setdefault(ask.name, []).append(1000 * (time.perf_counter() - before))
            state = said(state, text)
    print(f"{sessions / (time.perf_counter() - began):.0f} sessions/s without saving")
    for name, values in spent.items():
        values.sort()
        p95 = values[len(values) * 95 // 100]
        print(f"  {name:10} ms: median {values[len(values) // 2]:.2f} p95 {p95:.2f} max {values[-1]:.1f}")


def saved(sessions: int) -> None:
    """Sessions a second through the headless runner, including the save file."""
    registry = ModelRegistry(Paths.find("/nowhere"), CATALOGUE, threaded=False)
    seats = {"setter": "bot:hard", "judge": "bot:hard"}
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "arena.db", CATALOGUE).store
        began = time.perf_counter()
        Batch(Run("bench", "bluffing", 1, sessions, 1, seats), store, registry).play()
        print(f"{sessions / (time.perf_counter() - began):.0f} sessions/s with saving")
        store.close()


def stories() -> None:
    """Share of right verdicts over whole stories of the deck, told honestly and shakily throughout."""
    told = [(c.statement, [(p.question, p.honest if t else p.shaky) for p in c.points], t)
            for c in cards_of(DECK) for t in (True, False)]  # fmt: skip
    words = StoryVocabulary(INFO.speech)
    shares = {
        level: sum((weighed(said, 3, turns, level, words).odds > 0) == true for said, turns, true in told)
        / len(told)
        for level in LEVELS
    }
    print("verdicts on stories: " + "  ".join(f"{level} {share:.1%}" for level, share in shares.items()))


def main() -> None:
    """Print everything."""
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for preset in ("party", "paper"):
        table(sessions, preset)
    decisions(sessions)
    saved(sessions)
    stories()


if __name__ == "__main__":
    main()
