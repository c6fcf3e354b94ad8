"""Understanding: from a free yes-or-no question to its meaning for a table.

The exact texts of the table are tried first, then spelling, comparisons, names and the table's phrases. Typos
are corrected only if nothing else fits.

Law: a question is understood as a whole or not at all; no word that matters is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tui_arena.questions import slang, wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.meaning import About, AllOf, AnyOf, Begging, Meaning
from tui_arena.questions.reading.amounts import size_words
from tui_arena.questions.reading.association import has_all, has_half
from tui_arena.questions.reading.clauses import AUX, BE, FRAMES, HAVE
from tui_arena.questions.reading.everyday import everyday
from tui_arena.questions.reading.parser import ARTICLES, Reader, called, foreign_asked, stranger
from tui_arena.questions.reading.phrases import SUBJECTS, Phrases, flat, phrases_of
from tui_arena.questions.reading.typos import mended
from tui_arena.questions.stems import MOST_WORDS, sentences
from tui_arena.questions.table import Knowledge
from tui_arena.questions.wordings import rewritten, table_of

_FLUFF = table_of(wordings.FLUFF)
_TAGS = sorted((tuple(tag.split()) for tag in wordings.TAGS.replace("\n", "|").split("|") if tag), key=len)
_TAGS.reverse()
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
_ASKED_OF = frozenset("it he she they you i we people".split())
_SIDE = frozenset("when while because since before after if".split())
"""Words that begin a side clause, which may be ignored as a last resort."""
_SOMEBODY = frozenset("he she him his her".split())
_WHOSE = frozenset("his her their its".split())
_RELATIVES = wordings.FAMILY | frozenset(
    "boyfriend girlfriend friend friends mate sidekick boss enemy teacher pet".split()
)
_WHICH = frozenset("best older younger little big first second late former only".split())
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
        asked = _in_plain_words(asked)
    meaning = called(text, phrases) or _of_a_relative(asked, phrases) or _meaning(asked, phrases)
    if meaning is None:
        better = mended(asked, phrases)
        meaning = _meaning(better, phrases, guess=True) if better else None
        meaning = meaning or _last(asked, better or asked, phrases)
    return meaning or stranger(text)


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
    """Whether an entity is associated with all that a question names."""
    asked = _asked(text)
    return asked is not None and has_all(_plain(_in_plain_words(asked))[0], phrases_of(knowledge), number)


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


def _last(asked: list[str], better: list[str], phrases: Phrases) -> Meaning | None:
    """The last attempts: a name that is not in the deck, and words associated with entities."""
    plain, naming = _plain(asked)
    strange = foreign_asked(plain, phrases, size_words(phrases.knowledge))
    if strange is not None and not phrases.people:
        return strange
    readings = [asked] if better == asked else [asked, better]
    readings += [
        other for words in readings if (other := " ".join(rewritten(words, _REWORDED)).split()) != words
    ]
    reader = Reader(phrases, naming=naming, loose=True)
    heads = [_plain_words(head) for words in readings for head in _without_remarks(words)]
    heads += [head for words in readings for head in _without_remarks(_plain_words(words))]
    for words in (*readings[1:], *heads):
        found = _meaning(words, phrases)
        if found is not None:
            return found
    for words in (*map(_plain_words, readings), *heads):
        found = everyday(words, phrases, lambda text: _meaning(text.split(), phrases)) or reader.read(words)
        guessed = better != asked and isinstance(found, About) and found.partly
        if found is not None and not guessed:
            return found
    return strange


def _plain_words(words: Sequence[str]) -> list[str]:
    return _plain(words)[0]


def _without_remarks(words: list[str]) -> Iterator[list[str]]:
    """The words without a remark at their end: a side clause, what follows a pause, `most of them`."""
    side = next((i for i, word in enumerate(words) if i > 2 and word in _SIDE), None)
    pause = next((i for i, word in enumerate(words) if i >= _LEAST_LEFT and word == ","), None)
    ends = [end for end in (side, pause) if end is not None]
    ends += [
        len(words) - len(r) for r in _REMARKS if words[-len(r) :] == r and len(words) - len(r) >= _LEAST_LEFT
    ]
    for end in sorted(set(ends), reverse=True):
        left = [*words[:end]]
        while left and left[-1] in (",", "like"):
            left.pop()
        yield left
        yield from _without_remarks(left)


def _asked(text: str) -> list[str] | None:
    """The words of the sentence that asks; None if there are several, or if it is too long."""
    said = [s for s in sentences(text) if _stripped([w for w in s if w != "?"])]
    asking = [s for s in said if s[-1] == "?"] or said
    if not asking or (len(asking) > 1 and asking[0] != asking[-1]):
        shorter = [s for s in asking if len(_stripped([w for w in s if w != "?"])) > 1]
        if len(shorter) != 1:
            return None
        asking = shorter
    words = _untagged([w for w in asking[-1] if w != "?"])
    for i, word in enumerate(words[1:], 1):
        if word == "then" and (words[i - 1].endswith("er") or words[i - 1] in ("more", "less")):
            words[i] = "than"
    words = _legged(words)
    return words if len(words) <= MOST_WORDS else None


def _in_plain_words(words: list[str]) -> list[str]:
    """Words without idioms, examples and empty choices: `or something` at the end of a thing."""
    out = " ".join(rewritten(_condition_last(words), _IDIOMS)).split()
    for i in range(len(out) - 1, 0, -1):
        if i >= len(out):
            continue
        if out[i] == "or" and out[i + 1 : i + 2] and out[i + 1] in _EMPTY_CHOICES:
            after = out[i + 2 : i + 3]
            whole = not after or after[0] in _AFTER_CHOICES
            out[i : i + 2] = [] if whole else ["or"]
        elif out[i] == "like" and out[i - 1] == ",":
            example = out[i + 1 : i + 2] and out[i + 1] in ("a", "an", "the", "in", "with", "for", "when")
            if out[i + 1 : i + 2] == [","]:
                out[i - 1 : i + 2] = []
            elif example and i > _LEAST_LEFT:
                out[i - 1 :] = []
        elif out[i] == "like" and out[i + 1 : i + 2] and out[i + 1].isdigit():
            del out[i]
        elif out[i] == "old" and out[i - 1] in ("year", "years") and i > 1 and out[i - 2] in _CHILDS_AGES:
            start = i - 3 if i > _LEAST_LEFT and out[i - 3] in _BEFORE_AGES else i - 2
            out[start : i + 1] = ["kids"]
    return out


def _condition_last(words: list[str]) -> list[str]:
    """Put a condition after what is asked: `if i drop it would it break`."""
    if words[:1] not in (["if"], ["when"]):
        return words
    for i in range(_LEAST_LEFT, len(words) - 1):
        if words[i] in BE | AUX and words[i + 1] in _ASKED_OF:
            return [*words[i:], *(word for word in words[:i] if word != ",")]
    return words


def _untagged(words: list[str]) -> list[str]:
    """Remove a negation that a tag turns round: `it is not alive, is it` asks whether it is alive."""
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


def _placed(words: list[str]) -> list[str]:
    """Replace `there` by `in it`, since a question such as `do people live there` is about the place."""
    for i, word in enumerate(words):
        if word == "there" and i > 1 and words[i - 1] not in BE | {"nt", "not", "be"}:
            return [*words[:i], *([] if words[i - 1] in ("in", "go") else ["in"]), "it", *words[i + 1 :]]
    return words


def _meaning(words: list[str], phrases: Phrases, *, guess: bool = False) -> Meaning | None:
    found = phrases.exact.get(tuple(words))
    if found is not None:
        return found
    plain, naming = _plain(words)
    found = phrases.exact.get(tuple(_stripped(words))) or phrases.exact.get(tuple(plain))
    if phrases.mixed and _SOMEBODY & set(words) and found not in phrases.everyday:
        asked = phrases.of_somebody.get(tuple(plain))
        found = asked if isinstance(asked, AnyOf) else None  # of one kind alone: phrases know of both
    if found is not None:
        return found
    if _begs(plain):
        return None if guess else Begging()
    found = Reader(phrases, naming=naming).read(plain)
    side = next((i for i, word in enumerate(plain) if i > 2 and word in _SIDE), None)
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
    subject = rewritten(left, SUBJECTS)
    while subject[:2] == ["it", ","]:
        subject = ["it", *subject[2:]]
    if len(subject) > 2 and subject[0] == "it" and subject[1] in BE | AUX | HAVE and subject[2] == "it":
        subject = subject[1:]
    return subject, naming


def _stripped(words: Sequence[str]) -> list[str]:
    """Words without fluff, openers and tags."""
    left = [word for word in rewritten(words, _FLUFF) if word not in wordings.ALONE]
    while left and (left[0] == "," or (left[0] in wordings.OPENERS and left[1:2] != ["one"])):
        left = left[1:]
    changed = True
    while changed and left:
        changed = False
        while left and left[-1] == ",":
            left, changed = left[:-1], True
        for tag in _TAGS:
            size = len(tag)
            if len(left) > size and tuple(left[-size:]) == tag and (left[-size - 1] == "," or size < 2):
                if left[-size - 1] in ARTICLES:
                    break
                if size < 2 or left[0] in FRAMES or len(left) > size + 1:
                    left, changed = left[:-size], True
                break
    return left
