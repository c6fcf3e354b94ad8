"""A game's ui: the base class of its board, and the words that the table shows for the game.

If a game has no `ui/board.py`, `boards/facts_board.py` draws it from its `game.toml`.

Law: a board draws only what is in its view. A game's ui turns typed text into the form that the rules read,
and decides nothing.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.content import Content
from textual.widget import Widget

from tui_arena.core.answers import RULED as ANSWERS
from tui_arena.core.events import SeatNames, speaker
from tui_arena.core.game import TABLE, Ask, Belief, Deck, Fault, FaultKind, Line, Setup, View
from tui_arena.core.language.sentences import YOU, called_seat, first_name, listed, who_played
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.daily import DAILY, daily_name
from tui_arena.table.notes import Note, refusal_in_words
from tui_arena.table.rulings import Ruling
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.widgets.answer_bar import AnswerForm
from tui_arena.ui.widgets.screen_base import OwnMessage

if TYPE_CHECKING:
    from tui_arena.ui.result.answer_review import AnswerReview, OneMore

ANY_GAME = "tui_arena.ui.boards.facts_board"
"""The module that draws a game that has no board of its own."""
YOUR_TURN = "Your turn. Press Enter to send this, or type to start again."
MAX_LINE = 400
"""The maximum number of characters shown of one line of talk."""
DOES = {"setter": "sets the secret", "guesser": "guesses", "judge": "judges", "critic": "has a say"}
"""What the player in each seat does, if a game has no wording of its own."""


class Board(Widget):
    """The table's picture of the game. A game's own board draws itself from `view` and `typed`."""

    marked: Mapping[str, Any] | None = None
    """The hotseat person's marks in addition to the answer, as values of a `probe` event.

    None: no marks.
    """
    panel: Widget | None = None
    """A panel that belongs to the board and is shown above the talk."""
    lingers = 0.0
    """The extra seconds for which the end stays in sight. If above 0, only the board shows how the game ended."""
    answers: Widget | None = None
    """The widget that takes the answer to the current ask instead of the bar; None: the bar takes it."""
    form: AnswerForm | None = None
    """The form that replaces the bar's field while it is `answers`, for an answer with several parts."""

    shows_marks = True
    """Whether the board shows the table's answer to each reply. If so, the transcript doesn't repeat it."""
    telling = False
    """Whether the board is now showing something step by step, as announced by `Tells`."""

    revealing = False
    """Whether the board is turning over the last reply's marks, which nothing else has shown yet; see `Tells`."""

    people: Collection[str] = ()
    """The seats that people play at this keyboard."""

    class Tells(OwnMessage):
        """The board starts or finishes showing something step by step."""

    @dataclass
    class Typed(OwnMessage):
        """A key on the board was clicked: a letter, `backspace` or `enter`."""

        key: str

    @dataclass
    class AnswerChanged(OwnMessage):
        """An earlier answer was changed on the board."""

        key: str
        """The key of the ask that was answered."""
        text: str

    class Named(OwnMessage):
        """The answerer says that the last question named the secret, but the matcher missed it."""

    @dataclass
    class Filled(OwnMessage):
        """Something on the board was picked, and its text replaces the text typed so far."""

        text: str

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        """Take the players' names by seat and the hotseat's notes. Called before each `show`.

        `alone`: whether only one person is at the keyboard, so nothing needs hiding. `table`: the view of
        what everybody at the table has heard; None: nobody has heard anything outside the view.
        """

    def show(self, view: View | None, ask: Ask | None) -> None:
        """Draw a view; None: draw nothing at all. `ask` is what the person in the hotseat has to answer."""

    def typing(self, text: str) -> None:
        """Take the text that is in the answer bar now."""

    def refuse(self, fault: Fault | None = None) -> None:
        """React to a reply that the rules refused, or that the others at the table didn't agree to (None)."""

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Show what a bot thinks likely. `offered`: whether a key shows the bot's best guesses."""

    def unveil(self, secret: str) -> bool:
        """Show a secret, or hide it if `secret` is empty; False if the board has no place for it."""
        return False

    def turn_over(self) -> bool:
        """Hide or show again what a person alone at the keyboard may see; False if nothing can be hidden."""
        return False

    def nudge(self, by: int) -> bool:
        """Handle up (-1) or down (1) if there is nothing to choose; False if the key does nothing here."""
        return False

    def page(self, pages: int) -> bool:
        """Scroll by pages. Returns False if there is nothing to scroll."""
        return False

    def skip(self) -> bool:
        """Finish at once what is being shown step by step. Returns False if nothing is being shown."""
        return False


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One line of the transcript."""

    who: str
    text: Content
    quiet: bool = False
    """Whether the line isn't part of the game itself, so it is dimmed."""
    wide: bool = False
    """Whether the line fills the column of names, too. Its text then names the speaker if that matters."""


