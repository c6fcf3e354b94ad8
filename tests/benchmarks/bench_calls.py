"""What not playing wins at Taboo and Bluffing, and calling at every turn. Run by hand:

    python -m tests.benchmarks.bench_calls            60 sessions a cell
    python -m tests.benchmarks.bench_calls 200        so many

The first table: how often somebody wins who never plays, against bots of each level, in per cent. Draws of Taboo
stand behind a plus: nobody has said or found the word. There the last guess is the bot's own, by the prompts alone,
so what is won is won by prompts that name the word. A setter of Bluffing states something true, then something made
up. The second: sessions won by a bot that calls as ever, and by one that calls at every turn, and the upheld calls of
all. The setter or the judge calls there what a bot replies, so each upheld call is a false alarm.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from tui_arena.core.answers import CALL, CALLED
from tui_arena.core.game import Ask, Reply, Setup, View
from tui_arena.core.options import resolve
from tui_arena.core.record import Play, judge
from tui_arena.core.session import deal
from tui_arena.data import Catalogue

CATALOGUE = Catalogue()
LEVELS = ("easy", "medium", "hard")
SEATS = (("taboo", "guesser"), ("taboo", "setter"), ("bluffing", "setter"), ("bluffing", "judge"))
CALLERS = (("taboo", "setter"), ("bluffing", "judge"))
Policy = Callable[[Ask, View, Random], str | None]
"""What a seat replies; None: what its bot would."""
_FLUENT = "purple monkey dishwasher ladder onion quietly Norway printer marmalade tired sings".split()

_SENTENCES = (
    "In {} they have a very old {}.",
    "My {} is afraid of the {}, I think.",
    "Because a {} never comes without its {}.",
    "Yes, with two {} and one {} on top.",
    "The {} went over the {} before it got dark.",
    "Some people put a {} under the {}.",
)
"""Sentences of any form, so that a few look like answers."""


def _mash(rng: Random) -> str:
    return " ".join("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(3, 6))) for _ in range(4))


def _syllables(rng: Random) -> str:
    parts = "bl fl gr z dr kl sn v".split(), "aeiou", "rbnkmp"
    return " ".join("".join(map(rng.choice, parts * rng.randint(1, 2))) for _ in range(4))


POLICIES: Mapping[str, Policy] = {
    "letters": lambda _ask, _view, rng: _mash(rng),
    "syllables": lambda _ask, _view, rng: _syllables(rng),
    "same word": lambda _ask, _view, _rng: "banana banana banana",
    "asks back": lambda _ask, _view, rng: f"What do you mean by {rng.choice(['that', 'this', 'it'])}?",
    "echo": lambda _ask, view, _rng: str(view.facts.get("prompt") or view.facts.get("question") or "hm"),
    "silence": lambda _ask, _view, _rng: "",
    "sentences": lambda _ask, _view, rng: rng.choice(_SENTENCES).format(*rng.sample(_FLUENT, 2)),
    "fluent": lambda _ask, _view, rng: " ".join(rng.sample(_FLUENT, 4)),
}


def dealt(game: str, seed: int) -> Setup:
    """A set-up of the party's options."""
    info = CATALOGUE.game(game)
    deck = CATALOGUE.deck(None, info).deck
    options = resolve(info.options, info.presets, {}, "party")
    given = None if info.dealt == "never" else deck
    words = CATALOGUE.lexicon(None, info)
    return deal(info.game, options, preset="party", deck=given, named=deck, lexicon=words, seed=seed)


def played(game: str, seed: int, level: str, policies: Mapping[str, Policy]) -> Play[Any]:
    """A session over; bots of a level have the seats that no policy has."""
    info, setup = CATALOGUE.game(game), dealt(game, seed)
    bot = info.bot_for(setup.lexicon, setup.source)
    assert bot is not None
    play: Play[Any] = Play(info.game, setup)
    while asks := play.asks():
        ask, view = asks[0], play.view(asks[0].seat)
        rng = Random(f"{seed}/{ask.seat}/{ask.key}/{ask.attempt}")
        text = policies[ask.seat](ask, view, rng) if ask.seat in policies else None
        reply = Reply(bot.reply(ask, view, level, rng) if text is None else text)
        play.state = judge(info.game, play.state, ask, reply).state
    return play


def _stating(truth: str, policy: Policy) -> Policy:
    said = f"{truth} | I once spent a winter in a hut."
    return lambda ask, view, rng: said if ask.name == "statement" else policy(ask, view, rng)


def kinds(game: str, seat: str, policy: Policy) -> Iterator[Policy]:
    """The policy with what it can't do without: a last guess by the bot's mind, a statement, true or false."""
    if (game, seat) == ("taboo", "guesser"):
        yield lambda ask, view, rng: None if ask.name == "last_guess" else policy(ask, view, rng)
    elif (game, seat) == ("bluffing", "setter"):
        yield from (_stating(truth, policy) for truth in ("true", "false"))
    else:
        yield policy


def won(game: str, seat: str, level: str, policy: Policy, sessions: int) -> str:
    """The share of sessions that are won, and of those that are drawn, in per cent."""
    ends = [played(game, seed, level, {seat: policy}).outcome() for seed in range(sessions)]
    shares = (
        sum(hers) for hers in ([seat in end.winners for end in ends], [end.result == "drawn" for end in ends])
    )
    hers, drawn = (round(100 * share / sessions) for share in shares)
    return f"{hers}+{drawn}" if game == "taboo" else str(hers)


def calling(ask: Ask, _view: View, _rng: Random) -> str | None:
    """A call whenever one is taken, else the bot's own reply."""
    return CALLED if CALL in ask.also else None


def main(sessions: int) -> None:
    """Print both tables."""
    print(f"{'game, seat':<18}{'plays':<14}" + "".join(f"{level:>14}" for level in LEVELS))
    for game, seat in SEATS:
        for name, policy in POLICIES.items():
            cells = [
                " / ".join(won(game, seat, level, one, sessions) for one in kinds(game, seat, policy))
                for level in LEVELS
            ]
            print(f"{game + ' ' + seat:<18}{name:<14}" + "".join(f"{cell:>14}" for cell in cells), flush=True)
    for game, seat in CALLERS:
        for name, policies in (("as ever", {}), ("every turn", {seat: calling})):
            cells = []
            for level in LEVELS:
                plays = [played(game, seed, level, policies) for seed in range(sessions)]
                figures = [CATALOGUE.game(game).compute(play) for play in plays]
                upheld, made = (sum(row[key] for row in figures) for key in ("calls_upheld", "calls"))
                wins = sum(seat in play.outcome().winners for play in plays)
                cells.append(f"{wins}, {upheld}/{made}")
            print(f"{game + ' ' + seat:<18}{name:<14}" + "".join(f"{cell:>14}" for cell in cells), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
