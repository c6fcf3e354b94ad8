"""Akinator's bot in both seats and in probes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE, give
from tests.games.akinator.test_genie import ANYTHING, GENIE, asked_of
from tests.games.steps import answer, begin, undo
from tests.games.things import Things
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Ask, Deck, Setup
from tui_arena.core.language.names import equals
from tui_arena.core.options import resolve
from tui_arena.core.probes import CANDIDATES, SORTING, read_list, read_sorting
from tui_arena.core.record import Play
from tui_arena.core.text import fold, read_reply
from tui_arena.games.akinator.bot import make
from tui_arena.games.akinator.rules import GAME, read_names, read_question
from tui_arena.questions.belief import Past, step
from tui_arena.questions.table import GivenAnswer
from tui_arena.table.probes import sorting_view

CASES = Cases(__file__)

INFO = CATALOGUE.game("akinator")
THINGS = Things(CATALOGUE, INFO)
deck, known, bot = THINGS.deck, THINGS.known, THINGS.bot
LEVELS = ("easy", "medium", "hard")


def start(object_: str | None = None, **options: Any) -> Play[Any]:
    """A sealed session with an object; without one, a session whose object is told only at the end."""
    options = {"secret": "sealed" if object_ else "later", **options}
    secret = {"object": object_, "aliases": []} if object_ else {}
    return begin("akinator", secret, options, deck=deck().name, source=deck())


def reply(play: Play[Any], level: str = "hard", seed: object = 0) -> str:
    ask = play.asks()[0]
    return bot().reply(ask, play.view(ask.seat), level, Random(f"{seed}/{ask.key}/{ask.attempt}"))


def played(play: Play[Any], level: str = "hard", seed: object = 0) -> Play[Any]:
    while play.asks():
        answer(play, reply(play, level if play.asks()[0].seat == "guesser" else "hard", seed))
    return play


def beside(play: Play[Any], kind: str) -> str:
    ask = GAME.probe(play.state, "guesser", kind)
    assert ask is not None
    return bot().reply(ask, play.view("guesser"), "hard", Random(1))


GUITAR = ("Is it a musical instrument?", "yes", "Does it have strings?", "yes")


@pytest.mark.parametrize("every", [240, pytest.param(80, marks=pytest.mark.torture)])
def test_what_is_thought_of_is_found(every: int) -> None:
    for entity in known().entities[::every]:
        play = played(start(entity.name))
        assert play.outcome().winners == ("guesser",), entity.name
        assert len(play.state.turns) <= 18


@pytest.mark.thorough
def test_a_setter_that_has_told_nobody_agrees_with_all_it_said() -> None:
    found = set()
    for seed in range(4):
        play = played(start(), seed=seed)
        assert play.outcome().winners == ("guesser",)
        found.add(play.state.entity)
        names = play.state.entity
        for turn in play.state.turns[:-1]:
            if turn.question.guess:
                assert not equals(turn.question.guess, (names,), "lenient")
    assert len(found) > 2


def test_a_lost_session_ends_with_something_that_was_not_guessed() -> None:
    play = answer(start(max_turns=2), "Is it an animal?")
    told = reply(play)
    answer(play, told, "This is a guess -- are you thinking of a hammer?", "incorrect")
    assert play.asks()[0].name == "reveal"
    name, _ = read_names(reply(play))
    number = known().numbers[fold(name)]
    assert known().answer(number, "animal") == ("yes" if "yes" in told else "no")
    assert name != "hammer"


@CASES.each
def test_a_setter_has_five_answers_and_two(question: str, told: str) -> None:
    play = answer(start("guitar", match="strict"), question)
    assert read_reply(reply(play), "answer:").body == told


def test_what_depends_is_probably_so() -> None:
    for prop, masks in known().masks.items():
        if masks.sometimes and prop in known().properties:
            entity = known().entities[masks.sometimes.bit_length() - 1]
            play = answer(start(entity.name), known().questions[prop].text)
            assert reply(play) == "probably yes"
            return
    raise AssertionError("no property is answered by sometimes")


def test_questions_are_numbered_and_guesses_have_their_form() -> None:
    play = answer(start(), *GUITAR)
    for level in LEVELS:
        text = reply(play, level)
        assert text.startswith("Question 3: ")
    last = answer(start(max_turns=1))
    for level in LEVELS:
        asked = read_question(reply(last, level))
        assert asked.number == 1
        assert asked.guess


def test_a_wrong_guess_is_out_and_free_answers_teach() -> None:
    play = answer(start(), *GUITAR, "This is a guess -- are you thinking of a violin?", "incorrect")
    found = bot().belief(play.view("guesser"))
    assert found is not None
    names = [name for name, _ in found.best]
    assert "guitar" in names
    assert "violin" not in names
    answer(play, "Blorp?", "don't know", "Is it loud?", "probably no")
    later = bot().belief(play.view("guesser"))
    assert later is not None
    assert "violin" not in [name for name, _ in later.best]


def test_candidates_are_five_to_sixteen_or_the_one() -> None:
    play = start("guitar")
    sizes = []
    while play.asks():
        answer(play, reply(play))
        if GAME.probe(play.state, "guesser", CANDIDATES):
            sizes.append(len(read_list(beside(play, CANDIDATES))))
    assert sizes[0] == 16
    assert sizes[-1] == 1
    assert all(size == 1 or 5 <= size <= 16 for size in sizes)
    assert read_list(beside(play, CANDIDATES)) == ("guitar",)


def test_items_are_sorted_by_the_table() -> None:
    items = ["guitar", "a Violin", "dog", "something that nobody put in"]
    play = answer(start("guitar"), "Does it have strings?", "yes", "Is it an animal?", "no")
    ask = Ask("guesser", SORTING, f"{SORTING}:2")
    for number, yes in ((1, ["guitar", "a Violin"]), (2, ["dog"])):
        view = sorting_view(play.view("guesser"), "question", number, items)
        text = bot().reply(ask, view, "hard", Random(1))
        assert read_sorting(text, items) == (yes, [item for item in items if item not in yes])
    answer(play, "This is a guess -- are you thinking of a violin?", "incorrect")
    view = sorting_view(play.view("guesser"), "question", 3, items)
    assert read_sorting(bot().reply(ask, view, "hard", Random(1)), items)[0] == ["a Violin"]


def test_the_coach_counts_a_guess_that_came_too_early() -> None:
    play = start("guitar", max_turns=3)
    guess = "This is a guess -- are you thinking of a violin?"
    answer(play, guess, "incorrect", *GUITAR[:2], *GUITAR[:2])
    text = beside(play, "coach")
    assert "1." in text
    assert f"{len(known())} still likely. Too early" in text
    assert "3." in text
    assert "wasted" in text


def test_hints() -> None:
    play = start("guitar")
    assert "Start with something big" in str(bot().hint(play.asks()[0], play.view("guesser")))
    answer(play, "Is it an animal?")
    assert bot().hint(play.asks()[0], play.view("setter")) == "I'd say no."
    answer(play, "no", "This is a guess: are you thinking of a dog?")
    assert bot().hint(play.asks()[0], play.view("setter")) is None


def test_names_that_are_signs_alone_end_no_session() -> None:
    """Such entities can't be guessed in the form that the rules ask for; the others still can."""
    odd = Deck(
        "odd",
        tuple(
            {"entity": name, "aliases": [], "difficulty": "medium"} for name in ("?", "{", "...", ".*", "C++")
        ),
    )
    chosen = resolve(INFO.options, INFO.presets, {"secret": "sealed"}, None)
    for seed in range(4):
        own = make(odd, None, INFO.speech)
        play = Play(GAME, Setup(chosen, {"object": "C++"}, deck="odd", source=odd))
        while play.asks():
            ask = play.asks()[0]
            give(
                play,
                ask,
                own.reply(ask, play.view(ask.seat), "hard", Random(f"{seed}/{ask.key}/{ask.attempt}")),
            )
        assert play.outcome().winners == ("guesser",)
        assert all(step.fault is None for step in play.steps)


