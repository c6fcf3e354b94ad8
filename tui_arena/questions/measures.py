"""Numbers in words, units, and sizes of everyday things, to compare in metres, kilograms, dollars and years.

The numbers are what a sensible person would guess. If all steps of a scale are listed here, the scale can
be compared with everything listed here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

THIS_YEAR = 2025
"""The year from which `a hundred years ago` counts: fixed, so that answers never depend on the date."""

NUMBERS: Mapping[str, int] = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()
    )
}
TENS: Mapping[str, int] = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
MANY: Mapping[str, float] = {"hundred": 1e2, "thousand": 1e3, "million": 1e6}

METRES = "metres"
KILOGRAMS = "kilograms"

UNITS: Mapping[str, tuple[str, float]] = {
    **dict.fromkeys(("meter", "m"), (METRES, 1.0)),
    **dict.fromkeys(("centimeter", "cm"), (METRES, 0.01)),
    **dict.fromkeys(("millimeter", "mm"), (METRES, 0.001)),
    **dict.fromkeys(("kilometer", "km"), (METRES, 1000.0)),
    **dict.fromkeys(("inch", "inche"), (METRES, 0.0254)),
    **dict.fromkeys(("foot", "feet", "ft"), (METRES, 0.305)),
    "yard": (METRES, 0.914),
    "mile": (METRES, 1609.0),
    **dict.fromkeys(("kilogram", "kilo", "kg"), (KILOGRAMS, 1.0)),
    **dict.fromkeys(("gram", "g"), (KILOGRAMS, 0.001)),
    **dict.fromkeys(("pound", "lb"), (KILOGRAMS, 0.4536)),
    **dict.fromkeys(("ounce", "oz"), (KILOGRAMS, 0.0283)),
    **dict.fromkeys(("ton", "tonn"), (KILOGRAMS, 1000.0)),
    **dict.fromkeys(("dollar", "buck", "usd", "euro"), ("dollars", 1.0)),
    "cent": ("dollars", 0.01),
    "year": ("years", 1.0),
    "decad": ("years", 10.0),
    "century": ("years", 100.0),
}
"""By stem of the unit: what it measures, and its amount in metres, kilograms, dollars or years."""

_TABLE = """
grain of rice .006 .00003|ant .005 .00001|pea .008 .0003|crumb .004 .0001|grain of sand .001 .00001|bee .015 .0001
fingernail .012 .0005|coin .022 .005|penny .019 .0025|quarter .024 .006|button .018 .001|bean .015 .001|grape .02 .006
marble .016 .005|thumb .05 .05|finger .07 .05|pea .008 .0003|matchbox .05 .01|egg .055 .06|golf ball .043 .046|paperclip .03 .001
mouse .09 .025|credit card .085 .005|deck of cards .09 .09|apple .08 .18|orange .08 .2|tennis ball .067 .058|fist .1 .4
baseball .074 .145|lemon .08 .1|hand .18 .4|pencil .19 .006|pen .14 .01|phone .15 .18|cell phone .15 .18|smartphone .15 .18
banana .19 .12|toothbrush .18 .02|mug .1 .35|cup .1 .3|glass .13 .3|can .12 .35|softball .1 .18|spoon .17 .05|wallet .11 .15
grapefruit .12 .3|book .23 .5|shoe .29 .5|foot .25 .5|brick .21 2.5|loaf of bread .3 .7|bread .3 .7|football .25 .42
ruler .3 .03|soccer ball .22 .43|basketball .24 .62|plate .26 .5|head .23 5|human head .23 5|bowling ball .22 6|melon .25 2.5
watermelon .35 7|shoebox .33 .5|shoe box .33 .5|breadbox .38 2|bread box .38 2|toaster .3 1.5|laptop .35 2|brain .17 1.4
rabbit .4 2|cat .46 4.5|house cat .46 4.5|chicken .45 2.5|microwave .5 14|microwave oven .5 14|backpack .5 1|basket .45 1
arm .7 4|briefcase .45 2|pillow .6 .8|box .45 .5|newspaper .4 .2|bucket .35 .8|baby .55 4|television 1.1 12|tv 1.1 12
suitcase .7 18|dog .8 22|small dog .4 6|sheep 1.3 70|chair .95 6|child 1.2 25|guitar 1 2|desk 1.3 35|table 1.5 30
dishwasher .85 45|washing machine .85 65|stove .9 60|oven .8 50|bathtub 1.6 60|fridge 1.75 80|refrigerator 1.75 80
person 1.72 72|human 1.72 72|human being 1.72 72|man 1.76 80|adult 1.72 72|woman 1.63 65|average person 1.72 72|average human 1.72 72|you 1.72 72|me 1.72 72|door 2.03 25
goat 1.3 60|pig 1.4 120|lion 2 190|wolf 1.4 45|sofa 2 45|couch 2 45|bed 2 50|bicycle 1.75 14|bike 1.75 14|motorcycle 2.1 200|piano 1.5 300
horse 2.4 500|cow 2.4 650|bear 2 300|gorilla 1.7 160|car 4.5 1500|elephant 6 5000|small car 3.6 1000|truck 8 9000|van 5.5 2200
lorry 8 9000|room 5 3000|giraffe 5.2 1000|shark 4 900|boat 7 2500|bus 11.5 11500|school bus 11.5 11500|garage 6 20000
dinosaur 10 8000|house 12 100000|whale 20 70000|blue whale 25 130000|airplane 45 80000|plane 45 80000|church 50 5000000
train 150 400000|tree 15 8000|building 40 1e7|football field 105 1e7|stadium 250 1e8|football stadium 250 1e8|soccer stadium 250 1e8|ship 200 1e7|skyscraper 300 1e8
mountain 2500 1e13|city 20000 1e12|earth 1.27e7 6e24|moon 3.5e6 7e22|sun 1.4e9 2e30|planet 1.2e7 6e24|letter .22 .02|feather .1 .0005
bar of chocolate .18 .1|bottle of water .22 1|bottle 0.25 1|bag of sugar .2 1|bag of flour .2 1|paper .3 .005|sheet of paper .3 .005
stapler .15 .2|hammer .33 .6|computer .45 6|motorbike 2.1 200|wheelbarrow 1.5 15|trashcan .9 5|lamp .5 2|chocolate bar .18 .1|water bottle .22 1
"""
THINGS: Mapping[str, tuple[float, float]] = {
    " ".join(words[:-2]): (float(words[-2]), float(words[-1]))
    for row in _TABLE.replace("\n", "|").split("|")
    if (words := row.split())
}
"""By thing: longest side in metres and weight in kilograms."""

INSIDE: Mapping[str, float] = {
    row.rsplit(" ", 1)[0]: float(row.rsplit(" ", 1)[1])
    for row in (
        "matchbox .05|jewelry box .1|mug .1|cup .1|wallet .1|hand .18|palm .1|purse .3|handbag .3|lunchbox .22|"
        "shoebox .33|shoe box .33|breadbox .38|bread box .38|drawer .45|box .45|cardboard box .5|bag .45|"
        "shopping bag .45|backpack .5|microwave .4|oven .5|bucket .35|suitcase .7|carry on .5|cupboard .6|mailbox .35|"
        "sink .4|locker .9|fridge .8|refrigerator .8|bathtub 1.5|trunk 1.1|car trunk 1.1|trunk of a car 1.1|boot of a car 1.1|"
        "car 2|elevator 2.2|bed 2|closet 2|wardrobe 2|bathroom 2.5|bedroom 3.5|room 4|living room 4.5|door 2|doorway 2|van 3|garage 6|"
        "truck 7|house 9|standard room 4|desk 1|table 1.2|shelf .6|mouth .04|my hand .18"
    ).split("|")
}
"""By container: the longest thing that fits into it, in metres."""


_SPACELESS = {name.replace(" ", "").replace("of", ""): row for name, row in THINGS.items()} | {
    name.replace(" ", ""): row for name, row in THINGS.items()
}


def everyday(name: str) -> tuple[float, float] | None:
    """Metres and kilograms of a thing, however its name is spaced; None if it isn't listed."""
    return THINGS.get(name) or _SPACELESS.get(name.replace(" ", ""))


def measure_of(step: str) -> tuple[float, float] | None:
    """Metres and kilograms of the thing that a step of a scale names; None if it isn't listed."""
    words = step.split()
    if words[:1] and words[0] in ("a", "an", "the"):
        words = words[1:]
    return THINGS.get(" ".join(words))


def on_ladder(steps: Sequence[str], amount: float, unit: str) -> float | None:
    """The place of an amount on a scale with steps; 1 is the first step, 1.5 half way to the second.

    Half way is in logarithms. None if the things of the steps aren't all listed. `unit`: of the amount.
    """
    column = 0 if unit == METRES else 1
    known = [measure_of(step) for step in steps]
    logs = [math.log(row[column]) for row in known if row is not None]
    if len(logs) != len(steps) or len(logs) < 2 or amount <= 0:
        return None
    value = math.log(amount)
    if value <= logs[0]:
        return 0.5 if value < logs[0] - 0.05 else 1.0
    for i in range(len(logs) - 1):
        if value <= logs[i + 1]:
            share = (value - logs[i]) / (logs[i + 1] - logs[i])
            return round(i + 1 + share, 2)
    return float(len(logs))
