"""Inflections of English words, as the versions of the matcher know them, and the common stem of a word's forms.

For version 2, two words are inflections of one another if they share a head: a base form of both. Regular endings are
recognised by the rules of spelling (`hoping` is a form of `hope`, not of `hop`); the tables have all other
forms. Agents (`baker`) aren't inflections. Only the adjectives in the table take -er and -est (`number` isn't
a form of `numb`).

Stems are for bots and judges: they are only compared with stems, and never shown. The tables map irregular forms to
their base, and snowball's English stemmer does the rest. A stem takes some 40 µs to make, and a deck has tens of
thousands of words. So code that reads files may supply stems that were made before (`keep`).

Law: the tables and rules belong to a released version of the matcher and are never edited. No rule of a game uses
stems, because saved verdicts would change with the stemmer's version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from sys import intern
from typing import Protocol

from tui_arena.core.lazy import without_running
from tui_arena.core.word_table import WordTable

# A row is a head and its forms. A head with ~ isn't a word: it keeps its forms separate from the regular
# forms of a word with the same spelling (`die`, `dice`: not `dying`).
# `could`, `would` and the like are separate words.

_VERBS = """
be am is are was were been being isnt arent wasnt werent aint|have has had having
do does did done doing|go goes went gone going|~can can cannot
say says said saying|make makes made making|take takes took taken taking|come comes came coming
see sees saw seen seeing|know knows knew known knowing|get gets got gotten getting
give gives gave given giving|find finds found finding|think thinks thought thinking
tell tells told telling|become becomes became becoming|leave leaves left leaving
feel feels felt feeling|bring brings brought bringing|begin begins began begun beginning
keep keeps kept keeping|hold holds held holding|write writes wrote written writing
stand stands stood standing|hear hears heard hearing|let lets letting|mean means meant meaning
meet meets met meeting|run runs ran running|pay pays paid paying|sit sits sat sitting
speak speaks spoke spoken speaking|lie lies lay lain lying lied|lay lays laid laying
lead leads led leading|read reads reading|grow grows grew grown growing|lose loses lost losing
fall falls fell fallen falling|send sends sent sending|build builds built building
draw draws drew drawn drawing|break breaks broke broken breaking|spend spends spent spending
cut cuts cutting|put puts putting|set sets setting|hit hits hitting|hurt hurts hurting
shut shuts shutting|cost costs costing|cast casts casting|burst bursts bursting
split splits splitting|spread spreads spreading|thrust thrusts thrusting|quit quits quitting quitted
bet bets betting|rid rids ridding|shed sheds shedding|slit slits slitting
rise rises rose risen rising|arise arises arose arisen arising|drive drives drove driven driving
buy buys bought buying|wear wears wore worn wearing|choose chooses chose chosen choosing
eat eats ate eaten eating|drink drinks drank drunk drinking|sing sings sang sung singing
ring rings rang rung ringing|swim swims swam swum swimming|sleep sleeps slept sleeping
sweep sweeps swept sweeping|weep weeps wept weeping|creep creeps crept creeping
fly flies flew flown flying|throw throws threw thrown throwing|blow blows blew blown blowing
show shows showed shown showing|sow sows sowed sown sowing|sew sews sewed sewn sewing
mow mows mowed mown mowing|saw saws sawed sawn sawing|hew hews hewed hewn hewing
strew strews strewed strewn strewing|prove proves proved proven proving
shear shears sheared shorn shearing|swell swells swelled swollen swelling
teach teaches taught teaching|catch catches caught catching|fight fights fought fighting
seek seeks sought seeking|sell sells sold selling|shoot shoots shot shooting
shake shakes shook shaken shaking|steal steals stole stolen stealing
freeze freezes froze frozen freezing|swear swears swore sworn swearing|tear tears tore torn tearing
bear bears bore born borne bearing|bite bites bit bitten biting|hide hides hid hidden hiding
ride rides rode ridden riding|stride strides strode stridden striding|forget forgets forgot forgotten
forgive forgives forgave forgiven forgiving|forbid forbids forbade forbidden forbidding
wake wakes woke woken waking waked|awake awakes awoke awoken awaking
bend bends bent bending|lend lends lent lending|deal deals dealt dealing|dig digs dug digging
dream dreams dreamt dreamed dreaming|stick sticks stuck sticking|strike strikes struck stricken striking
string strings strung stringing|swing swings swung swinging|spin spins spun spinning
hang hangs hung hanged hanging|win wins won winning|shine shines shone shined shining
bind binds bound binding|wind winds wound winding|grind grinds ground grinding
feed feeds fed feeding|breed breeds bred breeding|bleed bleeds bled bleeding|flee flees fled fleeing
speed speeds sped speeded speeding|plead pleads pled pleaded pleading
light lights lit lighted lighting|slide slides slid sliding|shrink shrinks shrank shrunk shrinking
sink sinks sank sunk sunken sinking|stink stinks stank stunk stinking
spring springs sprang sprung springing|spit spits spat spitting|sting stings stung stinging
kneel kneels knelt kneeled kneeling|leap leaps leapt leaped leaping|learn learns learnt learned learning
lean leans leant leaned leaning|burn burns burnt burned burning|smell smells smelt smelled smelling
spell spells spelt spelled spelling|spill spills spilt spilled spilling|spoil spoils spoilt spoiled
dwell dwells dwelt dwelled dwelling|cling clings clung clinging|fling flings flung flinging
sling slings slung slinging|wring wrings wrung wringing|slay slays slew slain slaying
weave weaves wove woven weaved weaving|cleave cleaves clove cloven cleft cleaved cleaving
tread treads trod trodden treading|dive dives dived dove diving|thrive thrives throve thrived thriving
strive strives strove striven strived striving|sneak sneaks sneaked snuck sneaking
bid bids bade bidden bidding|wed weds wedded wedding|knit knits knitted knitting|fit fits fitted fitting
slink slinks slunk slinking|befall befalls befell befallen befalling|lade lades laden lading
smite smites smote smitten smiting|beget begets begot begotten begetting|behold beholds beheld beholding
die dies died dying|tie ties tied tying|untie unties untied untying|vie vies vied vying
belie belies belied belying|eye eyes eyed eyeing eying|dye dyes dyed dyeing
singe singes singed singeing|swinge swinges swinged swingeing|tinge tinges tinged tingeing
melt melts melted molten melting|shave shaves shaved shaven shaving|shoe shoes shod shoed shoeing
babysit babysits babysat babysitting|spotlight spotlights spotlit spotlighted spotlighting
partake partakes partook partaken partaking|forsake forsakes forsook forsaken forsaking
beseech beseeches besought beseeched beseeching|bespeak bespeaks bespoke bespoken bespeaking
beat beats beaten beating|bust busts busted busting
"""

_NOUNS = """
mouse mice|louse lice|dormouse dormice|titmouse titmice|goose geese|tooth teeth|foot feet|man men
woman women|child children|person people|ox oxen|~die die dice|penny pence|leaf leaves|loaf loaves|half halves
calf calves|elf elves|shelf shelves|self selves|wolf wolves|knife knives|life lives|wife wives
thief thieves|scarf scarves|hoof hooves|roof rooves|wharf wharves|sheaf sheaves|dwarf dwarves
handkerchief handkerchieves|turf turves|cactus cacti|fungus fungi|radius radii|octopus octopi
hippopotamus hippopotami|nucleus nuclei|stimulus stimuli|alumnus alumni|syllabus syllabi|focus foci
locus loci|bacillus bacilli|terminus termini|abacus abaci|medium media|datum data|bacterium bacteria
stratum strata|memorandum memoranda|curriculum curricula|addendum addenda|erratum errata
millennium millennia|stadium stadia|aquarium aquaria|symposium symposia|spectrum spectra
automaton automata|criterion criteria|phenomenon phenomena|ganglion ganglia|axis axes|ovum ova
larva larvae|formula formulae|antenna antennae|alga algae|nebula nebulae|vertebra vertebrae
amoeba amoebae|index indices|appendix appendices|apex apices|vertex vertices|vortex vortices
codex codices|cortex cortices|helix helices|matrix matrices|genus genera|corpus corpora
beau beaux|bureau bureaux|chateau chateaux|plateau plateaux|gateau gateaux|tableau tableaux
cherub cherubim|seraph seraphim|paparazzo paparazzi|virtuoso virtuosi|graffito graffiti
stigma stigmata|schema schemata|brother brethren|ad ads|ax axes|tv tvs|cd cds|dj djs|pc pcs
"""

_COMPARED = """
good better best|well better best|bad worse worst|ill worse worst|far farther farthest further furthest
little less least|much more most|many more most|old elder eldest older oldest|shy shier shiest shyer shyest
dry drier driest dryer dryest|sly slier sliest slyer slyest|wry wrier wriest wryer wryest
grey greyer greyest|gray grayer grayest|coy coyer coyest
"""

_ADJECTIVES = """
able achy airy ample angry apt ashy baggy balmy bare barmy beefy big bitter black bland bleak blind blond
blonde bloody blue blunt blurry bold bony bossy bouncy brainy brave brief bright brisk broad brown bubbly
bulky bumpy burly busy bushy calm catchy chalky chatty cheap cheeky cheery cheesy chewy chilly choosy
choppy chubby chunky classy clean clear clever clingy close cloudy clumsy coarse cold comfy common cool
corny costly cosy cozy crabby crafty cranky crazy creaky creamy creepy crisp crispy crude cruel crumbly
crunchy crusty cuddly curly curvy cushy cute daft daffy dainty damp dark deadly deaf dear deep deft dense
dim dingy dire dirty dizzy dopey dorky dotty dowdy drab draughty dreary droopy drowsy dull dumb dumpy
dusky dusty eager early earthy easy edgy eerie empty faint fair faithful fancy fast fat faulty feeble few
fierce fiery filthy fine firm fishy fit fizzy flabby flaky flashy flat fleshy flimsy floppy fluffy foamy
foggy fond foxy frail frank freaky free fresh friendly frilly frisky frosty frothy fruity full funky funny
furry fussy fuzzy gaudy gaunt gawky gentle ghastly giddy glad gleeful gloomy glossy glum gooey goofy grainy
grand grassy grave greasy great greedy green grim grimy gritty groggy gross grouchy grubby gruff grumpy
guilty gutsy hairy hale handsome handy happy hard hardy harsh hasty haughty hazy healthy hearty heavy hefty
high hilly hoarse hollow holy homely hot huge humble hungry husky icy idle itchy jaunty jazzy jolly juicy
jumpy keen kind kindly lacy lame large late lax lazy leafy lean leaky light likely lithe lively lofty lonely
long loony loose lordly loud lousy lovely low lowly loyal lucky lumpy lush mad mangy manly marshy mean meaty
meek mellow merry messy mighty mild milky minty minute misty moist moldy moody mossy mouldy mouthy muddy
muggy murky mushy musty naive narrow nasty naughty near neat needy nervy new nice nimble noble noisy nosy
nutty obscure odd oily pale patchy peaceful peppy perky pesky petty picky pink plain plump plush poky polite
poor porky portly posh precise pretty prickly prim prompt proud puffy pudgy pure pushy quaint queasy
queer quick quiet quirky rainy rare rash raw ready real red remote rich ripe risky ritzy roomy rosy rotten
rough round rowdy rude runny rusty sad safe saggy salty sandy sane sappy sassy scaly scant scanty scarce
scary scratchy scruffy seedy severe shabby shady shaggy shaky shallow sharp sheer shiny short showy shrewd
shrill sick sickly silky silly silvery simple sincere skimpy skinny slack sleazy sleek sleepy slender slick
slight slim slimy slippery sloppy slow sludgy small smart smelly smoggy smoky smooth smug snappy sneaky
snobby snooty snowy snug soapy sober soft soggy solid soon sore sorry sound sour spare sparse speedy spicy
spiky spooky spotty springy spry squeaky squishy stale starry stately steady stealthy steamy steep sticky
stiff stingy stocky stony stormy stout straight strange streaky strict striped stringy strong stubby stuffy
stupid sturdy stylish suave subtle sudden sulky sultry sunny supple sure surly swampy sweaty sweet swift
tacky tall tame tan tangy tardy tart tasty tatty taut tawny tearful tender tense terse testy thick thin
thirsty thorny thorough thrifty tidy tight timely tiny tough toothy touchy tricky trim true trusty twisty
ugly unfair unhappy unkind unlikely unlucky unruly untidy upright vague vain vast vile wacky warm wary
watery wavy waxy weak wealthy weary wee weedy weepy weird wet wheezy white wide wild wily windy wintry wiry
wise wispy wistful witty wobbly wonky woody woolly woozy wordy worldly worthy wrinkly yellow young yucky
yummy zany zesty
"""

_NO_BASES = frozenset(
    """
