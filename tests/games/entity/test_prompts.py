"""What the prompts of entity's seats contain, and what they must not."""

from itertools import pairwise

from tests.games.entity.table import CATALOGUE, INFO, start
from tests.games.prompts import beside, sent, text
from tests.games.steps import answer
from tests.tables import each

QUESTIONS = ["", "formal", "steps", "terse", "warm"]


@each(*QUESTIONS)
def test_a_guesser_is_not_told_more_than_was_published(variant: str) -> None:
    play = answer(start(max_turns=17), "Is it old?", "no", "Is it red?", "maybe")
    told = text(play, variant).lower()
    for word in (
        "twenty",
        "17",
        "20",
        "turns",
        "score",
        "0.02",
        "deck",
        "thinking of",
        "bingo",
        "guitar",
        "must guess",
    ):
        assert word not in told
    assert "`yes.`, `no.` or `maybe.`" in told
    assert "hints" in told
    assert "person" not in told


@each(*QUESTIONS)
def test_the_dialogue_stands_as_it_was(variant: str) -> None:
    play = answer(start(), "Is it old?", "Certainly no, it is of today.", "Is it red?", "maybe")
    turns = sent(play, variant)[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user", "assistant", "user"]
    assert turns[0]["content"] == CATALOGUE.prompt(INFO, "question", variant).sections["start"]
    assert turns[2]["content"] == "No."
    assert turns[-1]["content"].startswith("Maybe.")
    assert all(a["role"] != b["role"] for a, b in pairwise(turns))


@each(*QUESTIONS)
def test_a_guesser_is_told_once_to_start(variant: str) -> None:
    opening = CATALOGUE.prompt(INFO, "question", variant).sections["start"]
    given = answer(start(None), "guitar | axe")
    for play in (start(), given, answer(start(), "Is it old?", "no")):
        assert text(play, variant).count(opening) == 1
        assert opening in sent(play, variant)[1]["content"]
    assert sent(given, variant)[1]["content"].startswith("I have something in mind.\n\n")


@each(*QUESTIONS)
def test_a_guesser_of_people_is_told_so(variant: str) -> None:
    told = text(start("Adele", deck="celebrities-1"), variant)
    assert "known person" in told
    assert "`Yes.`, `No.` or `Dunno.`" in told


@each(*QUESTIONS)
def test_the_nudge_stands_with_the_last_but_one_answer_alone(variant: str) -> None:
    play = start(max_turns=3)
    nudged = []
    while not play.over:
        nudged.append("must guess now" in sent(play, variant)[-1]["content"])
        answer(play, "Is it old?", "no")
    assert nudged == [False, False, True]


@each("", "steps", "terse")
def test_a_judge_gets_the_entity_and_the_question_of_this_turn(variant: str) -> None:
    play = answer(start("guitar", "axe"), "Is it old?", "no", "Is it red?")
    told = text(play, variant)
    assert '<data name="entity">guitar</data>' in told
    assert '<data name="question">Is it red?</data>' in told
    assert "Question or guess:" in told
    assert "Is it old?" not in told
    assert told.endswith("xactly one of `Yes.`, `No.` or `Maybe.`")


def test_a_judge_that_remembers_gets_the_dialogue() -> None:
    play = answer(start(judge_memory=True), "Is it old?", "no", "Is it red?")
    roles = [m["role"] for m in sent(play)]
    assert roles == ["system", "user", "assistant", "user"]
    assert "before stands above" in text(play)
    assert "before stands above" not in text(answer(start(judge_memory=True), "Is it old?"))
    assert "before stands above" not in text(answer(start(), "Is it old?", "no", "Is it red?"))
    assert sent(play)[2]["content"] == "No."


def test_an_umpire_gets_every_name() -> None:
    told = text(answer(start("guitar", "axe", match="judged"), "Is it old?"))
    assert '<data name="aliases">axe</data>' in told
    assert "`yes` or `no` alone" in told


def test_the_likeliest_are_asked_for_over_the_same_dialogue() -> None:
    play = answer(start(), "Is it old?", "no")
    ask = beside(play, "guesser", "candidates")
    probed, played = sent(play, ask=ask), sent(play)
    assert probed[:3] == played[:3]
    assert probed[3]["content"].startswith("No.\n\n")
    assert "five likeliest" in probed[3]["content"]
    assert "guitar" not in text(play, ask=ask)


def test_a_coach_gets_all_of_a_session_that_is_over() -> None:
    play = answer(start(max_turns=1), "Is it old?", "no")
    told = "\n".join(m["content"] for m in sent(play, ask=beside(play, "guesser", "coach")))
    assert "Is it old?" in told
    assert '<data name="entity">guitar</data>' in told
