"""Writes a report on saved sessions as one HTML page or one Markdown text: tables, charts and explanations.

Each figure has its number of sessions and its spread. Players have places only within the same seat and
variant, and only for metrics with a better end. Equal players share a place. Long tables are cut, and a note
below them says so.

Law: the same save file gives the same bytes. About an open session, a report says only that it was started.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from tui_arena import __version__
from tui_arena.charts.builders import SKILL, built, pictures, rating_bars
from tui_arena.charts.model import empty
from tui_arena.core import words
from tui_arena.core.events import SeatNames, speaker
from tui_arena.core.language.sentences import counted, listed
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.data.files import host_texts
from tui_arena.players.seating import names_in
from tui_arena.reports.documents import PUBLISHED, Block, Document, Section, html, markdown
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.filters import Filter, kinds_left_out, narrowed_by
from tui_arena.save.queries import SessionCounts, SessionQuery
from tui_arena.save.rollup.sums import WON_BY_ERROR
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import (
    FORM,
    HOW_ASKED,
    MODEL,
    OWN,
    PlayerStanding,
    StatRow,
    alike,
    placed,
    solving_groups,
    standings,
    stats,
    two_sided,
)
from tui_arena.stats.conditions import ITEM
from tui_arena.stats.differences import differences
from tui_arena.stats.form import COST, form_table, models, shown_figures
from tui_arena.stats.opinions import TITLE, taken, taken_table
from tui_arena.stats.over import columns_of, over_tables, prompt_rows, prompts_table, text_table
from tui_arena.stats.ranking.agreement import agreement, agreement_cells
from tui_arena.stats.ranking.leaderboard import (
    Leader,
    Rating,
    leaderboard,
    leaders_table,
    of_game,
    overall_table,
    ranked_within,
    rated,
    rated_within,
    ratings_table,
    tenths,
)
from tui_arena.stats.ranking.published import PublishedRow, printed_rankings, published_rows
from tui_arena.stats.ranking.rankings import ranking_of
from tui_arena.stats.statistics import Figure, clustered
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import REPORT

SEARCHED, QUOTED = 100, 5
"""The number of newest sessions that are searched for quotable lines, and the number of lines to quote."""
MOST_ROWS = 60
"""The most rows of a table; a note below it says how many are left out."""
_TABLED = ("flag", "count", "number", "seats")
"""Kinds of metric that have one figure per session."""
DOUBTED = "‡"
"""The mark after a published figure that can't be right."""
_ENDINGS = ("won", WON_BY_ERROR, "lost", "drawn", "aborted")
"""The ways in which a session ended, for the table of outcomes; `drawn` only if some session was drawn."""
SUCCESS = "success"
"""For the solving side this metric equals `won`, so it has a column only if published rows have it."""
_COLUMNS = ("player", "seat", "condition")


def capped(table: TextTable) -> TextTable:
    """The table, cut to `MOST_ROWS` rows if it has more; then a note below it says how many are left out."""
    more = len(table.rows) - MOST_ROWS
    if more <= 0:
        return table
    note = f"{counted(more, 'more row')} left out; filter by player, seat or condition to see the rest."
    return replace(table, rows=table.rows[:MOST_ROWS], notes=(note, *table.notes))


Column = tuple[str, Callable[[StatRow], TableCell]]
"""The title of a column, and a function that maps a row to its cell."""
_WHO: Sequence[Column] = (
    ("player", lambda row: row.player),
    ("seat", lambda row: row.seat),
    ("condition", lambda row: row.condition),
)
_SESSIONS: Column = ("sessions", lambda row: row.sessions)


def _table(
    title: str,
    rows: Sequence[StatRow],
    columns: Sequence[Column],
    words: int = 3,
    notes: tuple[str, ...] = (),
) -> TextTable:
    cells = tuple(tuple(shown(row) for _, shown in columns) for row in rows)
    return capped(TextTable(title, tuple(name for name, _ in columns), cells, notes, words))


def _ending(name: str) -> Column:
    """A column with the number of sessions that ended in this way, out of all sessions of the row."""
    return OWN[name].label, lambda row: _cell(replace(row.figure(name), n=None), OWN[name])


def _how_asked(part: str) -> Column:
    """A column with a part of how the models were asked."""
    return HOW_ASKED[part], lambda row: alike(row.by(part)) or None


