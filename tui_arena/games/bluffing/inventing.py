"""Answers to what no card foresees: details of one story, the same whenever they are asked for.

Law: the story follows from the statement and from what has been told; what was said by somebody else
before, such as a person whose seat was taken over, is part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from random import Random

from tui_arena.core.sentences import capital
from tui_arena.games.bluffing import tales
from tui_arena.games.bluffing.asked import folded, happened, kind_of, roots, yes_or_no

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip
_COUNTED = re.compile(rf"\bhow ({'|'.join(tales.UNITS)})\b")
_ALONE = re.compile(r"\b(?:alone|by yourself|on your own)\b")


def story_of(statement: str, told: Iterable[str], written: Iterable[str] = ()) -> dict[str, str]:
    """The details that every invented answer draws on.

    `told`: answers so far, which count first; `written`: those of the card, which may yet be told.
    """
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(tales.COMPANIONS)
    story = {
        "kin": kin,
        "name": name,
        "year": str(rng.randint(1994, 2019)),
        "place": rng.choice(tales.PLACES),
        "number": rng.choice(tales.NUMBERS),
        "colour": rng.choice(tales.COLOURS),
        "thing": rng.choice(tales.THINGS),
        "smell": rng.choice(tales.SMELLS),
        "weekday": rng.choice(tales.WEEKDAYS),
        "month": rng.choice(tales.MONTHS),
    }
    for text in (*reversed(tuple(written)), *reversed(tuple(told))):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(statement: str, question: str, story: Mapping[str, str], *, firm: bool) -> str:
    """An answer in keeping with a story, the same for a question with the same words."""
    rng = Random(f"{folded(statement)}/{' '.join(sorted(roots(question)))}/{firm}")
    if yes_or_no(question):
        yes = not _ALONE.search(folded(question)) and rng.random() < 0.6
        texts = tales.WHETHER[yes, firm]
    else:
        texts = (tales.FIRM if firm else tales.VAGUE)[kind_of(question)]
    return filled(rng.choice(texts), {**story, "unit": _unit(question)})


def _unit(question: str) -> str:
    """What a number in an answer counts, with a blank before it; nothing where the question says it."""
    found = _COUNTED.search(folded(question))
    return tales.UNITS[found[1]] if found else ""


def extra(statement: str, story: Mapping[str, str], told: Iterable[str], rng: Random, *, firm: bool) -> str:
    """One more detail, or one more evasion, as the end of a sentence; a new one as long as there is any."""
    which = "extra" if happened(statement) else "extra always"
    texts = [text.format_map(story) for text in (tales.FIRM if firm else tales.VAGUE)[which]]
    said = folded(" ".join(told))
    return rng.choice([text for text in texts if folded(text) not in said] or texts)


def filled(text: str, story: Mapping[str, str]) -> str:
    """A template with the details of a story, beginning with a capital."""
    return capital(text.format_map(story))
