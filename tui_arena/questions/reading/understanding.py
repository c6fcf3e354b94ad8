"""Understanding: from a free yes-or-no question to its meaning for a table.

The exact texts of the table are tried first, then spelling, comparisons, names and the table's phrases. Typos
are corrected only if nothing else fits.

Law: a question is understood as a whole or not at all; no word that matters is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tui_arena.core.language.inflections import base_of
from tui_arena.questions import slang, wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.meaning import About, AllOf, AnyOf, Begging, Meaning, Named, Not
from tui_arena.questions.reading.amounts import size_words
from tui_arena.questions.reading.association import has_all, has_half, is_adverb, superlative, told_by_phrase
from tui_arena.questions.reading.clauses import AUX, BE, FRAMES, HAVE, clause_of
from tui_arena.questions.reading.countries import in_a_country
from tui_arena.questions.reading.everyday import everyday
from tui_arena.questions.reading.parser import (
    ARTICLES,
    Reader,
    called,
    foreign_asked,
    full_name,
    name_instead,
    stranger,
    unknown_name,
)
from tui_arena.questions.reading.phrases import SUBJECTS, Phrases, flat, phrases_of, telling
from tui_arena.questions.reading.plainer import asked_of_somebody, one_of_them, plainer
from tui_arena.questions.reading.times import tells_years, then
from tui_arena.questions.reading.typos import LEAST, mended
from tui_arena.questions.stems import MOST_WORDS, sentences
from tui_arena.questions.table import Answer, Knowledge
from tui_arena.questions.wordings import rewritten, table_of

_FLUFF = table_of(wordings.FLUFF)
_TAGS = sorted((tuple(tag.split()) for tag in wordings.TAGS.replace("\n", "|").split("|") if tag), key=len)
_TAGS.reverse()
_CALLED = table_of(wordings.CALLED)
_REWORDED = table_of(wordings.REWORDED)
_IDIOMS = table_of(
    "\n".join(
        " = ".join("|".join(" ".join(flat(w)) for w in side.split("|")) for side in row.split(" = "))
        for row in slang.IDIOMS.strip().splitlines()
    )
)
_REMARKS = sorted(
    (r.split() for r in wordings.REMARKS.replace("\n", "|").split("|") if r), key=len, reverse=True
)
_PART = frozenset("only first most best worst same enough exactly".split())
"""Words that ask for more than the others do, so that only a no to these tells."""
_SAME_MOST = (
    "tallest highest",
    "biggest largest greatest",
    "fastest quickest",
    "smallest tiniest littlest",
    "best greatest",
)
_VOCATIVES = frozenset(
    "love pet hen duck petal hun sweetie sunshine son lad lass pal buddy fella fellas man sis hon honey dear beta yaar chuck boss".split()
)
"""What somebody who asks calls the other, after a pause: `is it food, love`."""
_BEFORE_FOREIGN = frozenset("a an the some my our in at on from of with".split())
"""What leads to a word of another language: in the palengke."""
_LEAST_TAGGED = 4
_LEAST_LEFT = 3
"""Fewest words of a question that a remark is set aside from."""
_POSITIVE = {(verb, it) for verb in BE | AUX | HAVE for it in ("it", "he", "she", "they", "you")}
_EMPTY_CHOICES = frozenset("something anything whatever somewhere".split())
_AFTER_CHOICES = frozenset(", in on at with for to of when if like by from near that which who you".split())
"""Words that go on with the sentence after `or something`."""
_CHILDS_AGES = frozenset(
    "two three four five six seven eight nine ten eleven twelve 2 3 4 5 6 7 8 9 10 11 12".split()
)
_BEFORE_AGES = frozenset("a an my your the our".split())
_LIVED = ("still-alive", "dead")
"""Properties of people in a mixed table, of which everybody who lived has one."""
_WHO_IS = re.compile(r",? who\b.*", re.DOTALL)
"""What is told of somebody who is named: `is it Karen Blixen, who wrote a book`."""
_BEFORE_EXAMPLES = frozenset("a an the in with for when out from".split())
"""Words with which examples begin, however long they are."""
_BETTER_SAID = (["like"], ["i", "mean"], ["as", "in"], ["you", "know"])
"""What introduces what is meant: `in a shop, I mean is it food`."""
_LONGEST_EXAMPLES = 6
"""Most words of a choice of examples, with its `like`: `like a general or a king`."""
_ASKED_OF = frozenset("it he she they you i we people".split())
_NOW = frozenset("now today nowadays currently".split())
"""What adds nothing to a `still`."""
_LET_US_SAY = ["let", "us", "say"]
"""What begins the choice that is asked in the end."""
_SAY_YES = (["if"], ["for"], ["to"])
"""What follows `say yes` where somebody says what a yes shall mean."""
_RELATIVE = frozenset("that which who whom".split())
"""What begins a clause that says more of a kind of thing."""
_SO = frozenset("so ok okay and but then well like".split())
"""What a question begins with that goes on after a remark."""
_DOERS = frozenset("you i we one people kids children".split())
"""Who does something in a statement."""
_OWNED = frozenset("a an one any it some".split())
"""What follows `have you` where it is asked what somebody has."""
_ABLE = frozenset("can could would might".split())
"""What follows them if it is a question turned round: `you can go inside`."""
_FOND = table_of(
    "|".join(
        f"{very}{fond}"
        for very in ("", "very ", "really ", "so ", "quite ", "particularly ", "usually ", "pretty ", "all ")
        for fond in "fond of|keen on|crazy about|mad about|nuts about|wild about|mad for|partial to".split(
            "|"
        )
    ),
    "like",
)
_ONE_PERSON = table_of(slang.OF_SOMEBODY)
_OF_ONE = {"are": "is", "were": "was", "do": "does", "have": "has"}
"""Verbs of several, by the verb of one."""
_UNSAID_IS = frozenset("a an the from in on still alive dead famous known no with around".split())
"""What follows a `he` where `is` is left out: `they from the states`."""
_THINK = frozenset("say think claim call reckon believe".split())
"""What people in general do."""
_MOST_LEFT_OUT = 8
"""Most words of a question that begins without its subject."""
_VERB_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ied", "y"))
_DO_OF = {"is": "does", "are": "do", "was": "did", "were": "did"}
_MANNER = frozenset(
    "comfortably easily conveniently safely readily neatly happily reasonably simply straightforwardly".split()
)
"""How something is done, which is hardly ever what is asked."""
_HELPERS = (("can", "could", "might", "may"), ("do", "would", "will", "does"))
"""Helping verbs that ask much the same."""
_PEOPLE = ("people", "someone", "somebody", "anyone", "anybody")
_IT = ("it",)
_SELF = ("you", "i", "one", *_PEOPLE)
_ANY_DOER = (*_SELF, "we")
_CAN = frozenset("can could might".split())
_OPENING = 2
"""Words of an opening such as `could you`."""
_PLACED = frozenset("at in on for with from to by inside".split())
"""What a `like` between it and a noun only fills a pause after: `at like a hotel`."""
_LIKED = frozenset("it him her them one a an the to this that some any".split())
"""What follows a `like` that is a verb."""
_AFTER_FILLER = frozenset(
    "something anything somewhere somebody someone before after during for used made worn eaten every really".split()
)
"""What follows a `like` that only fills a pause."""
_NOT_FILLED = frozenset("something anything somewhere somebody someone used made worn eaten".split())
"""Of these, the ones that a likeness may name elsewhere."""
_DOES = frozenset(
    "use wear eat drink put play keep buy find see hold make need cook ride drive sit sleep carry read write open throw watch wash".split()
)
"""What people do, where `do` is left out: `you use it daily`."""
_AFTER_ME = (
    wordings.SMALL
    | wordings.ALONE
    | wordings.TURNING
    | frozenset(
        "feel laugh cry smile happy sad sick scared sleepy about as so out up down off back away over after before because".split()
    )
)
"""What follows a `me` that is no `my`."""
_TO_ME = frozenset("give tell show let make get bring buy hurt kill help cost teach".split())
"""What stands before such a `me`."""
_SIDE = frozenset("when while because since before after if".split())
"""Words that begin a side clause, which may be ignored as a last resort."""
_ANY_USE = frozenset("use used need needed want wanted".split())
"""What says nothing of a thing that is used at some time: `do you need it when it rains`."""
_TIMED = frozenset("before after since".split())
"""Of these, the ones that a noun may follow: `before cars`."""
_LIKENED = frozenset("a an the those in other".split())
"""Words after the `like` of a likeness."""
NO_LIKENESS = frozenset(
    "look looks looked feel feels taste tastes smell smells sound sounds something it shaped more just much work works act acts behave behaves function use used person".split()
)
"""Words before a `like` that goes with them."""
_NOT_OF_A_PLACE = (NO_LIKENESS - {"person"}) | _ASKED_OF
"""Words before a `like from` that says no more of somebody or something: `a hero like from a film`."""
_SOMEBODY = frozenset("he she him his her".split())
_WHOSE = frozenset("his her their its".split())
_RELATIVES = wordings.FAMILY | frozenset(
    "boyfriend girlfriend friend friends mate sidekick boss enemy teacher pet".split()
)
_WHICH = frozenset("best older younger little big first second late former only".split())
_MOST_BEFORE = 4
"""Most words that nobody knows before a question begins: `doot doot is it a trumpet`."""
_MOST_OF_RELATIVE = 3
"""Most telling words that are read of a relative."""
_FUNCTION_WORDS = wordings.SMALL | wordings.HARMLESS | wordings.ALONE | BE | HAVE | AUX
_ASKS = frozenset("what which who whose where when why how".split())
_BEGS = table_of(
    "tell me|give me|hint|clue|help me|i give up|reveal|show me|spell it|can you describe|describe it|name it|say it"
    "|say the word|ignore your instructions|ignore previous|ignore all|the answer please|what it is|what is it",
    "@begs",
)
_NAMING = table_of(
    "are you thinking about|are you thinking of|were you thinking of|you are thinking of|my guess is|my final guess is"
    "|i guess it is|i guess its|i guess|final guess|my answer is|my final answer is|is the answer|the answer is|guess|i would guess"
    "|i am guessing|i am going to guess|i say it is|i say|it must be|it has to be|must it be|could it be|might it be"
    "|would it be|i bet it is|i am thinking of|i think it is|i think its|can it be|is it called|is it named|is its name"
    "|do you have in mind|do you mean|i am thinking it is|could this be|is this|is that|so it is|so its|is your word"
    "|is he called|is she called|is his name|is her name|is your person|is it by any chance",
    "@naming",
)


@lru_cache(maxsize=8192)
def understand(text: str, knowledge: Knowledge) -> Meaning | None:
    """The meaning of a question; None if it is not understood."""
    phrases = phrases_of(knowledge)
    asked = _asked(text)
    if asked is None:
        return None
    if tuple(asked) not in phrases.exact:
        asked = _in_plain_words(_of_one(asked) if _lived_once(phrases) else asked)
    if _is_likened(asked, phrases):
        asked = [*asked[:2], *asked[3:]]
    meaning = (
        called(text, phrases)
        or _of_a_relative(asked, phrases)
        or (_left_out(asked, phrases) if _lived_once(phrases) else None)
        or in_a_country(_plain_words(asked), phrases, lambda plain: _meaning(plain.split(), phrases))
        or _meaning(asked, phrases)
    )
    if meaning is None:
        better = mended(asked, phrases)
        meaning = _meaning(better, phrases, guess=True) if better else None
        meaning = (
            meaning or full_name(_WHO_IS.sub("", text), phrases) or _last(asked, better or asked, phrases)
        )
    meaning = _without_loose_remark(asked, meaning, phrases)
    return name_instead(text, meaning, phrases) or meaning or stranger(text) or unknown_name(text, phrases)


def _without_loose_remark(asked: list[str], found: Meaning | None, phrases: Phrases) -> Meaning | None:
    """What is asked before a pause, if it is plain and only the rest is loose: `could I get in it, my whole self`."""
    if "," not in asked or phrases.people or found in phrases.everyday or not _is_loose(found):
        return found
    head = asked[: asked.index(",")]
    plain = _meaning(head, phrases) if len(head) >= _LEAST_LEFT and _opens(*head[:2]) else None
    return found if plain is None or isinstance(plain, Begging) or _is_loose(plain) else plain


def _is_loose(meaning: Meaning | None) -> bool:
    """Whether some of what is asked is told by associated words alone."""
    match meaning:
        case About():
            return True
        case AllOf(parts) | AnyOf(parts):
            return any(map(_is_loose, parts))
        case Not(of):
            return _is_loose(of)
    return False


def understand_of(text: str, knowledge: Knowledge, number: int | None) -> Meaning | None:
    """The meaning of a question about an entity: of people who lived, some is asked otherwise than of characters."""
    phrases = phrases_of(knowledge)
    lived = (
        phrases.mixed and number is not None and "yes" in (knowledge.answer(number, name) for name in _LIVED)
    )
    asked = _asked(text) if lived else None
    found = phrases.of_real.get(tuple(_plain(_in_plain_words(asked))[0])) if asked else None
    return found or understand(text, knowledge)


def associated(text: str, knowledge: Knowledge, number: int) -> bool:
    """Whether an entity is associated with all that a question names.

    Not of a question that the table knows word for word, nor of what it is or is made of: a topic is neither.
    """
    asked, phrases = _asked(text), phrases_of(knowledge)
    plain = _plain(_in_plain_words(asked))[0] if asked else []
    itself = tuple(_plain(asked)[0]) in phrases.exact if asked else True
    clause = clause_of(plain)
    kind = (
        clause.relations == ("@is",)
        and clause.bare[:1] in (("a",), ("an",))
        and len(telling(clause.words)) == 1
    )
    return not (itself or kind or clause.relation == "@of") and has_all(plain, phrases, number)


def told_by(text: str, knowledge: Knowledge, number: int) -> Answer | None:
    """What a phrase with a relation says of an entity if that is what is asked; None if none does."""
    asked = _asked(text)
    plain = _plain(_in_plain_words(asked))[0] if asked else []
    return told_by_phrase(plain, phrases_of(knowledge), number) if plain else None


def half_associated(text: str, knowledge: Knowledge, number: int) -> bool:
    """Whether an entity is associated with half of what a question names."""
    asked = _asked(text)
    return asked is not None and has_half(_plain(_in_plain_words(asked))[0], phrases_of(knowledge), number)


def _of_a_relative(words: list[str], phrases: Phrases) -> Meaning | None:
    """What is asked of somebody's father or wife, of whom only associated words tell: `was his father a poet`."""
    words = [word for i, word in enumerate(words) if i != 2 or word not in _WHICH]
    own = len(words) > _LEAST_LEFT and words[0] in BE | AUX and words[1] in _WHOSE and words[2] in _RELATIVES
    it = " ".join(rewritten(words, SUBJECTS)).split()
    if (
        not own
        or "born" not in phrases.knowledge.scales
        or tuple(it) in phrases.exact
        or tuple(words) in phrases.exact
    ):
        return None
    known = words_of(phrases.knowledge)
    told = [word for word in words[3:] if word.isalpha() and word not in _FUNCTION_WORDS]
    if (
        not told
        or len(told) > _MOST_OF_RELATIVE
        or wordings.TURNING & set(told)
        or not all(known.of(word) for word in told)
    ):
        return None
    return About(tuple(told), partly=True)


