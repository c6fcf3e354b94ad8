"""Shipped and user data files, read and checked once, handed on as plain values.

Law: the catalogue finds games by their folders, so that a new game is one new folder. A broken file
of the user's is reported in a sentence and left out; it never stops what does not need it.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.game import Bot, Data, Deck, Game, Lexicon
from tui_arena.core.options import Option
from tui_arena.core.record import Play
from tui_arena.core.text import clean, one_line

HERE = Path(__file__).parent
DECKS = HERE / "decks"
GAMES = HERE / "games"
DEMOS = HERE / "demos"
THEMES = next((p for p in (HERE / "themes", HERE.parent / "themes") if p.is_dir()), HERE / "themes")
"""In the package when it is installed from a wheel, beside it in a checkout."""
SAFE_NAME = re.compile(r"[A-Za-z0-9 _.-]{1,64}")
MAX_DECK = 8 * 1024 * 1024
MAX_LINE = 4096
MAX_THEME = 64 * 1024
MAX_THEMES = 200
"""Theme files read from one folder."""
MAX_FAULTS = 20
"""Faults of one file that are told one by one."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How a metric is named, read and drawn."""

    name: str
    label: str
    kind: Literal["flag", "count", "number", "list"]
    """flag: 0 or 1. count: a small whole number, drawn as a distribution. list: one value a turn."""
    better: Literal["high", "low", "none"]
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Main:
    """What a game's pictures show first."""

    metric: str
    """Its main figure."""
    share: str
    """The count that its distribution and share text show."""
    tries: str
    """The option that bounds that count."""


@dataclass(frozen=True, slots=True)
class AskText:
    """One ask of a game, as people and other programs read of it; the rules alone decide."""

    name: str
    seat: str
    """Group of the seat that is asked."""
    text: str
    """What is asked for."""
    form: str
    """How a reply looks."""
    when: str = ""
    """In which sessions it is asked; empty: in all."""


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    tagline: str
    order: int
    main: dict[str, str]
    deck: str | None = None
    words: str | None = None
    variant: str | None = None
    asks: dict[str, dict[str, Any]] = {}
    options: dict[str, dict[str, Any]] = {}
    presets: dict[str, dict[str, Any]] = {}
    metrics: dict[str, dict[str, Any]] = {}


