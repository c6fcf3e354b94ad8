"""How well a line of a story answers a question.

A line answers a question if its kind and its topic are right. The topic is right if the words of the question
are in the line, in the line's own question, or in the statement. (All lines are about the statement.) Words
that mean nearly the same count, too (`related` in `host.toml`). One word in common isn't enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, tells_nothing
from tui_arena.core.language.numbers import number_at, number_tokens
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.fitting import fits_kind
from tui_arena.games.bluffing.bot.question import (
    COMMON,
    CROWD,
    GENERIC,
    LIES,
    LIGHT,
    PREPOSITIONS,
    Question,
    question_of_card,
)
from tui_arena.games.bluffing.bot.reading import KIN, OPEN, YES_NO, alike, folded, names_in, root, roots
from tui_arena.games.bluffing.bot.story import StoryLine, relations_in, stands_alone

IN_TEXT = 0.5
"""How much a word counts if it is in a line but not in the line's own question."""
LITTLE = 0.3
"""The greatest weight of a question's words that a line without a question of its own may leave out."""
A_WORD = 1.0
"""The same for a line that says no, because it also denies anything that goes further."""
SAME_WORDS = 100.0
"""The points of a line if its own question is asked word for word."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How near a question must come to a line's own question."""

    left_out: float
    """The greatest weight of the question's words that the line may leave out."""
    strict: float
    """The same for a line of another kind, and for an answer with yes or no."""
    shared: float
    """The least share, 0 to 1, of its own question that a line must have in common with the question."""
    most_shared: float
    """The same for a line of another kind."""


CLOSE = Limits(0.45, LITTLE, 0.4, 0.6)
LOOSE = Limits(1.0, 1.0, 0.9, 1.0)
"""For a question that no line comes close to: what the line leaves out is a detail of the same thing."""