def _lived_once(phrases: Phrases) -> bool:
    """Whether a table is one of people who lived, of whom `they` is always one."""
    return phrases.people and not phrases.mixed and "born" in phrases.knowledge.scales


def _of_one(words: list[str]) -> list[str]:
    """The words with `he` for `they` and for other words for the person: `are they young`, `did this one sing`."""
    others = any(map(_of_others, words, words[1:]))
    said = words if others else " ".join(rewritten(words, _ONE_PERSON)).split()
    for i, word in enumerate(said):
        if word in _OF_ONE and (said[i + 1 : i + 2] == ["he"] or (i == 1 and said[0] == "he")):
            said[i] = _OF_ONE[word]
    if said[:1] == ["he"] and said[1:2] and said[1] in _UNSAID_IS:
        said = ["is", *said]
    elif said[:1] in (["die"], ["died"]):
        said = ["did", "he", "die", *said[1:]]
    return asked_of_somebody(said[:-1] if said[-1:] == ["here"] and said[-3:-2] in (["a"], ["an"]) else said)


def _of_others(word: str, after: str) -> bool:
    """Whether `they` are people in general: `do they say he cut off his ear`."""
    return word == "they" and after in _THINK


def _left_out(words: list[str], phrases: Phrases) -> Meaning | None:
    """What a question of the table means that begins without `is he`: `still active`, `speaks english`, `has a twin`."""
    whole = (words, _stripped(words))  # an adverb may be what is asked: `still active`
    return next((found for said in whole if (found := _begun_anew(said, phrases)) is not None), None)


