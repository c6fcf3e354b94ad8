"""The fold: undo, redo, rulings, resignations, and events that do not fit."""

from dataclasses import replace

import pytest

from tests.conformance import give
from tests.games.steps import answer, feed
from tests.games.wordle.test_rules import start
from tests.tables import each
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import Ask, Move, Reply
from tui_arena.core.record import Play, fold, judge, standing
from tui_arena.games.wordle.rules import Wordle, WordleState


def test_undo_and_redo() -> None:
    play = answer(start(), "slate", "crony")
    before = play.state
    feed(play, Kind.UNDONE, to=1)
    assert len(play.state.turns) == 1
    assert [s.void for s in play.steps] == [False, True]
    feed(play, Kind.UNDONE, to=0)
    assert play.state.turns == ()
    feed(play, Kind.REDONE)
    feed(play, Kind.REDONE)
    assert play.state == before
    with pytest.raises(BadEvent, match="nothing to redo"):
        feed(play, Kind.REDONE)


def test_a_reply_ends_the_redoing() -> None:
    play = answer(start(), "slate")
    feed(play, Kind.UNDONE, to=0)
    assert play.can_redo
    answer(play, "crony")
    assert not play.can_redo


def test_nothing_but_a_reply_ends_the_redoing() -> None:
    play = answer(start(), "slate", "crony")
    feed(play, Kind.UNDONE, to=1)
    feed(play, Kind.RESIGNED, seat="guesser")
    feed(play, Kind.REDONE)
    assert [turn.guess for turn in play.state.turns] == ["slate", "crony"]
    assert play.outcome().cause == "guesser: resigned"


def test_what_no_longer_fits_after_a_ruling_is_not_redone() -> None:
    play = answer(start(None, variant="clue"), "pride | lions together", "slate")
    feed(play, Kind.UNDONE, to=1)
    feed(play, Kind.ADJUDICATED, of=1, question="says_word", verdict=True)
    before = play.state
    with pytest.raises(BadEvent, match="event 5: what was undone no longer fits"):
        feed(play, Kind.REDONE)
    assert play.state == before
    assert [(s.status, s.void) for s in play.steps] == [("rejected", False), ("played", True)]


def test_an_undo_of_nothing_is_one_that_can_be_redone() -> None:
    play = answer(start(), "slate")
    feed(play, Kind.UNDONE, to=0)
    feed(play, Kind.UNDONE, to=0)
    feed(play, Kind.REDONE)
    assert play.state.turns == ()
    feed(play, Kind.REDONE)
    assert len(play.state.turns) == 1


@each("", "  ", "**", '""', "<think>slate", "<think>slate</think> _")
def test_a_reply_of_which_nothing_is_left_is_empty(text: str) -> None:
    fault = answer(start(), text).steps[0].fault
    assert fault is not None
    assert fault.kind == "empty"


@each(("", None), ("**", None), ("<think>pass or not?</think>", "empty"))
def test_an_empty_reply_passes_where_that_is_allowed_but_reasoning_alone_does_not(
    text: str, kind: str | None
) -> None:
    class Passing(Wordle):
        def parse(self, state: WordleState, ask: Ask, reply: Reply) -> Move:
            return Move(ask, "proposal", {"word": "-", "explanation": ""})

    play = start()
    ask = replace(play.asks()[0], optional=True)
    fault = judge(Passing(), play.state, ask, Reply(text))[2]
    assert (fault.kind if fault else None) == kind


def test_void_replies_count_as_requests_only() -> None:
    play = answer(start(), "slate", "four")
    feed(play, Kind.UNDONE, to=0)
    answer(play, "crane")
    assert play.counts()["guesser"]["requests"] == 3
    assert play.counts()["guesser"]["violated"] == 1
    assert len(play.standing()) == 1


def test_undo_goes_over_bots_but_never_over_another_person() -> None:
    play = answer(start(variant="critic"), "slate", "no")
    assert play.undo_point({"guesser"}, "guesser") == 0
    assert play.undo_point({"guesser", "critic"}, "guesser") is None
    assert play.undo_point({"guesser", "critic"}) == 1
    assert answer(start(variant="critic", takebacks=False), "slate").undo_point({"guesser"}) is None


def test_a_resignation_can_be_taken_back() -> None:
    play = answer(start(), "slate")
    feed(play, Kind.RESIGNED, seat="guesser")
    assert standing(play, "guesser") == "lost"
    feed(play, Kind.UNDONE, to=1)
    assert not play.over
    assert play.asks()


