"""The views of the rankings screen: leaderboards, ratings, and the agreement of two rankings of players.

Each view is one query of the save file, run in a thread, and its rows come with an explanation of each
figure. If a printed figure contradicts the ranks printed with it, it gets a sign, and a sentence below
explains it. Colour is never the only mark. An undefined figure is a dash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.charts.builders import rating_bars
from tui_arena.charts.model import Band, Bars
from tui_arena.core.language.sentences import counted, listed
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import JOINED, Filter, for_other_game
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import MODEL, OWN, PlayerStanding, side_groups, standings, stats, two_sided
from tui_arena.stats.conditions import condition_heading
from tui_arena.stats.differences import differences
from tui_arena.stats.form import COST
from tui_arena.stats.ranking.agreement import (
    EXACT,
    LEAST,
    PATIENCE,
    RBO_ORDERS,
    SAMPLED,
    Agreement,
    Ranking,
    agreement,
)
from tui_arena.stats.ranking.leaderboard import (
    COMBINED,
    COMPLETED,
    COUNTED,
    OVER_ALL,
    QUALITY,
    SIGMA,
    SKILL,
    Leader,
    Rating,
    by_games,
    leaderboard,
    leaders_table,
    of_game,
    overall_table,
    ranked_within,
    rated,
    rated_within,
    ratings_table,
)
from tui_arena.stats.ranking.published import (
    TABLE,
    CheckedCell,
    FollowedRanking,
    TauTest,
    followed,
    notes,
    printed_rankings,
    published_agreement,
    published_rows,
    published_tau_tests,
    text_of,
)
from tui_arena.stats.ranking.rankings import OVERALL, OVERALLS, PUBLISHED, RATING, WHOLE, measures, named
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import AGREED, TENTHS, number
from tui_arena.table.turns import Page
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.rows import Choice
from tui_arena.ui.widgets.tables import Column

NO_MORE: Mapping[str, str] = {}
ALL, GAME, SKILLS, AGREEMENT, PRINTED = "all", "game", "skill", "agreement", "printed"
"""The views."""
NOBODY = "Nothing counts here yet. Play a game, or let bots play: tui-arena run {game} --sessions 30"
NO_RATING = "Nobody has played anybody here yet, so there's no skill to show."
ONE_SIDE = "In {game} everybody plays against the puzzle, so look at the leaderboard to see who's best."


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A row of a view."""

    key: str
    cells: Mapping[str, str]
    """Maps each column of the table to its text."""
    sheet: Page
    """The explanation that Enter opens."""


@dataclass(frozen=True, slots=True)
class RankingsView:
    """A view of the rankings screen."""

    columns: tuple[Column, ...]
    rows: tuple[RankingRow, ...]
    table: TextTable
    """The same rows, for an export."""
    summary: str
    """The line below the table."""
    about: Page
    """The explanation of its figures."""
    chart: Bars | None = None
    notes: tuple[str, ...] = ()
    """Sentences shown below the table if there is room."""
    empty: str = ""
    """The text shown if there are no rows."""
    under: str = ""
    """The condition of the sessions, and the number of conditions; empty if there is only one."""
    conditions: tuple[Choice, ...] = ()
    """The conditions to choose from, if there are several."""


def rows_of(
    table: TextTable, rows: Iterable[tuple[str, Page, Mapping[str, str]]], glyphs: Glyphs
) -> tuple[RankingRow, ...]:
    """The rows of a table as the screen shows them.

    `rows`: each row's key, its explanation, and the texts that only the screen shows, by column.
    """
    texts = (dict(zip(table.header, (_text(c, glyphs) for c in cells), strict=True)) for cells in table.rows)
    return tuple(
        RankingRow(key, {**own, **more}, sheet) for (key, sheet, more), own in zip(rows, texts, strict=True)
    )


def _text(cell: TableCell, glyphs: Glyphs) -> str:
    if isinstance(cell, WrittenCell):
        text = f"{cell.text} [{cell.span}]" if cell.span else cell.text
        return text.replace("±", glyphs.plus_minus) or glyphs.dash
    return glyphs.dash if cell is None else str(cell)


def _head(n_rank: int = 1) -> tuple[Column, ...]:
    return (
        Column("place", "#", 3, 0),
        Column("player", "player", 12, 0, 26),
        Column("sessions", "n", 5, n_rank),
    )


