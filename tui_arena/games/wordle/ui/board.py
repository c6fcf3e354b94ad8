"""The ui of Wordle: its board, its talk, and the host's texts about a game.

Only `tui_arena.ui` imports this module, by its place in the game's folder. It draws the contents of the view
and puts typed text into the form that the rules read.

The board has the clue, the grid of guesses, the critic's opinion and a keyboard. The keyboard shows what is known
about each letter, and a player can click it to type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, Ask, Fault, Line, Setup, View
from tui_arena.core.language.sentences import YOU, counted, first_name, listed, number_word, stopped
from tui_arena.core.reading import parted
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.games.wordle.rules import (
    GREEN,
    GREY,
    LENGTH,
    SIGN,
    YELLOW,
    WordleState,
    parse_guess,
    written_guess,
    written_opinion,
)
from tui_arena.table.notes import Note
from tui_arena.table.transcript import LINES
from tui_arena.ui.boards.facts_board import FieldsForm
from tui_arena.ui.boards.host import HostUI
from tui_arena.ui.boards.tiles import (
    EMPTY,
    INK,
    LARGE,
    PROPOSED,
    REFUSED,
    SMALL,
    TYPED,
    Animation,
    Size,
    Tile,
    draw,
    size_for,
    word_tiles,
)
from tui_arena.ui.game_ui import MAX_LINE, Board, TalkLine, between, last_speaker
from tui_arena.ui.glyphs import TILE_INK, Glyphs, say
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.widgets.text_block import StillText, TextBlock

# the board

KEY_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
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
        return Content(between).join(self._row(n) for n in range(len(KEY_ROWS)))

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset_capture(self)
        row = at.y // 2 if self.has_class("-airy") else at.y
        if self.blank or not 0 <= row < len(KEY_ROWS) or (self.has_class("-airy") and at.y % 2):
            return
        for x, width, key in self._placed(row):
            if x <= at.x < x + width:
                self.post_message(Board.Typed(key))

    def _placed(self, row: int) -> Iterator[tuple[int, int, str]]:
        """The keys of a row, each with its first cell and its width."""
        keys = list(KEY_ROWS[row])
        if row == len(KEY_ROWS) - 1:
            keys = [ENTER, *keys, BACKSPACE]
        width = (
            WIDE_KEY
            if self.size.width > len(KEY_ROWS[0]) * (WIDE_KEY + 1) and self.has_class("-airy")
            else KEY
        )
        gap = 1 if self.size.width >= len(KEY_ROWS[0]) * (width + 1) else 0
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
        said = {"yes": "the critic agrees", "no": "the critic disagrees"}.get(str(facts.get("agreement")))
        if said is None:
            return ""
        why = one_line(str(facts.get("opinion", "")), 160)
        return f"{said}: {why}" if why else said

    def _say(self, name: str, text: str) -> None:
        line = self.query_one(f"#{name}", StillText)
        line.set_class(not text, "empty")
        line.update(say(one_line(text, 200)))

    def _clue_height(self, width: int) -> int:
        """The number of lines that the clue takes above the grid."""
        line = self.query_one("#clue", StillText)
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
        room = height - self._clue_height(width) - 3
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


# the ui

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def in_words(marks: Sequence[str], *, places: bool = False) -> str:
    """Marks in words; with `places` each letter's place is named, for texts that are read aloud."""
    green = [i for i, m in enumerate(marks) if m == GREEN]
    yellow = [i for i, m in enumerate(marks) if m == YELLOW]
    if len(green) == len(marks):
        return "all five in place"
    if not green and not yellow:
        return "not one letter"
    told = []
    for found, where in ((green, "in place"), (yellow, "elsewhere")):
        if found and places:
            told.append(f"{listed([ORDINALS[i] for i in found])} {where}")
        elif found:
            told.append(f"{number_word(len(found))} {where}")
    return ", ".join(told)


EXPLAINED = "\nexplanation: "
"""The text between a critic's yes or no and the reason."""
ROWS = 21
"""The most lines of the grid on a result screen."""
TERM = re.compile(r"(\w) \((green|yellow|grey)\)")
MARK_OF = {sign: mark for mark, sign in SIGN.items()}
EMOJI = {GREEN: "🟩", YELLOW: "🟨", GREY: "⬛"}


