"""The bot's replies as guesser: what a person would say to the prompt, in a sentence of the right kind.

The bot says a line of a card only if the line answers the kind of question that was asked, and is about what
was asked (`phrases.py`). The guesser's guard decides whether the line says the card's word:

- A guesser keeps a word to itself if it suspected the word before this prompt.
- It is careless in a field that it knows well, and after a prompt that stayed in the same field.

If a prompt plainly means one word, the reply is that word alone. Any other prompt gets an honest evasion,
which suits the sort of answer that was asked for and often takes up words of the prompt.

No line occurs twice in a session, and no reply asks anything. A reply has at least as many words as the rules
demand, and at least one of them isn't in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import Association, prompts_of, replies_of, suppose, topic_of
from tui_arena.games.taboo.bot.phrases import denies, slot_of
from tui_arena.games.taboo.bot.prompt_kinds import (
    asking,
    clause_of,
    left_open,
    noun_asked,
    noun_liked,
    noun_of,
    options_of,
    placed_in,
    sorts_of,
)
from tui_arena.games.taboo.content import content_of, stems_of, words_of

ECHOED, SELDOM = 0.75, 0.2
"""The chance that an evasion takes up words of the prompt, if it can. The second chance is for sorts of
prompts that lines answer."""
PLACED = 0.6
"""The chance that an evasion names the thing that the question ends with, if there is one."""
PLAIN, FILLED, AHEAD = 0.12, 0.3, 2.0
"""A prompt by itself plainly means a word if the word has at least the first share of belief, and `AHEAD`
times as much as the next word. For a gap, into which any word may fit, the second share counts."""
SHORT = 4
"""The most words of the part of a card's line that says its word and answers by itself."""
MOST_THINGS = 5
"""The most things that a reply lists."""
FIELD = 0.2
"""A prompt is in a card's field if it is at least this much evidence for the card."""


@dataclass(frozen=True, slots=True)
class Guard:
    """How well a guesser keeps its words to itself at one level; all parts are chances, 0 to 1."""

    open: float
    """The chance that it says the word that answers the first prompt."""
    lulled: float
    """This is added to `open` if the prompt before was in the same field."""
    trade: float
    """This is added to `open` in a field of its own."""
    fear: float
    """It suspected a word, and keeps it to itself, if the word had at least this share of belief."""
    wary: float = 0.0
    """This is taken from `open` for each earlier prompt: the longer it is asked, the more it weighs its words."""


@dataclass(frozen=True, slots=True)
class GuesserMind:
    """The guesser's thoughts at a prompt."""

    facts: Mapping[str, Any]
    suspected: Mapping[int, float]
    """Maps a card to its share of belief before the open prompt."""
    earlier: Sequence[str]
    """The replies and refused replies before this one."""
    guard: Guard
    own: frozenset[str]
    """The categories of cards in which it is at home."""
    lines: Mapping[str, Any]
    """The bots' phrases."""

    @property
    def prompt(self) -> str:
        """The open prompt."""
        return str(self.facts["prompt"])


def answered(net: Association, mind: GuesserMind, rng: Random) -> tuple[str, bool]:
    """A reply to the open prompt, and whether it answers the prompt; otherwise it is an evasion."""
    least = int(mind.facts["min_words"] or 1)
    told = "\n".join(" ".join(words_of(reply)) for reply in mind.earlier)
    answers = list(_answers(net, mind, rng))
    texts = [*answers, *_evasions(net, mind, rng)]
    for text in sorted(texts, key=lambda text: " ".join(words_of(text)) in told):
        whole = text if len(words_of(text)) >= least else f"{text} {mind.lines['padding']}"
        if not set(words_of(whole)) <= set(words_of(mind.prompt)):
            return whole, text in answers
    return str(mind.lines["padding"]), False


def _answers(net: Association, mind: GuesserMind, rng: Random) -> Iterator[str]:
    """The replies that answer the prompt, the best first."""
    options, sorts = options_of(mind.prompt), sorts_of(mind.prompt)
    if options:
        deeds = sorts[0] == "rather" and not options[0].startswith(("a ", "an ", "the ", "my ", "that "))
        frames = mind.lines["chosen_deed" if deeds else "chosen"]
        yield from (capital(text.format(x=rng.choice(options))) for text in _mixed(frames, rng))
    yield from _from_cards(net, mind, rng)
    yield from _plainly(net, mind, rng)
    yield from _things(mind, rng)


