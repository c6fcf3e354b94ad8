"""How evenly matched and how fast Taboo's bots are. Run by hand:

    python -m tests.benchmarks.bench_taboo            500 sessions a pair of levels
    python -m tests.benchmarks.bench_taboo 100 paper  so many, under another preset

`setter`: the share of sessions that the setter wins, with a 95 % interval. After it: how sessions ended
(the guesser guessed, the word was said, or neither), and how many of each the guesser won. Times are the
process's CPU time.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

from tui_arena.core.game import Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.data import Catalogue
from tui_arena.games.taboo.bot import TabooBot, make
from tui_arena.games.taboo.rules import GAME, TabooState
from tui_arena.stats.statistics import share

LEVELS = ("easy", "medium", "hard")
CATALOGUE = Catalogue()
INFO = CATALOGUE.game("taboo")
DECK = CATALOGUE.deck(None, INFO).deck


def played(bot: TabooBot, setup: Setup, levels: dict[str, str], seed: int, spent: list[float]) -> TabooState:
    """One session; the milliseconds of each decision are added to `spent`."""
    state = GAME.start(setup)
    while not state.over:
        ask = GAME.asks(state)[0]
        view = GAME.view(state, ask.seat)
        rng = Random(f"{seed}/1/{ask.seat}/{ask.key}/{ask.attempt}")
        started = time.perf_counter()
        text = bot.reply(ask, view, levels[ask.seat], rng)
        spent.append(1000 * (time.perf_counter() - started))
        state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
    return state


def ending(state: TabooState) -> str:
    """How a session ended: by a guess, by the word being said, or neither."""
    if state.uttered_round:
        return "said"
    return "silent" if state.silent else "guessed"


def run(bot: TabooBot, setter: str, guesser: str, count: int, preset: str) -> None:
    """Play one pair of levels and print its line."""
    options = resolve(INFO.options, INFO.presets, {}, preset)
    ends: Counter[str] = Counter()
    found: Counter[str] = Counter()
    spent: list[float] = []
    prompts = 0
    started = time.process_time()
    for seed in range(count):
        dealt = drawn(GAME, options, DECK, seed)
        setup = Setup(options, dealt["secret"])
        state = played(bot, setup, {"setter": setter, "guesser": guesser}, seed, spent)
        ends[ending(state)] += 1
        found[ending(state)] += state.found
        prompts += len(state.turns)
    rate = count / (time.process_time() - started)
    won = share(count - found.total(), count)
    spent.sort()
    told = "  ".join(f"{how} {ends[how]} ({found[how]} found)" for how in ("guessed", "said", "silent"))
    print(
        f"{setter:6} against {guesser:6}  setter {won.value:.3f} ({won.low:.3f} to {won.high:.3f})  prompts {prompts / count:.2f}  {told}"
        f"  {rate:.0f} sessions/s  ms: median {spent[len(spent) // 2]:.2f}"
        f" p95 {spent[len(spent) * 95 // 100]:.2f} max {spent[-1]:.1f}"
    )


def main() -> None:
    """Every setter against every guesser."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    preset = sys.argv[2] if len(sys.argv) > 2 else "party"
    started = time.perf_counter()
    bot = make(DECK, None, INFO.speech)
    spent: list[float] = []
    options = resolve(INFO.options, INFO.presets, {}, preset)
    levels = dict.fromkeys(("setter", "guesser"), "hard")
    played(bot, Setup(options, {"word": DECK.items[0]["word"]}), levels, 0, spent)
    print(f"first session after {1000 * (time.perf_counter() - started):.0f} ms")
    for setter in LEVELS:
        for guesser in LEVELS:
            run(bot, setter, guesser, count, preset)


if __name__ == "__main__":
    main()
