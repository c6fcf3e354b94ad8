"""Decides what kind of answer a prompt asks for, by its text alone.

The last sentence with a question mark decides. As people often leave the mark out, the last sentence that
begins like a question is the second choice. A prompt that asks for nothing is of the kind `say`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise, takewhile
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
_NO_CHOICE = AUXILIARIES | {"what", "not", "so"}
"""Words after an `or` that gives no choice: `Is it a toad or what?`, `Is it far or are we there?`"""
_LABELS = frozenset("title name guess word answer idea ideas".split())
"""Last words of a short question that stands for `What is it?`, such as `Film title?`"""
_DOING = re.compile(
    r"^\w+ \w+ (?:\w+ ){1,5}?do\b(?! (?:you|they|we|people|i)\b)"
    r"(?<!\bto do(?= (?:the|a|an|my|your|our|their|this|that|it)\b(?! (?:whole|next|last|first|other|day|night|moment|minute)\b)))"
)
"""A question about an action. Its `do` isn't an auxiliary, and isn't the purpose of a thing: `have in order
to do the ironing`."""
_TELL = frozenset(
    "tell name list describe show give say imagine think draw picture explain talk recommend suggest choose pick".split()
)
_OPENERS = frozenset(
    "so well ok okay and but or now then hey hi hello oh ah right alright please quick quickly just tell me us say "
    "by the way honestly seriously actually anyway be guess in on at with for to from of since".split()
)
"""Words that may come before the question itself."""
_FINISH = re.compile(
    r"\b(finish|complete|continue|end) (this|the|my|it)\b|^(?:please )?(?:finish|complete|continue)\b[^.!?:]{0,30}:|\bfill (in )?the (gap|blank)|(\.\.\.|…)[^\w?]*$|__+",
    re.IGNORECASE,
)
_LEFT_OPEN = re.compile(r"([^.!?…]*)(?:\.\.\.|…)\W*$")
"""A last sentence that breaks off, such as `chicken ...?`."""
_ASKED_LAST = re.compile(r"([^.!?…]*[^\W\d_][^.!?…]*) (?:what|who|which|where)\?+\W*$")
"""A last sentence whose last word is asked for, such as `Humpty what?`"""
_SENTENCES = re.compile(
    rf"(?:[^.!?…]|\.(?=\d)|(?<=\b[ap])\.(?=m\b)|(?<=\b[ap]\.m)\.(?! ?(?:{'|'.join(set(_WH) - {'when'})})\b)|(?<=\b[md]r)\.|(?<=\bmrs)\.)+[.!?…]*"
)
"""Sentences. The full stop of a number, of a time such as `3 a.m.` or of a title doesn't end a sentence."""


def _is_to_finish(flat: str) -> bool:
    """True if a folded prompt wants its last sentence to be finished."""
    open_end = _LEFT_OPEN.search(flat) or _ASKED_LAST.search(flat)
    said = tokens(open_end[1]) if open_end else ()
    begun = not said or said[0] in ("you", "i", "so", "and", "or") or _opened(said) is not None
    return _FINISH.search(flat) is not None or not begun


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
    if 0 < len(said) <= 2 and said[-1] in _LABELS:
        return "what"
    kind = _within(said)  # after a clause that begins with `when`, another question word decides
    if kind is not None:
        return kind
    return "which" if _chooses(said[1:]) else "yes"


def _chooses(said: Sequence[str]) -> bool:
    """True if words give a choice."""
    choosing = any(one == "or" and other not in _NO_CHOICE for one, other in pairwise(said))
    return choosing and list(said[-2:]) != ["or", "something"]


def _opened(said: Sequence[str]) -> Kind | None:
    """The kind of a sentence, judged by its beginning; None if the beginning doesn't decide."""
    for i, word in enumerate(said):
        if word in _WH:
            return _asked(said[i:])
        if word in AUXILIARIES or word == "ever":
            return "which" if _ANY.isdisjoint(said) and _chooses(said[i + 2 :]) else "yes"
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
    if kind == "what" and (after in AUXILIARIES or said[0] == "whats") and _DOING.search(" ".join(said)):
        return "act"
    if kind == "what" and " ".join(said[1:]) in ("now", "then", "next"):
        kind = "act"
    if kind == "what" and said[-1] == "for" and said[-2] in ("that", "this", "it", "those"):
        return "why"
    loose = kind not in ("what", "which") or after in ("kind", "sort", "type")
    asked = takewhile(lambda word: word not in AUXILIARIES, () if loose else said[1:3])
    return next((_NOUNS[word] for word in asked if word in _NOUNS), kind)


