"""Sentences, lists and amounts in English, and a host's sentences about the players at a table.

Every screen, command and file for people writes an amount of money as `money` does. Nothing here belongs to one
game, and no sentence reveals what is private to a seat.

Law: an amount of money that isn't zero never reads as zero, and an unknown amount never reads as free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from tui_arena.core.events import speaker
from tui_arena.core.game import Ask
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.record import Play
from tui_arena.core.text import fold, one_line


def capital(text: str) -> str:
    """A text with a capital first letter; the rest is unchanged.

    >>> capital("eleven of them")
    'Eleven of them'
    """
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str], joint: str = "and") -> str:
    """A list of one or more words as text.

    >>> listed(["Ada", "Ben", "Eve"]), listed(["yes", "no"], "or")
    ('Ada, Ben and Eve', 'yes or no')
    """
    *head, last = words
    return f"{', '.join(head)} {joint} {last}" if head else last


def counted(n: int, one: str, several: str = "") -> str:
    """A number with its noun; `several`: the plural, by default `one` with an s.

    >>> counted(1, "game"), counted(1200, "game"), counted(2, "person", "people")
    ('1 game', '1,200 games', '2 people')
    """
    return f"{n:,} {one if n == 1 else several or f'{one}s'}"


def about_time(seconds: float) -> str:
    """A length of time, about as exact as a forecast is.

    >>> about_time(12), about_time(59), about_time(170), about_time(4000)
    ('15 s', '1 min', '3 min', '1 h 7 min')
    """
    if seconds <= 55:
        return f"{max(5 * ceil(seconds / 5), 5)} s"
    hours, minutes = divmod(ceil(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def time_left(gone: float, done: int, left: int) -> str:
    """The time that is probably left, in words; empty if it isn't known, or nothing is left.

    >>> time_left(60.0, 10, 20), time_left(60.0, 0, 20), time_left(60.0, 10, 0)
    ('about 2 min left', '', '')
    """
    return f"about {about_time(gone / done * left)} left" if done > 0 and left > 0 else ""


UNKNOWN = "n/a"
"""The text for a price, a time or a number that nobody knows."""
DIGITS = 2
"""The number of significant digits of an amount below one dollar."""


def money(usd: float | None) -> str:
    """Dollars as text: cents from one dollar on, and two significant digits below.

    >>> [money(v) for v in (None, 0.0, 0.00087, 0.001, 0.0341, 0.5, 0.999, 1234.5)]
    ['n/a', '$0', '$0.00087', '$0.0010', '$0.034', '$0.50', '$1.00', '$1,234.50']
    """
    if usd is None:
        return UNKNOWN
    if usd < 0:
        return f"-{money(-usd)}"
    if usd == 0:
        return "$0"
    rounded = float(f"{usd:.{DIGITS - 1}e}")
    decimals = 2 if rounded >= 1 else DIGITS - 1 - floor(log10(rounded))
    return f"${usd:,.{decimals}f}"


_WORDS = ("no", *list(NUMBERS)[1:13])


def number_word(n: int) -> str:
    """A number as a word up to twelve, and in figures otherwise.

    >>> number_word(3), number_word(14)
    ('three', '14')
    """
    return _WORDS[n] if 0 <= n < len(_WORDS) else str(n)


_AS_IF_WRITTEN_Y = ("eu", "ew", "uni", "ute", "uti", "uzb")
"""Beginnings that are written with a vowel and pronounced with the consonant of `you`."""
_SPELLED_WITH_VOWEL = frozenset("AEFHILMNORSX8")
"""Characters whose names begin with a vowel sound, such as M and 8."""
_SILENT_H = ("heir", "honest", "honor", "honour", "hour")


def with_article(name: str) -> str:
    """A name or noun with `a` or `an` before it, by its sound.

    >>> with_article("Ada"), with_article("Ben"), with_article("Émile"), with_article("Eugene")
    ('an Ada', 'a Ben', 'an Émile', 'a Eugene')
    >>> with_article("Yvonne"), with_article("Yuki"), with_article("MJ"), with_article("Honor")
    ('an Yvonne', 'a Yuki', 'an MJ', 'an Honor')
    >>> with_article("11th"), with_article("18th"), with_article("17th")
    ('an 11th', 'an 18th', 'a 17th')
    """
    said = fold(name)
    if len(said) == 1 or said[:1].isdigit() or (name.isupper() and len(said) == 2):  # read letter by letter
        vowel = name[:1].upper() in _SPELLED_WITH_VOWEL or said[:2] in ("11", "18")
    elif said[:1] == "y":
        vowel = said[1] not in "aeiou"
    else:
        vowel = said.startswith(_SILENT_H) or (
            said[:1] in tuple("aeiou") and not said.startswith(_AS_IF_WRITTEN_Y)
        )
    return f"{'an' if vowel else 'a'} {name}"


YOU = "You"
"""The name of a person who hasn't given a name; its verb is that of `you`."""
WHY = 120
"""The maximum length of the reason why a reply was refused, in characters."""


