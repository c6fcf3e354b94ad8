"""Forms: fields that are described again after each change, and what a screen and a dialog hear of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from tests.ui.harness import opened, press, settle, write
from tests.ui.playing import seen, sees
from tui_arena.config import BadFile
from tui_arena.ui.widgets.form import Columns, FormDialog, FormScreen, choices, plain, sentence
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Field, Number

pytestmark = pytest.mark.usefixtures("bare")

COUNT = Field("count", "how many", number=Number(int, "such as 4", 1, 1000))


@pytest.mark.parametrize(("text", "value"), [("", None), ("7", 7), ("1,000", 1000)])
def test_a_number_is_read(text: str, value: int | None) -> None:
    assert COUNT.read(text) == value


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("few", "how many: type a number, such as 4"),
        ("1.5", "how many: type a number, such as 4"),
        ("0", "how many: between 1 and 1000, please"),
    ],
)
def test_a_number_that_is_not_allowed_is_named_with_its_field(text: str, fault: str) -> None:
    with pytest.raises(BadFile) as caught:
        COUNT.read(text)
    assert str(caught.value) == fault


def test_choices_are_cut_and_know_which_of_them_ask() -> None:
    assert plain(["a"]) == [Choice("a", "a")]
    assert choices([("?", "x" * 50)], lambda value: value == "?") == [Choice("?", "x" * 39 + "…", asks=True)]


def test_an_error_becomes_a_sentence() -> None:
    assert [sentence(BadFile(text)) for text in ("no", "no.")] == ["no.", "no."]


class Basket(FormScreen):
    """A fruit, what it is called if it is an apple, and a line that adds others."""

    BUTTONS = (("pack", "Pack"), ("leave", "Leave"))

    def __init__(self) -> None:
        super().__init__()
        self.fruit = "pear"
        self.heard: list[tuple[str, str]] = []

    def columns(self) -> Columns:
        fruits = choices(
            [("pear", "pear"), ("apple", "apple"), ("?", "another…")], lambda value: value == "?"
        )
        sort = [Field("sort", "sort", about="Which apple it is.")] if self.fruit == "apple" else []
        return {
            "left": ["FRUIT", Field("fruit", "fruit", self.fruit, fruits, about="One a day."), *sort],
            "right": ["MORE", Field("add", "add", key="a", note="one more", shown=self.fruit == "pear")],
        }

    def taken(self, name: str, value: str) -> None:
        self.fruit = value

    def asked(self, name: str, value: str, typed: str = "") -> None:
        self.heard.append((name, value))

    def action_pack(self) -> None:
        self.heard.append(("pack", ""))


async def test_fields_come_and_go_with_what_is_chosen_and_keep_what_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        basket = Basket()
        await pilot.app.push_screen(basket)
        await settle(pilot)
        await sees(pilot, "One a day.")
        assert "one more" in seen(pilot)
        await press(pilot, "right")
        order = [row.id for row in basket.query_one("#form-left").children if row.id]
        assert (basket.fruit, order) == ("apple", ["fruit", "sort"])
        assert "one more" not in seen(pilot)
        await press(pilot, "down")
        await write(pilot, "Boskoop")
        assert "Which apple it is." in seen(pilot)
        await press(pilot, "up", "left")
        assert "Boskoop" not in seen(pilot)
        await press(pilot, "right")
        assert basket.form.values == {"fruit": "apple", "sort": "Boskoop"}


@pytest.mark.thorough
async def test_a_choice_that_asks_a_line_of_a_menu_and_a_button_are_heard(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        basket = Basket()
        await pilot.app.push_screen(basket)
        await settle(pilot)
        basket.query_one("#fruit", ChoiceRow).choose("?")
        await settle(pilot)
        assert basket.query_one("#fruit", ChoiceRow).value == "pear"
        await press(pilot, "down", "enter")
        await pilot.click("#pack")
        await settle(pilot)
        assert basket.heard == [("fruit", "?"), ("add", ""), ("pack", "")]


class Order(FormDialog[int]):
    """How many apples."""

    AUTO_FOCUS = "Input"

    def __init__(self) -> None:
        super().__init__("An order", "Of apples.", {"count": "0"})

    def fields(self) -> Sequence[Field]:
        return [Field(COUNT.id, COUNT.label, self.form.values["count"], number=COUNT.number)]

    def read(self) -> int:
        number = COUNT.read(self.form.values["count"])
        if number is None:
            raise BadFile("how many: a number is needed")
        return int(number)


async def test_a_dialog_says_what_is_wrong_and_gives_what_its_fields_say(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        given: list[int | None] = []
        dialog = Order()
        await pilot.app.push_screen(dialog, given.append)
        await settle(pilot)
        dialog.query_one(Input).value = "x"
        await press(pilot, "enter")
        assert str(dialog.query_one(".problem", Static).render()) == "how many: type a number, such as 4."
        dialog.query_one(Input).value = "12"
        await settle(pilot)
        assert str(dialog.query_one(".problem", Static).render()) == ""
        await press(pilot, "enter")
        assert given == [12]
        await pilot.app.push_screen(Order(), given.append)
        await settle(pilot)
        await pilot.click("#cancel")
        await settle(pilot)
        assert given == [12, None]