_RATHER = re.compile(r"\brather ([\w'’, -]+?),? or ([\w'’ -]+)")
_NOUN_FIRST = re.compile(r"(?:an?|the|that|this|my|your|some) ")
_CHOOSER = r"(?:you|we|they|people|he|she|it|i)"
_AS_A_RULE = r"(?:(?:ever|always|usually|really|mostly|normally|often) )*"
_BEFORE_OPTIONS = re.compile(
    rf"^(?:.*\b)?(?:(?:am|is|are|was|were) {_CHOOSER} {_AS_A_RULE}"
    rf"|(?<!\bam )(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere ){_CHOOSER} {_AS_A_RULE}\w+ )(?:up )?"
)
"""The words before the first of two options: `Do you usually take`, `Is it`."""
_AFTER_OPTIONS = re.compile(
    r"[^\w'’ -]| (?:better|best|more|most|first|instead|than|when|if|because|that|which|who|before|after|every|each|today|tonight|now)\b"
)
_IN = r"\b(?:in|by|at|on|to|with|without|from|for|under|over|near|about|behind|outside|inside|into)\b"
_MOST_CHOSEN = 6
"""The most words of an option."""


_CHOOSING = r"(?:please |just |now |so )?(?:choose|pick|take)\b"
_LISTED = (
    re.compile(rf"^((?:[^,.:?!…]+, )+[^,.:?!…]+?)\s*(?:[:.?…–—]+|-) *{_CHOOSING}"),
    re.compile(rf"^{_CHOOSING}[^:]*: ((?:[^,.:?!…]+, )+[^,.:?!…]+)"),
)
"""A list to choose from, before or after the words that say so: `Titanic, Jaws, Psycho: choose one.`"""


def options_of(prompt: str) -> tuple[str, ...]:
    """The things that a prompt lets the guesser choose between; empty if it offers no choice, or none is sure.

    >>> options_of("Do you prefer the sea or a mountain?"), options_of("Do you swim in the sea or lie about?")
    (('the sea', 'a mountain'), ())
    >>> options_of("Would you rather walk my dog or be a king?")
    ('walk your dog', 'be a king')
    """
    asked = asking(prompt)
    found = _RATHER.search(asked)
    if found is not None:
        texts = [text.strip() for part in found.groups() for text in part.split(",")]
        if _NOUN_FIRST.match(texts[-1]):  # one verb for all: `own a cat or a dog`
            texts[0] = " ".join(dropwhile(lambda word: not _NOUN_FIRST.match(f"{word} "), texts[0].split()))
        elif texts[0].startswith("i "):  # one subject for all: `I sing or dance`
            texts = [text if text.startswith("i ") else f"i {text}" for text in texts]
    elif kind_of(prompt) == "which":
        texts = _alternatives(asked.strip(" ?.!"))
    else:
        listed = next((match for one in _LISTED if (match := one.search(fold(prompt)))), None)
        texts = re.split(r", (?:and |or )?| (?:and|or) ", listed[1]) if listed else []
    if not all(content_of(text) and len(text.split()) <= _MOST_CHOSEN for text in texts):
        return ()
    written = (_as_written(text, prompt) for text in texts)
    return tuple(_PERSONS.sub(lambda word: _TURNED[word[0].lower()], text) for text in written)


def _alternatives(asked: str) -> list[str]:
    """The parts that `or` joins in a question, whole; none if it isn't certain where the first begins."""
    *before, last = re.split(r",? or ", asked)
    if not before:
        return []
    last = _AFTER_OPTIONS.split(last)[0]
    *earlier, first = re.split(r"[,:;] ", before[0])
    rest = _BEFORE_OPTIONS.sub("", first)
    sure = rest == first or _CHOICES.search(first) is not None
    if rest == first and all(len(one.split()) <= 2 and not _is_question(one) for one in earlier):
        texts = [*earlier, first, *before[1:], last]  # a list, such as `tea, coffee or milk`
    else:
        texts = [rest, *before[1:], last]
    if re.match(_IN, last):
        same = [*re.finditer(rf"\b{last.split()[0]}\b", texts[0])] or [*re.finditer(_IN, texts[0])]
        texts[0] = texts[0][same[-1].start() :] if same else ""
    elif not re.search(rf"\w {_IN}", texts[0]):
        texts[-1] = re.split(rf" {_IN}", last)[0]
    if _NOUN_FIRST.match(last) and not _NOUN_FIRST.match(texts[0]):
        texts[0] = " ".join(dropwhile(lambda word: not _NOUN_FIRST.match(f"{word} "), texts[0].split()))
    alike = len({bool(re.match(_IN, text)) for text in texts}) == 1
    verbal = not (sure or re.match(_IN, last) or _NOUN_FIRST.match(last))
    grows = verbal and len(texts[-1].split()) > len(texts[0].split())  # the last may have a verb of its own
    shared = last.endswith((" person", " type", " lover", " fan")) and not texts[0].endswith(last.split()[-1])
    return texts if alike and not grows and not shared and not any(map(_is_question, texts)) else []


