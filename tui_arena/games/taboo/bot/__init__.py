"""The built-in bot for Taboo: it plays both seats and answers the probes.

As setter it says the lures of the card, from far to near, and the last reply decides which lure comes next.
After a reply that comes close it moves nearer at once; after a wary reply it stays far. It avoids words that
were already talked over. Now and then it makes a short remark on the last reply before it asks. If the rules find no
answer in the last reply, it says so instead.

As sorter it says which replies are evasive. Such a reply neither answers nor guesses: it refuses, dodges,
only asks back, or has nothing to do with the prompt. As coach it comments on a session as its guesser saw it.

Law: every reply depends only on the view, the random generator and the bot's deck. A prompt never says the
word, a form of it or a forbidden word. It is never too long, and it wasn't said or refused before. Only if no
phrase is left that meets these conditions, `lured` returns its first last resort. The guesser uses nothing
but the dialogue, and never looks at a card's lures. The bot caches only data that follow from the deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random
from typing import Any

from tui_arena.core.answers import CALLED
from tui_arena.core.game import Ask, Belief, Bot, Deck, Lexicon, View
from tui_arena.core.language.function_words import NO_WORDS, YES_WORDS, tells_nothing
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.language.stems import stem
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import fold, one_line
from tui_arena.core.words import says
from tui_arena.games.taboo.bot.association import (
    AssociatedCard,
    Association,
    CardBelief,
    prompts_of,
    replies_of,
    still_left,
    suppose,
    topic_of,
    well_founded,
)
from tui_arena.games.taboo.bot.guesser import GuesserMind, Manner, answered
from tui_arena.games.taboo.bot.prompt_kinds import kind_of
from tui_arena.games.taboo.content import content_of, stems_of, things_in, words_of
from tui_arena.games.taboo.rules import PASSED, PHRASE

FEWEST, MOST = 5, 16
"""The fewest and the most items in a candidate list."""
CERTAIN = 0.97
"""If one word has at least this share of all belief, the list has that word alone."""
TRUSTED = 0.9
"""The share of all belief that one word needs before the bot guesses, in a game where silence wins."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """How the guesser plays at one level."""

    manner: Manner
    sure: float
    """The share of all belief that one word needs before the bot guesses."""
    blur: float
    """The noise that is added to its belief; 0 for none."""
    memory: int | None
    """The number of last prompts that it considers; None for all."""
    muddle: float
    """The noise that is added when it recalls which of its words was the word; 0 for none."""


LEVELS: Mapping[str, Guessing] = {
    "easy": Guessing(Manner(fear=0.5, slips=1.0, second=0.05, pairs=0.8, drift=0.05), 0.25, 0.7, 4, 20.0),
    "medium": Guessing(Manner(fear=0.5, slips=1.0, second=0.05, pairs=0.8, drift=0.05), 0.3, 0.5, 4, 20.0),
    "hard": Guessing(Manner(fear=0.4, slips=1.0, second=0.0, pairs=0.8, drift=0.05), 0.5, 0.15, None, 20.0),
}


class TabooBot(Bot):
    """Setter and guesser at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck, said: Mapping[str, Any]) -> None:
        """`deck`: the source of its associations. `said`: its phrases, by occasion."""
        self._net = Association(deck, said["cues"])
        self._lines = said

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        match ask.name:
            case "prompt":
                prompts = self._card(view.facts), view, level, rng, self._lines
                return CALLED if view.facts["no_answer"] else lured(*prompts)
            case "reply":
                return self._reply(view, LEVELS[level], rng)
            case "last_guess":
                return self._last_guess(view.facts, LEVELS[level], rng)
            case "candidates":
                return self._candidates(view.facts)
            case "sorting":
                return sorted_so(self._net, view.facts, self._lines["dodges"])
            case "coach":
                return coached(self._net, view.facts, self._lines)
        raise ValueError(f"Taboo has no ask {ask.name!r}")

    def hint(self, ask: Ask, view: View) -> str | None:
        """For a setter, a prompt of the hard bot; for a guesser, words to avoid or to guess; else None."""
        facts = view.facts
        if ask.name == "prompt" and facts["no_answer"]:
            return self._hint("call")
        if ask.name == "prompt":
            prompt = lured(self._card(facts), view, "hard", Random(f"hint/{ask.key}"), self._lines)
            return self._hint("prompt", prompt=prompt)
        if ask.name not in ("reply", "last_guess"):
            return None
        if ask.name == "last_guess" and facts["silent"] and facts["silence_wins"]:
            return self._hint("pass")
        found = suppose(self._net, facts)
        best = ", ".join(self._net.cards[n].word for n in found.first(3))
        told = found.sure > 1.5 / max(len(found.ranked), 1)
        if ask.name == "last_guess":
            return self._hint("likely" if best else "unlikely", words=best)
        return self._hint("beware" if told else "safe", words=best)

    def _hint(self, about: str, **slots: str) -> str:
        return str(self._lines[f"hint_{about}"].format(**slots))

    def belief(self, view: View) -> Belief | None:
        """The likely words, given the dialogue in a view."""
        found = suppose(self._net, view.facts)
        return Belief(
            still_left(self._net, view.facts),
            tuple((self._net.cards[n].word, share) for n, share in found.listed(self._net, MOST)),
        )

    # setter

    def _card(self, facts: Mapping[str, Any]) -> AssociatedCard:
        """The word's card with this session's forbidden words; a bare card if the word isn't in the deck."""
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
        if found.sure >= sure and not refused and well_founded(net, facts, found.ranked[0][0]):
            return self._guess(found, facts, rng)
        void = [call["reply"] for turn in facts["turns"] for call in turn["calls"]]
        earlier = replies_of(facts) + tuple(void) + tuple(line.text for line in view.talk if line.fault)
        return answered(net, GuesserMind(facts, dict(found.ranked), earlier, how.manner, self._lines), rng)

    def _guess(self, found: CardBelief, facts: Mapping[str, Any], rng: Random) -> str:
        """A guess of the likeliest word, with the clues that led to it."""
        card = self._net.cards[found.ranked[0][0]]
        prompts = " ".join(prompts_of(facts))
        clues = [word for word in card.near if says(prompts, word)][:3]
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
        likely = suppose(self._net, before, memory=how.memory, rng=rng, blur=how.blur)
        if facts["uttered"]:
            word = remembered(self._net, facts, likely, how.muddle, rng)
        else:
            word = self._net.cards[likely.ranked[0][0]].word if likely.ranked else ""
        return f"{PHRASE}{word}" if word else PASSED

    # probes

    def _candidates(self, facts: Mapping[str, Any]) -> str:
        found = suppose(self._net, facts)
        count = 1 if found.sure >= CERTAIN else min(max(found.likely, FEWEST), MOST)
        names = [self._net.cards[n].word for n, _ in found.listed(self._net, count)]
        information = (
            f"** Additional Information: {still_left(self._net, facts)} words of my deck still fit well. **"
        )
        return "\n".join([*(f"** Word: {name} **" for name in names), information])


