"""The highlights of a game of Bluffing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tui_arena.core.highlights import (
    LONGEST,
    WORTH,
    Highlights,
    HostSentence,
    Quote,
    best_first,
    tells_something,
)
from tui_arena.core.probes import beliefs_of
from tui_arena.core.record import Play
from tui_arena.games.bluffing.bot.fitting import SETTLED, has_asked
from tui_arena.games.bluffing.bot.reading import kind_of, roots
from tui_arena.games.bluffing.rules import BluffingState, BluffingTurn

LEAP = 2
"""The number of levels of belief that an answer must move the judge to count as decisive."""
_KNOWS_NOTHING = re.compile(
    r"\b(?:(?:don|couldn|can|wouldn)['’]?t (?:\w+ )?(?:remember|recall|know|say|tell|give|name|repeat)|no idea|forgotten"
    r"|never (?:found out|asked|counted|knew|measured|timed)|making it up|not that i|go into that|next question"
    r"|(?:have|has) gone|have to (?:guess|ask))\b",
    re.IGNORECASE,
)
"""Words of an answer that tells nothing."""


def highlights(play: Play[BluffingState]) -> Highlights:
    """The answer that moved the judge, the statement, and an award."""
    state = play.state
    if state.statement is None or state.truth is None or not state.judged:
        return Highlights()
    right = state.verdict == state.truth
    kind = {(True, True): "truth", (True, False): "doubted", (False, True): "caught", (False, False): "lie"}[
        state.truth, right
    ]
    worth = {"lie": 1.0, "doubted": 0.8, "caught": 0.3, "truth": 0.5}[kind]
    quotes = [Quote("setter", kind, state.statement, "", worth)]
    beliefs = beliefs_of(play, "judge")
    quotes += [
        Quote(
            "setter", "answer", turn.answer, turn.question.text, WORTH + min(len(turn.answer), LONGEST) / 2000
        )
        for number, turn in enumerate(state.turns, 1)
        if kind != "caught" and _is_quotable(state.statement, turn, number, beliefs)
    ]
    return Highlights(_moment(play), _award(state, kind), best_first(quotes), _closeness(play))


def _is_quotable(statement: str, turn: BluffingTurn, number: int, beliefs: Mapping[int, int]) -> bool:
    """True for an answer that tells what was asked and more, unless it cost the story belief."""
    if turn.defaulted or turn.lack is not None or _KNOWS_NOTHING.search(turn.answer):
        return False
    if not tells_something(turn.answer):
        return False
    before, after = beliefs.get(number - 1), beliefs.get(number)
    lost = before is not None and after is not None and after > before
    return not lost and _answers(statement, turn.question.text, turn.answer)


def _answers(statement: str, question: str, answer: str) -> bool:
    """True if an answer has what its kind of question asks for; for a kind without signs, if it takes up the question.

    Words of the statement prove nothing, because all answers are about it.
    """
    kind = kind_of(question)
    if kind in SETTLED or (kind == "whether" and has_asked(question, answer)):
        return has_asked(question, answer)
    asked = roots(question)
    return not roots(answer).isdisjoint(asked - roots(statement) or asked)


def _moment(play: Play[BluffingState]) -> HostSentence | None:
    turns, levels = play.state.turns, beliefs_of(play, "judge")
    moves = [(abs(levels[n] - levels[n - 1]), n) for n in levels if n - 1 in levels and 0 < n <= len(turns)]
    most, at = max(moves, default=(0, 0))
    if most >= LEAP:
        key = "won_over" if levels[at] < levels[at - 1] else "lost_faith"
        return HostSentence(key, {"question": turns[at - 1].question.text, "answer": turns[at - 1].answer})
    reasons = play.state.reasons.partition(". ")[2].strip()
    return HostSentence("reasons", {"reasons": reasons}, "judge") if "“" in reasons else None


def _award(state: BluffingState, kind: str) -> HostSentence | None:
    if kind == "caught" and len(state.turns) <= 1:
        return HostSentence("one_question" if state.turns else "no_question", {}, "judge")
    return HostSentence("doubted", {}, "setter") if kind == "doubted" else None


def _closeness(play: Play[BluffingState]) -> float:
    """How undecided the judge was at the end, 0 to 1; 1 is the middle of the scale."""
    levels = list(beliefs_of(play, "judge").values())
    return 1.0 - abs(levels[-1] - 3) / 2 if levels else 0.0
