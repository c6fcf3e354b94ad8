"""Studies: a file that names players, games, presets, prompts and options, and the runs that follow from it.

Every cell of the matrix is one ordinary run. Its id follows from the study's name and from what the cell
plays. So a study needs no memory of its own: the runs in the save file show its progress. All cells of a game
have the same seeds, and so the same items.

Law: the id of a run doesn't depend on budget, concurrency, titles or the other cells. So a file may get more
players or more money, and sessions that were played still count.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from tui_arena.batch.history import PastRun, RunState, past_runs
from tui_arena.batch.run import (
    MOST_SESSIONS,
    NOTE,
    Budgets,
    NoRun,
    Run,
    check,
    is_model,
    no_variant,
    note_of,
    recall,
    remember,
)
from tui_arena.batch.setups import check_setups, dealt_out, numbered_deck
from tui_arena.config import BadFile, ModelBook, parse_toml
from tui_arena.config.models import may_be_sampled, sampling_fault
from tui_arena.config.process import MOST_AT_ONCE
from tui_arena.core.base32 import letters
from tui_arena.core.options import BadOption, Option, resolve
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, items_of, new_session, no_seat, variants
from tui_arena.players.seating import PLAIN, BadPlayer, Cast, is_gone, read_player
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import OWN

MOST_CELLS = 10_000
_MOST = {"items": MOST_SESSIONS, "repetitions": 10_000, "passes": MOST_SESSIONS}
_SHARED = ("players", "prompts", "seeds", *_MOST)
"""Keys that a `[[game]]` takes from the whole study if it doesn't set them itself."""
_ID_CHARS = 26
_BIGGEST = 2**53
_NAME_CHARS = 60


class StudyGame(msgspec.Struct, frozen=True):
    """One `[[game]]` of a study: the game, its players and its options."""

    game: str
    on: list[str]
    """The seats that the study's players take; each player takes all of them at once."""
    label: str = ""
    """The game's name in tables; empty: the game's id."""
    players: list[str] = []
    """PLAYER texts; empty: the players of the whole study."""
    seats: dict[str, str] = {}
    """Maps the other seats to PLAYER texts; a seat that isn't named gets a bot."""
    presets: list[str] = []
    decks: list[str] = []
    options: dict[str, Any] = {}
    """Maps each option to a value, or to a list of values, each of which makes its own cells."""
    prompts: list[str] = []
    """Prompt variants of models on the seats `on`; empty: the variants of the whole study."""
    prompt: dict[str, str] = {}
    """Maps other seats to the prompt variants of their models."""
    sampling: dict[str, dict[str, Any]] = {}
    """Maps seats to the sampling parameters that their models are sent."""
    seeds: list[int] = []
    """Empty: the seeds of the whole study."""
    items: int = 0
    """The number of set-ups, each with a different secret; 0: as many as in the whole study."""
    repetitions: int = 0
    """How often each set-up is played; 0: as often as in the whole study."""
    passes: int = 0
    """How often a run may go through the deck; 0: as often as in the whole study."""
    probe: str | None = None
    """The player who answers probes during the game: `self` or a PLAYER text."""
    sorter: str | None = None
    metrics: list[str] = []
    """The columns of its tables; empty: the metrics by which runs of the game are compared."""


class _StudyFile(msgspec.Struct, frozen=True):
    """A study's file."""

    name: str
    game: list[StudyGame]
    title: str = ""
    about: str = ""
    source: str = ""
    licence: str = ""
    players: list[str] = []
    prompts: list[str] = []
    items: int = 1
    repetitions: int = 1
    passes: int = 1
    seeds: list[int] = msgspec.field(default_factory=lambda: [0])
    concurrency: int = 4
    budget: Budgets = Budgets()


