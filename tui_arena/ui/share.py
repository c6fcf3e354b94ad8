"""The text to share after a game.

Law: it gives nothing away: marks without letters, a seed that deals the word anew, no name.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.ui.face import Face
from tui_arena.ui.look import Look
from tui_arena.ui.tables import DAILY


def share_text(
    info: GameInfo, session: Session, play: Play[Any], face: Face, look: Look, *, words: bool = False
) -> str:
    """The lines to share; `words`: marks in words, for people who have them read out."""
    score, *lines = face.share(play, look, words=words) or [play.outcome().result]
    day = session.setup.extra.get(DAILY)
    variant = session.setup.options.get(info.variant or "")
    name = f"{info.title} {day}" if day else f"{info.title} {variant or ''}".strip()
    head = f"TUI Arena {look.dot} {name} {score}"
    if not day and session.setup.secret is not None and session.setup.seed is not None:
        head += f" {look.dot} seed {session.setup.seed}"
    return "\n".join([head, *lines])