def _begun_anew(said: list[str], phrases: Phrases) -> Meaning | None:
    if not said or said[0] in BE | AUX | _ASKED_OF | _ASKS or len(said) > _MOST_LEFT_OUT:
        return None
    verb, rest = base_of(said[0]), said[1:]
    bases = {
        verb,
        *(verb.removesuffix(ending) + mute for ending, mute in _VERB_ENDINGS if verb.endswith(ending)),
    }
    begun = [["is", "he", *said], ["was", "he", *said], ["is", "he", "a", *said], ["has", "he", *said]]
    if said[0] in HAVE:
        begun = [["does", "he", "have", *rest], ["did", "he", "have", *rest], ["has", "he", *rest]]
    begun += [[helper, "he", base, *rest] for helper in ("does", "did") for base in sorted(bases)]
    return next((found for whole in begun if (found := phrases.exact.get(tuple(whole))) is not None), None)


def _last(asked: list[str], better: list[str], phrases: Phrases) -> Meaning | None:
    """The last attempts: a name that is not in the deck, and words associated with entities."""
    asked, better = _without_likeness(asked), _without_likeness(better)
    plain, naming = _plain(asked)
    one = one_of_them(plain)
    strange = foreign_asked(one or plain, phrases, size_words(phrases.knowledge))
    if strange is not None and not phrases.people:
        return strange
    readings = [asked] if better == asked else [better, asked]
    late = next((i for i in range(1, len(better) - 2) if _opens(better[i], better[i + 1])), 0)
    readings += (
        [better[late:]] if 0 < late <= _MOST_BEFORE and not wordings.TURNING & set(better[:late]) else []
    )
    readings += [one] if one else []
    readings += [
        other for words in readings if (other := " ".join(rewritten(words, _REWORDED)).split()) != words
    ]
    reader = Reader(phrases, naming=naming, loose=True)
    heads = [_plain_words(head) for words in readings for head in _without_remarks(words)]
    heads += [head for words in readings for head in _without_remarks(_plain_words(words))]
    plainly = [[word for word in words if word not in _MANNER] for words in readings if _MANNER & set(words)]
    for words in (*readings[1:], *plainly, *heads):
        found = _meaning(words, phrases)
        if found is not None:
            return found
    for words in (*map(_plain_words, readings), *heads):
        found = everyday(words, phrases, lambda text: _meaning(text.split(), phrases)) or reader.read(words)
        guessed = better != asked and isinstance(found, About) and found.partly
        if found is not None and not guessed:
            return _at_the_time(found, words, phrases)
    known = _plain_words(_without_foreign(better, phrases))
    return (
        strange
        or (_meaning(known, phrases) if known else None)
        or _in_part(better, phrases, reader)
        or _of_a_kind(better, phrases)
        or _at_the_time(None, better, phrases)
    )


