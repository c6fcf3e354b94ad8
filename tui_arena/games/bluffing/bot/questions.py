"""The judge's next question.

If the last answer contradicted something or didn't answer, the judge takes that up at once. Otherwise it asks
about something that is still open, in words that suit the sort of statement. It never asks about anything
that was asked or told before.

A question depends only on the statement, the answers and a deck's questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.language.families import is_past
from tui_arena.core.language.numbers import NUMBERS, SIZES
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.facts import facts_in
from tui_arena.games.bluffing.bot.judge import Case, WeighedAnswer
from tui_arena.games.bluffing.bot.reading import (
    KIN,
    StoryVocabulary,
    alike,
    asked,
    folded,
    happened,
    kind_of,
    names_in,
    people_in,
    roots,
)
from tui_arena.games.bluffing.rules import TEXT_CHARS

CHECKS: Mapping[str, float] = {"easy": 0.2, "medium": 0.4, "hard": 0.5}
"""The chance that a judge of each level takes up something that the last answer told."""
FRAME = frozenset(("when", "where", "age", "company"))
"""The themes of the frame of a story, with which all other answers can be compared."""
FRAMES: Mapping[str, float] = {"easy": 2.0, "medium": 5.4, "hard": 6.4}
"""The extra weight that a judge of each level gives to questions on the frame, compared with a deck's questions."""
LENT = 0.7
"""The extra weight of a question that comes from the deck."""
LUCK: Mapping[str, float] = {"easy": 6.0, "medium": 1.5, "hard": 1.5}
"""The greatest weight that chance gives to a question."""
PRESSING: Mapping[str, float] = {
    "who": 3,
    "where": 3,
    "when": 3,
    "count": 2.5,
    "feeling": 1.5,
    "how": 2,
    "what": 2,
}
"""How hard each kind of question is for a person who wasn't present; 1 for the other kinds."""
LAST = -4.0
"""The weight of the last of the questions for a sort of statement; the first question weighs 0."""
AGAIN = 0.8
"""How much less a question weighs for each question of its kind that was asked before."""
SAME = 0.6
"""Two questions that are at least this much `alike` count as the same."""
THEMES = frozenset("when where age company why long cost begin end felt weather".split())
"""The themes of a whole story, each of which is asked about only once."""
_WIDE = frozenset(("when", "where", "why", "long", "cost"))
"""A question has one of these themes only if it is about the whole story."""
_COMPANY = frozenset("with there else present around".split())
_PAST = frozenset(("event", "past", "told"))
"""The sorts of statements about something that is over."""
_PETS = frozenset(("dog", "cat"))
_SIBLINGS = frozenset(("brothers", "sisters", "siblings"))
_MANY = NUMBERS.keys() - {"zero", "one", "second"} | set(SIZES) | {"many", "several", "dozens", "hundreds"}
_ONE_OF_KIN = rf"(?:{'|'.join((*KIN, 'twin', 'child', 'kid', 'sibling'))})"
_KIN_FIRST = re.compile(
    r"^(?:my|our|i have|we have|i've got|ive got) (?:(?!twin (?:brother|sister)s?\b)[\w-]+ ){0,3}?"
    rf"((?:twin )?{_ONE_OF_KIN}'s {_ONE_OF_KIN}|(?:twin )?{_ONE_OF_KIN}s?|children)\b(?!'\w*\s+{_ONE_OF_KIN})"
)
"""The beginning of a statement about the family; the group is the relative."""
_NO_PEOPLE = frozenset("Mr Mrs Ms Dr Miss Yes Yeah No Nope Well Just Only".split())
_NAMELESS = frozenset("mother father mum mom dad".split())
_UNIT = r"(?:second|minute|hour|day|night|week|month|year|summer|winter)s?"
_TELLS: Mapping[str, re.Pattern[str]] = {
    "when": re.compile(
        r"\b(?:(?:19|20)\d\d|ago|last (?:week|month|year|night|weekend|spring|summer|autumn|winter)|yesterday"
        r"|(?:january|february|april|june|july|august|september|october|november|december)|in (?:march|may)"
        r"|in my (?:teens|\w+ties)|always|all my life)\b"
    ),
    "age": re.compile(
        r"\b(?:when|since|before|until) i was (?!there|with|at|in|on|out)\w+|\bwas born\b|\bas an? (?:small |little )?(?:child|kid|boy|girl|baby|teenager|student)\b"
        r"|\bat the age of\b|\baged? (?:\d|\w+een)|\bat (?:\d\d?|\w+teen|ten|eleven|twelve|twenty)\b|\bmy \w+(?:th|st|nd|rd) birthday"
    ),
    "company": re.compile(
        r"\b(?:alone|by myself|on my own|with (?:an?|the|my|our|friends|some|two|three)|nobody else|no one else)\b"
        rf"|\b(?:my|our) (?:\w+ )?(?:{'|'.join(KIN)})s?(?: \w+)? and i\b"
    ),
    "why": re.compile(
        r"\b(?:because|so that|in order to|(?:for|as) a (?:bet|dare|joke)|by (?:mistake|accident))\b"
    ),
    "long": re.compile(
        rf"\b(?:for|took|lasted) (?:\w+ ){{0,4}}{_UNIT}\b|\b(?:overnight|all night|whole {_UNIT}|from .{{1,20}} (?:to|till|until))\b|\d\d(?: to |-|–)\d"
    ),
    "cost": re.compile(r"\b(?:pounds?|euros?|dollars?|pence|cents?|cost)\b|[£€$]"),
    "taught": re.compile(
        r"\btaught (?:me|myself|us)\b|\bself-?taught\b|\bshowed me\b|\blessons?\b"
        r"|\b(?:with|from|by) (?:an? |the |my )?(?:\w+ )?(?:app|book|course|teacher|video|film|record)s?\b"
    ),
    "weather": re.compile(r"\b(?:rain\w*|snow\w*|sunny|storm\w*|pouring|fog\w*|heatwave|freezing)\b"),
}
"""Maps a theme to signs that a text has told it. The signs are loose: nobody minds a question that isn't asked."""
_HERE = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom|[Oo]utside) (?:the )?(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Christ|East))[A-Z][a-z]|\bat (?:home|school|work)\b"
)
_RIDE = re.compile(r"\b(?:on|in) an? (?:\w+ )?(plane|train|bus|ferry|boat|ship|tram|coach)\b")
_GOES_ON = "in|on|at|with|and|by|near|for|where|when|overnight|once|that|who|because|of"
"""Words after the name of a place; any other makes it part of a longer name, as in `a school trip`."""
_AT = re.compile(r"\b(?:in|on|at|under|behind) (?:the|my|our|a)\b|\bin bed\b")
_TURNED = {
    "my": "your", "mine": "yours", "myself": "yourself", "me": "you", "us": "you", "our": "your", "ours": "yours",
    "ourselves": "yourselves", "you": "me", "your": "my", "yours": "mine", "yourself": "myself",
}  # fmt: skip
"""Maps a teller's words to the judge's words for the same: `my` to `your`."""
SHORT = 9
"""A statement of more words than this isn't taken up in a question."""
_OBJECT = re.compile(
    r"^i (?:(?:really|absolutely|just|secretly|dont|do not|cant|cannot) )*(?:like|love|hate|detest|adore|loathe|enjoy|dislike|stand|bear"
    r"|am (?:\w+ )?(?:afraid|scared|terrified) of) (?!(?:to|when|if|that|how|what|where|it|as) )((?:[\w'-]+ ){0,2}[\w'-]+)$"
)