the she her him his our ours their theirs your yours you they them this that these those thing with for from
and but not nor yet who whom whose why how when where than then thus some such both each any all very too
into onto upon over under after about above also ever never once only just what which while
""".split()
)
"""Words that take no ending and aren't the base of other words."""

_UNRELATED = frozenset(
    tuple(pair.split())
    for pair in """
news new|lens len|corps corp|mars mar|evening even|evenings even|morning morn|ceiling ceil|wicked wick
rugged rug|pasted past|pasting past|pastes past|wasted wast|ranged rang|ranging rang|lunged lung
lunging lung|casting caste|bunting bunt|outing out|shilling shill|physics physic|pudding pud|awning awn
inning inn|innings inn|during dure|hundred hundre|sacred sacre|naked nak|ethics ethic|mores more|arms arm
viking vike|species specie|colon col|bing bin
""".replace("\n", "|").split("|")
    if pair.strip()
)
"""Pairs that the spelling rules would wrongly accept: a word, and its supposed base."""

_HISSING = frozenset(
    "gas bus yes atlas canvas alias bias pancreas lens chaos rhinoceros christmas cosmos thermos".split()
)
"""Words whose single final -s isn't an ending; words in -us and -is are not listed."""

_EE = frozenset("agree disagree decree free guarantee knee pedigree referee squeegee tee tree".split())
"""Words in -ee that take -d; `need` isn't a form of `nee`."""

