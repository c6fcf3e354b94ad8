"""What a question asks for: aspects of a story, in the order in which they fit, and what it is about.

An aspect is a side of a story on which a card has a line. Open questions ask for one of `OPEN`; questions that
are answered with yes or no mostly ask for one of `YES_NO`, and some of them for the opposite of its line ("Was
anybody with you?" and "Were you alone?").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.games.bluffing.bot.cards import folded, last_question, root, roots, yes_or_no
from tui_arena.games.bluffing.bot.cues import StoryVocabulary

OPEN = tuple(
    """who when age where long many cost why begin how next end said others felt looked sense name weather
    worst proof today""".split()
)
"""Aspects that an open question asks for; the line of each is a full answer."""
YES_NO = tuple("alone hurt afraid told trouble laughed helped planned again kept first regret".split())
"""Aspects that a yes-or-no question asks for; the line of each begins with yes or no."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question asks for."""

    aspects: tuple[str, ...]
    """The aspects that it may ask for, best first; empty if its words name none."""
    yes_no: bool
    """Whether it is answered with yes or no."""
    opposite: bool
    """Whether yes to it is no to the line of its first aspect."""
    topic: frozenset[str]
    """The roots of the words that say what it is about."""
    counted: str = ""
    """The root of the word for what is counted, after `how many` or `how much`; empty if there is none."""


_WRAPPED = re.compile(
    r"^(?:\w+ )?(?:can|could|would|do|will) you (?:still |please |perhaps |even )?"
    r"(?:(?:remember|recall|tell (?:me|us)|describe)\b(?= .*\b(?:about|the|his|her|its|their)\b|.*\b[hw]\w+)"
    r"|(?:say|know|explain)\b(?=.* (?:who|what|when|where|why|how|which)\b))"
)
"""The beginning of a question that looks like one for yes or no but asks for more."""
_COUNTED = re.compile(
    r"\bhow (?:many|much) (?:of |other |more |different )?(?!did|was|were|is|are|do|does|had|have|has|would|could)([a-z]+)"
)
_PEOPLE = frozenset(root(word) for word in "people persons others guests friends children kids".split())
_CLAUSE = re.compile(
    r"(?<=\w) (?:when|while|if|whenever)(?P<said> (?:you|it|that|this|he|she|they|the|your|i)\b.*)$"
)
"""A clause that says when something was; what is asked for stands before it."""


@lru_cache(maxsize=4096)
def asked(question: str, known: StoryVocabulary) -> Asked:
    """What a question asks for, by its last sentence that asks."""
    plain = folded(question.replace("’", "'"))
    last = " ".join(last_question(plain))
    topic = roots(last) or roots(question)
    wrapped = _WRAPPED.search(last)
    words = last[wrapped.end() :] if wrapped else last
    main = _CLAUSE.sub("", words)
    if wrapped or not yes_or_no(question):
        found = _COUNTED.search(main)
        aspects = _open_aspects(main, _CLAUSE.sub(r"\g<said>", words), known)
        if wrapped and not aspects:
            aspects = known.asks("nouns", words)
        counted = root(found[1]) if found and aspects[:1] == ("many",) else ""
        if counted in _PEOPLE:
            aspects = (*aspects[:1], "who", *aspects[1:])
        return Asked(aspects, yes_no=False, opposite=False, topic=topic, counted=counted)
    straight, turned = known.asks("same", main), known.asks("opposite", main)
    opposite = bool(turned) and (not straight or turned[0] == straight[0])
    both = dict.fromkeys((*(turned if opposite else straight), *straight, *turned, *known.asks("half", main)))
    return Asked(tuple(both), yes_no=True, opposite=opposite, topic=topic)


def _open_aspects(main: str, words: str, known: StoryVocabulary) -> tuple[str, ...]:
    """The aspects of the main clause; only if it has none, those of the whole question."""
    found = known.asks("open", main) or known.asks("open", words)
    lead = next((name for name in known.asks("leads", main) if name in found), None)
    return found if lead is None else tuple(dict.fromkeys((lead, *found)))
