"""The lines of a game's host, from the game's `host.toml`, so that a writer can edit them.

Law: the same occasion of a session always gets the same line. While the app runs, no line of an occasion is
used twice before all of its lines have been used once. After that, only lines that haven't been used for long
are used again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tui_arena.core.events import speaker
from tui_arena.core.game import Fault
from tui_arena.core.highlights import HostSentence, Quote
from tui_arena.core.language.sentences import YOU, called_seat, capital, first_name, listed, who_played
from tui_arena.core.record import Play
from tui_arena.core.text import one_line, within_quotes
from tui_arena.data import game_texts

LONGEST = 200
"""The maximum number of characters that fill a slot."""
BEGINS = re.compile(r"(?<=[.!?] ){(\w+)}")
"""A slot at the beginning of a sentence."""
OLD = 3
"""Of the lines used equally often, one in `OLD` may be used again: the lines that were used longest ago."""
SLOT = 40
"""The maximum number of characters of a name in a line."""


class _Named(dict[str, str]):
    """Slots by name; `^name` is the same with a capital. An unknown slot becomes its own name in words."""

    def __missing__(self, name: str) -> str:
        return capital(self[name[1:]]) if name[0] == "^" else f"the {name}".replace("_", " ")


class HostLines:
    """The host of one game."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._chosen: dict[tuple[str, str, str], str] = {}
        """Maps an occasion of a session to its line as written in the file."""
        self._said: Counter[str] = Counter()
        self._last: dict[str, int] = {}
        """Maps each line to its last use, counted in lines."""
        self._refusals: dict[str, str] = {}
        """Maps the rules' words for a fault to the host's words."""

    @cached_property
    def _lines(self) -> Mapping[str, Mapping[str, Any]]:
        return game_texts(self._game, "host")

    @property
    def asks(self) -> Mapping[str, Mapping[str, Any]]:
        """The texts for each ask, by the ask's name; see `boards/host.py`."""
        return self._lines.get("asks", {})

    def has(self, part: str, key: str) -> bool:
        """Whether there is a line for an occasion."""
        return key in self._lines.get(part, {})

    def line(
        self, play: Play[Any], part: str, key: str, names: Mapping[str, str], slots: Mapping[str, str]
    ) -> str:
        """A line for an occasion of a session; `part` and `key` are its table and name in the file.

        `slots` and the players' names by seat fill its gaps.
        """
        occasion = (of(play), part, key)
        if occasion not in self._chosen:
            self._chosen[occasion] = self.freshest(self._lines[part][key], Random(repr(occasion)))
        return filled(self._chosen[occasion], names, slots)

    def freshest(self, lines: Sequence[str], rng: Random) -> str:
        """One of the lines used least since the app started, but not a recent one. It then counts as used."""
        fewest = min(self._said[line] for line in lines)
        least = [line for line in lines if self._said[line] == fewest]
        if fewest:
            least = sorted(least, key=lambda line: self._last[line])[: -(-len(least) // OLD)]
        chosen = rng.choice(least)
        self._said[chosen] += 1
        self._last[chosen] = self._said.total()
        return chosen

    def refusal(self, fault: Fault) -> str:
        """The words for a refused reply, the same for the same fault: the host's, or else the rules'."""
        told = fault.told
        if told not in self._refusals and self.has("refusals", fault.occasion):
            line = self.freshest(self._lines["refusals"][fault.occasion], Random(told))
            self._refusals[told] = filled(line, {}, fault.slots)
        return self._refusals.get(told, told)

    def refused(self, occasion: str) -> str:
        """The host's words for an invalid reply, a different line each time."""
        return self.freshest(self._lines["refusals"][occasion], Random(occasion))

    def ending(
        self, play: Play[Any], key: str, names: Mapping[str, str] | None = None, **slots: object
    ) -> str:
        """The remark on how a session ended."""
        return self.line(
            play, "endings", key, names or {}, {name: str(value) for name, value in slots.items()}
        )

    def gave_up(self, play: Play[Any], names: Mapping[str, str]) -> str:
        """The remark on a player who gave up, with words for their seat if the file has any."""
        own = f"gave_up_{play.resigned}"
        return self.ending(play, own if self.has("endings", own) else "gave_up", names)

    def remark(self, play: Play[Any], part: str, sentence: HostSentence, names: Mapping[str, str]) -> str:
        """The remark on a moment (`moments`) or an award (`awards`); empty if the file has no words for it."""
        if not self.has(part, sentence.key):
            return ""
        who = {"who": those_meant(play, sentence, names)} if sentence.seat else {}
        return self.line(play, part, sentence.key, names, {**sentence.slots, **who})

    def after_quote(self, quote: Quote) -> str:
        """The words that follow a quote and its speaker's name."""
        words = self._lines.get("quotes", {}).get(quote.kind, "")
        return str(words.format_map(_Named(about=one_line(quote.about, LONGEST))))


def first_name_at(names: Mapping[str, str], seat: str, seq: int | None) -> str:
    """The first name of the player who had a seat at an event; a seat without a name is called `the SEAT`."""
    return first_name(speaker(names, seat, seq)) if seat in names else called_seat(seat)


def those_meant(play: Play[Any], sentence: HostSentence, names: Mapping[str, str]) -> str:
    """The first name of the player whom a sentence is about; of several who played in its seat, all names."""
    if sentence.seq is not None or sentence.seat not in names:
        return first_name_at(names, sentence.seat, sentence.seq)
    who = [first_name(one) for one in who_played(play, names, sentence.seat)]
    return listed(["you" if one == YOU else one for one in who]) if who[1:] else who[0]


def of(play: Play[Any]) -> str:
    """A text that identifies a session, whatever is recorded in it later."""
    first = play.events[0].get("at") if play.events else ""
    return f"{play.setup.seed} {first}"


def filled(line: str, names: Mapping[str, str], slots: Mapping[str, str]) -> str:
    """A line with its slots filled. It begins with a capital letter."""
    values = {seat: one_line(first_name(name), SLOT) for seat, name in names.items()}
    values |= {name: one_line(value, SLOT if name == "who" else LONGEST) for name, value in slots.items()}
    values = {name: "you" if value == YOU else value for name, value in values.items()}
    values |= {name: within_quotes(value) for name, value in values.items() if f"“{{{name}}}" in line}
    return capital(BEGINS.sub(r"{^\1}", line).format_map(_Named(values)))
