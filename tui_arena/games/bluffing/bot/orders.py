"""Which of several something was, as an answer tells it: the first, the seventh try, the last day, since a year.

`My first job` leaves no job before it; what was done every year since 1998 began in 1998.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tui_arena.core.language.numbers import number_at, number_tokens, ordinal, years_at
from tui_arena.games.bluffing.bot.cards import folded, root, roots
from tui_arena.games.bluffing.bot.sentence import BRIEF, Fact, Sentence

_TRIES = frozenset(("try", "attempt", "go", "shot", "time"))
_PARTS = frozenset("day morning afternoon evening night week weekend minute".split())
_BEGAN = re.compile(
    r"\b(?:my first (?:one|time)|the first time|i (?:first )?(?:started|began)|it (?:started|began))\b"
)
_BEGINS = re.compile(
    r"\b(?:since when|when did (?:you|it|they|he|she) (?:first )?(?:start|begin|move in|join|become|take up))\b"
)


def orders_in(said: Sentence) -> Iterator[Fact]:
    """The facts of a sentence that say which of several something was."""
    yield from _since(said)
    yield from _tries(said)
    yield from _before(said)
    yield from _first_or_last(said)


def _since(said: Sentence) -> Iterator[Fact]:
    """The year since which the statement has been so."""
    words = tuple(number_tokens(folded(said.text)))
    for n, word in enumerate(words):
        year = years_at(words, n)
        if not year or year[0] < 1900 or not (word[0].isdecimal() or year[2] == 2):
            continue
        asked = said.number == 0 and _BEGINS.search(" ".join(said.question))
        if (words[n - 1 : n] == ("since",) and not said.question) or (
            said.question and (asked or _BEGAN.search(" ".join(said.words)))
        ):
            yield said.fact("since", word, asked=True, low=year[0], high=year[1])
            return


def _tries(said: Sentence) -> Iterator[Fact]:
    """At which try it worked: `at the seventh attempt`, `passed on the first try`, `it took me four goes`."""
    for _, words in said.clauses:
        worked = not said.question or said.known.any("worked", words)
        for n, word in enumerate(words[1:], 1):
            if word.removesuffix("s") not in _TRIES and word != "tries":
                continue
            nth, before = ordinal(words[n - 1]), words[max(0, n - 4) : n]
            if nth and worked and not {"at", "on", "with"}.isdisjoint(before) and word != "time":
                yield said.fact("try", words[n - 1], asked=True, low=nth, high=nth)
            count = number_at(words, n - 1)[0]
            if count and not {"took", "needed", "after"}.isdisjoint(words[:n]) and word != "times":
                yield said.fact("try", words[n - 1], asked=True, low=count, high=count)


def _before(said: Sentence) -> Iterator[Fact]:
    """Whether there was one before it."""
    flat = said.words
    for n, word in enumerate(flat):
        if not said.question and word == "first" and flat[n - 1 : n] == ("my",):
            after = [one for one in flat[n + 1 : n + 3] if roots(one)]
            yield said.fact("earlier", "first", "no", asked=True, of=root(after[0]) if after else "")
    asks = said.what.yes_no and said.number == 0 and said.yes is not None and "before" in said.question
    if asks:
        about = roots(" ".join(said.question)) & roots(said.statement)
        for one in about:
            earlier = said.fact("earlier", "", "yes" if said.yes else "no", asked=True, of=one)
            first = len(said.clauses[0][1]) <= BRIEF
            yield (
                replace(earlier, words=f"Yes” to “{' '.join(said.question)}")
                if first and said.yes
                else earlier
            )


def _first_or_last(said: Sentence) -> Iterator[Fact]:
    """Whether it was at the first or the last day, evening and so on of a time."""
    if said.question and not (said.number == 0 and said.kind == "when"):
        return
    for n, word in enumerate(said.words[1:], 1):
        which = said.words[n - 1]
        if (
            word in _PARTS
            and which in ("first", "last")
            and said.words[max(0, n - 3) : n - 1][-1:] in (("the",), ("my",), ("our",))
        ):
            yield said.fact("which", which, which, asked=True)
            return
