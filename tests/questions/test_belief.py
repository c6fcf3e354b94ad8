"""Belief after answers, the choice of the best question, and learning from past questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.core.language.names import hits
from tui_arena.data.entity_decks import english
from tui_arena.data.files import game_texts
from tui_arena.games.entity.bot import nearly_named
from tui_arena.questions.belief import (
    COSTS,
    HARD,
    JUDGES,
    ONE,
    PEOPLE,
    WORST,
    DeckBelief,
    Past,
    Weighed,
    asked,
    begun,
    in_no_order,
    members,
    miss,
    named_in,
    step,
    weighed,
    weight_of,
)
from tui_arena.questions.genie import QuestionChooser
from tui_arena.questions.guesser import (
    BIT,
    MOST_GAIN,
    PARTS,
    QuestionGuesser,
    entropy,
    gain,
    is_worth_guessing,
    table_questions,
    weigh,
)
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import masks
from tui_arena.questions.phrasing import named, wordings
from tui_arena.questions.question_bot import coached, guessers_hint
from tui_arena.questions.table import Answer, Entity, GivenAnswer, Knowledge, Masks, Property

CASES = Cases(__file__)

PROPERTIES = {
    p.id: p
    for p in (
        Property("alive", "Is it alive?", ("Does it live?",)),
        Property("red", "Is it red?"),
        Property("big", "Is it big?"),
        Property("wood", "Is it made of wood?"),
    )
}


def table() -> Knowledge:
    """Sixteen entities, one for each set of the four properties, `thing5` being 0b0101."""
    entities = []
    for i in range(16):
        facts: dict[str, Answer] = {name: "yes" for bit, name in enumerate(PROPERTIES) if i >> bit & 1}
        entities.append(Entity(f"thing{i}", (), "medium", "", facts))
    return Knowledge("sixteen", tuple(entities), PROPERTIES)


TABLE = table()
SAID = game_texts("", "host")["bots"]
TOLD: dict[Answer, GivenAnswer] = {"yes": "yes", "no": "no", "sometimes": "maybe", "unknown": "maybe"}
"""A table's answers as a player would give them."""


def after(*told: tuple[str, GivenAnswer]) -> DeckBelief:
    held = begun(TABLE)
    for question, answer in told:
        held = held.updated(TABLE.masks[question], answer)
    return held


def past(*told: tuple[str, GivenAnswer], how: str | None = "lenient") -> Past:
    return tuple(step(question, answer, TABLE, how) for question, answer in told)


def best(held: DeckBelief, most: int = 3) -> list[int]:
    return [number for number, _ in weighed(held).ranked(most)]


# belief


def test_answers_leave_what_fits_them() -> None:
    held = after(("alive", "yes"), ("red", "no"), ("big", "yes"), ("wood", "no"))
    (number, weight), *others = weighed(held).ranked(16)
    assert number == 0b0101
    assert len(others) == 15
    assert weight > 10 * others[0][1]


def test_a_wrong_answer_is_outvoted() -> None:
    right: list[tuple[str, GivenAnswer]] = [("alive", "yes"), ("red", "yes"), ("big", "yes")] * 2
    assert best(after(("red", "no"), *right, ("wood", "no")), 1) == [0b0111]


def test_a_question_asked_again_makes_only_a_plain_contradiction_weigh_double() -> None:
    one_of_each = Masks(yes=1, no=2, sometimes=4, unknown=8)
    once, again = (
        {
            bits: cost
            for cost, bits in DeckBelief(((0, 15),)).updated(one_of_each, "yes", again=repeated).levels
        }
        for repeated in (False, True)
    )
    assert (once[2], again[2]) == (HARD, 2 * HARD)
    assert {bits: again[bits] for bits in (1, 4, 8)} == {bits: once[bits] for bits in (1, 4, 8)}


def test_where_nothing_fits_errors_are_taken_to_be_common() -> None:
    clean, torn = weighed(after(("red", "yes"))), weighed(after(("red", "yes"), ("red", "no")))
    assert torn.wrong > 3 * clean.wrong


