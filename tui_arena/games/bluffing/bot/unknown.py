"""What a teller says when the story doesn't know the answer: an honest word that fits the kind of question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from tui_arena.core.language.function_words import AUXILIARIES
from tui_arena.core.language.sentences import capital
from tui_arena.games.bluffing.bot.matching import Question

ECHOES = 0.5
"""The chance that the teller takes up the question before the honest word."""
MOST_WORDS = 9
"""The greatest number of words of a question that is taken up."""
_PRESENT = frozenset("is are do does has have can will isnt arent dont doesnt hasnt havent cant wont".split())
_LAST = re.compile(
    r"(?:^|[.!?:;]\s+)(?:(?:and|so|but|well|ok|okay|then),? )?([^.!?:;]+)\?\s*$", re.IGNORECASE
)
_SWAPPED = (
    (re.compile(r"\b(?:are you|you are)\b", re.IGNORECASE), lambda at: "am I" if at[0].lower() == "are you" else "I am"),
    (re.compile(r"\b(?:were you|you were)\b", re.IGNORECASE), lambda at: "was I" if at[0].lower() == "were you" else "I was"),
    (re.compile(r"\byourself\b", re.IGNORECASE), lambda _: "myself"),
    (re.compile(r"\byours\b", re.IGNORECASE), lambda _: "mine"),
    (re.compile(r"\byour\b", re.IGNORECASE), lambda _: "my"),
    (
        re.compile(
            rf"\b(?P<before>{'|'.join(AUXILIARIES)}|that|when|while|if|before|after|because|as|what|where|who|how) you\b",
            re.IGNORECASE,
        ),
        lambda at: f"{at['before']} I",
    ),
    (re.compile(r"\byou\b", re.IGNORECASE), lambda _: "me"),
)  # fmt: skip
"""The changes that turn a question to the teller into the teller's own, in order."""
_NOT_TAKEN_UP = re.compile(r"\b(?:I|me|my|us|we|our)\b|[“”\"(]|\byou['’]|['’]t\b|\byou \w+,")


def unknown(question: Question, phrases: Mapping[str, Sequence[str]], told: str, rng: Random) -> str:
    """An honest word for a question that the story has no answer to.

    `phrases`: maps a kind of question to its honest words. `told`: what was said so far; no phrase of it is said again.
    """
    fit = phrases[_occasion(question)]
    fresh = [text for text in fit if text not in told] or [
        text for text in phrases["any"] if text not in told
    ]
    text = rng.choice(fresh or fit)
    again = taken_up(question) if rng.random() < ECHOES else ""
    return f"{again} {text}" if again else text


def _occasion(question: Question) -> str:
    """The key of the phrases for a question."""
    verb = next((word for word in question.words if word in AUXILIARIES), "")
    now = verb in _PRESENT or (not verb and "happens" in question.words)
    if question.kind == "whether":
        if verb in ("have", "has", "havent", "hasnt"):
            now = False
        return "now_whether" if now else "whether_you" if question.subject == "you" else "whether"
    if question.kind == "size":
        return "size"
    kind = {"often": "many", "age": "when"}.get(question.kind, question.kind)
    if kind in ("who", "where", "when", "many", "long", "cost", "why", "said", "name", "felt", "how"):
        return "now" if now and kind in ("where", "when", "how", "said", "felt") else kind
    return "now" if now else "what"


def taken_up(question: Question) -> str:
    """The question as its teller repeats it; empty if it is long or can't be turned round safely.

    `What did your aunt tell you?` becomes `What did my aunt tell me?`
    """
    found = _LAST.search(question.text.strip())
    if not found or question.kind == "whether" or _NOT_TAKEN_UP.search(found[1]):
        return ""
    if len(found[1].split()) > MOST_WORDS or "," in found[1]:
        return ""
    text = found[1].strip()
    for pattern, turned in _SWAPPED:
        text = pattern.sub(turned, text)
    return f"{capital(text)}?"
