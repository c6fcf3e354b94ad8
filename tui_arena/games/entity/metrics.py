"""The metrics of entity deduction; see this game's README.md.

Some of them measure the lists of likely entities that a `candidates` probe asks for: the list before
question t is round t. The top five and the key turns use the first five items of a list, the other
figures the whole list. `opening_overlap` compares sessions that repeat the same item.

Law: a metric depends only on the folded session and the deck it names. None means "not defined here",
never zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from tui_arena.core.candidate_lists import compared_by, kept, lists_of, measured, parts_of, rank_in
from tui_arena.core.game import Mark
from tui_arena.core.language.names import equals
from tui_arena.core.record import Play
from tui_arena.games.entity.rules import READINGS, YES, State, worth
from tui_arena.games.entity.turn_review import contradictions, folded, knowledge_of, longest_no, noticed

TOP = 5
WHOLE = ("recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The metrics that use whole lists."""


def top_five(play: Play[State]) -> dict[int, tuple[str, ...]]:
    """By turn, the likeliest entities before its question, at most five."""
    return {turn: kept(items)[:TOP] for turn, items in whole_lists(play).items()}


def whole_lists(play: Play[State]) -> dict[int, tuple[str, ...]]:
    """By turn, all the entities that were listed as likely before its question."""
    return {turn: items for turn, items in lists_of(play, "guesser").items() if turn > 0}


def list_figures(play: Play[State]) -> dict[str, object]:
    """`top5_recall`, `turns_to_top5`, `key_turns` and the metrics in `WHOLE`; all None without a list."""
    lists, how = top_five(play), compared_by(play.state.setup.options)
    if not lists:
        return dict.fromkeys(["top5_recall", "turns_to_top5", "key_turns", *WHOLE])
    found = measured(lists, play.state.names, how)
    whole = measured(whole_lists(play), play.state.names, how)
    return {
        "top5_recall": found["top5_recall"],
        "turns_to_top5": found["first_appear_round"],
        "key_turns": key_turns(lists, how),
        **{name: whole[name] for name in WHOLE},
    }


def key_turns(lists: Mapping[int, Sequence[str]], how: str) -> list[int]:
    """The turns after which none of the entities listed before is still listed.

    A turn counts only if both its own list and the next turn's list exist.
    """
    return [
        turn
        for turn, items in lists.items()
        if turn + 1 in lists and not _shared(items, lists[turn + 1], how)
    ]


def _shared(items: Sequence[str], others: Sequence[str], how: str) -> bool:
    names = tuple(chain.from_iterable(map(parts_of, others)))
    return any(equals(part, names, how) for item in items for part in parts_of(item))


def ranks(play: Play[State]) -> dict[int, int | None]:
    """By turn, the entity's place among the five likeliest; None where it isn't among them."""
    how, names = compared_by(play.state.setup.options), play.state.names
    return {turn: rank_in(items, names, how) for turn, items in top_five(play).items()}


FIRST = 5


def opening_overlap(sessions: Iterable[Sequence[str]]) -> float | None:
    """The share of their first five questions that two sessions have in common, as the mean over all pairs.

    `sessions`: the questions of each repetition of one item, in order. Questions are compared folded and
    as sets. Sessions without questions are left out; None if fewer than two are left.

    >>> opening_overlap([["Is it alive?", "Is it red?"], ["is it alive", "Is it big?"]])
    0.5
    """
    openings = [frozenset(map(folded, questions[:FIRST])) for questions in sessions if questions]
    shares = [len(a & b) / max(len(a), len(b)) for a, b in combinations(openings, 2)]
    return sum(shares) / len(shares) if shares else None


__all__ = ["REPEATED", "across", "compute", "main_score", "marks"]

GUESSING = ("direct_guesses", "first_direct_guess", "early_guesses", "redundant", "inconsistent")


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session need not be over."""
    state, outcome = play.state, play.outcome()
    won, lost = outcome.result == "won", outcome.result == "lost"
    ended = (won or lost) and play.resigned is None
    turns = (len(state.turns) if won else state.max_turns) if ended else None
    return {
        "success": int(won),
        "turns": turns,
        "yes": sum(turn.answer == YES for turn in state.turns),
        "score": 0.0 if play.resigned else ((worth(len(state.turns)) if won else 0.0) if ended else None),
        "defaulted": sum(turn.defaulted + turn.unruled for turn in state.turns) + state.unruled,
        "judge_contradictions": len(contradictions(state)),
        **_guessing(play),
        "longest_no": len(longest_no(state)),
        **{f"hit_{how}": _first_hit(state, how) for how in READINGS},
        **list_figures(play),
    }


def _first_hit(state: State, how: str) -> int | None:
    readings = [turn.hit for turn in state.turns]
    if state.question is not None:
        readings.append(state.hit)
    return next((number for number, hit in enumerate(readings, 1) if how in hit), None)


def _guessing(play: Play[State]) -> dict[str, int | None]:
    """The metrics in `GUESSING`, by the deck's knowledge; None for each if the deck is missing."""
    knowledge = knowledge_of(play.setup)
    if knowledge is None:
        return dict.fromkeys(GUESSING)
    turns = noticed(play.state, knowledge)
    return {
        "direct_guesses": sum(turn.direct for turn in turns),
        "first_direct_guess": next((turn.turn for turn in turns if turn.direct), None),
        "early_guesses": sum(bool(turn.early) for turn in turns),
        "redundant": sum(bool(turn.redundant) for turn in turns),
        "inconsistent": sum(bool(turn.inconsistent) for turn in turns),
    }


REPEATED = {"opening_overlap": "opening overlap"}


def across(plays: Sequence[Play[State]]) -> dict[str, float | None]:
    """Metrics over repetitions of one item: how similar the guesser's openings are."""
    return {"opening_overlap": opening_overlap([t.question for t in play.state.turns] for play in plays)}


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `score`, 0 to 1; 0 when resigned, None when aborted or unfinished."""
    if play.resigned is not None:
        return 0.0
    score = metrics["score"]
    return None if score is None else float(score)


KINDS = ("early", "redundant", "inconsistent")


def marks(play: Play[State]) -> list[Mark]:
    """Every mark of a session, in the order of its replies; the reasons may hold the entity."""
    asked = [s.seq for s in play.standing() if s.name == "question" and s.fault is None]
    knowledge, lists = knowledge_of(play.setup), top_five(play)
    out: list[Mark] = []
    if knowledge is not None:
        for turn in noticed(play.state, knowledge):
            reasons = ((kind, getattr(turn, kind)) for kind in KINDS)
            out += [Mark(asked[turn.turn - 1], kind, why) for kind, why in reasons if why]
    for turn_number in key_turns(lists, compared_by(play.state.setup.options)):
        if turn_number <= len(asked):
            out.append(Mark(asked[turn_number - 1], "key", felled(len(lists[turn_number]))))
    return sorted(out, key=lambda mark: mark.seq)


def felled(count: int) -> str:
    """The reason for the mark of a key turn; `count`: how many entities were listed before it.

    >>> felled(5), felled(1)
    ('ruled out all five it had in mind', 'ruled out the one it had in mind')
    """
    words = ("", "the one", "both", "all three", "all four", "all five")
    return f"ruled out {words[count]} it had in mind"
