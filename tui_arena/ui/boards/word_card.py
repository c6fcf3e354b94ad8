"""A card with a word and its forbidden words, the panel it lies on, and the base of boards that have one.

A key shows the card. A person who is alone at the keyboard sees it face up, and may turn it face down.

Law: a card behind a key is face up only while that key shows it, or for a person alone at the keyboard. While
the card is face down, nothing drawn depends on its text, not even its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from tui_arena.core.game import View
from tui_arena.table.notes import Note
from tui_arena.ui.boards.tiles import LARGE, MEDIUM, TYPED, Tile, draw
from tui_arena.ui.game_ui import Board
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.text_block import StillText, TextBlock, entitle

BACKS = {"-low": 3, "-middling": 4, "-tall": 7}
"""Maps the height class of the screen to the lines of a face-down card, about as many as face up."""
VAST, BROAD = 44, 70
"""The least height, in lines, and width, in cells, of a board with space around everything."""
LEAST = 10


@dataclass(frozen=True, slots=True)
class CardFace:
    """The card as one seat knows it."""

    title: str
    word: str = ""
    """The word; empty if this seat mustn't know it."""
    struck: tuple[str, ...] = ()
    """The forbidden words, which mustn't be said either."""
    behind_key: bool = False
    """Whether only a key turns the card up; if False, it's face up for every seat that knows its word."""


class WordCard(TextBlock):
    """The card in a frame, whose lower edge names the key that turns it up."""

    DEFAULT_CSS = """
    WordCard { border: round $primary; padding: 0 1;
        border-title-color: $foreground; border-title-align: center; border-subtitle-color: $foreground-muted;
        border-subtitle-align: center; }
    WordCard.-ascii { border: ascii $primary; }
    WordCard.-down { border: round $border-blurred; border-title-color: $foreground-muted; }
    WordCard.-ascii.-down { border: ascii $border-blurred; }
    WordCard.-none { display: none; }
    WordCard.-tall { padding: 1 2; }
    """
    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(classes="-none")
        self._glyphs = glyphs
        self._card: CardFace | None = None
        self._open = False
        self.set_class(glyphs.ascii, "-ascii")

    def show(self, card: CardFace | None, *, opened: bool) -> None:
        """Draw this card, face down unless it is `opened`. If `card` is None, nothing takes up room."""
        self._card = card
        self._open = opened and card is not None and bool(card.word)
        self.set_class(not self._open, "-down")
        keyed = card is not None and card.behind_key
        foot = ("F5 hides it" if self._open else "F5 shows it") if keyed else ""
        entitle(self, card.title if card else "", foot)
        self.lay_out(empty=card is None)

    def on_resize(self) -> None:
        self.set_class(self.screen.has_class("-tall"), "-tall")

    def _lines(self, width: int) -> list[Content]:
        if self._card is None or not self._open:
            sign = "/" if self._glyphs.ascii else "╱"
            lines = next((n for name, n in BACKS.items() if self.screen.has_class(name)), 1)
            return [Content.styled(sign * max(width, LEAST), "$foreground-disabled")] * lines
        return [*self._word(self._card.word, width), *self._struck(self._card.struck, width)]

    def _word(self, word: str, width: int) -> list[Content]:
        """The word: as tiles on a very large screen, otherwise with its letters spaced if there is room."""
        large = word.upper()
        if self.screen.has_class("-vast") and self.screen.has_class("-tall") and large.isalpha():
            size = next((one for one in (LARGE, MEDIUM) if one.across(len(large)) <= width), None)
            if size is not None:
                tiles = draw([[Tile(letter, TYPED) for letter in large]], size, self._glyphs)
                return [centred(line, width) for line in tiles.split("\n")]
        threaded = "   ".join(" ".join(part) for part in large.split())
        text = say(threaded if len(threaded) <= width else large, "bold $accent")
        return [centred(line, width) for line in text.wrap(max(width, LEAST))]

    def _struck(self, struck: tuple[str, ...], width: int) -> list[Content]:
        """The forbidden words: one per line on a tall screen, otherwise several per line."""
        if not struck:
            return []
        no = "x" if self._glyphs.ascii else "×"
        each = [
            line
            for word in struck
            for line in Content.assemble((f"{no} ", "$error"), say(word, "strike $foreground-muted")).wrap(
                max(width, LEAST)
            )
        ]
        if not self.screen.has_class("-tall"):
            lines = together(each, width)
        else:
            wide = max(one.cell_length for one in each)
            lines = [Content.assemble(one, " " * (wide - one.cell_length)) for one in each]
        rule = Content.styled(self._glyphs.line * max(width, LEAST), "$border-blurred")
        return [rule, *(centred(line, width) for line in lines)]


