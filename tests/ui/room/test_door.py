"""The door between the app and the room, without a room."""

from __future__ import annotations

from typing import Any, cast

from tui_arena.ui.room.door import Door


def test_a_table_is_lent_until_it_is_left() -> None:
    door = Door(cast(Any, None))
    first, second = cast(Any, object()), cast(Any, object())
    door.sit(first, None)
    door.leave(second)
    assert door._lent == (first, None, None)
    door.leave(first)
    assert door._lent is None


def test_without_a_room_nobody_plays_on_a_phone() -> None:
    door = Door(cast(Any, None))
    door.join_party("P1", ["human:Ada"])
    assert (door.open, door.names, door.away, door.holder("P1", "human:Ada")) == (False, {}, set(), None)
