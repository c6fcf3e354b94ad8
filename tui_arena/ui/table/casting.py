"""The caster at a table of the app: who speaks, and what is said while the board still shows something."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.content import Content

from tui_arena.table.caster import Manner
from tui_arena.table.live_caster import CasterModel, LiveCaster
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.game_ui import TalkLine
from tui_arena.ui.glyphs import say

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena


def follow(runner: SessionRunner, arena: Arena) -> None:
    """Let the caster follow a session in play, as the settings say."""
    settings = arena.settings
    if settings.caster == "off":
        return
    entry = arena.registry.book.all.get(settings.caster_model) if settings.caster_model else None
    model = CasterModel(arena.registry, entry, runner.players.budget) if entry is not None else None
    LiveCaster(runner, cast("Manner", settings.caster), arena.spoken, arena.in_thread, model)


def as_talk(line: str) -> list[TalkLine]:
    """The caster's line below the talk; nothing if it is empty."""
    if not line:
        return []
    return [TalkLine("", Content("")), TalkLine("", caster_line(line), wide=True)]


def caster_line(line: str) -> Content:
    """The caster's line, marked as the caster's."""
    return Content.assemble(("caster  ", "bold $accent"), say(line, "italic"))
