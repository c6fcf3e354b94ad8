"""The scoreboard of an evening: who sits where next, the running score, and in the end who won it.

Law: nothing is counted here; what it shows is read again whenever it comes up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from tui_arena.config import BadFile
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.party import Party, PartyState, Seating, going_on, name_of, next_opening, skipping
from tui_arena.players.party_store import save_party
from tui_arena.players.seating import NAME_CHARS, BadPlayer
from tui_arena.save.store import SaveError
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.boards.tiles import GREEN, LARGE, Tile, draw, size_for
from tui_arena.ui.glyphs import say
from tui_arena.ui.party.presenter import (
    FULL,
    LOOKS_ON,
    PartyView,
    day_of,
    listed,
    load_party,
    moments,
    played_at,
    progress,
    seated_now,
    sittings,
    verdict,
)
from tui_arena.ui.widgets.dialogs import Dialog

NAME, BAR = 16, 32
"""Cells of a name at most, and of the longest bar."""
NARROW_BAR = 18
AHEAD = 3
"""Games of the round that are named behind the next."""
SIDE = 4
"""Cells left free at either side."""
TALL = 34
"""Lines of a screen on which the winner's name is large."""
ELSEWHERE = "The evening has gone on in another window. This is how it stands now."
LEAVE_IT = "It stays among the sessions, and can still be won there."