def test_what_is_unknown_of_a_taught_thing_speaks_for_a_no_and_hardly_against_a_yes() -> None:
    """Of a thing that was told at the end little is known: it must not lose to all that is known well."""
    taught = Entity("taught", facts={"alive": "yes", "red": "unknown", "big": "unknown", "wood": "unknown"})
    knowledge = replace(TABLE, entities=[*TABLE.entities, taught])
    held = begun(knowledge, PEOPLE)
    answers: tuple[tuple[str, GivenAnswer], ...] = (
        ("alive", "yes"),
        ("red", "no"),
        ("big", "no"),
        ("wood", "no"),
    )
    for question, told in answers:
        held = held.updated(knowledge.masks[question], told)
    assert held.levels[0] == (1, 1 << 0b0001 | 1 << 16)
    held = held.updated(knowledge.masks["red"], "yes")
    assert held.levels[0] == (2, 1 << 16)


@given(st.lists(st.tuples(st.sampled_from(list(PROPERTIES)), st.sampled_from(list(COSTS))), max_size=12))
def test_a_belief_holds_each_entity_once_and_never_drops_one(told: list[tuple[str, GivenAnswer]]) -> None:
    held = after(*told)
    assert sum(bits.bit_count() for _, bits in held.levels) == 16
    assert sorted(n for _, bits in held.levels for n in members(bits)) == list(range(16))
    costs = [cost for cost, _ in held.levels]
    assert costs == sorted(set(costs))
    assert costs[-1] - costs[0] <= WORST
    weights = [weight for weight, _ in weighed(held).levels]
    assert weights == sorted(weights, reverse=True)


def test_one_that_is_ruled_out_stays_out() -> None:
    held = after(("red", "yes")).without(1 << 2)
    assert 2 not in best(held, 16)
    assert 2 not in best(held.updated(TABLE.masks["red"], "yes"), 16)
    assert weighed(begun(TABLE).without(TABLE.everything)).total == 0


def test_weights_fall_with_cost_and_less_so_after_many_answers() -> None:
    row = [weight_of(10, 0, cost) for cost in range(WORST)]
    assert row == sorted(row, reverse=True)
    assert min(row) >= 1
    assert weight_of(10, 3 * HARD, 4 * HARD) > 5 * weight_of(10, 0, HARD)


# asking


