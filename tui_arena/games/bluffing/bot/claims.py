"""What an answer affirms and denies, as claims that are compared all against all.

A claim has a subject, the roots of what is said of it, and affirms or denies that. A yes or no to a question makes a
claim of the question, and so does each clause of a teller. A denial is firm if it leaves nothing open: `never`,
`no car`, `nobody`, `not a single one`, `I can't`. It is opposed by a claim that has all its roots, or near words for
them, of the same subject. A denial that isn't firm has to share more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.language.numbers import number_at
from tui_arena.core.language.stems import stem
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import happened, quoted, root, roots
from tui_arena.games.bluffing.bot.cues import KIN, StoryVocabulary
from tui_arena.games.bluffing.bot.sentence import Fact, Sentence

SAID_SO = "so"
"""The slot of claims."""
TELLER, THING, ANYBODY, EITHER, EVERYBODY = "i", "it", "any", "i or it", "all"
"""The subjects that are no single person."""
NEAR = 0.85
"""How much a near word counts, if the same word counts 1."""
OPPOSES = 0.8
"""The least share of a denial, by the words' nearness, that a claim must have to oppose it."""
_LOOSE_ROOTS, _LOOSE = 2, 0.9
"""The least number of roots of a denial that isn't firm, and `OPPOSES` for it."""
_SELF = frozenset("i we im ive id weve wed you".split())
_THINGS = frozenset("it its this that there".split())
_ITSELF = frozenset("it them one that".split())
_PLAIN = 3
"""The greatest number of words of a question that asks one thing: `Did you cry?`"""
_OURS = frozenset(("my", "our"))
_KIN = frozenset(KIN)
_NOW = "now"
"""Stands among the roots of a claim that is about today."""
_SAID_OF = "="
"""Marks the root of a word that is said of something: `the door was open`, `my left arm`."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a sentence, as claims are read from it."""

    said: Sentence
    text: str
    words: tuple[str, ...]
    before: tuple[str, ...]
    """The words of the clause before it, or of the question that it goes on with."""
    excepted: bool
    """True if the next clause makes an exception: `nobody saw it but Mr Bell`."""

    def claim(
        self, about: AbstractSet[str], subject: str, *, denied: bool, firm: bool = False, at: str = ""
    ) -> Fact:
        """A claim of the clause; `at`: the word that its quotation has to have."""
        value = 0 if denied else 1
        return Fact(
            SAID_SO, quoted(self.text, at), firm, self.said.number, value, value, frozenset(about), subject
        )


def claims_in(said: Sentence) -> Iterator[Fact]:
    """The claims of a sentence. `asked`: the claim is firm; `low`: 1 if it affirms, 0 if it denies."""
    yield from _answered(said)
    before: tuple[str, ...] = ()
    for n, (text, words) in enumerate(said.clauses):
        goes_on = not (n or said.number) and _is_open(said) and not _is_whole(words, said.known)
        rest = said.clauses[n + 1 : n + 2]
        excepted = f"{text.strip()} but" in said.text and not any(_is_whole(w, said.known) for _, w in rest)
        yield from _told(_Clause(said, text, words, said.question if goes_on else before, excepted))
        before = words


def opposed(a: Fact, b: Fact, known: StoryVocabulary) -> bool:
    """True if one claim affirms what the other denies."""
    if a.low == b.low:
        return bool(a.low) and _reversed(a, b, known)
    denied, told = (a, b) if b.low else (b, a)
    if not _same_subject(denied, told, known) or len(denied.values) < (1 if denied.asked else _LOOSE_ROOTS):
        return False
    near = [_near(one, told.values, known) for one in denied.values]
    meets = not told.own or any(_near(one, told.own, known) for one in denied.values)
    return meets and all(near) and sum(near) / len(near) >= (OPPOSES if denied.asked else _LOOSE)


def _reversed(a: Fact, b: Fact, known: StoryVocabulary) -> bool:
    """True if two claims say opposite words of the same thing, and neither says both."""
    opposite = {one: known.opposites(one.removeprefix(_SAID_OF)) for one in a.own if one.startswith(_SAID_OF)}
    found = [one for one, others in opposite.items() if {_SAID_OF + other for other in others} & b.own]
    both = any(others & a.values for others in opposite.values())
    return bool(found) and not both and bool(a.own & b.own) and _same_subject(a, b, known)


def _near(one: str, words: AbstractSet[str], known: StoryVocabulary) -> float:
    """How near the nearest of some roots is to a root, 0 to 1."""
    return 1.0 if one in words else NEAR * bool((known.near(one)) & words)


def _same_subject(denied: Fact, told: Fact, known: StoryVocabulary) -> bool:
    if denied.subject == ANYBODY:
        return told.subject not in (TELLER, THING)
    if denied.subject == EVERYBODY:
        return told.subject != THING
    if denied.subject == EITHER:
        return told.subject in (TELLER, THING)
    return denied.subject == told.subject or _stands_for(denied.subject, told.subject, known)


