"""The scoreboard of a party, and the list of all parties.

The scoreboard shows who sits where in the next game, the running score, and who won in the end.

This module counts no points. Everything shown is read again each time the screen opens.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.config import BadFile
from tui_arena.core.language.sentences import counted, first_name
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.party import (
    HUMAN,
    Party,
    PartyState,
    Seating,
    going_on,
    name_of,
    next_opening,
    skipping,
    who_problem,
)
from tui_arena.players.party_store import delete_party, parties, save_party
from tui_arena.players.seating import NAME_CHARS, BadPlayer
from tui_arena.save.exchange.export import write_new
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.boards.tiles import LARGE, Tile, draw, in_tiles, size_for
from tui_arena.ui.glyphs import GREEN, say
from tui_arena.ui.party.presenter import (
    FULL,
    PartyView,
    day_of,
    listed,
    load_party,
    moments,
    party_picture,
    played_at,
    progress,
    score_line,
    seated_now,
    side_name,
    sittings,
    title_of,
    verdict,
)
from tui_arena.ui.party.setup_screen import SCORING
from tui_arena.ui.widgets.charts import signs
from tui_arena.ui.widgets.dialogs import Question, agreed

NAME, BAR = 16, 32
"""The maximum width of a name, and the width of the longest bar, in cells."""
NARROW_BAR = 18
AHEAD = 3
"""How many games of the round are listed after the next game."""
ALL = 8
"""A round of at most this many games is listed whole."""
TITLE = 84
"""The maximum width of a line, such as a game's name in tiles, in cells."""
SIDE, PAIR = 4, 2
"""Cells left free at each side; and the number of winners whose names can share one line of tiles."""
PRIZES, FEW_PRIZES = 8, 3
"""How many awards of the party are shown on a tall screen, and on any other."""
TALL = 34
"""The least height of a tall screen, in lines; a tall screen has larger names and more awards."""
CHANGED_ELSEWHERE = "The party has continued in another window. Here's the score now."
SEATS_HIDDEN = "Who sits where is secret. You'll be told when it's your turn."
SKIP_IT = "The party continues with the next game, and nobody scores for this one."
LEAVE_IT = "It stays in your sessions, and you can still finish it there."
END: Question = (
    "End the party?",
    "The points stay as they are. You can still add a round later.",
    ("Play on", "End it"),
)
END_RUNNING: Question = (
    END[0],
    f"{END[1]} The game on the table isn't lost: {LEAVE_IT[0].lower()}{LEAVE_IT[1:]}",
    END[2],
)
NONE_YET = "No parties yet. Press Esc, then p: people, games, a running score."
PAGE = 50
"""How many parties are read at a time."""
GONE = "The party and its scores will be gone. Its games stay in your sessions."