_KEEP_E = frozenset("singe swinge tinge".split())
"""Words that keep their -e before -ing, because without it they would be another word."""

_PREFIXES = ("over", "under", "out", "re", "un", "mis", "fore", "with", "up", "misunder")
"""Prefixes that leave an irregular verb irregular: `understood`, `undid`."""

_VOWELS = "aeiou"
_LEAST = 3
"""The minimum number of letters in a word that takes regular endings."""


def _families(table: str) -> dict[str, tuple[str, ...]]:
    rows = (row.split() for row in table.replace("\n", "|").split("|"))
    return {row[0]: tuple(form for form in row if form[0] != "~") for row in rows if row}


def _compared(adjective: str) -> tuple[str, str, str]:
    if adjective.endswith("e"):
        stem = adjective[:-1]
    elif adjective.endswith("y") and adjective[-2] not in _VOWELS:
        stem = adjective[:-1] + "i"
    elif _must_double(adjective):
        stem = adjective + adjective[-1]
    else:
        stem = adjective
    return adjective, stem + "er", stem + "est"


def _vowels(word: str) -> int:
    """The number of vowels in a word. The u of `qu` doesn't count; y counts except as the first letter."""
    return sum(
        (c in _VOWELS and not (c == "u" and word[i - 1 : i] == "q")) or (c == "y" and i > 0)
        for i, c in enumerate(word)
    )


