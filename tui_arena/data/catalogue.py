"""The catalogue: one object for all games, decks, word lists, prompts, personas and themes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui_arena.config import BadFile, read_limited, write_own
from tui_arena.core.caches import let_go
from tui_arena.core.game import Deck, Lexicon, Setup, deck_base
from tui_arena.core.options import Option, resolve
from tui_arena.core.probes import BELIEF, CANDIDATES, SORTING
from tui_arena.core.text import clean, one_line
from tui_arena.data.decks import (
    DeckFile,
    DeckKind,
    shipped_deck,
    shipped_words,
    topics_in,
    user_deck,
    user_decks,
    user_words,
)
from tui_arena.data.files import PROMPTS, read_rows, user_file
from tui_arena.data.games import GameInfo
from tui_arena.data.installed import all_games, game_of_folder
from tui_arena.data.personas import Persona, characters, shelf

if TYPE_CHECKING:
    from tui_arena.data.themes import ThemeFiles

MAX_PROMPT = 64 * 1024
FAULTS = "fault"
"""The name of the file with the fault texts of all games."""
_BESIDE = (CANDIDATES, BELIEF, SORTING)
"""The asks that seats get outside the game."""
_KEEPING = (
    "tui_arena.core",
    "tui_arena.questions",
    "tui_arena.games",
    "tui_arena.data.decks",
    "tui_arena.data.entity_decks",
)
"""The modules whose caches hold results that can be made again at any time."""
_AT_ONCE = 64
"""The number of entities that are freed in one step, which takes under a millisecond."""
COMMON = (FAULTS, "json")
"""The files that are part of the prompts of all games."""
DIGEST_CHARS = 12


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts for one ask, from Markdown with a section for each part of the prompt.

    The sections are `system`, `ask`, `fault.KIND`, and possibly `start`, which opens the dialogue.
    """

    name: str
    variant: str
    """The variant's name; empty for the standard prompt."""
    sections: Mapping[str, str]

    @classmethod
    def of(cls, name: str, variant: str, text: str) -> Prompt:
        """The prompt with the sections of a Markdown text."""
        return cls(name, variant, MappingProxyType(_prompt_sections(clean(text, None))))

    @property
    def text(self) -> str:
        r"""The prompt as Markdown, always in the same form.

        >>> Prompt.of("guess", "", "# ask\n\n\nGuess.").text
        '# ask\nGuess.\n'
        """
        return "\n".join(f"# {name}\n{text}\n" for name, text in self.sections.items())


