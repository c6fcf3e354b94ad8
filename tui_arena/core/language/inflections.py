"""Inflections of English words, as version 1 of the matcher knows them.

Questions and names are read with these tables too. Version 2 of the matcher uses `families.py`.

Law: the tables and endings belong to a released version of the matcher and are never edited.
"""

from __future__ import annotations

from functools import lru_cache

_VOWELS = "aeiou"

_VERBS = """
be am is are was were been being|have has had having|do does did done doing|go goes went gone going
say says said saying|make makes made making|take takes took taken taking|come comes came coming
see sees saw seen seeing|know knows knew known knowing|get gets got gotten getting
give gives gave given giving|find finds found finding|think thinks thought thinking
tell tells told telling|become becomes became becoming|leave leaves left leaving
feel feels felt feeling|bring brings brought bringing|begin begins began begun beginning
keep keeps kept keeping|hold holds held holding|write writes wrote written writing
stand stands stood standing|hear hears heard hearing|let lets letting|mean means meant meaning
meet meets met meeting|run runs ran running|pay pays paid paying|sit sits sat sitting
speak speaks spoke spoken speaking|lie lies lay lain lying|lead leads led leading
grow grows grew grown growing|lose loses lost losing|fall falls fell fallen falling
send sends sent sending|build builds built building|draw draws drew drawn drawing
break breaks broke broken breaking|spend spends spent spending|cut cuts cutting
rise rises rose risen rising|drive drives drove driven driving|buy buys bought buying
wear wears wore worn wearing|choose chooses chose chosen choosing|eat eats ate eaten eating
drink drinks drank drunk drinking|sing sings sang sung singing|ring rings rang rung ringing
swim swims swam swum swimming|sleep sleeps slept sleeping|sweep sweeps swept sweeping
weep weeps wept weeping|creep creeps crept creeping|fly flies flew flown flying
throw throws threw thrown throwing|blow blows blew blown blowing|show shows showed shown showing
teach teaches taught teaching|catch catches caught catching|fight fights fought fighting
seek seeks sought seeking|sell sells sold selling|shoot shoots shot shooting
shake shakes shook shaken shaking|steal steals stole stolen stealing|freeze freezes froze frozen
swear swears swore sworn swearing|tear tears tore torn tearing|bear bears bore born borne bearing
bite bites bit bitten biting|hide hides hid hidden hiding|ride rides rode ridden riding
forget forgets forgot forgotten|forgive forgives forgave forgiven|wake wakes woke woken waking
bend bends bent bending|lend lends lent lending|deal deals dealt dealing|dig digs dug digging
stick sticks stuck sticking|strike strikes struck striking|swing swings swung swinging
spin spins spun spinning|hang hangs hung hanging|win wins won winning|shine shines shone shining
bind binds bound binding|wind winds wound winding|grind grinds ground grinding
feed feeds fed feeding|breed breeds bred breeding|bleed bleeds bled bleeding
light lights lit lighting|slide slides slid sliding|shrink shrinks shrank shrunk shrinking
sink sinks sank sunk sinking|stink stinks stank stunk stinking|spring springs sprang sprung
kneel kneels knelt kneeling|leap leaps leapt leaping|learn learns learnt learning
burn burns burnt burning|spell spells spelt spelling|spill spills spilt spilling
dwell dwells dwelt dwelling|cling clings clung clinging|fling flings flung flinging
sling slings slung slinging|weave weaves wove woven weaving|tread treads trod trodden treading
"""

_NOUNS = """
mouse mice|louse lice|goose geese|tooth teeth|foot feet|man men|woman women|child children
person people|ox oxen|die dice|penny pence|leaf leaves|loaf loaves|half halves|calf calves
elf elves|shelf shelves|self selves|wolf wolves|knife knives|life lives|wife wives|thief thieves
scarf scarves|hoof hooves|wharf wharves|sheaf sheaves|cactus cacti|fungus fungi|radius radii
nucleus nuclei|stimulus stimuli|alumnus alumni|medium media|datum data|bacterium bacteria
criterion criteria|phenomenon phenomena|axis axes|basis bases|crisis crises|oasis oases
thesis theses|analysis analyses|ovum ova|larva larvae|formula formulae|index indices
appendix appendices|vertex vertices|matrix matrices|genus genera|opus opera|corpus corpora
"""

_COMPARED = """
good better best|bad worse worst|far farther farthest further furthest|little less least
"""

_HEADS: dict[str, str] = {
    form: group.split()[0]
    for group in (_VERBS + _NOUNS + _COMPARED).replace("\n", "|").split("|")
    if group.strip()
    for form in group.split()
}


@lru_cache(maxsize=65536)
def inflections(word: str) -> frozenset[str]:
    """All inflected forms of a folded word, itself included, by the irregular tables and suffix rules."""
    head = _HEADS.get(word)
    if head is not None:
        family = {form for form, h in _HEADS.items() if h == head}
        return frozenset(family | _regular(head) | _regular(word))
    return frozenset(_regular(word))


def _regular(word: str) -> set[str]:
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


_MANY = {
    form: one
    for group in _NOUNS.replace("\n", "|").split("|")
    if group.strip()
    for one, *many in [group.split()]
    for form in many
}


def plural_of(many: str, one: str) -> bool:
    """True if a folded word is the plural of another.

    >>> plural_of("mice", "mouse"), plural_of("boxes", "box"), plural_of("running", "run")
    (True, True, False)
    """
    if _MANY.get(many) == one:
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
    found = [_MANY[many]] if many in _MANY else []
    cut = [many[:-1], many[:-2], f"{many[:-3]}y"] if many.endswith("s") else []
    return found + [one for one in cut if plural_of(many, one)]
