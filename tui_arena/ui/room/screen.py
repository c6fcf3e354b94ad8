"""The lobby: how phones find the room, who has come, and who plays on a phone or at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.language.names import name_key
from tui_arena.core.text import one_line
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.room.host import RoomHost
from tui_arena.room.people import RoomPerson, Word
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.boards.tiles import Tile, draw, size_for
from tui_arena.ui.glyphs import GREEN, say
from tui_arena.ui.room.door import Door
from tui_arena.ui.widgets.dialogs import Dialog, Panel
from tui_arena.ui.widgets.menu import glyphs_of
from tui_arena.ui.widgets.rows import Choice, Picker

if TYPE_CHECKING:
    from tui_arena.room.server import RoomServer
    from tui_arena.ui.app.arena import Arena

LAN = (
    "Open to this network. Nothing here is encrypted, and anybody on the network who knows the code can join."
)
HERE = "Only this machine so far. Press n to let phones on this network in."
NAME = 20
ABOVE = 3
"""Lines of the screen that the QR code can't use."""
OUT = (
    "If you bar them, nobody can come in with that name or from that browser. If you take a new code, nobody can "
    "come in with the old code. Everybody else stays in."
)
QR = "#ffffff on #000000"
"""The colours of the QR code in every theme, as readers expect dark modules on a light ground."""
ROOM = 52
"""The maximum width of a handover word in tiles, in cells."""
BY_WORD = "by_word"


@lru_cache(maxsize=1)
def qr_rows(text: str) -> Sequence[Sequence[bool]]:
    """The modules of a QR code, row by row, True for dark, with a margin of two light modules. Cached."""
    import segno  # only a lobby needs it  # noqa: PLC0415

    made = segno.make(text, error="l", micro=False)
    return [[bool(module) for module in row] for row in made.matrix_iter(border=2)]


