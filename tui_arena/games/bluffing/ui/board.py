"""The ui of Bluffing: the exhibit, questions and answers, the stamp at the end, and the host's texts.

At the table, the rules' `true` and `false` are called `true` and `made up`.

Law: until the end, the truth of the statement is drawn only for the setter and only while a key shows it. The
setter sees no part of the belief meter before the end.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from textual.content import Content

from tui_arena.core.answers import CALL
from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, Ask, Belief, Fault, Line, View
from tui_arena.core.language.reply_forms import without_number
from tui_arena.core.language.sentences import capital, counted, stopped
from tui_arena.core.probes import LEVELS, beliefs_of
from tui_arena.core.record import Play
from tui_arena.core.text import fold, one_line
from tui_arena.core.words import tokens
from tui_arena.data import shipped_games
from tui_arena.games.bluffing.rules import BluffingState, written_statement, written_verdict
from tui_arena.games.bluffing.ui.exhibit_board import ExhibitBoard, ExhibitExchange, Hearing, level_of
from tui_arena.table.notes import Note
from tui_arena.ui.boards.host import CALLED_OUT, BoardHostUI, aside, stands
from tui_arena.ui.game_ui import MAX_LINE, Board, TalkLine, last_speaker, victory, won_by
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines

TRUE, MADE_UP = SIDES = ("true", "made up")
_NO = r"false|made[ -]?up|invented|a lie|lie|untrue"
_STATED = re.compile(rf"(true|{_NO})\s*[|:]\s*(.*)", re.IGNORECASE | re.DOTALL)
_REASONED = re.compile(rf"(true|{_NO})!\s*(?!or\b)(\w[^?]*)", re.IGNORECASE)
"""A verdict with a reason after it, said as an exclamation."""
_SAID = re.compile(
    rf"(?:(?:my )?verdict(?: is)?\s*:?\s*|i (?:say|decide|believe)(?: (?:it is|it's|that it is))?\s*:?\s*)?"
    rf"(true|{_NO})\s*[.!]*",
    re.IGNORECASE,
)
_HEDGES = frozenset(
    "maybe perhaps probably possibly somehow somewhere something someone sort kind roughly guess".split()
)
FEW = 5
"""An answer of fewer words than this says little."""
LIVE = {"statement": "claim", "question": "question", "answer": "answer"}
FAINT = "$foreground-muted"
STATEMENT, NARROWEST = 70, 20
"""The greatest and the least width, in cells, of the questions and answers on the result screen."""
OFF = (("🟩", "spot on"), ("🟨", "close"), ("⬜", "undecided"), ("🟧", "wrong"), ("🟥", "way off"))
"""For each distance of a belief from the truth, 0 to 4 levels: an emoji, and words."""
PLACES = {
    "statement": "I once …   Tab: true or made up",
    "question": "ask, or decide: true! · made up!",
    "answer": "answer as if it were true",
    "verdict": "choose with Tab; add a reason if you like",
    "truth": "choose with Tab, send with Enter",
}


class BluffingUI(BoardHostUI):
    """The ui of Bluffing: a statement, questions and answers, and the result."""

    host = HostLines("bluffing")
    pictured = ("lie", "caught", "doubted", "truth")
    roles: ClassVar[Mapping[str, str]] = {"setter": "tells a story", "judge": "decides if it's true"}
    counted = ("question", "answer")
    turns = "max_questions"

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return ExhibitBoard(glyphs, hearing, _decides, animated=animated)

    def chips(self, ask: Ask, view: View) -> tuple[str, ...]:
        sealed = ask.name == "statement" and not view.facts["later"]
        return SIDES if sealed or ask.name in ("verdict", "truth") else ()

    def placeholder(self, ask: Ask, view: View) -> str:
        if ask.name == "statement" and view.facts["later"]:
            return "I once …   don't say if it's true"
        return PLACES[ask.name]

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        text = text.strip()
        if ask.name == "statement":
            return text if view.facts["later"] else typed_statement(text, choice)
        if ask.name == "answer":
            return text
        decided = typed_verdict(text)
        if ask.name == "truth":
            told = choice == TRUE if decided is None and choice and not text else decided
            return text if told is None else str(told).lower()
        if decided is not None:
            reasoned = _REASONED.fullmatch(text)
            return written_verdict(reasoned[2] if reasoned else "", value=decided)
        return written_verdict(text, value=choice == TRUE) if choice in SIDES else text

    def typing(self, ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
        if ask.name in ("question", "verdict") and (decided := typed_verdict(text)) is not None:
            return f"Press Enter to give your verdict: {side(decided).upper()}", "hint"
        return super().typing(ask, view, text, fault)

    def refusal(self, ask: Ask, fault: Fault) -> str:
        if fault.kind not in ("format", "empty"):
            return fault.told
        if ask.name == "statement" and "whether it is true:" in fault.why:
            return "Is it true or made up? Choose with Tab, then press Enter."
        if ask.name in ("verdict", "truth", "question") and "both" in fault.why:
            return "One of the two, please: true, or made up."
        if ask.name in ("verdict", "truth") and "one" not in fault.why:
            return self.missing(ask)
        return one_line(f"{capital(fault.told).removesuffix('.')}.", MAX_LINE)

    # talk: the board already shows the questions and answers, so the talk leaves them out

    def welcome(self, view: View, glyphs: Glyphs) -> list[TalkLine]:
        goal, questions = view.facts["goal"], view.facts["max_questions"]
        if view.seat != "setter":
            return aside(
                [f"A statement, {counted(questions, 'question')}.", goal or "Then: true, or made up?"]
            )
        return aside(["Say something about yourself, true or made up. Either way, stick to it.", goal])

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        told = super().transcript(view, notes, names, glyphs)
        if view.seat == "setter" and view.facts["statement"] and not view.facts["judged"]:
            return [
                *aside(["Answer as if every word is true. If the judge gets it wrong, you win."]),
                *told,
            ]
        return told

    def named(self, secret: str) -> str:
        """`true` or `made up`."""
        return side_of(secret) or secret

    def spoken(self, ask: str, text: str) -> str:
        """A question without its number, a verdict as one word, a statement followed by its truth."""
        if ask == CALL:
            return CALLED_OUT
        text = without_number(text)[1]
        truth, bar, claim = text.partition("|")
        if ask == "statement" and bar:
            return f"{claim.strip()} ({side_of(truth.strip().casefold()) or truth.strip()})"
        if ask in ("verdict", "truth") and (meant := side_of(text.casefold().rstrip(".!"))):
            return f"{meant.capitalize()}!"
        for value in (True, False):
            text = text.replace(written_verdict(value=value), f"{side(value).capitalize()}!").replace(
                "!.", "!"
            )
        return text

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        if line.fault:
            why = TalkLine("", say(one_line(line.fault, MAX_LINE)), quiet=True)
            said = TalkLine(speaker(names, line.seat, line.seq), self.said(line, glyphs))
            return [why] if line.seat == "setter" else [said, why]
        if line.ask != "verdict":
            return []
        text = line.text
        for value in (True, False):
            text = text.replace(written_verdict(value=value), f"verdict: {side(value)}")
        return [TalkLine(speaker(names, line.seat, line.seq), say(one_line(text, MAX_LINE)))]

    def last(self, view: View, names: Mapping[str, str], glyphs: Glyphs) -> Content:
        facts, turns = view.facts, view.facts["turns"]
        seat, said = "setter", turns[-1]["answer"] if turns else facts["statement"]
        if facts["judged"]:
            seat, said = "judge", side_of(facts["verdict"]) or "no verdict"
        elif facts["question"]:
            seat, said = "judge", facts["question"]
        return say(f"{last_speaker(view, names, seat)}:  {one_line(said, 120)}") if said else Content("")

    def secret(self, view: View) -> str:
        facts = view.facts
        if view.seat != "setter" or facts["over"] or not facts["truth"]:
            return ""
        return f"in the envelope: {side_of(facts['truth']).upper()}"

    def shown_best(self, belief: Belief, view: View) -> str:
        would = f"a bot would say: {LEVELS[level_of(belief) - 1]}."
        return (
            capital(would)
            if view.facts["turns"]
            else f"Nothing's been asked yet. Going by the statement alone, {would}"
        )

    def events(self, view: View) -> set[str]:
        """The events, any of `used_up`, `vague` and `repeated`."""
        facts = view.facts
        turns: Sequence[Mapping[str, Any]] = facts["turns"]
        words = {"used_up"} if facts["used_up"] and not facts["judged"] else set()
        if turns and not facts["question"] and vague(turns[-1]["answer"]):
            words.add("vague")
        asked = [fold(turn["question"]).rstrip(" ?.!") for turn in turns]
        if asked and asked[-1] in asked[:-1]:
            words.add("repeated")
        return words

    def nearness(self, play: Play[BluffingState]) -> tuple[float, str]:
        """Nearness by the judge's latest belief, which is compared with the truth only after the game."""
        levels = list(beliefs_of(play, "judge").values())
        far = _off(play)
        return float(len(LEVELS) - 1 - far[-1]) if far else 0.0, LEVELS[levels[-1] - 1] if levels else ""

    # the result

    def headline(
        self, play: Play[BluffingState], names: Mapping[str, str], people: Collection[str]
    ) -> tuple[str, str]:
        state, outcome = play.state, play.outcome()
        was = "" if state.truth is None else f" · it was {side(state.truth)}"
        if outcome.result == "aborted":
            return f"STOPPED{was}", stopped(play, names)
        if play.resigned:
            return f"GAVE UP{was}", self.host.gave_up(play, names)
        if outcome.result == "unfinished":
            return "", ""
        word = _who_won(play, names, people)
        if state.missing or state.unanswered:
            key = "no_verdict" if state.missing else "unanswered"
            return f"{word}{was}", self.host.ending(play, key, names)
        how = _how(state)
        return f"{word}{was}{', ' + how if how else ''}", self._remark(play, names)

    def _remark(self, play: Play[BluffingState], names: Mapping[str, str]) -> str:
        """A sentence on what happened."""
        state = play.state
        n, right = len(state.turns), state.verdict == state.truth
        turned = turned_at_last(list(beliefs_of(play, "judge").values()))
        ways = (
            (right and not n, "right_at_once"),
            (right and n == 1 and not state.truth, "seen_at_once"),
            (right and turned, "right_at_last"),
            (right, "believed_truth" if state.truth else "caught"),
            (turned, "wrong_at_last"),
            (not state.truth and n == state.max_questions and n > 1, "fooled_often"),
        )
        key = next((key for so, key in ways if so), "doubted" if state.truth else "believed_lie")
        return self.host.ending(play, key, names, times=_times(n))

    def laid_open(self, play: Play[BluffingState]) -> tuple[str, int]:
        truth = "" if play.state.truth is None else side(play.state.truth)
        return truth, len(truth) if "judge" in play.outcome().winners else 0

    def grid(self, play: Play[BluffingState], glyphs: Glyphs, width: int, *, small: bool) -> Content:
        wide = max(min(width, STATEMENT), NARROWEST)
        state, levels = play.state, beliefs_of(play, "judge")
        lines = list(say(one_line(state.statement or "", MAX_LINE), "bold").wrap(wide))
        track = len(LEVELS) + 2 if levels else 0
        if levels:
            lines.append(Content.assemble((f"    {'T':<{len(LEVELS) - 1}}F", FAINT)))
        for n, turn in enumerate(state.turns, 1):
            dot = Content.assemble((_track(glyphs, levels.get(n)).ljust(track), "bold $accent"))
            first, *more = say(one_line(turn.question.text, MAX_LINE), FAINT).wrap(wide - 4 - track)
            answer = say(one_line(turn.answer, MAX_LINE), "italic" if turn.defaulted else "")
            for told in _void([call.data for call in turn.calls]):
                more += say(told, f"italic {FAINT}").wrap(wide - 4 - track)
            more += answer.wrap(wide - 4 - track)
            lines.append(Content.assemble((f" {n:>2} ", FAINT), dot if levels else "", first))
            lines += [Content.assemble(" " * (4 + track), line) for line in more]
        if state.open is not None and state.calls:
            void = _void([call.data for call in state.calls])
            head = f" {len(state.turns) + 1:>2} "
            for told, style in ((state.open.text, FAINT), *((one, "italic") for one in void)):
                for line in say(one_line(told, MAX_LINE), style).wrap(wide - 4 - track):
                    lines.append(Content.assemble((head + " " * track, FAINT), line))
                    head = " " * len(head)
        if levels and state.truth is not None and play.over:
            sign = "*" if glyphs.ascii else "◆"
            at = _track(glyphs, 1 if state.truth else len(LEVELS), sign).ljust(track)
            lines.append(Content.assemble("    ", (at, "bold $success"), "the truth"))
        if state.verdict is not None:
            verdict = f"{glyphs.arrow} verdict: {side(state.verdict)}"
            lines.append(Content.assemble(" " * (4 + track), (verdict, "bold")))
            why = one_line(state.reasons, MAX_LINE).partition(". ")[2]
            for line in say(why, FAINT).wrap(wide - 6 - track) if why else ():
                lines.append(Content.assemble(" " * (6 + track), line))
        return Content("\n").join(lines)

    def ghost(self, play: Play[BluffingState], glyphs: Glyphs, width: int) -> list[Content]:
        """Once it has ended, whether the story was seen through; before that the count says it all."""
        if not play.over:
            return []
        seen = "judge" in play.outcome().winners
        return [say("saw through it" if seen else "didn't see through it")]

    def share(self, play: Play[BluffingState], glyphs: Glyphs, *, words: bool) -> list[str]:
        far, n = _off(play), len(play.state.turns)
        seen = "judge" in play.outcome().winners
        score = f"{n if seen and not play.resigned else 'X'}/{play.state.max_questions}"
        if words:
            told = [OFF[d][1] for d in far] or [f"{counted(n, 'question')} asked"]
            return [score, ", ".join(told), "seen through" if seen else "not seen through"]
        if glyphs.ascii:
            return [score, f"{''.join(map(str, far)) or '?' * n} {'+' if seen else 'x'}"]
        return [score, f"{''.join(OFF[d][0] for d in far) or '❓' * n}{'🎯' if seen else '🃏'}"]


