"""Whether Connections' bots understand people, on clues that nothing was tuned on. Run by hand:

    python -m tests.benchmarks.bench_connections_panel [SEEDS [FIRST]]

Prints, by level and kind of clue, the share that four minds name with two letters shown, as a mean and by any
of them, and of clues that describe also the share of guesses of another sort than the clue says; then how many of
the clues in a persona's field a mind with it names, and a setter without it; then the same in sessions of
medium bots of which the guessers share a persona; then, medium against medium, what share of sessions the
guessers win within the default attempts, how many begin with three blocked clues, and how their clues are
worded. SEEDS sessions for each number of guessers (default 200), from FIRST on (default 50,000). See
`panel/README.md`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from multiprocessing import Pool as Processes
from multiprocessing.pool import Pool
from random import Random

from tests.benchmarks.bench_panel import LEVELS, percent, rows
from tests.games.connections.contest import DECK, INFO, MADE, played, row_of
from tui_arena.core.game import Ask, Setup
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.data.personas import characters
from tui_arena.games.connections.bot.sorts import compatible, said_sort
from tui_arena.games.connections.rules import GAME
from tui_arena.games.connections.state import SETTER, ConnectionsState, seats_of

MINDS = 4
KINDS = ("everyday", "name", "harder", "describing")
PERSONAS = [one.persona for one in characters().values()]


def named(word: str, clue: str, level: str, topics: Iterable[str], rng: Random) -> str:
    """What a guesser with some topics names with two letters of the word shown."""
    state = GAME.start(Setup(resolve(INFO.options, INFO.presets, {}), {"word": "zebra"}))
    view = GAME.view(state, "guesser_2")
    bot = MADE.minded({"topics": topics, "vocabulary": rng.randrange(2**31)})
    seen = type(view)(view.game, view.seat, {**view.facts, "prefix": word[:2], "clue": clue})
    return str(bot.reply(Ask("guesser_2", "guess", "guess:1"), seen, level, rng))


def of_another_sort(clue: str, guess: str) -> bool | None:
    """True if a guess can't be of the sort that a clue says; None if the clue says none."""
    meaning = MADE.common.meaning
    said = meaning.widest_said(said_sort(clue))
    is_sort = meaning.widest[meaning.numbers[guess]] if guess in meaning.numbers else 0
    return bool(is_sort and not compatible(said) & is_sort) if said else None


def understood() -> None:
    """Print the shares of the panel's clues that minds of each level name."""
    print(f"Connections, clue named: mean of {MINDS} minds (by any)")
    clues = rows("clues.tsv") + [("describing", word, clue) for word, clue in rows("descriptions.tsv")]
    for level in LEVELS:
        cells, strange = [], Counter[bool | None]()
        for kind in KINDS:
            some = [(word, clue) for one, word, clue in clues if one == kind]
            right = any_of = 0
            strange.clear()
            for number, (word, clue) in enumerate(some):
                guesses = []
                for mind in range(MINDS):
                    rng = Random(f"panel/{number}/{mind}")
                    guesses.append(named(word, clue, level, rng.choice(PERSONAS).interests, rng))
                right, any_of = right + guesses.count(word), any_of + (word in guesses)
                strange.update(of_another_sort(clue, guess) for guess in guesses)
            cells.append(f"{kind} {percent(right, MINDS * len(some))} ({percent(any_of, len(some)).strip()})")
        other = percent(strange[True], strange[True] + strange[False])
        print(f"  {level:8}" + "  ".join(cells) + f"  of another sort {other}")


def in_fields() -> None:
    """Print what shares of a person's clues in a persona's field minds with and without that field name."""
    print("Connections, a person's clues in the friend's field: friend, setter")
    of_name = {one.name: one for one in PERSONAS}
    clues = rows("fields.tsv")
    for level in LEVELS:
        right = Counter[str]()
        for number, (name, word, clue) in enumerate(clues):
            mine = of_name[name].interests
            others = [one.interests for one in PERSONAS if not {*mine} & {*one.interests}]
            for mind in range(MINDS):
                rng = Random(f"fields/{number}/{mind}")
                right["friend"] += named(word, clue, level, mine, rng) == word
                right["setter"] += named(word, clue, level, rng.choice(others), rng) == word
        both = (percent(right[who], MINDS * len(clues)) for who in ("friend", "setter"))
        print(f"  {level:8}" + "  ".join(both))