def qr_lines(text: str, *, large: bool = False) -> list[str]:
    """A QR code as lines of text for white on black.

    A line shows two rows of modules in half blocks, or one row with two cells per module if `large`.
    """
    rows = list(qr_rows(text))
    if large:
        return ["".join("  " if dark else "██" for dark in row) for row in rows]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return [
        "".join(signs[pair] for pair in zip(*two, strict=True))
        for two in zip(rows[::2], rows[1::2], strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Handover:
    """One line of the list: a person, and where they will play."""

    person: RoomPerson
    to: str
    """The id of the guest whose phone they play on, `BY_WORD` for another phone, empty for the keyboard."""
    words: str


def ways(host: RoomHost) -> list[Handover]:
    """All possible handovers, person by person: to a phone here, to another phone, to the keyboard."""
    people = host.persons
    free = [one.guest for one in people if one.guest is not None and not one.places]
    found = []
    for person in people:
        if person.guest is None:
            if person.places:
                found += [Handover(person, guest.id, f"on {guest.name}'s phone") for guest in free]
            found.append(Handover(person, BY_WORD, "on a phone, with a word"))
        else:
            found.append(Handover(person, BY_WORD, "on another phone, with a word"))
            if person.places:
                found.append(Handover(person, "", "at the keyboard"))
    return found


async def hand_over(arena: Arena) -> None:
    """Ask who plays where from now on, and carry it out. Call this in a worker."""
    host = arena.door.host
    offered = ways(host)
    lines = [
        Choice(str(n), f"{one_line(way.person.name, NAME)}: {way.words}") for n, way in enumerate(offered)
    ]
    picked = await arena.push_screen_wait(Picker("Who plays where?", lines, ""))
    if picked is None:
        return
    way = offered[int(picked)]
    if way.to == BY_WORD:
        word = host.invite(way.person)
        try:
            await arena.push_screen_wait(WordScreen(word, arena.door.server.place, host.seconds_left))
        finally:  # the word is valid only while it is shown
            host.withdraw(word)
    else:
        host.hand(way.person, host.room.guests.get(way.to))


class WordScreen(Panel[None]):
    """Shows a word until a phone has used it to come in, or until the word expires."""

    DEFAULT_CSS = """
    WordScreen #tiles { height: auto; margin: 1 0; content-align: center middle; }
    WordScreen .text { color: $foreground; margin-bottom: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "close", "Close", show=False, id="word.close")
    ]

    def __init__(self, word: Word, place: str, seconds_left: Callable[[Word], float]) -> None:
        """`place`: the address of the room. `seconds_left`: returns for how long a word is still valid."""
        super().__init__(
            f"{one_line(word.person.name, NAME)}, your phone",
            f"Open http://{place} on it. Under “I have a word”, type:",
        )
        self._word, self._seconds_left = word, seconds_left

    def inside(self) -> ComposeResult:
        yield Static(id="tiles", markup=False)
        yield Static(id="left", classes="text", markup=False)

    def on_mount(self) -> None:
        glyphs = glyphs_of(self)
        tiles = [Tile(letter, GREEN) for letter in self._word.text]
        size = size_for(ROOM, 2, len(tiles), 1)
        self.query_one("#tiles", Static).update(draw([tiles], size, glyphs))
        self._look()
        self.set_interval(0.5, self._look)

    def _look(self) -> None:
        left = ceil(self._seconds_left(self._word))
        if left <= 0:
            self.dismiss(None)
            return
        self.query_one("#left", Static).update(
            say(f"It lets one phone in and expires in {left} s. Press Esc to cancel it.")
        )


class LobbyScreen(ArenaScreen):
    """The room before and between games."""

    TITLE = "PHONES"
    CSS_PATH = "screen.tcss"
    HELP = (
        "Everybody plays on their own phone; this screen is the stage. Scan the code, or type the "
        "address and the four letters. Then give everybody a seat."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "party", "Party", id="lobby.party", tooltip="A party with the people who are here"),
        Binding("enter", "begin", "Begin", id="lobby.begin"),
        Binding(
            "n",
            "network",
            "Network",
            id="lobby.network",
            tooltip="Let phones on this network in, or keep them out",
        ),
        Binding("o", "open", "Open or close", id="lobby.open", tooltip="Let new people in, or keep them out"),
        Binding(
            "v",
            "audience",
            "Bets",
            id="lobby.audience",
            tooltip="Let people who only watch bet on the ending, or stop them",
        ),
        Binding("x", "remove", "Take out", id="lobby.remove", tooltip="Take somebody out of the room"),
        Binding(
            "f9",
            "hand_over",
            "Hand over",
            id="lobby.hand_over",
            tooltip="Choose who plays on a phone and who at the keyboard",
        ),
        Binding("c", "close", "Close the room", id="lobby.close"),
        Binding("escape", "back", "Back", show=False, id="lobby.back"),
    ]

    def __init__(
        self, *, lan: bool = False, opening: Opening | None = None, seats: Sequence[str] = ()
    ) -> None:
        """`lan`: whether phones in this network may come in from the start.

        `opening`: a table that the host can begin. `seats`: the seats kept for people who come by phone.
        """
        super().__init__()
        self._lan, self._opening, self._seats = lan, opening, seats
        self.lists_guests = True

    def body(self) -> ComposeResult:
        with Horizontal(id="room"):
            with Vertical(id="way"):
                yield Static(id="code", markup=False)
                yield Static(id="address", markup=False)
                yield Static(id="how", markup=False)
                yield Static(id="watch", markup=False)
                yield Static(id="guests", markup=False)
            yield Static(id="qr", markup=False)

    @property
    def door(self) -> Door:
        return self.arena.door

    @property
    def people_here(self) -> list[str]:
        cast = self._opening.cast if self._opening is not None else {}
        people = [one for seat, one in cast.items() if one.kind == "human" and seat not in self._seats]
        return [str(one.spec.get("name")) for one in people]

    def on_mount(self) -> None:
        self._start()

    def on_screen_resume(self) -> None:
        self.door.listen(self)
        if self.door.open:
            self.door.host.forget_last()

    @work(exclusive=True, group="room")
    async def _start(self) -> None:
        if not self.door.open or (self._lan and not self.door.server.lan):
            await self._listen(lan=self._lan)
        self.draw()

    async def _listen(self, *, lan: bool) -> None:
        why = await self.door.start(lan=lan)
        if why:
            self.arena.notify(why, severity="error", timeout=12)
            if lan:
                await self.door.start(lan=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("network", "open", "close", "audience"):
            return self.door.open
        if action == "hand_over":
            return self.door.open and bool(self.door.host.persons)
        if action == "begin":
            return self._opening is not None and self.door.open and self._missing <= 0
        if action in ("party", "remove"):
            here = self.door.open and bool(self.door.room.guests)
            return here and (action == "remove" or self._opening is None)
        return True

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        """Draw the room as it is."""
        if not (self.door.open and self.is_mounted and self.is_attached):
            return  # a guest may come while this screen is closing, without widgets
        room, server = self.door.room, self.door.server
        self.sub_title = "open" if room.open else "closed to new people"
        tiles = [Tile(letter, GREEN) for letter in room.code]
        size = size_for(36, 4 if self.size.height >= 30 else 2, len(tiles), 1)
        self.put("code", draw([tiles], size, self.glyphs))
        self.put("address", say(f"http://{server.address}:{server.port}", "bold $accent"))
        self.put("how", say(LAN if server.lan else HERE, "$foreground-muted"))
        self.put("watch", self._watch_links(server))
        self.put("guests", self._guests())
        room_for, code = self.size.height - ABOVE, qr_lines(server.link, large=True)
        if len(code) > room_for or 2 * len(code) > self.size.width // 2:
            code = qr_lines(server.link)
        fits = len(code) <= room_for and not self.glyphs.ascii
        self.put("qr", say("\n".join(code), QR) if fits else Content(""))
        self.refresh_bindings()

    def _watch_links(self, server: RoomServer) -> Content:
        """Where others can look on, and whether they may bet."""
        room, faint = self.door.room, "$foreground-muted"
        votes = "betting is on" if room.audience_votes else "betting is off"
        watching = self.door.host.watchers
        about = f"{watching} watching, {votes}" if watching else votes
        return Content.assemble(
            say("Just watch  ", faint),
            say(f"/#watch-{room.watch}", "bold"),
            say(f"  ({about})\n", faint),
            say("Projector   ", faint),
            say(f"/stage#{room.watch}", "bold"),
        )

    def _guests(self) -> Content:
        lines = [say("IN THE ROOM", "bold $primary")]
        for guest in self.door.room.guests.values():
            state = "away" if guest.away else "ready" if guest.ready else ""
            sign = "*" if self.glyphs.ascii else guest.sign
            name = one_line(guest.name, NAME)
            lines.append(
                Content.assemble(
                    (f"{sign} ", "bold $accent"), say(name, "bold"), (f"  {state}", "$foreground-muted")
                )
            )
        if len(lines) == 1:
            lines.append(
                say("Nobody's here yet. Scan the code, or type the address.", "italic $foreground-muted")
            )
        elif self._opening is not None and self._missing > 0:
            lines.append(say(f"Waiting for {self._missing} more.", "italic $foreground-muted"))
        return Content("\n").join(lines)

    # keys

    @property
    def _missing(self) -> int:
        """The number of people who have to come before the table can begin."""
        return len(self._seats) - len(self.door.room.guests)

    def action_begin(self) -> None:
        """Open the table and give the kept seats to the guests in the order of arrival.

        A guest with the name of a person in another seat gets that seat.
        """
        opening = self._opening
        assert opening is not None, "else the key does nothing"
        here = {name_key(name) for name in self.people_here}
        own = {name_key(guest.name): guest.id for guest in self.door.guests if name_key(guest.name) in here}
        cast = {
            seat: replace(
                one, guest=own.get(name_key(str(one.spec.get("name"))), "") if one.kind == "human" else ""
            )
            for seat, one in opening.cast.items()
        }
        others = [guest for guest in self.door.guests if guest.id not in own.values()]
        cast |= {
            seat: replace(read_player(f"human:{guest.name}"), guest=guest.id)
            for seat, guest in zip(self._seats, others, strict=False)
        }
        self.arena.open_first(replace(opening, cast=cast))

    def action_party(self) -> None:
        """Set up a party with the people who have come."""
        self.arena.open_party_setup()

    @work(exclusive=True, group="room")
    async def action_network(self) -> None:
        """Switch between letting in phones on this network and letting in only this machine."""
        await self._listen(lan=not self.door.server.lan)
        self.draw()

    def action_open(self) -> None:
        room = self.door.room
        room.open = not room.open
        self.draw()

    def action_audience(self) -> None:
        """Let people who only look on bet on how a game ends, or stop them."""
        room = self.door.room
        room.audience_votes = not room.audience_votes
        self.door.follow()
        self.door.host.changed()

    @work(exclusive=True, group="dialog")
    async def action_remove(self) -> None:
        """Remove somebody from the room for good."""
        guests = [Choice(guest.id, guest.name) for guest in self.door.guests]
        picked = await self.app.push_screen_wait(Picker("Who leaves the room?", guests, ""))
        guest = self.door.room.guests.get(picked or "")
        if guest is None:
            return
        answers = [("bar", f"Bar {one_line(guest.name, NAME)}"), ("code", "New code"), ("cancel", "Cancel")]
        answer = await self.app.push_screen_wait(Dialog(f"Take {guest.name} out of the room?", OUT, answers))
        if answer in ("bar", "code"):
            self.door.host.remove(guest.id, bar=answer == "bar")

    @work(exclusive=True, group="dialog")
    async def action_hand_over(self) -> None:
        """Choose who plays on a phone and who plays at the keyboard."""
        await hand_over(self.arena)

    @work(exclusive=True, group="room")
    async def action_close(self) -> None:
        """Close the room and go back."""
        await self.door.stop()
        self.arena.back()
