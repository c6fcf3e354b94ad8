"""What the models screen can remove: a configured model, a key, and what has come of a download."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tui_arena.config import Paths, keys, source_of, with_keyring, without, write_models
from tui_arena.config.model_files import remove_file
from tui_arena.players.models.shelf import own_file
from tui_arena.ui.models.presenter import ENTRY, KEY, ModelLine, ModelsView
from tui_arena.ui.widgets.dialogs import Question


@dataclass(frozen=True, slots=True)
class Removal:
    """One thing that can be removed."""

    title: str
    text: str
    model: str = ""
    """The configured model to remove; empty if there is none."""
    key: str = ""
    """The variable whose key to remove; empty if there is none."""
    file: Path | None = None
    """The downloaded file to remove, or the file whose part to remove."""

    @property
    def question(self) -> Question:
        return f"Remove {self.title}?", self.text, ("Keep it", "Remove")

    def carry_out(self, paths: Paths) -> None:
        """Remove it. Raises BadFile, NoKeyring."""
        if self.model:
            write_models(paths, without(self.model))
        if self.file is not None:
            remove_file(self.file)
        if self.key and source_of(self.key) == "keyring":
            keys.remove(self.key)
            write_models(paths, with_keyring(self.key, kept=False))
        elif self.key:
            keys.drop(self.key)


def removal_of(line: ModelLine | None, models: ModelsView, paths: Paths) -> Removal | None:
    """What can be removed at a line of the list; None if nothing can."""
    if line is None:
        return None
    if line.kind == KEY and (source := source_of(line.name)) in ("this run", "keyring"):
        text = "It will be removed from the system's keyring." if source == "keyring" else ""
        return Removal(f"the key {line.name}", text, key=line.name)
    if line.shelf is not None and line.shelf.had and models.is_getting(line.shelf) is None:
        model = line.shelf.model
        return Removal(
            f"the partial download of {model.name}", f"{line.shelf.state}.", file=paths.models / model.file
        )
    if line.kind == ENTRY and line.entry is not None and not models.is_brought(line.name):
        file = own_file(paths, line.entry, models.book)
        rest = ", but its file is deleted" if file is not None else ", and so do files and keys"
        return Removal(line.name, f"Its games and figures stay{rest}.", model=line.name, file=file)
    return None
