"""What kind of answer a prompt asks for, judged by its text alone.

The last sentence with a question mark decides. As people often leave the mark out, the last sentence that
begins like a question is the second choice. A prompt that asks for nothing is of the kind `say`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from tui_arena.core.language.function_words import AUXILIARIES
from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.games.taboo.content import content_of

Kind = Literal[
    "what",
    "which",
    "who",
    "where",
    "when",
    "why",
    "how",
    "many",
    "often",
    "measure",
    "yes",
    "feel",
    "act",
    "finish",
    "tell",
    "say",
]

_WH: dict[str, Kind] = {
    **dict.fromkeys(("what", "whats", "wot"), "what"),
    "which": "which",
    **dict.fromkeys(("who", "whos", "whom", "whose", "whod"), "who"),
    **dict.fromkeys(("where", "wheres"), "where"),
    **dict.fromkeys(("when", "whens"), "when"),
    **dict.fromkeys(("why", "whys"), "why"),
    **dict.fromkeys(("how", "hows"), "how"),
}
_NOUNS: dict[str, Kind] = {
    **dict.fromkeys("time day month season year hour weekday".split(), "when"),
    **dict.fromkeys("place city country town room street spot corner part".split(), "where"),
    **dict.fromkeys("person man woman boy girl people relative actor singer".split(), "who"),
    **dict.fromkeys("number amount price".split(), "many"),
    **dict.fromkeys("reason".split(), "why"),
}
"""Maps the noun after `what`, `which` or `whose` to the kind of answer that the question asks for."""
_FEELS = frozenset("feel feels felt feeling mood".split())
_AMOUNTS: dict[str, Kind] = {
    **dict.fromkeys("many much".split(), "many"),
    "often": "often",
    **dict.fromkeys("long old far big tall fast deep soon high heavy late early large wide small".split(), "measure"),
}  # fmt: skip
_ANY = frozenset({"any", "ever", "anything"})
"""Words of a question that gives no choice, although it contains `or`."""
_TELL = frozenset("tell name list describe show give say imagine think draw picture explain talk".split())
_OPENERS = frozenset(
    "so well ok okay and but or now then hey hi hello oh ah right alright please quick quickly just tell me us say "
    "by the way honestly seriously actually anyway be guess in on at with for to from of since".split()
)
"""Words that may come before the question itself."""
_FINISH = re.compile(
    r"\b(finish|complete|continue|end) (this|the|my|it)\b|\bfill (in )?the (gap|blank)|(\.\.\.|…|__+)[^\w?]*$",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[^.!?…]+[.!?…]*")


@lru_cache(maxsize=2000)
def asking(prompt: str) -> str:
    """The folded sentence of a prompt that asks; the whole prompt if it is a sentence to be finished."""
    flat = fold(prompt)
    if _FINISH.search(flat):
        return flat
    found = [match.group() for match in _SENTENCES.finditer(flat) if any(map(str.isalnum, match.group()))]
    marked = [sentence for sentence in found if sentence.rstrip().endswith("?")]
    begun = [s for s in found if _opened(tokens(s)) or _opened(tokens(s.rpartition(",")[2]))]
    return (marked or begun or found or [flat])[-1]


@lru_cache(maxsize=2000)
def kind_of(prompt: str) -> Kind:
    """The kind of a prompt."""
    flat = fold(prompt)
    if _FINISH.search(flat):
        return "finish"
    sentence = asking(prompt)
    marked = sentence.rstrip().endswith("?")
    said = tokens(sentence.rpartition(":")[2]) or tokens(sentence)
    clauses = (said, tokens(sentence), tokens(sentence.rpartition(",")[2]))
    kind: Kind | None = next((k for k in map(_opened, clauses) if k is not None), None)
    if kind is not None and (kind != "when" or not marked):
        return kind
    if not marked:
        return "say"
    kind = _within(said)  # after a clause that begins with `when`, another question word decides
    if kind is not None:
        return kind
    return "which" if "or" in said[1:-1] else "yes"


def _opened(said: Sequence[str]) -> Kind | None:
    """The kind of a sentence, judged by its beginning; None if the beginning doesn't decide."""
    for i, word in enumerate(said):
        if word in _WH:
            return _asked(said[i:])
        if word in AUXILIARIES or word == "ever":
            return "which" if "or" in said[i + 2 : -1] and _ANY.isdisjoint(said) else "yes"
        if word in _TELL:
            inner = _within(said[i + 1 :])
            return "tell" if inner in (None, "when", "how") else inner
        if word not in _OPENERS:
            return None
    return None


def _within(said: Sequence[str]) -> Kind | None:
    """The kind of a sentence's first question word; `when` begins a clause if another one follows."""
    places = [i for i, word in enumerate(said) if word in _WH]
    better = [i for i in places if _WH[said[i]] != "when"]
    return _asked(said[(better or places)[0] :]) if places else None


def _asked(said: Sequence[str]) -> Kind:
    """The kind of a question that begins with its question word."""
    kind, after = _WH[said[0]], said[1] if len(said) > 1 else ""
    if kind == "how":
        if not _FEELS.isdisjoint(said) or list(said[1:]) in (["are", "you"], ["are", "you", "today"]):
            return "feel"
        return "why" if after == "come" else _AMOUNTS.get(after, kind)
    if kind == "what" and after in AUXILIARIES and "do" in said[2:]:
        return "act"
    if kind == "what" and said[-1] == "for" and said[-2] in ("that", "this", "it", "those"):
        return "why"
    asked = () if kind not in ("what", "which") or after in ("kind", "sort", "type") else said[1:3]
    return next((_NOUNS[word] for word in asked if word in _NOUNS), kind)


_OPTIONS = re.compile(r"((?:\b(?:the|a|an|your|my) )?[\w'’-]+),? or ((?:(?:the|a|an|your|my) )?[\w'’-]+)")


def options_of(prompt: str) -> tuple[str, ...]:
    """The two things that a prompt lets the guesser choose between; empty if it offers no choice.

    >>> options_of("Would you rather have the sea or a mountain?")
    ('the sea', 'a mountain')
    """
    found = _OPTIONS.search(asking(prompt))
    if found is None or kind_of(prompt) != "which" or not all(map(content_of, found.groups())):
        return ()
    return found.groups()
