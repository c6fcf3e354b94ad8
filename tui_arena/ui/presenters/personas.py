"""Personas as rows of a shelf and as fields of a form.

Law: what a form gives was checked by the code that reads the file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tui_arena.config import BadFile
from tui_arena.core.personas import INTERESTS
from tui_arena.core.sentences import capital, listed
from tui_arena.data.personas import NAME_CHARS, Persona, persona_of
from tui_arena.ui.presenters.columns import Column, fitting

WHOSE = "whose"
COLUMNS = (
    Column("name", "persona", 18, 0, grows=24),
    Column("interests", "knows about", 24, 1, grows=44),
    Column(WHOSE, "", 5, 2),
    Column("age", "age", 3, 4),
    Column("culture", "from", 11, 3, grows=20),
    Column("profession", "profession", 18, 5, grows=30),
)
FIELDS = {
    "name": "name",
    "profession": "profession",
    "age": "age",
    "culture": "from",
    "interests": "knows about",
}
"""Fields of the form with their labels."""
DIGITS = 9
"""Of an age: from so many on it is no number that anybody meant."""


def columns(shelf: Sequence[Persona], width: int) -> list[Column]:
    """The columns that fit; whose they are is said where some are the user's."""
    some = any(one.own for one in shelf)
    return fitting([column for column in COLUMNS if some or column.key != WHOSE], width)


def cell(persona: Persona, column: str) -> str:
    """What stands in a column of the shelf."""
    match column:
        case "interests":
            return ", ".join(persona.interests)
        case "whose":
            return "yours" if persona.own else ""
        case "age":
            return str(persona.age or "")
    return str(getattr(persona, column))


def in_a_sentence(persona: Persona) -> str:
    """Who a persona is.

    >>> in_a_sentence(Persona("the vet", "vet", 35, "Cornwall", ("animals", "sea")))
    'Vet, 35, from Cornwall. Knows about animals and sea.'
    """
    parts = [persona.profession, str(persona.age or ""), f"from {persona.culture}" if persona.culture else ""]
    who = ", ".join(filter(None, parts))
    knows = f"Knows about {listed(persona.interests)}." if persona.interests else "Knows a bit of everything."
    return f"{capital(who)}. {knows}" if who else knows


def fields_of(persona: Persona) -> dict[str, str]:
    """What stands in the form for a persona."""
    return {name: cell(persona, name) for name in FIELDS}


def interests_in(text: str) -> list[str]:
    """The interests that a field lists, each once, in small letters.

    >>> interests_in("Sea, chess,, sea")
    ['sea', 'chess']
    """
    return list(dict.fromkeys(filter(None, (" ".join(one.split()).lower() for one in text.split(",")))))


def toggled(text: str, topic: str) -> str:
    """The list of interests with a topic put in or taken out.

    >>> toggled("sea, chess", "law"), toggled("sea, chess", "sea")
    ('sea, chess, law', 'chess')
    """
    now = interests_in(text)
    return ", ".join([one for one in now if one != topic] if topic in now else [*now, topic])


def persona_in(fields: Mapping[str, str], taken: Collection[str]) -> Persona:
    """The persona that a form says; raises BadFile with the first thing that is not allowed.

    `taken`: names of others on the shelf.
    """
    name = fields["name"]
    if not name:
        raise BadFile("A persona needs a name, such as the ship's cook")
    if name.casefold() in {one.casefold() for one in taken}:
        raise BadFile(f"{name} stands on the shelf already; take another name")
    age = fields["age"]
    interests = interests_in(fields["interests"])
    if len(interests) > INTERESTS:
        raise BadFile(f"{len(interests)} interests; at most {INTERESTS} make a person")

    values: dict[str, object] = {key: fields[key] for key in ("profession", "culture") if fields[key]}
    if age:
        values["age"] = int(age) if age.isascii() and age.isdigit() and len(age) < DIGITS else age
    return persona_of(name, {**values, "interests": interests}, own=True)


def spare_name(name: str, taken: Collection[str]) -> str:
    """A name for a copy that nobody has yet.

    >>> spare_name("the vet", ["the vet", "the vet 2"])
    'the vet 3'
    """
    number = 2
    while f"{name[: NAME_CHARS - 4]} {number}" in taken:
        number += 1
    return f"{name[: NAME_CHARS - 4]} {number}"
