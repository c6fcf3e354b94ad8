"""A board for a talk between two: bubbles from the left and the right, and a stage for the last guess.

Taboo turns its view into a `TalkScene` of plain values; this board draws it and knows no rules.

A card behind a key is drawn only while that key shows it, or for a person alone at the keyboard. The name
above a bubble and the side of the bubble show who speaks; its colour is never the only sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from tui_arena.core.game import Ask, Belief, View
from tui_arena.core.language.sentences import name_for
from tui_arena.table.notes import Note
from tui_arena.ui.boards.question_board import still_possible
from tui_arena.ui.boards.tiles import pips
from tui_arena.ui.boards.word_card import CardBoard, CardFace, CardPanel
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.text_block import StillText, TextBlock, entitle, scroll_pages

INDENT = 7
"""The number of cells that a bubble leaves free on the side opposite its speaker."""
WIDEST = 58
"""The longest line of a bubble, in cells."""
LEAST = 12
NAME = 18
FAINT = "$foreground-muted"
GROUND = "on $surface"


@dataclass(frozen=True, slots=True)
class Bubble:
    """One remark in the talk."""

    who: str
    text: Content
    right: bool = False
    """True if the bubble is on the right."""
    note: str = ""
    """The text after the name, such as `2 of 5`."""
    fresh: bool = False
    """True if the bubble has to be answered now."""
    quiet: bool = False
    """True if the bubble is dimmed, such as a refused try."""
    under: str = ""
    """A remark below the bubble."""
    opens: bool = False
    """True if a round begins with the bubble."""


SLOT = 8
"""If a board has this many lines for each round, every round has a place of its own from the start."""


class Conversation(TextBlock):
    """The bubbles, oldest first. On a very tall board each round has its place, also rounds still to come."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._bubbles: Sequence[Bubble] = ()
        self.roomy = False
        """True if a blank line separates two bubbles."""
        self._rounds = 0

    def show(self, bubbles: Sequence[Bubble], rounds: int) -> None:
        """Draw these bubbles instead; `rounds`: the most rounds that the game has."""
        self._bubbles, self._rounds = bubbles, rounds
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        slot = self.room // self._rounds if self._rounds else 0
        if slot >= SLOT:
            lines = self._placed(width, slot)
            if len(lines) <= self.room:
                return lines
        return self._together(self._bubbles, width)

    def _placed(self, width: int, slot: int) -> list[Content]:
        """All rounds of the game; each round has at least `slot` lines."""
        rounds: list[list[Bubble]] = []
        for bubble in self._bubbles:
            if bubble.opens or not rounds:
                rounds.append([])
            rounds[-1].append(bubble)
        lines: list[Content] = []
        for n in range(max(self._rounds, len(rounds))):
            said = self._together(rounds[n], width) if n < len(rounds) else [self._to_come(n, width)]
            lines += [*said, *[Content("")] * max(slot - len(said), 1)]
        return lines

    def _to_come(self, n: int, width: int) -> Content:
        """The line of a round that hasn't begun."""
        line = self._glyphs.dot * max(width - 10, 0)
        return Content.styled(f"{n + 1} of {self._rounds} {line}"[:width], "$foreground-disabled")

    def _together(self, bubbles: Sequence[Bubble], width: int) -> list[Content]:
        lines: list[Content] = []
        for bubble in bubbles:
            if lines and self.roomy:
                lines.append(Content(""))
            lines += self._bubble(bubble, width)
        return lines

    def _bubble(self, bubble: Bubble, width: int) -> list[Content]:
        """The lines of one bubble: its name, its text and its remark, on its side."""
        left, right = ("|", "|") if self._glyphs.ascii else ("▎", "▕")
        room = min(max(width - INDENT, LEAST), WIDEST)
        tone = FAINT if bubble.quiet else "bold $foreground" if bubble.fresh else "$foreground"
        edge = FAINT if bubble.quiet else "$accent" if bubble.right else "$primary"
        wrapped = bubble.text.wrap(room) or [Content("")]
        wide = max(line.cell_length for line in wrapped)
        said = [self._head(bubble, edge)]
        for line in wrapped:
            padded = Content.assemble(" ", line, " " * (wide - line.cell_length + 1))
            body = padded.stylize_before(f"{tone} {GROUND}")
            said.append(
                Content.assemble(body, (right, edge))
                if bubble.right
                else Content.assemble((left, edge), body)
            )
        said += [line.stylize(f"italic {FAINT}") for line in say(bubble.under).wrap(room) if bubble.under]
        if not bubble.right:
            return said
        return [Content(" " * max(width - line.cell_length, 0)).append(line) for line in said]

    def _head(self, bubble: Bubble, edge: str) -> Content:
        name = say(name_for(bubble.who, NAME), f"bold {edge}").truncate(NAME, ellipsis=True)
        note = f" {self._glyphs.dot} {bubble.note}" if bubble.note else ""
        return Content.assemble(name, (note, FAINT))