_SPOTS = frozenset("in on under behind inside".split())
"""The prepositions that make a thing a place: `under the bed`."""
_NOTHING = frozenset[str]()
_WORDED = frozenset("said others looked felt".split())
"""The aspects whose signs may contain any word; the line must have that word."""
_MOVES = frozenset("how begin next end".split())
"""The aspects whose lines must say `out` or `back` if the question does."""
_EXTENT = dict.fromkeys("big large tall high wide deep long thick".split(), "big")
"""Maps words for size to one of them, because any of their figures says how big something is."""
_PLAIN = PREPOSITIONS | {"many", "size", "often", "cost"}
"""The kinds of questions that are about the same if their verbs say little."""
_ORDERS = frozenset("after next then second last first else other another".split())
"""Words that tell one thing of a kind from another."""
_SCENE = frozenset("who where when age long cost weather".split())
"""The kinds of things that a story has one of."""
_ANSWERS_WHO = frozenset("helped told laughed trouble".split())
"""The aspects whose lines, without their yes, may say who it was."""
_OF_PEOPLE = frozenset("trouble laughed helped told".split())
"""The aspects whose lines say what other people did, so they must name whoever a question names."""
_INVENTED = frozenset("who where when long cost why".split())
"""The kinds of questions that an invented story answers whatever they are about."""
_IT = frozenset("it that this".split())
_THIRD = frozenset(("he", "she", "they"))
_NOBODY_ELSE = _IT | frozenset(("you", "they", "things", "everything", ""))
_OBJECTS = frozenset("it them him her me".split())
_MEASURES: Mapping[str, re.Pattern[str]] = {
    how: re.compile(words)
    for hows, words in (
        ("deep", r"\bdeep|depth|up to my"),
        ("high tall", r"\bhigh|tall|height|\bup\b"),
        ("heavy", r"kilo|gram|pound|stone|\bton|weigh|heav"),
        ("hot cold warm", r"degree|hot|cold|warm"),
        ("loud", r"loud|decibel"),
        ("fast", r"an hour|fast|\bas \w+ as\b"),
        ("far", r"metre|mile|kilomet|\bfeet|\bfoot|steps|\bfar\b|away"),
    )
    for how in hows.split()
}
"""Maps a word after `how` to a pattern of lines that answer it; any figure says how big something is."""
_MEASURED = re.compile(
    r"\d|metre|mile|centim|kilo|gram|feet|foot|inch|big|small|tall|high|long|wide|deep|far|size|as \w+ as|degree|pound|stone"
)
_KIN = frozenset(map(root, (*KIN, "parents", "family", "partner")))
_OF_ITS_OWN = frozenset(
    map(
        root,
        "photo photograph picture video souvenir scar touch hospital doctor police fine blood damage".split(),
    )
)
"""Roots of things that a line must name if it says yes."""
_PEOPLE = frozenset((*KIN, "nobody", "everybody"))
_TODAY = frozenset(("today", "now", "nowadays"))
_LATER = frozenset("after afterwards then next before".split())
_PAST = frozenset("did was were had".split())
_GOES = frozenset(map(root, "go get head travel sail drive fly bound destination".split()))
_GOT = re.compile(r"\b(?:get|got|buy|bought) (?:the|a|an|your|that|this|it|them|one|so)\b")
_YOUR_KIN = re.compile(rf"\byour (?:\w+ )?({'|'.join(KIN)})\b")
_KIN_OF = re.compile(rf"\b(my|our|his|her|their|whose|the|a|\w+['’]s) (?:\w+ )?({'|'.join(KIN)})\b")
_CLOCK = re.compile(
    r"\b(?:half|quarter|minutes?|five|ten|twenty) (?:past|to)\b|o'clock|\d[ap]m\b|\bat (?:lunch|tea|\w+ in the)\b"
)
_ROUTE = re.compile(r"\b(?:from|between) (?:the )?[A-Z]|\b(?:to|towards) [A-Z]")
_PICTURE, _WEAR = root("picture"), root("wear")
_OWN_SPEECH = re.compile(
    r"\bI (?:only |just |could only )?(?:say|said|told|asked|shouted|called|answered|wrote)\b"
)
_LIES_THERE = re.compile(r"^Yes, (?:it|they|he|she)(?:'s| is|'re| are| lies?| hangs?| stands?| sits?) ")
_BEST = frozenset("best nicest funniest finest favourite".split())
_WORST = frozenset("worst hardest scariest toughest".split())
_MOST = frozenset(map(root, (*_BEST, *_WORST, "most", "strangest", "oldest", "biggest")))
_NONE = frozenset("nothing nobody none never not neither hardly".split())
_YOUNG = frozenset(map(root, ("child", "kid", "young", "little", "small")))
_CHILDHOOD = range(3, 16)
"""The ages at which a person is a child."""


def loosely_fit(one: Question, line: StoryLine) -> float:
    """How well a line answers a question that it covers only in part; 0 if it doesn't answer it.

    The line's own question must be covered completely, and at least half of what is new in the question.
    """
    other = question_of_card(line.question, one.known) if line.question else None
    if other is None or _of_other_kin(one, line) or _of_another(one, other):
        return 0.0
    speaker = one.known.same(one.who) | {one.who} if one.kind == "said" and one.who else _NOTHING
    if speaker and speaker.isdisjoint(line.said | {other.who}):
        return 0.0
    own = line.own | other.topic | (line.said if one.kind == "said" else _NOTHING)
    telling = {word for word in one.topic - one.common - _MOST if one.weight(word) == 1}
    half = 2 * sum(one.knows(word, own) for word in telling) >= len(telling) > 0
    return _fit_own(one, line, LOOSE) if half or one.particles else 0.0


def _of_another(one: Question, other: Question) -> bool:
    """True if two questions may be about different people: who did one thing didn't do another."""
    if one.kind == "whether" and one.particles == other.particles != _NOTHING:
        return (one.subject, one.who) != (other.subject, other.who)
    if one.kind == "whether":
        return (one.words[:1], one.subject, one.who) != (other.words[:1], other.subject, other.who)
    if one.kind != other.kind and not _is_place(one, other):
        return True
    if one.kind != "who":
        return one.kind == "how" and (one.subject == "you") != (other.subject == "you")
    return "whose" not in one.words or "whose" not in other.words


