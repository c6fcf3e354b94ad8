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
MANY: Mapping[str, float] = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "lakh": 1e5, "crore": 1e7}

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
    **dict.fromkeys(("rupe", "rs", "inr"), ("dollars", 0.012)),
    **dict.fromkeys(("yen", "jpy"), ("dollars", 0.007)),
    **dict.fromkeys(("yuan", "rmb"), ("dollars", 0.14)),
    **dict.fromkeys(("peso", "mxn"), ("dollars", 0.05)),
    **dict.fromkeys(("naira", "shilling"), ("dollars", 0.001)),
    **dict.fromkeys(("rand", "krone", "krona", "kronor", "kroner"), ("dollars", 0.1)),
    **dict.fromkeys(("dirham", "zloty", "shekel", "ringgit"), ("dollars", 0.25)),
    "franc": ("dollars", 1.1),
    **dict.fromkeys(("roubl", "rubl", "taka"), ("dollars", 0.01)),
    "lira": ("dollars", 0.03),
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
rabbit .4 2|cat .46 4.5|house cat .46 4.5|chicken .45 2.5|microwave .5 14|microwave oven .5 14|record player .42 5|backpack .5 1|basket .45 1
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
mom 1.65 65|mum 1.65 65|mother 1.65 65|girl 1.3 30|boy 1.3 30|dad 1.76 80|father 1.76 80|brother 1.6 60|sister 1.5 50|breadbin .38 2|bread bin .38 2|adult human 1.72 72|blade of grass .1 .0005|dog house 1 30|doghouse 1 30|kennel 1 30|dog kennel 1 30|grown man 1.76 80|grown up 1.72 72|toddler .85 12|kid 1.2 25|teenager 1.65 55|newborn .5 3.5|newborn baby .5 3.5|grandma 1.6 65|palm .09 .4|house brick .21 2.5|pair of shoes .3 .9|pair of socks .25 .08
boot .3 .7|mobile phone .15 .18|mobile .15 .18|iphone .15 .18|double decker bus 11 12000|double decker 11 12000|minibus 6 3000|pint glass .15 .5|pint .15 .6|pint of beer .15 .9|tin .11 .4|tin of beans .11 .45
can of beans .11 .45|can of coke .12 .35|can of soda .12 .35|soda can .12 .35|coke can .12 .35|biscuit .06 .02|cookie .07 .02|pizza .33 .8|pizza box .35 .3|cereal box .3 .5|cereal packet .3 .5|paperback .21 .25|paperback book .21 .25|paperback novel .21 .25|novel .21 .35|hardback .24 .6|hardback book .24 .6|comic .26 .1|hockey puck .076 .17|puck .076 .17|bottle cap .03 .002|bottle top .03 .002|jelly bean .02 .001|matchstick .05 .0001|shopping cart 1 25|shopping trolley 1 25|carton of milk .22 1
bag of potatoes .4 2.5|sack of potatoes .6 20|tablet .25 .5|ipad .25 .5|keyboard .45 .8|remote .18 .12|remote control .18 .12|tv remote .18 .12|lighter .08 .02|lipstick .07 .02|key .06 .01|ring .02 .005
wristwatch .05 .07|watch .05 .07|dice .016 .005|lego brick .03 .003|lego .03 .003|pin .03 .0005|needle .04 .0005|match .05 .0001|straw .2 .001|nail .05 .005|screw .04 .005|snail .04 .01|slug .06 .01|worm .1 .005
fly .007 .00001|mosquito .006 .00001|flea .002 .000001|ladybug .008 .00003|butterfly .07 .0005|spider .03 .001|frog .08 .05|hamster .13 .12|rat .22 .3|squirrel .25 .5|hedgehog .22 .8|kitten .2 1|puppy .35 4|guinea pig .25 1
hen .45 2.5|duck .55 1.2|goose .8 4|swan 1.4 10|owl .4 1|parrot .35 .4|pigeon .33 .35|sparrow .14 .03|robin .14 .02|fox .8 7|badger .8 11|koala .7 9|kangaroo 1.6 60|labrador .9 30|german shepherd 1 35|big dog 1.1 40
large dog 1.1 40|great dane 1.3 65|chihuahua .25 2|donkey 1.6 200|pony 1.6 200|zebra 2.3 300|camel 3 500|bull 2.4 800|buffalo 3 800|moose 2.7 450|deer 1.6 80|hippo 4 1800|hippopotamus 4 1800|rhino 3.7 2000
rhinoceros 3.7 2000|crocodile 4.5 450|alligator 4 350|dolphin 2.5 200|orca 7 5000|t rex 12 8000|snake 2 5|penguin .7 15|ostrich 2.5 120|eagle .9 5|turtle .4 10|tortoise .5 20|monkey .6 8|chimp 1.2 50|chimpanzee 1.2 50
stool .5 4|armchair 1 30|wardrobe 2 80|closet 2 80|cupboard 1.8 50|bookshelf 1.8 40|bookcase 1.8 40|mattress 2 25|toilet .7 35|sink .5 12|bath 1.6 60|freezer 1.7 70|mini fridge .8 30|kettle .25 1.2|iron .28 1.3|vacuum cleaner 1.1 6
lawnmower 1.4 30|ladder 3 12|tent 3 5|trampoline 3.5 60|shed 2.5 500|garden shed 2.5 500|caravan 6 1200|camper van 6 3000|tractor 4.5 4000|digger 7 15000|fire engine 9 14000|fire truck 9 14000|firetruck 9 14000|ambulance 6 3500
taxi 4.5 1500|mini 3.8 1200|tank 8 60000|helicopter 13 5000|jumbo jet 70 180000|jumbo 70 180000|jet 45 80000|rocket 60 500000|tram 30 40000|canoe 4.5 30|rowboat 3.5 80|cruise ship 300 1e8|titanic 269 5e7|submarine 100 7e6
bungalow 12 80000|flat 10 60000|apartment 10 60000|castle 80 1e8|tower 60 1e7|eiffel tower 330 1e7|big ben 96 1e7|empire state building 440 3e8|statue of liberty 93 2e5|pyramid 140 6e9|cathedral 100 1e8|swimming pool 25 500000
tennis court 24 1e6|football pitch 105 1e7|soccer field 105 1e7|basketball court 28 1e6|lamppost 6 100|lamp post 6 100|streetlight 8 100|street light 8 100|telephone pole 10 300|flagpole 8 100|traffic light 3 50|hill 100 1e9|island 5000 1e12
mount everest 8848 1e14|everest 8848 1e14|volcano 3000 1e13|village 1000 1e9|town 5000 1e11|country 1e6 1e15|continent 5e6 1e19|ocean 5e6 1e20|lake 5000 1e11|cushion .5 .5|teddy bear .4 .4|teddy .4 .4|doll .4 .4|barbie .29 .2
beach ball .4 .1|balloon .3 .003|rugby ball .29 .43|cricket ball .072 .16|ping pong ball .04 .0027|pool ball .057 .16|frisbee .27 .17|skateboard .8 2.5|surfboard 2 5|scooter .9 5|tennis racket .68 .3|baseball bat .85 .9|golf club 1 .4
umbrella .9 .5|walking stick .9 .4|broom 1.4 1|mop 1.3 1|spade 1 2|shovel 1.2 2|drum .4 4|violin .6 .5|trumpet .5 1.1|grand piano 2.5 400|cello 1.2 3|nose .05 .05|ear .06 .03|tooth .01 .001|eye .024 .008|leg .9 12|forearm .3 1.5
fingertip .015 .005|pinky .05 .03|little finger .05 .03|thumbnail .012 .0005|heart .12 .3|strawberry .03 .02|cherry .02 .008|plum .05 .07|potato .1 .2|carrot .18 .1|onion .08 .15|cucumber .3 .4|pineapple .3 1.5|pumpkin .35 6|coconut .13 1.4
sandwich .12 .2|burger .1 .25|hamburger .1 .25|hot dog .15 .15|cake .25 1|donut .09 .06|bagel .11 .1|croissant .15 .06|bag of crisps .25 .03|bag of chips .25 .03|teabag .06 .003|tea bag .06 .003|teaspoon .13 .02|tablespoon .19 .04|fork .19 .05
knife .2 .06|bowl .16 .4|saucepan .35 1|frying pan .45 1.2|stamp .025 .0001|postage stamp .025 .0001|envelope .22 .01|postcard .15 .005|business card .085 .001|playing card .09 .002|bank card .085 .005|passport .125 .04|notebook .21 .2
phone book .28 1.5|dictionary .24 1.5|poster .8 .05|sock .25 .04|hat .3 .1|glove .24 .06|shirt .7 .2|coat 1.1 1.2|jacket .7 .8|handbag .3 .8|purse .25 .5|rucksack .5 1|bin .6 3|trash can .9 5|dustbin 1 10|hair .1 .00001
texas 1.2e6 1e15|california 1.2e6 1e15|alaska 3.5e6 1e16|state 5e5 1e15|county 1e5 1e14|england 5e5 1e15|uk 1e6 1e15|great britain 1e6 1e15|france 1e6 1e15|germany 8e5 1e15|spain 1e6 1e15|italy 1.2e6 1e15|japan 2e6 1e15|mexico 3e6 1e16|brazil 4.3e6 1e16|canada 5.5e6 1e16
america 4.5e6 1e16|usa 4.5e6 1e16|united states 4.5e6 1e16|china 5e6 1e16|russia 8e6 1e16|india 3e6 1e16|australia 4e6 1e16|africa 8e6 1e19|europe 5e6 1e19|asia 9e6 1e19|london 40000 1e12|new york 40000 1e12|chicago 40000 1e12|paris 20000 1e12|manila 30000 1e12|world 1.27e7 6e24|mars 6.8e6 6e23
pluto 2.4e6 1e22|jupiter 1.4e8 2e27|star 1e9 1e30|solar system 9e12 2e30|galaxy 1e21 1e42|universe 1e27 1e53|comet 10000 1e13|sky 1.3e7 5e18|air 1.3e7 5e18|desert 3e6 1e17|glacier 5e4 1e14|canyon 1e5 1e13|grand canyon 4.4e5 1e13|great wall of china 2e7 1e11|river 1e6 1e13|jungle 3e6 1e14|hurricane 5e5 1e12
sack of cement .6 40|bag of cement .6 40|sack of rice .8 50|sack .8 30|speck of dust .0001 1e-8|grain of salt .0003 1e-7|snowflake .005 .00001|raindrop .005 .0001|pebble .03 .02|rock .2 8|stone .05 .2|boulder 2 8000|log 1 40|bush 1.5 30|flower .3 .02|sunflower 2 1|snowman 1.5 100|statue 3 2000|vending machine 1.8 300
"""
_PRICES = """
coffee 4|cup of coffee 4|cup of tea 3|tea 3|pint 6|pint of beer 6|beer 5|bottle of wine 12|wine 12|bottle of water 1.5|bottle of coke 2|can of coke 1.5|chocolate bar 1.5|bar of chocolate 1.5|loaf of bread 3|bread 3|pizza 12
burger 8|big mac 6|sandwich 6|meal 15|ice cream 4|cinema ticket 12|movie ticket 12|movie 12|book 12|magazine 6|newspaper 3|pen 2|pencil 1|t shirt 15|shirt 30|pair of shoes 80|shoes 80|sneakers 90|pair of sneakers 90|trainers 90
pair of trainers 90|boots 120|pair of jeans 60|jeans 60|dress 60|coat 120|jacket 100|handbag 80|watch 150|ring 500|diamond ring 3000|diamond 3000|wedding ring 1000|phone 600|cell phone 600|mobile phone 600|mobile 600|smartphone 700|iphone 1000
laptop 1000|computer 1000|tv 500|television 500|playstation 500|ps5 500|xbox 500|nintendo switch 300|games console 450|game console 450|video game 60|tablet 400|ipad 450|camera 500|headphones 100|pair of headphones 100|bike 500|bicycle 500
motorbike 8000|motorcycle 8000|car 30000|new car 35000|used car 12000|second hand car 12000|small car 18000|sports car 100000|ferrari 300000|house 350000|home 350000|flat 250000|apartment 250000|boat 40000|yacht 1e6|private jet 2e7|plane 1e8
airplane 1e8|holiday 1500|vacation 2000|plane ticket 400|flight 400|hotel room 120|night in hotel 120|concert ticket 80|fridge 900|refrigerator 900|washing machine 600|dishwasher 600|sofa 1000|couch 1000|bed 700|mattress 600|chair 80|table 250
desk 200|lamp 40|kettle 30|toaster 30|microwave 120|vacuum cleaner 200|guitar 300|piano 5000|violin 400|horse 5000|dog 800|puppy 1000|cat 200|hamster 15|stamp .7|lollipop .5|candy .5|candy bar 1.5|pack of gum 1.5|gum 1.5|banana .3|apple .5
egg .4|pint of milk 1.2|milk 1.5|tank of gasoline 60|bus ticket 2.5|train ticket 30|toothbrush 3|soap 2|umbrella 20|suit 300|wedding 30000|wedding dress 1500|suitcase 90|backpack 50|toy 20|teddy bear 20|haircut 30|month s rent 1200|bunch of flowers 20
"""
PRICES: Mapping[str, float] = {
    row.rsplit(" ", 1)[0].replace(" of ", " "): float(row.rsplit(" ", 1)[1])
    for row in _PRICES.strip().replace("\n", "|").split("|")
}
"""By thing: what one costs, in dollars."""
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
        "school bag .4|schoolbag .4|rucksack .5|carry on bag .5|hand luggage .5|lunch box .22|envelope .22|"
        "letterbox .3|letter box .3|pencil case .2|toolbox .4|glove box .3|jar .12|freezer .6|bin .5|trash can .6|tent 2|stadium 200|elevator door 2|"
        "sink .4|locker .9|fridge .8|refrigerator .8|bathtub 1.5|trunk 1.1|car trunk 1.1|trunk of a car 1.1|boot of a car 1.1|"
        "car 2|elevator 2.2|bed 2|closet 2|wardrobe 2|bathroom 2.5|bedroom 3.5|room 4|living room 4.5|door 2|doorway 2|van 3|garage 6|"
        "truck 7|house 9|standard room 4|desk 1|table 1.2|shelf .6|mouth .04|my hand .18|lap .7|keyhole .01|letter slot .25|cat flap .3|cat door .3|window 1.2"
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


_BEYOND = math.log(5)
"""The logarithm of a step beyond the last one that a scale names."""


def on_ladder(steps: Sequence[str], amount: float, unit: str) -> float | None:
    """The place of an amount on a scale with steps; 1 is the first step, 1.5 half way to the second.

    Half way is in logarithms; what is more than the last step is beyond it, a step for each fivefold. None if the things of the steps aren't all listed. `unit`: of the amount.
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
    return round(len(logs) + (value - logs[-1]) / _BEYOND, 2)
