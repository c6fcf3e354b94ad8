"""What differs between the sessions of rows in one table, so that a reader doesn't compare unlike things.

Rows are compared with each other if they have the same seat and condition. They may differ in four ways:

- rungs: a model's server didn't take a part of the request, so the model was asked in another way,
- prompts: models had other prompt variants, or other texts of the same variant,
- sampling: models were asked with other parameters, such as another temperature,
- secrets: the players didn't play the same secrets.

There is one sentence for each way, and none if all rows are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.players.models.ladder import rungs_in_words
from tui_arena.save.filters import NO_DIGEST, NO_RUNGS, Filter
from tui_arena.save.rollup.items import reads_sessions
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import StatRow, variant_of
from tui_arena.stats.conditions import condition_names

PROMPTS, SAMPLING, SECRETS = "prompts", "sampling", "secrets"
MOST_NAMED = 4
"""The most players that a sentence names."""
NAME = 40
"""The most characters of a name in a sentence."""
MOST_READ = 20_000
"""The most sessions that are read to compare secrets, if a filter has no sums by secret."""

RowKey = tuple[str, str, str, str, str]
"""The kind, player, seat and condition of a row and, in a table of prompt variants, its variant."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets that the rows of a table played."""

    by_row: Mapping[RowKey, set[str]] = field(default_factory=dict)
    uncounted: bool = False
    """True if there are too many sessions to compare them."""


@dataclass(frozen=True, slots=True)
class OnRungs:
    """Some sessions of a model in a seat, all asked on the same rungs."""

    seat: str
    """The group of seats."""
    player: str
    rungs: str
    """The rungs, as the filter `rungs` names them."""
    sessions: int
    of: int
    """The number of all sessions of the model in that seat."""

    def __str__(self) -> str:
        words = ", ".join(rungs_in_words(self.rungs.split("+")))
        of = f"{self.sessions:,} of {counted(self.of, 'session')}"
        return f"{self.player} as {self.seat}, in {of}: {words} (rungs={self.rungs})"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which the rows of one seat and condition differ."""

    what: str
    """`PROMPTS`, `SAMPLING` or `SECRETS`."""
    seat: str
    condition: str
    players: Mapping[str, Any]
    """Maps players to the number of their secrets, or to the number of their sessions with each value."""
    shared: int | None = None
    """The number of secrets that all of them played; None for other differences."""

    def description(self) -> str:
        """A phrase with each player's secrets, prompts or sampling."""
        names = list(self.players)
        more = f"; {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        if self.shared is None:
            return (
                "; ".join(f"{name}: {counts_text(self.players[name])}" for name in names[:MOST_NAMED]) + more
            )
        numbers = self.players.values()
        span = f"{min(numbers):,} to {max(numbers):,}" if len(set(numbers)) > 1 else f"{min(numbers):,}"
        each = f"{span} for each of {len(names)} players"
        if not more:
            each = ", ".join(f"{name} {number:,}" for name, number in self.players.items())
        return f"{each}, {f'{self.shared:,}' if self.shared else 'none'} of them the same"

    def to_json(self) -> dict[str, Any]:
        shared = {} if self.shared is None else {"shared": self.shared}
        return {
            "what": self.what,
            "seat": self.seat,
            "condition": self.condition,
            "players": self.players,
            **shared,
        }


def counts_text(values: Mapping[str, int]) -> str:
    """The values with their numbers of sessions, such as `plain in 4 sessions, terse in 2`."""
    (value, n), *others = values.items()
    first = f"{value} in {counted(n, 'session')}"
    more = [f"{len(values) - MOST_NAMED} more"] if len(values) > MOST_NAMED else []
    return ", ".join([first, *(f"{other} in {m:,}" for other, m in others[: MOST_NAMED - 1]), *more])


