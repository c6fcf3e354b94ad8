"""The wording of a bot's questions: questions of a table, spelling, and names; and answers as statements.

A question about spelling is used only if `understand` reads it as it is meant. Chance chooses only the wording,
never the meaning.

A table asks about `this person`, man or woman. If the genie knows that it is a woman, it asks `Is she a
singer?`. In a mixed table, such a text can have several meanings when anybody asks it; when the genie asks
it, it has one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from random import Random

from tui_arena.core.text import fold
from tui_arena.questions.meaning import Above, Is, Meaning, Spelled, Spelling
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Entity, Knowledge
from tui_arena.questions.wordings import English

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BARE = ("drink", "sauce", "activity", "sport-activity")
"""Properties of things whose names take no article: `Is it milk?`, not `Is it a milk?`."""
_HARD_U = ("uni", "uku", "use", "ute", "ure", "eu")
_SOFT_H = ("hour", "honest", "heir", "honor", "honour")


def wordings(meaning: Meaning, knowledge: Knowledge) -> tuple[str, ...]:
    """All texts for a question, the plainest first; empty if no text is understood."""
    if isinstance(meaning, Is):
        question = knowledge.questions[meaning.question]
        return (question.text, *question.also)
    return spelling_texts(knowledge).get(meaning, ())


def worded(meaning: Meaning, knowledge: Knowledge, rng: Random | None) -> str:
    """A random text for a question, or the plainest if `rng` is None; empty if there is no text."""
    texts = wordings(meaning, knowledge)
    if not texts:
        return ""
    return rng.choice(texts) if rng else texts[0]


@lru_cache(maxsize=8)
def spelling_texts(knowledge: Knowledge) -> dict[Meaning, tuple[str, ...]]:
    """Questions about the spelling of names, for entities that the table can't distinguish."""
    asked = [
        (
            Spelling("starts", _LETTERS[:n]),
            f"Does its name begin with a letter between A and {_LETTERS[n - 1].upper()}?",
        )
        for n in range(2, len(_LETTERS))
    ]
    for letter in _LETTERS:
        asked.append((Spelling("holds", letter), f"Does its name contain the letter {letter.upper()}?"))
        asked.append((Spelling("ends", letter), f"Does its name end with the letter {letter.upper()}?"))
    asked += [
        (Spelling("letters", f"more {n}"), f"Does its name have more than {n} letters?") for n in range(3, 16)
    ]
    asked.append((Spelling("words", "more 1"), "Does its name have more than one word?"))
    wanted = [(Spelled(spelling), text) for spelling, text in asked]
    return {meaning: (text,) for meaning, text in wanted if understand(text, knowledge) == meaning}


def named(entity: Entity, english: English) -> str:
    """A name as it appears in a question, with an article if that is probably right.

    >>> [named(Entity(name), English()) for name in ("hammer", "Ada Lovelace", "scissors")]
    ['a hammer', 'Ada Lovelace', 'scissors']
    """
    name = entity.name
    words = name.split()
    if english.articles.get(name) == "the":
        return f"the {name}"
    last = words[-1]
    numbered = last.isupper() and len(words) > 1 and words[0].istitle()
    proper = last[0].isupper() and (numbered or not last.isupper()) and last[1:2] != "-"
    # only an entity with a proper name has a fact `real`, and even names like R2-D2 take no article
    proper = proper or entity.facts.get("real") in ("yes", "no")
    head = words[: words.index("of")][-1] if "of" in words[1:] else last
    article = english.articles.get(name) or english.articles.get(head)
    many = article != "a" and head.endswith("s") and not head.endswith(("ss", "us", "is", "os"))
    counted = article == "a" or not any(entity.facts.get(fact) == "yes" for fact in _BARE)
    counted = counted and article != "-"
    if proper or many or not counted or not name[0].isalnum():
        return name
    return f"{'an' if _sounds_open(words[0]) else 'a'} {name}"


def _sounds_open(word: str) -> bool:
    """True if a word begins with a vowel sound."""
    low = word.casefold()
    if len(word) > 1 and word.isupper():
        return low[0] in "aefhilmnorsx"
    if low.startswith(("one", *_HARD_U)):
        return low.startswith(("unin", "unim"))
    return low[0] in "aeiou" or low.startswith(_SOFT_H)


