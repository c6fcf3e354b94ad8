"""Keys that come in one burst do what they do when they are typed slowly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Input

from tests.thorough import sampled
from tests.ui.harness import arena_of, burst, opened
from tui_arena.ui.app import keys_in_turn
from tui_arena.ui.app.keys_in_turn import TypeAhead
from tui_arena.ui.app.screen import ArenaScreen


class Fields(ArenaScreen):
    """Two fields; Enter sends the first one and empties it, and F2 opens the screen above."""

    BINDINGS = [Binding("f2", "above", "Above")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        yield Input(id="one", select_on_focus=False)
        yield Input(id="two", select_on_focus=False)

    def on_mount(self) -> None:
        self.sent: list[str] = []
        self.query_one("#one").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.sent.append(event.input.value)
        event.input.value = ""

    def action_above(self) -> None:
        self.app.push_screen(Fields())


async def fields(pilot: Pilot[None]) -> Fields:
    screen = Fields()
    await arena_of(pilot).push_screen(screen)
    await burst(pilot)
    return screen


def typed(screen: Fields) -> tuple[str, str]:
    return screen.query_one("#one", Input).value, screen.query_one("#two", Input).value


BURSTS: list[tuple[tuple[str | Paste, ...], list[str], tuple[str, str]]] = [
    ((*"abcde", "backspace", "backspace", *"fg"), [], ("abcfg", "")),
    ((*"cow", "tab", *"milk", "left", "left", *"ee", "shift+tab", *"s"), [], ("cows", "mieelk")),
    ((*"cow", "enter", *"pig", "enter", *"go"), ["cow", "pig"], ("go", "")),
    ((*"cow", "tab", Paste("milk"), *"y", "backspace", "shift+tab", Paste("shed")), [], ("cowshed", "milk")),
    ((Paste("cow"), "enter", Paste("pig"), *"gy", "enter", Paste("go")), ["cow", "piggy"], ("go", "")),
]
"""Keys of one burst, what Enter has sent, and what stands in both fields."""


@pytest.mark.parametrize(("keys", "sent", "left"), sampled(BURSTS, 3, first=2))
async def test_each_key_of_a_burst_does_what_it_does_alone(
    tmp_path: Path, keys: Sequence[str | Paste], sent: list[str], left: tuple[str, str]
) -> None:
    async with opened(tmp_path) as (_, pilot):
        screen = await fields(pilot)
        await burst(pilot, *keys)
        assert (screen.sent, typed(screen)) == (sent, left)


async def test_letters_go_to_the_screen_that_a_key_opened(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        screen = await fields(pilot)
        await burst(pilot, "a", "f2", *"bc")
        above = pilot.app.screen
        assert isinstance(above, Fields)
        assert typed(screen)[0] == "a"
        assert typed(above)[0] in ("bc", "")


class Clock:
    """Seconds that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(keys_in_turn, "DEAD", 1.0)
    monkeypatch.setattr(keys_in_turn, "PAUSE", 0.4)
    monkeypatch.setattr(keys_in_turn, "LOOK", 5.0)
    return Clock()


def key(name: str) -> Key:
    return Key(name, name if len(name) == 1 else None)


def pressed(keys: TypeAhead, clock: Clock, at: float, name: str, *, into_text: bool = False) -> bool:
    """Whether a key that is pressed then does something."""
    clock.now = at
    return not keys.drops(key(name), at, into_text=into_text)


def test_every_key_works_while_nothing_changes(clock: Clock) -> None:
    keys = TypeAhead(clock)
    assert all(pressed(keys, clock, 0.1 * n, name) for n, name in enumerate("abc1"))


def test_letters_and_enter_are_dead_for_a_second_after_a_change(clock: Clock) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    assert not pressed(keys, clock, 0.1, "o")
    assert not pressed(keys, clock, 0.5, "enter")
    assert keys.dead
    assert pressed(keys, clock, 1.1, "o")
    keys.believe()
    assert pressed(keys, clock, 1.2, "y"), "once a key has worked, all do"
    assert not keys.dead


def test_keys_that_waited_while_the_app_was_busy_are_no_pause(clock: Clock) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    clock.now = 3.0
    assert all(keys.drops(key("o"), 0.1 * n, into_text=False) for n in range(12))
    assert not keys.drops(key("o"), 3.0, into_text=False)


def test_the_second_begins_when_the_change_is_in_sight(clock: Clock) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    clock.now = 0.9
    keys.shown()
    assert not pressed(keys, clock, 1.8, "enter")
    assert pressed(keys, clock, 2.3, "enter")
    keys.believe()
    clock.now = 9.0
    keys.shown()
    assert pressed(keys, clock, 9.1, "enter"), "nothing had changed without a key"
    keys.changed()
    clock.now = 13.0
    keys.shown()
    assert not pressed(keys, clock, 13.5, "o"), "a page that takes long is new when it is in sight"


def test_a_key_may_be_the_first_of_a_text_until_somebody_has_surely_looked(clock: Clock) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    assert pressed(keys, clock, 2.0, "o")
    assert keys.doubts(key("o"), into_text=False)
    assert not keys.doubts(key("escape"), into_text=False)
    assert not keys.doubts(key("o"), into_text=True)
    assert not pressed(keys, clock, 2.1, "n"), "it was"
    assert pressed(keys, clock, 5.1, "o")
    assert not keys.doubts(key("o"), into_text=False)


def test_who_types_on_has_to_pause_first(clock: Clock) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    assert not any(pressed(keys, clock, 0.2 * n, "o") for n in range(1, 12))
    assert pressed(keys, clock, 2.2 + 0.45, "o")


@pytest.mark.parametrize("name", ["escape", "left", "f1", "ctrl+z", "pageup", "o"])
def test_keys_that_nobody_types_by_accident_and_all_in_a_field_always_work(clock: Clock, name: str) -> None:
    keys = TypeAhead(clock)
    keys.changed()
    assert pressed(keys, clock, 0.1, name, into_text=name == "o")


@pytest.mark.parametrize(("typed", "works"), [(0.2, False), (1.5, True)])
def test_another_screen_is_a_change_only_while_somebody_types(
    clock: Clock, typed: float, *, works: bool
) -> None:
    keys = TypeAhead(clock)
    pressed(keys, clock, 5.0 - typed, "e", into_text=True)
    clock.now = 5.0
    keys.moved()
    assert pressed(keys, clock, 5.5, "o") == works
