"""Random Wordle replies for the conformance suite."""

from random import Random

from tests.conformance import CATALOGUE
from tui_arena.core.game import Ask, View

_INFO = CATALOGUE.game("wordle")
CANARY = {"word": "zonal", "clue": "of a belt around the globe"}
HIDDEN = ["zonal"]
_WORDS = [i["word"] for i in CATALOGUE.deck(None, _INFO).deck.items if i["word"] != CANARY["word"]]

SETUPS = [
    ({"variant": "classic"}, False),
    ({"variant": "classic", "hard": True, "max_guesses": 3}, True),
    ({"variant": "clue", "form": "strict", "unknown_words": 1}, True),
    ({"variant": "critic", "critic_sees": "word"}, False),
    ({"variant": "critic", "critic_sees": "explanation", "reprompts": {"guesser": 0, "critic": 5}}, True),
    ({"variant": "critic", "critic_sees": "board", "form": "strict", "suite": "30"}, False),
]
KNOWS = {"setter"}
_NONSENSE = ["", "   ", "qqqqq", "four", "toolong", "guess: ab1de", "guess: slate\nguess: crane", "i think slate",
             "<think>hm", "agreement: maybe", "yes no", "slate|", "сaner", "`**`"]  # fmt: skip


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.25:
        return rng.choice(_NONSENSE)
    if ask.name == "opinion":
        return rng.choice(["yes", "NO.", "agreement: no\nexplanation: it does not fit"])
    word = rng.choice(_WORDS)
    if ask.name == "target":
        return f"{word} | a thing to be found"
    return rng.choice(
        [f"guess: {word}\nexplanation: why not", f"**{word}**.", f"explanation:\nguess: {word}"]
    )


def canary_reply(ask: Ask) -> str | None:
    if ask.name != "target":
        return None
    clue = "zonal gives itself away" if ask.attempt == 1 else CANARY["clue"]
    return f"{CANARY['word']} | {clue}"


def carrying(ask: Ask, _view: View, text: str) -> str:
    if ask.name == "target":
        return f"pride | {text}"
    if ask.name == "opinion":
        return f"agreement: no\nexplanation: {text}"
    return f"explanation: {text}\nguess: slate"
