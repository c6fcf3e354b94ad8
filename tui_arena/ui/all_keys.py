"""Every key that can be remapped, out of the bindings of all screens and their widgets."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from textual.dom import DOMNode

from tui_arena.ui import keymap, screens, widgets
from tui_arena.ui.keymap import Remappable


def every_binding() -> list[Remappable]:
    """All bindings with an id, by id. Imports every screen, so it is asked late."""
    from tui_arena.ui.app import ArenaApp  # noqa: PLC0415  (the app imports this module)

    found = {one.id: one for one in keymap.remappable(ArenaApp.BINDINGS)}
    for package in (screens, widgets):
        for name in _modules(package):
            module = importlib.import_module(name)
            for thing in vars(module).values():
                if isinstance(thing, type) and issubclass(thing, DOMNode) and thing.__module__ == name:
                    found |= {one.id: one for one in keymap.remappable(thing.BINDINGS)}
    return sorted(found.values(), key=lambda one: (one.scope != keymap.EVERYWHERE, one.id))


def _modules(package: ModuleType) -> list[str]:
    return [f"{package.__name__}.{m.name}" for m in pkgutil.iter_modules(package.__path__)]
