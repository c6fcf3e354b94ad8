"""Who has a seat at which event."""

from __future__ import annotations

from tui_arena.core.events import Event, Kind, holder_at, holder_number, holders_of

ADA = {"player": "human", "name": "Ada"}
BOT = {"player": "bot", "name": "bot easy", "level": "easy"}
SEATS = {"guesser": ADA, "setter": BOT}
EVENTS = [
    Event(1, Kind.REPLY, {"seat": "guesser", "text": "pride"}),
    Event(4, Kind.RECAST, {"seat": "guesser", "to": BOT}),
    Event(9, Kind.RECAST, {"seat": "guesser", "to": {**ADA, "mood": "good"}}),
    Event(12, Kind.RECAST, {"seat": "guesser", "to": "nobody"}),
]


def test_a_seat_is_held_from_the_recast_to_the_next() -> None:
    held = [holder_at(SEATS, EVENTS, "guesser", seq) for seq in (1, 4, 5, 9, 10, None)]
    assert [one and one["name"] for one in held] == ["Ada", "Ada", "bot easy", "bot easy", "Ada", "Ada"]
    assert holder_at(SEATS, EVENTS, "setter") == BOT
    assert holder_at(SEATS, EVENTS, "judge", 3) is None
    assert [since for since, _ in holders_of(SEATS, EVENTS)["guesser"]] == [0, 4, 9]


def test_who_comes_back_is_still_the_same_player() -> None:
    assert [holder_number(SEATS, EVENTS, "guesser", seq) for seq in (1, 5, 10, None)] == [0, 1, 0, 0]
    assert holder_number(SEATS, EVENTS, "setter", 7) == 0
    assert holder_number({}, EVENTS, "guesser", 5) == 1, "the first player isn't known, but is another"
