"""The ui of entity deduction: its board, its talk, and the host's texts about a game.

Only `tui_arena.ui` imports this module, by its place in the game's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from tui_arena.core.game import TABLE, Ask, Setup, View
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.games.entity.rules import BINGO, KNOWING, EntityState, EntityTurn, worth
from tui_arena.questions.judge import head, number_of
from tui_arena.questions.rules import NO, YES
from tui_arena.table.notes import Note
from tui_arena.ui.boards.question_board import COLOURS, AnswerKey, QuestionBoard, QuestionSheet
from tui_arena.ui.boards.question_ui import AnswerLook, QuestionUI, names_typed, of_all
from tui_arena.ui.game_ui import Board
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.host_lines import HostLines

ANSWERING = ("judge", "umpire")
"""The seats that answer by key."""
HEARD = ("turns", "yes", "no", "maybe")
"""The facts that everybody at the table has heard."""
HIT_SECONDS = 1.5
"""The extra seconds for which a question that hits stays in sight."""
A_KIND_OF = "The judge doesn't know it, only {near}. Press F4 to judge, Enter to keep it."
UNKNOWN = "The judge doesn't know it: expect maybes. Press F4 to judge, Enter to keep it."
LOOKS: Mapping[str, AnswerLook] = {
    YES: AnswerLook("y", "good", "🟩", "Y"),
    NO: AnswerLook("n", "bad", "🟥", "N"),
    "maybe": AnswerLook("m", "between", "🟨", "?"),
    "dunno": AnswerLook("d", "between", "🟨", "?"),
    BINGO: AnswerLook("", "end", "🎯", "*", "found"),
}


class JudgeBoard(QuestionBoard):
    """The questions so far, and the question that judge or umpire have to answer now.

    A person on these seats sees the earlier questions and answers, because everybody at the table has heard
    them.
    """

    def __init__(self, glyphs: Glyphs, sheet: Callable[[View, Ask | None, View], QuestionSheet]) -> None:
        super().__init__(glyphs, lambda view, ask: sheet(view, ask, self._table or view))
        self._table: View | None = None

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        super().meet(names, notes, alone=alone, table=table)
        self._table = table

    @property
    def lingers(self) -> float:  # type: ignore[override]
        """The extra time for a question that has just hit, in seconds."""
        return HIT_SECONDS if self.sheet.large and not self.keyed else 0.0

    @property
    def keyed(self) -> Sequence[AnswerKey] | None:
        view, ask = self._shown
        if view is None or view.seat not in ANSWERING or view.facts["over"]:
            return None
        words = ask.choices if ask is not None else view.facts["answers"]
        looks = {word: LOOKS[word] for word in words}
        keys = [AnswerKey(look.key, word, word, COLOURS[look.tone]) for word, look in looks.items()]
        rules = ask is None or ask.name == "answer"
        return [*keys, AnswerKey("t", BINGO, "that's it!", COLOURS["end"])] if rules else keys

    def give(self, value: str) -> None:
        if value == BINGO:
            self.post_message(Board.Named())
        else:
            super().give(value)


class EntityUI(QuestionUI):
    """Questions and answers, tallies, and the entity behind a key."""

    roles: ClassVar[Mapping[str, str]] = {
        "setter": "thinks of something",
        "judge": "answers",
        "umpire": "rules",
    }
    host = HostLines("entity")
    sought = "entity"
    knowing = KNOWING
    counted = ("question", "answer", "hit")
    looks = LOOKS

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return JudgeBoard(glyphs, self.sheet)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        text = super().status(view, ask, names)
        return text if ask is None or ask.name == "entity" else f"{text} · {points(view.facts['worth'])}"

    def doubt(self, ask: Ask, reply: str, view: View, setup: Setup, bots: Collection[str]) -> str:
        """Also ask about a thing that a bot judge doesn't know."""
        known = setup.source.knowledge if setup.source is not None else None
        doubt = super().doubt(ask, reply, view, setup, bots)
        if doubt or ask.name != "entity" or "judge" not in bots or known is None:
            return doubt
        names = names_typed(reply)
        if number_of(names, known) is not None:
            return ""
        near = head(names[0], known)
        return A_KIND_OF.format(near=one_line(near, 12)) if near else UNKNOWN

    def placeholder(self, ask: Ask, view: View) -> str:
        facts = view.facts
        match ask.name:
            case "entity":
                return "its name; add other names after a |"
            case "question":
                if facts["nudge"]:
                    return "last question: name it"
                if facts["can_rephrase"] and facts["turns"][-1]["answer"] == facts["between"]:
                    return "Is it …?  Or reword the last one, free:  I mean …"
                return "Is it …?  To guess, name it" if facts["turns_left"] > 1 else "name it"
        return "press a key, or Tab to type"

    def _happened(self, facts: Mapping[str, Any]) -> set[str]:
        told = [turn["answer"] for turn in facts["turns"]]
        words = {"all_no"} if told[-4:] == [NO] * 4 else set()
        return words | ({"between"} if told and told[-1] == facts["between"] else set())

    def sheet(self, view: View, ask: Ask | None, table: View) -> QuestionSheet:
        """The sheet for a view. `table`: what everybody has heard, the person included."""
        if view.seat in ANSWERING:
            view = replace(view, facts={**view.facts, **{fact: table.facts[fact] for fact in HEARD}})
        facts = view.facts
        answers = ask is not None and ask.name in ("answer", "hit")
        hit = facts["turns"][-1:] if view.seat in ANSWERING and facts["over"] else []
        told = (("yes", "yes", "good"), ("no", "no", "bad"), (facts["between"], "maybe", "between"))
        return self._sheet(
            view,
            empty=_empty(view, ask),
            large=facts["question"]
            if answers
            else "".join(t["question"] for t in hit if t["answer"] == BINGO),
            over_large=_over_large(facts, ask),
            tallies=[(word, facts[count], tone) for word, count, tone in told],
            notes=_notes(facts),
        )

    # the result

    def nearness(self, play: Play[EntityState]) -> tuple[float, str]:
        """Nearness by the number of yes answers, which everybody may know; the questions stay private."""
        told = [turn.answer for turn in play.state.turns]
        counted = ", ".join(f"{told.count(a)} {a}" for a in play.state.answers if a in told)
        return float(told.count(YES)), counted

    def _aside(self, turn: EntityTurn) -> str:
        if turn.read is not None:
            return f"  (the judge said {turn.read})"
        return "  (no answer)" if turn.defaulted else ""


