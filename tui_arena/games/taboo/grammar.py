"""How a bare word stands in a sentence: `a carrot`, `bread`, `my uncle`, `at the beach`, `in summer`.

Law: words of the language alone, whatever deck is played; a word that is not known is taken for a thing
that can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tui_arena.games.taboo.sorts import NAMES, Sort, sort_of, written

_UNCOUNTED = frozenset(
    """
algebra aloe adrenaline advertising aerial air ale amber anger applause appetite archery arithmetic art ash athletics
backgammon bacon bacteria badminton barley baseball basketball beef beer billiards biology bleach blood bowling boxing
bread breakfast broccoli broth butter cake calligraphy camouflage camping cardboard cash cashmere celery cereal chalk
champagne charcoal cheddar cheese chemistry chess chewing chocolate chutney cinnamon cleaning climbing clothing cloth coal cocoa coffee
comedy comfort confetti control cotton courage cream crime croquet custard cutlery cycling damage danger dancing dawn
debt denim destiny diet dinner dirt disco discipline discipline dill diy dough drama driving dust education electricity
embroidery endurance energy english equipment eternity evidence excitement fabric fame fashion fat fencing fiction fire fishing
fitness flannel flour foam fog folklore food football foil fortune freedom friction fuel fuel fun fur furniture garlic
gas geography geometry gin ginger glass glitter glory glue gold golf gossip graffiti grammar gravity gravy grass grease greed
gum gymnastics hair ham happiness hate hay health heat help helium history hockey homework honey hope hopscotch horror horseradish hospitality
housework hunger hunting ice icing information ink insomnia insulin insurance internet iron ivory ivy jam jazz jealousy jelly jewellery
judo juice justice karate karaoke ketchup kindness knitting knitwear lace lamb land language laughter laundry lava lavender law lather leather
lemonade lettuce light lightning linen litter liver logic love lunch luck luggage lycra macaroni magic magma magnetism mail makeup malaria
marble marmalade math maths mayonnaise meat medicine meditation melancholy memory metal milk mist mistletoe money moss mud music mustard mystery nature
nectar noise nonsense oil origami oxygen packaging paint paper parsley parquet pasta pastry patience peace peanut pepper pepperoni petrol
physics pilates pizza plaster plastic poetry poison pollen popcorn pork porcelain porridge pottery poverty powder power pride progress
pronunciation property prose protein public punctuation pupil putty quartz quilting rage rain rainwater research rest rhythm rice rubber rubbish
rugby rum russian rust sadness safety salad salmon salsa salt sand satin sauce scenery science seafood sellotape
security shade shampoo shopping silence silk silver singing skiing skin sky slang slime smoke smoothie snow soap soccer software soil sorcery
soup spaghetti speech speed spelling spice spinach sport stamina starch stationery steak steam steel stew stock strength stress
stubble stuff sugar sunlight sunshine surgery sweat swimming syrup talk tape tar taste tax tea temper tennis text thirst thunder
time timber tinsel toast toffee tofu tolerance toothpaste traffic training transport travel treasure trigonometry trust truth tuna turf underwear
underground understanding vanilla vanity velcro velvet vegetation victory vinegar violence vocabulary vogue volleyball wallpaper war
water wax weakness wealth weather weight wheat whisky wifi wildlife wine wind wisdom wood wool work yarn yeast yoga yoghurt youth
space broom gardening lasagne ketchup guacamole washing slander flattery praise humour
""".split()
) - {
    "broom",
    "pupil",
    "glass",
    "iron",
    "peanut",
    "smoothie",
    "tax",
    "war",
    "weight",
    "aerial",
    "salad",
    "cloth",
}
_PLURAL_LIKE = frozenset("dice people children mice geese teeth feet men women police lyrics".split())
_SINGULAR_S = ("ss", "us", "is", "as", "os")
_ONLY = frozenset("sun moon sky sea world internet ocean universe past future earth wild north south".split())
"""Of which there is one."""
_CLOSE = frozenset(
    """aunt boss brother buddy choir coach colleague colleagues cousin dad dentist doctor family father flatmate friend
friends grandfather grandma grandmother grandparents hairdresser husband kid landlord mate mother mum mummy nana
neighbour neighbours nephew niece opponent parents partner sibling siblings sister stepfather team teacher teenager
tutor twin uncle wife trainer accountant tailor""".split()
)
_AT = frozenset(
    """academy airport bank barn bakery bar beach bistro cafe campsite casino cathedral church cinema circus clinic club
