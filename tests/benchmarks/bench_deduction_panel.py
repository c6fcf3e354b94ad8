"""The panel of Akinator and of the judge of Twenty Questions. Run by hand:

    python -m tests.benchmarks.bench_deduction_panel [SEEDS] [FIRST] [LEVEL]

`panel/answers.tsv`, `answers_people.tsv`: what somebody who has not seen the table would answer about forty
things and forty people. `panel/judge.tsv`:
free questions, each with the answer that nine of ten people would give, by somebody who has seen neither table
nor code. See `panel/README.md`. With a level, only the genie of that level is measured: `3 1000 hard` while
something is being changed, as seeds from 50,000 on are kept back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, median

from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.questions.belief import PEOPLE, AnsweredQuestion, Past, amended
from tui_arena.questions.genie import QuestionChooser
from tui_arena.questions.guesser import QuestionGuesser
from tui_arena.questions.judge import facts_given, judged
from tui_arena.questions.meaning import Is, Named
from tui_arena.questions.table import OPEN, SIGN_OF, Answer, Entity, GivenAnswer, Knowledge, Resolved
from tui_arena.ui.result.answer_review import MORE

PANEL = Path(__file__).parent / "panel"
CATALOGUE = Catalogue()
LEVELS = ("easy", "medium", "hard")
MOST = 20
PEOPLE_OF = (
    ("things", "answers.tsv"),
    ("anything", "answers.tsv"),
    ("celebrities", "answers_people.tsv"),
    ("anything", "answers_2.tsv"),
    ("anything", "answers_people_2.tsv"),
    ("anything", "answers_characters.tsv"),
)
"""Decks, each with the file of what people would answer about some of its entities."""
Person = Callable[[str], GivenAnswer]
"""Somebody who answers questions of the table, by their ids."""
OPPOSITE: Mapping[GivenAnswer, GivenAnswer] = {"yes": "no", "no": "yes"}
LEANS: Mapping[Answer, tuple[GivenAnswer, ...]] = {
    "yes": ("yes",),
    "no": ("no",),
    "sometimes": ("yes", "no", "probably yes", "probably no"),
    "unknown": ("unsure",),
}


def known(deck: str) -> Knowledge:
    """What is known of a deck's entities."""
    found: Knowledge | None = CATALOGUE.deck(deck, CATALOGUE.game("akinator")).deck.knowledge
    assert found is not None
    return found


def played(
    genie: QuestionChooser, person: Person, rng: Random, level: str = "hard", number: int = -1
) -> tuple[Past, bool]:
    """A game up to before the question that names an entity, and whether there was one; -1: none is right."""
    past: Past = ()
    for turn in range(MOST):
        choice = genie.choice(past, MOST - turn, level, rng)
        if choice is None or choice.number == number:
            return past, choice is not None
        if choice.number is not None:
            past = (*past, AnsweredQuestion(Named((choice.number,)), None, 1 << choice.number))
        elif isinstance(choice.meaning, Is):
            past = amended((*past, AnsweredQuestion(choice.meaning, person(choice.meaning.question))))
    return past, False


def found_after(genie: QuestionChooser, number: int, person: Person, level: str, rng: Random) -> int | None:
    """After how many questions an entity is named; None: it is not found."""
    past, found = played(genie, person, rng, level, number)
    return len(past) + 1 if found else None


def of_the_table(knowledge: Knowledge, number: int, rng: Random, odd: int) -> Person:
    """A person who answers as the table does, but for `odd` of the first questions."""
    flipped = set(rng.sample(range(MOST), odd))
    asked: list[str] = []

    def answers(question: str) -> GivenAnswer:
        told = rng.choice(LEANS[knowledge.answer(number, question)])
        asked.append(question)
        if len(asked) - 1 in flipped:
            return OPPOSITE.get(told, told)
        return told

    return answers


def of_the_panel(line: list[str], knowledge: Knowledge) -> Person:
    """The person of one line of `answers.tsv`."""
    yes, maybe, unsure = (frozenset(part.split()) for part in line[1:4])
    amounts = {name: float(value) for name, _, value in (part.partition(":") for part in line[4].split())}

    def answers(question: str) -> GivenAnswer:
        name, above, threshold = question.partition(">")
        if above and name not in amounts:
            return "no" if name in ("price", "since", "died") else "unsure"
        if above:  # steps are numbered from 0 in the panel
            amount = amounts[name] + bool(knowledge.scales[name].steps)
            return "yes" if amount > float(threshold) else "no"
        if name in yes:
            return "yes"
        return "probably yes" if name in maybe else "unsure" if name in unsure else "no"

    return answers


def told(what: str, level: str, ends: list[int | None]) -> None:
    """One line of the table."""
    won = [end for end in ends if end is not None]
    share = len(won) / len(ends)
    print(f"  {what:32} {level:7} {share:5.0%}   mean {mean(won):4.1f}   median {median(won):4.1f}")


