"""Conditions in filters: a condition by its name, and any option of a game by its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from tui_arena.core.options import BadOption
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.save.filters import BadFilter, Filter, OptionIs
from tui_arena.save.rollup.settings import Kept

if TYPE_CHECKING:
    from tui_arena.save.store import Store  # the command line reads filters before it opens the save file

OPTION = "option."
"""What the name of an option begins with where other names may stand."""
PROMPT, REPETITION, ITEM, CONDITION = OVER = ("prompt", "repetition", "item", "condition")
"""What figures can be over, beside `option.NAME`."""
WHERE = tuple(f.name for f in fields(Filter) if f.name not in ("game", "since", "include", "options"))
"""The names of the fields of `Filter` by which `--where` narrows, beside `option.NAME`."""
ALLOWED = f"{', '.join(WHERE)}, {OPTION}NAME"


def option_is(info: GameInfo, name: str, text: str) -> OptionIs:
    """The value of an option in a text, as the command line takes it. Raises BadFilter, which says what is allowed."""
    option = info.options.get(name)
    if option is None:
        raise BadFilter(
            f"no option {one_line(name, 40)!r} in {info.title}; there are {', '.join(info.options)}"
        )
    try:
        value = option.read(text)
    except BadOption as error:
        raise BadFilter(f"{OPTION}{error}") from None
    return OptionIs(name, value, default=value == option.default)


def narrowed(info: GameInfo | None, pairs: Mapping[str, str]) -> dict[str, Any]:
    """The values of the fields of a filter by the names of `WHERE` and `option.NAME`. Raises BadFilter.

    `info`: None for all games; then no option can be named.
    """
    chosen: dict[str, Any] = {}
    options: list[OptionIs] = []
    for name, value in pairs.items():
        if name.startswith(OPTION):
            if info is None:
                raise BadFilter(f"{name}: name the game whose option that is")
            options.append(option_is(info, name.removeprefix(OPTION), value))
        elif name in WHERE:
            chosen[name] = value
        else:
            raise BadFilter(f"no filter {one_line(name, 40)!r}; there are {ALLOWED}")
    return {**chosen, "options": tuple(options)} if options else chosen


def check_condition(store: Store, wanted: Filter) -> None:
    """Raise BadFilter, which lists the conditions, for one under which no session of the game was played."""
    if wanted.condition is None:
        return
    known = store.settings(wanted.game)
    said = fold(wanted.condition)
    if not any(said in (fold(one.name), one.condition) for one in known.values()):
        there = "; ".join(dict.fromkeys(one.name for one in known.values())) or "none yet"
        raise BadFilter(
            f"no session was played under the condition {one_line(wanted.condition, 80)!r}; there are: {there}"
        )


def option_told(one: OptionIs) -> str:
    """An option with its value, as `--where option.NAME=VALUE` takes it.

    >>> option_told(OptionIs("hard", True, default=False))
    'hard=on'
    """
    return f"{one.name}={said(one.value)}"


def said(value: Any) -> str:
    """A value of an option as the command line takes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ";".join(f"{seat}={number}" for seat, number in value.items())
    return str(value)


def options_there(info: GameInfo, known: Sequence[Kept]) -> dict[str, tuple[OptionIs, ...]]:
    """The values of each option with which a game's sessions were played, its default first; only where they differ."""
    found: dict[str, list[Any]] = {}
    for one in known:
        for name, value in one.options.items():
            if name in info.options and value not in found.setdefault(name, []):
                found[name].append(value)
    return {
        name: (
            OptionIs(name, info.options[name].default, default=True),
            *(OptionIs(name, value, default=False) for value in sorted(found[name], key=repr)),
        )
        for name in info.options
        if name in found
    }
