"""Akinator's ui: the question large, one key for each answer, and the list of questions.

Law: before the end, a sealed object is drawn only while the setter's key shows it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.deal import deck_base
from tui_arena.core.game import Ask, Belief, Deck, Fault, Line, Setup, View
from tui_arena.core.language.sentences import who_does
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.games.akinator.rules import DONT_KNOW, NO, PROBABLY_NO, PROBABLY_YES, YES, State
from tui_arena.games.akinator.ui.keyed_board import AnswerKey, Keyed, KeyedBoard
from tui_arena.games.akinator.ui.texts import (
    ASK_AGAIN,
    DOES,
    EMOJI,
    KEYS,
    KNOWN,
    LABELS,
    MISSING,
    PLACES,
    READY,
    SHOWS,
    SIGNS,
    TASKS,
    TOLD,
    by_key,
    deck_for,
    empty,
    happened,
    headline,
    in_words,
    large,
    listed,
    misjudged,
    mood,
    over_large,
    reveals,
    score,
    thinks,
    tone,
    typed_answer,
    typed_question,
)
from tui_arena.table.notes import Note
from tui_arena.ui.boards.question_board import COLOURS, QuestionRow, QuestionSheet
from tui_arena.ui.boards.question_panel import AnswerTally
from tui_arena.ui.game_ui import Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.result.answer_review import Answered, AnswerReview, told_apart

A_LINE = 10
"""How many answers go on one line of the text to share."""


class AkinatorUI(GameUI):
    """Akinator's ui: one question at a time for the setter, the list for the guesser."""

    roles: ClassVar[Mapping[str, str]] = {"setter": "thinks of something", "guesser": "asks"}

    wide = True

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return KeyedBoard(glyphs, Drawing())

    def heading(self, info: GameInfo, setup: Setup) -> str:
        deck = deck_base(setup.deck)
        return info.title.upper() + (f" · {deck}" if deck else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does, facts = who_does(ask, names, DOES), view.facts
        return (
            f"{does} · {facts['turn']} of {facts['max_turns']}"
            if ask.name in ("question", "answer")
            else does
        )

    def task(self, ask: Ask) -> str:
        return TASKS[ask.name]

    def label(self, ask: Ask) -> str:
        return LABELS.get(ask.name, ask.name)

    def placeholder(self, ask: Ask, view: View) -> str:
        if ask.name == "question" and view.facts["last_turn"]:
            return "the last one: guess, and a name"
        if ask.name == "question" and view.facts["people"]:
            return PLACES["person"]
        return PLACES[ask.name]

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "question":
            return typed_question(text)
        if not ask.choices:
            return text
        return typed_answer(ask, text) or text or (choice or "")

    def missing(self, ask: Ask) -> str:
        return MISSING.get(ask.name, "Type something first.")

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind in ("format", "empty") and ask.name in ASK_AGAIN:
            return ASK_AGAIN[ask.name]
        return fault.why

    # talk: the board already lists the questions and answers, so the talk leaves them out

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk. The reason for a refusal stays only until something else is said."""
        said = len(view.talk)
        return super().transcript(view, [a for a in notes if not a.why or a.after == said], names, glyphs)

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        if line.fault and line.seat != "setter":
            return super()._talk(line, names, glyphs)
        if line.fault:
            return [TalkLine("", say(one_line(line.fault, 200)), quiet=True)]
        if line.ask == "object":
            return [TalkLine(names.get(line.seat, line.seat), say("has something in mind"))]
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        if note.why and note.seat == "setter":
            return TalkLine("", say(note.why), quiet=True, wide=True)
        if note.kind == "hint":
            return TalkLine("", say(note.text, "italic"), quiet=True, wide=True)
        return replace(super()._note(note, names), wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        turns, question = view.facts["turns"], view.facts["question"]
        if question:
            return say(f"{names.get('guesser', 'guesser')}:  {one_line(question, 120)}")
        return say(f"{one_line(turns[-1]['question'], 120)}  {turns[-1]['answer']}") if turns else Content("")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat != "setter" or facts["over"] or not facts["object"]:
            return ""
        return f"{facts['object']}" + (f" | {facts['aliases']}" if facts["aliases"] else "")

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        return view.facts["turn"], view.facts["turns_left"], happened(view.facts)

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """Nearness by the number of answers yes; the replies tell nothing more exact."""
        told = [turn.answer for turn in play.state.turns]
        return float(told.count(YES)), f"{told.count(YES)} yes, {told.count(NO)} no" if told else ""

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        return headline(play, names, people)

    def grid(self, play: Play[State], glyphs: Glyphs, *, small: bool) -> Content:
        turns = play.state.turns
        wide = max((len(turn.answer) for turn in turns), default=0)
        lines = [
            Content.assemble(
                (f"{n:>2}  ", "$foreground-muted"),
                (turn.answer.ljust(wide), COLOURS[tone(turn.answer)]),
                say(f"  {one_line(listed(turn.question.guess, turn.question.text), 300)}"),
            )
            for n, turn in enumerate(turns, 1)
        ]
        return Content("\n").join(lines)

    def share(self, play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
        if words:
            return [score(play), *in_words(play.state)]
        signs = SIGNS if glyphs.ascii else EMOJI
        row = [signs.get(turn.answer, "?") for turn in play.state.turns]
        gap = " " if glyphs.ascii else ""
        return [score(play), *(gap.join(row[i : i + A_LINE]) for i in range(0, len(row), A_LINE))]

    def answer_review(
        self, play: Play[State], deck: Deck | None, people: Collection[str]
    ) -> AnswerReview | None:
        """The answers compared with what the deck knows; None if aborted, unfinished or without answers."""
        state = play.state
        mine = "setter" in people
        if not play.over or state.aborted or not state.turns:
            return None
        if state.object is None:
            return AnswerReview(line="Nobody has told what it was.", untold=mine and state.reveals)
        answers = [Answered(t.question.text, t.answer, TOLD.get(t.answer)) for t in state.turns]
        found = told_apart(state.names, answers, deck, KNOWN, mine=mine)
        if found.lesson is None:
            return replace(found, remarks=misjudged(state))
        to, of = deck_for(state, found.lesson.deck, found.lesson.of)
        return replace(found, remarks=misjudged(state), lesson=replace(found.lesson, deck=to, of=of))


class Drawing:
    """Turns a view into what `KeyedBoard` draws."""

    def sheet(
        self, view: View, ask: Ask | None, belief: Belief | None, *, ready: bool = True
    ) -> QuestionSheet:
        facts, keys = view.facts, by_key(view)
        first = thinks(view) and not ready
        rows = [_row(turn) for turn in facts["turns"]]
        if facts["question"] and not keys:
            rows.append(QuestionRow(listed(facts["what"], facts["question"])))
        note = mood(belief, len(facts["turns"]), people=facts["people"]) if keys else ""
        return QuestionSheet(
            rows=tuple(rows),
            empty=empty(view, ask),
            large=large(facts, first=first) if keys or reveals(view) else "",
            over_large=over_large(facts, first=first),
            veil=SHOWS if view.seat == "setter" and facts["object"] and not facts["over"] else "",
            tallies=_tallies(facts),
            done=facts["max_turns"] - facts["turns_left"],
            of=facts["max_turns"],
            notes=(note,) if note else (),
        )

    def keyed(self, view: View) -> Keyed | None:
        if not by_key(view):
            return None
        keys = [AnswerKey(KEYS[a], a, a, COLOURS[tone(a)]) for a in view.facts["answers"]]
        return Keyed(keys, READY if thinks(view) else "")


def _row(turn: Mapping[str, Any]) -> QuestionRow:
    return QuestionRow(listed(turn["what"], turn["question"]), turn["answer"], tone(turn["answer"]))


def _tallies(facts: Mapping[str, Any]) -> tuple[AnswerTally, ...]:
    told = facts["counts"]
    return (
        AnswerTally("yes", told[YES], COLOURS["good"]),
        AnswerTally("no", told[NO], COLOURS["bad"]),
        AnswerTally("else", sum(told[a] for a in (PROBABLY_YES, PROBABLY_NO, DONT_KNOW)), COLOURS["between"]),
    )


GAME_UI = AkinatorUI()
