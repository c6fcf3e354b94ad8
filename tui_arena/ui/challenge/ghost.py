"""The ghost of a challenge: next to the board while you play, and the two games side by side at the end.

Law: the panel draws only `Ghost.so_far`, so it is never ahead of the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.challenges import turns_of
from tui_arena.players.seating import cast_now, names_in
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store
from tui_arena.table.challenging import (
    ANSWERS,
    Finish,
    Ghost,
    came_to,
    finish_of,
    ghost_in,
    ghost_title,
    verdict,
)
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.game_ui import GameUI, distinct_names, game_ui_of
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.text_block import TextBlock


class GhostPanel(TextBlock):
    """A few lines on the ghost's game so far."""

    DEFAULT_CSS = "GhostPanel { margin-bottom: 1; }"

    def __init__(self, ghost: Ghost, game_ui: GameUI, glyphs: Glyphs) -> None:
        super().__init__()
        self._ghost = ghost
        self._game_ui = game_ui
        self._glyphs = glyphs
        self._turns = 0

    def show(self, turns: int) -> None:
        """Draw as much of the ghost as a player with this many turns may see."""
        if turns != self._turns:
            self._turns = turns
            self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        ghost = self._ghost
        title = say(ghost_title(ghost.name, ghost.challenge.kind), "bold $primary")
        if not ghost.moved:
            return [
                title,
                *say("the code has no moves; you'll see how it ended", "$foreground-muted").wrap(width),
            ]
        play = ghost.so_far(self._turns)
        count = len(turns_of(play))
        info = ghost.info
        ended = play.over and count < self._turns
        so_far = "has finished" if ended else counted(count, info.try_called, info.tries_called)
        rows = self._game_ui.ghost(play, self._glyphs, width) if count else []
        head = title.append(say(f"  {so_far}", "$foreground-muted"))
        return [line for whole in (head, *rows) for line in whole.wrap(max(width, 1))]


GAP = 3
"""Cells between the two games."""
EDGE = 6
MOVELESS = "The code came without moves."


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games."""

    finish: Finish
    play: Play[Any] | None
    """None if only the ending is known."""
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class TwoGames:
    """The user's game, and the other one."""

    info: GameInfo
    mine: Side
    theirs: Side


def read_two(catalogue: Catalogue, store: Store, session_id: str) -> TwoGames | None:
    """The two games of a session that was played from a challenge, or of an imported answer to a challenge.

    None if the session has nothing to compare with. Raises SaveError.
    """
    session, info = opened(store, catalogue, session_id)
    of = session.setup.extra.get(ANSWERS)
    ghost = ghost_in(session, catalogue)
    if ghost is None or ghost.finish is None:
        return None
    names = distinct_names(names_in(ghost.session.seats, ()), [ghost.seat])
    theirs = Side(ghost.finish, ghost.play if ghost.moved else None, names)
    if isinstance(of, str):
        session, info = opened(store, catalogue, of)
    play: Play[Any] = session.fold(info.game)
    names = distinct_names(names_in(session.seats, play.events, cast_now(session)), [ghost.seat])
    mine = Side(finish_of(session, info, play, ghost.seat), play, names)
    return TwoGames(info, mine, theirs)


class SideBySideScreen(ArenaScreen):
    """Shows two games of one challenge."""

    TITLE = "SIDE BY SIDE"
    CSS_PATH = "ghost.tcss"
    AUTO_FOCUS = "#all"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,s", "back", "Back", id="beside.back"),
    ]

    def __init__(self, session_id: str) -> None:
        """`session_id`: a session that was played from a challenge, or an imported answer."""
        super().__init__()
        self._session_id = session_id
        self.two: TwoGames | None = None

    def body(self) -> ComposeResult:
        yield Static(id="verdict", markup=False)
        with VerticalScroll(id="all"), Horizontal(id="games"):
            yield Static(id="mine", markup=False)
            yield Static(id="theirs", markup=False)

    def on_mount(self) -> None:
        self.load()

    @work(group="load", exclusive=True)
    async def load(self) -> None:
        """Read the two games and draw them."""
        self.two = await self.looked_up(read_two, self.arena.catalogue, self.arena.store, self._session_id)
        if self.two is None:
            self.arena.back()
            return
        self._draw()
        self.arena.shown_at_last()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        two = self.two
        if two is None or not self.is_attached:
            return
        self.sub_title = two.info.title
        self.put("verdict", say(verdict(two.mine.finish, two.theirs.finish, two.info), "bold $accent"))
        game_ui = game_ui_of(two.info)
        width = max((min(self.size.width, 144) - EDGE - GAP) // 2, 20)
        for name, side in (("mine", two.mine), ("theirs", two.theirs)):
            self.put(name, self._side(side, two.info, game_ui, width))

    def _side(self, side: Side, info: GameInfo, game_ui: GameUI, width: int) -> Content:
        head = [
            say((side.finish.name or "somebody").upper(), "bold $primary"),
            say(came_to(side.finish, info), "bold"),
            Content(""),
        ]
        if side.play is None:
            return Content("\n").join([*head, say(MOVELESS, "$foreground-muted")])
        parts = [
            game_ui.grid(side.play, self.glyphs, width, small=self.size.height < 30),
            game_ui.whole_talk(side.play, side.names, self.glyphs, width),
        ]
        return Content("\n").join([*head, *(part for part in parts if part.plain)])
