"""A game's rules for people, drawn in one widget. Textual's own Markdown page needs 130 for each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

LEAST = 8
"""The minimum width of a wrapped line, in cells."""
STYLES = {"strong": "bold", "em": "italic", "s": "strike", "link": "underline"}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or an item of a list."""

    text: Content
    indent: int = 0
    mark: str = ""
    """The text before the block's first line, such as a bullet."""
    close: bool = False
    """Whether the block follows the previous block without an empty line."""

    def lines(self, width: int) -> Iterator[Content]:
        """The block's lines, wrapped to a width in cells. Later lines are indented to the text."""
        room = max(width - self.indent - len(self.mark), LEAST)
        for n, line in enumerate(self.text.wrap(room)):
            before = self.mark if n == 0 else " " * len(self.mark)
            yield Content(" " * self.indent + before).append(line)


@cache
def blocks(markdown: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text."""
    return tuple(_blocks(markdown))


def _blocks(markdown: str) -> Iterator[Block]:
    """Read a text. Paragraphs, headings, lists, code and emphasis are drawn, and anything else as written."""
    counts: list[int | None] = []
    mark, style, close, fresh = "", "", False, True
    for token in MarkdownIt("commonmark", {"html": False}).parse(markdown):
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                counts.append(int(token.attrGet("start") or 1) if token.type.startswith("ordered") else None)
                fresh = True
            case "bullet_list_close" | "ordered_list_close":
                counts.pop()
                fresh = True
            case "list_item_open":
                number = counts[-1]
                mark = "• " if number is None else f"{number}. "
                counts[-1] = None if number is None else number + 1
            case "paragraph_open" | "heading_open":
                style = "bold" if token.type == "heading_open" else ""
                close = token.hidden and not (fresh and len(counts) < 2)
            case "inline":
                indent = 2 * max(len(counts) - 1, 0) + (0 if mark or not counts else 2)
                yield Block(inline(token.children or ()).stylize(style), indent, mark, close)
                mark, fresh = "", False
            case "fence" | "code_block":
                for n, line in enumerate(token.content.rstrip("\n").split("\n")):
                    yield Block(Content(line), 2 + 2 * len(counts), close=n > 0)


def inline(tokens: Sequence[Token]) -> Content:
    """The text of a paragraph with its emphasis."""
    parts: list[tuple[str, str]] = []
    styles: list[str] = []
    for n, token in enumerate(tokens):
        kind, _, end = token.type.rpartition("_")
        if end == "open":
            styles.append(STYLES.get(kind, ""))
        elif end == "close" and styles:
            styles.pop()
        else:
            text = token.content
            if token.type in ("softbreak", "hardbreak"):
                row = n + 1 < len(tokens) and tokens[n + 1].content.startswith("|")  # a table's row
                text = "\n" if row or token.type == "hardbreak" else " "
            style = " ".join(filter(None, (*styles, "bold" if token.type == "code_inline" else "")))
            parts += [(text, style)] if text else []
    return Content.assemble(*parts)


@lru_cache(64)
def wrapped(markdown: str, width: int) -> tuple[Content, ...]:
    """The lines of a text. Textual asks at each layout, with and without room for a scrollbar."""
    lines: list[Content] = []
    for block in blocks(markdown):
        if lines and not block.close:
            lines.append(Content(""))
        lines += block.lines(width)
    return tuple(lines)


class RulesText(Widget):
    """Draws a Markdown text as wide as the room allows."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self._markdown = markdown

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(wrapped(self._markdown, width))

    def render(self) -> Content:
        return Content("\n").join(wrapped(self._markdown, self.content_size.width))
