"""Conditions: filters by name or by an option's value, and the condition within which players are ranked.

Law: figures of several conditions are joined only if the filter asks for it (`Filter.joined`), and never if
their scales differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from tui_arena.core.language.sentences import listed
from tui_arena.core.options import BadOption
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.save.filters import JOINED, BadFilter, Filter, OptionIs, run_of, since_day
from tui_arena.save.setting import Kept

if TYPE_CHECKING:
    from tui_arena.save.store import Store  # the command line reads filters before it opens the save file

OPTION = "option."
"""The prefix of an option's name, where other names may also be given."""
PROMPT, REPETITION, ITEM, CONDITION = OVER = ("prompt", "repetition", "item", "condition")
"""The groupings that figures can be taken over, in addition to `option.NAME`."""
WHERE = tuple(f.name for f in fields(Filter) if f.name not in ("game", "since", "include", "options"))
"""The names of the fields of `Filter` that `--where` can narrow, in addition to `option.NAME`."""
ALLOWED = f"{', '.join(WHERE)}, {OPTION}NAME"


def option_is(info: GameInfo, name: str, text: str) -> OptionIs:
    """The value of an option in a text, as the command line takes it.

    Raises BadFilter, which says what is allowed.
    """
    option = info.options.get(name)
    if option is None:
        raise BadFilter(
            f"{info.title} has no option {one_line(name, 40)!r}; allowed: {', '.join(info.options)}"
        )
    try:
        value = option.read(text)
    except BadOption as error:
        raise BadFilter(f"{OPTION}{error}") from None
    return OptionIs(name, value, default=value == option.default)


def narrowed(info: GameInfo | None, pairs: Mapping[str, str]) -> dict[str, Any]:
    """The values of a filter's fields, from the names of `WHERE` and `option.NAME`. Raises BadFilter.

    `info`: None for all games; then no option can be named.
    """
    chosen: dict[str, Any] = {}
    options: list[OptionIs] = []
    for name, value in pairs.items():
        if name.startswith(OPTION):
            if info is None:
                raise BadFilter(f"{name}: name the game that has this option")
            options.append(option_is(info, name.removeprefix(OPTION), value))
        elif name in WHERE:
            chosen[name] = value
        else:
            raise BadFilter(f"there is no filter called {one_line(name, 40)!r}; allowed: {ALLOWED}")
    return {**chosen, "options": tuple(options)} if options else chosen


def check_condition(store: Store, wanted: Filter) -> None:
    """Raise BadFilter, which lists the conditions, if no session of the game has the filter's condition."""
    if wanted.condition is None or wanted.joined:
        return
    known = store.settings(wanted.game)
    said = fold(wanted.condition)
    if not any(said in (fold(one.name), one.condition) for one in known.values()):
        there = "; ".join(dict.fromkeys(one.name for one in known.values())) or "none yet"
        raise BadFilter(
            f"no session was played under the condition {one_line(wanted.condition, 80)!r}; allowed: {there}"
        )


def condition_names(known: Iterable[Kept]) -> dict[str, str]:
    """Maps the digests of conditions to their names."""
    return {one.condition: one.name for one in known}


def option_text(one: OptionIs) -> str:
    """An option with its value, as `--where option.NAME=VALUE` takes it.

    >>> option_text(OptionIs("hard", True, default=False))
    'hard=on'
    """
    return f"{one.name}={said(one.value)}"


def said(value: Any) -> str:
    """The value of an option as the command line takes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ";".join(f"{seat}={number}" for seat, number in value.items())
    return str(value)


def options_there(info: GameInfo, known: Sequence[Kept]) -> dict[str, tuple[OptionIs, ...]]:
    """The values of each option that sessions were played with, its default first; only if they differ."""
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


MOST_NAMED = 6
"""The most conditions that a sentence names."""


def named_conditions(names: Iterable[str]) -> str:
    """Conditions for a sentence, such as `classic; clue, one clue`; if there are very many, the first few."""
    every = list(names)
    more = [f"{len(every) - MOST_NAMED} more"] if len(every) > MOST_NAMED else []
    return "; ".join([*every[:MOST_NAMED], *more])


def condition_heading(name: str) -> str:
    """A condition in a heading."""
    return "all conditions together" if name == JOINED else name


def check_scale(info: GameInfo, metric: Metric | None, kept: Iterable[Kept]) -> None:
    """Raise BadFilter if a metric has several scales under these settings, so that it can't be joined."""
    if metric is None or not metric.scale_by:
        return
    default = info.options[metric.scale_by].default
    values = sorted({said(one.options.get(metric.scale_by, default)) for one in kept})
    if len(values) > 1:
        raise BadFilter(
            f"{metric.label} has different scales in {listed(values)}, which can't be joined; choose one: "
            f"--where option.{metric.scale_by}={values[0]}"
        )


@dataclass(frozen=True, slots=True)
class Within:
    """The sessions that players are ranked by: of one condition, or of all if the filter joins them."""

    wanted: Filter
    """The filter, narrowed to that condition."""
    condition: str
    """The name of the condition; `JOINED` if several are joined; empty if there are no sessions."""
    others: tuple[str, ...] = ()
    """The names of the other conditions that the filter passes, most sessions first. If they are joined: the
    names of all conditions."""
    may_join: bool = True
    """True if the metric that players are ranked by has the same scale under all these conditions."""

    @property
    def note(self) -> str:
        """A sentence on the conditions that are joined or left out; empty if there is only one condition."""
        return self.sentence("Left out")

    def sentence(self, of_others: str) -> str:
        """The sentence of `note`. `of_others`: its words for the other conditions if none are joined."""
        if not self.others:
            return ""
        if self.condition == JOINED:
            return f"These conditions are combined: {named_conditions(self.others)}."
        others = named_conditions(self.others)
        return (
            f"Only under the condition {self.condition}, which has the most sessions. {of_others}: {others}."
        )


def within(store: Store, info: GameInfo, wanted: Filter, metric: Metric | None = None) -> Within:
    """The condition with the most sessions that a filter passes, or all if it joins them.

    `metric`: the metric that the players are ranked by. Raises BadFilter, also if the filter joins several
    scales of it; SaveError.
    """
    known = store.settings(info.id)
    names = condition_names(known.values())
    if len(names) < 2:
        return Within(wanted, next(iter(names.values()), ""))
    sessions: Counter[str] = Counter()
    there: set[str] = set()
    passing = store.passing(replace(wanted, game=info.id))
    for key, cells in store.figures(info.id, run_of(wanted), since_day(wanted.since), passing):
        if cells["sessions"] and key.setting in known:
            sessions[known[key.setting].condition] += cells["sessions"]
            there.add(key.setting)
    order = sorted(sessions, key=lambda one: (-sessions[one], names[one]))
    if wanted.joined:
        check_scale(info, metric, (known[one] for one in there))
        several = tuple(names[one] for one in order) if len(order) > 1 else ()
        return Within(wanted, JOINED if several else names[order[0]] if order else "", several)
    if not order:
        return Within(wanted, "")
    first, *others = order
    left_out = tuple(names[one] for one in others)
    may_join = metric is None or not metric.scale_by
    return Within(replace(wanted, condition=first), names[first], left_out, may_join=may_join)