coast court crossroads factory farm fountain gym harbour horizon hospital hostel hotel junction kiosk lake laboratory library
mall market motel mosque museum nursery office opera pharmacy pier pizzeria playground pool port pub reception restaurant
roundabout salon seaside shop shore stadium station supermarket temple terminal theatre university zoo bookshop drugstore
toilet circus sea kindergarten""".split()
)
_ON = frozenset(
    "balcony bridge avenue campus island mainland motorway outskirts farm field lawn path patio pavement pier platform "
    "playground porch railway road roof runway stage stairs street terrace veranda floor hill horizon meadow mountain "
    "peninsula ceiling underground subway court terrace escalator".split()
)
_PLAIN_PLACES = {
    **{word: word for word in "abroad home outdoors indoors outside upstairs downstairs".split()},
    "home": "at home", "school": "at school", "sea": "at sea", "church": "in church", "space": "in space", "prison": "in prison",
    "mountains": "in the mountains",
}  # fmt: skip
_TIMES = {
    **{t: f"in {t}" for t in "spring summer autumn winter december july november october january february".split()},
    **{t: f"at {t}" for t in "christmas easter halloween breakfast lunch dinner supper midnight night dawn dusk sunrise sunset bedtime weddings thanksgiving brunch".split()},
    **{t: f"on a {t}" for t in "sunday saturday monday friday holiday".split()},
    **{t: f"in the {t}" for t in "morning evening".split()},
    **{t: f"at the {t}" for t in "weekend".split()},
    **{t: f"at a {t}" for t in "wedding party picnic funeral ceremony reunion celebration parade graduation".split()},
    **{t: f"on {t}" for t in "birthdays".split()},
    "birthday": "on my birthday", "anniversary": "on an anniversary", "vacation": "on vacation", "today": "today",
    "yesterday": "yesterday", "tomorrow": "tomorrow", "advent": "in Advent", "valentine": "on Valentine's Day", "jubilee": "at a jubilee",
}  # fmt: skip
TIMES = frozenset(_TIMES)
"""Words for times that can be said."""


def in_sentence(word: str, sort: Sort | None = None) -> str:
    """A folded word as an answer of its sort."""
    match sort or sort_of(word):
        case "person" if sort_of(word) == "person":
            return f"my {written(word)}" if word in _CLOSE else _with_article(word, definite=True)
        case "place" if sort_of(word) == "place":
            return _at(word)
        case "time" if word in _TIMES:
            said = _TIMES[word]
            return said if word not in NAMES else said.replace(word, word.capitalize())
    return _with_article(word)


def _at(word: str) -> str:
    if word in _PLAIN_PLACES:
        return _PLAIN_PLACES[word]
    if word in NAMES:
        return f"in {written(word)}"
    where = "at" if word in _AT else "on" if word in _ON else "in"
    return f"{where} the {word}"


def is_plural(word: str) -> bool:
    """Whether a word looks like several of something."""
    return word in _PLURAL_LIKE or (word.endswith("s") and not word.endswith(_SINGULAR_S))


def _with_article(word: str, *, definite: bool = False) -> str:
    if word in NAMES:
        return written(word)
    if sort_of(word) in ("doing", "quality"):
        return word
    if word in _ONLY:
        return f"the {word}"
    if definite:
        return f"the {word}"
    if word in _UNCOUNTED or is_plural(word):
        return word
    sounds = word[:1] in "aeiou" and not word.startswith(("uni", "use", "uk", "eu", "one", "usb", "ute"))
    return f"an {word}" if sounds or word.startswith(("hour", "honest", "honour")) else f"a {word}"


def unused(some: Sequence[str], earlier: Sequence[str], rng: Random) -> list[str]:
    """Phrases by chance, those of which one of the earlier texts was made last."""
    mixed = rng.sample(some, len(some))
    told = "\n".join(earlier)
    return sorted(mixed, key=lambda phrase: _fixed(phrase) in told)


@lru_cache(maxsize=1000)
def _fixed(phrase: str) -> str:
    """The longest part of a phrase that is no slot: what is made of it can be told by that."""
    return max(phrase.replace("}", "{").split("{")[::2], key=len)
