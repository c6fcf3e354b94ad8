"""What the prompts of Bluffing's seats contain, and what they must not."""

from itertools import pairwise, product
from typing import Any

from tests.conformance import CATALOGUE
from tests.games.prompts import FAULTS, beside, sent, tells, text
from tests.games.steps import answer
from tests.tables import each
from tui_arena.core.game import Setup
from tui_arena.core.options import resolve
from tui_arena.core.probes import LEVELS, read_belief
from tui_arena.core.record import Play
from tui_arena.games.bluffing.rules import GOALS
from tui_arena.players.models.prompts import messages

INFO = CATALOGUE.game("bluffing")
QUESTIONS = ["", "bold", "patient", "steps", "terse"]
THREE = ["", "steps", "terse"]
TRUE, FALSE = "`I believe your statement is: True`", "`I believe your statement is: False`"
STATEMENT = "I once slept in a lighthouse."
ASKED, ANSWERED = "Question 1: How did you get there?", "In a rowing boat, and it leaked."


def start(preset: str | None = None, **options: Any) -> Play[Any]:
    return Play(INFO.game, Setup(resolve(INFO.options, INFO.presets, options, preset), preset=preset))


def stated(preset: str | None = "party", *, truth: bool = False, **options: Any) -> Play[Any]:
    play = start(preset, **options)
    return answer(play, f"{truth} | {STATEMENT}" if play.asks()[0].sealed else STATEMENT)


@each(*product(QUESTIONS, ["party", "paper"]))
def test_a_judge_is_told_what_was_published(variant: str, preset: str) -> None:
    told = text(stated(preset), variant)
    tells(
        told,
        "judge | game of lie detection | themselves | common sense | may be lies | "
        "right after the statement | relevant | engaging | theme | "
        "ollow logically / ollows logically / ollowing logically / logical next step | loose ends | "
        "striking details | `Question N:` | from 1 to 5 | each used once / each is used once | "
        "no header | One question a turn / one question a turn | no other text | at most 5 | "
        "question is new / question new | somebody who tells the truth would know | last answers | "
        "may be a slip | enough detail | inventive | fixed list of questions | "
        f"{TRUE} or {FALSE}, without a header | your reasons stand behind it",
    )


@each(("", 1, 1), ("terse", 1, 1), ("steps", 1, 1), ("patient", 1, 0), ("bold", 0, 1))
def test_when_to_judge_is_said_in_both_published_ways(variant: str, late: int, soon: int) -> None:
    told = text(stated(), variant)
    assert ("ot to judge before all 5" in told or "not judge before all 5" in told) == bool(late)
    assert ("sure enough" in told) == bool(soon)


