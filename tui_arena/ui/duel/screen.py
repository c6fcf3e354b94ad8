"""The duel screen: two players on the same secret, side by side; and the dialog that sets a duel up.

Both sides are ordinary tables, each with its own session, playback and clock. A failure at one doesn't stop
the other: a dialog is about one side, and the other plays on underneath. A key that would do nothing is not
shown.

Law: the board and the talk of each side are drawn from the table's view alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.dealing import unrepeatable
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.table.opening import (
    Duel,
    LeasedSession,
    duel_seats,
    first_table,
    second_table,
    secret_for_second,
)
from tui_arena.ui.app.app import arena_of
from tui_arena.ui.duel.standing import DuelSide, DuelStanding, verdict, winner
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.recent_setups import MODEL, player_text
from tui_arena.ui.table.control import TableControl
from tui_arena.ui.table.panel import TablePanel
from tui_arena.ui.table.play_screen import PlayScreen, acting
from tui_arena.ui.widgets.form import FormDialog, choices, plain
from tui_arena.ui.widgets.rows import Choice, Field, Picker
from tui_arena.ui.widgets.talk import Talk

TICK = 0.25
"""Seconds between two drawings of the clocks."""
SIDES = ("left", "right")
MOST = 1200
"""The most characters that are shown of what is being said."""
ABOUT = "Same secret, two tables, side by side. Bots take the people's seats. Both games are saved."


def duellists(info: GameInfo, models: Iterable[str]) -> list[Choice]:
    """The players who can duel: models first, then bots by level. Values are PLAYER texts."""
    bots = [(f"bot:{level}", f"bot {level}") for level in LEVELS] if info.has_bot else []
    return choices([*((MODEL + name, name) for name in models), *bots])


class DuelDialog(FormDialog[Duel]):
    """Gives the duel that was chosen, or None if closed."""

    AUTO_FOCUS = "#left"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="duel_dialog.close"),
        Binding("enter", "take", "Start", show=False, id="duel_dialog.start"),
    ]

    def __init__(self, opening: Opening, info: GameInfo, book: ModelBook, seat: str | None = None) -> None:
        """`seat`: the seat to duel for; None: the first that can be chosen."""
        self._opening = opening
        self._book = book
        self._seats = duel_seats(opening, info)
        self._players = duellists(info, book.all)
        seat = seat if seat in self._seats else self._seats[0]
        first = {"as": seat, **dict(zip(SIDES, self._first_two(seat), strict=True))}
        super().__init__(f"A duel of {info.title}", ABOUT, first, "Start")

    def _first_two(self, seat: str) -> tuple[str, str]:
        """The first choice of players: the one cast on the seat, then the first models, then the strongest bots."""
        known = [c.value for c in self._players]
        sitting = self._opening.cast.get(seat)
        text = player_text(sitting) if sitting is not None else ""
        models = [value for value in known if value.startswith(MODEL)]
        wish = [value for value in (text, *models[:2], "bot:hard", "bot:medium", *known) if value in known]
        return wish[0], next((value for value in wish if value != wish[0]), wish[0])

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        seats = [Field("as", "as", now["as"], plain(self._seats))] if len(self._seats) > 1 else []
        return [*seats, *(Field(side, side, now[side], self._players) for side in SIDES)]

    def read(self) -> Duel:
        """The chosen duel, even if it can't be played. Raises BadPlayer."""
        now = self.form.values
        left, right = (read_player(now[side], book=self._book) for side in SIDES)
        return Duel(self._opening, now["as"], (left, right))

    def on_mount(self) -> None:
        self.changed()

    def changed(self) -> None:
        self._judge(start=False)

    def action_take(self) -> None:
        """Begin, if the duel can be played."""
        self._judge(start=True)

    @work(exclusive=True, group="verdict")
    async def _judge(self, *, start: bool) -> None:
        """Show why the duel can't be played; if it can, and is to `start`, give it.

        The check runs in a thread, as reading a deck may take a while.
        """
        try:
            duel = self.read()
            fault = await arena_of(self).in_thread(_fault, duel, arena_of(self).catalogue)
        except BadPlayer as error:
            fault = str(error)
        if not self.is_attached:
            return
        self.tell(fault)
        self.query_one("#take", Button).disabled = bool(fault)
        if start and not fault:
            self.dismiss(duel)