def fit(one: Question, line: StoryLine) -> float:
    """How well a line answers a question; 0 if it doesn't."""
    if _of_other_kin(one, line):
        return 0.0
    if line.question:
        bare = _fit_bare(one, line) if one.is_bare else 0.0
        return bare or (_fit_own(one, line) if one.topic or not one.is_bare else 0.0)
    if one.asked.yes_no:
        return _fit_yes_no(one, line)
    if line.yes_no:
        return _fit_turned(one, line)
    return _fit_open(one, line) or _fit_sort(one, line) or _fit_by_the_way(one, line)


def _of_other_kin(one: Question, line: StoryLine) -> bool:
    """True if a question names one of the teller's family, and a line tells only of somebody else's: `her mother`."""
    named = _YOUR_KIN.search(one.flat)
    if named is None:
        return False
    those = one.known.same(root(named[1])) | {root(named[1])}
    owners = [owner for owner, kin in _KIN_OF.findall(folded(line.text)) if root(kin) in those]
    return bool(owners) and not any(owner in ("my", "our") for owner in owners)


def left_out(one: Question, line: StoryLine, scope: frozenset[str] = _NOTHING) -> float:
    """The weight of a question's words that a line isn't about; `scope`: roots that don't count."""
    missing = 0.0
    for word in one.topic:
        if one.knows(word, scope):
            continue
        of_line = one.kind in ("said", "do") or line.question.startswith("Who ")
        told = one.common | line.said if of_line else one.common
        who = word == one.who and one.knows(word, told)
        if who or one.is_common(word) or one.knows(word, line.own):
            continue
        if one.kind not in _SCENE and word not in line.said and one.known.same(word) & one.common:
            missing += COMMON
            continue
        in_text = word in line.said or not line.said.isdisjoint(
            one.known.same(word) if one.kind == "who" else one.known.related(word)
        )
        missing += one.weight(word) * ((1 - IN_TEXT) * bool(line.question) if in_text else 1)
    return missing


# lines with a question of their own


def _fit_own(one: Question, line: StoryLine, limits: Limits = CLOSE) -> float:
    """How well a line answers if its own question asks for the same thing."""
    if folded(line.question) == folded(one.text):
        return SAME_WORDS
    other = question_of_card(line.question, one.known)
    presupposed = one.asked.yes_no and not other.asked.yes_no
    by_sort = bool(one.sort) and _same_sort(one, other, line)
    kinds = by_sort if one.sort else other.kind in (one.kind, *one.known.of["other_kinds"].get(one.kind, ()))
    kinds = kinds or _is_place(one, other)
    named = bool(line.label and one.topic - one.common == line.label and one.kind == "what")
    same = other.kind == one.kind or (other.kind == "what" and other.topic == {one.sort})
    silent = one.kind == "said" and one.who and other.who and not one.knows(one.who, line.said | line.own)
    if silent or (not named and (_differ(one, other) or not (kinds or presupposed))):
        return 0.0
    if not (same or one.topic):
        return 0.0
    share = _shared(one, other, line)
    missing = left_out(one, line, GENERIC & {one.sort})
    strict = one.asked.yes_no or not (same or one.sort)
    if missing > (limits.strict if strict else limits.left_out) or share < (
        limits.shared if same else limits.most_shared
    ):
        return 0.0
    if missing >= one.weight_of(one.topic - one.common) > 0 or (presupposed and not _presupposes(one, other)):
        return 0.0
    apart = not (_ORDERS & set(other.words)) <= set(one.words)
    closeness = share + alike(one.topic, other.topic) - missing
    return (3.0 if same else 1.0 if one.asked.yes_no else 0.8) + closeness - apart


def _fit_bare(one: Question, line: StoryLine) -> float:
    """How well a line says what the statement's own thing is."""
    other = question_of_card(line.question, one.known)
    is_own = bool(other.topic) and one.topic <= other.topic <= one.common
    return (2.5 + (folded(line.question) == folded(one.text))) * (
        is_own and other.kind in ("what", "thing", "name")
    )


def _is_place(one: Question, other: Question) -> bool:
    """True if the other question asks for the same place as a thing: `Where did you sleep?`, `What did you sleep on?`."""
    return one.kind == "where" and other.kind == "what" and other.ends in _SPOTS


