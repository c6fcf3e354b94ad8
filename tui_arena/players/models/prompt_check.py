"""Whether the user's own prompts can be used, and whether a variant is complete: files, sections and slots.

A game's `reference.toml` lists the prompts that its paper prints, and what each file of them must contain. A
paper's texts are not shipped, so a reader copies them (`prompts/README.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tui_arena.config import BadFile
from tui_arena.config.files import read_limited
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Prompt
from tui_arena.data.catalogue import COMMON
from tui_arena.players.models.prompts import slot_fault, slots_in
from tui_arena.players.new_session import Opening, new_session

State = Literal["fine", "missing", "broken"]
PROMPTS = "prompts"
"""The folder of prompts, of a game or of the user."""
FAULT = "fault."
FILE = "the file"
"""The missing part of a prompt whose file doesn't exist."""
_ALWAYS = frozenset({"seat", "ask", "why", "published"})
"""Slots that every ask fills."""
_SECTIONS = ("system", "start", "ask")


@dataclass(frozen=True, slots=True)
class CheckedPrompt:
    """One file of a prompt variant."""

    game: str
    ask: str
    path: Path
    """Where the file is, or has to be."""
    where: str
    """The paper's name for the place where it prints this prompt; empty if it doesn't print it."""
    missing: tuple[str, ...] = ()
    """The missing parts of the prompt, each as a phrase."""
    broken: tuple[str, ...] = ()
    """Why the prompt can't be used, each reason as a sentence."""

    @property
    def state(self) -> State:
        return "broken" if self.broken else "missing" if self.missing else "fine"

    def to_json(self) -> dict[str, Any]:
        """Returns the values that `prompts check --json` prints."""
        return {
            "game": self.game,
            "ask": self.ask,
            "file": str(self.path),
            "printed": self.where or None,
            "state": self.state,
            "missing": list(self.missing),
            "broken": list(self.broken),
        }


def printed_prompts(info: GameInfo) -> Mapping[str, Mapping[str, Any]]:
    """Returns the prompts that a game's paper prints (`where`, `sections`, `slots`), by ask; may be empty."""
    return {ask: told for ask, told in info.published.get("prompts", {}).items() if ask != "paper"}


def check_variant(catalogue: Catalogue, info: GameInfo, variant: str) -> list[CheckedPrompt]:
    """Check every file that a variant has in a game, and every file that the paper's prompts need.

    Raises BadFile if a file can't be read.
    """
    printed = printed_prompts(info)
    asks = _asks(info)
    found = [ask for ask in asks if ask in printed or variant in catalogue.prompt_variants(info, ask)]
    checked = [_checked(catalogue, info, ask, variant, printed.get(ask, {})) for ask in found]
    return [*checked, *_of_no_ask(catalogue, info, variant, asks)]


def _asks(info: GameInfo) -> list[str]:
    """The asks that a game has a prompt for, sorted."""
    return [path.stem for path in sorted((info.folder / PROMPTS).glob("*.md")) if "." not in path.stem]


def _no_ask(info: GameInfo) -> str:
    """The sentence about a file whose name doesn't belong to any ask."""
    return f"{info.title} has no ask of that name; allowed: {', '.join(_asks(info))}"


def _checked(
    catalogue: Catalogue, info: GameInfo, ask: str, variant: str, printed: Mapping[str, Any]
) -> CheckedPrompt:
    where = str(printed.get("where", ""))
    if variant not in catalogue.prompt_variants(info, ask):
        path = _own_folder(catalogue, info) / f"{ask}.{variant}.md"
        return CheckedPrompt(info.id, ask, path, where, (FILE,))
    prompt = catalogue.own_sections(info, ask, variant)
    known, broken = known_slots(catalogue, info, ask), []
    plain, whole = Catalogue().prompt(info, ask).sections, catalogue.prompt(info, ask, variant).sections
    broken += [
        f"section `# {name}`: is missing" for name in ("system", "ask") if name in plain and name not in whole
    ]
    for name, text in prompt.sections.items():
        if name not in plain and name not in _SECTIONS:
            allowed = ", ".join(dict.fromkeys([*_SECTIONS, *plain]))
            broken.append(f"section `# {one_line(name, 40)}`: isn't used; allowed: {allowed}")
        elif fault := slot_fault(name, text, known):
            broken.append(fault)
    missing = [f"section `# {name}`" for name in printed.get("sections", ()) if name not in prompt.sections]
    missing += _lost(prompt, printed.get("slots", ()))
    path = catalogue.prompt_file(info, ask, variant)
    return CheckedPrompt(info.id, ask, path, where, tuple(missing), tuple(broken))


