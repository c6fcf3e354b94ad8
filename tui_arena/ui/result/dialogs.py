"""The dialogs of a result: the explained figures, the text to share, and the rating."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.data import Metric
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.result.presenter import Result
from tui_arena.ui.widgets.dialogs import Modal

WORST, BEST = 1, 5
QUESTIONS = (
    ("liked", "How did you like the game?"),
    ("satisfied", "How content are you with how it went?"),
    ("often", "Would you play this often?"),
)


def figure(value: Any) -> str:
    """A metric's value in a few characters: lists and seats one by one, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {figure(one)}" for name, one in value.items() if one is not None)
    if isinstance(value, list | tuple):
        return " ".join(figure(v) for v in value)
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


class ExplainScreen(Modal[None]):
    """Shows every metric: its value, its meaning, and how it was computed."""

    DEFAULT_CSS = """
    ExplainScreen > VerticalScroll {
        width: 84; max-width: 96%; height: 90%; padding: 1 2; scrollbar-size-vertical: 1;
        background: $surface; border: round $primary;
    }
    ExplainScreen Static { height: auto; padding-right: 1; }
    ExplainScreen .metric { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,enter", "close", "Close", show=False, id="explain.close"),
    ]

    def __init__(self, result: Result, game_ui: GameUI, glyphs: Glyphs) -> None:
        super().__init__()
        self._result = result
        self._game_ui = game_ui
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for metric, value in sorted(self._result.shown_metrics(), key=lambda row: _late(row[0])):
                yield Static(self._metric(metric, value), classes="metric", markup=False)

    def _metric(self, metric: Metric, value: Any) -> Content:
        how = self._result.info.explain(self._result.play, metric.name)
        head = Content.assemble(
            (f"{metric.label}  ", "bold $primary"),
            ("" if metric.kind == "table" else figure(value), "bold"),
            (f"  {metric.unit}" if metric.unit else "", "$foreground-muted"),
        )
        lines = [
            head,
            say(metric.text, "$foreground-muted"),
            *(say(f"   {self._game_ui.explained(line, self._glyphs)}") for line in how),
        ]
        return Content("\n").join(lines)


def _late(metric: Metric) -> int:
    """The order of a metric: figures by turn first, flags last, as the result has shown those already."""
    return {"list": 0, "flag": 2}.get(metric.kind, 1)


class ShareScreen(Modal[None]):
    """Shows the text to share, which is on the clipboard already; a key saves it to a file."""

    DEFAULT_CSS = """
    ShareScreen > Vertical { max-height: 90%; }
    ShareScreen Static { height: auto; }
    ShareScreen #told { color: $foreground-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,y,Y,enter", "close", "Close", show=False, id="share.close"),
        Binding("s", "save", "Save to a file", show=False, id="share.save"),
    ]

    def __init__(self, text: str, save: Callable[[str], object]) -> None:
        """`save` writes the text to a file and reports the path through `told`."""
        super().__init__()
        self.text = text
        self._save = save

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say("To share; it gives nothing away"), classes="title", markup=False)
            yield Static(say(self.text), id="text", markup=False)
            yield Static(
                say("Copied, where your terminal allows it.  s saves it to a file,  esc closes."),
                id="told",
                markup=False,
            )

    def told(self, text: str) -> None:
        """Show where it was saved, or why not."""
        self.query_one("#told", Static).update(say(text))

    def action_save(self) -> None:
        self._save(self.text)


class RateScreen(Modal[tuple[int, int, int]]):
    """Asks three questions, to be answered by a digit each; gives the answers, or None if closed."""

    DEFAULT_CSS = """
    RateScreen > Vertical { width: 62; }
    RateScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="rate.close"),
        Binding("backspace", "back_one", "Back", show=False, id="rate.back"),
        *(
            Binding(str(n), f"give({n})", str(n), show=False, id=f"rate.give_{n}")
            for n in range(WORST, BEST + 1)
        ),
    ]

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._given: list[int] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say("How was it?  1 not at all, 5 very much"), classes="title", markup=False)
            yield Static(id="questions", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def _draw(self) -> None:
        lines = []
        for n, (_, question) in enumerate(QUESTIONS):
            here = n == len(self._given)
            given = str(self._given[n]) if n < len(self._given) else "1 2 3 4 5" if here else ""
            mark = self._glyphs.arrow if here else " "
            lines.append(
                Content.assemble(
                    (f"{mark} {question:<40}", "bold" if here else "$foreground-muted"), (given, "$accent")
                )
            )
        self.query_one("#questions", Static).update(Content("\n").join(lines))

    def action_give(self, n: int) -> None:
        self._given.append(n)
        if len(self._given) == len(QUESTIONS):
            liked, satisfied, often = self._given
            self.dismiss((liked, satisfied, often))
        else:
            self._draw()

    def action_back_one(self) -> None:
        if self._given:
            self._given.pop()
            self._draw()
