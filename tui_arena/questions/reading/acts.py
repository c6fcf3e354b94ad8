"""Speech acts: whether a text asks one question that yes or no can answer, or does something else.

A small grammar over tokens: the opening of a clause, its subject, and how clauses are joined.

- A question with an `or` either lets the other player choose a side, or offers one idea that may be true. The
  sides exclude each other unless the form says otherwise (`any`, `than`, one article for both) or the table
  does: many entities are both.
- Small talk is about the game or a player, and not about the thing. A clause that names the thing is about
  it, unless only a player can do what it says: `do you like it`. Any other clause is about a player (`am I
  close`), unless it can mean anybody: `can you eat with it`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.language.function_words import AUXILIARIES, WH_WORDS, tells_nothing
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.words import tokens
from tui_arena.questions.meaning import Begging, is_loose, masks
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

Act = Literal["either", "double", "chat", "open"]
Words = Sequence[str]


def _words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


BE = _words("is are was were am be")
AUX = AUXILIARIES - _words("be been being doing done having need")
US, _THIS = _words("i we you"), _words("this that")
THING = _words("it its one 1 them they their he him his she her hers himself herself there these those")
LEADS = _words("and or but also then so plus well no yes now right hey oh please just wait like okay")
"""Words that come before a question and don't belong to it."""
OPINION = _words("think say guess reckon suppose bet believe thinking guessing")
_MENTAL = _words("like love hate know remember want understand agree prefer mind care lie cheat win lose")
_GENERAL = _words("can could may might would should do")
"""Verbs for questions about people in general, not about a player."""
_ANYBODY = _words("able likely allowed supposed meant got to need pick chosen thinking talking looking")
"""Words for people in general, or words that lead to a guess."""
_TO_US = _words("give tell help show let repeat rephrase explain ask say lets dont stop skip be")
_GAME = _words("hint hints clue clues tips question questions guess guesses typo answer answers rules yes")
_REMARKS = _words("wow lol omg oops sorry sry thanks ta cheers hi hello bye yeah idk gosh fine brb idea")
_TALK = _GAME | _REMARKS | _words("game round score turn player")
_WHICH = _words("this that my your last next previous good silly hard easy another different new still")
"""Words that make `one` a question or a game of the players, and not the thing."""
ARTICLES = _words("a an the")
PREPOSITIONS = _words("in on at for with without from by to of inside outside under over near before after")
DETERMINERS = ARTICLES | {"something", "someone", "somebody"}
_FREE = _words("can could may might any either ever anyone anybody all those some kind")
"""Words of a question that is a yes if either side is true."""
_VAGUE = _words("something anything somewhere anywhere whatever wherever some any similar so around")
"""Words at the beginning of a side that only widens the other side."""
_COMPARED = _words("more less bigger smaller taller shorter longer heavier lighter cheaper older younger")
"""Words at the beginning of a side that turns a comparison round: `longer than a car or shorter`."""
ALIKE, SEVERAL, FEWEST = 0.5, 0.75, 4
"""Two sides exclude each other if at most this share of the smaller one is also on the other: `ALIKE` for two
sides, `SEVERAL` for more. `FEWEST`: the minimum number of entities on a side."""
_JOINS = _words("and or but also then so plus ,")
_SUBJECTS = US | THING | DETERMINERS | _words("this that my your our people anyone kids children")
_ASKS_NAME = frozenset((be, it) for be in ("is", "was") for it in ("it", "he", "she"))
_WE, _OF_IT = (["you"], ["i"]), (["a"], ["an"], ["born"])
"""`are you a man` and `am i an animal` ask about the secret, not about a player."""
_EMBEDDED = WH_WORDS - {"when", "where"}
_SHORTENED = (("’", "'"), ("'re ", " are "), ("'ll ", " will "), ("+", ","))
"""Texts that would be another word without the apostrophe (`we're`), or that mark a pause."""


class JoinedClause(NamedTuple):
    """A part of a text that may be a question, with the word that joins it, and whether a `?` ends it."""

    words: list[str]
    join: str
    asked: bool