def _differ(one: Question, other: Question) -> bool:
    """True if a card's question asks for something else by its grammar."""
    if (other.asked.yes_no and not one.asked.yes_no) or one.particles != other.particles:
        return True
    supposed = one.asked.yes_no and ("would" in one.words[:2]) != ("would" in other.words[:2])
    elsewhere = not _same_subject(one, other)
    if supposed or one.is_negative != other.is_negative or elsewhere:
        return True
    if one.kind == "size" and (_EXTENT.get(one.how, one.how) != _EXTENT.get(other.how, other.how)):
        return True
    ends = (other.ends and other.ends not in one.words) or (one.ends and one.ends not in other.words)
    if (
        ends
        and not _is_place(one, other)
        and not ("in" in (one.ends, other.ends) and other.kind in ("many", "size", "cost"))
    ):
        return True
    if any(side & set(one.words) and not side & set(other.words) for side in (_BEST, _WORST)):
        return bool(one.sort) or not (_BEST | _WORST).isdisjoint(other.words)
    past = not _PAST.isdisjoint(other.words)
    return (one.kind == "where" and one.is_now and not other.is_now) or ("now" in one.words and past)


def _same_sort(one: Question, other: Question, line: StoryLine) -> bool:
    """True if a line tells which thing of a sort it was."""
    if one.sort in line.label or one.knows(one.sort, frozenset((other.sort,))):
        return True
    if other.kind == "thing" and not other.sort and one.is_common(one.sort):
        return True
    if one.sort not in one.common and re.search(
        rf"\b(?!(?:the|a|an|my|our|his|her)\b)[a-z]+ {one.sort}", line.text
    ):
        return True
    about_it = other.topic - one.common <= {one.sort} <= other.topic or (
        one.sort in GENERIC and one.topic & other.topic
    )
    return other.kind == "what" and bool(about_it)


def _shared(one: Question, other: Question, line: StoryLine) -> float:
    """The share of a card's question that another question asks about, too."""
    alike_enough = all(map(tells_nothing, other.topic)) or (
        len(other.topic) == 1 and one.subject == other.subject and one.kind not in PREPOSITIONS
    )
    plain = one.kind == other.kind and one.kind in _PLAIN and alike_enough
    label = not one.asked.yes_no and line.label & ({one.sort} | one.topic - one.common)
    if label or (plain and not one.asked.counted):
        return 1.0
    theirs = {word for word in other.topic if word in one.topic or one.known.related(word) & one.topic}
    about = other.topic - other.of_time or other.topic
    count = one.pronouns if theirs else 0
    meant = sorted(about - theirs - one.common, key=other.weight)[-count:] if count else []
    about -= {word for word in meant if other.weight(word) == 1}
    if not one.specific and one.kind not in _SCENE:
        return len(theirs & about) / len(about) if about else 1.0
    weights = {word: one.weight(word) for word in about}
    total = sum(weights.values())
    shared = sum(weight for word, weight in weights.items() if word in theirs | one.common)
    return shared / total if total else float(not one.specific)


def _presupposes(one: Question, other: Question) -> bool:
    """True if the other question takes a yes to the first question for granted."""
    about = other.topic - one.common
    named = any(one.weight(word) == 1 for word in one.topic & about)
    return named or (bool(one.particles) and about <= one.topic)


def _same_subject(one: Question, other: Question) -> bool:
    """True unless one question is about what the teller did and the other about somebody else."""
    anybody = one.kind == "whether" and one.subject in CROWD and not other.who
    if anybody or one.knows(_PICTURE, one.topic):  # it's the same picture, whoever took it
        return True
    if one.kind == "whether" and not other.subject:
        return one.subject != "you" or other.kind != "who"
    looks = one.kind == "looked" or one.knows(_WEAR, one.topic)
    personal = looks and not _THIRD.isdisjoint((one.subject, other.subject))
    personal = personal or one.kind in ("said", "do", "felt", "what", "whether", "age")
    if not personal or not (one.subject and other.subject):
        return True
    if other.who and not one.who and other.who not in one.topic and not one.is_common(other.who):
        return False
    named = one.kind == "what" and (other.who in one.topic or one.who in other.topic)
    mine = one.kind == "whether" and other.subject == "your" and other.who in one.topic
    both = one.kind == "what" and "you" in one.words and "you" in other.words
    return named or mine or both or (one.subject == "you") == (other.subject == "you")