def _evasions(net: Association, mind: GuesserMind, rng: Random) -> Iterator[str]:
    """The replies that evade the prompt, the best first."""
    sorts = sorts_of(mind.prompt)
    spread = Random(f"{rng.random()}/{mind.prompt}")  # sessions that begin alike don't get the same evasion
    answers = sorts[0] in str(mind.lines["answering"]).split()
    if spread.random() < (SELDOM if answers else ECHOED):
        yield from _echoes(mind, spread)
    if sorts[0] in _OPEN:
        yield from _mixed(_of_subject(net, mind), spread)
    thing = placed_in(mind.prompt) if sorts[-1] not in _NO_THING and spread.random() < PLACED else ""
    for sort in sorts:
        for text in _mixed(mind.lines["evasions"].get(sort, ()), spread):
            yield f"Ah, {thing}. {text}" if thing and text not in " ".join(mind.earlier) else text


def _echoes(mind: GuesserMind, rng: Random) -> Iterator[str]:
    """Evasions that take up what the prompt asks."""
    prompt, sorts = mind.prompt, sorts_of(mind.prompt)
    clause = clause_of(prompt)
    taken = (
        ("finish", left_open(prompt) if sorts[-1] == "finish" else ""),
        ("one", noun_asked(prompt) if sorts[-1] in ("what", "which") else ""),
        ("clause" if _OF_ME.isdisjoint(clause.split()) else "clause.you", clause),
    )
    last = (sorts[-1], "" if "." in sorts[0].removesuffix(".you") else noun_of(prompt))
    for frames, words in (*rng.sample(taken, len(taken)), last):
        for text in _mixed(mind.lines["echoes"].get(frames, ()) if words else (), rng):
            if not any(max(text.split("{x}"), key=len) in reply for reply in mind.earlier):
                yield capital(text.format(x=words))


_OPEN = frozenset("what what.you what.do what.did what.would what.called what.riddle which which.one".split())
"""Sorts of prompts that may be about anything, so the best evasion says what the prompt is about."""
SURE = 1.5
"""How much the words of a prompt must speak for a category before an evasion is about it."""


def _of_subject(net: Association, mind: GuesserMind) -> Sequence[str]:
    """The evasions for the category that the prompt speaks for most; none if it speaks for none."""
    cued = net.cued(word for word, _ in topic_of(mind.prompt))
    best = max(cued, key=cued.__getitem__, default="")
    return mind.lines["subjects"].get(best, ()) if cued.get(best, 0.0) >= SURE else ()


_NO_THING = frozenset("finish say tell rather".split())
"""An evasion doesn't name the thing at the end of these kinds of prompts."""
_OF_ME = frozenset("I I'm I've I'd me my mine myself".split())


def _mixed(texts: Sequence[str], rng: Random) -> list[str]:
    return rng.sample(texts, len(texts))


def _from_cards(net: Association, mind: GuesserMind, rng: Random) -> Iterator[str]:
    """Lines of the cards whose words answer the prompt, and of the thing that it names."""
    gone = {n for text in (*prompts_of(mind.facts), *replies_of(mind.facts)) for n in net.said(text)}
    for found in net.phrases.answers(mind.prompt):
        card = net.cards[found.card]
        if found.card in gone or not _fits_the_rest(net, mind.prompt, found.card):
            continue
        slips = rng.random() < slipping(net, mind, found.card)
        for lines in (card.says, card.instead) if slips else (card.instead,):
            yield from _mixed(lines.get(found.kind, ()), rng)
    for n in net.said(mind.prompt):
        yield from net.cards[n].slots.get(slot_of(mind.prompt, net.cards[n].word), ())


def _fits_the_rest(net: Association, prompt: str, n: int) -> bool:
    """True unless a prompt tells a good deal before it asks and none of that speaks for a card."""
    asked = set(words_of(asking(prompt)))
    before = [word for word in content_of(prompt) if word not in asked and not tells_nothing(word)]
    return len(before) < MUCH or any(n in net.evidence(((word, 1.0),)) for word in before)


MUCH = 3
"""With at least this many words, the other sentences of a prompt say what its question is about."""


def _plainly(net: Association, mind: GuesserMind, rng: Random) -> Iterator[str]:
    """The word that the prompt by itself plainly means, as an answer of the kind that is asked for."""
    sorts = sorts_of(mind.prompt)
    kinds = _WORD_ANSWERS.get(sorts[-1], ()) if sorts[0] not in _NO_WORD else ()
    ranked = suppose(net, {**mind.facts, "turns": mind.facts["turns"][-1:]}).ranked[:2]
    least = FILLED if sorts[-1] == "finish" else PLAIN
    if not kinds or len(ranked) < 2 or ranked[0][1] < max(least, AHEAD * ranked[1][1]):
        return
    card = net.cards[ranked[0][0]]
    if not _may_answer(net, mind.prompt, ranked[0][0]):
        return
    gone = " ".join(replies_of(mind.facts))
    if says(gone, card.word, card.forms) or rng.random() >= slipping(net, mind, ranked[0][0]):
        return
    heads = [line.partition(",")[0].rstrip(".") for kind in kinds for line in card.says.get(kind, ())]
    good = [head for head in heads if len(head.split()) <= SHORT and says(head, card.word, card.forms)]
    answer = f"… {card.word}" if sorts[-1] == "finish" else good[0] if good else ""
    yield from (text.format(x=answer) for text in _mixed(mind.lines["plainly"] if answer else (), rng))