_SENTENCE = {
    PROMPTS: "Not all models had the same prompts",
    SAMPLING: "Not all models had the same sampling",
    SECRETS: "Not all players played the same secrets",
}


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs between the rows of a table."""

    rungs: tuple[OnRungs, ...] = ()
    """The sessions that were asked on some rung; empty if all were asked alike."""
    each: tuple[Difference, ...] = ()
    several: bool = False
    """True if the table has rows of several seats or conditions."""
    uncounted: bool = False
    """True if secrets weren't compared because there are too many sessions."""

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways in which rows differ, in one word each; empty if all are alike."""
        found = {one.what for one in self.each}
        return (*(["rungs"] if self.rungs else []), *(what for what in _SENTENCE if what in found))

    @property
    def notes(self) -> tuple[str, ...]:
        """A sentence for each way in which rows differ."""
        told = "; ".join(map(str, self.rungs))
        rungs = [f"Not all models were asked in the same way: {told}."] if told else []
        by_what = grouped((one.what, one) for one in self.each)
        said = [self._sentence(what, by_what[what]) for what in _SENTENCE if what in by_what]
        late = (
            ["The secrets weren't compared: the filter lets too many sessions through."]
            if self.uncounted
            else []
        )
        return (*rungs, *said, *late)

    @property
    def note(self) -> str:
        """All sentences on one line; empty if all are alike."""
        return " ".join(self.notes)

    def _sentence(self, what: str, found: Sequence[Difference]) -> str:
        """A sentence on the first of some differences, with the places of the others."""
        first, *others = found
        where = f" ({first.seat}, {first.condition})" if self.several else ""
        also = f" The same is true of: {_places(others)}." if others else ""
        return f"{_SENTENCE[what]}{where}: {first.description()}.{also}"

    def to_json(self) -> dict[str, Any]:
        """The keys that `--json` gets; none if all are alike."""
        found = {
            "rungs": [one.to_json() for one in self.rungs],
            "differs": [one.to_json() for one in self.each],
        }
        return {name: values for name, values in found.items() if values}


def _places(found: Sequence[Difference]) -> str:
    more = [f"{len(found) - MOST_NAMED} more"] if len(found) > MOST_NAMED else []
    return "; ".join([*(f"{one.seat}, {one.condition}" for one in found[:MOST_NAMED]), *more])


def differences(
    store: Store, wanted: Filter, rows: Iterable[StatRow], *, by_prompt: bool = False
) -> Differences:
    """What differs between the rows of a game that are next to each other.

    `by_prompt`: True if there is a row for each prompt variant, so that prompts differ on purpose. Raises
    BadFilter, SaveError.
    """
    whole = [row for row in rows if row.partner is None and row.sessions]
    return between(whole, played_secrets(store, wanted, whole, by_prompt=by_prompt), by_prompt=by_prompt)


def between(
    rows: Iterable[StatRow], secrets: Secrets | None = None, *, by_prompt: bool = False
) -> Differences:
    """As `differences`, from the secrets that the rows played; None: secrets aren't compared."""
    whole = [row for row in rows if row.partner is None and row.sessions]
    blocks = _blocks(whole)
    found: list[Difference] = []
    for own in sorted(blocks, key=lambda own: -sum(row.sessions for row in own)):
        names = _names(own, by_prompt=by_prompt)
        ways = {PROMPTS: [] if by_prompt else _texts(own), SAMPLING: [row.by("sampling") for row in own]}
        for what, values in ways.items():
            if len({value for one in values for value in one}) > 1:
                players = {name: one for name, one in zip(names, values, strict=True) if one}
                found.append(Difference(what, own[0].seat, own[0].condition, players))
        if secrets is not None:
            played = [secrets.by_row.get(_key(row, by_prompt=by_prompt), set()) for row in own]
            named = {name: one for name, one in zip(names, played, strict=True) if one}
            found += secrets_apart(own[0].seat, own[0].condition, named)
    uncounted = secrets is not None and secrets.uncounted
    return Differences(tuple(mixed_rungs(whole)), tuple(found), len(blocks) > 1, uncounted)


