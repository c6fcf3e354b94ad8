"""Reference pools: frozen results of bots on fixed items. New players can be compared with them in any year.

A pool is a study whose players are its members. A newcomer plays a member's cells, on the member's seat. So
every part of it is an ordinary run, and the missing sessions are the sessions that the runs have left. The
members' results are shipped, because bots play the same on every machine. A digest of each session shows if
they no longer do.

Law: a session counts for a pool if its own set-up names the pool and equals the pool's set-up, wherever it
was played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tui_arena.batch.job import Job, bench_of, play_here, session_id
from tui_arena.batch.run import NOTE, Budgets, read_note, session_seed
from tui_arena.batch.setups import dealt_out
from tui_arena.batch.study import Study, StudyCell, check_known, read_study, settled
from tui_arena.config import BadFile
from tui_arena.core.events import Kind
from tui_arena.core.game import Data
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import resolve
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.studies import PoolRow, pool_rows, shipped_pools
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import DEFAULT_LEVEL, MIND, BadPlayer, bot, read_player
from tui_arena.save.filters import INCLUDE, Filter, check_include
from tui_arena.save.rollup.items import Sums
from tui_arena.save.rollup.sums import MAIN, SCALE
from tui_arena.save.sessions import unpacked
from tui_arena.save.setting import NAME_CHARS
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import SaveError, SessionQuery, Store
from tui_arena.stats.statistics import Figure, over_items, share, spread_of_sums, within

_DIGEST_CHARS = 8
_MOST_INDEX = 1000
"""Indexes of set-ups in a pool are below this number."""
MODEL = "model"
"""Takes the place of a player in the row that has the digest of the prompts for models in that seat."""


@dataclass(frozen=True)
class Pool:
    """A pool with its tables and members."""

    study: Study
    rows: tuple[PoolRow, ...]
    registry: ModelRegistry

    @property
    def name(self) -> str:
        """The pool's name, with its number."""
        return self.study.name

    @cached_property
    def tables(self) -> tuple[StudyCell, ...]:
        """The first member's cell for each game, seat and set of opponents."""
        return tuple(cells[0] for cells in grouped((one.label, one) for one in self.study.cells).values())

    def seats(self, game: str) -> list[str]:
        """The seats of a game that newcomers may take."""
        return list(dict.fromkeys(table.on[0] for table in self.tables if table.run.game == game))

    def check_game(self, info: GameInfo) -> None:
        """Raise BadFile if the pool doesn't have a game."""
        games = dict.fromkeys(table.run.game for table in self.tables)
        if info.id not in games:
            raise BadFile(f"{info.title} isn't in {self.name}; its games are {', '.join(games)}")

    def published(self, label: str, player: str) -> list[PoolRow]:
        """The rows of one player in one table, in the order of the sessions."""
        return [row for row in self.rows if (row.label, row.player) == (label, player)]


def read_pool(name: str, registry: ModelRegistry) -> Pool:
    """The pool with this name. Raises BadFile, which lists the known names."""
    pools = shipped_pools()
    if name not in pools:
        raise BadFile(f"there is no pool {one_line(name, 40)!r}; pools: {', '.join(pools)}")
    study = read_study(pools[name], registry)
    return Pool(study, tuple(pool_rows(pools[name])), registry)


def newcomer(pool: Pool, info: GameInfo, seat: str, player: str, budgets: Budgets) -> Study:
    """A study of everything that a newcomer has to play in a seat; `player`: a PLAYER text.

    Raises BadPlayer or BadFile if the pool doesn't have that game or seat, or can't take that player.
    """
    pool.check_game(info)
    seats = pool.seats(info.id)
    if seat not in seats:
        raise BadPlayer(
            f"{one_line(seat, 40)} isn't a seat for newcomers in {pool.name}; in {info.title}, "
            "newcomers can be "
            f"{' and '.join(seats)}"
        )
    sits = read_player(player, book=pool.registry.book)
    if sits.kind == "human" or sits.choices:
        raise BadPlayer(f"{seat}: a newcomer to a pool is one model, bot or script that plays the whole pool")
    check_known(sits, pool.registry.book)
    if sits.kind == "model":
        _check_prompts(pool, info, seat)
    if sits.kind == "bot" and not sits.asks:
        if len(sits.spec) > len(bot(DEFAULT_LEVEL).spec):
            raise BadPlayer(f"{seat}: a bot with topics of its own can't be a newcomer; leave the topics out")
        player = f"bot:{sits.spec['level']}"
    study = read_study(pool.study.path, pool.registry, [player])
    cells = [one for one in study.cells if one.run.game == info.id and one.on == (seat,)]
    return replace(study, cells=tuple(replace(one, run=replace(one.run, budgets=budgets)) for one in cells))


