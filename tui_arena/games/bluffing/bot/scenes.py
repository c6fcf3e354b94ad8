"""Scenes: sentences that say where, when or in whose company a story took place, and the places that exclude each other.

A sentence that only mentions a place or a season in passing sets no scene.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_ROOMS = "kitchen bathroom bedroom parlour hallway attic cellar balcony laundry study"
_HOME = f"{_ROOMS} garage shed garden"
_SETTINGS: Mapping[str, str] = {
    "kitchen": "kitchen", "bathroom": "bathroom", "bath": "bathroom", "tub": "bathroom", "bedroom": "bedroom", "bed": "bedroom hospital hotel",
    "living room": "parlour", "sitting room": "parlour", "sofa": "parlour", "hallway": "hallway", "hall table": "hallway", "corridor": "hallway hotel train school hospital office",
    "landing": "hallway", "stairs": "hallway station", "staircase": "hallway", "stairwell": "hallway", "attic": "attic bedroom", "loft": "attic", "cellar": "cellar pub",
    "basement": "cellar", "balcony": "balcony hotel theatre", "laundry room": "laundry cellar", "laundry": "laundry", "study": "study", "garage": "garage", "shed": "shed garden farm",
    "garden": "garden", "backyard": "garden", "lawn": "garden park pool", "greenhouse": "garden", "vegetable patch": "garden",
    "house": _HOME, "home": f"{_HOME} boat", "flat": _ROOMS, "bungalow": _HOME, "villa": _HOME,
    "school": "school gym library", "classroom": "school", "schoolhouse": "school", "gym": "gym school", "sports hall": "gym", "pitch": "pitch school", "football field": "pitch meadow",
    "train": "train station", "platform": "station train", "railway": "train station", "station": "station train bus", "bus": "bus", "coach": "bus", "tram": "bus",
    "plane": "plane airport", "aeroplane": "plane", "airport": "airport plane", "car": "car street", "taxi": "car street", "lorry": "car street",
    "beach": "beach sea island", "seaside": "beach sea island harbour", "sea": "sea beach boat island harbour", "island": "island beach sea house farm school",
    "harbour": "harbour sea boat", "pier": "harbour sea beach", "quay": "harbour sea", "ferry": "boat sea harbour river", "boat": "boat sea harbour lake river", "ship": "boat sea harbour",
    "steamer": "boat sea lake river", "canal": "river boat", "river": "river boat bridge meadow", "lake": "lake boat beach meadow", "bridge": "bridge river street station", "pool": "pool garden hotel gym",
    "forest": "forest mountain", "woods": "forest", "mountain": "mountain forest", "mountains": "mountain forest", "glacier": "mountain", "alp": "mountain meadow",
    "meadow": "meadow farm mountain river park", "farm": "farm meadow house", "barn": "farm", "stable": "farm", "park": "park zoo", "zoo": "zoo park", "desert": "desert",
    "pub": "pub", "bar": "pub hotel station", "restaurant": "pub hotel", "café": "pub", "cafe": "pub", "canteen": "school office pub", "hotel": "hotel", "hostel": "hotel", "church": "church", "chapel": "church",
    "hospital": "hospital", "ward": "hospital", "dentist's": "hospital", "waiting room": "hospital station", "office": "office", "bank": "bank office", "market": "market street", "supermarket": "market",
    "department store": "market", "library": "library", "cinema": "theatre", "theatre": "theatre", "museum": "museum", "gallery": "museum", "castle": "castle museum", "tent": "tent", "campsite": "tent", "caravan": "tent",
    "cave": "cave", "lift": "hotel office hospital house market", "cupboard": f"{_HOME} school", "lighthouse": "sea harbour island", "street": "street",
    "landing stage": "harbour lake river", "inn": "pub hotel", "shop": "market street", "florist's": "market", "baker's": "market", "rink": "rink", "studio": "study", "cloakroom": "hallway school theatre museum",
    "toilet": "bathroom pub station", "ladies'": "bathroom pub station", "petrol station": "petrol", "motorway": "car street petrol", "factory": "factory", "coast": "sea beach harbour island", "dyke": "sea beach",
    "wardrobe": "bedroom", "mattress": "bedroom", "fridge": "kitchen", "freezer": "kitchen cellar garage", "hall": "hallway gym school", "prison": "prison", "army": "army", "nursery": "nursery", "workshop": "workshop garage",
    "field": "meadow farm pitch", "orchard": "garden farm", "vineyard": "garden farm", "square": "street market", "fair": "street meadow", "circus": "circus",
}  # fmt: skip
"""By word for a place, the places that it can be; two words without one in common are different places."""
_SET_IN = re.compile(
    r"\b(?P<by>was|in|at|on|inside|aboard|up in|down by|to|off|from|outside|under|along|by|below|behind|above|opposite|over|near|next to|beside) "
    r"(?:(?:the|a|an|my|our|his|her|their|that|this|those|your|own|\w+'s?) )?(?:(?!way )[a-z'-]+ ){0,3}?("
    + "|".join(re.escape(word) for word in sorted(_SETTINGS, key=len, reverse=True))
    + r")s?\b(?! (?:stop|shelter|ticket|trip|play|band|party|choir|holiday|cat|dog|door)\b)"
)
_SETS = re.compile(
    r"^(?:and |but |well |oh |yes |no |so |luckily |sadly |once |one day )*(?:(?:all )?(?:it|that|this)|we|i|he|she|they|nobody|there|you)"
    r"(?:'d|'re| had| all| both| always| usually| only)* (?:was|were|is|happened|took place|came|stood|sat|lay|live|lived|slept|hung|went|stayed|woke up|did|done|played|had|do|should|learned|threw|throw|keep|kept|wear|stands?|hangs?|lies?|sit|came|gone|locked|crept|sitting|travelling)\b"
    r"|^all (?:that|this)\b"
)
_BEGINS = re.compile(
    r"^(?:(?:out|up|down|right|late|early|deep|way|all|first thing|half|sitting|somewhere|luckily|such) )*"
    r"(?:in|on|at|off|under|behind|through|aboard|with|during|that|those)\b"
)
_PASSING = re.compile(r"\b(?:last|when|if|because|before|after|than|like|until|since|later)\b")


def sets_scene(said: str, number: int) -> bool:
    """Whether a folded sentence, the one of this number in its answer, tells when or where it all was.

    >>> sets_scene("it was on the beach", 0), sets_scene("my mother saw it from the beach", 0)
    (True, False)
    """
    if _PASSING.search(said):
        return False
    return _SETS.search(said) is not None or (number > 0 and _BEGINS.search(said) is not None)


def settings_in(said: str, *, strictly: bool = False) -> frozenset[str]:
    """The places that a folded sentence can be set in; empty if it names none. `strictly`: only right in them."""
    return frozenset(
        place
        for at in _SET_IN.finditer(said)
        if not strictly or at["by"] in _RIGHT_IN
        for place in _SETTINGS[at[2]].split()
    )


_RIGHT_IN = ("was", "in", "at", "on", "inside", "aboard", "down by", "up in")
_FLOOR = re.compile(
    r"\b(ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|nineteenth|top)[- ]floor\b"
)


def floors_in(said: str) -> frozenset[str]:
    """The floors that a folded sentence names."""
    return frozenset(_FLOOR.findall(said))


def first_setting(said: str) -> int:
    """Where the first words for a place begin; 0 if there are none."""
    found = _SET_IN.search(said)
    return found.start() if found else 0


HEAT = re.compile(
    r"\b(?:heatwave|heat of|the heat|hottest|scorching|sweltering|blazing hot|boiling hot|baking hot|(?:was|were) (?:all |so )*(?:hot|sweating|warm)|such heat)\b"
)
FROST = re.compile(
    r"\b(?:snow(?:ed|ing|storm)?|blizzard|frost|ice on|sheer ice|frozen|icicles|mittens|skating|sledg\w+)\b"
)
WARM_MONTHS = frozenset(range(4, 11))
COLD_MONTHS = frozenset((10, 11, 12, 1, 2, 3, 4))
