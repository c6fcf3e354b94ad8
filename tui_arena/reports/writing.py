"""Writes a report on saved sessions as one HTML page or one Markdown text, with its explaining texts.

Long tables are cut, and a note below them says so.

Law: the same save file gives the same bytes. Of a session that is still open, a report says only that it
was started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena import __version__
from tui_arena.core import words
from tui_arena.core.language.sentences import listed
from tui_arena.data import Catalogue, GameInfo
from tui_arena.reports.blocks import Block, Document, Grid, Section, Value
from tui_arena.reports.html import html
from tui_arena.reports.markdown import markdown
from tui_arena.reports.tables import game_section, overall
from tui_arena.save.filters import INCLUDE, Filter
from tui_arena.save.queries import SessionCounts
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import StatRow, standings, stats

_FILTERS = ("player", "seat", "variant", "deck", "preset", "prompt", "persona", "run", "repetition", "since")
_COMMON = """
session: One play of a game. Sessions that are still open count as started and in nothing else.
seat: A role in a game. Seats without a side, such as a judge who only answers, are not ranked.
variant: What was played: the options that make a game another one. A * marks other odd options.
won, lost, aborted: Shares of the sessions that ended; giving up is losing. Aborted sessions, in which a
  seat's replies could not be used, are neither won nor lost.
completed: 1 less the share of aborted sessions.
quality: 100 times the mean main score of the sessions that were not aborted. The side that looks for the
  secret has the game's own main score, the other side 1 less it.
combined: completed times quality, 0 to 100. Over several games: the mean of completed times the mean of
  quality, games not played left out. A game whose every session was aborted counts 0 in the first mean and
  is left out of the second.
place: 1st is best, among all who sat on the same seat in the same variant; equal figures share a place.
  Darker cells stand for better places.
"""
"""Terms of every report; an indented line continues the line before."""
_RATED = """
rating: Skill by who beat whom (openskill, Plackett-Luce), from the latest sessions that a side won, in the
  order of their ends. Everybody begins at 25.
uncertainty: The sigma of a rating: the true skill lies within two of them in 95 of 100 cases.
"""
_AGREED = """
tau: Kendall's rank correlation: 1 for the same order, -1 for the opposite one. Ties share the mean of their
  ranks (tau-b).
z, p: The published one-tailed test of tau, z = tau / sqrt(2 / (n (n - 1))). Its variance is not the usual
  one, so the exact p stands beside it: the share of all orders with at least this tau.
rbo: Rank-biased overlap with p = 0.9: how much two orders share, their first places weighing most; 0 to 1.
  Its p is the share of 1,000 random orders with at least this overlap.
"""
SPANS = (
    (
        "Shares stand with their 95 % Wilson interval in brackets, which stays within 0 and 100 even where "
        "everything was won."
    ),
    "± is the sample standard deviation over sessions: how much sessions differ, not how sure a mean is.",
    (
        "Quality in a leaderboard stands with the 95 % interval of its mean: Wilson's where every session scored "
        "nothing or all, else Student's t."
    ),
    (
        "n is the number of sessions in which a figure is defined; where it is not, they are left out, never "
        "counted as zero."
    ),
    "A session counts for a player only if that player gave every reply of its seat.",
)


def filtered(wanted: Filter) -> str:
    """A sentence on what the filter lets through."""
    named = [f"{name} {value}" for name in _FILTERS if (value := getattr(wanted, name)) is not None]
    if not named:
        return "No filter: every session that counts."
    return f"Only sessions with {', '.join(named)}."


def left_out(wanted: Filter) -> str:
    """A sentence on the kinds of session that don't count."""
    if "all" in wanted.include:
        return "Sessions of every kind count, imported, branched and helped ones too."
    kinds = [kind for kind in INCLUDE if kind != "all" and kind not in wanted.include]
    return f"Left out: sessions that were {listed(kinds, 'or')}."


def glossary(infos: Iterable[GameInfo], *, rated: bool, agreed: bool) -> Section:
    """The meaning of every term and metric. `rated`, `agreed`: whether the report has such figures."""
    common = _COMMON + (_RATED if rated else "") + (_AGREED if agreed else "")
    parts = [
        Section(
            f"words-{info.id}",
            info.title,
            ({m.label: f"{m.text}{_reading(m.unit, m.better)}" for m in info.metrics.values()},),
        )
        for info in infos
    ]
    split = (line.partition(": ") for line in common.replace("\n  ", " ").splitlines() if line)
    terms = {term: meaning for term, _, meaning in split}
    return Section("words", "What the figures mean", (terms,), tuple(parts))


def _reading(unit: str, better: str) -> str:
    unit_text = f" Unit: {unit}." if unit else ""
    return unit_text + {"high": " More is better.", "low": " Less is better.", "none": ""}[better]


def made(infos: Iterable[GameInfo]) -> Section:
    """How intervals are made, and the versions of program and rules."""
    rules = ", ".join(f"{info.title} {info.game.rules}" for info in infos)
    versions = f"TUI Arena {__version__}; matching of words {words.VERSION}"
    return Section(
        "made",
        "How it was made",
        ((*SPANS, f"{versions}{f'; rules: {rules}' if rules else ''}."),),
    )


WRITERS: Mapping[str, Callable[[Document], str]] = {"html": html, "md": markdown}
"""The writer of each form of report, by the file ending."""


def write_report(store: Store, catalogue: Catalogue, wanted: Filter, form: str) -> str:
    """The report on the sessions that pass a filter; an empty `wanted.game` means all games.

    `form`: a key of `WRITERS`. This may take seconds, so an event loop should call it in a thread. Raises
    BadFile for an unknown game, BadFilter, SaveError.
    """
    return WRITERS[form](report(store, catalogue, wanted))


@dataclass(frozen=True, slots=True)
class _Played:
    """One game of the report."""

    info: GameInfo
    span: SessionCounts
    rows: Sequence[StatRow]


def report(store: Store, catalogue: Catalogue, wanted: Filter) -> Document:
    """The document that `write_report` writes."""
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
    blocks: list[Block] = [filtered(wanted), left_out(wanted), Grid("Sessions", header, cells)]
    if not any(one.rows for one in every):
        blocks.append("There is nothing to report yet. Play a game, or let bots play: tui-arena run.")
    return blocks