_CHOICES = re.compile(r"\b(?:prefer|choose|pick|like|love|want|be|is|are)\b")
"""Verbs whose objects alone are chosen between."""


def _is_question(text: str) -> bool:
    """True if some words ask or say what is done, so that they name no thing."""
    return not AUXILIARIES.union(_WH, _WHO).isdisjoint(text.split())


def _as_written(text: str, prompt: str) -> str:
    """Folded words of a prompt as it has them: names keep their capitals."""
    place = prompt.lower().find(text)
    return prompt[place : place + len(text)] if place >= 0 else text


_TURNED = {"your": "my", "you": "I", "my": "your", "me": "you", "i": "you"}
_PERSONS = re.compile(rf"\b(?:{'|'.join(_TURNED)})\b", re.IGNORECASE)

_DO = r"(?:do|did|are|were|would|could|can|should|will|have|had|must|might|(?:do|did|are|were|wo|ca|have|had|would|should|could)nt)"
_YOU = re.compile(rf"\b{_DO} you\b|^who.*\byour?\b|^(?:\w+ )*what happens when you\b")
_RIDDLE = (
    r"^what (?!(?:is|was|does|happens|colours|says|means)\b)\w+s\b(?!.* (?:do|does|did|are|would|should|can) (?:you|they|we|people|an?|the)\b)"
    r"|^what (?:is|has|can) .*\b(?:and|but) (?:has|is|cant|cannot|never|eats|lives|goes|can)\b"
)
_PAST = r"^who(?:m|se)? (?:\w+ )?(?:did|was|were|had|taught|gave|told|made|bought|took|brought|got|met|saw|came|went|(?!hundred)\w{2,}ed)\b"
_CAUSE = r"^what (?:annoys|makes|helps|bothers|drives|scares|frightens|pleases|upsets|worries|surprises|bores|cheers|calms|moves|ruins|spoils)\b"
_MADE = r"^what (?:kept|woke|made|ruined|spoilt|spoiled|stopped|frightened|scared|annoyed|upset|hurt|drove)\b"
_EASES = r"^what (?:would|could) (?:make|help|cheer|improve)\b(?!.*\b(?:harder|worse|sadder|angry|furious|cry|ill)\b)"
_THERE = (
    r"^what (?:hangs|stands|lies|sits|lives|grows|sleeps|waits)\b.*\b(?:your|my)\b"
    r"|^what(?:s| is| was) (?:\w+ing (?:\w+ )?|hidden |stuck )?(?:in|on|under|behind|inside|above|beside|at the bottom of|next to|to)\b.*\byour\b"
)
_OBJECT = (
    r"\b(?:did|have|will|would) you (?:\w+ )?(?:lose|lost|leave|left|win|won|break|broken|drop|dropped|steal|stolen|throw|thrown|"
    r"slip on|sit on|step on|trip over|bite|swallow|swallowed|inherit|inherited|forget|forgotten|lend|lent|borrow|borrowed|miss|chew)\b"
    r"(?! (?:out|up|about|most|to|behind|off|on|alone)\b)|\bdid you (?:\w+ )?(?:find|get|grab)\b(?! (?:out|up|to)\b)"
)
_AUX = rf"(?:{'|'.join(sorted(AUXILIARIES))})"
_ADVISED = r"\b(?:should|could|can|shall|must) (?:i|we)\b|\bdo (?:i|we) (?:need|have to|do|get|give|take|say|wear|buy|bring|call|ask)\b"
"""A question about what the asker should do."""
_MIND = r"\bfirst (?:thing|word|thought)\b.*\b(?:mind|head|think)\b|\bcomes? to (?:your )?mind\b|\bthink of (?:when|if)\b"
_OF_OTHERS = re.compile(r"\bwhat (?:do|does|did|would|could|can|should|will) (?!(?:you|we|i|people)\b)\w+")
_SORTS: tuple[tuple[str, str], ...] = (
    ("what.such", r"^what (?:is|are|was|were) (?:\w+ ){1,4}like\b"),
    ("what.eased", _EASES),
    ("what.made_it", _MADE),
    ("what.there", _THERE),
    ("what.cause", _CAUSE),
    ("what.smell", r"^what smells?\b"),
    ("what.riddle", _RIDDLE),
    ("what.opposite", r"\bopposite of\b"),
    ("what.person", r"\bcall (?:\w+ ){0,2}(?:person|man|woman|girl|boy|someone|somebody|people)\b"),
    ("what.called", r"\bcall(?:ed)?\b|\b(?:name|word|term|expression) (?:of|for)\b"),
    ("what.mean", r"\bmeans?\b"),
    ("what.colour", r"\bcolou?rs?\b"),
    ("what.sound", r"\b(?:sounds?|noise)\b"),
    ("what.smell", r"\bsmells?\b"),
    ("what.best", r"\bfavou?rite\b|\b(?:like|love) (?:best|most)\b|\bprefer\b"),
    ("what.happened", r"\bwhat (?:has |had )?happened\b"),
    ("what.happen", r"\bhappen(?:s|ed)?\b"),
    ("what.need", r"^what\w* (?:\w+ ){1,3}need\b"),
    ("what.wear", r"\b(?:wears?|wore|wearing|putting on$|put on(?! (?:top|his|her|your|my|the|their|it)\b)|dress(?:ed)?)\b"),
    ("what.drink", r"\bdr[aiu]nks?\b(?! (?:from|out))"),
    ("what.eat",
        r"\b(?:you|we|they|people|your)\b.*\b(?:eats?|ate|eaten|cook|bake|spread|order|taste|for (?:breakfast|lunch|dinner|supper|a snack))\b(?!.* (?:with|from|off|at)$)",
    ),
    ("what.say", rf"\b(?:{_DO}|does) (?:\w+ ){{1,3}}(?:say|shout|whisper)\b"),
    ("what.mind", _MIND),
    ("what.advice", _ADVISED),
    ("what.hide", r"\b(?:hidden|hides?|(?:is|was|lies) (?:under|behind|in|inside) your)\b"),
    ("what.listen", r"\blisten\b|\bmusic\b"),
    ("what.object", _OBJECT),
    ("what.kept", r"\byou(?:ve| have)? (?:still |never )?(?:kept|keep|save|saved)\b(?! (?:in|on|under|behind|inside|at|by)\b)|\boldest thing\b"),
    ("what.packed", r"\byou (?:\w+ )?(?:pack|packed|take|took|bring|brought)\b.* (?:to|with you|on|for|along|when|if)\b"),
    ("what.see", r"\b(?:sees?|saw|seen|notice|find|found|hear|heard|look at|watch)\b"),
    ("what.buy", r"\b(?:buy|bought)\b|\bspend .*\b(?:on|pay|wages)\b"),
    ("what.dream", r"\b(?:want|wanted) to be\b|\byou dream (?:of|about)\b"),
    ("what.like", r"\b(?:like|love|enjoy) (?:most |best )?about\b"),
    ("what.animal", r"^(?:what|which)(?: \w+)? (?:animal|creature|pet|bird|fish|insect|beast)\b"),
    ("who.whose", r"^whose\b"),
    ("who.past", _PAST),
    ("finish.noun", r"\b(?:a|the|my|your|his|her|our|their|this|such|real)$"),
    ("what.did", r"\b(?:did|were) you\b|\bhave you (?!got\b|to\b|in\b|on\b|for\b)\w+"),
    ("what.they_did", r"\bdid (?!you\b|i\b|we\b|\w+ (?:\w+ )?never\b)\w+"),
    ("what.would", r"\b(?:would|could|should|must|can|cant|couldnt|wouldnt) you\b"),
    ("what.do", r"\b(?:do|are|have|dont) you\b"),
    ("where.advice", _ADVISED),
    ("where.avoided", r"\b(?:never|least|not|dont|wouldnt)\b"),
    ("where.past", r"^where (?:did|was|were) (?!you\b|i\b|we\b)"),
    ("where.once", r"^where (?:did|were|was|have) you\b(?! (?:\w+ )?(?:lost|lose|drop|keep|kept|put|store|hide|hid|hang|leave|left|park|go|gone|going|been|travel|move)\b)"),
    ("where.lost", r"\byou (?:\w+ )?(?:lost|lose|drop)\b"),
    ("where.keep", r"^where (?:do|did|would|should|have|must) (?:you|i|we|they|people) (?:\w+ )?(?:keep|kept|put|store|hide|hid|hang|leave|left|park)\b"),
    ("where.if", r"^where \w+ you (?:\w+ )?(?:go|run|turn)\b.*\b(?:when|if)\b"),
    ("where.go", r"^where \w+ you (?:(?:like|want|love|ever|all|always|usually|never|to) )*(?:go|going|gone|travel|been|drive|fly|move)\b"),
    ("where.live", r"^where (?:do|does|did|would) (?!you\b)(?:\w+ ){1,4}live\b"),
    ("where.would", r"^where would you\b"),
    ("when.time", r"^(?:at )?(?:what|which) (?:time|hour)\b"),
    ("when.which", r"^(?:in |on )?(?:what|which) (?:day|month|season|year|weekday)\b"),
    ("when.last", r"\blast\b"),
    ("why.not", r"(?<!\w)(?:do|did|are|were|wo|ca|have|had|would|should|could)nt you\b|\byou (?:\w+ )?(?:not|never|cannot)\b"),
    ("why.denied", r"^why (?:\w+nt|\w+ .*\b(?:not|never))\b"),
    ("why.are", r"^why are you\b"),
    ("why.once", r"^why (?:did|were|was|had|have) (?:you|your \w+)\b(?! not\b)"),
    ("why.past", r"^why (?:did|was|were|had)\b(?! you\b)"),
    ("how.described", r"^how (?:would|could|can|do) you (?:\w+ )?(?:describe|sum up|picture)\b"),
    ("how.advice", _ADVISED),
    ("how.past", r"^how (?:did|was|were) (?!you\b|i\b|we\b)"),
    ("how.go", r"\b(?:get|got|go|travel|come) (?:to|from|here|home|there)\b"),
    ("how.warm", r"\bwarm\b"),
    ("how.once", r"^how (?:did|were|have) you\b"),
    ("how.would", r"^how (?:would|could|will) you\b"),
    ("how.know", r"\bknow\b|\btell (?:if|when|whether|that|which|how)\b|\bfind out\b"),
    ("many.price", r"\b(?:cost|price|pay|paid|earn|charge|worth|expensive|sell|want for)\b|\bmuch (?:is|are|was|were)\b"),
    ("many.amount", r"\bmuch\b"),
    ("measure.age", r"\bhow old\b"),
    ("measure.duration", r"\bhow long (?:do|does|did|have|has|will|would|can|could|must|until|before)\b|\b(?:take|last|lasts)\b"),
    ("measure.length", r"\bhow long\b"),
    ("measure.far", r"\bhow far\b"),
    ("measure.fast", r"\bhow (?:fast|soon)\b"),
    ("measure.late", r"\bhow (?:late|early)\b"),
    ("measure.size", r"\bhow (?:big|tall|high|large|wide|heavy|deep|small|thick)\b"),
    ("yes.idea", r"^(?:(?:have you )?(?:got )?|do you have )any (?:\w+ )?(?:ideas?|suggestions?|tips?|advice|plans?|thoughts)\b"),
    ("yes.there", r"^(?:is|are|was|were) there\b"),
    ("yes.advice", r"^(?:should|shall|could|must|can) (?:i|we)\b"),
    ("yes.guessed", rf"^(?!{_AUX}\b|ever\b)"),
    ("yes.ever", r"\bever\b"),
    ("yes.believe", r"^(?:do|did) you (?:believe|think)\b"),
    ("yes.like", r"^(?:do|did) (?:you|your \w+) (?:\w+ )?(?:like|love|enjoy|hate|mind|prefer)\b"),
    ("yes.have", r"^(?:do|have) you (?:have|own|keep|got|any)\b"),
    ("yes.did", r"^(?:did|have|were) you\b"),
    ("yes.would", r"^(?:would|will) you\b"),
    ("yes.can", r"^(?:can|could) you\b"),
    ("yes.as_a_rule", r"^do you\b"),
    ("yes.are", r"^are you\b"),
    ("feel.others", r"^how (?:do|does|did|would|will|must) (?:your|my|his|her|their|she|he|people|everybody|the other)\b.*\bfe(?:el|lt)\b"),
    ("feel.touch", r"\bhow (?:does|do|did) (?:it|that|they|the|a|an) .*(?:feel|look)\b"),
    ("act.advice", _ADVISED),
    ("act.first", r"\b(?:first|last) thing\b"),
    ("act.did", r"\bdid you\b"),
    ("act.would", r"\bwould\b"),
    ("act.job", r"\b(?:for a living|for work|all day|your job|at work)\b|^(?:so )?what do you do(?: and\b|$)"),
    ("say.greeted", r"^(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|knock)(?: \w+){0,2}$"),
    ("tell.nice", r"\bnice\b"),
    ("tell.list", r"\b(?:list|two|three|four|five|six|seven|eight|ten|some|few|\d+)\b"),
    ("tell.name", r"\bname\b"),
    ("tell.about", r"\babout\b|\bdescribe\b"),
)  # fmt: skip
"""The finer sorts of each kind of prompt, each with a pattern of the asking sentence; the first match decides."""
_AFTER_CLAUSE = re.compile(rf"[,:;] (?:so |and |then )?((?:{'|'.join(_WH)})\b.*)")
"""A question after a clause, such as `If it rains, what do you wear?`"""
TAG = 2
"""The most words of a second question that only hangs on: `What's your favourite meal, and why?`"""
_BY_KIND = grouped((name.partition(".")[0], (name, re.compile(pattern))) for name, pattern in _SORTS)