def remembered(
    net: Association, facts: Mapping[str, Any], likely: CardBelief, muddle: float, rng: Random
) -> str:
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
    for word in things_in(last):
        if out.isdisjoint(stems_of(word)) and named.isdisjoint(stems_of(word)):
            found[word] = max((shares.get(n, 0.0) for n in net.beside(word)), default=0.0)
    least = min(shares.values(), default=1.0)
    weighed = {word: log(max(share, least)) + rng.gauss(0, muddle) for word, share in found.items()}
    return max(weighed, key=weighed.__getitem__, default="")


# comments on replies and prompts

DUE, NEAR = 0.6, 5
"""`DUE`: the share of belief at which a guess is due. `NEAR`: the last rank that counts as near."""
QUOTED = 80
_ANSWERS = (
    YES_WORDS
    | NO_WORDS
    | set("sometimes always often rarely usually maybe perhaps nothing everything".split())
)


def evades(net: Association, prompt: str, reply: str, dodges: Sequence[str]) -> bool:
    """True if a reply is evasive; `dodges`: the phrases of evasive replies, folded."""
    flat = fold(reply).replace("’", "'")
    if PHRASE.casefold().rstrip(": ") in flat:
        return False
    if not words_of(reply) or any(dodge in flat for dodge in dodges):
        return True
    sentences = [part for part in flat.replace("!", ".").replace("\n", ".").split(".") if words_of(part)]
    if all("?" in part for part in sentences):
        return True
    if not _ANSWERS.isdisjoint(words_of(reply)):
        return False
    content = content_of(reply)
    if not content:
        return kind_of(prompt) not in ("yes", "many", "often", "measure", "when", "how", "why")
    return _apart(net, prompt, content)


