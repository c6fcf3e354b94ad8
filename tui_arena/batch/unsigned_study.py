"""Studies of "Who is the machine?": a file that names people, machines and games, and the plan that follows from it.

The plan says who sits where in each game. It is only for the person who runs the study.

Law: the same file gives the same plan. The number of machines is drawn for each game alone, from none to all
seats but one. So nobody can infer it from earlier games. Within that, the plan is balanced: each machine has
each seat, and each person has each seat and meets each machine, about equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.options import resolve
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.party import (
    HUMAN,
    MOST_GAMES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Party,
    PartyGame,
    played_seats,
)
from tui_arena.players.seating import NAME_CHARS, BadPlayer, is_gone, read_player

TRIES = 400
"""How many seatings of a game are drawn; the one that balances the plan best is taken."""


class UnsignedStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study's file."""

    name: str
    people: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)] | list[str]
    """The number of people (`p1`, `p2`, …), or their ids."""
    machines: list[str]
    """PLAYER texts of bots and models."""
    games: list[str]
    rounds: int = 1
    """How often all games are played, one after the other."""
    seed: int = 0
    options: dict[str, dict[str, Any]] = {}
    """Maps games to their options."""

    @property
    def ids(self) -> list[str]:
        """The ids of the people."""
        return [f"p{n}" for n in range(1, self.people + 1)] if isinstance(self.people, int) else self.people


@dataclass(frozen=True, slots=True)
class Planned:
    """One game of the plan."""

    game: str
    seats: Mapping[str, str]
    """PLAYER texts by seat."""
    watching: tuple[str, ...]
    """The PLAYER texts of the people without a seat."""


def is_unsigned_study(path: Path) -> bool:
    """True if a file plans "Who is the machine?": it names people. Raises BadFile."""
    return "people" in parse_toml(path)


def read_unsigned_study(path: Path, registry: ModelRegistry) -> UnsignedStudy:
    """The study in a file. Raises BadFile with the file, the key and what is allowed."""
    values = parse_toml(path)
    try:
        study = msgspec.convert(values, UnsignedStudy)
        _check(study)
        for text in study.machines:
            _check_machine(text, registry)
        for game in (*study.games, *study.options):
            info = registry.catalogue.game(game)
            if not info.unsigned:
                raise ValueError(f'games: {info.title} can\'t be played as "Who is the machine?"')
            seats_of(study, info)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {one_line(str(error).replace('`', ''), 160)}") from None
    except ValueError as error:
        raise BadFile(f"{path}: {error}") from None
    return study


def _check(study: UnsignedStudy) -> None:
    """Raise ValueError if a number isn't allowed, or a name comes twice."""
    ids = study.ids
    for key, names in (("people", ids), ("machines", study.machines), ("games", study.games)):
        if not names or len(set(names)) < len(names):
            raise ValueError(f"{key}: name at least one, and none twice")
    if not all(one == one_line(one, NAME_CHARS) != "" for one in ids):
        raise ValueError(f"people: an id has 1 to {NAME_CHARS} characters, on one line")
    if len(ids) < 2 or len(ids) + len(study.machines) > MOST_PLAYERS:
        raise ValueError(
            f"people: must be at least 2 and, together with the machines, at most {MOST_PLAYERS}"
        )
    if not 1 <= study.rounds <= MOST_ROUNDS or len(study.games) > MOST_GAMES:
        raise ValueError(f"rounds: must be 1 to {MOST_ROUNDS}; games: at most {MOST_GAMES}")


def _check_machine(text: str, registry: ModelRegistry) -> None:
    """Raise ValueError if a text doesn't name a bot or a configured model."""
    try:
        cast = read_player(text, book=registry.book)
    except BadPlayer as error:
        raise ValueError(f"machines: {error}") from None
    if cast.kind not in ("bot", "model") or is_gone(text, registry.book):
        raise ValueError(f"machines: {one_line(text, 60)!r} must be a bot or a configured model")


def options_of(study: UnsignedStudy, info: GameInfo) -> dict[str, Any]:
    """The options of a game, with the number of its seats. Raises BadOption."""
    given = study.options.get(info.id, {})
    resolved = resolve(info.options, info.presets, given, None)
    return {
        name: resolved[name] for name in dict.fromkeys((*given, *([info.seats_by] if info.seats_by else [])))
    }


def seats_of(study: UnsignedStudy, info: GameInfo) -> list[str]:
    """The seats of a game that are dealt among people and machines. Raises BadOption."""
    options = resolve(info.options, info.presets, options_of(study, info), None)
    return [seat.name for seat in played_seats(info.game.seats(options))]