# lines that answer any open question for their aspect


def _fit_open(one: Question, line: StoryLine) -> float:
    aspect = line.aspects[0]
    fit_for = [name for name in one.asked.aspects if name in one.known.of["aspects"].get(one.kind, ())]
    if one.kind in ("cost", "many") and (one.ends or one.words[-2:-1] == ["in"]):
        return 0.0
    moves = aspect in _MOVES and not one.particles <= set(tokens(line.text))
    if aspect not in fit_for or moves:
        return 0.0
    scope = _scope(one, aspect)
    if aspect == "where" and _GOT.search(one.flat):  # where a thing came from, not where it happened
        return 0.0
    if aspect == "where" and _ROUTE.search(line.text):
        scope |= _GOES
    elif aspect == "where" and one.subject != "you":  # where something went, not where it happened
        scope -= _GOES
    missing = left_out(one, line, scope)
    about = _ABOUT.get(aspect)
    named = aspect == "name" and one.sort and one.sort in line.said
    if missing > (A_WORD if named else LITTLE) or (about and not about(one, line, one.topic - scope)):
        return 0.0
    speaks = 2.0 * (aspect == "said" and bool(one.who))
    return 2.5 - 0.5 * fit_for.index(aspect) + 0.5 * (missing == 0) + speaks


def _scope(one: Question, aspect: str) -> frozenset[str]:
    """The roots of a question that ask for an aspect and needn't be in its line."""
    phrase = "" if aspect in _WORDED else one.known.phrase("open", aspect, one.flat)
    scope = roots(phrase) | one.known.scope(aspect) - {one.sort}
    if aspect == "begin":
        scope = scope.union(*map(roots, one.names))
    return scope | {word for word in one.topic if word.isdecimal()} if aspect == "age" else scope


def _all_named(one: Question, line: StoryLine, rest: frozenset[str]) -> bool:
    """True if a line has all the words of a question that say much."""
    said = line.said | {word for word in rest if any(longer.endswith(word) for longer in line.said)}
    return all(one.knows(word, said) for word in rest if one.weight(word) != LIGHT)


def _about_speech(one: Question, line: StoryLine, rest: frozenset[str]) -> bool:
    if one.subject == "you":
        return _OWN_SPEECH.search(line.text) is not None
    speaker = roots(line.text.partition("“")[0]) | line.said - roots(line.text)
    named = all(one.knows(word, speaker) for word in rest if one.weight(word) != LIGHT)
    return one.subject not in _IT and named


def _about_age(one: Question, line: StoryLine, rest: frozenset[str]) -> bool:
    named = bool(rest) and all(one.knows(word, line.said) for word in rest)
    return one.subject in _NOBODY_ELSE or named


def _about_number(one: Question, line: StoryLine, _rest: frozenset[str]) -> bool:
    if one.asked.counted:
        return one.knows(one.asked.counted, line.said)
    measured = _MEASURES.get(one.how, _MEASURED)
    return one.kind == "size" and measured.search(line.text) is not None


def _about_name(one: Question, line: StoryLine, rest: frozenset[str]) -> bool:
    return one.knows(one.sort, line.said) if one.sort else _all_named(one, line, rest)


def _about_reason(one: Question, _line: StoryLine, rest: frozenset[str]) -> bool:
    """The reason for the whole story isn't a reason for something that wasn't done."""
    return not one.is_negative or (bool(rest) and all(one.knows(word, one.common) for word in rest))


_ABOUT: Mapping[str, Callable[[Question, StoryLine, frozenset[str]], bool]] = {
    "said": _about_speech,
    "age": _about_age,
    "many": _about_number,
    "name": _about_name,
    "why": _about_reason,
    "felt": lambda one, _line, _rest: one.subject in _NOBODY_ELSE and _TODAY.isdisjoint(one.words),
    "when": lambda one, line, _rest: "what time" not in one.flat or _tells_hour(one, line),
    "who": lambda one, line, rest: (
        not one.is_now
        and (not one.asked.counted or not rest - {one.asked.counted})
        and (one.kind != "many" or _has_number(line))
    ),
    "looked": lambda one, line, _rest: not one.knows(_WEAR, one.topic) or one.knows(_WEAR, line.said),
    "where": lambda one, _line, _rest: (
        not one.is_now and one.subject not in ("he", "she") and _LATER.isdisjoint(one.words)
    ),
    "others": lambda one, line, rest: (
        one.subject not in ("you", "he", "she") and (one.who not in rest or one.knows(one.who, line.said))
    ),
}
"""Maps an aspect to whether its line is about the very person or thing asked for; `rest`: what is not in its scope."""