def overall(
    catalogue: Mapping[str, GameInfo], found: Sequence[PlayerStanding], glyphs: Glyphs
) -> RankingsView:
    """The view of every player over all games."""
    games = {game: info.title for game, info in catalogue.items()}
    found = by_games(found)
    table = overall_table(games, found)
    sheets = []
    for one in found:
        told = [
            f"{title}: quality {TENTHS.number(pair[1], dash=glyphs.dash)}, played {TENTHS.shares.number(pair[0])}"
            for game, title in games.items()
            if (pair := one.games.get(game)) is not None
        ]
        sheet = Page(
            f"{one.player}: {TENTHS.number(one.combined, dash=glyphs.dash)} over all games",
            (("games", "\n".join(told)), ("combined", OVER_ALL), ("what counts", COUNTED)),
        )
        sheets.append((f"{one.kind}:{one.player}", sheet, NO_MORE))
    titles = [
        Column(of_game(title), title, 6, 2 + n, max(len(title), 6)) for n, title in enumerate(games.values())
    ]
    return RankingsView(
        (*_head(n_rank=9), Column("games", "games", 5, 1), Column("combined", "combined", 8, 0), *titles),
        rows_of(table, sheets, glyphs),
        table,
        "combined: mean played x mean quality; places compare all players of these games",
        Page("Over all games", (("combined", OVER_ALL), ("quality", QUALITY), ("what counts", COUNTED))),
        _bars("combined over all games", [Band(one.player, one.combined) for one in found]),
        empty=NOBODY.format(game="wordle"),
    )


def leaders(info: GameInfo, found: Sequence[Leader], glyphs: Glyphs, note: str = "") -> RankingsView:
    """The leaderboard of a game. `note`: a sentence on its condition."""
    table = leaders_table(info, found, note)
    at = table.header.index("quality")
    sheets = []
    for one, cells in zip(found, table.rows, strict=True):
        aborted = f"{counted(one.sessions, 'session')} ended, {one.aborted} of them aborted"
        mean = TENTHS.number(one.quality.value, dash=glyphs.dash)
        sum_ = f"{number(one.completed, 3)} x {mean} = {TENTHS.number(one.combined)}"
        parts = (
            ("combined", f"{COMBINED} {sum_}"),
            ("played", f"{COMPLETED} {aborted}."),
            ("quality", f"{QUALITY} {info.main.text} {_text(cells[at], glyphs)} over {one.quality.n}."),
            ("what counts", COUNTED),
        )
        sheet = Page(f"{one.player}: {TENTHS.number(one.combined)} in {info.title}", parts)
        sheets.append((f"{one.kind}:{one.player}", sheet, NO_MORE))
    bands = [Band(one.player, one.quality.value, *(one.span or (None, None))) for one in found]
    return RankingsView(
        (
            *_head(),
            Column("combined", "combined", 8, 0),
            Column("completed", "played", 6, 2),
            Column("quality", "quality [95%]", 19, 1),
            *([Column(COST, "cost", 9, 3)] if any(one.kind == MODEL for one in found) else []),
        ),
        rows_of(table, sheets, glyphs),
        table,
        "combined = played x quality, 0 to 100; over all seats with a side",
        Page(
            f"Leaderboard of {info.title}",
            (
                ("combined", COMBINED),
                ("played", COMPLETED),
                ("quality", f"{QUALITY} {info.main.text}"),
                *([("cost", OWN[COST].text)] if any(one.kind == MODEL for one in found) else []),
                ("what counts", COUNTED),
            ),
        ),
        _bars(f"{info.title}: quality", bands),
        notes=(note,) if note else (),
        empty=NOBODY.format(game=info.id),
    )


