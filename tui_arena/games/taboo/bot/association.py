"""Association: which cards of a deck a text suggests, by the near words that the cards have in common.

Words of everyday language also speak for whole categories of cards; categories that a deck doesn't have
are ignored.

Weights come only from the words, forbidden words, near words and categories of a deck, never from its lures,
which are for the setter alone. Caches have a bounded size.

The guesser's belief ranks the deck's words by how likely each is the secret word. It depends only on the
dialogue as the guesser knows it and on the deck. No prompt says the word, so the words of prompts are ruled
out, and so are those of earlier replies. If a reply has said the word, it is one of the words of that reply.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp, log, sqrt
from random import Random
from typing import Any

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import heads
from tui_arena.core.text import fold
from tui_arena.core.words import says, tokens
from tui_arena.games.taboo.bot.prompt_kinds import kind_of

_CUES = """
food: eat ate cook bake taste dinner lunch supper snack plate menu recipe hungry meal kitchen pan oven fridge spoon
 fork bite slice sandwich waiter chef sauce salad dish pour spread sprinkle stir delicious flavour tasty pasta fry
 dessert crumble starter picnic barbecue grandma buffet burger tin jar swallow chew peel mash blend
animals: animal pet zoo creature fur tail paw wild farm bird insect feed cage nest jungle bark stroke fluffy wings
 species hunt forest crawl bite sting barn vet wildlife keeper legs
home: home house room furniture flat living kitchen bathroom bedroom cupboard wall floor ceiling move tidy clean
 dust guests sofa evening decorate household indoors ikea dishes upstairs downstairs rent hang
clothes: wear wore dress clothes put outfit wardrobe fashion pack suitcase trousers shirt jacket fabric colour
 fit size button knit sew costume barefoot feet cold iron wash warm neck elegant catwalk
travel: travel trip journey holiday abroad drive drove ride airport pack luggage foreign visit tour fly sail road
 traffic passenger cruise commute transport wheels seaside hotel ticket tram island london paris
nature: weather outside sky forest mountain sea rain season garden autumn winter spring summer hike hill field
 earth clouds night countryside climb lake river stars storm temperature umbrella wood planet island
work: job work career colleagues office boss desk salary tools earn profession company business employee hire
 monday shift fix repair customers client uniform builder retire money professional garage
town: town city street building downtown village square architecture visit shopping neighbourhood places public
 sunday weekend centre mall district stroll tourists corner local
body: body doctor sick hurt pain ill face head hand feet skin healthy hospital bed sleep cold medicine eyes mouth
 legs arms belly bath wash mirror blood breath tired
sport: sport game team play match win won score run race ball train exercise athlete tournament champion fitness
 jump throw coach competition toy playground fun saturday gym stadium olympic club park kick
arts: music song sing play film movie paint painting theatre museum artist band concert instrument novel story
 poetry read read actor screen stage listen cinema gallery draw dance radio creative
school: school teacher class lesson learn pupil maths science study university test homework count subject clever
 spelling physics calculate number geography history chemistry exam nursery blackboard write
people: friend family person feel feeling mother father sister parents marry love relative emotion mood character
 husband wife neighbours someone relationship grandparents children kids say tell behave proud
feasts: party celebrate birthday christmas wedding guests present gift easter halloween december festival
 anniversary invite decorate cake candles santa carnival new fireworks surprise champagne wrap eve tradition
machines: machine electric computer screen button device battery plug engine gadget internet technology appliance
 switch click app charge password online motor noise broken robot wires factory technical
stories: fairy tale story magic legend hero book film detective prince princess king queen castle adventure
 crime police rich million treasure monster novel mystery villain disney fantasy once
"""

CUES: Mapping[str, frozenset[str]] = {
    category.strip(): frozenset(words.split())
    for line in _CUES.replace("\n ", " ").strip().split("\n")
    for category, _, words in [line.partition(":")]
}
"""By category, the words that speak for it."""

ASKED: Mapping[str, frozenset[str]] = {
    "who": frozenset({"people", "work", "stories"}),
    "where": frozenset({"town", "travel", "nature", "home"}),
    "when": frozenset({"feasts", "nature", "school"}),
}
"""By kind of prompt, the categories it asks for."""

EMPTY = frozenset(
    """