@each(*QUESTIONS)
def test_a_question_is_numbered_and_its_form_stands_last(variant: str) -> None:
    play = answer(stated(), ASKED, ANSWERED)
    turns = sent(play, variant)[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user"]
    assert turns[0]["content"] == f'<data name="setter">{STATEMENT}</data>'
    assert turns[1]["content"] == ASKED
    assert turns[2]["content"].startswith(f'<data name="setter">{ANSWERED}</data>\n\nQuestions left of 5: 4.')
    assert turns[2]["content"].endswith("Question 2: …")
    assert "Nothing has been asked yet" in text(stated(), variant)
    assert all(a["role"] != b["role"] for a, b in pairwise(turns))


@each(*THREE)
def test_a_verdict_is_due_once_the_questions_are_used_up(variant: str) -> None:
    told = text(answer(stated(max_questions=1), ASKED, ANSWERED), variant)
    for part in ("Your questions are used up", "due now", '"probably" is no verdict', TRUE, FALSE, ANSWERED):
        assert part in told
    assert "game of lie detection" in told
    assert "common sense" in told


@each(*product(["", "terse"], ["party", "paper"]))
def test_a_statement_is_sealed_or_stands_alone(variant: str, preset: str) -> None:
    told = text(start(preset), variant)
    sealed = preset == "party"
    assert ("`true | text`" in told) == sealed
    assert ("`false | text`" in told) == sealed
    assert ("sealed until the end" in told) == sealed
    assert ("asked after the verdict" in told) != sealed
    for part in ("about yourself", "true or made up", "at most 300 characters"):
        assert part in told
    for kind in FAULTS:
        again = CATALOGUE.prompt(INFO, "statement", variant).sections[f"fault.{kind}"]
        assert "{{?sealed}}" in again
        assert "{{?later}}" in again


@each(*[("statement", v) for v in ("", "terse")] + [("answer", v) for v in THREE])
def test_a_setter_plays_for_a_wrong_verdict_as_help_and_board_say(name: str, variant: str) -> None:
    play = start() if name == "statement" else answer(stated(), ASKED)
    ask = play.asks()[0]
    assert ask.name == name
    prompt = CATALOGUE.prompt(INFO, name, variant)
    ours, published = (
        messages(prompt, ask, play.view("setter"), None, published=one)[0]["content"] for one in (False, True)
    )
    assert f"Your goal: {GOALS['setter']}" in ours
    assert "as true either way" not in ours
    assert GOALS["setter"] not in published
    assert "as true either way" in published
    assert "be believed" not in ours + published


@each(*product(THREE, [True, False]))
def test_a_setter_defends_the_statement_and_knows_whether_it_is_true(variant: str, truth: bool) -> None:
    play = answer(stated(truth=truth), ASKED, ANSWERED, "Question 2: Who rowed?")
    told = text(play, variant)
    for either in (
        ("setter",),
        ("as if the statement were true",),
        ("short",),
        ("consistent with",),
        ("may invent",),
        ('<data name="judge">Who rowed?</data>',),
    ):
        assert any(part.lower() in told.lower() for part in either), either
    assert ("Your statement is true; you know it" in told) == truth
    assert ("Your statement is made up; you know it" in told) != truth
    turns = sent(play, variant)
    assert turns[1]["content"] == "Make your statement."
    assert turns[2]["content"] == STATEMENT
    assert turns[4]["content"] == ANSWERED


@each(*THREE)
def test_a_setter_who_tells_later_alone_knows(variant: str) -> None:
    told = text(answer(stated("paper"), ASKED), variant)
    assert "you alone know" in told
    assert "Your statement is" not in told.replace("Whether your statement is", "")


def test_the_truth_is_asked_for_after_the_verdict() -> None:
    play = answer(stated("paper"), "I believe your statement is: False")
    told = text(play)
    assert play.asks()[0].name == "truth"
    assert "The verdict is in. Was your statement true" in told
    assert told.endswith("`true` or `false` alone.")
    assert '<data name="judge">I believe your statement is: False</data>' in told
    missing = answer(stated("paper", max_questions=1), ASKED, ANSWERED, "probably")
    assert "No verdict came" in text(missing)


@each(*product(QUESTIONS, [(), (ASKED, ANSWERED)]))
def test_a_belief_is_asked_for_over_the_same_rules_and_history(
    variant: str, replies: tuple[str, ...]
) -> None:
    play = answer(stated(), *replies)
    probed, played = sent(play, variant, beside(play, "judge", "belief")), sent(play, variant)
    assert probed[:-1] == played[:-1]
    talk, _, ask = probed[-1]["content"].partition("\n\n")
    assert played[-1]["content"].startswith(talk)
    for part in (
        "Start neutral",
        "`Unknown` while you are uncertain",
        "evidence",
        "not serious",
        "beside the point",
    ):
        assert part in ask
    assert all(level.capitalize() in ask for level in LEVELS)
    form = "** I believe your statement is: <one of the five> **"
    assert ask.endswith(f"{form}\n** Additional Information: … **")
    for level in LEVELS:
        assert read_belief(form.replace("<one of the five>", level.capitalize())) == level


def test_a_fault_says_what_was_wrong() -> None:
    play = answer(stated(), "I believe your statement is: Possibly true")
    told = text(play)
    assert "Your reply could not be read: the verdict is neither True nor False" in told
    assert told.endswith("Tries left: 2.")


def test_a_coach_gets_all_of_a_session_that_is_over() -> None:
    play = answer(stated(), ASKED, ANSWERED, "I believe your statement is: True")
    told = "\n".join(m["content"] for m in sent(play, ask=beside(play, "judge", "coach")))
    for part in (STATEMENT, ASKED, ANSWERED, "It was made up.", '<data name="verdict">true</data>'):
        assert part in told
    assert "It was true." not in told
    assert "never told" not in told