@dataclass(frozen=True, slots=True)
class StudyCell:
    """One cell of the matrix and its run."""

    place: str
    """The cell's place in the file: `game 2 (things), bot:hard`."""
    label: str
    player: str
    on: tuple[str, ...]
    """The seats that the player takes."""
    options: Mapping[str, Any]
    """Maps the options for which the file lists several values to the values of this cell."""
    prompt: str | None
    run: Run
    """The run as the file describes it; its deck, models and items are settled when it begins."""
    passes: int = 1
    """How often the run may go through the deck."""


@dataclass(frozen=True, slots=True)
class Study:
    """A study read from its file, with all its cells."""

    path: Path
    name: str
    title: str
    about: str
    source: str
    licence: str
    concurrency: int
    budgets: Budgets
    cells: tuple[StudyCell, ...]
    metrics: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Maps labels of games to the metrics that they name."""

    @property
    def total(self) -> int:
        """The number of sessions."""
        return sum(cell.run.total for cell in self.cells)

    @property
    def shown(self) -> str:
        """The study's title; its name if it has none."""
        return self.title or self.name


def read_study(path: Path, registry: ModelRegistry, players: Sequence[str] = ()) -> Study:
    """The study in a file, with its matrix; `players`: replace the file's players. Loads no model library.

    Raises BadFile with file and place for an unknown key, name or value, and for a matrix that is too big.
    """
    return _Reader(path, registry).study(players)


def check_study(study: Study, registry: ModelRegistry, store: Store | None = None) -> list[str]:
    """Check that every cell can be played. Returns one sentence for each thing that the user may not expect.

    Runs that were begun in `store` continue unchanged. Loads the model library if a model takes part. Raises
    BadFile with file and place.
    """
    begun = store.notes(NOTE) if store is not None else {}
    remarks: dict[str, None] = {}
    for cell in study.cells:
        try:
            run = settled(cell.run, registry)
            check(run, registry)
            found = check_setups(run, registry, deck_named=cell.run.deck is not None)
            if NOTE + run.id not in begun:
                _check_items(run, cell.passes, registry)
        except (BadPlayer, BadOption, BadFile) as error:
            raise BadFile(f"{study.path}: {cell.place}: {error}") from None
        remarks |= dict.fromkeys(f"{cell.label}: {sentence}" for sentence in found)
    return list(remarks)