def _check_prompts(pool: Pool, info: GameInfo, seat: str) -> None:
    """Raise BadFile if models would get other prompts than in the pool."""
    table = next(one for one in pool.tables if one.run.game == info.id and one.on == (seat,))
    frozen, group, catalogue = prompts_of(pool, table), group_of(table, info), pool.registry.catalogue
    if catalogue.prompt_digest(info, group) == frozen:
        return
    if catalogue.user is not None and Catalogue().prompt_digest(info, group) == frozen:
        raise BadFile(
            f"{catalogue.user / 'prompts'}: contains your own prompts for {info.title}, but {pool.name} "
            "uses the shipped prompts; move yours elsewhere, or give them a variant's name"
        )
    raise BadFile(f"this version's prompts for {info.title} aren't those of {pool.name}: {_OTHER_VERSION}")


_OTHER_VERSION = "play a newer pool, or use the program version with which this pool was published"


def prompts_of(pool: Pool, table: StudyCell) -> str:
    """The digest of the prompts that models get in a table."""
    return pool.published(table.label, MODEL)[0].digest


def group_of(table: StudyCell, info: GameInfo) -> str:
    """The group of the seat that a newcomer takes in a table."""
    options = resolve(info.options, info.presets, table.run.options, table.run.preset)
    return next(one.group for one in info.game.seats(options) if one.name == table.on[0])


# playing the members


def digest_of(session: Session) -> str:
    """The digest of a session: of its secret, and of all replies with their seats."""
    said = [[e["seat"], e["ask"], e["text"]] for e in session.events if e.type == Kind.REPLY]
    secret = dict(session.setup.secret) if session.setup.secret is not None else None
    told = json.dumps([secret, said], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGEST_CHARS]


def play_member(pool: Pool, cell: StudyCell, most: int | None = None) -> Iterator[PoolRow]:
    """A bot's results in a cell, session by session; nothing is saved. `most`: only the first sessions.

    Raises BadFile, BadPlayer, BadOption.
    """
    catalogue, registry = pool.registry.catalogue, pool.registry
    run = dealt_out(settled(cell.run, registry), registry)
    bench = bench_of(run, registry, here=True, figures=False)
    for number in range(run.total if most is None else min(most, run.total)):
        place = run.place(number)
        job = Job(place, session_id(run.id, place), number=None if run.items is None else number)
        told = play_here(bench, job)
        if told.session is None or told.summary is None:
            raise BadFile(f"{cell.place}: {told.failure}")
        seat = next(one for one in told.summary.seats if one.seat == cell.on[0])
        session = unpacked(told.session, catalogue)
        item = one_line(told.summary.secret or "", None)
        yield PoolRow(cell.label, cell.player, item, round(seat.main or 0.0, 6), digest_of(session))


def check_bots(pool: Pool, study: Study) -> None:
    """Play one session of a member in each of a newcomer's tables. Raises BadFile if a result has changed."""
    labels = {cell.label for cell in study.cells}
    for table in pool.tables:
        if table.label in labels:
            [played] = play_member(pool, table, 1)
            if played != pool.published(table.label, table.player)[0]:
                raise BadFile(f"{table.label}: {otherwise(pool)}: {_OTHER_VERSION}")


def otherwise(pool: Pool) -> str:
    """A sentence which says that the bots have changed."""
    return f"the pool's bots play differently from those in the published {pool.name}"


# the ranking


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one player in a seat of a pool."""

    kind: str
    player: str
    member: bool
    """True if the figures are a member's shipped figures."""
    score: Figure
    """The mean main score, 0 to 1, with its interval over items; an aborted session counts as 0."""
    tables: Mapping[str, Figure]
    """The same score for each table, by label."""
    of: int
    """The number of sessions that there are to play."""
    rank: int | None = None
    """From 1; None for a player who hasn't played all sessions."""

    @property
    def mean(self) -> float:
        """The score; 0 without a session."""
        return self.score.value or 0.0

    @property
    def sessions(self) -> int:
        """The number of sessions that count."""
        return self.score.n or 0

    @property
    def left(self) -> int:
        """The number of missing sessions."""
        return self.of - self.sessions

    def to_json(self) -> dict[str, Any]:
        """The standing as `rank --pool --json` prints it."""
        return {
            "rank": self.rank,
            "player": self.player,
            "kind": self.kind,
            "member": self.member,
            **self.score.interval_json(),
            "items": self.score.items,
            "left": self.left,
            "tables": {label: one.value for label, one in self.tables.items()},
        }


