"""What of a result leaves the app: its share, copied or saved, and its session as a file.

Law: a file is written beside the loop, is always a new one, and whoever asked for it is told where it is.
"""

from __future__ import annotations

from textual import work

from tui_arena.config import BadFile
from tui_arena.save.exchange.export import write_new
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.exports import export_session
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.result.dialogs import ShareScreen
from tui_arena.ui.result.presenter import Result, share_text


class ResultFiles(ArenaScreen):
    """The part of the result screen that shares and exports."""

    def __init__(self) -> None:
        super().__init__()
        self.result: Result | None = None
        """None until it is read."""
        self.game_ui = GameUI()

    def action_share(self) -> None:
        self._share(words=False)

    def action_share_words(self) -> None:
        self._share(words=True)

    def _share(self, *, words: bool) -> None:
        result = self.result
        if result is None:
            return
        text = share_text(result.info, result.session, result.play, self.game_ui, self.glyphs, words=words)
        self.app.copy_to_clipboard(text)
        self.app.push_screen(ShareScreen(text, self._save_share))

    @work(group="save", exclusive=True)
    async def _save_share(self, text: str) -> None:
        result = self.result
        if result is None:
            return
        name = f"{result.info.id}-share.txt"
        try:
            path = await self.arena.in_thread(write_new, self.arena.paths.exports, name, [text + "\n"])
        except BadFile as error:
            told = str(error)
        else:
            told = f"Saved to {path}"
        if isinstance(self.app.screen, ShareScreen):
            self.app.screen.told(told)

    @work(group="save", exclusive=True)
    async def action_export(self) -> None:
        """Write the session to a file and say which."""
        if self.result is not None:
            await export_session(self, self.result.session, self.result.info)