# what was typed


def side(truth: bool) -> str:
    """`true` or `made up`."""
    return TRUE if truth else MADE_UP


def side_of(word: str) -> str:
    """`true` or `made up` for a view's `true` or `false`; empty for any other word."""
    return {"true": TRUE, "false": MADE_UP}.get(word, "")


def typed_statement(text: str, choice: str | None) -> str:
    """A statement in the form that the rules read; only the text if its truth is missing.

    >>> typed_statement("made up: I was born on a ferry.", None), typed_statement("I sing.", "true")
    ('false | I was born on a ferry.', 'true | I sing.')
    """
    stated = _STATED.fullmatch(text)
    if stated:
        return written_statement(stated[2], truth=_value(stated[1]))
    return written_statement(text, truth=_value(choice)) if choice and text else text


def typed_verdict(text: str) -> bool | None:
    """The verdict in a judge's typed text; None if the text may mean anything else.

    >>> typed_verdict("true!"), typed_verdict("verdict: made up"), typed_verdict("is it true?")
    (True, False, None)
    >>> typed_verdict("made up! nobody does that"), typed_verdict("true! or made up?")
    (False, None)
    """
    said = _SAID.fullmatch(text.strip()) or _REASONED.fullmatch(text.strip())
    return None if said is None else _value(said[1])