def first_name(name: str) -> str:
    """A name as it is used in a sentence: without the trade of a bot's character.

    >>> first_name("Edith, museum guard"), first_name("Ada")
    ('Edith', 'Ada')
    """
    return name.partition(", ")[0]


def called_seat(seat: str) -> str:
    """A seat as people call it.

    >>> called_seat("guesser_1"), called_seat("judge")
    ('guesser 1', 'the judge')
    """
    return seat.replace("_", " ") if seat[-1:].isdigit() else f"the {seat}"


def name_for(name: str, room: int) -> str:
    """A name in at most `room` characters: without the trade of a bot's character if that doesn't fit.

    >>> name_for("Edith, museum guard", 20), name_for("Edith, museum guard", 14), name_for("Bartholomew", 8)
    ('Edith, museum guard', 'Edith', 'Barthol…')
    """
    return one_line(name if len(name) <= room else first_name(name), room)


def who_does(ask: Ask, names: Mapping[str, str], does: Mapping[str, tuple[str, str]]) -> str:
    """The asked player and what they do; `does` maps an ask to the verb after `you` and after a name.

    >>> ask = Ask("guesser", "guess", "guess:1")
    >>> who_does(ask, {"guesser": "Ada"}, {"guess": ("guess", "guesses")})
    'Ada guesses'
    """
    mine, theirs = does.get(ask.name, (ask.name, ask.name))
    name = names.get(ask.seat, ask.seat)
    return f"you {mine}" if name == YOU else f"{first_name(name)} {theirs}"


def winning_side(play: Play[Any]) -> str:
    """The groups that won, such as `guesser`; empty if nobody won or the game has only one side."""
    outcome = play.outcome()
    sides = {seat.side for seat in play.seats.values()} - {"neutral"}
    if outcome.result != "won" or len(sides) < 2:
        return ""
    return " and ".join(dict.fromkeys(play.seats[seat].group for seat in outcome.winners))


def ended_as(play: Play[Any]) -> str:
    """The result with its winning side and its cause, such as `guesser won (hit)`."""
    outcome = play.outcome()
    cause = f" ({outcome.cause})" if outcome.cause else ""
    return f"{winning_side(play)} {outcome.result}{cause}".lstrip()


def stopped(play: Play[Any], names: Mapping[str, str]) -> str:
    """The sentence that says which player's fault ended an aborted session, and why."""
    wrong = next((step for step in reversed(play.steps) if step.fault is not None and not step.void), None)
    if wrong is None or wrong.fault is None:
        return f"It can't be scored: {(play.outcome().cause or 'the rules stopped it')}."
    seat, why = wrong.ask.seat, one_line(wrong.fault.why, WHY)
    return f"{names.get(seat, 'nobody')} ({seat}) broke the rules once too often: {why}."


def who_played(play: Play[Any], names: Mapping[str, str], seat: str) -> list[str]:
    """The names of the players whose moves from a seat stand, in order; if none, the current player's."""
    return list(dict.fromkeys(speaker(names, seat, seq) for seq in play.moved_on(seat) or (None,)))