@lru_cache(maxsize=2000)
def sorts_of(prompt: str) -> tuple[str, ...]:
    """What sort of answer a prompt asks for, the finest name first; the last one is its kind.

    >>> sorts_of("Where do you keep the milk?"), sorts_of("Which way is the sea?")
    (('where.keep', 'where.you', 'where'), ('which.one', 'which'))
    """
    kind = kind_of(prompt)
    flat = " ".join(tokens(asking(prompt)))
    begun = _AFTER_CLAUSE.search(asking(prompt))
    first = flat.partition(" ")[0]
    whole = first in _WH and first != "when"
    if kind in _WH.values() and begun and not whole and len(begun[1].split()) > TAG:
        flat = " ".join(tokens(begun[1]))
    if kind == "which" and _RATHER.search(flat):
        return ("rather", "which")
    if kind in ("where", "who") and flat.startswith("which"):
        return ("which.one", "which")
    of = "what" if kind == "which" else kind
    fine = next((name for name, pattern in _BY_KIND.get(of, ()) if pattern.search(flat)), None)
    if kind == "which" and fine not in ("what.colour", "what.animal"):
        return ("which.of" if "or" in flat.split() else "which.one", "which")
    you = None
    if kind != "finish" and _YOU.search(flat):
        you = f"{kind}.you"
    elif kind == "act" and ("you" not in flat.split() or _OF_OTHERS.search(flat)):
        you = "act.them"
    return tuple(name for name in (fine, you, kind) if name)


