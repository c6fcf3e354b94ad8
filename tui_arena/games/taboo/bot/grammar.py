"""Sorts of words, and how each stands in a sentence: `a carrot`, `bread`, `my uncle`, `at the beach`.

A word that is in no list here is taken for a thing that can be counted. The lists don't depend on a deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal

Sort = Literal["thing", "place", "person", "time", "doing", "quality"]

_PLACES = """
abroad academy airport aisle alley apartment aquarium arch arena attic avenue backstreet bakery balcony bank bar barn
basement bathroom bay beach bedroom bistro boutique bridge cabin cafe campsite campus canal canteen canyon casino
castle cathedral cave ceiling cellar chapel church cinema circus city classroom cliff clinic club coast cottage
countryside court crossroads curb dam desert district drugstore dungeon england europe factory farm field floor
forest fountain france garage garden greece gallery gym hall harbour hawaii hill hollywood home horizon hospital
hospice hostel hotel house hut island italy japan jungle junction kerb kindergarten kiosk kitchen laboratory lake
lane lapland lawn library lobby london loft lounge mainland mall market meadow mine mosque motel motorway mountain
mountains museum nursery oasis office orchard outback outskirts oxford palace pantry paris park passage path patio
pavement peninsula pharmacy pier pizzeria platform playground pond pool porch port prison pub railway region
restaurant river road roof room roundabout rome runway sahara salon sandpit sauna savannah school sea seaside shed
shop shore skyscraper south space stable stadium stage stairs station street studio suburb subway supermarket swamp
temple terminal terrace theatre tomb tower town tunnel underground university vacation valley veranda venice village
volcano waterfall workshop yard zoo bookshop ballroom bin toilet outdoors indoors outside upstairs downstairs square
""".split()

_PEOPLE = """
acrobat actor admiral agent angler apprentice architect artist astronaut astronomer athlete audience aunt author
baby babysitter backpacker baker bandit barber beautician beginner bishop boss bowler boy bride bridesmaid
bricklayer brother buddy builder burglar butcher captain career carer carpenter champion cashier celebrity chef
chemist child children choir cleaner clerk clown coach cobbler colleague colleagues commuter companion competitor
conductor cook cosmonaut cousin cowboy coworker criminal crook crowd customer dad decorator dentist designer
detective director doctor druid duchess duke dwarf editor electrician elf emperor empress enemy engineer
explorer fairy fan father family farmer firefighter fisherman flatmate florist foe foreigner foreman friend friends
gardener ghost ghostwriter giant girl gnome goalkeeper goblin god godfather godmother goliath governor grandchildren
grandfather grandma grandmother grandparents groom guard guest guests guide hairdresser harvester hero hippie hobbit
hygienist illustrator infant inspector intern introvert investigator jester jockey jogger joker journalist judge
kid king knight landlord lawyer leader leprechaun librarian linesman loser magician manager matron mate mayor
mechanic mentor mermaid midwife miller minder minister monster mother mozart mum mummy musician nana nanny neighbour
neighbours nephew newcomer newborn niece ninja novelist nurse nymph ogre opponent orthodontist owner painter
paramedic parent parents partner passenger passerby pet pharaoh pharmacist physician pickpocket pilot pirate
plasterer player playmate plumber poet police president priest prince princess professor programmer publisher pupil
queen reader receptionist referee researcher rider rival robber rogue romeo roofer sailor santa scientist scout
sculptor seamstress secretary sheriff shepherd shoemaker shoplifter sibling siblings singer sister soldier soldiers
sorcerer sorceress soprano spectators spy stepfather steward stranger student stylist sultan superhero superman
surfer surgeon surveyor suspect tailor teacher team technician teenager teller tenor thief titan toddler tourist
trainee trainer traitor traveller troll tutor twin twins typist umpire uncle understudy underdog vampire ventriloquist
victim viking villain visitor waiter watchman widow wife husband winner witch witness wizard writer zombie
""".split()

_TIME_WORDS = """
advent anniversary autumn bedtime birthday breakfast christmas dawn day december diwali dusk easter evening friday
goodnight graduation halloween holiday hour jubilee july lunch midnight minute monday month morning night november
october overtime reunion saturday spring summer sunday sunrise sunset thanksgiving tomorrow valentine wedding
weekend winter year yesterday supper dinner brunch today celebration ceremony funeral party picnic parade
""".split()

_DOINGS = """
add call cuddle hop living craving crossing cycling dining dressing heating hiking sewing spelling steering advertising against agree aim amaze answer around arrange astonish attack attract bake bathe bang beat bend bite blend bless
blink blow blush boil borrow bounce break breathe bring build burn burnt burp burst bury buy calculate carry carve
catch celebrate chat cheat chew chop clap climb combine come compete continue cook copy count crash crave crawl
crochet croak crumple crush cry cut dance deceive decorate deny dig disagree disappear discuss dive divide draw
drink drive drop drown dry earn eat elect erupt explode fade fail fall fancy fasten feel fetch fight file find
flatter flip float flow fly fold follow fold forget forgive freeze fry gallop gamble gather gaze get giggle give
glide glow grate graze grin grip grow guess hang hatch hear hibernate hide hit hitchhike hold hope howl hug hum hunt
hurry hurt hush imagine inherit invent invite itch jump keep kick kiss knit knock know laugh launch lead leak lean
leap learn leave lick lie lift like listen live look lose love magnify make march marry mash match measure meet melt
mend meow migrate mix moo motivate mourn move mow multiply mumble murmur nod nudge obey open organise owe paint paraphrase
pass paste pat pay peck peel perform persist pinch play pluck poke polish pour praise pray predict prepare preserve press
pretend prick promise protect prove publish pull purr push put putt quack quarrel quit rain raise reach read recognise
redeem refuse regret reheat relax remark remember remake rent repair repeat replace reply rescue rest retire revise ride
ring rinse rise roar roast rock roll rub ruin run rush sail save say scare scratch scream scribble scrape search
see sell send serve sew shake sharpen shave shear shine shiver shoot shout shrug sigh simmer sing sink sip sit
skate skip slam sleep slide sling slip slouch smash smell smile smirk smoke smooch sneeze sniff snooze snore soak
solve somersault spell spend spin spit splash split spray sprint squash squeak squeal squeeze stammer stand stare
start startle stay steal steam step stick sting stir stop stretch strike stroke strut stunt succeed suck sunbathe surf
surprise swallow swear sweat sweep swell swim swing switch take talk tear teasing tell thank think throw tick tickle
tidy tie tighten tiptoe touch translate trap travel trust try tumble turn twist type understand unwrap vote vow
waddle wag wail wait waiting wake walk waltz warn wash watch wave weave wear weep weigh whisper win wink wipe wish wonder
work worry wound wrap write yawn yell zoom boiled fried frozen ripped rocking skipping moving longing knitting
flying growing hunting magnifying sailing running boarding bowling boxing fencing windsurf understand undercover
""".split()

_QUALITIES = """
afraid alike alone amused angry animated annoyed annoying arrogant ashamed awake awful awkward back bad bankrupt
bashful behind best better big bitter black blonde blue bold bored born brass brave bright broke broken brown bushy
busy calm capital careful careless cheap cheeky classic classical clean clever close closed cold colourful comfy confident
confidential contagious cool correct cosy cotton crisp crispy cross crumbly curious curly current cute daily damp dark
decimal denim determined digital dirty disappointed distant dizzy double down dry dull dusty early easy eight
elastic elegant electric embarrassed empty endless enormous entertained equal evil excited expensive extra fair fake
false famous far fast fat few fine firm first fit flat flexible fluffy foreign forever formal foul free fresh friendly
full funny furious further gentle gently gloomy golden good gold grand great greedy green greek grey grumpy guilty hairy
half happy hard haunted healthy heavy high higher hoarse hollow homesick honest horrible hot hotter huge human humble
humid hundred hungry identical ill imaginary impatient innocent insecure invisible irritated italian jealous juicy
kind large last late lazy light little local lonely long longer loose lost loud lovely low loyal lucky mad magnetic
many married mechanical medieval melancholy messy mini missing mobile modern more musical mythical naked narrow nasty
naughty neat nervous new next nice nosy nostalgic none null obedient obstinate odd off offside oily old older one orange
original other oval over pale past patient perfect persistent personal pigheaded pink plain pleased pleated pointed polite poor
popular portable possessive posh prickly private proud public pure purple quick quiet rainy rare raw ready real red
relative reserved resentful restless rich ripe robotic rocky romantic rough round royal rude sad safe salty same
scared scary scented scratchy secret selfish serious seven shallow sharp shiny short shy sick silent silk silly
silver similar six sleepy slim slippery slow small smart smooth soft solar solid sore sorry sour spicy spiteful
square steep stiff sticky still straight strange strict striped strong stubborn stuck sudden sunny super supersonic
suspicious sweet tall tame tense ten thick thin thirsty thousand three tight timid tiny tired together tolerant
total tough tropical true twelve two ugly unbending under underwater unexpected unfamiliar unfair unhappy unknown up
upright upset urgent velvet violet warm weak wealthy wet white whole wide wild wise wooden woollen worried wrong
yellow young zero handy heavy swiss chinese bavarian roman olympic english between again moving electric upstairs
""".split()

NAMES = frozenset(
    """
