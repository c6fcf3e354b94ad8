"""Figures that are not metrics are the sum of the lines that explain them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE, GOLDEN, WORDLE, read, reply, won
from tests.thorough import sampled
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.summary import SeatSummary, summarise
from tui_arena.stats.terms import OUTCOMES, terms_of

COUNTS = ("requests", "parsed", "violated", "seconds", "input_tokens", "output_tokens", "cost_usd")


def own(info: GameInfo, session: Session, play: Play[Any], seat: str) -> list[SeatSummary]:
    return [one for one in summarise(info, session, play).seats if one.seat == seat]


def costly() -> tuple[Session, Play[Any]]:
    """Five replies of a model, among them a copied, an unreadable, a forbidden and a winning one."""
    usage = {"input_tokens": 100, "output_tokens": 7, "cost_usd": 0.00025}
    said = ["slate", "", "cranes", "crony", "crane"]
    events = [reply("guess", text, n, seconds=n / 2, usage=usage, sent={}) for n, text in enumerate(said, 1)]
    events[0]["copied"] = True
    events[3] |= {"usage": {"input_tokens": 100, "cost_usd": 0.0005}}
    session = read({**won(), "events": events}).session
    return session, session.fold(WORDLE.game)


def test_replies_are_told_one_by_one() -> None:
    session, play = costly()
    seats = own(WORDLE, session, play, "guesser")
    told = {name: terms_of(WORDLE, play, seats, name) for name in ("request_success", *COUNTS)}
    assert seats[0].counts["requests"] == 4
    assert told["requests"] == ["guess: 4, 2 of them refused"]
    assert told["parsed"][0].startswith("1. guess  empty: ")
    assert told["parsed"][-1] == "could be read: 3 of 4 = 0.75"
    assert told["request_success"] == told["parsed"]
    assert [line[:16] for line in told["violated"]] == ["1. guess  empty:", "2. guess  rule: "]
    assert told["seconds"] == [
        "1. guess  1 s",
        "2. guess  1.5 s",
        "3. guess  2 s",
        "4. guess  2.5 s",
        "4 replies: 7 s",
    ]
    assert told["output_tokens"][-2:] == ["4. guess  7 tokens", "4 replies: 21 tokens"]
    assert told["cost_usd"][-2:] == ["4. guess  $0.00025", "4 replies: $0.0013"]


def test_a_price_that_nobody_knows_makes_the_whole_unknown() -> None:
    session, _ = costly()
    data = {**won(), "events": [reply("guess", "crane", 1, sent={})]}
    play = read(data).session.fold(WORDLE.game)
    lines = terms_of(WORDLE, play, own(WORDLE, session, play, "guesser"), "cost_usd")
    assert play.counts()["guesser"]["cost_usd"] is None
    assert lines == ["1. guess  not known", "1 reply: not known"]


@pytest.mark.parametrize("path", sampled(GOLDEN, 4), ids=lambda p: p.stem)
def test_every_seat_of_every_session_has_its_terms(path: Any) -> None:
    session = read(json.loads(path.read_text("utf-8"))["session"]).session
    info = CATALOGUE.game(session.game)
    play = session.fold(info.game)
    summary = summarise(info, session, play)
    by_seat = [metric.name for metric in info.metrics.values() if metric.kind == "seats"]
    for seat in summary.seats:
        told = {key: terms_of(info, play, [seat], key) for key in (*OUTCOMES, "quality", *COUNTS, *by_seat)}
        assert all(bool(told[key]) == play.over for key in told.keys() - {*by_seat}), seat.seat
        if not play.over:
            continue
        if seat.main is not None:
            assert float(told["quality"][-1].split()[-1]) == pytest.approx(100 * seat.main)
        for name in by_seat:
            value = summary.metrics[name].get(seat.seat)
            assert value is None or float(told[name][0].split()[-1]) == pytest.approx(value, abs=0.006)
        if not seat.counts:
            assert told["parsed"] == ["nobody asked this seat for anything"]
            continue
        counts = seat.counts
        assert told["parsed"][-1].startswith(f"could be read: {counts['parsed']} of {counts['requests']} ")
        assert len([line for line in told["violated"] if line[0].isdecimal()]) == counts["violated"]
        assert told["won"][-1].startswith(f"{seat.seat}: ")


def test_a_figure_of_several_seats_is_their_mean() -> None:
    path = next(one for one in GOLDEN if one.stem == "connections_own_word")
    session = read(json.loads(path.read_text("utf-8"))["session"]).session
    info = CATALOGUE.game("connections")
    play = session.fold(info.game)
    seats = [s for s in summarise(info, session, play).seats if s.group == "guesser"]
    assert terms_of(info, play, seats, "p_guess_of") == [
        "guesser_1: 0 of 1 = 0.00",
        "guesser_2: 1 of 2 = 0.50",
        "mean of the seats: (0 + 0.5) / 2 = 0.25",
    ]