def test_a_neutral_seat_cannot_resign() -> None:
    with pytest.raises(BadEvent, match="setter isn't on a side"):
        feed(start(), Kind.RESIGNED, seat="setter")


def test_events_that_do_not_fit_change_nothing() -> None:
    play = answer(start(), "slate")
    before = play.state
    for kind, data, why in (
        (
            Kind.REPLY,
            {"seat": "critic", "ask": "guess", "text": "x"},
            "this game has no seat 'critic'.*setter, guesser",
        ),
        (
            Kind.REPLY,
            {"seat": "guesser", "ask": "opinion", "text": "x"},
            "guesser/opinion isn't asked for here; open: guesser/guess",
        ),
        (Kind.UNDONE, {"to": 2}, "can't go back to event 2, which hasn't happened yet"),
        (
            Kind.ADJUDICATED,
            {"of": 9, "question": "hit", "verdict": True},
            "a ruling on event 9 must follow it directly",
        ),
    ):
        with pytest.raises(BadEvent, match=f"event 2: {why}"):
            feed(play, kind, **data)
    assert (play.state, len(play.events)) == (before, 1)
    with pytest.raises(BadEvent, match="out of order"):
        play.feed(Event(1, Kind.HINT, {}))


def test_a_reply_after_the_end_names_that_it_is_over() -> None:
    play = answer(start(), "crane")
    with pytest.raises(BadEvent, match=r"event 2: .*the session is over"):
        feed(play, Kind.REPLY, seat="guesser", ask="guess", text="slate")


def test_unknown_events_stand_beside_the_fold() -> None:
    play = start()
    feed(play, "weather", rain=True)
    give(play, play.asks()[0], "crane")
    assert fold(play.game, play.setup, play.events).outcome() == play.outcome()


def test_a_trial_costs_nothing() -> None:
    play = start()
    fault = play.trial(play.asks()[0], "zzzzz")
    assert fault is not None
    assert fault.kind == "unknown_word"
    assert play.steps == []
    assert play.state == start().state


def test_last_fault_is_the_open_asks_own() -> None:
    play = answer(start(), "four")
    fault = play.last_fault(play.asks()[0])
    assert fault is not None
    assert fault.kind == "rule"
    answer(play, "slate")
    assert play.last_fault(play.asks()[0]) is None


def test_costs_add_up_and_an_unknown_price_stays_unknown() -> None:
    play = start()
    row = {"seat": "guesser", "ask": "guess", "seconds": 1.5}
    usage = {"input_tokens": 10, "output_tokens": 2}
    feed(play, Kind.REPLY, text="slate", usage={**usage, "cost_usd": 0.5}, **row)
    assert play.counts()["guesser"]["cost_usd"] == 0.5
    feed(play, Kind.REPLY, text="crony", usage=usage, **row)
    counts = play.counts()["guesser"]
    assert (counts["seconds"], counts["input_tokens"], counts["cost_usd"]) == (3.0, 20, None)


def test_a_model_reply_that_broke_off_has_a_cost_that_nobody_knows() -> None:
    play = start()
    feed(play, Kind.REPLY, seat="guesser", ask="guess", text="slate", finish="broken", sent={"model": "m"})
    assert play.counts()["guesser"]["cost_usd"] is None
    alone = start()
    feed(alone, Kind.REPLY, seat="guesser", ask="guess", text="slate")
    assert alone.counts()["guesser"]["cost_usd"] == 0.0, "a bot costs nothing"


def test_copied_replies_count_nothing() -> None:
    play = start()
    feed(play, Kind.REPLY, seat="guesser", ask="guess", text="slate", copied=True)
    assert play.counts() == {}
    assert len(play.state.turns) == 1


def test_a_judgement_holds_for_the_state_that_it_was_made_in() -> None:
    play = answer(start(None), "crane")
    ask = play.asks()[0]
    assert judged_marks(play, ask) == ("green", "green", "green", "green", "green")
    feed(play, Kind.UNDONE, to=0)
    answer(play, "slate")
    assert play.asks()[0] == ask, "the same guess is asked for, of another word"
    assert judged_marks(play, ask) == ("grey", "grey", "green", "grey", "green")


def judged_marks(play: Play[WordleState], ask: Ask) -> tuple[str, ...]:
    return play.judge(ask, Reply("crane")).state.turns[-1].marks