@dataclass(frozen=True, slots=True)
class PoolRanking:
    """The ranking of one game of a pool."""

    pool: str
    game: str
    seats: Mapping[str, Sequence[Standing]]
    """Maps seats to their players, the best first; players who haven't played everything come last."""
    notes: tuple[str, ...]
    """Sentences on sessions that are missing or left out."""

    def to_json(self) -> dict[str, Any]:
        """The ranking as `rank --pool --json` prints it."""
        seats = [
            {"seat": seat, "players": [one.to_json() for one in players]}
            for seat, players in self.seats.items()
        ]
        return {"pool": self.pool, "game": self.game, "seats": seats, "notes": list(self.notes)}


_Who = tuple[str, str]
"""Kind and name of a player."""
_Items = dict[str, Sums]
"""Maps items to the number of sessions, the sum of their scores and the sum of the squares, in millionths."""


@dataclass(frozen=True, slots=True)
class _PoolRun:
    """A run of the save file that plays a table of a pool."""

    id: str
    table: StudyCell
    who: _Who
    level: str | None
    """The level of a bot; None for other players."""
    over: int
    """The number of its sessions that are over."""


def ranked(
    pool: Pool, info: GameInfo, store: Store, wanted: Filter, skipped: Skipped, *, seats: Sequence[str] = ()
) -> PoolRanking:
    """The ranking of a game; `seats`: only these seats; empty: all.

    `wanted`: which kinds of session count; its other fields don't matter. Raises BadFilter, SaveError.
    """
    check_include(wanted)
    runs, strangers = _runs(pool, info, store, skipped)
    notes = []
    found = {}
    for seat in seats or pool.seats(info.id):
        tables = [table for table in pool.tables if table.run.game == info.id and table.on == (seat,)]
        here = [run for run in runs if run.table in tables]
        changed = [
            run for run in here if run.level is not None and _plays_otherwise(pool, run, store, skipped)
        ]
        notes += [
            f"{name}: {otherwise(pool)}; its sessions here don't count"
            for name in dict.fromkeys(run.who[1] for run in changed)
        ]
        players = [_member(pool, tables, cell.player) for cell in _cells(pool, tables[0])]
        for who in sorted({run.who for run in here if run.level is None}):
            one = _newcomer([run for run in here if run.who == who], tables, info, store, wanted)
            players.append(one)
            notes += _missing(one, seat, sum(run.over for run in here if run.who == who))
        found[seat] = _placed(players)
    if strangers:
        notes.append(
            f"{counted(strangers, 'run')} left out: the sessions are labelled {pool.name}, but have a "
            "different set-up"
        )
    return PoolRanking(pool.name, info.id, found, tuple(notes))


def _cells(pool: Pool, table: StudyCell) -> list[StudyCell]:
    """The cells of all members in a table."""
    return [cell for cell in pool.study.cells if cell.label == table.label]


def _missing(one: Standing, seat: str, over: int) -> Iterator[str]:
    """Sentences on a newcomer's sessions that are missing or don't count."""
    name = one_line(one.player, 60)
    if one.left:
        yield f"{name} as {seat}: {one.sessions} of {counted(one.of, 'session')}, so it has no place yet"
    if over > one.sessions:
        yield (
            f"{name} as {seat}: {counted(over - one.sessions, 'session')} left out; choose which kinds "
            f"count with --include ({', '.join(INCLUDE)})"
        )


def _placed(players: Sequence[Standing]) -> list[Standing]:
    """The players in order, with their ranks; players with equal scores share a rank."""
    order = sorted(players, key=lambda one: (one.left > 0, -one.mean, one.player.casefold()))
    whole = [one.mean for one in order if not one.left]
    return [one if one.left else replace(one, rank=1 + whole.index(one.mean)) for one in order]


def _runs(pool: Pool, info: GameInfo, store: Store, skipped: Skipped) -> tuple[list[_PoolRun], int]:
    """The runs of a game that belong to the pool according to their first session, the longest first.

    Also the number of runs that name the pool but have another set-up.
    """
    notes = store.notes(NOTE)
    others = {key.removeprefix(NOTE) for key, text in notes.items() if not _may_be_of(pool, key, text)}
    over = {run: one.over for run, one in store.run_counts().items() if run not in others}
    firsts = (
        row
        for run in sorted(over, key=lambda run: (-over[run], run))
        for row in store.sessions(SessionQuery(game=info.id, run=run, readable=True, limit=1))
    )
    found: list[_PoolRun] = []
    strangers = 0
    for session in skipped.each(firsts, lambda row: row.id, lambda row: store.load(row.id)):
        said = session.setup.extra
        if said.get("study") != pool.name:
            continue
        table = next((one for one in pool.tables if _is_of(pool, one, session, info)), None)
        if table is None:
            strangers += 1
            continue
        spec, run = session.seats[table.on[0]], str(said.get("run"))
        who = str(spec.get("player")), one_line(str(spec.get("name")), NAME_CHARS)
        level = str(spec.get("level")) if who[0] == "bot" and not spec.get(MIND) else None
        if all((one.table, one.who) != (table, who) for one in found):
            found.append(_PoolRun(run, table, who, level, over[run]))
    return found, strangers


