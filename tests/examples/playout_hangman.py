"""Random Hangman replies for the conformance suite."""

from random import Random

from tui_arena.core.game import Ask, View

CANARY = {"word": "quixotic", "clue": "like a fight with windmills"}
HIDDEN = ["quixotic"]
SETUPS = [({}, False), ({"max_turns": 3}, True), ({"reprompts": {"guesser": 0, "setter": 1}}, True)]
KNOWS = {"setter"}
_WORDS = ["kettle", "lantern", "compass"]
_NONSENSE = ["", "  ", "two words", "e!", "сaner", "<think>hm", "abcdefghijklmno", "`e`"]


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.2:
        return rng.choice(_NONSENSE)
    if ask.name == "word":
        return rng.choice(_WORDS)
    return rng.choice("etaoinshrdlu") if rng.random() < 0.9 else rng.choice(_WORDS)


def canary_reply(ask: Ask) -> str | None:
    return CANARY["word"] if ask.name == "word" else None


def carrying(ask: Ask, _view: View, text: str) -> str:
    """Neither reply has room for a text."""
    return "lantern" if ask.name == "word" else "e"
