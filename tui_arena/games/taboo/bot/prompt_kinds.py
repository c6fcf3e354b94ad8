"""What kind of answer a prompt asks for, judged by its text alone.

The last sentence with a question mark decides. A prompt that asks for nothing is of the kind `say`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from tui_arena.core.text import fold
from tui_arena.core.words import tokens

Kind = Literal[
    "what",
    "which",
    "who",
    "where",
    "when",
    "why",
    "how",
    "many",
    "do",
    "would",
    "feel",
    "act",
    "finish",
    "tell",
    "say",
]

_WH: dict[str, Kind] = {
    "what": "what",
    "whats": "what",
    "which": "which",
    "who": "who",
    "whos": "who",
    "whom": "who",
    "whose": "who",
    "where": "where",
    "wheres": "where",
    "when": "when",
    "why": "why",
    "how": "how",
    "hows": "how",
}
_CLAUSED = frozenset("what which who whom where why how".split())
"""Question words that may follow a clause with `when`, and then decide in its place."""
_FEELS = frozenset("feel feels felt mood feeling".split())
_DOES = frozenset("do does did would should can could will must".split())
_AMOUNTS = frozenset("many much long often old far big tall fast deep soon".split())
_DO = frozenset(
    "do does did have has had is are was were am can ever dont didnt isnt arent havent hasnt wasnt may".split()
)
_WOULD = frozenset("would could will should shall might wouldnt couldnt shouldnt won".split())
_TELL = frozenset(
    "tell name list describe show give say imagine think draw picture let explain complete".split()
)
_FINISH = re.compile(
    r"\b(finish|complete|continue|end) (this|the|my)\b|(\.\.\.|…|__+)[^\w?]*$", re.IGNORECASE
)
_SENTENCES = re.compile(r"[^.!?…]+[.!?…]*")


@lru_cache(maxsize=2000)
def kind_of(prompt: str) -> Kind:
    """The kind of a prompt."""
    flat = fold(prompt)
    if _FINISH.search(flat):
        return "finish"
    sentences = [match.group() for match in _SENTENCES.finditer(flat) if any(map(str.isalnum, match.group()))]
    asked = [sentence for sentence in sentences if sentence.rstrip().endswith("?")]
    for sentence in reversed(asked):
        return _asked(sentence)
    if any(said[:1] and said[0] in _TELL for said in map(tokens, sentences)):
        return "tell"
    return _begun(tokens(flat)[:1]) or "say"


def _asked(sentence: str) -> Kind:
    said = tokens(sentence.rpartition(":")[2]) or tokens(sentence)
    begun = _begun(said)
    if begun == "when" and not _CLAUSED.isdisjoint(said[1:]):
        begun = None
    if begun == "how" and not _FEELS.isdisjoint(said):
        return "feel"
    if begun == "what" and said[1:2] and said[1] in _DOES and "do" in said[2:]:
        return "act"
    if begun:
        return begun
    for i, word in enumerate(said):
        found = _WH.get(word)
        if found and found != "when":
            return _amount(found, said[i + 1 : i + 2])
    return "when" if "when" in said else "what"


def _begun(said: list[str]) -> Kind | None:
    """The kind of a sentence by its first word; None if that word decides nothing."""
    first = said[0] if said else ""
    if first in _WH:
        return _amount(_WH[first], said[1:2])
    if first in _DO:
        return "do"
    if first in _WOULD:
        return "would"
    return "tell" if first in _TELL else None


def _amount(kind: Kind, after: list[str]) -> Kind:
    return "many" if kind == "how" and after and after[0] in _AMOUNTS else kind
