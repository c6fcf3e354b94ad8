"""What Akinator looks like at the table: the question large, its answers a key each, the list beside.

Law: belongs to the app; nothing but `ui` imports it, by the name in the manifest. A sealed object is
drawn only while its key shows it. Before the first answer nothing is asked until somebody says that
they have something in mind.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_arena.core.game import TABLE, Ask, Belief, Deck, Fault, Line, Setup, View
from tui_arena.core.knowledge import Answer
from tui_arena.core.knowledge.belief import Told
from tui_arena.core.names import equals
from tui_arena.core.record import Play
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.games.akinator.face_texts import (
    ASK_AGAIN,
    LABELS,
    MISSING,
    PLACES,
    TASKS,
    headline,
    in_words,
    mood,
    score,
    verb,
)
from tui_arena.games.akinator.state import (
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    NO,
    PEOPLE,
    PROBABLY_NO,
    PROBABLY_YES,
    YES,
    State,
    deck_base,
)
from tui_arena.ui.afterword import Afterword, Answered, Lesson, told_apart
from tui_arena.ui.asides import Aside
from tui_arena.ui.face import Board, Face, Said
from tui_arena.ui.look import Look, say
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.answer_keys import READY, AnswerKey, AnswerKeys
from tui_arena.ui.widgets.question_board import COLOURS, QuestionBoard, Row, Sheet
from tui_arena.ui.widgets.question_panel import Tally

TONES = {YES: "good", NO: "bad", CORRECT: "end", INCORRECT: "bad"}
EMOJI = {YES: "🟩", PROBABLY_YES: "🟨", DONT_KNOW: "⬜", PROBABLY_NO: "🟧", NO: "🟥"} | {
    CORRECT: "🎯",
    INCORRECT: "❌",
}
SIGNS = {YES: "Y", PROBABLY_YES: "y", DONT_KNOW: "?", PROBABLY_NO: "n", NO: "N", CORRECT: "*", INCORRECT: "x"}
KEYS = {YES: "y", NO: "n", PROBABLY_YES: "p", PROBABLY_NO: "o", DONT_KNOW: "d", CORRECT: "y", INCORRECT: "n"}
SHORT = {
    "y": (YES, CORRECT),
    "n": (NO, INCORRECT),
    "p": (PROBABLY_YES,),
    "o": (PROBABLY_NO,),
    "d": (DONT_KNOW,),
}
TOLD: Mapping[str, Told] = {
    YES: "yes",
    NO: "no",
    PROBABLY_YES: "probably yes",
    PROBABLY_NO: "probably no",
    DONT_KNOW: "unsure",
}
KNOWN: Mapping[Answer, str] = {"yes": YES, "no": NO, "sometimes": "sometimes"}
A_LINE = 10
"""Answers on one line of the text to share."""
SHOWS = "what it is: behind F5"
_GUESS = re.compile(r"(?:guess|my guess is|i guess)\b\s*:?\s*(?:it'?s\s+|it is\s+)?(.+)", re.IGNORECASE)


class AkinatorBoard(QuestionBoard):
    """The questions so far, and for who thinks of something the one to answer now."""

    DEFAULT_CSS = """
    AkinatorBoard > AnswerKeys { margin-top: 1; }
    AkinatorBoard.-low > AnswerKeys { margin-top: 0; }
    AkinatorBoard > AnswerKeys.-none { display: none; }
    AkinatorBoard.-asked > #rows { height: 1fr; max-height: 100%; }
    AkinatorBoard.-asked.-bare > AnswerKeys { height: auto; }
    AkinatorBoard > #large { max-height: 9; }
    """

    def __init__(self, look: Look) -> None:
        super().__init__(look, self._drawn)
        self._keys = AnswerKeys(look, id="answers")
        self._thought = False
        """Whether somebody has something in mind, and wants to be asked."""
        self._shown: tuple[View | None, Ask | None] = (None, None)
        self._belief: Belief | None = None

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        """The keys, while a setter's seat is in front."""
        view = self._shown[0]
        return self._keys if view is not None and answers_by_key(view) else None

    def compose(self) -> ComposeResult:
        for part in super().compose():
            yield part
            if part.id == "large":
                yield self._keys

    def show(self, view: View | None, ask: Ask | None) -> None:
        self._shown = (view, ask)
        super().show(view, ask)
        self._offer()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        view = self._shown[0]
        if view is not None and answers_by_key(view):
            if belief != self._belief:
                self._belief = belief
                super().show(*self._shown)
            belief = None
        super().believe(belief, offered=offered)

    def on_answer_keys_given(self, event: AnswerKeys.Given) -> None:
        """An answer goes where what is typed goes; the first is that there is something to ask about."""
        event.stop()
        if event.value == READY:
            self._thought = True
            self.show(*self._shown)
        else:
            self.post_message(AnswerBar.Given("", event.value))

    def _drawn(self, view: View, ask: Ask | None) -> Sheet:
        return sheet(view, ask, thought=self._thought, belief=self._belief)

    def _offer(self) -> None:
        view, ask = self._shown
        self._keys.set_class(view is None or not answers_by_key(view), "-none")
        if view is None or not answers_by_key(view):
            self._keys.show((), None)
        elif thinks(view) and not self._thought:
            key = AnswerKey(self._look.enter, READY, "I have something in mind")
            self._keys.show([key], READY if ask is not None else None)
        else:
            self._keys.show([_key(answer) for answer in view.facts["answers"]], ask)


