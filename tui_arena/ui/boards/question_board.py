"""A board of numbered questions and answers, with a list of answers that can be given by key.

Its side panel has tallies, the questions left, and what a bot still thinks possible.

Each game turns its view into a `QuestionSheet` of plain values. This board draws the sheet and knows no game.

An answer given by key is handled like a typed answer. A key answers only the current ask. After an answer,
the list ignores keys until the next ask.

Law: a secret is drawn only while it is unveiled, or to somebody who is alone at the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from tui_arena.core.game import Ask, Belief, Fault, View
from tui_arena.core.text import one_line
from tui_arena.table.notes import Note
from tui_arena.ui.game_ui import BEST, Board
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.text_block import StillText, TextBlock, entitle, newest_whole, scroll_pages

READY = "ready"
"""The value of the answer that says: I have something in mind, please begin."""
NONE = -1
"""The value in place of an index if no answer is marked."""
LEAST_KEYS = 5
"""The least height of the list, in lines, so that nothing moves if there are fewer answers."""
KEYS_WIDTH = 24
"""The least width of the list in cells; the list is centred."""


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One answer: its key, its value, and the shown text with its style."""

    key: str
    value: str
    text: str
    style: str = ""


class AnswerKeys(Widget, can_focus=True):
    """A short list of answers, which a person gives with a key, a click, or the arrows and Enter."""

    DEFAULT_CSS = """
    AnswerKeys { width: 100%; }
    AnswerKeys.-deaf { opacity: 60%; }
    """
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", f"give('{READY}')", "I have it", id="answers.ready"),
        Binding("y", "give('yes')", "Yes", id="answers.yes"),
        Binding("n", "give('no')", "No", id="answers.no"),
        Binding("p", "give('probably yes')", "Prob. yes", id="answers.probably_yes"),
        Binding("o", "give('probably no')", "Prob. no", id="answers.probably_no"),
        Binding("d", 'give("don\'t know")', "Dunno", id="answers.dont_know"),
        Binding("m", "give('maybe')", "Maybe", id="answers.maybe"),
        Binding("d", "give('dunno')", "Dunno", id="answers.dunno"),
        Binding("t", "give('bingo')", "That's it!", id="answers.bingo"),
        Binding("c", "give('change')", "Change it", show=False, id="answers.change"),
        Binding("c", "give('keep')", "Keep it", show=False, id="answers.keep"),
        Binding("y", "give('correct')", "Correct", id="answers.correct"),
        Binding("n", "give('incorrect')", "Incorrect", id="answers.incorrect"),
        Binding("up", "move(-1)", "The one above", show=False, id="answers.up"),
        Binding("down", "move(1)", "The one below", show=False, id="answers.down"),
        Binding("enter,space", "take", "This one", show=False, id="answers.take"),
    ]

    @dataclass
    class Picked(OwnMessage):
        """An answer was given; `value` identifies it."""

        value: str

    def __init__(self, glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._glyphs = glyphs
        self._answers: Sequence[AnswerKey] = ()
        self._of: object = None
        """The object to answer once, such as an ask; None if the list is only shown."""
        self._given = False
        self.at = 0
        """The index of the marked answer; `NONE` if no answer is marked."""

    def show(self, answers: Sequence[AnswerKey], of: object) -> None:
        """Offer these answers as replies to `of`. If `of` is None, the answers are only shown."""
        same = of is self._of and list(answers) == list(self._answers)
        if same and self.is_attached:
            return
        if not same:
            # nothing is marked after the start, so that a second Enter isn't an answer
            started = any(answer.value == READY for answer in self._answers)
            self.at = NONE if started or (self.at == NONE and self._of is None) else 0
            self._given = False
        self._answers, self._of = answers, of
        self.set_class(not self.hears, "-deaf")
        self.styles.height = max(len(answers), LEAST_KEYS)
        self.refresh(layout=True)
        if self.is_attached:
            self.refresh_bindings()

    def again(self) -> None:
        """Accept another answer to the same ask, as the last answer was refused."""
        self._given = False
        self.refresh()
        self.refresh_bindings()

    @property
    def hears(self) -> bool:
        """Whether a key can give an answer now."""
        return self._of is not None and not self._given

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "give":
            return self.hears and any(a.value == parameters[0] for a in self._answers)
        return self.hears if action in ("take", "move") else True

    def action_give(self, value: str) -> None:
        """Give the answer with this value, if it is offered."""
        at = next((n for n, answer in enumerate(self._answers) if answer.value == value), None)
        if self.hears and at is not None:
            self.at, self._given = at, True
            self.refresh()
            self.refresh_bindings()
            self.post_message(self.Picked(value))

    def action_move(self, by: int) -> None:
        if self._answers:
            at = len(self._answers) if self.at == NONE and by < 0 else self.at
            self.at = (at + by) % len(self._answers)
            self.refresh()

    def action_take(self) -> None:
        if self._answers and self.at != NONE:
            self.action_give(self._answers[self.at].value)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        at = event.get_content_offset_capture(self).y
        if 0 <= at < len(self._answers):
            self.action_give(self._answers[at].value)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def render(self) -> Content:
        signs = max((len(a.key) for a in self._answers), default=0)
        wide = max([KEYS_WIDTH, *(signs + len(a.text) + 6 for a in self._answers)])
        left = " " * max((self.size.width - wide) // 2, 0)
        lines = [
            Content.assemble(left, self._line(n, answer, signs, wide))
            for n, answer in enumerate(self._answers)
        ]
        return Content("\n").join(lines)

    def _line(self, n: int, answer: AnswerKey, signs: int, wide: int) -> Content:
        marked = n == self.at and self._of is not None and (self.has_focus or self._given)
        line = Content.assemble(
            f"{self._glyphs.arrow if marked else ' '} ",
            (answer.key.rjust(signs), "bold $accent"),
            "  ",
            say(answer.text, answer.style),
        )
        line = line.pad_right(max(wide - line.cell_length, 0))
        return line.stylize("bold on $panel-lighten-1") if marked else line


MOST = 400
"""The maximum length of the shown part of a question, in characters."""
BAR = 20
"""The maximum width of the bar of questions, in cells."""
LEAST = 8
"""The least width of a question, in cells."""
STRIDE, SPARE = 5, 3
"""Rows between blank lines on a tall board, and lines kept free for long questions."""
LEADERS = 70
"""The least width, in cells, at which dots lead from a question to its answer."""
ROOMY = 30
"""The least height, in lines, at which the question to answer has a large card."""
LOW = 17
"""The least height, in lines, at which the board has blank lines for spacing."""
COLOURS = {
    "good": "bold $answer-yes",
    "bad": "$foreground-muted",
    "between": "$answer-between",
    "end": "bold $accent",
}
"""Maps the tone of an answer to its style. The word alone carries the meaning."""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question and its answer."""

    question: str
    answer: str = ""
    """The word of the answer; empty until the question is answered."""
    tone: str = ""
    """`good`, `bad`, `between`, `end`, or empty."""


@dataclass(frozen=True, slots=True)
class AnswerTally:
    """The number of times that one answer was given."""

    word: str
    count: int
    style: str = ""


@dataclass(frozen=True, slots=True)
class QuestionSheet:
    """Everything the board draws for one view."""

    rows: tuple[QuestionRow, ...] = ()
    """The questions, oldest first, numbered from 1."""
    empty: str = ""
    """The text shown if there are no rows."""
    large: str = ""
    """The question that the hotseat has to answer; empty if there isn't one."""
    over_large: str = ""
    """A line above `large`, such as `question 8 of 20`."""
    veil: str = ""
    """The line shown in place of a secret that a key reveals; empty if this seat knows no secret."""
    secret: str = ""
    """The secret that a key reveals."""
    tallies: tuple[AnswerTally, ...] = ()
    done: int = 0
    of: int = 0
    """The total number of questions, of which `done` are used up; 0 to draw no bar."""
    notes: tuple[str, ...] = ()
    """More lines for the panel."""


SheetOf = Callable[[View, Ask | None], QuestionSheet]
"""Makes the sheet to draw from a view and the hotseat's ask."""


class QuestionRows(TextBlock):
    """The rows of questions and answers. No row is cut, and the newest rows are visible.

    If all questions of the game fit, the numbers of future questions are also shown, so that nothing moves.
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._sheet = QuestionSheet()

    def show(self, sheet: QuestionSheet) -> None:
        """Draw the rows of this sheet."""
        self._sheet = sheet
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        sheet = self._sheet
        if not sheet.rows:
            return list(say(sheet.empty, "italic $foreground-muted").wrap(max(width, LEAST)))
        rows = [self._row(n, row, width) for n, row in enumerate(sheet.rows)]
        every = self._blank_every(sheet.of)
        if every:
            rows += [self._to_come(n, width) for n in range(len(rows), sheet.of)]
            rows = [[Content(""), *row] if n and n % every == 0 else row for n, row in enumerate(rows)]
        return newest_whole(rows, self.room)

    def _blank_every(self, of: int) -> int:
        """The number of rows between blank lines; 0 if not all questions of the game fit that way."""
        fits = (every for every in (1, STRIDE) if of and of + of // every <= self.room - SPARE)
        return next(fits, 0)

    def _row(self, n: int, row: QuestionRow, width: int) -> list[Content]:
        """The lines of a row: number, question and answer."""
        sheet, glyphs = self._sheet, self._glyphs
        numbers = self._numbers
        answers = max(len(r.answer) for r in sheet.rows) or len(glyphs.ellipsis)
        room = max(width - numbers - answers - 2, LEAST)
        newest = n == len(sheet.rows) - 1
        text = say(one_line(row.question, MOST), "bold $foreground" if newest else "")
        first, *rest = text.wrap(room) or [Content("")]
        answer = say((row.answer or glyphs.ellipsis).ljust(answers), COLOURS.get(row.tone, ""))
        head = Content.assemble(
            (str(n + 1).rjust(numbers) + " ", "$accent" if newest else "$foreground-muted"),
            first,
            self._leader(room - first.cell_length, width),
            " ",
            answer,
        )
        return [head, *(Content.assemble(" " * (numbers + 1), line) for line in rest)]

    @property
    def _numbers(self) -> int:
        """The width of the numbers, in cells."""
        return len(str(self._sheet.of if self._blank_every(self._sheet.of) else len(self._sheet.rows))) + 1

    def _leader(self, cells: int, width: int) -> tuple[str, str]:
        """The dots or blanks between a question and its answer, with their style."""
        sign = self._glyphs.dot if width >= LEADERS else " "
        return (" " + sign * (cells - 1) if cells > 0 else ""), "$foreground-disabled"

    def _to_come(self, n: int, width: int) -> list[Content]:
        """The line of a question that hasn't been asked yet."""
        number = str(n + 1).rjust(self._numbers)
        dots = self._leader(width - len(number), width)[0] if width >= LEADERS else f" {self._glyphs.dot}"
        return [Content.styled(number + dots, "$foreground-disabled")]


NO_FIT, CHANGED = "the answers don't fit together", "an answer was changed"
"""Why a bot thinks more possible than before."""


class QuestionPanel(TextBlock):
    """Tallies, a bar of the questions used up, notes, and the bot's belief."""

    DEFAULT_CSS = "QuestionPanel { margin-bottom: 1; }"
    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._sheet = QuestionSheet()
        self.belief: Belief | None = None
        """A bot's belief from what is shown; None to draw no belief."""
        self._offered = False
        self._at = 0
        """The number of answers that the belief counted."""
        self._why = ""
        """Why the belief has more possible than before; empty if it hasn't."""

    def show(self, sheet: QuestionSheet) -> None:
        """Draw the figures of this sheet."""
        self._sheet = sheet
        if self.is_attached:
            self.lay_out()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Draw this belief; `offered`: whether a key shows its best guesses."""
        before, at = self.belief, self._sheet.done
        if belief != before:
            grown = before is not None and belief is not None and belief.left > before.left and at > 0
            self._why = (NO_FIT if at > self._at else CHANGED if at == self._at else "") if grown else ""
            self._at = at
        self.belief, self._offered = belief, offered
        if self.is_attached:
            self.lay_out()

    def in_a_line(self, width: int) -> Content:
        """One line with the tallies and the number of questions left, closer together if it is too long."""
        left = self._sheet.of - self._sheet.done
        parts = self._tallies()
        if self._sheet.of:
            parts.append(Content.styled(f"{left} left", "$foreground-muted"))
        line = Content("   ").join(parts)
        return line if line.cell_length <= width else Content(" ").join(parts)

    def _lines(self, width: int) -> list[Content]:
        lines = [Content("   ").join(self._tallies())] if self._sheet.tallies else []
        if self._sheet.of:
            lines.append(self._questions(width))
        lines += [say(note, "$foreground-muted") for note in self._sheet.notes]
        if self.belief is not None:
            lines.append(still_possible(self.belief, self._glyphs, offered=self._offered, why=self._why))
        return [part for line in lines for part in line.wrap(max(width, LEAST))]

    def _tallies(self) -> list[Content]:
        return [
            Content.assemble((f"{tally.word} ", tally.style), (str(tally.count), "bold"))
            for tally in self._sheet.tallies
        ]

    def _questions(self, width: int) -> Content:
        done, of = self._sheet.done, self._sheet.of
        used, open_sign = ("#", ".") if self._glyphs.ascii else ("━", "╌")
        cells = min(of, BAR, max(width - len(f" {of - done} left"), 0))
        full = round(cells * done / of)
        return Content.assemble(
            (used * full, "$primary"),
            (open_sign * (cells - full), "$foreground-disabled"),
            (f" {of - done} left", "$foreground-muted"),
        )


def still_possible(belief: Belief, glyphs: Glyphs, *, offered: bool, why: str = "") -> Content:
    """Two lines on how many items a bot thinks possible.

    `offered`: whether a key shows its best guesses. `why`: why there are more than before, in a third line.
    """
    shown = "it" if belief.left == 1 else "them" if belief.left <= BEST else "the best"
    return Content.assemble(
        "a bot has it down to\n",
        (f"{belief.left:,}", "bold $accent"),
        (
            f" {glyphs.dot} F5 shows {shown}" if offered else "",
            "$foreground-muted",
        ),
        (f"\nmore than before: {why}" if why else "", "$foreground-muted"),
    )


class QuestionBoard(Board):
    """The rows, and below them the question to answer now with a key for each answer, and the secret.

    A game lists in `keyed` the answers that can be given by key.
    """

    DEFAULT_CSS = """
    QuestionBoard { width: 1fr; height: 1fr; layout: vertical; padding: 1 1 0 1; }
    QuestionBoard.-low { padding: 0 1; }
    QuestionBoard > #rows { height: 1fr; scrollbar-size-vertical: 1; }
    QuestionBoard.-asked.-bare > #rows { display: none; }
    QuestionBoard > #large { height: auto; max-height: 9; width: 100%; margin-top: 1; padding: 1 2;
        border: round $primary; border-title-color: $foreground-muted; text-align: center; text-style: bold; }
    QuestionBoard.-asked > #large { padding: 0 2; margin-top: 0; }
    QuestionBoard.-asked.-bare > #large { padding: 1 2; }
    QuestionBoard.-roomy > #large { padding: 2 4; max-height: 12; }
    QuestionBoard.-roomy > AnswerKeys { margin: 1 0 2 0; }
    QuestionBoard.-low > #large { padding: 0 1; margin-top: 0; }
    QuestionBoard > AnswerKeys { margin-top: 1; }
    QuestionBoard.-low > AnswerKeys { margin-top: 0; }
    QuestionBoard > AnswerKeys.-none { display: none; }
    QuestionBoard.-asked.-bare > AnswerKeys { height: auto; }
    QuestionBoard.-ascii > #large { border: ascii $primary; }
    QuestionBoard.-asked.-bare { align: center middle; }
    QuestionBoard > #veil { height: auto; max-height: 3; width: 100%; margin-top: 1; text-align: center;
        color: $foreground-muted; }
    QuestionBoard > #veil.-open { color: $accent; text-style: bold; }
    QuestionBoard > .none { display: none; }
    QuestionBoard > #line { height: 1; width: 100%; color: $foreground-muted; }
    """

    def __init__(self, glyphs: Glyphs, sheet: SheetOf) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._sheet_of = sheet
        self.sheet = QuestionSheet()
        """The sheet that is drawn now."""
        self.unveiled = ""
        """The secret while a key shows it."""
        self._alone = False
        self._turned = False
        """Whether a person who is alone at the keyboard has hidden the secret."""
        self._rows = QuestionRows(glyphs)
        self._scroll = VerticalScroll(self._rows, id="rows", can_focus=False)
        self._large = StillText(id="large", classes="none")
        self._veil = StillText(id="veil", classes="none")
        self._line = StillText(id="line", classes="none")
        self._panel = QuestionPanel(glyphs)
        self.panel = self._panel
        self._keys = AnswerKeys(glyphs, id="answers")
        self._shown: tuple[View | None, Ask | None] = (None, None)
        self.set_class(glyphs.ascii, "-ascii")

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        """The list of answers while the hotseat answers by key, otherwise None."""
        return self._keys if self.keyed is not None else None

    @property
    def keyed(self) -> Sequence[AnswerKey] | None:
        """The answers that can be given by key now; None if the hotseat types its answer."""
        raise NotImplementedError

    @property
    def answered(self) -> object:
        """The object that the keys answer, once; None if the answers are only shown."""
        return self._shown[1]

    def on_answer_keys_picked(self, event: AnswerKeys.Picked) -> None:
        event.stop()
        self.give(event.value)

    def give(self, value: str) -> None:
        """Send the answer of a key, as if it was typed."""
        self.post_message(AnswerBar.Given("", value))

    def refuse(self, fault: Fault | None = None) -> None:
        self._keys.again()

    def compose(self) -> ComposeResult:
        yield from (self._scroll, self._large, self._keys, self._veil, self._line)

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        self._alone = alone

    def show(self, view: View | None, ask: Ask | None) -> None:
        self._shown = (view, ask)
        self.sheet = self._sheet_of(view, ask) if view is not None else QuestionSheet()
        if view is None:
            self.unveiled = ""
        self._draw()
        keyed = self.keyed
        self._keys.set_class(keyed is None, "-none")
        self._keys.show(keyed or (), None if keyed is None else self.answered)

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        self._panel.believe(belief, offered=offered)
        self._draw_line()

    def unveil(self, secret: str) -> bool:
        self.unveiled = secret
        self._draw()
        return True

    def turn_over(self) -> bool:
        if not self._alone or not self.sheet.secret:
            return False
        self._turned = not self._turned
        self._draw()
        return True

    def page(self, pages: int) -> bool:
        scroll_pages(self._scroll, pages)
        return True

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        sheet = self.sheet
        self.update_classes({"-asked": bool(sheet.large), "-bare": not sheet.rows})
        self._panel.show(sheet)
        self._large.set_class(not sheet.large, "none")
        self._large.update(say(one_line(sheet.large, MOST)))
        entitle(self._large, sheet.over_large)
        self._veil.set_class(not sheet.veil, "none")
        secret = self.unveiled or (sheet.secret if self._alone and not self._turned else "")
        self._veil.set_class(bool(secret), "-open")
        self._veil.update(say(one_line(secret or sheet.veil, MOST)))
        self._draw_line()
        self._settle()
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """Fit everything to the current size, and scroll to the newest row."""
        self.update_classes({"-low": 0 < self.size.height < LOW, "-roomy": self.size.height >= ROOMY})
        self._rows.show(self.sheet)
        self.call_after_refresh(self._scroll.scroll_end, animate=False)

    def _draw_line(self) -> None:
        """Draw the line below the rows, which shows the main figures if there is no side panel."""
        self._line.set_class(self._panel.is_attached or not self.sheet.tallies, "none")
        self._line.update(self._panel.in_a_line(self._line.size.width or self.size.width))
