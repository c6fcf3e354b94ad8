"""Steps a second of the training environment beside those of the bare engine, on the same episodes.

Run by hand: `python -m tests.benchmarks.bench_env [GAME]`. The bare engine is a loop over the rules: it deals, writes
what the learner is sent, has the same bots think, judges, folds, and computes the figures at the end. `rules` is
that without prompts and figures, which no learner can do without. All say the same, prepared replies at
the learner's seat, and their episodes alternate, so ratios hold on a busy machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from tests.benchmarks.lines import line
from tests.conformance import playout_of
from tui_arena import api
from tui_arena.api.env import LEARNER
from tui_arena.api.home import home
from tui_arena.core.events import Event, Kind, reply_data
from tui_arena.core.game import Reply
from tui_arena.core.record import Play
from tui_arena.players.bot import BotPlayer
from tui_arena.players.new_session import Opening, machines, new_session

LEARNERS = {
    "wordle": "guesser",
    "entity": "guesser",
    "akinator": "guesser",
    "taboo": "guesser",
    "bluffing": "judge",
    "connections": "guesser_1",
}
EPISODES = 90
HOME = home()
LEAST = 0.8
"""Of the bare engine's steps a second."""
MEANS = {"of the bare engine": "the share of a bare loop's speed that the training environment reaches"}


def replies(game: str, seat: str, seed: int) -> list[str]:
    """What a learner says at random in an episode; the game takes some of it."""
    module, rng = playout_of(HOME.catalogue.game(game)), Random(seed)
    env = api.Env(game, seat)
    env.reset(seed)
    said: list[str] = []
    while (ask := env.table.ask(seat)) is not None:
        said.append(module.reply(ask, env.table.view(seat), rng))
        env.step(said[-1])
    return said


def bare(game: str, seat: str, seed: int, said: Sequence[str], *, rules: bool = False) -> int:
    """One episode of the engine, or of the rules alone; returns the learner's steps."""
    info = HOME.catalogue.game(game)
    session, cast = new_session(
        Opening(game, {seat: LEARNER}), HOME.catalogue, id="-", seed=seed, started=None
    )
    bots = machines(session, {name: one for name, one in cast.items() if name != seat}, info)
    play: Play[Any] = Play(info.game, session.setup)
    steps = 0
    while asks := play.asks():
        ask = next((ask for ask in asks if ask.seat != seat), asks[0])
        view = play.view(ask.seat)
        bot = bots.get(ask.seat)
        text = bot.would_say(ask, view) if isinstance(bot, BotPlayer) else said[steps]
        if ask.seat == seat:
            steps += 1
            if not rules:
                HOME.prompts.messages(info, ask, view, play.last_fault(ask))
        reply = Reply(text)
        judged = play.judge(ask, reply)
        data = reply_data(ask, reply, judged.name, judged.fault, judged.heard)
        play.feed(Event(play.next_seq, Kind.REPLY, data), judged)
    if not rules:
        info.main_score(play, info.compute(play))
    return steps


def stepped(env: api.Env, seed: int, said: Sequence[str]) -> int:
    """One episode of the environment; returns the learner's steps."""
    env.reset(seed)
    for text in said:
        _, _, done, _ = env.step(text)
    assert done
    return len(said)


def main() -> int:
    """Print the figures; status 1 if a game misses the limit."""
    missed = False
    print("learner's steps a second")
    for game in sys.argv[1:] or LEARNERS:
        seat = LEARNERS[game]
        said = [replies(game, seat, seed) for seed in range(EPISODES)]
        env = api.Env(game, seat)
        ways: dict[str, Callable[[int, Sequence[str]], int]] = {
            "rules": partial(bare, game, seat, rules=True),
            "bare": partial(bare, game, seat),
            "env": partial(stepped, env),
        }
        steps, seconds = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0.0)
        for seed in range(EPISODES):
            for name in [*ways][seed % 3 :] + [*ways][: seed % 3]:
                began = time.process_time()
                steps[name] += ways[name](seed, said[seed])
                seconds[name] += time.process_time() - began
        assert len(set(steps.values())) == 1, "all play the same episodes"
        rate = {name: steps[name] / seconds[name] for name in ways}
        shown = ", ".join(f"{name} {rate[name]:.0f}" for name in ways)
        print(f"{game} at the seat {seat}, {steps['env']} steps: {shown}")
        bare_rate = f"the bare engine {rate['bare']:.0f} steps/s"
        missed |= line(
            f"{game}, of the bare engine", rate["env"] / rate["bare"], unit="x", least=LEAST, peer=bare_rate
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
