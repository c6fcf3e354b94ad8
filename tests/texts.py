"""Every line of the hosts, their awards and quotes, the caster, the tips and the bots, filled in every way.

`python -m tests.texts FILE` writes them all, to be read aloud. `test_texts.py` checks what a machine can check.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tui_arena.core import caster
from tui_arena.core.language.sentences import capital, counted
from tui_arena.data import game_texts
from tui_arena.data.files import GAMES
from tui_arena.data.narration import moment_lines
from tui_arena.data.personas import characters
from tui_arena.ui.host_lines import filled

LONG = "Maximiliane-Charlotte Oberhauser-Lindqvist"
PEOPLE = ("You", "Ada", LONG)
"""Who fills the slot of a player; the other slots of players then have other names."""
SEVERAL = ("Ada and Ben", "you and Ada")
"""Who fills `{who}` of an award as well."""
SEATS = ("guesser", "setter", "judge", "critic", "giver", "name", "who")
NUMBERS = (0, 1, 2, 40)
COUNTS = frozenset(
    "after before best clues got guessers left minutes misses n number of out played share shown stolen used words won".split()
)
"""The slots of numbers. `place`, `turn` and `at` are numbers of one thing each, and so are filled as texts."""
LEAST: Mapping[str, int] = {
    "wordle.awards.quick": 1,
    **dict.fromkeys(("wordle", "entity", "akinator", "connections", "taboo", "bluffing"), 2),
    "host.milestones": 2,
    "host.you": 3,
    "host.bots.hint": 2,
    "host.bots.coach": 1,
}
"""The least number that fills a line, by the longest beginning of its place; 2: a number that counts several."""
TEXTS: Mapping[str, tuple[str, ...]] = {
    "question": ("Is it alive?", "does it fly"),
    "prompt": ("What keeps you dry in the rain?", "Finish this: the cat sat on the …"),
    "reply": ("A big umbrella, as a rule.", "umbrella"),
    "answer": ("My cousin Nora said, “Never again.”", "no"),
    "reasons": ("It all hung together, and “the bell at each side” won me over.",),
    "about": ("UMBRELLA",),
    "count": ("1 question", "12 questions"),
    "times": ("twice", "12 times"),
    "tried": ("1 attempt", "12 attempts"),
    "letters": ("3 letters", "SMA"),
    "hidden": ("1 letter", "4 letters"),
    "later": ("NIGHT", "MIGHT, NIGHT, SIGHT"),
    "place": ("2", "5"),
    "turn": ("1", "14"),
    "at": ("1", "5"),
    "percent": ("57",),
    "game": ("Wordle", "Twenty Questions"),
    "points": ("1 point", "12 points"),
    "says": ("it rang true.",),
}
"""What fills a slot; any other slot is filled with a word."""
ASKED = {"about": ("Who was with you?",), "answer": ("no", "probably yes")}
"""What fills these slots in the lines at `ANSWERS`."""
ANSWERS = ("entity", "akinator", "host.bots", "bluffing.quotes", "taboo.quotes.reply")
NAMED = {"name": ("a violin", "an owl", "Marie Curie")}
"""What fills `{name}` where it is a thing, that is except in the lines about people (`you`)."""
OTHER = "WORD"
LOWER = re.compile(r"\.(?:quotes|asks|tips|bots)\b")
"""The places of lines that needn't begin with a capital."""
NO_PROSE = re.compile(
    r"\.bots\.(?:signs|slots|persona|trades|cues|things|kinds|asked|patterns|coach_says|coach_by|padding|family)\b"
)
"""What bots read or compose, and don't say as it is written."""


class Filled(NamedTuple):
    """A line as somebody reads it."""

    place: str
    """Its file, table and key: `wordle.moments.stuck`."""
    text: str


@cache
def everything() -> tuple[Filled, ...]:
    """All lines, with all their fillings."""
    return tuple(_everything())


