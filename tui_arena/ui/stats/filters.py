"""The filters of the stats: the menu, the choices, and the bar that shows them.

Every screen that is opened from the stats gets the same `Filter`. This module only puts the filter into
words. The bar always shows every filter that is set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from textual.content import Content

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.filters import INCLUDE, Filter, asked_of
from tui_arena.save.rollup.sums import Key
from tui_arena.save.setting import Kept
from tui_arena.stats.conditions import option_is, option_text, options_there
from tui_arena.ui.app.bars import GAP, Piece

FIELDS = (
    "player",
    "seat",
    "condition",
    "variant",
    "options",
    "deck",
    "since",
    "preset",
    "persona",
    "prompt",
    "prompt_digest",
    "sampling",
    "rungs",
    "repetition",
    "run",
    "include",
)
"""Every filter, in the order of the menu and the bar."""
CALLED = {
    "prompt": "prompt variant",
    "prompt_digest": "prompt text",
    "options": "option",
    "include": "also count",
}
"""The labels of filters whose names say too little."""
UNSET = {"since": "ever", "include": "nothing more"}
"""The text of a filter that isn't set, unless it is `all`."""
KINDS = {
    "imported": "imported games",
    "branched": "branches of a game",
    "recast": "games where a seat changed hands",
    "undone": "games with a judged move taken back",
    "peeked": "games where somebody peeked",
    "hinted": "games with a hint",
    "known": "challenges whose secret was known",
    "reasoning_played": "games where reasoning was played",
    "all": "every kind",
}
"""The text for each kind of session that is left out unless it is included."""
ALL = ""
"""The choice that sets no filter."""
TYPED = "..."
"""The choice that asks for a line of text."""
SPANS = ((0, "today"), (6, "the last 7 days"), (29, "the last 30 days"), (364, "the last year"))
VALUE = 24
"""The maximum width of a value on the bar and in the menu, in cells."""

Choices = list[tuple[str, str]]
"""Pairs of a value and its text."""


def called(name: str) -> str:
    """The label of a filter."""
    return CALLED.get(name, name)


def shown(wanted: Filter, name: str) -> str:
    """The value of a filter, in words."""
    value = getattr(wanted, name)
    if name == "include":
        every = "all" in wanted.include
        value = KINDS["all"] if every else ", ".join(kind for kind in INCLUDE if kind in wanted.include)
    if name == "options":
        value = ", ".join(map(option_text, wanted.options))
    return one_line(str(value), VALUE) if value else UNSET.get(name, "all")


def is_set(wanted: Filter, name: str) -> bool:
    """Whether a filter is set: it excludes sessions, or includes kinds that are usually left out."""
    return bool(getattr(wanted, name))


def menu(wanted: Filter) -> Choices:
    """All filters with their current values."""
    wide = max(len(called(name)) for name in FIELDS)
    return [(name, f"{called(name):<{wide}}  {shown(wanted, name)}") for name in FIELDS]


def values_of(
    info: GameInfo, keys: Sequence[Key], known: Mapping[str, Kept]
) -> Mapping[str, tuple[str, ...]]:
    """Maps each filter to its values in saved sessions, sorted. `known`: the game's settings by digest."""
    played = [known[digest] for digest in dict.fromkeys(key.setting for key in keys) if digest in known]
    found: dict[str, dict[str, None]] = {name: {} for name in FIELDS}
    for key in keys:
        values = {
            "player": f"{key.kind}:{key.name}",
            "seat": key.group,
            "deck": key.deck,
            "preset": key.preset,
            "persona": key.persona,
            **asked_of(key.kind, key.prompt)._asdict(),
            "repetition": str(key.repetition or ""),
        }
        for name, value in values.items():
            if value:
                found[name][value] = None
    of_options = options_there(info, played).values()
    return {
        **{name: tuple(sorted(values, key=_order)) for name, values in found.items()},
        "condition": tuple(sorted({one.name for one in played})),
        "variant": tuple(sorted({one.variant for one in played})),
        "options": tuple(option_text(one) for values in of_options for one in values),
    }


