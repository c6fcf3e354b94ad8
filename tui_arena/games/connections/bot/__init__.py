"""The built-in player of Connections, for the setter and all guessers, each with a different mind.

It works nothing out before it is first asked.

Law: every reply depends only on the view, the random generator, the bot's mind and its lexicon. The bot
caches only what follows from a lexicon and a mind.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Belief, Data, Deck, Lexicon, View
from tui_arena.core.language.sentences import listed
from tui_arena.games.connections.bot import phrases
from tui_arena.games.connections.bot.clue_choice import drawn, given
from tui_arena.games.connections.bot.coach import coached
from tui_arena.games.connections.bot.minds import Mind, best, closeness
from tui_arena.games.connections.bot.setter import changed, roomier, secret
from tui_arena.games.connections.bot.similarity import Meaning
from tui_arena.games.connections.state import PASSED, written

BLUR = {"easy": 900, "medium": 200, "hard": 200}
"""By level: the random error added to how strongly a clue means a word, in thousandths."""
HEARD = 2
"""The weight of a word that was already given is divided by this."""
MEANT = 200
"""A clue must mean some word at least this strongly, in thousandths, for the setter to block."""
LIKELY = 16
"""The most words in a belief."""
HINTED = 3
MINDS = 64
"""How many minds are cached."""
KEEP = "keep"


class Common:
    """What all minds of one lexicon share."""

    def __init__(self, deck: Deck, lexicon: Lexicon | None) -> None:
        self.meaning = Meaning(deck.items)
        self._list = lexicon.words if lexicon else None
        self.mind = lru_cache(MINDS)(self._mind)
        """The cached mind with these topics and this vocabulary number."""

    def _mind(self, topics: tuple[str, ...], vocabulary: int | None) -> Mind:
        return Mind(self.meaning, topics, vocabulary)

    @cached_property
    def listed(self) -> Sequence[str]:
        """All allowed words, in order."""
        return sorted(self._list) if self._list is not None else self.meaning.words

    @cached_property
    def allowed(self) -> frozenset[str]:
        """All allowed words, for looking words up."""
        return frozenset(self.listed)

    def fitting(self, prefix: str, barred: Sequence[str]) -> list[str]:
        """The listed words that begin with `prefix`, without `barred`; if there are none, a made-up word."""
        words, out = self.listed, set(barred)
        span = range(bisect_left(words, prefix), bisect_left(words, prefix + "{"))
        fit = [words[at] for at in span if words[at] not in out]
        return fit or [next(word for n in range(len(out) + 1) if (word := prefix + "s" * n) not in out)]


class ConnectionsBot:
    """Sets words, gives clues, blocks and guesses at the levels `easy`, `medium` and `hard`."""

    def __init__(self, common: Common, mind: Mind | None = None) -> None:
        """`mind`: the seat's mind; None: the common one."""
        self.common = common
        """What it shares with all other bots of its lexicon."""
        self._own = mind

    @cached_property
    def _mind(self) -> Mind:
        return self._own or self.common.mind((), None)

    def minded(self, mind: Data) -> ConnectionsBot:
        """The bot of a seat with its topics and vocabulary."""
        number = mind.get("vocabulary")
        topics = tuple(map(str, mind.get("topics") or ()))
        return ConnectionsBot(self.common, self.common.mind(topics, 0 if number is None else int(number)))

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        facts = view.facts
        match ask.name:
            case "word":
                return secret(self._mind, level, rng)
            case "clue":
                return given(facts, view.seat, self._mind, level, rng) or self._plain(facts, rng)
            case "block":
                return self._block(facts, level, rng)
            case "guess":
                return self._guess(facts, level, rng)
            case "change":
                return changed(facts, self._mind, self.common.allowed, level, rng) or KEEP
            case "coach":
                return coached(facts)
        raise ValueError(f"Connections has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """What the hard bot would think of, in one line; None if there is nothing to say."""
        facts, words = view.facts, self._mind.meaning.words
        match ask.name:
            case "word":
                rng = Random(f"hint/{ask.key}")
                found = sorted({secret(self._mind, "hard", rng) for _ in range(HINTED)})
                return phrases.HINT_WORD.format(list=_row(found))
            case "clue":
                rng = Random(f"hint/{ask.key}/{ask.attempt}")
                best_known = [words[n] for n in drawn(facts, view.seat, self._mind, "medium", rng)[:HINTED]]
                return (
                    phrases.HINT_CLUE.format(list=_row(best_known))
                    if best_known
                    else phrases.HINT_CLUE_NOTHING
                )
            case "block" | "guess":
                likely = " or ".join(words[n].upper() for n in self._likely(facts)[:HINTED])
                said = phrases.HINT_BLOCK if ask.name == "block" else phrases.HINT_GUESS
                return said.format(list=likely) if likely else phrases.HINT_GUESS_NOTHING
            case "change":
                return self._hint_change(facts)
        return None

    def belief(self, view: View) -> Belief | None:
        """What the open clue is likely to mean; None if there is no open clue."""
        if not view.facts["clue"]:
            return None
        near, words = self._thoughts(view.facts), self._mind.meaning.words
        first = best(near, self._mind.meaning)[:LIKELY]
        return Belief(len(near), tuple((words[n], closeness(near, n)) for n in first))

    # guessing and blocking

    def _thoughts(self, facts: Mapping[str, Any]) -> dict[int, int]:
        """By known fitting word: how strongly the open clue means it."""
        meaning, prefix = self._mind.meaning, str(facts["prefix"])
        barred = {meaning.numbers[word] for word in facts["blocked"] if word in meaning.numbers}
        fit = (word for word in facts["played"] if word.startswith(prefix))
        seen = [meaning.numbers[word] for word in fit if word in meaning.numbers]
        said = meaning.said(str(facts["clue"]))
        near = self._mind.thoughts(said, prefix, barred | said.held, seen)
        for turn in facts["turns"]:
            n = meaning.numbers.get(str(turn["word"]))
            if n in near:
                near[n] //= HEARD
        return near

    def _ranked(self, facts: Mapping[str, Any], level: str, rng: Random) -> tuple[list[int], dict[int, int]]:
        near, blur = self._thoughts(facts), BLUR[level]
        if blur:
            near = {n: weight + rng.randrange(blur) for n, weight in near.items()}
        return best(near, self._mind.meaning), near

    def _likely(self, facts: Mapping[str, Any]) -> list[int]:
        near = self._thoughts(facts)
        secret_number = self._mind.meaning.numbers.get(str(facts["secret"]))
        first = best(near, self._mind.meaning)[: HINTED + 1]
        return [n for n in first if near[n] >= MEANT and n != secret_number]

    def _block(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        """The best fitting word that isn't the secret; a pass if no word fits well enough."""
        ranked, near = self._ranked(facts, level, rng)
        words = self._mind.meaning.words
        found = next((n for n in ranked if words[n] != facts["secret"]), None)
        return PASSED if found is None or near[found] < MEANT else words[found]

    def _guess(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        ranked, _ = self._ranked(facts, level, rng)
        if ranked:
            return self._mind.meaning.words[ranked[0]]
        return rng.choice(self.common.fitting(str(facts["prefix"]), facts["blocked"]))

    # words that aren't in the lexicon

    def _plain(self, facts: Mapping[str, Any], rng: Random) -> str:
        """A reply with a listed word and a clue that can be given to any word."""
        word = rng.choice(self.common.fitting(str(facts["prefix"]), facts["blocked"]))
        return written(word, phrases.PLAIN.format(n=len(word), x=word[-1].upper()), "")

    # hints

    def _hint_change(self, facts: Mapping[str, Any]) -> str | None:
        found = roomier(facts, self._mind, self.common.allowed, 1.0)
        if not found:
            return None
        start = found[0][: len(str(facts["prefix"])) + 1]
        count = len(self._mind.meaning.fitting(start))
        return phrases.HINT_CHANGE.format(n=count, x=start.upper())


def _row(words: Sequence[str]) -> str:
    return listed([word.upper() for word in words])


def make(deck: Deck, lexicon: Lexicon | None) -> ConnectionsBot:
    """The bot for a deck and a lexicon. This is cheap: it reads the words when it is first asked.

    `lexicon`: all allowed words; None: the words of the deck.
    """
    return ConnectionsBot(Common(deck, lexicon))
