"""Replies in JSON from models that keep to a schema, turned into the plain text that the rules read.

The rules read plain text and know nothing of JSON. The original reply is kept unchanged in `raw`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.core.game import View
from tui_arena.core.text import one_line
from tui_arena.data import AskText

MAX_PART = 4000
WORD = "^[A-Za-z]{1,20}$"
_ENDINGS = ("", "}", '"}', ': ""}', '"": ""}')


@dataclass(frozen=True, slots=True)
class JsonForm:
    """The parts of one ask's reply that a view calls for."""

    parts: Mapping[str, str]
    """What each part takes, by name: `text`, `word`, or the choices joined by ` | `."""
    join: str
    """`lines`: each part on a line, as `name: value`; `bar`: the values joined by ` | `."""

    def schema(self, most: int | None = None) -> dict[str, Any]:
        """The JSON schema: an object with exactly these parts, all of them required.

        `most`: the greatest length of a text; a word is then limited to letters. None sets no limits,
        because some providers don't accept them.
        """
        return {
            "type": "object",
            "properties": {name: _schema(kind, most) for name, kind in self.parts.items()},
            "required": list(self.parts),
            "additionalProperties": False,
        }

    def closing(self, text: str) -> str:
        """The paragraph, added after a prompt, that asks for JSON; `text` has `{{parts}}` for the parts."""
        return text.replace("{{parts}}", ", ".join(f'"{name}"' for name in self.parts))

    def plain(self, text: str) -> str | None:
        r"""A JSON reply in the form that the rules read; None if it isn't an object with all parts.

        >>> JsonForm({"guess": "text"}, "lines").plain('{"guess": "pride"}')
        'guess: pride'
        """
        values = _object(text)
        if values is None or not set(self.parts) <= set(values):
            return None
        return self.written(values)

    def partial(self, text: str) -> str | None:
        """What an unfinished JSON reply says so far; None while it can't be read."""
        for ending in _ENDINGS:
            values = _object(text + ending)
            if values is not None:
                return self.written(values)
        return None

    def written(self, values: Mapping[str, Any]) -> str:
        """The parts that have values, in the form that the rules read."""
        parts = [(name, one_line(str(values[name]), MAX_PART)) for name in self.parts if name in values]
        if self.join == "bar":
            return " | ".join(value for _, value in parts if value)
        return "\n".join(f"{name}: {value}" for name, value in parts)


def form_of(ask: AskText | None, view: View) -> JsonForm | None:
    """The form of an ask's reply for a view; None if the reply is one text."""
    if ask is None or not ask.fields:
        return None
    parts = {}
    for name, kind in ask.fields.items():
        takes, _, fact = kind.partition(", if ")
        if not fact or view.facts.get(fact):
            parts[name] = takes
    return JsonForm(parts, ask.join)


def _schema(kind: str, most: int | None) -> dict[str, Any]:
    choices = [c.strip() for c in kind.split("|")]
    if len(choices) > 1:
        return {"type": "string", "enum": choices}
    if most is None:
        return {"type": "string"}
    return {"type": "string", "pattern": WORD} if kind == "word" else {"type": "string", "maxLength": most}


def _object(text: str) -> Mapping[str, Any] | None:
    start = text.find("{")
    if start < 0:
        return None
    try:
        values = json.loads(text[start:].rstrip().removesuffix("```").rstrip())
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None