_KEPT = frozenset(
    "somebody someone something anything anybody everything nothing lot bit few couple moment minute day".split()
)


def noun_of(prompt: str) -> str:
    """The noun that does what a prompt asks about, with its article; empty if that isn't certain.

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


_TASTE = re.compile(
    r"\b(?:would|do|did|will|should) you (?:\w+ )?(?:be|choose|pick|hire|take|have|keep|own|adopt|like|love|want|prefer|trust|marry|order|invite|draw|paint)\b"
)
"""A question that any thing of the kind can answer."""


_BEST = frozenset("favourite favorite perfect ideal".split())


def noun_liked(prompt: str) -> str:
    """The last word of the noun if a prompt asks which thing of a kind somebody likes; else empty.

    >>> noun_liked("What's your favourite ice cream flavour, and why?"), noun_liked("Which pet would you like to have?")
    ('flavour', 'pet')
    >>> noun_liked("What is your favourite time of the day?"), noun_liked("Which animal would you find in a nest?")
    ('', '')
    """
    flat = tokens(asking(prompt))
    best = next((i for i, word in enumerate(flat) if word in _BEST), None)
    if best is None:
        return noun_asked(prompt).rpartition(" ")[2] if _TASTE.search(" ".join(flat)) else ""
    noun = list(takewhile(lambda word: word not in FUNCTION_WORDS, flat[best + 1 :]))
    return noun[-1] if noun and "of" not in flat[best + 1 + len(noun) :][:1] else ""


_FUNCTION = rf"(?:{'|'.join(sorted(FUNCTION_WORDS))})\b"
_PLACED = re.compile(
    r"\b(?:in|on|at|to|from|behind|under|about|into|around|without|near|over|across|through) "
    rf"((?:the|my|your|our) (?:(?!{_FUNCTION})\w+ )?(?!{_FUNCTION})\w+|[A-Z]\w+)(?= {_FUNCTION}|[^\w' -]|$)"
)
"""A thing with its article, or a name, after a preposition."""


def placed_in(prompt: str) -> str:
    """The last thing or name after a preposition in a question, as the guesser says it; often empty.

    >>> placed_in("What did you win at the fair when you were four?"), placed_in("Who rang you on the day he left?")
    ('the fair', '')
    """
    found = _PLACED.findall(_question(prompt))
    last = found[-1].rpartition(" ")[2] if found else ""
    if not last or last in _KEPT or tells_nothing(last) or fold(last) in FUNCTION_WORDS:
        return ""
    return _PERSONS.sub(lambda word: _TURNED[word[0].lower()], found[-1])


_LOOSE = frozenset("kind sort type thing things one ones bit else way time part colour color".split())


def noun_asked(prompt: str) -> str:
    """The kind of thing that a prompt asks for, as a noun; empty if that isn't certain.

    >>> noun_asked("Which board game has little houses?"), noun_asked("What do you play?"), noun_asked("What happened?")
    ('board game', '', '')
    """
    said = tokens(_question(prompt))
    if said[:1] != tokens(asking(prompt))[:1]:
        return ""
    aux = next((i for i, word in enumerate(said[:4]) if word in AUXILIARIES), len(said))
    noun = said[1:aux]
    sure = (
        said[:1] in (["what"], ["which"])
        and 0 < len(noun) <= 2
        and aux < len(said)
        and FUNCTION_WORDS.isdisjoint(noun)
    )
    return " ".join(noun) if sure and noun[-1] not in _LOOSE and not noun[-1].endswith("s") else ""


def _question(prompt: str) -> str:
    """The asking sentence as it was written, from its question word on; empty if it has none, or no simple one."""
    place = prompt.lower().find(asking(prompt))
    text = prompt[place:] if place >= 0 else asking(prompt)
    text = text[: len(asking(prompt))].strip(" ?!.")
    text = re.split(r"[,:;] ", text)[-1].replace("’", "'")
    text = re.sub(rf"\b({'|'.join(_CONTRACTED)})'s ", r"\1 is ", text, flags=re.IGNORECASE)
    before = list(takewhile(lambda word: fold(word) not in _WH, text.split()))
    if not all(fold(word) in _OPENERS | _TELL for word in before):
        return ""
    return " ".join(text.split()[len(before) :])


_CONTRACTED = ("what", "who", "where", "how", "when", "why")
_MODALS = frozenset("would could should can will must might".split())
_WHO = frozenset("you they we people i everybody everyone somebody someone anybody anyone he she".split())
_GOES_BEFORE = frozenset("when if before after because until while that as and once whenever".split())
_ONLY_BEFORE_VERBS = AUXILIARIES | set(
    "hardly never always often usually really still only ever know like love".split()
)
"""Words before which `you` is who does something: `people you hardly know`."""
_KIN = frozenset(
    "mother father mum dad parents sister sisters brother brothers wife husband son sons daughter daughters kids children "
    "aunt uncle grandmother grandfather grandparents cousins boss neighbours friends colleagues".split()
)
_SAID_OF_ME = {
    "your": "my", "yours": "mine", "yourself": "myself", "you're": "I'm", "you've": "I've", "you'd": "I'd",
    "you'll": "I'll", "my": "your", "mine": "yours", "me": "you", "i": "you", "myself": "yourself",
    "i'm": "you're", "i've": "you've",
}  # fmt: skip
_IS, _ARTICLES = frozenset("is was are were".split()), frozenset("the a an your my".split())
_NOUNS_IN_ING = frozenset(
    "thing something anything everything nothing morning evening king ring spring string wedding".split()
)
_HANGING = frozenset("of for about in with at on to from like by into".split())
"""Prepositions after which a question has an end that belongs to its beginning: `What is it for?`"""
_OWNED = (["a"], ["an"], ["the"], ["no"], ["to"])
"""Words after `has` or `had` if it isn't an auxiliary."""
_ANSWERED_SHORT = frozenset({"finish", "yes", "many", "measure", "often", "feel"})
"""The kinds of prompts whose clause isn't taken up."""
_FARTHEST = 4
"""The last place of the auxiliary in a question that can be turned for sure."""
_SHORTEST = 3
"""The words of a question that is taken up only if it has no auxiliary: `What never forgets?`"""
_LONGEST = 13
"""The most words of a clause that is worth taking up."""


