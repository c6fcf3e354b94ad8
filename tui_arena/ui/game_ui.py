"""How a game looks and speaks at the table.

Law: a face draws what a view holds and puts typed text into the form that the rules read; it decides
nothing. A game without a `board.py` has this plain one: talk at the right, answer bar below.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.adjudication import Ruling
from tui_arena.core.game import TABLE, Ask, Belief, Deck, Fault, Line, Setup, View
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.table.notes import Note
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.result.answer_review import AnswerReview
from tui_arena.ui.widgets.answer_bar import AnswerForm

MAX_LINE = 400
"""Characters of one line of talk that are shown."""
DOES = {"setter": "gives the secret", "guesser": "guesses", "judge": "judges", "critic": "has a say"}
"""What who sits there does in a game that has no words of its own for it, by seat."""


class Board(Widget):
    """What lies on the table. A game's own board draws itself from `view` and `typed`."""

    marked: Mapping[str, Any] | None = None
    """What who sits in front has marked beside their answer, as values of a `probe` event; None: nothing."""
    panel: Widget | None = None
    """What belongs beside it, over the talk."""
    lingers = 0.0
    """Seconds for which the end stays in sight beyond what is usual, told by the board alone."""
    answers: Widget | None = None
    """What takes the answer to the ask in front, in place of the bar; None: the bar does."""
    form: AnswerForm | None = None
    """What lies in the bar, in place of its field while it is `answers`, where an answer has several parts."""

    telling = False
    """Whether something is being told step by step now, of which `Tells` told."""

    class Tells(Message):
        """The board begins to tell something step by step, or is done with it."""

    class Typed(Message):
        """A key on the board was clicked: a letter, `backspace` or `enter`."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Filled(Message):
        """Something on the board was picked: it takes the place of what is typed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def meet(self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool) -> None:
        """Hear, before each `show`, who sits where and what is said beside the game to who sits in front.

        `alone`: whether they have the keyboard to themselves, so that what is theirs may lie open.
        """

    def show(self, view: View | None, ask: Ask | None) -> None:
        """Draw a view; None: draw nothing at all. `ask` is what the person in front has to answer."""

    def typing(self, text: str) -> None:
        """What stands in the answer bar now."""

    def refuse(self) -> None:
        """The rules did not take what was typed."""

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """What a bot takes for likely over what is drawn; `offered`: a key shows its best."""

    def unveil(self, secret: str) -> bool:
        """Show a secret, or none (empty) again; False: the board has no place for it."""
        return False

    def turn_over(self) -> bool:
        """Hide or show again what lies open for who is alone at the keyboard; False: nothing does."""
        return False

    def nudge(self, by: int) -> bool:
        """Up (-1) or down (1) was pressed where nothing is to be chosen; False: it means nothing here."""
        return False

    def page(self, pages: int) -> bool:
        """Scroll by pages; False: there is nothing to scroll."""
        return False

    def skip(self) -> bool:
        """Tell at once what is being told step by step; False: nothing is."""
        return False


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line of the transcript."""

    who: str
    text: Content
    quiet: bool = False
    """Beside the game: shown dimmed."""
    wide: bool = False
    """Takes the column of names as well; who says it stands in the text, if it matters."""


class GameUI:
    """The plain face, which serves every game."""

    roles: ClassVar[Mapping[str, str]] = {}
    """What seats do here, by seat, where `DOES` has no better word."""

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board | None:
        """What lies on the table; None: the talk takes its place."""
        return None

    def heading(self, info: GameInfo, setup: Setup) -> str:
        """What the title bar calls the table."""
        variant = setup.options.get(info.variant or "")
        return info.title.upper() + (f" · {variant}" if variant else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        """Whose turn it is and how far it has come."""
        return f"{names.get(ask.seat, ask.seat)}: {ask.name.replace('_', ' ')}" if ask else ""

    def does(self, seat: str) -> str:
        """What who sits on a seat does in this game, for a list of who sits where."""
        return self.roles.get(seat) or DOES.get(seat, f"sits as {seat}")

    def task(self, ask: Ask) -> str:
        """What the person whom the curtain calls will do."""
        return f"you give the {ask.name.replace('_', ' ')}"

    def label(self, ask: Ask) -> str:
        """What the answer bar calls the answer."""
        return ask.name.replace("_", " ")

    def chips(self, ask: Ask, view: View) -> tuple[str, ...]:
        """Words that Tab chooses from beside the text, so that up and down stay the board's; none for most."""
        return ()

    def placeholder(self, ask: Ask, view: View) -> str:
        """What an empty answer bar asks for."""
        return " or ".join(ask.choices) if ask.choices else ""

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        """What was typed and chosen, in the form that the rules read."""
        return "\n".join(part for part in (choice or "", text.strip()) if part)

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        """What stands above the field while a text is typed, and its kind (`refused`, `hint`, or none).

        `fault`: what the rules would say of it now; asked for only where the manifest `warns`.
        """
        return (self.refusal(ask, fault), "refused") if fault and fault.kind == "rule" else ("", "")

    def ruling(self, ruling: Ruling, view: View) -> tuple[str, str]:
        """What is put to the table before the matcher is overruled: a title, and what agreeing means."""
        if not ruling.of:
            return "Let it pass?", "The matcher refuses what was typed. If everybody agrees, it goes through."
        if ruling.question == "hit":
            so = "right after all" if ruling.verdict else "wrong after all"
            return "Overrule the matcher?", f"If everybody agrees, the guess was {so}."
        so = "did say the word" if ruling.verdict else "did not say the word"
        return "Overrule the matcher?", f"If everybody agrees, the last reply {so}."

    def missing(self, ask: Ask) -> str:
        """What to say when nothing was typed."""
        return f"Type the {ask.name.replace('_', ' ')} first."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        """Why the rules did not take what was typed, for who typed it."""
        return fault.why

    def said(self, line: Line, glyphs: Glyphs) -> Content:
        """A line of talk."""
        return say(one_line(line.text, MAX_LINE))

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        """What the host says before anybody has said anything."""
        return []

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk as the seat in front may know it, with the asides that are for it."""
        own = [a for a in notes if a.seat in (view.seat, TABLE)]
        out = [] if view.talk else self.welcome(view, glyphs)
        if out and own:
            out.append(TalkLine("", Content("")))
        for place in range(len(view.talk) + 1):
            out += [self._note(a, names) for a in own if a.after == place]
            if place < len(view.talk):
                out += self._talk(view.talk[place], names, glyphs)
        return out

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        who = names.get(line.seat, line.seat)
        out = [TalkLine("" if line.seat == TABLE else who, self.said(line, glyphs), line.seat == TABLE)]
        if line.fault:
            out.append(TalkLine("", say(one_line(line.fault, MAX_LINE)), quiet=True))
        return out

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        if note.kind == "hint":
            return TalkLine("hint", say(note.text, "italic"), quiet=True)
        text = say(note.text)
        if note.why:
            draft = self.draft(note.text)
            names_it = note.why.casefold().startswith(draft.casefold())
            text = say(note.why) if names_it else say(f"{draft}?  ").append(say(note.why))
        return TalkLine("", text, quiet=True)

    def draft(self, text: str) -> str:
        """A refused try as it was typed."""
        return text

    def nearness(self, play: Play[Any]) -> tuple[float, str]:
        """How near the solvers are, to be compared with another play of the same secret, and in words."""
        return 0.0, ""

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        """The last thing said in a view, with who said it; empty: nothing."""
        said = next((line for line in reversed(self.transcript(view, (), names, glyphs)) if line.who), None)
        return Content.assemble(f"{said.who}:  ", said.text) if said else Content("")

    def secret(self, view: View) -> str:
        """What a key shows to who holds this view, and hides again; empty: nothing."""
        return ""

    def shown_best(self, belief: Belief) -> str:
        """What a bot takes for likeliest, as a line of help."""
        return "its best: " + ", ".join(name for name, _ in belief.best[:5])

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        """For a guide: the turn, how many are left, and words for what has just happened."""
        return int(view.facts.get("turn", 1)), int(view.facts.get("turns_left", 99)), ()

    def moment(self, view: View) -> str:
        """Which moment of the table's view everybody shall see before the next curtain; empty: none."""
        return ""

    # the result

    wide = False
    """Whether the picture of the end needs the wider column."""
    drawn: ClassVar[Collection[str]] = ()
    """Metrics that the picture of the end shows itself."""

    def headline(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
        """How it ended, and a word of the host on it; `people` are the seats that people held."""
        outcome = play.outcome()
        return outcome.result.upper(), outcome.cause or ""

    def grid(self, play: Play[Any], glyphs: Glyphs, *, small: bool) -> Content:
        """The end of the game as a picture; empty: none."""
        return Content("")

    def findings(
        self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int, *, small: bool
    ) -> Content:
        """What else the end shows, below its picture and with the players' names; empty: nothing."""
        return Content("")

    def explained(self, line: str, glyphs: Glyphs) -> str:
        """A line of how a figure came about, with the signs that are seen elsewhere."""
        return line

    def share(self, play: Play[Any], glyphs: Glyphs, *, words: bool) -> list[str]:
        """The score, then lines to share that give nothing away; `words`: to be read out."""
        return []

    def answer_review(
        self, play: Play[Any], deck: Deck | None, people: Collection[str]
    ) -> AnswerReview | None:
        """The answers of a session that is over against what its deck knows; in a thread. None: nothing."""
        return None


def game_ui_of(info: GameInfo) -> GameUI:
    """A game's own face, found by the name in its manifest, or the plain one."""
    if info.board is None:
        return GameUI()
    return cast("GameUI", importlib.import_module(info.board).GAME_UI)