def _apart(net: Association, prompt: str, content: tuple[str, ...]) -> bool:
    """True if the words of a reply have nothing to do with the prompt.

    False if the net knows too few of the words in the reply or the prompt.
    """
    known = [token for token in content if net.knows(token)]
    spoken = net.evidence(topic_of(prompt))
    asked = [token for token in content_of(prompt) if net.knows(token)]
    if len(known) < len(content) or not known or len(asked) < 2:
        return False
    theirs = net.evidence(topic_of(" ".join(known)))
    return set(spoken).isdisjoint(theirs)


def sorted_so(net: Association, facts: Mapping[str, Any], dodges: Sequence[str]) -> str:
    """A line `1: yes` or `1: no` for each reply in a sorter's view; yes means that the reply is evasive."""
    prompt, lines = str(facts["sorted_question"]), []
    for i, line in enumerate(str(facts["items"]).split("\n"), 1):
        reply = line.partition(". ")[2]
        lines.append(f"{i}: {'yes' if evades(net, prompt, reply, dodges) else 'no'}")
    return "\n".join(lines)


def coached(net: Association, facts: Mapping[str, Any], lines: Mapping[str, Any]) -> str:
    """A line on each prompt of a session that is over, and a closing line."""
    turns, word = list(facts["turns"]), str(facts["word"])
    if not turns:
        return NOTHING_ASKED
    number = net.numbers.get(fold(word))
    told, due = [], 0
    before: CardBelief | None = None
    for i, turn in enumerate(turns, 1):
        asked = [*turns[: i - 1], {**turn, "answer": "", "answered": False}]
        belief = suppose(net, {**facts, "turns": asked, "uttered": False})
        near = net.cards[number].near if number is not None else ()
        clues = _held(near, str(turn["question"]))
        about = _moved(belief, before, number)
        by = lines["coach_by"].format(clues=clues) if clues else ""
        place, share = _place(belief, number), f"{100 * belief.sure:.0f} %"
        prompt = one_line(str(turn["question"]), QUOTED)
        said = lines[f"coach_{about}"].format(prompt=prompt, by=by, share=share, place=place)
        if facts["uttered"] and i == len(turns):
            said += lines["coach_said_it"]
        elif not turn["guess"]:
            close = _held(near, str(turn["answer"]))
            said += lines["coach_close"].format(clues=close) if close else ""
        if not due and belief.sure >= DUE:
            due = i
        told.append(f"{i}. {said}")
        before = belief
    return "\n".join([*told, lines[f"coach_{_closing(facts, due)}"].format(word=word, due=due)])


def _moved(belief: CardBelief, before: CardBelief | None, number: int | None) -> str:
    """The key, without its `coach_`, that says how one prompt changed the rank of the word."""
    place, earlier = _place(belief, number), _place(before, number)
    if place is None:
        return "unknown"
    if place == 1:
        return "gave_away"
    if place <= NEAR:
        return "near"
    if earlier is None:
        return "little"
    return "worked" if place < earlier else "led_away"


