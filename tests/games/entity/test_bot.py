"""The bot of entity in every seat: how well it plays, what it says, and what it can't know."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.games.entity.table import INFO, start
from tests.games.steps import answer
from tests.games.things import Things
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Ask, Bot, Deck, Reply
from tui_arena.core.probes import CANDIDATES, read_list
from tui_arena.core.record import Play
from tui_arena.core.text import fold, read_reply
from tui_arena.games.entity.bot import EntityBot, make
from tui_arena.games.entity.rules import GAME
from tui_arena.questions.belief import Inference
from tui_arena.questions.meaning import Is, Meaning
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge

CASES = Cases(__file__)

THINGS = Things(CATALOGUE, INFO)
deck, known, bot = THINGS.deck, THINGS.known, THINGS.bot
LEVELS = ("easy", "medium", "hard")
MOST = 20


def reply(play: Play[Any], level: str = "hard", of: Bot | None = None) -> str:
    ask = play.asks()[0]
    rng = Random(f"{play.setup.secret}/{ask.seat}/{ask.key}/{ask.attempt}")
    return (of or bot()).reply(ask, play.view(ask.seat), level, rng)


def judged(entity: str, question: str, level: str = "hard", **options: Any) -> str:
    play = answer(start(entity, source=deck(), **options), question)
    return reply(play, level)


@cache
def results(level: str, noise: float = 0) -> list[int]:
    """Questions needed for every eightieth entity that is not held out; one more than allowed for a miss."""
    out = []
    for item in [item for item in deck().items if not item["suite"]][::80]:
        drawn = Random(str(item["entity"]))
        flips = [turn for turn in range(1, MOST + 1) if drawn.random() < noise]
        state = start(item["entity"], *item["aliases"], source=deck(), flips=flips).state
        while not state.over:
            ask = GAME.asks(state)[0]
            rng = Random(f"{item['entity']}/{ask.seat}/{ask.key}/{ask.attempt}")
            text = bot().reply(
                ask, GAME.view(state, ask.seat), level if ask.seat == "guesser" else "hard", rng
            )
            state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
        out.append(len(state.turns) if state.won else MOST + 1)
    return out


def share(turns: list[int]) -> float:
    return sum(n <= MOST for n in turns) / len(turns)


# how well it plays (all entities: tests/benchmarks/bench_knowledge.py)


def test_hard_finds_nearly_all() -> None:
    assert share(results("hard")) >= 0.97
    assert sum(min(n, MOST) for n in results("hard")) / len(results("hard")) <= 12


@pytest.mark.thorough
def test_hard_finds_most_where_a_tenth_of_the_answers_is_wrong() -> None:
    assert share(results("hard", 0.1)) >= 0.6


@pytest.mark.parametrize("level", sampled(LEVELS, 5))
@pytest.mark.parametrize("name", ["orchid", "corkscrew", "starfish"])
def test_a_guesser_of_any_level_asks_as_a_person_would(name: str, level: str) -> None:
    """It begins with what a game may begin with, and never asks what follows from a plain answer."""
    state = start(name, source=deck()).state
    follows = Inference(known())
    asked: list[Meaning] = []
    while not state.over:
        ask = GAME.asks(state)[0]
        text = bot().reply(ask, GAME.view(state, ask.seat), level, Random(f"{name}/{ask.key}"))
        if ask.name == "question":
            meaning = understand(text, known())
            assert meaning is not None
            assert not isinstance(meaning, Is) or follows.of(meaning) is None, text
            asked.append(meaning)
        state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
        if ask.name == "answer" and state.turns[-1].answer in ("yes", "no"):
            follows.learn(asked[-1], len(state.turns), yes=state.turns[-1].answer == "yes")
    assert isinstance(asked[0], Is)
    assert known().properties[asked[0].question].first


@pytest.mark.thorough
def test_lower_levels_find_less() -> None:
    easy, medium, hard = (sum(results(level)) for level in LEVELS)
    assert easy > medium > hard
    assert share(results("easy")) < 0.85


# every seat


@each(*LEVELS)
def test_a_setter_draws_by_level(level: str) -> None:
    play = start(None, source=deck())
    ask = play.asks()[0]
    for seed in range(5):
        text = bot().reply(ask, play.view("setter"), level, Random(seed))
        name, *aliases = text.split(" | ")
        number = known().numbers[fold(name)]
        assert known().entities[number].difficulty == level
        assert list(known().entities[number].aliases) == aliases


@CASES.each
def test_a_judge_answers_by_the_table(entity: str, question: str, told: str) -> None:
    text = judged(entity, question)
    play = answer(start(entity, source=deck()), question, text)
    assert play.state.turns[-1].answer == told


def test_a_judge_says_in_its_log_what_it_did_not_understand() -> None:
    text = judged("hammer", "Flarg the bloop?")
    assert read_reply(text, "answer:").thinking == "I didn't understand the question."
    assert read_reply(text, "answer:").body == "maybe"
    text = judged("something that nobody put in", "Is it a tool?", answers="yes/no/dunno")
    assert "I don't know enough about" in read_reply(text, "answer:").thinking
    assert read_reply(text, "answer:").body == "dunno"


@each(*LEVELS)
def test_a_judge_of_any_level_reads_all_that_is_asked(level: str) -> None:
    question = "Is it a tool or an animal or a plant?"
    assert read_reply(judged("hammer", question, level), "answer:").body == "yes"


@each(("Is it a gitar?", "yes"), ("Is it a violin?", "no"), ("Is it a drum?", "no"))
def test_an_umpire_lets_a_slip_of_the_pen_pass(question: str, told: str) -> None:
    play = answer(start("guitar", source=deck(), match="judged"), question)
    assert play.asks()[0].name == "hit"
    assert reply(play) == told


# guesser


def test_the_last_question_is_a_guess() -> None:
    for level in LEVELS:
        play = start("guitar", source=deck(), max_turns=1)
        text = reply(play, level)
        assert any(entity.name in text for entity in known().entities)


def test_it_takes_over_any_history() -> None:
    play = answer(
        start("guitar", source=deck()),
        *["Is it a musical instrument?", "yes", "Hm, blorp?", "maybe", "Does it have strings?", "yes"],
        *["Is it a violin?", "no", "x" * 300, "no"],
    )
    found = bot().belief(play.view("guesser"))
    assert found is not None
    assert "guitar" in [name for name, _ in found.best]
    assert "violin" not in [name for name, _ in found.best]
    assert found.left < 30


def test_a_flipped_yes_on_a_miss_means_nothing() -> None:
    play = answer(start("guitar", source=deck(), flips=[1]), "Is it a violin?", "no")
    assert play.state.turns[-1].answer == "yes"
    found = bot().belief(play.view("guesser"))
    assert found is not None
    assert "violin" not in [name for name, _ in found.best]
    assert found.left == len(known()) - 1


def test_the_guesser_asks_the_same_whatever_is_looked_for() -> None:
    views = []
    for entity in ("guitar", "hammer"):
        play = answer(start(entity, source=deck()), "Is it made by people?", "yes")
        ask = play.asks()[0]
        views.append([bot().reply(ask, play.view("guesser"), level, Random(4)) for level in LEVELS])
    assert views[0] == views[1]


@each("strict", "substring", "lenient")
def test_its_guess_hits_by_every_reading(match: str) -> None:
    for entity in known().entities[::50]:
        alone = Deck("one", [], Knowledge("one", (entity,)))
        play = start(entity.name, source=alone, match=match)
        assert play.setup.source is alone
        assert answer(play, reply(play, of=make(alone, None, INFO.speech))).state.won, entity.name


def test_a_deck_without_facts_is_played_by_spelling() -> None:
    names = ["Quetzal", "C++", "¿", "J.K. Rowling", "zither", "anvil", "otter", "plum"]
    items = [{"entity": n, "aliases": [], "difficulty": "medium", "suite": False} for n in names]
    bare = Deck("bare", items)
    player = make(bare, None, INFO.speech)
    for name in names:
        play = start(name, source=bare)
        while not play.state.over:
            answer(play, reply(play, of=player))
        assert play.state.won, name


# probes


def test_candidates_are_the_likeliest_of_the_belief() -> None:
    play = answer(start("guitar", source=deck()), "Is it a musical instrument?", "yes")
    ask = GAME.probe(play.state, "guesser", CANDIDATES)
    assert ask is not None
    items = read_list(bot().reply(ask, play.view("guesser"), "hard", Random(1)))
    found = bot().belief(play.view("guesser"))
    assert found is not None
    assert items == tuple(name for name, _ in found.best[:5])
    assert sum(part for _, part in found.best) <= 1 + 1e-9


def test_hints_hold_no_secret_and_help() -> None:
    play = start("guitar", source=deck())
    hint = bot().hint(play.asks()[0], play.view("guesser"))
    assert hint
    assert "guitar" not in hint
    answer(play, "Is it a musical instrument?")
    assert bot().hint(play.asks()[0], play.view("judge")) == "I'd say yes."
    assert bot().hint(Ask("setter", "entity", "entity"), play.view("setter")) is None


def test_the_coach_speaks_of_the_questions_when_it_is_over() -> None:
    play = answer(start("guitar", source=deck()), "Is it alive?", "no", "Is it a dog?", "no", "a guitar?")
    ask = GAME.probe(play.state, "guesser", "coach")
    assert ask is not None
    said = bot().reply(ask, play.view("guesser"), "hard", Random(1))
    assert "2." in said
    assert said.splitlines()[-1].startswith("All in all, the questions found out ")


def test_forgetting_changes_nothing() -> None:
    own = make(deck(), None, INFO.speech)
    assert isinstance(own, EntityBot)
    play = answer(start("guitar", source=deck()), "Is it an animal?", "no")
    before = [reply(play, level, own) for level in LEVELS]
    own.forget()
    assert [reply(play, level, own) for level in LEVELS] == before
