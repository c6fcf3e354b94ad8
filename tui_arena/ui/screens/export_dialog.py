"""Exporting the session that a screen shows: in which form, then where it went.

Law: the file is written beside the loop; one that can't be written is told as an error.
"""

from __future__ import annotations

from tui_arena.config import BadFile
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.ui.exporting import EXPORTS, export_to
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.dialog import Dialog


async def export_session(
    screen: ArenaScreen, session: Session, info: GameInfo, *, secrets: bool = False
) -> None:
    """Ask for a form, write the session to a new file and say which; from a worker of the screen.

    `secrets`: whether an unfinished one shows what is hidden.
    """
    arena = screen.arena
    form = await arena.push_screen_wait(Dialog("Export this session", "As which file?", EXPORTS))
    if form is None or form == "cancel":
        return
    try:
        path = await arena.in_thread(export_to, arena.paths, [(session, info)], form, secrets=secrets)
    except BadFile as error:
        arena.notify(str(error), severity="error")
        return
    arena.notify(f"Written to {path}", timeout=10)