def _quality(row: StatRow) -> WrittenCell:
    return tenths(row.figure("quality").value)


def _sided(rows: Sequence[StatRow]) -> list[StatRow]:
    return [row for row in rows if row.partner is None and not row.neutral and row.sessions]


def outcomes(info: GameInfo, rows: Sequence[StatRow]) -> TextTable:
    """A table of the ways in which sessions ended, a row for each player, seat and condition."""
    sided = _sided(rows)
    places = _places(sided, "quality", "high")
    rare = ("drawn", WON_BY_ERROR)
    ends = [name for name in _ENDINGS if name not in rare or any(row.figure(name).count for row in sided)]
    columns = [
        *_WHO,
        _SESSIONS,
        *map(_ending, (*ends, "completed")),
        ("quality", lambda row: _placed(_quality(row), places.get(_key(row)))),
        *(_how_asked(part) for part in HOW_ASKED if any(row.asked for row in sided)),
    ]
    return _table(f"{info.title}: how it ended", sided, columns)


def pairs(info: GameInfo, rows: Sequence[StatRow]) -> TextTable | None:
    """A table of the pairs of players that met; None if there are no pair rows with sessions."""
    met = [row for row in rows if row.partner is not None and row.sessions]
    partner: Column = ("with", lambda row: "itself" if row.own else row.partner_names)
    columns = [*_WHO[:2], partner, _WHO[2], _SESSIONS, _ending("won"), ("quality", _quality)]
    return _table(f"{info.title}: who with whom", met, columns, words=4) if met else None


def measured(
    info: GameInfo, rows: Sequence[StatRow], ranked_seats: Sequence[str], published: Sequence[PublishedRow]
) -> list[TextTable]:
    """A table for each property that metrics measure, with published rows last.

    `ranked_seats`: the groups of seats whose rows get places, because the metrics are about these seats.
    """
    sided = _sided(rows)
    groups: dict[str, list[Metric]] = {}
    told = {*_ENDINGS, *({SUCCESS}.difference(*(one.values for one in published)))}
    for metric in info.metrics.values():
        if metric.kind in _TABLED and metric.name not in told:
            groups.setdefault(metric.measures, []).append(metric)
    tables = (
        _group(f"{info.title}: {name}", metrics, sided, ranked_seats, published)
        for name, metrics in groups.items()
    )
    return [capped(table) for table in tables if table is not None]


def _group(
    title: str,
    metrics: list[Metric],
    rows: Sequence[StatRow],
    ranked_seats: Sequence[str],
    published: Sequence[PublishedRow],
) -> TextTable | None:
    metrics = [m for m in metrics if any(_known(row, m) for row in rows)]
    having = [row for row in rows if any(_known(row, m) for m in metrics)]
    theirs = [one for one in published if any(m.name in one.values for m in metrics)]
    if not having:
        return None
    columns: list[list[WrittenCell]] = []
    for metric in metrics:
        judged = [row for row in having if row.seat in ranked_seats or metric.kind == "seats"]
        places = _places(judged, metric.name, metric.better)
        own = [_placed(_cell(row.figure(metric.name), metric), places.get(_key(row))) for row in having]
        columns.append([*own, *(_theirs(one, metric) for one in theirs)])
    who: list[tuple[TableCell, ...]] = [
        *(tuple(shown(row) for _, shown in _WHO) for row in having),
        *((one.player, "", one.variant) for one in theirs),
    ]
    cells = tuple((*names, *(column[n] for column in columns)) for n, names in enumerate(who))
    first = min(len(having), MOST_ROWS)
    return TextTable(
        title,
        (*_COLUMNS, *(_title(m) for m in metrics)),
        (*cells[:first], *cells[len(having) :]) if len(cells) > MOST_ROWS else cells,
        words=3,
        published=frozenset(range(first, first + len(theirs))),
        notes=_sources(theirs, metrics),
    )


