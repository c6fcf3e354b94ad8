"""Bluffing's ui: the statement as an exhibit, the questions and answers, and the stamp at the end.

Law: until the end, whether the statement is true is drawn only for the setter and only while a key shows it.
The setter sees nothing of the belief meter before the end.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.content import Content

from tui_arena.core.belief_metrics import LEVELS, beliefs_of
from tui_arena.core.game import Ask, Belief, Fault, Line, View
from tui_arena.core.language.sentences import capital, who_does
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import shipped_games
from tui_arena.games.bluffing.rules import State
from tui_arena.games.bluffing.ui.exhibit_board import Exchange, ExhibitBoard, Hearing
from tui_arena.games.bluffing.ui.texts import (
    BOTH,
    DEFENDS,
    DOES,
    LABELS,
    MISSING,
    OFF,
    OFF_SIGNS,
    OFF_WORDS,
    PLACES,
    SIDES,
    TASKS,
    UNSAID,
    empty,
    end,
    happened,
    headline,
    level_of,
    meter,
    off,
    score,
    side,
    side_of,
    spoken_verdict,
    steers,
    typed_statement,
    typed_verdict,
    veil,
    verdict_reply,
    waiting,
)
from tui_arena.table.notes import Note
from tui_arena.ui.game_ui import MAX_LINE, Board, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say

LIVE = {"statement": "claim", "question": "question", "answer": "answer"}
FAINT = "$foreground-muted"
STATEMENT = 48
"""The width in cells that the statement is wrapped to above the result."""


class BluffingUI(GameUI):
    """Bluffing's ui: a statement, questions and answers, and the result."""

    wide = True
    roles: ClassVar[Mapping[str, str]] = {"setter": "claims something", "judge": "finds out"}

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return ExhibitBoard(glyphs, hearing, level_of, _decides, animated=animated)

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does, facts = who_does(ask, names, DOES), view.facts
        if ask.name in ("question", "answer"):
            return f"{does} · {facts['turn']} of {facts['max_questions']}"
        return does

    def task(self, ask: Ask) -> str:
        return TASKS[ask.name]

    def label(self, ask: Ask) -> str:
        return LABELS.get(ask.name, ask.name)

    def chips(self, ask: Ask, view: View) -> tuple[str, ...]:
        sealed = ask.name == "statement" and not view.facts["later"]
        return SIDES if sealed or ask.name in ("verdict", "truth") else ()

    def placeholder(self, ask: Ask, view: View) -> str:
        return PLACES["later" if ask.name == "statement" and view.facts["later"] else ask.name]

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "statement":
            return text if view.facts["later"] else typed_statement(text, choice)
        if ask.name in ("question", "verdict"):
            return _asked_or_decided(text, choice)
        if ask.name == "truth":
            told = typed_verdict(text)
            told = choice == SIDES[0] if told is None and choice and not text else told
            return text if told is None else str(told).lower()
        return text

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        if ask.name in ("question", "verdict") and (decided := typed_verdict(text)) is not None:
            return f"Enter gives your verdict: {side(decided).upper()}", "hint"
        return super().typing(ask, view, text, fault)

    def missing(self, ask: Ask) -> str:
        return MISSING.get(ask.name, "Say something first.")

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind not in ("format", "empty"):
            return fault.why
        if ask.name == "statement" and "whether it is true:" in fault.why:
            return UNSAID
        if ask.name in ("verdict", "truth", "question") and "both" in fault.why:
            return BOTH
        if ask.name in ("verdict", "truth") and "one" not in fault.why:
            return MISSING[ask.name]
        return one_line(f"{capital(fault.why)}.", MAX_LINE)

    # talk: the board already shows the questions and answers, so the talk leaves them out

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        lines = ["Say something about yourself.", "Make it true, or make it up: you defend it either way."]
        if view.seat != "setter":
            lines = [f"A statement, {view.facts['max_questions']} questions.", "Then: true, or made up?"]
        return [TalkLine("", say(line), quiet=True, wide=True) for line in lines]

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk: a hint stays until something else is said; refusals are left to the answer bar."""
        said = len(view.talk)
        kept = [a for a in notes if not a.why and (a.kind != "hint" or a.after == said)]
        told = super().transcript(view, kept, names, glyphs)
        if view.seat == "setter" and view.facts["statement"] and not view.facts["judged"]:
            told = [TalkLine("", say(DEFENDS), quiet=True, wide=True), *told]
        return told

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        who = names.get(line.seat, line.seat)
        if line.fault and line.seat != "setter":
            return super()._talk(line, names, glyphs)
        if line.fault:
            return [TalkLine("", say(one_line(line.fault, 200)), quiet=True)]
        if line.ask == "verdict":
            return [TalkLine(who, say(one_line(spoken_verdict(line.text), MAX_LINE)))]
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        if note.kind == "hint":
            return TalkLine("", say(note.text, "italic"), quiet=True, wide=True)
        return replace(super()._note(note, names), wide=True)

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        facts, turns = view.facts, view.facts["turns"]
        if facts["judged"]:
            return say(f"{names.get('judge', 'judge')}:  {side_of(facts['verdict']) or 'no verdict'}")
        if facts["question"]:
            return say(f"{names.get('judge', 'judge')}:  {one_line(facts['question'], 120)}")
        said = turns[-1]["answer"] if turns else facts["statement"]
        return say(f"{names.get('setter', 'setter')}:  {one_line(said, 120)}") if said else Content("")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat != "setter" or facts["over"] or not facts["truth"]:
            return ""
        return f"in the envelope: {side_of(facts['truth']).upper()}"

    def shown_best(self, belief: Belief) -> str:
        return f"The bot would say: {LEVELS[level_of(belief) - 1]}."

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        return view.facts["turn"], view.facts["turns_left"], happened(view.facts)

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """Nearness by the judge's latest belief, which is compared with the truth only once it is over."""
        levels = list(beliefs_of(play, "judge").values())
        far = off(play)
        return float(len(LEVELS) - 1 - far[-1]) if far else 0.0, LEVELS[levels[-1] - 1] if levels else ""

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        return headline(play, names, people)

    def grid(self, play: Play[State], glyphs: Glyphs, *, small: bool) -> Content:
        state, levels = play.state, beliefs_of(play, "judge")
        lines = list(say(one_line(state.statement or "", MAX_LINE), "bold").wrap(STATEMENT))
        track = len(LEVELS) + 2 if levels else 0
        if levels:
            lines.append(Content.assemble((f"    {'T':<{len(LEVELS) - 1}}F", FAINT)))
        for n, turn in enumerate(state.turns, 1):
            dot = Content.assemble((_track(glyphs, levels.get(n)).ljust(track), "bold $accent"))
            question = say(one_line(turn.question.text, MAX_LINE), FAINT)
            answer = say(one_line(turn.answer, MAX_LINE), "italic" if turn.defaulted else "")
            lines.append(Content.assemble((f" {n:>2} ", FAINT), dot if levels else "", question))
            lines.append(Content.assemble(" " * (4 + track), answer))
        if levels and state.truth is not None and play.over:
            sign = "*" if glyphs.ascii else "◆"
            at = 1 if state.truth else len(LEVELS)
            lines.append(
                Content.assemble(
                    "    ", (_track(glyphs, at, sign).ljust(track), "bold $success"), "the truth"
                )
            )
        if state.verdict is not None:
            lines.append(
                Content.assemble(
                    " " * (4 + track), (f"{glyphs.arrow} verdict: {side(state.verdict)}", "bold")
                )
            )
        return Content("\n").join(lines)

    def share(self, play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
        far, state = off(play), play.state
        if words:
            n = len(state.turns)
            told = [OFF_WORDS[d] for d in far] or [f"{n} {'question' if n == 1 else 'questions'} asked"]
            right = "judge" in play.outcome().winners
            return [score(play), ", ".join(told), "seen" if right else "not seen"]
        if glyphs.ascii:
            row = "".join(OFF_SIGNS[d] for d in far) or "?" * len(state.turns)
            return [score(play), f"{row} {'+' if 'judge' in play.outcome().winners else 'x'}"]
        row = "".join(OFF[d] for d in far) or "❓" * len(state.turns)
        return [score(play), f"{row}{'🎯' if 'judge' in play.outcome().winners else '🃏'}"]


def hearing(view: View, ask: Ask | None) -> Hearing:
    """What the board draws for a view."""
    facts = view.facts
    writes = ask is not None and ask.name == "statement"
    pairs = [Exchange(t["question"], t["answer"], t["defaulted"]) for t in facts["turns"]]
    if facts["question"]:
        pairs.append(Exchange(facts["question"]))
    return Hearing(
        title="your statement" if view.seat == "setter" else "the statement",
        claim=facts["statement"],
        waiting=waiting(ask),
        done=len(facts["turns"]),
        of=facts["max_questions"] if facts["statement"] else 0,
        pairs=tuple(pairs),
        empty=empty(view),
        veil=veil(view),
        live=LIVE.get(ask.name, "") if ask is not None else "",
        ideas=ideas_for(family=facts["family"]) if writes else (),
        meter=meter(view),
        steers=steers(view),
        **end(view),
    )


def ideas_for(*, family: bool) -> tuple[str, ...]:
    """Ideas for a statement. `family`: only those that suit a table with children."""
    ideas = shipped_games()["bluffing"].ideas
    return tuple(idea.text for idea in ideas if idea.family or not family)


def _asked_or_decided(text: str, choice: str | None) -> str:
    """A question as it was typed, or a verdict in the form that the rules read."""
    decided = typed_verdict(text)
    if decided is not None:
        return verdict_reply(decided)
    if choice in SIDES:
        return verdict_reply(choice == SIDES[0], text)
    return text


def _decides(text: str) -> bool:
    return typed_verdict(text) is not None


def _track(glyphs: Glyphs, level: int | None, sign: str = "") -> str:
    """A level as a dot on a short line, with true at the left; only the line if `level` is None.

    >>> _track(Glyphs(ascii=True), 2)
    '-o---'
    """
    line = glyphs.line * len(LEVELS)
    if level is None:
        return line
    return line[: level - 1] + (sign or ("o" if glyphs.ascii else "●")) + line[level:]


GAME_UI = BluffingUI()