def _check_items(run: Run, passes: int, registry: ModelRegistry) -> None:
    """Raise BadOption if a run would have to deal more items than there are."""
    session, _ = new_session(run.opening(registry), registry.catalogue, id="-", seed=run.seed, started=None)
    there = len(items_of(session, registry.catalogue.game(run.game)))
    if there and run.sessions > passes * there:
        needed = -(-run.sessions // there)
        raise BadOption(
            f"items can't be {run.sessions}: {run.deck} has {there} with these options; `passes = {needed}` lets the "
            "run go through them that many times"
        )


def settled(run: Run, registry: ModelRegistry) -> Run:
    """A cell's run as it begins: with the deck's number, and the entries of its models.

    Raises BadFile, BadPlayer.
    """
    deck = numbered_deck(run.deck, registry.catalogue.game(run.game), registry.catalogue)
    return replace(run, deck=deck).with_models(registry)


def check_known(cast: Cast, book: ModelBook) -> None:
    """Raise BadPlayer if a player is a model that isn't configured."""
    for one in cast.choices or (cast,):
        if one.entry and is_gone(f"model:{one.entry.name}", book):
            said = (
                f"there is no model {one_line(one.entry.name, 40)!r}; configured: "
                f"{', '.join(book.all) or 'none'}"
            )
            raise BadPlayer(f"{said}; name any other model as PROVIDER/MODEL")


class _Reader:
    """Reads one file; every fault is a sentence with the file and the place in it."""

    def __init__(self, path: Path, registry: ModelRegistry) -> None:
        self._path = path
        self._catalogue = registry.catalogue
        self._registry = registry

    def study(self, players: Sequence[str]) -> Study:
        file = self._file()
        if players:
            file = msgspec.structs.replace(file, players=[*players])
        name = one_line(file.name, _NAME_CHARS)
        if not name or name != file.name or not all(c.isalnum() or c in "-_." for c in name):
            self._fail("name", "may only have letters, digits, - _ and .")
        self._numbers(file, "")
        self._whole("concurrency", file.concurrency, 1, MOST_AT_ONCE)
        for key, value in asdict(file.budget).items():
            if value is not None and not 0 < value < _BIGGEST:
                self._fail(f"budget, {key}", "must be more than 0")
        if not file.game:
            self._fail("game", "is missing; a study needs at least one [[game]]")
        file = msgspec.structs.replace(file, game=[_filled(one, file) for one in file.game])
        places = [f"game {n} ({one_line(one.label or one.game, 30)})" for n, one in enumerate(file.game, 1)]
        labels = self._labels(file, places)
        self._count(file, places)
        cells: dict[str, StudyCell] = {}
        for place, label, game in zip(places, labels, file.game, strict=True):
            for cell in self._cells(file, game, place, label):
                if cell.run.id in cells:
                    self._fail(cell.place, f"is the same as {cells[cell.run.id].place}")
                cells[cell.run.id] = replace(cell, run=replace(cell.run, budgets=file.budget))
        return Study(
            self._path,
            name,
            one_line(file.title, 200),
            file.about.strip(),
            one_line(file.source, 400),
            one_line(file.licence, 60),
            file.concurrency,
            file.budget,
            tuple(cells.values()),
            {label: tuple(game.metrics) for label, game in zip(labels, file.game, strict=True)},
        )

    def _file(self) -> _StudyFile:
        try:
            values = parse_toml(self._path)
        except OSError as error:
            raise BadFile(f"{self._path}: can't be read ({error.strerror})") from None
        self._keys(values, _StudyFile, "")
        if isinstance(values.get("budget"), dict):
            self._keys(values["budget"], Budgets, "budget")
        games = values.get("game")
        for number, one in enumerate(games if isinstance(games, list) else (), 1):
            if isinstance(one, dict):
                self._keys(one, StudyGame, f"game {number}")
        try:
            return msgspec.convert(values, _StudyFile)
        except msgspec.ValidationError as error:
            why, _, where = str(error).partition(" - at `$")
            self._fail(_place(where.rstrip("`")), one_line(why.replace("`", ""), 120))

    def _keys(self, values: Mapping[str, Any], shape: type, place: str) -> None:
        for key in values:
            if key not in shape.__annotations__:
                allowed = ", ".join(shape.__annotations__)
                self._fail(place, f"unknown key {one_line(key, 40)!r}; allowed: {allowed}")

    def _fail(self, place: str, why: str) -> NoReturn:
        raise BadFile(f"{self._path}: {place + ': ' if place else ''}{why}")

    def _whole(self, place: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            self._fail(place, f"can't be {value}; allowed: a whole number, {low} to {high}")

    def _numbers(self, of: _StudyFile | StudyGame, place: str) -> None:
        """Check the keys that a study and a `[[game]]` share. `place`: the text before a key in messages."""
        for key, most in _MOST.items():
            self._whole(f"{place}{key}", getattr(of, key), 1, most)
        self._each(f"{place}seeds", of.seeds)
        for seed in of.seeds:
            self._whole(f"{place}seeds", seed, -_BIGGEST, _BIGGEST)

    def _each(self, place: str, values: Sequence[object]) -> None:
        """Check that the list of an axis isn't empty and has each value once."""
        if not values:
            self._fail(place, "is an empty list")
        twice = next((value for i, value in enumerate(values) if value in values[:i]), None)
        if twice is not None:
            self._fail(place, f"has {one_line(str(twice), 40)} twice")

    def _labels(self, file: _StudyFile, places: Sequence[str]) -> list[str]:
        labels = [one_line(game.label, 60) or game.game for game in file.game]
        for i, label in enumerate(labels):
            if label in labels[:i]:
                self._fail(places[i], "occurs twice; give each a `label` to tell them apart in tables")
        return labels

    def _count(self, file: _StudyFile, places: Sequence[str]) -> None:
        """Refuse a matrix that is too big before any cell is made."""
        cells = sessions = 0
        for place, game in zip(places, file.game, strict=True):
            self._numbers(game, f"{place}, ")
            axes: list[Sequence[object]] = [game.seeds, game.players, game.presets, game.decks, game.prompts]
            axes += [value for value in game.options.values() if isinstance(value, list)]
            here = prod(len(axis) or 1 for axis in axes)
            cells += here
            sessions += here * game.items * game.repetitions
        if sessions > MOST_SESSIONS:
            self._fail("", f"has {sessions:,} sessions; at most {MOST_SESSIONS:,} are allowed")
        if cells > MOST_CELLS:
            self._fail("", f"has {cells:,} cells; at most {MOST_CELLS:,} are allowed")

    def _cells(self, file: _StudyFile, game: StudyGame, place: str, label: str) -> Iterator[StudyCell]:
        with self._at(f"{place}, game"):
            info = self._catalogue.game(game.game)
        prompts = game.prompts or [PLAIN]
        for name in ("presets", "decks"):
            if axis := getattr(game, name):
                self._each(f"{place}, {name}", axis)
        self._each(f"{place}, players", game.players)
        self._each(f"{place}, prompts", prompts)
        self._each(f"{place}, on", game.on)
        self._metrics(game, info, place)
        options = self._options(game, info, place)
        presets: list[str | None] = [*game.presets] or [None]
        decks: list[str | None] = [*game.decks] or [None]
        for deck in game.decks:
            with self._at(f"{place}, decks"):
                self._catalogue.deck(deck, info)
        for preset, chosen in product(presets, _choices(options)):
            with self._at(f"{place}, presets"):
                values = resolve(info.options, info.presets, chosen, preset)
            self._seats(game, info, values, prompts, place)
            several = {name: value for name, value in chosen.items() if isinstance(game.options[name], list)}
            for player, named, prompt, seed in product(
                game.players, decks, self._prompts(prompts, place), game.seeds
            ):
                asked = self._asks(player, f"{place}, players")
                if not asked and prompt != prompts[0]:
                    continue  # a bot has no prompt, so it gets only one cell
                run = Run(
                    "",
                    info.id,
                    seed,
                    game.items,
                    game.repetitions if game.repetitions > 1 else None,
                    {**game.seats, **dict.fromkeys(game.on, player)},
                    chosen,
                    preset,
                    named,
                    RANDOM if prompt == RANDOM and asked else None,
                    self._own(game, prompt if asked else None, player, place),
                    probe=game.probe,
                    sorter=game.sorter,
                    study=file.name,
                )
                run = replace(run, id=run_id(file.name, run))
                where = f"{place}, {one_line(player, 60)}"
                yield StudyCell(
                    where, label, player, tuple(game.on), several, prompt if asked else None, run, game.passes
                )

    def _options(self, game: StudyGame, info: GameInfo, place: str) -> dict[str, list[Any]]:
        """The values of each option that the file names."""
        found = {}
        for name, given in game.options.items():
            if name not in info.options:
                self._fail(
                    f"{place}, options",
                    f"{info.title} has no option {one_line(name, 40)!r}; allowed: {', '.join(info.options)}",
                )
            values = given if isinstance(given, list) else [given]
            with self._at(f"{place}, options"):
                found[name] = [_read(info.options[name], value) for value in values]
            self._each(f"{place}, options, {name}", found[name])
        return found

    def _metrics(self, game: StudyGame, info: GameInfo, place: str) -> None:
        known = [*info.metrics, *OWN]
        for name in game.metrics:
            if name not in known:
                said = f"{info.title} has no metric {one_line(name, 40)!r}; allowed: {', '.join(known)}"
                self._fail(f"{place}, metrics", said)

    def _seats(
        self, game: StudyGame, info: GameInfo, options: Mapping[str, Any], prompts: Sequence[str], place: str
    ) -> None:
        groups = {seat.name: seat.group for seat in info.game.seats(options)}
        named = {"on": game.on, "seats": game.seats, "prompt": game.prompt, "sampling": game.sampling}
        for key, seats in named.items():
            for seat in seats:
                if seat not in groups:
                    self._fail(f"{place}, {key}", no_seat(seat, info, groups))
        for seat in game.on:
            if seat in game.seats:
                self._fail(f"{place}, seats", f"{seat} is also a seat for the study's players (`on`)")
            if seat in game.prompt:
                self._fail(f"{place}, prompt", f"{seat} is a seat of `on`; name its variants with `prompts`")
            known = [*variants(info, self._catalogue, groups[seat]), RANDOM]
            self._has_variants(seat, prompts, known, f"{place}, prompts")
        for seat, text in game.seats.items():
            self._asks(text, f"{place}, seats, {seat}")
        for seat, variant in game.prompt.items():
            if not self._asks(game.seats.get(seat, "bot"), f"{place}, seats, {seat}"):
                self._fail(f"{place}, prompt", f"{seat} isn't a model, so it has no prompt")
            known = variants(info, self._catalogue, groups[seat])
            self._has_variants(seat, [variant], known, f"{place}, prompt")

    def _has_variants(self, seat: str, named: Sequence[str], known: Sequence[str], place: str) -> None:
        for variant in named:
            if variant not in known:
                self._fail(place, no_variant(variant, known, seat))

    def _prompts(self, prompts: Sequence[str], place: str) -> Sequence[str]:
        if RANDOM in prompts and len(prompts) > 1:
            self._fail(f"{place}, prompts", f"{RANDOM} must be alone, because it draws from all variants")
        return prompts

    def _asks(self, player: str, place: str) -> bool:
        """True if a PLAYER text names a model, which has a prompt."""
        with self._at(place):
            cast = read_player(player, book=self._registry.book)
        if cast.kind == "human":
            self._fail(place, "a person can't play in a study; open the app with `tui-arena play`")
        with self._at(place):
            check_known(cast, self._registry.book)
        return is_model(cast)

    def _own(self, game: StudyGame, prompt: str | None, player: str, place: str) -> dict[str, Any]:
        """Settings for the models on seats, by seat; players that aren't models get none."""
        own: dict[str, Any] = {}
        for seat, sampling in game.sampling.items():
            for key, value in sampling.items():
                if not key.isidentifier() or not may_be_sampled(key):
                    self._fail(f"{place}, sampling", f"{one_line(key, 40)!r} isn't a sampling parameter")
                if fault := sampling_fault(key, value):
                    self._fail(f"{place}, sampling", fault)
            sits = player if seat in game.on else game.seats.get(seat, "bot")
            if self._asks(sits, place):
                own[seat] = {"sampling": dict(sampling)}
        for seat in game.on if prompt not in (None, RANDOM) else ():
            own.setdefault(seat, {})["prompt"] = prompt
        for seat, variant in game.prompt.items():
            own.setdefault(seat, {})["prompt"] = variant
        return own

    @contextmanager
    def _at(self, place: str) -> Iterator[None]:
        """Adds the file and the place to errors about names and values."""
        try:
            yield
        except (BadPlayer, BadOption, BadFile) as error:
            self._fail(place, str(error))


def _filled(game: StudyGame, file: _StudyFile) -> StudyGame:
    """A game, completed with the values of the whole study."""
    taken = {key: getattr(file, key) for key in _SHARED if not getattr(game, key)}
    return msgspec.structs.replace(game, **taken)


def run_id(study: str, run: Run) -> str:
    """The id of a cell's run: always the same for a study's name and the settings that the run plays."""
    usual = Run("", "", 0)
    plays = {
        name: value
        for name in Run.__dataclass_fields__
        if name not in ("id", "models", "budgets", "study")
        and (value := getattr(run, name)) != getattr(usual, name)
    }
    told = json.dumps([study, plays], sort_keys=True, default=dict)
    return letters(int.from_bytes(hashlib.sha256(told.encode()).digest()[:16], "big") >> 1, _ID_CHARS)


def _choices(options: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Every combination of the options' values."""
    for values in product(*options.values()):
        yield dict(zip(options, values, strict=True))


def _read(option: Option, value: Any) -> Any:
    """An option's value: a text is read as on the command line, other values are kept. Raises BadOption."""
    return option.read(value) if isinstance(value, str) else option.check(value)


def _place(path: str) -> str:
    """A place, as msgspec names it, in words.

    >>> _place(".game[1].items")
    'game 2, items'
    """
    parts = [part for part in path.split(".") if part]
    words = []
    for part in parts:
        name, bracket, index = part.partition("[")
        number = index.rstrip("]")
        words.append(f"{name} {int(number) + 1}" if bracket and number.isdigit() else name)
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class CellState:
    """A cell with the state of its run."""

    cell: StudyCell
    past: PastRun | None
    """The run that was begun; None if the cell hasn't begun."""

    @property
    def done(self) -> int:
        """The number of sessions that are over."""
        return min(self.past.counts.over, self.cell.run.total) if self.past else 0

    @property
    def left(self) -> int:
        """The number of sessions that aren't over or haven't begun."""
        return self.cell.run.total - self.done

    @property
    def state(self) -> RunState:
        """The state of the cell's run."""
        return self.past.state if self.past else "not begun"


def states(study: Study, store: Store) -> list[CellState]:
    """A study's progress, cell by cell, according to the runs in the save file. Raises SaveError."""
    past = {one.run.id: one for one in past_runs(store)[0]}
    return [CellState(cell, past.get(cell.run.id)) for cell in study.cells]


def runs_of(study: Study, store: Store, registry: ModelRegistry) -> list[Run]:
    """The runs of a study as they were begun, or as they will begin; their budget is the file's.

    Raises SaveError; BadFile with file and place if a run that was begun can't be continued.
    """
    found = []
    for cell in study.cells:
        try:
            run = replace(recall(cell.run.id, store), budgets=cell.run.budgets)
            check(run, registry)
        except NoRun:
            run = dealt_out(settled(cell.run, registry), registry)
        except (BadPlayer, BadOption, BadFile) as error:
            raise BadFile(f"{study.path}: {cell.place}: {error}") from None
        found.append(run)
    return found


def begin(runs: Sequence[Run], store: Store) -> None:
    """Save the definitions of runs, before their first session. Raises SaveError."""
    notes = store.notes(NOTE)
    for run in runs:
        if notes.get(NOTE + run.id) != note_of(run):
            remember(run, store)


def study_json(study: Study, found: Sequence[CellState]) -> dict[str, Any]:
    """A study and its progress, as `study ... --json` prints it."""
    done = sum(one.done for one in found)
    return {
        "study": study.name,
        "title": study.shown,
        "sessions": study.total,
        "done": done,
        "left": study.total - done,
    }


def cell_json(one: CellState) -> dict[str, Any]:
    """A cell and its progress."""
    cell, run = one.cell, one.cell.run
    return {
        "run": run.id,
        "game": run.game,
        "label": cell.label,
        "player": cell.player,
        "on": list(cell.on),
        "preset": run.preset,
        "deck": run.deck,
        "options": dict(cell.options),
        "prompt": cell.prompt,
        "seed": run.seed,
        "items": run.sessions,
        "repetitions": run.repetitions or 1,
        "sessions": run.total,
        "done": one.done,
        "left": one.left,
    }


def cells_json(found: Sequence[CellState]) -> list[dict[str, Any]]:
    """All cells, each with its progress."""
    return [
        cell_json(one) | {"aborted": one.past.counts.aborted if one.past else 0, "state": one.state}
        for one in found
    ]
