"""A review of a session turn by turn: direct guesses, and early, redundant or inconsistent questions.

Questions are understood by the deck's table, and mean the same whatever the entity is. The reasons that a
review gives may hold the entity, so they are only for sessions that are over.

A review depends only on the turns and the deck's knowledge. The answers that the guesser got are the ones
that count, even where noise flipped them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tui_arena.core.game import Setup
from tui_arena.core.text import fold
from tui_arena.games.entity.inference import Inference, said_so
from tui_arena.games.entity.rules import BINGO, NO, YES, State, Turn
from tui_arena.questions.meaning import AnyOf, Is, Meaning, Named, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.rules import folded
from tui_arena.questions.table import Knowledge


def knowledge_of(setup: Setup) -> Knowledge | None:
    """The knowledge of a session's deck; None if the session names no deck or the deck is missing."""
    return setup.source.knowledge if setup.source is not None else None


def meant(question: str, knowledge: Knowledge) -> Meaning | None:
    """The meaning of a question in terms of the table; None if it is not understood."""
    return understand(question, knowledge)


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


def number_of(names: tuple[str, ...], knowledge: Knowledge) -> int | None:
    """The number of the entity with one of these names in the deck; None if there is none."""
    return next((knowledge.numbers[key] for key in map(fold, names) if key in knowledge.numbers), None)


def excluded(meaning: Meaning, told: str, number: int, knowledge: Knowledge) -> bool:
    """Whether an answer rules an entity out: `told` is no and the truth is yes, or the other way round."""
    return (told, truth(meaning, knowledge, number)) in (("yes", "no"), ("no", "yes"))


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


def noticed(state: State, knowledge: Knowledge) -> tuple[Noticed, ...]:
    """The review of every turn of a session."""
    return _noticed(state.turns, state.names, counted(state), state.max_turns, knowledge)


def counted(state: State) -> str:
    """The reading by which a session matches questions with the entity, before any umpire."""
    by = str(state.setup.options["match"])
    return "lenient" if by == "judged" else by


@lru_cache(maxsize=256)
def _noticed(
    turns: tuple[Turn, ...], names: tuple[str, ...], by: str, most: int, knowledge: Knowledge
) -> tuple[Noticed, ...]:
    meanings = [meant(turn.question, knowledge) for turn in turns]
    followed = Inference(knowledge)
    asked: dict[str, int] = {}
    out = []
    for i, turn in enumerate(turns):
        number, meaning = i + 1, meanings[i]
        hit = turn.answer == BINGO or by in turn.hit
        guessed = named(meaning)
        if not guessed and hit:
            found = number_of(names, knowledge)
            guessed = () if found is None else (found,)
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
    against = []
    for number in guessed:
        by = next(
            (
                i
                for i, meaning in enumerate(meanings)
                if meaning is not None and excluded(meaning, turns[i].answer, number, knowledge)
            ),
            None,
        )
        if by is None:
            return ""
        against.append(by)
    if not against:
        return ""
    i = against[0]
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
