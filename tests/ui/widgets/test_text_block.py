"""Text is drawn again where it has changed, and always looks as its lines say."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.geometry import Offset, Region
from textual.selection import Selection
from textual.theme import Theme

from tui_arena.ui.widgets.text_block import StillText, TextBlock, entitle, newest_whole

RED, BLUE = Theme("red", primary="#ff0000"), Theme("blue", primary="#0000ff")


class Block(TextBlock):
    """Lines that a test gives."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = lines
        self.made = 0

    def _lines(self, width: int) -> list[Content]:
        self.made += 1
        return [Content.from_markup(line) for line in self.lines]


class Shown(App[None]):
    """One block and one text."""

    def __init__(self) -> None:
        super().__init__()
        self.block, self.text = Block("one", "[$primary]two[/]", "three"), StillText(id="text")

    def compose(self) -> ComposeResult:
        yield from (self.block, self.text)

    def on_mount(self) -> None:
        self.register_theme(RED)
        self.register_theme(BLUE)
        self.theme = "red"

    def drawn(self) -> list[str]:
        """The lines of the block as they are drawn."""
        lines = range(self.block.size.height)
        return ["".join(s.text for s in self.block.render_line(y)).rstrip() for y in lines]

    def colour(self, y: int) -> str:
        """The colour of the first letter of a line."""
        style = next(iter(self.block.render_line(y))).style
        assert style is not None
        assert style.color is not None
        assert style.color.triplet is not None
        return style.color.triplet.hex


async def test_of_a_block_only_the_lines_that_have_changed_are_drawn() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        block = app.block
        assert app.drawn() == ["one", "two", "three"]
        block._exchange_repaint_regions()
        block.lay_out()
        assert block._exchange_repaint_regions() == set()
        block.lines = ("one", "[$primary]two[/]", "four")
        block.lay_out()
        assert block._exchange_repaint_regions() == {Region(0, 2, 20, 1)}
        assert not block._layout_required
        block.lines = ("one", "two", "four")
        block.lay_out()
        assert block._exchange_repaint_regions() == {Region(0, 1, 20, 1)}, (
            "of the same letters, in another colour"
        )
        await pilot.pause()
        assert app.drawn() == ["one", "two", "four"]


async def test_a_block_with_more_lines_is_laid_out_and_its_lines_are_made_once() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        app.block.lines, app.block.made = ("one", "two", "three", "four"), 0
        app.block.lay_out()
        await pilot.pause()
        assert app.drawn() == ["one", "two", "three", "four"]
        assert app.block.made <= 2, "once to compare, and once where the layout makes it anew"


async def test_the_lines_of_a_block_follow_the_theme() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        await pilot.pause()
        assert app.colour(1) in ("#fe0000", "#ff0000")
        app.theme = "blue"
        await pilot.pause()
        assert app.colour(1) in ("#0000fe", "#0000ff")


async def test_what_is_selected_in_a_block_is_marked_and_copied() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        plain = [segment.style for segment in app.block.render_line(1)]
        app.screen.selections = {app.block: Selection(Offset(0, 1), Offset(2, 1))}
        await pilot.pause()
        assert next(iter(app.block.render_line(1))).style != plain[0]
        assert app.screen.get_selected_text() == "tw"


async def test_a_click_in_a_block_finds_the_letter_under_it() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        await pilot.pause()
        assert app.screen.get_widget_and_offset_at(2, 2)[1] == Offset(2, 2)


async def test_a_text_is_drawn_again_only_if_it_is_another_one() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        for content, dirty in (
            (Content("word"), True),
            (Content("word"), False),
            ("word", False),
            (Content.styled("word", "$primary"), True),
            ("", True),
        ):
            app.text._exchange_repaint_regions()
            app.text._repaint_required = False
            app.text.update(content)
            assert app.text._repaint_required is dirty, content


async def test_a_frame_with_the_same_titles_is_not_drawn_again() -> None:
    async with Shown().run_test(size=(20, 8)) as pilot:
        app = pilot.app
        assert isinstance(app, Shown)
        for title, foot, dirty in (
            ("a [b]", "c", True),
            ("a [b]", "c", False),
            ("a", "c", True),
            ("a", "", True),
        ):
            app.text._repaint_required = False
            entitle(app.text, title, foot)
            assert app.text._repaint_required is dirty, (title, foot)


@pytest.mark.parametrize(
    ("heights", "room", "spare"),
    [
        ((2, 2, 1), 5, 0),
        ((1, 2, 2), 4, 0),
        ((2, 2, 1), 4, 1),
        ((3, 3, 1), 6, 2),
        ((3, 8, 3), 10, 0),
        ((2, 9), 4, 0),
    ],
)
def test_what_is_in_sight_begins_with_a_whole_block(heights: tuple[int, ...], room: int, spare: int) -> None:
    blocks = [[Content(f"{n}.{line}") for line in range(height)] for n, height in enumerate(heights)]
    lines = [line.plain for line in newest_whole(blocks, room)]
    told = [line.plain for block in blocks for line in block]
    assert lines == [*told, *[""] * spare]
