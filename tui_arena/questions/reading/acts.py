"""Speech acts: whether a text asks one question that yes or no can answer, or does something else.

A small grammar over tokens: what opens a clause, whom it is about, and how clauses are joined.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.questions.meaning import Meaning
from tui_arena.questions.reading.choices import ARTICLES, PREPOSITIONS, is_loose, is_one_idea, lets_choose
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

Act = Literal["either", "double", "chat", "open"]
Words = Sequence[str]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HAVE = _set("has have had havent hasnt hadnt")
_BE = _set("is are was were am isnt arent wasnt werent aint")
_WOULD = _set("can could may might cant couldnt would will should shall must wouldnt wont shouldnt mustnt")
_AUX = _HAVE | _BE | _WOULD | _set("do does did dont doesnt didnt")
_DETERMINERS = ARTICLES | _set("my your his her its their our most some many any all")
_US = _set("i we you")
_SUBJECTS = _US | _set("it he she they one there this that these those people someone anyone kids children")
_THING = _set("it its itself one them they their he him his she her hers there these those")
_WH = _set("what which who whose whom where when why how")
_JOINS = _set("and or but also then so plus")
_LEADS = _JOINS | _set("ok okay well no yes now alright right hey oh please just wait like actually")
"""What stands before a question and is none."""
_MENTAL = _set(
    "like love hate know remember want understand agree believe prefer enjoy mind feel care lie cheat"
)
_OPINION = _set("think say guess reckon suppose bet believe thinking guessing")
_ABLE = _set("able likely allowed supposed meant thinking talking looking expected made got to")
_REQUESTS = _set("repeat rephrase explain restart skip pass clarify hurry")
_TO_US = _set("give tell help show let ask")
_VERDICTS = _set(
    "close closer near nearer warm warmer cold colder hot hotter sure kidding joking there hard difficult easy fun funny "
    "interesting boring tricky impossible unfair crazy weird wrong right true"
)
_GAME = _set(
    "hint hints clue clues tip question questions guess guesses answer answers rules turn game round help"
)
_OF_GAME = _set("this that my your last next previous good silly hard easy wrong another more many few me us")
_REMARKS = _set(
    "aha wow lol lmao omg wtf damn dang oof oops sorry thanks thank thx cheers hi hello bye yay nope nah yeah yep huh idk "
    "dunno nevermind sure idea luck seriously really pls gosh nice"
)
_SMALL_TALK = _REMARKS | _LEADS | _GAME | _OF_GAME | _set(
    "you are i not what on hold hang let think never mind great one bad too very of course is a the all done come go try got "
    "in to sec second minute moment coming it up much be was long man there did give want get for fair way"
)  # fmt: skip
_PHRASES = ("come on", "go on", "hold on", "give up", "not that", "good one")
_SHORT = dict(
    pair.split("=")
    for pair in "u=you,ya=you,r=are,ur=your,wud=would,cud=could,cn=can,im=i am,ive=i have,id=i would,its=it is,hes=he is,"
    "shes=she is,youre=you are,theyre=they are,thats=that is,whats=what is,wheres=where is,whos=who is,hows=how is,"
    "lemme=let me,gimme=give me,/=or".split(",")
)
_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*|[,;:.?!…()/–—-]")
_HUM = re.compile(r"h+m+|u+h*m+|u+h+|e+r+m*|[ao]+h+|a+w+|u+r*gh+|a+r+gh+|(?:ha){2,}h?|(?:he){2,}")
_ENDS, _PAUSES = frozenset(".?!…;"), frozenset(",:()–—-")


class Clause(NamedTuple):
    """A part of a text that may be a question, the word that joins it to the one before, and whether a `?` ends it."""

    words: list[str]
    join: str
    asked: bool


def act_of(text: str, knowledge: Knowledge) -> Act | None:
    """What somebody does with a text; None: they ask one question, or something that is read as one.

    `either`: they let the other choose. `double`: they ask twice. `chat`: they talk, or plead. `open`: no yes answers it.
    """
    real = [clause for clause in _clauses(text) if clause.words and not _is_chat(clause)]
    if not real:
        return "chat"
    if all(_is_open(clause.words) for clause in real):
        return "either" if "or" in real[-1].words and "," in real[-1].words else "open"
    asked = [clause.words for clause in real if _is_question(clause) and clause.join != "or"]
    apart = [words for words in asked if not _is_open(words)]
    if len(apart) > 1 and ("if not" in text or len({_meant(words, knowledge) for words in apart}) > 1):
        return "double"
    choices = (clause.words for clause in real if "or" in clause.words[1:-1])
    sides = ((a.words, b.words) for a, b in pairwise(real) if b.join == "or")
    chooses = any(lets_choose(words, knowledge, opened=_opens(words)) for words in choices) or any(
        not is_one_idea(" ".join(one), " ".join(other), knowledge) for one, other in sides
    )
    return "either" if chooses else None


def asks_the_same(text: str, before: str, knowledge: Knowledge) -> bool:
    """Whether a question means what an earlier one meant; of what is told by associated words, only the same words do."""
    if tokens(text) == tokens(before):
        return True
    meant = understand(text, knowledge)
    return meant is not None and not is_loose(meant) and meant == understand(before, knowledge)


def _meant(words: Words, knowledge: Knowledge) -> Meaning | str:
    """What a clause means; where nobody knows, its words."""
    return understand(" ".join(words), knowledge) or " ".join(words)


# clauses


def _clauses(text: str) -> list[Clause]:
    """The clauses of a text: one begins after the end of a sentence, and after a pause or conjunction before an opening."""
    out: list[Clause] = []
    words: list[str] = []
    for word in [*_TOKEN.findall(fold(text).replace("'", "").replace("’", "")), "."]:
        if word not in _ENDS:
            words += [] if _HUM.fullmatch(word) else _SHORT.get(word, word).split()
            continue
        joins = (i for i, before in enumerate(words, 1) if before in _JOINS | _PAUSES)
        starts = [0, *(i for i in joins if _opens(words[i:], inside=True)), len(words)]
        for start, end in pairwise(starts):
            out.append(Clause(_begun(words[start:end]), words[start - 1] if start else "", word == "?"))
        words = []
    return out


def _begun(words: list[str]) -> list[str]:
    """Words without what only leads to a question, goes on to the next one, or closes it."""
    while words and words[0] in _LEADS | _PAUSES:
        words = words[1:]
    while words and (words[-1] in _JOINS | _PAUSES or (words[-1] in _LEADS and words[-2:-1] == [","])):
        words = words[:-1]
    return words


def _opens(words: Words, *, inside: bool = False) -> bool:
    """Whether a yes-or-no question begins with these words; within a sentence, only with a plain subject."""
    if not words or words[0] not in _AUX or not inside:
        return bool(words) and words[0] in _AUX
    after = words[1] if len(words) > 1 else ""
    noun = after in _DETERMINERS and words[0] not in _HAVE | {"do"}
    return after in _SUBJECTS or noun or (words[0] in ("does", "did") and after.isalpha())


def _is_question(clause: Clause) -> bool:
    """Whether a clause is a question with a predicate of its own, which a tag (`isn't it`, `do you think`) is not."""
    words = [word for word in clause.words if word not in _LEADS | _PAUSES]
    tag = len(words) < 3 or (len(words) == 3 and words[1] == "you" and words[2] in _OPINION)
    stated = clause.asked and not tag and words[0] in _THING - {"one", "there"} and words[1] in _AUX
    return not tag and (_opens(words) or stated)


def _is_open(words: Words) -> bool:
    """Whether a clause asks for more than yes or no: `in which room is it`, `can you say what it is`, `made of what`."""
    words = words[1:] if len(words) > 1 and words[0] in PREPOSITIONS and words[1] in _WH else words
    first, after = words[0], words[1] if len(words) > 1 else ""
    if first in _WH:
        given = after in ("about", "if") or (first in ("when", "where") and after and after not in _AUX)
        return not given and _PAUSES.isdisjoint(words[2:])  # what follows a pause is a suggestion
    told = [word for word in words[:7] if word not in ("me", "us", "please")]
    asks = first in _AUX and after in _US and any(
        verb in ("know", "remember", "say", "tell", "explain") and wh in _WH and then != "to"
        for verb, wh, then in zip(told[2:], told[3:], told[4:], strict=False)
    )  # fmt: skip
    ends = len(words) > 2 and first not in _AUX and words[-1] in _BE | {"what", "where", "who", "why"}
    return asks or ends or first in ("describe", "explain")


# chat


def _is_chat(clause: Clause) -> bool:
    """Whether a clause is about the game or those who play it, and not about the thing."""
    words = [word for word in clause.words if word not in _PAUSES]
    if not _opens(words) and _SMALL_TALK.issuperset(words) and not (words and _REMARKS.isdisjoint(words)):
        return True
    while words[1:] and words[0] in _REMARKS:
        words = words[1:]
    if words[0] in _WH:
        at = next((i for i, word in enumerate(words) if word in _AUX), 0)
        ours = (
            _THING.isdisjoint(words) and not _GAME.isdisjoint(words) and not _US.isdisjoint(words[at + 1 :])
        )
        return ours or (_is_of_us(words[at:], asked=True) if at else words[1:2] == ["a"])
    return not _is_open(words) and _is_of_us(words, asked=clause.asked)


def _is_of_us(words: Words, *, asked: bool) -> bool:  # noqa: PLR0911  # one for each kind of subject and verb
    opens, words = _opens(words), [*words, "", ""]
    told = opens or words[1] in _AUX
    aux, subject = (words[0], words[1]) if opens else (words[1] if told else "", words[0])
    adverbs = ("", "not", "really", "even", "ever", "still", "just")
    rest = [word for word in words[2 if told else 1 :] if word not in adverbs]
    verb, after = (rest or [""])[0], rest[1:]
    thing = any(word in _THING and before not in _OF_GAME for before, word in pairwise(["", *rest]))
    game = not thing and any(a in _OF_GAME and b in _GAME for a, b in pairwise(words))
    if subject in ("this", "that"):
        return (game and aux == "was") if opens else not asked and not _VERDICTS.isdisjoint(rest)
    if subject not in _US:
        ours = subject == "my" and not thing and ("this" not in rest or "at" in rest)
        to_us = subject in _TO_US and verb in ("me", "us") and (subject != "let" or len(after) < 2)
        left = opens or not {"if", "whether"}.isdisjoint(rest) or (ours and verb in _GAME | _OPINION)
        spoken = f"{subject} {verb}" in _PHRASES or (game and subject in _OF_GAME and not asked)
        return not left and (ours or to_us or spoken)
    if verb in _OPINION and after and after[0] not in ("so", "not", "that"):
        return len(after) > 1 and _is_of_us(after, asked=asked)
    to_us = verb in _TO_US and after[:1] in (["me"], ["us"])
    if to_us or (aux in _WOULD and (verb in _REQUESTS or after[-1:] == ["again"])):
        return not thing
    if game:
        return subject != "you" or verb in _MENTAL or not {"this", "that", "last", "my"}.isdisjoint(after)
    if verb in _MENTAL:
        return aux not in _WOULD and (not thing or len(after) < 3)
    if aux in _BE or (aux == "must" and verb == "be"):
        return verb in _VERDICTS or (not thing and verb not in _ABLE)
    recent = (aux in _HAVE or aux == "did") and verb not in _ABLE
    return not thing and (recent or (subject != "you" and not opens))
