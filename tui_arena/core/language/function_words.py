"""Words that say nothing about a topic, words for yes and no, and checks for lines that say nothing new.

The words here have no apostrophes (`dont`, `its`), and neither do the words that they are compared with.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from tui_arena.core.language.families import stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.words import tokens

_AUXILIARIES = """
be am is are was were been being do does did done doing have has had having can could will would shall should may might
must need ought
"""
AUXILIARIES = frozenset(_AUXILIARIES.split()) | {
    f"{word}nt"
    for word in "ca wo ai is are was were do does did have has had could would should might must need".split()
}
WH_WORDS = frozenset("who whom whose which what when where why how".split())
FUNCTION_WORDS = (
    AUXILIARIES
    | WH_WORDS
    | frozenset(
        """
a an the this that these those each every either neither both all any some no none such same another other others
i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours
ourselves they them their theirs themselves one ones oneself somebody someone something anybody anyone anything
everybody everyone everything nobody nothing somewhere anywhere everywhere
whoever whatever whichever whenever wherever whether
of to in on at by for from with without into onto over under above below behind beside besides between through across
along around about after before during until till since against near off out up down past than as like per via inside
outside among amid toward towards upon within apart
and or but nor so because if then while though although unless else however cannot let lets
not too very just only even still also again ever never always almost already quite rather really more most much many
few less least lot lots own once twice here there now yet away back ago later soon often sometimes usually maybe perhaps
im ive id youre youve youd youll hes shes were weve well theyre theyve theyd theyll itll thats theres heres
whats whos wheres hows whens whys
""".split()
    )
)
"""Articles, pronouns, prepositions, conjunctions, auxiliaries, and adverbs of degree, time and doubt."""

YES_WORDS = frozenset("yes yeah yep yup yea aye sure certainly definitely absolutely indeed ok okay".split())
NO_WORDS = frozenset("no nope nah nay never not".split())

DETERMINERS = frozenset("a an the my your his our their its every".split())
_NO_HEAD = frozenset(
    """of to in at by for from with into onto and or but because if the a an my your his our their is was are were am
    i you he she we they me him us them be did do does has have had it""".split()
)
"""Words that can't follow a determiner."""
_NO_OBJECT = frozenset("of to from into with is are was were and or but am".split())
"""Words that can't follow `of`."""

_EMPTY = FUNCTION_WORDS.union(NUMBERS, YES_WORDS, NO_WORDS)

_LIGHT = """
answer ask become begin bring call come day describe dear different end enough exact far favourite favorite find
full get give go good great guess happen hear honest keep kind know large last late leave left like little long look
main make mean mention mind minute moment name near need new next nice old order part person pick place please possible
probable put question quick re reply right say second see seem show side simple small sort stand start stay stuff sudden
suppose take talk tell tend thank thing think time today together tomorrow top try turn type use usual want way word
year young bad best better big course well ah ha haha hello hi hmm lol oh um minus plus hundred thousand
"""


@cache
def _light_stems() -> frozenset[str]:
    return frozenset(map(stem, _LIGHT.split()))


def tells_nothing(word: str) -> bool:
    """True if a folded word says nothing about a topic: a function word, a number, or a very common word.

    >>> [word for word in ("what", "seven", "things", "happened", "harbour") if tells_nothing(word)]
    ['what', 'seven', 'things', 'happened']
    """
    return word in _EMPTY or stem(word) in _light_stems()


def yes_no_of(text: str) -> bool | None:
    """The answer in a text's first word: True for yes, False for no, None for neither.

    >>> yes_no_of("Yep, twice."), yes_no_of("Not at all."), yes_no_of("Three.")
    (True, False, None)
    """
    first = tokens(text)[:1]
    return None if YES_WORDS.union(NO_WORDS).isdisjoint(first) else not NO_WORDS.issuperset(first)


def misjoined(text: str) -> int:
    """How many words of a folded text directly follow a determiner or `of`, although they never can.

    >>> misjoined("it's a has that my cat gave me"), misjoined("it's a hat that my cat gave me")
    (1, 0)
    """
    pairs = [(a, b) for a, b in pairwise(tokens(text)) if f"{a} {b}" in text]
    return sum((a in DETERMINERS and b in _NO_HEAD) or (a == "of" and b in _NO_OBJECT) for a, b in pairs)


MOST_TAKEN = 0.5
"""A line with at least this share of its own words in its question says nothing new."""


def echoes(line: str, question: str) -> bool:
    """True if at least half of a line's words that say something are in its question or are repeated.

    >>> echoes("The attic has been there since I was nine.", "What in your attic has been there since you were nine?")
    True
    >>> echoes("An old trunk with no key.", "What in your attic has been there since you were nine?")
    False
    """
    said = [stem(word) for word in tokens(line) if not tells_nothing(word)]
    asked = {stem(word) for word in tokens(question)}
    own = [word for word in dict.fromkeys(said) if word not in asked]
    return (bool(said) and len(own) <= (1 - MOST_TAKEN) * len(said)) or (len(said) > 1 and loops(line))


def loops(line: str) -> bool:
    """True if three words in a row come twice in a line.

    >>> loops("It is red and it is red."), loops("It is red and it is big.")
    (True, False)
    """
    runs = _runs(line)
    return len(set(runs)) < len(runs)


def is_copied(line: str, text: str) -> bool:
    """True if at least half of a line's runs of three words are in a text.

    >>> is_copied("You use words of your own.", "That can't be said: use words of your own. Write another line.")
    True
    >>> is_copied("With words of my own, and a drum.", "That can't be said: use words of your own.")
    False
    """
    mine, given = _runs(line), set(_runs(text))
    return bool(mine) and 2 * sum(run in given for run in mine) >= len(mine)


def is_bare(line: str) -> bool:
    """True if a line is one word, or has no number and no word that says something.

    >>> is_bare("That is a very good thing."), is_bare("Keep.")
    (True, True)
    >>> is_bare("Twelve of them."), is_bare("With a saw.")
    (False, False)
    """
    words = tokens(line)
    numbers = NUMBERS.keys() - {"one"}
    return len(words) < 2 or all(
        word.isalpha() and word not in numbers and (len(word) < 2 or tells_nothing(word)) for word in words
    )


def _runs(text: str) -> list[tuple[str, str, str]]:
    """All runs of three words in a text."""
    words = tokens(text)
    return list(zip(words, words[1:], words[2:], strict=False))
