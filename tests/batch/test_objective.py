"""The objective of a search for prompts, over the golden sessions; and which prompts are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.save.sessions import CATALOGUE, GOLDEN
from tests.save.sessions import read as read_file
from tests.thorough import sampled
from tui_arena.batch.optimise.search import NAMED, Objective
from tui_arena.core.options import BadOption
from tui_arena.core.session import Session
from tui_arena.data import Prompt
from tui_arena.players.models.prompts import prompt_fault

FIRST = CATALOGUE.prompt(CATALOGUE.game("wordle"), "guess")
KNOWN = (
    "max_guesses hard clue is_critic clue_and board last_marks proposal agreement opinion guesses_left why"
)
SLOTS = frozenset([*KNOWN.split(), "faults_left"])


def read_golden(path: Path) -> Session:
    return read_file(json.loads(path.read_text("utf-8"))["session"]).session


def scored(name: str, seat: str, metric: str | None = None) -> float:
    found = next(path for path in GOLDEN if path.stem == name)
    session = read_golden(found)
    info = CATALOGUE.game(session.game)
    return Objective.of(info, seat, metric).of_session(session, session.fold(info.game)).score


@pytest.mark.parametrize("path", sampled(GOLDEN, 8), ids=lambda path: path.stem)
def test_the_objective_is_within_0_and_1_for_every_seat_and_metric(path: Path) -> None:
    session = read_golden(path)
    info = CATALOGUE.game(session.game)
    play = session.fold(info.game)
    for seat in play.seats:
        for metric in info.metrics.values():
            if metric.kind in ("flag", "count", "number", "list") and metric.better != "none":
                assert 0 <= Objective.of(info, seat, metric.name).of_session(session, play).score <= 1


def test_lost_sessions_have_degrees_by_success_alone() -> None:
    names = ("wordle_w_loss_rep", "wordle_w_short", "wordle_k_critic_bad")
    lost = [scored(name, "guesser", "success") for name in names]
    assert len(set(lost)) == 3
    assert max(lost) < 1 - NAMED
    assert scored("wordle_w_win4", "guesser", "success") > NAMED


def test_what_is_won_by_a_side_is_success_of_that_side_alone() -> None:
    judge, setter = (scored("bluffing_beliefs_0", seat, "success") for seat in ("judge", "setter"))
    assert (judge > NAMED) != (setter > NAMED)


@pytest.mark.parametrize("metric", ["opinion_kept", "speeed"])
def test_a_metric_that_has_no_better_end_or_is_unknown_is_refused(metric: str) -> None:
    with pytest.raises(
        BadOption, match=f"Wordle has no metric '{metric}' to search by; allowed: success, lost"
    ):
        Objective.of(CATALOGUE.game("wordle"), "guesser", metric)


def test_a_prompt_is_its_own_text_again() -> None:
    assert Prompt.of("guess", "", FIRST.text).sections == FIRST.sections
    assert prompt_fault(FIRST, SLOTS, FIRST) is None


@given(st.data())
def test_a_prompt_that_lost_a_slot_or_a_section_is_refused_and_one_that_gained_text_is_not(
    data: st.DataObject,
) -> None:
    name = data.draw(st.sampled_from(sorted(FIRST.sections)))
    said = data.draw(st.text(st.characters(codec="ascii", exclude_characters="{}#"), min_size=1, max_size=40))
    more = {**FIRST.sections, name: f"{FIRST.sections[name]}\n\nx{said}"}
    assert prompt_fault(Prompt("guess", "", more), SLOTS, FIRST) is None
    fewer = {other: text for other, text in FIRST.sections.items() if other != name}
    assert (
        prompt_fault(Prompt("guess", "", fewer), SLOTS, FIRST) == f"section `# {name}`: is missing or empty"
    )
    if "}}" in FIRST.sections[name]:
        cut = FIRST.sections[name].replace("}}", data.draw(st.sampled_from(["", "}", ")}"])), 1)
        assert prompt_fault(Prompt("guess", "", {**FIRST.sections, name: cut}), SLOTS, FIRST) is not None
