"""How evenly matched and how fast Taboo's bots are, and what plain good play wins against them. Run by hand:

    python -m tests.benchmarks.bench_taboo            300 sessions a cell
    python -m tests.benchmarks.bench_taboo 100 paper  so many, under another preset

A cell holds the shares of sessions that the setter wins, that are drawn and that the guesser wins, and in brackets
the share in which the word is said. Times are wall times of single decisions.

The two scripts, which stand for a person who plays well and plainly:

- Setter. It begins with the card's two farthest lures, as anybody begins far away, and then asks three questions that
  its word answers, from far to near (by how many near words they hold): each is a phrase of the card as a question,
  in another wording, the last word of each group.
- Guesser. It answers in kind and says nothing of the matter. It reads all prompts with care (the belief of the deck,
  without noise). From the third prompt on it guesses a word that has `READ` of all belief, and after the last prompt
  it names the likeliest word.
- Nonsense. The guesser says unrelated words, and then names the likeliest word by the prompts alone, as carefully.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from tui_arena.core.game import Ask, Fault, Reply, Setup, View
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.data import Catalogue
from tui_arena.games.taboo.bot import TabooBot, make
from tui_arena.games.taboo.bot.association import suppose
from tui_arena.games.taboo.bot.phrases import AssociatedCard
from tui_arena.games.taboo.bot.prompt_kinds import kind_of
from tui_arena.games.taboo.rules import GAME, PHRASE, TabooState

LEVELS = ("easy", "medium", "hard")
CATALOGUE = Catalogue()
INFO = CATALOGUE.game("taboo")
DECK = CATALOGUE.deck(None, INFO).deck
READ = 0.6
"""The share of belief from which the guesser's script guesses."""
FAR = 2
"""The number of lures with which the setter's script begins."""
Script = Callable[[TabooBot, Ask, View, Random], str]

ASKED = {
    "what": "What goes with {x}?",
    "who": "Who goes with {x}?",
    "where": "Where is there {x}?",
    "when": "When is there {x}?",
    "why": "Why is there {x}?",
    "how": "How is it with {x}?",
    "act": "What do you do about {x}?",
    "finish": "Finish this: about {x} and the ...",
    "yes": "Is it {x}?",
}
"""How a question of each kind is asked about some words."""
PLAIN = {
    "where": "Somewhere at home, or not far from it.",
    "who": "Somebody from my family, as far as I know.",
    "when": "Some time in the evening, before we go to bed.",
    "why": "Because it was always like that with us.",
    "how": "Much as everybody else does it, with some care.",
    "yes": "Yes, now and then, but not very often.",
    "finish": "… and that is all I can remember of it.",
    "many": "Three or four, and certainly not many more.",
}
"""What the guesser's script answers, by kind; in the end one word is changed, so that no answer comes twice."""
SALAD = "purple monkey dishwasher ladder onion quietly Norway printer marmalade tired sings".split()


