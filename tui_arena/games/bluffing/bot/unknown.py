"""What a teller says when the story doesn't know the answer.

A person who tells a story can nearly always say something plain: who cleaned up, how they got home, whether it
was heavy. So can the bot: it makes up a small fact. The fact contradicts nothing, because nothing in the story
depends on it. It stays the same for a whole session, because it follows from the statement and the question
alone. `[bots.signs.small]` in `host.toml` tells what a question asks for, `[bots.small]` what is said then.

If no small fact fits, the teller says an honest word that fits the kind of question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import AUXILIARIES
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.question import CROWD, Question
from tui_arena.games.bluffing.bot.reading import StoryVocabulary, folded

TAKEN_UP = 0.6
"""The chance that the teller takes up the question, if it can be turned round."""
MOST_WORDS = 9
"""The greatest number of words of a question that is taken up."""
OWN = frozenset(("you", "it", "that", "this", "the", "your", "there", ""))
"""The first words of a subject that isn't somebody else, who would know the reason."""
_PRESENT = frozenset("is are do does has have can will isnt arent dont doesnt hasnt havent cant wont".split())
_NOW = frozenset("happens whats wheres whos".split())
_LAST = re.compile(
    r"(?:^|[.!?:;]\s+)(?:(?:and|so|but|well|ok|okay|then),? )?([^.!?:;]+)\?\s*$", re.IGNORECASE
)
_NOUN = (
    r"(?!\w+est\b|(?:first|second|third|next|last|other|same|only|worst|most|one|two|three|very|whole)\b)\w+"
)
_THING = rf"(?:the|your|his|her|their|a|an) {_NOUN}"
_OBJECT = rf"(?:(?:you|it|him|her|them|that|this)(?!\S)|{_THING})"
_AT = r"(?:in|on|at|from|about|for|like|with|to|into|by|near|behind|under|over)"
_TURNED = re.compile(
    r"(?P<what>(?:who|what|which|how|where|when|why)(?: (?!you|he|she|it|they|that|this|there|the)\w+){0,3}?)"
    rf" (?P<verb>was|were|is|are) (?P<who>(?:you|he|she|it|they)(?: (?=\w+(?:ing|ed)\b|{_AT}\b|there|then|now|when|while)|$)"
    rf"|that$|{_THING}(?: of {_THING})?(?=$| \w+(?:ing|ed)\b| {_AT}$))"
    rf"(?P<rest>(?: ?\w+(?:ing|ed))?(?: ?{_AT}(?: {_OBJECT})?)?(?: ?(?:there|then|now))?)"
    r"(?P<clause>(?: ?(?:when|while) (?:you|he|she|it|they|the \w+) \w+(?: \w+){0,3})?)",
    re.IGNORECASE,
)
"""A question whose subject stands behind its verb."""
_WHO = re.compile(
    rf"(?P<who>who) (?P<verb>(?!(?:was|were|is|are) {_OBJECT})\w+)(?P<rest>(?: {_OBJECT})?(?: {_THING})?(?: (?:{_AT}|after) {_OBJECT})?(?: there| then)?)",
    re.IGNORECASE,
)
"""A question for who did something."""
_NO_PART = re.compile(
    r"how many\b.* you\b|who (?:was|is) (?:the|your|his|her|their|an?) \w+ \w", re.IGNORECASE
)
"""Questions whose turned words aren't what they ask for."""
_SUBJECTS = (
    (re.compile(r"\byou were\b", re.IGNORECASE), "I was"),
    (re.compile(r"\byou are\b", re.IGNORECASE), "I am"),
    (re.compile(r"\byou\b", re.IGNORECASE), "I"),
)
_OBJECTS = ((re.compile(r"\byou\b", re.IGNORECASE), "me"),)
_YOUR = re.compile(r"\byour\b", re.IGNORECASE)
_NOT_TAKEN_UP = re.compile(r"\b(?:I|me|my|us|we|our|yours|yourself)\b|[“”\"(,]|\byou['’]|['’]t\b")


def unknown(question: Question, phrases: Mapping[str, Sequence[str]], told: str, rng: Random) -> str:
    """An honest word for a question that the story has no answer to.

    `phrases`: maps a kind of question to its honest words. `told`: what was said so far; no phrase of it is said again.
    """
    again = taken_up(question) if rng.random() < TAKEN_UP else ""
    if again:
        ends = [text for text in phrases["taken_up"] if text.partition("}")[2] not in told]
        if ends:
            return rng.choice(ends).format(asked=again)
    fit = phrases[_occasion(question)]
    fresh = [text for text in fit if text not in told]
    return rng.choice(fresh or [text for text in phrases["any"] if text not in told] or fit)


def _occasion(question: Question) -> str:
    """The key of the phrases for a question."""
    verb = next((word for word in question.words if word in AUXILIARIES), "")
    now = verb in _PRESENT or (not verb and not _NOW.isdisjoint(question.words))
    if question.kind == "whether" and not question.is_choice:
        if verb in ("have", "has", "havent", "hasnt"):
            now = False
        return f"{'now_' if now else ''}whether{'_you' if question.subject == 'you' and not (now and 'still' in question.words) else ''}"
    if question.kind == "size":
        return "size"
    if question.kind == "why" and question.subject not in OWN:
        return "why_others"
    kind = {"often": "many", "age": "when", "way": "how"}.get(question.kind, question.kind)
    if kind in ("who", "where", "when", "many", "long", "cost", "why", "said", "name", "felt", "how"):
        return "now" if now and kind in ("where", "when", "how", "said", "felt") else kind
    return "now" if now else "what"


