"""Random Akinator replies for the conformance suite."""

from random import Random

from tests.conformance import CATALOGUE
from tui_arena.core.game import Ask, View

_INFO = CATALOGUE.game("akinator")
CANARY = {"object": "zither", "aliases": ["concert zither"]}
HIDDEN = ["zither"]
_NAMES = [i["entity"] for i in CATALOGUE.deck(None, _INFO).deck.items if "zither" not in i["entity"].lower()]

SETUPS = [
    ({"secret": "later", "max_turns": 5, "reprompts": 9}, True),
    ({"secret": "later", "max_turns": 2, "reprompts": {"setter": 0, "guesser": 9}}, False),
    ({"secret": "sealed", "max_turns": 6, "reprompts": {"guesser": 9}}, False),
    ({"secret": "sealed", "max_turns": 5, "match": "strict", "reprompts": {"setter": 9}}, True),
    ({"secret": "sealed", "max_turns": 3, "suite": "30", "reprompts": {"setter": 0, "guesser": 9}}, False),
]
KNOWS = {"setter"}
_NONSENSE = ["", "   ", "?", "yes and no", "Question 3:", "question:", "<think>hm", "|", "-", "`**`", "x" * 400,
             "This is a guess: are you thinking of", "This is a guess - are you thinking of **?**"]  # fmt: skip


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(_NONSENSE)
    if ask.name == "answer":
        return rng.choice([*ask.choices, "answer: no", "incorrect, sorry", "**Yes**, as everybody knows"])
    name: str = rng.choice(_NAMES)
    if ask.name in ("object", "reveal"):
        return rng.choice([name, f"a {name} | {rng.choice(_NAMES)}"])
    guess = f"This is a guess -- are you thinking of a {name}?"
    return rng.choice(
        [f"Question {rng.randint(1, 5)}: Is it a {name}?", f"hm\nquestion: is it like a {name}", guess]
    )


def canary_reply(ask: Ask) -> str | None:
    return "a zither | concert zither" if ask.name == "object" else None


def carrying(ask: Ask, _view: View, text: str) -> str:
    if ask.name == "answer":
        return f"yes {text}"
    return f"pebble | {text}" if ask.name in ("object", "reveal") else f"Is it {text}"
