"""Handing over: who plays on a phone, who at the keyboard, and the word that lets a phone in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui_arena.core.text import one_line
from tui_arena.room.host import RoomHost
from tui_arena.room.people import Person, Word
from tui_arena.ui.boards.tiles import GREEN, Tile, draw, size_for
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel
from tui_arena.ui.widgets.menu import glyphs_of
from tui_arena.ui.widgets.rows import Choice, Picker

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena

NAME = 20
ROOM = 52
"""Cells for the word in tiles."""
BY_WORD = "by_word"


@dataclass(frozen=True, slots=True)
class Way:
    """One line of the list: a person, and where they play from then on."""

    person: Person
    to: str
    """The id of a guest whose phone it is; `BY_WORD`: another phone; empty: the keyboard."""
    words: str


def ways(host: RoomHost) -> list[Way]:
    """All that can be done: each person first on a phone that is here, then on another one, then at the keyboard."""
    people = host.persons
    free = [one.guest for one in people if one.guest is not None and not one.places]
    found = []
    for person in people:
        if person.guest is None:
            if person.places:
                found += [Way(person, guest.id, f"on {guest.name}'s phone") for guest in free]
            found.append(Way(person, BY_WORD, "on a phone, by a word"))
        else:
            found.append(Way(person, BY_WORD, "back on another phone, by a word"))
            if person.places:
                found.append(Way(person, "", "at the keyboard"))
    return found


async def hand_over(arena: Arena) -> None:
    """Ask who plays where from now on, and see to it; for a worker."""
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
        finally:  # it is good for as long as it is shown
            host.withdraw(word)
    else:
        host.hand(way.person, host.room.guests.get(way.to))


class WordScreen(Panel[None]):
    """Shows a word until a phone has come in by it, or for as long as it is good."""

    DEFAULT_CSS = """
    WordScreen #tiles { height: auto; margin: 1 0; content-align: center middle; }
    WordScreen .text { color: $foreground; margin-bottom: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "close", "Close", show=False, id="word.close")
    ]

    def __init__(self, word: Word, place: str, seconds_left: Callable[[Word], float]) -> None:
        """`place`: where phones find the room; `seconds_left`: how long a word is still good."""
        super().__init__(
            f"{one_line(word.person.name, NAME)}, your phone",
            f"Open http://{place} on it. At “I have a word”, type:",
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
        self.query_one("#left", Static).update(say(f"It lets one phone in, for {left} s. Esc takes it back."))