def _fit_sort(one: Question, line: StoryLine) -> float:
    """How well a line answers that has a thing of the sort, such as a colour, and what else is asked about."""
    sorts = frozenset((one.sort,))
    if not one.sort or one.sort in GENERIC | line.said or not one.knows(one.sort, line.said):
        return 0.0
    looks = line.aspects[:1] == ("looked",)
    about = looks or not line.said.isdisjoint(one.topic - sorts)
    return (1.5 + 0.5 * looks) * (about and left_out(one, line, sorts) <= LITTLE)


# lines that answer a question by the way, in words of their own


def _fit_by_the_way(one: Question, line: StoryLine) -> float:
    if one.kind == "do" and one.subject != "you":
        return float(_tells_what_did(one, line.text))
    if one.kind == "how" and "know" in one.words:
        related = any(_is_named(one, found["name"]) for found in relations_in(line.text))
        mentioned = line.aspects[0] == "who" and any(_is_named(one, name) for name in names_in(line.text))
        return 1.0 if related else 0.5 * mentioned
    about = one.topic <= one.common | line.said or _says_who_did_it(one, line)
    if not one.specific or not about or not stands_alone(line.text):
        return 0.0
    if one.kind in ("many", "cost", "long"):
        if line.aspects[:1] in (("age",), ("when",)):  # its number is a year, or how old somebody was
            return 0.0
        return 0.5 * _has_number(line)
    first = tokens(line.text)[:3]
    acts = first[0] not in FUNCTION_WORDS and (first[1:2] and (first[1] in AUXILIARIES or is_past(first[1])))
    named = bool(names_in(line.text[:30]) or line.said - roots(line.text) or acts)
    nobody = one.kind == "who" and not named and _PEOPLE.isdisjoint(first)
    elsewhere = one.subject == "you" and line.aspects[:1] == ("others",)
    fits = one.kind in ("who", "where", "when") and not nobody and not elsewhere
    return 0.5 * (fits and fits_kind(one.kind, one.text, line.text, one.known))


def _tells_hour(one: Question, line: StoryLine) -> bool:
    text = folded(line.text)
    daytime = (word for row in one.known.of["daytime"].values() for word in row)
    return _CLOCK.search(text) is not None or any(word in text for word in daytime)


def _has_number(line: StoryLine) -> bool:
    said = number_tokens(folded(line.text))
    return any(number_at(said, at)[1] for at in range(len(said)))


def _says_who_did_it(one: Question, line: StoryLine) -> bool:
    """True if a line has the verb of a who-did-it question, and a word for the thing that it was done to."""
    verb = next((root(word) for word in one.words[1:] if root(word) in one.topic), "")
    did = one.words[:1] == ["who"] and not one.subject and one.weight(verb) == 1 and verb in roots(line.text)
    return did and not _OBJECTS.isdisjoint(tokens(line.text))


def _is_named(one: Question, name: str) -> bool:
    return root(folded(name)) in one.topic


def _tells_what_did(one: Question, text: str) -> bool:
    """True if a text tells what the person asked about did."""
    return any(
        root(word) in one.topic and is_past(after) and after not in AUXILIARIES
        for word, after in pairwise(tokens(text))
    )


