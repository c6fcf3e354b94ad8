"""Whether Taboo's and Bluffing's bots listen, on material that nothing was tuned on. Run by hand:

    python -m tests.benchmarks.bench_panel [SEEDS [FIRST]]

Prints a table for each figure, by level, over SEEDS seeds (default 20) from FIRST on (default 50,000; the bots
were tuned on seeds below that). The material in `panel/` was written by people who had seen neither code nor
decks (the questions: the statements alone), and labelled by two others; items on which the labels differ were
left out. See `panel/README.md`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random

from tests.benchmarks import bench_taboo
from tests.games.bluffing import table as bluffing
from tui_arena.core.game import Bot, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.core.words import says
from tui_arena.games.bluffing.rules import read_verdict
from tui_arena.games.taboo.bot import make
from tui_arena.games.taboo.rules import GAME as TABOO
from tui_arena.games.taboo.rules import TabooState

SPEECH = bluffing.INFO.speech
PANEL = Path(__file__).parent / "panel"
LEVELS = ("easy", "medium", "hard")
QUESTIONS = 5
FORGOTTEN = re.compile(
    "|".join(
        re.sub(r"\\{\w+\\}", ".+", re.escape(frame))
        for frames in SPEECH["unknown"].values()
        for frame in frames
    )
)
"""An answer that says that the teller doesn't know."""
_NUMBER = (
    r"\d|\b(?:no|none|nobody|nothing|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|"
    r"sixty|seventy|eighty|ninety|hundred|thousand|dozen|half|quarter|couple|few|several|many|once|twice|both|all|every|single|only)\b"
)
_SPAN = r"second|minute|hour|day|night|week|month|year|winter|summer|while|moment|morning|afternoon|evening|weekend|age|forever|until|long"
FITS = {
    "when": rf"\d|{_SPAN}|ago|january|february|march|april|may|june|july|august|september|october|november|december|spring|autumn|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|o.clock|christmas|easter|eve\b|always|every|when|after|before|last|since|time",
    "where": r"\b(?:in|at|on|near|outside|inside|behind|under|by|between|beside|above|below|over|across|along|round|from|to|opposite|through|up|down|against|into|where|everywhere|nowhere|home|here|there)\b",
    "who": r"\b(?:my|our|we|i|me|us|nobody|everybody|everyone|somebody|people|they|he|she|his|her|mr|mrs|the)\b",
    "howmany": rf"(?:{_NUMBER})",
    "why": r"\b(?:because|so|since|to|for|as|reason|wanted|had|would|could|couldn|thought|out of|was|were|that)\b",
    "howlong": rf"(?:{_SPAN}|{_NUMBER})",
    "yesno": r"^(?:yes|no|not|never|i |we |well|of course|hardly|always)",
    "name": r"(?<=\s)[A-ZÄÖÜÅØ]|“|called|name",
    "then": r"\b\w+(?:ed|t|e|w|d|n|g|s)\b",
    "feel": r"\w{3,}",
}
"""By kind of question, what an answer that fits it holds, at the least; the reading by people is stricter."""
TABOO_FITS = {
    **{kind: FITS[kind] for kind in ("why", "feel")},
    "when": rf"{FITS['when']}|late|early|often|past|as soon as|fiftieth",
    "where": rf"{FITS['where']}|(?:some|any)where|wherever|far",
    "who": rf"{FITS['who']}|\b(?:an?|whoever)\b",
    "yesno": rf"{FITS['yesno']}|^(?:only|once|gladly|a little|two|my mother did)",
    "many": rf"(?:{_NUMBER})|many|a lot|enough|count|more|fewer|much|pay|afford|wages|arm and a leg|handful|drop|hardly",
    "what": r"\w{3,}",
    "how": r"\w{3,}",
    "finish": r"\w{2,}",
}
"""The same for the replies of Taboo's guesser."""


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (PANEL / name).read_text("utf-8").splitlines() if line.strip()]


def percent(part: float, whole: float) -> str:
    return f"{part / whole:4.0%}" if whole else "   –"


# Bluffing


