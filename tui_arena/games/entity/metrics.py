"""The metrics of entity deduction, and a review of each session turn by turn; see this game's README.md.

Some metrics measure the lists of likely entities that a `candidates` probe asks for: the list before question
t is round t. The top five use the first five items of a list, the other figures the whole list. After a key
turn, none of the first five items of its list is anywhere in the next list. `opening_overlap` compares
sessions that repeat the same item.

The review finds direct guesses, and early, redundant or inconsistent questions. The deck's table interprets
each question in the same way for every entity. The answers that the guesser got count, even if noise flipped
them.

Law: a metric depends only on the folded session and its deck. None means "not defined here", never zero. The
reasons of a review may name the entity, so they are only for sessions that are over.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

from tui_arena.core.game import Mark
from tui_arena.core.grouping import grouped
from tui_arena.core.language.names import equals
from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import (
    first_of,
    kept,
    lists_of,
    parts_of,
    ranked,
    recalled,
)
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, cut_short, endings, none_of, number_of, of_whole, term
from tui_arena.games.entity.rules import ASKED, BINGO, FREE_TURNS, STEP, EntityState, EntityTurn, said, worth
from tui_arena.questions.belief import Inference, members, named_in
from tui_arena.questions.meaning import AnyOf, Is, Meaning, Named, truth
from tui_arena.questions.phrasing import said_so
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.rules import NO, YES, amended, folded
from tui_arena.questions.table import Knowledge

TOP = 5
WHOLE = ("recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The metrics that use whole lists."""
HITS = {
    "strict": "names the entity exactly",
    "substring": "contains the entity's name",
    "lenient": "names the entity (plural, article and accents don't matter)",
    ASKED: "asks for the entity",
}
"""Maps each reading of a hit to what a question does if it is a hit by that reading."""


def figures(play: Play[EntityState]) -> dict[str, Explained]:
    """Maps each metric of a session to its figure; the session need not be over."""
    state = play.state
    turns = list(enumerate(state.turns, 1))
    n, none = len(turns), none_of(len(turns), "question")
    how = f"named at question {n}" if state.won else f"not named in {counted(n, 'question')}"
    asked = [_turn(*one) for one in turns]
    all_count = [] if state.won else [f"not found, so all {state.max_turns} count"]
    return {
        **endings(play, f"{how}: {state.entity}"),
        "turns": of_whole(play, n if state.won else state.max_turns, lambda: [*asked, *all_count]),
        "yes": _yes(play, turns, none),
        "score": _score(play, n),
        "defaulted": number_of(_defaulted(state), none),
        "judge_contradictions": number_of(_contradictions(state), "no question got two different answers"),
        "amended": amended(state.turns),
        **_reviewed(play, none),
        "names": _names(play),
        "longest_no": _longest_no(state.turns),
        **{f"hit_{reading}": _first_hit(state, reading) for reading in HITS},
        **_listed(play),
    }


def main_score(_play: Play[EntityState], metrics: Mapping[str, Any]) -> float | None:
    """The guesser's `score`, 0 to 1; 0 when resigned, None when aborted or unfinished."""
    score: float | None = metrics["score"]
    return score


def _yes(play: Play[EntityState], turns: Sequence[tuple[int, EntityTurn]], none: str) -> Explained:
    """The number of yes answers; None for an aborted session."""
    if play.outcome().result == "aborted":
        return of_whole(play, None, list)
    return number_of([_turn(at, turn) for at, turn in turns if turn.answer == YES], none)


def _turn(number: int, turn: EntityTurn) -> str:
    return term(number, turn.question, said(turn.answer))


def _score(play: Play[EntityState], turns: int) -> Explained:
    if play.resigned is not None:
        return Explained(0.0, lambda: [f"{cut_short(play)}: 0"])
    if not play.state.won:
        return of_whole(play, 0.0, lambda: ["not found: 0"])
    free = f"; the first {FREE_TURNS} cost nothing: 1"
    costs = f": 1 - {STEP} x {turns - FREE_TURNS} = {worth(turns):g}"
    told = f"found at question {turns}{free if turns <= FREE_TURNS else costs}"
    return of_whole(play, worth(turns), lambda: [told])