def test_a_setter_draws_by_level() -> None:
    chosen = resolve(INFO.options, INFO.presets, {"secret": "sealed"}, None)
    play: Play[Any] = Play(GAME, Setup(chosen, None, deck=deck().name, source=deck()))
    ask = play.asks()[0]
    for level in LEVELS:
        name, _ = read_names(bot().reply(ask, play.view("setter"), level, Random(2)))
        assert known().entities[known().numbers[fold(name)]].difficulty == level


@each(*LEVELS)
def test_what_is_carried_from_turn_to_turn_changes_no_reply(level: str) -> None:
    carrying, forgetful = (make(deck(), None, INFO.speech) for _ in range(2))

    def go_on(play: Play[Any]) -> str:
        ask = play.asks()[0]
        view, seed = play.view(ask.seat), f"{ask.key}/{ask.attempt}"
        text = carrying.reply(ask, view, level, Random(seed))
        forgetful.forget()
        assert forgetful.reply(ask, view, level, Random(seed)) == text
        answer(play, text)
        return text

    one, other = start("violin"), start("giraffe")
    first = [(go_on(one), go_on(other)) for _ in range(10)]
    for play in (one, other):
        undo(play, 4)
    assert [(go_on(one), go_on(other)) for _ in range(6)] == first[4:]


NAMES = ["giraffe", "toaster", "Lionel Messi", "violin", "Marie Curie", "banana", "penguin", "umbrella"]
GIRAFFE: dict[str, GivenAnswer] = CASES["GIRAFFE"]


def past(changed: Mapping[str, GivenAnswer] | None = None) -> Past:
    answers = {**GIRAFFE, **(changed or {})}
    return tuple(step(question, told, ANYTHING, None) for question, told in answers.items())


def doubts(answered: Past) -> Sequence[int]:
    """The numbers of the answers that were doubted in the course of a game."""
    return [GENIE.doubted(answered[: turn + 1]) for turn in range(len(answered))]


@pytest.mark.parametrize("name", sampled(NAMES, 4))
def test_nobody_who_answers_as_it_is_is_doubted(name: str) -> None:
    answered, _ = asked_of(name)
    assert set(doubts(answered)) == {0}


@pytest.mark.thorough
def test_a_wrong_answer_is_often_noticed_and_hardly_ever_another() -> None:
    right = wrong = 0
    for name in NAMES:
        for odd in (1, 3, 5):
            found = set(doubts(asked_of(name, odd=odd)[0])) - {0}
            right += odd + 1 in found
            wrong += bool(found - {odd + 1})
    assert right >= len(NAMES) * 3 / 2
    assert wrong <= len(NAMES) * 3 / 8, "one game in eight"


def test_the_answer_that_does_not_fit_is_the_one() -> None:
    assert GENIE.doubted(past()) == 0
    assert GENIE.doubted(past({"Does it have four legs?": "no"})) == 8


def test_a_few_answers_are_too_few_to_doubt_one() -> None:
    assert GENIE.doubted(past({"Is it a wild animal?": "no"})[:6]) == 0


def test_a_hesitant_answer_is_never_doubted() -> None:
    assert GENIE.doubted(past({"Does it have four legs?": "probably no"})) == 0