@dataclass(frozen=True)
class GameInfo:
    """One game of the catalogue: its manifest, and its code when asked for."""

    id: str
    title: str
    tagline: str
    order: int
    folder: Path
    main: Main
    deck: str | None
    """The deck it is dealt from when none is named, without its number."""
    words: str | None
    """The word list it looks up, without its number."""
    variant: str | None
    """The option whose values make rows of their own in the stats."""
    asks: Mapping[str, AskText]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, Any]]
    metrics: Mapping[str, Metric]

    @cached_property
    def game(self) -> Game[Any]:
        """Its rules."""
        return cast("Game[Any]", self._module("rules").GAME)

    @cached_property
    def bot(self) -> Bot | None:
        """Its built-in player, made with the game's shipped words; None if it has none."""
        return self.bot_for(None)

    def bot_for(self, lexicon: Lexicon | None) -> Bot | None:
        """Its built-in player for a session that is played with a word list (None: the shipped one)."""
        if not (self.folder / "bot.py").exists():
            return None
        shipped = Catalogue()
        words = lexicon or shipped.lexicon(None, self)
        name = words.name if words else None
        if name not in self._bots:
            deck = shipped.deck(None, self).deck if self.deck else None
            self._bots[name] = cast("Bot", self._module("bot").make(deck, words))
        return self._bots[name]

    @cached_property
    def _bots(self) -> dict[str | None, Bot]:
        return {}

    @property
    def board(self) -> str | None:
        """The module of its board, for the app to import by name; None: the generic table."""
        return f"{self.package}.board" if (self.folder / "board.py").exists() else None

    @property
    def package(self) -> str:
        return f"tui_arena.games.{self.folder.name}"

    def compute(self, play: Play[Any]) -> dict[str, Any]:
        """Every metric of a session by name."""
        return cast("dict[str, Any]", self._module("metrics").compute(play))

    def main_score(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The solving side's score, 0 to 1; None when aborted or unfinished."""
        return cast("float | None", self._module("metrics").main_score(play, metrics))

    def explain(self, play: Play[Any], metric: str) -> list[str]:
        """How a metric of one session came about, line by line."""
        return cast("list[str]", self._module("metrics").explain(play, metric))

    def how_to_play(self) -> str:
        """Its rules for people, as Markdown."""
        return (self.folder / "how_to_play.md").read_text("utf-8")

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts for one ask, by section: `system`, `ask`, `fault.KIND`."""

    name: str
    variant: str
    """Empty for the plain one."""
    sections: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck with what belongs to it."""

    deck: Deck
    lexicon: Lexicon | None
    """A word list of its own; None: the game's newest."""
    faults: tuple[str, ...] = ()
    """Lines of the file that were left out, a sentence each."""


@dataclass(frozen=True, slots=True)
class ThemeFile:
    """A colour theme's file. Its colours are not checked yet: the app does that."""

    name: str
    path: Path
    values: Mapping[str, Any]
    """All that stands in the file but the name."""
    own: bool
    """Whether it is the user's."""


@dataclass(frozen=True, slots=True)
class ThemeFiles:
    """The theme files that could be read, and a sentence for each that could not."""

    loaded: tuple[ThemeFile, ...]
    faults: tuple[str, ...]


def _games() -> Iterator[GameInfo]:
    for path in sorted(GAMES.glob("*/game.toml")):
        yield read_manifest(path)


def read_manifest(path: Path) -> GameInfo:
    """The game of a manifest; raises BadFile with the path of what is wrong in it."""
    try:
        m = msgspec.convert(parse_toml(path), _Manifest)
        asks = {n: msgspec.convert({"name": n, **o}, AskText) for n, o in m.asks.items()}
        options = {
            n: msgspec.convert({"name": n, "default": None, **o}, Option) for n, o in m.options.items()
        }
        metrics = {n: msgspec.convert({"name": n, **o}, Metric) for n, o in m.metrics.items()}
        main = msgspec.convert(m.main, Main)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
    return GameInfo(
        id=m.id,
        title=m.title,
        tagline=m.tagline,
        order=m.order,
        folder=path.parent,
        main=main,
        deck=m.deck,
        words=m.words,
        variant=m.variant,
        asks=MappingProxyType(asks),
        options=MappingProxyType(options),
        presets=MappingProxyType(m.presets),
        metrics=MappingProxyType(metrics),
    )


@lru_cache(maxsize=1)
def shipped_games() -> Mapping[str, GameInfo]:
    """Every game by id, in the order of the home screen."""
    found = sorted(_games(), key=lambda g: (g.order, g.id))
    return MappingProxyType({g.id: g for g in found})


class Catalogue:
    """Everything there is to play with: shipped files, and the user's own beside them."""

    def __init__(self, user: Path | None = None) -> None:
        """`user`: the config folder with `decks`, `prompts` and `themes`; None: shipped files only."""
        self.user = user
        self._decks: dict[str, DeckFile] = {}

    @property
    def games(self) -> Mapping[str, GameInfo]:
        return shipped_games()

    def game(self, name: str) -> GameInfo:
        """A game by id; raises BadFile naming the games there are."""
        if name not in self.games:
            raise BadFile(f"no game {one_line(name, 40)!r}; games are {', '.join(self.games)}")
        return self.games[name]

    # decks and word lists

    def lexicon(self, name: str | None, info: GameInfo) -> Lexicon | None:
        """The word list of that name; None: the game's newest. None if it is not here."""
        if info.words is None:
            return None
        if name is not None and "@" in name:
            try:
                return self.deck(name, info).lexicon
            except BadFile:
                return None
        wanted = _numbered(name or info.words, "words")
        return _shipped_words(wanted.name.removesuffix(".words")) if wanted else None

    def deck(self, name: str | None, info: GameInfo) -> DeckFile:
        """A deck by name (`wordle`, `wordle-1`, a user's `NAME` or `NAME@digest`).

        Raises BadFile if there is none, it has another digest, or no line of it can be used.
        """
        name = name or info.deck
        if name is None:
            raise BadFile(f"{info.title} has no deck of its own; name one")
        if name not in self._decks:
            self._decks[name] = self._read_deck(name, info)
        return self._decks[name]

    def _read_deck(self, name: str, info: GameInfo) -> DeckFile:
        shipped = _numbered(name, "tsv") if info.deck and _base(name) == info.deck else None
        if shipped is not None:
            return DeckFile(_shipped_deck(shipped.stem, _sibling(shipped)), None)
        bare, _, digest = name.partition("@")
        path = self._user_file("decks", bare, ".tsv")
        if path is None or not path.is_file():
            known = ", ".join(self.deck_names(info))
            raise BadFile(f"no deck {one_line(name, 40)!r} for {info.title}; decks are {known}")
        raw = _read_bytes(path)
        actual = hashlib.sha256(raw).hexdigest()[:12]
        if digest and digest != actual:
            raise BadFile(f"{path}: has changed since (now {bare}@{actual}, not {name})")
        return _user_deck(path, raw, f"{bare}@{actual}")

    def deck_names(self, info: GameInfo) -> list[str]:
        """Names of the decks for a game: its own, then the user's."""
        own = [info.deck] if info.deck else []
        folder = self.user / "decks" if self.user else None
        users = sorted(p.stem for p in folder.glob("*.tsv")) if folder and folder.is_dir() else []
        return own + users

    def _user_file(self, kind: str, name: str, suffix: str) -> Path | None:
        """A file in the user's folder; None for a name that is unsafe or leads out of it."""
        if self.user is None or not SAFE_NAME.fullmatch(name):
            return None
        base = (self.user / kind).resolve()
        path = (base / f"{name}{suffix}").resolve()
        return path if path.is_relative_to(base) else None

    # themes

    def themes(self) -> ThemeFiles:
        """Every theme file: the shipped ones, then the user's, each by its name."""
        loaded: dict[str, ThemeFile] = {}
        faults: list[str] = []
        for path in sorted(THEMES.glob("*.toml")):
            theme = _theme(path, own=False)
            loaded[theme.name] = theme
        folder = self.user / "themes" if self.user else None
        found = sorted(folder.glob("*.toml")) if folder and folder.is_dir() else []
        for path in found[:MAX_THEMES]:
            try:
                theme = _own_theme(path, loaded)
            except BadFile as error:
                faults.append(str(error))
                continue
            loaded[theme.name] = theme
        if len(found) > MAX_THEMES:
            faults.append(f"{folder}: {len(found)} themes; the first {MAX_THEMES} are read")
        return ThemeFiles(tuple(loaded.values()), tuple(faults))

    # prompts

    def prompt_variants(self, info: GameInfo, ask: str) -> list[str]:
        """The variants of an ask's prompt; the plain one is the empty name and comes first."""
        names = {p.name for p in (info.folder / "prompts").glob(f"{ask}*.md")}
        user = self._user_file("prompts", info.id, "")
        if user is not None and user.is_dir():
            names |= {p.name for p in user.glob(f"{ask}*.md")}
        parts = [n.removesuffix(".md").partition(".") for n in names]
        return sorted(variant for name, _, variant in parts if name == ask)

    def prompt(self, info: GameInfo, ask: str, variant: str = "") -> Prompt:
        """The prompt of an ask, the user's own before the shipped one; raises BadFile."""
        file = f"{ask}.{variant}.md" if variant else f"{ask}.md"
        user = self._user_file(f"prompts/{info.id}", file, "")
        path = user if user is not None and user.is_file() else info.folder / "prompts" / file
        if not path.is_file():
            allowed = ", ".join(v or "plain" for v in self.prompt_variants(info, ask))
            raise BadFile(f"no prompt {file!r} for {info.title}; variants are {allowed}")
        text = clean(_read_bytes(path, 64 * 1024).decode("utf-8", "replace"), None)
        return Prompt(ask, variant, MappingProxyType(_sections(text)))


def _sections(text: str) -> dict[str, str]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.split("\n"):
        if line.startswith("# "):
            current = sections.setdefault(line[2:].strip(), [])
        else:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in sections.items()}