def _held(near: Sequence[str], text: str) -> str:
    """The near words that occur in a text, as a list in words; empty if there are none."""
    said = stems_of(text)
    words = [word for word in near if not said.isdisjoint(stems_of(word))]
    return listed(words[:3]) if words else ""


def _place(belief: CardBelief | None, number: int | None) -> int | None:
    ranked = belief.ranked if belief else ()
    return next((place for place, (n, _) in enumerate(ranked, 1) if n == number), None)


def _closing(facts: Mapping[str, Any], due: int) -> str:
    """The key, without its `coach_`, that says how the session ended."""
    if facts["uttered"]:
        return "uttered_right" if facts["right"] else "uttered"
    return "due" if due else "never"


def make(deck: Deck, _lexicon: Lexicon | None, said: Mapping[str, Any]) -> TabooBot:
    """The bot for a deck. Making it is cheap: it works out its associations when it is first asked."""
    return TabooBot(deck, said)


MOST_REMARKS = 2
"""The most remarks in a session."""
REMARKED = 0.3
"""The chance of a remark."""


@dataclass(frozen=True, slots=True)
class Directness:
    """How direct a setter's lures are, from 0 (the farthest) to 1 (the nearest)."""

    first: float
    last: float
    jitter: float
    adapts: float
    """How much it reacts to the replies; 0 for not at all."""


PLANS: Mapping[str, Directness] = {
    "easy": Directness(0.5, 1.0, 0.5, 0.0),
    "medium": Directness(0.2, 1.0, 0.25, 0.5),
    "hard": Directness(0.0, 1.0, 0.1, 1.0),
}
CLOSER = 0.25
"""How much nearer the next lure is after a reply that came close, and how much farther after a wary reply."""
WORN = 0.06
"""The penalty of a lure for each of its words that was already talked over."""
WARY = frozenset(
    "suspicious suspect trap trick tricky trying careful nice fishing obvious wary caught falling bait "
    "avoid refuse dangerous cunning sly forbidden".split()
)
"""Words that show that a guesser has noticed something."""


def lured(card: AssociatedCard, view: View, level: str, rng: Random, lines: Mapping[str, Any]) -> str:
    """The next prompt for a word; `lines`: the bots' phrases, by occasion."""
    facts = view.facts
    said = [line.text for line in view.talk if line.ask == "prompt"]
    topics, small_talk = lines["topics"].get(card.category, ()), lines["small_talk"]
    prompts = (
        *_lures(card, facts, said, PLANS[level], rng),
        *_word_games(card, facts, rng, lines["word_games"]),
        *rng.sample(topics, len(topics)),
        *rng.sample(small_talk, len(small_talk)),
        *lines["last_resort"],
    )
    text = next((text for text in prompts if _allowed(text, card, facts, said)), lines["last_resort"][0])
    remark = _remark(card, facts, rng, lines) if text in card.lures and PLANS[level].adapts else ""
    whole = f"{remark} {text}"
    return whole if remark and _allowed(whole, card, facts, said) else text


def _lures(
    card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str], plan: Directness, rng: Random
) -> list[str]:
    """The lures that are left, the most suitable first."""
    steps = max(int(facts["max_prompts"]) - 1, 1)
    aim = plan.first + (plan.last - plan.first) * min(int(facts["prompts_used"]), steps) / steps
    aim += rng.uniform(-plan.jitter, plan.jitter)
    replies = replies_of(facts)
    if replies:
        wary, close = is_wary(replies[-1]), bool(taken_up(card, replies[-1]))
        aim += CLOSER * plan.adapts * (close - wary)
    worn = stems_of(" ".join((*prompts_of(facts), *replies)))
    told = "\n".join(said)

    def off(pair: tuple[int, str]) -> float:
        place, lure = pair
        stale = sum(stem(token) in worn for token in content_of(lure))
        return abs(place / max(len(card.lures) - 1, 1) - aim) + WORN * plan.adapts * stale

    left = [(place, lure) for place, lure in enumerate(card.lures) if lure not in told]
    return [lure for _, lure in sorted(left, key=off)]