def act_of(text: str, knowledge: Knowledge) -> Act | None:
    """The act that a text performs; None: it asks one question, or is read as one.

    - `either`: it lets the other player choose a side.
    - `double`: it asks two questions.
    - `chat`: it is talk, or a plea.
    - `open`: yes can't answer it.
    """
    if _is_of_the_table(knowledge.english.flat(text), knowledge):
        return None
    said = [clause for clause in _clauses(text, knowledge) if clause.words]
    real = [clause for clause in said if not is_small_talk(clause.words, knowledge, asked=clause.asked)]
    if not real:
        if any(clause.words[0] in AUX and _is_open(clause.words) for clause in said):
            return "open"
        addressed = any(a.words[0] in BE and a.words[1:2] in _WE and a.words[2:3] in _OF_IT for a in said)
        return None if addressed and understand(text, knowledge) is not None else "chat"
    if all(_is_open(clause.words) for clause in real):
        return "either" if {"or", ","}.issubset(real[-1].words) else "open"
    apart = [" ".join(a.words) for a in real if _is_question(a) and a.join != "or" and not _is_open(a.words)]
    several = len(apart) > 1 and len({understand(words, knowledge) or words for words in apart}) > 1
    if several or (len(apart) > 1 and "if not" in text):
        return "double"
    choices = (clause.words for clause in real if "or" in clause.words[1:-1])
    chosen = (lets_choose(words, knowledge, opened=words[0] in AUX) for words in choices)
    return "either" if any(clause.join == "or" for clause in real[1:]) or any(chosen) else None


def _is_of_the_table(words: list[str], knowledge: Knowledge) -> bool:
    """Whether words are a question of the table, a name in the table, or a guess."""
    phrases = phrases_of(knowledge)
    named = words[2:] if tuple(words[:2]) in _ASKS_NAME else words
    guess = knowledge.english.reworded(words, "guess")[:1] == ["@guess"]
    return guess or tuple(words) in phrases.verbatim or bool(phrases.named(named))


def asks_the_same(text: str, before: str, knowledge: Knowledge) -> bool:
    """Whether a question means the same as an earlier one; a loose reading must have the same words."""
    if tokens(text) == tokens(before):
        return True
    meant = understand(text, knowledge)
    return meant is not None and not is_loose(meant) and meant == understand(before, knowledge)


def _clauses(text: str, knowledge: Knowledge) -> list[JoinedClause]:
    """The clauses of a text; each begins a sentence, or a question after a pause or conjunction."""
    out: list[JoinedClause] = []
    for short, whole in _SHORTENED:
        text = text.replace(short, whole)
    for sentence in knowledge.english.sentences(text):
        told = sentence[:2] == ["do", "nt"] and not _opens(["do", *sentence[2:]])
        said = ["dont", *sentence[2:]] if told else sentence
        words = [word for word in said if word not in ("?", "nt")]
        joins = (i for i, before in enumerate(words, 1) if before in _JOINS)
        starts = [0, *(i for i in joins if _opens(words[i:])), len(words)]
        for start, end in pairwise(starts):
            join = words[start - 1] if start else ""
            out.append(JoinedClause(_begun(words[start:end]), join, sentence[-1] == "?"))
    return out


def _begun(words: list[str]) -> list[str]:
    """The words of a question, without those that only introduce or close it, or lead on to the next."""
    while words and words[0] in LEADS | _JOINS:
        words = words[1:]
    while words and (words[-1] in _JOINS or (words[-1] in LEADS and words[-2:-1] == [","])):
        words = words[:-1]
    return words


def _opens(words: list[str]) -> bool:
    """Whether these words can open a question within a sentence: an auxiliary and a plain subject."""
    return len(words) > 1 and words[0] in AUX and (words[1] in _SUBJECTS or words[0] in ("does", "did"))


def _is_question(clause: JoinedClause) -> bool:
    """Whether a clause is a question with its own predicate; a tag (`isn't it`, `do you think`) has none."""
    words = [word for word in clause.words if word not in LEADS and word != ","]
    tag = len(words) < 3 or (len(words) == 3 and words[1] == "you" and words[2] in OPINION)
    stated = clause.asked and not tag and words[0] in THING - {"one", "there"} and words[1] in AUX
    return words[:2] == ["how", "about"] or (not tag and (words[0] in AUX or stated))


