"""The built-in bot for Taboo: it plays both seats and answers the probes.

`setter.py` finds its prompts, `guesser.py` its replies, `comments.py` what it says as sorter and as coach. If the rules
find no answer in the last reply, the setter says so instead of a prompt.

Law: every reply depends only on the view, the random generator and the bot's deck. A prompt never says the
word, a form of it or a forbidden word. It is never too long, and it wasn't said or refused before. If no
phrase meets these conditions, the prompt is the first of the last resorts. The guesser uses nothing but the
dialogue, and never looks at a card's lures. The bot caches only data that follow from the deck.

A model may help with an answer that the bot could only evade, and with a prompt for a word without lures
(`Doubt`). The bot says the model's line only if it passes these checks:

- An answer really answers. It asks nothing back, repeats nothing, and names no word that the guesser has
  reason to suspect.
- A prompt asks something, and the setter itself would allow it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random
from typing import Any

from tui_arena.core.answers import CALLED, lack
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Belief, Bot, Data, Deck, Doubt, Fault, Lexicon, View
from tui_arena.core.language.function_words import echoes
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.text import fold
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import (
    Association,
    CardBelief,
    prompts_of,
    replies_of,
    still_left,
    suppose,
    well_founded,
)
from tui_arena.games.taboo.bot.comments import coached, evades, sorted_so
from tui_arena.games.taboo.bot.guesser import Guard, GuesserMind, answered
from tui_arena.games.taboo.bot.phrases import AssociatedCard
from tui_arena.games.taboo.bot.setter import PLANS, SetterMind
from tui_arena.games.taboo.content import content_of, stems_of
from tui_arena.games.taboo.rules import PASSED, PHRASE

FEWEST, MOST = 5, 16
"""The fewest and the most items in a candidate list."""
CERTAIN = 0.97
"""If one word has at least this share of all belief, the list has that word alone."""
TRUSTED = 0.9
"""The share of all belief that one word needs before the bot guesses, in a game where silence wins."""

GIVEN_AWAY = 0.7
"""The share of all belief that a word must have by one prompt alone for a careful bot to guess it at once."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """How the guesser plays at one level."""

    guard: Guard
    sure: float
    """The share of all belief that one word needs before the bot guesses."""
    blur: float
    """The noise that is added to its belief; 0 for none."""


LEVELS: Mapping[str, Guessing] = {
    "easy": Guessing(Guard(open=0.95, lulled=0.05, trade=0.05, fear=0.8, wary=0.12), sure=0.75, blur=0.8),
    "medium": Guessing(Guard(open=0.85, lulled=0.15, trade=0.15, fear=0.7, wary=0.12), sure=0.7, blur=0.6),
    "hard": Guessing(Guard(open=0.75, lulled=0.2, trade=0.2, fear=0.6, wary=0.12), sure=0.75, blur=0.3),
}
MUDDLE = 20.0
"""The noise that is added when a guesser recalls which of the words it said was the word."""


class TabooBot(Bot):
    """Setter and guesser at the levels `easy`, `medium` and `hard`."""

    def __init__(
        self,
        net: Association,
        said: Mapping[str, Any],
        own: frozenset[str] = frozenset(),
        known: Collection[str] | None = None,
    ) -> None:
        """`said`: its phrases, by occasion. `known`: the words of the language; None if they aren't known."""
        self.net = net
        """What it knows of the cards, shared with other bots of the deck."""
        self.own = own
        """The categories in which it is at home; if empty, the first prompt draws them."""
        self._lines, self._known = said, known

    def minded(self, mind: Data) -> TabooBot:
        """The bot of a character: it is at home in the categories of its topics."""
        own = (self._lines["trades"].get(str(topic), "") for topic in mind.get("topics") or ())
        return TabooBot(self.net, self._lines, frozenset(" ".join(own).split()), self._known)

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "prompt":
                return CALLED if view.facts["no_answer"] else self._prompt(view, level, rng)
            case "reply":
                return self._reply(view, LEVELS[level], rng)[0]
            case "last_guess":
                return self._last_guess(view.facts, LEVELS[level], rng)
            case "candidates":
                return self._candidates(view.facts)
            case "sorting":
                return sorted_so(self.net, view.facts, self._lines["dodges"])
            case "coach":
                return coached(self.net, view.facts, self._lines)
        raise ValueError(f"Taboo has no ask {ask.name!r}")

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        """An evasion, or a prompt that isn't about the word, which another line may replace."""
        if ask.name == "reply" and not self._reply(view, LEVELS[level], rng)[1]:
            return doubted_reply(self.net, view, self._lines, self._known)
        if ask.name == "prompt" and not view.facts["no_answer"]:
            mind = self._setter(view)
            if mind.is_pointless(mind.prompt(PLANS[level], rng)):
                return doubted_prompt(mind)
        return None

    def hint(self, ask: Ask, view: View) -> str | None:
        """For a setter, a prompt of the hard bot; for a guesser, words to avoid or to guess; else None."""
        facts = view.facts
        if ask.name == "prompt" and facts["no_answer"]:
            return self._hint("call")
        if ask.name == "prompt":
            prompt = self._prompt(view, "hard", Random(f"hint/{ask.key}"))
            return self._hint("prompt", prompt=prompt)
        if ask.name not in ("reply", "last_guess"):
            return None
        if ask.name == "last_guess" and facts["silent"] and facts["silence_wins"]:
            return self._hint("pass")
        found = suppose(self.net, facts)
        best = ", ".join(self.net.cards[n].word for n in found.first(3))
        told = found.sure > 1.5 / max(len(found.ranked), 1)
        if ask.name == "last_guess":
            return self._hint("likely" if best else "unlikely", words=best)
        return self._hint("beware" if told else "safe", words=best)

    def _hint(self, about: str, **slots: str) -> str:
        return str(self._lines[f"hint_{about}"].format(**slots))

    def belief(self, view: View) -> Belief | None:
        """The likely words, given the dialogue in a view."""
        found = suppose(self.net, view.facts)
        return Belief(
            still_left(self.net, view.facts),
            tuple((self.net.cards[n].word, share) for n, share in found.listed(self.net, MOST)),
        )

    # setter

    def _prompt(self, view: View, level: str, rng: Random) -> str:
        return self._setter(view).prompt(PLANS[level], rng)

    def _setter(self, view: View) -> SetterMind:
        said = [line.text for line in view.talk if line.ask == "prompt"]
        return SetterMind(self.net, self._card(view.facts), view.facts, said, self._lines)

    def _card(self, facts: Mapping[str, Any]) -> AssociatedCard:
        """The word's card with this session's forbidden words; a bare card if the word isn't in the deck."""
        word = str(facts["word"])
        number = self.net.numbers.get(fold(word))
        card = AssociatedCard(word) if number is None else self.net.cards[number]
        forms, forbidden = map(str, facts["forms"]), map(str, facts["forbidden"])
        return replace(card, word=word, forms=tuple(forms) or card.forms, forbidden=tuple(forbidden))

    # guesser

    def _reply(self, view: View, how: Guessing, rng: Random) -> tuple[str, bool]:
        """The reply, and whether the bot knows an answer or the word."""
        facts, net = view.facts, self.net
        found = suppose(net, facts, rng=rng, blur=how.blur)
        sure = TRUSTED if facts["silence_wins"] else how.sure
        refused = any(line.fault and "guess" in fold(line.text) for line in view.talk)
        if found.sure >= sure and not refused and well_founded(net, facts, found.ranked[0][0]):
            return self._guess(found, facts, rng), True
        last = suppose(net, {**facts, "turns": facts["turns"][-1:]})
        careful = not refused and not facts["silence_wins"] and rng.random() >= how.guard.open
        if careful and last.sure >= GIVEN_AWAY and last.first(1) == found.first(1):
            return self._guess(found, facts, rng), True
        void = [call["reply"] for turn in facts["turns"] for call in turn["calls"]]
        earlier = replies_of(facts) + tuple(void) + tuple(line.text for line in view.talk if line.fault)
        before = suppose(net, {**facts, "turns": facts["turns"][:-1]}, rng=rng, blur=how.blur)
        own = self.own or at_home(net, facts)
        return answered(
            net, GuesserMind(facts, dict(before.ranked), earlier, how.guard, own, self._lines), rng
        )

    def _guess(self, found: CardBelief, facts: Mapping[str, Any], rng: Random) -> str:
        """A guess of the likeliest word, with the clues that led to it."""
        card = self.net.cards[found.ranked[0][0]]
        prompts = " ".join(prompts_of(facts))
        clues = [hit[0] for word in card.near if (hit := says(prompts, word)) is not None][:3]
        if clues:
            because = rng.choice(self._lines["because"]).format(list=listed([fold(c) for c in clues]))
        else:
            because = rng.choice(self._lines["because_nothing"])
        return f"{PHRASE}{card.word}\n{capital(because)}"

    def _last_guess(self, facts: Mapping[str, Any], how: Guessing, rng: Random) -> str:
        if facts["silent"] and facts["silence_wins"]:
            return PASSED
        *turns, last = facts["turns"]
        before = {**facts, "uttered": False, "turns": [*turns, {**last, "answer": "", "answered": False}]}
        likely = suppose(self.net, before, rng=rng, blur=how.blur)
        if facts["uttered"]:
            word = remembered(self.net, facts, likely, rng)
        else:
            word = self.net.cards[likely.ranked[0][0]].word if likely.ranked else ""
        return f"{PHRASE}{word}" if word else PASSED

    # probes

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        found = suppose(self.net, facts)
        count = 1 if found.sure >= CERTAIN else min(max(found.likely, FEWEST), MOST)
        names = [self.net.cards[n].word for n, _ in found.listed(self.net, count)]
        information = (
            f"** Additional Information: {still_left(self.net, facts)} words of my deck still fit well. **"
        )
        return "\n".join([*(f"** Word: {name} **" for name in names), information])