# files


def _read_bytes(path: Path, limit: int = MAX_DECK) -> bytes:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: can't be read ({error.strerror})") from None
    if len(raw) > limit:
        raise BadFile(f"{path}: {len(raw)} bytes; at most {limit} are allowed")
    return raw


def _own_theme(path: Path, others: Mapping[str, ThemeFile]) -> ThemeFile:
    """A theme of the user's; raises BadFile."""
    shown = path.with_name(one_line(path.name, 80))
    if not SAFE_NAME.fullmatch(path.name):
        raise BadFile(f"{shown}: a theme's file name has letters, digits, blanks and _ . - only, at most 64")
    try:
        if not path.is_file():
            raise BadFile(f"{shown}: is no file")
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise BadFile(f"{shown}: leads out of the themes folder; copy the file there instead")
        size = path.stat().st_size
    except OSError as error:
        raise BadFile(f"{shown}: can't be read ({error.strerror})") from None
    if size > MAX_THEME:
        raise BadFile(f"{shown}: {size} bytes; at most {MAX_THEME} are allowed")
    theme = _theme(path, own=True)
    if theme.name in others:
        raise BadFile(f"{shown}: there is a theme {theme.name!r} already, in {others[theme.name].path}")
    return theme


def _theme(path: Path, *, own: bool) -> ThemeFile:
    values = parse_toml(path, MAX_THEME)
    name = values.pop("name", path.stem)
    if not isinstance(name, str) or not SAFE_NAME.fullmatch(name):
        raise BadFile(
            f"{path}: name can't be {one_line(repr(name), 80)}; letters, digits, blanks and _ . - only"
        )
    return ThemeFile(name, path, MappingProxyType(values), own)


