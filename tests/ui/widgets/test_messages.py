"""A message of the app's own reaches all who are above the widget that posts it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

import tui_arena
from tui_arena.ui.widgets.screen_base import OwnMessage


class Said(OwnMessage):
    """What the child says."""


class Child(Static):
    """Says something when it is asked."""

    def asked(self) -> None:
        self.post_message(Said())


class Asking(Vertical):
    """Asks its child in a handler of its own."""

    class Ask(Message):
        """Asks for that."""

    def on_asking_ask(self) -> None:
        self.query_one(Child).asked()


class Listening(App[None]):
    """Hears what is said."""

    heard = 0

    def compose(self) -> ComposeResult:
        with Asking():
            yield Child()

    def on_said(self) -> None:
        self.heard += 1


async def test_what_a_widget_says_in_the_handler_of_one_above_it_is_heard_by_all_above_that() -> None:
    app = Listening()
    async with app.run_test() as pilot:
        app.query_one(Asking).post_message(Asking.Ask())
        await pilot.pause()
        assert app.heard == 1


def every(kind: type[Message]) -> Iterator[type[Message]]:
    for one in kind.__subclasses__():
        yield one
        yield from every(one)


def test_all_messages_of_the_app_are_of_that_kind() -> None:
    for module in pkgutil.walk_packages(tui_arena.__path__, "tui_arena."):
        if ".ui." in module.name:
            importlib.import_module(module.name)
    own = [one for one in every(Message) if one.__module__.startswith("tui_arena.")]
    assert len(own) > 20
    assert [one.__qualname__ for one in own if not issubclass(one, OwnMessage)] == []