def secrets_apart(seat: str, condition: str, played: Mapping[str, set[str]]) -> list[Difference]:
    """The difference between players that didn't play the same secrets; empty if they did."""
    sets = list(played.values())
    if all(one == sets[0] for one in sets):
        return []
    shared = len(sets[0].intersection(*sets[1:])) if sets else 0
    return [Difference(SECRETS, seat, condition, {name: len(one) for name, one in played.items()}, shared)]


def played_secrets(
    store: Store, wanted: Filter, rows: Sequence[StatRow], *, by_prompt: bool = False
) -> Secrets | None:
    """The secrets that the rows of a game played, in one query (`by_prompt`: one for each prompt variant).

    None if no two rows are compared with each other. Raises BadFilter, SaveError.
    """
    if all(len(own) < 2 for own in _blocks(rows)):
        return None
    if reads_sessions(wanted) and sum(row.sessions for row in rows) > MOST_READ:
        return Secrets(uncounted=True)
    names = condition_names(store.settings(wanted.game).values())
    variants = dict.fromkeys(variant_of(row) for row in rows) if by_prompt else [""]
    found: dict[RowKey, set[str]] = {}
    for variant in variants:
        filtered = replace(wanted, prompt=variant) if variant else wanted
        for (kind, name, group, condition), items in store.secrets(filtered).items():
            found[kind, name, group, names[condition], variant] = items
    return Secrets(found)


def _blocks(rows: Iterable[StatRow]) -> list[list[StatRow]]:
    """The rows that are compared with each other."""
    sided = (row for row in rows if not row.neutral)
    return list(grouped(((row.game, row.seat, row.condition), row) for row in sided).values())


def _key(row: StatRow, *, by_prompt: bool) -> RowKey:
    return row.kind, row.player, row.seat, row.condition, variant_of(row) if by_prompt else ""


def _names(rows: Sequence[StatRow], *, by_prompt: bool) -> list[str]:
    """The players' names in a sentence."""
    apart = names_apart((row.kind, row.player) for row in rows)
    said = [one_line(apart[row.kind, row.player], NAME) for row in rows]
    if by_prompt:
        return [f"{name} {variant_of(row)}".rstrip() for name, row in zip(said, rows, strict=True)]
    return said


def names_apart(players: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Maps players, by kind and name, to their names, with their kinds where two have the same name.

    >>> names_apart([("bot", "Ada"), ("human", "Ada"), ("model", "gpt")])[("bot", "Ada")]
    'bot:Ada'
    """
    each = set(players)
    alike = Counter(name for _, name in each)
    return {who: who[1] if alike[who[1]] == 1 else ":".join(who) for who in each}


def _texts(rows: Sequence[StatRow]) -> list[dict[str, int]]:
    """Maps the prompts of each row to its sessions; a variant with several texts has the digest of each.

    A text whose digest wasn't saved may be any.
    """
    texts: dict[str, set[str]] = {}
    for asked in (asked for row in rows for asked in row.asked):
        texts.setdefault(asked.prompt, set()).update({asked.prompt_digest} - {NO_DIGEST})
    found = []
    for row in rows:
        own: Counter[str] = Counter()
        for asked, sessions in row.asked.items():
            several = len(texts[asked.prompt]) > 1
            text = "no digest" if asked.prompt_digest == NO_DIGEST else f"text {asked.prompt_digest}"
            own[f"{asked.prompt} ({text})" if several else asked.prompt] += sessions
        found.append(dict(own))
    return found


def mixed_rungs(rows: Iterable[StatRow]) -> list[OnRungs]:
    """The sessions that were asked on some rung; empty if all sessions of the rows were asked alike."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        if row.partner is None:
            found.setdefault((row.seat, row.player), Counter()).update(row.by("rungs"))
    if len({rungs for counts in found.values() for rungs in counts}) < 2:
        return []
    return [
        OnRungs(*who, rungs, sessions, counts.total())
        for who, counts in found.items()
        for rungs, sessions in counts.items()
        if rungs != NO_RUNGS
    ]