def _without_foreign(words: list[str], phrases: Phrases) -> list[str]:
    """Words without one that is none of the language, and what leads to it: `cook` for `cook the adobo`; empty without one."""
    known = words_of(phrases.knowledge)
    strange = [i for i, word in enumerate(words) if _is_foreign(word, phrases) and not known.of(word)]
    if len(strange) != 1:
        return []
    start = strange[0]
    while start and words[start - 1] in _BEFORE_FOREIGN:
        start -= 1
    left = words[:start] + words[strange[0] + 1 :]
    return left if len(left) >= _LEAST_LEFT else []


def _is_foreign(word: str, phrases: Phrases) -> bool:
    plain = len(word) > LEAST and word.isalpha()
    return plain and word not in phrases.vocabulary and not phrases.knowledge.is_word(word)


def _of_a_kind(words: list[str], phrases: Phrases) -> Meaning | None:
    """What is a letter that somebody sends is a letter, at least; whether it is that one isn't known."""
    at = next((i for i, word in enumerate(words) if i > _LEAST_LEFT and word in _RELATIVE), None)
    kind = _meaning(words[:at], phrases) if at is not None and words[0] in BE else None
    if not isinstance(kind, Named) or wordings.TURNING & set(words[at:]):
        return None
    return AllOf((kind, About(("such",), narrower=True)))