ROOMY = 26
"""If the board has at least this many lines, blank lines separate the bubbles."""


@dataclass(frozen=True, slots=True)
class ClosingPanel:
    """The large panel below the talk, for the last guess and the end."""

    title: str
    lines: tuple[Content, ...] = ()
    said: Content = field(default_factory=Content)
    """A text in bold below the lines, which may be long; empty if there is none."""
    words: tuple[str, ...] = ()
    """The words that up and down pick for the answer, in this order."""
    foot: str = ""
    """The text in the panel's lower edge."""


@dataclass(frozen=True, slots=True)
class TalkScene:
    """Everything the board draws for one view."""

    bubbles: tuple[Bubble, ...] = ()
    empty: tuple[str, ...] = ()
    """The heading and the lines shown while nothing has been said."""
    stage: ClosingPanel | None = None
    card: CardFace | None = None
    left: int = 0
    of: int = 0
    """The total number of turns, of which `left` are left; if it is 0, neither number is shown."""


DrawsTalk = Callable[[View, Ask | None, Mapping[str, str], Sequence[Note], Glyphs], TalkScene]
"""Makes the scene from a view, the hotseat's ask, the players' names by seat, and the hotseat's notes."""


class TalkBoard(CardBoard):
    """The talk, the stage below it, and a line with the turns left if there is no side panel."""

    DEFAULT_CSS = """
    TalkBoard { width: 1fr; height: 1fr; layout: vertical; padding: 1 1 0 1; }
    TalkBoard.-low { padding: 0 1; }
    TalkBoard > #talk-said { height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
    TalkBoard.-roomy.-staged > #talk-said { height: auto; max-height: 55%; }
    TalkBoard > #talk-empty { width: 100%; height: auto; text-align: center; padding: 0 2; }
    TalkBoard.-bare { align: center middle; }
    TalkBoard.-bare > #talk-said { display: none; }
    TalkBoard > #talk-stage { width: 100%; height: auto; max-height: 75%; margin-top: 1; padding: 1 2;
        border: round $accent; border-title-color: $accent; border-title-style: bold; border-subtitle-color: $foreground-muted; scrollbar-size-vertical: 1; }
    TalkBoard.-low > #talk-stage { margin-top: 0; padding: 0 1; }
    TalkBoard.-ascii > #talk-stage { border: ascii $accent; }
    TalkBoard > #talk-stage > Static { width: 100%; height: auto; text-align: center; }
    TalkBoard > .none { display: none; }
    TalkBoard > #talk-line { height: 1; width: 100%; }
    """

    low = 18

    def __init__(self, glyphs: Glyphs, draws: DrawsTalk) -> None:
        super().__init__(glyphs, CardPanel(glyphs, "likely"))
        self._draws = draws
        self._picked: int | None = None
        self._belief: tuple[Belief | None, bool] = (None, False)
        self._least: int | None = None
        """The fewest words that a bot thought possible in this dialogue; None before its first belief."""
        self.spread = TalkScene()
        """The scene that is drawn now."""
        self._talk = Conversation(glyphs)
        self._said = VerticalScroll(self._talk, id="talk-said", can_focus=False)
        self._empty = StillText(id="talk-empty", classes="none")
        self._large = StillText()
        self._stage = VerticalScroll(self._large, id="talk-stage", classes="none", can_focus=False)
        self._line = StillText(id="talk-line", classes="none")

    def compose(self) -> ComposeResult:
        yield from (self._empty, self._said, self._stage, self._line)

    @property
    def card(self) -> CardFace | None:
        return self.spread.card

    # calls from the table

    def show(self, view: View | None, ask: Ask | None) -> None:
        before = len(self.spread.bubbles)
        if view is None:
            self._unveiled = False
            self.spread = TalkScene()
        else:
            self.spread = self._draws(view, ask, self._names, self._notes, self._glyphs)
        if len(self.spread.bubbles) < before:
            self._least = None
        if self.spread.stage is None or not self.spread.stage.words:
            self._picked = None
        self._draw()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        if belief is not None:  # the talk only gets longer, so no word becomes possible again
            self._least = belief.left if self._least is None else min(self._least, belief.left)
            belief = replace(belief, left=self._least)
        self._belief = (belief, offered)
        self._draw_panel()

    def typing(self, text: str) -> None:
        stage = self.spread.stage
        if self._picked is not None and stage is not None and stage.words[self._picked] != text:
            self._picked = None
            self._draw_stage()

    # keys

    def nudge(self, by: int) -> bool:
        """Put the word before or after the picked word into the answer bar."""
        stage = self.spread.stage
        if stage is None or not stage.words:
            return False
        start = -1 if by > 0 else len(stage.words)
        at = ((start if self._picked is None else self._picked) + by) % len(stage.words)
        self._picked = at
        self.post_message(self.Filled(stage.words[at]))
        self._draw_stage()
        return True

    def page(self, pages: int) -> bool:
        scrolled = self._stage if self._stage.max_scroll_y else self._said
        scroll_pages(scrolled, pages)
        return True

    def on_resize(self, event: events.Resize) -> None:
        self._talk.roomy = self.size.height >= ROOMY
        self.set_class(self._talk.roomy, "-roomy")
        super().on_resize(event)

    # drawing

    def _draw(self) -> None:
        spread = self.spread
        bare = not spread.bubbles and bool(spread.empty)
        self.set_class(bare, "-bare")
        self._empty.set_class(not bare, "none")
        head, *rest = spread.empty or ("",)
        lines = [say(head, "bold"), *(say(line, "$foreground-muted") for line in rest)]
        self._empty.update(Content("\n\n").join(lines))
        self._talk.show(spread.bubbles, 0 if spread.stage else spread.of)
        self._draw_stage()
        self._draw_panel()
        self.call_after_refresh(self._said.scroll_end, animate=False)

    def _draw_stage(self) -> None:
        stage = self.spread.stage
        self.set_class(stage is not None, "-staged")
        self._stage.set_class(stage is None, "none")
        if stage is None:
            self._large.update("")
            return
        entitle(self._stage, stage.title, stage.foot)
        said = stage.said
        if self._picked is not None:
            said = marked(said, stage.words[self._picked], "bold reverse")
        parts = [*stage.lines, *([Content(""), said.stylize_before("bold $foreground")] if said else [])]
        self._large.update(Content("\n").join(parts))

    def _draw_panel(self) -> None:
        spread = self.spread
        left = pips(spread.left, spread.of, "prompt", self._glyphs) if spread.of else Content("")
        belief, offered = self._belief
        likely = still_possible(belief, self._glyphs, offered=offered) if belief is not None else Content("")
        self._line.set_class(self.panel.is_attached or not spread.of, "none")
        self._line.update(left)
        self.panel.card.show(spread.card, opened=self.opened)
        self.panel.fill(left=left, likely=likely)


def marked(text: Content, word: str, style: str, *, bracketed: bool = False) -> Content:
    """A text in which every occurrence of a whole word has a style, and brackets if `bracketed`."""
    plain, sought = text.plain.casefold(), word.casefold()
    if len(plain) != len(text.plain) or not sought:
        return text
    parts: list[Content] = []
    done = at = 0
    while (at := plain.find(sought, at)) >= 0:
        end = at + len(sought)
        if not (plain[at - 1 : at].isalnum() or plain[end : end + 1].isalnum()):
            inside = text[at:end]
            parts += [
                text[done:at],
                (Content("[").append(inside).append("]") if bracketed else inside).stylize(style),
            ]
            done = end
        at = end
    return Content("").join([*parts, text[done:]])
