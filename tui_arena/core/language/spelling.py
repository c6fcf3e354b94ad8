"""Other spellings of a word: typing slips and American spellings.

For version 4 of the matcher, the British and the American spelling are the same word. Its rules apply to
parts of words, so that inflections and derived words follow. A pair is left out if one of the two is also a
different word: `tyre` and `tire` (to grow weary), `storey` and `story`, `cheque` and `check`, `prise` and
`prize`, `draught` and `draft`, `vice` and `vise`, `savoury` and `savory`.

Law: the rules and tables of American spellings belong to a released version of the matcher and are never edited.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from string import ascii_lowercase

from tui_arena.core.lazy import late_pattern


def one_slip_away(word: str, known: Collection[str]) -> list[str]:
    """The known words that are one slip away.

    If swapping two letters gives known words, only these are returned. Otherwise words with one letter more
    are tried, and then all others.

    >>> one_slip_away("chutny", {"chutney", "chutes"}), one_slip_away("tarctor", {"tractor"}), one_slip_away("gras", {"grab", "gas"})
    (['chutney'], ['tractor'], ['gas', 'grab'])
    """
    cuts = [(word[:n], word[n:]) for n in range(len(word) + 1)]
    swapped = {a[:-1] + b[0] + a[-1] + b[1:] for a, b in cuts if a and b}
    longer = {a + letter + b for a, b in cuts for letter in ascii_lowercase}
    shorter = {a + b[1:] for a, b in cuts if b}
    other = {a + letter + b[1:] for a, b in cuts if b for letter in ascii_lowercase}
    for near in (swapped, longer, shorter | other):
        if found := sorted(one for one in near - {word} if one in known):
            return found
    return []


def slips(a: str, b: str) -> int:
    """The number of slips between two words: letters left out, added, changed or swapped with a neighbour.

    >>> slips("telehpone", "telephone"), slips("gitar", "guitar")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, d in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (c != d))
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == d:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


_ANYWHERE = """
ardour ardor|armour armor|behaviour behavior|candour candor|clamour clamor|clangour clangor
colour color|demeanour demeanor|endeavour endeavor|enamour enamor|favour favor|fervour fervor|flavour flavor
glamour glamor|harbour harbor|honour honor|humour humor|labour labor|neighbour neighbor|odour odor
parlour parlor|rancour rancor|rigour rigor|rumour rumor|saviour savior|splendour splendor
succour succor|tumour tumor|valour valor|vapour vapor|vigour vigor
aluminium aluminum|aeroplane airplane|amphitheatre amphitheater|calibre caliber|centimetre centimeter
centred centered|centre center|fibre fiber|lustre luster|manoeuvre maneuver|manoeuvred maneuvered|manoeuvr maneuver|meagre meager|metre meter|metred metered
reconnoitre reconnoiter|reconnoitred reconnoitered|sabre saber|saltpetre saltpeter|sceptre scepter|spectre specter
theatre theater|grey gray|mould mold|moult molt|plough plow|sceptic skeptic|sulph sulf|pyjama pajama
moustache mustache|doughnut donut|yoghurt yogurt|chequered checkered|chequerboard checkerboard|artefact artifact|defence defense
offence offense|pretence pretense|licence license|aesthet esthet|aetiolog etiolog
amoeb ameb|anaem anem|anaesthe anesthe|archaeolog archeolog|caesarean cesarean|diarrhoea diarrhea
encyclopaed encycloped|faec fec|foet fet|gynaec gynec|haema hema|haemo hemo|ischaem ischem|homoeopath homeopath|leukaem leukem
mediaeval medieval|oesophag esophag|oestradiol estradiol|oestrogen estrogen|oestrous estrous|oestrus estrus|orthopaed orthoped|paediatr pediatr|palaeo paleo|oedema edema
carburettor carburetor|woollen woolen|woollies woolies|marvellous marvelous|jewellery jewelry|omelette omelet
abridgement abridgment|acknowledgement acknowledgment|judgement judgment|skilful skillful|wilful willful
fulfilment fulfillment|enrolment enrollment|instalment installment|enthralment enthrallment
likeable likable|liveable livable|loveable lovable|moveable movable|sizeable sizable|useable usable
saleable salable|ageing aging|whisky whiskey|barbeque barbecue
"""
"""British and American spellings of parts of words, anywhere in a word."""

