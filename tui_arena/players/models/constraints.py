"""Constraints on replies: help with forms for models that can't keep to a form by themselves.

A constrained reply can only have the form that the rules ask for: one of the choices, an allowed word,
a name of the deck, or one short line. A server of a model is sent a JSON schema. A model file that runs beside
this program is sent a grammar of plain text (GBNF), because small models write plain text better than JSON.

A constraint never knows more than the seat: its values come from the ask (`Ask.allows`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tui_arena.core.forms import ReplyForm, choices_in
from tui_arena.core.game import Ask

LINE_CHARS = 200
"""The maximum length of a free text, in characters."""
NAME_CHARS = 60
"""The maximum length of a name that isn't one of a deck, in characters."""
MOST_LISTED = 500
"""A schema lists at most this many values: providers limit them, and servers take long for more."""
TEXT_TOKENS = 150
"""Tokens for a free text of `LINE_CHARS` characters, with some to spare."""
SHORT_TOKENS = 40
"""Tokens for a part that isn't a free text, and for its label."""
TEMPERATURES = (0.3, 0.7, 1.0)
"""The sampling temperature of the first, second and any later try: a refused reply must not come again."""

_TEXT = r'line ::= [A-Za-z0-9"] [^|<>{}\\\x00-\x1f\x7f]{0,%d}'
"""A line without the characters of tags, of turn marks and of the bar between parts."""
_NAME = "name ::= [A-Za-z] [A-Za-z0-9 '.-]{0,%d}"


@dataclass(frozen=True, slots=True)
class Constraint:
    """The form that one reply is held to."""

    form: ReplyForm
    values: Mapping[str, Collection[str]]
    """Maps parts to their allowed values; a part that is missing may have any value of its kind."""
    most: int
    """The maximum length of a free text, in characters."""

    @property
    def tokens(self) -> int:
        """The maximum number of tokens that a reply needs."""
        free = sum(kind == "text" and part not in self.values for part, kind in self.form.parts.items())
        return free * TEXT_TOKENS + len(self.form.parts) * SHORT_TOKENS

    def schema(self) -> dict[str, Any]:
        """The JSON schema of the form, in which each part lists its values or names their pattern."""
        schema = self.form.schema(self.most)
        return {**schema, "properties": {**schema["properties"], **dict(self._listed())}}

    def _listed(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for part, values in self.values.items():
            if len(values) <= MOST_LISTED:
                yield part, {"type": "string", "enum": sorted(values)}
            elif self.form.parts[part] == "word":
                low, high = len(min(values, key=len)), len(max(values, key=len))
                yield part, {"type": "string", "pattern": f"^[A-Za-z]{{{low},{high}}}$"}

    def grammar(self) -> str:
        """The grammar of the reply as the rules read it, in GBNF."""
        rules: dict[str, str] = {}
        pieces: list[str] = []
        for number, (part, kind) in enumerate(self.form.parts.items()):
            if self.form.join == "lines":
                pieces.append(_literal(f"{chr(10) if number else ''}{part}: "))
            elif self.form.join == "bar" and number:
                pieces.append(_literal(" | "))
            pieces.append(self._symbol(part, kind, rules))
        return "\n".join([f"root ::= {' '.join(pieces)}", *rules])

    def _symbol(self, part: str, kind: str, rules: dict[str, str]) -> str:
        """The symbol of a part's value; its rules are added to `rules`."""
        listed = self.values.get(part) or (choices_in(kind) if len(choices_in(kind)) > 1 else ())
        if listed:
            top, found = _rules_of(frozenset(listed), f"{''.join(c for c in part if c.isalpha())}-")
            rules |= dict.fromkeys(found, "")
            return top
        if kind == "word":
            low, high = self.form.letters
            return f"[a-z]{{{low},{high}}}"
        rule = _NAME % (NAME_CHARS - 1) if kind == "name" else _TEXT % (self.most - 1)
        rules[rule] = ""
        return rule.partition(" ")[0]


def constraint_of(ask: Ask) -> Constraint | None:
    """The constraint on the reply to an ask; None if the ask has no form, as probes have none.

    Takes some milliseconds if the ask allows only the words of a list.
    """
    if ask.form is None:
        return None
    values: dict[str, Collection[str]] = {}
    if ask.kind == "choice" and len(ask.form.parts) == 1:
        values[next(iter(ask.form.parts))] = ask.choices
    given = ask.allows() if ask.allows is not None else {}
    values |= {part: some for part, some in given.items() if some}
    return Constraint(ask.form, values, min(LINE_CHARS, ask.form.most_chars, ask.max_chars))


@lru_cache(maxsize=16)
def _rules_of(values: frozenset[str], prefix: str) -> tuple[str, tuple[str, ...]]:
    """A grammar's symbol for one of these values, and its rules.

    The values are a tree of letters whose equal branches are one rule. So a server that samples a letter
    follows a few branches, and not every value.
    """
    tree: dict[str, Any] = {}
    for value in sorted(values):
        node = tree
        for letter in value:
            node = node.setdefault(letter, {})
        node[""] = {}
    names: dict[str, str] = {}

    def symbol(node: dict[str, Any]) -> str:
        body = " | ".join(map(branch, node.items()))
        if body not in names:
            names[body] = f"{prefix}{len(names)}"
        return names[body]

    def branch(found: tuple[str, dict[str, Any]]) -> str:
        text, node = found
        while len(node) == 1 and "" not in node:
            ((letter, node),) = node.items()
            text += letter
        rest = f" {symbol(node)}" if node and set(node) != {""} else ""
        return _literal(text) + rest

    top = symbol(tree)
    return top, tuple(f"{name} ::= {body}" for body, name in names.items())


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