def _is_open(words: list[str]) -> bool:
    """Whether yes can't answer a clause: `in which room is it`, `can you say what it is`, `made of what`."""
    words = words[1:] if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in WH_WORDS else words
    first, after = words[0], words[1] if len(words) > 1 else ""
    if first in WH_WORDS:
        scene = first in ("when", "where") and after not in AUX | PREPOSITIONS | {""}
        given = scene or after in ("about", "if")
        return not given and "," not in words[2:]  # the words after a pause are a suggestion
    if first in AUX:
        told = pairwise(words[3:6])
        return after == "you" and any(word in _EMBEDDED and then != "to" for word, then in told)
    ends = len(words) > 2 and words[-1] in BE | _EMBEDDED
    return ends or first in ("describe", "explain")


def lets_choose(words: Sequence[str], knowledge: Knowledge, *, opened: bool) -> bool:
    """Whether a clause with an `or` lets the other choose a side; `opened`: it begins like a question."""
    at = len(words) - 1 - words[::-1].index("or")
    left, right = list(words[: at - (words[at - 1] == ",")]), list(words[at + 1 :])
    right = right[: right.index(",")] if "," in right[1:] else right
    if right[0] in ("only", "just", "both", "neither") or right[-1] == "else" or right[1:2] == ["other"]:
        return True
    if right[0] in _COMPARED:
        return right != ["less"] or "than" in left
    vague = right[0] in _VAGUE and right[0] not in left and US.isdisjoint(right[1:2])
    whole = left[2:] and (
        not names_thing(right) or names_thing(left[2:]) or left[1] in US | THING - {"there"}
    )
    if vague or right in (["not"], ["no"], ["what"]) or (opened and not whole):
        return False
    if not _FREE.isdisjoint(words) or words[-2:] == ["at", "all"] or not {"like", "than"}.isdisjoint(left):
        return False
    numbers = [NUMBERS[word] for word in [*left[-2:], right[0]] if word in NUMBERS]
    if len(numbers) > 1:
        return abs(numbers[0] - numbers[-1]) > 1  # two or three is a rough number
    return right[0] in ("not", "no", "without") or _chooses(left, right, knowledge, first=2 * opened)


def _chooses(left: list[str], right: list[str], knowledge: Knowledge, *, first: int) -> bool:
    """Whether the last two sides exclude each other in form and in the table; `first`: the earliest start."""
    bare, several = right[0] not in PREPOSITIONS | DETERMINERS, not {",", "or"}.isdisjoint(left[:-1])
    if several:
        cut = max(i for i, word in enumerate(left[:-1]) if word in (",", "or"))
        left = [*left[:first], *left[cut + 1 :]]
    elif sum(word in ARTICLES for word in left[2:]) == 1 and bare and (first or ARTICLES.isdisjoint(right)):
        return False  # one article, one idea: `a king or prince`
    kind = next((words for words in (PREPOSITIONS, DETERMINERS) if right[0] in words), {right[0]})
    starts = [i for i, word in enumerate(left) if word in kind and i >= first]
    starts = [i for i in starts if left[i] == right[0]][:1] or starts or [max(len(left) - len(right), first)]
    start = min(starts[-1], len(left) - 1)
    start += left[start] in PREPOSITIONS and right[0] not in PREPOSITIONS and start + 1 < len(left)
    front, side = left[:start], left[start:]
    alike = {side[0], right[0]} <= PREPOSITIONS or (side[0] == right[0] not in ARTICLES)
    short = not first and bare and max(len(left), len(right)) < 3
    if alike or short or ("it" in left[2:] and "it" in right):
        return True
    shares_object = bare and len(side) == 1 < len(right) and not (AUX - BE).isdisjoint(front[:1])
    place = not PREPOSITIONS.isdisjoint(front[-1:]) and (bare or right[0] in ARTICLES)
    inclusive = shares_object or place
    share = _share(" ".join(left), " ".join([*front, *right]), knowledge)
    return (0 if inclusive else -1) <= share <= (SEVERAL if several else ALIKE)