class AkinatorFace(Face):
    """One question at a time for who answers, the list for who asks."""

    wide = True

    def board(self, look: Look, *, animated: bool) -> Board:
        return AkinatorBoard(look)

    def heading(self, info: GameInfo, setup: Setup) -> str:
        deck = deck_base(setup.deck)
        return info.title.upper() + (f" · {deck}" if deck else "")

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does, facts = verb(names.get(ask.seat, ask.seat), ask.name), view.facts
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
        return PLACES[ask.name]

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "question":
            guess = _GUESS.fullmatch(text)
            return f"This is a guess: are you thinking of {guess[1].rstrip('?! ')}?" if guess else text
        if not ask.choices:
            return text
        meant = SHORT.get(text.casefold().rstrip(".!"), ())
        return next((c for c in ask.choices if c in meant), None) or text or (choice or "")

    def missing(self, ask: Ask) -> str:
        return MISSING.get(ask.name, "Type something first.")

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind in ("format", "empty") and ask.name in ASK_AGAIN:
            return ASK_AGAIN[ask.name]
        return fault.why

    # talk: the board is the list, so what was asked and answered is not said twice

    def _talk(self, line: Line, names: Mapping[str, str], look: Look) -> list[Said]:
        if line.fault and line.seat != "setter":
            return super()._talk(line, names, look)
        if line.fault:
            return [Said("", say(one_line(line.fault, 200)), quiet=True)]
        if line.ask == "object":
            return [Said(names.get(line.seat, line.seat), say("has something in mind"))]
        return []

    def _aside(self, aside: Aside, names: Mapping[str, str]) -> Said:
        if aside.why and aside.seat == "setter":
            return Said("", say(aside.why), quiet=True, wide=True)
        if aside.kind == "hint":
            return Said("", say(aside.text, "italic"), quiet=True, wide=True)
        return replace(super()._aside(aside, names), wide=True)

    def last(self, view: View, names: Mapping[str, str], look: Look) -> Content:
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
        facts = view.facts
        turns = facts["turns"]
        asked = [fold(turn["question"]).rstrip(" ?.!") for turn in turns]
        words = set()
        if asked and asked[-1] in asked[:-1]:
            words.add("repeated")
        if [turn["answer"] for turn in turns[-3:]] == [DONT_KNOW] * 3:
            words.add("all_open")
        if facts["is_guess"]:
            words.add("guess")
        elif turns and turns[-1]["answer"] == INCORRECT:
            words.add("missed")
        return facts["turn"], facts["turns_left"], words

    def nearness(self, play: Play[State]) -> tuple[float, str]:
        """By the answers yes, as nobody at the table knows more."""
        told = [turn.answer for turn in play.state.turns]
        return float(told.count(YES)), f"{told.count(YES)} yes, {told.count(NO)} no" if told else ""

    # the result

    def headline(
        self, play: Play[State], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        return headline(play, names, people)

    def grid(self, play: Play[State], look: Look, *, small: bool) -> Content:
        turns = play.state.turns
        wide = max((len(turn.answer) for turn in turns), default=0)
        lines = [
            Content.assemble(
                (f"{n:>2}  ", "$foreground-muted"),
                (turn.answer.ljust(wide), COLOURS[TONES.get(turn.answer, "between")]),
                say(f"  {one_line(_asked(turn.question.guess, turn.question.text), 300)}"),
            )
            for n, turn in enumerate(turns, 1)
        ]
        return Content("\n").join(lines)

    def share(self, play: Play[State], look: Look, *, words: bool) -> list[str]:
        if words:
            return [score(play), *in_words(play.state)]
        signs = SIGNS if look.ascii else EMOJI
        row = [signs.get(turn.answer, "?") for turn in play.state.turns]
        gap = " " if look.ascii else ""
        return [score(play), *(gap.join(row[i : i + A_LINE]) for i in range(0, len(row), A_LINE))]

    def afterword(self, play: Play[State], deck: Deck | None, people: Collection[str]) -> Afterword | None:
        """The answers against what the deck knows; None of a game that came to nothing."""
        state = play.state
        mine = "setter" in people
        if not play.over or state.aborted or not state.turns:
            return None
        if state.object is None:
            return Afterword(line="Nobody has told what it was.", untold=mine and state.reveals)
        answers = [Answered(t.question.text, t.answer, TOLD.get(t.answer)) for t in state.turns]
        found = told_apart(state.names, answers, deck, KNOWN, mine=mine)
        found = replace(found, remarks=tuple(_misjudged(state)))
        return replace(found, lesson=_for_deck(found.lesson, state)) if found.lesson else found


def _for_deck(lesson: Lesson, state: State) -> Lesson:
    """A lesson for the deck of the user's that it belongs to."""
    name = state.setup.deck or ""
    of = PEOPLE if state.people else lesson.of
    own = (
        name.partition("@")[0] if "@" in name else f"{lesson.deck}-{PEOPLE}" if state.people else lesson.deck
    )
    return replace(lesson, deck=own, of=of)


def _misjudged(state: State) -> list[str]:
    """Guesses of the very thing that were called incorrect."""
    return [
        f"Question {n} was a guess of {one_line(turn.question.guess, 60)}, and it was called incorrect."
        for n, turn in enumerate(state.turns, 1)
        if turn.answer == INCORRECT
        and turn.question.guess is not None
        and equals(turn.question.guess, state.names, state.match)
    ]


def answers_by_key(view: View) -> bool:
    """Whether a setter's seat is in front, who has nothing to type."""
    facts = view.facts
    return view.seat == "setter" and not facts["over"] and bool(facts["later"] or facts["known"])


def _reveals(view: View) -> bool:
    """Whether a setter's seat is in front, who is asked what it was."""
    return view.seat == "setter" and bool(view.facts["reveals"])


def thinks(view: View) -> bool:
    """Whether it is the moment to think of something and tell nobody."""
    return bool(view.facts["later"]) and not view.facts["turns"]


def sheet(view: View, ask: Ask | None, *, thought: bool = True, belief: Belief | None = None) -> Sheet:
    """What the board draws of a view; `thought`: there is something in mind to be asked about."""
    facts = view.facts
    keys = answers_by_key(view)
    first = keys and not thought and thinks(view)
    rows = [_row(turn) for turn in facts["turns"]]
    if facts["question"] and not keys:
        rows.append(Row(_asked(facts["what"], facts["question"])))
    notes = [mood(belief, len(facts["turns"]), facts["kind"])] if keys else []
    return Sheet(
        rows=tuple(rows),
        empty=_empty(view, ask),
        large=_large(facts, first=first) if keys or _reveals(view) else "",
        over_large=_over(facts, first=first),
        veil=SHOWS if view.seat == "setter" and facts["object"] and not facts["over"] else "",
        tallies=_tallies(facts),
        done=facts["max_turns"] - facts["turns_left"],
        of=facts["max_turns"],
        notes=tuple(note for note in notes if note),
    )


def _large(facts: Mapping[str, Any], *, first: bool) -> str:
    if facts["reveals"]:
        return f"That was the last one, and I don't have it. {'Who' if facts['people'] else 'What'} was it?"
    if first:
        return f"Think of {'a person' if facts['people'] else 'a thing'}. Don't tell anybody."
    return _asked(facts["what"], facts["question"]) if facts["question"] else "…"


def _asked(guess: str | None, text: str) -> str:
    """A question as it is read: a guess without its ceremony."""
    return f"Are you thinking of {one_line(guess, 120)}?" if guess else text


def _over(facts: Mapping[str, Any], *, first: bool) -> str:
    if facts["reveals"]:
        return "not found"
    if first:
        return f"{facts['max_turns']} questions to find out"
    which = f"question {facts['turn']} of {facts['max_turns']}"
    return f"{which} · a guess" if facts["is_guess"] else which


def _row(turn: Mapping[str, Any]) -> Row:
    return Row(_asked(turn["what"], turn["question"]), turn["answer"], TONES.get(turn["answer"], "between"))


def _key(answer: str) -> AnswerKey:
    return AnswerKey(KEYS[answer], answer, answer, COLOURS[TONES.get(answer, "between")])


def _tallies(facts: Mapping[str, Any]) -> tuple[Tally, ...]:
    told = facts["counts"]
    return (
        Tally("yes", told[YES], COLOURS["good"]),
        Tally("no", told[NO], COLOURS["bad"]),
        Tally("prob.", told[PROBABLY_YES] + told[PROBABLY_NO], COLOURS["between"]),
        Tally("?", told[DONT_KNOW]),
    )


def _empty(view: View, ask: Ask | None) -> str:
    facts = view.facts
    if ask is not None and ask.name == "object":
        return f"Think of {'a person' if facts['people'] else 'a thing'} and write it down. It is sealed until the end."
    if view.seat in ("guesser", TABLE):
        whom = "Somebody" if facts["people"] else "Something"
        return f"{whom} is in mind. {facts['max_turns']} questions to find out {'who' if facts['people'] else 'what'}."
    return "It is sealed. A question comes in a moment."


FACE = AkinatorFace()
