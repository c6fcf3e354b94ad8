"""What the prompts of entity's seats contain, and what they must not."""

from tests.conformance import CATALOGUE
from tests.games.entity.table import INFO, start
from tests.games.prompts import beside, sent, text, wrongly_told
from tests.games.steps import answer
from tests.tables import Cases, each

CASES = Cases(__file__)
QUESTIONS = ["", "formal", "steps", "terse", "warm"]


@each(*QUESTIONS)
def test_the_dialogue_stands_as_it_was(variant: str) -> None:
    play = answer(start(), "Is it old?", "Certainly no, it is of today.", "Is it red?", "maybe")
    turns = sent(play, variant)[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user", "assistant", "user"]
    assert turns[0]["content"] == CATALOGUE.prompt(INFO, "question", variant).sections["start"]
    assert turns[2]["content"] == "No."
    assert turns[-1]["content"].startswith("Maybe.")


@each(*QUESTIONS)
def test_a_guesser_is_told_once_to_start(variant: str) -> None:
    opening = CATALOGUE.prompt(INFO, "question", variant).sections["start"]
    given = answer(start(None), "guitar | axe")
    for play in (start(), given, answer(start(), "Is it old?", "no")):
        assert text(play, variant).count(opening) == 1
        assert opening in sent(play, variant)[1]["content"]
    assert sent(given, variant)[1]["content"].startswith("I have something in mind.\n\n")


@each(*QUESTIONS)
def test_the_nudge_stands_with_the_last_but_one_answer_alone(variant: str) -> None:
    play = start(max_turns=3)
    nudged = []
    while not play.over:
        nudged.append("must guess now" in sent(play, variant)[-1]["content"])
        answer(play, "Is it old?", "no")
    assert nudged == [False, False, True]


def test_the_likeliest_are_asked_for_over_the_same_dialogue() -> None:
    play = answer(start(), "Is it old?", "no")
    ask = beside(play, "guesser", "candidates")
    probed, played = sent(play, ask=ask), sent(play)
    assert probed[:3] == played[:3]
    assert probed[3]["content"].startswith("No.\n\n")
    assert "five likeliest" in probed[3]["content"]
    assert "guitar" not in text(play, ask=ask)


def test_an_umpire_gets_every_name_and_a_judge_that_remembers_its_own_words() -> None:
    told = text(answer(start("guitar", "axe", match="judged"), "Is it old?"))
    assert '<data name="aliases">axe</data>' in told
    turns = sent(answer(start(judge_memory=True), "Is it old?", "no", "Is it red?"))
    assert [m["role"] for m in turns] == ["system", "user", "assistant", "user"]
    assert turns[2]["content"] == "No."


def test_a_coach_gets_all_of_a_session_that_is_over() -> None:
    play = answer(start(max_turns=1), "Is it old?", "no")
    told = "\n".join(m["content"] for m in sent(play, ask=beside(play, "guesser", "coach")))
    assert "Is it old?" in told
    assert '<data name="entity">guitar</data>' in told


def test_prompts_tell_what_the_table_says() -> None:
    assert wrongly_told(start, CASES["told"]) == []