class PartyScreen(ArenaScreen):
    """The screen between the games of a party, and after the last game."""

    TITLE = "PARTY"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="party.play"),
        Binding("c", "seats", "Change seats", id="party.seats", tooltip="Try other seats, one after another"),
        Binding("k", "skip", "Skip", id="party.skip", tooltip="Skip this game"),
        Binding("e", "edit", "People, games", id="party.edit", tooltip="Who's in, who's out, what you play"),
        Binding("f", "finish", "End", id="party.finish", tooltip="End the party here"),
        Binding("a", "again", "Another round", id="party.again"),
        Binding("n", "new", "New party", id="party.new"),
        Binding(
            "x",
            "keep_picture",
            "Save a picture",
            id="party.keep_picture",
            tooltip="Save a picture (SVG) and the text",
        ),
        Binding("v", "app.open('parties')", "Parties", id="party.evenings", tooltip="Past parties"),
        Binding("escape", "back", "Home", id="party.back"),
        Binding("up,pageup", "scroll(-1)", show=False),
        Binding("down,pagedown", "scroll(1)", show=False),
    ]
    HELP = SCORING

    def __init__(self, party: str) -> None:
        """`party`: the party's id."""
        super().__init__()
        self._party = party
        self.view: PartyView | None = None
        self.turn = 0
        """How often the user has asked for another seating."""
        self.lists_guests = False

    def body(self) -> ComposeResult:
        with VerticalScroll(id="all", can_focus=False):
            yield Static(id="headline", markup=False)
            yield Static(id="remark", markup=False)
            yield Static(id="seats", markup=False)
            yield Static("SCORE", classes="heading", id="score", markup=False)
            yield Static(id="scores", markup=False)
            yield Static(id="last", markup=False)
            yield Static(id="programme", markup=False)
            yield Static(id="status", markup=False)
        with Horizontal(id="act"), Vertical():
            yield Button("", id="play", variant="primary", compact=True)

    def on_screen_resume(self) -> None:
        self.arena.door.listen(self)
        self.load()

    def draw(self) -> None:
        """Draw again who sits where, because somebody with a phone has come or left."""
        self._draw()

    @work(exclusive=True, group="party")
    async def load(self) -> None:
        """Read the party and draw it."""
        found = await self._read()
        if found is not None:
            self.view = found
            self._draw()

    async def _read(self) -> PartyView | None:
        """Read the party; None if it can't be opened any more: the app shows an error and goes back."""
        arena = self.arena
        place = arena.catalogue, arena.store, arena.registry.book, self._party
        found = await self.looked_up(load_party, *place)
        if isinstance(found, PartyView):
            return found
        arena.back()
        if found is not None:
            arena.notify(found, severity="error", timeout=12)
        return None

    # the party

    @property
    def party_state(self) -> PartyState | None:
        """The party as it was last read; None before the first reading."""
        return self.view.party_state if self.view else None

    @property
    def loaded(self) -> PartyState:
        """The party, for actions, which only work after it is read."""
        assert self.view is not None
        return self.view.party_state

    @property
    def next_game(self) -> GameInfo | None:
        """The game that is next or on the table; None if the party has no more games."""
        playing = self.view is not None and not self.loaded.over
        return self.arena.catalogue.game(self.loaded.game.game) if playing else None

    def _seating(self, party_state: PartyState, info: GameInfo) -> Seating:
        running = party_state.running
        if running:
            return seated_now(party_state, running)
        return party_state.seating(info, self.turn, self._away(party_state))

    def _away(self, party_state: PartyState) -> Collection[str]:
        """The players who get no seat in the next game: their phones are away, or an unsigned game needs one."""
        party = party_state.party
        away = self.arena.door.away_from(party.id, party.present)
        return {*away, *self._without_phones(party_state)} if party_state.game.unsigned else away

    def _without_phones(self, party_state: PartyState) -> list[str]:
        """The people of the party who are at the keyboard."""
        holder, party = self.arena.door.holder, party_state.party
        return [one for one in party.present if one.startswith(HUMAN) and holder(party.id, one) is None]

    def _problem(self, party_state: PartyState) -> str:
        """Why the next game can't be played now; empty if it can."""
        if not party_state.game.unsigned:
            return ""
        people = [one for one in party_state.party.present if one.startswith(HUMAN)]
        away = self._away(party_state)
        phones = [one for one in people if one not in away]
        missing = [name_of(one) for one in people if one in away] if party_state.party.plan else []
        return who_problem(len(people), len(self._without_phones(party_state)), len(phones), missing)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        party_state = self.party_state
        if party_state is None:
            return action == "back"
        if action in ("again", "new", "keep_picture"):
            return party_state.over
        fixed = party_state.running is not None or party_state.hides
        if (
            action in ("skip", "finish")
            and party_state.running
            and party_state.running.row.result != "unfinished"
        ):
            return False  # only its bets are open, and Enter closes them
        if action == "seats" and (fixed or len(party_state.party.present) < 2):
            return False
        return action not in ("play", "seats", "skip", "finish", "edit") or not party_state.over

    # drawing

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        view, info = self.view, self.next_game
        if view is None or not self.is_mounted or self not in self.app.screen_stack:
            return  # the party isn't read yet, or the screen is closing
        party_state, party = view.party_state, view.party_state.party
        self.title = f"PARTY {self.glyphs.dot} {party.name}" if party.name else "PARTY"
        day = day_of(party_state, self.arena.now().tzinfo)
        self.sub_title = self.glyphs.dotted((progress(party_state), day))
        self.query_one("#all").set_class(party_state.over, "-over")
        if info is None:
            head, remark = verdict(party_state)
            self.put("headline", self._in_tiles(party_state))
            told = Content.assemble(say(head, "bold $success"), "\n", say(remark, "italic $foreground-muted"))
            self.put("remark", told)
            self.put("seats", Content(""))
            self.put("last", self._remembered(view))
        else:
            self.put("headline", self._next(info, party_state))
            self.put("remark", Content(""))
            self.put("seats", self._seats(info, self._seating(party_state, info)))
            self.put("last", say(view.last, "$foreground-muted"))
        self.put("scores", self._scores(party_state))
        self.put("programme", self._programme(party_state))
        self.put("status", say(" ".join([*view.skipped, *self._late(party_state)]), "$text-warning"))
        if self.is_current:  # else the stage shows something else
            self._tell_phones(party_state, info)
        button = self.query_one("#play", Button)
        button.display = not party_state.over
        button.label = say(f"{'Continue' if party_state.running else 'Sit down'}  {self.glyphs.enter}")
        self.refresh_bindings()

    def _next(self, info: GameInfo, party_state: PartyState) -> Content:
        """The game that is next or on the table, with its name in tiles if there is room."""
        now = "On the table" if party_state.running else "Next"
        head = say(f"{now}: {played_at(self.arena.catalogue, party_state.game)}", "bold $primary")
        room = min(self.size.width - 2 * SIDE, TITLE) if self.size.height >= TALL else 0
        tiles = in_tiles(info.title, len(info.title), room, self.glyphs)
        return Content("\n\n").join([head, tiles]) if tiles.plain else head

    def _tell_phones(self, party_state: PartyState, info: GameInfo | None) -> None:
        """Show the phones the score, and who sits where in the next game."""
        door = self.arena.door
        if not door.open:
            return
        lines, ending = [score_line(party_state)] if party_state.played else [], None
        if info is None and self.view is not None:
            head = verdict(party_state)[0]
            lines += [head, *self.view.said]
            day = day_of(party_state, self.arena.now().tzinfo)
            picture = party_picture(self.arena.catalogue, self.view, day)
            ending = {"kind": "party", "text": head, "svg": picture}
        elif info is None:
            return
        else:
            lines.append(f"Next: {played_at(self.arena.catalogue, party_state.game)}")
            seated = sittings(party_state, info, self._seating(party_state, info))
            lines += [SEATS_HIDDEN] if party_state.hides else [f"{name} {does}" for name, does in seated]
            lines += self._late(party_state)
        door.tell(party_state.party, *lines, ending=ending)

    def _late(self, party_state: PartyState) -> list[str]:
        """A sentence about the guests who are in the room, but not in the party; none if there are none."""
        late = [] if party_state.over else [first_name(name) for name in self.arena.door.late(self._party)]
        isn_t = "isn't" if len(late) == 1 else "aren't"
        return [f"{listed(late)} {isn_t} in the party yet. The host can add people with e."] if late else []

    def _in_tiles(self, party_state: PartyState) -> Content:
        """The names of one or two winners in tiles; empty if there are more, or if the names don't fit."""
        if len(party_state.leaders) == PAIR:
            both = " ".join(party_state.named(one) for one in party_state.leaders)  # both or neither
            return in_tiles(both, len(both), self.size.width - 2 * SIDE, self.glyphs)
        name = party_state.named(party_state.leaders[0]) if len(party_state.leaders) == 1 else ""
        tiles = [Tile(c, GREEN) for c in one_line(name, NAME) if c.isalnum()]
        size = size_for(
            self.size.width - 2 * SIDE, LARGE.pitch if self.size.height >= TALL else 2, len(tiles), 1
        )
        fits = 0 < size.across(len(tiles)) <= self.size.width - 2 * SIDE
        return draw([tiles], size, self.glyphs) if tiles and fits else Content("")

    def _remembered(self, view: PartyView) -> Content:
        """The best quotes, the awards and the highlights of the party, with the newest awards that fit."""
        star = f"{self.glyphs.star} ", "bold $accent"
        shown = view.prizes[-(PRIZES if self.size.height >= TALL else FEW_PRIZES) :]
        lines = [
            *(say(line, "italic") for line in view.said),
            *(say(line) for line in moments(self.arena.catalogue, view.party_state)),
            *(Content.assemble(star, say(line)) for line in shown),
        ]
        head = [say("TO REMEMBER", "bold $foreground-disabled")] if lines else []
        return Content("\n").join([*head, *lines])

    def _column(self, name: str, style: str, names: Iterable[str]) -> Content:
        """A name cut or padded to the width of the names' column, measured in cells."""
        room = min(max((say(one).cell_length for one in names), default=0), NAME)
        return say(one_line(name, NAME_CHARS), style).truncate(room, ellipsis=True, pad=True)

    def _seats(self, info: GameInfo, seating: Seating) -> Content:
        """A line for each player at the table, then the spectators: people in one line, others in another."""
        if self.loaded.hides:
            return say(f"  {SEATS_HIDDEN}", "$foreground-muted")
        seated, away = sittings(self.loaded, info, seating), self._away(self.loaded)
        absent = [name_of(one) for one in seating.looking_on if one in away]
        people = [name_of(one) for one in seating.looking_on if one.startswith("human:") and one not in away]
        others = [name_of(one) for one in seating.looking_on if not one.startswith("human:")]
        alone = [one for names in (people, others, absent) if len(names) == 1 for one in names]
        column = [*(name for name, _ in seated), *alone]
        lines = [
            Content.assemble("  ", self._column(name, "bold", column), "  ", say(does))
            for name, does in seated
        ]
        for names, one, several in (
            (people, "calls how it ends", "call how it ends"),
            (others, "watches", "watch"),
            (absent, "is away", "are away"),
        ):
            if len(names) == 1:
                name = self._column(names[0], "", column)
                lines.append(Content.assemble("  ", name, f"  {one}").stylize("$foreground-muted"))
            elif names:
                lines.append(say(f"  {listed(names)} {several}", "$foreground-muted"))
        if self.loaded.game.genie:
            lines.append(say("  Think of it together: if you win, everybody scores.", "$foreground-muted"))
        return Content("\n").join(lines)

    def _scores(self, party_state: PartyState) -> Content:
        """The score as bars, the leader first; sides with equal points keep their order."""
        points, leaders = party_state.standing, party_state.leaders
        best = max(FULL, *points.values())
        width = NARROW_BAR if self.has_class("-narrow") else BAR
        names = {side: one_line(side_name(party_state, side), 2 * NAME) for side in points}
        column = max(cell_len(name) for name in names.values())
        lines = []
        for side, n in sorted(points.items(), key=lambda one: -one[1]):
            leads = side[0] in leaders
            bar = signs(self.glyphs).halves(n / best, width)
            name = say(names[side], "bold" if leads else "").truncate(column, ellipsis=True, pad=True)
            lines.append(
                Content.assemble(
                    (f"{self.glyphs.star if leads else ' '} ", "bold $accent"),
                    name,
                    ("  ", ""),
                    (bar, "$success" if leads else "$primary"),
                    (f" {n}" if bar else "0", "bold"),
                )
            )
        return Content("\n").join(lines)

    def _programme(self, party_state: PartyState) -> Content:
        """The next game, which is marked, and the games of this round around it."""
        games = party_state.party.games
        double = party_state.doubles(party_state.position)
        if party_state.over or (len(games) < 2 and not double):
            return Content("")
        at = party_state.position % len(games)
        rounds = party_state.party.rounds
        of = f" of {rounds}" if rounds else ""
        lead = "Tonight" if rounds == 1 else f"Round {party_state.position // len(games) + 1}{of}"
        if double:
            lead = "Last round, counts double"
        first, last = max(min(at - 1, len(games) - AHEAD - 2), 0), at + AHEAD
        if len(games) <= ALL:
            first, last = 0, len(games)
        cut = say(self.glyphs.ellipsis, "$foreground-disabled")
        parts = [say(f"{lead}:", "$foreground-muted"), *([cut] if first else [])]
        for n, game in enumerate(games[first : last + 1], first):
            title = self.arena.catalogue.games[game.game].title
            style = "bold $accent" if n == at else "$foreground-disabled" if n < at else "$foreground-muted"
            parts.append(say(f"{self.glyphs.arrow} {title}" if n == at else title, style))
        parts += [cut] if last + 1 < len(games) else []
        return self._in_lines(parts)

    def _in_lines(self, parts: Iterable[Content]) -> Content:
        """The parts next to each other, wrapped into lines without breaking a part."""
        room, lines = min(self.size.width - 2 * SIDE, TITLE), [Content("")]
        for part in parts:
            joined = Content.assemble(lines[-1], "  ", part) if lines[-1] else part
            lines = [*lines[:-1], joined] if joined.cell_length <= room else [*lines, part]
        return Content("\n").join(lines)

    # keys

    @on(Button.Pressed, "#play")
    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """Deal the next game, or go back to the running game, unless another window has changed the party."""
        party_state, info = self.party_state, self.next_game
        if party_state is None or info is None or not await self._still(party_state):
            return
        if party_state.running is not None:
            self.arena.resume_table(party_state.running.row.id)
            return
        if problem := self._problem(party_state):
            self.arena.notify(problem, severity="warning", timeout=12)
            return
        try:
            away = self._away(party_state)
            opening = next_opening(party_state, info, self.arena.registry.book, self.turn, away)
        except (BadPlayer, BadOption, BadFile) as error:
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        self.arena.open_table(opening, party=party_state.party.id)

    async def _still(self, party_state: PartyState) -> bool:
        """Whether a party hasn't changed since it was read. If it has, draw the new state and say so."""
        found = await self._read()
        if found is None or found.party_state == party_state:
            return found is not None
        self.view = found
        self._draw()
        self.arena.notify(CHANGED_ELSEWHERE, timeout=8)
        return False

    def action_scroll(self, way: int) -> None:
        """Scroll the page, for parties that need more lines than the screen has."""
        page = self.query_one("#all", VerticalScroll)
        page.scroll_page_down() if way > 0 else page.scroll_page_up()

    def action_seats(self) -> None:
        """Propose another seating; after the last seating, start again with the first."""
        self.turn += 1
        self._draw()

    @work(exclusive=True, group="skip")
    async def action_skip(self) -> None:
        """Skip this game, after a question."""
        party_state = self.loaded
        title = self.arena.catalogue.game(party_state.game.game).title
        question = f"Skip {title}?", SKIP_IT, ("Keep it", "Skip it")
        if party_state.running is not None:
            question = f"Leave this {title}?", LEAVE_IT, ("Carry on", "Leave it")
        if await agreed(self.app, question):
            self._keep(party_state, skipping(party_state))

    @work(exclusive=True, group="skip")
    async def action_finish(self) -> None:
        """End the party here, after a question; another round can still be played."""
        party_state = self.loaded
        if await agreed(self.app, END_RUNNING if party_state.running is not None else END):
            self._keep(party_state, replace(party_state.party, ended=True))

    def action_again(self) -> None:
        """Add another round to a party that is over."""
        self._keep(self.loaded, going_on(self.loaded))

    @work(exclusive=True, group="keep")
    async def _keep(self, seen: PartyState, party: Party) -> None:
        """Save the changed party, unless another window has changed it since it was `seen`."""
        if not await self._still(seen):
            return
        if await self.looked_up(save_party, self.arena.store, party) is not None:
            self.turn = 0
            self.load()

    @work(exclusive=True, group="picture")
    async def action_keep_picture(self) -> None:
        """Write the final scoreboard to files: a picture and a text."""
        arena, name = self.arena, "party"
        shown = self._as_text()
        try:
            svg = await arena.in_thread(
                write_new, arena.paths.exports, f"{name}.svg", [arena.export_screenshot()]
            )
            text = await arena.in_thread(write_new, arena.paths.exports, f"{name}.txt", [shown + "\n"])
        except BadFile as error:
            arena.notify(str(error), severity="error", timeout=12)
            return
        arena.notify(f"Saved as {svg} and {text.name}.", timeout=8)

    def _as_text(self) -> str:
        """The final scoreboard as text, for people who read it outside the app."""
        view = self.view
        assert view is not None
        head, remark = verdict(view.party_state)
        lines = [self.title or "", head, remark, "", score_line(view.party_state), ""]
        lines += [*view.said, *moments(self.arena.catalogue, view.party_state), "", *view.prizes]
        return "\n".join(lines).strip()

    def action_edit(self) -> None:
        """Change the people and the games."""
        self.arena.open_party_setup(self.loaded)

    def action_new(self) -> None:
        """Set up a new party with the people of the last party."""
        self.arena.open_party_setup()


