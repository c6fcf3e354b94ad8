"""Bluffing's setter: what a question asks for, and what the story of a card answers."""

from __future__ import annotations

import re
from random import Random

from tests.games.bluffing.table import INFO, LEVELS, WORDS, said, started, tried
from tests.tables import Cases, each
from tui_arena.core.game import Bot, Deck
from tui_arena.games.bluffing.bot import make
from tui_arena.games.bluffing.bot.question import Question, halves
from tui_arena.games.bluffing.bot.reading import asked
from tui_arena.games.bluffing.bot.setter import core
from tui_arena.games.bluffing.bot.story import taken_up
from tui_arena.games.bluffing.rules import GAME, BluffingState

CASES = Cases(__file__)

GULL = "A gull has stolen food out of my hand."
FACTS = CASES["FACTS"]
SLIPS = ("when: It was October, so we had the pier to ourselves.", "who: Luckily nobody I know was there.")
POINT = (
    "food",
    "What did the gull take?",
    "A fish roll with onions.",
    "Something with bread, as such birds do.",
)
CARD = {
    "statement": GULL, "likely": 4, "family": True,
    **dict(zip(("points", "questions", "honest", "shaky"), ((part,) for part in POINT), strict=True)),
    "facts": tuple(f"{name}: {text}" for name, text in FACTS.items()), "slips": SLIPS,
}  # fmt: skip


def story(**other: object) -> Bot:
    """A bot with the card alone, in which some columns are different."""
    return make(Deck("own", ({**CARD, **other},)), None, INFO.speech)


PLAIN = story(slips=(), facts=("when: In May.", "nonsense", "weird: odd."))
STORY = story()


def told(*talk: str, truth: bool = True) -> BluffingState:
    return tried(GULL, *talk, truth=truth)


def answer(state: BluffingState, level: str = "medium", seed: object = 0, bot: Bot = STORY) -> str:
    ask = GAME.asks(state)[0]
    return bot.reply(ask, GAME.view(state, "setter"), level, Random(f"{seed}"))


@CASES.each
def test_what_an_open_question_asks_for(question: str, aspect: str) -> None:
    what = asked(question, WORDS)
    assert (what.aspects[:1], what.yes_no) == ((aspect,), False)


@each("What were you cooking when it went wrong?", "What did he hold when you came?")
def test_a_clause_that_says_when_asks_for_no_time(question: str) -> None:
    assert "when" not in asked(question, WORDS).aspects


@each(*CASES["what_a_question_for_yes_or_no_asks_for"])
def test_what_a_question_for_yes_or_no_asks_for(question: str, aspect: str, opposite: bool) -> None:
    what = asked(question, WORDS)
    assert (what.aspects[0], what.yes_no, what.opposite) == (aspect, True, opposite)


@CASES.each
def test_a_true_story_answers_what_is_asked(question: str, text: str) -> None:
    for level in LEVELS:
        assert answer(told(question), level) == text


def is_honest_word(text: str, *occasions: str) -> bool:
    """Whether an answer is one of the words for what the story doesn't know, and nothing else."""
    phrases = INFO.speech["unknown"]
    ends = [phrase.partition("}")[2] for phrase in phrases["taken_up"]]
    return text.endswith(tuple(ends)) or any(text in phrases[occasion] for occasion in occasions)


def is_small_fact(text: str, row: str) -> bool:
    """Whether an answer is one of the small facts that a teller makes up for what a row of them is about."""
    phrases = [phrase for table in ("small", "small_yes_no") for phrase in INFO.speech[table].get(row, ())]
    forms = (re.sub(r"\\{\w+\\}", ".+", re.escape(phrase)) for phrase in phrases)
    return any(re.fullmatch(form, text) for form in forms)


@CASES.each
def test_what_the_story_does_not_know_is_made_up_and_stays_the_same(question: str, row: str) -> None:
    texts = {answer(told(question, truth=truth), seed=seed) for seed in range(4) for truth in (True, False)}
    assert len(texts) == 1
    text = texts.pop()
    assert is_small_fact(text, row), text
    again = answer(said(told(question), text, question))
    assert again != text
    assert core(text) in again


def test_a_small_fact_is_about_whoever_the_question_names() -> None:
    for who, pronoun in (("your sister", "she"), ("the postman", "he"), ("the other guests", "they")):
        text = answer(told(f"How did {who} react?"))
        assert pronoun in text.lower().split(), text


