"""Filters: which sessions of a game to look at.

A filter means the same for the roll-up (`passes`) and for lists of sessions (`conditions`), because both
apply `_tests`: `passes` to the keys of the roll-up, `conditions` to the values in those keys.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from itertools import combinations
from typing import Any

from tui_arena.core.text import fold, one_line
from tui_arena.save.rollup.sums import Key
from tui_arena.save.setting import Kept, deck_name, settings
from tui_arena.save.summary import FLAGS, SAMPLING_CHARS, Asked, label

PLAIN = "plain"
"""The name of a model's prompt variant if the variant has no name of its own."""
NO_RUNGS = "none"
"""The name for a model's rungs if the model was asked in the ordinary way, on no rung."""
DEFAULTS = "default"
"""The name for a model's sampling if the model was asked with the provider's defaults."""
NO_DIGEST = "none"
"""The name for the digest of a model's prompts if no digest was saved."""
_UNNAMED = Asked(PLAIN, NO_RUNGS, DEFAULTS, NO_DIGEST)
JOINED = "all"
"""The value that a filter has instead of a condition if the sessions of all conditions are taken together."""
INCLUDE = (*(flag for flag in FLAGS if flag != "demo"), "all")
"""The values that a filter may include: the flags whose sessions are otherwise left out, and `all`."""


class BadFilter(ValueError):
    """A filter has a value that isn't allowed; the text says which values are allowed."""


@dataclass(frozen=True, slots=True)
class OptionIs:
    """The value that an option of the game must have in the wanted sessions."""

    name: str
    value: Any
    default: bool
    """True if the value is the option's default; a setting doesn't name defaults."""

    def holds(self, options: Mapping[str, Any]) -> bool:
        """True if the option has this value; `options` contains only options that aren't at their default."""
        return options[self.name] == self.value if self.name in options else self.default


@dataclass(frozen=True, slots=True)
class Filter:
    """The sessions of a game to look at. A field that is None excludes nothing."""

    game: str
    player: str | None = None
    """A player's name, or `kind:name`."""
    seat: str | None = None
    variant: str | None = None
    condition: str | None = None
    """A condition's name, such as `things, noise 0.2`, or its digest; `JOINED`: all conditions together."""
    options: tuple[OptionIs, ...] = ()
    deck: str | None = None
    preset: str | None = None
    prompt: str | None = None
    rungs: str | None = None
    """The rungs on which the model was asked, such as `schema+system`, or `none`."""
    sampling: str | None = None
    """The sampling of the model, such as `max_tokens=120 temperature=0.3`, or `default`."""
    prompt_digest: str | None = None
    """The digest of the model's prompts, or `none`."""
    persona: str | None = None
    run: str | None = None
    repetition: str | None = None
    since: str | None = None
    """The first day, a date such as 2026-11-21."""
    include: frozenset[str] = frozenset()
    """Some of `INCLUDE`."""

    @property
    def joined(self) -> bool:
        """True if the sessions of all conditions are taken together."""
        return self.condition is not None and fold(self.condition) == JOINED


def narrowed_by(wanted: Filter) -> list[tuple[str, str]]:
    """The fields of a filter that narrow down the sessions of a game, with their values.

    >>> narrowed_by(Filter("wordle", variant="clue", include=frozenset({"imported"})))
    [('variant', 'clue')]
    >>> narrowed_by(Filter("wordle", condition=JOINED))
    []
    """
    whole = {"game", "include", *(("condition",) if wanted.joined else ())}
    named = [(f.name, getattr(wanted, f.name)) for f in fields(wanted) if f.name not in whole]
    return [(name, value) for name, value in named if value not in (None, ())]


def for_other_game(wanted: Filter, game: str) -> Filter:
    """The filter for another game, without the fields that only make sense for one game."""
    return replace(
        wanted, game=game, seat=None, variant=None, condition=None, options=(), deck=None, run=None
    )


def kinds_left_out(wanted: Filter) -> list[str]:
    """The kinds of session that a filter leaves out, unless it includes `all`."""
    return [kind for kind in INCLUDE if kind not in ("all", *wanted.include)]