def _value(said: str) -> bool:
    return said.casefold() == "true"


def vague(answer: str) -> bool:
    """True if an answer says little or hedges.

    >>> vague("Somewhere, I guess."), vague("In Lisbon, behind a closed coffee stand near gate 14.")
    (True, False)
    """
    words = tokens(answer)
    return len(words) < FEW or bool(_HEDGES & set(words))


def _decides(text: str) -> bool:
    return typed_verdict(text) is not None


# on the board


def hearing(view: View, ask: Ask | None) -> Hearing:
    """The hearing for a view, which the board draws."""
    facts, asked = view.facts, ask.name if ask is not None else ""
    setter, judge = view.seat == "setter", view.seat == "judge"
    pairs = [
        ExhibitExchange(
            t["question"], t["answer"], t["defaulted"], tuple(_void(t["calls"])), stands(t["calls"])
        )
        for t in facts["turns"]
    ]
    if facts["question"]:
        pairs.append(ExhibitExchange(facts["question"], void=tuple(_void(facts["void"]))))
    believes = not setter and facts["statement"] and not facts["over"]
    waiting = "Something about yourself, in a sentence."
    return Hearing(
        title="your statement" if setter else "the statement",
        claim=facts["statement"],
        waiting=waiting if asked == "statement" else "Somebody's thinking one up.",
        done=len(facts["turns"]),
        of=facts["max_questions"] if facts["statement"] else 0,
        pairs=tuple(pairs),
        empty=EMPTY.get(view.seat, "") if facts["statement"] and not facts["question"] else "",
        veil="press F5 to open the envelope" if setter and facts["truth"] and not facts["over"] else "",
        live=LIVE.get(asked, ""),
        ideas=ideas_for(family=facts["family"]) if asked == "statement" else (),
        meter=("what you believe" if judge else "what the bot believes") if believes else "",
        steers=judge and bool(facts["statement"]) and not facts["judged"],
        **_end(view),
    )