def _fault(duel: Duel, catalogue: Catalogue) -> str:
    """Why a duel can't be played; empty if it can."""
    info = catalogue.game(duel.opening.game)
    try:
        for opening in duel.sides(info):
            session, _ = new_session(opening, catalogue, id="draft", seed=0, started=None)
    except (BadOption, BadPlayer, BadFile) as error:
        return str(error)
    why = unrepeatable(session, info)
    return f"Can't start a duel: {why.why}." if why is not None else ""


class DuelScreen(PlayScreen):
    """Two sessions in play."""

    TITLE = "DUEL"
    CSS_PATH = "screen.tcss"
    MARKED = "v hides it; both count as peeked"
    HELP = (
        "Two players, one secret, a clock each. Fewer guesses win; if they're level, less time. Enter, "
        "a and F4 act on the side with the arrow."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "to_result", "Result", id="duel.result"),
        Binding("r", "again", "Again", id="duel.again"),
        Binding("a", "ask_again", "Ask again", id="duel.ask_again"),
        Binding("space", "hold", "Hold", id="duel.hold"),
        Binding("space", "go_on", "Go on", id="duel.go_on"),
        Binding("n", "step", "Step", id="duel.step"),
        Binding("plus,equals_sign", "faster", "Faster", id="duel.faster", key_display="+"),
        Binding("minus", "slower", "Slower", id="duel.slower", key_display="-"),
        Binding("right", "choose(1)", "Right side", id="duel.right"),
        Binding("left", "choose(0)", "Left side", id="duel.left"),
        Binding("tab", "other_side", show=False, id="duel.other"),
        Binding("t", "talk", "Talk", id="duel.talk"),
        Binding("t", "boards", "Boards", id="duel.boards"),
        Binding("v", "secret", "Peek", id="duel.secret"),
        Binding("f4", "recast", "Recast", id="duel.recast"),
        Binding("pageup", "scroll(-1)", show=False, id="duel.talk_up"),
        Binding("pagedown", "scroll(1)", show=False, id="duel.talk_down"),
        Binding("escape", "cancel", "Cancel", id="duel.cancel"),
        Binding("escape", "leave", "Leave", id="duel.leave"),
    ]

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self._duel = duel
        self._chosen = 0
        self._dealing = False
        """Whether the second table is being dealt, or has been."""
        self.sides: tuple[DuelSide, ...] = ()
        self.loud, self.quiet = "", ""
        """The verdict below: who is ahead or who won, and the details."""

    def body(self) -> ComposeResult:
        with Horizontal(id="halves"):
            for place in (0, 1):
                with TablePanel(self.glyphs, id=f"half-{place}", classes="-bare"):
                    yield Static(classes="head", markup=False)
                    yield Static(classes="spent", markup=False)
                    yield Vertical(classes="board")
                    yield Talk()
                    yield Static(classes="now", markup=False)
        yield Static(id="verdict", markup=False)

    # state

    def panel(self, side: DuelSide) -> TablePanel:
        return self.query_one(f"#half-{side.place}", TablePanel)

    @property
    def chosen(self) -> DuelSide:
        """The side that the arrow marks."""
        return self.sides[self._chosen]

    @property
    def chosen_table(self) -> TableControl | None:
        return self.chosen.table if self.sides else None

    @property
    def over(self) -> bool:
        return all(side.over for side in self.sides)

    @property
    def held(self) -> bool:
        """Whether a watcher holds both games."""
        return self.playbacks[0].paused

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.sides:
            return action in ("leave", "back")
        runner = self.chosen.runner
        waits = runner is not None and runner.awaited is not None
        has_board = any(panel.board is not None for panel in self.query(TablePanel))
        either = has_board and not self.has_class("-tall")
        checks = {
            "choose": parameters != (self._chosen,),
            "to_result": self.chosen.over,
            "again": self.over,
            "hold": self.game_running and not self.held,
            "go_on": self.game_running and self.held,
            "step": self.game_running,
            "faster": self.game_running,
            "slower": self.game_running,
            "ask_again": self.chosen.failed is not None,
            "recast": self.chosen.playing,
            "secret": self.game_running,
            "talk": either and not self.has_class("-talk"),
            "boards": either and self.has_class("-talk"),
            "cancel": waits,
            "leave": not waits,
        }
        return checks.get(action, True)

    # beginning and end

    def on_mount(self) -> None:
        info = self.arena.catalogue.game(self._duel.opening.game)
        self.title = f"{info.title.upper()} {self.glyphs.dot} duel"
        names = [str(cast.spec.get("name") or "") for cast in self._duel.casts]
        pace = self.arena.settings.pace
        self.sides = tuple(DuelSide(n, self._duel.seat, name, pace) for n, name in enumerate(names))
        self.playbacks = [side.playback for side in self.sides]
        self.set_interval(TICK, self.tick)
        for side in self.sides:
            self._draw_lines(side)
        self._play_first()

    @work(group="play-0", exclusive=True)
    async def _play_first(self) -> None:
        arena = self.arena
        await self._play(
            self.sides[0], arena.in_thread(first_table, arena.catalogue, arena.store, self._duel)
        )

    @work(group="play-1", exclusive=True)
    async def _play_second(self) -> None:
        arena, first = self.arena, self.sides[0].runner
        assert first is not None
        _, secret = secret_for_second(first.play)
        table = arena.in_thread(second_table, arena.catalogue, arena.store, self._duel, first.session, secret)
        await self._play(self.sides[1], table)

    async def _play(self, side: DuelSide, ready: Awaitable[LeasedSession]) -> None:
        """Open a side's table and play until it is over or left."""
        table = await self.opened(ready, self.panel(side), side.playback)
        if table is None:
            return
        side.table, runner = table, table.runner
        heading = table.game_ui.heading(runner.info, runner.session.setup)
        self.title = f"{heading} {self.glyphs.dot} duel"
        table.changed()
        await runner.run()
        if runner.over:
            side.figures = await self.arena.in_thread(runner.info.compute, runner.play)
            table.changed()

    # drawing

    def show(self, table: TableControl) -> None:
        """Draw a side, and deal the second table once that is possible."""
        for side in self.sides:
            if side.table is table:
                self.panel(side).draw()
                self._draw_lines(side)
        first = self.sides[0].runner
        if first is not None and not self._dealing and secret_for_second(first.play)[0]:
            self._dealing = True
            self._play_second()
        self._draw_verdict()

    def draw(self) -> None:
        if not self.sides or self._leaving:
            return
        for side in self.sides:
            self.panel(side).draw()
            self._draw_lines(side)
        self._draw_verdict()
        self.refresh_bindings()

    def tick(self) -> None:
        """Draw the clocks and the streams of both sides."""
        for side in self.sides:
            if side.playing:
                self._draw_lines(side)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def _draw_lines(self, side: DuelSide) -> None:
        """Draw what changes with the clock: name and status, what was used, and what is said or wrong."""
        side.keep_time()
        panel = self.panel(side)
        panel.set_class(side is self.chosen, "-chosen")
        head, spent, now = (panel.query_one(f".{name}", Static) for name in ("head", "spent", "now"))
        _put(head, self._head(side, max(head.content_size.width, 10)))
        _put(spent, say(f"  {side.spent.words(self.glyphs.dot)}"))
        bad = side.failed is not None
        now.set_class(bad, "-bad")
        width, height = now.content_size
        lines = say(one_line(side.now(self.glyphs), MOST)).wrap(max(width, 8))
        _put(now, Content("\n").join(lines[:height] if bad else lines[-height:]))

    def _head(self, side: DuelSide, width: int) -> Content:
        both = self._standings() if self.over else None
        won = both is not None and winner(*both) == side.place
        left = Content.assemble(
            (f"{self.glyphs.arrow} " if side is self.chosen else "  ", "bold $accent"),
            (
                one_line(side.name, max(width - len(side.status) - 3, 8)),
                "bold $success" if won else "bold $primary",
            ),
        )
        gap = width - left.cell_length
        right = say(one_line(side.status, max(gap - 1, 1)))
        return Content.assemble(left, " " * max(gap - right.cell_length, 1), right)

    def _draw_verdict(self) -> None:
        if self.secret.text:
            return
        both = self._standings()
        if both is None:
            self.loud, self.quiet = "", self._waits()
        else:
            self.loud, self.quiet = verdict(both, self.glyphs.dot)
        dot = f" {self.glyphs.dot} "
        held = ("held", "bold $warning") if self.held and self.game_running else ""
        line = Content.assemble(
            held,
            dot if held else "",
            say(self.loud, "bold $success" if self.over else "bold $primary"),
            dot if self.loud and self.quiet else "",
            say(self.quiet),
        ).truncate(max(self.size.width - 2, 1), ellipsis=True)
        self.query_one("#verdict", Static).update(line)
        self.sub_title = self.playbacks[0].words if self.game_running else ""

    def _waits(self) -> str:
        first = self.sides[0].runner
        if first is None:
            return f"dealing{self.glyphs.ellipsis}"
        if first.over and not self._dealing:
            return "The first table never got a secret, so there's no duel."
        return f"{self.sides[1].name} waits for the secret"

    def _standings(self) -> tuple[DuelStanding, DuelStanding] | None:
        names = [side.name for side in self.sides]
        if names[0] == names[1]:
            names = [f"{name} ({where})" for name, where in zip(names, SIDES, strict=True)]
        a, b = (side.standing(name) for side, name in zip(self.sides, names, strict=True))
        return None if a is None or b is None else (a, b)

    def show_secret(self, text: str) -> None:
        if text:
            self.query_one("#verdict", Static).update(say(text, "$accent"))
        else:
            self.draw()

    def tell(self, text: str) -> None:
        self.notify(text, markup=False)

    # choosing a side

    def action_choose(self, place: int) -> None:
        self._chosen = place
        self.draw()

    def action_other_side(self) -> None:
        self.action_choose(1 - self._chosen)

    def on_click(self, event: events.Click) -> None:
        """A click chooses a side."""
        for side in self.sides:
            if event.widget is not None and self.panel(side) in event.widget.ancestors_with_self:
                self.action_choose(side.place)

    def asks_about(self, table: TableControl) -> None:
        """Choose the side that a dialog is about, so that the keys mean it afterwards."""
        self.action_choose(next(side.place for side in self.sides if side.table is table))

    # what people do

    action_hold = action_go_on = PlayScreen.action_pause
    action_ask_again = acting(TableControl.retry)

    def action_cancel(self) -> None:
        """Esc: stop waiting for the model of the chosen side."""
        self.chosen.keep_time()
        super().action_cancel()

    async def another_player(self, table: TableControl, seat: str | None) -> tuple[str, Cast] | None:
        seat = seat or self._duel.seat
        book = self.arena.registry.book
        choices = duellists(table.runner.info, list(book.all))
        text = await self.app.push_screen_wait(Picker(f"Who takes over as {seat}?", choices, ""))
        return None if text is None else (seat, read_player(text, book=book))

    def action_to_result(self) -> None:
        if self.chosen_table is not None:
            self.arena.open_result(self.chosen_table.runner.session.id)

    def action_again(self) -> None:
        """Play again: the same two players on another secret."""
        opening = replace(self._duel.opening, seed=None)
        self.arena.open_duel(opening, self._duel.seat, self._duel.casts)

    def action_leave(self) -> None:
        self.leave()

    def action_talk(self) -> None:
        """Switch between talk and boards, where there is no room for both."""
        self.toggle_class("-talk")
        self.refresh_bindings()

    action_boards = action_talk

    def action_scroll(self, way: int) -> None:
        talk = self.panel(self.chosen).query_one(Talk)
        talk.scroll_page_down(animate=False) if way > 0 else talk.scroll_page_up(animate=False)


def _put(line: Static, content: Content) -> None:
    if line.content != content:
        line.update(content)