class PartyScreen(ArenaScreen):
    """Between the games of an evening, and after the last."""

    TITLE = "PARTY"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="party.play"),
        Binding(
            "c", "seats", "Change seats", id="party.seats", tooltip="Other ways to sit, one after another"
        ),
        Binding("k", "skip", "Skip this game", id="party.skip"),
        Binding("e", "edit", "People, games", id="party.edit", tooltip="Who comes, who goes, what is played"),
        Binding("f", "finish", "End", id="party.finish", tooltip="The evening ends here"),
        Binding("a", "again", "Another round", id="party.again"),
        Binding("n", "new", "New evening", id="party.new"),
        Binding("v", "evenings", "Evenings", id="party.evenings", tooltip="Those there were"),
        Binding("escape", "back", "Home", show=False, id="party.back"),
        Binding("up,pageup", "scroll(-1)", show=False),
        Binding("down,pagedown", "scroll(1)", show=False),
    ]
    HELP = "A point goes to each winner. Everything is saved: the evening can go on another day."

    def __init__(self, party: str) -> None:
        """`party`: its id."""
        super().__init__()
        self._party = party
        self.view: PartyView | None = None
        self.turn = 0
        """How often other seats were asked for."""

    def body(self) -> ComposeResult:
        with VerticalScroll(id="all", can_focus=False):
            yield Static(id="headline", markup=False)
            yield Static(id="remark", markup=False)
            yield Static(id="seats", markup=False)
            yield Static("SCORE", classes="heading", id="score", markup=False)
            yield Static(id="scores", markup=False)
            yield Static(id="last", markup=False)
            yield Static(id="programme", markup=False)
            yield Static(id="told", markup=False)
        with Horizontal(id="act"), Vertical():
            yield Button("", id="play", variant="primary", compact=True)

    def on_screen_resume(self) -> None:
        self.load()

    @work(exclusive=True, group="party")
    async def load(self) -> None:
        """Read the evening and draw it."""
        found = await self._read()
        if found is not None:
            self.view = found
            self._draw()

    async def _read(self) -> PartyView | None:
        """The evening as it stands; None if it can't be opened any more, which is told over the last screen."""
        arena = self.arena
        try:
            found = await arena.in_thread(
                load_party, arena.catalogue, arena.store, arena.registry.book, self._party
            )
        except SaveError as error:
            found = str(error)
        if isinstance(found, str):
            arena.back()
            arena.notify(found, severity="error", timeout=12)
            return None
        return found

    # what there is

    @property
    def party_state(self) -> PartyState | None:
        """The evening as it was read last."""
        return self.view.party_state if self.view else None

    @property
    def next_game(self) -> GameInfo | None:
        """The game that is next or on the table; None when nothing more is played."""
        party_state = self.party_state
        return (
            None
            if party_state is None or party_state.over
            else self.arena.catalogue.game(party_state.game.game)
        )

    def _seating(self, party_state: PartyState, info: GameInfo) -> Seating:
        running = party_state.running
        return seated_now(party_state, running) if running else party_state.seating(info, self.turn)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        party_state = self.party_state
        if party_state is None:
            return action == "back"
        return {
            "play": not party_state.over,
            "seats": not party_state.over
            and party_state.running is None
            and len(party_state.party.players) > 1,
            "skip": not party_state.over,
            "finish": not party_state.over,
            "edit": not party_state.over,
            "again": party_state.over,
            "new": party_state.over,
        }.get(action, True)

    # drawing

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        view, info = self.view, self.next_game
        if view is None or not self.query("#play"):  # nothing is read yet, or the screen is on its way out
            return
        party_state, party = view.party_state, view.party_state.party
        self.title = f"PARTY {self.glyphs.dot} {party.name}" if party.name else "PARTY"
        day = day_of(party_state, self.arena.now().tzinfo)
        self.sub_title = f" {self.glyphs.dot} ".join(filter(None, (progress(party_state), day)))
        self.query_one("#all").set_class(party_state.over, "-over")
        if info is None:
            head, remark = verdict(party_state)
            self.put("headline", self._in_tiles(party_state))
            told = Content.assemble(say(head, "bold $success"), "\n", say(remark, "italic $foreground-muted"))
            self.put("remark", told)
            self.put("seats", Content(""))
            lines = moments(self.arena.catalogue, party_state)
            self.put("last", Content("\n").join(say(line) for line in lines))
        else:
            now = "On the table" if party_state.running else "Next"
            self.put(
                "headline",
                say(f"{now}: {played_at(self.arena.catalogue, party_state.game)}", "bold $primary"),
            )
            self.put("remark", Content(""))
            self.put("seats", self._seats(info, self._seating(party_state, info)))
            self.put("last", say(view.last, "$foreground-muted"))
        self.put("scores", self._scores(party_state))
        self.put("programme", self._programme(party_state))
        self.put("told", say(" ".join(view.told), "$text-warning"))
        button = self.query_one("#play", Button)
        button.display = not party_state.over
        button.label = say(f"{'Go on' if party_state.running else 'Sit down'}  {self.glyphs.enter}")
        self.refresh_bindings()

    def _in_tiles(self, party_state: PartyState) -> Content:
        """The name of who won, as the word of the evening; empty if nobody did alone, or it is too long."""
        name = name_of(party_state.leaders[0]) if len(party_state.leaders) == 1 else ""
        tiles = [Tile(c, GREEN) for c in one_line(name, NAME) if c.isalnum()]
        size = size_for(
            self.size.width - 2 * SIDE, LARGE.pitch if self.size.height >= TALL else 2, len(tiles), 1
        )
        fits = 0 < size.across(len(tiles)) <= self.size.width - 2 * SIDE
        return draw([tiles], size, self.glyphs) if tiles and fits else Content("")

    def _column(self, name: str, style: str) -> Content:
        """A name in the cells of the column of names; letters of some scripts take two."""
        names = (
            [say(name_of(player)).cell_length for player in self.party_state.points]
            if self.party_state
            else []
        )
        room = min(max(names, default=0), NAME)
        return say(one_line(name, NAME_CHARS), style).truncate(room, ellipsis=True, pad=True)

    def _seats(self, info: GameInfo, seating: Seating) -> Content:
        """A line for each who plays, and one for all who look on."""
        told = sittings(info, seating)
        lines = [
            Content.assemble("  ", self._column(name, "bold"), "  ", say(does))
            for name, does in told
            if does != LOOKS_ON
        ]
        onlookers = [name for name, does in told if does == LOOKS_ON]
        if onlookers:
            verb = "looks on" if len(onlookers) == 1 else "look on"
            lines.append(say(f"  {listed(onlookers)} {verb}", "$foreground-muted"))
        return Content("\n").join(lines)

    def _scores(self, party_state: PartyState) -> Content:
        """Bars, the leader first; who ties stays in the order of the table."""
        points, leaders = party_state.points, party_state.leaders
        best = max(FULL, *points.values())
        width = NARROW_BAR if self.has_class("-narrow") else BAR
        lines = []
        for player, n in sorted(points.items(), key=lambda one: -one[1]):
            leads = player in leaders
            bar = self.glyphs.bar(n / best, width)
            lines.append(
                Content.assemble(
                    (f"{self.glyphs.star if leads else ' '} ", "bold $accent"),
                    self._column(name_of(player), "bold" if leads else ""),
                    ("  ", ""),
                    (bar, "$success" if leads else "$primary"),
                    (f" {n}" if bar else "0", "bold"),
                )
            )
        return Content("\n").join(lines)

    def _programme(self, party_state: PartyState) -> Content:
        """The games of this round about the next one, which is marked."""
        games = party_state.party.games
        if party_state.over or len(games) < 2:
            return Content("")
        at = party_state.position % len(games)
        rounds = party_state.party.rounds
        of = f" of {rounds}" if rounds else ""
        lead = "Tonight" if rounds == 1 else f"Round {party_state.position // len(games) + 1}{of}"
        parts: list[Content | tuple[str, str] | str] = [(f"{lead}:  ", "$foreground-muted")]
        first, last = max(min(at - 1, len(games) - AHEAD - 2), 0), at + AHEAD
        cut = (f"{self.glyphs.ellipsis} ", "$foreground-disabled")
        parts += [cut] if first else []
        for n, game in enumerate(games[first : last + 1], first):
            info = self.arena.catalogue.games[game.game]
            mark = f"{self.glyphs.arrow} " if n == at else ""
            style = "bold $accent" if n == at else "$foreground-disabled" if n < at else "$foreground-muted"
            parts += ["  " if n > first else "", say(f"{mark}{info.title}", style)]
        parts += [("  ", ""), cut] if last + 1 < len(games) else []
        return Content.assemble(*parts)

    # keys

    @on(Button.Pressed, "#play")
    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """Deal the next game, or back to the one on the table; not if another window was quicker."""
        party_state, info = self.party_state, self.next_game
        if party_state is None or info is None or not await self._still(party_state):
            return
        if party_state.running is not None:
            self.arena.resume_table(party_state.running.row.id)
            return
        try:
            opening = next_opening(party_state, info, self.arena.registry.book, self.turn)
        except (BadPlayer, BadOption, BadFile) as error:
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        self.arena.open_table(opening, party=party_state.party.id)

    async def _still(self, party_state: PartyState) -> bool:
        """Whether an evening is still as it was read; if not, how it stands now is drawn, and said."""
        found = await self._read()
        if found is None or found.party_state == party_state:
            return found is not None
        self.view = found
        self._draw()
        self.arena.notify(ELSEWHERE, timeout=8)
        return False

    def action_scroll(self, way: int) -> None:
        """Where a full table needs more lines than there are."""
        page = self.query_one("#all", VerticalScroll)
        page.scroll_page_down() if way > 0 else page.scroll_page_up()

    def action_seats(self) -> None:
        """Another way to sit; after the last comes the one that was due."""
        self.turn += 1
        self._draw()

    @work(exclusive=True, group="skip")
    async def action_skip(self) -> None:
        """Pass this game over; one that has begun is asked about."""
        party_state, info = self.party_state, self.next_game
        if party_state is None or info is None:
            return
        if party_state.running is not None:
            answers = [("stay", "Go on with it"), ("leave", "Leave it")]
            said = await self.app.push_screen_wait(Dialog(f"Leave this {info.title}?", LEAVE_IT, answers))
            if said != "leave":
                return
        self._keep(party_state, skipping(party_state))

    def action_finish(self) -> None:
        """The evening ends here; another round can still be played."""
        if self.party_state is not None:
            self._keep(self.party_state, replace(self.party_state.party, ended=True))

    def action_again(self) -> None:
        """It was not over after all."""
        if self.party_state is not None:
            self._keep(self.party_state, going_on(self.party_state))

    @work(exclusive=True, group="keep")
    async def _keep(self, seen: PartyState, party: Party) -> None:
        """Keep what became of an evening as it was seen; not over what another window has kept since."""
        if not await self._still(seen):
            return
        try:
            await self.arena.in_thread(save_party, self.arena.store, party)
        except SaveError as error:
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        self.turn = 0
        self.load()

    def action_edit(self) -> None:
        """Who comes, who goes, what is played."""
        if self.party_state is not None:
            self.arena.open_party_setup(self.party_state)

    def action_new(self) -> None:
        """A new evening, with the people of the last."""
        self.arena.open_party_setup()

    def action_evenings(self) -> None:
        """The evenings there were."""
        self.arena.open_evenings()
