"""A game's ui: the base class of its board, and of the words in which it speaks at the table.

A game without a `ui/board.py` is drawn from its `game.toml` (`boards/facts_board.py`).

Law: a board draws only what a view holds. A game's ui turns typed text into the form that the rules read, and
decides nothing.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.content import Content
from textual.widget import Widget

from tui_arena.core.game import TABLE, Ask, Belief, Deck, Fault, FaultKind, Line, Setup, View
from tui_arena.core.language.sentences import YOU, first_name, listed
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.daily import DAILY, daily_name
from tui_arena.table.notes import Note
from tui_arena.table.rulings import Ruling
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.widgets import OwnMessage
from tui_arena.ui.widgets.answer_bar import AnswerForm

if TYPE_CHECKING:
    from tui_arena.ui.result.answer_review import AnswerReview, OneMore

ANY_GAME = "tui_arena.ui.boards.facts_board"
"""The module that draws a game without a board of its own."""
YOUR_TURN = "Your turn. Enter sends this; a letter starts anew."
MAX_LINE = 400
"""Characters of one line of talk that are shown."""
DOES = {"setter": "sets the secret", "guesser": "guesses", "judge": "judges", "critic": "has a say"}
"""What each seat does, for games that have no special word for it."""


class Board(Widget):
    """What the table shows of the game. A game's own board draws itself from `view` and `typed`."""

    marked: Mapping[str, Any] | None = None
    """What the person in the hotseat has marked in addition to their answer, as values of a `probe` event.

    None: nothing.
    """
    panel: Widget | None = None
    """A panel that goes with the board, shown above the talk."""
    lingers = 0.0
    """Extra seconds for which the end stays in sight; above 0, only the board shows how the game ended."""
    answers: Widget | None = None
    """The widget that takes the answer to the current ask, in place of the bar; None: the bar does."""
    form: AnswerForm | None = None
    """The form that replaces the bar's field while it is `answers`, for an answer of several parts."""

    shows_marks = True
    """Whether it shows what the table answered to each reply, so that a transcript need not."""
    telling = False
    """Whether the board is showing something step by step now, as announced by `Tells`."""

    revealing = False
    """Whether the board is turning over the last reply's marks, which nothing else tells before; see `Tells`."""

    people: Collection[str] = ()
    """The seats that people play at this keyboard."""

    class Tells(OwnMessage):
        """The board starts or finishes showing something step by step."""

    class Typed(OwnMessage):
        """A key on the board was clicked: a letter, `backspace` or `enter`."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Changed(OwnMessage):
        """An earlier answer was changed on the board."""

        def __init__(self, key: str, text: str) -> None:
            """`key`: of the ask that was answered."""
            super().__init__()
            self.key = key
            self.text = text

    class Named(OwnMessage):
        """Who answers has said that the last question names what is looked for, though the matcher did not."""

    class Filled(OwnMessage):
        """Something on the board was picked; it replaces the text typed so far."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        """Take the players' names by seat and the notes for the hotseat; called before each `show`.

        `alone`: whether the person in the hotseat is the only one at the keyboard, so nothing needs hiding.
        `table`: the view of what everybody at the table has heard; None: nothing was heard beside the view.
        """

    def show(self, view: View | None, ask: Ask | None) -> None:
        """Draw a view; None: draw nothing at all. `ask` is what the person in the hotseat has to answer."""

    def typing(self, text: str) -> None:
        """Take the text that is in the answer bar now."""

    def refuse(self) -> None:
        """React to a reply that the rules did not take."""

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Show what a bot takes for likely; `offered`: whether a key shows its best."""

    def unveil(self, secret: str) -> bool:
        """Show a secret, or hide it again (empty); False: the board has no place for it."""
        return False

    def turn_over(self) -> bool:
        """Hide or show again what a person alone at the keyboard may see; False: nothing to hide."""
        return False

    def nudge(self, by: int) -> bool:
        """Handle up (-1) or down (1) where there is nothing to choose; False: the key means nothing here."""
        return False

    def page(self, pages: int) -> bool:
        """Scroll by pages; False: there is nothing to scroll."""
        return False

    def skip(self) -> bool:
        """Show at once the rest of what is being shown step by step; False: nothing is."""
        return False


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line of the transcript."""

    who: str
    text: Content
    quiet: bool = False
    """Outside the game itself: shown dimmed."""
    wide: bool = False
    """Takes the column of names as well; the text names the speaker if that matters."""


BEST = 5
"""The most of a bot's best guesses that are named."""


