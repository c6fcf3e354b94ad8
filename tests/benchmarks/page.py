"""The page of all figures, as HTML and as plain text."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from pathlib import Path
from textwrap import wrap

LINE = re.compile(
    r"(?P<name>\S.*?) +(?P<value>-?[\d.]+) (?P<unit>\S+) +(?:at (?P<bound>most|least) (?P<limit>[\d.e+-]+) +)?"
    r"(?:beside (?P<peer>\S.*?) +)?pace +[\d.]+ +load +(?P<load>[\d.]+)"
)
"""A figure, as `lines.line` prints it."""
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:78em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #ddd;"
    "vertical-align:top}h2{margin-top:1.6em}.sum{font-size:1.2em}.means,.peer,.by{color:#555}"
    "td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.missed{color:#b00;font-weight:bold}"
    ".reached{color:#060}pre{overflow-x:auto;background:#f4f4f4;padding:.8em;font-size:13px}"
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure of the page."""

    part: str
    name: str
    means: str
    """What the figure means, in a line; empty if its name says it."""
    value: float
    unit: str
    bound: str
    """`most` or `least`; empty if the figure has no limit."""
    limit: float
    peer: str
    """What was measured beside it, with its value; empty: nothing."""
    load: float
    """The load of the machine at that time."""

    @property
    def verdict(self) -> str:
        """`reached` or `missed`; empty if the figure has no limit."""
        if not self.bound:
            return ""
        reached = self.value <= self.limit if self.bound == "most" else self.value >= self.limit
        return "reached" if reached else "missed"

    @property
    def wanted(self) -> str:
        """The limit in words, such as `at most 30`."""
        return f"at {self.bound} {self.limit:,g}" if self.bound else ""


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
    """0: the module has run, and every figure is within its limit."""
    cpu: float
    """Seconds of CPU that the module took, its processes included."""
    text: str
    """All that it printed."""
    means: Mapping[str, str] = field(default_factory=dict)
    """Maps a part of figures' names to what these figures mean."""

    def figures(self) -> list[Measured]:
        """The figures in the text.

        >>> part = Part("a", "", "", "", 0, 1, "home        12.50 ms    at most 400    pace 60   load 1.0", {"ho": "x"})
        >>> [(one.name, one.value, one.wanted, one.verdict, one.means) for one in part.figures()]
        [('home', 12.5, 'at most 400', 'reached', 'x')]
        """
        return [self._figure(found) for line in self.text.splitlines() if (found := LINE.fullmatch(line))]

    def _figure(self, found: re.Match[str]) -> Measured:
        means = next((text for part, text in self.means.items() if part in found["name"]), "")
        limit = float(found["limit"] or 0)
        told = found["unit"], found["bound"] or "", limit, found["peer"] or "", float(found["load"])
        return Measured(self.name, found["name"], means, float(found["value"]), *told)

    def rest(self) -> str:
        """The text without its figures."""
        return "\n".join(line for line in self.text.splitlines() if not LINE.fullmatch(line)).strip("\n")

    @property
    def failed(self) -> bool:
        """True if the module ended with an error that no missed limit explains."""
        return self.status != 0 and all(one.verdict != "missed" for one in self.figures())


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
    loads = [one.load for part in parts for one in part.figures()]
    if loads:
        facts = {**facts, "load meanwhile": f"{min(loads):.1f} to {max(loads):.1f}"}
    return {"figures.txt": _plain(facts, parts), "figures.html": _html(facts, parts)}


TITLE = "Figures of TUI Arena"
ABOUT = (
    "How fast the program is and how much memory it takes, beside what it may take at most and what other programs "
    "take on the same machine. Times are CPU times, so other work on the machine hardly changes them; "
    "where a part says so, they are times by the clock."
)


def _summary(parts: Sequence[Part]) -> str:
    """How many figures reach their limits, and which parts failed."""
    verdicts = [one.verdict for part in parts for one in part.figures() if one.verdict]
    failed = [part.name for part in parts if part.failed]
    told = f"{verdicts.count('reached')} of {len(verdicts)} limits are reached; missed: {verdicts.count('missed')}."
    return told + (f" These modules failed: {', '.join(failed)}." if failed else "")


def _missed(parts: Sequence[Part]) -> list[Measured]:
    return [one for part in parts for one in part.figures() if one.verdict == "missed"]


def _plain(facts: Mapping[str, str], parts: Sequence[Part]) -> str:
    lines = [TITLE.upper(), "", *wrap(ABOUT, 100), "", _summary(parts), ""]
    lines += [f"  MISSED  {one.name}: {one.value:,.2f} {one.unit}, {one.wanted}" for one in _missed(parts)]
    lines += ["", *(f"{name + ':':19} {value}" for name, value in facts.items())]
    for part in parts:
        lines += ["", "", part.about, "=" * len(part.about)]
        lines += [f"FAILED with status {part.status}"] if part.failed else []
        for one in part.figures():
            mark = {"missed": "MISSED ", "reached": "reached"}.get(one.verdict, "")
            value = f"{one.name:46} {one.value:12,.2f} {one.unit:10} {one.wanted:16} {mark:8}"
            lines.append(f"{value} {f'beside {one.peer}' if one.peer else ''}".rstrip())
            lines += [f"    {one.means}"] if one.means else []
        lines += ["", part.rest()] if part.rest() else []
        lines += ["", f"measured by {part.command}; {part.cpu:.0f} s of CPU"]
        lines += [f"beside {part.peers}"] if part.peers else []
    return "\n".join(lines) + "\n"


def _html(facts: Mapping[str, str], parts: Sequence[Part]) -> str:
    rows = "".join(f"<tr><th>{escape(k)}<td>{escape(v)}" for k, v in facts.items())
    missed = "".join(
        f"<li class=missed><a href=#{one.part}>{escape(one.name)}</a>: {one.value:,.2f} {escape(one.unit)}, "
        f"{escape(one.wanted)}"
        for one in _missed(parts)
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{TITLE}</title><style>{STYLE}</style>"
        f"<h1>{TITLE}</h1><p>{ABOUT}<p class=sum>{escape(_summary(parts))}<ul>{missed}</ul><table>{rows}</table>"
        f"{''.join(map(_section, parts))}</html>\n"
    )


def _section(part: Part) -> str:
    """A module's figures, and what else it printed."""
    figures = "".join(
        f"<tr><td>{escape(one.name)}<td class=n>{one.value:,.2f} {escape(one.unit)}<td class=n>{escape(one.wanted)}"
        f"<td class={one.verdict or 'none'}>{one.verdict}<td class=means>{escape(one.means)}<td class=peer>{escape(one.peer)}"
        for one in part.figures()
    )
    head = "<tr><th>figure<th>value<th>limit<th><th>what it means<th>beside it"
    failed = f"<p class=missed>Failed with status {part.status}." if part.failed else ""
    beside = f", beside {escape(part.peers)}" if part.peers else ""
    return (
        f"<h2 id={part.name}>{escape(part.about)}</h2>{failed}"
        + (f"<table>{head}{figures}</table>" if figures else "")
        + (f"<pre>{escape(part.rest())}</pre>" if part.rest() else "")
        + f"<p class=by>Measured by <code>{escape(part.command)}</code>{beside}; {part.cpu:.0f} s of CPU.</p>"
    )