def test_what_somebody_elses_mother_said_is_not_what_the_tellers_own_said() -> None:
    other = "Her mother said, “Leave the bird alone,” and pulled her away."
    own = "My mother said that I should have ducked."
    assert answer(told("What did your mother say?"), bot=with_facts(said=other)) != other
    assert answer(told("What did your mother say?"), bot=with_facts(said=own)) == own


def test_nothing_is_made_up_about_a_name_that_the_story_does_not_know() -> None:
    assert is_small_fact(answer(told("Who is the owner of the bench?")), "who_is")
    assert not is_small_fact(answer(told("Who is the owner of Atlantis?")), "who_is")


def test_the_same_asked_of_somebody_else_is_another_question() -> None:
    state = told("What did he think of it?")
    text = answer(state)
    other = answer(said(state, text, "What did she think of it?"))
    assert core(text) not in other
    assert other.startswith("She")


def test_no_small_fact_is_said_of_two_things() -> None:
    state, heard = told("Did you call the police?"), set[str]()
    for question in ("Did you write a letter?", "Did you see a doctor?", ""):
        text = answer(state)
        assert text not in heard
        heard.add(text)
        state = said(state, text, question) if question else state


@each("Which pot was on the stove in your kitchen?", "What did the hotel smell of?")
def test_what_the_teller_cannot_make_up_gets_an_honest_word_and_no_line(question: str) -> None:
    for seed in range(8):
        for truth in (True, False):
            assert is_honest_word(answer(told(question, truth=truth), seed=seed), "what")


def test_an_honest_word_is_not_said_twice() -> None:
    state, heard = told("Which pot was on the stove?"), set[str]()
    for question in ("Which hand was it?", "Which hat was it?", "Which plate was it?", ""):
        text = answer(state)
        assert not any(text.endswith(one) for one in heard)
        heard.add(text.rpartition(", ")[2] if text.startswith(("Which", "What")) else text)
        state = said(state, text, question) if question else state


@CASES.each
def test_a_question_is_taken_up_where_its_grammar_allows(question: str, said_: str) -> None:
    assert taken_up(Question(question, GULL, WORDS)) == said_


@CASES.each
def test_a_doubt_is_met_plainly_whether_the_story_is_true_or_not(question: str, word: str) -> None:
    for truth in (True, False):
        state = told(question, truth=truth)
        first = answer(state)
        assert first == f"{word}. {FACTS['proof']}"
        for _ in range(2):
            state = said(state, answer(state), question)
            again = answer(state)
            assert again in INFO.speech["doubts"]["true" if word == "Yes" else "untrue"]
            assert again not in [turn["answer"] for turn in GAME.view(state, "setter").facts["turns"]]


@each("No, only a drainpipe.", "Nobody can, I was alone.")
def test_a_proof_that_denies_is_no_answer_to_a_doubt(proof: str) -> None:
    bot = story(facts=(f"proof: {proof}",))
    assert answer(told("Did it really happen?"), bot=bot) in INFO.speech["doubts"]["true"]
    assert answer(said(started(), "true | I own a blue boat.", "Are you bluffing?")).startswith("No")


@CASES.each
def test_a_question_about_the_story_is_no_doubt(question: str) -> None:
    assert not Question(question, GULL, WORDS).doubt
    assert not Question("Can you really swim?", "I can't swim.", WORDS).doubt


def with_facts(**facts: str) -> Bot:
    return story(facts=tuple(f"{name}: {text}" for name, text in (FACTS | facts).items()))


def with_line(question: str, line: str) -> Bot:
    """A bot whose card has one fact, and this line for this question."""
    return story(facts=("when: In May.",), more=(f"{question} {line}",))


@CASES.each
def test_how_many_times_is_told_once_and_does_not_contradict_itself(again: str, text: str) -> None:
    bot = with_facts(again=again)
    state = told("How many times has it happened?")
    assert answer(state, bot=bot) == text
    state = said(state, text, "How many times has a gull stolen food from you?")
    assert answer(state, bot=bot) != text
    for other, row in (
        ("How many times a week do you eat fish?", "often_now"),
        ("How many times did you visit the pier?", "often"),
    ):
        assert is_small_fact(answer(told(other), bot=bot), row)


@each(
    ("Was it by accident?", "Planned? No, not by me at any rate."),
    ("Was it safe?", "Hurt? No, just a scratch on the thumb."),
    ("Was it sunny or wet?", FACTS["weather"]),
    ("Was it in winter or in summer?", FACTS["when"]),
)
def test_no_yes_comes_before_a_denial_or_a_choice(question: str, text: str) -> None:
    assert answer(told(question)) == text