def skills(
    info: GameInfo,
    found: Sequence[Rating],
    other_games: Mapping[str, Mapping[tuple[str, str, str], Rating]],
    sides: Mapping[str, str],
    glyphs: Glyphs,
    *,
    note: str = "",
) -> RankingsView:
    """The ratings of a game, seat by seat.

    `other_games`: maps the title of each other game to ratings in it, by a player's kind, name and side.
    `sides`: maps each of this game's seat groups to its side. `note`: a sentence on their condition.
    """
    table = ratings_table(info, found, note)
    rows = []
    for one in found:
        others = {
            title: known.get((one.kind, one.name, sides[one.group])) for title, known in other_games.items()
        }
        texts = {title: _rating(rating, glyphs) for title, rating in {"rating": one, **others}.items()}
        told = [
            f"{t}, {r.group}: {TENTHS.number(r.mu)} ± {TENTHS.number(r.sigma)} (n {r.sessions})"
            for t, r in others.items()
            if r
        ]
        parts = (
            ("rating", SKILL),
            ("uncertainty", SIGMA),
            ("almost certainly at least", f"mu - 3 sigma = {TENTHS.number(one.ordinal)}"),
            *([("same side in other games", "\n".join(told))] if told else []),
        )
        sheet = Page(f"{one.name} as {one.group}: {_rating(one, glyphs)}", parts)
        rows.append((f"{one.group}/{one.kind}:{one.name}", sheet, texts))
    return RankingsView(
        (
            *_head(),
            Column("seat", "seat", 8, 0),
            Column("rating", "rating", 10, 0),
            *(Column(title, title, max(len(title), 10), 3 + n) for n, title in enumerate(other_games)),
        ),
        rows_of(table, rows, glyphs),
        table,
        "skill, from who beat whom: everybody begins at 25; bars go left and right from the average",
        Page(f"Skill in {info.title}", (("rating", SKILL), ("uncertainty", SIGMA))),
        rating_bars(info, found) if found else None,
        notes=(note,) if note else (),
        empty=NO_RATING if "opponent" in sides.values() else ONE_SIDE.format(game=info.title),
    )


def _rating(one: Rating | None, glyphs: Glyphs) -> str:
    return glyphs.dash if one is None else TENTHS.figure(one.figure).replace("±", glyphs.plus_minus)


def _bars(title: str, bands: Sequence[Band]) -> Bars | None:
    return Bars(title, "", tuple(bands), 0.0, 100.0) if bands else None


# agreement of two rankings

TAU = (
    "Kendall's tau: of all pairs of these players, the share that both rankings place the same way, minus the "
    "share that they rank opposite ways. 1: the same order. 0: no link. -1: the reverse order. Ties share "
    "their mean rank (tau-b)."
)
Z = "tau in standard deviations of the published test: tau / sqrt(2 / (n (n - 1)))."
P = (
    "How often chance alone would give at least this tau, by that test. Its variance isn't the usual "
    "one, so with few players it promises too much. The exact p doesn't."
)
P_EXACT = "The share of all orders of that many players whose tau is at least this; {how}."
RBO = (
    f"Rank-biased overlap, p = {PATIENCE}: how much the two rankings have in common from the top down. First "
    "places weigh most, and the rankings are extrapolated beyond the last place. 1: the same order."
)
RBO_PAPER = (
    "The same by the formula that the paper prints. It stops at the last place, so it's at most {most} here."
)
RBO_P = f"How often {RBO_ORDERS:,} random orders overlap at least as much."
FEW = "{who} in both rankings. Comparing them takes at least {least} players."
PICK = "Press f and s to choose other rankings."


def agreed(first: Ranking, second: Ranking, found: Agreement | None, glyphs: Glyphs) -> RankingsView:
    """Two rankings side by side, for the players that are in both. `found`: None if there are too few."""
    title = f"{first.name} against {second.name}"
    rows, lines = [], []
    for player, called in ((p, found.names[p]) for p in found.players) if found is not None else ():
        a, b = first.ranks[player], second.ranks[called]
        name = player if first.published else player.partition(":")[2]
        other = f" There, it's called {called}." if called != player else ""
        told = f"{a:g} in {first.name}, {b:g} in {second.name}.{other}"
        rows.append((player, Page(name, (("places", told),)), {"gap": _gap(a, b, glyphs)}))
        lines.append((name, called, WrittenCell(a, f"{a:g}"), WrittenCell(b, f"{b:g}")))
    figures = [] if found is None else _figures(found)
    explained = [f"{name} {value}: {text}" for name, value, text in figures]
    about = [(f"{name} {value}", text) for name, value, text in figures]
    about += [(ranking.name, " ".join((f"{ranking.source}.", *ranking.notes))) for ranking in (first, second)]
    table = TextTable(title, ("player", "called there", "first", "second"), tuple(lines), tuple(explained))
    heads = _short(first), _short(second)
    wide = max(min(max(map(len, heads)), 24), 8)
    few = FEW.format(who=_who(_shared(first, second, found)), least=LEAST)
    return RankingsView(
        (
            Column("player", "player", 14, 0, 34),
            Column("first", heads[0], wide, 0),
            Column("second", heads[1], wide, 0),
            Column("gap", "gap", 6, 1),
        ),
        rows_of(table, rows, glyphs),
        replace(table, header=("player", "called there", first.name, second.name)),
        "  ".join(f"{name} {value}" for name, value, _ in figures),
        Page(title, tuple(about)),
        notes=(*explained, *_doubts(found)),
        empty=f"{few} {PICK}",
    )