_SEAT = ("grp", "kind", "name", "prompt", "persona")
"""The columns that belong to a seat; all other columns belong to the session."""
ONE_PLAYER = "{0}.n = t.n AND {0}.grp = t.grp AND {0}.kind = t.kind AND {0}.name = t.name"
"""Selects all seats in the group of seat `t` that have the same player."""
_FIRST = (
    "(t.seat = t.grp OR NOT EXISTS (SELECT 1 FROM seat e WHERE e.place < t.place AND "
    f"{ONE_PLAYER.format('e')}))"
)
"""Selects a player's first seat in a group: a player on two seats of a group counts once in a session."""
_NOT_RECAST = (
    "(s.flags NOT LIKE '%recast%' OR NOT EXISTS (SELECT 1 FROM seat r WHERE r.recast AND "
    f"{ONE_PLAYER.format('r')}))"
)
"""Excludes a player whose seat was recast; the session still counts for the players of the other seats."""
BLIND = "CASE WHEN json_valid(h.body) THEN json_type(h.body, '$.setup.extra.blind') END = 'true'"
"""True if the set-up of a `header h` is blind."""
MAY_SHOW_PLAYERS = f"(s.setting <> '' OR NOT EXISTS (SELECT 1 FROM header h WHERE h.n = s.n AND {BLIND}))"
"""True if the players of a session may be shown. A blind session has no setting before its end."""
_NONE_RECAST = "(s.setting <> '' AND s.flags NOT LIKE '%recast%')"
"""Selects sessions that count whatever their seats. An unreadable or blind session has no setting."""

Test = Callable[..., bool]


@dataclass(frozen=True, slots=True)
class Conditions:
    """A filter as SQL over `session s` and `seat t`, with the values for its question marks."""

    session: Mapping[str, tuple[Any, ...]]
    """Conditions on the session alone."""
    seat: Mapping[str, tuple[Any, ...]]
    """Conditions in a seat; a single seat must meet all of them."""
    recast: bool
    """True if recast seats are included."""
    player: tuple[str, tuple[Any, ...]] | None
    """The condition in `seat` that names the player; None if the filter accepts every player."""

    def players(self) -> tuple[str, list[Any]]:
        """The condition on `session s JOIN seat t`, with its values, for one seat per player and group."""
        return _all({**self.session, **self.seat, _FIRST: (), MAY_SHOW_PLAYERS: ()})

    def sessions(self, db: sqlite3.Connection | None = None, few: int = 0) -> tuple[str, list[Any]]:
        """The condition on `session s`, with its values, for the sessions where some seat passes.

        If the player sat in at most `few` sessions, the condition lists these sessions by number.
        """
        if not self.seat:
            return _all(self.session)
        seat, values = _all({"t.n = s.n": (), **self.seat, _FIRST: ()})
        any_seat = f"({_NONE_RECAST} OR " if set(self.seat) == {_NOT_RECAST} else "("
        whole = {**self.session, f"{any_seat}EXISTS (SELECT 1 FROM seat t WHERE {seat}))": values}
        if db is not None and self.player is not None:
            named, given = self.player
            own = db.execute(f"SELECT t.n FROM seat t WHERE {named} LIMIT ?", (*given, few + 1)).fetchall()
            if len(own) <= few:
                whole[f"s.n IN ({', '.join(str(int(n)) for (n,) in own)})"] = ()
        return _all(whole)


def since_day(since: str | None) -> str | None:
    """The first day of a filter in the form used in the save file; None if it has none. Raises BadFilter."""
    try:
        return None if since is None else date.fromisoformat(since).isoformat()
    except ValueError:
        shown = one_line(since or "", 40)
        raise BadFilter(f"since {shown!r}: give a date such as 2026-11-21") from None


def run_of(wanted: Filter) -> str:
    """The run that a filter wants; empty if it wants all sessions, whatever their run."""
    return one_line(wanted.run or "", 64)


