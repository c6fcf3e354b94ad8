"""Who may come into a room."""

from __future__ import annotations

import pytest

from tui_arena.room.people import (
    LETTERS,
    MOST_GUESTS,
    TRIES,
    TRIES_IN_ALL,
    WINDOW,
    EntryRefused,
    Guest,
    Room,
    RoomPerson,
)


def come(room: Room, name: str, code: str = "", *, now: float = 0.0, address: str = "a") -> tuple[Guest, str]:
    return room.join(code or room.code, name, "★", "red", address=address, now=now)


def test_a_code_is_four_consonants_and_each_room_has_its_own() -> None:
    codes = {Room().code for _ in range(50)}
    assert len(codes) > 40
    assert all(len(code) == 4 and set(code) <= set(LETTERS) for code in codes)


def test_who_comes_gets_a_token_that_is_not_kept() -> None:
    room = Room("BCDF")
    guest, token = come(room, "  Ada ", "bcdf")
    assert (guest.name, guest.sign, guest.colour) == ("Ada", "★", "red")
    assert token not in room.text(8722, 1.0, lan=False)
    assert room.back(token) is guest
    other, _ = come(room, "Ben", now=2.0)
    assert other.sign != "★"
    assert other.colour != "red"


@pytest.mark.parametrize(
    ("code", "name", "says"),
    [
        ("BBBB", "Ada", "isn't the code"),
        ("", "Ada", "isn't the code"),
        ("BCDF", "   ", "Type your name"),
        ("BCDF", "\x1b[31m\u202e", "Type your name"),
        ("BCDF", "ben", "There's already a Ben"),
    ],
)
def test_who_can_not_come_in_is_told_why(code: str, name: str, says: str) -> None:
    room = Room("BCDF")
    come(room, "Ben")
    with pytest.raises(EntryRefused, match=says):
        room.join(code, name, "", "", address="b", now=1.0)
    assert len(room.guests) == 1


def test_a_closed_or_full_room_lets_nobody_in() -> None:
    room = Room()
    for n in range(MOST_GUESTS):
        come(room, f"guest {n}", now=n * 100.0, address=str(n))
    with pytest.raises(EntryRefused, match="full"):
        come(room, "one more", now=9999.0)
    room.remove(next(iter(room.guests)))
    room.open = False
    with pytest.raises(EntryRefused, match="started without"):
        come(room, "one more", now=9999.0)


def wrong(room: Room, address: str, now: float) -> str:
    """What somebody hears who names a wrong code."""
    with pytest.raises(EntryRefused) as refused:
        come(room, "Ada", "BBBB", address=address, now=now)
    return str(refused.value)


def test_wrong_codes_of_an_address_are_limited() -> None:
    room = Room("BCDF")
    heard = [wrong(room, "a", now=0.0) for _ in range(TRIES + 2)]
    assert ["isn't the code" in one for one in heard] == [True] * TRIES + [False] * 2
    with pytest.raises(EntryRefused, match="Too many tries"):
        come(room, "Ada", address="a", now=WINDOW - 0.1)
    assert come(room, "Ada", address="a", now=WINDOW)[0].name == "Ada"


def test_wrong_codes_of_six_addresses_lock_nobody_else_out() -> None:
    room = Room("BCDF")
    _, token = come(room, "Zoe", address="0")
    for n in range(6):
        for _ in range(TRIES):
            wrong(room, str(n), now=0.0)
    assert (come(room, "Ada", address="fresh", now=1.0)[0].name, room.back(token).name) == ("Ada", "Zoe")


def test_wrong_codes_are_limited_in_all_and_right_ones_are_not() -> None:
    room = Room("BCDF")
    for n in range(TRIES_IN_ALL):
        if n < MOST_GUESTS - 1:
            come(room, f"guest {n}", address=str(n), now=0.0)
        assert "isn't the code" in wrong(room, str(n), now=0.0)
    with pytest.raises(EntryRefused, match="Too many tries"):
        come(room, "Ada", address="fresh", now=1.0)
    assert come(room, "Ada", address="fresh", now=WINDOW)[0].name == "Ada"


def test_wrong_words_are_counted_with_wrong_codes() -> None:
    room = Room("BCDF")
    word = room.invite(RoomPerson("Ada"), 0.0)
    for _ in range(TRIES):
        with pytest.raises(EntryRefused, match="isn't the word"):
            room.enter("none", address="a", now=0.0)
    with pytest.raises(EntryRefused, match="Too many tries"):
        room.enter(word.text, address="a", now=1.0)
    assert room.enter(word.text, address="b", now=1.0)[0].name == "Ada"


def test_who_was_taken_out_is_nobody() -> None:
    room = Room()
    guest, token = come(room, "Ada")
    room.remove(guest.id)
    with pytest.raises(EntryRefused, match="not in this room"):
        room.back(token)


def test_a_kept_room_knows_its_guests_again() -> None:
    room = Room()
    room.audience_votes = True
    guest, token = come(room, "Ada")
    guest.away = False
    found = Room.kept(room.text(8725, 123.0, lan=True))
    assert found is not None
    again, kept = found
    assert (again.code, kept.port, kept.lan, kept.at) == (room.code, 8725, True, 123.0)
    back = again.back(token)
    assert (back.name, back.away) == ("Ada", True)
    assert again.audience_votes


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"code": "AAAA", "port": 1, "lan": false, "guests": [], "at": 0}']
)
def test_a_kept_room_that_makes_no_sense_is_none(text: str) -> None:
    assert Room.kept(text) is None