def _at_the_time(found: Meaning | None, words: list[str], phrases: Phrases) -> Meaning | None:
    """What is read of words that ask when, too: it is so, or may be so of those who lived then."""
    grown = then(words, phrases)
    if grown is None:
        return found
    may_be = AllOf((grown, About(("then",), narrower=True)))
    return may_be if found is None else AnyOf((found, may_be))


def _in_part(words: list[str], phrases: Phrases, reader: Reader) -> Meaning | None:
    """What is asked but for an `only`, an adverb or a superlative, of which nothing is known unless it is said."""
    plain = _plain_words(words)
    extra = [word for word in plain if word in _PART or superlative(word) or is_adverb(word)]
    left = [word for word in plain if word not in extra]
    if not extra or len(left) < _LEAST_LEFT:
        return None
    found = (
        everyday(left, phrases, lambda text: _meaning(text.split(), phrases))
        or _meaning(left, phrases)
        or reader.read(left)
    )
    if found is None or isinstance(found, Begging):
        return None
    if all(map(is_adverb, extra)):
        return found
    most = next((group for word in extra for group in _SAME_MOST if word in group.split()), extra[0])
    return AllOf(
        (found, AnyOf(tuple(About((word,), partly=True, narrower=word in _PART) for word in most.split())))
    )


def _plain_words(words: Sequence[str]) -> list[str]:
    return _plain(words)[0]


def _without_likeness(words: list[str]) -> list[str]:
    """The words before a likeness: what a noise is like is not asked."""
    for i in range(_LEAST_LEFT, len(words) - 1):
        known = words[i + 1] in _LIKENED or (
            words[0] in BE and i > _LEAST_LEFT and i == len(words) - 2 and words[i - 1] not in wordings.VAGUE
        )
        if words[i] == "like" and known and words[i - 1] not in NO_LIKENESS:
            return words[:i]
    return words


def _without_remarks(words: list[str]) -> Iterator[list[str]]:
    """The words without a remark at their end: a side clause, what follows a pause, `most of them`."""
    side = _side_clause(words)
    pause = next((i for i, word in enumerate(words) if i >= _LEAST_LEFT and word == ","), None)
    rather = next(
        (i for i in range(_LEAST_LEFT, len(words) - 2) if words[i : i + 2] == ["rather", "than"]), None
    )
    ends = [end for end in (side, pause, rather) if end is not None]
    ends += [
        len(words) - len(r) for r in _REMARKS if words[-len(r) :] == r and len(words) - len(r) >= _LEAST_LEFT
    ]
    for end in sorted(set(ends), reverse=True):
        left = [*words[:end]]
        while left and left[-1] in (",", "like"):
            left.pop()
        yield left
        yield from _without_remarks(left)


def _side_clause(words: Sequence[str]) -> int | None:
    """The index where a side clause begins that may be left aside; `after 1990` and `only when it rains` may not."""
    side = next((i for i, word in enumerate(words) if i > 2 and word in _SIDE), None)
    if side is None or "only" in words or tells_years(words[side:]):
        return None
    if words[side] in ("when", "while") and (_FUNCTION_WORDS | _ANY_USE).issuperset(words[:side]):
        return None  # it is asked when
    return None if words[side] in _TIMED and len(words) - side <= _LEAST_LEFT else side


def _asked(text: str) -> list[str] | None:
    """The words of the sentence that asks; None if there are several, or if it is too long."""
    said = [s for s in sentences(text) if _stripped([w for w in s if w != "?"])]
    asking = [s for s in said if s[-1] == "?" or s[0] in BE | AUX | HAVE or _goes_on(s)] or said
    if not asking:
        return None
    told = next((s[3:] for s in said if s[:2] == ["say", "yes"] and s[2:3] in _SAY_YES), [])
    whole = [word for word in told or _chosen(said) or _with_choices(_one_of(asking), said) if word != "?"]
    whole = whole[3:] if whole[:3] == _LET_US_SAY else whole
    words = _untagged(_turned(_mine(_asked_last(whole))))
    for i, word in enumerate(words[1:], 1):
        if (
            word == "then"
            and words[i + 1 :]
            and words[i + 1] != ","
            and (words[i - 1].endswith("er") or words[i - 1] in ("more", "less"))
        ):
            words[i] = "than"
    words = _suggested(_legged(_liked(words)))
    return words if len(words) <= MOST_WORDS else None


def _one_of(asking: list[list[str]]) -> list[str]:
    """The sentence that asks: the last that is whole, as people correct themselves; a fragment only explains."""
    if asking[-1][:3] == _LET_US_SAY and len(asking[-1]) > len(_LET_US_SAY):
        return asking[-1]
    longer = [s for s in asking if len(_stripped([w for w in s if w != "?"])) > 1]
    whole = [s for s in longer if any(map(_opens, s, s[1:]))]
    return (whole or longer[:1] or asking)[-1]


