"""Notes: none is repeated directly, an undo takes the later ones with it, and a refusal says why for a while."""

from __future__ import annotations

import pytest

from tests.games.test_highlights import played
from tests.tables import Cases
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Line, View
from tui_arena.core.language.sentences import called_seat, capital
from tui_arena.data import Catalogue
from tui_arena.table.notes import Note, refused_try, with_note, without_free_looks
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs

CASES = Cases(__file__)


def test_a_hint_that_is_asked_for_twice_stands_once() -> None:
    views = {"guesser": View("entity", "guesser", {}, ())}
    hint = Event(3, Kind.HINT, {"seat": "guesser", "text": "Bot's best: ball"})
    once = with_note([], hint, views)
    assert with_note(once, hint, views) == once
    other = Event(4, Kind.HINT, {"seat": "guesser", "text": "Bot's best: kite"})
    assert len(with_note(once, other, views)) == 2


def test_a_reply_that_the_table_lets_pass_is_no_longer_told_as_refused() -> None:
    views = {seat: View("taboo", seat, {}, ()) for seat in ("setter", "guesser", "table")}
    refused = Event(1, Kind.REPLY, {"seat": "setter", "fault": "rule"})
    ruled = Event(2, Kind.ADJUDICATED, {"of": 1, "question": "says_word", "verdict": False, "by": "Ada, Ben"})
    notes = with_note([], refused, views)
    assert [note.text for note in notes] == ["The setter tried something that the rules don't allow"]
    said = {seat: View("taboo", seat, {}, (Line("setter", "up?", "prompt"),)) for seat in views}
    assert [note.text for note in with_note(notes, ruled, said)] == ["You all changed the ruling."]


@pytest.mark.parametrize("game", ["entity", "akinator"])
def test_why_a_try_was_refused_goes_with_the_next_word(game: str) -> None:
    game_ui = game_ui_of(Catalogue().game(game))
    asked = Line("guesser", "Is it red?", "question")
    note = Note("guesser", Kind.DRAFT, "red", 1, "that isn't a question")

    def shown(*talk: Line) -> str:
        said = game_ui.transcript(View(game, "guesser", {}, talk), [note], {}, Glyphs())
        return " ".join(line.text.plain for line in said)

    assert "that isn't a question" in shown(asked)
    assert "that isn't a question" not in shown(asked, asked)


TRIES = CASES["tries"]


@pytest.mark.parametrize("what", TRIES)
def test_who_may_know_a_refused_try_reads_it_with_the_reason(what: str) -> None:
    game, options, secret, replies, hears, told = TRIES[what]
    play = played(game, secret or None, *replies, **options)
    event, seat = play.events[-1], play.steps[-1].ask.seat
    assert play.steps[-1].fault is not None
    one = refused_try(play, event, freely=False)
    assert one is not None
    assert one.hearers - {"setter", "umpire"} == set(hears.split()) - {"setter"}
    views = {viewer: play.view(viewer) for viewer in (*play.seats, TABLE)}
    notes = with_note([], event, views, one)
    game_ui = game_ui_of(Catalogue().game(game))

    def read(viewer: str, notes: list[Note]) -> str:
        lines = game_ui.transcript(views[viewer], notes, {seat: "ace"}, Glyphs())
        return "\n".join(line.text.plain for line in lines if "tried" in line.text.plain)

    for viewer in views:
        said = read(viewer, notes)
        if viewer in hears.split():
            assert said.startswith(told)
        elif viewer != seat and viewer not in one.hearers:
            assert said in ("", f"{capital(called_seat(seat))} tried something that the rules don't allow")
    free = refused_try(play, event, freely=True)
    assert free is not None
    watched = with_note([], event, views, free)
    assert read(TABLE, watched).startswith("ace tried “")
    if free.freely:
        assert read(TABLE, without_free_looks(watched)) in (
            "",
            f"{capital(called_seat(seat))} tried something that the rules don't allow",
        )


SEATS = ("guesser", "judge", TABLE)


def views(lines: int) -> dict[str, View]:
    talk = tuple(Line("guesser", f"question {n}", "question") for n in range(lines))
    return {seat: View("entity", seat, {}, talk) for seat in SEATS}


def test_a_note_behind_the_talk_that_is_left_goes() -> None:
    kept = Note("guesser", Kind.HINT, "ask about its size", 1)
    gone = [Note("guesser", Kind.DRAFT, "red?", 2), Note("judge", Kind.DRAFT, "er", 3)]
    undone = Event(9, Kind.UNDONE, {"to": 2, "seat": "guesser"})
    after = with_note([kept, *gone], undone, views(1))
    assert [(note.seat, note.text) for note in after] == [
        ("guesser", "ask about its size"),
        (TABLE, "taken back"),
    ]


def test_a_note_of_a_seat_that_is_no_more_stays() -> None:
    note = Note("critic", Kind.HINT, "a vowel", 4)
    undone = Event(9, Kind.UNDONE, {"to": 2, "seat": "guesser"})
    assert with_note([note], undone, views(0))[0] == note
