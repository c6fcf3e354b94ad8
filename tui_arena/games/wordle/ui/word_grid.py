"""The board of Wordle: the clue, the grid of guesses, the critic's opinion and a keyboard.

The keyboard on the screen shows what is known about each letter, and a player can click it to type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tui_arena.core.game import Ask, Fault, View
from tui_arena.core.language.sentences import YOU, first_name
from tui_arena.core.reading import parted
from tui_arena.core.text import one_line
from tui_arena.table.notes import Note
from tui_arena.ui.boards.facts_board import FieldsForm
from tui_arena.ui.boards.tiles import (
    EMPTY,
    INK,
    PROPOSED,
    REFUSED,
    SMALL,
    TYPED,
    Animation,
    Size,
    Tile,
    draw,
    size_for,
)
from tui_arena.ui.game_ui import Board, last_speaker
from tui_arena.ui.glyphs import GREY, Glyphs, say
from tui_arena.ui.widgets.text_block import StillText, TextBlock

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ENTER, BACKSPACE = "enter", "backspace"
KEY, WIDE_KEY = 3, 7
"""The width of a letter key in cells, normally and if there is more room."""


class LetterKeys(Widget):
    """Three rows of keys. `known` has the best mark of each letter that was tried."""

    DEFAULT_CSS = """
    LetterKeys { height: 3; width: 100%; }
    LetterKeys.-airy { height: 5; }
    """
    ALLOW_SELECT = False
    known: reactive[Mapping[str, str]] = reactive(dict)
    blank: reactive[bool] = reactive(default=False)
    """True if nothing is drawn, while nobody may look."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def render(self) -> Content:
        if self.blank:
            return Content("")
        between = "\n\n" if self.has_class("-airy") else "\n"
        return Content(between).join(self._row(n) for n in range(len(ROWS)))

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset_capture(self)
        row = at.y // 2 if self.has_class("-airy") else at.y
        if self.blank or not 0 <= row < len(ROWS) or (self.has_class("-airy") and at.y % 2):
            return
        for x, width, key in self._placed(row):
            if x <= at.x < x + width:
                self.post_message(Board.Typed(key))

    def _placed(self, row: int) -> Iterator[tuple[int, int, str]]:
        """The keys of a row, each with its first cell and its width."""
        keys = list(ROWS[row])
        if row == len(ROWS) - 1:
            keys = [ENTER, *keys, BACKSPACE]
        width = (
            WIDE_KEY if self.size.width > len(ROWS[0]) * (WIDE_KEY + 1) and self.has_class("-airy") else KEY
        )
        gap = 1 if self.size.width >= len(ROWS[0]) * (width + 1) else 0
        widths = [width if len(key) == 1 else width + 1 for key in keys]
        x = max((self.size.width - sum(widths) - gap * (len(keys) - 1)) // 2, 0)
        for key, width in zip(keys, widths, strict=True):
            yield x, width, key
            x += width + gap

    def _row(self, row: int) -> Content:
        line = Content("")
        for x, width, key in self._placed(row):
            text, look = self._key(key)
            line = Content.assemble(line, " " * (x - line.cell_length), (text.center(width), look))
        return line

    def _key(self, key: str) -> tuple[str, str]:
        """A key's sign and its style."""
        glyphs = self._glyphs
        if key == ENTER:
            return (" ok " if glyphs.ascii else " ↵  ", "$foreground-muted on $surface-lighten-1")
        if key == BACKSPACE:
            return (" <- " if glyphs.ascii else " ⌫  ", "$foreground-muted on $surface-lighten-1")
        mark = self.known.get(key)
        if mark is None:
            return (f" {key} ", "bold $foreground on $surface-lighten-2")
        if mark == GREY:
            return (f" {key}{glyphs.dot if glyphs.marks else ' '}", "$foreground-disabled on $background")
        return (glyphs.tile(key, mark).lower(), INK[mark])


LENGTH = 5
SHAKES = (2, 0, 2, 0, 1)
"""The position of a shaking row, frame by frame, in cells to the right; the position at rest is 1."""
SHAKE_SECONDS, TURN_SECONDS = 0.045, 0.28
MOST_LINES = 2
"""The most lines for the clue or an opinion."""


class WordGrid(TextBlock):
    """The rows: marked guesses, then the open row with the text being typed, then empty rows."""

    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs, turned: Callable[[], object], *, animated: bool) -> None:
        """`turned` is called when the last tile of a row has turned."""
        super().__init__()
        self._glyphs = glyphs
        self._animated = animated and not glyphs.ascii
        self._turned = turned
        self._turns: Sequence[dict[str, Any]] = ()
        self._rows = 0
        self._open = ("", EMPTY)
        self.refused = False
        self._turning = Animation(self, self._turn, LENGTH)
        """Turns the tiles of the last row, letter by letter."""
        self._shaking = Animation(self, self.lay_out, len(SHAKES))
        self.tile_size: Size = SMALL

    @property
    def revealing(self) -> float:
        """The number of seconds for which tiles still turn; 0 if no tile turns."""
        return self._turning.left

    def _turn(self) -> None:
        self.lay_out()
        if not self._turning.playing:
            self._turned()

    def show(self, turns: Sequence[dict[str, Any]], rows: int, open_word: str, mark: str) -> None:
        """Draw these turns; if there is one more turn than before, its marks appear letter by letter."""
        one_more = len(turns) == len(self._turns) + 1 and rows == self._rows
        same = (len(turns), open_word, mark) == (len(self._turns), *self._open)
        self._turns, self._rows = turns, rows
        self._open = (open_word, mark)
        self.refused = self.refused and same
        if one_more and self._animated:
            self._turning.play(TURN_SECONDS, LENGTH)
        self.lay_out()

    def write(self, open_word: str, mark: str) -> None:
        """Redraw the open row."""
        if (open_word, mark) != self._open:
            self._open, self.refused = (open_word, mark), False
            self.lay_out()

    def shake(self) -> None:
        """Show that the open word was refused."""
        self.refused = True
        if self._animated:
            self._shaking.play(SHAKE_SECONDS, len(SHAKES))
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        rows = [self._marked(n) for n in range(len(self._turns))]
        if len(rows) < self._rows:
            rows.append(self._typed())
        rows += [[Tile()] * LENGTH for _ in range(self._rows - len(rows))]
        left = max((width - self.tile_size.across(LENGTH)) // 2, 0)
        shift = [left] * self._rows
        step = self._shaking.at
        if step < len(SHAKES) and len(self._turns) < self._rows:
            shift[len(self._turns)] += SHAKES[step] - 1
        return draw(rows, self.tile_size, self._glyphs, shift).split("\n")

    def _marked(self, n: int) -> list[Tile]:
        turn = self._turns[n]
        turned = self._turning.at if n == len(self._turns) - 1 else LENGTH
        pairs = enumerate(zip(turn["guess"], turn["marks"], strict=True))
        return [Tile(c, m if i < turned else TYPED) for i, (c, m) in pairs]

    def _typed(self) -> list[Tile]:
        word, mark = self._open
        mark = REFUSED if self.refused else mark
        letters = [Tile(c, mark) for c in word[:LENGTH]]
        if mark == TYPED and len(letters) < LENGTH:
            letters.append(Tile("_", TYPED))
        return letters + [Tile()] * (LENGTH - len(letters))


def whose_clue(setter: str) -> str:
    """The heading of a clue; `setter`: the name of the player who gave the clue, empty if nobody did.

    >>> whose_clue("Ada"), whose_clue("You"), whose_clue("")
    ("Ada's clue", 'your clue', 'clue')
    """
    return "clue" if not setter else "your clue" if setter == YOU else f"{first_name(setter)}'s clue"


class WordBoard(Board):
    """The whole board, in the largest size that fits."""

    DEFAULT_CSS = """
    WordBoard { width: 1fr; height: 1fr; layout: vertical; align: center middle; }
    WordBoard > Static { width: 100%; height: auto; max-height: 2; text-align: center; padding: 0 1; }
    WordBoard > #clue { color: $accent; text-style: italic; }
    WordBoard > #opinion { color: $foreground; height: 2; }
    WordBoard > .empty, WordBoard.-crowded > #opinion { display: none; }
    WordBoard.-roomier > #clue { margin-top: 1; }
    WordBoard.-roomy > #clue, WordBoard.-roomy > WordGrid { margin-bottom: 1; }
    """

    def __init__(self, glyphs: Glyphs, *, animated: bool) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._view: View | None = None
        self._ask: Ask | None = None
        self._typed = ""
        self._live = False
        """True if the board is on a live table; in a replay, a key shows the reasons."""
        self._whose = whose_clue("")
        self._thinks = False
        """True if another player guesses, whose thoughts get lines below the grid."""
        self._grid = WordGrid(glyphs, self._turned, animated=animated)
        self._keys = LetterKeys(glyphs)
        self._fields = FieldsForm(glyphs)
        self.form = self._fields
        self._formed = False
        """True if the setter is asked for a word and its clues, which have a field each."""

    def compose(self) -> ComposeResult:
        yield StillText(id="clue", classes="empty")
        yield self._grid
        yield StillText(id="opinion", classes="empty")
        yield self._keys

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        self._live = table is not None
        setter = last_speaker(table, names, "setter") if table is not None else names.get("setter", "")
        self._whose = whose_clue(setter if "setter" in names else "")

    def show(self, view: View | None, ask: Ask | None) -> None:
        self._view, self._ask = view, ask
        others = view is not None and view.seat != "guesser" and not view.facts["is_critic"]
        self._thinks = self._live and others
        form = parted(ask) if view is not None and ask is not None and ask.name == "target" else None
        self._formed = form is not None
        hints = {"word": "five letters", "clue": "a clue to it"}
        if view is not None and view.facts["needs_near"]:
            hints |= {"clue": "a hard one, to start with", "near": "an easier one, for later"}
        self._fields.show(ask if self._formed else None, form, hints)
        self._draw()

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        return self.form if self._formed else None

    @property
    def shown_turns(self) -> Sequence[dict[str, Any]]:
        """The guesses on the board."""
        return self._view.facts["turns"] if self._view else ()

    @property
    def revealing(self) -> bool:  # type: ignore[override]
        return self._grid.revealing > 0

    @property
    def telling(self) -> bool:  # type: ignore[override]
        return self.revealing

    @property
    def lingers(self) -> float:  # type: ignore[override]
        return self._grid.revealing

    @property
    def _thought(self) -> str:
        """The thoughts of the last guesser, for spectators; empty if there are none."""
        if self._view is None or not self._thinks:
            return ""
        taken = (line for line in reversed(self._view.talk) if line.ask == "guess" and not line.fault)
        guess = next((line.text for line in taken), "")
        return guess.partition("\nguess: ")[0].removeprefix("explanation: ") if "\n" in guess else ""

    def _turned(self) -> None:
        """Show the marks everywhere, now that the tiles show them."""
        self._draw()
        self.post_message(Board.Tells())

    def typing(self, text: str) -> None:
        self._typed = "".join(c for c in text.partition("|")[0] if c.isalpha() and c.isascii()).lower()
        self._grid.write(*self._open_word())

    def refuse(self, fault: Fault | None = None) -> None:
        self._grid.shake()

    @property
    def refused(self) -> bool:
        """True if the word in the open row was refused."""
        return self._grid.refused

    def on_resize(self, event: events.Resize) -> None:
        self._fit()

    def _draw(self) -> None:
        facts = self._view.facts if self._view else {}
        turns: Sequence[dict[str, Any]] = facts.get("turns", ())
        revealed = not self.revealing
        self._grid.show(turns, int(facts.get("max_guesses", 0)), *self._open_word())
        if revealed and self.revealing:
            self.post_message(Board.Tells())
        if not self.revealing:
            self._keys.known = facts.get("letters", {})
            clue = facts.get("clue", "")
            self._say("clue", f"{self._whose}: {clue}" if clue else "")
        self._keys.blank = self._view is None
        opinion = self.query_one("#opinion", StillText)
        opinion.set_class(not (facts.get("is_critic") or self._thinks), "empty")
        opinion.update(say(one_line(self._opinion() or self._thought, 200)))
        self._fit()

    def _open_word(self) -> tuple[str, str]:
        facts = self._view.facts if self._view else {}
        wanted = self._ask is not None and self._ask.kind == "word"
        if wanted and (self._typed or not facts.get("proposal")):
            return self._typed, TYPED
        return str(facts.get("proposal", "")), PROPOSED

    def _opinion(self) -> str:
        facts = self._view.facts if self._view else {}
        said = {"yes": "the critic agrees", "no": "the critic wouldn't"}.get(str(facts.get("agreement")))
        if said is None:
            return ""
        why = one_line(str(facts.get("opinion", "")), 160)
        return f"{said}: {why}" if why else said

    def _say(self, name: str, text: str) -> None:
        line = self.query_one(f"#{name}", StillText)
        line.set_class(not text, "empty")
        line.update(say(one_line(text, 200)))

    def _height(self, name: str, width: int) -> int:
        """The number of lines that a text above or below the grid takes."""
        line = self.query_one(f"#{name}", StillText)
        if line.has_class("empty"):
            return 0
        return min(len(Content(str(line.content)).wrap(max(width - 2, 1))), MOST_LINES)

    def _fit(self) -> None:
        """Choose the size of the tiles that fits next to the lines around the grid.

        Lines for an opinion are kept free before the opinion is given, so that the grid doesn't jump. If
        these lines would make the tiles smaller, the opinion appears only in the talk.
        """
        facts = self._view.facts if self._view else {}
        rows = int(facts.get("max_guesses", 6))
        width, height = self.size
        opinion = 0 if self.query_one("#opinion").has_class("empty") else MOST_LINES
        room = height - self._height("clue", width) - 3
        size = size_for(width, room, LENGTH, rows)
        crowded = size_for(width, room - opinion, LENGTH, rows) != size
        self.set_class(crowded, "-crowded")
        room -= 0 if crowded else opinion
        self._grid.tile_size = size
        left = room - self._grid.tile_size.down(rows)
        self._keys.set_class(left >= 6, "-airy")
        self.set_class(left >= 2, "-roomy")
        self.set_class(left >= 3, "-roomier")
        self._grid.lay_out()