def session(guessers: int, seed: int, *, shared: bool = False) -> ConnectionsState:
    """A session of medium bots with the default options and drawn personas.

    `shared`: all guessers have one persona, and the setter has one of other fields.
    """
    options = resolve(INFO.options, INFO.presets, {"guessers": guessers})
    rng = Random(f"panel/{seed}/{guessers}")
    seats = (SETTER, *seats_of(guessers))
    who = dict(zip(seats, rng.sample(PERSONAS, len(seats)), strict=True))
    if shared:
        one = who[seats[-1]]
        other = rng.choice([p for p in PERSONAS if not {*one.interests} & {*p.interests}])
        who = {**dict.fromkeys(seats, one), SETTER: other}
    bots = {
        seat: MADE.minded({"topics": list(one.interests), "vocabulary": rng.randrange(2**31)})
        for seat, one in who.items()
    }
    told = {seat: one.values for seat, one in who.items()}
    secret = drawn(GAME, options, DECK, seed)["secret"]
    setup = Setup(options, secret, extra={"personas": told})
    return played(setup, bots, dict.fromkeys(seats, "medium"), seed)


def of_shared(state: ConnectionsState) -> tuple[int, int, int]:
    """The clues of a session of which the word or the sayer is of the guessers' field; who named them."""
    mine, meaning = {*state.setup.extra["personas"]["guesser_1"]["interests"]}, MADE.common.meaning
    clues = friend = setter = 0
    for attempt in state.attempts:
        n = meaning.numbers.get(attempt.clue.word) if attempt.clue else None
        if attempt.clue and n is not None:
            about = {*meaning.topics[n], *meaning.sayers(n, attempt.clue.text)}
            if mine & about:
                clues, friend, setter = clues + 1, friend + bool(attempt.right), setter + attempt.blocked
    return clues, friend, setter


def sharing(pool: Pool, seeds: int, first: int) -> None:
    """Print who names clues in the fields of guessers who share a persona."""
    states = pool.map(partial(session, 2, shared=True), range(first, first + seeds), 10)
    clues, friend, setter = map(sum, zip(*map(of_shared, states), strict=True))
    print(
        f"Connections, guessers of one persona ({seeds} sessions): {clues} clues in its fields, friend "
        f"{percent(friend, clues)}  setter {percent(setter, clues)}"
    )


def begins_blocked(state: ConnectionsState) -> bool:
    """True if the first three clues of a session were all blocked."""
    first = [attempt.blocked for attempt in state.attempts if attempt.clue][:3]
    return first == [True] * 3


def sessions(pool: Pool, seeds: int, first: int) -> None:
    """Print how sessions end by the number of guessers, and how often a clue's wording comes again."""
    print(f"Connections between medium bots, default attempts ({seeds} sessions each)")
    words: dict[str, set[str]] = {}
    for guessers in (2, 3, 4, 5):
        states = pool.starmap(session, [(guessers, seed) for seed in range(first, first + seeds)], 10)
        row = row_of(states)
        most = states[0].max_attempts
        for attempt in (a for state in states for a in state.attempts if a.clue):
            assert attempt.clue is not None, "only attempts with a clue are left"
            words.setdefault(attempt.clue.text.lower(), set()).add(attempt.clue.word)
        print(
            f"  {guessers} guessers, {most} attempts: won {percent(row.won, 1)}  "
            f"connected {percent(row.connected, 1)}  blocked {percent(row.blocked, 1)}  "
            f"first three blocked {percent(sum(map(begins_blocked, states)), seeds)}"
        )
    uses = Counter(len(of) for of in words.values())
    print(f"  wordings by how many words they were given for: {dict(sorted(uses.items()))}")


def main() -> None:
    """Print all tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    understood()
    in_fields()
    with Processes() as pool:
        sharing(pool, seeds, first)
        sessions(pool, seeds, first)


if __name__ == "__main__":
    main()
