"""The ui of entity deduction: its board, its talk, and what the host says about a game.

Only `tui_arena.ui` imports this module, by its place in the game's folder.

Law: before the end the entity is drawn only while its key shows it. No line of talk, title or status
holds it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.deal import deck_base
from tui_arena.core.game import TABLE, Ask, Fault, Line, Setup, View
from tui_arena.core.language.sentences import stopped, who_does
from tui_arena.core.record import Play
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.games.entity.rules import BINGO, KNOWING, NO, YES, State, worth
from tui_arena.table.notes import Note
from tui_arena.ui.boards.question_board import COLOURS, QuestionBoard, QuestionRow, QuestionSheet
from tui_arena.ui.boards.question_panel import AnswerTally
from tui_arena.ui.game_ui import Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say

DOES = {
    "entity": ("think of something", "thinks of something"),
    "question": ("ask", "asks"),
    "answer": ("answer", "answers"),
    "hit": ("rule on it", "rules on it"),
}
TASKS = {
    "entity": "you think of something",
    "question": "you ask",
    "answer": "you answer one question",
    "hit": "you say whether that names it",
}
LABELS = {"entity": "it is", "question": "ask", "hit": "names it?"}
ASK_AGAIN = {
    "entity": "A name is needed; other names for it go behind a | each.",
    "question": "Ask something that can be answered with yes or no.",
    "answer": "One of yes, no and maybe; y, n or m will do.",
    "hit": "Just yes or no: does the question name it?",
}
WAYS = (
    (1, "On the first question. Did somebody whisper?"),
    (5, "In five or fewer. The judge would like a word with your source."),
    (10, "Sharp questions. That was a pleasure to answer."),
    (15, "Found, and without any hurry."),
    (19, "Got there. The judge was getting comfortable."),
)
"""The remark on a win, by the last turn it is for."""
LAST = "With the very last question. Nobody breathed."
NAMES = 4
"""The most other names that a remark lists."""


def of_all(turns: int, max_turns: int) -> str:
    """`8 of 20`."""
    return f"{turns} of {max_turns}"


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How the session ended, and a remark; from the guesser's side if a person guessed."""
    state, outcome = play.state, play.outcome()
    what = one_line(state.entity or "", 60).upper()
    tail = f" · {what}" if what else ""
    n = len(state.turns)
    mine = "guesser" in people
    who = names.get("guesser", "the guesser")
    if outcome.result == "won":
        return f"{'WON' if mine else 'FOUND'} in {n}{tail}", _joined(
            _found(state, who, mine=mine), _also(state)
        )
    if play.resigned:
        return f"GAVE UP{tail}", _joined("Nobody saw that coming, least of all you. Another?", _also(state))
    if outcome.result == "lost":
        return f"{'LOST' if mine else 'NOT FOUND'}{tail}", _joined(_lost(state, who, mine=mine), _also(state))
    return f"STOPPED{tail}", stopped(play, names)


def score(play: Play[State]) -> str:
    """`9/20`, or `X/20`."""
    state = play.state
    return f"{len(state.turns) if state.won else 'X'}/{state.max_turns}"


def counted(state: State) -> str:
    """The answers in words: `3 yes, 4 no, 1 maybe`."""
    told = [turn.answer for turn in state.turns]
    return ", ".join(f"{told.count(a)} {a}" for a in state.answers if a in told)


def _found(state: State, who: str, *, mine: bool) -> str:
    n = len(state.turns)
    if not mine:
        return f"{who} needed {n} {'question' if n == 1 else 'questions'}."
    if n == state.max_turns:
        return LAST
    return next((said for most, said in WAYS if n <= most), WAYS[-1][1])


def _lost(state: State, who: str, *, mine: bool) -> str:
    asked = f"{len(state.turns)} questions"
    if not mine:
        return f"{who} asked {asked} and never got there. The judge may bow."
    yes = sum(turn.answer == "yes" for turn in state.turns)
    if yes == 0:
        return f"{asked} and not one yes. It hid well."
    return f"{asked}, and it sat there all along."


