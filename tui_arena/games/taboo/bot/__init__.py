"""The built-in bot for Taboo: it plays both seats and answers the probes.

Law: every reply depends only on the view, the random generator and the bot's deck. The guesser uses nothing
but the dialogue, and never looks at a card's lures. The bot caches only what follows from the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Belief, Deck, Lexicon, View
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import (
    AssociatedCard,
    Association,
    CardBelief,
    content_of,
    prompts_of,
    replies_of,
    suppose,
    words_of,
)
from tui_arena.games.taboo.bot.coach import coached, sorted_so
from tui_arena.games.taboo.bot.grammar import written
from tui_arena.games.taboo.bot.guesser import Bounds, Manner, answered
from tui_arena.games.taboo.bot.setter import lured

BECAUSE = (
    "{list} led me there.",
    "It was {list} that gave it away.",
    "You came back to {list} once too often.",
    "First {list}, then the rest: it all points one way.",
    "I grew suspicious at {list}.",
)
BECAUSE_NOTHING = (
    "It fits all that you asked, if I add it up.",
    "Nothing else goes with all of your questions.",
    "Call it a feeling; every question pointed there.",
)
GUESS, NO_GUESS = "My guess of the word is: {word}", "pass"
FEWEST, MOST = 5, 16
"""The fewest and the most items in a list of candidates."""
CERTAIN = 0.97
"""If one word has at least this share of all belief, the list holds that word alone."""
TRUSTED = 0.9
"""The share of all belief that one word needs before it guesses in a game where silence wins."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """How the guesser plays at one level."""

    manner: Manner
    sure: float
    """The share of all belief that one word needs before it guesses."""
    blur: float
    """How much noise is added to its belief; 0: none."""
    memory: int | None
    """How many of the last prompts it considers; None: all."""


LEVELS: Mapping[str, Guessing] = {
    "easy": Guessing(Manner(fears=0, picks=6, chatty=0.8), sure=0.35, blur=0.95, memory=2),
    "medium": Guessing(Manner(fears=3, picks=4, chatty=0.35), sure=0.74, blur=0.6, memory=3),
    "hard": Guessing(Manner(fears=8, picks=3, chatty=0.05), sure=0.85, blur=0.0, memory=None),
}


class TabooBot:
    """Setter and guesser at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck) -> None:
        """`deck`: the source of its associations."""
        self._net = Association(deck)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "prompt":
                return lured(self._card(view.facts), view, level, rng)
            case "reply":
                return self._reply(view, LEVELS[level], rng)
            case "last_guess":
                return self._last_guess(view.facts, LEVELS[level], rng)
            case "candidates":
                return self._candidates(view.facts)
            case "sorting":
                return sorted_so(self._net, view.facts)
            case "coach":
                return coached(self._net, view.facts)
        raise ValueError(f"Taboo has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """For a setter, a prompt of the hard bot; for a guesser, words to avoid or to guess; else None."""
        facts = view.facts
        if ask.name == "prompt":
            prompt = lured(self._card(facts), view, "hard", Random(f"hint/{ask.key}"))
            return f"Perhaps: {prompt}"
        if ask.name not in ("reply", "last_guess"):
            return None
        if ask.name == "last_guess" and facts["silent"] and facts["silence_wins"]:
            return "Silence is yours: pass."
        found = suppose(self._net, facts)
        best = ", ".join(written(self._net.cards[n].word) for n in found.first(3))
        told = found.sure > 1.5 / max(len(found.ranked), 1)
        if ask.name == "last_guess":
            return f"Likeliest: {best}." if best else "Nothing that was said speaks for any word."
        return f"I would not say {best}." if told else "Nothing to fear yet: answer freely."

    def belief(self, view: View) -> Belief | None:
        """What is likely, given the dialogue in a view."""
        found = suppose(self._net, view.facts)
        return Belief(found.left, tuple((self._net.cards[n].word, share) for n, share in found.ranked[:MOST]))

    # setter

    def _card(self, facts: Mapping[str, Any]) -> AssociatedCard:
        """The word's card with this session's forbidden words; a bare card if the deck has none."""
        word = str(facts["word"])
        number = self._net.numbers.get(fold(word))
        card = AssociatedCard(word) if number is None else self._net.cards[number]
        forms, forbidden = map(str, facts["forms"]), map(str, facts["forbidden"])
        return replace(card, word=word, forms=tuple(forms) or card.forms, forbidden=tuple(forbidden))

    # guesser

    def _reply(self, view: View, how: Guessing, rng: Random) -> str:
        facts, net = view.facts, self._net
        found = suppose(net, facts, memory=how.memory, rng=rng, blur=how.blur)
        sure = TRUSTED if facts["silence_wins"] else how.sure
        refused = any(line.fault and "guess" in fold(line.text) for line in view.talk)
        if found.sure >= sure and not refused:
            return self._guess(found, facts, rng)
        feared = [net.cards[n] for n in found.first(how.manner.fears)]
        earlier = replies_of(facts) + tuple(line.text for line in view.talk if line.fault)
        least = int(facts["min_words"] or 1)
        return answered(net, str(facts["prompt"]), earlier, Bounds(feared, least, how.manner), rng)

    def _guess(self, found: CardBelief, facts: Mapping[str, Any], rng: Random) -> str:
        """A guess of the likeliest word, with the clues that led to it."""
        card = self._net.cards[found.ranked[0][0]]
        prompts = " ".join(prompts_of(facts))
        clues = [word for word in card.near if says(prompts, word)][:3]
        if clues:
            because = rng.choice(BECAUSE).format(list=listed([written(fold(c)) for c in clues]))
        else:
            because = rng.choice(BECAUSE_NOTHING)
        return f"{GUESS.format(word=card.word)}\n{capital(because)}"

    def _last_guess(self, facts: Mapping[str, Any], how: Guessing, rng: Random) -> str:
        if facts["silent"] and facts["silence_wins"]:
            return NO_GUESS
        found = suppose(self._net, facts, memory=how.memory, rng=rng, blur=how.blur)
        if found.ranked:
            return GUESS.format(word=self._net.cards[found.ranked[0][0]].word)
        replies = replies_of(facts)
        said = content_of(replies[-1]) if replies and facts["uttered"] else ()
        own = [word for word in said if word not in words_of(prompts_of(facts)[-1])]
        return GUESS.format(word=rng.choice(own)) if own else NO_GUESS

    # probes

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        found = suppose(self._net, facts)
        count = 1 if found.sure >= CERTAIN else min(max(found.left, FEWEST), MOST)
        names = [self._net.cards[n].word for n in found.first(count)]
        information = f"** Additional Information: {found.left} words of my deck still fit well. **"
        return "\n".join([*(f"** Word: {name} **" for name in names), information])


def make(deck: Deck, _lexicon: Lexicon | None) -> TabooBot:
    """The bot for a deck; cheap to make, as it works out its associations when it is first asked."""
    return TabooBot(deck)
