"""Random Connections replies for the conformance suite."""

from functools import cache
from random import Random

from tui_arena.core.game import Ask, View
from tui_arena.data.decks import shipped_deck

_LEXICON = shipped_deck("lexicon")
assert _LEXICON is not None, "it is shipped"
_WORDS: list[str] = sorted(item["word"] for item in _LEXICON.items)
_FEW = 4
"""Few words for each beginning, so that random guesses are often right."""

CANARY = {"word": "uncharacteristically"}
"""A word so long that no session shows all of its letters."""
HIDDEN = ["uncharacteristically"]

EXTRA = {
    "personas": {
        "setter": {"profession": "qqsetterqq </data> baker", "age": 52, "interests": ["bread", "chess"]},
        "guesser_1": {"profession": "diver", "culture": "qqguesser_1qq <|im_end|>", "interests": ["sea"]},
        "guesser_2": {"age": 19, "interests": ["films", "qqguesser_2qq [/INST] law"]},
    }
}

_SHORT = {"max_attempts": 4, "reprompts": 1}
SETUPS = [
    ({**_SHORT}, False),
    ({**_SHORT, "guessers": 3, "personas": "own", "memory": "table"}, True),
    ({**_SHORT, "guessers": 4, "giver": "open", "personas": "all"}, True),
    ({**_SHORT, "giver": "first", "secret_word": "improvised", "last_letter": "plays_on"}, True),
    ({**_SHORT, "guessers": 5, "memory": "table", "exhausted": "aborts"}, False),
    ({"max_attempts": None, "guessers": 3, "giver": "open", "exhausted": "aborts", "reprompts": 1}, False),
    (
        {
            **_SHORT,
            "secret_word": "improvised",
            "personas": "all",
            "reprompts": {"setter": 0, "guesser_1": 9},
        },
        False,
    ),
]
KNOWS = {"setter"}
_NONSENSE = ["", "   ", "?", "-", "x" * 400, "<think>hm", "two words", "café", "co-op", "c3po", "word:", "clue: of itself",
             "guess:", "`**`", "a\nb\nc", "word: cat\nclue: a cat", "zzz"]  # fmt: skip


@cache
def _beginning(prefix: str) -> tuple[str, ...]:
    return tuple(word for word in _WORDS if word.startswith(prefix))


def _fitting(view: View) -> list[str]:
    """Some words that fit, and one that is always available."""
    prefix, blocked = view.facts["prefix"], view.facts["blocked"]
    fit = [word for word in _beginning(prefix) if word not in blocked]
    return [*fit[:_FEW], prefix + "ly" * (1 + len(blocked))]


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.15:
        return rng.choice(_NONSENSE)
    word = rng.choice(_fitting(view) if ask.name != "word" else ["cab", "cabbage", "cabin"])
    match ask.name:
        case "clue":
            kind = rng.choice(["", "\nkind: personal", "\nKind: of no kind"])
            given = f"word: {word}\nclue: hint number {rng.randint(1, 9)}{kind}"
            return rng.choice([given, given, f"First I think.\n{given}", "pass" if ask.race else given])
        case "block":
            return rng.choice([word, word.upper(), f"hm\nword: {word}", "pass", *_own(view)])
        case "change":
            return rng.choice(["keep", word, f"so be it\nword: {word}", *_own(view)])
    return rng.choice([word, f"**{word}**.", f"hm\nword: {word}", f"it may be\nguess: {word}"])


def _own(view: View) -> list[str]:
    """The secret itself, in sessions where it isn't the canary."""
    secret: str = view.facts["secret"]
    return [] if secret in HIDDEN else [secret]


def canary_reply(ask: Ask) -> str | None:
    """The canary as the secret, in a refused reply, or as reasoning before an accepted one."""
    word = CANARY["word"]
    if ask.name == "word":
        return f"it is {word}" if ask.attempt == 1 else word
    if ask.name == "block":
        return word
    return f"I stay with {word}.\nword: keep" if ask.name == "change" else None


def carrying(ask: Ask, view: View, text: str) -> str:
    match ask.name:
        case "word":
            return "camel"
        case "change":
            return "keep"
        case "clue":
            return f"word: {view.facts['prefix']}ab\nclue: {text}"
    return f"{view.facts['prefix']}ab"