def _stands_for(one: str, two: str, known: StoryVocabulary) -> bool:
    """True if one of two subjects is a pronoun that may stand for the other."""
    people = known.of["pronouns"]
    pronoun, noun = (one, two) if one in people else (two, one)
    return pronoun in people and noun in {
        root(word) for word in (*people[pronoun], *people["they"], "dog", "cat")
    }


def _answered(said: Sentence) -> Iterator[Fact]:
    """The claim that a yes or a no to a question makes."""
    known, asked = said.known, said.question
    value = _yes_or_no(said) if said.number == 0 and said.what.yes_no else None
    if value is None or known.any("other_time", asked) or (value and known.any("not", asked)):
        return  # a yes to `Nobody saw it?` may mean both
    firm = known.any("any", asked) or bool(said.has(known.of["kinds"]["flatly"])) or len(asked) <= _PLAIN
    stated = {stem(word) for word in tokens(said.statement)}
    rest = asked[3:] if known.any("the", asked[1:2]) else asked  # without the subject, `Did the boat`
    fresh = _about([word for word in rest if stem(word) not in stated], known)
    placed = len(fresh) == 1 and known.any("inside", rest)  # `Were you in the bath`
    if fresh and not placed:
        about = fresh if firm else _about(asked, known)
        yield Fact(SAID_SO, said.answered(), firm, 0, value, value, about, _subject(asked, said))


def _yes_or_no(said: Sentence) -> bool | None:
    """What an answer says to a yes-or-no question; None if it says neither plainly."""
    known, first = said.known, said.clauses[0][1]
    flatly = known.of["kinds"]["flatly"]
    narrowed = any(
        known.any("narrows", clause[:1]) and not " ".join(clause).startswith(flatly)
        for _, clause in said.clauses[1:2]
    )
    bare = first[0] != "not" or len(first) == 1 or " ".join(first).startswith(flatly)
    if narrowed or known.any("limits", first) or not bare:
        return None
    return False if known.any("nobody", first[:1]) else said.yes


def _is_open(said: Sentence) -> bool:
    """True if a question asks for more than yes or no and denies nothing, so that a fragment goes on with it."""
    return (
        bool(said.question)
        and not said.what.yes_no
        and not any(_denies(w, said.known) for w in said.question)
    )


def _is_whole(words: tuple[str, ...], known: StoryVocabulary) -> bool:
    """True if a clause has a subject of its own."""
    return _person(words[:5], known) != "" or known.any("is", words)


def _told(clause: _Clause) -> Iterator[Fact]:
    """The claims of a clause: what it affirms or denies, and what the teller has if it says `my`."""
    known, words = clause.said.known, clause.words
    if clause.said.has(known.of["kinds"]["unreal"], words) or known.any("no_claim", words[:1]):
        return
    lacking = [
        (of, phrase) for of, row in known.of["lacks"].items() if (phrase := clause.said.has(row, words))
    ]
    denials = [n for n, word in enumerate(words) if _denies(word, known)]
    for of, phrase in lacking:
        yield from _lacking(clause, of, phrase)
    if len(denials) == 1 and not (lacking or clause.excepted):
        yield from _denied(clause, denials[0])
    elif not (lacking or denials or known.any("other_time", words)):
        yield from _affirmed(clause)


def _lacking(clause: _Clause, of: str, phrase: str) -> Iterator[Fact]:
    """The claim of a phrase that denies something without a `not`; `of`: the words that it denies."""
    known, what = clause.said.known, of.removesuffix(" _").split()
    after = f" {' '.join(clause.words)} ".partition(f" {phrase} ")[2].split() if of.endswith(" _") else []
    if of.split(maxsplit=1)[0] != "be":  # only the thing: `sold my bike to pay for it`
        after = list(takewhile(roots, dropwhile(lambda one: not roots(one), after)))
    alone, about = _about(what, known), _about((*what, *after), known)
    now = frozenset((_NOW,)) if _NOW in what else frozenset()
    if about > alone or not of.endswith(" _"):
        about |= now
        yield clause.claim(about, _subject(clause.words, clause.said), denied=True, firm=True)


def _affirmed(clause: _Clause) -> Iterator[Fact]:
    """The claims of a clause without a denial."""
    known, words, before = clause.said.known, clause.words, clause.before
    carried = before if before == clause.said.question or not _ITSELF.isdisjoint(words[1:]) else ()
    own = _about(words, known) | _said_of(words, known)
    past = any(map(is_past, words)) or any(map(is_past, clause.said.question)) or not clause.said.question
    now = frozenset(() if past else (_NOW,))
    claim = clause.claim(own | now | _about(carried, known), _subject(words, clause.said), denied=False)
    yield replace(claim, own=own)
    for n in (n for n, word in enumerate(words) if word in _OURS):
        if words[n + 1 : n + 2] and words[n + 1].removesuffix("s") in _KIN - {words[n + 1]}:
            continue  # `my sister's car`
        named = takewhile(lambda one: one not in FUNCTION_WORDS and not is_past(one), words[n + 1 : n + 3])
        if has := _about(named, known):
            yield replace(claim, values=has | now, own=has, subject=TELLER)