def own_prompts(catalogue: Catalogue) -> Iterator[tuple[Path, GameInfo | None, str, str]]:
    """Yields every prompt file of the user's own: its path, its game, its variant, and why it can't be used.

    The game is None for a file that is part of the prompts of all games, or that belongs to none. The reason is
    a sentence, or empty if the file is fine.
    """
    if catalogue.user is None:
        return
    folder = catalogue.user / PROMPTS
    for path in sorted(folder.glob("*.md")):
        yield path, None, "", _fault_of_common(path)
    for below in sorted(path for path in folder.glob("*") if path.is_dir()):
        info = catalogue.games.get(below.name)
        for path in sorted(below.glob("*.md")):
            ask, _, variant = path.stem.partition(".")
            said = f"there is no game {below.name}" if info is None else _fault(catalogue, info, ask, variant)
            yield path, info, variant, said


def seat_fault(catalogue: Catalogue, info: GameInfo, group: str, variants: Collection[str]) -> str | None:
    """Returns why one of the user's own prompts for a group of seats can't be used; None if all can be.

    `variants`: the variants that the seats may get. An ask without such a variant gets its plain prompt.
    """
    for ask in (ask.name for ask in info.asks.values() if ask.seat == group):
        there = catalogue.prompt_variants(info, ask)
        for variant in dict.fromkeys(one if one in there else "" for one in variants):
            path = catalogue.prompt_file(info, ask, variant)
            if path.parent != info.folder / PROMPTS and (said := _fault(catalogue, info, ask, variant)):
                return f"{path.name}: {said}"
    return None


def _fault(catalogue: Catalogue, info: GameInfo, ask: str, variant: str) -> str:
    """Why a prompt file of the user's own can't be used, as a sentence; empty if it can."""
    if ask not in _asks(info):
        return _no_ask(info)
    if variant not in catalogue.prompt_variants(info, ask):
        return "skipped; give it a name of letters, digits, - and _, and don't put a link there"
    try:
        return next(iter(_checked(catalogue, info, ask, variant, {}).broken), "")
    except BadFile as error:
        return _without_path(error)


def _fault_of_common(path: Path) -> str:
    """Why a file of the user's own next to the folders of games can't be used; empty if it can."""
    if path.stem not in COMMON:
        return f"skipped; a prompt of a game belongs in {path.parent / 'GAME'}"
    try:
        sections = Prompt.of(path.stem, "", read_limited(path).decode("utf-8", "replace")).sections
    except BadFile as error:
        return _without_path(error)
    known = {*_ALWAYS, "faults_left"}
    return next(filter(None, (slot_fault(name, text, known) for name, text in sections.items())), "")


def _without_path(error: BadFile) -> str:
    return str(error).partition(": ")[2] or str(error)


def _lost(prompt: Prompt, needed: Collection[str]) -> list[str]:
    """Returns the missing slots whose facts the paper's program gives to a player."""
    there: set[str] = set()
    for name, text in prompt.sections.items():
        if not name.startswith(FAULT):
            there |= slots_in(text)
    return [f"slot {{{{{slot}}}}}" for slot in needed if slot not in there]


def _of_no_ask(
    catalogue: Catalogue, info: GameInfo, variant: str, asks: Collection[str]
) -> list[CheckedPrompt]:
    """Returns the user's files of the variant whose names don't belong to any ask."""
    said = _no_ask(info)
    paths = sorted(_own_folder(catalogue, info).glob(f"*.{variant}.md"))
    names = ((path, path.name.removesuffix(f".{variant}.md")) for path in paths)
    return [
        CheckedPrompt(info.id, name, path, "", broken=(said,)) for path, name in names if name not in asks
    ]


def _own_folder(catalogue: Catalogue, info: GameInfo) -> Path:
    return (catalogue.user or Path()) / PROMPTS / info.id


def known_slots(catalogue: Catalogue, info: GameInfo, ask: str) -> frozenset[str]:
    """The slots that an ask fills: those of its shipped prompts, and the facts that its seat starts with."""
    shipped = Catalogue()
    found = set(_ALWAYS)
    for variant in shipped.prompt_variants(info, ask):
        for text in shipped.prompt(info, ask, variant).sections.values():
            found |= slots_in(text)
    group = info.asks[ask].seat if ask in info.asks else None
    session, _ = new_session(Opening(info.id), catalogue, id="-", seed=0, started=None)
    state = info.game.start(session.setup)
    for seat in info.game.seats(session.setup.options):
        if seat.group == group:
            found |= set(info.game.view(state, seat.name).facts)
    return frozenset(found)