def _remark(card: AssociatedCard, facts: Mapping[str, Any], rng: Random, lines: Mapping[str, Any]) -> str:
    """A short remark on the last reply; mostly empty."""
    prompts, replies = prompts_of(facts), replies_of(facts)
    made = sum(prompt.endswith(card.lures) and prompt not in card.lures for prompt in prompts)
    if not replies or made >= MOST_REMARKS or rng.random() >= REMARKED or is_wary(replies[-1]):
        return ""
    fresh = [text for text in lines["warmer"] if not any(prompt.startswith(text) for prompt in prompts)]
    if taken_up(card, replies[-1]):
        return str(rng.choice(fresh))
    named = [noun for noun in named_in(replies[-1]) if stems_of(noun).isdisjoint(stems_of(prompts[-1]))]
    return str(rng.choice(lines["elsewhere"]).format(x=named[0])) if named else ""


_AFTER = "and|or|but|on|in|at|by|with|of|for|to|from|that|which|who|when|where|while|is|was|has|had|are|were"
_NOUN = re.compile(
    rf"\b(?:my|our|your|his|her|their|the|an?|some) ([a-z]+)(?= (?:{_AFTER})\b|[^\w ’'-]|$)"
    r"|\b(?:the|an?) (?:[a-z]+ ){1,2}([a-z]+[a-rt-z])(?=[^\w ’'-]|$)"
)


def named_in(text: str) -> tuple[str, ...]:
    """The things that a reply surely names: nouns at the end of a phrase with an article or possessive.

    >>> named_in("My teeth, and the best comb.")
    ('teeth', 'comb')
    """
    found = (match[1] or match[2] for match in _NOUN.finditer(fold(text)))
    return tuple(dict.fromkeys(word for word in found if len(word) > 2 and not tells_nothing(word)))


def _word_games(
    card: AssociatedCard, facts: Mapping[str, Any], rng: Random, phrases: Sequence[str]
) -> Iterator[str]:
    """Prompts made from the near words that the setter may say."""
    barred = stems_of(" ".join((card.word, *card.forms, *(card.forbidden if facts["forbids"] else ()))))
    worn = stems_of(" ".join(prompts_of(facts))) | barred
    near = [word for word in card.near if stems_of(word).isdisjoint(worn) and not tells_nothing(fold(word))]
    for phrase, x, y in zip(rng.sample(phrases, len(phrases)), near[::2], near[1::2], strict=False):
        yield phrase.format(x=f"“{x}”", y=f"“{y}”")


def is_wary(reply: str) -> bool:
    """True if a reply asks back, says nothing of substance, or shows suspicion."""
    said = words_of(reply)
    return "?" in reply or not content_of(reply) or not WARY.isdisjoint(said)


def taken_up(card: AssociatedCard, reply: str) -> tuple[str, ...]:
    """The near words and cues of a card that occur in a reply."""
    said = stems_of(" ".join(content_of(reply)))
    return tuple(word for word in (*card.near, *card.cues) if not said.isdisjoint(stems_of(word)))


def _allowed(text: str, card: AssociatedCard, facts: Mapping[str, Any], said: Sequence[str]) -> bool:
    """True if a prompt is new and the rules allow it; forms of the word count, whatever the options say."""
    if len(text) > int(facts["max_chars"]) or text in said:
        return False
    barred = card.forbidden if facts["forbids"] else ()
    if says(text, card.word, card.forms) or any(says(text, word) for word in barred):
        return False
    ended = [token for prompt in said[-1:] for token in words_of(prompt)[-1:]]
    return "".join((*ended, *words_of(text)[:1])) != "".join(words_of(card.word))
