"""The caster: a voice beside the board that says in one line what has just happened, and why it matters.

A game finds its moments in its `caster.py`. It sees a reply only as a `Scene`: the table's view before and after
it, and an `Insight` if those who read the line may have one. The lines for each kind of moment are in the game's
`caster.toml`, with the slots that the moment's facts fill; kinds that several games have are found here
(`first_move`, `long_thought`, ...), and their lines are in `games/caster.toml`.

Law: a moment is found from what everybody at the table can see. What a bot or a probe adds to that comes only
through the `Insight`, and never as a name, a letter or a word of what is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.game import Data, Outcome, View
from tui_arena.core.language.sentences import YOU, first_name, listed, number_word
from tui_arena.core.text import one_line

LONG = 45.0
"""A person who took at least this many seconds for a move thought for a long time."""
QUOTED = 60
"""The maximum number of characters of what somebody said, as the caster repeats it."""
NAME = 24
"""The maximum number of characters of a name in a line."""


@dataclass(frozen=True, slots=True)
class Who:
    """The players on these seats, as a fact of a moment: their names, and the person and number of their verbs."""

    seats: tuple[str, ...]


def who(*seats: str) -> Who:
    """The players on one or more seats."""
    return Who(seats)


Fact = str | int | Who
"""A text, a number of things, or players."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth a line."""

    kind: str
    """The kind of moment: a table of `caster.toml`."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What fills the slots of its lines."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What the app has computed beside the game, for readers who may know it."""

    left: tuple[int, int] | None = None
    """How many candidates a bot had left before and after the reply; None: not known, or not for these readers."""
    place: tuple[int, int] | None = None
    """The secret's place among a bot's likeliest candidates before and after, from 1; 0 if it isn't among them."""
    levels: Mapping[int, int] = field(default_factory=dict)
    """What the judge believed after each answer: 1 (true) to 5 (false), by round."""
    needle: tuple[int, int] | None = None
    """How far a bot would have believed a statement before and after the reply, in percent."""


NO_INSIGHT = Insight()


@dataclass(frozen=True, slots=True)
class Scene:
    """A reply that the rules took, as those who read the caster's line may know it."""

    seat: str
    """Whose reply it was."""
    ask: str
    before: View
    """The table's view before the reply."""
    after: View
    outcome: Outcome
    """How the session stands after the reply; the result is `unfinished` while it is played."""
    seconds: float = 0.0
    """How long a person took for the reply; 0 for others, and if it isn't known."""
    insight: Insight = NO_INSIGHT

    @property
    def was(self) -> Data:
        """The facts that everybody knew before the reply."""
        return self.before.facts

    @property
    def now(self) -> Data:
        return self.after.facts

    @property
    def over(self) -> bool:
        return self.outcome.result != "unfinished"

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """The turns that are complete now."""
        found: Sequence[Mapping[str, Any]] = self.now.get("turns", ())
        return found

    @property
    def is_new_turn(self) -> bool:
        """Whether the reply completed a turn."""
        return len(self.turns) > len(self.was.get("turns", ()))


Caster = Callable[[Scene], Iterable[Moment]]
"""The moments of a reply. Of moments of equal worth, the one that is named first is told."""


# what several games have


def first_move(scene: Scene, tries: int, solver: str) -> Iterator[Moment]:
    """The first turn is over. `tries`: how many are left."""
    if len(scene.turns) == 1 and scene.is_new_turn and tries > 0 and not scene.over:
        yield Moment("first_move", {"who": who(solver), "left": tries})


def long_thought(scene: Scene) -> Iterator[Moment]:
    """A person thought for a long time before the reply."""
    if scene.seconds >= LONG:
        minutes = round(scene.seconds / 60)
        kind = "long_thought" if minutes < 2 else "very_long_thought"
        yield Moment(kind, {"who": who(scene.seat), "minutes": minutes})


def last_chance(scene: Scene, tries: int, solvers: Who, before: int) -> Iterator[Moment]:
    """One try is left. `before`: how many were left before the reply."""
    if tries == 1 and before > 1 and not scene.over:
        yield Moment("last_chance", {"who": solvers})


