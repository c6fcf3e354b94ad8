"""The shelf: small models that can be downloaded from a public hub, and their files on this disk.

`shelf.toml` has the models and says where its facts are from; `hub.py` downloads them. A downloaded model is
a configured model like any other.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tui_arena.config import ModelBook, ModelEntry, Paths, write_models
from tui_arena.config.files import parse_toml
from tui_arena.config.model_files import PART, PartFile, free_room, parts_in
from tui_arena.players.models import local
from tui_arena.players.models.registry import spare_name

SHELF = Path(__file__).with_suffix(".toml")
ALLOWANCE = 1_300_000_000
"""The memory that a model needs besides its file, in bytes: at most 0.8 GB for a context of 4,096 tokens on this
shelf, 0.27 GB for prompts that were read before, and the server's own buffers."""
MARGIN = 200_000_000
"""The free bytes that a download leaves on the disk."""


class ShelfModel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model on the shelf."""

    title: str
    maker: str
    licence: str
    repository: str
    """The repository at the hub, such as `Qwen/Qwen2.5-1.5B-Instruct-GGUF`."""
    revision: str
    """The commit of the repository."""
    file: str
    bytes: int
    sha256: str
    good_for: str
    by: str = ""
    """Who made the file; empty if the maker of the model did."""
    name: str = ""

    @property
    def memory(self) -> int:
        """The memory that the model needs while it plays, in bytes. It is computed, not measured."""
        return self.bytes + ALLOWANCE

    @property
    def description(self) -> str:
        """Title, maker, licence and repository."""
        by = f", file by {self.by}" if self.by else ""
        return f"{self.title} by {self.maker}, {self.licence}{by}, from {self.repository}"

    def part(self, folder: Path) -> PartFile:
        """The part of this model's file in a folder."""
        return PartFile(folder / self.file, self.sha256)


def shelf() -> dict[str, ShelfModel]:
    """The models on the shelf by name, the smallest first. Raises BadFile."""
    models = msgspec.convert(parse_toml(SHELF)["model"], dict[str, ShelfModel])
    return {name: msgspec.structs.replace(model, name=name) for name, model in models.items()}


@dataclass(frozen=True, slots=True)
class OnDisk:
    """How much of a shelf model is on this disk."""

    model: ShelfModel
    had: int
    """The number of bytes that have been downloaded."""
    entry: ModelEntry | None
    """The configured model that uses the file."""
    lacks: str = ""
    """What this machine lacks for the model, in sentences; empty if nothing."""

    @property
    def state(self) -> str:
        """The state in a few words; empty if nothing has been downloaded yet."""
        if self.had == self.model.bytes:
            return f"downloaded as {self.entry.name}" if self.entry else "downloaded"
        return f"{megabytes(self.had)} so far" if self.had else ""


def on_disk(paths: Paths, book: ModelBook) -> list[OnDisk]:
    """How much of each shelf model is on this disk. Raises BadFile."""
    users = {entry.gguf: entry for entry in book.entries.values()}
    found: list[OnDisk] = []
    for model in shelf().values():
        part = model.part(paths.models)
        had = part.size
        with suppress(OSError):
            had = part.target.stat().st_size
        lacks = [lacking(model, paths.models), None if local.available() else local.NEEDED]
        found.append(OnDisk(model, had, users.get(part.target), ". ".join(filter(None, lacks))))
    return found


def lacking(model: ShelfModel, folder: Path) -> str | None:
    """What this machine lacks for a model, as a sentence; None if it has the memory and the room on the disk."""
    memory = _memory()
    if memory is not None and memory < model.memory:
        return (
            f"{model.title} needs about {gigabytes(model.memory)} of memory, but this machine has "
            f"{gigabytes(memory)}; choose a smaller one"
        )
    missing = model.bytes - model.part(folder).size
    free = free_room(folder)
    if free is not None and free < missing + MARGIN:
        return (
            f"{folder}: {model.title} needs {megabytes(missing + MARGIN)} more on this disk, but "
            f"only {megabytes(free)} is free; free some space"
        )
    return None


def _memory() -> int | None:
    """The memory of this machine in bytes; None if the system doesn't say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def configured(paths: Paths, model: ShelfModel) -> str:
    """Add a downloaded model to the configured models; returns its name. Raises BadFile."""
    file = paths.models / model.file
    name = model.name

    def change(book: ModelBook) -> ModelBook:
        nonlocal name
        user = next((entry for entry in book.entries.values() if entry.gguf == file), None)
        name = user.name if user else spare_name(model.name, set(book.entries))
        return book if user else replace(book, entries={**book.entries, name: ModelEntry(name, gguf=file)})

    write_models(paths, change)
    return name


def own_file(paths: Paths, entry: ModelEntry, book: ModelBook) -> Path | None:
    """The downloaded file that only this entry uses; None if its file isn't downloaded, or is used by others."""
    file = entry.gguf
    if file is None or file.parent != paths.models:
        return None
    return None if any(o.gguf == file and o.name != entry.name for o in book.entries.values()) else file


def unfinished(paths: Paths) -> list[str]:
    """A sentence for each part in the folder of model files. Raises BadFile."""
    by_file: Mapping[str, ShelfModel] = {model.file: model for model in shelf().values()}
    found: list[str] = []
    for path in parts_in(paths.models):
        model = by_file.get(path.name.removesuffix(PART))
        if model is None:
            found.append(f"{path}: part of a file that isn't on the shelf; you can delete it")
        else:
            had = megabytes(model.part(paths.models).size)
            found.append(
                f"{model.name}: {had} of {megabytes(model.bytes)} downloaded; `tui-arena models get {model.name}` "
                f"continues, `tui-arena models remove {model.name}` frees the space"
            )
    return found


def megabytes(size: int) -> str:
    """A size in megabytes, without decimals from 10 MB on.

    >>> megabytes(1_117_320_736), megabytes(500_000)
    ('1,117 MB', '0.5 MB')
    """
    return f"{size / 1e6:,.{0 if size >= 10_000_000 else 1}f} MB"


def gigabytes(size: int) -> str:
    """A size in gigabytes.

    >>> gigabytes(1_117_320_736)
    '1.1 GB'
    """
    return f"{size / 1e9:.1f} GB"
