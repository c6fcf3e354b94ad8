"""How a figure of a session came about, line by line.

Law: what is told is what was counted; a figure whose definition says it all has no lines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tui_arena.core.ranked import explained_ranks
from tui_arena.core.record import Play
from tui_arena.games.entity.lists import WHOLE, compared_by, key_turns, ranks, top_five, whole_lists
from tui_arena.games.entity.noticing import Noticed, contradictions, longest_no, noticed
from tui_arena.games.entity.reading import knowledge_of
from tui_arena.games.entity.state import BINGO, YES, State
from tui_arena.games.entity.views import FREE_TURNS, STEP, said, worth

REASONED = {"early_guesses": "early", "redundant": "redundant", "inconsistent": "inconsistent"}


def explain(play: Play[State], metric: str) -> list[str]:
    """How a metric came about; empty where the definition says it all."""
    if metric in WHOLE:
        return explained_ranks(metric, whole_lists(play), play.state.names, compared_by(play.state))
    how = _HOW.get(metric)
    return _noticed(play, metric) if how is None else how(play)


def _yes(play: Play[State]) -> list[str]:
    turns = enumerate(play.state.turns, 1)
    return [_line(number, turn.question, said(turn.answer)) for number, turn in turns if turn.answer == YES]


def _contradictions(play: Play[State]) -> list[str]:
    return [
        f"{play.state.turns[rows[0][0] - 1].question}  {', '.join(f'at {n} {answer}' for n, answer in rows)}"
        for rows in contradictions(play.state).values()
    ]


def _longest_no(play: Play[State]) -> list[str]:
    turns = play.state.turns
    return [_line(n, turns[n - 1].question, said(turns[n - 1].answer)) for n in longest_no(play.state)]


def _top_five(play: Play[State]) -> list[str]:
    lists = top_five(play)
    return [
        f"{turn}. {'not among them' if rank is None else f'place {rank}'}  {', '.join(lists[turn])}"
        for turn, rank in ranks(play).items()
    ]


def _line(number: int, question: str, what: str) -> str:
    return f"{number}. {question}  {what}"


def _score(play: Play[State]) -> list[str]:
    turns = len(play.state.turns)
    if play.resigned is not None:
        return ["resigned: 0"]
    if play.outcome().result == "lost":
        return ["not found: 0"]
    if play.outcome().result != "won":
        return []
    if turns <= FREE_TURNS:
        return [f"found at question {turns}; the first {FREE_TURNS} cost nothing: 1"]
    return [f"found at question {turns}: 1 - {STEP} x {turns - FREE_TURNS} = {worth(turns):g}"]


def _noticed(play: Play[State], metric: str) -> list[str]:
    knowledge = knowledge_of(play.setup)
    if knowledge is None or metric not in ("direct_guesses", *REASONED):
        return []
    turns = noticed(play.state, knowledge)
    if metric == "direct_guesses":
        return [_line(t.turn, t.question, _came_out(t)) for t in turns if t.direct]
    rows = ((turn, getattr(turn, REASONED[metric])) for turn in turns)
    return [_line(turn.turn, turn.question, why) for turn, why in rows if why]


def _came_out(turn: Noticed) -> str:
    return "the hit" if turn.answer == BINGO else said(turn.answer)


def _key_turns(play: Play[State]) -> list[str]:
    lists, turns = top_five(play), play.state.turns
    return [
        _line(n, turns[n - 1].question, f"{said(turns[n - 1].answer)} Gone are {', '.join(lists[n])}")
        for n in key_turns(lists, compared_by(play.state))
        if n <= len(turns)
    ]


_HOW: Mapping[str, Callable[[Play[State]], list[str]]] = {
    "score": _score,
    "yes": _yes,
    "judge_contradictions": _contradictions,
    "longest_no": _longest_no,
    "top5_recall": _top_five,
    "key_turns": _key_turns,
}