BEST = 5
"""The maximum number of a bot's best guesses that are named."""


class GameUI:
    """The plain ui, which serves every game."""

    host: HostLines | None = None
    """The host's lines for the game; None if the game has no `host.toml`."""
    roles: ClassVar[Mapping[str, str]] = {}
    """What the player in each seat does in this game, by seat, if `DOES` has no better word."""

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board | None:
        """The board of this game; None: the talk takes its place."""
        return None

    def heading(self, info: GameInfo, setup: Setup) -> str:
        """The table's heading in the title bar."""
        variant = daily_name(setup.extra.get(DAILY)) or setup.options.get(info.variant or "")
        return info.title.upper() + (f" · {variant}" if variant else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        """A line that says whose turn it is and how far the game has got."""
        return f"{names.get(ask.seat, ask.seat)}: {ask.name.replace('_', ' ')}" if ask else ""

    def does(self, seat: str) -> str:
        """What the player in a seat does in this game, as a text for the list of who sits where."""
        return self.roles.get(seat) or DOES.get(seat, f"is the {seat.replace('_', ' ')}")

    def task(self, ask: Ask) -> str:
        """The task of the person called by the curtain, as a text."""
        return f"you give the {ask.name.replace('_', ' ')}"

    def label(self, ask: Ask) -> str:
        """The answer bar's name for the answer."""
        return ask.name.replace("_", " ")

    def chips(self, ask: Ask, view: View) -> tuple[str, ...]:
        """The words to choose from with Tab in addition to the text; empty for most games.

        The up and down keys stay free for the board.
        """
        return ()

    def placeholder(self, ask: Ask, view: View) -> str:
        """The text shown in an empty answer bar."""
        return " or ".join(ask.choices) if ask.choices else ""

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        """The typed text and the choice, in the form that the rules read."""
        return "\n".join(part for part in (choice or "", text.strip()) if part)

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        """The line above the field while a text is typed, and its kind (`refused`, `hint` or empty).

        `fault`: the fault that the rules would find now. It is only looked up if the manifest `warns`.
        """
        return (self.refusal(ask, fault), "refused") if fault and fault.kind == "rule" else ("", "")

    def ruling(self, ruling: Ruling, people: int) -> tuple[str, str]:
        """The question to the table before the matcher is overruled: a title, and what agreeing means.

        `people`: the number of people who have to agree.
        """
        alone = people == 1
        if not ruling.of:
            counts = "If you think it's fine, it counts." if alone else "If everybody agrees, it counts."
            return "Let it pass?", f"The rules say no. {counts}"
        if ruling.question == "hit":
            new = f"the guess was {'right' if ruling.verdict else 'wrong'}"
        elif ruling.question == ANSWERS:
            new = f"the last reply {'answered' if ruling.verdict else 'did not answer'} the question"
        elif ruling.verdict:
            new = "the last reply said the word"
        else:
            new = "the last reply did not say the word"
        return (
            "Change the ruling?",
            f"New ruling: {new}. {'You decide.' if alone else 'Everybody has to agree.'}",
        )

    def in_the_open(self, ask: Ask, view: View, others: Collection[str]) -> bool:
        """Whether an ask can be answered on the screen that everybody at the keyboard looks at.

        That is so if nothing secret is typed and the board shows secrets only after a key. `others`: the
        seats of the other people at this keyboard.
        """
        return False

    def thinks_first(self, view: View) -> bool:
        """Whether the seat with this view has to think of something before anybody is asked."""
        return False

    def doubt(self, ask: Ask, reply: str, view: View, setup: Setup, bots: Collection[str]) -> str:
        """The host's question about a valid reply before it is played; empty: no question.

        `bots`: the seats of built-in bots. The check may be slow, so it runs in a thread.
        """
        return ""

    def outdated(self, ask: Ask, before: View, now: View) -> str:
        """Why a reply isn't sent if Enter was pressed when the view was still `before`; empty: it is sent.

        By default it isn't sent if somebody has spoken since then.
        """
        return YOUR_TURN if len(now.talk) > len(before.talk) else ""

    def missing(self, ask: Ask) -> str:
        """The message if nothing was typed."""
        return f"Type the {ask.name.replace('_', ' ')} first."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        """Why the rules refused the typed text, in words for the person who typed it."""
        return fault.told

    def said(self, line: Line, glyphs: Glyphs) -> Content:
        """A line of talk."""
        return say(one_line(line.text, MAX_LINE))

    def spoken(self, ask: str, text: str) -> str:
        """A reply as people would say it, not in the form that the rules read. `ask`: its ask's name."""
        return text

    def named(self, secret: str) -> str:
        """The secret as people would say it."""
        return secret

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        """The host's words before anybody has spoken."""
        return []

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk that the person in the hotseat may know, with the notes for them."""
        own = [a for a in notes if a.seat in (view.seat, TABLE)]
        out = [] if view.talk else self.welcome(view, glyphs)
        if out and own:
            out.append(TalkLine("", Content("")))
        for place in range(len(view.talk) + 1):
            for note in (a for a in own if a.after == place):
                drawn = self._note(note_for(note, view.seat, names), names)
                out.append(replace(drawn, wide=drawn.wide or note.tried_for(view.seat) is not None))
            if place < len(view.talk):
                line = view.talk[place]
                if line.fault and line.seat != view.seat:
                    who = speaker(names, line.seat, line.seq)
                    told = tried(who, *refusal_in_words(line.text, line.fault))
                    out.append(TalkLine("", say(told), quiet=True, wide=True))
                else:
                    out += self._talk(line, names, glyphs)
        return out

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        who = speaker(names, line.seat, line.seq)
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
        """Why an attempt was refused, in the words that the bar used."""
        if not note.ask:
            return note.why
        return self.refusal(
            Ask(note.seat, note.ask, "", "text"), Fault(cast("FaultKind", note.fault), note.why)
        )

    def draft(self, text: str) -> str:
        """A refused attempt as it was typed."""
        return text

    def nearness(self, play: Play[Any]) -> tuple[float, str]:
        """How near the solvers are, as a number and in words. The number compares plays of one secret."""
        return 0.0, ""

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        """The last thing said in a view, with the speaker's name; empty: nobody has spoken."""
        said = next((line for line in reversed(self.transcript(view, (), names, glyphs)) if line.who), None)
        return Content.assemble(f"{said.who}:  ", said.text) if said else Content("")

    def secret(self, view: View) -> str:
        """The secret that a key shows to the seat with this view, and hides again; empty: no secret."""
        return ""

    def shown_best(self, belief: Belief, view: View) -> str:
        """A line of help with the bot's best guesses: at least one, but only guesses that it thinks possible."""
        names = (name for name, _ in belief.best[: max(min(BEST, belief.left), 1)])
        return "Bot's best: " + ", ".join(names)

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        """For a guide: the turn, the number of turns left, and words for what has just happened."""
        return int(view.facts.get("turn", 1)), int(view.facts.get("turns_left", 99)), ()

    def moment(self, view: View) -> str:
        """The moment in the table's view that all should see before the next curtain; empty: no moment."""
        return ""

    def ghost(self, play: Play[Any], glyphs: Glyphs, width: int) -> list[Content]:
        """How far somebody's game of the same challenge had come, without any of its words.

        `play` may be unfinished. By default these are the words of the text to share.
        """
        return [say(line) for line in self.share(play, glyphs, words=True)[1:]]

    # the result

    votes = ""
    """The question when people vote for the best line at the end; empty: there is no vote."""
    wide = False
    """Whether the picture of the end needs the wider column."""
    pictured: ClassVar[Collection[str]] = ()
    """The kinds of quotes that the head of the picture of the end already shows."""
    drawn: ClassVar[Collection[str]] = ()
    """The metrics that the picture of the end already shows."""

    def headline(self, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
        """How the game ended, and the host's word on it. `people`: the seats that people played."""
        outcome = play.outcome()
        return outcome.result.upper(), outcome.cause or ""

    def laid_open(self, play: Play[Any]) -> tuple[str, int]:
        """The secret, and how many of its letters were won; empty if the picture of the end shows it."""
        return "", 0

    def grid(self, play: Play[Any], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        """A picture of the end of the game, at most `width` cells wide; empty: no picture."""
        return Content("")

    def whole_talk(self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
        """The whole talk with the players' names; empty if the picture of the end shows it."""
        return Content("")

    def findings(
        self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int, *, small: bool
    ) -> Content:
        """Whatever else the end shows, below its picture and with the players' names; empty: nothing."""
        return Content("")

    def figures(self, play: Play[Any], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
        """Charts for people who like figures; empty: no charts."""
        return Content("")

    def explained(self, line: str, glyphs: Glyphs) -> str:
        """A line that explains a figure, with the glyphs that the rest of the screen uses."""
        return line

    def share(self, play: Play[Any], glyphs: Glyphs, *, words: bool) -> list[str]:
        """The score, then lines to share that reveal no secret. `words`: whether they are to be read out."""
        return []

    def one_more(self, play: Play[Any], deck: Deck | None) -> OneMore | None:
        """The question at the end about a new thing, so that it is known next time; None: no question.

        The method runs in a thread.
        """
        return None

    @property
    def reviews_answers(self) -> bool:
        """Whether the game compares a finished session's answers with what a deck knows."""
        return type(self).answer_review is not GameUI.answer_review

    def answer_review(
        self, play: Play[Any], deck: Deck | None, people: Collection[str]
    ) -> AnswerReview | None:
        """The answers of a finished session compared with the deck's knowledge; None: nothing to review.

        The method runs in a thread.
        """
        return None


def tried(name: str, said: str, why: str) -> str:
    """A line about somebody else's refused reply.

    >>> tried("ace", "thisisguaran…", "it has 20 letters; 5 are needed")
    'ace tried “thisisguaran…”: it has 20 letters; 5 are needed'
    """
    return f"{first_name(name)} tried “{said}”: {why}" if said else f"{first_name(name)} tried: {why}"


def note_for(note: Note, reader: str, names: Mapping[str, str]) -> Note:
    """A note for its reader (a seat, or `table`). It quotes the refused reply if the reader may know it."""
    one = note.tried_for(reader)
    if one is None:
        return note
    return replace(note, text=tried(speaker(names, one.seat, one.seq), one.said, one.why))


def speakers(view: View, names: Mapping[str, str], ask: str) -> list[str]:
    """The names of the players who said the lines of an ask, in the order of the talk."""
    return [speaker(names, one.seat, one.seq) for one in view.talk if one.ask == ask and not one.fault]


def last_speaker(view: View, names: Mapping[str, str], seat: str) -> str:
    """The name of the player who last said something in a seat; who sits there now if nobody has."""
    said = [line.seq for line in view.talk if line.seat == seat and not line.fault]
    return speaker(names, seat, said[-1] if said else None)


def distinct_names(names: Mapping[str, str], people: Collection[str] = ()) -> dict[str, str]:
    """The names by seat. If several players share a name, the seat replaces it, except for seats of `people`.

    >>> distinct_names({"setter": "bot", "guesser_1": "You", "guesser_2": "bot"})
    {'setter': 'the setter', 'guesser_1': 'You', 'guesser_2': 'guesser 2'}
    """
    often = Counter(names.values())
    now = {
        seat: name if often[name] == 1 or seat in people else called_seat(seat)
        for seat, name in names.items()
    }
    return SeatNames(now, names.before) if isinstance(names, SeatNames) else now


def between(play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str] | None:
    """The headlines for a found and for a kept secret, if people sit on both sides; otherwise None."""
    if not {"guesser", "setter"} <= set(people) or names["guesser"] == names["setter"]:
        return None
    return won_by(play, names, ["guesser"]), won_by(play, names, ["setter"])


def won_by(play: Play[Any], names: Mapping[str, str], seats: Iterable[str]) -> str:
    """The headline for a win of these seats; it names all who played on them."""
    won = list(dict.fromkeys(first_name(name) for seat in seats for name in who_played(play, names, seat)))
    return f"{listed(won).upper()} WIN" if won[1:] else victory(*won)


def victory(name: str) -> str:
    """`ADA WINS` for a name; `YOU WIN` for the person at the keyboard.

    >>> victory("Ada"), victory("You")
    ('ADA WINS', 'YOU WIN')
    """
    return "YOU WIN" if name == YOU else f"{first_name(name).upper()} WINS"


def headline_for_all(head: str, play: Play[Any], names: Mapping[str, str], people: Collection[str]) -> str:
    """The final headline for onlookers: it names the winners. `people`: the seats that people play."""
    own = next((words for words in ("YOU WIN", "WON", "LOST") if head.startswith(words)), "")
    seats = play.outcome().winners or (people if own == "YOU WIN" else ())
    if not own or YOU in (first_name(names.get(seat, seat)) for seat in seats):
        return head
    return (won_by(play, names, seats) if seats else "NOT FOUND") + head.removeprefix(own)


def game_ui_of(info: GameInfo) -> GameUI:
    """A game's own ui, from `ui/board.py` in the game's folder, or the ui that draws any game."""
    if info.board is None:
        return cast("GameUI", importlib.import_module(ANY_GAME).FactsUI(info))
    try:
        return cast("GameUI", importlib.import_module(info.board).GAME_UI)
    except (ImportError, AttributeError, SyntaxError, NameError, TypeError, ValueError):
        if not info.is_foreign:
            raise
        return cast("GameUI", importlib.import_module(ANY_GAME).FactsUI(info))