def genie(seeds: int, first: int, levels: Sequence[str] = LEVELS) -> None:
    print(f"Akinator, found in {MOST} questions")
    for deck, file in PEOPLE_OF:
        lines = [line.split("\t") for line in (PANEL / file).read_text("utf-8").splitlines()]
        knowledge = known(deck)
        player = QuestionChooser(QuestionGuesser(knowledge, PEOPLE))
        for level in levels:
            ends = [
                found_after(
                    player,
                    knowledge.numbers[fold(line[0])],
                    of_the_panel(line, knowledge),
                    level,
                    Random(f"{seed}/{line[0]}"),
                )
                for line in lines
                for seed in range(first, first + seeds)
            ]
            told(f"{deck}: {file.removesuffix('.tsv')}", level, ends)
    for deck in ("things", "celebrities", "anything"):
        knowledge = known(deck)
        player = QuestionChooser(QuestionGuesser(knowledge, PEOPLE))
        drawn = Random(f"{first}/{deck}").sample(range(len(knowledge)), min(40 * seeds, len(knowledge)))
        for odd in (0, 2):
            for level in levels:
                ends = []
                for number in drawn:
                    rng = Random(f"{first}/{number}")
                    person = of_the_table(knowledge, number, rng, odd)
                    ends.append(found_after(player, number, person, level, rng))
                told(f"{deck}: the table's facts, {odd} odd", level, ends)


def lesson(past: Past, knowledge: Knowledge, name: str) -> Entity:
    """What the app keeps of a thing's answers (`add_entity`), as it reads it the next time."""
    said = [
        (knowledge.questions[taken.meaning.question].text, taken.answer)
        for taken in past
        if isinstance(taken.meaning, Is) and taken.answer is not None
    ]
    facts = facts_given(said, knowledge)
    tokens = [*(SIGN_OF[answer] + fact for fact, answer in facts.items()), OPEN]
    found = Resolved(tokens, knowledge.properties, knowledge.scales)
    return Entity(name, difficulty="easy", facts=found.facts, amounts=found.amounts)


def found_again(number: int, knowledge: Knowledge, rng: Random) -> int | None:
    """After how many questions an entity is named that the table lacked, and that was told after a lost game.

    None: it is not found.
    """
    person = of_the_table(knowledge, number, rng, 0)
    others = [entity for n, entity in enumerate(knowledge.entities) if n != number]
    before = QuestionChooser(QuestionGuesser(replace(knowledge, entities=others), PEOPLE))
    past, _ = played(before, person, rng)
    for _ in range(MORE):
        meaning = before.best(past)
        if isinstance(meaning, Is):
            past = (*past, AnsweredQuestion(meaning, person(meaning.question)))
    taught = lesson(past, knowledge, knowledge.entities[number].name)
    after = QuestionChooser(QuestionGuesser(replace(knowledge, entities=[*others, taught]), PEOPLE))
    return found_after(after, len(others), of_the_table(knowledge, number, rng, 0), "hard", rng)


def learning(seeds: int, first: int) -> None:
    print(f"Akinator, found again after a lost game and {MORE} more questions")
    for deck in ("things", "celebrities", "anything"):
        knowledge = known(deck)
        drawn = Random(f"{first}/{deck}").sample(range(len(knowledge)), 40 * seeds)
        ends = [found_again(number, knowledge, Random(f"{first}/{number}")) for number in drawn]
        told(f"{deck}: the table's facts", "hard", ends)


def judge() -> None:
    print("Twenty Questions, the judge's answers")
    lines = [line.split("\t") for line in (PANEL / "judge.tsv").read_text("utf-8").splitlines()]
    more = [line.split("\t") for line in (PANEL / "judge_more.tsv").read_text("utf-8").splitlines()]
    new = [line.split("\t") for line in (PANEL / "judge_2.tsv").read_text("utf-8").splitlines()]
    sets = {
        "first 400": lines[:400],
        "last 400": lines[400:],
        f"{len(more)} more": more,
        f"{len(new)} new": new,
    }
    for name, some in sets.items():
        kinds = judged_as(some)
        print(f"  {name:12}", "   ".join(f"{kind} {n / len(some):.1%}" for kind, n in kinds.most_common()))


def judged_as(lines: list[list[str]]) -> Counter[str]:
    """How many questions are answered in each way."""
    decks = [known("things"), known("celebrities"), known("anything")]
    kinds: Counter[str] = Counter()
    for entity, question, right in lines:
        knowledge = next(deck for deck in decks if fold(entity) in deck.numbers)
        answer = judged(question, (entity,), knowledge).answer
        said = answer if answer in ("yes", "no") else "maybe"
        kinds[
            "right"
            if said == right
            else "needless maybe"
            if said == "maybe"
            else "missed maybe"
            if right == "maybe"
            else "the wrong way round"
        ] += 1
    return kinds


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    if len(sys.argv) > 3:
        genie(seeds, first, sys.argv[3:])
        return
    genie(seeds, first)
    learning(seeds, first)
    judge()


if __name__ == "__main__":
    main()