advent africa alps america antarctica ariel australia banksy bavarian bermuda bilbo bingo california canada chinese
christmas cairo december disney druids easter egypt england english euro friday goliath greece greek halley halloween hawaii
hollywood hubble iceland india irish italian italy james january japan john july jupiter lapland lego leonardo london mars
mickey monday mona monopoly mozart narnia nasa niagara november october olympic oxford paris pegasus pinocchio
pompeii pythagoras rome romeo rudolph russia sahara santa saturday saturn shakespeare sherlock spain sphinx sunday
superman swiss thor thursday tuesday valentine velcro venice venus viking wednesday wellington wimbledon elizabeth
charles cyclops dvd usb pi thanksgiving greek roman barbie teddy abc
""".split()
)
"""Words written with a capital letter."""

_INITIALS = frozenset("usb dvd abc nasa".split())

_OF: dict[str, Sort] = {
    **dict.fromkeys(_QUALITIES, "quality"),
    **dict.fromkeys(_DOINGS, "doing"),
    **dict.fromkeys(_TIME_WORDS, "time"),
    **dict.fromkeys(_PEOPLE, "person"),
    **dict.fromkeys(_PLACES, "place"),
}


def sort_of(word: str) -> Sort:
    """The sort of a folded word."""
    return _OF.get(word, "thing")


def written(word: str) -> str:
    """A folded word with its capital letters restored."""
    if word in NAMES:
        return word.upper() if word in _INITIALS else word.capitalize()
    return word


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
"""Things of which there is only one, so they take `the`."""
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
"""The words for times that `in_sentence` knows how to say."""


def in_sentence(word: str, sort: Sort | None = None) -> str:
    """A folded word as an answer, with the article, preposition or `my` that its sort takes."""
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
    """The phrases in random order, with those that earlier texts were made from last."""
    mixed = rng.sample(some, len(some))
    told = "\n".join(earlier)
    return sorted(mixed, key=lambda phrase: _fixed(phrase) in told)


@lru_cache(maxsize=1000)
def _fixed(phrase: str) -> str:
    """The longest part of a phrase outside its slots, which identifies the texts made from it."""
    return max(phrase.replace("}", "{").split("{")[::2], key=len)