def sort_of(statement: str, known: StoryVocabulary) -> str:
    """The sort of a statement, a key of the questions `ask`.

    Some sorts: `event` is something that the teller did once, `past` something done for a time, and `told`
    something that the family did. `never` was never done. Other sorts are about likes, fears, possessions and
    habits, and about what somebody can do or is.
    """
    words = tokens(statement.replace("’", "'"))
    found = known.asks("statements", " ".join(words))
    first = found[0] if found else ""
    present = {"is", "are", "am", "im"} & set(words) and not {"was", "were", "did", "had", "once"} & set(
        words
    )
    past = happened(folded(statement)) and not present
    if words[:2] in (["i", "have"], ["we", "have"], ["i", "am"]) or words[:1] in (["ive"], ["im"]):
        past = "once" in words or any(map(is_past, words[1:3]))
    if first != "never" and "since" in words and {"have", "has", "ive"} & set(words):
        return "state"
    if first == "own" and (_MANY & set(words[2:4]) or any(word.isdigit() for word in words[2:3])):
        return "several"
    if first:
        return first
    if past:
        heard = _kin_of(statement) and words[0] in ("my", "our") and not {"i", "we", "me", "us"} & set(words)
        return "told" if heard or "born" in words else "event"
    acts = words[:1] in (["i"], ["we"]) and not {"am", "are", "have"} & set(words[:3])
    return _sort_of_family(statement) or ("habit" if acts else "state")