def believed(level: str, statement: str, questions: Iterable[str], answers: Iterable[str]) -> bool:
    """The verdict of a judge over a whole transcript."""
    state = bluffing.said(bluffing.started(max_questions=QUESTIONS), f"true | {statement}")
    for question, answer in zip(questions, answers, strict=True):
        state = bluffing.said(state, question, answer)
    verdict = read_verdict(bluffing.reply(state, level), bare=False)
    return bool(verdict)


def judge() -> None:
    print("Bluffing, the judge believes (share of transcripts)")
    print(f"  {'kind':12} {'items':>5}  " + "  ".join(f"{level:>6}" for level in LEVELS))
    by_kind: dict[str, list[list[str]]] = defaultdict(list)
    for kind, *rest in rows("transcripts.tsv"):
        by_kind[kind].append(rest)
    for kind, those in by_kind.items():
        shares = []
        for level in LEVELS:
            yes = sum(believed(level, s, q.split(" | "), a.split(" | ")) for s, q, a in those)
            shares.append(f"{percent(yes, len(those)):>6}")
        print(f"  {kind:12} {len(those):5}  " + "  ".join(shares))


def bluffer(first: int) -> None:
    """Five questions of the panel a session, each statement in turn, true and made up by turns."""
    print("Bluffing, the bluffer's answer has the form that the question's kind asks for")
    asked: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for kind, statement, question in rows("questions.tsv"):
        asked[statement].append((kind, question))
    kinds = sorted({kind for those in asked.values() for kind, _ in those})
    print(f"  {'level':8}" + " ".join(f"{kind:>8}" for kind in kinds) + "      all  forgot  twice")
    for level in LEVELS:
        fits: Counter[str] = Counter()
        total: Counter[str] = Counter()
        forgot = twice = 0
        for n, (statement, those) in enumerate(asked.items()):
            state = bluffing.said(
                bluffing.started(max_questions=20), f"{'true' if n % 2 else 'false'} | {statement}"
            )
            told: list[str] = []
            for kind, question in those:
                state = bluffing.said(state, question)
                answer = bluffing.reply(state, level, first + n)
                state = bluffing.said(state, answer)
                total[kind] += 1
                flags = 0 if kind == "name" else re.IGNORECASE
                fits[kind] += bool(re.search(FITS[kind], answer, flags))
                forgot += FORGOTTEN.fullmatch(answer) is not None or "remember" in answer
                twice += answer in told or any(
                    answer.startswith(frame.split("{")[0]) for frame in SPEECH["again"]
                )
                told.append(answer)
        count = total.total()
        print(
            f"  {level:8}"
            + " ".join(f"{percent(fits[kind], total[kind]):>8}" for kind in kinds)
            + f"     {percent(fits.total(), count)}    {percent(forgot, count)}   {percent(twice, count)}"
        )


def bluffing_games(seeds: int, first: int) -> None:
    print(f"Bluffing between bots: the judge is right; of true, of made-up stories ({10 * seeds} sessions)")
    for level in LEVELS:
        ends = [bluffing.played(bluffing.started(), f"{first + n}", level, level) for n in range(10 * seeds)]
        true = [end.verdict == end.truth for end in ends if end.truth]
        made_up = [end.verdict == end.truth for end in ends if not end.truth]
        right = sum(true) + sum(made_up)
        print(
            f"  {level:8} {percent(right, len(ends))}  {percent(sum(true), len(true))}  {percent(sum(made_up), len(made_up))}"
        )


# Taboo


def told(state: TabooState, text: str) -> TabooState:
    """The state after a reply to the open ask."""
    return TABOO.apply(state, TABOO.parse(state, TABOO.asks(state)[0], Reply(text)))


def reply(bot: Bot, state: TabooState, level: str, seed: int) -> str:
    """What the bot says to the open ask."""
    ask = TABOO.asks(state)[0]
    rng = Random(f"{seed}/{ask.seat}/{ask.key}/{ask.attempt}")
    return bot.reply(ask, TABOO.view(state, ask.seat), level, rng)