def _order(said: Sequence[str], aux: int | None) -> list[int]:
    """The places of a question's words in the order of a clause; none if that isn't certain."""
    same = list(range(len(said)))
    if aux is None or (said[aux] in ("has", "had") and said[aux + 1 : aux + 2] in _OWNED):
        plain = said[0] in ("who", "what", "which") and (aux != 1 or said[0] != "what")
        return same if plain or aux == 1 else []
    subject = "".join(said[aux + 1 : aux + 2])
    several = subject.endswith("s") and len(subject) > 3 and not subject.endswith(("ss", "us", "is", "'s"))
    kin = subject in ("your", "my") and said[aux + 2 : aux + 3] and said[aux + 2] in _KIN
    if said[aux] == "do" and (subject in _WHO or several or kin):
        return [*same[:aux], *same[aux + 1 :]]
    if said[aux] in _MODALS and (subject in _WHO or kin):
        after = aux + 2 + bool(kin)
        return [*same[:aux], *same[aux + 1 : after], aux, *same[after:]]
    if aux != 1 or said[1] not in _IS:
        return []
    if said[0] == "who" and subject not in _WHO | {"it"}:
        return same
    thing = said[0] == "what" and subject in _ARTICLES
    doing = any(word.endswith(("ing", "ed")) for word in {*said} - _NOUNS_IN_ING) or said[-1] in _HANGING
    return [0, *same[2:], 1] if thing and not doing else []