def _defaulted(state: EntityState) -> list[str]:
    """A line for each verdict of the umpire and each answer of the judge that couldn't be read."""
    lines = []
    for number, turn in enumerate(state.turns, 1):
        if turn.unruled:
            lines.append(term(number, turn.question, "no verdict from the umpire: no hit"))
        if turn.defaulted:
            lines.append(
                term(number, turn.question, f"no answer from the judge; it counts as: {said(turn.answer)}")
            )
    if state.unruled:
        open_one = len(state.turns) + 1
        lines.append(term(open_one, state.question or "", "no verdict from the umpire: no hit"))
    return lines


def _contradictions(state: EntityState) -> list[str]:
    """A line for each question that the judge answered in more than one way.

    The judge's own answers count, before noise flipped any of them. Defaulted answers are left out.
    """
    given = grouped(
        (folded(turn.question), (number, turn.read or turn.answer))
        for number, turn in enumerate(state.turns, 1)
        if turn.answer != BINGO and not turn.defaulted
    )
    return [
        f"{state.turns[rows[0][0] - 1].question}  {', '.join(f'at {n} {answer}' for n, answer in rows)}"
        for rows in given.values()
        if len({answer for _, answer in rows}) > 1
    ]


def _longest_no(turns: Sequence[EntityTurn]) -> Explained:
    """The length of the longest run without a yes (the first of several equal runs); a hit ends a run."""
    best: list[int] = []
    run: list[int] = []
    for number, turn in enumerate(turns, 1):
        run = [] if turn.answer in (YES, BINGO) else [*run, number]
        best = max(best, run, key=len)
    if not best:
        return Explained(0, lambda: ["there was no answer other than yes"])
    first, last = best[0], best[-1]
    several = f"from turn {first} to turn {last}: {len(best)} in a row"
    head = f"turn {first} alone" if first == last else several
    return Explained(len(best), lambda: [head, *(_turn(n, turns[n - 1]) for n in best)])


def _first_hit(state: EntityState, reading: str) -> Explained:
    """The first turn whose question names the entity by a reading."""
    asked = [(turn.question, turn.hit) for turn in state.turns]
    if state.question is not None:
        asked.append((state.question, state.readings))
    hits = [(n, question) for n, (question, hit) in enumerate(asked, 1) if reading in hit]
    if hits:
        return Explained(hits[0][0], lambda: [term(*hits[0], HITS[reading])])
    return Explained(None, lambda: [f"{none_of(len(asked), 'question')} {HITS[reading]}"])


def _names(play: Play[EntityState]) -> Explained:
    """The mean number of the deck's entities that a question names, in any kind of sentence."""
    state, knowledge = play.state, _knowledge(play)
    if knowledge is None:
        return Explained(None, lambda: UNKNOWN)
    named = [(n, turn, _named_in(turn, state, knowledge)) for n, turn in enumerate(state.turns, 1)]
    total = sum(len(names) for _, _, names in named)

    def lines() -> list[str]:
        terms = [term(n, turn.question, ", ".join(names)) for n, turn, names in named if names]
        mean = f"{counted(total, 'name')} in {counted(len(named), 'question')}"
        return [*terms, f"{mean} = {total / len(named):.2f}" if named else mean]

    return Explained(total / len(named) if named else None, lines)


def _named_in(turn: EntityTurn, state: EntityState, knowledge: Knowledge) -> list[str]:
    """The entities that a question names, including the secret even if the deck doesn't have it."""
    found = named_in(turn.question, knowledge, "lenient")
    names = [knowledge.entities[number].name for number in members(found)]
    listed = any(found >> number & 1 for number in knowledge.numbered(state.names))
    return names if listed or "lenient" not in turn.hit else [*names, str(state.entity)]


# the lists of likely entities


def _top_five(lists: Mapping[int, Sequence[str]]) -> dict[int, tuple[str, ...]]:
    """Maps a turn to the likeliest entities before its question, at most five."""
    return {turn: kept(items)[:TOP] for turn, items in lists.items()}