def planned(study: UnsignedStudy, registry: ModelRegistry) -> list[Planned]:
    """The plan of a study, game by game."""
    rng = Random(f"{study.seed}/{study.name}")
    people = [HUMAN + one for one in study.ids]
    seats = {game: seats_of(study, registry.catalogue.game(game)) for game in study.games}
    so_far: Counter[tuple[str, ...]] = Counter()
    order, plan = study.games * study.rounds, []
    numbers = _numbers(rng, [len(seats[game]) for game in order], len(people), len(study.machines))
    for game, number in zip(order, numbers, strict=True):
        drawn = (_drawn(rng, people, study.machines, seats[game], number) for _ in range(TRIES))
        best = min(drawn, key=lambda one: sum(so_far[key] for key in _counted(game, one)))
        so_far.update(_counted(game, best))
        plan.append(Planned(game, best, tuple(one for one in people if one not in best.values())))
    return plan


def _numbers(rng: Random, sizes: Sequence[int], people: int, machines: int) -> list[int]:
    """The number of machines in each game. `sizes`: the number of seats of each game.

    Among games of one size, each possible number comes about equally often. The numbers are drawn from twice
    as many as are needed, without putting any back. So few plans lack machines, and nobody can tell the next
    number from earlier numbers.
    """
    waiting: dict[int, list[int]] = {}
    for size, games in Counter(sizes).items():
        possible = list(range(max(size - people, 0), min(size - 1, machines) + 1))
        rng.shuffle(possible)
        waiting[size] = list(islice(cycle(possible), 2 * games))
        rng.shuffle(waiting[size])
    return [waiting[size].pop() for size in sizes]


def _drawn(
    rng: Random, people: Sequence[str], machines: Sequence[str], seats: Sequence[str], number: int
) -> dict[str, str]:
    """A seating with this number of machines."""
    sitting = [*rng.sample(machines, number), *rng.sample(people, len(seats) - number)]
    rng.shuffle(sitting)
    return dict(zip(seats, sitting, strict=True))


def _counted(game: str, seats: Mapping[str, str]) -> Iterable[tuple[str, ...]]:
    """The counts that a seating adds to the balance: who sits, in which seat, and which machines a person meets."""
    people = [one for one in seats.values() if one.startswith(HUMAN)]
    for seat, player in seats.items():
        yield (player,)
        yield (player, game, seat)
        if player not in people:
            yield from ((player, person) for person in people)


def balance(plan: Sequence[Planned], study: UnsignedStudy) -> dict[str, tuple[int, int]]:
    """The least and the greatest number of times that something that should be equal happens, by what it is."""
    counts: Counter[tuple[str, ...]] = Counter(key for one in plan for key in _counted(one.game, one.seats))
    people, seats = (
        [HUMAN + one for one in study.ids],
        {(one.game, seat) for one in plan for seat in one.seats},
    )
    each = {
        "games of each person": [counts[one,] for one in people],
        "games of each machine": [counts[one,] for one in study.machines],
        "a person in a seat": [counts[one, *seat] for one in people for seat in seats],
        "a machine in a seat": [counts[one, *seat] for one in study.machines for seat in seats],
        "a machine with a person": [counts[machine, one] for machine in study.machines for one in people],
    }
    return {what: (min(found), max(found)) for what, found in each.items()}


def party_of(
    study: UnsignedStudy, plan: Sequence[Planned], registry: ModelRegistry, *, party: str, started: str
) -> Party:
    """The party that plays a plan. `party`: its id; `started`: ISO 8601."""
    infos = map(registry.catalogue.game, study.games)
    games = tuple(PartyGame(info.id, options_of(study, info), unsigned=True) for info in infos)
    players = (*(HUMAN + one for one in study.ids), *study.machines)
    name, seats = one_line(study.name, NAME_CHARS), tuple(one.seats for one in plan)
    return Party(party, started, players, games, study.rounds, name, blind=True, plan=seats)


def plan_json(study: UnsignedStudy, plan: Sequence[Planned]) -> dict[str, Any]:
    """The plan as `study plan --json` prints it."""
    rounds = [{"game": one.game, "seats": dict(one.seats), "watching": list(one.watching)} for one in plan]
    return {
        "study": study.name,
        "people": study.ids,
        "machines": study.machines,
        "plan": rounds,
        "balance": balance(plan, study),
    }