_WORDS = """
appal appall|axe ax|battleaxe battleax|pickaxe pickax|aeon eon|analogue analog|catalogue catalog
chilli chili|chillies chilies|cosy cozy|cosily cozily|cosiness coziness|cosier cozier|cosiest coziest|demagogue demagog
dialogue dialog|distil distill|enrol enroll|enthral enthrall|epilogue epilog|fulfil fulfill|furore furor
gaol jail|gaoler jailer|goitre goiter|instil instill|kilogramme kilogram|litre liter
lacklustre lackluster|mitre miter|mitred mitered|monologue monolog|ochre ocher|programme program|practise practice|prologue prolog
rouble ruble|savour savor|sepulchre sepulcher|sombre somber|synagogue synagog|travelogue travelog
analyse analyze|breathalyse breathalyze|breathalyser breathalyzer|catalyse catalyze|electrolyse electrolyze
hydrolyse hydrolyze|paralyse paralyze|psychoanalyse psychoanalyze|kidnapper kidnaper|worshipper worshiper
tranquilliser tranquilizer|tranquillise tranquilize|crystallise crystallize|centilitre centiliter
decilitre deciliter|kilolitre kiloliter|millilitre milliliter
"""
"""Whole words; their regular plurals and verb forms follow."""

_DOUBLED = """
apparel barrel bedevil bejewel bevel bushel cancel carol cavil channel chisel council counsel cudgel dial
dishevel drivel duel enamel equal flannel fuel funnel gambol gravel grovel initial jewel kennel label level
libel marshal marvel medal model panel parcel pedal pencil pistol quarrel ravel remodel revel rival shovel
shrivel signal snivel spiral stencil swivel symbol tassel total towel trammel travel trowel tunnel unravel
victual weasel yodel
"""
"""Verbs and nouns whose last letter is doubled before these endings in British spelling."""

_ISE_IS_OWN = frozenset(
    "advise apprise arise chastise circumcise comprise compromise demise despise devise disguise enfranchise "
    "assise enterprise excise exercise franchise improvise incise merchandise misprise premise promise reprise revise "
    "supervise surmise surprise televise treatise tortoise porpoise turquoise otherwise likewise clockwise".split()
)
"""Words in -ise that nobody spells with -ize, or that would be another word with -ize."""


def _pairs(table: str) -> dict[str, str]:
    return dict(pair.split() for pair in table.strip().replace("\n", "|").split("|"))


def _inflected(word: str) -> tuple[str, str, str, str]:
    """A word with its regular endings."""
    stem = word.removesuffix("e")
    return word, f"{word}{'es' if word[-1] == 'x' else 's'}", f"{stem}ed", f"{stem}ing"


_PARTS = _pairs(_ANYWHERE)
_WHOLE: dict[str, str] = {
    form: told for pair in _pairs(_WORDS).items() for form, told in zip(*map(_inflected, pair), strict=True)
}
_ANY_PART = late_pattern("|".join(sorted(_PARTS, key=len, reverse=True)))
_LL = late_pattern(
    rf"((?:un|re|mis|out|over|de|pre)?(?:{'|'.join(_DOUBLED.split())}))l(ed|ers?|ing|ings|ists?|ors?)"
)
_ISE = late_pattern(r"(\w{2,}[^\Waeiouw]i)s(e|es|ed|ers?|ing|ations?|able)")


@lru_cache(maxsize=65536)
def american(word: str) -> str:
    """A folded word in American spelling; a word without a different American spelling is unchanged.

    >>> american("travellers"), american("colourful"), american("realised"), american("prise"), american("filler")
    ('travelers', 'colorful', 'realized', 'prise', 'filler')
    """
    word = _ANY_PART.sub(lambda part: _PARTS[part.group()], word)
    if word in _WHOLE:
        return _WHOLE[word]
    if doubled := _LL.fullmatch(word):
        return f"{doubled[1]}{doubled[2]}"
    if (ise := _ISE.fullmatch(word)) and f"{ise[1]}se" not in _ISE_IS_OWN:
        return f"{ise[1]}z{ise[2]}"
    return word