def passes(db: sqlite3.Connection, wanted: Filter) -> Callable[[Key], bool]:
    """Returns a function that is True for the keys of the roll-up that pass the filter. Raises BadFilter.

    The function doesn't test the filter's `game`, `run` and `since`; these are applied elsewhere.
    """
    allowed = _allowed(wanted)
    tests = [
        (tuple("group" if column == "grp" else column for column in columns), test)
        for columns, test in _tests(db, wanted).items()
    ]

    def holds(key: Key) -> bool:
        flags = set(key.flags.split(",")) if key.flags else set()
        return (allowed is None or flags <= allowed) and all(
            test(*(getattr(key, name) for name in names)) for names, test in tests
        )

    return holds


def conditions(db: sqlite3.Connection, wanted: Filter) -> Conditions:
    """The filter as SQL. Raises BadFilter.

    Names are replaced by the matching names of the roll-up's keys, so SQL only has to compare plain texts.
    """
    allowed, day, run = _allowed(wanted), since_day(wanted.since), run_of(wanted)
    session: dict[str, tuple[Any, ...]] = {}
    seat: dict[str, tuple[Any, ...]] = {}
    player: tuple[str, tuple[Any, ...]] | None = None
    given = (
        ("+s.game = ?" if run else "s.game = ?", wanted.game),  # the plus makes SQLite use the index of runs
        ("s.run = ? AND s.run <> ''", run),
        ("s.day >= ?", day),
    )
    session |= {sql: (value,) for sql, value in given if value}
    for columns, test in _tests(db, wanted).items():
        of_seat = columns[0] in _SEAT
        named = ", ".join(f"{'t' if of_seat else 's'}.{column}" for column in columns)
        known = _known(db, wanted.game, columns)
        sql, values = _one_of(named, [row for row in known if test(*row)])
        (seat if of_seat else session)[sql] = values
        if of_seat and columns != ("grp",):
            session[MAY_SHOW_PLAYERS] = ()  # finding a blind session by a player's traits would reveal them
        player = (sql, values) if columns == ("kind", "name") else player
    if allowed is not None:
        sql, values = _one_of("s.flags", [(flags,) for flags in _flags(allowed)])
        session[sql] = values
        if "recast" not in allowed:
            seat[_NOT_RECAST] = ()
    return Conditions(session, seat, recast=_NOT_RECAST not in seat, player=player)


def _all(parts: Mapping[str, Sequence[Any]]) -> tuple[str, list[Any]]:
    """The conditions joined by AND, and all their values."""
    return " AND ".join(("1", *parts)), [value for values in parts.values() for value in values]