def _sort_of_family(statement: str) -> str:
    """The sort of a statement about the family today; empty if it is about anybody or anything else."""
    kin, words = _kin_of(statement), tokens(statement)
    pets = kin.removesuffix("s") in _PETS
    if kin in _SIBLINGS:
        return "siblings"
    has = words[1:2] in (["have"], ["got"])
    if kin and has and folded(statement).rstrip(" .!").endswith(kin):
        return "pets" if pets else "relatives"
    return "family" if kin and not pets else ""


def _kin_of(statement: str) -> str:
    """The relative with whom a statement begins, perhaps after `I have`; empty if there is none.

    >>> _kin_of("My sister's husband sings."), _kin_of("I have two sons."), _kin_of("I met my aunt.")
    ("sister's husband", 'sons', '')
    """
    found = _KIN_FIRST.search(folded(statement.replace("’", "'")))
    return found[1] if found else ""


def theme_of(question: str, statement: str, known: StoryVocabulary) -> str:
    """The theme of a question about the whole story; empty for a question about one thing in it."""
    words = tokens(question)
    if "last" in words and kind_of(question) == "when":
        return "last"
    found = asked(question, known).aspects
    kind = kind_of(question)
    aspect = found[0] if found else ""
    if kind == "who" and {"taught", "showed"} & set(words):
        return "taught"
    if aspect == "alone" or (kind == "who" and _COMPANY & set(words)):
        return "company"
    if kind in ("when", "where", "why") and aspect != "age":
        aspect = kind
    if aspect not in THEMES or (aspect in _WIDE and not _about_all(words, statement, known)):
        return ""
    return aspect


def _about_all(words: Sequence[str], statement: str, known: StoryVocabulary) -> bool:
    general = " ".join(known.of["kinds"]["general"])
    return roots(" ".join(words)) <= roots(statement) | roots(general) | roots(
        "all in roughly come about last"
    )


def covered_themes(
    statement: str, turns: Sequence[tuple[str, str]], known: StoryVocabulary
) -> frozenset[str]:
    """The themes that were asked for, or told without being asked for."""
    found = {theme_of(question, statement, known) for question, _ in turns} - {""}
    for question, text in (("", statement), *turns):
        plain = folded(text)
        found |= {theme for theme, words in _TELLS.items() if words.search(plain)}
        slots = {fact.slot for fact in facts_in(question, text, statement if question else "", known)}
        found |= {"company"} & slots | ({"age"} & slots)
        if not question and not happened(plain) and _AT.search(plain):
            found.add("where")
        if not question and _RIDE.search(plain):
            found.add("where")
        if slots & {"place", "country"} or (question and "setting" in slots) or _HERE.search(text):
            found.add("where")
        if slots & {"year", "months"}:
            found.add("when")
    if "age" in found:
        found.add("when")
    return frozenset(found)


