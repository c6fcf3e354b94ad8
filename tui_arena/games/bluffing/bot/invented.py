"""A story for a statement that no card tells: one set of details from which every answer is made.

The details follow from the statement; what was told before comes first, also by another player whose seat the bot
took over. The same question has the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tui_arena.core.language.sentences import capital
from tui_arena.games.bluffing.bot.asked import YES_NO, Asked
from tui_arena.games.bluffing.bot.cards import folded

PLACES = tuple(
    "Leeds Ghent Bergen Graz Lucca Cork Aarhus Bath Delft Siena Tartu Girona Ulm Perth Malmö Ely".split()
)
COMPANIONS = tuple(
    (kin, name)
    for kins, names in (
        ("cousin sister aunt neighbour", "Nora Anneke Ruth Ines Greta Lena Marta Clara Edith"),
        ("cousin brother uncle neighbour", "Tom Martin Paul Owen Hugo Finn Otto"),
    )
    for kin in kins.split()
    for name in names.split()
)
DETAILS: Mapping[str, tuple[str, ...]] = {
    "colour": tuple("red green yellow blue brown grey".split()),
    "smell": ("wet dog", "burnt toast", "floor polish", "cut grass", "old books", "onion soup", "damp wool"),
    "number": tuple("four six seven nine eleven fourteen seventeen".split()),
    "month": tuple("February March April June July September October November".split()),
    "age": tuple("eleven twelve fourteen nineteen twenty-three thirty".split()),
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip


def details_of(statement: str, told: Iterable[str]) -> dict[str, str]:
    """The details of the story of a statement; `told`: the answers so far, whose details come first."""
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(COMPANIONS)
    story = {"kin": kin, "name": name, "year": str(rng.randint(1994, 2019)), "place": rng.choice(PLACES)}
    story |= {slot: rng.choice(values) for slot, values in DETAILS.items()}
    for text in reversed(tuple(told)):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(
    statement: str,
    what: Asked,
    story: Mapping[str, str],
    told: Iterable[str],
    lines: Mapping[str, Sequence[str]],
) -> str:
    """An answer of the story to a question, one that was not given before while there is any.

    `lines`: by aspect, answers with slots for the details of a story; `unknown`: those to any other question.
    """
    wanted = [name for name in what.aspects if (name in YES_NO) == what.yes_no]
    texts = lines[wanted[0] if wanted else "unknown"]
    slots = {**story, "Number": capital(story["number"])}
    said = set(told)
    filled = [capital(text.format_map(slots)) for text in texts]
    fresh = [text for text in filled if text not in said]
    rng = Random(f"{folded(statement)}/{wanted[:1]}/{sorted(what.topic)}")
    answer = rng.choice(fresh or filled)
    return f"{rng.choice(('Yes', 'No'))}. {answer}" if what.yes_no and not wanted else answer
