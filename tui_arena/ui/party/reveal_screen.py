"""The end of *Who is the machine?* on the stage: who has bet, then who was who, letter by letter.

Law: this screen shows nothing that a letter hides before all bets are closed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.language.sentences import first_name
from tui_arena.players.party import HUMAN, PARTY
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import MACHINE, PERSON, Unmasking
from tui_arena.ui.app.arena import Arena
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.boards.tiles import LARGE, Tile, draw, size_for
from tui_arena.ui.glyphs import GREEN, GREY, YELLOW, say
from tui_arena.ui.party.keyboard_spectators import CallsDialog
from tui_arena.ui.widgets.rows import Choice

STEP = 3.5
"""Seconds between two letters."""
SETTLE = 2.0
"""Seconds from the last bet to the first letter's reveal."""
LAST_BETS = 120.0
"""Seconds after which the reveal begins even if somebody hasn't bet."""
LOOK_EVERY = 0.5
ASKED = "Who's a machine? Bet on your phones, one letter at a time."
CHOICES = [Choice(PERSON, "a person"), Choice(MACHINE, "a machine")]


class RevealScreen(ArenaScreen):
    """Who has bet, then the players behind the letters."""

    TITLE = "WHO IS THE MACHINE?"
    CSS_PATH = "reveal_screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Close the bets", id="reveal.close"),
        Binding("enter", "go_on_telling", "Continue", id="reveal.go_on"),
    ]
    HELP = (
        "On their phones, all players bet whether each of the other letters is a person or a machine. "
        "A right bet is worth a point. If at least half take you for a machine, you get two."
    )

    def __init__(
        self, runner: SessionRunner, unmasking: Unmasking, party: str, done: Callable[[], None]
    ) -> None:
        """`party`: its id. `done` is called once everything is revealed and somebody continues."""
        super().__init__()
        self._runner, self._unmasking, self._party, self._done = runner, unmasking, party, done
        self._since = monotonic()
        """When the bets were opened, when the last one came, or when the last letter was revealed."""
        self._began = monotonic()
        self._owed = True
        self._asking = False

    def body(self) -> ComposeResult:
        with VerticalScroll(id="all", can_focus=False):
            yield Static(id="tiles", markup=False)
            yield Static(id="status", markup=False)
            yield Static(id="lines", markup=False)
            yield Static(id="awards", markup=False)

    def on_mount(self) -> None:
        self._runner.listeners.append(self.draw)
        self.set_interval(LOOK_EVERY, self.look)
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def on_unmount(self) -> None:
        if self.draw in self._runner.listeners:
            self._runner.listeners.remove(self.draw)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("go_on", "go_on_telling"):
            return self._unmasking.open == (action == "go_on")
        return True

    # who bets

    @property
    def _away(self) -> list[str]:
        """The people whose phones are away, for whom nobody waits."""
        held = {
            name: self.arena.door.holder(self._party, f"{HUMAN}{name}") for name in self._unmasking.bettors
        }
        return [name for name, guest in held.items() if guest is not None and guest.away]

    @property
    def _here(self) -> list[str]:
        """The people at the keyboard who can still bet."""
        holder, bets = self.arena.door.holder, self._unmasking
        return [
            name
            for name in bets.bettors
            if bets.owing(name) and holder(self._party, f"{HUMAN}{name}") is None
        ]

    @property
    def _waits(self) -> bool:
        """Whether somebody who is there can still bet."""
        return any(self._unmasking.owing(name) for name in self._unmasking.bettors if name not in self._away)

    def look(self) -> None:
        """Ask the people at the keyboard to bet, then reveal letter by letter once all bets are in."""
        bets, now = self._unmasking, monotonic()
        if bets.open:
            if self._here and not self._asking and self.is_current:
                self._asking = True  # set before the worker starts, or the next look would ask again
                self._ask_here()
            owed = self._waits
            self._since = now if owed or self._owed else self._since
            self._owed = owed
            if now - self._began >= LAST_BETS or (not owed and now - self._since >= self._pause(SETTLE)):
                self.action_go_on()
        elif bets.due and now - self._since >= self._pause(STEP):
            self.action_go_on()
        self._draw_status()

    def _pause(self, seconds: float) -> float:
        return seconds if self.arena.settings.animations else 0.0

    @work(exclusive=True, group="bets")
    async def _ask_here(self) -> None:
        """Let the people at the keyboard bet, one after the other."""
        bets = self._unmasking
        for name in self._here:
            seats = {f"x:{bets.letters[seat]}": seat for seat in bets.owing(name)}
            question = f"{first_name(name)}: person or machine?"
            given = await self.arena.push_screen_wait(CallsDialog(question, list(seats), CHOICES))
            for letter, value in (given or {}).items():
                await bets.bet(name, seats[letter], machine=value == MACHINE)
        self._asking = False

    # the reveal

    @work(exclusive=True, group="tell")
    async def action_go_on(self) -> None:
        """Close the bets, or reveal the next letter."""
        if self._unmasking.due:
            self._since = monotonic()
            await self._unmasking.tell_next()
            self.arena.sound("reveal")

    def action_go_on_telling(self) -> None:
        """Reveal the next letter, or continue to the result."""
        if self._unmasking.due:
            self.action_go_on()
        else:
            self._done()

    # drawing

    def draw(self) -> None:
        """Draw the letters, and what has been revealed about them."""
        if not self.is_mounted:
            return
        bets = self._unmasking
        self.put("tiles", self._tiles())
        lines = bets.lines
        newest = len(lines) - 1
        self.put(
            "lines",
            Content("\n").join(
                say(line, "bold" if n == newest and not bets.awards else "") for n, line in enumerate(lines)
            ),
        )
        star = f"{self.glyphs.star} ", "bold $accent"
        self.put("awards", Content("\n").join(Content.assemble(star, say(line)) for line in bets.awards))
        self._draw_status()
        self.refresh_bindings()
        self.arena.door.follow()

    def _draw_status(self) -> None:
        bets = self._unmasking
        told = f"{ASKED}\n{bets.waiting(self._away)}" if bets.open else ""
        self.put("status", say(told, "$foreground-muted"))

    def _tiles(self) -> Content:
        """The letters as tiles: grey while they hide somebody, then another colour for machines than for people."""
        bets = self._unmasking
        told = set(bets.order[: bets.revealed])
        colours = {
            seat: GREY if seat not in told else GREEN if bets.is_person(seat) else YELLOW
            for seat in bets.order
        }
        tiles = [Tile(bets.letters[seat], colours[seat]) for seat in bets.order]
        width = self.size.width - 8
        size = size_for(width, LARGE.pitch if self.size.height >= 34 else 2, len(tiles), 1)
        return draw([tiles], size, self.glyphs)


async def unmask(
    arena: Arena, runner: SessionRunner, unmasking: Unmasking | None, then: Callable[[], None]
) -> None:
    """Let everybody bet, and reveal who is who; call `then` afterwards.

    Without a party (`unmasking` is None), and if the game was aborted, nobody bets, and the session is revealed.
    """
    if unmasking is None or runner.outcome.result == "aborted":
        await (unmasking or Unmasking(runner, ())).reveal()
        arena.call_later(then)
        return

    def done() -> None:
        arena.back()
        then()

    arena.changed_by_itself()
    arena.push_screen(RevealScreen(runner, unmasking, str(runner.session.setup.extra.get(PARTY)), done))
