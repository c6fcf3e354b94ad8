"""The board of a game without a board of its own: labelled facts, and a form for replies.

The game's `game.toml` says which facts are shown, and its rules say which parts a reply has.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Input, Static

from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import TABLE, Ask, View
from tui_arena.core.language.sentences import stopped
from tui_arena.core.reading import parted
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.ui.game_ui import Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.answer_bar import AnswerBar, AnswerForm, AnswerInput

MAX_FACT = 2000
"""The maximum length of the shown part of a fact, in characters."""
MARGIN = 6
"""Cells left free at the sides of the facts."""
PICTURE = 32
"""The width of the picture on the result, in cells."""
LEAST = 16
"""The least width of a line of a fact, in cells."""
MOST_PARTS = 200
"""The maximum number of shown items of a list."""
BIG = 10**30
"""Numbers of at least this size are shown as `many`."""
BAR = 2
"""Lines of the answer bar above its form."""


def fact_rows(facts: Mapping[str, object], labels: Mapping[str, str]) -> list[tuple[str, str]]:
    """The labels and values of all facts that aren't empty, in the order of the labels.

    >>> fact_rows({"left": 0, "wrong": ["a", "b"], "clue": ""}, {"left": "left", "wrong": "wrong", "clue": "clue"})
    [('left', '0'), ('wrong', 'a, b')]
    """
    told = []
    for name, label in labels.items():
        value = facts.get(name)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, list | tuple):
            value = ", ".join(filter(None, map(_text, value[:MOST_PARTS])))
        text = _text(value)
        if text.strip():
            told.append((label, text))
    return told


def _text(value: object) -> str:
    """The shown form of a text or number, with at most `MAX_FACT` characters; empty for other values."""
    if isinstance(value, int) and abs(value) >= BIG:
        return "many"
    return str(value)[:MAX_FACT] if isinstance(value, str | int | float) else ""


def facts_drawn(facts: Mapping[str, object], labels: Mapping[str, str], width: int) -> Content:
    """The facts, one below the other. Each is a label and a value, wrapped to `width` cells."""
    told = fact_rows(facts, labels)
    indent = max((len(label) for label, _ in told), default=0) + 3
    lines: list[Content] = []
    for label, value in told:
        parts = [
            part for line in value.splitlines() for part in wrap(line, max(width - indent, LEAST)) or [""]
        ]
        for number, part in enumerate(parts):
            head = (label if number == 0 else "").ljust(indent)
            lines.append(Content.assemble((head, "$foreground-muted"), say(part, "bold")))
        lines.append(Content(""))
    return Content("\n").join(lines[:-1])


class Choices(Static):
    """A part of a reply with several possible values, which the arrow keys or a click choose."""

    ALLOW_SELECT = False
    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "step(-1)", show=False, id="fields.before"),
        Binding("right,down", "step(1)", "Choose", id="fields.after"),
        Binding("enter", "send", show=False, id="fields.send"),
    ]

    def __init__(self, values: tuple[str, ...], glyphs: Glyphs) -> None:
        super().__init__(markup=False)
        self._values = values
        self._glyphs = glyphs
        self.value = values[0]

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._value

    @value.setter
    def value(self, value: str) -> None:
        self._value = value
        self._draw()

    def action_step(self, by: int) -> None:
        self.value = self._values[(self._values.index(self.value) + by) % len(self._values)]

    def action_send(self) -> None:
        self.query_ancestor(FieldsForm).send()

    def on_click(self, event: Click) -> None:
        event.stop()
        self.focus()
        at, start = event.get_content_offset_capture(self).x, 0
        for value in self._values:
            end = start + len(self._sign(value))
            if start <= at < end:
                self.value = value
            start = end + 2

    def _sign(self, value: str) -> str:
        return f"{self._glyphs.radio[value == self.value]} {value}"

    def _draw(self) -> None:
        signs = [say(self._sign(v), "bold $accent" if v == self.value else "") for v in self._values]
        self.update(Content("  ").join(signs))


class FieldInput(AnswerInput):
    """A part of a reply that is typed. Tab moves to the next part."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next part", id="fields.next"),
        Binding("up", "nothing", show=False),
        Binding("down", "nothing", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "nothing"


NO_HINTS: Mapping[str, str] = MappingProxyType({})


class FieldsForm(AnswerForm):
    """The parts of a reply, one below the other. Enter moves to an empty part, or sends the reply.

    A new ask clears the text that was typed.
    """

    DEFAULT_CSS = """
    FieldsForm { height: auto; width: 100%; display: none; }
    FieldsForm.-asked { display: block; }
    FieldsForm > Horizontal { height: 1; }
    FieldsForm .name { width: 14; color: $primary; text-style: bold; }
    FieldsForm Choices { width: 1fr; height: 1; }
    FieldsForm Choices:focus { background: $surface; }
    """

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._of: tuple[str, str] | None = None
        """The seat and the key of the ask that the form is for; None if the form is hidden."""
        self._form: ReplyForm | None = None
        self._parts: dict[str, FieldInput | Choices] = {}

    @property
    def _whole(self) -> str:
        """The reply as typed on one line, with bars between its parts; empty if it wasn't typed that way."""
        first, *rest = self._parts.values() if self._parts else (None,)
        joined = self._form is not None and self._form.join == "bar" and first is not None
        return (
            first.value.strip()
            if joined and first and "|" in first.value and not any(p.value for p in rest)
            else ""
        )

    @property
    def text(self) -> str:
        if self._whole:
            return self._whole
        values = {name: part.value.strip() for name, part in self._parts.items()}
        typed = any(values[name] for name, part in self._parts.items() if isinstance(part, FieldInput))
        choices = all(isinstance(part, Choices) for part in self._parts.values())
        if self._form is None or not (typed or choices):
            return ""
        return self._form.written({name: value for name, value in values.items() if value})

    @property
    def parts(self) -> dict[str, str]:
        return {name: part.value for name, part in self._parts.items()}

    @property
    def typed_parts(self) -> Sequence[str]:
        return [name for name, part in self._parts.items() if isinstance(part, FieldInput)]

    def take_up(self, parts: Mapping[str, str]) -> None:
        for name, part in self._parts.items():
            part.value = parts.get(name, part.value)

    def show(self, ask: Ask | None, form: ReplyForm | None, hints: Mapping[str, str] = NO_HINTS) -> None:
        """Show the parts of an ask's reply; if `ask` or `form` is None, hide and clear the form.

        `hints`: maps the name of a part to the text shown while the part is empty.
        """
        of = (ask.seat, ask.key) if ask is not None and form is not None else None
        if of == self._of or not self.is_attached:
            return
        self._of, self._form, self._parts = of, form, {}
        self.remove_children()
        self.set_class(of is not None, "-asked")
        bar = self.query_ancestor(AnswerBar)
        bar.set_class(of is not None, "-formed")
        bar.styles.height = BAR + len(form.parts) if of is not None and form is not None else None
        if ask is None or form is None:
            return
        rows = []
        for name, kind in form.parts.items():
            values = tuple(value.strip() for value in kind.split("|"))
            part: FieldInput | Choices = (
                Choices(values, self._glyphs)
                if len(values) > 1
                else FieldInput(compact=True, select_on_focus=False, max_length=ask.max_chars)
            )
            if isinstance(part, FieldInput):
                part.sealed, part.placeholder = ask.sealed, hints.get(name, "")
            self._parts[name] = part
            told = Static(
                say(f"{one_line(name.replace('_', ' '), 11)} {self._glyphs.arrow}"),
                classes="name",
                markup=False,
            )
            rows.append(Horizontal(told, part))
        self.mount_all(rows)

    def focus(self, scroll_visible: bool = True) -> FieldsForm:
        """Focus the first empty part, unless a part already has the focus."""
        if self._parts and not any(part.has_focus for part in self._parts.values()):
            first = next((p for p in self._parts.values() if not p.value), next(iter(self._parts.values())))
            self.call_after_refresh(first.focus, scroll_visible)
        return self

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        empty = [part for part in self._parts.values() if isinstance(part, FieldInput) and not part.value]
        if self.text and not self._whole and empty and event.input is not empty[0]:
            empty[0].focus()
            return
        self.send()


class FactsBoard(Board):
    """A board that shows the facts of a view with their labels."""

    shows_marks = False
    DEFAULT_CSS = """
    FactsBoard { width: 1fr; height: 1fr; align: center middle; }
    FactsBoard > VerticalScroll { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; }
    FactsBoard > VerticalScroll > Static { width: auto; height: auto; }
    """

    def __init__(self, info: GameInfo, glyphs: Glyphs) -> None:
        super().__init__()
        self._info = info
        self._facts = Static(markup=False)
        self.form = FieldsForm(glyphs)
        self._formed = False
        self._view: View | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield self._facts

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        return self.form if self._formed else None

    def show(self, view: View | None, ask: Ask | None) -> None:
        form = parted(ask) if view is not None else None
        self._formed = form is not None
        if isinstance(self.form, FieldsForm):
            self.form.show(ask if form is not None else None, form)
        self._view = view
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        facts = {} if self._view is None else self._view.facts
        self._facts.update(facts_drawn(facts, self._info.facts, self.size.width - MARGIN))


class FactsUI(GameUI):
    """The ui of a game without a `ui/` of its own, built from its `game.toml` alone."""

    def __init__(self, info: GameInfo) -> None:
        self._info = info

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board | None:
        forms = [form for one in self._info.game.forms.values() for form in one]
        formed = any(form.join != "alone" for form in forms)
        return FactsBoard(self._info, glyphs) if self._info.facts or formed else None

    def placeholder(self, ask: Ask, view: View) -> str:
        told = self._info.asks.get(ask.name)
        return told.form if told is not None and not ask.choices else super().placeholder(ask, view)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        left = view.facts.get("turns_left")
        count = f"{left} left" if isinstance(left, int) and left and ask is not None else ""
        return " · ".join(filter(None, (super().status(view, ask, names), count)))

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        asks = self._info.asks.values()
        mine = [ask for ask in asks if view.seat.startswith(ask.seat)] or list(asks)[:1]
        lines = [say(self._info.tagline, "italic"), *(say(ask.text) for ask in mine)]
        return [TalkLine("", line, wide=True) for line in lines if line.plain]

    def headline(
        self, play: Play[object], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        result, secret = play.outcome().result, play.game.secret(play.state) or {}
        told = next((value.upper() for value in secret.values() if isinstance(value, str)), "")
        found = any(play.seats[seat].side == "solver" for seat in play.outcome().winners)
        head = "GAVE UP" if play.resigned else "FOUND" if found else "NOT FOUND"
        if result in ("aborted", "drawn"):
            head = "STOPPED" if result == "aborted" else "DRAWN"
        return " · ".join(filter(None, (head, told))), stopped(play, names) if result == "aborted" else ""

    def grid(self, play: Play[object], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        return facts_drawn(play.view(TABLE).facts, self._info.facts, PICTURE)
