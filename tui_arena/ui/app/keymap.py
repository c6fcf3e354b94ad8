"""The user's keys: all bindings that the settings may change, and the faults in the user's changes.

Textual silently ignores unknown ids, and if two keys clash it lets one of them win. So this module finds and
reports both faults.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from textual.binding import Binding, BindingType, InvalidBinding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

from tui_arena import games
from tui_arena.core.text import one_line

UI = Path(__file__).parents[1]
EVERYWHERE = "app"
"""The scope of the keys that the app itself handles."""
EVERY_SCREEN = "screen"
"""The scope of the keys that every screen has."""
MODIFIERS = frozenset({"ctrl", "shift", "alt", "super", "meta", "hyper"})
_NAMED = frozenset(k.value.rpartition("+")[2] for k in Keys) | frozenset(KEY_NAME_REPLACEMENTS.values())


@dataclass(frozen=True, slots=True)
class Remappable:
    """One action that has a key."""

    id: str
    """The id, as `SCREEN.ACTION`."""
    text: str
    """The action in the words of the footer."""
    keys: tuple[str, ...]
    """The action's keys before any change by the user."""

    @property
    def scope(self) -> str:
        """The screen on which the action works, or `app`."""
        return self.id.partition(".")[0]


def remappable(bindings: Iterable[BindingType]) -> list[Remappable]:
    """The bindings of a class that have an id."""
    found: dict[str, Remappable] = {}
    for b in bindings:
        if isinstance(b, Binding) and b.id:
            found[b.id] = Remappable(b.id, b.description or b.action, keys_of(b.key))
    return list(found.values())


def keys_of(text: object) -> tuple[str, ...]:
    """The keys in a setting such as `f2, ?`, with Textual's names; empty if the setting is invalid.

    >>> keys_of("f2, ?")
    ('f2', 'question_mark')
    """
    if not isinstance(text, str):
        return ()
    try:
        keys = tuple(b.key for b in Binding.make_bindings([Binding(text, "noop")]))
    except InvalidBinding:
        return ()
    return keys if all(_is_key(k) for k in keys) else ()


def _is_key(name: str) -> bool:
    """Whether a terminal can send a key of that name."""
    *modifiers, key = name.split("+")
    if not set(modifiers) <= MODIFIERS or not key:
        return False
    return len(key) == 1 or key in _NAMED or key_to_character(key) is not None


def faults(known: Sequence[Remappable], own: Mapping[str, object]) -> list[str]:
    """The faults in the user's keys, one sentence each; empty if there are none.

    Two actions clash if they share a key and work on the same screen. Actions that share a key by
    default (Esc closes, Esc goes back) do so on purpose.
    """
    ids = {k.id for k in known}
    told = [f"keys: there's no {one_line(i, 40)!r}; the settings list them all." for i in own if i not in ids]
    for i, text in own.items():
        if i in ids and not keys_of(text):
            told.append(f'keys: {i} can\'t be {one_line(repr(text), 40)}; write keys like "f2, ctrl+n".')
    used = {k.id: keys_of(own.get(k.id)) or k.keys for k in known}
    for n, first in enumerate(known if own else ()):
        for second in known[n + 1 :]:
            if first.id not in own and second.id not in own:
                continue
            both = set(used[first.id]) & set(used[second.id]) - (set(first.keys) & set(second.keys))
            if both and _meet(first, second):
                told.append(
                    f"keys: {', '.join(sorted(both))} is used for both {first.id} and {second.id}; change one of them."
                )
    return told


def readable(own: Mapping[str, object]) -> dict[str, str]:
    """The user's valid key changes, in Textual's form."""
    return {i: ",".join(keys_of(text)) for i, text in own.items() if keys_of(text)}


def _meet(a: Remappable, b: Remappable) -> bool:
    return a.scope == b.scope or bool({EVERYWHERE, EVERY_SCREEN} & {a.scope, b.scope})


@cache
def every_binding(app: type[DOMNode]) -> Sequence[Remappable]:
    """All bindings with an id: first the app's, then those of all screens and widgets, sorted by id.

    The call imports all screens, so it runs late, and in a thread.
    """
    found = {one.id: one for one in remappable(app.BINDINGS)}
    for name in _modules():
        module = importlib.import_module(name)
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, DOMNode) and thing.__module__ == name:
                found |= {one.id: one for one in remappable(thing.BINDINGS)}
    return sorted(found.values(), key=lambda one: (one.scope != EVERYWHERE, one.id))


def _modules() -> list[str]:
    """Every module that may contain a screen or a widget, including the games' modules."""
    names = [m.name for m in pkgutil.walk_packages([str(UI)], "tui_arena.ui.") if not m.ispkg]
    for game in pkgutil.iter_modules(games.__path__, f"{games.__name__}."):
        if find_spec(f"{game.name}.ui") is not None:
            package = importlib.import_module(f"{game.name}.ui")
            names += [m.name for m in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    return names
