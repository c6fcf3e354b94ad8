"""Own keys: what the settings may remap, and what is wrong with a remapping.

Law: Textual drops unknown ids and lets one of two clashing keys win in silence; so both are looked
for here, and told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual.binding import Binding, BindingType

from tui_arena.core.text import one_line

EVERYWHERE = "app"
"""The scope whose keys work on every screen."""


@dataclass(frozen=True, slots=True)
class Remappable:
    """One thing that a key does."""

    id: str
    """`SCREEN.ACTION`."""
    text: str
    """What it does, as the footer says it."""
    keys: tuple[str, ...]
    """Its keys without a remapping."""

    @property
    def scope(self) -> str:
        """The screen it works on, or `app`."""
        return self.id.partition(".")[0]


def remappable(bindings: Iterable[BindingType]) -> list[Remappable]:
    """Those of a class's bindings that have an id."""
    found: dict[str, Remappable] = {}
    for b in bindings:
        if isinstance(b, Binding) and b.id:
            keys = tuple(k.strip() for k in b.key.split(","))
            found[b.id] = Remappable(b.id, b.description or b.action, keys)
    return list(found.values())


def keys_of(text: str) -> tuple[str, ...]:
    """The keys of a setting such as `f2, x`, as Textual names them."""
    return tuple(k for k in (part.strip() for part in text.split(",")) if k)


def faults(known: Sequence[Remappable], own: Mapping[str, object]) -> list[str]:
    """What is wrong with the user's keys, a sentence each; empty when all is well.

    Two things clash if they have a key in common and work on the same screen.
    """
    ids = {k.id: k for k in known}
    told = [f"keys: there is no {one_line(i, 40)!r}" for i in own if i not in ids]
    for i, text in own.items():
        if i in ids and (not isinstance(text, str) or not keys_of(text)):
            told.append(f'keys: {i} needs keys such as "f2, x", not {one_line(repr(text), 40)}')
    used = {k.id: _current(k, own) for k in known}
    for n, first in enumerate(known):
        for second in known[n + 1 :]:
            both = set(used[first.id]) & set(used[second.id])
            if both and _meet(first, second) and (first.id in own or second.id in own):
                told.append(f"keys: {', '.join(sorted(both))} is both {first.id} and {second.id}")
    return told


def usable(known: Sequence[Remappable], own: Mapping[str, object]) -> dict[str, str]:
    """The remappings that can be given to Textual."""
    ids = {k.id for k in known}
    return {
        i: ",".join(keys_of(text))
        for i, text in own.items()
        if i in ids and isinstance(text, str) and keys_of(text)
    }


def _current(one: Remappable, own: Mapping[str, object]) -> tuple[str, ...]:
    text = own.get(one.id)
    return (keys_of(text) if isinstance(text, str) else ()) or one.keys


def _meet(a: Remappable, b: Remappable) -> bool:
    return a.scope == b.scope or EVERYWHERE in (a.scope, b.scope)
