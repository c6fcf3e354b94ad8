"""A canvas that SVG charts are drawn on, with its colours and estimates of text widths.

Each element names its colour twice: as an attribute, which converters read, and as a class, which a style
for dark pages can change.

Law: every text is cleaned and has only characters that XML allows. The picture runs no script and loads
nothing from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, takewhile
from typing import Any
from xml.etree import ElementTree as ET

from tui_arena.core.text import one_line

FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
LIGHT = {
    "paper": "#ffffff",
    "ink": "#1c1c1e",
    "faint": "#5c6066",
    "grid": "#e2e2de",
    "bar": "#86aed6",
    "bad": "#d8d5cf",
    "c0": "#1f5fa8",
    "c1": "#bf4a1b",
    "c2": "#2c7a4b",
    "c3": "#7a4ca0",
    "c4": "#86690a",
    "c5": "#4d4d4d",
}
DARK = {
    "paper": "#16181d",
    "ink": "#e8e6e0",
    "faint": "#a6a8a6",
    "grid": "#33373f",
    "bar": "#3d6f9f",
    "bad": "#5a5650",
    "c0": "#7fb2ee",
    "c1": "#f0976b",
    "c2": "#7fcf9a",
    "c3": "#c9a5ec",
    "c4": "#dcc25a",
    "c5": "#c4c4c4",
}
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 3")
"""The dash pattern of each curve, so that curves differ even without colours."""
CURVES = len(DASHES)
_NARROW, _BROAD = frozenset("iljtfrI.,:;'|![]() "), frozenset("mwMW@%—")
_NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}


def said(text: str, width: int | None = None) -> str:
    """Any text, cleaned: on one line, with only characters that XML allows."""
    return one_line(text.translate(_NO_XML), width)


def broad(text: str, size: float) -> float:
    """The estimated width of a text in pixels; it is rather too large than too small."""
    return sum(map(_ems, text)) * size


def _ems(sign: str) -> float:
    if sign > "\u2e7f":
        return 1.0
    if sign in _NARROW:
        return 0.36
    if sign in _BROAD:
        return 0.92
    return 0.68 if sign.isupper() else 0.58


def fit(text: str, room: float, size: float) -> str:
    """A text of at most `room` pixels, with an ellipsis if it is cut."""
    line = said(text)
    if broad(line, size) <= room:
        return line
    widths = accumulate(map(_ems, line), initial=_ems("…"))
    kept = sum(1 for _ in takewhile(lambda ems: ems * size <= room, widths)) - 1
    return line[: max(kept, 0)].rstrip() + "…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """A text on lines of at most `room` pixels."""
    out: list[str] = []
    for word in said(text).split():
        if out and broad(f"{out[-1]} {word}", size) <= room:
            out[-1] += f" {word}"
        else:
            out.append(fit(word, room, size))
    return out


@dataclass(slots=True)
class Canvas:
    """A picture that is being drawn, from the top down."""

    width: float
    """In pixels."""
    y: float = 0.0
    """How far down it is drawn so far, in pixels; at the end it is the height."""
    parts: list[ET.Element] = field(default_factory=list)

    def put(self, tag: str, paint: str = "", **attributes: Any) -> ET.Element:
        """Add an element. `paint`: the name of the colour that fills it; attributes are numbers or words."""
        element = ET.Element(tag)
        if paint:
            element.set("fill", LIGHT[paint])
            element.set("class", f"f-{paint}")
        for name, value in attributes.items():
            text = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
            element.set(name.replace("_", "-"), text)
        self.parts.append(element)
        return element

    def text(
        self,
        x: float,
        y: float,
        text: str,
        paint: str = "ink",
        *,
        size: float = 13,
        anchor: str = "start",
        **more: Any,
    ) -> ET.Element:
        """Add a text on one line."""
        where: dict[str, Any] = {} if anchor == "start" else {"text_anchor": anchor}
        element = self.put("text", paint, x=float(x), y=float(y), font_size=size, **where, **more)
        element.text = said(text)
        return element

    def line(self, x: float, y: float, to: tuple[float, float], paint: str = "ink", **more: Any) -> None:
        """Draw a straight line."""
        width = more.pop("stroke_width", 1)
        element = self.put(
            "line", x1=float(x), y1=float(y), x2=float(to[0]), y2=float(to[1]), stroke_width=width, **more
        )
        _stroke(element, paint)

    def box(
        self, at: tuple[float, float], width: float, height: float, paint: str, edge: str = "", **more: Any
    ) -> None:
        """Draw a box; without `paint` it is hollow. `edge`: the colour of its frame, empty for none."""
        element = self.put(
            "rect",
            paint,
            x=float(at[0]),
            y=float(at[1]),
            width=float(max(width, 0)),
            height=float(height),
            **more,
        )
        if not paint:
            element.set("fill", "none")
        if edge:
            _stroke(element, edge)

    def path(self, d: str, paint: str, *, hollow: bool = True, **more: Any) -> None:
        """Draw a path: as a line if `hollow`, else filled."""
        element = self.put("path", "" if hollow else paint, d=d, **more)
        if hollow:
            element.set("fill", "none")
            _stroke(element, paint)

    def mark(self, x: float, y: float, curve: int, size: float = 4.5) -> None:
        """Draw the mark of a curve: each curve has another shape, with a rim in the colour of the paper."""
        d = _SHAPES[curve % CURVES].format(
            **{
                name: f"{value:.1f}"
                for name, value in {
                    "l": x - size,
                    "r": x + size,
                    "t": y - size,
                    "b": y + size,
                    "x": x,
                    "y": y,
                    "s": size,
                }.items()
            }
        )
        element = self.put("path", f"c{curve % CURVES}", d=d, stroke_width=1)
        _stroke(element, "paper")

    def finished(self, title: str, about: str, *, adaptive: bool) -> str:
        """The whole picture as SVG text. `adaptive`: whether it includes a style for dark pages."""
        height = self.y
        root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": f"{self.width:g}",
                "height": f"{height:g}",
                "viewBox": f"0 0 {self.width:g} {height:g}",
                "role": "img",
                "font-family": FONT,
            },
        )
        ET.SubElement(root, "title").text = said(title)
        ET.SubElement(root, "desc").text = said(about)
        if adaptive:
            ET.SubElement(root, "style").text = _dark()
        paper = ET.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": LIGHT["paper"]})
        paper.set("class", "f-paper")
        root.extend(self.parts)
        return ET.tostring(root, "unicode")


def _stroke(element: ET.Element, paint: str) -> None:
    element.set("stroke", LIGHT[paint])
    element.set("class", f"{element.get('class', '')} s-{paint}".strip())


def _dark() -> str:
    rules = "".join(f".f-{n}{{fill:{c}}}.s-{n}{{stroke:{c}}}" for n, c in DARK.items())
    return f"@media (prefers-color-scheme: dark){{{rules}}}"


_SHAPES = (
    "M{l} {y}A{s} {s} 0 1 1 {r} {y}A{s} {s} 0 1 1 {l} {y}Z",
    "M{l} {t}L{r} {t}L{r} {b}L{l} {b}Z",
    "M{x} {t}L{r} {b}L{l} {b}Z",
    "M{x} {t}L{r} {y}L{x} {b}L{l} {y}Z",
    "M{x} {b}L{r} {t}L{l} {t}Z",
    "M{l} {t}L{x} {y}L{r} {t}L{r} {b}L{x} {y}L{l} {b}Z",
)
"""Circle, square, triangle, diamond, triangle upside down, bow tie."""