class QuestionPool:
    """The questions that a judge of a level could ask now."""

    def __init__(
        self,
        statement: str,
        lent: Sequence[str],
        case: Case,
        level: str,
        *,
        speech: Mapping[str, Any],
        words: StoryVocabulary,
    ) -> None:
        """`lent`: a deck's questions on this very statement.

        `speech`: the bots' phrases. `words`: the words that fill slots.
        """
        self._speech, self._words = speech, words
        self._statement, self._lent, self._case, self._level = statement, lent, case, level
        self._asked = [one.question for one in case.heard]
        self._covered = covered_themes(statement, [(one.question, one.answer) for one in case.heard], words)
        self._sort = sort_of(statement, words)

    def next(self, rng: Random) -> str:
        """The next question; it hasn't been asked before unless nothing new is left."""
        at_once = [*self._clashing(), *self._again()]
        if at_once:
            return at_once[0]
        taken = list(self._taken_up(rng))
        first = taken if taken and rng.random() < CHECKS[self._level] else []
        ends = self._speech["last_resort"]["event" if self._sort in _PAST else "always"]
        back = [self._speech["back"].format(n=n) for n in range(2, len(self._asked) + 1)]
        rest = [*first, *self._fresh(rng), *taken, *ends, *back]
        return next((text for text in map(str, rest) if self._new(text)), str(rest[-1]))

    def _new(self, text: str) -> bool:
        own = roots(_asking(text))
        return len(text) <= TEXT_CHARS and all(
            folded(old) != folded(text) and alike(roots(_asking(old)), own) < SAME for old in self._asked
        )

    def _clashing(self) -> Iterator[str]:
        """A question about a contradiction, asked once, as soon as the second of the two things has been said."""
        for clash in self._case.clashes:
            asks = self._speech["clash_asks"][clash.slot]
            if clash.second == len(self._asked) and not any(asks in old for old in self._asked):
                form = self._speech["clash_now" if clash.first else "clash_with_statement"]
                one, two = (text.strip(" ,.").replace("?", "") for text in (clash.one, clash.two))
                yield str(form.format(one=one, two=two, asks=asks))

    def _again(self) -> Iterator[str]:
        """The last question in other words, if it wasn't answered and the judge hasn't said so already."""
        last = self._case.heard[-1] if self._case.heard else None
        leads = self._speech["no_answer"]
        said = tuple(lead for row in leads.values() for lead in row)
        if last is None or last.fault not in leads or last.question.startswith(said):
            return
        row = leads[last.fault]
        lead = next((one for one in row if not any(one in old for old in self._asked)), row[0])
        yield f"{lead} {self._in_other_words(last)}"

    def _in_other_words(self, one: WeighedAnswer) -> str:
        theme = self._theme(one.question)
        if theme in ("when", "where", "long") and self._sort not in _PAST:
            since = re.search(r"\bsince\b|\bhow long has\b", folded(one.question))
            theme = "since" if since else theme if theme == "long" else ""
        for text in self._speech["other_words"].get(theme, ()):
            if roots(text) != roots(one.question):
                return str(text)
        plain = kind_of(one.question) == "whether" and " or " not in one.question
        form = self._speech["yes_or_no" if plain else "once_more"]
        return str(form.format(asked=spoken(one.question) or "what was it"))

    def _taken_up(self, rng: Random) -> Iterator[str]:
        """Questions that take up what the last answers told: a year, an age, a place, somebody."""
        for one in reversed(self._case.heard[-2:]):
            if one.fault:
                continue
            found = [*self._after_facts(one), *self._after_people(one)] if self._sort in _PAST else []
            rng.shuffle(found)
            for key, slots in found:
                yield rng.choice(self._speech["after"][key]).format(**slots)

    def _after_facts(self, one: WeighedAnswer) -> Iterator[tuple[str, dict[str, str]]]:
        for fact in facts_in(one.question, one.answer, self._statement, self._words):
            if fact.slot == "year" and fact.low == fact.high and "age" not in self._covered:
                yield "year", {"bare": f"{fact.low:.0f}"}
            if fact.slot == "age" and not fact.subject and not self._dated():
                yield "age", {}
            if fact.slot in ("country", "place") and fact.asked:
                names = [name for name in names_in(f"it was {one.answer}") if folded(name) in fact.values]
                if len(names) == 1 and not any(names[0] in old for old in self._asked):
                    yield fact.slot, {"bare": names[0]}

    def _dated(self) -> bool:
        """True if a year was asked for or told."""
        texts = [self._statement, *self._asked, *(one.answer for one in self._case.heard)]
        return any("year" in text or _TELLS["when"].search(folded(text)) for text in texts)

    def _after_people(self, one: WeighedAnswer) -> Iterator[tuple[str, dict[str, str]]]:
        names = sorted(people_in(one.answer) - _NO_PEOPLE)
        for name in names[:1]:
            if name not in self._statement and not any(name in old for old in self._asked):
                yield "person", {"name": name}
        if names or names_in(one.answer) or "name" in self._covered:
            return
        owned = re.search(rf"\bmy (\w+ )?({'|'.join(KIN)})\b", folded(one.answer))
        if owned and owned[2] not in _NAMELESS and not any(owned[2] in old for old in self._asked):
            yield "kin", {"kin": owned[2]}

    def _fresh(self, rng: Random) -> list[str]:
        """New questions, the most pressing first."""
        mine = self._own(rng)
        if self._lent and len(self._asked) <= 2:
            mine = [text for text in mine if self._asked and self._theme(text) in FRAME]
        weights = {text: LAST * n / len(mine) for n, text in enumerate(mine)}
        weights |= {text: LENT + PRESSING.get(kind_of(text), 1) for text in self._lent}
        done = [kind_of(old) for old in self._asked]
        for text in weights:
            weights[text] += LUCK[self._level] * rng.random() - AGAIN * done.count(kind_of(text))
            if self._lent and text not in self._lent and self._theme(text) in FRAME:
                weights[text] += FRAMES[self._level]
        left = [text for text in weights if self._theme(text) not in self._covered]
        return sorted(left, key=lambda text: -weights[text])

    def _places(self) -> list[str]:
        """The words for places, except parts of a home."""
        rows = self._words.of["setting"]
        return [
            word
            for row in (
                "school",
                "sea",
                "lake",
                "river",
                "pool",
                "sea lake river",
                "land",
                "inn",
                "church",
                "hospital",
                "shown",
                "shop",
            )
            for word in rows[row]
        ]

    def _theme(self, text: str) -> str:
        return theme_of(text, self._statement, self._words)

    def _own(self, rng: Random) -> list[str]:
        """Questions that suit the sort of the statement, each in one of its wordings."""
        said = self._statement.rstrip(" .!?")
        kin = _kin_of(said)
        thing = _OBJECT.search(folded(said).replace("i'm ", "i am "))
        turned = " ".join(_TURNED.get(word, word) for word in thing[1].split()) if thing else "it"
        many = kin.endswith("s") or kin == "children"
        slots = {"kin": kin, "it": turned, "be": "are" if many else "is", "do": "do" if many else "does"}
        did = _did(said) if self._sort == "event" else ""
        rows = (str(row).split(" / ") for row in self._speech["ask"][self._sort])
        worded = [
            [text.format(did=did, **slots) for text in row if did or "{did}" not in text] for row in rows
        ]
        done = {folded(_asking(old)) for old in self._asked}
        found = [rng.choice(row) for row in worded if done.isdisjoint(map(folded, row))]
        if self._sort in _PAST:
            ride = _RIDE.search(folded(said))
            places = rf"\ban? (?:\w+ )?({'|'.join(self._places())})\b(?! (?!{_GOES_ON})\w)"
            at = ride or re.search(places, folded(said))
            if at and (ride or "where" not in self._covered):
                form = self._speech["ask_ride" if ride else "ask_place"]
                found = [str(form).format(place=at[1]), *found]
        return found


