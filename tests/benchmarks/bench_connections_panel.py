"""Whether Connections' bots understand people, on clues that nothing was tuned on. Run by hand:

    python -m tests.benchmarks.bench_connections_panel [SEEDS [FIRST]]

Prints, by level and kind of clue, the share that four minds name with two letters shown, as a mean and by any
of them; then, medium against medium, what share of sessions the guessers win within the default attempts, and
how their clues are worded. SEEDS sessions for each number of guessers (default 200), from FIRST on (default
50,000). See `panel/README.md`.
"""

from __future__ import annotations

import sys
from collections import Counter
from multiprocessing import Pool
from random import Random

from tests.benchmarks.bench_panel import LEVELS, percent, rows
from tests.games.connections.contest import DECK, INFO, MADE, played, row_of
from tui_arena.core.game import Ask, Setup
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.data.personas import characters
from tui_arena.games.connections.rules import GAME
from tui_arena.games.connections.state import SETTER, ConnectionsState, seats_of

MINDS = 4
KINDS = ("everyday", "name", "harder")
PERSONAS = [one.persona for one in characters().values()]


def understood() -> None:
    """Print the shares of the panel's clues that minds of each level name."""
    print(f"Connections, clue named: mean of {MINDS} minds (by any)")
    clues = rows("clues.tsv")
    state = GAME.start(Setup(resolve(INFO.options, INFO.presets, {}), {"word": "zebra"}))
    view = GAME.view(state, "guesser_2")
    for level in LEVELS:
        cells = []
        for kind in KINDS:
            some = [(word, clue) for one, word, clue in clues if one == kind]
            named = any_of = 0
            for number, (word, clue) in enumerate(some):
                right = 0
                for mind in range(MINDS):
                    rng = Random(f"panel/{number}/{mind}")
                    topics = rng.choice(PERSONAS).interests
                    bot = MADE.minded({"topics": topics, "vocabulary": rng.randrange(2**31)})
                    facts = {**view.facts, "prefix": word[:2], "clue": clue}
                    seen = type(view)(view.game, view.seat, facts)
                    right += bot.reply(Ask("guesser_2", "guess", "guess:1"), seen, level, rng) == word
                named, any_of = named + right, any_of + bool(right)
            cells.append(f"{percent(named, MINDS * len(some))} ({percent(any_of, len(some)).strip()})")
        print(f"  {level:8}" + "  ".join(f"{kind} {cell}" for kind, cell in zip(KINDS, cells, strict=True)))


def session(guessers: int, seed: int) -> ConnectionsState:
    """A session of medium bots with the default options and drawn personas."""
    options = resolve(INFO.options, INFO.presets, {"guessers": guessers})
    rng = Random(f"panel/{seed}/{guessers}")
    seats = (SETTER, *seats_of(guessers))
    who = dict(zip(seats, rng.sample(PERSONAS, len(seats)), strict=True))
    bots = {
        seat: MADE.minded({"topics": list(one.interests), "vocabulary": rng.randrange(2**31)})
        for seat, one in who.items()
    }
    told = {seat: one.values for seat, one in who.items()}
    secret = drawn(GAME, options, DECK, seed)["secret"]
    setup = Setup(options, secret, extra={"personas": told})
    return played(setup, bots, dict.fromkeys(seats, "medium"), seed)


def sessions(seeds: int, first: int) -> None:
    """Print how sessions end by the number of guessers, and how often a clue's wording comes again."""
    print(f"Connections between medium bots, default attempts ({seeds} sessions each)")
    words: dict[str, set[str]] = {}
    with Pool() as pool:
        for guessers in (2, 3, 4, 5):
            states = pool.starmap(session, [(guessers, seed) for seed in range(first, first + seeds)], 10)
            row = row_of(states)
            most = states[0].max_attempts
            for attempt in (a for state in states for a in state.attempts if a.clue):
                assert attempt.clue is not None, "only attempts with a clue are left"
                words.setdefault(attempt.clue.text.lower(), set()).add(attempt.clue.word)
            print(
                f"  {guessers} guessers, {most} attempts: won {percent(row.won, 1)}  "
                f"connected {percent(row.connected, 1)}  blocked {percent(row.blocked, 1)}"
            )
    uses = Counter(len(of) for of in words.values())
    print(f"  wordings by how many words they were given for: {dict(sorted(uses.items()))}")


def main() -> None:
    """Print both tables."""
    understood()
    sessions(
        int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    )


if __name__ == "__main__":
    main()