def test_an_even_split_is_worth_a_bit_and_errors_cost_some() -> None:
    assert gain(PARTS // 2, 0, 0) == BIT
    assert gain(PARTS, 0, 0) == gain(0, 0, 0) == 0
    assert 0 < gain(PARTS // 2, 0, PARTS // 10) < BIT * 6 // 10
    assert gain(PARTS // 4, PARTS // 2, 0) < gain(PARTS // 2, 0, 0)
    assert gain(PARTS // 4, PARTS // 2, 0, leaning=30) > gain(PARTS // 4, PARTS // 2, 0)
    assert entropy(PARTS // 2) == BIT


@each((1, True), (2, True), (3, True), (16, False))
def test_a_guess_pays_when_few_are_left(left: int, guesses: bool) -> None:
    of = weighed(begun(TABLE).without(TABLE.everything & ~((1 << left) - 1)))
    most = max((w.gain for w in weigh(of, table_questions(TABLE))), default=0)
    assert is_worth_guessing(of, of.ranked(1)[0][1], most) is guesses


# learning from past questions


def test_free_questions_teach_what_they_mean_and_nonsense_nothing() -> None:
    guesser = QuestionGuesser(TABLE)
    free = past(("So, is it made out of wood?", "yes"), ("Does it live?", "no"))
    assert all(n & 0b1000 and not n & 1 for n, _ in guesser.ranked(free, 4))
    nonsense = past(("Blorp the quux?", "yes"), ("", "no"), ("What is it?", "no"))
    assert guesser.weighed(nonsense).levels[0][1] == TABLE.everything


def test_a_name_that_was_no_hit_is_out_whatever_was_told() -> None:
    guesser = QuestionGuesser(TABLE)
    told_: tuple[GivenAnswer, ...] = ("yes", "no", "maybe")
    for told in told_:
        taken = past(("Is it thing5?", told))
        assert 5 not in [n for n, _ in guesser.ranked(taken, 16)]
        assert guesser.belief(taken).left == 15, "of the others none is likelier or less likely"
    assert 5 not in [n for n, _ in guesser.ranked((miss("a Thing5", TABLE, "lenient"),), 16)]
    assert named_in("Is it a THING5 or thing6?", TABLE, "lenient") == 1 << 5 | 1 << 6
    assert named_in("Is it thing55?", TABLE, "lenient") == 0
    assert named_in("Is it thing15?", TABLE, "substring") == 1 << 15 | 1 << 1


def test_irregular_plurals_name_too() -> None:
    known = Knowledge("few", (Entity("mouse"), Entity("¿"), Entity("C++"), Entity("foot")))
    assert named_in("Are they mice?", known, "lenient") == 1
    assert named_in("Is it ¿?", known, "lenient") == 2
    assert named_in("Is it c++?", known, "strict") == 4
    assert named_in("Are those feet", known, "lenient") == 8


ODD = ("The Rock", "AC/DC", "jack-o'-lantern", "box", "Café au lait", "J. K. Rowling", "C++", "¿", "mouse", "ice cream",
       "hero", "The 39 Steps", "3D printer", "Oh! Calcutta!", "berry", "US", "rock 'n' roll")  # fmt: skip
ALL_ODD = Knowledge("odd", tuple(map(Entity, ODD)))


def _said(name: str) -> st.SearchStrategy[str]:
    ways = (name, name.upper(), f"{name}s", f"{name}es", f"{name}'s", f"{name[:-1]}ies", name.replace(" ", "-"),
            name.replace("-", " "), name.replace(".", ""), name.replace("'", ""), f"_{name}_", f"x{name}", "mice",
            name.replace("é", "e"), name.replace("/", " "))  # fmt: skip
    return st.sampled_from(ways)


@given(
    st.lists(st.sampled_from(ODD).flatmap(_said), min_size=1, max_size=3),
    st.sampled_from((" ", ", ", "/", "-", "")),
    st.sampled_from(("strict", "lenient")),
)
@example(["box's"], " ", "strict")
@example(["¿"], " ", "strict")
def test_the_index_of_names_finds_all_that_a_text_names(parts: list[str], joint: str, how: str) -> None:
    text = f"Is it {joint.join(parts)}?"
    each = (hits(text, entity.names, how) is not None for entity in ALL_ODD.entities)
    assert named_in(text, ALL_ODD, how) == sum(named << i for i, named in enumerate(each))


def test_what_was_asked_in_any_words_is_not_asked_again() -> None:
    guesser = QuestionGuesser(TABLE)
    taken: Past = ()
    for turn in range(20):
        choice = guesser.choice(taken, 20 - turn, Random(1))
        assert choice is not None
        assert choice.meaning is None or choice.meaning not in asked(taken)
        if choice.number is not None:
            break
        assert choice.meaning is not None
        taken = (*taken, step(wordings(choice.meaning, TABLE)[-1], "yes", TABLE, "lenient"))
    fitting = TABLE.everything
    for taken_ in taken:
        assert taken_.meaning is not None
        fitting &= masks(taken_.meaning, TABLE).yes
    assert choice is not None
    assert choice.number in list(members(fitting))


def play(guesser: QuestionGuesser, secret: int, most: int = 20) -> int:
    """Questions until the secret is named; one more than `most` if it is not."""
    known = guesser.knowledge
    taken: Past = ()
    for turn in range(most):
        choice = guesser.choice(taken, most - turn, Random(f"{secret}/{turn}"))
        if choice is None:
            return most + 1
        if choice.number is not None:
            if choice.number == secret:
                return turn + 1
            taken = (*taken, miss(known.entities[choice.number].name, known, "lenient"))
            continue
        assert choice.meaning is not None
        text = wordings(choice.meaning, known)[0]
        answer = judged(text, known.entities[secret].names, known).answer
        taken = (*taken, step(text, TOLD[answer], known, "lenient"))
    return most + 1


def test_all_are_found_in_little_more_than_the_fewest_questions() -> None:
    guesser = QuestionGuesser(TABLE)
    turns = [play(guesser, secret) for secret in range(16)]
    assert max(turns) <= 7
    assert sum(turns) / 16 <= 5


def test_without_facts_names_are_told_apart_by_their_letters() -> None:
    names = "apple banjo cello dog emu fog gull hat iris jug kite lamp moth nest owl pipe quill rope sun tub".split()
    bare = Knowledge("bare", tuple(Entity(name) for name in names))
    guesser = QuestionGuesser(bare)
    turns = [play(guesser, secret) for secret in range(len(names))]
    assert max(turns) <= 12


def test_one_or_no_entity_and_all_ruled_out() -> None:
    one = Knowledge("one", (Entity("only"),))
    assert play(QuestionGuesser(one), 0) == 1
    gone = (miss("only", one, "lenient"),)
    for level in ("easy", "medium", "hard"):
        choice = QuestionChooser(QuestionGuesser(one)).choice(gone, 5, level, Random(1))
        assert choice is None or choice.number is None
    assert QuestionGuesser(Knowledge("none", ())).belief(()).best == ()
    assert QuestionGuesser(one).belief(gone).left == 0


# wording


@given(bits=st.integers(min_value=0, max_value=1 << 200))
def test_a_set_is_told_whole_from_wherever_it_is_begun(bits: int) -> None:
    assert sorted(in_no_order(bits)) == list(members(bits))


def test_of_equally_likely_ones_the_more_common_are_listed_first() -> None:
    known = Knowledge(
        "pets",
        (
            Entity("ape", difficulty="hard", frequency=6.0),
            Entity("cat", difficulty="easy", frequency=5.0, facts={"alive": "yes"}),
            Entity("dog", difficulty="easy", frequency=5.5),
            Entity("emu", difficulty="easy"),
            Entity("fox", frequency=4.0),
        ),
        PROPERTIES,
    )
    guesser = QuestionGuesser(known)

    def names(taken: Past) -> list[str]:
        return [name for name, _ in guesser.belief(taken).best]

    assert names(()) == ["dog", "cat", "emu", "fox", "ape"]
    alive = (step("Is it alive?", "yes", known, "lenient"),)
    assert names(alive) == ["cat", "dog", "emu", "fox", "ape"], "what is likelier comes first all the same"


@each(2, 3, 5, 8, 26, 582)
def test_what_stands_together_in_the_deck_is_not_listed_together(size: int) -> None:
    for first in range(3):
        found = list(in_no_order(((1 << size) - 1) << first))
        assert size < 8 or not any(abs(a - b) == 1 for a, b in pairwise(found))


def test_a_list_of_equals_does_not_begin_with_the_alphabet() -> None:
    firsts = {next(in_no_order((1 << 1000) - (1 << n))) for n in range(10)}
    assert len(firsts) > 8
    assert min(firsts) > 10


@CASES.each
def test_names_have_an_article_where_one_fits(name: str, facts: dict[str, Answer], said: str) -> None:
    assert named(Entity(name, facts=facts), english()) == said


@CASES.each
def test_slips_of_the_pen(text: str, names: Sequence[str], near: bool) -> None:
    assert nearly_named(text, names, TABLE) is near


# coach and hint


def test_the_coach_tells_wasted_questions_from_good_ones() -> None:
    asked_ = ("Is it red?", "Is it red?", "Is it thing2?", "Blorp?")
    taken = past(*((text, "yes") for text in asked_))
    said = coached(QuestionGuesser(TABLE), taken, asked_, SAID).split("\n")
    assert said[0].startswith("1. “Is it red?” was a good one")
    assert said[1].startswith("2. “Is it red?” was wasted")
    assert "Blorp?”: I didn't get that one" in said[2]
    assert said[-1].startswith("All in all, the questions found out ")


def test_the_coach_calls_wasted_only_what_was_certain_and_proposes_something_else() -> None:
    """`wool` implies `soft`, so the third answer was certain; a question that tells little was not."""
    properties = {
        p.id: p
        for p in (
            Property("wool", "Is it made of wool?", implies=("soft",)),
            Property("soft", "Is it soft?", near="cosy"),
            Property("cosy", "Is it cosy?"),
            Property("red", "Is it red?"),
            Property("rare", "Is it rare?"),
        )
    }
    facts: list[dict[str, Answer]] = [
        {name: "yes" for bit, name in enumerate(("wool", "red", "soft")) if n >> bit & 1 or name == "soft"}
        for n in range(8)
    ]
    facts[0]["rare"] = "yes"
    known = Knowledge("wool", tuple(Entity(f"t{n}", facts=of) for n, of in enumerate(facts)), properties)
    asked_ = ("Is it rare?", "Is it made of wool?", "Is it soft?")
    heard: tuple[GivenAnswer, ...] = ("no", "yes", "yes")
    taken = tuple(step(text, answer, known, None) for text, answer in zip(asked_, heard, strict=True))
    said = coached(QuestionGuesser(known), taken, asked_, SAID).split("\n")
    wasted = [line for line in said if "wasted" in line]
    assert [line[:2] for line in wasted] == ["3."]
    assert "Is it soft?" not in wasted[0].partition("Better")[2]
    assert "Is it cosy?" not in wasted[0].partition("Better")[2]


def test_the_coach_praises_in_other_words_each_time() -> None:
    asked_ = ("Is it red?", "Is it big?", "Is it alive?")
    taken = past(*((text, "yes") for text in asked_))
    praise = coached(QuestionGuesser(TABLE), taken, asked_, {**SAID, "coach_good": ["one", "two", "three"]})
    said = [line.partition(". ")[2] for line in praise.split("\n")[:-1]]
    good = [text for text in said if text in ("one", "two", "three")]
    assert good == ["one", "two", "three"][: len(good)]
    assert len(good) > 1


def test_a_hint_names_nothing() -> None:
    guesser = QuestionGuesser(TABLE)
    told: list[tuple[str, GivenAnswer]] = [
        ("Is it alive?", "yes"),
        ("Is it red?", "yes"),
        ("Is it big?", "no"),
    ]
    for size in range(len(told) + 1):
        hint = guessers_hint(guesser, past(*told[:size]), 20 - size, SAID)
        assert hint
        assert not any(entity.name in hint for entity in TABLE.entities)
    assert "last question" in guessers_hint(guesser, (), 1, SAID)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.text(max_size=60), st.sampled_from(list(COSTS))), max_size=6))
def test_any_history_can_be_taken_over(told: list[tuple[str, GivenAnswer]]) -> None:
    guesser = QuestionGuesser(TABLE)
    taken = past(*told)
    for level in ("easy", "medium", "hard"):
        choice = QuestionChooser(guesser, {"easy": 0.5}).choice(taken, 5, level, Random(3))
        assert choice is not None
        assert (choice.number is None) != (choice.meaning is None)
    coached(guesser, taken, [text for text, _ in told], SAID)


@given(st.lists(st.integers(1, ONE), max_size=8), st.integers(0, 255), st.integers(0, 100))
@example([], 0, 30)
@example([8, 8, 4], 0b110, 60)
def test_a_set_has_a_share_of_the_weight_if_it_weighs_that_much(
    weights: list[int], bits: int, least: int
) -> None:
    levels = tuple((weight, 1 << place) for place, weight in enumerate(sorted(weights, reverse=True)))
    of = Weighed(levels, sum(weights), 0.0)
    assert of.has(bits, least) is (of.within(bits) * 100 >= least * of.total)


def test_no_question_tells_more_than_the_most() -> None:
    step = PARTS // 64
    for how in (JUDGES, PEOPLE):
        for wrong in (0, 1, PARTS // 10):
            for yes in range(0, PARTS + 1, step):
                for between in range(0, PARTS - yes + 1, step):
                    assert gain(yes, between, wrong, how.leaning) <= MOST_GAIN


@each((((ONE, 0b1111),), 4), (((ONE, 0b1), (1, 0b10)), 1))
def test_a_spread_counts_what_is_equally_likely(levels: tuple[tuple[int, int], ...], spread: int) -> None:
    total = sum(weight * bits.bit_count() for weight, bits in levels)
    assert Weighed(levels, total, 0.0).spread() == spread


def test_what_somebody_says_with_probably_speaks_less_against_a_thing_than_a_plain_answer() -> None:
    told: tuple[GivenAnswer, ...] = ("yes", "probably yes", "no", "probably no")
    costs = {}
    for answer in told:
        levels = step("Is it red?", answer, table(), None).after(begun(table(), PEOPLE), table()).levels
        costs[answer] = {bits >> 0b0010 & 1: cost for cost, bits in levels}
    assert costs == {
        "yes": {1: 1, 0: 5},
        "probably yes": {1: 3, 0: 4},
        "no": {1: 5, 0: 1},
        "probably no": {1: 4, 0: 3},
    }
