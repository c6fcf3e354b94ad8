"""The bars of a screen: its title, its current choices or tabs, and the footer with the keys that work now."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.binding import ActiveBinding
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.text_block import Look, look_of


class TitleBar(Widget):
    """Shows the screen's `title` at the left and its `sub_title` at the right."""

    DEFAULT_CSS = """
    TitleBar { dock: top; height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.watch(self.screen, "title", self._changed)
        self.watch(self.screen, "sub_title", self._changed)

    def _changed(self) -> None:
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        left = say(one_line(self.screen.title or "", width), "bold $primary")
        right = say(
            one_line(self.screen.sub_title or "", max(width - left.cell_length - 2, 1)), "$foreground-muted"
        )
        gap = width - left.cell_length - right.cell_length
        if gap < 1:
            return left.truncate(width, ellipsis=True)
        return Content.assemble(left, " " * gap, right)


Piece = tuple[str, Content]
"""The key that a click on the piece picks, and the piece as drawn."""


class PieceBar(Widget):
    """One line of pieces that can be clicked."""

    DEFAULT_CSS = "PieceBar { height: 1; padding: 0 1; }"
    ALLOW_SELECT = False
    gap = 2
    """Cells between two pieces."""

    @abstractmethod
    def pieces(self, room: int) -> Sequence[Piece]:
        """The pieces that fit into `room` cells."""

    @abstractmethod
    def picked(self, key: str) -> None:
        """React to a click on a piece."""

    def render(self) -> Content:
        return Content(" " * self.gap).join(piece for _, piece in self.pieces(self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for key, piece in self.pieces(self.content_size.width):
            if 0 <= x < piece.cell_length:
                self.picked(key)
                return
            x -= piece.cell_length + self.gap


class KeyBar(PieceBar):
    """One line of the screen's active keys, each clickable. If not all fit, F1 is the last to be dropped."""

    DEFAULT_CSS = "KeyBar { dock: bottom; background: $footer-background; color: $footer-foreground; }"

    dead: reactive[bool] = reactive(False)
    """Whether single keys do nothing now, because they may have been meant for the previous screen."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn: list[tuple[str, Look]] = []
        """For each drawn key, what a click on it does and how it looks."""
        self._known: list[Piece] = []
        self._looks = False
        """Whether a check for changed keys is scheduled."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        if not self._looks and self.is_attached and screen is self.screen:
            self._looks = True
            self.call_later(self._look)

    def _look(self) -> None:
        """Draw the keys again if they have changed. Textual asks often, but the keys mostly stay the same.

        Only the top screen can say which of its keys work: Textual asks the top screen on behalf of any
        screen.
        """
        self._looks = False
        if self.is_attached and self.app.screen is self.screen and _looks_of(self._items()) != self._drawn:
            self.refresh()

    def pieces(self, room: int) -> Sequence[Piece]:
        """The keys that fit. The keys that work on every screen come last."""
        items = self._items()
        self._drawn = _looks_of(items)
        while len(items) > 1 and sum(p.cell_length + self.gap for _, p in items) - self.gap > room:
            items.pop(-2)
        return items

    def picked(self, key: str) -> None:
        if key:
            self.app.simulate_key(key)

    def _items(self) -> list[Piece]:
        """All keys: the screen's or its panel's, the palette's, and the keys that work everywhere.

        A screen that is just opening over this one can't say its keys yet, so the known keys stay till then.
        """
        top = self.app.screen
        if top is not self.screen and not top.is_mounted:
            return list(self._known)
        own: list[Piece] = []
        everywhere: list[Piece] = []
        seen: set[str] = set()
        keys = self.screen.active_bindings
        if self._covered:  # a panel knows only its own keys, but the app's priority keys work there, too
            first = {k: one for k, one in keys.items() if one.node is self.app and one.binding.priority}
            keys = {**self.app.screen.active_bindings, **first}
        for active in keys.values():
            binding = active.binding
            shown = binding.show or (self._covered and binding.key == "escape")
            if shown and binding.description and binding.action not in seen:
                seen.add(binding.action)
                (everywhere if active.node is self.app else own).append(
                    self._item(active, binding.description)
                )
        palette = keys.get(self.app.COMMAND_PALETTE_BINDING)
        self._known = [*own, *([self._item(palette, "All")] if palette is not None else []), *everywhere]
        return list(self._known)

    @property
    def _covered(self) -> bool:
        """Whether a panel covers the screen and takes its keys."""
        return self.app.screen is not self.screen and isinstance(self.app.screen, ModalScreen)

    def _item(self, active: ActiveBinding, text: str) -> Piece:
        """A key as a piece. A click on a disabled key does nothing."""
        styles = "bold $footer-key-foreground", "$footer-description-foreground"
        sign, name = styles if active.enabled and not self.dead else ("$foreground-disabled",) * 2
        shown = self.app.get_key_display(active.binding)
        key = active.binding.key if active.enabled else ""
        return key, Content.assemble((shown, sign), (f" {text}", name))