def test_lines_without_words_are_left_out() -> None:
    marks = {**FACTS, "next": "…", "how": "🙂", "again": "…", "kept": "Yes, 🙂"}
    facts = tuple(f"{name}: {text}" for name, text in marks.items())
    bot = story(facts=facts, more=("Who cut the napkin? …", "What was on the hat? 🙂"))
    for question in (
        "Tell me more.",
        "What colour was the napkin?",
        "How many times?",
        "Do you still have it?",
    ):
        assert answer(told(question), bot=bot) not in ("", "…", "🙂", "Yes, 🙂")


def test_a_slip_follows_no_forgetting() -> None:
    slips = [slip.partition(": ")[2] for slip in SLIPS]
    state = told("When was that?", truth=False)
    for question in ("Who owned the lighthouse?", "What did the judge say?", "Are you bluffing?", "Where?"):
        text = answer(state, "easy")
        assert not any(slip in text for slip in slips)
        state = said(state, text, question)
    assert any(slip in answer(state, "easy") for slip in slips)


@each("What did the napkin do?", "What did the napkin mean?")
def test_of_a_thing_that_was_told_of_the_teller_knows_no_more(question: str) -> None:
    state = said(told("What happened next?"), FACTS["next"], question)
    assert answer(state) in [text.format(thing="napkin") for text in INFO.speech["unknown"]["told"]]


@each("What colour was the napkin stain?", "What colour was the hat?")
def test_of_another_thing_the_teller_does_not_say_that_it_was_told_of(question: str) -> None:
    text = answer(said(told("What happened next?"), FACTS["next"], question))
    assert text not in [one.format(thing="napkin") for one in INFO.speech["unknown"]["told"]]


def test_a_line_about_the_very_thing_is_added() -> None:
    text = answer(told("What did the napkin do?"))
    assert text.endswith("I stood there with a napkin, and Piet gave me a chip.")


@each(
    ("What food was it exactly?", POINT[2]),
    ("Which food did it take?", POINT[2]),
    ("Why was it you?", FACTS["why"]),
    ("Why did it steal your food?", FACTS["why"]),
)
def test_a_question_for_a_sort_of_thing_or_a_reason_gets_that(question: str, text: str) -> None:
    assert answer(told(question)) == text


@CASES.each
def test_a_reason_that_the_story_does_not_know_is_made_up(question: str, row: str) -> None:
    for level in LEVELS:
        text = answer(told(question), level)
        assert is_small_fact(text, row), text


@CASES.each
def test_a_line_whose_own_question_is_another_is_not_said(question: str, card_question: str) -> None:
    line = "A green one, on a Sunday in the yard."
    bot = with_line(card_question, line)
    assert line not in answer(told(question), bot=bot)
    assert line in answer(told(card_question), bot=bot)


@CASES.each
def test_a_line_whose_own_question_means_the_same_is_said(question: str, card_question: str) -> None:
    line = "Nobody in particular, in the yard."
    assert line in answer(told(question), bot=with_line(card_question, line))


@CASES.each
def test_a_detail_that_no_line_has_leads_to_the_line_about_the_same_thing(
    question: str, card_question: str
) -> None:
    line = "My mother's, the green one, five in a row."
    assert line in answer(told(question), bot=with_line(card_question, line))


@CASES.each
def test_a_question_is_read_without_what_is_said_beside_it(text: str, first: str, second: str) -> None:
    assert halves(text) == (first, second)


def test_of_two_things_to_choose_from_the_first_is_named() -> None:
    text = answer(told("Did you get a small bump or a nosebleed?"))
    assert is_small_fact(text, "choice_named")
    assert text.startswith("A small bump, ")
    assert is_small_fact(answer(told("Was the hat damaged, or only your nose?")), "choice")


def test_both_halves_are_answered_even_if_the_story_has_only_one() -> None:
    for question in ("Where was it, and who owns the lighthouse?", "Where was it? Who owns the lighthouse?"):
        first, then = FACTS["where"], answer(told(question)).removeprefix(f"{FACTS['where']} ")
        assert answer(told(question)) == f"{first} {then}"
        assert is_small_fact(then, "who_does")
    assert answer(told("Where was it, and which pot was on the stove?")) == FACTS["where"]
    assert answer(told("Which pot was on the stove, and where was it?")) == FACTS["where"]