def _fit_turned(one: Question, line: StoryLine) -> float:
    """How well the line of a yes-or-no aspect answers an open question, such as `Who helped you?`."""
    aspect, said = line.aspects[0], line.text.removeprefix("Yes, ")
    if one.kind == "felt" and aspect == "regret" and not _TODAY.isdisjoint(one.words):
        return 1.2 * (left_out(one, line, one.known.scope("felt")) <= LITTLE)
    if one.kind == "where" and aspect == "kept" and one.is_now:
        there = said == line.text or _LIES_THERE.search(line.text) is not None
        return 1.2 * (there and left_out(one, line) <= LITTLE)
    if said == line.text:
        return 0.0
    if one.kind != "who" or aspect not in _ANSWERS_WHO or ("told" in one.words and not one.subject):
        return 0.0
    asks = (
        one.known.phrase("same", aspect, one.flat) and left_out(one, line, one.known.scope(aspect)) <= LITTLE
    )
    return 1.5 * (bool(asks) and fits_kind("who", one.text, said, one.known))


# yes or no


def _fit_yes_no(one: Question, line: StoryLine) -> float:
    aspect, aspects = line.aspects[0], one.asked.aspects
    things = aspect == "alone" and "anything" in one.words
    somebody = aspect in _OF_PEOPLE and one.who and not one.knows(one.who, one.common | line.said)
    if aspect not in aspects or things or somebody:
        return 0.0
    if line.yes_no:
        phrases = (one.known.phrase(table, aspect, one.flat) for table in ("same", "opposite"))
        meant = roots(" ".join(phrases)) - _KIN
        scope = one.known.scope(aspect) | (meant if line.text.startswith("No") else meant - _OF_ITS_OWN)
        most = A_WORD if line.text.startswith("No") else LITTLE
        return (2.5 - 0.5 * aspects.index(aspect)) * (left_out(one, line, scope) <= most)
    scope = roots(one.known.phrase("half", aspect, one.flat))
    if aspect == "proof":
        return 1.5 * (left_out(one, line, scope | LIES) <= LITTLE)
    if aspect in ("weather", "when", "age"):
        whole = one.subject in _IT | {"there", "you", "the"}
        scope |= one.topic if one.is_choice else _NOTHING
        return 1.5 * (whole and left_out(one, line, scope) <= LITTLE)
    return 1.2 * (one.specific and left_out(one, line) == 0 and stands_alone(line.text))


def denies(text: str) -> bool:
    """True if a text begins with words that deny something, such as `nobody knew`."""
    return not _NONE.isdisjoint(tokens(text)[:2]) or text.lower().startswith("on the contrary")


def agrees(one: Question, line: StoryLine) -> bool:
    """True if yes, not no, comes before an open answer to a yes-or-no question."""
    if denies(line.text):
        return False
    said = line.said | one.known.implied_by(line.said)
    about = one.topic - one.common
    match line.aspects[:1]:
        case ("proof",) if not line.question:
            return one.believes
        case ("age",) if about & _YOUNG:
            words = number_tokens(folded(line.text))[:8]
            return max((number_at(words, at)[0] for at in range(len(words))), default=0) in _CHILDHOOD
        case ("weather" | "when" | "age",) if not line.question:
            return bool(about & said)
    return True


# answers that aren't lines of a card


def mentions(line: StoryLine, thing: str) -> bool:
    """True if a line tells something about a thing, and can be told without its question."""
    refers_back = tokens(line.text)[0] in ("it", "he", "she", "they", "that", "one", "both", "yes", "no")
    told = stands_alone(line.text) and line.text[0].isalpha()
    return told and not refers_back and thing in roots(line.text)


def invented_aspect(one: Question) -> str:
    """The aspect of an invented story that answers a question; empty if none does."""
    if one.kind in _INVENTED or (one.kind == "age" and one.subject == "you"):
        return one.kind
    if one.kind == "many":
        return one.kind if one.asked.counted else ""
    fit_for = (*YES_NO, "proof") if one.asked.yes_no else one.known.of["aspects"].get(one.kind, ())
    found = [
        name for name in one.asked.aspects if name in fit_for and one.kind not in ("age", "became", "size")
    ]
    return next((name for name in found if _leaves_out_little(one, name)), "")


def _leaves_out_little(one: Question, aspect: str) -> bool:
    tables: tuple[str, ...] = ("open", "half") if aspect in OPEN else ("same", "opposite")
    if aspect in _WORDED:
        tables = ()
    scope = roots(" ".join(one.known.phrase(table, aspect, one.flat) for table in tables))
    return one.weight_of(one.topic - one.common - scope - one.known.scope(aspect)) <= LITTLE