def spreads(
    info: GameInfo, rows: Sequence[StatRow], over: str, by: Callable[[StatRow], Mapping[str, Figure]]
) -> TextTable | None:
    """A table of means with their spread over prompt variants or repetitions; None if no row has a spread.

    `over`: the name of what the spread is over. `by`: maps a row to its spreads by metric.
    """
    having = [row for row in rows if row.partner is None and by(row)]
    names = [
        name for name in dict.fromkeys((*_ENDINGS, *info.metrics)) if any(name in by(row) for row in having)
    ]
    if not names:
        return None
    metrics = {**OWN, **info.metrics}

    def spread(name: str) -> Callable[[StatRow], WrittenCell]:
        return lambda row: _cell(by(row).get(name, Figure()), metrics[name])

    columns = [*_WHO, *((metrics[name].label, spread(name)) for name in names)]
    note = f"Each figure is the mean over the means of the {over}; ± says how much these means differ."
    return _table(f"{info.title}: spread over {over}", having, columns, notes=(note,))


def _title(metric: Metric) -> str:
    sign = {"high": " ↑", "low": " ↓", "none": ""}[metric.better]
    return f"{metric.label}{sign}"


def _known(row: StatRow, metric: Metric) -> bool:
    return row.figure(metric.name).value is not None


def _theirs(one: PublishedRow, metric: Metric) -> WrittenCell:
    found = _cell(replace(one.values.get(metric.name, Figure()), n=None), metric)
    return replace(found, text=f"{found.text} {DOUBTED}") if metric.name in one.doubts else found


def _sources(published: Sequence[PublishedRow], metrics: Sequence[Metric]) -> tuple[str, ...]:
    sources = dict.fromkeys(f"{PUBLISHED} Published: {one.source}." for one in published)
    doubts = [
        f"{DOUBTED} {one.player}, {m.label}: {one.doubts[m.name]}"
        for one in published
        for m in metrics
        if m.name in one.doubts
    ]
    return (*sources, *doubts)


def _cell(one: Figure, metric: Metric) -> WrittenCell:
    """A figure with its deviation, its interval and the number of values behind both, if known."""
    if one.value is None:
        return WrittenCell(None, "")
    style = REPORT.of(metric)
    said = [style.spread(one), style.interval(one), f"n {one.n:,}" if one.n else ""]
    said += [counted(one.items or 0, "secret")] if clustered(one) else []
    return WrittenCell(one.value, style.value(one), note=" · ".join(filter(None, said)))


def _placed(value: WrittenCell, place: tuple[int, int] | None) -> WrittenCell:
    return replace(value, place=place[0], among=place[1]) if place is not None and value.text else value


def _key(row: StatRow) -> tuple[str, ...]:
    return row.seat, row.condition, row.kind, row.player