a about above across after afternoon again ago all almost along already also although always am among an and another any anybody anyone
anything apart are aren as at away be became because become been before began being below besides best better between
bit both bring but by call called came can cannot come comes could couldn day days describe did didn different do does doesn doing
don done dont down during each either else enough even ever every everybody everyone everything exactly far few find finish first five
for four from full gave get gets give go goes going gone good got great had half happen happens has have haven having he hear her here
hers him his how however i if im in instead into is isn it its ive just keep kind knew know known last late later least
left less let lets like list little ll long look looking looks lot lots loved made make makes many may maybe me mean
mention might minute moment more most much must my myself name near nearly need needs never new next nice no nobody none nor not
nothing now of off often oh ok okay old on once one ones only onto or order other others our out over own part people perhaps
person pick place please possible probably put quickly quite rather re really right said same saw say says see seem
seen shall she should show side since six so some somebody someone something sometimes somewhere soon sort stand
stay still such sure take taken takes talk tell ten than that thats the their them then there these they thing things think
this those though thought three through till time times to today together told tomorrow too took top toward towards tried try trying turn two
type under until up upon us use used usual usually ve very want wanted wants was wasn way ways we well went were what
whatever whats when whenever where whether which while who whole whom whose why will wish with without won word words would
wouldn year years yes yet you young your yours yourself seven eight nine twenty forty sixty hundred big small anyway hello hi
favourite favorite dear friend comes mind else happened suddenly everywhere anywhere
hows whos wheres said lol haha hmm another bad been end front back head hand hold reply answer question honest honestly suppose
guess would you're whats goes someone's ever
""".split()
)
"""Words that say nothing about the topic of a text."""


MOST_KEPT = 4_000
"""The size of each cache by token or text, as players may say anything."""
_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]{1,40})[\"“”„«»]")


def quoted_in(text: str) -> frozenset[str]:
    """The folded words in quotation marks; if a text has any, it asks about these."""
    return frozenset(word for part in _QUOTED.findall(text) for word in words_of(part))


@lru_cache(maxsize=MOST_KEPT)
def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(tokens(text))


@lru_cache(maxsize=MOST_KEPT)
def roots_of(text: str) -> frozenset[str]:
    """All base forms of the words of a text."""
    return frozenset(head for token in words_of(text) for head in heads(token))


def inverted(rows: Iterable[Iterable[str]]) -> Mapping[str, Sequence[int]]:
    """By word, the rows with an entry that is this word or has it as its last word."""
    ends = (dict.fromkeys(token for word in words for token in tokens(word)[-1:]) for words in rows)
    return grouped((last, n) for n, of in enumerate(ends) for last in of)


@lru_cache(maxsize=MOST_KEPT)
def content_of(text: str) -> tuple[str, ...]:
    """The folded words of a text that carry its topic, each once."""
    return tuple(dict.fromkeys(t for t in words_of(text) if t not in EMPTY and len(t) > 1))


BACK = 0.6
"""A card's word also speaks for the cards among its near words, with this part of the near word's weight."""
THROUGH = 0.5
"""The part of a word's weight that goes to the relatives of the cards it is near to."""
STEEP = 2.0
"""The exponent of evidence: above 1, so that several words together, or one near word, count for more."""
RELATIVES = 24
"""The most relatives of a card that are kept."""
EVERYWHERE = 200
"""A word of more cards than this makes no relatives of them, as a large deck would take minutes."""
BESIDE = 0.15
"""If a text quotes words, the part of its usual weight that any other word keeps."""
CUE, KIND = 0.15, 0.1
"""The weight that a word for a category gives its cards, and the weight that the kind of prompt gives."""
FLOOR = 0.25
"""The evidence that a card has although nothing speaks for it."""

Weights = Mapping[int, float]
"""By a card's number, how much something speaks for it."""


@dataclass(frozen=True, slots=True)
class AssociatedCard:
    """A word and its lists, as one card of a deck."""

    word: str
    category: str = ""
    forms: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    lures: tuple[str, ...] = ()


def card_of(item: Data) -> AssociatedCard:
    """The card for an entry of a deck; missing parts are empty."""
    lists = (tuple(map(str, item.get(name) or ())) for name in ("forms", "forbidden", "near", "lures"))
    return AssociatedCard(str(item["word"]), str(item.get("category") or ""), *lists)


