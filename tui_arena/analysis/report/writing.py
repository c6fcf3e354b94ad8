"""A report: what was played and what came of it, as one HTML page or one Markdown text.

Law: the same save file gives the same bytes. Nothing of a session that is still open gets in but that it
was started; what is long is cut, and that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.analysis.aggregate import standings, stats
from tui_arena.analysis.report.blocks import Block, Document, Grid, Section, Text, Value
from tui_arena.analysis.report.game import game_section
from tui_arena.analysis.report.html import html
from tui_arena.analysis.report.leaderboards import overall
from tui_arena.analysis.report.markdown import markdown
from tui_arena.analysis.report.words import filtered, glossary, left_out, made
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.span import Span
from tui_arena.save.store import Store

WRITERS: Mapping[str, Callable[[Document], str]] = {"html": html, "md": markdown}
"""The forms of a report, by the ending of their files."""


def write_report(store: Store, catalogue: Catalogue, wanted: Filter, form: str) -> str:
    """The report of the sessions that a filter wants. `wanted.game` empty: of all games.

    `form`: out of `WRITERS`. It may take seconds: call it beside the loop. Raises BadFile for an unknown
    game, BadFilter, SaveError.
    """
    return WRITERS[form](report(store, catalogue, wanted))


@dataclass(frozen=True, slots=True)
class _Played:
    """One game of the report."""

    info: GameInfo
    span: Span
    rows: Sequence[StatRow]


def report(store: Store, catalogue: Catalogue, wanted: Filter) -> Document:
    """What `write_report` writes."""
    infos = [catalogue.game(wanted.game)] if wanted.game else list(catalogue.games.values())
    every = [_played(store, catalogue, replace(wanted, game=info.id)) for info in infos]
    there = [one for one in every if one.rows]
    sections = [Section("played", "What was played", tuple(_what_was_played(every, wanted)))]
    if not wanted.game and there:
        found = standings(store, catalogue, wanted)
        titles = {one.info.id: one.info.title for one in there}
        sections.append(Section("all", "Leaderboard over all games", (overall(titles, found),)))
    games = [game_section(store, catalogue, replace(wanted, game=one.info.id), one.rows) for one in there]
    sections += games
    played = [one.info for one in there]
    names = {part.anchor.partition("-")[0] for game in games for part in game.parts}
    sections.append(glossary(played, rated="ratings" in names, agreed="agreement" in names))
    sections.append(made(played))
    title = f"TUI Arena: {infos[0].title}" if wanted.game else "TUI Arena: all games"
    return Document(title, _lead(every), tuple(sections))


def _played(store: Store, catalogue: Catalogue, wanted: Filter) -> _Played:
    info = catalogue.game(wanted.game)
    return _Played(info, store.span(wanted), [r for r in stats(store, catalogue, wanted) if r.sessions])


def _lead(every: Sequence[_Played]) -> str:
    ended = sum(one.span.ended for one in every)
    days = [day for one in every for day in (one.span.first, one.span.last) if day]
    when = f", {min(days)} to {max(days)}" if days else ""
    return f"{ended:,} {'session' if ended == 1 else 'sessions'} that ended{when}"


def _what_was_played(every: Sequence[_Played], wanted: Filter) -> list[Block]:
    cells = tuple(
        (
            Value(one.info.title),
            Value(f"{one.span.ended:,}"),
            Value(f"{one.span.started - one.span.ended:,}"),
            Value(f"{len({(r.kind, r.player) for r in one.rows if not r.neutral})}"),
            Value(one.span.first or ""),
            Value(one.span.last or ""),
        )
        for one in every
    )
    header = ("game", "sessions that ended", "still open", "players", "first day", "last day")
    blocks: list[Block] = [Text(filtered(wanted)), Text(left_out(wanted)), Grid("Sessions", header, cells)]
    if not any(one.rows for one in every):
        blocks.append(Text("There is nothing to report yet. Play a game, or let bots play: tui-arena run."))
    return blocks
