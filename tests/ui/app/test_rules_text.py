"""How the rules of games are drawn on the help screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.harness import opened, press
from tui_arena.data import Catalogue
from tui_arena.ui.app.help import RulesText, blocks, inline, wrapped


def drawn(markdown: str, width: int = 20) -> list[str]:
    return [line.plain.rstrip() for line in wrapped(markdown, width)]


def test_paragraphs_are_wrapped_and_apart() -> None:
    assert drawn("One and two and three\nand *four*.\n\n## Five\n\nSix") == [
        *("One and two and", "three and four.", "", "Five", "", "Six")
    ]


def test_items_hang_under_their_text_and_stay_together() -> None:
    text = "Marks:\n\n- `[X]` the letter is there\n- none\n  - inner\n\n3. three\n4. four\n\nEnd"
    assert drawn(text) == [
        *("Marks:", "", "• [X] the letter is", "  there", "• none", "  • inner", ""),
        *("3. three", "4. four", "", "End"),
    ]


def test_a_text_is_wrapped_once_for_a_width() -> None:
    assert wrapped("One and two", 20) is wrapped("One and two", 20)
    assert len(wrapped("One and two", 8)) == 2


def test_code_and_tables_keep_their_lines() -> None:
    assert drawn("```\na  b\nc\n```\n\n| a | b |\n| 1 | 2 |") == [
        "  a  b",
        "  c",
        "",
        "| a | b |",
        "| 1 | 2 |",
    ]


def test_emphasis_is_told_by_style() -> None:
    (block,) = blocks("plain **bold** and *it **both***")
    styles = {block.text.plain[span.start : span.end]: str(span.style) for span in block.text.spans}
    assert styles == {"bold": "bold", "it ": "italic", "both": "italic bold"}
    assert inline(()).plain == ""
    (heading,) = blocks("# Top [b]markup[/b]")
    assert heading.text.plain == "Top [b]markup[/b]"
    assert [str(span.style) for span in heading.text.spans] == ["bold"]


@pytest.mark.parametrize("game", sorted(Catalogue().games))
def test_every_word_of_the_rules_is_drawn(game: str) -> None:
    text = Catalogue().game(game).how_to_play()
    shown = "".join("".join(drawn(text, 60)).split())
    signs = str.maketrans("", "", "#*`-•_")
    assert shown.translate(signs) == "".join(text.split()).translate(signs)


async def test_help_shows_rules_as_one_widget_a_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "f1")
        texts = app.screen.query(RulesText)
        assert len(texts) == len(app.catalogue.games)
        assert all(text.size.height > 5 for text in texts)
        assert len(app.screen.query("*")) < 60