def guesser(first: int) -> None:
    """One prompt a session: the form of the reply, and whether it says the word that the prompt is after."""
    print(
        "Taboo, the guesser's reply has the form that the prompt asks for; the word is said (of words in the deck)"
    )
    prompts = rows("prompts.tsv")
    kinds = sorted({kind for kind, _, _ in prompts})
    words = {str(item["word"]) for item in bench_taboo.DECK.items}
    bot = make(bench_taboo.DECK, None, bench_taboo.INFO.speech)
    options = resolve(bench_taboo.INFO.options, bench_taboo.INFO.presets, {"forbidden": False})
    print(f"  {'level':8}" + " ".join(f"{kind:>7}" for kind in kinds) + "     all   said")
    for level in LEVELS:
        fits: Counter[str] = Counter()
        total: Counter[str] = Counter()
        said = known = 0
        for n, (kind, word, prompt) in enumerate(prompts):
            state = told(TABOO.start(Setup(options, {"word": word})), prompt)
            text = reply(bot, state, level, first + n)
            total[kind] += 1
            fits[kind] += bool(re.search(TABOO_FITS[kind], text, re.IGNORECASE))
            if word in words:
                known += 1
                said += says(text, word) is not None
        shares = " ".join(f"{percent(fits[kind], total[kind]):>7}" for kind in kinds)
        print(
            f"  {level:8}{shares}    {percent(fits.total(), total.total())}   {percent(said, known)} of {known}"
        )


def unrelated(seeds: int, first: int) -> None:
    """Five unrelated prompts for every card: what the setter wins by them."""
    prompts = [row[0] for row in rows("unrelated.tsv")]
    print("Taboo, five unrelated prompts: the setter wins, the word is said (share of 100 cards a seed)")
    bot = make(bench_taboo.DECK, None, bench_taboo.INFO.speech)
    options = resolve(bench_taboo.INFO.options, bench_taboo.INFO.presets, {"forbidden": False})
    for level in LEVELS:
        ends: Counter[str] = Counter()
        for seed in range(first, first + max(seeds // 10, 1)):
            rng = Random(f"unrelated/{seed}")
            for item in rng.sample(list(bench_taboo.DECK.items), 100):
                state = TABOO.start(Setup(options, {"word": item["word"]}))
                for prompt in rng.sample(prompts, 5):
                    state = told(state, prompt)
                    if not state.over and state.open is not None:
                        state = told(state, reply(bot, state, level, seed))
                    if state.over or state.uttered_round is not None:
                        break
                if not state.over:
                    state = told(state, reply(bot, state, level, seed))
                outcome = TABOO.outcome(state)
                ends["all"] += 1
                ends["setter"] += bool(outcome and outcome.winners == ("setter",))
                ends["said"] += state.uttered_round is not None
        print(f"  {level:8} {percent(ends['setter'], ends['all'])}  {percent(ends['said'], ends['all'])}")


def taboo_games(seeds: int, first: int) -> None:
    print(f"Taboo between bots: word said, setter wins, guesser wins, drawn ({25 * seeds} sessions)")
    bot = make(bench_taboo.DECK, None, bench_taboo.INFO.speech)
    options = resolve(bench_taboo.INFO.options, bench_taboo.INFO.presets, {})
    for level in LEVELS:
        ends: Counter[str] = Counter()
        levels = dict.fromkeys(("setter", "guesser"), level)
        for seed in range(first, first + 25 * seeds):
            dealt = drawn(TABOO, options, bench_taboo.DECK, seed)
            state = bench_taboo.played(bot, Setup(options, dealt["secret"]), levels, seed, [])
            outcome = TABOO.outcome(state)
            ends["said"] += state.uttered_round is not None
            ends[outcome.winners[0] if outcome and outcome.winners else "drawn"] += 1
        shares = "  ".join(percent(ends[name], 25 * seeds) for name in ("said", "setter", "guesser", "drawn"))
        print(f"  {level:8} {shares}")


def main() -> None:
    """Print every table."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    judge()
    bluffer(first)
    bluffing_games(seeds, first)
    guesser(first)
    unrelated(seeds, first)
    taboo_games(seeds, first)


if __name__ == "__main__":
    main()