def halfway(scene: Scene, used: int, of: int, solver: str) -> Iterator[Moment]:
    """Half of the tries are used up. `used` of `of` tries are."""
    if scene.is_new_turn and not scene.over and of >= HALVED and used == -(-of // 2):
        yield Moment("halfway", {"who": who(solver), "used": used, "left": of - used})


def at_the_last(scene: Scene, tries: int, solver: str) -> Iterator[Moment]:
    """Somebody won with the last try."""
    if scene.outcome.result == "won" and solver in scene.outcome.winners and tries == 0:
        yield Moment("won_at_last", {"who": who(solver)})


def gave_up(scene: Scene) -> Iterator[Moment]:
    """Somebody gave up."""
    if scene.over and scene.outcome.cause == f"{scene.seat}: {RESIGNED}":
        yield Moment("gave_up", {"who": who(scene.seat)})


HALVED = 6
"""The fewest tries of a game that has a half-time."""
RESIGNED = "resigned"
"""The cause of an outcome after which a seat's name stands before the colon."""


def run_of(values: Iterable[bool]) -> int:
    """How many values at the end are true in a row.

    >>> run_of([True, False, True, True])
    2
    """
    run = 0
    for value in values:
        run = run + 1 if value else 0
    return run


def words_in(text: str) -> int:
    """How many words a text has.

    >>> words_in("A burst pipe, and I never stopped.")
    7
    """
    return len(text.split())


# filling a line

_SLOT = re.compile(r"\{(?P<name>\w+)(?:(?P<how>'s|[:?])(?P<one>[^{}|]*)(?:\|(?P<more>[^{}|]*))?)?\}")
_STOPS = (".", "!", "?", "…")


def slots_of(line: str) -> frozenset[str]:
    """The names of a line's slots.

    >>> sorted(slots_of("{who:has|have} {left:word} left"))
    ['left', 'who']
    """
    return frozenset(match["name"] for match in _SLOT.finditer(line))


def filled(line: str, facts: Mapping[str, Fact], names: Mapping[str, str]) -> str:
    """A line with its slots filled. `names`: the players' names by seat.

    - `{who}`: the players' names. `{who:has|have}`: the names and their verb, after one player and after others
      (`you`, or several). `{who's}`: whose. `{who?their|your}`: only the word that fits.
    - `{left}`: the number in words up to twelve. `{left:word}` or `{left:guess|guesses}`: the number and its noun.
      `{left?is|are}`: only the word that fits.
    - `{said}`: a text.

    >>> names = {"guesser": "Ada", "setter": "You"}
    >>> filled("{who:has|have} {left:word} left.", {"who": who("guesser"), "left": 14}, names)
    'Ada has 14 words left.'
    >>> filled("{left:guess|guesses}, and {who's} luck.", {"who": who("setter"), "left": 1}, names)
    'One guess, and your luck.'
    >>> filled("Well. {who:was|were} close.", {"who": who("setter", "guesser")}, names)
    'Well. You and Ada were close.'
    """
    told = ""
    end = 0
    for match in _SLOT.finditer(line):
        told += line[end : match.start()]
        end = match.end()
        begins = not told.strip() or told.rstrip().endswith(_STOPS)
        part = _part(facts[match["name"]], match["how"], match["one"] or "", match["more"], names)
        told += part[:1].upper() + part[1:] if begins else part
    told += line[end:]
    return told[:1].upper() + told[1:]


def _part(fact: Fact, how: str | None, one: str, more: str | None, names: Mapping[str, str]) -> str:
    if isinstance(fact, Who):
        found = [one_line(first_name(names.get(seat, f"the {_words(seat)}")), NAME) for seat in fact.seats]
        names_ = _named(found)
        if how == "'s":
            return _possessive(names_)
        single = len(found) == 1 and found[0] != YOU
        word = one if single or more is None else more
        return names_ if how is None else word if how == "?" else f"{names_} {word}"
    if isinstance(fact, int):
        word = one if fact == 1 else more if more is not None else f"{one}s"
        number = number_word(fact) if fact < MANY else f"{fact:,}"
        return number if how is None else word if how == "?" else f"{number} {word}"
    return one_line(fact, QUOTED)


MANY = 1000
"""The first number that is written with a comma."""


def _words(seat: str) -> str:
    return seat.replace("_", " ")


def _named(names: Sequence[str]) -> str:
    """Names as they stand within a sentence; `you` comes first."""
    own = [name.lower() for name in names if name == YOU]
    return listed([*own[:1], *(name for name in names if name != YOU)]) if names else "nobody"


def _possessive(name: str) -> str:
    """Whose something is.

    >>> _possessive("Ada"), _possessive("you"), _possessive("the guessers")
    ("Ada's", 'your', "the guessers'")
    """
    if name == YOU.lower():
        return "your"
    return f"{name}'" if name.startswith("the ") and name.endswith("s") else f"{name}'s"