def _listed(play: Play[EntityState]) -> dict[str, Explained]:
    """`top5_recall`, `turns_to_top5`, `key_turns` and the metrics in `WHOLE`; all None without a list."""
    state, lists = play.state, lists_of(play, "guesser")
    whole = {
        name: figure for name, figure in ranked(lists, state.names, state.compared).items() if name in WHOLE
    }
    if not lists or not state.names:
        return dict.fromkeys(("top5_recall", "turns_to_top5", "key_turns", *WHOLE), whole["recall"])
    tops = _top_five(lists)
    ranks = {turn: whole["ranks"].value[turn - 1] or TOP + 1 for turn in tops}
    told = {
        turn: f"{turn}. {f'place {rank}' if rank <= TOP else 'not among them'}  {', '.join(tops[turn])}"
        for turn, rank in ranks.items()
    }
    among = [turn for turn, rank in ranks.items() if rank <= TOP]
    keys = _key_turns(lists, state.compared)
    answered = [
        term(n, turn.question, f"{said(turn.answer)} Ruled out: {', '.join(tops[n])}")
        for n, turn in enumerate(state.turns, 1)
        if n in keys
    ]
    return {
        "top5_recall": recalled(told, among),
        "turns_to_top5": first_of(told, among, f"{none_of(len(told), 'list')} has it"),
        "key_turns": Explained(
            keys, lambda: answered or ["no answer ruled out all of the likeliest at once"]
        ),
        **whole,
    }


def _key_turns(lists: Mapping[int, Sequence[str]], how: str) -> list[int]:
    """The turns whose five likeliest entities beforehand are all missing from the next list.

    `lists`: whole lists by turn. A turn counts only if both its own list and the next turn's list exist.
    """
    return [
        turn
        for turn, top in _top_five(lists).items()
        if turn + 1 in lists and not _shared(top, kept(lists[turn + 1]), how)
    ]


def _shared(items: Sequence[str], others: Sequence[str], how: str) -> bool:
    names = tuple(chain.from_iterable(map(parts_of, others)))
    return any(equals(part, names, how) for item in items for part in parts_of(item))


# sessions that repeat an item

FIRST = 5


def opening_overlap(sessions: Iterable[Sequence[str]]) -> float | None:
    """The share of the first five questions that two sessions have in common: the mean over all pairs.

    `sessions`: the questions of each repetition of one item, in order. Questions are compared folded and
    as sets. Sessions without questions are left out; None if fewer than two are left.

    >>> opening_overlap([["Is it alive?", "Is it red?"], ["is it alive", "Is it big?"]])
    0.5
    """
    openings = [frozenset(map(folded, questions[:FIRST])) for questions in sessions if questions]
    shares = [len(a & b) / max(len(a), len(b)) for a, b in combinations(openings, 2)]
    return sum(shares) / len(shares) if shares else None


REPEATED = {"opening_overlap": "opening overlap"}


def across(plays: Sequence[Play[EntityState]]) -> dict[str, float | None]:
    """Metrics over repetitions of one item: how similar the guesser's openings are."""
    return {"opening_overlap": opening_overlap([t.question for t in play.state.turns] for play in plays)}


# the review of the turns


def named(meaning: Meaning | None) -> tuple[int, ...]:
    """The entities that a question guesses by name; both entities for `is it a violin or a viola?`.

    Empty if the question asks for anything else, or names something that isn't in the deck.
    """
    if isinstance(meaning, Named):
        return meaning.numbers
    if isinstance(meaning, AnyOf):
        parts = [named(part) for part in meaning.of]
        return tuple(dict.fromkeys(number for part in parts for number in part)) if all(parts) else ()
    return ()


def excluded(meaning: Meaning | None, answer: str, number: int, knowledge: Knowledge) -> bool:
    """True if an answer rules an entity out: it is no and the truth is yes, or the other way round."""
    return meaning is not None and (answer, truth(meaning, knowledge, number)) in (
        ("yes", "no"),
        ("no", "yes"),
    )


@dataclass(frozen=True, slots=True)
class Noticed:
    """The review of one turn. Each reason is a clause, empty if there is nothing to notice."""

    turn: int
    question: str
    answer: str
    direct: bool
    """True if the question names an entity of the deck, or the secret."""
    early: str = ""
    redundant: str = ""
    inconsistent: str = ""