def _chosen(said: list[list[str]]) -> list[str]:
    """What is asked of a choice that is put again in the end: `is it wood or metal? metal?`; else empty."""
    again = [word for word in said[-1] if word != "?"]
    chosen = len(again) == 1 and any("or" in sentence and again[0] in sentence for sentence in said[:-1])
    return ["is", "it", *again] if chosen else []


def _with_choices(sentence: list[str], said: list[list[str]]) -> list[str]:
    """The words of a question, with what another choice adds after it: `football? or any sport`."""
    after = said.index(sentence) + 1
    more = said[after] if after < len(said) else []
    if any(map(_opens, more, more[1:])):
        return sentence
    if more[:1] == ["like"] and more[1:2] and more[1] in ARTICLES:
        return [*sentence[:-1], ",", *more] if sentence[-1:] == ["?"] else [*sentence, ",", *more]
    return [*sentence, *more] if more[:1] == ["or"] else sentence


def _asked_last(words: list[str]) -> list[str]:
    """What is asked in the end: `man or lady, is it a lady`; of whom, if they were named before."""
    if words[:1] in (["if"], ["when"]) or words[:2] == ["how", "many"]:
        return words
    open_ = words[:1] and words[0] in _ASKS  # what color is it is it red
    asks = [i for i in range(1, len(words) - 2) if _opens(words[i], words[i + 1])] if open_ else []
    if len(asks) > 1 and asks[-1] >= _LEAST_LEFT:
        return words[asks[-1] :]
    for i in range(len(words) - _LEAST_LEFT, 0, -1):
        rest = words[i + 1 :]
        said = next((start for start in _BETTER_SAID if rest[: len(start)] == start), [])
        rest = rest[len(said) :]
        least = _LEAST_LEFT - 1 if len(said) > 1 else _LEAST_LEFT
        if words[i] == "," and len(rest) > least and _opens(*rest[:2]):
            whose = rest[1] == "it" and rest[2] in _WHOSE and not any(map(_opens, words[:i], words[1:i]))
            if whose:
                return [rest[0], *words[:i], *rest[2:]]
            about = words[2:i] if words[:2] in (["what", "about"], ["how", "about"]) else []
            return [rest[0], *about, *rest[2:]] if about and rest[1] != "it" else rest
    return words


def _opens(word: str, after: str) -> bool:
    """Whether a question begins with two words: `is it`, `do people`."""
    return word in BE | AUX | HAVE and after in _ASKED_OF


def _goes_on(words: list[str]) -> bool:
    """Whether a question follows a `so` or an `ok`, as after a remark: `cannot say? so does it fly`."""
    return len(words) > _LEAST_LEFT and words[0] in _SO and _opens(*words[1:3])


def _mine(words: list[str]) -> list[str]:
    """Words with `my` for a `me` that somebody or something follows (`me foot`), and `him` for a last `her`."""
    if words[-1:] == ["her"] and words[-2:-1] != ["a"]:
        words = [*words[:-1], "him"]
    return [
        "my" if word == "me" and after.isalpha() and after not in _AFTER_ME and before not in _TO_ME else word
        for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
    ]


def _turned(words: list[str]) -> list[str]:
    """The words of a statement about what people do as a question: `you can go inside`; also `have you one` without `do`."""
    words = _named_first(words)
    if len(words) > _LEAST_LEFT and words[0] == "have" and words[1] in _DOERS and words[2] in _OWNED:
        return ["do", words[1], "have", *words[2:]]
    if len(words) > _LEAST_LEFT and words[0] in _DOERS and words[1] in _ABLE:
        return [words[1], words[0], *words[2:]]
    if len(words) > _LEAST_LEFT and words[0] in _DOERS and words[1] in _DOES:
        return ["do", *words]
    return words


def _named_first(words: list[str]) -> list[str]:
    """The words without the thing or a please that is said before a statement: `this thing, you can eat it`."""
    at = 0
    while "," in words[at:]:
        pause = words.index(",", at)
        before = " ".join(words[at:pause])
        if before not in wordings.OPENERS | wordings.ALONE and rewritten(before.split(), SUBJECTS) != ["it"]:
            break
        at = pause + 1
    return words[at:] if words[at + 2 :] and words[at] in _DOERS and words[at + 1] in _ABLE | _DOES else words


def _in_plain_words(words: list[str]) -> list[str]:
    """Words without idioms, examples and empty choices: `or something` at the end of a thing."""
    begun = words[1:] if words[:1] == ["like"] else words
    out = " ".join(rewritten(plainer(_condition_last(begun)), _IDIOMS)).split()
    for i in range(len(out) - 1, 0, -1):
        if i >= len(out):
            continue
        if out[i] == "or" and out[i + 1 : i + 2] and out[i + 1] in _EMPTY_CHOICES:
            after = out[i + 2 : i + 3]
            whole = not after or after[0] in _AFTER_CHOICES
            out[i : i + 2] = [] if whole else ["or"]
        elif out[i] == "like":
            out = _without_like(out[:i], out[i + 1 :])
        elif out[i] == "old" and out[i - 1] in ("year", "years") and i > 1 and out[i - 2] in _CHILDS_AGES:
            start = i - 3 if i > _LEAST_LEFT and out[i - 3] in _BEFORE_AGES else i - 2
            out[start : i + 1] = ["kids"]
    return out


