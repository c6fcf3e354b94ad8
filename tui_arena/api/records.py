"""Many sessions at once: runs, session files and save files, as plain rows.

A row is a flat dict of numbers, texts and None, so `pandas.DataFrame(rows)` takes the rows as they are. Only
a metric that is a list, or has a value per seat, stays nested.

Law: an unreadable session is left out with a warning that says why, and the others are read. If none can be
read, that is an error. Reading writes nothing.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tui_arena.api.home import Home, PathName, home, outside_a_loop, save_file
from tui_arena.api.table import SEEDS, Table, checked_prompt, checked_seed
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import Budgets, Run, check, remember
from tui_arena.batch.setups import check_setups, dealt_out
from tui_arena.batch.setups import listed as with_list
from tui_arena.config import BadFile, expanded
from tui_arena.config.models import may_be_sampled, sampling_fault
from tui_arena.core import blind
from tui_arena.core.game import Data
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import BadOption
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.data.catalogue import game_json
from tui_arena.data.lists import ListRow, named, read_list
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, Wish, as_values
from tui_arena.players.seating import PLAIN, cast_now
from tui_arena.save.errors import reading
from tui_arena.save.exchange.export import player_name
from tui_arena.save.exchange.session_files import Incoming, read_document, read_file
from tui_arena.save.filters import Filter
from tui_arena.save.setting import setting_of
from tui_arena.save.skipping import Skipped, opened
from tui_arena.save.store import SessionQuery, Store, new_id, open_store, update_note
from tui_arena.save.unsigned import bet_row
from tui_arena.stats.aggregate import StatRow
from tui_arena.stats.aggregate import stats as aggregated
from tui_arena.stats.conditions import check_condition, narrowed
from tui_arena.stats.opinions import Taken, given_ratings, rows_of
from tui_arena.stats.statistics import Figure
from tui_arena.table.spending import probed, total_usage

Row = dict[str, Any]
FILES = (".json", ".jsonl")


def games() -> list[Row]:
    """Every game with its seats, asks, options, presets, decks and metrics, as in `games --json`."""
    catalogue = home().catalogue
    return [game_json(info, catalogue) for info in catalogue.games.values()]


def play(
    game: str,
    seats: Mapping[str, str] | None = None,
    options: Data | None = None,
    seed: int | None = None,
    deck: str | None = None,
    *,
    sessions: int | None = None,
    repetitions: int | None = None,
    listed: PathName | Sequence[str] | None = None,
    preset: str | None = None,
    prompts: str | None = None,
    sampling: Mapping[str, Data] | None = None,
    personas: Mapping[str, Wish] | None = None,
    probe: str | None = None,
    sorter: str | None = None,
    concurrency: int = 4,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
    save: PathName | None = None,
) -> list[Row]:
    """Plays sessions without anybody at the table, as `tui-arena run` does; returns one row per session.

    Args:
        game: The id of a game.
        seats: Players by seat, else bots: `bot:LEVEL`, `model:NAME`, `script:FILE`, `any:PLAYER,PLAYER`.
        options: Values of the game's options.
        seed: The run's seed; with the same seed, bots play the same sessions on every machine.
        deck: A deck of the game; None: the game's own.
        sessions: How many set-ups to play; None: one, or the whole list. Their secrets are different until
            all items were dealt; then the next pass begins.
        repetitions: How often to play each set-up; None: once, without a number.
        listed: The items to play, in their order: a file as for `--list`, or names; None: items are dealt.
        preset: A preset of the game; None: `party`.
        prompts: The prompt variant of models, or `random`.
        sampling: Maps seats to their model's parameters, such as `{"guesser": {"temperature": 0.8}}`.
        personas: Maps seats to personas, in a game that has them.
        probe: The player to ask during play what is likely: `self` (each seat's), `bot:LEVEL`, `model:NAME`.
        sorter: The player who sorts the probes' lists, and in Taboo decides which replies are evasive.
        concurrency: Maximum sessions at the same time; it doesn't change any session.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Input and output tokens after which it stops; None: no limit.
        save: The save file, or its folder, for the sessions; None: they aren't saved.

    If a session isn't over, its row says `unfinished`, and a warning says why. Raises SaveError, and BadFile,
    BadOption or BadPlayer if something named here doesn't exist, before anything is written or any model is
    asked.
    """
    where = home()
    registry = ModelRegistry(where.paths, where.catalogue, threaded=False)
    info = where.catalogue.game(game)
    rows = _listed(listed)
    sessions = (len(rows) or 1) if sessions is None else sessions
    for name, number in (
        ("sessions", sessions),
        ("repetitions", repetitions or 1),
        ("concurrency", concurrency),
    ):
        if not isinstance(number, int) or number < 1:
            raise BadOption(f"{name} can't be {number!r}; allowed: a whole number from 1")
    run = Run(
        new_id(),
        info.id,
        secrets.randbelow(SEEDS) if seed is None else checked_seed(seed),
        sessions,
        repetitions,
        dict(seats or {}),
        dict(options or {}),
        preset,
        where.catalogue.deck(deck, info).deck.name if deck else None,
        prompts if prompts in (None, RANDOM) else checked_prompt(where, info, prompts) or PLAIN,
        own=_sampled(sampling or {}),
        budgets=Budgets(budget_usd, budget_tokens),
        probe=probe,
        sorter=sorter,
        personas=as_values(personas or {}, info, where.catalogue),
    ).with_models(registry)
    check(run, registry)
    if rows:
        run = with_list(run, rows, registry)
    check_setups(run, registry)
    run = dealt_out(run, registry)
    try:
        with kept(save, where.catalogue) as store:
            batch = Batch(run, store, registry, concurrency=concurrency, figures=False)
            remember(run, store)
            finished = outside_a_loop(batch.play)
            for failure in finished.failures:
                warnings.warn(failure, stacklevel=2)
            if finished.stopped:
                warnings.warn(
                    f"stopped ({finished.stopped}); {counted(finished.left, 'session')} left", stacklevel=2
                )
            return [
                _row(_shown(one))
                for one in _saved(store, where.catalogue, (one.id for one in finished.sessions))
            ]
    finally:
        registry.close()


def _sampled(sampling: Mapping[str, Data]) -> dict[str, Data]:
    """The seats' own model values for a run, from their sampling parameters. Raises BadOption."""
    for seat, values in sampling.items():
        for key, value in values.items():
            if not may_be_sampled(key):
                raise BadOption(
                    f"{one_line(f'{seat}.{key}', 60)} isn't a sampling parameter: it says which model "
                    "is asked, and how; set it with `tui-arena models`"
                )
            if fault := sampling_fault(key, value):
                raise BadOption(f"{one_line(seat, 40)}: {fault}")
    return {seat: {"sampling": dict(values)} for seat, values in sampling.items()}


def _listed(source: PathName | Sequence[str] | None) -> Sequence[ListRow]:
    """The rows of a list; empty if there is no list. Raises BadFile."""
    if source is None:
        return ()
    if isinstance(source, str | PathLike):
        return read_list(expanded(Path(source))).rows
    return named(source, "listed").rows


@contextmanager
def kept(save: PathName | None, catalogue: Catalogue) -> Iterator[Store]:
    """The save file of a run; without a name, a temporary file that is deleted afterwards."""
    with TemporaryDirectory(prefix="tui-arena-") as folder:
        store = open_store(save_file(folder if save is None else save), catalogue).store
        try:
            yield store
        finally:
            store.close()


def load(source: PathName | Mapping[str, Any]) -> Iterator[Table]:
    """The sessions of a file as tables, one after the other; unfinished sessions can be continued.

    No player is asked before `Table.go_on` is called. New replies at such a table are not saved to the file.

    Args:
        source: A session document (from `Table.to_json`), a .json or .jsonl file, a folder of such files, a
            save file (.db) or the folder of one.

    Raises BadFile if the source has no readable session, SaveError if a save file can't be read.
    """
    where = home()
    found = _found(where, source)
    return (Table(where, one.info, _bare(one.session), cast_now(one.session)) for one in found)


def _bare(session: Session) -> Session:
    """A session without its file's own counts and metrics, which become wrong once the session continues."""
    return replace(session, extra={k: v for k, v in session.extra.items() if k not in ("counts", "metrics")})


def score(source: PathName | Mapping[str, Any]) -> list[Row]:
    """One row for each session of a file, computed again from its replies.

    `differences` says where a session file's own values differ from the computed values. `source` and errors:
    as for `load`.
    """
    return [
        {**_row(one), "differences": "; ".join(map(str, one.differences))}
        for one in map(_shown, _found(home(), source))
    ]


def stats(
    source: PathName | None = None,
    game: str | None = None,
    where: Mapping[str, str] | None = None,
    *,
    since: str | None = None,
    include: Collection[str] = (),
) -> list[Row]:
    """The aggregates of a save file: one row per player, seat and condition, and per pair of players.

    A figure's name has its mean or share; `NAME.std`, `NAME.n`, `NAME.low` and `NAME.high` are there if they
    are defined. `NAME.items` is the number of secrets behind the interval from `.low` to `.high`.

    Args:
        source: A save file or its folder; None: the user's own save file.
        game: Only this game's rows.
        where: Only sessions of this `player`, `seat`, `variant`, `deck`, `preset`, `prompt`, `persona`, `run`,
            `repetition`.
        since: Only sessions from this day on, such as 2026-11-21.
        include: Kinds of sessions to count that are otherwise left out, such as `imported`; `all`: all kinds.

    Raises BadFile for an unknown game or a missing file, BadFilter, SaveError.
    """
    with _filtered(source, game, where, since, include) as (store, catalogue, filters):
        return [_flat(row) for wanted in filters for row in aggregated(store, catalogue, wanted)]


def ratings(
    source: PathName | None = None,
    game: str | None = None,
    where: Mapping[str, str] | None = None,
    *,
    since: str | None = None,
    include: Collection[str] = (),
) -> list[Row]:
    """People's ratings of the games that they played: a row per game for everybody, and a row per person.

    `liked`, `satisfied` and `often` have their mean, 1 to 5, under their name, and also `.std`, `.n`, `.low`
    and `.high`. `player` is None in the row for everybody. Arguments and errors: as for `stats`.
    """
    with _filtered(source, game, where, since, include) as (store, _, filters):
        return [
            {"game": row.game, "player": row.player, "ratings": row.ratings, **_figures(row.figures)}
            for wanted in filters
            for row in given_ratings(store, wanted)
        ]


def unsigned(
    source: PathName | None = None,
    game: str | None = None,
    where: Mapping[str, str] | None = None,
    *,
    since: str | None = None,
    include: Collection[str] = (),
) -> list[Row]:
    """How often people took a player for the other kind in "Who is the machine?": a row per game and player.

    A bot or a model has `passed`, a person `taken_for_machine`, each with `.n` (bets), `.low` and `.high`; `chance`
    is its chance level. `player` is None in the rows for all machines and for all people. Arguments and errors: as
    for `stats`.
    """
    with _filtered(source, game, where, since, include) as (store, _, filters):
        return [_taken_row(row) for one in filters for row in rows_of(one.game, store.bets(one))]


def bets(
    source: PathName | None = None,
    game: str | None = None,
    where: Mapping[str, str] | None = None,
    *,
    since: str | None = None,
    include: Collection[str] = (),
) -> list[Row]:
    """The bets behind `unsigned`, one row each, with the columns of `export --format bets`.

    Arguments and errors: as for `stats`.
    """
    with _filtered(source, game, where, since, include) as (store, _, filters):
        return [bet_row(bet) for one in filters for bet in store.bets(one)]


def _taken_row(row: Taken) -> Row:
    """The row of a player without anything nested."""
    told = {"game": row.game, **row.to_json()}
    return {name: value for name, value in told.items() if name != row.name} | _figures(
        {row.name: row.figure}
    )


@contextmanager
def _filtered(
    source: PathName | None,
    game: str | None,
    where: Mapping[str, str] | None,
    since: str | None,
    include: Collection[str],
) -> Iterator[tuple[Store, Catalogue, list[Filter]]]:
    """An opened save file, and a filter for each game, or for the one game that is named.

    Raises BadFile, BadFilter, SaveError.
    """
    catalogue = home().catalogue
    infos = [catalogue.game(game)] if game is not None else list(catalogue.games.values())
    filters = [filter_of(catalogue, info.id, where, since, include) for info in infos]
    with opened_file(source, catalogue) as store:
        check_condition(store, replace(filters[0], game=game or ""))
        yield store, catalogue, filters


def filter_of(
    catalogue: Catalogue,
    game: str,
    where: Mapping[str, str] | None,
    since: str | None,
    include: Collection[str],
) -> Filter:
    """The filter from a caller's arguments. Raises BadFilter for an unknown key or another game's option."""
    given = {str(name): str(value) for name, value in (where or {}).items() if value is not None}
    chosen = narrowed(catalogue.games.get(game), given)
    return Filter(game, since=since, include=frozenset(include), **chosen)


def _flat(row: StatRow) -> Row:
    """A row of the stats without anything nested."""
    flat: Row = {
        "game": row.game,
        "seat": row.seat,
        "kind": row.kind,
        "player": row.player,
        "condition": row.condition,
        "variant": row.variant,
        "partner": row.partner,
        "started": row.started,
        "sessions": row.sessions,
    }
    return flat | _figures(row.figures)


def _figures(figures: Mapping[str, Figure]) -> Row:
    """Each figure under its name, and its other known values under the name with a dot and a suffix."""
    flat: Row = {}
    for name, one in figures.items():
        known = {
            "": one.value,
            ".std": one.std,
            ".n": one.n,
            ".low": one.low,
            ".high": one.high,
            ".items": one.items,
        }
        flat |= {f"{name}{end}": value for end, value in known.items() if value is not None or not end}
    return flat


def _shown(one: Incoming) -> Incoming:
    """The session as it may be shown: while it is blind, its row doesn't reveal the players."""
    session, play = blind.shown(one.session, one.play)
    if session is one.session:
        return one
    return replace(one, session=session, play=play, metrics=one.info.compute(play), differences=())


def _row(one: Incoming) -> Row:
    """The row of one session: its set-up, its players, how it ended, what it cost, and its metrics.

    Tokens and cost are given for all seats and probes together, and for each seat that was asked.
    """
    session, outcome = one.session, one.play.outcome()
    setup, counts = session.setup, one.play.counts()
    setting = setting_of(one.info, setup)
    probes = probed(one.play.events)
    cost = total_usage([*counts.values(), *([probes] if probes else ())])
    return {
        "id": session.id,
        "game": session.game,
        "started": session.started,
        "preset": setup.preset,
        "condition": setting.name,
        "variant": setting.variant,
        "deck": setup.deck,
        "item": one.info.item(one.play),
        "seed": setup.seed,
        "repetition": setup.repetition,
        "run": setup.extra.get("run"),
        **{f"option.{name}": value for name, value in setup.options.items()},
        **{f"player.{seat}": player_name(spec) for seat, spec in session.seats.items()},
        **{f"model.{seat}": spec.get("model") for seat, spec in session.seats.items()},
        **{f"{name}.{seat}": known[name] for seat, known in counts.items() for name in cost},
        **cost,
        "result": outcome.result,
        "cause": outcome.cause,
        "score": one.info.main_score(one.play, one.metrics) if one.play.over else None,
        **one.metrics,
    }


def _found(where: Home, source: PathName | Mapping[str, Any]) -> Iterator[Incoming]:
    """The sessions of a source; warns of each unreadable session. Raises BadFile, SaveError."""
    if isinstance(source, Mapping):
        return iter([read_document(dict(source), "the session", where.catalogue)])
    path = expanded(Path(source))
    if not path.exists():
        raise BadFile(f"{one_line(str(path), 200)}: there is no such file or folder")
    if path.suffix not in FILES and (not path.is_dir() or save_file(path).exists()):
        return _in_save_file(save_file(path) if path.is_dir() else path, where.catalogue)
    files = sorted(one for one in path.iterdir() if one.suffix in FILES) if path.is_dir() else [path]
    if not files:
        raise BadFile(
            f"{one_line(str(path), 200)}: there is neither a save file nor session files in it ({' or '.join(FILES)})"
        )
    return _in_files(files, where.catalogue)


def _in_files(files: Iterable[Path], catalogue: Catalogue) -> Iterator[Incoming]:
    faults, any_read = [], False
    for file in files:
        for found in read_file(str(file), catalogue):
            if isinstance(found, str):
                faults.append(found)
            else:
                any_read = True
                yield found
    if faults and not any_read:
        raise BadFile(faults[0])
    for fault in faults:
        warnings.warn(f"left out: {fault}", stacklevel=2)


def _in_save_file(path: Path, catalogue: Catalogue) -> Iterator[Incoming]:
    with opened_file(path, catalogue) as store:
        ids = [row.id for row in store.every(SessionQuery(limit=1000))][::-1]
        yield from _saved(store, catalogue, ids)


@contextmanager
def opened_file(source: PathName | None, catalogue: Catalogue, *, reading: bool = True) -> Iterator[Store]:
    """An existing save file, opened; the user's own if `source` is None. Raises BadFile, SaveError."""
    path = save_file(source)
    if not path.is_file():
        raise BadFile(f"{one_line(str(path), 200)}: there's no save file")
    if reading and update_note(path):
        warnings.warn(
            f"{path}: an older version wrote this save file, so each call converts a copy first; to convert "
            f"the file once, run `tui-arena --data-dir {path.parent} stats`",
            stacklevel=3,
        )
    store = open_store(path, catalogue, read_only=reading).store
    try:
        yield store
    finally:
        store.close()


def _saved(store: Store, catalogue: Catalogue, ids: Iterable[str]) -> Iterator[Incoming]:
    def read(one: str) -> Incoming:
        session, info = opened(store, catalogue, one)
        with reading(one):
            play = session.fold(info.game)
            return Incoming(one, session, info, play, info.compute(play))

    return warning().each(ids, str, read)


def warning() -> Skipped:
    """Collects the sessions that a loop leaves out, and warns of each."""
    return Skipped(lambda error: warnings.warn(f"left out: {error}", stacklevel=2))