def centred(line: Content, width: int) -> Content:
    """A line with blanks in front, so that it is centred in a width."""
    return Content(" " * max((width - line.cell_length) // 2, 0)).append(line)


def together(each: Iterable[Content], width: int, gap: str = "  ") -> list[Content]:
    """The texts joined into lines, with as many texts on a line as fit."""
    lines: list[Content] = []
    for one in each:
        if lines and lines[-1].cell_length + one.cell_length + len(gap) <= width:
            lines[-1] = Content.assemble(lines[-1], gap, one)
        else:
            lines.append(one)
    return lines


def fill(line: StillText, content: Content) -> None:
    """Update a line of a board. An empty line gets the class `none`, which hides it."""
    line.set_class(not content.plain, "none")
    line.update(content)


class CardPanel(Vertical):
    """The side panel of a board with a card: the card, the turns left, and lines that the board names."""

    DEFAULT_CSS = """
    CardPanel { width: 100%; height: auto; margin-bottom: 1; }
    CardPanel > Static { width: 100%; height: auto; margin-top: 1; }
    CardPanel.-low > Static { margin-top: 0; }
    CardPanel > #card-left { text-align: center; margin-top: 0; }
    CardPanel > .none { display: none; }
    """

    def __init__(self, glyphs: Glyphs, *lines: str) -> None:
        """`lines`: the names of the lines below the turns left."""
        super().__init__()
        self.card = WordCard(glyphs)
        self.lines = {name: StillText(id=f"card-{name}", classes="none") for name in ("left", *lines)}

    def compose(self) -> ComposeResult:
        yield from (self.card, *self.lines.values())

    def on_resize(self) -> None:
        self.set_class(self.screen.has_class("-low"), "-low")

    def fill(self, **lines: Content) -> None:
        """Update lines by name."""
        for name, content in lines.items():
            fill(self.lines[name], content)


class CardBoard(Board):
    """The base of boards with a card; a subclass draws itself in `_draw`, and the panel in `_draw_panel`."""

    panel: CardPanel
    low = 17
    """The least height, in lines, of a board with blank lines."""

    def __init__(self, glyphs: Glyphs, panel: CardPanel) -> None:
        super().__init__()
        self._glyphs = glyphs
        self.panel = panel
        self._names: Mapping[str, str] = {}
        self._notes: Sequence[Note] = ()
        self._alone = False
        self._turned = False
        """Whether a person who is alone at the keyboard has turned the card face down."""
        self._unveiled = False
        self.set_class(glyphs.ascii, "-ascii")

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        self._names, self._notes, self._alone = names, notes, alone

    @property
    def card(self) -> CardFace | None:
        """The card that is drawn now."""
        raise NotImplementedError

    @property
    def opened(self) -> bool:
        """Whether the card is face up."""
        if self.card is None or not self.card.behind_key:
            return True
        return self._unveiled or (self._alone and not self._turned)

    def unveil(self, secret: str) -> bool:
        self._unveiled = bool(secret)
        self._draw_panel()
        return self.panel.is_attached

    def turn_over(self) -> bool:
        if not self._alone or self.card is None or not self.card.behind_key:
            return False
        self._turned = not self._turned
        self._draw_panel()
        return True

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.size.height < self.low, "-low")
        self.set_class(self.size.height >= VAST and self.size.width >= BROAD, "-vast")
        self._draw()

    def _draw(self) -> None:
        raise NotImplementedError

    def _draw_panel(self) -> None:
        """Draw the side panel, with the card."""
        raise NotImplementedError
