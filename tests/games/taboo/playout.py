"""Random Taboo replies for the conformance suite."""

from random import Random

from tests.conformance import CATALOGUE
from tui_arena.core.game import Ask, View

_INFO = CATALOGUE.game("taboo")
_CARDS = CATALOGUE.deck(None, _INFO).deck.items
CANARY = {"word": "zither", "forms": ["zitherist"], "forbidden": ["dulcimer", "psaltery"]}
HIDDEN = ["zither", "dulcimer", "psaltery"]
_FEW = {"category": "home", "difficulty": "hard"}
"""Few words, so that random replies often say the right one."""
_WORDS: list[str] = [card["word"] for card in _CARDS if all(card[name] == _FEW[name] for name in _FEW)]
_LURES: list[str] = [
    lure for card in _CARDS for lure in card["lures"] if not any(word in lure for word in HIDDEN)
]

SETUPS = [
    (_FEW, False),
    ({**_FEW, "on_silence": "guesser", "max_prompts": 2, "reprompts": 9}, False),
    ({**_FEW, "on_silence": "setter", "max_prompts": 2, "reprompts": 9}, False),
    ({**_FEW, "forbidden": False, "inflections": False, "min_words": None, "reprompts": 0}, False),
    ({"max_prompts": 3, "max_chars": 90, "reprompts": {"setter": 9, "guesser": 0}}, False),
    ({"max_prompts": 1, "min_words": 1, "reprompts": {"setter": 9, "guesser": 1}}, False),
    ({"category": "school", "max_prompts": 20, "reprompts": {"setter": 20, "guesser": 9}}, False),
]
KNOWS = {"setter"}
_NONSENSE = ["", "   ", "?", "x" * 1200, "<think>hm", "prompt:", "reply:", "|", "`**`", "My guess of the word is:",
             "My guess of the word is: **?**", "\u00bf", "-"]  # fmt: skip


def reply(ask: Ask, view: View, rng: Random) -> str:
    if rng.random() < 0.15:
        return rng.choice(_NONSENSE)
    if ask.name == "prompt":
        word = view.facts["word"]
        said = (
            [f"Do you like {word}s?", f"{'-'.join(word)}?"]
            if word not in HIDDEN and rng.random() < 0.2
            else []
        )
        lure = rng.choice(_LURES)
        return rng.choice(said or [lure, f"hm, a trap\nprompt: {lure}"])
    one, *more = rng.sample(_WORDS, 4)
    other = ", ".join(more)
    guess = f"My guess of the word is: {rng.choice([one, f'the {one}s', f'**{one}**.'])} You asked about it."
    if ask.name == "last_guess":
        return rng.choice([one, guess, "pass", f"hm\nguess: a {one}", f"{one} or {other}, or something else"])
    said = [
        f"I like {one} and {other}.",
        f"{one} or {other}\nreply: Only with {one}s, I think.",
        "All in good time.",
    ]
    return guess if rng.random() < 0.12 else rng.choice(said)


def canary_reply(ask: Ask) -> str | None:
    """Replies that carry the word: in a refused prompt, or as reasoning before an accepted one."""
    if ask.name != "prompt":
        return None
    if ask.attempt == 1:
        return "What would you do with a zither, or a psaltery?"
    return f"The zither is near.\nprompt: {_LURES[ask.attempt]}"[: ask.max_chars]


def carrying(ask: Ask, _view: View, text: str) -> str:
    return f"My guess of the word is: {text}" if ask.name == "last_guess" else f"So what of {text} then?"