def _void(calls: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each void answer, with the reason why it doesn't count."""
    return [
        f"{one_line(call['reply'], MAX_LINE)} (no answer: {call['why']})" for call in calls if call["upheld"]
    ]


EMPTY = {
    "judge": "Your turn to ask. Go for a detail that only somebody who was there would know.",
    TABLE: "The first question is coming.",
    "setter": "A question is coming. Answer as if every word is true.",
}
"""Maps a seat to the text shown while no question has been asked."""


def ideas_for(*, family: bool) -> tuple[str, ...]:
    """Ideas for a statement. `family`: only ideas that suit a table with children."""
    ideas = shipped_games()["bluffing"].ideas
    return tuple(idea.text for idea in ideas if idea.family or not family)


def _end(view: View) -> dict[str, str]:
    """The large texts after the verdict; they have the truth only at the end and if the view has it."""
    facts = view.facts
    if facts["unanswered"]:
        stamp = {"stamp": side_of(facts["truth"]).upper()} if facts["truth"] else {}
        return {
            "verdict": "NO ANSWER",
            **stamp,
            "after": "That's no answer for the second time, so the judge wins.",
        }
    if not facts["judged"]:
        return {}
    verdict = side_of(facts["verdict"]).upper() or "NOTHING"
    said = {"verdict": verdict}
    truth = side_of(facts["truth"]) if facts["over"] else ""
    if truth:
        return {**said, "stamp": truth.upper(), "after": _last_word(facts)}
    if facts["tells"] and view.seat == "setter":
        return {**said, "after": "So, was it true? Now you can tell."}
    return {
        **said,
        "after": "And the truth? One moment." if facts["tells"] else "Nobody said if it was true.",
    }


def _last_word(facts: Mapping[str, Any]) -> str:
    if facts["missing"]:
        return "No verdict, so the story stands."
    if facts["verdict"] == facts["truth"]:
        return "The judge saw it." if facts["truth"] == "true" else "The judge saw through it."
    return "Doubted, but it was true." if facts["truth"] == "true" else "The bluff holds."


# the result


def _who_won(play: Play[BluffingState], names: Mapping[str, str], people: Collection[str]) -> str:
    """The winner: `WON` or `LOST` if exactly one person played, else the winner's name."""
    winners = play.outcome().winners
    if len(people) == 1:
        return "WON" if set(people) & set(winners) else "LOST"
    winner = next(iter(winners), "setter")
    name = names.get(winner, winner)
    alike = list(names.values()).count(name) > 1
    return victory(f"the {winner}") if alike else won_by(play, names, [winner])


def _how(state: BluffingState) -> str:
    if state.truth is None:
        return ""
    if state.verdict == state.truth:
        n = len(state.turns)
        how = "and believed" if state.truth else "and seen through"
        return f"{how} after {counted(n, 'question')}" if n else how
    return "and doubted" if state.truth else "and believed"


def _times(n: int) -> str:
    small = ("", "", "twice", "three times", "four times", "five times")
    return small[n] if n < len(small) else f"{n} times"


def turned_at_last(levels: Sequence[int]) -> bool:
    """True if the belief changed sides with the last answer.

    >>> turned_at_last([2, 2, 4]), turned_at_last([2, 3])
    (True, False)
    """
    middle = 1 + len(LEVELS) // 2
    if len(levels) < 2:
        return False
    before, last = (level - middle for level in levels[-2:])
    return before * last < 0


def _off(play: Play[BluffingState]) -> list[int]:
    """The judge's distance from the truth, in levels, for each round; empty if the truth is unknown."""
    truth = play.state.truth
    if truth is None or not play.over:
        return []
    goal = 1 if truth else len(LEVELS)
    return [abs(level - goal) for level in beliefs_of(play, "judge").values()]


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
