"""The genie: nothing that follows, nothing out of place, and no guess with many left."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.benchmarks.bench_deduction_panel import found_again
from tests.conformance import CATALOGUE
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.text import fold
from tui_arena.data.entity_decks import table_of
from tui_arena.questions.belief import PEOPLE, AnsweredQuestion, Inference, Past, amended
from tui_arena.questions.genie import BACK, DOUBTFUL, HANDFUL, HUNCH, LAST_TURNS, QuestionChooser
from tui_arena.questions.guesser import (
    NEAR,
    Condition,
    NextQuestion,
    QuestionGuesser,
    Worth,
    condition,
    question_tree,
    without_foregone,
)
from tui_arena.questions.judge import facts_given
from tui_arena.questions.meaning import Is, Meaning, Named, masks
from tui_arena.questions.phrasing import asked_with_pronoun, named, spoken
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import GivenAnswer, Knowledge, signed

CASES = Cases(__file__)

MOST = 20


def known(deck: str) -> Knowledge:
    found: Knowledge | None = CATALOGUE.deck(deck, CATALOGUE.game("akinator")).deck.knowledge
    assert found is not None
    return found


ANYTHING = known("anything")
GENIE = QuestionChooser(QuestionGuesser(ANYTHING, PEOPLE))
OPPOSITE: dict[GivenAnswer, GivenAnswer] = {"yes": "no", "no": "yes"}
NAMES = st.deferred(lambda: st.sampled_from([entity.name for entity in ANYTHING.entities]))
GIVEN: dict[str, GivenAnswer] = {"yes": "yes", "no": "no", "sometimes": "probably yes", "unknown": "unsure"}


def told(facts: str) -> Past:
    """A past of questions, written as facts."""
    return amended(
        tuple(
            AnsweredQuestion(Is(name), "yes" if wanted == "yes" else "no")
            for name, wanted in map(signed, facts.split())
        )
    )


def asked_after(past: Past) -> set[Meaning | None]:
    """All that is worth asking next."""
    return {one.of.meaning for one in GENIE.worths(past, GENIE.guesser.weighed(past))}


def chosen(past: Past, left: int, seed: int = 1) -> NextQuestion:
    """What is asked or named next, with so many turns left."""
    choice = GENIE.choice(past, left, "hard", Random(seed))
    assert choice is not None
    return choice


def question_of(choice: NextQuestion) -> str:
    assert isinstance(choice.meaning, Is)
    return choice.meaning.question


def name_of(choice: NextQuestion) -> int:
    """The number of the entity that is named."""
    assert choice.number is not None
    return choice.number


def wrong(number: int) -> AnsweredQuestion:
    """A guess that was wrong."""
    return AnsweredQuestion(Named((number,)), None, 1 << number)


def asked_of(name: str, level: str = "hard", odd: int = -1) -> tuple[Past, int | None]:
    """The game of somebody who thinks of an entity: what was asked, and after how many questions it was named.

    `odd`: the turn at which they answer the other way round.
    """
    number = ANYTHING.numbers[fold(name)]
    rng = Random(name)
    past: Past = ()
    for turn in range(MOST):
        choice = GENIE.choice(past, MOST - turn, level, rng)
        assert choice is not None
        if choice.number == number:
            return past, turn + 1
        if choice.number is not None:
            past = (*past, wrong(choice.number))
            continue
        assert isinstance(choice.meaning, Is)
        told = GIVEN[ANYTHING.answer(number, choice.meaning.question)]
        if turn == odd:
            told = OPPOSITE.get(told, told)
        past = (*past, AnsweredQuestion(choice.meaning, told))
    return past, None


def is_doubtful(past: Past, answer: int, turn: int) -> bool:
    """Whether much of what is in mind at a turn speaks against an earlier answer."""
    taken, belief = past[answer], GENIE.guesser.weighed(past[:turn])
    assert taken.meaning is not None
    sets = masks(taken.meaning, ANYTHING)
    wrong = sets.yes if taken.answer == "no" else sets.no
    against = sum(weight * (bits & wrong).bit_count() for weight, bits in belief.levels)
    return against * 100 >= DOUBTFUL * belief.total


@settings(max_examples=2)
@given(NAMES, st.sampled_from(["easy", "medium", "hard"]))
@example("chest of drawers", "easy")
def test_nothing_is_asked_that_follows(name: str, level: str) -> None:
    past, _ = asked_of(name, level)
    follows = Inference(ANYTHING)
    for turn, taken in enumerate(past):
        if not isinstance(taken.meaning, Is):
            continue
        known = follows.of(taken.meaning)
        assert known is None or is_doubtful(past, known.turn, turn), "it follows from what nobody doubts"
        if taken.answer in ("yes", "no", "probably yes"):
            follows.learn(taken.meaning, turn, yes=taken.answer != "no")


def share_of(fact: str, past: Past) -> float:
    """The share of the belief that a fact holds for."""
    of = GENIE.guesser.weighed(past)
    name, wanted = signed(fact)
    having = ANYTHING.masks[name].of(wanted)
    return sum(weight * (bits & having).bit_count() for weight, bits in of.levels) / of.total


@pytest.mark.parametrize(
    "name", sampled(["Frida Kahlo", "Usain Bolt", "Mickey Mouse", "hedgehog", "stapler"], 5)
)
def test_what_is_asked_fits_most_of_what_it_has_in_mind(name: str) -> None:
    past, _ = asked_of(name)
    kinds = {"-person": "person", "real": "-real", "-real": "real"}
    for turn, taken in enumerate(past):
        if turn and isinstance(taken.meaning, Is) and ">" not in taken.meaning.question:
            for fact in set(kinds) & set(ANYTHING.properties[taken.meaning.question].after.split()):
                assert share_of(fact, past[:turn]) > 0.5


def test_a_question_that_may_not_fit_waits_until_it_is_known_to() -> None:
    asked = asked_after(told("-made"))
    assert Is("person") in asked
    assert Is("handheld") not in asked
    past = told("made -person")
    assert Is("handheld") in asked_after(past)


@pytest.mark.parametrize("least", [0, 35, 88])
def test_a_question_is_open_if_each_of_its_conditions_is(least: int) -> None:
    shares: dict[Condition, int] = {}
    held: dict[Condition, bool] = {}
    rng = Random(least)

    def share(about: Condition) -> int:
        return shares.setdefault(about, rng.choice((-1, 20, 50, 90, 100, 100)))

    def is_held(about: Condition) -> bool:
        return held.setdefault(about, rng.random() < 0.4)

    def all_of(facts: str, joint: str | None = None) -> list[Condition]:
        return [condition(fact, ANYTHING) for fact in facts.split(joint)]

    tree = question_tree(ANYTHING, begins=False)
    found = {one.question: fits for open_, fits in tree.fitting(least, share, is_held) for one in open_}
    for name in ANYTHING.questions:
        about = ANYTHING.properties.get(name) or ANYTHING.scales[name.partition(">")[0]]
        fits = min((100, *map(share, all_of(about.after))))
        barred = any(all(map(is_held, all_of(facts, "&"))) for facts in about.unless.split())
        assert found.get(name) == (None if barred or fits < least else fits), name
    assert found


@pytest.mark.thorough
def test_a_game_begins_in_several_ways_that_are_marked_first() -> None:
    names = {question_of(chosen((), MOST, seed)) for seed in range(40)}
    assert names == {"person", "alive", "made", "animal"}


@pytest.mark.parametrize(("facts", "topics"), sampled(CASES["after_the_kind_come_the_big_questions"], 2))
def test_after_the_kind_come_the_big_questions(facts: str, topics: str) -> None:
    assert {question_of(chosen(told(facts), 15, seed)) for seed in range(8)} <= set(topics.split())


@pytest.mark.parametrize(
    ("facts", "kinds"), sampled(CASES["what_kind_of_thing_it_is_comes_before_all_else"], 4)
)
def test_what_kind_of_thing_it_is_comes_before_all_else(facts: str, kinds: str) -> None:
    assert {question_of(chosen(told(facts), 15, seed)) for seed in range(8)} <= set(kinds.split())


@CASES.each
def test_it_says_he_or_she_once_that_is_known(facts: str, pronoun: str) -> None:
    assert GENIE.called(told(facts)) == pronoun


def test_its_questions_with_a_pronoun_are_read_as_its_own() -> None:
    assert spoken("Is opera this person's thing?", "she") == "Is opera her thing?"
    assert spoken("Have most kids heard of this person?", "he") == "Have most kids heard of him?"
    assert asked_with_pronoun("Is she French?", ANYTHING) == Is("french")
    assert asked_with_pronoun("Is he one of the good ones?", ANYTHING) == Is("hero")
    assert asked_with_pronoun("Is it made by people?", ANYTHING) is None
    assert facts_given([("Is she French?", "yes"), ("Is he a scientist?", "no")], ANYTHING) == {
        "french": "yes",
        "scientist": "no",
    }


@CASES.each
def test_a_question_minds_what_was_told(asked: str, facts: str, text: str | None) -> None:
    assert GENIE.knowing(Is(asked), told(facts)) == ((text,) if text else ())
    assert text is None or asked_with_pronoun(text, ANYTHING) == Is(asked)


def test_an_animal_that_is_somebody_is_not_asked_whether_it_really_existed() -> None:
    asked = asked_after(told("animal person"))
    assert Is("real") not in asked
    assert asked & {Is("male"), Is("female")}


def test_a_man_whom_hardly_anybody_fits_may_be_a_job() -> None:
    past = told("person male real -20th-century -arts -european -ruler -rich -dead real")
    assert {question_of(chosen(past, 12, seed)) for seed in range(8)} == {"job"}


def test_what_kind_it_is_is_asked_once_more_where_that_brings_somebody_back() -> None:
    past = told("-person alive -animal mammal -farm-animal pet fur tail meat-eater climbs whiskers")
    choice = chosen(past, 11, 0)
    assert choice.meaning == Is("animal")
    for left in (1, 2):
        assert chosen(past, left, 0).number is not None, "the last turns are for names"
    as_before = amended((*past, AnsweredQuestion(Is("animal"), "no")))
    for turn in range(8):
        choice = chosen(as_before, 10 - turn, turn)
        assert choice.meaning != Is("animal"), "never a third time"
        if choice.number is not None:
            named_it = wrong(choice.number)
            as_before = (*as_before, named_it)
        else:
            as_before = (*as_before, AnsweredQuestion(choice.meaning, "no"))


@CASES.each
def test_where_nobody_fits_no_answer_is_doubted(facts: str) -> None:
    past = told(facts)
    for seed in range(4):
        assert chosen(past, 9, seed).meaning not in {taken.meaning for taken in past}


def test_what_was_answered_otherwise_the_second_time_opens_the_other_branch() -> None:
    number = ANYTHING.numbers[fold("Joan of Arc")]
    past = told("-made person -real -male -from-cartoon -from-film -from-television human -from-book -job")
    assert not GENIE.guesser.branch(past).entities >> number & 1 or GENIE.guesser.branch(past).settled
    mended = amended((*past, AnsweredQuestion(Is("real"), "yes")))
    assert mended[2].answer is None
    assert mended[2].meaning == Is("real"), "it still counts as asked"
    assert amended(past) == past
    asked = asked_after(mended)
    of_people = {about.id for about in ANYTHING.properties.values() if "real" in about.after.split()}
    assert asked & set(map(Is, of_people))


def test_what_cannot_be_touched_is_asked_what_it_is_instead() -> None:
    asked = asked_after(told("-person -made -object -place -activity"))
    assert asked >= set(map(Is, ("happens", "idea", "weather", "time")))


@each("-person made -handheld home", "-person made handheld metal")
def test_whether_one_can_touch_it_is_not_asked_of_what_is_plainly_a_thing(facts: str) -> None:
    asked = asked_after(told(facts))
    assert Is("object") not in asked


@pytest.mark.parametrize(
    ("facts", "barred"), sampled(CASES["what_a_kind_of_thing_has_not_got_is_not_asked_of_it"], 4)
)
def test_what_a_kind_of_thing_has_not_got_is_not_asked_of_it(facts: str, barred: str) -> None:
    past = told(facts)
    asked = {str(one.of.meaning) for one in GENIE.worths(past, GENIE.guesser.weighed(past))}
    assert asked.isdisjoint(str(Is(name)) for name in barred.split())


@CASES.each
def test_a_sport_or_a_game_is_asked_what_one_asks_of_it(facts: str, fitting: str) -> None:
    asked = asked_after(told(facts))
    assert {Is(name) for name in fitting.split()} <= asked


def test_what_something_is_like_is_asked_after_what_it_is_for() -> None:
    past = told("-person made -place -food -outdoors")
    for seed in range(8):
        assert not ANYTHING.properties[question_of(chosen(past, 15, seed))].fine


def test_an_instrument_is_asked_first_how_it_is_played() -> None:
    past = told("-person made -handheld -place -vehicle instrument")
    names = {question_of(chosen(past, 12, seed)) for seed in range(8)}
    assert names <= {"strings", "blown", "struck", "keys-buttons"}


def test_what_opens_things_is_asked_about_that_and_not_taken_for_what_one_cooks_with() -> None:
    corkscrew = ANYTHING.numbers["corkscrew"]
    assert ANYTHING.answer(corkscrew, "opener") == "yes"
    assert ANYTHING.answer(corkscrew, "kitchen-tool") == "no"
    assert ANYTHING.answer(corkscrew, "kitchen") == "yes"
    past = told("-person made handheld kitchen -food tool -kitchen-tool -cuts")
    assert not ANYTHING.properties[question_of(chosen(past, 12, 1))].fine


def test_what_everybody_knows_is_named_before_what_is_a_little_likelier() -> None:
    past = told("person real -male american pilot first -still-alive died-violently")
    ranked = GENIE.guesser.ranked(past)
    names = [ANYTHING.entities[number].name for number, _ in ranked[:2]]
    assert ANYTHING.entities[name_of(chosen(past, 1))].name == "Amelia Earhart"
    assert set(names) == {"Amelia Earhart", "Bessie Coleman"}


@pytest.mark.parametrize("name", sampled(["accordion", "stapler", "Amelia Earhart", "corkscrew"], 6))
@pytest.mark.parametrize("odd", [-1, 7])
def test_how_many_are_left_never_goes_up_a_little_nor_after_a_wrong_guess(name: str, odd: int) -> None:
    past, _ = asked_of(name, odd=odd)
    past = (*past[:-2], wrong(0), *past[-2:])
    counts = [GENIE.left(past[:turn]) for turn in range(len(past) + 1)]
    for taken, before, after in zip(past, counts, counts[1:], strict=False):
        assert after <= before or (after >= BACK * before and not taken.guesses)
    assert counts[0] == len(ANYTHING)


def test_at_the_end_it_asks_what_a_thing_is_for_and_what_tells_it_from_the_wrong_guess() -> None:
    past = told("-animal -person made -handheld -vehicle -place -home metal -electric -moving-parts -old")
    sign = ANYTHING.numbers["stop sign"]
    past = (*past, wrong(sign))
    for _ in range(5):
        asked = GENIE.best(past)
        assert isinstance(asked, Is)
        assert not ANYTHING.properties[asked.question].fine
        past = (*past, AnsweredQuestion(asked, "no"))
    asked_now = [taken.meaning.question for taken in past[-5:] if isinstance(taken.meaning, Is)]
    assert any(ANYTHING.properties[name].use or ANYTHING.answer(sign, name) == "yes" for name in asked_now)


def test_of_the_dead_it_speaks_in_the_past() -> None:
    assert GENIE.is_past(told("person real female -still-alive"))
    assert not GENIE.is_past(told("person real female still-alive"))
    assert asked_with_pronoun("Was she a singer?", ANYTHING) == Is("singer")
    assert facts_given([("Did she sing?", "yes")], ANYTHING) == {"singer": "yes"}


def test_what_is_as_likely_is_named_before_what_is_called_like_a_wrong_guess() -> None:
    motor = ANYTHING.numbers["motor scooter"]
    past = told("made -person -handheld vehicle two-wheels engine")
    past = (*past, wrong(motor))
    assert ANYTHING.entities[name_of(chosen(past, 1))].name == "motorcycle"


def test_after_a_yes_its_children_come_next() -> None:
    past = told("person male real -arts athlete")
    for seed in range(8):
        about = ANYTHING.properties[question_of(chosen(past, 15, seed))]
        assert about.opens or "athlete" in about.after.split()


def test_what_asks_nearly_the_same_is_asked_once() -> None:
    past = told("-person made handheld outdoors")
    asked = asked_after(past)
    assert Is("indoors") not in asked
    assert Is("daily") in asked
    past = (*past, *told("home"))
    assert Is("daily") not in asked_after(past)


@pytest.mark.parametrize("name", sampled(["Sherlock Holmes", "Simba", "Elsa", "Zeus", "Dracula"], 5))
def test_somebody_who_was_made_up_is_found(name: str) -> None:
    past, turns = asked_of(name)
    assert turns is not None
    asked = [taken.meaning.question for taken in past if isinstance(taken.meaning, Is)]
    table = table_of(None, "characters")
    assert table is not None
    about = [question for question in asked if question in table.properties]
    assert about
    assert asked.index("person") < asked.index("real") < asked.index(about[0])
    of_things = table_of(None, "things")
    assert of_things is not None
    barred = set(of_things.properties) - {"person", "job", "male", "female", "animal"}
    assert barred.isdisjoint(asked[asked.index("person") + 1 :])


@pytest.mark.thorough
@settings(max_examples=4)
@given(NAMES)
def test_nothing_is_named_with_many_left_before_the_last_turns(name: str) -> None:
    past, _ = asked_of(name)
    for turn, taken in enumerate(past[: MOST - LAST_TURNS]):
        if isinstance(taken.meaning, Named):
            assert GENIE.guesser.weighed(past[:turn]).near(NEAR).bit_count() <= HANDFUL


@pytest.mark.parametrize(
    "name", sampled(["giraffe", "toaster", "stapler", "pizza", "albert einstein", "taylor swift"], 3)
)
def test_what_everybody_knows_is_found_in_spite_of_an_odd_answer(name: str) -> None:
    ends = [asked_of(name, odd=odd)[1] for odd in (3, 5, 7)]
    assert sum(end is not None for end in ends) >= 2


def test_nothing_is_named_that_a_sure_answer_speaks_against() -> None:
    past = told(
        "person male -real frozen-film magic-powers king-or-queen crown-or-gown blond-character disney"
    )
    likeliest, _ = GENIE.guesser.ranked(past)[0]
    choice = GENIE.choice(past, 1, "hard", Random(1))
    assert ANYTHING.entities[likeliest].name == "Elsa"
    assert choice is not None
    assert ANYTHING.answer(name_of(choice), "male") == "yes"


def test_nothing_is_named_from_a_country_or_a_century_that_was_answered_with_no() -> None:
    clear = [name for name, about in ANYTHING.properties.items() if about.clear]
    past = told("person real -male -20th-century european -british 19th-century -religious -writer -royal")
    for left in (2, 1):
        choice = chosen(past, left, left)
        assert choice.number is not None
        for taken in past:
            if isinstance(taken.meaning, Is) and taken.meaning.question in clear:
                answer = ANYTHING.answer(choice.number, taken.meaning.question)
                assert {answer, taken.answer} != {"yes", "no"}
        past = (*past, wrong(choice.number))


def test_what_all_who_fit_would_answer_alike_is_not_asked() -> None:
    past = told("person real male -20th-century -still-alive")
    fitting = GENIE.guesser.branch(past).entities
    open_ = [Worth(one, 0, 0) for one in GENIE.guesser.pool]
    left = {worth.of.meaning for worth in without_foregone(open_, past, fitting, ANYTHING)}
    assert Is("still-alive") not in left, "that was told"
    assert Is("internet-fame") not in left, "nobody who died before 1900 was"
    assert Is("writer") in left


@each("R2-D2", "Q", "the BFG", "winter", "mozzarella")
def test_names_and_what_is_not_counted_take_no_article(name: str) -> None:
    assert named(ANYTHING.entities[ANYTHING.numbers[fold(name)]], ANYTHING.english) == name


@pytest.mark.parametrize(
    ("facts", "barred"), sampled(CASES["a_branch_is_kept_to_the_end_whatever_is_known_of_it"], 3)
)
def test_a_branch_is_kept_to_the_end_whatever_is_known_of_it(facts: str, barred: str) -> None:
    past = told(facts)
    own = {name: set(about.after.split()) for name, about in ANYTHING.properties.items()}
    of_people, of_stories = ({name for name in own if fact in own[name]} for fact in ("real", "-real"))
    of_things = {name for name in own if "-person" in own[name]}
    outside = {"things": of_things, "characters": of_stories, "celebrities": of_people}
    for _ in range(MOST - len(past)):
        of = GENIE.guesser.weighed(past)
        asked = {
            one.of.meaning.question.partition(">")[0]
            for one in GENIE.worths(past, of)
            if isinstance(one.of.meaning, Is)
        }
        for name in barred.split():
            assert outside[name]
            assert asked.isdisjoint(outside[name])
        choice = chosen(past, MOST - len(past), len(past))
        if choice.number is not None:
            assert ANYTHING.answer(choice.number, "person") == ("yes" if "-person" not in facts else "no")
            past = (*past, wrong(choice.number))
        else:
            assert choice.meaning is not None
            past = (*past, AnsweredQuestion(choice.meaning, "no"))


def test_where_nobody_fits_the_last_two_turns_are_names_of_the_branch() -> None:
    assert not GENIE.is_unlike_all(told("person female -real human"))
    about = sorted(name for name, of in ANYTHING.properties.items() if "-real" in of.after.split())
    for seed in range(6):
        rng = Random(seed)
        facts = " ".join(rng.choice(("", "-")) + name for name in rng.sample(about, 16))
        past = told(f"person female -real {facts}")
        assert GENIE.is_unlike_all(past)
        named: list[int] = []
        for left in (2, 1):
            choice = GENIE.choice(past, left, "hard", rng)
            assert choice is not None
            assert choice.number is not None, "a name, however little it fits"
            named.append(choice.number)
            past = (*past, wrong(choice.number))
        assert len(set(named)) == 2
        assert all(ANYTHING.answer(number, "person") == "yes" for number in named)


def test_a_no_to_the_job_closes_it_for_good() -> None:
    past = told(
        "person male -real -child-favourite fights human hero from-film -from-book -villain funny -job"
    )
    asked = asked_after(past)
    jobs = {about.id for about in ANYTHING.properties.values() if "job" in about.after.split()}
    assert jobs
    assert asked.isdisjoint(map(Is, jobs))


def test_what_much_speaks_against_is_followed_by_nothing() -> None:
    asked = asked_after(told("-animal -person wild eats plant-eater patterned four-legs"))
    assert Is("hooves") in asked


@pytest.mark.thorough
def test_it_names_nothing_by_a_faint_hunch() -> None:
    for name in ("golf", "didgeridoo"):
        past, _ = asked_of(name, odd=2)
        for turn, taken in enumerate(past):
            if taken.guesses and turn < MOST - LAST_TURNS:
                of = GENIE.guesser.weighed(past[:turn])
                assert of.levels[0][0] >= HUNCH[0] * of.total or not GENIE.worths(past[:turn], of)


@each("Harry Potter", "Sherlock Holmes", "Mario")
def test_somebody_made_up_whom_nobody_makes_is_asked_about_stories(name: str) -> None:
    number = ANYTHING.numbers[fold(name)]
    past: Past = tuple(
        AnsweredQuestion(Is(fact), "yes" if ANYTHING.answer(number, fact) == "yes" else "no")
        for fact in ("made", "person", "male", "real")
    )
    asked = [one.of.meaning for one in GENIE.worths(past, GENIE.guesser.weighed(past))]
    assert len(asked) > 10
    assert all(
        {"-real", "-person|-real"} & set(ANYTHING.properties[one.question].after.split())
        for one in asked
        if isinstance(one, Is)
    )


def test_wordings_of_both_tables_in_one_are_understood() -> None:
    for question in list(ANYTHING.questions.values())[::6]:
        for text in (question.text, *question.also):
            assert understand(text, ANYTHING) == Is(question.id), text


def test_characters_are_known_by_the_worlds_that_they_come_from() -> None:
    frodo, nemo, droid = (ANYTHING.numbers[fold(name)] for name in ("Frodo Baggins", "Nemo", "C-3PO"))
    assert ANYTHING.answer(frodo, "lord-of-the-rings") == "yes"
    assert ANYTHING.answer(nemo, "pixar") == "yes"
    assert ANYTHING.answer(nemo, "nintendo") == "no"
    assert named(ANYTHING.entities[droid], ANYTHING.english) == "C-3PO"


def test_people_are_people_and_things_are_none() -> None:
    einstein, toaster = (ANYTHING.numbers[name] for name in ("albert einstein", "toaster"))
    assert ANYTHING.answer(einstein, "person") == "yes"
    assert ANYTHING.answer(einstein, "male") == "yes"
    assert ANYTHING.answer(einstein, "still-alive") == "no"
    assert ANYTHING.answer(toaster, "person") == "no"
    assert ANYTHING.answer(toaster, "scientist") == "no"
    assert ANYTHING.answer(toaster, "born>1900") == "no"


@pytest.mark.torture
def test_most_of_what_is_told_at_the_end_is_found_the_next_time() -> None:
    """Twenty-four that the table lacks, by honest answers: those of a lost game and five more are all it knows."""
    numbers = Random("taught").sample(range(len(ANYTHING)), 24)
    again = [found_again(number, ANYTHING, Random(number)) for number in numbers]
    assert sum(end is not None for end in again) >= 20