class GameUI:
    """The plain ui, which serves every game."""

    host: HostLines | None = None
    """What the host says of the game; None for one without a `host.toml`."""
    roles: ClassVar[Mapping[str, str]] = {}
    """What seats do in this game, by seat, where `DOES` has no better word."""

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board | None:
        """The board of this game; None: the talk takes its place."""
        return None

    def heading(self, info: GameInfo, setup: Setup) -> str:
        """What the title bar calls the table."""
        variant = daily_name(setup.extra.get(DAILY)) or setup.options.get(info.variant or "")
        return info.title.upper() + (f" · {variant}" if variant else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        """Whose turn it is, and how far the game is."""
        return f"{names.get(ask.seat, ask.seat)}: {ask.name.replace('_', ' ')}" if ask else ""

    def does(self, seat: str) -> str:
        """What the player on a seat does in this game, for a list of who sits where."""
        return self.roles.get(seat) or DOES.get(seat, f"sits as {seat}")

    def task(self, ask: Ask) -> str:
        """What the person called by the curtain will do."""
        return f"you give the {ask.name.replace('_', ' ')}"

    def label(self, ask: Ask) -> str:
        """What the answer bar calls the answer."""
        return ask.name.replace("_", " ")

    def chips(self, ask: Ask, view: View) -> tuple[str, ...]:
        """Words to choose from with Tab in addition to the text; none for most games.

        Up and down stay free for the board.
        """
        return ()

    def placeholder(self, ask: Ask, view: View) -> str:
        """The text shown in an empty answer bar."""
        return " or ".join(ask.choices) if ask.choices else ""

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        """What was typed and chosen, in the form that the rules read."""
        return "\n".join(part for part in (choice or "", text.strip()) if part)

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        """The line above the field while a text is typed, and its kind (`refused`, `hint` or empty).

        `fault`: the fault that the rules would find now; only asked for where the manifest `warns`.
        """
        return (self.refusal(ask, fault), "refused") if fault and fault.kind == "rule" else ("", "")

    def ruling(self, ruling: Ruling, people: int) -> tuple[str, str]:
        """What the table is asked before the matcher is overruled: a title, and what agreeing means.

        `people`: how many there are to agree.
        """
        alone = people == 1
        if not ruling.of:
            counts = "If you think it's fine, it counts." if alone else "If everybody agrees, it counts."
            return "Let it pass?", f"The rules say no. {counts}"
        if ruling.question == "hit":
            what = f"Was the guess {'right' if ruling.verdict else 'wrong'} after all?"
        elif ruling.verdict:
            what = "Did the last reply say the word after all?"
        else:
            what = "Did the last reply not say the word after all?"
        return "Change the ruling?", f"{what} {'You decide.' if alone else 'Everybody has to agree.'}"

    def in_the_open(self, ask: Ask, view: View, others: Collection[str]) -> bool:
        """Whether an ask can be answered on the screen that everybody at the keyboard looks at.

        That is so where nothing secret is typed and the board shows secrets only by a key. `others`: the
        seats of other people at this keyboard.
        """
        return False

    def thinks_first(self, view: View) -> bool:
        """Whether the seat that holds this view has to think of something before anybody is asked."""
        return False

    def doubt(self, ask: Ask, reply: str, view: View, setup: Setup, bots: Collection[str]) -> str:
        """What the host asks before a reply is played that the rules would take; empty: nothing.

        `bots`: the seats of built-in bots. It may be slow, so it runs in a thread.
        """
        return ""

    def outdated(self, ask: Ask, before: View, now: View) -> str:
        """Why a reply isn't sent that Enter was pressed for when the view was still `before`; empty: it is.

        It isn't if anything was said since, unless the game knows better.
        """
        return YOUR_TURN if len(now.talk) > len(before.talk) else ""

    def missing(self, ask: Ask) -> str:
        """What to say when nothing was typed."""
        return f"Type the {ask.name.replace('_', ' ')} first."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        """Why the rules did not take what was typed, for the person who typed it."""
        return fault.told

    def said(self, line: Line, glyphs: Glyphs) -> Content:
        """A line of talk."""
        return say(one_line(line.text, MAX_LINE))

    def spoken(self, ask: str, text: str) -> str:
        """A reply as one would say it, without the form that the rules read; `ask`: what was asked."""
        return text

    def named(self, secret: str) -> str:
        """What was hidden, as one would say it."""
        return secret

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        """What the host says before anybody has said anything."""
        return []

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk that the hotseat may know, with the notes that are for it."""
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
            draft, why = self.draft(note.text), self._why(note)
            names_it = why.casefold().startswith(draft.casefold())
            text = say(why) if names_it else say(f"{draft}?  ").append(say(why))
        return TalkLine("", text, quiet=True)

    def _why(self, note: Note) -> str:
        """Why an attempt was refused, in the words that the bar had for it."""
        if not note.ask:
            return note.why
        return self.refusal(
            Ask(note.seat, note.ask, "", "text"), Fault(cast("FaultKind", note.fault), note.why)
        )

    def draft(self, text: str) -> str:
        """A refused attempt as it was typed."""
        return text

    def nearness(self, play: Play[Any]) -> tuple[float, str]:
        """How near the solvers are, in numbers and in words; the number compares plays of one secret."""
        return 0.0, ""

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        """The last thing said in a view, with who said it; empty: nothing."""
        said = next((line for line in reversed(self.transcript(view, (), names, glyphs)) if line.who), None)
        return Content.assemble(f"{said.who}:  ", said.text) if said else Content("")

    def secret(self, view: View) -> str:
        """What a key shows to, and hides again from, the seat that holds this view; empty: nothing."""
        return ""

    def shown_best(self, belief: Belief, view: View) -> str:
        """What a bot takes for most likely from a view, as a line of help: no more than it thinks possible, but at least one."""
        names = (name for name, _ in belief.best[: max(min(BEST, belief.left), 1)])
        return "Bot's best: " + ", ".join(names)

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        """For a guide: the turn, how many are left, and words for what has just happened."""
        return int(view.facts.get("turn", 1)), int(view.facts.get("turns_left", 99)), ()

    def moment(self, view: View) -> str:
        """The moment of the table's view that everybody should see before the next curtain; empty: none."""
        return ""

    # the result

    wide = False
    """Whether the picture of the end needs the wider column."""
    pictured: ClassVar[Collection[str]] = ()
    """Kinds of quotes that stand at the head of the picture of the end already."""
    drawn: ClassVar[Collection[str]] = ()
    """Metrics that the picture of the end shows already."""

    def headline(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
        """How the game ended, and a word of the host on it; `people` are the seats that people held."""
        outcome = play.outcome()
        return outcome.result.upper(), outcome.cause or ""

    def laid_open(self, play: Play[Any]) -> tuple[str, int]:
        """What was hidden, and how many of its letters were won; empty: the picture of the end shows it."""
        return "", 0

    def grid(self, play: Play[Any], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        """The end of the game as a picture of at most so many cells; empty: none."""
        return Content("")

    def told(self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
        """The whole of what was said, with the players' names, where the picture of the end does not show it."""
        return Content("")

    def findings(
        self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int, *, small: bool
    ) -> Content:
        """What else the end shows, below its picture and with the players' names; empty: nothing."""
        return Content("")

    def figures(self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
        """Charts for whoever looks at figures; empty: none."""
        return Content("")

    def explained(self, line: str, glyphs: Glyphs) -> str:
        """A line that explains a figure, with the glyphs used elsewhere on the screen."""
        return line

    def share(self, play: Play[Any], glyphs: Glyphs, *, words: bool) -> list[str]:
        """The score, then lines to share that give nothing away; `words`: to be read out."""
        return []

    def one_more(self, play: Play[Any], deck: Deck | None) -> OneMore | None:
        """What is asked next at the end about a thing that is new, to know it the next time; None: nothing.

        It runs in a thread.
        """
        return None

    def answer_review(
        self, play: Play[Any], deck: Deck | None, people: Collection[str]
    ) -> AnswerReview | None:
        """The answers of a finished session compared with what its deck knows; runs in a thread.

        None: nothing to review.
        """
        return None


def told_apart(names: Mapping[str, str], people: Collection[str] = ()) -> dict[str, str]:
    """The names by seat; a name that several players have is replaced by the seat, but for seats of `people`.

    >>> told_apart({"setter": "bot", "guesser_1": "You", "guesser_2": "bot"})
    {'setter': 'the setter', 'guesser_1': 'You', 'guesser_2': 'guesser 2'}
    """
    often = Counter(names.values())
    seats = {seat: seat.replace("_", " ") if seat[-1:].isdigit() else f"the {seat}" for seat in names}
    return {seat: name if often[name] == 1 or seat in people else seats[seat] for seat, name in names.items()}


def between(names: Mapping[str, str], people: Collection[str]) -> tuple[str, str] | None:
    """Who wins if a secret is found and if it is kept, where people gave it and guess; None: they don't.

    >>> between({"setter": "Ada", "guesser": "You"}, {"setter", "guesser"})
    ('YOU WIN', 'ADA WINS')
    """
    if not {"guesser", "setter"} <= set(people) or names["guesser"] == names["setter"]:
        return None
    return victory(names["guesser"]), victory(names["setter"])


def victory(name: str) -> str:
    """`ADA WINS`, and `YOU WIN`."""
    return "YOU WIN" if name == YOU else f"{first_name(name).upper()} WINS"


def headline_for_all(head: str, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> str:
    """A headline of the end for others who look on: who won by name, whoever the `people` on seats are."""
    own = next((words for words in ("YOU WIN", "WON", "LOST") if head.startswith(words)), "")
    seats = play.outcome().winners or (people if own == "YOU WIN" else ())
    won = list(dict.fromkeys(first_name(names.get(seat, seat)) for seat in seats))
    if not own or YOU in won:
        return head
    said = victory(won[0]) if len(won) == 1 else f"{listed(won).upper()} WIN" if won else "NOT FOUND"
    return said + head.removeprefix(own)


def game_ui_of(info: GameInfo) -> GameUI:
    """A game's own ui, found as `ui/board.py` in the game's folder, or the one that draws any game."""
    if info.board is None:
        return cast("GameUI", importlib.import_module(ANY_GAME).FactsUI(info))
    try:
        return cast("GameUI", importlib.import_module(info.board).GAME_UI)
    except (ImportError, AttributeError, SyntaxError, NameError, TypeError, ValueError):
        if not info.is_foreign:
            raise
        return cast("GameUI", importlib.import_module(ANY_GAME).FactsUI(info))
