"""What the prompts of Bluffing's seats contain, and what they must not."""

from itertools import product
from typing import Any

from tests.conformance import CATALOGUE
from tests.games.bluffing.test_rules import start
from tests.games.prompts import beside, sent, text, wrongly_told
from tests.games.steps import answer
from tests.tables import Cases, each
from tui_arena.core.probes import LEVELS, read_belief
from tui_arena.core.record import Play
from tui_arena.games.bluffing.rules import GOALS
from tui_arena.players.models.prompts import messages

CASES = Cases(__file__)
INFO = CATALOGUE.game("bluffing")
QUESTIONS = ["", "bold", "patient", "steps", "terse"]
THREE = ["", "steps", "terse"]
STATEMENT = "I once slept in a lighthouse."
ASKED, ANSWERED = "Question 1: How did you get there?", "In a rowing boat, and it leaked."


def stated(preset: str | None = "party", *, truth: bool = False, **options: Any) -> Play[Any]:
    play = start(preset, **options)
    return answer(play, f"{truth} | {STATEMENT}" if play.asks()[0].sealed else STATEMENT)


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


def begun(
    preset: str | None = None, *, is_stated: bool = False, truth: bool = False, **options: Any
) -> Play[Any]:
    return stated(preset or "party", truth=truth, **options) if is_stated else start(preset, **options)


def test_prompts_tell_what_the_table_says() -> None:
    assert wrongly_told(begun, CASES["told"]) == []
