"""Prompt files: Markdown with a section for each part of the prompt.

A user's file replaces the shipped one of the same name. A variant holds only the sections in which it
differs: what it leaves out is taken from the plain file of its ask, and fault texts that neither has from
`prompts/fault.md`, which all games share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tui_arena.config import BadFile
from tui_arena.core.text import clean
from tui_arena.data.files import PROMPTS, read_bytes, user_file
from tui_arena.data.games import GameInfo

MAX_PROMPT = 64 * 1024
FAULTS = "fault"
"""The file with the fault texts of all games."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The texts for one ask, by section: `system`, `ask`, `fault.KIND`, and possibly `start`.

    `start` opens the dialogue.
    """

    name: str
    variant: str
    """Empty for the standard prompt."""
    sections: Mapping[str, str]


def prompt_variants(user: Path | None, info: GameInfo, ask: str) -> list[str]:
    """The variants of an ask's prompt; the standard prompt has the empty name and comes first."""
    names = {p.name for p in (info.folder / "prompts").glob(f"{ask}*.md")}
    folder = user_file(user, "prompts", info.id)
    if folder is not None and folder.is_dir():
        names |= {p.name for p in folder.glob(f"{ask}*.md") if _own(user, info, p.name)}
    parts = [n.removesuffix(".md").partition(".") for n in names]
    return sorted(variant for name, _, variant in parts if name == ask)


def read_prompt(user: Path | None, info: GameInfo, ask: str, variant: str) -> Prompt:
    """The prompt of an ask; raises BadFile, which lists the variants."""
    file = f"{ask}.{variant}.md" if variant else f"{ask}.md"
    path = _own(user, info, file) or info.folder / "prompts" / file
    if not path.is_file():
        allowed = ", ".join(v or "plain" for v in prompt_variants(user, info, ask))
        raise BadFile(f"no prompt {file!r} for {info.title}; variants are {allowed}")
    plain = _own(user, info, f"{ask}.md") or info.folder / "prompts" / f"{ask}.md"
    sections = _sections(read_common(user, FAULTS))
    for one in (plain, path) if plain.is_file() else (path,):
        sections |= _sections(_text(one))
    return Prompt(ask, variant, MappingProxyType(sections))


def _own(user: Path | None, info: GameInfo, file: str) -> Path | None:
    """The user's own file of this name; None if there is none or its name is unsafe."""
    own = user_file(user, f"prompts/{info.id}", file)
    return own if own is not None and own.is_file() else None


def read_common(user: Path | None, name: str) -> str:
    """A text that is part of the prompts of all games, such as the request for JSON."""
    own = user_file(user, "prompts", f"{name}.md")
    return _text(own if own is not None and own.is_file() else PROMPTS / f"{name}.md").strip()


def _text(path: Path) -> str:
    return clean(read_bytes(path, MAX_PROMPT).decode("utf-8", "replace"), None)


def _sections(text: str) -> dict[str, str]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.split("\n"):
        if line.startswith("# "):
            current = sections.setdefault(line[2:].strip(), [])
        else:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in sections.items()}
