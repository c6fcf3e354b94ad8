"""Explanations of the metrics of entity deduction, line by line.

An explanation lists exactly what its metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tui_arena.core.candidate_lists import NO_LISTS, compared_by, explained_ranks
from tui_arena.core.record import Play
from tui_arena.core.terms import How, cut_short, ended, lines_of, none_of, share, term, unless_cut_short
from tui_arena.games.entity.metrics import WHOLE, key_turns, ranks, top_five, whole_lists
from tui_arena.games.entity.rules import BINGO, FREE_TURNS, STEP, YES, State, Turn, said, worth
from tui_arena.games.entity.turn_review import Noticed, contradictions, knowledge_of, longest_no, noticed

HITS = {
    "strict": "names the entity to the letter",
    "substring": "holds the entity's name anywhere",
    "lenient": "names the entity, plural, article and accents aside",
}


def explain(play: Play[State], metric: str) -> list[str]:
    """The lines that explain a metric: its terms, or why it isn't defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    n = len(play.state.turns)
    how = f"named at question {n}" if play.state.won else f"not named in {n} questions"
    return ended(play, f"{how}: {play.state.entity}")


@unless_cut_short
def _turns(play: Play[State]) -> list[str]:
    state = play.state
    lines = [_turn(n, turn) for n, turn in enumerate(state.turns, 1)]
    return lines if state.won else [*lines, f"not found: all {state.max_turns} count"]


def _turn(number: int, turn: Turn) -> str:
    return term(number, turn.question, said(turn.answer))


def _which(play: Play[State], counts: Callable[[Turn], bool]) -> list[str]:
    """A line for each turn that counts, or one line saying that none does."""
    turns = play.state.turns
    return [_turn(n, turn) for n, turn in enumerate(turns, 1) if counts(turn)] or _none(play)


def _none(play: Play[State]) -> list[str]:
    return [none_of(len(play.state.turns), "question", "questions")]


def _yes(play: Play[State]) -> list[str]:
    return _which(play, lambda turn: turn.answer == YES)


def _defaulted(play: Play[State]) -> list[str]:
    lines = []
    for number, turn in enumerate(play.state.turns, 1):
        if turn.unruled:
            lines.append(term(number, turn.question, "no verdict of the umpire: no hit"))
        if turn.defaulted:
            lines.append(term(number, turn.question, f"no answer of the judge: {said(turn.answer)}"))
    if play.state.unruled:
        open_one = len(play.state.turns) + 1
        lines.append(term(open_one, play.state.question or "", "no verdict of the umpire: no hit"))
    return lines or _none(play)


def _contradictions(play: Play[State]) -> list[str]:
    lines = [
        f"{play.state.turns[rows[0][0] - 1].question}  {', '.join(f'at {n} {answer}' for n, answer in rows)}"
        for rows in contradictions(play.state).values()
    ]
    return lines or ["no question was answered in two ways"]


def _longest_no(play: Play[State]) -> list[str]:
    run = longest_no(play.state)
    if not run:
        return ["no answer without a yes"]
    turns = play.state.turns
    first, last = run[0], run[-1]
    head = (
        f"turn {first} alone" if first == last else f"from turn {first} to turn {last}: {len(run)} in a row"
    )
    return [head, *(_turn(n, turns[n - 1]) for n in run)]


def _hit(play: Play[State], how: str) -> list[str]:
    turns = [(turn.question, turn.hit) for turn in play.state.turns]
    if play.state.question is not None:
        turns.append((play.state.question, play.state.hit))
    for number, (question, hit) in enumerate(turns, 1):
        if how in hit:
            return [term(number, question, HITS[how])]
    return [f"{none_of(len(turns), 'question', 'questions')} {HITS[how]}"]


def _whole(play: Play[State], metric: str) -> list[str]:
    return explained_ranks(metric, whole_lists(play), play.state.names, compared_by(play.state.setup.options))


def _top_five(play: Play[State]) -> list[str]:
    lists, placed = top_five(play), ranks(play)
    if not lists:
        return [NO_LISTS]
    lines = [
        f"{turn}. {'not among them' if rank is None else f'place {rank}'}  {', '.join(lists[turn])}"
        for turn, rank in placed.items()
    ]
    return [*lines, share(sum(rank is not None for rank in placed.values()), len(placed))]


def _to_top_five(play: Play[State]) -> list[str]:
    lines = _top_five(play)
    placed = list(ranks(play).values())
    first = next((i for i, rank in enumerate(placed) if rank is not None), None)
    if placed and first is None:
        return [*lines[:-1], f"{none_of(len(placed), 'list', 'lists')} holds it"]
    return lines if first is None else lines[: first + 1]


def _score(play: Play[State]) -> list[str]:
    return _played_score(play) if play.resigned is None else [f"{cut_short(play)}: 0"]


@unless_cut_short
def _played_score(play: Play[State]) -> list[str]:
    turns = len(play.state.turns)
    if play.outcome().result == "lost":
        return ["not found: 0"]
    if turns <= FREE_TURNS:
        return [f"found at question {turns}; the first {FREE_TURNS} cost nothing: 1"]
    return [f"found at question {turns}: 1 - {STEP} x {turns - FREE_TURNS} = {worth(turns):g}"]


def _noticed(play: Play[State], why: Callable[[Noticed], str]) -> list[str]:
    """The turns for which the review by the deck's knowledge gives a reason."""
    knowledge = knowledge_of(play.setup)
    if knowledge is None:
        return ["the deck is not here, so nothing is known of its entities"]
    turns = [(turn, why(turn)) for turn in noticed(play.state, knowledge)]
    return [term(turn.turn, turn.question, reason) for turn, reason in turns if reason] or _none(play)


def _direct(turn: Noticed) -> str:
    if not turn.direct:
        return ""
    return "the hit" if turn.answer == BINGO else said(turn.answer)


def _key_turns(play: Play[State]) -> list[str]:
    lists, turns = top_five(play), play.state.turns
    if not lists:
        return [NO_LISTS]
    lines = [
        term(n, turns[n - 1].question, f"{said(turns[n - 1].answer)} Gone are {', '.join(lists[n])}")
        for n in key_turns(lists, compared_by(play.state.setup.options))
        if n <= len(turns)
    ]
    return lines or ["no answer felled all of the likeliest at once"]


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "turns": _turns,
    "yes": _yes,
    "score": _score,
    "defaulted": _defaulted,
    "judge_contradictions": _contradictions,
    "direct_guesses": partial(_noticed, why=_direct),
    "first_direct_guess": lambda play: _noticed(play, _direct)[:1],
    "early_guesses": partial(_noticed, why=lambda turn: turn.early),
    "redundant": partial(_noticed, why=lambda turn: turn.redundant),
    "inconsistent": partial(_noticed, why=lambda turn: turn.inconsistent),
    "longest_no": _longest_no,
    **{f"hit_{how}": partial(_hit, how=how) for how in HITS},
    "top5_recall": _top_five,
    "turns_to_top5": _to_top_five,
    "key_turns": _key_turns,
    **{name: partial(_whole, metric=name) for name in WHOLE},
}