def _order(value: str) -> tuple[int, str]:
    return (int(value) if value.isascii() and value.isdigit() else 0), value.casefold()


def choices(wanted: Filter, name: str, values: Sequence[str], today: date, check: tuple[str, str]) -> Choices:
    """The choices of a filter. The first choice sets no filter. `check`: an empty and a ticked box."""
    if name == "since":
        days = [((today - timedelta(days=n)).isoformat(), text) for n, text in SPANS]
        return [(ALL, "ever"), *days, (TYPED, "a date ...")]
    if name == "include":
        kinds = [(kind, f"{check[kind in wanted.include]} {KINDS[kind]}") for kind in INCLUDE]
        return [(ALL, "nothing more"), *kinds]
    if name == "options":
        set_now = set(map(option_text, wanted.options))
        return [(ALL, "all"), *((value, f"{check[value in set_now]} {value}") for value in values)]
    now = getattr(wanted, name)
    listed = dict.fromkeys([*values, *([now] if now else [])])
    return [(ALL, "all"), *((value, one_line(value, 60)) for value in listed)]


TICKED = ("options", "include")
"""The filters that can have several values, ticked one by one."""


def asked(info: GameInfo, wanted: Filter, name: str, value: str) -> Filter:
    """The filter with a new value. A kind to include, or a value of an option, is ticked or unticked."""
    if name == "options":
        option, _, text = value.partition("=")
        others = tuple(one for one in wanted.options if one.name != option)
        unticked = value == ALL or value in map(option_text, wanted.options)
        now = () if unticked else (option_is(info, option, text),)
        return replace(wanted, options=() if value == ALL else (*others, *now))
    if name == "include":
        include = wanted.include ^ {value} if value != ALL else frozenset()
        return replace(wanted, include=include)
    changed: Filter = replace(wanted, **{name: value or None})  # type: ignore[arg-type]
    return changed


MENU = "/ filter"
LEAST = 6
"""The minimum width of a shortened value, in cells."""


@dataclass(frozen=True, slots=True)
class FilterEntry:
    """A filter on the bar."""

    name: str
    """The filter that a click opens; empty: the menu of all filters."""
    label: str
    value: str
    set: bool = False

    @property
    def width(self) -> int:
        return len(self.label) + len(self.value) + bool(self.value)


def fitting(entries: Sequence[FilterEntry], room: int) -> list[FilterEntry]:
    """The entries that fit, in order: the menu, every set filter (shortened if need be), then others."""
    used = len(MENU)
    kept: list[FilterEntry] = []
    for entry in entries:
        if entry.set:
            used += entry.width + GAP
            kept.append(entry)
    over = used - room
    if over > 0:
        each = -(-over // max(len(kept), 1))
        kept = [FilterEntry(e.name, e.label, _cut(e.value, each), set=True) for e in kept]
        return [FilterEntry("", MENU, ""), *kept]
    for entry in entries:
        if not entry.set and used + entry.width + GAP <= room:
            used += entry.width + GAP
            kept.append(entry)
    order = [entry.name for entry in entries]
    return [FilterEntry("", MENU, ""), *sorted(kept, key=lambda e: order.index(e.name))]


def _cut(value: str, cells: int) -> str:
    return one_line(value, max(len(value) - cells, min(LEAST, len(value))))


def filter_pieces(wanted: Filter) -> Callable[[int], Sequence[Piece]]:
    """Returns a function that draws the bar. A click picks a filter or the menu. Unset filters are faint."""
    entries = [FilterEntry(n, called(n), shown(wanted, n), set=is_set(wanted, n)) for n in FIELDS]
    return lambda room: [_piece(entry) for entry in fitting(entries, room)]


def _piece(entry: FilterEntry) -> Piece:
    faint = "$foreground-muted"
    if not entry.name:
        return "", Content.assemble(("/", "bold $accent"), (entry.label[1:], faint))
    value = (entry.value, "bold $primary" if entry.set else faint)
    return entry.name, Content.assemble((f"{entry.label} ", faint), value)