def _may_answer(net: Association, prompt: str, n: int) -> bool:
    """True if a card's word is of the sort that a prompt asks for, and enough of the prompt speaks for it."""
    card, sort = net.cards[n], sorts_of(prompt)[0]
    fields = _FIELDS.get(sort.removesuffix(".you").partition(".past")[0])
    fields = fields or frozenset(net.cued(noun_asked(prompt).split()[-1:]))
    topic = topic_of(prompt)
    speaking = sum(n in net.evidence(((word, 1.0),)) for word, _ in topic)
    clear = sum(net.weights.get(stem(word), {}).get(n, 0.0) >= FAINT for word, _ in topic)
    noun = _THE_ONE.search(" ".join(words_of(asking(prompt))))
    if noun and not tells_nothing(noun[1]) and n not in net.evidence(((noun[1], 1.0),)):
        return False
    return (
        (not fields or card.category in fields)
        and not denies(asking(prompt))
        and clear >= 2
        and speaking >= COVERED * len(topic)
    )


FAINT = 0.22
"""A word of less weight for a card doesn't speak for it clearly, because the word goes with many cards."""
_THE_ONE = re.compile(
    r"\bwhat(?:s| is| was| are) (?:the|your|my) (?:one |only |first |last |\w+est )?(\w+) (?:that |which )?(?:you|your|i|we|they|people|everybody)\b"
)
"""A question for one of a kind, and the noun for the kind: `What is the one topic you avoid?`"""
COVERED = 0.41
"""The least part of the words of a prompt's topic that must speak for the word that it plainly means."""
_FIELDS: Mapping[str, frozenset[str]] = {
    "what.eat": frozenset({"food"}),
    "what.drink": frozenset({"food"}),
    "what.wear": frozenset({"clothes"}),
    "what.animal": frozenset({"animals"}),
    "who": frozenset({"people", "work", "stories", "animals"}),
}
"""Maps a sort of prompts to the categories of the words that can answer it."""
_WORD_ANSWERS: Mapping[str, Sequence[str]] = {
    "what": ("what",),
    "which": ("what",),
    "tell": ("what",),
    "act": ("act", "what"),
    "who": ("who",),
    "where": ("where",),
    "finish": ("finish",),
}
"""Maps a kind of prompt to the kinds of a card's lines that can answer it with the word alone."""
_NO_WORD = frozenset(
    "what.colour what.mean what.say what.happen what.like what.opposite tell.list tell.nice tell.about what.dream who.whose rather".split()
)
"""Sorts of prompts that the word alone doesn't answer."""


def slipping(net: Association, mind: GuesserMind, n: int) -> float:
    """The chance that the guesser says a card's word when it answers the open prompt."""
    guard = mind.guard
    if mind.suspected.get(n, 0.0) >= guard.fear:
        return 0.0
    before = prompts_of(mind.facts)[-2:-1]
    lulled = any(net.evidence(topic_of(prompt)).get(n, 0.0) >= FIELD for prompt in before)
    open_still = guard.open - guard.wary * (len(prompts_of(mind.facts)) - 1)
    return open_still + guard.lulled * lulled + guard.trade * (net.cards[n].category in mind.own)


def _things(mind: GuesserMind, rng: Random) -> Iterator[str]:
    """Things of the kind that the prompt asks for; none if the prompt says more about them."""
    sort, said = sorts_of(mind.prompt)[0], words_of(mind.prompt)
    liked = "" if denies(asking(mind.prompt)) else noun_liked(mind.prompt)
    if not liked and sort not in ("tell.list", "tell.name", "what.best", "what.animal"):
        return
    content = {stem(liked)} if liked else {stem(word) for word in said if not tells_nothing(word)} - _LISTING
    for heads, things in mind.lines["things"].items():
        if len(content) == 1 and content <= stems_of(heads):
            count = next((min(NUMBERS[word], MOST_THINGS) for word in said if word in NUMBERS), 1)
            fresh = [
                thing for thing in things if stems_of(thing).isdisjoint(stems_of(" ".join(mind.earlier)))
            ]
            some = rng.sample(fresh, min(max(count, 1), len(fresh)))
            if len(some) > 1:
                yield f"{capital(listed(some))}."
            elif some:
                yield from (capital(text.format(x=some[0])) for text in _mixed(mind.lines["one_thing"], rng))


_LISTING = frozenset(map(stem, "list name favourite imagine".split()))