def test_what_the_statement_calls_the_tellers_own_is_the_tellers() -> None:
    state = said(started(), "true | A gull has stolen my hat.", "Whose hat was it?")
    mine = story(statement="A gull has stolen my hat.")
    assert answer(state, bot=mine) in INFO.speech["mine"]
    assert answer(told("Whose hat was it?")) not in INFO.speech["mine"]


def test_a_line_with_a_question_of_its_own_is_not_told_to_go_on() -> None:
    """What tells on is a line of the story, not the answer to something else that happens to come after it."""
    bot = story(more=("Whose chips did you eat afterwards? Piet's, and he counted them.",))
    state = told("Tell me more.")
    ask = GAME.asks(state)[0]
    assert bot.reply(ask, GAME.view(state, ask.seat), "hard", Random(1)) == FACTS["next"]


def test_no_line_is_said_twice_but_for_the_same_question() -> None:
    state = told("When was that?")
    state = said(state, answer(state), "And in which season was it?")
    assert answer(state) in [text.format(core=FACTS["when"]) for text in INFO.speech["again"]]
    state = told("What happened next?")
    state = said(state, answer(state), "Tell me more.")
    assert answer(state) == FACTS["how"]


def test_a_true_story_never_cracks() -> None:
    questions = ("When was that?", "Who was there?", "Where?", "What did the gull take?", "Did it hurt?")
    for level in LEVELS:
        state = told()
        for question, name in zip(questions, ("when", "who", "where", "", "hurt"), strict=True):
            state = said(state, question)
            text = answer(state, level)
            assert text == (FACTS[name] if name else POINT[2])
            state = said(state, text)


def cracked(level: str, questions: tuple[str, ...]) -> int:
    """How many answers of a made-up story are shaky or let something slip."""
    state, found = told(truth=False), 0
    for question in questions:
        state = said(state, question)
        text = answer(state, level)
        found += text == POINT[3] or any(slip.partition(": ")[2] in text for slip in SLIPS)
        state = said(state, text)
    return found


@each(("easy", 2, 2), ("medium", 1, 2), ("hard", 1, 2))
def test_a_made_up_story_cracks_once_or_twice_and_not_at_first(level: str, least: int, most: int) -> None:
    more = ("Who was there?", "Where?", "What did the gull take?", "Did it hurt?")
    for first in (
        "When was that?",
        "In which year?",
        "What month was it?",
        "Which season?",
        "What day was it?",
    ):
        assert least <= cracked(level, (first, *more)) <= most
        assert cracked(level, (first,)) == 0


def test_a_slip_contradicts_what_was_told() -> None:
    slips = {slip.partition(": ")[2]: slip.partition(": ")[0] for slip in SLIPS}
    for questions in (
        ("Where?", "Did it hurt?", "When was that?"),
        ("Where?", "Who was there?", "Did it hurt?"),
    ):
        state, told_of = told(truth=False), set[str]()
        for question in questions:
            state = said(state, question)
            text = answer(state, "easy")
            assert {name for slip, name in slips.items() if slip in text} <= told_of
            told_of |= {"when", "who"} & set(asked(question, WORDS).aspects[:1])
            state = said(state, text)


def test_a_card_without_facts_and_a_statement_without_a_card_have_answers() -> None:
    assert answer(told("When was that?"), bot=PLAIN) == "In May."
    assert answer(told("What did the gull take?"), bot=PLAIN) == POINT[2]
    state = said(started(), "true | I once ate a raw onion for a bet.", "Were you alone?")
    assert answer(state) == "No, my neighbour Clara was with me."
    other = said(started(), "true | I once ate a raw onion for a bet.", "Was anybody with you?")
    assert answer(other) == "Yes, my neighbour Clara was with me."
    state = said(state, "Yes, I was with my cousin Berta, in 1987.", "Who could confirm it?")
    assert "Berta" in answer(state)


def test_the_core_of_an_answer() -> None:
    assert core("Yes. It was red. Rather a dark one, in fact.") == "It was red. Rather a dark one, in fact."
    assert core("No, there was no time to be. None at all.") == "There was no time to be."


MORE = (
    "Did the gull come back? Yes, with two friends, for the crumbs.",
    "What did the man at the stall say? That she does it every noon.",
    "Did the seller forgive you? Yes, over a second roll.",
    "no question",
)


@CASES.each
def test_a_question_about_this_very_story_has_its_own_answer(question: str, answer_: str) -> None:
    bot = story(more=MORE)
    assert answer(told(question), bot=bot) == answer_
