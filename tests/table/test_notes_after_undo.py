"""An undo takes with it every note that was made after the point it goes back to, seat by seat."""

from __future__ import annotations

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Line, View
from tui_arena.table.notes import Note, with_note

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