def _may_be_of(pool: Pool, key: str, text: str) -> bool:
    try:
        return read_note(key.removeprefix(NOTE), text).study == pool.name
    except SaveError:
        return True  # the sessions themselves name their study


def _is_of(pool: Pool, table: StudyCell, session: Session, info: GameInfo) -> bool:
    """True if a session has the set-up of a table of the pool."""
    run, setup = table.run, session.setup
    seeds = {session_seed(run.seed, index) for index in range(_MOST_INDEX)}
    return (
        session.game == run.game
        and setup.preset == run.preset
        and setup.options == resolve(info.options, info.presets, run.options, run.preset)
        and setup.deck in (run.deck, setup.deck if run.deck is None else None)
        and setup.seed in seeds
        and table.on[0] in session.seats
        and all(
            _is_bot(session.seats.get(seat), text) for seat, text in run.seats.items() if seat not in table.on
        )
        and _is_asked_alike(pool, table, session.seats[table.on[0]], info)
    )


def _is_bot(spec: Data | None, text: str) -> bool:
    level = read_player(text).spec["level"]
    return spec is not None and (spec.get("player"), spec.get("level"), spec.get(MIND)) == (
        "bot",
        level,
        None,
    )


def _is_asked_alike(pool: Pool, table: StudyCell, spec: Data, info: GameInfo) -> bool:
    """True if a player isn't a model, or has the pool's prompts and sampling and no persona."""
    sampling = info.sampling.get(table.run.preset or "", {}).get(group_of(table, info), {})
    asked = spec.get("prompt_digest"), dict(spec.get("sampling") or {}), spec.get("persona")
    return spec.get("player") != "model" or asked == (prompts_of(pool, table), dict(sampling), None)


def _member(pool: Pool, tables: Sequence[StudyCell], player: str) -> Standing:
    by_table = {}
    for table in tables:
        items: _Items = {}
        for row in pool.published(table.label, player):
            score = round(row.score * SCALE)
            _add(items, row.item, (1, score, score * score))
        by_table[table.label] = items
    return _standing("bot", str(read_player(player).spec["name"]), tables, by_table, member=True)


def _newcomer(
    runs: Sequence[_PoolRun], tables: Sequence[StudyCell], info: GameInfo, store: Store, wanted: Filter
) -> Standing:
    by_table = {}
    for run in runs:
        items: _Items = {}
        group = group_of(run.table, info)
        for cell in store.items(Filter(info.id, seat=group, run=run.id, include=wanted.include), [MAIN]):
            if (cell.kind, cell.name) == run.who:
                _, total, squares = cell.sums.get(MAIN, (0, 0, 0))
                _add(items, cell.item, (cell.n, total, squares))
        by_table[run.table.label] = items
    return _standing(*runs[0].who, tables, by_table, member=False)


def _add(items: _Items, item: str, more: Sums) -> None:
    n, total, squares = items.get(item, (0, 0, 0))
    items[item] = n + more[0], total + more[1], squares + more[2]


def _standing(
    kind: str, player: str, tables: Sequence[StudyCell], by_table: Mapping[str, _Items], *, member: bool
) -> Standing:
    whole: _Items = {}
    for items in by_table.values():
        for item, sums in items.items():
            _add(whole, item, sums)
    scores = {label: _score(items) for label, items in by_table.items() if items}
    return Standing(kind, player, member, _score(whole), scores, sum(table.run.total for table in tables))


def _score(items: _Items) -> Figure:
    n, total, squares = (sum(sums[i] for sums in items.values()) for i in range(3))
    whole = squares == total * SCALE  # every score is 0 or 1
    mean = share(total // SCALE, n) if whole else spread_of_sums(n, total, squares)
    return within(over_items(mean, items.values()), (0.0, 1.0))


def _plays_otherwise(pool: Pool, run: _PoolRun, store: Store, skipped: Skipped) -> bool:
    """True if a bot has played any session here differently from the published sessions."""
    cell = next((one for one in _cells(pool, run.table) if one.player == f"bot:{run.level}"), None)
    if cell is None:
        return False
    known = {row.digest for row in pool.published(cell.label, cell.player)}
    rows = store.every(SessionQuery(run=run.id, unfinished=False, readable=True))
    played = skipped.each(rows, lambda row: row.id, lambda row: digest_of(store.load(row.id)))
    return any(digest not in known for digest in played)