class Association:
    """A net of associations between the words of a deck."""

    def __init__(self, deck: Deck) -> None:
        self.cards: tuple[AssociatedCard, ...] = tuple(card_of(item) for item in deck.items)
        self.known = lru_cache(MOST_KEPT)(self._known)
        """The words of the net that a folded token equals, or is a form of."""
        self.near = lru_cache(None)(self._near)
        """The relatives of a card: cards that share many near words with it, or name it, or that it names."""
        self.spread = lru_cache(None)(self._spread)
        """How much a word of the net speaks for each card, relatives included."""
        self.evidence = lru_cache(MOST_KEPT)(self._evidence)
        """How much a text speaks for each card, with its kind as a prompt, if it is one."""
        self.leaning = lru_cache(MOST_KEPT)(self._leaning)
        """The same on a log scale, as a value for each card, so that texts can be added up."""

    @cached_property
    def in_mind(self) -> Sequence[tuple[str, ...]]:
        """By card, its folded word and then its near words."""
        return [tuple(map(fold, (card.word, *card.near))) for card in self.cards]

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """By folded word, the number of its card."""
        return {fold(card.word): n for n, card in enumerate(self.cards)}

    @cached_property
    def _direct(self) -> Mapping[str, Weights]:
        """By word of the net, how much it speaks for each card."""
        found: dict[str, dict[int, float]] = defaultdict(dict)
        for n, card in enumerate(self.cards):
            for i, word in enumerate(card.near or card.forbidden):
                weight = 1 - 0.5 * i / max(len(card.near), 1)
                for token in tokens(word):
                    found[token][n] = max(found[token].get(n, 0.0), weight)
                other = self.numbers.get(fold(word))
                if other is not None:
                    back = found[fold(card.word)]
                    back[other] = max(back.get(other, 0.0), BACK * weight)
        most = log(1 + len(self.cards))
        return {
            word: {n: weight * log(1 + len(self.cards) / len(of)) / most for n, weight in of.items()}
            for word, of in found.items()
        }

    @cached_property
    def _saying(self) -> Mapping[str, Sequence[int]]:
        """By word, the cards that it names: those whose own word or form it is."""
        return inverted((card.word, *card.forms) for card in self.cards)

    @cached_property
    def forbidding(self) -> Mapping[str, Sequence[int]]:
        """By word, the cards that forbid it."""
        return inverted(card.forbidden for card in self.cards)

    @cached_property
    def _by_head(self) -> Mapping[str, Sequence[str]]:
        words = sorted({*self._direct, *self._saying, *self.forbidding})
        return grouped((head, word) for word in words for head in heads(word))

    @cached_property
    def members(self) -> Mapping[str, Sequence[int]]:
        """By category, its cards."""
        return grouped((card.category, n) for n, card in enumerate(self.cards))

    @cached_property
    def _cues(self) -> Mapping[str, Sequence[str]]:
        known = [(category, words) for category, words in CUES.items() if category in self.members]
        return grouped((word, category) for category, words in known for word in words)

    def _known(self, token: str) -> tuple[str, ...]:
        return tuple(sorted({word for head in heads(token) for word in self._by_head.get(head, ())}))

    def said(self, text: str) -> frozenset[int]:
        """The cards whose own words may stand in a text."""
        words = (word for root in roots_of(text) for word in self._by_head.get(root, ()))
        return frozenset(n for word in words for n in self._saying.get(word, ()))

    def _near(self, number: int) -> Weights:
        card, sums = self.cards[number], dict[int, float]()
        for word in tokens(" ".join((card.word, *card.near))):
            own = self._direct.get(word, {})
            weight = own.get(number, 0.5)
            for other, theirs in own.items() if len(own) <= EVERYWHERE else ():
                if other != number:
                    sums[other] = sums.get(other, 0.0) + weight * theirs
        scaled = {other: total / (self._size(number) * self._size(other)) for other, total in sums.items()}
        best = sorted(scaled.items(), key=lambda pair: (-pair[1], pair[0]))[:RELATIVES]
        return dict(best)

    def _size(self, number: int) -> float:
        """The norm of a card's weights, by which the overlap with its relatives is scaled."""
        words = self.in_mind[number]
        return sqrt(max(sum(self._direct.get(word, {}).get(number, 0.5) ** 2 for word in words), 0.25))

    def _spread(self, word: str) -> Weights:
        sums = dict(self._direct.get(word, {}))
        starts = list(sums.items()) if len(sums) <= EVERYWHERE else []
        if word in self.numbers:
            starts.append((self.numbers[word], 1.0))
        share = THROUGH / sqrt(max(len(starts), 1))
        for n, weight in starts:
            for other, sim in self.near(n).items():
                sums[other] = sums.get(other, 0.0) + share * weight * sim
        return sums

    def _leaning(self, text: str, kind: str = "") -> Sequence[float]:
        even = [0.0] * len(self.cards)
        for n, weight in self.evidence(text, kind).items():
            even[n] = log(1 + (weight / FLOOR) ** STEEP)
        return even

    def _evidence(self, text: str, kind: str = "") -> Weights:
        sums: dict[int, float] = defaultdict(float)
        content = content_of(text)
        quoted = quoted_in(text)
        for token in content:
            share = BESIDE if quoted and token not in quoted else 1.0
            spread = [self.spread(word) for word in self.known(token)]
            for n, weight in (spread[0] if len(spread) == 1 else _highest(spread)).items():
                sums[n] += share * weight
        for category, count in self.cued(content).items():
            for n in self.members[category]:
                sums[n] += CUE * count
        for category in ASKED.get(kind, ()):
            for n in self.members.get(category, ()):
                sums[n] += KIND
        return dict(sums)

    def cued(self, content: Iterable[str]) -> Mapping[str, float]:
        """How much some words speak for each category of the deck."""
        found: dict[str, float] = defaultdict(float)
        for token in content:
            categories = {c for head in heads(token) for c in self._cues.get(head, ())}
            for category in sorted(categories):
                found[category] += 1 / len(categories)
        return found