class Catalogue:
    """All shipped games and files, together with the user's own files."""

    def __init__(self, user: Path | None = None) -> None:
        """`user`: the config folder with `decks`, `prompts` and `themes`; None: only shipped files."""
        self.user = user
        self._decks: dict[tuple[str, DeckKind], DeckFile] = {}

    @property
    def games(self) -> Mapping[str, GameInfo]:
        """The shipped games, then the games of installed packages, by id."""
        return all_games().by_id

    @property
    def game_faults(self) -> tuple[str, ...]:
        """A sentence for each game that can't be used."""
        return all_games().faults

    def game(self, name: str) -> GameInfo:
        """The game with this id; raises BadFile, which lists the known games, or says what is wrong with it."""
        if (shipped := game_of_folder(name)) is not None:
            return shipped
        if name not in self.games:
            shown = repr(one_line(name, 40))
            why = next((fault for fault in self.game_faults if fault.startswith(f"The game {shown} ")), None)
            raise BadFile(why or f"no game {shown}; games are {', '.join(self.games)}")
        return self.games[name]

    def lexicon(self, name: str | None, info: GameInfo) -> Lexicon | None:
        """The word list with this name, or the game's newest if `name` is None.

        Returns None if this machine doesn't have it, or if the game has no word list.
        """
        if info.words is None:
            return None
        if name is not None and "@" in name:
            return user_words(self.user, name, info.letters)
        return shipped_words(name or info.words, info.deck_kind.folder)

    def deck(self, name: str | None, info: GameInfo) -> DeckFile:
        """A deck by name (`wordle`, `wordle-1`, a user's `NAME` or `NAME@digest`); None: the game's own deck.

        Raises BadFile if there is no such deck, if its digest differs, or if no line of it can be used.
        """
        name = name or info.deck
        if name is None:
            raise BadFile(
                f"{info.title} has no deck of its own. Name one (--deck NAME), name one in its game.toml, "
                "or let `deal` in its rules give the secret"
            )
        key = (name, info.deck_kind)
        found = self._decks.get(key)
        if found is None:
            found = self._decks[key] = self._read_deck(name, info)
        return found

    def forget(self) -> None:
        """Forget the decks read so far, so that the user's decks are read again when needed."""
        self._decks.clear()

    def let_go(self) -> None:
        """Free all decks, the bots, and what the bots made from the decks. They are read again when needed.

        This may run in a thread: memory is freed in steps, so that other threads can run in between.
        """
        whole = (file.deck for file in self._decks.values() if getattr(file.deck, "is_read", True))
        tables = [deck.knowledge for deck in whole if deck.knowledge is not None]
        entities = [entity for knowledge in tables if knowledge.is_read for entity in knowledge.entities]
        tables.clear()
        self.forget()
        for info in self.games.values():
            info.let_go()
        let_go(*_KEEPING)
        while entities:
            del entities[-_AT_ONCE:]

    def source(self, name: str | None, info: GameInfo) -> Deck | None:
        """The deck that a session names, if it is unchanged; None if it names none or the deck is missing."""
        if name is None:
            return None
        try:
            return self.deck(name, info).deck
        except BadFile:
            return None

    def deck_of(self, setup: Setup, info: GameInfo) -> Deck | None:
        """The deck of a session, or the game's own if it has none here; None if neither can be read."""
        if setup.source is not None:
            return setup.source
        try:
            return self.deck(None, info).deck
        except BadFile:
            return None

    def _read_deck(self, name: str, info: GameInfo) -> DeckFile:
        listed = deck_base(name) in info.decks
        shipped = shipped_deck(name, info.deck_kind) if listed else None
        own = DeckFile(shipped, None) if shipped else user_deck(self.user, name, info.deck_kind)
        if own is None:
            known = ", ".join(self.deck_names(info))
            raise BadFile(f"no deck {one_line(name, 40)!r} for {info.title}; decks are {known}")
        return own

    def deck_names(self, info: GameInfo) -> list[str]:
        """The names of the decks for a game: the shipped decks, then the user's."""
        return [*info.decks, *user_decks(self.user, info.deck_kind)[0]]

    def deck_faults(self) -> list[str]:
        """A sentence for each of the user's decks whose file name can't be used."""
        return user_decks(self.user)[1]

    def personas(self, info: GameInfo) -> tuple[Persona, ...]:
        """The personas for a game, the shipped and the user's. A game whose bots are all alike has no shipped ones."""
        return shelf(shipped_personas(info), self.user)[0]

    def persona_faults(self, info: GameInfo) -> tuple[str, ...]:
        """A sentence for each of the user's personas that can't be used."""
        return shelf(shipped_personas(info), self.user)[1]

    def topics(self, info: GameInfo) -> tuple[str, ...]:
        """The topics of the words that the game's bot knows, sorted; empty for most games."""
        if not (info.minds and info.knows):
            return ()
        return topics_in(info.knows, info.deck_kind)

    def themes(self) -> ThemeFiles:
        """Every theme file: the shipped files, then the user's."""
        from tui_arena.data.themes import read_themes  # noqa: PLC0415  (only the app has colours)

        return read_themes(self.user)

    def prompt_variants(self, info: GameInfo, ask: str) -> list[str]:
        """The variants of an ask's prompt; the standard prompt has the empty name and comes first."""
        names = {p.name for p in (info.folder / "prompts").glob(f"{ask}*.md")}
        folder = user_file(self.user, "prompts", info.id)
        if folder is not None and folder.is_dir():
            names |= {p.name for p in folder.glob(f"{ask}*.md") if self._own(info, p.name)}
        parts = [n.removesuffix(".md").partition(".") for n in names]
        return sorted(variant for name, _, variant in parts if name == ask)

    def prompt(self, info: GameInfo, ask: str, variant: str = "", *, or_plain: bool = False) -> Prompt:
        """The prompt of an ask; raises BadFile, which lists the variants.

        A user's file replaces the shipped file of the same name. A variant has only the sections in which it
        differs. Its other sections come from the plain file of its ask, and fault texts that neither file has
        from `prompts/fault.md`. `or_plain`: True gives an ask without this variant its plain prompt.
        """
        if or_plain and variant not in self.prompt_variants(info, ask):
            variant = ""
        path, plain = (self.prompt_file(info, ask, one) for one in (variant, ""))
        if not path.is_file():
            allowed = ", ".join(v or "plain" for v in self.prompt_variants(info, ask))
            raise BadFile(f"no prompt {path.name!r} for {info.title}; variants are {allowed}")
        sections = _prompt_sections(self.common_prompt(FAULTS))
        for one in (plain, path) if plain.is_file() else (path,):
            sections |= _prompt_sections(_prompt_text(one))
        return Prompt(ask, variant, MappingProxyType(sections))

    def own_sections(self, info: GameInfo, ask: str, variant: str) -> Prompt:
        """The sections that the file of a variant itself has, without sections from other files."""
        return Prompt.of(ask, variant, _prompt_text(self.prompt_file(info, ask, variant)))

    def prompt_file(self, info: GameInfo, ask: str, variant: str = "") -> Path:
        """The file that an ask's prompt is read from, the user's own if there is one; it may be missing."""
        file = _prompt_name(ask, variant)
        return self._own(info, file) or info.folder / "prompts" / file

    def add_prompt(self, info: GameInfo, prompt: Prompt) -> Path:
        """Write a prompt to a new file of the user's. If the same text is there already, nothing happens.

        Raises BadFile if another prompt has that name, or if there is no user folder to write to.
        """
        path = user_file(self.user, f"prompts/{info.id}", _prompt_name(prompt.name, prompt.variant))
        if path is None:
            raise BadFile(f"{prompt.variant}: there is no folder for a prompt with that name")
        there = self.prompt_file(info, prompt.name, prompt.variant)
        if there.exists():
            if _prompt_text(there) == prompt.text:
                return there
            raise BadFile(f"{there}: already exists; choose another name")
        return write_own(path, prompt.text)

    def prompt_digest(self, info: GameInfo, group: str, variant: str = "") -> str:
        """The first 12 hex digits of the SHA-256 of all texts in the prompts of a group of seats.

        An ask without this variant counts with its plain prompt; an ask outside the game counts only if the
        variant has a file for it. A changed file changes the digest.
        """
        asks = sorted(ask.name for ask in info.asks.values() if ask.seat == group)
        files = [f"{ask}.md" for ask in asks] + [
            f"{ask}.{variant}.md" for ask in (*asks, *_BESIDE) if variant
        ]
        paths = [self._own(info, name) or info.folder / "prompts" / name for name in files]
        paths += [self._common_path(name) for name in COMMON]
        return _digest(tuple((path, path.stat().st_mtime_ns) for path in paths if path.is_file()))

    def _own(self, info: GameInfo, file: str) -> Path | None:
        """The user's own prompt file of this name; None if there is none or the name is unsafe."""
        return self._own_file(f"prompts/{info.id}", file)

    def _own_file(self, kind: str, name: str) -> Path | None:
        """The user's own file; None if there is none or its name is unsafe.

        A missing file is the usual case, and one look at the disk shows it.
        """
        if self.user is None or not (self.user / kind / name).is_file():
            return None
        own = user_file(self.user, kind, name)
        return own if own is not None and own.is_file() else None

    def common_prompt(self, name: str) -> str:
        """A text that is part of the prompts of all games, such as the request for JSON.

        The user's own file takes precedence over the shipped file.
        """
        return _prompt_text(self._common_path(name)).strip()

    def _common_path(self, name: str) -> Path:
        return self._own_file("prompts", f"{name}.md") or PROMPTS / f"{name}.md"


