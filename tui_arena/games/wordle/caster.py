"""The caster's moments in a game of Wordle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.caster import (
    Fact,
    Moment,
    Scene,
    at_the_last,
    gave_up,
    last_chance,
    long_thought,
    run_of,
    who,
)
from tui_arena.games.wordle.rules import GREEN, GREY, LENGTH, YELLOW, known_letters

GUESSER, CRITIC, SETTER = "guesser", "critic", "setter"
EARLY = 3
"""A win with at most this many guesses is early."""
MUCH = 3
"""A guess with at least this many new letters found much."""
DRY = 2
"""The caster remarks on at least this many guesses in a row without anything new."""
FEW = 5
"""At most this many words are few."""
MANY = 20
"""At least this many words are many when hardly any guess is left."""
CUT = 8
"""A guess cut deep if it left at most one word in this many."""
FIRST_CUT = 40
"""The same for the first guess, before which nothing was known."""
FROM = 24
"""A guess can cut deep only if at least this many words were left before it."""


@dataclass(frozen=True, slots=True)
class GuessRead:
    """A guess, and what everybody knew before it."""

    word: str
    marks: Sequence[str]
    known: Mapping[str, str]
    """The best mark of each letter before the guess."""
    placed: Mapping[int, str]
    """The letters in place before the guess, by index."""
    held: Counter[str]
    """How many copies of each letter were known to be in the word."""

    @classmethod
    def of(cls, turns: Sequence[Mapping[str, Any]]) -> GuessRead:
        """Reads the last of these turns."""
        *earlier, last = turns
        placed = {
            n: letter
            for turn in earlier
            for n, (letter, mark) in enumerate(zip(turn["guess"], turn["marks"], strict=True))
            if mark == GREEN
        }
        held: Counter[str] = Counter()
        for turn in earlier:
            held |= _held(turn)
        return cls(last["guess"], last["marks"], known_letters(earlier), placed, held)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(zip(self.word, self.marks, strict=True))

    @property
    def greens(self) -> int:
        return list(self.marks).count(GREEN)

    @property
    def new_letters(self) -> list[str]:
        """The letters of the word that the guess was first to find, one for each copy."""
        now = Counter(letter for letter, mark in self.pairs if mark != GREY)
        return sorted((now - self.held).elements())

    @property
    def new_places(self) -> list[str]:
        """The letters whose place the guess was first to find."""
        return [
            letter for n, (letter, mark) in enumerate(self.pairs) if mark == GREEN and n not in self.placed
        ]

    @property
    def dropped(self) -> list[str]:
        """The letters that were known to be in the word, and that the guess leaves out."""
        return [letter for letter in self.held if letter not in self.word]

    @property
    def dead(self) -> list[str]:
        """The letters of the guess that were known not to be in the word."""
        return list(dict.fromkeys(c for c in self.word if self.known.get(c) == GREY))


def _held(turn: Mapping[str, Any]) -> Counter[str]:
    pairs = zip(turn["guess"], turn["marks"], strict=True)
    return Counter(letter for letter, mark in pairs if mark != GREY)


def reads_of(turns: Sequence[Mapping[str, Any]]) -> list[GuessRead]:
    """Each guess with what everybody knew before it."""
    return [GuessRead.of(turns[: n + 1]) for n in range(len(turns))]


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    if scene.ask == "target" and not scene.over:
        yield Moment("word_set", {"who": who(SETTER), "left": scene.now["guesses_left"]})
    if scene.ask == "opinion" and scene.now["agreement"] == "no":
        facts: dict[str, Fact] = {"critic": who(CRITIC), "who": who(GUESSER)}
        yield Moment("critic_objects", {**facts, "word": _word(scene.now["proposal"])})
    if scene.is_new_turn:
        read, left = GuessRead.of(scene.turns), int(scene.now["guesses_left"])
        yield from _ending(scene, read, left) if scene.over else _going_on(scene, read, left)
        yield from long_thought(scene)


# the end


def _ending(scene: Scene, read: GuessRead, left: int) -> Iterator[Moment]:
    done = len(scene.turns)
    facts: dict[str, Fact] = {"who": who(GUESSER), "used": done, "left": left, "word": _word(read.word)}
    if scene.outcome.result == "won":
        if done == 1:
            yield Moment("found_at_once", facts)
        yield from at_the_last(scene, left, GUESSER)
        before = scene.insight.left
        if before is not None and before[0] >= FEW:
            yield Moment("lucky", {**facts, "of": before[0]})
        if _against_advice(scene):
            yield Moment("right_against_advice", {**facts, "critic": who(CRITIC)})
        if left:
            yield Moment("found_early" if done <= EARLY else "found", facts)
    elif scene.outcome.result == "lost":
        told = {**facts, "word": _word(scene.now["word"])}
        near = max(list(turn["marks"]).count(GREEN) for turn in scene.turns)
        yield Moment("one_short" if near == LENGTH - 1 else "not_found", told)


def _against_advice(scene: Scene) -> bool:
    """Whether the critic objected to the word that was then guessed."""
    return scene.was.get("agreement") == "no" and scene.was["proposal"] == scene.turns[-1]["guess"]


# the game


def _going_on(scene: Scene, read: GuessRead, left: int) -> Iterator[Moment]:
    facts: dict[str, Fact] = {"who": who(GUESSER), "left": left, "word": _word(read.word)}
    new, places = read.new_letters, read.new_places
    found = sum(read.held.values()) + len(new)
    in_place = len({*read.placed, *(n for n, mark in enumerate(read.marks) if mark == GREEN)})
    yield from last_chance(scene, left, who(GUESSER), left + 1)
    yield from _counted(scene, facts, left)
    if any(turn["guess"] == read.word for turn in scene.turns[:-1]):
        yield Moment("same_word", facts)
    if read.greens == LENGTH - 1:
        yield Moment("four_in_place", facts)
    if found == LENGTH and new and in_place < LENGTH:
        yield Moment("all_letters", facts)
    if scene.was["near_due"] == 1 and scene.now["near_due"] == 0 and scene.now["clue"] != scene.was["clue"]:
        yield Moment("second_clue", facts)
    yield from _advice(scene, facts)
    yield from _progress(scene, read, facts)
    yield from _slips(read, facts)
    if places and in_place == MUCH:
        yield Moment("three_in_place", facts)
    if len(places) == 1 and not read.placed:
        yield Moment("first_in_place", {**facts, "letter": places[0].upper()})
    yield from _letters(read, facts)


def _progress(scene: Scene, read: GuessRead, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for what the guess found."""
    new, first = read.new_letters, len(scene.turns) == 1
    if set(read.marks) == {GREY}:
        yield Moment("cold_start" if first else "blank", facts)
    if len(new) >= MUCH:
        yield Moment("good_start" if first else "much_found", {**facts, "number": len(new)})
    if (dry := run_of(_taught_nothing(scene.turns))) >= DRY:
        yield Moment("dry", {**facts, "number": dry})


