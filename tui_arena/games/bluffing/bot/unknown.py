"""What a teller says when the story doesn't know the answer: an honest word that fits the kind of question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from tui_arena.core.language.function_words import AUXILIARIES
from tui_arena.core.language.sentences import capital
from tui_arena.games.bluffing.bot.question import Question

TAKEN_UP = 0.6
"""The chance that the teller takes up the question, if it can be turned round."""
MOST_WORDS = 9
"""The greatest number of words of a question that is taken up."""
OWN = frozenset(("you", "it", "that", "this", "the", "your", "there", ""))
"""The first words of a subject that isn't somebody else, who would know the reason."""
_PRESENT = frozenset("is are do does has have can will isnt arent dont doesnt hasnt havent cant wont".split())
_NOW = frozenset("happens whats wheres whos".split())
_LAST = re.compile(
    r"(?:^|[.!?:;]\s+)(?:(?:and|so|but|well|ok|okay|then),? )?([^.!?:;]+)\?\s*$", re.IGNORECASE
)
_TURNED = re.compile(
    r"(?P<what>(?:who|what|which|how|where|when|why)\b(?: \w+){0,3}?) (?P<verb>was|were|is|are|had|has|have|could|would) "
    r"(?P<who>(?:you|he|she|it|they|that)\b|(?:the|your|his|her|their) \w+(?=$| (?:in|on|at|of|from|about|for|like|with|to|there|then|\w+ing)\b))(?P<rest>(?: .*)?)",
    re.IGNORECASE,
)
"""A question whose subject stands behind its verb."""
_WHO = re.compile(r"who \w+(?: .*)?", re.IGNORECASE)
_SWAPPED = (
    (re.compile(r"\byou were\b", re.IGNORECASE), "I was"),
    (re.compile(r"\byou are\b", re.IGNORECASE), "I am"),
    (re.compile(r"\byourself\b", re.IGNORECASE), "myself"),
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (re.compile(r"\b(that|when|while|if|before|after|because|as|^what|where|how)((?: \w+)??) you\b", re.IGNORECASE), r"\1\2 I"),
    (re.compile(r"\byou(?= (?:had|have|could|would)\b)", re.IGNORECASE), "I"),
    (re.compile(r"\byou\b", re.IGNORECASE), "me"),
)  # fmt: skip
"""The changes that make the teller's words of a question to the teller, in order."""
_NOT_TAKEN_UP = re.compile(r"\b(?:I|me|my|us|we|our|yours)\b|[“”\"(,]|\byou['’]|['’]t\b")


def unknown(question: Question, phrases: Mapping[str, Sequence[str]], told: str, rng: Random) -> str:
    """An honest word for a question that the story has no answer to.

    `phrases`: maps a kind of question to its honest words. `told`: what was said so far; no phrase of it is said again.
    """
    again = taken_up(question) if rng.random() < TAKEN_UP else ""
    if again:
        ends = [text for text in phrases["taken_up"] if text.partition("}")[2] not in told]
        if ends:
            return rng.choice(ends).format(asked=again)
    fit = phrases[_occasion(question)]
    fresh = [text for text in fit if text not in told]
    return rng.choice(fresh or [text for text in phrases["any"] if text not in told] or fit)


def _occasion(question: Question) -> str:
    """The key of the phrases for a question."""
    verb = next((word for word in question.words if word in AUXILIARIES), "")
    now = verb in _PRESENT or (not verb and not _NOW.isdisjoint(question.words))
    if question.kind == "whether":
        if verb in ("have", "has", "havent", "hasnt"):
            now = False
        return f"{'now_' if now else ''}whether{'_you' if question.subject == 'you' else ''}"
    if question.kind == "size":
        return "size"
    if question.kind == "why" and question.subject not in OWN:
        return "why_others"
    kind = {"often": "many", "age": "when", "way": "how"}.get(question.kind, question.kind)
    if kind in ("who", "where", "when", "many", "long", "cost", "why", "said", "name", "felt", "how"):
        return "now" if now and kind in ("where", "when", "how", "said", "felt") else kind
    return "now" if now else "what"


def taken_up(question: Question) -> str:
    """The question as a part of the teller's own sentence; empty if it is long or can't be turned round safely.

    `What colour was the plate?` becomes `What colour the plate was`.
    """
    found = _LAST.search(question.text.strip())
    text = found[1].strip() if found else ""
    if not text or _NOT_TAKEN_UP.search(text) or len(text.split()) > MOST_WORDS:
        return ""
    if turned := _TURNED.fullmatch(text):
        text = f"{turned['what']} {turned['who']} {turned['verb']}{turned['rest']}"
    elif not _WHO.fullmatch(text) or text.split()[1] in AUXILIARIES - {"was", "were", "is", "had", "has"}:
        return ""
    for pattern, said in _SWAPPED:
        text = pattern.sub(said, text)
    return capital(text)
