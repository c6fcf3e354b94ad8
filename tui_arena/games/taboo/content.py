"""The words of a text that carry its topic: what a prompt is about, and what a reply names."""

from __future__ import annotations

from functools import lru_cache

from tui_arena.core.language.families import heads
from tui_arena.core.words import tokens

EMPTY = frozenset(
    """
a about above across after again ago ah aint all almost along already also although always am among an and
another answer any anybody anyone anything anyway anywhere apart are aren arent as at away aye bad be became
because become been before began being below besides best better between big bit both born bring but by call called
came can cannot come comes coming could couldn couldnt course day days dear describe did didn different do
does doesn doing don done dont down during each eight either eleven else end enough er even ever every
everybody everyone everything everywhere exactly far favorite favourite few fifteen fifty find finish first
five for forty four from full gave get gets getting give go goes going gone good got great guess ha had haha
half happen happened happens has hasnt have haven havent having he hear hed hello her here heres hers herself
hes hi him himself his hmm honest honestly how however hows hundred i id if im in instead into is isn isnt it
itll its itself ive just keep keeps kind knew know known last late later least left less let lets like list
little ll lol long look looking looks lot lots loved lovely made mainly make makes making many may maybe me
mean means mention might mind minus minute moment more most mostly much must my myself name near nearly need
needs neither never new next nice nine no nobody none nope nor not nothing now of off often oh ok okay old on once one
ones only onto or order other others our ourselves out over own part per perhaps person pick place please plus
possible probably put puts question quickly quite rarely rather re really reply right said same saw say says
second see seem seemed seems seen seven shall she shes should shouldnt show side simply since six sixty small
so some somebody somehow someone something sometimes somewhere soon sort stand started starting starts stay
stays still stuff such suddenly suppose sure take taken takes taking talk tell ten tend tends than thank
thanks that thats the their them themselves then there theres these they theyd theyll theyre theyve thing
things think third thirteen thirty this those though thought thousand three through till time times to today
together told tomorrow too took top toward towards tried try trying turn twelve twenty twice two type um under
until up upon us use used usual usually ve very via want wanted wants was wasn wasnt way ways we well went
were werent weve what whatever whats when whenever where wheres wherever whether which while who whoever whole
whom whos whose why will with within without won wont word words would wouldn wouldnt year years yep yes yet
you youd youll young your youre yours yourself youve
""".split()
)
"""Words that say nothing about the topic of a text."""
MOST_KEPT = 4_000
"""The size of each cache by text, as players may say anything."""


@lru_cache(maxsize=MOST_KEPT)
def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(tokens(text))


@lru_cache(maxsize=MOST_KEPT)
def roots_of(text: str) -> frozenset[str]:
    """All base forms of the words of a text."""
    return frozenset(head for token in words_of(text) for head in heads(token))


@lru_cache(maxsize=MOST_KEPT)
def content_of(text: str) -> tuple[str, ...]:
    """The folded words of a text that carry its topic, each once.

    >>> content_of("Of course, and a course of my own: soup!")
    ('soup',)
    """
    return tuple(dict.fromkeys(t for t in words_of(text) if t not in EMPTY and len(t) > 1))


_BEFORE_A_VERB = frozenset(
    "i we you he she it they who that which to would could can will must may should never always not dont".split()
)
_NOT_NAMES = ("ed", "ing", "ly")


def things_in(text: str) -> tuple[str, ...]:
    """The words of a text that may name something, each once.

    Left out are what looks like a verb, and what stands before the name that it belongs to.

    >>> things_in("I brush my teeth, and carefully rinsed the big bathroom mirror.")
    ('teeth', 'mirror')
    """
    said = words_of(text)
    found = (
        word
        for before, word, behind in zip(("", *said), said, (*said[1:], ""), strict=False)
        if len(word) > 2
        and before not in _BEFORE_A_VERB
        and not word.endswith(_NOT_NAMES)
        and (not behind or (behind in EMPTY and behind not in ("one", "ones")))
    )
    return tuple(dict.fromkeys(word for word in found if word not in EMPTY))