def _known(db: sqlite3.Connection, game: str, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
    where, values = (" AND game = ?", (game,)) if game else ("", ())
    sql = f"SELECT DISTINCT {', '.join(columns)} FROM rollup_key WHERE run = ''{where}"
    return db.execute(sql, values).fetchall()


def _one_of(named: str, rows: list[tuple[Any, ...]]) -> tuple[str, tuple[Any, ...]]:
    """The condition that the columns equal one of the rows, with its values; always false without rows."""
    if not rows:
        return "0", ()
    marks = ", ".join(f"({', '.join('?' * len(row))})" for row in rows)
    some = f"VALUES {marks}" if len(rows[0]) > 1 else marks.replace("(", "").replace(")", "")
    return f"({named}) IN ({some})", tuple(value for row in rows for value in row)


def _flags(allowed: set[str]) -> Iterator[str]:
    """All values that a session's `flags` may have. `recast` is always allowed, as it is tested by seat."""
    flags = sorted(allowed | {"recast"})
    for count in range(len(flags) + 1):
        for some in combinations(flags, count):
            yield ",".join(some)


def check_include(wanted: Filter) -> None:
    """Raise BadFilter if a filter includes a value that isn't in `INCLUDE`."""
    unknown = sorted(wanted.include - set(INCLUDE))
    if unknown:
        shown = one_line(unknown[0], 40)
        raise BadFilter(f"there's nothing to include called {shown!r}; allowed: {', '.join(INCLUDE)}")


def _allowed(wanted: Filter) -> set[str] | None:
    """The flags that a session may have; None if it may have any. Raises BadFilter."""
    check_include(wanted)
    if "all" in wanted.include:
        return None
    return set(wanted.include) | ({"demo"} if "imported" in wanted.include else set())


def _tests(db: sqlite3.Connection, wanted: Filter) -> Mapping[tuple[str, ...], Test]:
    """Maps columns of the roll-up's keys to the filter's test of their values. Raises BadFilter."""
    texts = {
        "grp": wanted.seat,
        "deck": deck_name(wanted.deck),
        "preset": wanted.preset,
        "persona": None if wanted.persona is None else label(wanted.persona) or "",
    }
    tests: dict[tuple[str, ...], Test] = {
        (column,): _same(text) for column, text in texts.items() if text is not None
    }
    if wanted.variant is not None or (wanted.condition is not None and not wanted.joined) or wanted.options:
        tests[("setting",)] = _played_under(wanted, settings(db, wanted.game))
    if wanted.player is not None:
        tests["kind", "name"] = is_player(wanted.player)
    if any(getattr(wanted, part) is not None for part in Asked._fields):
        known = {asked_of(*row).prompt for row in _known(db, wanted.game, ("kind", "prompt"))}
        tests["kind", "prompt"] = _was_asked(wanted, known)
    if wanted.repetition is not None:
        tests[("repetition",)] = _is_number(wanted.repetition)
    return tests


def _played_under(wanted: Filter, kept: Mapping[str, Kept]) -> Test:
    """A test of a setting's digest by the filter's variant, condition and options."""
    variant = None if wanted.variant is None else fold(wanted.variant)
    condition = None if wanted.condition is None or wanted.joined else fold(wanted.condition)
    passing = {
        digest
        for digest, one in kept.items()
        if variant in (None, fold(one.variant))
        and condition in (None, fold(one.name), one.condition)
        and all(option.holds(one.options) for option in wanted.options)
    }
    return lambda setting: setting in passing


def _same(text: str) -> Test:
    folded = fold(text)
    return lambda value: fold(value) == folded


def is_player(text: str) -> Test:
    """A test that is True for the kind and the name of the player in the text, `name` or `kind:name`."""
    player = fold(text)
    return lambda kind, name: player in (fold(name), fold(f"{kind}:{name}"))


def asked_of(kind: str, text: str) -> Asked:
    """How a seat was asked, from the text of an `Asked`; for a model, every part has a name."""
    asked = Asked.read(text)
    return _named(*asked) if kind == "model" else asked


def _named(*parts: str | None) -> Asked:
    return Asked(*(part or name for part, name in zip(parts, _UNNAMED, strict=True)))


def _was_asked(wanted: Filter, known: Collection[str]) -> Test:
    """A test of how a seat was asked; a part that the filter doesn't name may have any value.

    `known`: the prompt variants that were played. A filter that names one of them exactly means only that
    variant; otherwise case doesn't matter.
    """
    sampling = one_line(wanted.sampling or "", SAMPLING_CHARS)
    named = _named(label(wanted.prompt), wanted.rungs, sampling, label(wanted.prompt_digest))
    places = [i for i, part in enumerate(Asked._fields) if getattr(wanted, part) is not None]
    target = _comparable(named)
    exactly = named.prompt if wanted.prompt is not None and named.prompt in known else None

    def passes(kind: str, text: str) -> bool:
        asked = asked_of(kind, text)
        found = _comparable(asked)
        return exactly in (None, asked.prompt) and all(found[i] == target[i] for i in places)

    return passes


def _comparable(asked: Asked) -> tuple[Any, ...]:
    """The parts in a form that is equal if they mean the same."""
    rungs = frozenset(fold(part) for part in asked.rungs.split("+"))
    sampling = frozenset(map(_parameter, fold(asked.sampling).replace(",", " ").split()))
    return fold(asked.prompt), rungs, sampling, fold(asked.prompt_digest)


def _parameter(text: str) -> tuple[str, str | float]:
    """The name and the value of a sampling parameter; a number in any form is the same value."""
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        return name, value


def _is_number(text: str) -> Test:
    if not (text.isascii() and text.isdigit()):
        raise BadFilter(f"repetition {one_line(text, 20)!r}: give a whole number from 1")
    number = text.lstrip("0") or "0"
    return lambda value: str(value) == number