FIELDS = 3
"""The number of categories in which a guesser without topics of its own is at home."""


def at_home(net: Association, facts: Mapping[str, Any]) -> frozenset[str]:
    """The categories in which a guesser without topics is at home; they stay the same for a session."""
    known = sorted(net.members)
    return frozenset(Random("\n".join(prompts_of(facts)[:1])).sample(known, min(FIELDS, len(known))))


def remembered(net: Association, facts: Mapping[str, Any], likely: CardBelief, rng: Random) -> str:
    """The word in the last reply that the guesser takes for the secret; empty if no word is possible.

    `likely`: the guesser's belief before that reply. A word without a card is as likely as the likeliest card
    that has it among its near words.
    """
    *earlier, last = replies_of(facts)
    out = stems_of(" ".join((*prompts_of(facts), *earlier)))
    shares = dict(likely.ranked)
    own = {n: net.cards[n].word for n in net.said(last) if n in shares}
    found = {word: shares[n] for n, word in own.items()}
    named = stems_of(" ".join(own.values()))
    for word in content_of(last):
        if out.isdisjoint(stems_of(word)) and named.isdisjoint(stems_of(word)):
            found[word] = max((shares.get(n, 0.0) for n in net.near(word)), default=0.0)
    least = min(shares.values(), default=1.0)
    weighed = {word: log(max(share, least)) + rng.gauss(0, MUDDLE) for word, share in found.items()}
    return max(weighed, key=weighed.__getitem__, default="")


