"""The page of all figures, as HTML and as plain text."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from pathlib import Path

LINE = re.compile(r"(?P<name>\S.*?) +(?P<value>-?[\d.]+) (?P<unit>\S+) +at most (?P<limit>[\d.e+]+) ")
"""A figure with a limit, as `lines.line` prints it."""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:64em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.15em .8em;text-align:left;border-bottom:1px solid #ccc}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}.over{color:#b00;font-weight:bold}"
    "pre{overflow-x:auto;background:#f4f4f4;padding:.8em;font-size:13px}"
)


@dataclass(frozen=True, slots=True)
class Part:
    """What one module measured."""

    name: str
    about: str
    """The first sentence of the module."""
    command: str
    peers: str
    """What was measured beside the program; empty: nothing."""
    status: int
    """0: every figure is within its limit."""
    cpu: float
    """Seconds of CPU that the module took, its processes included."""
    text: str
    """All that it printed."""

    @property
    def verdict(self) -> str:
        return "within its limits" if not self.status else f"over a limit, or failed (status {self.status})"


@dataclass(frozen=True, slots=True)
class Limited:
    """A figure with a limit."""

    part: str
    name: str
    value: float
    limit: float
    unit: str

    @property
    def over(self) -> bool:
        return self.value > self.limit


def limited(parts: Sequence[Part]) -> Iterator[Limited]:
    """All figures with a limit.

    >>> part = Part("a", "", "", "", 0, 1, "home        12.50 ms    at most 400    pace 60")
    >>> [(one.name, one.value, one.limit, one.over) for one in limited([part])]
    [('home', 12.5, 400.0, False)]
    """
    for part in parts:
        for line in part.text.splitlines():
            if found := LINE.match(line):
                values = float(found["value"]), float(found["limit"])
                yield Limited(part.name, found["name"], *values, found["unit"])


def machine() -> dict[str, str]:
    """What the figures were measured on, and with."""
    chip, memory = platform.processor() or platform.machine(), "unknown"
    with suppress(OSError):
        names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
        chip = names[0] if names else chip
        kib = re.search(r"MemTotal: +(\d+)", Path("/proc/meminfo").read_text("utf-8"))
        memory = f"{int(kib[1]) / 2**20:.1f} GiB" if kib else memory
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    ).stdout.strip()
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "TUI Arena": f"{version('tui-arena')} ({commit or 'no checkout'})",
        "machine": f"{chip}, {os.cpu_count()} cores, {memory} of memory",
        "system": platform.platform(),
        "Python": f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        "libraries": ", ".join(f"{name} {version(name)}" for name in ("textual", "litellm", "aiohttp")),
        "load at the start": f"{load} (1, 5 and 15 minutes)",
    }


def written(facts: Mapping[str, str], parts: Sequence[Part]) -> dict[str, str]:
    """Maps the names of the files of the page to their texts."""
    return {"figures.txt": _plain(facts, parts), "figures.html": _html(facts, parts)}


def _plain(facts: Mapping[str, str], parts: Sequence[Part]) -> str:
    lines = ["FIGURES", "", *(f"{name + ':':19} {value}" for name, value in facts.items()), ""]
    lines += [f"{'figure':46} {'value':>9}      {'at most':>9}"]
    for one in limited(parts):
        mark = "  OVER" if one.over else ""
        lines.append(f"{one.name:46} {one.value:9.2f} {one.unit:4} {one.limit:9g}{mark}")
    for part in parts:
        head = f"{part.name}: {part.about}"
        lines += ["", "", head, "=" * len(head), f"{part.command}: {part.verdict}; {part.cpu:.0f} s of CPU"]
        lines += [*([f"beside it: {part.peers}"] if part.peers else []), "", part.text.rstrip()]
    return "\n".join(lines) + "\n"


def _html(facts: Mapping[str, str], parts: Sequence[Part]) -> str:
    rows = "".join(f"<tr><th>{escape(k)}<td>{escape(v)}" for k, v in facts.items())
    figures = "".join(
        f'<tr{" class=over" if one.over else ""}><td><a href="#{one.part}">{escape(one.name)}</a>'
        f"<td class=n>{one.value:,.2f}<td>{escape(one.unit)}<td class=n>{one.limit:,g}"
        f"<td>{'over' if one.over else ''}"
        for one in limited(parts)
    )
    sections = "".join(
        f"<h2 id={part.name}>{escape(part.about)}</h2><p><code>{escape(part.command)}</code>: "
        f"<span{' class=over' if part.status else ''}>{part.verdict}</span>; {part.cpu:.0f} s of CPU.</p>"
        + (f"<p>Measured beside it: {escape(part.peers)}.</p>" if part.peers else "")
        + f"<pre>{escape(part.text.rstrip())}</pre>"
        for part in parts
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>Figures of TUI Arena</title><style>{STYLE}</style>"
        f"<h1>Figures of TUI Arena</h1><table>{rows}</table><h2>Figures with a limit</h2>"
        f"<table><tr><th>figure<th>value<th><th>at most<th>{figures}</table>{sections}</html>\n"
    )
