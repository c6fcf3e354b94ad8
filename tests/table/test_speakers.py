"""Who said what, after seats have changed hands: in the talk, on the boards, on phones, at the end and in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.core.events import Event, Kind, SeatNames, speaker
from tui_arena.core.game import TABLE, Line
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.games.connections.ui.result import clue_list, names_in_attempt
from tui_arena.games.taboo.ui.board import _bubbles as bubbles
from tui_arena.players.seating import names_in
from tui_arena.save.exchange.session_files import read_document
from tui_arena.table.transcript import full, public
from tui_arena.ui.game_ui import distinct_names, game_ui_of
from tui_arena.ui.glyphs import Glyphs

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))

PUT_IN = frozenset({"-", "two words", "Is it J.K. Rowling?"})
"""Replies of golden sessions that the rules replace by other words."""


@cache
def saved(path: Path) -> Session:
    """A golden session, without its metrics: they take longer than all that is looked at here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameInfo, "compute", lambda info, play: {})
        return read_document(json.loads(path.read_text("utf-8")), path.name, CATALOGUE).session


def handed_over(session: Session) -> Session:
    """The session, with a player of its own for every reply, who is called by its number."""
    events: list[Event] = []
    new_seq: dict[int, int] = {}
    for event in session.events:
        if event.type == Kind.REPLY:
            seat, own = event["seat"], 2 * event.seq
            events.append(
                Event(own - 1, Kind.RECAST, {"seat": seat, "to": {"player": "bot", "name": f"P{own}"}})
            )
        new_seq[event.seq] = 2 * event.seq
        data = dict(event.data)
        for key in ("to", "of"):
            if isinstance(data.get(key), int):
                data[key] = new_seq.get(data[key], 0)
        events.append(Event(2 * event.seq, event.type, data))
    return replace(session, seats={}, events=tuple(events))


def own_lines(play: Play[Any]) -> Iterator[Line]:
    """The lines of all views that a seat has said and that aren't the rules' words."""
    for viewer in (*play.seats, TABLE):
        yield from (line for line in play.view(viewer).talk if line.seat != TABLE)


def plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


@pytest.mark.parametrize("path", sampled(GOLDEN, 3), ids=lambda path: path.stem)
def test_a_line_stays_with_the_player_who_said_it(path: Path) -> None:
    session = handed_over(saved(path))
    game = CATALOGUE.game(session.game).game
    play, replies = Play(game, session.setup), {e.seq: e for e in session.events if e.type == Kind.REPLY}
    for event in session.events:
        play.feed(event)
        views = {viewer: play.view(viewer) for viewer in (*play.seats, TABLE)}
    whole = session.fold(game)
    assert {v: [line.seq for line in views[v].talk] for v in views} == {
        v: [line.seq for line in whole.view(v).talk] for v in views
    }
    names = names_in(session.seats, session.events)
    for line in own_lines(play):
        assert line.seq is not None
        if line.seq == 0:
            assert line.read
            continue
        reply = replies[line.seq]
        assert (reply["seat"], speaker(names, line.seat, line.seq)) == (line.seat, f"P{line.seq}")
        if not line.read and reply["text"] not in PUT_IN:
            first = line.text.splitlines()[0]
            assert plain(first.rpartition(": ")[2]) in plain(reply["text"])
    found = CATALOGUE.game(session.game).highlights(play)
    about = [(one.seat, one.seq, [one.text]) for one in found.quotes]
    if found.moment is not None and found.moment.seat:
        about.append((found.moment.seat, found.moment.seq, list(found.moment.slots.values())))
    for seat, seq, texts in about:
        if seq is not None:
            assert replies[seq]["seat"] == seat
            assert any(plain(text) in plain(replies[seq]["text"]) for text in texts)


def golden(name: str) -> tuple[Play[Any], SeatNames, list[tuple[int, str]]]:
    """A golden session handed over at every reply: its play, its names, and its replies with their seq."""
    path = next(path for path in GOLDEN if path.stem == name)
    session = handed_over(saved(path))
    play = session.fold(CATALOGUE.game(session.game).game)
    said = [(e.seq, e["text"]) for e in session.events if e.type == Kind.REPLY]
    return play, names_in(session.seats, session.events), said


def test_bubbles_of_taboo_stay_with_those_who_said_them() -> None:
    play, names, said = golden("taboo_silence_paper")
    view = play.view(TABLE)
    drawn = [(bubble.who, bubble.text.plain) for bubble in bubbles(view, names, (), Glyphs())]
    assert len(drawn) > 2
    for name, text in drawn:
        assert any(name == f"P{seq}" and plain(text) in plain(reply) for seq, reply in said), (name, text)
    last = game_ui_of(CATALOGUE.game("taboo")).last(view, names, Glyphs())
    assert last.plain.startswith(drawn[-1][0])


def test_clues_of_connections_stay_with_those_who_gave_them() -> None:
    play, names, said = golden("connections_cataclysm")
    view = play.view(TABLE)
    _, *told = clue_list(play, names, Glyphs(), 200).plain.splitlines()
    assert len(told) == len(play.state.attempts)
    for n, (attempt, line) in enumerate(zip(play.state.attempts, told, strict=True)):
        giver = next(f"P{seq}" for seq, text in said if f"clue: {attempt.clue.text}" in text)
        assert (names_in_attempt(view, names, n)[attempt.clue.giver], line.split()[1]) == (giver, giver)
    assert distinct_names(names).at("setter", 2) == "P2"  # type: ignore[attr-defined]


def test_a_transcript_names_those_who_spoke() -> None:
    play, _, said = golden("wordle_k_critic_upper")
    lines = [line for line in full(play, {}, sealed=False, spoken_marks=False) if line.ask]
    assert [line.who for line in lines] == [f"P{seq}" for seq, _ in said]
    heard = public(play, {})
    assert [line.who for line in heard if line.who] == [line.who for line in lines]
