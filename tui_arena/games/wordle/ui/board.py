"""The ui of Wordle: its board, its talk, and the host's texts about a game.

Only `tui_arena.ui` imports this module, by its place in the game's folder. It draws the contents of the view
and puts typed text into the form that the rules read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.content import Content

from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, Ask, Fault, Line, Setup, View
from tui_arena.core.language.sentences import counted, listed, number_word, stopped
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.games.wordle.rules import (
    GREEN,
    GREY,
    SIGN,
    YELLOW,
    WordleState,
    parse_guess,
    written_guess,
    written_opinion,
)
from tui_arena.games.wordle.ui.word_grid import WordBoard
from tui_arena.table.notes import Note
from tui_arena.table.transcript import LINES
from tui_arena.ui.boards.host import HostUI
from tui_arena.ui.boards.tiles import LARGE, SMALL, Tile, draw, size_for, word_tiles
from tui_arena.ui.game_ui import MAX_LINE, Board, TalkLine, between
from tui_arena.ui.glyphs import TILE_INK, Glyphs, say
from tui_arena.ui.host_lines import HostLines

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
                return "up/down, or y, n; add a reason if you like"
            case "guess" if facts["proposal"]:
                return f"Enter keeps {facts['proposal'].upper()}, or type another word"
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
            return {"yes": "agrees", "no": "would not"}.get(text.casefold().rstrip("."), text)
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
                return [TalkLine(who, say("agrees" if answer == "yes" else "would not")), *_why(why)]
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