def taken_up(question: Question) -> str:
    """The question as a part of the teller's own sentence; empty if it is long or can't be turned round safely.

    `What colour was the plate?` becomes `What colour the plate was`.
    """
    found = _LAST.search(question.text.strip())
    text = found[1].strip() if found else ""
    if not text or _NOT_TAKEN_UP.search(text) or len(text.split()) > MOST_WORDS:
        return ""
    if (turned := _TURNED.fullmatch(text)) and not _NO_PART.match(text):
        subject = _swapped(f"{turned['who'].strip()} {turned['verb']}", _SUBJECTS)
        rest, clause = _swapped(turned["rest"], _OBJECTS), _swapped(turned["clause"], _SUBJECTS)
        text = " ".join(f"{turned['what']} {subject} {rest} {clause}".split())
    elif (asks := _WHO.fullmatch(text)) and (is_past(asks["verb"].lower()) or asks["verb"] in ("was", "is")):
        text = f"{asks['who']} {asks['verb']}{_swapped(asks['rest'], _OBJECTS)}"
    else:
        return ""
    return capital(_YOUR.sub("my", text))


def _swapped(text: str, pairs: Iterable[tuple[re.Pattern[str], str]]) -> str:
    for pattern, said in pairs:
        text = pattern.sub(said, text)
    return text


_FORMS = {
    "i": ("I", "me", "my"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "it": ("it", "it", "its"),
    "they": ("they", "them", "their"),
}
"""Maps a pronoun to its forms: subject, object and possessive."""
_FIRST_CHOICE = re.compile(
    r"\b(?P<choice>(?:an?|(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?:the|your)) (?:[\w-]+ ){0,2}?[\w-]+),? or\b",
    re.IGNORECASE,
)
"""The first of two things between which a question lets the teller choose."""
_YOUR_AT_FIRST = re.compile(r"^your\b")
_DETERMINERS = frozenset("the your my his her their our that this a an these those".split())
_PEOPLES_KINDS = frozenset(("said", "felt", "others"))
"""What only people do; whoever does it is a person."""
_OF_PEOPLE = "_they"
"""The end of the name of a row that says what people do or think, and no thing."""
_PLURAL_PRONOUNS = CROWD | {"we"}


@lru_cache(maxsize=256)
def persona_of(statement: str, story: str, choices: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The small facts about a statement's teller that a whole session keeps, as slots: `hour` and `Hour`.

    `story`: all that the story says; no name that stands in it is given to somebody else. `choices`: each slot with
    the words from which one is drawn, with ` / ` between them.
    """
    rng, taken = Random(f"persona/{folded(statement)}"), set(tokens(story))
    slots = dict[str, str]()
    for slot, row in choices:
        words = row.split(" / ")
        slots[slot] = rng.choice([word for word in words if taken.isdisjoint(tokens(word))] or words)
        taken |= set(tokens(slots[slot]))
    return slots | {capital(slot): capital(word) for slot, word in slots.items()}


def small_fact(
    one: Question, persona: Mapping[str, str], speech: Mapping[str, Any], told: Sequence[str], seed: str
) -> str:
    """A plain answer to a question that the story has no answer to; empty if there is none for such a question.

    `speech`: the bots' phrases, by occasion. `told`: the answers so far; no phrase is said twice. `seed`: what
    decides between several phrases, beside the question.
    """
    table = "small_yes_no" if one.asked.yes_no else "small"
    named = _FIRST_CHOICE.search(one.text) if one.is_choice else None
    choice = ("choice_named",) if named else ("choice",)
    rows = choice if one.is_choice else one.known.asks(table, one.flat)
    phrases: Mapping[str, Sequence[str]] = speech["small" if one.is_choice else table]
    slots = {
        **persona,
        **_pronouns(one),
        "choice": _YOUR_AT_FIRST.sub("my", named["choice"]) if named else "",
    }
    rng = Random(f"{seed}/{sorted(one.topic)}")
    for row in rows:
        if row.endswith(_OF_PEOPLE) and slots["he"] == "it":
            continue
        texts = [capital(text.format_map(slots)) for text in phrases[row]]
        fresh = [text for text in texts if not any(text in answer for answer in told)]
        if fresh:
            return rng.choice(fresh)
    return ""


def _pronouns(one: Question) -> dict[str, str]:
    """The pronouns for whoever a question is about, as slots: `he`, `him`, `his` and `He`."""
    slots = dict(zip(("he", "him", "his"), _FORMS[_pronoun(one)], strict=True))
    return slots | {"He": capital(slots["he"])}


def _pronoun(one: Question) -> str:
    words = one.flat.split()
    at = next((n for n, word in enumerate(words) if word in AUXILIARIES), -1)
    after = words[at + 1 : at + 2]
    if not after or after == ["you"]:
        return "i"
    if after[0] in _FORMS:
        return after[0]
    if after[0] in _PLURAL_PRONOUNS:
        return "they"
    return _gender(words[at + 1 : at + 4], one.known, person=one.kind in _PEOPLES_KINDS)


def _gender(words: Sequence[str], known: StoryVocabulary, *, person: bool) -> str:
    """The pronoun for the noun among some words; `person`: True if it must be somebody, whatever the noun."""
    rows = known.of["pronouns"]
    for word in words:
        for pronoun, row in rows.items():
            if word in row:
                return str(pronoun)
            if word.removesuffix("s") in row:
                return "they"
    noun = next((word for word in words if word not in _DETERMINERS), "")
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return "they" if plural or person else "it"