def noticed(play: Play[EntityState]) -> tuple[Noticed, ...] | None:
    """The review of every turn of a session, based on its deck's knowledge; None if the deck is missing."""
    state, knowledge = play.state, _knowledge(play)
    if knowledge is None:
        return None
    return _review(state.turns, state.names, state.reading, state.max_turns, knowledge)


NOTHING = Knowledge("", ())
"""The knowledge about no entities."""


def _knowledge(play: Play[EntityState]) -> Knowledge | None:
    """The knowledge about the entities of a session's deck; None if the deck is missing.

    Before the first turn there is nothing to look up, and a new table doesn't wait until it is read.
    """
    deck = play.setup.source
    if deck is None:
        return None
    knowledge: Knowledge | None = deck.knowledge if play.state.turns else NOTHING
    return knowledge


@lru_cache(maxsize=256)
def _review(
    turns: tuple[EntityTurn, ...], names: tuple[str, ...], by: str, most: int, knowledge: Knowledge
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
                f"a wrong guess in the first half of the {most} questions" if missed_early else "",
                _redundant(turn, meaning, asked, followed),
                _inconsistent(turns[:i], meanings[:i], guessed, knowledge) if direct else "",
            )
        )
        asked.setdefault(folded(turn.question), number)
        if meaning is not None and turn.answer in (YES, NO):
            followed.learn(meaning, number, yes=turn.answer == YES)
    return tuple(out)


def _redundant(turn: EntityTurn, meaning: Meaning | None, asked: dict[str, int], followed: Inference) -> str:
    before = asked.get(folded(turn.question))
    if before is not None:
        return f"already asked as question {before}"
    follows = None if meaning is None or turn.answer == BINGO else followed.of(meaning)
    return "" if follows is None else f"follows from question {follows.turn}: {follows.why}"


def _inconsistent(
    turns: tuple[EntityTurn, ...],
    meanings: list[Meaning | None],
    guessed: tuple[int, ...],
    knowledge: Knowledge,
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
"""Maps a metric to a reason for a turn of the review; the metric counts the turns that have a reason."""


UNKNOWN = ["deck not found, so nothing is known about its entities"]


def _reviewed(play: Play[EntityState], none: str) -> dict[str, Explained]:
    """The metrics that need the deck's knowledge; None for each if the deck is missing."""
    turns = noticed(play)
    if turns is None:
        unknown = Explained(None, lambda: UNKNOWN)
        return dict.fromkeys(("direct_guesses", "first_direct_guess", *REVIEWED), unknown)
    found = {
        name: number_of([term(t.turn, t.question, reason) for t in turns if (reason := why(t))], none)
        for name, why in REVIEWED.items()
    }
    direct = found.pop("direct_guesses")
    first = next((turn.turn for turn in turns if turn.direct), None)
    return {
        "direct_guesses": direct,
        "first_direct_guess": Explained(first, lambda: direct.lines()[:1]),
        **found,
    }


KINDS = ("early", "redundant", "inconsistent")


def marks(play: Play[EntityState]) -> list[Mark]:
    """Every mark of a session, in the order of its replies; the reasons may name the entity."""
    asked = [s.seq for s in play.standing() if s.name == "question" and s.fault is None]
    lists = lists_of(play, "guesser")
    tops = _top_five(lists)
    out: list[Mark] = []
    if play.state.rephrased is not None:
        out.append(Mark(asked.pop(play.state.rephrased_at), "rephrased", "asked again in other words"))
    for turn in noticed(play) or ():
        reasons = ((kind, getattr(turn, kind)) for kind in KINDS)
        out += [Mark(asked[turn.turn - 1], kind, why) for kind, why in reasons if why]
    for turn_number in _key_turns(lists, play.state.compared):
        if turn_number <= len(asked):
            out.append(Mark(asked[turn_number - 1], "key", felled(len(tops[turn_number]))))
    return sorted(out, key=lambda mark: mark.seq)


def felled(count: int) -> str:
    """The reason for the mark of a key turn; `count`: the number of entities listed before the turn.

    >>> felled(5), felled(1)
    ('ruled out all five it had in mind', 'ruled out the one it had in mind')
    """
    words = ("", "the one", "both", "all three", "all four", "all five")
    return f"ruled out {words[count]} it had in mind"