def _over_large(facts: Mapping[str, Any], ask: Ask | None) -> str:
    """The line above a question that is answered now, or that has just hit."""
    if facts["over"]:
        return f"question {len(facts['turns'])}: that's it!"
    return "is this the answer?" if ask is not None and ask.name == "hit" else f"question {of_all(facts)}"


def _notes(facts: Mapping[str, Any]) -> list[str]:
    """The points for a hit now, and for a hit with the next question."""
    if facts["over"]:
        return []
    now, then = facts["worth"], worth(facts["turn"] + 1)
    if facts["turns_left"] <= 1:
        return [f"worth {points(now)}, your last chance"]
    return [f"worth {points(now)}" + (f", then {100 * then:.0f}" if then < now else "")]


def points(value: float) -> str:
    """The value of a hit, in points out of a hundred."""
    return f"{100 * value:.0f} points"


def _empty(view: View, ask: Ask | None) -> str:
    facts = view.facts
    if ask is not None and ask.name == "entity":
        return (
            f"Think of a {facts['kind']}. It's sealed until the end. To keep it in your head, play Akinator."
        )
    if view.seat in ("judge", "umpire"):
        return "The first question is coming."
    if view.seat in ("guesser", TABLE):
        what, who = ("Somebody.", "who") if facts["people"] else ("It's something.", "what")
        return f"{what} {counted(facts['max_turns'], 'question')} to find out {who}."
    return "It's sealed. Now let them ask."


GAME_UI = EntityUI()
