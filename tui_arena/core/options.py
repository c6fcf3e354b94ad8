"""Options of a game: types, ranges, defaults, presets.

A value comes from the file or command line, else from the preset, else from the default.

Law: every session carries the values of all its options. No rule reads the preset's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tui_arena.core.game import per_seat

AUTO = "auto"
"""The value of an option that depends on another option's value."""


class BadOption(ValueError):
    """An unknown option, preset or value; the text names what is allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, as its manifest defines it."""

    name: str
    type: Literal["choice", "int", "number", "flag", "per_seat"]
    """`per_seat`: a whole number, or a whole number by seat name."""
    default: Any
    label: str = ""
    help: str = ""
    noun: str = ""
    """The word after the value in a row of the stats, such as `personas` in `own personas`; may be empty."""
    choices: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    nullable: bool = False
    """True if null is a value (`none` on the command line)."""
    seats: tuple[str, ...] = ()
    """The seats that a `per_seat` option may name, in all variants of the game together."""
    before: Any = None
    """The option's value in a session file that does not name it, because the file is older than the option.
    None: the default."""
    before_presets: bool = False
    """True if `before` counts even against the file's preset, because no preset named the option then."""
    auto: Mapping[str, int] = field(default_factory=dict)
    """Maps a value of the option `auto_by` to the number that `auto` means; empty if `auto` isn't allowed."""
    auto_by: str = ""
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Maps another option to those of its values with which this option applies; empty: it always applies."""
    condition: bool = True
    """True if sessions with different values of this option are counted separately."""
    deals: bool = False
    """True if the option only narrows what is dealt, so that it has no effect if a seat gives the secret."""

    def counts(self, values: Mapping[str, Any]) -> bool:
        """True if this option applies with these values of the other options."""
        return all(values.get(name) in allowed for name, allowed in self.only.items())

    def check(self, value: Any) -> Any:
        """The value, unchanged; raises BadOption if it is not allowed."""
        if (value is None and self.nullable) or (value == AUTO and self.auto):
            return value
        ok = {
            "choice": lambda v: isinstance(v, str) and v in self.choices,
            "int": self._is_int,
            "number": self._is_number,
            "flag": lambda v: isinstance(v, bool),
            "per_seat": self._is_per_seat,
        }[self.type](value)
        if not ok:
            raise BadOption(f"{self.name} can't be {value!r}; allowed: {self.allowed()}")
        return value

    def read(self, text: str) -> Any:
        """Reads a value from the command line's text; raises BadOption."""
        word = text.strip()
        if word.lower() == AUTO and self.auto:
            return AUTO
        if word.lower() in ("none", "null") and self.nullable:
            return None
        if self.type == "flag" and word.lower() in _FLAGS:
            return _FLAGS[word.lower()]
        if self.type == "per_seat" and "=" in word:
            pairs = (part.partition("=") for part in word.split(";"))
            return self.check({seat.strip(): _number(n) for seat, _, n in pairs})
        if self.type in ("int", "number", "per_seat"):
            return self.check(_number(word))
        return self.check(word)

    def allowed(self) -> str:
        """The allowed values in words."""
        span = f"{_or(self.min, '…')} to {_or(self.max, '…')}"
        words = {
            "choice": ", ".join(self.choices),
            "int": f"a whole number, {span}",
            "number": f"a number, {span}",
            "flag": "on, off",
            "per_seat": f"a whole number, {span}, or one per seat ({', '.join(self.seats)})",
        }[self.type]
        return words + (", none" if self.nullable else "") + (f", {AUTO}" if self.auto else "")

    def settled(self, value: Any, values: Mapping[str, Any]) -> Any:
        """A value, with `auto` replaced by the number that it means with these values of other options."""
        return self.auto[str(values[self.auto_by])] if value == AUTO and self.auto else value

    def _is_int(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self._in_range(value)

    def _is_number(self, value: Any) -> bool:
        whole = isinstance(value, int | float) and not isinstance(value, bool)
        return whole and self._in_range(value)

    def _is_per_seat(self, value: Any) -> bool:
        if isinstance(value, Mapping):
            return all(seat in self.seats and self._is_int(v) for seat, v in value.items())
        return self._is_int(value)

    def completed(self, value: Any, base: Any) -> Any:
        """A per-seat value for every seat; a seat that `value` does not name gets its number from `base`."""
        if not isinstance(value, Mapping):
            return value
        return {seat: value.get(seat, per_seat(base, seat, 0)) for seat in self.seats}

    def _in_range(self, value: float) -> bool:
        return (self.min is None or value >= self.min) and (self.max is None or value <= self.max)


def as_saved(
    options: Mapping[str, Option],
    presets: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    preset: str | None = None,
) -> dict[str, Any]:
    """Like `resolve`, but for a session file: an option that the file lacks gets its `before` value."""
    named = presets.get(preset or "party", {})
    old = {
        name: value
        for name, value in before_choices(options).items()
        if name not in named or options[name].before_presets
    }
    return resolve(options, presets, {**old, **given}, preset)


def before_choices(options: Mapping[str, Option]) -> dict[str, Any]:
    """Maps each option that has a `before` value to that value."""
    return {name: option.before for name, option in options.items() if option.before is not None}


_FLAGS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _or(value: float | None, other: str) -> str:
    return other if value is None else f"{value:g}"


def resolve(
    options: Mapping[str, Option],
    presets: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Any],
    preset: str | None = None,
) -> dict[str, Any]:
    """Every option's value: given, else the preset's, else the default. Raises BadOption.

    The preset `party`, or None, means the defaults. Seats that a per-seat value does not name get the
    preset's number, else the default. `auto` is replaced by the number that it means.
    """
    if preset not in (None, "party") and preset not in presets:
        raise BadOption(f"there is no preset {preset!r}; allowed: {', '.join(['party', *presets])}")
    unknown = [name for name in given if name not in options]
    if unknown:
        raise BadOption(f"there is no option {unknown[0]!r}; allowed: {', '.join(options)}")
    base = {name: o.default for name, o in options.items()} | dict(presets.get(preset or "party", {}))
    chosen = base | dict(given)
    values = {name: o.completed(o.check(chosen[name]), base[name]) for name, o in options.items()}
    return {name: options[name].settled(value, values) for name, value in values.items()}


def defaults_for(options: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's default; the meaning of `auto` depends on `values`, which may lack some options."""
    found = {name: o.default for name, o in options.items()}
    given_values = {**found, **values}
    return {name: options[name].settled(value, given_values) for name, value in found.items()}