class PartyHistoryScreen(ArenaScreen):
    """The list of parties. Enter opens a party's scoreboard, del deletes the party."""

    TITLE = "PARTIES"
    CSS_PATH = "history_screen.tcss"
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", "Open", id="evenings.look"),
        Binding("n", "new", "New party", id="evenings.new"),
        Binding("x,delete", "delete", "Delete", key_display="x", id="evenings.delete"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.parties: list[PartyState] = []
        self._complete = False
        """Whether the list contains all parties."""

    def body(self) -> ComposeResult:
        yield OptionList(classes="plain", markup=False)
        yield Static(say(NONE_YET), id="none", markup=False)

    def on_mount(self) -> None:
        self.query_one("#none").display = False

    def on_screen_resume(self) -> None:
        self.load()

    @work(exclusive=True, group="parties")
    async def load(self) -> None:
        """Read the newest parties again, as many as were listed, and list them."""
        found = await self._read(max(PAGE, len(self.parties)))
        if found is None:
            return
        self.parties = found
        shown = self.query_one(OptionList)
        at = shown.highlighted or 0
        shown.clear_options()
        shown.add_options(self._option(party_state) for party_state in self.parties)
        shown.highlighted = min(at, len(self.parties) - 1) if self.parties else None
        shown.display = bool(self.parties)
        self.query_one("#none").display = not self.parties
        self.refresh_bindings()

    @work(exclusive=True, group="parties")
    async def load_more(self) -> None:
        """Read the next page of older parties."""
        found = await self._read(PAGE, before=self.parties[-1].party.id)
        if found:
            self.parties += found
            self.query_one(OptionList).add_options(self._option(party_state) for party_state in found)

    async def _read(self, most: int, *, before: str = "") -> list[PartyState] | None:
        """Read some parties; None if they can't be read."""
        arena = self.arena
        place = arena.store, arena.catalogue, arena.registry.book
        found = await self.looked_up(parties, *place, most, before=before)
        if found is None:
            return None
        self._complete = len(found) < most
        return found

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """If the cursor is on the last party of the list, read older parties."""
        if event.option_index == len(self.parties) - 1 and not self._complete:
            self.load_more()

    def _option(self, party_state: PartyState) -> Option:
        return Option(self._line(party_state), party_state.party.id)

    def _line(self, party_state: PartyState) -> Content:
        dot = f" {self.glyphs.dot} "
        facts = [day_of(party_state, self.arena.now().tzinfo), counted(party_state.finished, "game")]
        if not party_state.over:
            facts.append(progress(party_state))
        return Content.assemble(
            say(title_of(party_state.party), "bold"),
            "\n",
            say(f"  {score_line(party_state)}"),
            say(dot + dot.join(filter(None, facts)), "$foreground-muted"),
        )

    @property
    def _chosen(self) -> Party | None:
        """The party under the cursor; None if the list is empty."""
        at = self.query_one(OptionList).highlighted
        return None if at is None else self.parties[at].party

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("look", "delete") or bool(self.parties)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.arena.look_at_party(str(event.option_id))

    def action_look(self) -> None:
        """Open the scoreboard of the party under the cursor."""
        if self._chosen is not None:
            self.arena.look_at_party(self._chosen.id)

    def action_new(self) -> None:
        """Set up a new party."""
        self.arena.open_party_setup()

    @work(exclusive=True, group="delete")
    async def action_delete(self) -> None:
        """Delete the party under the cursor, after a question."""
        party = self._chosen
        if party is None or not await agreed(
            self.app, (f"Delete {title_of(party)}?", GONE, ("Keep", "Delete"))
        ):
            return
        await self.looked_up(delete_party, self.arena.store, party.id)
        self.load()
