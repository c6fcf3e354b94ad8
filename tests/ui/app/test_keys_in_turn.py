"""Keys that come in one burst do what they do when they are typed slowly."""

from __future__ import annotations

from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from tests.ui.harness import arena_of, burst, opened
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


async def test_backspace_takes_back_the_letter_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, *"abcde", "backspace", "backspace", *"fg")
        assert typed(screen) == ("abcfg", "")


async def test_what_follows_tab_is_typed_into_the_next_field(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, *"cow", "tab", *"milk", "left", "left", *"ee", "shift+tab", *"s")
        assert typed(screen) == ("cows", "mieelk")


async def test_enter_sends_what_was_typed_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, *"cow", "enter", *"pig", "enter", *"go")
        assert screen.sent == ["cow", "pig"]
        assert typed(screen) == ("go", "")


async def test_what_is_pasted_after_tab_goes_into_the_next_field(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, *"cow", "tab", Paste("milk"), *"y", "backspace", "shift+tab", Paste("shed"), *"s")
        assert typed(screen) == ("cowsheds", "milk")


async def test_enter_sends_what_was_pasted_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, Paste("cow"), "enter", Paste("pig"), *"gy", "enter", Paste("go"))
        assert screen.sent == ["cow", "piggy"]
        assert typed(screen) == ("go", "")


async def test_letters_go_to_the_screen_that_a_key_opened(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        screen = await fields(pilot)
        await burst(pilot, "a", "f2", *"bc")
        above = pilot.app.screen
        assert isinstance(above, Fields)
        assert typed(screen)[0] == "a"
        assert typed(above)[0] in ("bc", "")