# what a model may know better

ANSWER, QUESTION = (
    ReplyForm({part: "text"}, "alone", marks=(f"{part}:",), most_chars=140) for part in ("answer", "question")
)
SUSPECTED = 6
"""How many of the likeliest words a guesser keeps to itself, judged by all prompts and by the last prompt."""


def doubted_reply(
    net: Association, view: View, lines: Mapping[str, Any], known: Collection[str] | None
) -> Doubt:
    """An answer that the guesser doesn't know.

    `lines`: the bots' phrases, by occasion. `known`: the words of the language; None if they aren't known.
    """
    facts = view.facts
    cards = suspects(net, facts)
    earlier = [*replies_of(facts), *(line.text for line in view.talk if line.fault)]
    prompt = str(facts["prompt"])

    def accepted(line: str) -> str:
        if "?" in line or fold(PHRASE).strip(" :") in fold(line):
            raise Fault("rule", "answer the question; don't ask or guess anything")
        if said := next((card.word for card in cards if says(line, card.word, card.forms)), ""):
            raise Fault("rule", f"don't say {said}")
        dodges = evades(net, prompt, line, lines["dodges"]) or echoes(line, prompt)
        if dodges or lack(line, prompt, earlier, known) is not None:
            raise Fault("rule", "it doesn't answer the question that was asked")
        return line

    slots = {"prompt": prompt, "avoid": ", ".join(card.word for card in cards)}
    return Doubt("reply", slots, ANSWER, accepted)


def suspects(net: Association, facts: Mapping[str, Any]) -> Sequence[AssociatedCard]:
    """The cards whose words the guesser has reason to suspect, the likeliest first."""
    last = {**facts, "turns": facts["turns"][-1:]}
    found = (n for seen in (facts, last) for n in suppose(net, seen).first(SUSPECTED))
    return [net.cards[n] for n in dict.fromkeys(found)]


def doubted_prompt(mind: SetterMind) -> Doubt:
    """A prompt that the setter doesn't know."""
    card = mind.card
    barred = [card.word, *card.forms, *(card.forbidden if mind.facts["forbids"] else ())]

    def accepted(line: str) -> str:
        one = line.endswith(("?", "…", "...")) and not any(sign in line[:-3] for sign in ".?!")
        if not one or not content_of(line):
            raise Fault("rule", "ask one question, or begin a sentence that the other one finishes")
        if echoes(line, " ".join(prompts_of(mind.facts))):
            raise Fault("rule", "ask for something new")
        if why := mind.refusal(line):
            raise Fault("rule", why)
        return line

    slots = {"word": card.word, "barred": ", ".join(barred), "said": " ".join(prompts_of(mind.facts)[-3:])}
    return Doubt("prompt", slots, QUESTION, accepted)


def make(deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> TabooBot:
    """The bot for a deck. Making it is cheap: it works out its associations when it is first asked."""
    known = None if lexicon is None else lexicon.words
    return TabooBot(Association(deck, said["cues"]), said, known=known)