def setter(bot: TabooBot, _ask: Ask, view: View, _rng: Random) -> str:
    """The setter's script."""
    facts, net = view.facts, bot.net
    card = net.cards[net.numbers[fold(str(facts["word"]))]]
    used = int(facts["prompts_used"])
    far = [*card.lures[:FAR]]
    near = sorted(_questions(card), key=lambda text: sum(bool(says(text, word)) for word in card.near))
    near = [text for text in near if not any(says(text, word) for word in card.forbidden)]
    steps = int(facts["max_prompts"]) - FAR
    chosen = far + [near[len(near) * i // steps] for i in range(steps)] if near else list(card.lures)
    return chosen[min(used, len(chosen) - 1)]


def _questions(card: AssociatedCard) -> list[str]:
    """The card's phrases as questions in another wording."""
    found = []
    for kind, phrases in card.asked.items():
        for phrase in phrases:
            words = [group.split("/")[-1] for group in phrase.split()]
            found.append(ASKED[kind].format(x=", ".join(words)))
    return [text for text in found if not says(text, card.word, card.forms)]


def guesser(bot: TabooBot, ask: Ask, view: View, _rng: Random) -> str:
    """The guesser's script."""
    facts = view.facts
    if ask.name == "last_guess":
        return read(bot, view)
    found = suppose(bot.net, facts)
    if len(facts["turns"]) >= 3 and found.sure >= READ:
        return read(bot, view)
    number = "one two three four five six seven eight nine ten".split()[len(facts["turns"]) % 10]
    return f"{PLAIN.get(kind_of(str(facts['prompt'])), 'Nothing that I could tell you much about.')} That makes {number}."


def read(bot: TabooBot, view: View) -> str:
    """A guess of the likeliest word by the whole dialogue."""
    found = suppose(bot.net, view.facts)
    return f"{PHRASE}{bot.net.cards[found.ranked[0][0]].word}" if found.ranked else "pass"


def nonsense(bot: TabooBot, ask: Ask, view: View, rng: Random) -> str:
    """Fluent nonsense, and the likeliest word in the end."""
    return read(bot, view) if ask.name == "last_guess" else " ".join(rng.sample(SALAD, 4))


def played(
    bot: TabooBot,
    setup: Setup,
    players: Mapping[str, str | Script],
    seed: int,
    spent: list[float],
) -> TabooState:
    """One session; the milliseconds of each decision of a bot are added to `spent`.

    `players`: a level or a script, by seat. After a refusal a bot of medium level helps the script.
    """
    state = GAME.start(setup)
    while not state.over:
        ask = GAME.asks(state)[0]
        view = GAME.view(state, ask.seat)
        rng = Random(f"{seed}/1/{ask.seat}/{ask.key}/{ask.attempt}")
        player = players[ask.seat]
        if not isinstance(player, str) and ask.attempt > 1:
            player = "medium"
        started = time.perf_counter()
        if isinstance(player, str):
            text = bot.reply(ask, view, player, rng)
            spent.append(1000 * (time.perf_counter() - started))
        else:
            text = player(bot, ask, view, rng)
        try:
            state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
        except Fault as fault:
            state = GAME.reject(state, ask, Reply(text), fault)
    return state


def run(bot: TabooBot, players: Mapping[str, str | Script], count: int, preset: str) -> str:
    """Play one pair and return its line."""
    options = resolve(INFO.options, INFO.presets, {}, preset)
    ends: Counter[str] = Counter()
    spent: list[float] = []
    started = time.process_time()
    for seed in range(count):
        setup = Setup(options, drawn(GAME, options, DECK, seed)["secret"])
        state = played(bot, setup, players, seed, spent)
        outcome = GAME.outcome(state)
        ends[outcome.winners[0] if outcome and outcome.winners else "drawn"] += 1
        ends["said"] += state.uttered_round is not None
        ends["named"] += bool(state.right and state.uttered_round is None)
        ends["prompts"] += len(state.turns)
    rate = count / (time.process_time() - started)
    spent.sort()
    shares = " ".join(f"{100 * ends[name] / count:3.0f}" for name in ("setter", "drawn", "guesser"))
    ms = f"median {spent[len(spent) // 2]:.2f} p95 {spent[len(spent) * 95 // 100]:.2f} max {spent[-1]:.1f}"
    return (
        f"{shares}  (said {100 * ends['said'] / count:.0f}, named unsaid {100 * ends['named'] / count:.0f})"
        f"  prompts {ends['prompts'] / count:.1f}  {rate:.0f} sessions/s  ms: {ms}"
    )


def main() -> None:
    """Every setter against every guesser, then the scripts."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    preset = sys.argv[2] if len(sys.argv) > 2 else "party"
    started = time.perf_counter()
    bot = make(DECK, None, INFO.speech)
    options = resolve(INFO.options, INFO.presets, {}, preset)
    played(
        bot,
        Setup(options, {"word": DECK.items[0]["word"]}),
        dict.fromkeys(("setter", "guesser"), "hard"),
        0,
        [],
    )
    print(f"first session after {1000 * (time.perf_counter() - started):.0f} ms")
    print(f"{'setter':8} {'guesser':8}  won, drawn, lost by the setter, in per cent")
    pairs: list[tuple[str | Script, str | Script]] = [(one, other) for one in LEVELS for other in LEVELS]
    pairs += [(setter, level) for level in LEVELS]
    pairs += [(level, script) for script in (guesser, nonsense) for level in LEVELS]
    for one, other in pairs:
        names = (player if isinstance(player, str) else NAMES[player] for player in (one, other))
        told = run(bot, {"setter": one, "guesser": other}, count, preset)
        print("{:8} {:8}  {}".format(*names, told), flush=True)


NAMES: Mapping[Script, str] = {setter: "script", guesser: "script", nonsense: "nonsense"}


if __name__ == "__main__":
    main()
