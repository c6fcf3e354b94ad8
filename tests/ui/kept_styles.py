"""Style sheets as they were parsed, for all apps of a test run."""

from __future__ import annotations

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

READ, PARSE = Stylesheet._parse_rules, Stylesheet.parse


class KeptStyles:
    """What Textual made of the same texts with the same colours; it is never changed."""

    def __init__(self) -> None:
        self._sheets: dict[tuple[object, ...], list[RuleSet]] = {}
        self._rules: dict[tuple[object, ...], list[RuleSet]] = {}
        self._by_name: dict[int, dict[str, list[RuleSet]]] = {}
        self._colours: dict[int, tuple[object, int]] = {}
        self._numbers: dict[object, int] = {}

    def number(self, sheet: Stylesheet) -> int:
        """A number for its colours. They are kept with it, so that no others get their place in memory."""
        given = sheet._variables
        if id(given) not in self._colours:
            named = tuple(sorted(given.items()))
            self._colours[id(given)] = given, self._numbers.setdefault(named, len(self._numbers))
        return self._colours[id(given)][1]

    def read(
        self, sheet: Stylesheet, css: str, read_from: tuple[str, str], *how: Any, **named: Any
    ) -> list[RuleSet]:
        """The rules of one sheet."""
        key = (css, read_from, how, tuple(named.items()), self.number(sheet))
        if key not in self._sheets:
            self._sheets[key] = READ(sheet, css, read_from, *how, **named)
        return self._sheets[key]

    def parse(self, sheet: Stylesheet) -> None:
        """Give it the rules of all its sheets."""
        key = (*sheet.source.items(), self.number(sheet))
        if key not in self._rules:
            PARSE(sheet)
            assert sheet._rules is not None
            self._rules[key] = sheet._rules
        sheet._rules, sheet._rules_map, sheet._require_parse = self._rules[key], None, False

    def by_name(self, sheet: Stylesheet) -> dict[str, list[RuleSet]]:
        """Its rules by the names that they select. All lists of rules are kept, so each has a number of its own."""
        rules = sheet.rules
        if id(rules) not in self._by_name:
            named: dict[str, list[RuleSet]] = {}
            for rule in rules:
                for name in rule.selector_names:
                    named.setdefault(name, []).append(rule)
            self._by_name[id(rules)] = named
        return self._by_name[id(rules)]