def _may_double(word: str) -> bool:
    """True if the last consonant may double: the word ends with consonant, one vowel, consonant."""
    if len(word) < _LEAST or word[-1] in _VOWELS + "chjwxy" or word[-2] not in _VOWELS:
        return False
    return word[-3] not in _VOWELS or (word[-3] == "u" and word[-4:-3] == "q")


def _must_double(word: str) -> bool:
    """True if the last consonant always doubles: it may double, and the word has one syllable and no -s."""
    return word[-1] != "s" and _may_double(word) and _vowels(word) == 1


_VERB_FORMS = _families(_VERBS)
_OTHER_FORMS = _families(_NOUNS)
_COMPARED_FORMS = _families(_COMPARED) | {a: _compared(a) for a in _ADJECTIVES.split()}


def _heads_of(*tables: dict[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for table in tables:
        for head, forms in table.items():
            for form in forms:
                found.setdefault(form, set()).add(head)
    return {form: frozenset(heads) for form, heads in found.items()}


_VERB_HEADS = _heads_of(_VERB_FORMS)
_IRREGULAR_HEADS = _heads_of(_VERB_FORMS, _OTHER_FORMS, _COMPARED_FORMS)
_BASES: dict[str, str] = {f"{word}es": word for word in _HISSING}
for _table in (_OTHER_FORMS, _VERB_FORMS, _COMPARED_FORMS):
    for _head, _forms in _table.items():
        for _form in _forms:
            _BASES.setdefault(_form, _form if _form in _table else _head.lstrip("~"))
_PAST = {
    form
    for head, forms in _VERB_FORMS.items()
    for form in [f for f in forms[1:] if f == "was" or not f.endswith(("s", "ing"))] or [head]
} - set("am are isnt arent wasnt werent aint can cannot".split())
_NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=16384)
def heads(word: str) -> frozenset[str]:
    """All base forms that a folded word may have, itself included."""
    found = {word}
    if word in _NO_BASES:
        return frozenset(found)
    found |= _IRREGULAR_HEADS.get(word, _NONE)
    if len(word) > _LEAST and word.isalpha():
        found.update(
            base
            for base in chain(_regular(word), _compounds(word))
            if len(base) >= _LEAST and base not in _NO_BASES and (word, base) not in _UNRELATED
        )
    return frozenset(found)


def irregular_forms(word: str) -> frozenset[str]:
    """The forms that share a head with a word in the tables; they may begin with different letters."""
    found: set[str] = set()
    for head in heads(word):
        for table in (_VERB_FORMS, _OTHER_FORMS, _COMPARED_FORMS):
            found.update(table.get(head, ()))
        for prefix in _PREFIXES:
            if head.startswith(prefix):
                found.update(prefix + form for form in _VERB_FORMS.get(head[len(prefix) :], ()))
    return frozenset(found)


def irregular_base(word: str) -> str:
    """The base of a folded word (`sang`, `firemen`, `lenses`) in the tables; by default the word itself.

    A form of a noun and of another word counts as the noun's (`leaves`). A word that is a base is its own
    (`lay`).
    """
    return _BASES.get(word) or min(_compounds(word), default=word)


def is_past(word: str) -> bool:
    """True if a folded word may be a verb's past form or past participle: `walked`, `ran`, `worn`, `put`."""
    return word in _PAST or (word.endswith("ed") and len(word) > 4)


def related(a: str, b: str) -> bool:
    """True if two folded words are the same word, or inflections of the same word."""
    return not heads(a).isdisjoint(heads(b))


def _regular(word: str) -> Iterator[str]:
    if word.endswith("s"):
        yield from _before_s(word)
    elif word.endswith("ed"):
        yield from _before_ed(word)
    elif word.endswith("ing"):
        yield from _before_ing(word)


def _before_s(word: str) -> Iterator[str]:
    base = word[:-1]
    if base[-1] not in "sxz" and not base.endswith("sh"):
        yield base
    if not word.endswith("es"):
        return
    base = word[:-2]
    if base.endswith(("x", "z", "ch", "sh", "o", "ss")) or _ends_in_own_s(base):
        yield base
    if base.endswith("zz") or (base.endswith("ss") and _ends_in_own_s(base[:-1])):
        yield base[:-1]
    if base.endswith("s"):
        yield base + "is"
    if base.endswith("i"):
        yield base[:-1] + "y"


def _ends_in_own_s(base: str) -> bool:
    return base in _HISSING or (base.endswith(("us", "is")) and len(base) >= _LEAST)


def _before_ed(word: str) -> Iterator[str]:
    for base in _before_vowel(word[:-2]):
        if base not in _VERB_FORMS:
            yield base
    base = word[:-1]
    if base not in _VERB_FORMS and (not base.endswith("ee") or base in _EE):
        yield base
    if word.endswith("ied"):
        yield word[:-3] + "y"


def _before_ing(word: str) -> Iterator[str]:
    stem = word[:-3]
    yield from _before_vowel(stem)
    if stem.endswith(("ee", "oe", "ye", "ge", "ue")):
        yield stem
    if stem[-1] not in "eoy" and stem + "e" not in _KEEP_E:
        yield stem + "e"


def _before_vowel(stem: str) -> Iterator[str]:
    """The bases without a final -e that become this stem before -ed or -ing."""
    if len(stem) < _LEAST or not _vowels(stem):
        return
    if stem[-1] == "s" and stem[-2] != "s":
        yield from (stem,) if _ends_in_own_s(stem) else ()
    elif stem[-1] != "e" and not _must_double(stem):
        yield stem
    if stem[-1] == stem[-2] and _may_double(stem[:-1]) and (stem[-1] != "s" or _ends_in_own_s(stem[:-1])):
        yield stem[:-1]
    if stem.endswith("ck") and len(stem) > 5:
        yield stem[:-1]


def _compounds(word: str) -> Iterator[str]:
    """Heads of irregular forms with another word or a prefix in front: `firemen`, `misunderstood`."""
    for many, one in (("men", "man"), ("children", "child"), ("wives", "wife"), ("knives", "knife"),
                      ("shelves", "shelf"), ("wolves", "wolf"), ("selves", "self"), ("lives", "life")):  # fmt: skip
        if word.endswith(many) and len(word) >= len(many) + _LEAST:
            yield word[: -len(many)] + one
    for prefix in _PREFIXES:
        if word.startswith(prefix):
            for head in _VERB_HEADS.get(word[len(prefix) :], ()):
                yield prefix + head


# Version 1 of the matcher knows only these rows of the tables, without the forms that came later. Questions and names
# are read with it too.

_FIRST_VERBS = """
be have do go say make take come see know get give find think tell become leave feel bring begin keep hold write stand
hear let mean meet run pay sit speak lie lead grow lose fall send build draw break spend cut rise drive buy wear choose
eat drink sing ring swim sleep sweep weep creep fly throw blow show teach catch fight seek sell shoot shake steal freeze
swear tear bear bite hide ride forget forgive wake bend lend deal dig stick strike swing spin hang win shine bind wind
grind feed breed bleed light slide shrink sink stink spring kneel leap learn burn spell spill dwell cling fling sling
weave tread
"""
_FIRST_NOUNS = """
mouse louse goose tooth foot man woman child person ox ~die penny leaf loaf half calf elf shelf self wolf knife life wife
thief scarf hoof wharf sheaf cactus fungus radius nucleus stimulus alumnus medium datum bacterium criterion phenomenon
axis ovum larva formula index appendix vertex matrix genus corpus
"""
_FIRST_COMPARED = "good bad far little"
_LATER = frozenset(
    """
isnt arent wasnt werent aint lied freezing forgiving waked stricken hanged shined lighted sunken springing kneeled leaped
learned burned spelled spilled dwelled weaved
""".split()
)
_ONLY_FIRST = "basis bases|crisis crises|oasis oases|thesis theses|analysis analyses|opus opera"
"""Rows that version 2 doesn't need, because its spelling rules know them."""


def _first(heads: str, table: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Maps each form in these rows to its head, as version 1 knows them."""
    return {form: head.lstrip("~") for head in heads.split() for form in table[head] if form not in _LATER}


_FIRST_IN_NOUNS = _first(_FIRST_NOUNS, _OTHER_FORMS) | {
    form: head for head, forms in _families(_ONLY_FIRST).items() for form in forms
}
_FIRST_HEADS = {
    **_first(_FIRST_VERBS, _VERB_FORMS),
    **_FIRST_IN_NOUNS,
    **_first(_FIRST_COMPARED, _families(_COMPARED)),
}
_SINGULARS = {form: one for form, one in _FIRST_IN_NOUNS.items() if form != one}


@lru_cache(maxsize=65536)
def inflections(word: str) -> frozenset[str]:
    """All inflected forms of a folded word, itself included, by the irregular tables and suffix rules."""
    head = _FIRST_HEADS.get(word)
    if head is not None:
        family = {form for form, h in _FIRST_HEADS.items() if h == head}
        return frozenset(family | _with_endings(head) | _with_endings(word))
    return frozenset(_with_endings(word))


def _with_endings(word: str) -> set[str]:
    if len(word) < 2 or not word.isalpha():
        return {word}
    forms = {word, word + "s", word + "es"} if _hisses(word) else {word, word + "s"}
    if word.endswith("y") and word[-2] not in _VOWELS:
        stem = word[:-1]
        forms |= {stem + e for e in ("ies", "ied", "ier", "iest")} | {word + "ing"}
    elif word.endswith("e"):
        stem = word[:-1]
        forms |= {stem + e for e in ("es", "ed", "er", "est", "ing")}
        if word.endswith("ie"):
            forms.add(word[:-2] + "ying")
        if word.endswith(("ee", "oe", "ye")):
            forms.add(word + "ing")
    else:
        forms |= {word + e for e in ("ed", "er", "est", "ing")}
        if word.endswith("o"):
            forms.add(word + "es")
        if _doubles(word):
            forms |= {word + word[-1] + e for e in ("ed", "er", "est", "ing")}
        if word.endswith("c"):
            forms |= {word + "ked", word + "king"}
    return forms


def _hisses(word: str) -> bool:
    return word.endswith(("s", "x", "z", "ch", "sh"))


def _doubles(word: str) -> bool:
    """True if the last consonant may double: the word ends with consonant, vowel, consonant."""
    return (
        len(word) >= 3 and word[-1] not in _VOWELS + "wxy" and word[-2] in _VOWELS and word[-3] not in _VOWELS
    )


def plural_of(many: str, one: str) -> bool:
    """True if a folded word is the plural of another.

    >>> plural_of("mice", "mouse"), plural_of("boxes", "box"), plural_of("running", "run")
    (True, True, False)
    """
    if _SINGULARS.get(many) == one:
        return True
    if len(one) < 2 or not one.isalpha():
        return False
    if one.endswith("y") and one[-2] not in _VOWELS:
        return many == one[:-1] + "ies"
    if _hisses(one):
        return many == one + "es"
    return many == one + "s" or (one.endswith("o") and many == one + "es")


def singulars_of(many: str) -> list[str]:
    """The possible singulars of a folded word; most of them aren't real words.

    >>> singulars_of("berries"), singulars_of("mice")
    (['berrie', 'berry'], ['mouse'])
    """
    found = [_SINGULARS[many]] if many in _SINGULARS else []
    cut = [many[:-1], many[:-2], f"{many[:-3]}y"] if many.endswith("s") else []
    return found + [one for one in cut if plural_of(many, one)]


# stems

_OWN = frozenset(
    "abdomen acumen axes bit bitumen bore clove dove felt ground left lives regimen rose saw shot specimen spoke stamen "
    "wound".split()
)
"""Words that look like a form in the tables but are more often a different word: `a red rose`."""
MANY = 5000
"""From this many words on, it is faster to read all finished stems than to look up each word."""
_sources: list[Callable[[], WordTable]] = []


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  (snowball's own name)


def keep(source: Callable[[], WordTable]) -> None:
    """Adds a source of finished stems, which is read once, when the first stem is needed.

    Its stems must be the same as `made` returns. An empty stem is the word itself.
    """
    _sources.append(source)
    _kept.cache_clear()


@cache
def _kept() -> Sequence[WordTable]:
    return [source() for source in _sources]


@cache
def _stemmers() -> Callable[[], _Stemmer]:
    with without_running("snowballstemmer"):  # it would load the stemmers of 35 languages
        from snowballstemmer.english_stemmer import EnglishStemmer  # noqa: PLC0415  (it takes a while)

    made_by: Callable[[], _Stemmer] = EnglishStemmer
    return made_by


def made(word: str) -> str:
    """Makes the stem of a folded word, without the stems that were kept."""
    stemmer = _stemmers()()  # it works on the word in its own fields, and bots think in several threads
    return stemmer.stemWord(word if word in _OWN else irregular_base(word))


def many_stems(words: Collection[str]) -> Mapping[str, str]:
    """Maps words to their stems. For thousands, it is faster than `stem`, and its cache keeps what it has."""
    if len(words) < MANY:
        return {word: stem(word) for word in words}
    kept = dict(row for table in reversed(_kept()) for row in table.rows())
    return {word: made(word) if (known := kept.get(word)) is None else known or word for word in words}


def first_letter(word: str) -> str:
    """The first letter of a folded word's stem, which takes much less time than the stem.

    >>> first_letter("mice"), first_letter("went"), first_letter("")
    ('m', 'g', '')
    """
    return _BASES.get(word, word)[:1]


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a folded word; it need not be a word.

    >>> [stem(word) for word in ("cities", "city", "running", "ran", "worn", "mice", "happiest", "firemen")]
    ['citi', 'citi', 'run', 'run', 'wear', 'mous', 'happi', 'fireman']
    """
    for kept in _kept():
        known = kept.get(word)
        if known is not None:
            return known or intern(word)  # so that tables of stems share it
    return intern(made(word))