def _places(rows: Sequence[StatRow], key: str, better: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """Maps a row to its place and the size of its group: all rows of one seat and condition.

    A group whose figures are all equal has no places.
    """
    found: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
    for row in rows:
        if (value := row.figure(key).value) is not None:
            found.setdefault(_key(row)[:2], {})[_key(row)] = value
    return {
        who: (place, len(group)) for group in found.values() for who, place in placed(group, better).items()
    }


def leaders(info: GameInfo, found: Sequence[Leader], note: str = "") -> TextTable:
    """The leaderboard of one game. `note`: a sentence on its condition."""
    names = ("player", "kind", "place", "sessions", "completed", "quality", "combined")
    columns = {name: OWN[name].label if name == "completed" else name for name in names}
    if any(one.kind == MODEL for one in found):
        columns[COST] = "cost a game"
    return capped(leaders_table(info, found).only(columns, words=2, notes=(note,) if note else ()))


def overall(titles: Mapping[str, str], found: Sequence[PlayerStanding]) -> TextTable:
    """The leaderboard over all games. `titles`: maps ids to games' titles."""
    games = [title for game, title in titles.items() if any(game in one.games for one in found)]
    columns = {name: name for name in ("player", "kind", "games", "place", "combined")}
    columns |= {of_game(title): title for title in games}
    note = (
        "Each game has the quality and, below it, the share of sessions played to an end. A place is among "
        "all who played the player's games, over these games alone."
    )
    return capped(overall_table(titles, found).only(columns, words=2, notes=(note,)))


def skills(info: GameInfo, found: Sequence[Rating]) -> TextTable:
    """The ratings of a two-sided game, by seat, the best first."""
    columns = {
        "player": "player",
        "seat": "seat",
        "mu": "rating",
        "sigma": "uncertainty",
        "sessions": "sessions",
    }
    table = capped(ratings_table(info, found).only(columns, words=2))
    return replace(table, title=f"{info.title}: skill ratings")


def game_section(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> Section:
    """The report's section on one game. `rows`: the game's stats, at least one row."""
    info = catalogue.game(wanted.game)
    found = [
        ("said", "Well said", well_said(store, catalogue, wanted)),
        ("figures", "Figures", _figures(store, catalogue, wanted, rows)),
        ("secrets", "Secrets", _secrets(store, catalogue, wanted)),
        ("pictures", "Pictures", _pictures(store, catalogue, wanted, rows)),
        ("ratings", "Skill", _ratings(store, info, wanted)),
        ("agreement", "Against published rankings", _agreements(store, catalogue, wanted)),
        ("unsigned", TITLE, _unsigned(store, info, wanted)),
    ]
    return Section(
        info.id,
        info.title,
        (leaders(info, leaderboard(store, info, wanted), ranked_within(store, info, wanted).note),),
        tuple(Section(f"{name}-{info.id}", title, tuple(blocks)) for name, title, blocks in found if blocks),
    )


def well_said(store: Store, catalogue: Catalogue, wanted: Filter) -> list[Block]:
    """The lines most worth quoting, from the newest sessions that are over: one a session, none twice."""
    found: list[tuple[float, str]] = []
    for row in store.sessions(SessionQuery(unfinished=False, readable=True, limit=SEARCHED, filter=wanted)):
        try:
            session, info = opened(store, catalogue, row.id)
            with reading(row.id):
                quotes = info.highlights(session.fold(info.game)).quotable
        except Unreadable:
            continue
        if quotes:
            best = quotes[0]
            names = SeatNames(dict(row.players), names_in(session.seats, session.events).before)
            said = host_texts(info.id).get("quotes", {}).get(best.kind, "")
            effect = said.replace("{about}", best.about)
            who = ", ".join(filter(None, (speaker(names, best.seat, best.seq), effect)))
            found.append((best.worth, f"“{best.shown}”, {who}"))
    lines = dict.fromkeys(line for _, line in sorted(found, key=lambda one: -one[0]))
    return [tuple(lines)[:QUOTED]] if lines else []


def _figures(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> list[Block]:
    info = catalogue.game(wanted.game)
    published = _published(info, rows)
    more = (
        pairs(info, rows),
        spreads(info, rows, "prompt variants", lambda row: row.prompts),
        _each_prompt(store, catalogue, wanted, rows),
        spreads(info, rows, "repetitions", lambda row: row.repetitions),
    )
    return [
        *differences(store, wanted, rows).notes,
        outcomes(info, rows),
        *filter(None, (_form(info, rows),)),
        *measured(info, rows, solving_groups(info), published),
        *_played_otherwise(published),
        *_broken(rows),
        *(table for table in more if table is not None),
    ]


def _form(info: GameInfo, rows: Sequence[StatRow]) -> TextTable | None:
    """The table of the models' faults, speed and cost; None if no model played."""
    table = form_table(f"{info.title}: {FORM}", rows, REPORT)
    return None if table is None else capped(table)


def _each_prompt(
    store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]
) -> TextTable | None:
    """A table with a row for each prompt variant; None if no model had several variants."""
    if not any(row.prompts for row in rows):
        return None
    info = catalogue.game(wanted.game)
    columns = columns_of(info)
    return capped(prompts_table(info, prompt_rows(store, catalogue, wanted, rows, columns), columns))


def _secrets(store: Store, catalogue: Catalogue, wanted: Filter) -> list[Block]:
    """Tables of each player's figures for each secret; empty if every secret came only once."""
    info = catalogue.game(wanted.game)
    tables = over_tables(store, catalogue, wanted, ITEM, [info.main.metric], most=MOST_ROWS)
    return [text_table(one, info) for one in tables if one.repeated]


def _broken(rows: Sequence[StatRow]) -> list[Block]:
    """A list of how many replies were cut off; empty if none were."""
    found = [(row, row.figure("broken")) for row in rows if row.partner is None]
    told = tuple(
        f"{row.player} as {row.seat}, {row.condition}: {counted(total, 'reply', 'replies')} broke off."
        for row, one in found
        if (total := round((one.value or 0) * (one.n or 0)))
    )
    return [told] if told else []


def _published(info: GameInfo, rows: Sequence[StatRow]) -> list[PublishedRow]:
    """The published rows for variants and decks that were played here, and the rows for all together."""
    played = {word for row in rows for word in (row.variant, *row.variant.split())}
    return [one for one in published_rows(info) if not one.variant or one.variant in played]


def _played_otherwise(published: Sequence[PublishedRow]) -> list[Block]:
    """A list of the differences between published sessions and the sessions played here."""
    differs = tuple(dict.fromkeys(sentence for one in published for sentence in one.differs))
    heading = f"How the rows marked {PUBLISHED} differ from the sessions played here:"
    return [heading, differs] if differs else []


def _pictures(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> list[Block]:
    info = catalogue.game(wanted.game)
    keys = [one.key for one in pictures(info, rows) if one.there and _drawn(one.key, info)]
    charts = [built(store, catalogue, wanted, key, published=True, rows=rows) for key in keys]
    return [chart for chart in charts if chart is not None and not empty(chart)]


def _drawn(key: str, info: GameInfo) -> bool:
    """True if the report has this picture.

    Bars of a metric are left out because the tables have its figures, and skill has a separate part.
    """
    return key != SKILL and (key not in info.metrics or info.metrics[key].kind == "list")


def _ratings(store: Store, info: GameInfo, wanted: Filter) -> list[Block]:
    if not two_sided(info):
        return []
    found = rated(store, info, wanted)
    note = rated_within(store, info, wanted).note
    return [*filter(None, (note,)), skills(info, found), rating_bars(info, found)] if found else []


def _unsigned(store: Store, info: GameInfo, wanted: Filter) -> list[Block]:
    found = taken(store, wanted)
    return [taken_table(info.title, found)] if found else []


def _agreements(store: Store, catalogue: Catalogue, wanted: Filter) -> list[Block]:
    info = catalogue.game(wanted.game)
    own = ranking_of(store, catalogue, info.id, info.main.metric, wanted, spans=False)
    against = [(other.name, agreement(own, other)) for other in printed_rankings()]
    found = [(name, one) for name, one in against if one is not None]
    if not found:
        return []
    header = ("published ranking", "players", "tau", "z", "p", "exact p", "rbo", "as printed", "rbo p")
    rows = tuple(agreement_cells(name, one, (2, 2, 3, 3, 2, 2, 3)) for name, one in found)
    return [TextTable(f"{own.name} against published rankings", header, rows)]


_COMMON = """
session: One play of a game. Sessions that are still open only count as started.
seat: A role in a game. Seats without a side, such as a judge who only answers, are not ranked.
condition: What was played: the variant or deck, a preset if all its options are set, and each option that is
  different.
won, lost, drawn, aborted: Shares of the sessions that ended; giving up is losing. Nobody won a drawn
  session. In an aborted session, a seat's replies could not be used. Neither counts as won or lost.
played: The share of sessions that were played to an end: 1 minus the share of aborted sessions.
quality: How well it went, not how often it was won: 100 times the mean main score of the sessions that were
  not aborted. The side that looks for the secret has the game's own main score, the other side 1 minus that
  score; in a drawn session, both have 0.
combined: played times quality, 0 to 100. Over several games: the mean of played times the mean of
  quality, over the games played. A game whose sessions were all aborted counts as 0 in the first mean and
  isn't counted in the second.
place: 1st is best, among all players of the same seat under the same condition; equal figures share a place.
  Darker cells stand for better places.
"""
"""The terms of every report; an indented line continues the line before it."""
_RATED = """
rating: Skill by who beat whom (openskill, Plackett-Luce), from the latest sessions that a side won or that
  were drawn, in the order in which they ended. Everybody begins at 25.
uncertainty: The sigma of a rating: in 95 of 100 cases, the true skill is within two sigmas.
"""
_AGREED = """
tau: Kendall's rank correlation: 1 for the same order, -1 for the opposite one. Ties share the mean of their
  ranks (tau-b).
z, p: The published one-tailed test of tau, z = tau / sqrt(2 / (n (n - 1))). Its variance is not the usual
  one, so the exact p is given, too: the share of all orders with at least this tau.
rbo: Rank-biased overlap with p = 0.9: how much two rankings share, 0 to 1. The first places count most. Its
  p is the share of 1,000 random orders with at least this overlap.
"""
SPANS = (
    (
        "In brackets: the 95% interval, which never leaves the scale of its figure. Sessions with the same secret "
        "are alike, so if some secrets were played more than once, it is over the secrets, and their number is "
        "next to it. Otherwise it is Wilson's for a share and Student's t for a mean."
    ),
    "± is the sample standard deviation over sessions: how much sessions differ, not how sure a mean is.",
    (
        "In a leaderboard, quality has the 95% interval of its mean: Wilson's if every session scored "
        "nothing or everything, otherwise Student's t."
    ),
    (
        "n is the number of sessions in which a figure is defined. The others are left out, never counted as "
        "zero."
    ),
    "A session counts for a player only if that player gave every reply of its seat.",
)


def filtered(wanted: Filter) -> str:
    """A sentence on the sessions that the filter lets through."""
    named = ", ".join(f"{name} {value}" for name, value in narrowed_by(wanted))
    return f"Only sessions with {named}." if named else "No filter: every session that counts."


def left_out(wanted: Filter) -> str:
    """A sentence on the kinds of session that don't count."""
    if "all" in wanted.include:
        return "Sessions of every kind count, even if they were imported, branched or helped."
    return f"Left out: sessions marked as {listed(kinds_left_out(wanted), 'or')}."


def glossary(
    infos: Iterable[GameInfo], *, rated: bool, agreed: bool, form: Mapping[str, str] = MappingProxyType({})
) -> Section:
    """The meaning of every term and metric. `rated`, `agreed`: True if the report has such figures.

    `form`: the meanings of the figures of models.
    """
    common = _COMMON + (_RATED if rated else "") + (_AGREED if agreed else "")
    parts = [
        Section(
            f"words-{info.id}",
            info.title,
            (_meanings(info),),
        )
        for info in infos
    ]
    split = (line.partition(": ") for line in common.replace("\n  ", " ").splitlines() if line)
    terms = {**{term: meaning for term, _, meaning in split}, **form}
    return Section("words", "What the figures mean", (terms,), tuple(parts))


def _meanings(info: GameInfo) -> dict[str, str]:
    """Maps the labels of a game's metrics to their meaning; first of all what a session counts in quality."""
    first = {"quality": info.main.text} if info.main.text else {}
    return first | {m.label: f"{m.text}{_reading(m.unit, m.better)}" for m in info.metrics.values()}


def _form_terms(rows: Iterable[StatRow]) -> dict[str, str]:
    """Maps the labels of the figures of faults, speed and cost to their meaning; empty if no model played."""
    own = models(rows)
    return {OWN[key].label: OWN[key].text for key in shown_figures(own) if key != "completed"} if own else {}


def _reading(unit: str, better: str) -> str:
    unit_text = f" Unit: {unit}." if unit else ""
    return unit_text + {"high": " Higher is better.", "low": " Lower is better.", "none": ""}[better]


def made(infos: Iterable[GameInfo]) -> Section:
    """The way in which intervals are computed, and the versions of program and rules."""
    rules = ", ".join(f"{info.title} {info.game.rules}" for info in infos)
    versions = f"TUI Arena {__version__}; word matching {words.VERSION}"
    return Section(
        "made",
        "How it was made",
        ((*SPANS, f"{versions}{f'; rules: {rules}' if rules else ''}."),),
    )


WRITERS: Mapping[str, Callable[[Document], str]] = {"html": html, "md": markdown}
"""Maps the file ending of a report to its writer."""


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
    form = _form_terms(row for one in there for row in one.rows)
    sections.append(glossary(played, rated="ratings" in names, agreed="agreement" in names, form=form))
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
    every = [one for one in every if one.span.started or wanted.game]
    cells = tuple(
        (
            one.info.title,
            one.span.ended,
            one.span.started - one.span.ended,
            len({(r.kind, r.player) for r in one.rows if not r.neutral}),
            one.span.first,
            one.span.last,
        )
        for one in every
    )
    header = ("game", "sessions that ended", "still open", "players", "first day", "last day")
    blocks: list[Block] = [filtered(wanted), left_out(wanted)]
    if cells:
        blocks.append(TextTable("Sessions", header, cells))
    if not any(one.rows for one in every):
        blocks.append("There is nothing to report yet. Play a game, or let bots play: tui-arena run.")
    return blocks