def _without_like(before: list[str], after: list[str]) -> list[str]:
    """The words around a `like` without it if it fills a pause, and without the examples that follow it."""
    if _is_filler(before, after) or (after and after[0].isdigit()):
        return [*before, *after]
    if before[-1] == ",":
        if after[:1] == [","]:
            return [*before[:-1], *after[1:]]
        return before[:-1] if _are_examples(before[:-1], after) else [*before, "like", *after]
    told = len(before) > 1 and after[:1] in (["from"], ["out"]) and before[-1] not in _NOT_OF_A_PLACE
    return before if told else [*before, "like", *after]


def _are_examples(before: list[str], after: list[str]) -> bool:
    """Whether what follows `, like` only explains what is asked before it: `is it a tool, like a saw or a drill`."""
    short = 0 < len(after) < _LONGEST_EXAMPLES and FRAMES.isdisjoint(after)
    if len(before) < _LEAST_LEFT:
        return short and FRAMES.isdisjoint(before)
    return short or (bool(after) and after[0] in _BEFORE_EXAMPLES)


def _same_asked(words: list[str], phrases: Phrases) -> Meaning | None:
    """What a whole question of the table means that only says otherwise who does it: `might one cook with it`."""
    for said in _done_to_it(words):
        kin = next((group for group in _HELPERS if said[0] in group), ())
        doers = (
            _PEOPLE
            if said[1] in _PEOPLE
            else _SELF
            if said[1] in _ANY_DOER
            else _IT
            if said[1] in _IT
            else ()
        )
        for helper in kin:
            for doer in doers:
                found = phrases.exact.get((helper, doer, *said[2:]))
                if found is not None:
                    return found
    return None


def _done_to_it(words: list[str]) -> Iterator[list[str]]:
    """The words of a question, or of `is it something you sit on` as `do you sit on it`, with `it` at any place."""
    if len(words) > 1 and words[0] in AUX:
        yield words
    at = 3 if words[:2] == ["is", "it"] and words[2:3] == ["something"] else 0
    at = 4 if not at and words[:4] == ["is", "it", "a", "thing"] else at
    said = words[at + 1 :] if at and words[at : at + 1] in (["that"], ["which"]) else words[at:]
    if not at or said[:1] == [] or said[0] not in _ANY_DOER:
        return
    helped = len(said) > 1 and said[1] in AUX
    start = [said[1], said[0]] if helped else ["do", said[0]]
    rest = said[2 if helped else 1 :]
    for i in range(len(rest), 0, -1):
        yield [*start, *rest[:i], "it", *rest[i:]]


def _is_likened(words: list[str], phrases: Phrases) -> bool:
    """Whether a `like` stands before a quality alone: `is it like tasty`."""
    opens = words[2:-1] == ["like"] and not BE.isdisjoint(words[:2])
    quality = words[-1:] if opens else []
    return bool(quality) and phrases.lookup("@is", tuple(quality)) is not None and not phrases.named(quality)


def _liked(words: list[str]) -> list[str]:
    """The words with `like` for being fond of something: `are kids keen on it`."""
    plain = rewritten(words, _FOND)
    verb = _DO_OF.get(words[0]) if plain != words else None
    return words if verb is None else [verb, *plain[1:]]


def _is_filler(before: list[str], after: list[str]) -> bool:
    """Whether a `like` between words only fills a pause: `could you like die`, `did she live like before the war`."""
    if not after or before[-1:] == [","]:
        return False
    whom = len(before) > 1 and before[-1] in _ASKED_OF
    if before[-1] in _PLACED and after[0] in _OWNED:
        return True
    if whom and before[-2] in _CAN:
        return len(before) == _OPENING and after[0] not in _LIKED
    if whom and before[-2] in BE:
        return after[0] in _AFTER_FILLER | {","} or after[:2] == ["a", "thing"]
    return after[0] in _AFTER_FILLER - _NOT_FILLED and before[-1] not in NO_LIKENESS - {"used", "use"}


def _condition_last(words: list[str]) -> list[str]:
    """Put a condition after what is asked: `if i drop it would it break`."""
    if words[:1] not in (["if"], ["when"], ["before"], ["after"]):
        return words
    for i in range(_LEAST_LEFT, len(words) - 1):
        if words[i] in BE | AUX and words[i + 1] in _ASKED_OF:
            return [*words[i:], *(word for word in words[:i] if word != ",")]
    return words


def _untagged(words: list[str]) -> list[str]:
    """Remove a negation that a tag turns round: `it is not alive, is it` asks whether it is alive."""
    if words[-2:] == ["as", "well"]:
        words = words[:-2]
    if words[:1] == ["its"]:
        words = ["it", "is", *words[1:]]
    tagged = len(words) > _LEAST_TAGGED and tuple(words[-2:]) in _POSITIVE and words[0] not in BE | AUX | HAVE
    for i, word in enumerate(words[:4] if tagged else []):
        if word in ("not", "nt") and i > 0 and words[i - 1] in BE | AUX | HAVE:
            return [*words[:i], *words[i + 1 : -2]]
    return words