def _everything() -> Iterator[Filled]:
    games = sorted(path.parent.name for path in GAMES.glob("*/host.toml"))
    for game in ("", *games):
        for place, line in _leaves(game or "host", game_texts(game, "host")):
            if not NO_PROSE.search(place) and (".bots" not in place or line[-1:] in ".?!…”"):
                yield from (Filled(place, text) for text in dict.fromkeys(_of_host(place, line)))
    for game in games:
        for kind, lines in moment_lines(GAMES / game).items():
            for line in lines.lines:
                place = f"{game}.caster.{kind}"
                yield from (Filled(place, text) for text in dict.fromkeys(_of_caster(place, line)))
    for name, one in characters().items():
        for moment, said in one.lines.items():
            yield from (Filled(f"characters.{name}.{moment}", text) for text in said)


def _leaves(place: str, texts: Any) -> Iterator[tuple[str, str]]:
    if isinstance(texts, str):
        yield place, texts
    elif isinstance(texts, Mapping):
        for key, under in texts.items():
            yield from _leaves(f"{place}.{key}", under)
    elif isinstance(texts, list):
        for under in texts:
            yield from _leaves(place, under)


def _of_host(place: str, line: str) -> Iterator[str]:
    slots = re.findall(r"{(\w+)}", line)
    people = [one for one in slots if one in SEATS and (one != "name" or place.startswith("host.you"))]
    for chosen in PEOPLE if people else ("",):
        for mine in dict.fromkeys(people) or ("",):
            names = dict(zip([one for one in people if one != mine], ("Cleo", "Dan", "Eve"), strict=False))
            for n in range(4):
                yield filled(
                    line, {}, {**_texts(place, slots, n), **names, **({mine: chosen} if mine else {})}
                )
    for who in SEVERAL if "who" in slots and ".awards." in place else ():
        yield filled(line, {}, {**_texts(place, slots, 1), "who": who})


def _texts(place: str, slots: Iterable[str], n: int) -> dict[str, str]:
    """What fills the slots that aren't people, in the nth way."""
    least = max((len(one), least) for one, least in {**LEAST, "": 0}.items() if place.startswith(one))[1]
    found = {}
    for one in slots:
        if one in COUNTS and one not in TEXTS:
            found[one] = str(max(NUMBERS[n], least))
        else:
            ways = TEXTS.get(one) or NAMED.get(one) or (OTHER,)
            found[one] = ways[n % len(ways)]
            if one in ASKED and place.startswith(ANSWERS):
                found[one] = ASKED[one][n % len(ASKED[one])]
    if "count" in slots and place.startswith("wordle"):
        found["count"] = counted(1 + n % 2, "guess", "guesses")
    if "number" in slots and place.startswith("wordle.endings"):
        found["number"] = ("one", "two", "six", "7")[n]
    return found


def _of_caster(place: str, line: str) -> Iterator[str]:
    slots = caster.slots_of(line)
    counts, texts = slots & COUNTS, slots & TEXTS.keys()
    people = sorted(slots & set(SEATS) - {"name"})
    for who in (("You",), ("Ada",), ("Ada", "Ben"), ("You", "Ada"), (LONG,)):
        names = {one: one for one in ("Cleo", "Dan", "Eve", *who)}
        for mine in people or [""]:
            facts: dict[str, caster.Fact] = dict.fromkeys(slots, OTHER)
            facts |= {one: caster.who(other) for one, other in zip(people, names, strict=False)}
            facts |= {mine: caster.who(*who)} if mine else {}
            for n, number in enumerate(NUMBERS):
                facts |= {one: _number(line, one, number) for one in counts}
                facts |= _texts(place, texts, n)
                yield caster.filled(line, facts, names)


def _number(line: str, slot: str, number: int) -> int:
    """A number that may fill this slot: only what is left can be none, and what nothing agrees with is several."""
    return max(number, 0 if slot == "left" else 1 if slot in ("used", "words") or f"{{{slot}:" in line else 2)


def main() -> None:
    """Write every line to a file."""
    lines = [f"{capital(one.place)}\t{one.text}" for one in everything()]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} lines")


if __name__ == "__main__":
    main()