CASES: Mapping[str, tuple[str, str]] = {"he": ("him", "his"), "she": ("her", "her")}
"""Maps a pronoun to its object form and its possessive."""
_WHOSE = re.compile(r"\bthis (?:person|character)(?:'s|’s)")
_SUBJECT = re.compile(r"(^\w+ |\b(?:how|what|if|when|did) )this (?:person|character)\b")
_PAST: Mapping[str, str] = {"Is": "Was", "Does": "Did"}
_PRESENT = re.compile(r"^(Is|Does) (he|she)\b")
_OBJECT = re.compile(r"\bthis (?:person|character)\b")


def spoken(text: str, pronoun: str) -> str:
    """A question with a pronoun in place of the person.

    >>> spoken("Is this person a singer?", "she"), spoken("Do kids know this person's face?", "he")
    ('Is she a singer?', 'Do kids know his face?')
    >>> spoken("Have you heard of this person?", "she")
    'Have you heard of her?'
    """
    whom, whose = CASES[pronoun]
    return _OBJECT.sub(whom, _SUBJECT.sub(rf"\1{pronoun}", _WHOSE.sub(whose, text)))


def in_the_past(text: str) -> str:
    """A question with a pronoun, put into the past for a person who is dead.

    >>> in_the_past("Does she sing?"), in_the_past("Is he from Europe?"), in_the_past("Did she write books?")
    ('Did she sing?', 'Was he from Europe?', 'Did she write books?')
    """
    return _PRESENT.sub(lambda found: f"{_PAST[found[1]]} {found[2]}", text)


def asked_with_pronoun(text: str, knowledge: Knowledge) -> Is | None:
    """The table's question that a text asks with a pronoun, or in a wording that depends on earlier answers.

    None if there is no such question, or if two questions have this text. Sentences before it are passed over.
    """
    return _with_pronouns(knowledge).get(fold(text.rpartition(". ")[2]))


@lru_cache(maxsize=8)
def _with_pronouns(knowledge: Knowledge) -> Mapping[str, Is | None]:
    out: dict[str, Is | None] = {}
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            for said in _said_of_somebody(text) - {text}:
                known = out.setdefault(fold(said), Is(question.id))
                out[fold(said)] = known if known == Is(question.id) else None
    for about in knowledge.properties.values():
        for _, text in about.knowing:
            for said in {text} | _said_of_somebody(text):
                out.setdefault(fold(said), Is(about.id))
    return out


def _said_of_somebody(text: str) -> set[str]:
    """A question with each pronoun, about the living and about the dead."""
    said = {spoken(text, pronoun) for pronoun in CASES}
    return said | set(map(in_the_past, said))


# what follows, as a statement

_AUXILIARIES = frozenset(
    "is was are were does do did can could would will has have had should might may".split()
)
_SAID_OF = (
    *("this person", "most people", "many people", "some people", "most children", "children", "people"),
    *("it", "you", "they", "he", "she", "one", "we", "there", "its name", "its parts"),
)
_VERBS = {"have": "has", "do": "does", "go": "goes"}


def said_so(meaning: Meaning, knowledge: Knowledge, *, yes: bool) -> str:
    """A question's answer as a clause: `it is an animal`, `it does not have wheels`."""
    question = meaning.question if isinstance(meaning, Is) else ""
    if isinstance(meaning, Above):
        question = f"{meaning.scale}>{meaning.amount:g}"
        if question not in knowledge.questions:
            what = meaning.text or f"above {meaning.amount:g} in {meaning.scale}"
            return f"it is {what}" if yes else f"it is not {what}"
    known = knowledge.questions[question]
    texts = (known.text, *known.also)
    return stated(next((text for text in texts if "," not in text), known.text), yes=yes)


def stated(question: str, *, yes: bool) -> str:
    """A yes-or-no question and its answer, put into one clause.

    >>> stated("Does it have wheels?", yes=True), stated("Is it alive?", yes=False)
    ('it has wheels', 'it is not alive')
    """
    aux, _, rest = question.strip().rstrip("?").partition(" ")
    aux = aux.lower()
    subject = next((s for s in _SAID_OF if rest.lower().startswith(f"{s} ")), None)
    if aux not in _AUXILIARIES or subject is None:
        return f"the answer to “{question}” is {'yes' if yes else 'no'}"
    rest = rest[len(subject) + 1 :]
    if yes and aux in ("do", "does"):
        verb, _, others = rest.partition(" ")
        if aux == "do" or verb == "fly" or not verb.endswith("ly"):
            return " ".join(filter(None, [subject, verb if aux == "do" else _third_person(verb), others]))
    if subject == "there" and not yes:
        return f"there {aux} no {rest}"
    negation = "" if yes else "not" if aux == "can" else " not"
    return f"{subject} {aux}{negation} {rest}"


def _third_person(verb: str) -> str:
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return f"{verb[:-1]}ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh")) else "s")