def _base(name: str) -> str:
    head, _, number = name.rpartition("-")
    return head if head and number.isdigit() else name


def _numbered(name: str, suffix: str) -> Path | None:
    """The shipped file of a numbered name, or the newest of a name without a number."""
    if not SAFE_NAME.fullmatch(name):
        return None
    exact = DECKS / f"{name}.{suffix}"
    if exact.is_file() and _base(name) != name:
        return exact
    found = [p for p in DECKS.glob(f"{name}-*.{suffix}") if _base(p.stem) == name]
    return max(found, key=lambda p: int(p.stem.rpartition("-")[2]), default=None)


def _sibling(deck: Path) -> str:
    """The lexicon that a shipped deck takes its clues from: the one of its own number."""
    return f"lexicon-{deck.stem.rpartition('-')[2]}"


@lru_cache(maxsize=8)
def _shipped_words(name: str) -> Lexicon:
    return Lexicon(name, frozenset((DECKS / f"{name}.words").read_text("utf-8").split()))


@lru_cache(maxsize=8)
def _shipped_lexicon(name: str) -> Mapping[str, Data]:
    rows = _rows((DECKS / f"{name}.tsv").read_text("utf-8"))
    return {row["word"]: _entry(row) for _, row in rows}


@lru_cache(maxsize=8)
def _shipped_deck(name: str, lexicon: str) -> Deck:
    entries = _shipped_lexicon(lexicon)
    rows = _rows((DECKS / f"{name}.tsv").read_text("utf-8"))
    return Deck(name, tuple({**entries[row["word"]], **row} for _, row in rows))


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Line number and values by column of a file with tabs and a header line."""
    lines = text.splitlines()
    header = lines[0].split("\t") if lines else []
    return [
        (number, dict(zip(header, line.split("\t"), strict=False)))
        for number, line in enumerate(lines[1:], 2)
        if line.strip() and not line.startswith("#")
    ]


def _entry(row: Mapping[str, str]) -> dict[str, Any]:
    return {
        "word": row["word"],
        "frequency": float(row.get("frequency") or 0.0),
        "topics": tuple(t for t in row.get("topics", "").split(",") if t),
        "clues": tuple(c.strip() for c in row.get("clues", "").split(" | ") if c.strip()),
    }


def _user_deck(path: Path, raw: bytes, name: str) -> DeckFile:
    """A user's deck; raises BadFile if no line of it can be used."""
    text = clean(raw.decode("utf-8", "replace"), None)
    faults: list[str] = []
    items: dict[str, dict[str, Any]] = {}
    for number, row in _rows(text):
        try:
            item = _user_item(row)
        except ValueError as error:
            faults.append(f"{path} line {number}: {error}")
            continue
        if item["word"] in items:
            faults.append(f"{path} line {number}: {item['word']} stands there twice")
            continue
        items[item["word"]] = item
    if not items:
        first = faults[0] if faults else f"{path}: holds no words"
        raise BadFile(f"{first}. A deck has a header line `word<TAB>clues` and a word a line.")
    _grouped(items)
    more = len(faults) - MAX_FAULTS
    told = faults[:MAX_FAULTS] + ([f"{path}: {more} more lines left out"] if more > 0 else [])
    return DeckFile(Deck(name, tuple(items.values())), _own_words(path, name, items), tuple(told))


