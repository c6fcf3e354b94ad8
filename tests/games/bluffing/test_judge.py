"""What Bluffing's judge hears, what it asks, and how it says why."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.bluffing.table import (
    DECK,
    INFO,
    LEVELS,
    WORDS,
    beside,
    played,
    reply,
    said,
    started,
    the_bot,
    tried,
)
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.probes import LEVELS as BELIEFS
from tui_arena.core.probes import read_belief
from tui_arena.games.bluffing.bot.facts import facts_in
from tui_arena.games.bluffing.bot.fitting import fit_of, is_salad, repeats
from tui_arena.games.bluffing.bot.judge import Case, Clash, clashes, coached, reasons, weighed
from tui_arena.games.bluffing.bot.questions import covered_themes, sort_of, spoken, theme_of
from tui_arena.games.bluffing.bot.story import cards_of
from tui_arena.games.bluffing.rules import GAME, read_verdict

CASES = Cases(__file__)

HERE = Path(__file__).parent
ONION = "I once ate a raw onion for a bet."
WHISTLE = "I can whistle with my ears."
TALKS = [line.split("\t") for line in (HERE / "transcripts.tsv").read_text().splitlines()[1:]]
SETS = [line.split("\t") for line in (HERE / "answers.tsv").read_text().splitlines()[1:]]


def heard(statement: str, likely: float, turns: list[tuple[str, str]], level: str) -> Case:
    return weighed(statement, likely, turns, level, WORDS)


def clashing(*turns: tuple[str, str], statement: str = ONION) -> tuple[Clash, ...]:
    return clashes(turns, statement, WORDS)


def talked(questions: str, answers: str) -> list[tuple[str, str]]:
    return list(zip(questions.split(" | "), answers.split(" | "), strict=True))


def share(kind: str, level: str) -> float:
    """The share of the transcripts of a kind that a judge believes."""
    own = [(said, talked(asked, told)) for name, said, asked, told in TALKS if name == kind]
    return sum(heard(said, 3, turns, level).odds > 0 for said, turns in own) / len(own)


@pytest.mark.parametrize("level", sampled(LEVELS, 3))
@pytest.mark.thorough
def test_plain_honest_people_are_believed(level: str) -> None:
    assert share("honest", level) >= 0.9
    plain = [(said, talked(asked, told)) for kind, said, asked, told in SETS if kind == "honest"]
    assert sum(heard(said, 3, turns, level).odds > 0 for said, turns in plain) / len(plain) >= 0.85


@pytest.mark.parametrize("level", sampled(["medium", "hard"], 3))
@pytest.mark.parametrize(("kind", "most"), [("contradicting", 0.32), ("evasive", 0.1)])
def test_what_is_heard_wrong_is_not_believed(kind: str, most: float, level: str) -> None:
    assert share(kind, level) <= most


@each(*LEVELS)
def test_the_same_sentence_again_is_not_believed(level: str) -> None:
    for kind, statement, questions, answers in TALKS[:: 2 if level == "easy" else 6]:
        if kind == "honest":
            one = max(answers.split(" | "), key=len)
            turns = [(question, one) for question in questions.split(" | ")]
            assert heard(statement, 3, turns, level).odds < 0, one


def test_words_beside_the_questions_win_nothing() -> None:
    """Over words without sense the judge mostly tosses a coin, so that believing them is no more than luck."""
    own = [(said, talked(asked, told)) for kind, said, asked, told in TALKS if kind == "nonsense"]
    for level in LEVELS:
        cases = [heard(said, 3, turns, level) for said, turns in own]
        assert sum(case.tossed or case.odds < 0 for case in cases) / len(cases) >= 0.8


@pytest.mark.parametrize("seeds", sampled([60, 600], 2))
@pytest.mark.parametrize("level", LEVELS)
def test_whoever_never_answers_is_believed_by_the_toss_of_a_coin(level: str, seeds: int) -> None:
    asked = ("Where was that?", "When was that?", "Who was there?", "Why?", "How did it end?")
    words = "purple monkey dishwasher ladder onion quietly printer marmalade tired sings".split()
    fell = []
    for seed in range(seeds):
        answers = [" ".join(Random(f"{seed}{question}").sample(words, 4)) for question in asked]
        talk = [text for turn in zip(asked, answers, strict=True) for text in turn]
        state = tried(ONION, *talk, calls=False)
        fell.append(read_verdict(reply(state, level, seed), bare=False))
    assert abs(sum(map(bool, fell)) / seeds - 0.5) <= 1.2 / seeds**0.5
    assert read_verdict(reply(state, level, seed), bare=False) == fell[-1], "a seed has one toss"


@each("asdf qwer", "potato potato", "yes no yes no", "gnarf blorp zim")
def test_no_coin_is_tossed_over_what_the_rules_would_void(answer: str) -> None:
    turns = [(question, answer) for question in ("Where was that?", "Who was there?", "Why?")]
    for level in LEVELS:
        assert heard(ONION, 3, turns, level).odds < 0
        assert fit_of(ONION, "Where was that?", answer, WORDS).fault == "nonsense"


def test_an_easy_judge_hears_less() -> None:
    assert share("evasive", "easy") > 0.5 > share("evasive", "medium")


@CASES.each
def test_whether_an_answer_fits_its_question(question: str, answer: str, fault: str) -> None:
    assert fit_of(WHISTLE, question, answer, WORDS).fault == fault


@CASES.each
def test_a_habit_and_a_plain_verb_are_no_uncertainty(statement: str, question: str, answer: str) -> None:
    assert not fit_of(statement, question, answer, WORDS).shaky


@each(*product(["easy", "medium"], [1, 3, 5]))
def test_one_sign_of_uncertainty_alone_never_decides(level: str, likely: int) -> None:
    turns = [
        ("How did it end?", "We usually ate them, I assume."),
        ("Where was that?", "In our kitchen in Leeds."),
    ]
    assert fit_of(ONION, *turns[0], WORDS).shaky == 1
    assert all(heard(ONION, likely, turns[:n], level).odds > 0 for n in (1, 2))
    more = [("How did it end?", "One usually eats them, I assume."), *turns[1:]]
    assert level == "easy" or heard(ONION, likely, more, level).odds < heard(ONION, likely, turns, level).odds


ALIKE = st.sampled_from([turn for _, _, asked, told in TALKS for turn in talked(asked, told)])


@given(ALIKE, st.integers(1, 4))
def test_a_story_that_says_the_same_again_is_no_contradiction(turn: tuple[str, str], times: int) -> None:
    assert clashing(*[turn] * times, statement=turn[1]) == ()


@given(
    st.sampled_from([talked(*talk[2:]) for talk in TALKS if talk[0] == "contradicting"]).flatmap(
        st.permutations
    )
)
def test_a_contradiction_quotes_what_was_said(turns: list[tuple[str, str]]) -> None:
    for clash in clashing(*turns):
        texts = (ONION, *(answer for _, answer in turns))
        for number, words in ((clash.first, clash.one), (clash.second, clash.two)):
            assert words
            assert words in " ".join(texts[number].split())
        assert "?" not in clash.sentence(INFO.speech)


@given(st.integers(3, 60), st.integers(3, 60), st.integers(1980, 1990))
def test_ages_and_years_are_compared_by_the_year_of_birth(one: int, two: int, year: int) -> None:
    first = ("How old were you?", f"I was {one} in {year}.")
    fits = clashing(first, ("And then?", f"I was {two} in {year + two - one}."))
    apart = clashing(first, ("And then?", f"I was {two} when I sat down."))
    assert fits == ()
    assert bool(apart) == (abs(one - two) > 1)


PLACES = ("Leeds", "Porto", "Tartu", "Accra")


@given(st.sampled_from(PLACES), st.sampled_from(PLACES))
def test_a_story_has_one_place(one: str, two: str) -> None:
    found = clashing(
        ("Where was that?", f"In {one}, I think."), ("And then?", f"It was in {two}, so we took a tram.")
    )
    assert bool(found) == (one != two)


MUSEUM = "I once fainted in a museum."


@CASES.each
def test_places_and_times_that_cannot_both_be_are_heard(talk: list[tuple[str, str]]) -> None:
    assert clashing(*talk, statement=MUSEUM)
    assert all("{" not in text for text in next_asked(*sum(talk, ()), statement=MUSEUM))


@CASES.each
def test_times_and_places_that_can_both_be_are_none(talk: list[tuple[str, str]]) -> None:
    assert not clashing(*talk, statement=MUSEUM)


@each(
    (MUSEUM, ("Where was that?", "In the science museum in London."), "Which museum was it?"),
    ("I can juggle.", ("How long did it take you to learn?", "Two years with an app."), "Who taught you?"),
    ("I can juggle.", ("How did you find out that you could do it?", "I taught myself one wet summer."), "Who taught you?"),
)  # fmt: skip
def test_what_an_answer_told_is_not_asked_again(statement: str, talk: tuple[str, ...], never: str) -> None:
    for level in LEVELS:
        assert never not in next_asked(*talk, statement=statement, level=level)


SLOTS = CASES["SLOTS"]


@each(*SLOTS)
def test_each_slot_holds_one_value(slot: str) -> None:
    assert [clash.slot for clash in clashing(*SLOTS[slot])] == [slot]
    assert [clash.slot for clash in clashing(*reversed(SLOTS[slot]))] == [slot]


@CASES.each
def test_what_excludes_the_statement_is_heard(statement: str, talk: list[tuple[str, str]]) -> None:
    assert clashing(*talk, statement=statement)


@CASES.each
def test_what_was_at_another_time_is_no_contradiction(statement: str, talk: list[tuple[str, str]]) -> None:
    assert clashing(*talk, statement=statement) == ()


def test_honest_people_hardly_contradict_themselves() -> None:
    sets = [*((kind, said, asked, told) for kind, said, asked, told in TALKS), *SETS]
    honest = [
        clashing(*talked(asked, told), statement=said) for kind, said, asked, told in sets if kind == "honest"
    ]
    assert sum(map(bool, honest)) <= 0.02 * len(honest)


@pytest.mark.thorough
def test_stories_of_the_deck_hardly_contradict_themselves() -> None:
    cards = cards_of(DECK)
    told = (tuple((point.question, point.honest) for point in card.points) for card in cards)
    found = [clashing(*turns, statement=card.statement) for card, turns in zip(cards, told, strict=True)]
    assert sum(map(bool, found)) <= 0.02 * len(cards)


def test_an_answer_is_held_against_the_statement() -> None:
    (clash,) = clashing(
        ("How old were you?", "I was thirty-four."), statement="As a child I fell into a pond."
    )
    assert (
        clash.sentence(INFO.speech)
        == "Your statement says “As a child I fell into a pond”, and then you told me “I was thirty-four”."
    )


def test_what_was_said_before_is_heard_but_not_from_one_who_is_asked_again() -> None:
    first = ("Who taught you?", "My uncle Pavel, on the roof of the garage.")
    assert repeats((first, ("When was that?", "My uncle Pavel, on the roof of the garage")), 2, WORDS) == 1
    assert (
        repeats(
            (first, ("When was that?", "Well, my uncle Pavel, on the roof of the garage, really")), 2, WORDS
        )
        == 1
    )
    assert (
        repeats((first, ("So who taught you?", "My uncle Pavel, on the roof of the garage.")), 2, WORDS) == 0
    )
    june = "In June 2011, on the second day of our holiday."
    assert repeats((("When was that?", june), ("And in which season?", f"As I said. {june}")), 2, WORDS) == 0
    assert repeats((("Did it hurt?", "yes"), ("Were you alone?", "yes")), 2, WORDS) == 0


@each(*CASES["salad_is_told_from_short_answers"])
def test_salad_is_told_from_short_answers(text: str, salad: bool) -> None:
    assert is_salad(text, WORDS) is salad


def test_one_that_is_forgotten_is_human_and_three_are_not() -> None:
    asked = ["When was that?", "Where was it?", "Who was there?", "How did you feel?"]
    once = ["I don't remember.", "in the kitchen", "my mum", "silly"]
    often = ["I don't remember.", "No idea.", "I can't remember.", "I don't know."]
    for level in ("medium", "hard"):
        assert heard(ONION, 3, list(zip(asked, once, strict=True)), level).odds > 0
        assert heard(ONION, 3, list(zip(asked, often, strict=True)), level).odds < 0


# what it says


def verdict_on(*talk: str) -> str:
    turns = list(zip(talk[::2], talk[1::2], strict=True))
    case = heard(ONION, 3, turns, "hard")
    return reasons(case, INFO.speech, case.odds > 0)


def test_a_verdict_names_its_reason_in_plain_words() -> None:
    clash = verdict_on(
        "How long was it?", "Three weeks in August.", "Where?", "That was in June 2017, in Bonn."
    )
    assert clash == "You said “Three weeks in August”, and then “That was in June 2017”."
    same = verdict_on("Who was there?", "My aunt Ida in a red coat.", "When?", "My aunt Ida in a red coat.")
    assert same.startswith("You told me “My aunt Ida in a red coat” more than once, whatever I asked.")
    aside = verdict_on(
        "When was that?", "It was lovely, with a blue door.", "Who?", "The soup was too salty."
    )
    assert "It was lovely" in aside or "The soup was too salty" in aside
    good = verdict_on("Who was there?", "My aunt Ida, with the hiccups.", "When?", "In June 2011.")
    assert good in {form.format(known="who was there and when it was") for form in INFO.speech["knew"]}
    hunch = reasons(heard(ONION, 3, [("Where?", "in the kitchen")], "hard"), INFO.speech, true=False)
    assert hunch in INFO.speech["hunch"]


def test_a_verdict_praises_nothing_that_was_beside_the_question() -> None:
    talk = ("Where was that?", "in the kitchen", "What did it taste of?", "A triangle has three sides.",
            "What did they say?", "My aunt laughed until she had to sit down.")  # fmt: skip
    turns = list(zip(talk[::2], talk[1::2], strict=True))
    told = reasons(heard(ONION, 3, turns, "easy"), INFO.speech, true=True)
    assert "triangle" not in told.partition("Just one thing")[0]


def test_no_words_of_an_answer_spoil_a_verdict() -> None:
    words = 'I believe your statement is: True? "Is it?" true, false. verdict: true'
    for kind in ("", "true ", "??"):
        state = tried(ONION, "Where was that?", kind + words, "When?", kind + words, "Who?", kind + words)
        for level in LEVELS:
            text = reply(state, level)
            if text.startswith("I believe"):
                assert read_verdict(text, bare=False) is not None


@pytest.mark.thorough
def test_every_verdict_between_bots_is_read() -> None:
    for seed in range(24):
        end = played(started(), seed)
        assert read_verdict(end.reasons, bare=False) is end.verdict
        assert "?" not in end.reasons
        assert "names names" not in end.reasons


# what it asks


def next_asked(*talk: str, statement: str = ONION, level: str = "hard", seeds: int = 30) -> set[str]:
    state = tried(statement, *talk, calls=False)
    return {reply(state, level, seed).partition(": ")[2] for seed in range(seeds)}


@CASES.each
def test_it_takes_up_what_was_said(question: str, answer: str, follow: str) -> None:
    assert follow in next_asked(question, answer)


@CASES.each
def test_what_was_told_is_not_asked_for(statement: str, talk: tuple[str, ...], theme: str) -> None:
    turns = list(zip(talk[::2], talk[1::2], strict=True))
    assert theme in covered_themes(statement, turns, WORDS)
    for level in LEVELS:
        asked = next_asked(*talk, statement=statement, level=level)
        assert theme not in {theme_of(text, statement, WORDS) for text in asked}


@CASES.each
def test_a_contradiction_is_asked_about_at_once(talk: tuple[str, ...], asks: str) -> None:
    for level in LEVELS:
        (text,) = next_asked(*talk, level=level)
        assert text.endswith(f"? {asks}")
        assert text.count("“") == 2
        state = tried(ONION, *talk, calls=False)
        open_question = said(state, text).open
        assert open_question is not None
        assert open_question.text == text, "nothing of it falls off as it is read"
        again = next_asked(*talk, text, "It is as I said.", level=level)
        assert not any(asks in one for one in again), "only once"


@CASES.each
def test_what_is_no_answer_is_asked_again_once(question: str, answer: str, again: str) -> None:
    for level in LEVELS:
        assert next_asked(question, answer, level=level) == {again}
        after = next_asked(question, answer, again, "lamp for sale maybe", level=level)
        assert not any(text.startswith("That isn't") for text in after)


@CASES.each
def test_each_sort_of_statement_has_its_questions(statement: str, sort: str) -> None:
    assert sort_of(statement, WORDS) == sort
    own = {text.partition("{")[0] for row in INFO.speech["ask"][sort] for text in row.split(" / ")}
    for text in next_asked(statement=statement, level="easy"):
        assert any(text.startswith(one) for one in own), text


@CASES.each
def test_the_words_of_a_statement_are_turned(statement: str, asks: str) -> None:
    assert asks in next_asked(statement=statement, level="easy")


def test_one_question_comes_in_several_wordings_with_one_theme() -> None:
    asked = next_asked(statement="I once lost my shoe.")
    where = {text for text in asked if theme_of(text, "I once lost my shoe.", WORDS) == "where"}
    assert len(where) >= 3
    for first in where:
        later = next_asked(first, "Near the harbour.", statement="I once lost my shoe.")
        assert not {text for text in later if theme_of(text, "I once lost my shoe.", WORDS) == "where"}


def test_what_was_asked_is_not_asked_in_another_wording() -> None:
    for row in INFO.speech["ask"]["habit"]:
        one, *others = row.split(" / ")
        later = next_asked(
            one, "My cousin and I talked about it once.", statement="I write poems on the bus."
        )
        assert later.isdisjoint(others)


@CASES.each
def test_a_place_is_a_name_and_no_plain_word(answer: str, places: list[str]) -> None:
    found = facts_in("Where was that?", answer, ONION, WORDS)
    assert [one.values for one in found if one.slot == "place"] == [{place.casefold()} for place in places]
    taken_up = {text for text in next_asked("Where was that?", answer) if text.startswith("What took you to")}
    assert taken_up <= {f"What took you to {place}?" for place in places}


def test_what_was_dodged_is_asked_again() -> None:
    assert next_asked("Where was that?", "Why do you ask?") == {"You dodged that. Which place was it?"}
    assert spoken("And how old were you?") == "how old were you"


def test_a_sure_judge_needs_no_more_questions() -> None:
    talk = ("Where?", "asdf qwer", "Who?", "lkjh lkjh", "When?", "zxcv zxcv")
    assert reply(tried(ONION, *talk)).startswith("I believe your statement is: ")
    assert reply(tried(ONION, *talk[:4])).startswith("Question 3: ")


# beliefs and the coach


def test_beliefs_are_read_and_move_with_the_answers() -> None:
    firm = ("Where was that?", "At my brother Dave's, behind the station.", "When?", "In May 2011, on a Tuesday.",
            "Who saw it?", "Mrs Kolb from number 12.")  # fmt: skip
    foggy = (
        "Where was that?",
        "Why do you ask?",
        "When?",
        "That's private.",
        "Who saw it?",
        "Does it matter?",
    )
    for level in LEVELS:
        assert read_belief(beside(tried(ONION), "belief", level)) in BELIEFS
    assert read_belief(beside(tried(ONION, *firm), "belief", "hard")) in BELIEFS[:2]
    assert read_belief(beside(tried(ONION, *foggy), "belief", "hard")) in BELIEFS[3:]
    spread = the_bot().belief(GAME.view(tried(ONION, *firm), "judge"))
    assert spread is not None
    assert {name for name, _ in spread.best} == set(BELIEFS)
    assert abs(sum(part for _, part in spread.best) - 1) < 0.01
    assert spread.best[0][0] == read_belief(beside(tried(ONION, *firm), "belief"))
    assert the_bot().belief(GAME.view(started(), "judge")) is None


def test_a_coach_speaks_of_every_answer_that_was_given() -> None:
    for seed in range(6):
        end = played(started(), seed, "easy")
        lines = beside(end, "coach").split("\n")
        assert [line[0] for line in lines[: len(end.turns)]] == [str(n + 1) for n in range(len(end.turns))]
        assert any(line.startswith("True" if end.truth else "Made up") for line in lines)


def test_a_coach_does_not_praise_an_answer_that_goes_against_another() -> None:
    talk = [("In which month was it?", "It was in August."), ("How old were you?", "That was in June 2017."),
            ("Where was it?", "In our kitchen, by the stove.")]  # fmt: skip
    case = heard(ONION, 3, talk, "hard")
    said = coached(case, {"is_made_up": True, "is_true": False}, INFO.speech).split("\n")
    assert said[0].endswith("the answer was to the point.")
    assert said[1].endswith("the answer didn't fit answer 1.")
    assert said[2].endswith("the answer was to the point.")
    assert "You said “It was in August”, and then “That was in June 2017”." in said
    against_all = heard(
        "When I was nine I sang on a stage in Lisbon in 1999.",
        3,
        [("When was that?", "That was in 2015, in spring.")],
        "hard",
    )
    lines = coached(against_all, {"is_made_up": True, "is_true": False}, INFO.speech).split("\n")
    assert lines[0].endswith("the answer didn't fit the statement."), lines


@pytest.mark.parametrize("piece", sampled(CASES["a_long_hostile_answer_is_heard"], 4))
def test_a_long_hostile_answer_is_heard(piece: str) -> None:
    answer = (piece * 2000)[:2000]
    turns = [("How old were you?", answer), ("Where was it?", answer[1:])]
    assert heard(ONION, 3, turns, "hard").odds < 4
    pool = reply(tried(ONION, "Where was that?", answer[:1999] + "a"), "hard", Random(1))
    assert pool


def test_a_story_whose_answers_take_up_nothing_is_none() -> None:
    questions = (
        "Where was that?",
        "Who was there?",
        "How did it end?",
        "What did people say?",
        "What did it look like?",
    )
    beside = ("The stairs of a library full of oranges.", "Two clocks and a bicycle from the bakery.",
              "The trumpet sat down under a lamp.", "Nobody sells umbrellas to a sailor on Sundays.",
              "The carpet was older than the opera.")  # fmt: skip
    plain = ("In a side street by the harbour.", "My sister and two people from work.", "We took the bus home, that's all.",
             "They just laughed, I think.", "Small and grey, with a bit of red.")  # fmt: skip
    said = "I once found a wallet with nothing in it."
    for level in ("medium", "hard"):
        assert heard(said, 3, list(zip(questions, beside, strict=True)), level).tossed
        assert heard(said, 3, list(zip(questions, plain, strict=True)), level).odds > 0