class WordleUI(HostUI):
    """The grid, the keyboard, the clue and the opinions."""

    host = HostLines("wordle")
    roles: ClassVar[Mapping[str, str]] = {"setter": "thinks of a word"}
    counted = ("proposal", "guess", "opinion")
    turns = "max_guesses"

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return WordBoard(glyphs, animated=animated)

    def heading(self, info: GameInfo, setup: Setup) -> str:
        return super().heading(info, setup) + (" · hard mode" if setup.options["hard"] else "")

    def placeholder(self, ask: Ask, view: View) -> str:
        facts = view.facts
        match ask.name:
            case "target":
                if facts["needs_near"]:
                    return "word | hard clue | easier clue"
                return "word | a clue to it" if facts["needs_clue"] else "a five-letter word"
            case "opinion":
                return "press y or n; add a reason if you like"
            case "guess" if facts["proposal"]:
                return f"press Enter to keep {facts['proposal'].upper()}, or type another word"
        return "five letters  (word | why, if you like)" if facts["is_critic"] else "five letters"

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "target":
            return text
        if ask.name == "opinion":
            return _opinion(text, choice)
        word, _, why = (part.strip() for part in text.partition("|"))
        if not word and ask.name == "guess":
            word = view.facts["proposal"]
        if not why and view.facts["form"] == "lenient":
            return word
        return written_guess(word, why)

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind != "format":
            return fault.told
        return {
            "target": fault.told,
            "opinion": "Say yes or no first, then why.",
        }.get(ask.name, "Type one five-letter word.")

    # talk

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk. Only the last refused word is shown, until something else is said."""
        refused = [note for note in notes if note.why and note.seat == view.seat][-1:]
        kept = [note for note in notes if not note.why or (note in refused and note.after == len(view.talk))]
        if view.facts.get("agreement") and view.talk and view.talk[-1].ask == "opinion":
            answer, _, _ = view.talk[-1].text.partition(EXPLAINED)  # the board already shows the reason
            view = replace(view, talk=(*view.talk[:-1], replace(view.talk[-1], text=answer)))
        return super().transcript(view, kept, names, glyphs)

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        n = view.facts["max_guesses"]
        lines = [say(f"Five letters, and {counted(n, 'guess', 'guesses')}."), Content("")]
        for mark, meaning in ((GREEN, "right place"), (YELLOW, "elsewhere"), (GREY, "not in it")):
            lines.append(word_tiles("a", [mark], glyphs).append(say(f" {meaning}")))
        return [TalkLine("", line, quiet=n == 0) for n, line in enumerate(lines)]

    def spoken(self, ask: str, text: str) -> str:
        """Words in capitals, and a critic's opinion of a word as a phrase."""
        if ask == "opinion":
            return {"yes": "agrees", "no": "disagrees"}.get(text.casefold().rstrip("."), text)
        word, bar, clue = text.partition("|")
        if ask == "target" and bar:
            return f"{word.strip().upper()}, “{LINES.join(map(str.strip, clue.split('|')))}”"
        return text.upper() if ask in ("guess", "proposal", "target") else text

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        who = speaker(names, line.seat, line.seq)
        if line.fault or line.seat == TABLE:
            return super()._talk(line, names, glyphs) if line.fault else []
        match line.ask:
            case "guess":  # the board has the word and its marks
                word, why = _word_of(line.text)
                return [TalkLine(who, say(word.upper())), *_why(why)] if why else []
            case "proposal":
                word, why = _word_of(line.text)
                return [TalkLine(who, say(f"{word.upper()}?")), *_why(why)]
            case "opinion":
                answer, _, why = line.text.removeprefix("agreement: ").partition(EXPLAINED)
                return [TalkLine(who, say("agrees" if answer == "yes" else "disagrees")), *_why(why)]
        return [TalkLine(who, say(one_line(line.text, MAX_LINE)))]

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        line = next((one for one in reversed(view.talk) if one.seat != TABLE), None)
        if line is None or line.fault or line.ask != "guess":
            return super().last(view, names, glyphs)
        tiles = word_tiles(_word_of(line.text)[0], [MARK_OF[sign] for sign in line.marks], glyphs)
        return Content.assemble(f"{speaker(names, line.seat, line.seq)}:  ", tiles)

    def draft(self, text: str) -> str:
        return _word_of(text)[0]

    def nearness(self, play: Play[WordleState]) -> tuple[float, str]:
        """Nearness by the best guess so far; letters in place count before letters elsewhere."""
        worth = [(t.marks.count(GREEN), t.marks.count(YELLOW), t.marks) for t in play.state.turns]
        green, yellow, marks = max(worth, default=(0, 0, ()))
        return green * (len(marks) + 1) + yellow, in_words(marks) if marks else ""

    # the result

    def headline(
        self, play: Play[WordleState], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        """The result from the guesser's side if a person guessed or was the critic."""
        state, outcome = play.state, play.outcome()
        word = (state.target or "?").upper()
        n = len(state.turns)
        mine = not {"guesser", "critic"}.isdisjoint(people)
        found, kept = between(play, names, people) or ("", "")
        number = number_word(n)

        def ending(key: str) -> str:
            return self.host.ending(play, key, names, word=word, number=number)

        if outcome.result == "won":
            quick = ending(f"won_{n}" if self.host.has("endings", f"won_{n}") else "won_more")
            head = found or ("WON" if mine else "FOUND")
            return f"{head} in {n} · {word}", quick if mine else ending("found")
        if play.resigned:
            return f"GAVE UP · {word}", ending("gave_up")
        if outcome.result == "lost":
            beaten = "setter" in people and not mine
            if kept or not mine:
                head = kept or ("YOU WIN" if beaten else "NOT FOUND")
                return f"{head} · {word}", ending("you_beat" if beaten else "not_found")
            close = max((turn.marks.count(GREEN) for turn in state.turns), default=0) >= len(ORDINALS) - 1
            return f"LOST · {word}", ending("one_letter" if close else "lost")
        return (f"STOPPED · {word}" if state.target else "STOPPED"), stopped(play, names)

    def grid(self, play: Play[WordleState], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        rows = [[Tile(c, m) for c, m in zip(t.guess, t.marks, strict=True)] for t in play.state.turns]
        letters = max(map(len, rows), default=0)
        fitting = size_for(width, ROWS, letters, len(rows))
        size = SMALL if small else min(fitting, LARGE, key=lambda one: one.pitch)
        return draw(rows, size, glyphs)

    def ghost(self, play: Play[WordleState], glyphs: Glyphs, width: int) -> list[Content]:
        """Every guess as its marks alone."""
        return [
            Content("").join(Content.styled(glyphs.tile(" ", mark), TILE_INK[mark]) for mark in turn.marks)
            for turn in play.state.turns
        ]

    def explained(self, line: str, glyphs: Glyphs) -> str:
        plain = line.replace("·", "*") if glyphs.ascii else line
        return TERM.sub(lambda found: glyphs.tile(found[1], found[2]).strip(), plain)

    def share(self, play: Play[WordleState], glyphs: Glyphs, *, words: bool) -> list[str]:
        """The score and the marks: `4/6`, or `X/6` if the word wasn't found; hard mode adds a star."""
        state, turns = play.state, play.state.turns
        star = "*" if state.setup.options["hard"] else ""
        lines = [f"{len(turns) if state.won else 'X'}/{state.max_guesses}{star}"]
        for n, turn in enumerate(turns, 1):
            if words:
                lines.append(f"{n}. {in_words(turn.marks, places=True)}")
            elif glyphs.ascii:
                lines.append(" ".join(SIGN[m] for m in turn.marks))
            else:
                lines.append("".join(EMOJI[m] for m in turn.marks))
        if words and turns:
            lines.append("found" if state.won else "not found")
        return [line for line in lines if line]


def _opinion(text: str, choice: str | None) -> str:
    """An opinion in the form of the rules, from a choice and a reason, or a text with both (`yes, ...`)."""
    first, _, rest = text.partition(" ")
    said = {"y": "yes", "n": "no"}.get(first.strip(",.:;!").lower(), first.strip(",.:;!").lower())
    if choice is None and said in ("yes", "no"):
        choice, text = said, rest.strip()
    if choice is None:
        return text
    return written_opinion(choice, one_line(text))


def _word_of(text: str) -> tuple[str, str]:
    """The word and the reason in a guess; for an unreadable text, the part after `guess:`, shortened."""
    try:
        return parse_guess(text, strict=False)
    except Fault:
        last = text.rpartition("guess:")[2]
        return one_line(last, 24), ""


def _why(reason: str) -> list[TalkLine]:
    return [TalkLine("", say(one_line(reason, MAX_LINE), "italic"), quiet=True)] if reason else []


GAME_UI = WordleUI()
