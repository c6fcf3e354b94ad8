"""What there is in a country: what has to do with it, and what there is in any country."""

from __future__ import annotations

import re
from collections.abc import Callable

from tui_arena.questions.meaning import About, AllOf, AnyOf, Is, Meaning, Named, Not
from tui_arena.questions.reading.phrases import Phrases, joined

Read = Callable[[str], Meaning | None]
_SOLE = ("sun", "moon", "sky", "internet", "universe", "equator")
"""What there is one of, although it is no name."""
COUNTRIES = (
    r"ireland|england|scotland|wales|britain|uk|united kingdom|france|germany|italy|spain|portugal|greece|poland|sweden|norway|denmark|finland|holland|netherlands"
    r"|belgium|austria|switzerland|turkey|russia|ukraine|romania|hungary|india|pakistan|bangladesh|china|japan|korea|south korea|thailand|vietnam|indonesia|malaysia|philippines"
    r"|usa|us|united states|america|canada|mexico|brazil|argentina|chile|peru|colombia|australia|new zealand|egypt|nigeria|kenya|ghana|south africa|morocco"
)
_IN_COUNTRY = re.compile(
    r"(?:is it|(?:can|do|would|could|did|will) (?:you|i|we|they|people|it|one) (?:find|see|get|buy|have|use|come) (?:it|one|them)|is there one|are there any)"
    rf" (?:found |sold |used |common |usual )?(?:here |over |over here )?in (?:the )?((?:{COUNTRIES})|(?:my|your|our|this) country|most countries|many countries)"
)
_ANYWHERE = ("everybody", "daily", "body-part", "job", "food", "service-place", "room")
"""What there is in any country, besides what is made for homes."""
_ONE_IN_TOWN = re.compile(
    r"(?:is there|(?:do|would|could|did) (?:they|it|you|we|i) (?:have|find|see)) one in [a-z]+"
)
_NEAR_PEOPLE = ("farm", "pet", "garden", "city", "street", "forest", "insect", "bug", "amphibian", "rodent")
"""What animals are that most countries have, at least some of them."""
_FAR_AWAY = "jungle tropical salt-water desert fair africa asia australia extinct imaginary".split()
"""What such animals never are throughout."""


def only_ones(phrases: Phrases) -> tuple[int, ...]:
    """The entities of which there is but one."""
    sole = set(phrases.knowledge.numbered(_SOLE))
    return tuple(n for n in range(len(phrases.knowledge)) if phrases.is_proper(n) or n in sole)


def _animals(phrases: Phrases) -> Named:
    """The animals that most countries have."""
    masks = phrases.knowledge.masks
    near = far = 0
    for name in _NEAR_PEOPLE:
        near |= masks[name].yes | masks[name].sometimes if name in masks else 0
    for name in _FAR_AWAY:
        far |= masks[name].yes if name in masks else 0
    found = masks["animal"].yes & near & ~far if "animal" in masks else 0
    return Named(tuple(n for n in range(len(phrases.knowledge)) if found >> n & 1), "common animals")


def in_a_country(words: list[str], phrases: Phrases, read: Read) -> Meaning | None:
    """`is it in ireland`: so is what has to do with it, and what there is in any country; None for other questions."""
    text = " ".join(words)
    place = _IN_COUNTRY.fullmatch(text)
    if _ONE_IN_TOWN.fullmatch(text) and not phrases.people:
        found = read(text) or About((words[-1],), partly=True)
        unknown = isinstance(found, About) and found.partly
        return AllOf((Not(Named(only_ones(phrases), "the only one")), found)) if unknown else found
    if place is None or not phrases.knowledge.properties.keys() >= set(_ANYWHERE):
        return None
    there = read(text) or About((place[1],))
    common = joined(AnyOf, [*map(Is, _ANYWHERE), AllOf((Is("made"), Is("home"))), _animals(phrases)])
    return AnyOf((AllOf((there,)), AllOf((common, Not(Named(only_ones(phrases), "the only one"))))))