def _looks_of(items: Sequence[Piece]) -> list[tuple[str, Look]]:
    return [(key, look_of(piece)) for key, piece in items]


GAP = 3
SHORTEST = 6
"""The minimum width to which a value may be cut, in cells."""


class ChoiceBar(PieceBar):
    """Pieces on one line. A click on a piece picks it."""

    DEFAULT_CSS = "ChoiceBar { color: $foreground; }"

    @dataclass
    class Picked(OwnMessage):
        """A piece was clicked."""

        bar: ChoiceBar
        key: str

        @property
        def control(self) -> ChoiceBar:
            return self.bar

    def __init__(self, *, gap: int = GAP, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        """`gap`: the number of blanks between two pieces."""
        super().__init__(id=id)
        self.gap = gap
        self._draw: Callable[[int], Sequence[Piece]] = lambda _: ()

    def show(self, draw: Callable[[int], Sequence[Piece]]) -> None:
        """Show the pieces that `draw` returns for a number of cells."""
        self._draw = draw
        self.refresh()

    def pieces(self, room: int) -> Sequence[Piece]:
        return self._draw(room)

    def picked(self, key: str) -> None:
        self.post_message(self.Picked(self, key))


@dataclass(frozen=True, slots=True)
class Chosen:
    """One current choice."""

    key: str
    """The letter whose key changes it."""
    name: str
    value: str

    @property
    def width(self) -> int:
        return len(self.key) + len(self.value) + 1 + (len(self.name) + 1 if self.name else 0)

    def piece(self) -> Piece:
        return self.key, Content.assemble(
            (self.key, "bold underline $accent"),
            (f" {self.name}" if self.name else "", "$foreground-muted"),
            (f" {self.value}", "bold $primary"),
        )


def chosen_pieces(entries: Sequence[Chosen]) -> Callable[[int], Sequence[Piece]]:
    """A function that returns the pieces of a bar of current choices."""
    return lambda room: [entry.piece() for entry in fitted(entries, room)]


def fitted(entries: Sequence[Chosen], room: int) -> list[Chosen]:
    """The same entries, fitted into `room` cells: names are dropped first, then the longest values cut."""
    out = list(entries)
    if _cells(out) > room:
        out = [Chosen(e.key, "", e.value) for e in out]
    while _cells(out) > room:
        at = max(range(len(out)), key=lambda n: len(out[n].value))
        longest = out[at]
        if len(longest.value) <= SHORTEST:
            break
        out[at] = Chosen(longest.key, "", one_line(longest.value, len(longest.value) - 1))
    return out


def _cells(entries: Sequence[Chosen]) -> int:
    return sum(e.width + GAP for e in entries) - GAP


def tab_pieces(names: Sequence[str], at: int) -> Callable[[int], Sequence[Piece]]:
    """Tabs with a digit and a name, for a bar without gaps. The tab at position `at` is marked.

    If not all names fit, only the marked tab has its name. A click picks a position, from 0.
    """

    def pieces(room: int) -> list[Piece]:
        texts = [f"{n} {name}" for n, name in enumerate(names, 1)]
        if sum(len(text) + 4 for text in texts) > room:
            texts = [text if n == at else text.partition(" ")[0] for n, text in enumerate(texts)]
        return [
            (
                str(n),
                Content.styled(
                    *((f"[{text}] ", "bold $primary") if n == at else (f" {text}  ", "$foreground-muted"))
                ),
            )
            for n, text in enumerate(texts)
        ]

    return pieces