def _figures(found: Agreement) -> list[tuple[str, str, str]]:
    """Each figure's name, its value, and its meaning."""
    how = "we look at all of them" if found.n <= EXACT else f"we look at {SAMPLED:,} random ones"
    ties = "none: one ranking ties everybody"
    return [
        ("players", str(found.n), "in both rankings, ranked among themselves."),
        ("tau", AGREED.number(found.tau, dash=ties), TAU),
        ("z", AGREED.number(found.z), Z),
        ("p", AGREED.number(found.p, 4), P),
        ("exact p", AGREED.number(found.p_exact, 4), P_EXACT.format(how=how)),
        ("rbo", AGREED.number(found.rbo, 3), RBO),
        (
            "as printed",
            AGREED.number(found.rbo_paper, 3),
            RBO_PAPER.format(most=AGREED.number(1 - PATIENCE**found.n)),
        ),
        ("rbo p", AGREED.number(found.rbo_p, 4), RBO_P),
    ]


def _doubts(found: Agreement | None) -> list[str]:
    if found is None or not found.doubtful:
        return []
    return [f"Left out, because several of your players could be meant: {', '.join(found.doubtful)}."]


def _shared(first: Ranking, second: Ranking, found: Agreement | None) -> int:
    return found.n if found is not None else len(set(first.ranks) & set(second.ranks))


def _who(n: int) -> str:
    return "Nobody is" if n == 0 else "1 player is" if n == 1 else f"{n} players are"


def _short(ranking: Ranking) -> str:
    """A ranking's name as a column title. A published ranking's name loses the text before its colon."""
    return ranking.name.rpartition(": ")[2] if ranking.published else ranking.name


def _gap(a: float, b: float, glyphs: Glyphs) -> str:
    if a == b:
        return "="
    up, down = ("^", "v") if glyphs.ascii else ("↑", "↓")
    return f"{up if b < a else down}{abs(a - b):g}"


# as printed in the paper

PRINTED_COLUMNS = (
    Column("sign", "", 1, 0),
    Column("order", "ranking", 12, 0, 22),
    Column("against", "against", 11, 0, 19),
    Column("tau printed", "tau", 5, 0),
    Column("tau", "ours", 6, 0),
    Column("rbo printed", "rbo", 4, 1),
    Column("rbo", "ours", 6, 1),
    Column("z", "z", 5, 8),
    Column("p", "p", 6, 4),
    Column("exact p", "exact p", 7, 3),
    Column("rbo p printed", "rbo p", 6, 5),
    Column("rbo p", "ours", 6, 5),
)


def printed(
    cells: Sequence[CheckedCell],
    tests: Sequence[TauTest],
    follows: Sequence[FollowedRanking],
    doubts: Sequence[str],
    glyphs: Glyphs,
) -> RankingsView:
    """The published agreement of rankings, next to the agreement computed from the published ranks."""
    sign = "!" if glyphs.ascii else "≠"
    off = sum(cell.tau_contradicts for cell in cells), sum(cell.rbo_contradicts for cell in cells)
    footnote = (
        f"{sign} the source's own ranks give a different figure: {off[0]} of {len(cells)} taus, {off[1]} of "
        f"{len(cells)} overlaps"
    )
    tested = [
        f"{sign} tau {t.tau:g} of {t.n}: p printed {text_of(t.printed_p)}, its formula gives {AGREED.number(t.p, 4)}."
        for t in tests
        if t.contradicts
    ]
    below = (*tested, *doubts, *_made_of(follows))
    checked = [_printed_row(cell, sign) for cell in cells]
    table = TextTable(
        "Agreement of rankings, as printed and from the printed ranks",
        tuple(checked[0]),
        tuple(tuple(row.values()) for row in checked),
        (f"{footnote}.", *below),
    )
    rows = (
        (str(n), _printed_sheet(cell, sign), {"sign": sign if cell.contradicts else ""})
        for n, cell in enumerate(cells)
    )
    return RankingsView(
        PRINTED_COLUMNS,
        rows_of(table, rows, glyphs),
        table,
        footnote,
        Page(
            "As printed, and from the printed ranks",
            (
                ("what it is", f"GameArena, Tables 4, 7 and 8; ours: from the ranks of {TABLE}."),
                ("tau", TAU),
                ("p", P),
                ("rbo", RBO),
                ("rbo p", RBO_P),
                ("at odds with itself", "\n".join(table.notes)),
            ),
        ),
        notes=below,
    )