def _user_item(row: Mapping[str, str]) -> dict[str, Any]:
    if "word" not in row:
        raise ValueError("no column `word`; the header line must name it")
    word = row["word"].strip().lower()
    if not re.fullmatch(r"[a-z]{5}", word):
        raise ValueError(f"{one_line(word, 24)!r} is not five letters a-z")
    try:
        item = _entry({**row, "word": word})
    except ValueError:
        raise ValueError(f"frequency {one_line(row['frequency'], 24)!r} is no number") from None
    if any(len(clue) > MAX_LINE for clue in item["clues"]):
        raise ValueError(f"a clue is longer than {MAX_LINE} characters")
    return item


def _grouped(items: Mapping[str, dict[str, Any]]) -> None:
    """Cut a deck into three groups by frequency; a remainder goes to `low`, then `medium`."""
    ranked = sorted(items, key=lambda w: (-items[w]["frequency"], w))
    third, rest = divmod(len(ranked), 3)
    bounds = (third, 2 * third + (rest == 2))
    for i, word in enumerate(ranked):
        items[word]["group"] = "high" if i < bounds[0] else "medium" if i < bounds[1] else "low"


def _own_words(path: Path, name: str, items: Mapping[str, Any]) -> Lexicon | None:
    words = path.with_suffix(".words")
    if not words.is_file():
        return None
    listed = frozenset(_read_bytes(words).decode("utf-8", "replace").lower().split())
    return Lexicon(name, listed | frozenset(items))


def demo_files() -> Sequence[Path]:
    """The shipped demo sessions, as session files."""
    return sorted(DEMOS.glob("*.json"))


def read_text(path: Path, limit: int) -> str:
    """A file from outside as text; raises BadFile."""
    return _read_bytes(path, limit).decode("utf-8", "surrogateescape")


def read_script(path: Path) -> list[tuple[str, str]]:
    """The (ask, text) pairs of a script player's file, one JSON object a line; raises BadFile."""
    replies = []
    for number, line in enumerate(read_text(path, MAX_DECK).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            replies.append((str(row["ask"]), clean(str(row["text"]))))
        except (ValueError, KeyError, TypeError, RecursionError):
            form = '{"ask": "guess", "text": "slate"}'
            raise BadFile(f"{path} line {number}: not of the form {form}") from None
    return replies
