"""Opposite states that an answer tells: free or paid for, dry or in the rain, alive or dead.

A table of opposites, which is data, has two states in each row, with phrases for each. Some rows are about the whole
story, so that one sentence for each state is enough. The others are about somebody or something, which both sentences
have to name; pronouns stand for what was named last. A denial turns a state round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile

from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import happened, quoted, root, roots
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.sentence import BRIEF, Fact, Sentence

_WE = frozenset(("i", "we"))
_OF_A_BODY = frozenset("my his her left right".split())
_GENDER = {
    word: one
    for one, row in {"he": "he him his hes", "she": "she her shes", "it": "it"}.items()
    for word in row.split()
}
"""Maps each pronoun to the one that the table of pronouns has."""


def states_in(said: Sentence) -> Iterator[Fact]:
    """The states that a sentence tells. Each row of opposites is a subject, joined with whom it is about."""
    if not said.question and said.words[0] in _WE and happened(said.text):
        yield Fact("state", quoted(said.text), True, 0, 0, 0, frozenset(("there",)), "presence ")
    yield from _parts(said)
    for table, whose in (("states", False), ("states_of", True)):
        for key, phrases in said.known.of[table].items():
            row, state = key.split()
            for text, all_words in said.clauses:
                words = tuple(word for word in all_words if not said.known.any("by_the_way", [word]))
                phrase = said.has(phrases, words) if words else ""
                if not phrase or _is_open(words, said):
                    continue
                told = _other(table, key, said.known) if _is_denied(phrase, words, said.known) else state
                for one in _whom(words, phrase, said) if whose else ("",):
                    yield Fact(
                        "state", quoted(text, phrase), True, 0, 0, 0, frozenset((told,)), f"{row} {one}"
                    )


def _parts(said: Sentence) -> Iterator[Fact]:
    """The part of the body, and its side, if a question asks for it or a statement tells it."""
    asks = said.number == 0 and not {"where", "which"}.isdisjoint(said.question)
    pairs = list(pairwise(said.words))
    parts = [two for one, two in pairs if one in _OF_A_BODY and said.known.any("body", [two])]
    if asks and len(set(parts)) == 1:
        yield Fact("state", quoted(said.text, parts[0]), True, 0, 0, 0, frozenset(parts[:1]), "body ")
    sides = {"left", "right"} & {*said.words}
    if len(sides) == 1 and (parts or len(said.clauses[0][1]) <= BRIEF) and (asks or not said.question):
        yield Fact("state", quoted(said.text, min(sides)), True, 0, 0, 0, frozenset(sides), "side ")


def _is_open(words: tuple[str, ...], said: Sentence) -> bool:
    """True if a clause doesn't tell what was so in the story."""
    return said.known.any("unreal", words) or not {"other", "else", "another"}.isdisjoint(
        (*words, *said.question)
    )


def _is_denied(phrase: str, words: tuple[str, ...], known: StoryVocabulary) -> bool:
    before = f" {' '.join(words)} ".partition(f" {phrase} ")[0].split()[-3:]
    return any(known.any("not", [word]) or word.endswith("nt") for word in before)


def _other(table: str, key: str, known: StoryVocabulary) -> str:
    """The state opposite to that of a key in its row."""
    row = key.split(maxsplit=1)[0]
    rows = (other.split() for other in known.of[table] if other != key)
    return next((state for other, state in rows if other == row), "")


def _whom(words: tuple[str, ...], phrase: str, said: Sentence) -> Iterator[str]:
    """The roots of what a clause names, and of those for whom its pronouns stand."""
    before, _, after = f" {' '.join(words)} ".partition(f" {phrase} ")
    after = " ".join(takewhile(lambda word: not said.known.any("beside", [word]), after.split()))
    parts = ([w for w in part.split() if roots(w)] for part in (before, after))
    lead, rest = parts
    yield from roots(" ".join((*lead[-2:], *rest[:2], _last(words, said.known))))
    texts = [said.question]
    if pronoun := next((_GENDER[word] for word in words if word in _GENDER), ""):
        texts.append(tuple(tokens(said.statement)))
    elif said.known.any("is", words) or roots(" ".join(words)) - roots(phrase) - {"otherwis"}:
        return
    found = next((one for text in texts if (one := _last(text, said.known, pronoun))), "")
    if found:
        yield root(found)


def _last(words: tuple[str, ...], known: StoryVocabulary, pronoun: str = "") -> str:
    """The last person or animal that some words name, of those for whom a pronoun may stand; empty if there is none."""
    animals = {*known.of["sorts"]["animal"], "dog", "cat"}
    people = known.of["pronouns"]
    allowed = {*people["he"], *people["she"]} if not pronoun else {*people.get(pronoun, ())}
    return next((word for word in reversed(words) if word in allowed or word in animals), "")
