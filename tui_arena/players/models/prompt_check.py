"""Whether a prompt variant of the user's own is complete: its files, sections and slots.

A game's `reference.toml` lists the prompts that its paper prints, and what each file of them must contain. A
paper's texts are not shipped, so a reader copies them (`prompts/README.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Prompt
from tui_arena.players.models.prompts import slot_fault, slots_in
from tui_arena.players.new_session import Opening, new_session

State = Literal["fine", "missing", "broken"]
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
    asks = [path.stem for path in sorted((info.folder / "prompts").glob("*.md")) if "." not in path.stem]
    found = [ask for ask in asks if ask in printed or variant in catalogue.prompt_variants(info, ask)]
    checked = [_checked(catalogue, info, ask, variant, printed.get(ask, {})) for ask in found]
    return [*checked, *_of_no_ask(catalogue, info, variant, asks)]


def _checked(
    catalogue: Catalogue, info: GameInfo, ask: str, variant: str, printed: Mapping[str, Any]
) -> CheckedPrompt:
    where = str(printed.get("where", ""))
    if variant not in catalogue.prompt_variants(info, ask):
        path = _own_folder(catalogue, info) / f"{ask}.{variant}.md"
        return CheckedPrompt(info.id, ask, path, where, (FILE,))
    prompt = catalogue.own_sections(info, ask, variant)
    known, broken = known_slots(catalogue, info, ask), []
    plain = catalogue.prompt(info, ask).sections
    for name, text in prompt.sections.items():
        if name not in plain and name not in _SECTIONS:
            allowed = ", ".join(dict.fromkeys([*_SECTIONS, *plain]))
            broken.append(f"section `# {one_line(name, 40)}`: is read by nobody; there are {allowed}")
        elif fault := slot_fault(name, text, known):
            broken.append(fault)
    missing = [f"section `# {name}`" for name in printed.get("sections", ()) if name not in prompt.sections]
    missing += _lost(prompt, printed.get("slots", ()))
    path = catalogue.prompt_file(info, ask, variant)
    return CheckedPrompt(info.id, ask, path, where, tuple(missing), tuple(broken))


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
    said = f"there is no ask of that name in {info.title}; asks are {', '.join(asks)}"
    paths = sorted(_own_folder(catalogue, info).glob(f"*.{variant}.md"))
    names = ((path, path.name.removesuffix(f".{variant}.md")) for path in paths)
    return [
        CheckedPrompt(info.id, name, path, "", broken=(said,)) for path, name in names if name not in asks
    ]


def _own_folder(catalogue: Catalogue, info: GameInfo) -> Path:
    return (catalogue.user or Path()) / "prompts" / info.id


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
