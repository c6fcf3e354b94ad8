"""The bot as guesser: what it guesses at each level, and why.

`hard` plays for the fewest guesses. `medium` takes a common word that fits most of the marks. `easy` forgets
more marks. Unless the game is in hard mode, both take any known word that the critic agrees with.

A guess depends on the view alone. It is a target or, if no target fits, an allowed word that fits. If no
known word will do, the guess is made up. In hard mode it uses all letters found. No refused word is repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from random import Random
from typing import Any

from tui_arena.core.caches import own_cache
from tui_arena.games.wordle.bot.vocabulary import (
    BOARDS,
    EVEN,
    Part,
    Phrases,
    Turns,
    Vocabulary,
    best_guesses,
    parts_of,
)
from tui_arena.games.wordle.rules import GREEN, GREY, LENGTH, YELLOW, feedback, written_guess

OPENING = "slate"
"""The target that splits all targets best, measured by the `cost` of `vocabulary`."""

AMPLE = 3
"""If more guesses than this are left, the opening is `OPENING`, whatever the clue says."""

WORK = 400_000
"""The most words to mark, summed over all guesses tried: if more words fit, fewer guesses are tried."""
FEWEST = 12
"""The fewest guesses of each kind (fitting words, other targets) that are tried."""

LAPSES = {"medium": 0.06, "easy": 0.3}
"""Maps a level to the chance that the guesser has forgotten a mark."""

HAIR = 0.02
"""The most extra cost, in mean guesses, with which a guess still counts as equally good."""

TRIED = 20_000
"""The most rows of letters that are tried if no word will do."""

FEW = 6
"""The most candidates that count as few."""

LIKELY_LETTERS = "esaroiltnudcympghbkfwvzjxq"


@dataclass(frozen=True, slots=True)
class Guess:
    """A word, with the data that its explanation needs."""

    word: str
    fits: bool
    """True if it can be the secret, as far as the guesser remembers the marks."""
    remain: int
    """The number of targets that fit, as far as the guesser remembers the marks."""
    lapsed: bool = False
    """True if the guesser forgot a mark."""


@dataclass(frozen=True, slots=True)
class Position:
    """All parts of a view that a guess depends on."""

    turns: Turns
    clue: str
    hard: bool
    left: int
    """The number of guesses left, including this guess."""
    refused: tuple[str, ...]


class WordGuesser:
    """Guesses and proposals at every level."""

    def __init__(self, vocabulary: Vocabulary, phrases: Phrases) -> None:
        self._known = vocabulary
        self._phrases = phrases
        self.best = own_cache(BOARDS, self._best)

    def reply(self, position: Position, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        """The two lines of a guess or a proposal."""
        agreement, proposal = str(facts["agreement"]), str(facts["proposal"])
        if agreement == "yes" and self._stands(position, proposal, level):
            return written_guess(proposal, self._phrases.pick(rng, "agreed"))
        if agreement == "no":
            other = self._other(position, proposal, level, rng)
            if other != proposal:
                return written_guess(other, self._phrases.pick(rng, "gave_in"))
            return written_guess(proposal, self._phrases.pick(rng, "kept"))
        guess = self._guess(position, level, rng)
        return written_guess(guess.word, self._why(position, guess, rng))

    def _why(self, position: Position, guess: Guess, rng: Random) -> str:
        """The reason for a guess."""
        clue = position.clue
        if not position.turns:
            return self._phrases.pick(rng, "openers_clue" if clue else "openers")
        suits = bool(clue) and self._known.clues.weights(clue).get(guess.word, 0) >= EVEN
        if guess.remain == 0:
            said = "rare" if guess.fits else "at_a_loss"
        elif guess.lapsed:
            said = "hazy"
        elif not guess.fits:
            said = "probe"
        elif guess.remain == 1:
            said = "only"
        elif suits and rng.random() < 1 / 2:
            said = "clue_too"
        else:
            said = "few_left" if guess.remain <= FEW else "many_left"
        return self._phrases.pick(rng, said, n=guess.remain)

    def _guess(self, position: Position, level: str, rng: Random) -> Guess:
        if level == "hard":
            return self.best(position)[0]
        return self._remembered(position, LAPSES[level], rng) or self.best(position)[0]

    def _stands(self, position: Position, proposal: str, level: str) -> bool:
        """True if a proposal is still good enough to be guessed."""
        if proposal in position.refused or not self._known.knows(proposal):
            return False
        trusting = level != "hard" and not position.hard
        return trusting or all(feedback(proposal, g) == m for g, m in position.turns)

    def _other(self, position: Position, proposal: str, level: str, rng: Random) -> str:
        """The guess after the critic's no: another word, or the proposal if no other word is good enough."""
        if level == "hard":
            choices = [g.word for g in self.best(position)]
            return next((w for w in choices if w != proposal), choices[0])
        without = replace(position, refused=(*position.refused, proposal))
        other = self._remembered(without, LAPSES[level], rng)
        if other is None and self._stands(position, proposal, level):
            return proposal
        return other.word if other else self.best(position)[0].word

    # hard

    def _best(self, position: Position) -> list[Guess]:
        """The best guess first, then other guesses that cost only slightly more."""
        known = self._known
        opening = not position.turns and not position.refused and OPENING in known.items
        if opening and (position.left > AMPLE or not position.clue):
            return [Guess(OPENING, fits=True, remain=len(known.words))]
        barred = {*position.refused, *(guess for guess, _ in position.turns)}
        words = sorted(
            (w for w in known.fitting(position.turns) if w not in barred), key=lambda w: -known.common[w]
        )
        remain = len(words)
        if not words:
            words = [w for w in known.others.fit(position.turns) if w not in barred]
        if not words:
            return [self._last_resort(position, barred)]
        weights = self._weights(words, position.clue)
        pool = self._pool(position, words, weights, barred)
        choices = best_guesses(words, weights, pool, left=position.left)
        as_good = [c for c in choices if c.cost - choices[0].cost < HAIR]
        return [Guess(c.word, c.fits, remain) for c in as_good]

    def likeliest(self, position: Position) -> list[tuple[str, float]]:
        """The deck's words that fit, each with its share of belief, the likeliest word first."""
        barred = {*position.refused, *(guess for guess, _ in position.turns)}
        words = [word for word in self._known.fitting(position.turns) if word not in barred]
        weights = self._weights(words, position.clue)
        whole = sum(weights)
        ranked = sorted(
            zip(words, weights, strict=True), key=lambda one: (-one[1], -self._known.common[one[0]])
        )
        return [(word, weight / whole) for word, weight in ranked]

    def _weights(self, words: Sequence[str], clue: str) -> list[int]:
        if not clue:
            return [1] * len(words)
        said = self._known.clues.weights(clue)
        return [said.get(w, 1) for w in words]

    def _pool(
        self, position: Position, words: Sequence[str], weights: Sequence[int], barred: set[str]
    ) -> dict[str, tuple[Part, ...]]:
        """Maps each guess to try to its parts: words that fit, and targets that may tell these apart."""
        known = self._known
        room = max(WORK // len(words), FEWEST)
        extra: Sequence[str] = known.columns.use(position.turns) if position.hard else known.words
        if len(extra) > room:
            held = {c: sum(c in w for w in words) for c in LIKELY_LETTERS}
            worth = {w: sum(held[c] for c in dict.fromkeys(w)) for w in extra}
            extra = sorted(extra, key=lambda w: -worth[w])[:room]
        if len(words) > room:
            likely = sorted(zip(words, weights, strict=True), key=lambda pair: -pair[1])
            words = [word for word, _ in likely[:FEWEST]]
        names = dict.fromkeys([*words, *(w for w in extra if w in known.items and w not in barred)])
        return {w: known.parts.get(w) or parts_of(w) for w in names}

    def _last_resort(self, position: Position, barred: set[str]) -> Guess:
        """A guess for a secret that isn't in the lists, so that no known word fits."""
        known, turns = self._known, position.turns
        if position.hard:
            usable = [*known.columns.use(turns), *known.others.use(turns)]
            word = next((w for w in usable if w not in barred), None)
            return Guess(word or invented(turns, barred), fits=False, remain=0)
        for start in range(1, len(turns) + 1):
            for word in known.fitting(turns[start:]):
                if word not in barred:
                    return Guess(word, fits=False, remain=0)
        return Guess(invented(turns, barred), fits=False, remain=0)

    # medium and easy

    def _remembered(self, position: Position, lapse: float, rng: Random) -> Guess | None:
        """A common word that fits the remembered marks; None if there is none."""
        known = self._known
        barred = {*position.refused, *(guess for guess, _ in position.turns)}
        turns = [(g, [None if rng.random() < lapse else m for m in marks]) for g, marks in position.turns]
        lapsed = any(None in marks for _, marks in turns)
        words = [w for w in known.columns.fit(turns) if w not in barred]
        if position.hard:
            usable = set(known.columns.use(position.turns))
            words = [w for w in words if w in usable]
        if not words:
            return None
        said = self._weights(words, position.clue)
        weights = [known.common[w] ** 2 * n for w, n in zip(words, said, strict=True)]
        word = _drawn(words, weights, rng)
        return Guess(word, fits=True, remain=len(words), lapsed=lapsed)


def _drawn(words: Sequence[str], weights: Sequence[int], rng: Random) -> str:
    """One of the words, drawn with whole-number weights."""
    at = rng.randrange(sum(weights))
    for word, weight in zip(words, weights, strict=True):
        at -= weight
        if at < 0:
            return word
    raise AssertionError("the weights are summed above")


def invented(turns: Turns, barred: set[str]) -> str:
    """A row of letters, allowed by the marks if possible, for a secret that isn't in any of the lists."""
    found = "".join(dict.fromkeys(c for g, m in turns for c, k in zip(g, m, strict=True) if k == YELLOW))
    letters = found + "".join(c for c in LIKELY_LETTERS if c not in found)
    choices = []
    for i in range(LENGTH):
        green = [g[i] for g, m in turns if m[i] == GREEN]
        wrong = {g[i] for g, m in turns if m[i] != GREEN} | _absent(turns)
        choices.append(green[:1] or [c for c in letters if c not in wrong] or list(letters))
    for row in islice(product(*choices), TRIED):
        word = "".join(row)
        if word not in barred and all(feedback(word, g) == m for g, m in turns):
            return word
    return "".join(choice[0] for choice in choices)


def _absent(turns: Turns) -> set[str]:
    """The letters that don't occur in the secret at all."""
    held = {c for g, m in turns for c, k in zip(g, m, strict=True) if k != GREY}
    return {c for g, _ in turns for c in g} - held