def _printed_row(cell: CheckedCell, sign: str) -> dict[str, TableCell]:
    """The cells of a comparison, by column."""
    own = cell.computed

    def computed_cell(value: float | None, digits: int, *, off: bool = False) -> WrittenCell:
        return WrittenCell(value, f"{AGREED.number(value, digits)}{sign if off else ''}")

    return {
        "order": cell.row,
        "against": cell.against,
        "tau printed": WrittenCell(cell.printed_tau, text_of(cell.printed_tau)),
        "tau": computed_cell(own.tau, 2, off=cell.tau_contradicts),
        "rbo printed": WrittenCell(cell.printed_rbo, text_of(cell.printed_rbo)),
        "rbo": computed_cell(own.rbo, 3, off=cell.rbo_contradicts),
        "z": computed_cell(own.z, 2),
        "p": computed_cell(own.p, 4),
        "exact p": computed_cell(own.p_exact, 4),
        "rbo p printed": WrittenCell(cell.printed_rbo_p, text_of(cell.printed_rbo_p)),
        "rbo p": computed_cell(own.rbo_p, 4),
        "contradiction": cell.why,
    }


def _made_of(follows: Sequence[FollowedRanking]) -> list[str]:
    """A sentence for each printed ranking: the metrics in its paper's tables that give the same order."""
    by: dict[str, list[str]] = {one.ranking: [] for one in follows}
    for one in follows:
        if one.follows:
            by[one.ranking].append(one.metric)
    return [
        f"{ranking} matches the order by {listed(metrics)} in the same paper."
        if metrics
        else f"{ranking} doesn't match the order by any single figure in the same paper."
        for ranking, metrics in by.items()
    ]


def _printed_sheet(cell: CheckedCell, sign: str) -> Page:
    tau, rbo, p = map(text_of, (cell.printed_tau, cell.printed_rbo, cell.printed_rbo_p))
    said = f"tau {tau}, overlap {rbo}, its p {p}"
    odd = [(f"{sign} at odds with itself", cell.why)] if cell.contradicts else []
    figures = ((f"{name} {value}", text) for name, value, text in _figures(cell.computed))
    return Page(f"{cell.row} against {cell.against}", (("printed", said), *odd, *figures))


# queries


def views(wanted: Filter, catalogue: Catalogue) -> dict[str, str]:
    """Maps each available view to its title."""
    own = {GAME: catalogue.game(wanted.game).title, SKILLS: "Skill"} if wanted.game else {}
    return {ALL: "All games", **own, AGREEMENT: "Agreement", PRINTED: "As printed"}


def first_rankings(wanted: Filter, catalogue: Catalogue) -> tuple[str, str]:
    """The two rankings that are compared until the user chooses others."""
    if not wanted.game:
        return f"{PUBLISHED}:Akinator retrospective", f"{PUBLISHED}:GPQA"
    return f"{wanted.game}:{catalogue.game(wanted.game).main.metric}", f"{OVERALL}:{OVERALL}"


