"""Random Bluffing replies for the conformance suite."""

from random import Random

from tests.conformance import CATALOGUE
from tui_arena.core.game import Ask, View

_INFO = CATALOGUE.game("bluffing")
_CARDS = CATALOGUE.deck(None, _INFO).deck.items
_TOLD = "zyzzyva"
"""What only the setter may know of the canary's statement."""
CANARY = {"truth": "false"}
HIDDEN = [_TOLD, "false | i kept"]

SETUPS = [
    ({"reprompts": 9}, False),
    ({"truth": "later", "max_questions": 3, "reprompts": 9}, True),
    ({"max_questions": 1, "reprompts": {"setter": 9, "judge": 0}}, True),
    ({"truth": "later", "max_questions": 2, "reprompts": {"setter": 9, "judge": 0}}, False),
    ({"max_questions": 4, "family": False, "reprompts": {"setter": 0, "judge": 9}}, False),
]
KNOWS = {"setter"}
_NONSENSE = ["", "   ", "?", "x" * 400, "<think>hm", "question:", "Question 2:", "verdict: possibly true", "|", "`**`",
             "true and false", "I believe your statement is: True, or False", "I believe your statement is:",
             "I believe your statement is: Possibly true"]  # fmt: skip


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(_NONSENSE)
    card, truth = rng.choice(_CARDS), rng.choice(["true", "False"])
    told: str = card["statement"]
    asked: str = rng.choice(card["questions"])
    answered: str = rng.choice(card["honest"])
    verdict = f"I believe your statement is: {truth.capitalize()}. It rang so."
    match ask.name:
        case "statement":
            before = rng.choice([f"{truth} | ", f"**{truth} |** "]) if ask.sealed else ""
            return f"{before}{told}"
        case "answer":
            return rng.choice([answered, f"careful now\nanswer: {answered}", "I'd rather not say."])
        case "question" if rng.random() < 0.85:
            numbered = f"Question {rng.randint(1, 5)}: {asked}"
            return rng.choice([numbered, f"thin\nquestion: {numbered}", asked])
        case "truth":
            return rng.choice([truth, f"It was {truth}."])
    return rng.choice([verdict, f"hm\nverdict: {truth}", truth])


def canary_reply(ask: Ask) -> str | None:
    """Replies that carry the canary: in a refused reply, or as reasoning before an accepted line."""
    if ask.name == "statement":
        if ask.attempt == 1:
            return f"{_TOLD} | I kept a tame heron." if ask.sealed else f"false | {_TOLD}"
        return "false | I kept a tame heron." if ask.sealed else "I kept a tame heron."
    if ask.name == "answer":
        return f"None of it is so, {_TOLD}.\nanswer: At the pond behind the house."
    return None


def carrying(ask: Ask, _view: View, text: str) -> str:
    match ask.name:
        case "statement":
            return f"true | I like {text}" if ask.sealed else f"I like {text}"
        case "verdict":
            return f"I believe your statement is: True. {text}"
        case "truth":
            return f"true {text}"
    return f"So what of {text} then?"