def clause_of(prompt: str) -> str:
    """What a prompt asks, as a clause that the guesser can say; empty if that isn't certain.

    >>> clause_of("So where do you keep your hat?"), clause_of("Who tells you to sit?"), clause_of("Who is it?")
    ('where I keep my hat', 'who tells me to sit', '')
    >>> clause_of("What's the worst sound on earth?"), clause_of("What never forgets?")
    ('what the worst sound on earth is', 'what never forgets')
    >>> clause_of("What would your wife give somebody you hardly know?"), clause_of("What do your kids stare at?")
    ('what my wife would give somebody I hardly know', 'what my kids stare at')
    >>> clause_of("What was the worst thing in your flat?"), clause_of("What is your dog frightened of?")
    ('what the worst thing in my flat was', '')
    """
    written = _question(prompt).split()
    said = [word.lower() for word in written]
    if not 2 < len(said) <= _LONGEST or kind_of(prompt) in _ANSWERED_SHORT:
        return ""
    if any(word == "or" and other in AUXILIARIES for word, other in pairwise(said)):
        return ""
    if any(word in _WH for word in said[1:] if word != "when") or {"you were", "you are"} & set(
        map(" ".join, pairwise(said))
    ):
        return ""
    aux = next((i for i, word in enumerate(said) if word in AUXILIARIES), None)
    if (aux is not None and aux > _FARTHEST) or (len(said) == _SHORTEST and aux is not None):
        return ""
    order = _order(said, aux)
    turned = []
    for i in order:
        subject_here = aux is not None and i == aux + 1 and order != list(range(len(said)))
        doing = said[i - 1] in _GOES_BEFORE or (
            said[i + 1 : i + 2] and said[i + 1].replace("'", "") in _ONLY_BEFORE_VERBS
        )
        if said[i] == "you":
            turned.append("I" if subject_here or doing else "me")
        else:
            turned.append(_SAID_OF_ME.get(said[i], said[i] if i == 0 else written[i]))
    return re.sub(r"\bI and (my \w+)", r"\1 and I", " ".join(turned))


def left_open(prompt: str) -> str:
    """The last words before the gap that a prompt wants to be filled; empty if it has no gap.

    >>> left_open("Finish this: row, row, row your ..."), left_open("Humpty what?")
    ('row your', 'Humpty')
    """
    found = re.search(r"([^.!?…:;_\"“”]*?)[\"“”]?\s*(?:\.\.\.|…|__+|\b(?:what|who|which|where)\?)", prompt)
    words = found[1].rpartition(",")[2].split() if found else []
    if all(fold(word) in FUNCTION_WORDS for word in words):
        return ""
    return " ".join(words if len(words) <= _MOST_OPEN else ("…", *words[-_MOST_OPEN + 1 :]))


_MOST_OPEN = 4
"""The most words before a gap that are worth taking up."""
