"""The caster: a voice next to the board that says in one line what has just happened, and why it matters.

A game finds its moments in its `caster.py`. It sees a reply only as a `Scene`: the table's view before and
after it, and an `Insight` if the readers of the line may have one. The lines for each kind of moment are in
the game's `caster.toml`. The moment's facts fill the slots in these lines. Kinds that several games have
(`last_chance`, `long_thought`, ...) are found here, and their lines are in `games/caster.toml`.

Law: a moment is found from what everybody at the table can see. Bots and probes can add to this only through
the `Insight`, and never a name, a letter or a word of the secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.game import Data, Outcome, View
from tui_arena.core.language.sentences import YOU, called_seat, first_name, listed, number_word
from tui_arena.core.text import one_line, within_quotes

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
    """The values of the slots in its lines."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What the app has computed in addition to the game, for readers who may know it."""

    left: tuple[int, int] | None = None
    """The numbers of candidates left for a bot before and after the reply; None: unknown, or not for these readers."""
    place: tuple[int, int] | None = None
    """The secret's place among a bot's likeliest candidates before and after, from 1; 0 if it isn't among them."""
    levels: Mapping[int, int] = field(default_factory=dict)
    """What the judge believed after each answer: 1 (true) to 5 (false), by round."""
    needle: tuple[int, int] | None = None
    """How far a bot would have believed a statement before and after the reply, in percent."""


NO_INSIGHT = Insight()


@dataclass(frozen=True, slots=True)
class Scene:
    """A reply that the rules accepted, as the readers of the caster's line may know it."""

    seat: str
    """The seat that gave the reply."""
    ask: str
    before: View
    """The table's view before the reply."""
    after: View
    outcome: Outcome
    """The outcome after the reply; its result is `unfinished` while the session is played."""
    seconds: float = 0.0
    """The seconds that a person took for the reply; 0 for other players, and if it isn't known."""
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
        """True if the reply completed a turn."""
        return len(self.turns) > len(self.was.get("turns", ()))


# what several games have


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


def at_the_last(scene: Scene, tries: int, solver: str) -> Iterator[Moment]:
    """Somebody won with the last try."""
    if scene.outcome.result == "won" and solver in scene.outcome.winners and tries == 0:
        yield Moment("won_at_last", {"who": who(solver)})


def gave_up(scene: Scene) -> Iterator[Moment]:
    """Somebody gave up."""
    if scene.over and scene.outcome.cause == f"{scene.seat}: {RESIGNED}":
        yield Moment("gave_up", {"who": who(scene.seat)})


def sighted(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The secret has come into a bot's sight, or gone out of it."""
    if scene.insight.place is None:
        return
    before, after = scene.insight.place
    if after == 1 != before:
        yield Moment("on_top", facts)
    elif 0 < after <= IN_SIGHT and not 0 < before <= IN_SIGHT:
        yield Moment("in_sight", facts)
    elif 0 < before <= IN_SIGHT and after == 0:
        yield Moment("out_of_sight", facts)


IN_SIGHT = 3
"""The last place among the likeliest that is in sight."""
RESIGNED = "resigned"
"""The cause of an outcome after which a seat's name stands before the colon."""


def run_of(values: Iterable[bool]) -> int:
    """The number of values at the end that are true in a row.

    >>> run_of([True, False, True, True])
    2
    """
    run = 0
    for value in values:
        run = run + 1 if value else 0
    return run


def words_in(text: str) -> int:
    """The number of words in a text.

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


def in_form(line: str) -> bool:
    """True if every brace of a line belongs to a slot.

    >>> in_form("{who:has|have} won"), in_form("{who:has won"), in_form("{ who } won")
    (True, False, False)
    """
    return not re.search(r"[{}]", _SLOT.sub("", line))


def filled(line: str, facts: Mapping[str, Fact], names: Mapping[str, str]) -> str:
    """A line with its slots filled. `names`: the players' names by seat; a seat without one is called by what it is.

    - `{who}`: the players' names. `{who:has|have}`: the names and their verb, after one player and after others
      (`you`, or several). `{who:has|'ve}`: the same, short after `you` alone. `{who's}`: whose. `{who?their|your}`:
      only the word that fits others, or you and who is with you.
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
    >>> filled("{who:is|'re} home.", {"who": who("setter")}, names)
    "You're home."
    >>> filled("{who:is|'re} home.", {"who": who("setter", "guesser")}, names)
    'You and Ada are home.'
    >>> filled("{who's} luck, and {who?their|your} merit.", {"who": who("setter", "guesser")}, names)
    "Your and Ada's luck, and your merit."
    """
    told = ""
    end = 0
    for match in _SLOT.finditer(line):
        between = line[end : match.start()]
        last = between.rstrip(" ”")
        begins = last.endswith(_STOPS) or not (last or told)  # a name, such as Ada B., doesn't end a sentence
        told += between
        end = match.end()
        part = _part(facts[match["name"]], match["how"], match["one"] or "", match["more"], names)
        part = within_quotes(part) if between.endswith("“") else part
        told += part[:1].upper() + part[1:] if begins else part
    told += line[end:]
    return told[:1].upper() + told[1:]


def _part(fact: Fact, how: str | None, one: str, more: str | None, names: Mapping[str, str]) -> str:
    if isinstance(fact, Who):
        found = [one_line(first_name(names.get(seat, called_seat(seat))), NAME) for seat in fact.seats]
        names_ = _named(found)
        if how == "'s":
            return _possessive(found)
        theirs = YOU not in found if how == "?" else len(found) == 1 and found[0] != YOU
        word = one if theirs or more is None else more
        if word in SHORT:
            return f"{names_}{word}" if len(found) == 1 else f"{names_} {SHORT[word]}"
        return names_ if how is None else word if how == "?" else f"{names_} {word}"
    if isinstance(fact, int):
        word = one if fact == 1 else more if more is not None else f"{one}s"
        number = number_word(fact) if fact < MANY else f"{fact:,}"
        return number if how is None else word if how == "?" else f"{number} {word}"
    return one_line(fact, QUOTED)


SHORT: Mapping[str, str] = {"'ve": "have", "'re": "are"}
"""Verbs as they are said after `you` alone, and after several players."""
MANY = 1000
"""The first number that is written with a comma."""


def _named(names: Sequence[str]) -> str:
    """Names as they are written within a sentence; `you` comes first."""
    own = [name.lower() for name in names if name == YOU]
    return listed([*own[:1], *(name for name in names if name != YOU)]) if names else "nobody"


def _possessive(names: Sequence[str]) -> str:
    """The possessive of one or more names.

    >>> _possessive(["Ada"]), _possessive(["You"]), _possessive(["Ada", "You"]), _possessive(["Ada", "Ben"])
    ("Ada's", 'your', "your and Ada's", "Ada and Ben's")
    """
    others = _named([name for name in names if name != YOU])
    theirs = f"{others}'" if others.startswith("the ") and others.endswith("s") else f"{others}'s"
    if YOU not in names:
        return theirs
    return "your" if len(names) == 1 else f"your and {theirs}"
