"""Small talk: whether a clause is about the game or those who play it, and not about the thing.

A `you` in general that does something with the thing (`can you eat it`) is no player; one who thinks or likes is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Words = Sequence[str]


def words_in(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


HAVE = words_in("has have had havent hasnt hadnt")
BE = words_in("is are was were am isnt arent wasnt werent aint")
_WOULD = words_in(
    "can could may might cant couldnt would will should shall must wouldnt wont shouldnt mustnt"
)
AUX = HAVE | BE | _WOULD | words_in("do does did dont doesnt didnt")
US = words_in("i we you")
THING = words_in("it its itself one them em they their he him his she her hers there these those")
WH = words_in("what which who whose whom where when why how")
JOINS = words_in("and or but also then so plus")
LEADS = JOINS | words_in("ok okay well no yes now alright right hey oh please just wait like actually")
"""What stands before a question and is none."""
OPINION = words_in("think say guess reckon suppose bet believe thinking guessing")
_MENTAL = words_in(
    "like love hate know remember want understand agree believe prefer enjoy mind feel care lie cheat get"
)
_ABLE = words_in("able likely allowed supposed meant thinking talking looking expected made got have to need")
_PLAYS = words_in("win won lose lost ask asked hear heard guess guessed pick choose play played use used")
_REQUESTS = words_in("repeat rephrase explain restart skip pass clarify hurry")
_TO_US = words_in("give tell help show let ask")
_VERDICTS = words_in(
    "close closer near nearer warm warmer cold colder hot hotter sure kidding joking there hard difficult easy fun funny "
    "interesting boring tricky impossible unfair crazy weird wrong right true"
)
_HINTS = words_in("hint hints clue clues tip question questions guess guesses typo")
_GAME = _HINTS | words_in("answer answers rules turn game round help level score")
_OF_GAME = words_in(
    "this that my your last next previous good right silly hard easy wrong another more many few me us"
)
_REMARKS = words_in(
    "aha wow lol lmao omg wtf damn dang oof oops sorry thanks thank thx cheers hi hello bye yay nope nah yeah yep huh idk "
    "dunno nevermind sure idea luck seriously really pls gosh nice lets phew"
)
_SMALL = _REMARKS | LEADS | _GAME | _OF_GAME | words_in(
    "you are i not what on hold hang let think never mind great one bad too very of course is a the all done come go try got "
    "in to sec second minute moment coming it up much be was long man there did give want get for fair way morning"
)  # fmt: skip
_PHRASES = (
    "come on",
    "go on",
    "hold on",
    "give up",
    "not that",
    "not again",
    "good one",
    "last one",
    "good morning",
    "good evening",
)


def is_small_talk(words: Words, *, asked: bool) -> bool:
    """Whether a clause without pauses is small talk; `asked`: a question mark ends it."""
    opens = bool(words) and words[0] in AUX
    if not opens and _SMALL.issuperset(words) and not (words and _REMARKS.isdisjoint(words)):
        return True
    rest = words
    while rest[1:] and rest[0] in _REMARKS:
        rest = rest[1:]
    if rest[0] in WH:
        at = next((i for i, word in enumerate(rest) if word in AUX), 0)
        ours = not US.isdisjoint(rest[at + 1 :]) and THING.isdisjoint(rest) and not _GAME.isdisjoint(rest)
        return ours or (_is_of_us(rest[at:], asked=True) if at else rest[1:2] == ["a"])
    exclaims = 1 < len(rest) < len(words) and rest[0] not in AUX and not asked and THING.isdisjoint(rest)
    return exclaims or _is_of_us(rest, asked=asked)


def _is_of_us(words: Words, *, asked: bool) -> bool:  # noqa: C901, PLR0911  # one for each subject and verb
    opens, words = words[0] in AUX, [*words, "", ""]
    told = opens or words[1] in AUX
    aux, subject = (words[0], words[1]) if opens else (words[1] if told else "", words[0])
    adverbs = ("", "not", "really", "even", "ever", "still", "just")
    rest = [word for word in words[2 if told else 1 :] if word not in adverbs]
    verb, after = (rest or [""])[0], rest[1:]
    thing = any(word in THING and before not in _OF_GAME for before, word in pairwise(["", *rest]))
    game = not thing and any(a in _OF_GAME and b in _GAME for a, b in pairwise(words))
    hints = not thing and not _HINTS.isdisjoint(words)
    if subject in ("this", "that"):
        mine = not {"me", "us"}.isdisjoint(rest) or not _VERDICTS.isdisjoint(rest) or aux == "was"
        return hints or game if opens else not asked and mine
    if subject not in US:
        mine = subject == "my" and not thing and ("this" not in rest or "at" in rest)
        to_us = subject in _TO_US and verb in ("me", "us") and (subject != "let" or len(after) < 2)
        left = not {"if", "whether"}.isdisjoint(rest) or (mine and verb in _GAME | OPINION)
        spoken = f"{subject} {verb}" in _PHRASES or (game and subject in _OF_GAME and not asked)
        of_mine = (hints and subject in ("my", "there")) or any(
            whose in ("my", "your") and word in _GAME for whose, word in pairwise(words)
        )
        return of_mine if opens else not left and (mine or to_us or spoken or hints)
    if subject == "you" and not thing and not {"me", "us"}.isdisjoint(after):
        return True
    if verb in ("said", "told", "lied") or (verb in OPINION and not after):
        return subject == "you" or not opens
    ours = subject != "you" and not thing and verb not in _ABLE and ("this" not in rest or game)
    if verb in OPINION and after and after[0] not in ("so", "not", "that") and not (ours and opens):
        return len(after) > 1 and _is_of_us(after, asked=asked)
    if ours:
        return True  # what people do with the thing names it
    to_us = verb in _TO_US and after[:1] in (["me"], ["us"])
    if hints or to_us or (aux in _WOULD and (verb in _REQUESTS or after[-1:] == ["again"])):
        return not thing
    if game:
        return verb in _MENTAL or not {"this", "that", "last", "my"}.isdisjoint(after)
    if verb in _MENTAL and not (verb == "get" and opens):
        return aux not in _WOULD and (not thing or len(after) < 3)
    if aux in BE or (aux == "must" and verb == "be"):
        told_off = not opens and subject == "you" and THING.isdisjoint(rest[:-1])
        return verb in _VERDICTS or ((not thing or told_off) and verb not in _ABLE)
    return not thing and (aux in HAVE or aux == "did") and verb in _PLAYS
