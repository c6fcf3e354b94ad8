"""Small talk: whether a clause is about the game or those who play it, and not about the thing.

Who names the thing asks about it, but for what only a player can do with it: `do you like it`, `tell me what it is`.
Who doesn't is a player (`am I close`), unless anybody may be meant: `can you eat with it`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from tui_arena.core.language.function_words import AUXILIARIES, WH_WORDS, tells_nothing
from tui_arena.questions.meaning import is_loose, masks
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

Words = Sequence[str]


def words_in(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


BE = words_in("is are was were am be")
AUX = AUXILIARIES - words_in("be been being doing done having need")
US, _THIS = words_in("i we you"), words_in("this that")
THING = words_in("it its one 1 them they their he him his she her hers himself herself there these those")
LEADS = words_in("and or but also then so plus well no yes now right hey oh please just wait like okay")
"""What stands before a question and is none."""
OPINION = words_in("think say guess reckon suppose bet believe thinking guessing")
_MENTAL = words_in("like love hate know remember want understand agree prefer mind care lie cheat win lose")
_GENERAL = words_in("can could may might would should do")
"""What is asked of people in general, and not of a player."""
_ANYBODY = words_in("able likely allowed supposed meant got to need pick chosen thinking talking looking")
"""What tells of people in general, or leads to a guess."""
_TO_US = words_in("give tell help show let repeat rephrase explain ask say lets dont stop skip be")
_GAME = words_in("hint hints clue clues tips question questions guess guesses typo answer answers rules yes")
_REMARKS = words_in("wow lol omg oops sorry sry thanks ta cheers hi hello bye yeah idk gosh fine brb idea")
_TALK = _GAME | _REMARKS | words_in("game round score turn player")
_WHICH = words_in("this that my your last next previous good silly hard easy another different new still")
"""What makes `one` a question or a game of the players, and not the thing."""


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
    if begs(rest, knowledge) or (orders and not asked and not (thing and WH_WORDS.isdisjoint(rest))):
        return True
    opens = rest[0] in AUX
    said = [*rest[1:2], rest[0], *rest[2:]] if opens else rest  # its subject comes first
    if opens or said[0] in US or (said[0] in _THIS and not AUX.isdisjoint(said[1:2])):
        return _is_of_us(said, knowledge, thing=thing, asked=asked or opens)
    light = all(word in _TALK | _MENTAL or word == "," or tells_nothing(word) for word in rest)
    if asked or "or" in rest or (thing and not (light and "one" in rest)):
        return False
    ours = any(a in ("", ",", "so") and b in _THIS | {"i", "my", "your"} for a, b in pairwise(["", *words]))
    states = len(rest) < len(words) or (len(rest) > 2 if ours else rest[-1] in _THIS)
    told = states or _names_game(words) or (light and not _REMARKS.isdisjoint(words))
    return told or _is_loose(rest, knowledge, fewer=inf if light else 6)


def _is_loose(words: Words, knowledge: Knowledge, *, fewer: float = inf) -> bool:
    """Whether only associated words tell what words mean, and fewer than so many have to do with them."""
    meant = understand(" ".join(words), knowledge)
    return is_loose(meant) and meant is not None and masks(meant, knowledge).yes.bit_count() < fewer


def begs(words: Words, knowledge: Knowledge) -> bool:
    """Whether a player is asked for the answer or for a hint."""
    of_us = words[0] not in AUX or not US.isdisjoint(words[1:2])
    english = knowledge.english
    return of_us and "@plea" in english.reworded(english.reworded(words, "filler"), "plea")


def names_thing(words: Words) -> bool:
    """Whether one of the words stands for the thing."""
    pairs = pairwise(["", *words])
    return any(b in THING and a + b != "there" and not (b == "one" and a in _WHICH) for a, b in pairs)


def _names_game(words: Words) -> bool:
    """Whether one of the words, or a pair, stands for a question, an answer or the game."""
    return any(b in _GAME or (a in _WHICH and b in _TALK | {"one"}) for a, b in pairwise(["", *words]))


def _is_of_us(words: Words, knowledge: Knowledge, *, thing: bool, asked: bool) -> bool:
    """Whether what a subject, the first word, is said to do or to be is of the players."""
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
    told = aux in BE or verb == "been" or _is_loose(words, knowledge)
    of_self = aux not in _GENERAL or (aux == "do" and verb in ("have", "get", "feel", "speak"))
    player = of_self and told and _ANYBODY.isdisjoint(rest[:2])
    return likes or (not thing and (to_us or player))