def _legged(words: list[str]) -> list[str]:
    """Replace `more than two legs` by what the table asks: four legs, or more than four."""
    for i in range(len(words) - 3):
        if (
            words[i : i + 2] == ["more", "than"]
            and words[i + 2] in ("two", "2")
            and words[i + 3] in ("legs", "feet")
        ):
            return [*words[:i], *"four legs or more than four legs".split(), *words[i + 4 :]]
    return words


def _suggested(words: list[str]) -> list[str]:
    """What an open question suggests after a pause: `what is it made of, wood` asks whether it is wood."""
    open_ = words[:1] and words[0] in _ASKS - {"when"} and words[:2] != ["how", "many"]
    at = words.index(",") if open_ and "," in words else 0
    rest = words[at + 1 :]
    if not at or not rest or rest[0] in _ASKS | {"and"}:
        return words
    where = words[0] == "where" or (words[1:2] == ["room"] and "in" in words[:at])
    return ["is", "it", "in", *rest] if where and rest[0] in ARTICLES else rest


def _placed(words: list[str]) -> list[str]:
    """Replace `there` by `in it`, since a question such as `do people live there` is about the place."""
    for i, word in enumerate(words):
        if word == "there" and i > 1 and words[i - 1] not in BE | {"nt", "not", "be"}:
            return [*words[:i], *([] if words[i - 1] in ("in", "go") else ["in"]), "it", *words[i + 1 :]]
    return words


def _meaning(words: list[str], phrases: Phrases, *, guess: bool = False) -> Meaning | None:
    found = phrases.exact.get(tuple(words))
    if found is None and not phrases.mixed:
        found = phrases.exact.get(tuple(rewritten(words, SUBJECTS)))
    if found is None and "still" in words and not phrases.mixed:
        lasting = (
            words[:-1] if words[-1] in _NOW else words[:-2] if words[-2:] == ["these", "days"] else words
        )
        found = phrases.exact.get(tuple(rewritten(lasting, SUBJECTS)))
    if found is not None:
        return found
    plain, naming = _plain(words)
    found = phrases.exact.get(tuple(_stripped(words))) or phrases.exact.get(tuple(plain))
    if phrases.mixed and _SOMEBODY & set(words) and found not in phrases.everyday:
        asked = phrases.of_somebody.get(tuple(plain))
        found = asked if isinstance(asked, AnyOf) else None  # of one kind alone: phrases know of both
    found = found or _same_asked(plain, phrases)
    if found is not None:
        return found
    if _begs(plain):
        return None if guess else Begging()
    found = Reader(phrases, naming=naming).read(plain)
    side = _side_clause(plain)
    if isinstance(found, AllOf) and side is not None:
        return _meaning(plain[:side], phrases, guess=guess) or found
    return found


def _begs(plain: Sequence[str]) -> bool:
    if plain[:2] in (["what", "about"], ["how", "about"], ["what", "if"]):
        return False
    if plain[:1] and plain[0] in _ASKS and plain[0] != "when":
        return True
    return "@begs" in rewritten(plain, _BEGS) and "eat" not in plain


def _plain(words: Sequence[str]) -> tuple[list[str], bool]:
    """The words with `it` for the thing and without an introduction; and whether they guess a name."""
    left = _placed(_stripped(words))
    marked = rewritten(left, _NAMING)
    naming = marked[:1] == ["@naming"]
    if naming:
        left = ["is", "it", *(word for word in marked[1:] if word not in ("@naming", ","))]
        if left[2:4] in (["it", "is"], ["is", "it"]):
            left = left[:2] + left[4:]
    if left[:2] in (["what", "about"], ["how", "about"]):
        left = left[2:]
    subject = " ".join(rewritten(rewritten(left, SUBJECTS), _CALLED)).split()
    while subject[:2] == ["it", ","]:
        subject = ["it", *subject[2:]]
    if len(subject) > 2 and subject[0] == "it" and subject[1] in BE | AUX | HAVE and subject[2] == "it":
        subject = subject[1:]
    return subject, naming


def _without_calls(words: Sequence[str]) -> list[str]:
    """Words without what calls the other between two pauses: `is it food, buddy, that you cook`."""
    calls = [
        i
        for i in range(1, len(words) - 1)
        if words[i - 1] == words[i + 1] == "," and (words[i] in _VOCATIVES or words[i] == "right")
    ]
    return [word for i, word in enumerate(words) if i not in calls and i - 1 not in calls]


def _stripped(words: Sequence[str]) -> list[str]:
    """Words without fluff, openers and tags."""
    left = [word for word in rewritten(_without_calls(words), _FLUFF) if word not in wordings.ALONE]
    while left and (left[0] == "," or (left[0] in wordings.OPENERS and left[1:2] != ["one"])):
        left = left[1:]
    changed = True
    while changed and left:
        changed = False
        while left and left[-1] == ",":
            left, changed = left[:-1], True
        if len(left) > _LEAST_LEFT and left[-2] == "," and left[-1] in _VOCATIVES:
            left, changed = left[:-2], True
        for tag in _TAGS:
            size = len(tag)
            if len(left) > size and tuple(left[-size:]) == tag and (left[-size - 1] == "," or size < 2):
                if left[-size - 1] in ARTICLES:
                    break
                if size < 2 or left[0] in FRAMES or len(left) > size + 1:
                    left, changed = left[:-size], True
                break
    return left