def _counted(scene: Scene, facts: Mapping[str, Fact], left: int) -> Iterator[Moment]:
    """The moments for the number of words that still fit."""
    if scene.insight.left is None:
        return
    before, after = scene.insight.left
    told = {**facts, "before": before, "words": after}
    if after == 1 < before:
        yield Moment("one_word", told)
    elif 1 < after <= FEW < before:
        yield Moment("few_words", told)
    if after == before > 1:
        yield Moment("none_ruled_out", told)
    cut = FIRST_CUT if len(scene.turns) == 1 else CUT
    if before >= FROM and after > 1 and after * cut <= before:
        yield Moment("deep_cut", told)
    if left == 1 and after >= MANY:
        yield Moment("many_words", told)
    dropped = GuessRead.of(scene.turns).dropped
    if dropped and after > 1:
        yield Moment("threw_away_of", {**told, "letter": dropped[0].upper()})


def _advice(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for what the guesser made of the critic's advice."""
    said, proposal = scene.was.get("agreement"), scene.was.get("proposal")
    if not said or not proposal:
        return
    kept = proposal == scene.turns[-1]["guess"]
    if said == "no":
        told = {**facts, "critic": who(CRITIC), "proposal": _word(str(proposal))}
        yield Moment("stayed_with_it" if kept else "gave_in", told)


def _slips(read: GuessRead, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for a guess that ignores what was known."""
    if read.dropped:
        yield Moment("threw_away", {**facts, "letter": read.dropped[0].upper()})
    if read.dead:
        yield Moment("dead_letters", {**facts, "number": len(read.dead)})


def _letters(read: GuessRead, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for oddities in the letters of the guess."""
    for letter, number in Counter(read.word).items():
        marks = [mark for c, mark in read.pairs if c == letter]
        if GREY in marks and len(marks) - marks.count(GREY) == 1 and read.held[letter] == 0:
            yield Moment("only_one", {**facts, "letter": letter.upper()})
        if number > 1 and GREY not in marks and read.held[letter] < number:
            yield Moment("two_of_them", {**facts, "letter": letter.upper(), "number": number})
    shifted = [
        c
        for n, (c, mark) in enumerate(read.pairs)
        if mark == GREEN and read.known.get(c) == YELLOW and n not in read.placed
    ]
    if shifted:
        yield Moment("found_its_place", {**facts, "letter": shifted[0].upper()})


def _taught_nothing(turns: Sequence[Mapping[str, Any]]) -> list[bool]:
    """Whether each guess found neither a letter nor a place."""
    return [not read.new_letters and not read.new_places for read in reads_of(turns)]


def _word(text: str) -> str:
    return text.upper()