def _also(state: State) -> str:
    also = [one_line(name, 40) for name in state.aliases[:NAMES]]
    return f"Also called {', '.join(also)}." if also else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def in_words(state: State) -> list[str]:
    """The answers one after another, to be read out."""
    told = ", ".join("found" if turn.answer == BINGO else turn.answer for turn in state.turns)
    return [told] if told else []


TONES = {YES: "good", NO: "bad", BINGO: "end"}
EMOJI = {YES: "🟩", NO: "🟥", BINGO: "🎯"}
BETWEEN = "🟨"
SIGNS = {YES: "Y", NO: "N", BINGO: "*"}
A_LINE = 10
"""Answers to a line in the text to share."""
SHOWS = "what it is: behind F5"


class EntityUI(GameUI):
    """Questions and answers, tallies, and the entity behind a key."""

    roles: ClassVar[Mapping[str, str]] = {
        "setter": "thinks of something",
        "judge": "answers",
        "umpire": "rules",
    }

    wide = True

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return QuestionBoard(glyphs, sheet)

    def heading(self, info: GameInfo, setup: Setup) -> str:
        deck = deck_base(setup.deck)
        return info.title.upper() + (f" · {deck}" if deck else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does, facts = who_does(ask, names, DOES), view.facts
        if ask.name == "entity":
            return does
        return f"{does} · {of_all(facts['turn'], facts['max_turns'])} · worth {facts['worth']:.2f}"

    def task(self, ask: Ask) -> str:
        return TASKS[ask.name]

    def label(self, ask: Ask) -> str:
        return LABELS.get(ask.name, ask.name)

    def placeholder(self, ask: Ask, view: View) -> str:
        facts = view.facts
        match ask.name:
            case "entity":
                return "name | another name | another"
            case "question":
                if facts["nudge"]:
                    return "the last one: name it"
                return "Is it …?  Naming it is the guess" if facts["turns_left"] > 1 else "name it"
        *keys, last = (choice[0] for choice in ask.choices)
        return f"{', '.join(keys)} or {last}; or up/down"

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if not ask.choices:
            return text
        letter = text.casefold().rstrip(".!")
        short = next((c for c in ask.choices if len(letter) == 1 and c.startswith(letter)), None)
        return short or text or (choice or "")

    def missing(self, ask: Ask) -> str:
        if ask.choices:
            *most, last = ask.choices
            return f"Say {', '.join(most)} or {last} first."
        return "Say what it is first." if ask.name == "entity" else "Ask something first."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind in ("format", "empty") and ask.name in ASK_AGAIN:
            return ASK_AGAIN[ask.name]
        return fault.why

    # talk: the board already lists questions and answers, so the talk leaves them out

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk, where the reason for a refusal stays only until something else is said."""
        said = len(view.talk)
        return super().transcript(view, [a for a in notes if not a.why or a.after == said], names, glyphs)

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        if line.fault and line.seat not in KNOWING:
            return super()._talk(line, names, glyphs)
        if line.fault:
            return [TalkLine("", say(one_line(line.fault, 200)), quiet=True)]
        if line.ask == "entity":
            return [TalkLine(names.get(line.seat, line.seat), say("has something in mind"))]
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        if note.why and note.seat in KNOWING:
            return TalkLine("", say(note.why), quiet=True, wide=True)
        if note.kind == "hint":
            return TalkLine("", say(note.text, "italic"), quiet=True, wide=True)
        return replace(super()._note(note, names), wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        turns = view.facts["turns"]
        question = view.facts["question"]
        if question:
            return say(f"{names.get('guesser', 'guesser')}:  {one_line(question, 120)}")
        if not turns:
            return Content("")
        return say(f"{one_line(turns[-1]['question'], 120)}  {turns[-1]['answer']}")

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        return []

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat not in KNOWING or facts["over"] or not facts["entity"]:
            return ""
        return f"{facts['entity']}" + (f" | {facts['aliases']}" if facts["aliases"] else "")

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        facts = view.facts
        asked = [fold(turn["question"]).rstrip(" ?.!") for turn in facts["turns"]]
        told = [turn["answer"] for turn in facts["turns"]]
        words = set()
        if asked and asked[-1] in asked[:-1]:
            words.add("repeated")
        if told[-4:] == [NO] * 4:
            words.add("all_no")
        if told and told[-1] == facts["between"]:
            words.add("between")
        return facts["turn"], facts["turns_left"], words

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """By the number of yes answers, which all may know; the questions stay with the player who asked."""
        yes = sum(turn.answer == YES for turn in play.state.turns)
        return float(yes), f"{counted(play.state)}" if play.state.turns else ""

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        return headline(play, names, people)

    def grid(self, play: Play[State], glyphs: Glyphs, *, small: bool) -> Content:
        state = play.state
        wide = max((len(turn.answer) for turn in state.turns), default=0)
        lines = [
            Content.assemble(
                (f"{n:>2}  ", "$foreground-muted"),
                (turn.answer.ljust(wide), COLOURS[TONES.get(turn.answer, "between")]),
                say(f"  {one_line(turn.question, 300)}"),
                (_beside(turn.defaulted, turn.read), "italic $foreground-muted"),
            )
            for n, turn in enumerate(state.turns, 1)
        ]
        return Content("\n").join(lines)

    def share(self, play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
        state = play.state
        if words:
            return [score(play), *in_words(state)]
        signs, between = (SIGNS, "?") if glyphs.ascii else (EMOJI, BETWEEN)
        row = [signs.get(turn.answer, between) for turn in state.turns]
        gap = " " if glyphs.ascii else ""
        return [score(play), *(gap.join(row[i : i + A_LINE]) for i in range(0, len(row), A_LINE))]


def _beside(defaulted: bool, read: str | None) -> str:
    """A remark on an answer that was flipped or missing, for the picture of the end."""
    if read is not None:
        return f"  (the judge said {read})"
    return "  (no answer came)" if defaulted else ""


def sheet(view: View, ask: Ask | None) -> QuestionSheet:
    """What the board draws for a view."""
    facts = view.facts
    answers = ask is not None and ask.name in ("answer", "hit")
    rows = [_row(turn) for turn in facts["turns"]]
    if facts["question"] and not answers:
        rows.append(QuestionRow(facts["question"]))
    hears = view.seat not in ("judge", "umpire") or facts["memory"] or facts["over"]
    return QuestionSheet(
        rows=tuple(rows),
        empty=_empty(view, ask),
        large=facts["question"] if answers else "",
        over_large="does this name it?" if ask is not None and ask.name == "hit" else _which(facts),
        veil=SHOWS if view.seat in KNOWING and facts["entity"] and not facts["over"] else "",
        tallies=_tallies(facts) if hears else (),
        done=facts["max_turns"] - facts["turns_left"],
        of=facts["max_turns"],
        notes=tuple(_notes(facts)),
    )


def _row(turn: Mapping[str, Any]) -> QuestionRow:
    return QuestionRow(turn["question"], turn["answer"], TONES.get(turn["answer"], "between"))


def _which(facts: Mapping[str, Any]) -> str:
    return f"question {of_all(facts['turn'], facts['max_turns'])}"


def _tallies(facts: Mapping[str, Any]) -> tuple[AnswerTally, ...]:
    return (
        AnswerTally("yes", facts["yes"], COLOURS["good"]),
        AnswerTally("no", facts["no"], COLOURS["bad"]),
        AnswerTally(facts["between"], facts["maybe"], COLOURS["between"]),
    )


def _notes(facts: Mapping[str, Any]) -> list[str]:
    """What a hit is worth now, and what it will be worth with the next question."""
    if facts["over"]:
        return []
    now, then = facts["worth"], worth(facts["turn"] + 1)
    if facts["turns_left"] <= 1:
        return [f"worth {now:.2f}, then nothing"]
    return [f"worth {now:.2f}" + (f", then {then:.2f}" if then < now else "")]


def _empty(view: View, ask: Ask | None) -> str:
    facts = view.facts
    if ask is not None and ask.name == "entity":
        return f"Think of a {facts['kind']}. It is sealed until the end."
    if view.seat in ("judge", "umpire"):
        return "A question comes in a moment."
    if view.seat in ("guesser", TABLE):
        return (
            f"Somebody. {facts['max_turns']} questions to find out who."
            if facts["people"]
            else f"It is something. {facts['max_turns']} questions to find out what."
        )
    return "It is sealed. Now let them ask."


GAME_UI = EntityUI()