@lru_cache(1024)
def _digest(files: tuple[tuple[Path, int], ...]) -> str:
    """The digest of the names and texts of prompt files. The times of change are only for the cache."""
    texts = [[path.name, _prompt_text(path)] for path, _ in files]
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:DIGEST_CHARS]


def _prompt_name(ask: str, variant: str) -> str:
    return f"{ask}.{variant}.md" if variant else f"{ask}.md"


def _prompt_text(path: Path) -> str:
    return clean(read_limited(path, MAX_PROMPT).decode("utf-8", "replace"), None)


def _prompt_sections(text: str) -> dict[str, str]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.split("\n"):
        if line.startswith("# "):
            current = sections.setdefault(line[2:].strip(), [])
        else:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in sections.items()}


def shipped_personas(info: GameInfo) -> tuple[Persona, ...]:
    """The shipped personas for a game, one for each character; empty if its bots are all alike."""
    return tuple(one.persona for one in characters().values()) if info.minds else ()


# games for programs


def game_json(info: GameInfo, catalogue: Catalogue) -> dict[str, Any]:
    """One game as plain values, with all that a program needs to play it; printed by `games --json`.

    A game of minds also has topics and personas.
    """
    from tui_arena.data.studies import pool_seats  # noqa: PLC0415  (only this needs it)

    game = {
        "id": info.id,
        "title": info.title,
        "tagline": info.tagline,
        "rules": info.game.rules,
        "main": asdict(info.main),
        "seats": seats_json(info),
        "asks": [asdict(ask) for ask in info.asks.values()],
        "facts": dict(info.facts),
        "options": [_option_json(option, info) for option in info.options.values()],
        "presets": {name: preset_values(info, name) for name in ("party", *info.presets)},
        "sampling": dict(info.sampling),
        "decks": catalogue.deck_names(info),
        "pools": pool_seats(info.id),
        "metrics": [asdict(metric) for metric in info.metrics.values()],
    }
    if info.minds:
        game["topics"] = list(catalogue.topics(info))
        shelf = catalogue.personas(info)
        game["personas"] = [{"name": one.name, **one.values, "own": one.own} for one in shelf]
    return game