def _share(first: str, second: str, knowledge: Knowledge) -> float:
    """The share of the smaller side that is also on the other side; -1 if the table can't tell."""
    one, other = understand(first, knowledge), understand(second, knowledge)
    if one is not None and one == other:
        return 1.0
    if None in (one, other) or Begging() in (one, other) or is_loose(one) or is_loose(other):
        return -1.0
    a, b = masks(one, knowledge).yes, masks(other, knowledge).yes
    fewest = min(a.bit_count(), b.bit_count())
    return (a & b).bit_count() / fewest if fewest >= FEWEST else -1.0


def is_small_talk(words: Words, knowledge: Knowledge, *, asked: bool) -> bool:
    """Whether a clause is small talk; `asked`: a question mark ends it."""
    while words and words[0] == "i" and not OPINION.isdisjoint(words[1:2]):
        words = words[2:]
    rest = [*words]
    while rest and rest[0] in _REMARKS:
        rest = rest[1:]
    thing, rest = names_thing(words), rest or ["well"]
    if rest[0] in WH_WORDS or (thing and not {"if", "whether"}.isdisjoint(words)):
        return not thing and not (US | _TALK).isdisjoint(rest)
    orders = rest[0] in _TO_US or (rest[1:2] == ["on"] and rest[0] in ("come", "hang", "hold", "go"))
    if orders and not asked and not (thing and WH_WORDS.isdisjoint(rest)):
        return True
    opens = rest[0] in AUX
    said = [*rest[1:2], rest[0], *rest[2:]] if opens else rest  # the subject comes first
    if opens or said[0] in US or (said[0] in _THIS and not AUX.isdisjoint(said[1:2])):
        return _is_of_us(said, knowledge, thing=thing, asked=asked or opens)
    light = all(word in _TALK | _MENTAL or word == "," or tells_nothing(word) for word in rest)
    if asked or "or" in rest or (thing and not (light and "one" in rest)):
        return False
    ours = any(a in ("", ",", "so") and b in _THIS | {"i", "my", "your"} for a, b in pairwise(["", *words]))
    states = len(rest) < len(words) or (len(rest) > 2 if ours else rest[-1] in _THIS)
    return states or _names_game(words) or (light and not _REMARKS.isdisjoint(words))


def names_thing(words: Words) -> bool:
    """Whether one of the words means the thing."""
    pairs = pairwise(["", *words])
    return any(b in THING and a + b != "there" and not (b == "one" and a in _WHICH) for a, b in pairs)


def _names_game(words: Words) -> bool:
    """Whether one of the words, or a pair of them, means a question, an answer or the game."""
    return any(b in _GAME or (a in _WHICH and b in _TALK | {"one"}) for a, b in pairwise(["", *words]))


def _is_of_us(words: Words, knowledge: Knowledge, *, thing: bool, asked: bool) -> bool:
    """Whether words about a subject, which comes first, describe the players."""
    subject, aux = words[0], words[1] if not AUX.isdisjoint(words[1:2]) else ""
    adverbs = ("not", "really", "even", "ever", "still", "just", ",")
    rest = [word for word in words[1 + bool(aux) :] if word not in adverbs]
    verb, after = (rest or [""])[0], rest[1:]
    game = not thing and _names_game(rest)
    if subject in _THIS:
        ours = rest[-2:-1] == ["for"] and rest[-1] in ("you", "me", "us")
        return game or (not thing and (ours or not asked)) or (rest[-1:] == ["one"] and not asked)
    if subject not in US:
        return game and (subject in ("my", "your", "there") or not {"my", "your"}.isdisjoint(rest))
    if subject != "you":
        anybody = verb in _ANYBODY or ("this" in rest and aux not in BE)
        return not thing and (game or not (asked and anybody))
    if verb in OPINION and after and after[0] not in _THIS:
        return is_small_talk(after, knowledge, asked=True)
    likes = verb in _MENTAL and aux in ("", "do", "did") and (not thing or len(after) < 3)
    to_us = game or verb in _TO_US or not {"me", "us"}.isdisjoint(after)
    told = aux in BE or verb == "been"
    of_self = aux not in _GENERAL or (aux == "do" and verb in ("have", "get", "feel", "speak"))
    player = of_self and told and _ANYBODY.isdisjoint(rest[:2])
    return likes or (not thing and (to_us or player))
