"""The metrics of entity deduction, and a review of each session turn by turn; see this game's README.md.

Some metrics measure the lists of likely entities that a `candidates` probe asks for: the list before
question t is round t. The top five and the key turns use the first five items of a list, the other
figures the whole list. `opening_overlap` compares sessions that repeat the same item.

The review finds direct guesses, and early, redundant or inconsistent questions. Questions are understood by
the deck's table, and mean the same whatever the entity is. The answers that the guesser got are the ones that
count, even where noise flipped them.

Law: a metric depends only on the folded session and the deck it names. None means "not defined here",
never zero. The reasons of a review may hold the entity, so they are only for sessions that are over.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, combinations
from typing import Any

from tui_arena.core.candidate_lists import (
    NO_LISTS,
    compared_by,
    explained_ranks,
    kept,
    lists_of,
    measured,
    parts_of,
    rank_in,
)
from tui_arena.core.game import Mark
from tui_arena.core.language.names import equals
from tui_arena.core.record import Play
from tui_arena.core.terms import How, cut_short, ended, lines_of, none_of, share, term, unless_cut_short
from tui_arena.games.entity.inference import Inference, said_so
from tui_arena.games.entity.rules import BINGO, FREE_TURNS, READINGS, STEP, State, Turn, said, worth
from tui_arena.questions.meaning import AnyOf, Is, Meaning, Named, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.rules import NO, YES, folded
from tui_arena.questions.table import Knowledge

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
    found = measured(lists, play.state.names, how)
    whole = measured(whole_lists(play), play.state.names, how)
    return {
        "top5_recall": found["top5_recall"],
        "turns_to_top5": found["first_appear_round"],
        "key_turns": key_turns(lists, how) if lists else None,
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


# the review of the turns


def named(meaning: Meaning | None) -> tuple[int, ...]:
    """The entities that a question guesses by name; both of them for `is it a violin or a viola?`.

    Empty if it asks for anything else, or names something that isn't in the deck.
    """
    if isinstance(meaning, Named):
        return meaning.numbers
    if isinstance(meaning, AnyOf):
        parts = [named(part) for part in meaning.of]
        return tuple(dict.fromkeys(number for part in parts for number in part)) if all(parts) else ()
    return ()


def excluded(meaning: Meaning | None, told: str, number: int, knowledge: Knowledge) -> bool:
    """Whether an answer rules an entity out: `told` is no and the truth is yes, or the other way round."""
    return meaning is not None and (told, truth(meaning, knowledge, number)) in (("yes", "no"), ("no", "yes"))


@dataclass(frozen=True, slots=True)
class Noticed:
    """The review of one turn. Each reason is a clause, empty where there is nothing to notice."""

    turn: int
    question: str
    answer: str
    direct: bool
    """Whether the question names an entity of the deck, or the one to be found."""
    early: str = ""
    redundant: str = ""
    inconsistent: str = ""


def noticed(play: Play[State]) -> tuple[Noticed, ...] | None:
    """The review of every turn of a session, by the knowledge of its deck; None if the deck is missing."""
    state, source = play.state, play.setup.source
    knowledge = source.knowledge if source is not None else None
    if knowledge is None:
        return None
    return _reviewed(state.turns, state.names, state.reading, state.max_turns, knowledge)


@lru_cache(maxsize=256)
def _reviewed(
    turns: tuple[Turn, ...], names: tuple[str, ...], by: str, most: int, knowledge: Knowledge
) -> tuple[Noticed, ...]:
    meanings = [understand(turn.question, knowledge) for turn in turns]
    followed = Inference(knowledge)
    asked: dict[str, int] = {}
    out = []
    for i, turn in enumerate(turns):
        number, meaning = i + 1, meanings[i]
        hit = turn.answer == BINGO or by in turn.hit
        guessed = named(meaning)
        if not guessed and hit:
            guessed = tuple(knowledge.numbered(names))[:1]
        direct = hit or bool(guessed)
        missed_early = direct and turn.answer != BINGO and 2 * number <= most
        out.append(
            Noticed(
                number,
                turn.question,
                turn.answer,
                direct,
                f"a guess that missed, in the first half of the {most} questions" if missed_early else "",
                _redundant(turn, meaning, asked, followed),
                _inconsistent(turns[:i], meanings[:i], guessed, knowledge) if direct else "",
            )
        )
        asked.setdefault(folded(turn.question), number)
        if meaning is not None and turn.answer in (YES, NO):
            followed.learn(meaning, number, yes=turn.answer == YES)
    return tuple(out)


def _redundant(turn: Turn, meaning: Meaning | None, asked: dict[str, int], followed: Inference) -> str:
    before = asked.get(folded(turn.question))
    if before is not None:
        return f"asked at {before} already"
    follows = None if meaning is None or turn.answer == BINGO else followed.of(meaning)
    return "" if follows is None else f"follows from question {follows.turn}: {follows.why}"


def _inconsistent(
    turns: tuple[Turn, ...], meanings: list[Meaning | None], guessed: tuple[int, ...], knowledge: Knowledge
) -> str:
    """Why a guess was already ruled out; empty unless answers ruled out every entity that it names."""
    against = [
        next(
            (
                i
                for i, meaning in enumerate(meanings)
                if excluded(meaning, turns[i].answer, number, knowledge)
            ),
            None,
        )
        for number in guessed
    ]
    if not against or None in against or (i := against[0]) is None:
        return ""
    meaning, told = meanings[i], turns[i].answer
    if isinstance(meaning, Is):
        return f"question {i + 1} ruled it out: {said_so(meaning, knowledge, yes=told == YES)}"
    return f"question {i + 1} ruled it out: “{turns[i].question}” was answered {told}"


def contradictions(state: State) -> dict[str, list[tuple[int, str]]]:
    """Questions that the judge answered in more than one way, folded, with their turns and answers.

    The judge's own answers count, before noise flipped any. Defaulted answers are left out.
    """
    given: dict[str, list[tuple[int, str]]] = {}
    for number, turn in enumerate(state.turns, 1):
        if turn.answer != BINGO and not turn.defaulted:
            given.setdefault(folded(turn.question), []).append((number, turn.read or turn.answer))
    return {q: rows for q, rows in given.items() if len({answer for _, answer in rows}) > 1}


def longest_no(state: State) -> list[int]:
    """The turns of the longest run without a yes, the first if several are as long; a hit ends a run."""
    best: list[int] = []
    run: list[int] = []
    for number, turn in enumerate(state.turns, 1):
        run = [] if turn.answer in (YES, BINGO) else [*run, number]
        best = max(best, run, key=len)
    return best


# the metrics

__all__ = ["REPEATED", "across", "compute", "main_score", "marks"]


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
        **{f"hit_{how}": _first_hit(state, how)[0] for how in READINGS},
        **list_figures(play),
    }


def _first_hit(state: State, how: str) -> tuple[int | None, str]:
    """The first turn whose question names the entity by a reading, and the question; None if none does."""
    asked = [(turn.question, turn.hit) for turn in state.turns]
    if state.question is not None:
        asked.append((state.question, state.readings))
    return next(((n, question) for n, (question, hit) in enumerate(asked, 1) if how in hit), (None, ""))


def _direct(turn: Noticed) -> str:
    if not turn.direct:
        return ""
    return "the hit" if turn.answer == BINGO else said(turn.answer)


REVIEWED: Mapping[str, Callable[[Noticed], str]] = {
    "direct_guesses": _direct,
    "early_guesses": lambda turn: turn.early,
    "redundant": lambda turn: turn.redundant,
    "inconsistent": lambda turn: turn.inconsistent,
}
"""The metrics that count turns of the review: those for which there is a reason."""


def _guessing(play: Play[State]) -> dict[str, int | None]:
    """The metrics by the deck's knowledge; None for each if the deck is missing."""
    turns = noticed(play)
    figures: dict[str, int | None] = dict.fromkeys(("direct_guesses", "first_direct_guess", *REVIEWED))
    if turns is None:
        return figures
    counts = {name: sum(bool(why(turn)) for turn in turns) for name, why in REVIEWED.items()}
    return figures | counts | {"first_direct_guess": next((t.turn for t in turns if t.direct), None)}


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
    lists = top_five(play)
    out: list[Mark] = []
    for turn in noticed(play) or ():
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


# the terms of each metric

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
    state = play.state
    number, question = _first_hit(state, how)
    if number is not None:
        return [term(number, question, HITS[how])]
    asked = len(state.turns) + (state.question is not None)
    return [f"{none_of(asked, 'question', 'questions')} {HITS[how]}"]


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
    """The turns for which the review gives a reason."""
    turns = noticed(play)
    if turns is None:
        return ["the deck is not here, so nothing is known of its entities"]
    return [term(t.turn, t.question, reason) for t in turns if (reason := why(t))] or _none(play)


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
    "yes": partial(_which, counts=lambda turn: turn.answer == YES),
    "score": _score,
    "defaulted": _defaulted,
    "judge_contradictions": _contradictions,
    **{name: partial(_noticed, why=why) for name, why in REVIEWED.items()},
    "first_direct_guess": lambda play: _noticed(play, _direct)[:1],
    "longest_no": _longest_no,
    **{f"hit_{how}": partial(_hit, how=how) for how in HITS},
    "top5_recall": _top_five,
    "turns_to_top5": _to_top_five,
    "key_turns": _key_turns,
    **{name: partial(_whole, metric=name) for name in WHOLE},
}
