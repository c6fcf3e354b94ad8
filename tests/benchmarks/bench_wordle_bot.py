"""How well and how fast Wordle's bot plays, over every target. Run by hand:

    python -m tests.benchmarks.bench_wordle_bot            all targets, about three minutes
    python -m tests.benchmarks.bench_wordle_bot 10         every tenth

A lost session counts as seven guesses. `warm`: as in play, with results cached from earlier sessions;
`cold`: every decision computed from scratch.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from tui_arena.core.game import Reply, Setup
from tui_arena.data import Catalogue
from tui_arena.games.wordle.bot import WordleBot, make
from tui_arena.games.wordle.rules import GAME

LOST = 7
CATALOGUE = Catalogue()
INFO = CATALOGUE.game("wordle")
DECK = CATALOGUE.deck(None, INFO).deck
LEXICON = CATALOGUE.lexicon(None, INFO)


def run(bot: WordleBot, level: str, step: int, *, cold: bool = False, **options: Any) -> None:
    """Play every `step`-th target and print one line."""
    full = {name: option.default for name, option in INFO.options.items()} | options
    taken: list[int] = []
    spent: list[float] = []
    for i, item in enumerate(DECK.items[::step]):
        secret = {"word": item["word"]}
        if full["variant"] != "classic":
            secret["clue"] = item["clues"][i % len(item["clues"])]
        state = GAME.start(Setup(full, secret, lexicon=LEXICON))
        while not state.over:
            ask = GAME.asks(state)[0]
            view = GAME.view(state, ask.seat)
            rng = Random(f"{i}/{ask.seat}/{ask.key}/{ask.attempt}")
            if cold:
                bot.forget()
            started = time.perf_counter()
            text = bot.reply(ask, view, level, rng)
            spent.append(1000 * (time.perf_counter() - started))
            state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
        taken.append(len(state.turns) if state.won else LOST)
    spent.sort()
    lost = taken.count(LOST)
    what = " ".join(str(v) for v in options.values()) + (" cold" if cold else " warm")
    print(
        f"{level:7} {what:20} mean {sum(taken) / len(taken):.3f}  lost {lost} ({lost / len(taken):.1%})"
        f"  ms: median {spent[len(spent) // 2]:.2f} p95 {spent[len(spent) * 95 // 100]:.2f} max {spent[-1]:.1f}"
    )


def main() -> None:
    """Play all levels in all variants."""
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    started = time.perf_counter()
    bot = make(DECK, LEXICON, INFO.speech)
    state = GAME.start(Setup({n: o.default for n, o in INFO.options.items()}, {"word": "pride"}))
    bot.reply(GAME.asks(state)[0], GAME.view(state, "guesser"), "medium", Random(1))
    print(f"first answer after {1000 * (time.perf_counter() - started):.0f} ms")
    for variant in ("classic", "clue", "critic"):
        for level in ("hard", "medium", "easy"):
            run(bot, level, step, variant=variant)
    run(bot, "hard", step, variant="classic", hard=True)
    for variant in ("classic", "clue"):
        run(bot, "hard", step, variant=variant, cold=True)


if __name__ == "__main__":
    main()