def _said_of(words: tuple[str, ...], known: StoryVocabulary) -> frozenset[str]:
    """The roots of the words with an opposite that a clause says of its subject or of what is the teller's, marked."""
    return frozenset(
        _SAID_OF + root(word)
        for n, word in enumerate(words)
        if known.opposites(root(word))
        and (known.any("is", words[max(0, n - 3) : n]) or not _OURS.isdisjoint(words[n - 1 : n]))
    )


def _denied(clause: _Clause, at: int) -> Iterator[Fact]:
    """The claims of a clause with a denial at a place."""
    known, words = clause.said.known, clause.words
    after, lead = words[at:], words[:at]
    nothing = words[at] in ("no", "without") and after[1:2] != ("one",)
    if after[0] == "without" and "".join(after[1:2]).endswith("ing"):
        if not happened(clause.text):
            return  # `I can hum without opening my mouth` is no denial of all opening
        nothing = False
    of_thing = after[0] == "without" and known.any("the", lead[-2:-1])  # `a house without a lift`
    if (
        of_thing
        or _is_limited(lead, after, known)
        or (nothing and _person(lead, known) != TELLER and "there" not in lead)
    ):
        return
    subject = _subject_of_denial(clause, at, nothing=nothing)
    about = _about(after, known)
    if subject == ANYBODY and not clause.said.question and happened(clause.text):
        verb = next((word for word in after[1:] if roots(word)), "")
        about = _about([verb], known) or about  # the rest is the story's: `nobody came to my party`
    if "them" in after:
        plural = (word for word in reversed(clause.before) if word.endswith("s") and roots(word))
        about |= _about([next(plural, "")], known)
    elif not _ITSELF.isdisjoint(after) and subject != TELLER:
        about |= _about(clause.said.question, known) - roots(clause.said.statement)
    beside = subject == ANYBODY and len(about) == 1 and known.any("beside", after)
    parts = " ".join(after).split(" or ") if nothing else ()
    each = [_about(part.split(), known) for part in parts] if len(parts) > 1 else [about]
    for one in filter(None, each):
        yield clause.claim(
            one, subject, denied=True, firm=known.any("firmly", after) and not beside, at=after[0]
        )


def _is_limited(lead: tuple[str, ...], after: tuple[str, ...], known: StoryVocabulary) -> bool:
    """True if the words before and from a denial on leave something open, or deny no more than a word."""
    bare = after[0] == "not" and not lead
    limits = known.any("limits", (*after, *lead[:1])) or known.any("limits_next", after[1:2])
    return bare or limits or known.any("where", lead)


def _subject_of_denial(clause: _Clause, at: int, *, nothing: bool) -> str:
    words, known = clause.words, clause.said.known
    if known.any("nobody", words[at : at + 1]) or words[at : at + 2] == ("no", "one"):
        return ANYBODY
    if nothing:
        return EVERYBODY if "we" in words[:at] else EITHER if words[at] == "without" else TELLER
    subject = _subject(words, clause.said)
    return EITHER if subject in (TELLER, THING) and known.any("been", words) else subject


def _denies(word: str, known: StoryVocabulary) -> bool:
    return (
        known.any("not", [word])
        or known.any("nobody", [word])
        or (word.endswith("nt") and word in FUNCTION_WORDS)
    )


def _about(words: Iterable[str], known: StoryVocabulary) -> frozenset[str]:
    """The roots of words, except words that say nothing of a claim."""
    means = {form: one for one, row in known.of["means"].items() for form in row}
    plain = (means.get(word, word) for word in words if not _denies(word, known))
    said = (word for word in plain if not (known.any("empty", (word, stem(word))) or number_at((word,))[1]))
    return roots(" ".join(said))


def _subject(words: tuple[str, ...], said: Sentence) -> str:
    """Whom some words are about: the teller, a thing, anybody, or the word for a person."""
    return _person(words[:5], said.known) or _person(said.question, said.known) or THING


def _person(words: tuple[str, ...], known: StoryVocabulary) -> str:
    people = known.of["pronouns"]
    for word in words:
        bare = word.removesuffix("s")
        if word in _SELF:
            return TELLER
        if known.any("anybody", [word]):
            return ANYBODY
        if word in people or bare in _KIN or any(bare in row or word in row for row in people.values()):
            return root(word)
        if word in _THINGS:
            return THING
    return ""
