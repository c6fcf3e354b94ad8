"""How well and how fast the bots of Twenty Questions play, judge bot against guesser bot. Run by hand:

    python -m tests.benchmarks.bench_knowledge             every entity, about five minutes
    python -m tests.benchmarks.bench_knowledge 10          every tenth

A lost session counts as twenty questions. Held-out entities (column `suite`) have separate lines, as
nothing is tuned on them.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from random import Random
from typing import Any

from tui_arena.core.game import Bot, Data, Deck, Reply, Setup
from tui_arena.data import Catalogue
from tui_arena.games.entity.bot import make
from tui_arena.games.entity.rules import GAME
from tui_arena.questions.table import Entity, Knowledge

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("entity")
MOST = 20


def session(
    bot: Bot, deck: Deck, item: Data, *, level: str, noise: float, spent: dict[str, list[float]]
) -> int:
    """The number of questions needed; more than `MOST` if it was not found."""
    options = {n: o.default for n, o in INFO.options.items()} | dict(deck.options) | {"noise": noise}
    drawn = Random(f"{item['entity']}/flips")
    flips = [turn for turn in range(1, MOST + 1) if drawn.random() < noise]
    secret = {"entity": item["entity"], "aliases": list(item["aliases"])}
    state = GAME.start(Setup(options, secret, deck=deck.name, source=deck, extra={"flips": flips}))
    while not state.over:
        ask = GAME.asks(state)[0]
        view = GAME.view(state, ask.seat)
        rng = Random(f"{item['entity']}/{ask.seat}/{ask.key}/{ask.attempt}")
        started = time.perf_counter()
        text = bot.reply(ask, view, level if ask.seat == "guesser" else "hard", rng)
        spent[ask.seat].append(1000 * (time.perf_counter() - started))
        state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
    return len(state.turns) if state.won else MOST + 1


def run(what: str, deck: Deck, items: Sequence[Data], level: str, noise: float = 0) -> None:
    """Play for every item and print one line."""
    bot = make(deck, None, INFO.speech)
    spent: dict[str, list[float]] = {"guesser": [], "judge": []}
    taken = [session(bot, deck, item, level=level, noise=noise, spent=spent) for item in items]
    found = sum(turns <= MOST for turns in taken) / len(taken)
    mean = sum(min(turns, MOST) for turns in taken) / len(taken)
    turns = len(spent["guesser"])
    both = (sum(spent["guesser"]) + sum(spent["judge"])) / turns
    slow = sorted(spent["guesser"])[turns * 99 // 100]
    print(
        f"{what:28} {level:6} noise {noise:<4} n {len(items):5}  found {found:6.1%}  mean {mean:5.2f}"
        f" (log2 + 4 = {math.log2(len(deck.items)) + 4:.2f})  ms a turn {both:.2f}, guesser p99 {slow:.1f}"
    )


def large(deck: Deck, size: int) -> Deck:
    """A deck of that many entities: a shipped deck repeated, with some facts inverted."""
    known = deck.knowledge
    assert known is not None
    rng, names = Random(size), list(known.properties)
    entities: list[Entity] = []
    for i in range(size):
        like = known.entities[i % len(known)]
        turned: dict[str, Any] = {name: rng.choice(("yes", "no")) for name in rng.sample(names, 12)}
        facts = {**like.facts, **(turned if i >= len(known) else {})}
        name = like.name if i < len(known) else f"{like.name} {i}"
        entities.append(Entity(name, (), like.difficulty, like.topic, facts, like.amounts))
    items = [{"entity": e.name, "aliases": [], "difficulty": e.difficulty, "suite": False} for e in entities]
    return Deck(f"large-{size}", items, Knowledge("large", tuple(entities), known.properties, known.scales))


def main() -> None:
    """Play all levels over the shipped decks, and the hard level over a large deck."""
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for name in ("things", "celebrities"):
        deck = CATALOGUE.deck(name, INFO).deck
        tuned = [item for item in deck.items if not item["suite"]][::step]
        held = [item for item in deck.items if item["suite"]]
        for noise in (0, 0.1):
            run(name, deck, tuned, "hard", noise)
            run(f"{name}, held out", deck, held, "hard", noise)
        for level in ("medium", "easy"):
            run(name, deck, tuned, level)
    deck = large(CATALOGUE.deck("things", INFO).deck, 10_000)
    run("10,000 entities", deck, deck.items[:: 500 * step], "hard")


if __name__ == "__main__":
    main()