def _highest(some: Sequence[Weights]) -> Weights:
    best: dict[int, float] = {}
    for weights in some:
        for n, weight in weights.items():
            if weight > best.get(n, 0.0):
                best[n] = weight
    return best


# what a dialogue makes likely

SHARPNESS = 2.0
"""How fast a card's share of belief grows with its evidence."""
PEER = 0.25
"""A card counts as left if it has at least this part of the best card's share."""


@dataclass(frozen=True, slots=True)
class CardBelief:
    """The cards that may still be the word."""

    ranked: tuple[tuple[int, float], ...]
    """Each card's number and its share of all belief, likeliest first."""

    @property
    def sure(self) -> float:
        """The share of the likeliest card; 0 if there is none."""
        return self.ranked[0][1] if self.ranked else 0.0

    @property
    def left(self) -> int:
        """How many cards are still likely enough to count."""
        return sum(share >= PEER * self.sure for _, share in self.ranked)

    def first(self, count: int) -> tuple[int, ...]:
        """The numbers of the likeliest cards."""
        return tuple(n for n, _ in self.ranked[:count])


def prompts_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The prompts so far."""
    return tuple(str(turn["question"]) for turn in facts["turns"])


def replies_of(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The replies so far; a missing one is empty."""
    return tuple(str(turn["answer"]) for turn in facts["turns"] if turn["answered"])


def suppose(
    net: Association,
    facts: Mapping[str, Any],
    *,
    memory: int | None = None,
    rng: Random | None = None,
    blur: float = 0.0,
) -> CardBelief:
    """The belief over a dialogue.

    `memory`: how many of the last prompts count; None: all.
    `blur`: how much noise `rng` adds to the evidence; 0: none.
    """
    possible = _possible(net, facts)
    prompts = prompts_of(facts)[-memory if memory else None :]
    sums = [sum(of) for of in zip(*(net.leaning(p, kind_of(p)) for p in prompts), strict=True)]
    totals = {n: sums[n] if sums else 0.0 for n in possible}
    if rng is not None and blur:
        totals = {n: total + rng.gauss(0, blur) for n, total in totals.items()}
    top = max(totals.values(), default=0.0)
    shares = {n: exp(SHARPNESS * (total - top)) for n, total in totals.items()}
    everything = sum(shares.values())
    ranked = sorted(shares, key=shares.__getitem__, reverse=True)
    return CardBelief(tuple((n, shares[n] / everything) for n in ranked))


def _possible(net: Association, facts: Mapping[str, Any]) -> Sequence[int]:
    exact = not facts["inflections"]
    prompts, replies = prompts_of(facts), replies_of(facts)
    last = replies[-1] if facts["uttered"] and replies else ""
    earlier = replies[:-1] if last else replies
    out: set[int] = set()
    for text in (*prompts, *earlier):
        out.update(spoken_in(net, text, exact=exact))
    if facts["forbids"]:
        for prompt in prompts:
            for token in content_of(prompt):
                out.update(n for word in net.known(token) for n in net.forbidding.get(word, ()))
    among = spoken_in(net, last, exact=exact) if last else range(len(net.cards))
    return [n for n in among if n not in out]


def spoken_in(net: Association, text: str, *, exact: bool = False) -> tuple[int, ...]:
    """The numbers of the cards whose words a text says."""
    return tuple(
        n for n in sorted(net.said(text)) if says(text, net.cards[n].word, net.cards[n].forms, exact=exact)
    )