def seats_json(info: GameInfo) -> list[dict[str, Any]]:
    """Every seat that the game may have, with the variants that have it."""
    found: dict[str, dict[str, Any]] = {}
    option = info.options.get(info.variant or "")
    for variant in option.choices if option else ("",):
        given: dict[str, Any] = {option.name: variant} if option else {}
        if info.seats_by:
            given[info.seats_by] = int(info.options[info.seats_by].max or 0)
        for seat in info.game.seats(resolve(info.options, info.presets, given)):
            row = found.setdefault(seat.name, {**asdict(seat), "variants": []})
            row["variants"].append(variant)
    return list(found.values())


def _option_json(option: Option, info: GameInfo) -> dict[str, Any]:
    row = {**asdict(option), "choices": list(option.choices)}
    row["presets"] = {name: preset_values(info, name)[option.name] for name in ("party", *info.presets)}
    return row


def preset_values(info: GameInfo, name: str) -> Mapping[str, Any]:
    """Maps every option to its value in a preset."""
    return resolve(info.options, info.presets, {}, name)


# the shelf

CHALLENGES = "challenges.tsv"
"""The shelf of a game: the challenges that are shipped with it, in its folder."""
MAX_SHELF = 256 * 1024
"""The maximum size of such a file, in bytes."""


@dataclass(frozen=True, slots=True)
class ShippedChallenge:
    """One row of a shelf."""

    game: str
    title: str
    """Its name, which doesn't give the secret away."""
    code: str


def shipped_challenges(games: Iterable[GameInfo]) -> list[ShippedChallenge]:
    """The shipped challenges of these games, in their order. Raises BadFile if a file can't be read."""
    found = []
    for info in games:
        path = info.folder / CHALLENGES
        if path.is_file():
            rows = read_rows(read_limited(path, MAX_SHELF).decode("utf-8", "replace"))[1]
            found += [
                ShippedChallenge(info.id, r.values["title"], r.values["code"])
                for r in rows
                if r.values["code"]
            ]
    return found
