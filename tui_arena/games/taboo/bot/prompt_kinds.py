"""What kind of answer a prompt asks for, judged by its text alone.

The last sentence with a question mark decides. As people often leave the mark out, the last sentence that
begins like a question is the second choice. A prompt that asks for nothing is of the kind `say`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from tui_arena.core.grouping import grouped
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, tells_nothing
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
    r"\b(finish|complete|continue|end) (this|the|my|it)\b|\bfill (in )?the (gap|blank)|(\.\.\.|…)[^\w?]*$|__+",
    re.IGNORECASE,
)
_LEFT_OPEN = re.compile(r"([^.!?…]*)(?:\.\.\.|…)\W*$")
"""A last sentence that breaks off, such as `chicken ...?`."""
_SENTENCES = re.compile(r"[^.!?…]+[.!?…]*")


def _is_to_finish(flat: str) -> bool:
    """True if a folded prompt wants its last sentence to be finished."""
    open_end = _LEFT_OPEN.search(flat)
    return _FINISH.search(flat) is not None or (open_end is not None and _opened(tokens(open_end[1])) is None)


@lru_cache(maxsize=2000)
def asking(prompt: str) -> str:
    """The folded sentence of a prompt that asks; the whole prompt if it is a sentence to be finished."""
    flat = fold(prompt)
    if _is_to_finish(flat):
        return flat
    found = [match.group() for match in _SENTENCES.finditer(flat) if any(map(str.isalnum, match.group()))]
    marked = [sentence for sentence in found if sentence.rstrip().endswith("?")]
    begun = [s for s in found if _opened(tokens(s)) or _opened(tokens(s.rpartition(",")[2]))]
    return (marked or begun or found or [flat])[-1]


@lru_cache(maxsize=2000)
def kind_of(prompt: str) -> Kind:
    """The kind of a prompt."""
    flat = fold(prompt)
    if _is_to_finish(flat):
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
        if "call" in said[2:4]:  # `How do you call that?`
            return "what"
        return "why" if after == "come" else _AMOUNTS.get(after, kind)
    if kind == "what" and after in AUXILIARIES and "do" in said[2:]:
        return "act"
    if kind == "what" and said[-1] == "for" and said[-2] in ("that", "this", "it", "those"):
        return "why"
    asked = () if kind not in ("what", "which") or after in ("kind", "sort", "type") else said[1:3]
    return next((_NOUNS[word] for word in asked if word in _NOUNS), kind)


_THING = r"(?:(?:the|a|an|your|my|in|by|at|on|to|with) )*[\w'’-]+"
_OPTIONS = re.compile(rf"(\b{_THING}),? or ({_THING})(?=[?.! ]*$| )")
_RATHER = re.compile(r"\brather ([\w'’ -]+?),? or ([\w'’ -]+)")


def options_of(prompt: str) -> tuple[str, ...]:
    """The two things that a prompt lets the guesser choose between; empty if it offers no choice.

    >>> options_of("Do you prefer the sea or a mountain?")
    ('the sea', 'a mountain')
    >>> options_of("Would you rather walk my dog or be a king?")
    ('walk your dog', 'be a king')
    """
    asked = asking(prompt)
    found = _RATHER.search(asked) or (_OPTIONS.search(asked) if kind_of(prompt) == "which" else None)
    if found is None or not all(map(content_of, found.groups())):
        return ()
    return tuple(_PERSONS.sub(lambda word: _TURNED[word[0]], text.strip()) for text in found.groups())


_TURNED = {"your": "my", "you": "I", "my": "your", "me": "you"}
_PERSONS = re.compile(rf"\b(?:{'|'.join(_TURNED)})\b")

_DO = r"(?:do|did|are|were|would|could|can|should|will|have|had|must|might|(?:do|did|are|were|wo|ca|have|had|would|should|could)nt)"
_YOU = re.compile(rf"\b{_DO} you\b|^who.*\byour?\b|^(?:\w+ )*what happens when you\b")
_RIDDLE = (
    r"^what (?!(?:is|was|does|happens|colours|says|means)\b)\w+s\b(?!.* (?:do|does|did|are|would|should|can) (?:you|they|we|people|an?|the)\b)"
    r"|^what (?:is|has|can) .*\b(?:and|but) (?:has|is|cant|cannot|never|eats|lives|goes|can)\b"
)
_PAST = r"^who(?:m|se)? (?:\w+ )?(?:did|was|were|had|taught|gave|told|made|bought|took|brought|got|met|saw|came|went|(?!hundred)\w{2,}ed)\b"
_SORTS: tuple[tuple[str, str], ...] = (
    ("what.riddle", _RIDDLE),
    ("what.opposite", r"\bopposite of\b"),
    ("what.person", r"\bcall (?:\w+ ){0,2}(?:person|man|woman|girl|boy|someone|somebody|people)\b"),
    ("what.called", r"\bcall(?:ed)?\b|\b(?:name|word|term|expression) (?:of|for)\b"),
    ("what.mean", r"\bmeans?\b"),
    ("what.colour", r"\bcolou?rs?\b"),
    ("what.made", r"\bmade (?:of|from|out)\b"),
    ("what.sound", r"\b(?:sounds?|noise)\b"),
    ("what.smell", r"\bsmells?\b"),
    ("what.best", r"\bfavou?rite\b|\b(?:like|love) (?:best|most)\b|\bprefer\b"),
    ("what.happen", r"\bhappen(?:s|ed)?\b"),
    ("what.need", r"\b(?:you|we|they|people|one) need\b|\bneed(?:ed)? (?:for|to)\b"),
    ("what.wear", r"\b(?:wears?|wore|put on|dress(?:ed)?)\b"),
    ("what.drink", r"\bdr[aiu]nks?\b(?! (?:from|out))"),
    ("what.eat",
        r"\b(?:you|we|they|people|your)\b.*\b(?:eats?|ate|eaten|cook|bake|spread|order|taste|for (?:breakfast|lunch|dinner|supper|a snack))\b",
    ),
    ("what.say", rf"\b(?:{_DO}|does) (?:\w+ ){{1,3}}(?:say|shout|whisper)\b"),
    ("what.hide", r"\b(?:hidden|hides?|(?:is|was|lies) (?:under|behind|in|inside) your)\b"),
    ("what.read", r"\breads?\b"),
    ("what.listen", r"\blisten\b|\bmusic\b"),
    ("what.play", r"\byou play\b"),
    ("what.see", r"\b(?:sees?|saw|seen|notice|find|found|hear|heard|look at|watch)\b"),
    ("what.buy", r"\b(?:buy|bought|spend)\b"),
    ("what.dream", r"\b(?:want|wanted) to be\b|\byou dream (?:of|about)\b"),
    ("what.like", r"\b(?:like|love|enjoy) (?:most |best )?about\b"),
    ("what.animal", r"^(?:what|which)(?: \w+)? (?:animal|creature|pet|bird|fish|insect|beast)\b"),
    ("who.whose", r"^whose\b"),
    ("who.past", _PAST),
    ("finish.noun", r"\b(?:a|the|my|your|his|her|our|their|this|such|real)$"),
    ("what.did", r"\b(?:did|were) you\b"),
    ("what.would", r"\b(?:would|could|should|must|can|cant|couldnt|wouldnt) you\b"),
    ("what.do", r"\b(?:do|are|have|dont) you\b"),
    ("where.lost", r"\byou (?:\w+ )?(?:lost|lose|drop)\b"),
    ("where.keep", r"\b(?:keep|kept|put|store|hide|hid|hang|leave|left|park)\b"),
    ("where.if", r"\b(?:go|run|turn)\b.*\b(?:when|if)\b"),
    ("where.go", r"\byou (?:(?:like|want|love|ever|all|always|usually|never|to) )*(?:go|going|gone|travel|been|drive|fly|move)\b"),
    ("where.live", r"\blives?\b"),
    ("when.time", r"^(?:at )?(?:what|which) (?:time|hour)\b"),
    ("when.which", r"^(?:in |on )?(?:what|which) (?:day|month|season|year|weekday)\b"),
    ("when.last", r"\blast\b"),
    ("why.not", r"(?<!\w)(?:do|did|are|were|wo|ca|have|had|would|should|could)nt you\b|\byou (?:\w+ )?(?:not|never|cannot)\b"),
    ("how.go", r"\b(?:get|got|go|travel|come) (?:to|from|here|home|there)\b"),
    ("how.warm", r"\bwarm\b"),
    ("how.know", r"\b(?:know|tell|find out)\b"),
    ("many.price", r"\b(?:cost|price|pay|paid|earn|charge|worth|expensive)\b|\bmuch (?:is|are|was|were)\b"),
    ("many.amount", r"\bmuch\b"),
    ("measure.past", r"\bhow old were\b|\bat what age did\b"),
    ("measure.age", r"\bhow old\b"),
    ("measure.duration", r"\bhow long (?:do|does|did|have|has|will|would|can|could|must|until|before)\b|\b(?:take|last|lasts)\b"),
    ("measure.length", r"\bhow long\b"),
    ("measure.far", r"\bhow far\b"),
    ("measure.fast", r"\bhow (?:fast|soon)\b"),
    ("measure.late", r"\bhow (?:late|early)\b"),
    ("measure.size", r"\bhow (?:big|tall|high|large|wide|heavy|deep|small|thick)\b"),
    ("yes.ever", r"\bever\b"),
    ("yes.believe", r"^(?:do|did) you (?:believe|think)\b"),
    ("yes.like", r"^(?:do|did) (?:you|your \w+) (?:\w+ )?(?:like|love|enjoy|hate|mind|prefer)\b"),
    ("yes.have", r"^(?:do|have) you (?:have|own|keep|got|any)\b"),
    ("yes.did", r"^(?:did|have|were) you\b"),
    ("yes.would", r"^(?:would|will) you\b"),
    ("yes.can", r"^(?:can|could) you\b"),
    ("yes.are", r"^are you\b"),
    ("feel.taste", r"\btastes?\b"),
    ("feel.touch", r"\bhow (?:does|do|did) (?:it|that|they|the|a|an) .*(?:feel|look)\b"),
    ("act.first", r"\b(?:first|last) thing\b"),
    ("act.would", r"\bwould\b"),
    ("act.job", r"\b(?:for a living|for work|all day|your job)\b"),
    ("tell.nice", r"\bnice\b"),
    ("tell.list", r"\b(?:list|two|three|four|five|six|seven|eight|ten|some|few|\d+)\b"),
    ("tell.name", r"\bname\b"),
    ("tell.about", r"\babout\b|\bdescribe\b"),
)  # fmt: skip
"""The finer sorts of the kinds of prompts, each with what its asking sentence holds; the first that holds decides."""
_BY_KIND = grouped((name.partition(".")[0], (name, re.compile(pattern))) for name, pattern in _SORTS)


@lru_cache(maxsize=2000)
def sorts_of(prompt: str) -> tuple[str, ...]:
    """What sort of answer a prompt asks for, the finest name first; the last one is its kind.

    >>> sorts_of("Where do you keep the milk?"), sorts_of("Which way is the sea?")
    (('where.keep', 'where.you', 'where'), ('which',))
    """
    kind = kind_of(prompt)
    flat = " ".join(tokens(asking(prompt)))
    if kind == "which" and _RATHER.search(flat):
        return ("rather", "which")
    if kind in ("where", "who") and flat.startswith("which"):
        return ("which",)
    of = "what" if kind == "which" else kind
    fine = next((name for name, pattern in _BY_KIND.get(of, ()) if pattern.search(flat)), None)
    if kind == "which" and fine not in ("what.colour", "what.animal"):
        return ("which",)
    you = f"{kind}.you" if _YOU.search(flat) else "act.them" if kind == "act" and "you" not in flat else None
    return tuple(name for name in (fine, you, kind) if name)


_KEPT = frozenset(
    "somebody someone something anything anybody everything nothing lot bit few couple moment minute day".split()
)


def noun_of(prompt: str) -> str:
    """The noun that does what a prompt asks of, with its article; empty if none can be told for sure.

    >>> noun_of("What does a palm reader tell you?"), noun_of("Where do elephants sleep?"), noun_of("How are you?")
    ('a palm reader', 'elephants', '')
    """
    said = [word.strip("?!.,:;“”\"'") for word in asking(prompt).split()]
    aux = next((i for i, word in enumerate(said[:4]) if word in AUXILIARIES), len(said))
    article = said[aux + 1 : aux + 2] in (["a"], ["an"])
    tail = said[aux + 1 + article :]
    noun = list(takewhile(lambda one: len(one) > 2 and one not in FUNCTION_WORDS, tail))
    if len(noun) > 1 or len(noun) == len(tail) or not article:
        noun = noun[:-1]  # the verb
    several = len(noun) == 1 and noun[0].endswith("s") and not noun[0].endswith(("ss", "us", "is"))
    if not 0 < len(noun) <= 2 or noun[-1] in _KEPT or tells_nothing(noun[-1]) or not (article or several):
        return ""
    return " ".join((*said[aux + 1 : aux + 1 + article], *noun))