def asked_for(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    *,
    view: str,
    rankings: tuple[str, str],
    wide: bool,
    glyphs: Glyphs,
) -> RankingsView:
    """A view of the sessions that pass a filter. Raises BadFile, BadFilter, SaveError.

    `wanted`: without a game, only the views over all games exist. `rankings`: the two rankings to compare, as
    texts that `named` reads. `wide`: whether there is room for the ratings in other games.
    """
    if view == ALL:
        return overall(catalogue.games, standings(store, catalogue, for_other_game(wanted, "")), glyphs)
    if view == PRINTED:
        return _printed(catalogue, glyphs)
    if view == AGREEMENT:
        first, second = (_ranking(text, store, catalogue, wanted) for text in rankings)
        return agreed(first, second, agreement(first, second), glyphs)
    info = catalogue.game(wanted.game)
    if view == GAME:
        main = ranked_within(store, info, wanted)
        board = leaders(info, leaderboard(store, info, wanted), glyphs, main.note)
        rows = stats(store, catalogue, main.wanted, intervals=())
        differing = differences(store, main.wanted, rows).notes
        return _under(_differing(board, differing), store, info, wanted)
    others = [i for i in catalogue.games.values() if i.id != info.id and two_sided(i)] if wide else []
    others_ratings = {i.title: _by_side(i, _ratings(store, i, for_other_game(wanted, i.id))) for i in others}
    note = rated_within(store, info, wanted).note
    board = skills(info, _ratings(store, info, wanted), others_ratings, side_groups(info), glyphs, note=note)
    return _under(board, store, info, wanted)


def _differing(view: RankingsView, notes: tuple[str, ...]) -> RankingsView:
    """The view with notes on what differs between its players' sessions."""
    if not notes:
        return view
    parts = (*view.about.parts, ("what differs", "\n".join(notes)))
    return replace(view, notes=(*view.notes, *notes), about=replace(view.about, parts=parts))


def _under(view: RankingsView, store: Store, info: GameInfo, wanted: Filter) -> RankingsView:
    """The view with the name of its condition, if the filter without a condition passes several."""
    main, every = (ranked_within(store, info, one) for one in (wanted, replace(wanted, condition=None)))
    if not every.others:
        return view
    names = (every.condition, *every.others)
    joined = [Choice(JOINED, condition_heading(JOINED))] if every.may_join else []
    return replace(
        view,
        under=f"{condition_heading(main.condition)}, {len(names)} conditions",
        conditions=(*(Choice(name, name) for name in names), *joined),
    )


def _ranking(text: str, store: Store, catalogue: Catalogue, wanted: Filter) -> Ranking:
    """The ranking that a text names. Its name is taken from the list of choices."""
    texts = {choice.value: choice.text for choice in ranking_choices(wanted, catalogue)}
    ranking = named(text, store, catalogue, wanted)
    return replace(ranking, name=texts.get(text, ranking.name))


def _ratings(store: Store, info: GameInfo, wanted: Filter) -> list[Rating]:
    return rated(store, info, wanted) if two_sided(info) else []


def _by_side(info: GameInfo, found: list[Rating]) -> dict[tuple[str, str, str], Rating]:
    sides = side_groups(info)
    return {(one.kind, one.name, sides[one.group]): one for one in found}


def _printed(catalogue: Catalogue, glyphs: Glyphs) -> RankingsView:
    games = [catalogue.games[game] for game in ("akinator", "taboo", "bluffing") if game in catalogue.games]
    follows = [one for info in games for one in followed(info)]
    doubts = dict.fromkeys(f"{info.title}: {note}" for info in games for note in notes(info))
    return printed(published_agreement(), published_tau_tests(), follows, list(doubts), glyphs)


def ranking_choices(wanted: Filter, catalogue: Catalogue) -> list[Choice]:
    """The rankings to choose from: this game's, overall, published, and other games' rankings."""
    here = [info for info in catalogue.games.values() if info.id == wanted.game]
    others = [info for info in catalogue.games.values() if info.id != wanted.game]
    own = [
        Choice(f"{info.id}:{m}", f"{info.title}: {_label(info, m)}") for info in here for m in measures(info)
    ]
    whole = [Choice(f"{OVERALL}:{m}", f"All games: {m}") for m in OVERALLS]
    papers = [Choice(f"{PUBLISHED}:{one.name}", f"Published: {one.name}") for one in printed_rankings()]
    tables = [
        Choice(f"{PUBLISHED}:{info.id}:{metric}", f"Published: {info.title}, {_label(info, metric)}")
        for info in catalogue.games.values()
        for rows in [published_rows(info)]
        for metric in info.metrics
        if len({row.player for row in rows if metric in row.values}) > 1
    ]
    other_games = [
        Choice(f"{info.id}:{m}", f"{info.title}: {_label(info, m)}")
        for info in others
        for m in measures(info)
    ]
    return [*own, *whole, *papers, *tables, *other_games]


def _label(info: GameInfo, measure: str) -> str:
    if measure in WHOLE or measure == RATING:
        return measure
    return info.metrics[measure].label