def _did(statement: str) -> str:
    """What the teller of a short statement did, as said to the teller; empty if grammar may go wrong.

    >>> _did("I once ate an onion for my aunt."), _did("I have milked a camel."), _did("I have been to Rome.")
    ('you ate an onion for your aunt', 'you milked a camel', '')
    """
    words = statement.rstrip(" .!").split()
    if words[1:2] in (["once"], ["have"]) and (words[1] == "once" or "".join(words[2:3]).endswith("ed")):
        del words[1]  # `have milked` becomes `milked`; an irregular verb has another form
    plain = 1 < len(words) <= SHORT and not set('“",;:.?!-') & set(" ".join(words))
    again = {"i", "im", "ive", "id", "we", "were", "weve"} & set(tokens(" ".join(words[2:])))
    if not plain or again or words[:1] != ["I"] or words[1] == "had" or not is_past(words[1]):
        return ""
    return " ".join(
        ["you", "were" if words[1] == "was" else words[1], *(_TURNED.get(w, w) for w in words[2:])]
    )


def _asking(text: str) -> str:
    """The part of a question that asks, without what is said before it."""
    return re.split(r"[.?:] ", text)[-1]


def spoken(question: str) -> str:
    """A short question, worded as the end of another sentence; empty if the question is too long.

    >>> spoken("When was that?"), spoken("And how old were you?")
    ('when was that', 'how old were you')
    """
    words = _asking(question).split()
    while words and folded(words[0]).strip(",") in ("and", "so", "but"):
        words = words[1:]
    text = " ".join(words).rstrip("? ")
    if not text or len(text) > 80 or "?" in text or "“" in text:
        return ""
    return text if tokens(text)[:1] == ["i"] else text[0].lower() + text[1:]
