"""`tui-arena analyse`: retrospectives, by the command line and in the terminal."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Ran
from tests.inquiry.test_retrospective import QUESTIONS, twenty
from tests.save.sessions import CATALOGUE
from tests.tables import Cases
from tui_arena.cli.inquiry import TerminalPlayer
from tui_arena.config import Paths
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, PlayerFailed, View
from tui_arena.core.session import Session
from tui_arena.save.store import Store, open_store

CASES = Cases(__file__)


@pytest.fixture
def store(home: Path) -> Store:
    path = Paths.find(str(home)).save_file
    path.parent.mkdir(parents=True)
    made = open_store(path, CATALOGUE).store
    made.save(twenty())
    return made


def asked(store: Store) -> list[Event]:
    return [event for event in store.load("one").events if event.type == Kind.PROBE]


def test_a_session_is_analysed_once_and_says_what_came(run: Command, store: Store) -> None:
    first = run("analyse", "one", "--player", "bot:easy", "--json")
    (one,) = first.json["sessions"]
    lists = len([event for event in asked(store) if event["kind"] == "candidates"])
    assert (first.status, lists, one["asked"], one["failed"], one["left"]) == (0, 3, len(asked(store)), 0, 0)
    assert (one["before"]["recall"], one["after"]["recall"] is not None) == (None, True)
    assert (first.json["stopped"], first.json["usage"]["input_tokens"]) == (None, 0)
    assert "analyse: 3 of " in first.err
    again = run("analyse", "--game", "akinator", "--where", "player=bot hard")
    assert (again.status, again.out.splitlines()[-1].partition(", in ")[0]) == (
        0,
        f"1 session: 0 asked, {one['asked']} already stored, 0 unreadable, 0 failed",
    )


def test_a_choice_of_none_is_told(run: Command, store: Store) -> None:
    ran = run("analyse", "--run", "nope")
    assert ran.status == 0
    assert "no finished session matches that" in ran.err


def test_a_person_answers_in_the_terminal(run: Command, store: Store) -> None:
    lists = "kite, a yo-yo\n\n1. top\nball\n\nThe Yo-Yo\n\n"
    ran = run(
        "analyse", "one", "--player", "human:Ada", "--sorter", "human:Ada", stdin=f"{lists}y\nno\nn\ny\n"
    )
    assert ran.status == 0
    assert "-- Akinator, session one, guesser, round 1\nsetter: I have an object in mind" in ran.err
    assert f"guesser: {QUESTIONS[0]}" in ran.err
    assert f"{QUESTIONS[2]} What would the answer be for each of these, y or n?\n1. kite" in ran.err
    assert [event.get("items") for event in asked(store)[:3]] == [
        ["kite", "a yo-yo"],
        ["top", "ball"],
        ["The Yo-Yo"],
    ]
    assert [(event["yes"], event["no"]) for event in asked(store)[3:]] == [
        (["kite"], ["a yo-yo"]),
        (["ball"], ["top"]),
    ]
    assert {event["player"]["name"] for event in asked(store)} == {"Ada"}
    assert "0.67" in ran.out
    assert "ranks 2 – 1 " in run("show", "one").out


def test_who_goes_away_leaves_the_rest_for_later(run: Command, store: Store) -> None:
    ran = run("analyse", "one", "--player", "human:Ada", stdin="kite\n\n")
    assert (ran.status, len(asked(store))) == (130, 1)
    assert "stopped (interrupted); 1 session is left: run the same command again to continue" in ran.err
    assert "not asked" not in ran.err


class _CtrlC:
    """A terminal in which nothing but ctrl+c is typed."""

    def readline(self) -> str:
        raise KeyboardInterrupt


def test_ctrl_c_while_a_line_is_waited_for_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", _CtrlC())
    gone: list[bool] = []
    player = TerminalPlayer("Akinator, session one", lambda: gone.append(True))
    before = signal.getsignal(signal.SIGINT)
    asks = player.reply(
        Ask("guesser", "candidates", "candidates:1"), View("akinator", "guesser", {}), None, print
    )
    with pytest.raises(PlayerFailed):
        asyncio.run(asks)
    assert (gone, signal.getsignal(signal.SIGINT)) == ([True], before)


@pytest.mark.parametrize(("arguments", "said"), CASES["what_can_not_be_is_said_in_a_line"])
def test_what_can_not_be_is_said_in_a_line(
    run: Command, store: Store, arguments: tuple[str, ...], said: str
) -> None:
    one = twenty()
    open_still: Session = one.with_events(one.events[:3])
    store.save(Session("open", one.game, 1, one.started, one.setup, one.seats, open_still.events))
    ran: Ran = run("analyse", *arguments)
    assert ran.status == 2
    assert said in ran.complaint
