"""Transcripts of Connections: sealed words appear with the last guess, and not before."""

from __future__ import annotations

from dataclasses import replace

from tests.conformance import CATALOGUE
from tests.data.test_demos import DEMOS, read
from tui_arena.core.session import Session
from tui_arena.save.exchange.export import export, plain
from tui_arena.save.exchange.session_files import read_session
from tui_arena.table.transcript import SEALED
from tui_arena.ui.replay.presenter import Replay

INFO = CATALOGUE.game("connections")
HARBOUR = next(path for path in DEMOS if path.stem == "connections-harbour")


def session(events: int | None = None) -> Session:
    """The demo session, whole or up to an event."""
    whole = read_session(HARBOUR, CATALOGUE).session
    return replace(whole, events=tuple(whole.events[:events]))


def told(replay: Replay, at: int) -> list[tuple[str, str]]:
    replay.go(at)
    return [(entry.who, entry.text) for entry in replay.entries(board=True)]


def test_a_replay_opens_what_was_sealed_with_the_last_guess() -> None:
    replay = Replay(INFO, session())
    assert told(replay, 1) == [("Ada", "it lives with you and pays no rent")]
    assert told(replay, 2)[1:] == [("Cleo", "cat")], "a block is heard at once"
    assert told(replay, 4)[2:] == [("Ben", "the shortest rest there is in a sentence"), ("Cleo", SEALED)]
    assert told(replay, 5)[3:] == [("Cleo", "colon"), ("Ada", "comma")]
    assert "catamaran" not in repr(told(replay, 18)).lower()
    assert "catamaran" in repr(told(replay, replay.last)).lower()


def test_a_replay_is_seen_with_the_eyes_of_each_seat() -> None:
    replay = Replay(INFO, session())
    replay.go(3)
    seen = {}
    for _ in range(3):
        replay.next_viewer()
        seen[replay.viewer] = repr((replay.view, replay.entries(board=True))).lower()
    assert {seat: "catamaran" in text for seat, text in seen.items()} == {
        "setter": True,
        "guesser_1": False,
        "guesser_2": False,
    }
    assert {seat: "comma" in text for seat, text in seen.items()} == {
        "setter": False,
        "guesser_1": False,
        "guesser_2": True,
    }


def test_an_unfinished_session_is_told_as_the_table_knows_it() -> None:
    half = session(8)
    text = plain(half, INFO)
    for known in ("setter: colon", "The letters are now CA.", "The word was CATALAN.", "castilian"):
        assert known in text
    assert "word: comma" not in text
    waiting = plain(session(9), INFO)
    assert "from Persia" in waiting
    assert "carpet" not in waiting.lower()
    assert "catamaran" not in "".join(export([(session(9), INFO)]))


def test_a_finished_one_is_told_whole_and_without_objects() -> None:
    text = plain(session(), INFO)
    assert "word: catamaran" in text
    assert "attempts 7" in text
    assert "p_guess_of setter 0.14, guesser_1 1, guesser_2 0.75" in text
    assert "{" not in text
    assert read(HARBOUR)["metrics"]["pairs"]
