"""Words by which people speak: names of people and places, and signs that a speaker is on unsure ground.

The lists are spoken English in general. Their length was tried on the stories of the deck, so figures on the deck are not
figures on people; for those, see `tests/benchmarks/panel/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from tui_arena.games.bluffing.bot.cards import folded
from tui_arena.games.bluffing.bot.quoting import without_speech


def _any(text: str) -> str:
    """A pattern of alternatives, from a text with ` / ` between them."""
    return "|".join(" ".join(text.split()).split(" / "))


_DATES = _any(
    r"""monday / tuesday / wednesday / thursday / friday / saturday / sunday / january / february / april / june / july
    / august / september / october / november / december / birthday / christmas / easter / whitsun / new year"""
)
KIN = _any(
    r"""mother / father / mum / mom / dad / brother / sister / uncle / aunt / cousin / wife / husband / son / daughter
    / grandmother / grandfather / grandma / grandpa / gran / nan / granddad / niece / nephew / boss / neighbour
    / neighbor / teacher / friend / mate / colleague / flatmate / landlady / landlord / dog / cat / doctor / coach
    / partner / girlfriend / boyfriend"""
)
_DATE = re.compile(rf"(?:{_DATES}|(?:19|20)\d\d)s?")
_SIGNS = _any(
    r"""i (?:imagine|assume|expect|presume|gather) / i take it / let'?s say / presumably / must be
        / could have been / may have / might have / as far as i / i hear / they say / they tell me
        / it depends / depending / that depends / in a way / in a sense / somehow / or other / sort of / more or less / or rather
        / no,? wait / hang on / then again / let me (?:think|see) / all the usual / the usual
        / obviously / as one does / as they say / as you know / you know / you see / you understand
        / you have to / you'?d have to / people (?:always|often|usually|say|do) / everybody knows
        / one (?:does|gets|takes|never|didn) / isn'?t it / don'?t (?:they|you|we) / wouldn'?t (?:it|i|you)
        / in all fairness / shall (?:we|i) say / so to speak
        / various / several / all sorts / all kinds / at some point / here and there / hereabouts
        / definitely / absolutely / truly / incredibly / every detail / without exception / exactly the same
        / in general / generally / usually / suitable / as always / in any case
        / at any rate / by all accounts / never (?:really )?(?:counted|looked|asked|noticed|paid)
        / didn'?t (?:really )?(?:pay|look|notice|count) / hard to (?:say|tell|describe) / off the top of
        / has always been / and the other / a third one / i'?d say / i would say / i'?d have to
        / (?:cannot|can't|couldn't) swear / can'?t say any more / would(?: not|n'?t) want to / would never (?:give|say|tell|name)
        / mind you / by and large / how shall i put / may i ask / (?:don'?t|do you) mind my asking / would you have done
        / you'?d have to ask / no doubt / i should think / come to think of / whichever
        / wherever (?:it|that) was / whatever (?:it|that|needed) / one thing led / (?:a )?(?:matter|question) of
        / (?:just )?like (?:in )?(?:a|the) (?:film|cartoon|book|fairy tale|novel) / as (?:they|these|such|birds|dogs|cats|boats|people) do
        / (?<!no )one (?:could|might|walks|sees|hears) / in one form or another / one way or (?:an)?other / that sort of thing
        / of course i / in those circumstances / under the circumstances / to be sure / in principle / as it were
        / practically / a friend of / hard to / i mean / imagine / in my family / if you like"""
)
_SHAKY = re.compile(rf"\b(?:\w{{1,30}}[ ,]+){{2}}\w{{1,30}}\?|\b(?:{_SIGNS})\b")
_EITHER = re.compile(
    r"\b\w{1,30},? or (?:a|an|the|it|he|she|in|at|on|perhaps|maybe|was|rather|next|overnight)\b"
)
_TAKEN_BACK = re.compile(r"[.;] (?:or (?!else)|well, |that is, |at least)|, (?:well|no), (?!i'm|not)")
"""A speaker who corrects or takes back what was just said."""
_PERSON = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[a-z]+ )?(?:{KIN}) ([A-Z][a-zà-öø-ÿ]+)"
    r"|\b((?:Mr|Mrs|Ms|Dr|Miss|Aunt|Uncle) [A-Z][a-zà-öø-ÿ]+)"
    r"|\b([A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her|who) "
)
_NAME = re.compile(
    r"(?<!said, )(?<!say, )(?<!says, )(?<![.!?\"“:] )(?<!^)(?<![\"“])\b([A-Z][a-zà-öø-ÿ]+(?:[ -][A-Z][a-zà-öø-ÿ]+)*)"
)
_NO_NAMES = frozenset(
    "I Mr Mrs Ms Miss OK TV Oh Well Yes No May March Go English French German Dutch Danish Italian Spanish "
    "Swedish Norwegian Finnish Polish Greek Turkish Irish Scottish Welsh British American Swiss Austrian Belgian".split()
)


class Vocabulary:
    """The words by which slots of a story are filled, and the signs of what a text speaks of or asks for."""

    def __init__(self, speech: Mapping[str, Any]) -> None:
        """`speech`: what the bots say, with the tables `slots` and `signs`: words with ` / ` between them."""
        self.of = {
            slot: {key: tuple(row.split(" / ")) for key, row in rows.items()}
            for slot, rows in speech["slots"].items()
        }
        """The words, by slot and by what they stand for."""
        self._kinds = {key: frozenset(words) for key, words in self.of["kinds"].items()}
        self._signs = {
            table: {key: _phrases(row) for key, row in rows.items()}
            for table, rows in speech["signs"].items()
        }

    def any(self, key: str, words: Iterable[str]) -> bool:
        """Whether one of some words is of a kind."""
        return not self._kinds[key].isdisjoint(words)

    def asks(self, table: str, words: str) -> tuple[str, ...]:
        """The rows of a table of signs that have a phrase in some folded words, in order."""
        return tuple(key for key, sign in self._signs[table].items() if sign.search(f"^ {words} $ "))


_MARKS = str.maketrans({"_": r"\w+", "*": r"\w*", "#": r"\d", "^": r"\^", "$": r"\$"})


def _phrases(row: str) -> re.Pattern[str]:
    """A pattern for any of some phrases in folded words with blanks around them; `host.toml` tells the notation."""
    return re.compile(
        rf"(?<!\S)(?:{'|'.join(''.join(map(_piece, text.split())) for text in row.split(' / '))})"
    )


def _piece(part: str) -> str:
    """A pattern for one part of a phrase."""
    one = f"(?:{part.strip('!?').translate(_MARKS)}) "
    return f"(?!{one})" if part[0] == "!" else f"(?:{one})?" if part[-1] == "?" else one


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[str, ...]:
    """Names of people and places in a text, found by their capitals; days, months and feasts are left out."""
    found = (m[1] for m in _NAME.finditer(text[:2000]))
    return tuple(dict.fromkeys(n for n in found if n not in _NO_NAMES and not _DATE.fullmatch(folded(n))))


def people_in(text: str) -> frozenset[str]:
    """The names in a text that are said to be people."""
    return frozenset(name for found in _PERSON.findall(text[:2000]) for name in found if name)


@lru_cache(maxsize=8192)
def shaky_signs(answer: str) -> int:
    """How many signs of unsure ground an answer holds: generalities, suppositions, alternatives, questions."""
    text = folded(without_speech(answer))
    return sum(1 for _ in _SHAKY.finditer(text)) + len(_EITHER.findall(text)) + len(_TAKEN_BACK.findall(text))


def unsure_part(answer: str) -> str:
    """The sentence of an answer in which the first sign of unsure ground stands; all of it if there is none."""
    return next((part for part in re.split(r"(?<=[.!?])\s+", answer[:2000]) if shaky_signs(part)), answer)
