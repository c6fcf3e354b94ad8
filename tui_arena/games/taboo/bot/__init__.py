"""The built-in player of Taboo, for both seats, and for what is asked beside the game.

Law: it answers from the view, the generator it is given and the deck it was made with; the guesser's
part sees the dialogue alone, and never looks at a card's lures. Nothing is kept but what follows from
the deck.
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
from tui_arena.games.taboo.bot import phrases
from tui_arena.games.taboo.bot.association import AssociatedCard, Association, content_of, words_of
from tui_arena.games.taboo.bot.belief import CardBelief as Supposed
from tui_arena.games.taboo.bot.belief import prompts_of, replies_of, suppose
from tui_arena.games.taboo.bot.coach import coached, sorted_so
from tui_arena.games.taboo.bot.grammar import written
from tui_arena.games.taboo.bot.guesser import Bounds, Manner, answered
from tui_arena.games.taboo.bot.setter import lured

FEWEST, MOST = 5, 16
"""Items of a list of candidates."""
CERTAIN = 0.97
"""With so much of all belief on one word the list is that one."""
TRUSTED = 0.9
"""How sure it is that guesses where its silence wins."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """How a level plays as guesser."""

    manner: Manner
    sure: float
    """From which share of all belief on one word it guesses."""
    blur: float
    """By how much its belief is mixed up."""
    memory: int | None
    """How many of the last prompts it goes by; None: all."""


LEVELS: Mapping[str, Guessing] = {
    "easy": Guessing(Manner(fears=0, picks=6, chatty=0.8), sure=0.35, blur=0.95, memory=2),
    "medium": Guessing(Manner(fears=3, picks=4, chatty=0.35), sure=0.74, blur=0.6, memory=3),
    "hard": Guessing(Manner(fears=8, picks=3, chatty=0.05), sure=0.85, blur=0.0, memory=None),
}


class TabooBot:
    """Lures, replies and guesses at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck) -> None:
        """`deck`: what its associations are made of."""
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
        """A prompt of the hard setter; for a guesser the words it should fear, or the likeliest."""
        facts = view.facts
        if ask.name == "prompt":
            prompt = lured(self._card(facts), view, "hard", Random(f"hint/{ask.key}"))
            return phrases.HINT_PROMPT.format(prompt=prompt)
        if ask.name not in ("reply", "last_guess"):
            return None
        if ask.name == "last_guess" and facts["silent"] and facts["silence_wins"]:
            return phrases.HINT_SILENT
        found = suppose(self._net, facts)
        best = [written(self._net.cards[n].word) for n in found.first(3)]
        told = found.sure > 1.5 / max(len(found.ranked), 1)
        if ask.name == "last_guess":
            return phrases.HINT_LAST.format(list=", ".join(best)) if best else phrases.HINT_LAST_NOTHING
        return phrases.HINT_REPLY.format(list=", ".join(best)) if told else phrases.HINT_REPLY_FREE

    def belief(self, view: View) -> Belief | None:
        """What is likely over the dialogue in a view."""
        found = suppose(self._net, view.facts)
        return Belief(found.left, tuple((self._net.cards[n].word, share) for n, share in found.ranked[:MOST]))

    # setter

    def _card(self, facts: Mapping[str, Any]) -> AssociatedCard:
        """The card of the word, with what this session forbids; a bare one where the deck has none."""
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

    def _guess(self, found: Supposed, facts: Mapping[str, Any], rng: Random) -> str:
        """The guess of the likeliest word, with what led there."""
        card = self._net.cards[found.ranked[0][0]]
        prompts = " ".join(prompts_of(facts))
        clues = [word for word in card.near if says(prompts, word)][:3]
        if clues:
            because = rng.choice(phrases.BECAUSE).format(list=listed([written(fold(c)) for c in clues]))
        else:
            because = rng.choice(phrases.BECAUSE_NOTHING)
        return f"{phrases.GUESS.format(word=card.word)}\n{capital(because)}"

    def _last_guess(self, facts: Mapping[str, Any], how: Guessing, rng: Random) -> str:
        if facts["silent"] and facts["silence_wins"]:
            return phrases.NO_GUESS
        found = suppose(self._net, facts, memory=how.memory, rng=rng, blur=how.blur)
        if found.ranked:
            return phrases.GUESS.format(word=self._net.cards[found.ranked[0][0]].word)
        replies = replies_of(facts)
        said = content_of(replies[-1]) if replies and facts["uttered"] else ()
        own = [word for word in said if word not in words_of(prompts_of(facts)[-1])]
        return phrases.GUESS.format(word=rng.choice(own)) if own else phrases.NO_GUESS

    # beside the game

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        found = suppose(self._net, facts)
        count = 1 if found.sure >= CERTAIN else min(max(found.left, FEWEST), MOST)
        names = [self._net.cards[n].word for n in found.first(count)]
        lines = [phrases.WORD.format(word=name) for name in names]
        return "\n".join([*lines, phrases.INFORMATION.format(n=found.left)])


def make(deck: Deck, _lexicon: Lexicon | None) -> TabooBot:
    """The bot for a deck; cheap, as it works out what goes with what when it is first asked."""
    return TabooBot(deck)
