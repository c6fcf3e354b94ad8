"""The small facts that a teller makes up where the story doesn't hold what was asked.

A person who tells a story can nearly always say something plain: who cleaned up, how they got home, whether it was
heavy. So can the bot. What it says contradicts nothing, because it decides nothing that a story is about, and it
stays the same for a whole session: it follows from the statement and the question alone.

`[bots.signs.small]` in `host.toml` tells what a question asks for, `[bots.small]` what is said then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from tui_arena.core.language.function_words import AUXILIARIES
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import folded
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.question import CROWD, Question

_FORMS = {
    "i": ("I", "me", "my"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "it": ("it", "it", "its"),
    "they": ("they", "them", "their"),
}
"""Maps a pronoun to its forms: subject, object and possessive."""
_FIRST_CHOICE = re.compile(
    r"\b(?P<choice>(?:an?|(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?:the|your)) (?:[\w-]+ ){0,2}?[\w-]+),? or\b",
    re.IGNORECASE,
)
"""The first of two things between which a question lets the teller choose."""
_YOUR = re.compile(r"^your\b")
_DETERMINERS = frozenset("the your my his her their our that this a an these those".split())
_PEOPLES_KINDS = frozenset(("said", "felt", "others"))
"""What only people do; whoever does it is a person."""
_OF_PEOPLE = "_they"
"""The end of the name of a row that says what people do or think, and no thing."""
_PLURAL_PRONOUNS = CROWD | {"we"}


@lru_cache(maxsize=256)
def persona_of(statement: str, story: str, choices: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The small facts about a statement's teller that a whole session keeps, as slots: `hour` and `Hour`.

    `story`: all that the story says; no name that stands in it is given to somebody else. `choices`: each slot with
    the words from which one is drawn, with ` / ` between them.
    """
    rng, taken = Random(f"persona/{folded(statement)}"), set(tokens(story))
    slots = dict[str, str]()
    for slot, row in choices:
        words = row.split(" / ")
        slots[slot] = rng.choice([word for word in words if taken.isdisjoint(tokens(word))] or words)
        taken |= set(tokens(slots[slot]))
    return slots | {capital(slot): capital(word) for slot, word in slots.items()}


def small_fact(
    one: Question, persona: Mapping[str, str], speech: Mapping[str, Any], told: Sequence[str], seed: str
) -> str:
    """A plain answer to a question that the story has no answer to; empty if there is none for such a question.

    `speech`: the bots' phrases, by occasion. `told`: the answers so far; no phrase is said twice. `seed`: what
    decides between several phrases, beside the question.
    """
    table = "small_yes_no" if one.asked.yes_no else "small"
    named = _FIRST_CHOICE.search(one.text) if one.is_choice else None
    choice = ("choice_named",) if named else ("choice",)
    rows = choice if one.is_choice else one.known.asks(table, one.flat)
    phrases: Mapping[str, Sequence[str]] = speech["small" if one.is_choice else table]
    slots = {**persona, **_pronouns(one), "choice": _YOUR.sub("my", named["choice"]) if named else ""}
    rng = Random(f"{seed}/{sorted(one.topic)}")
    for row in rows:
        if row.endswith(_OF_PEOPLE) and slots["he"] == "it":
            continue
        texts = [capital(text.format_map(slots)) for text in phrases[row]]
        fresh = [text for text in texts if not any(text in answer for answer in told)]
        if fresh:
            return rng.choice(fresh)
    return ""


def _pronouns(one: Question) -> dict[str, str]:
    """The pronouns for whoever a question is about, as slots: `he`, `him`, `his` and `He`."""
    slots = dict(zip(("he", "him", "his"), _FORMS[_pronoun(one)], strict=True))
    return slots | {"He": capital(slots["he"])}


def _pronoun(one: Question) -> str:
    words = one.flat.split()
    at = next((n for n, word in enumerate(words) if word in AUXILIARIES), -1)
    after = words[at + 1 : at + 2]
    if not after or after == ["you"]:
        return "i"
    if after[0] in _FORMS:
        return after[0]
    if after[0] in _PLURAL_PRONOUNS:
        return "they"
    return _gender(words[at + 1 : at + 4], one.known, person=one.kind in _PEOPLES_KINDS)


def _gender(words: Sequence[str], known: StoryVocabulary, *, person: bool) -> str:
    """The pronoun for the noun among some words; `person`: True if it must be somebody, whatever the noun."""
    rows = known.of["pronouns"]
    for word in words:
        for pronoun, row in rows.items():
            if word in row:
                return str(pronoun)
            if word.removesuffix("s") in row:
                return "they"
    noun = next((word for word in words if word not in _DETERMINERS), "")
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return "they" if plural or person else "it"
