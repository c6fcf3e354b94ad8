"""The ui of entity deduction: its board, its talk, and what the host says about a game.

Only `tui_arena.ui` imports this module, by its place in the game's folder.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from tui_arena.core.game import TABLE, Ask, View
from tui_arena.core.language.sentences import listed
from tui_arena.core.record import Play
from tui_arena.games.entity.rules import BINGO, KNOWING, State, Turn, worth
from tui_arena.questions.rules import NO, YES
from tui_arena.ui.boards.host import AskWords
from tui_arena.ui.boards.question_board import QuestionBoard, QuestionSheet
from tui_arena.ui.boards.question_ui import UNNAMED, AnswerLook, QuestionUI, of_all
from tui_arena.ui.game_ui import Board
from tui_arena.ui.glyphs import Glyphs

WAYS = (
    (1, "On the first question. Did somebody whisper?"),
    (5, "In five or fewer. The judge would like a word with your source."),
    (10, "Sharp questions. That was a pleasure to answer."),
    (15, "Found, and without any hurry."),
    (19, "Got there. The judge was getting comfortable."),
)
"""The remark on a win, by the last turn it is for."""


class EntityUI(QuestionUI):
    """Questions and answers, tallies, and the entity behind a key."""

    roles: ClassVar[Mapping[str, str]] = {
        "setter": "thinks of something",
        "judge": "answers",
        "umpire": "rules",
    }
    sought = "entity"
    knowing = KNOWING
    words: ClassVar[Mapping[str, AskWords]] = {
        "entity": AskWords(
            ("think of something", "thinks of something"),
            "you think of something",
            "it is",
            "Say what it is first.",
            UNNAMED,
        ),
        "question": AskWords(
            ("ask", "asks"),
            "you ask",
            "ask",
            "Ask something first.",
            "Ask something that can be answered with yes or no.",
        ),
        "answer": AskWords(
            ("answer", "answers"),
            "you answer one question",
            "answer",
            again="One of yes, no and maybe; y, n or m will do.",
        ),
        "hit": AskWords(
            ("rule on it", "rules on it"),
            "you say whether that names it",
            "names it?",
            again="Just yes or no: does the question name it?",
        ),
    }
    counted = ("question", "answer", "hit")
    looks: ClassVar[Mapping[str, AnswerLook]] = {
        YES: AnswerLook("y", "good", "🟩", "Y"),
        NO: AnswerLook("n", "bad", "🟥", "N"),
        "maybe": AnswerLook("m", "between", "🟨", "?"),
        "dunno": AnswerLook("d", "between", "🟨", "?"),
        BINGO: AnswerLook("", "end", "🎯", "*", "found"),
    }

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return QuestionBoard(glyphs, self.sheet)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        text = super().status(view, ask, names)
        return text if ask is None or ask.name == "entity" else f"{text} · worth {view.facts['worth']:.2f}"

    def placeholder(self, ask: Ask, view: View) -> str:
        facts = view.facts
        match ask.name:
            case "entity":
                return "name | another name | another"
            case "question":
                if facts["nudge"]:
                    return "the last one: name it"
                return "Is it …?  Naming it is the guess" if facts["turns_left"] > 1 else "name it"
        keys = [choice[0] for choice in ask.choices]
        return f"{listed(keys, 'or')}; or up/down"

    def _happened(self, facts: Mapping[str, Any]) -> set[str]:
        told = [turn["answer"] for turn in facts["turns"]]
        words = {"all_no"} if told[-4:] == [NO] * 4 else set()
        return words | ({"between"} if told and told[-1] == facts["between"] else set())

    def sheet(self, view: View, ask: Ask | None) -> QuestionSheet:
        """What the board draws for a view."""
        facts = view.facts
        answers = ask is not None and ask.name in ("answer", "hit")
        hears = view.seat not in ("judge", "umpire") or facts["memory"] or facts["over"]
        told = (("yes", "yes", "good"), ("no", "no", "bad"), (facts["between"], "maybe", "between"))
        return self._sheet(
            view,
            empty=_empty(view, ask),
            large=facts["question"] if answers else "",
            over_large="does this name it?" if ask and ask.name == "hit" else f"question {of_all(facts)}",
            tallies=[(word, facts[count], tone) for word, count, tone in told] if hears else (),
            notes=_notes(facts),
        )

    # the result

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """By the number of yes answers, which all may know; the questions stay with the player who asked."""
        told = [turn.answer for turn in play.state.turns]
        counted = ", ".join(f"{told.count(a)} {a}" for a in play.state.answers if a in told)
        return float(told.count(YES)), counted

    def _ways(self, people: Collection[str]) -> Sequence[tuple[int, str]]:
        return WAYS if "guesser" in people else ()

    def _lost(self, state: State, names: Mapping[str, str], people: Collection[str]) -> str:
        asked = f"{len(state.turns)} questions"
        if "guesser" not in people:
            who = names.get("guesser", "the guesser")
            return f"{who} asked {asked} and never got there. The judge may bow."
        if not any(turn.answer == YES for turn in state.turns):
            return f"{asked} and not one yes. It hid well."
        return f"{asked}, and it sat there all along."

    def _aside(self, turn: Turn) -> str:
        if turn.read is not None:
            return f"  (the judge said {turn.read})"
        return "  (no answer came)" if turn.defaulted else ""


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
        what, who = ("Somebody.", "who") if facts["people"] else ("It is something.", "what")
        return f"{what} {facts['max_turns']} questions to find out {who}."
    return "It is sealed. Now let them ask."


GAME_UI = EntityUI()
