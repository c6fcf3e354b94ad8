"""How far two orders of players agree, computed here and as printed in a paper: rows and sentences.

Each figure has a sentence that explains it. A printed figure that contradicts the ranks printed with it is
marked by a sign and explained below, never by a colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.core.language.sentences import listed
from tui_arena.stats.ranking.agreement import LEAST, Agreement, Order
from tui_arena.stats.ranking.correlation import EXACT, PATIENCE, RBO_ORDERS, SAMPLED
from tui_arena.stats.ranking.published import TABLE, CheckedCell, FollowedOrder, TauTest
from tui_arena.stats.text_tables import TextTable
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.rankings.presenter import RankingRow, RankingsView
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.widgets.tables import Column

TAU = (
    "Kendall's tau: of all pairs of these players, how many more both orders put the same way round than the "
    "other way round, as a share. 1: the same order. 0: no link. -1: turned round. Ties share their mean rank "
    "(tau-b)."
)
Z = "tau in standard deviations of the published test: tau / sqrt(2 / (n (n - 1)))."
P = (
    "How often chance alone would give at least this tau, by that test. Its spread is not the usual one, so "
    "with few players it promises too much; the exact p does not."
)
P_EXACT = "The share of all orders of so many players whose tau is at least this; {how}."
RBO = (
    f"Rank-biased overlap, p = {PATIENCE}: how much both orders share from the top down, first places "
    "weighing most, carried on beyond the last place. 1: the same order."
)
RBO_PAPER = "The same as the paper prints its formula, without what lies beyond the last place: at most {most:.2f} here."
RBO_P = f"How often {RBO_ORDERS:,} random orders overlap at least as much."
FEW = "{who} ranked by both orders; they can be compared from {least} players on."
PICK = "f and s choose other orders."


def agreed(first: Order, second: Order, found: Agreement | None, glyphs: Glyphs) -> RankingsView:
    """Two orders next to each other, over the players that both rank; `found` None: too few players."""
    players = first.players if found is None else list(found.players)
    names = {} if found is None else found.names
    rows, lines = [], []
    for player in players if found is not None else ():
        a, b = first.ranks[player], second.ranks[names[player]]
        cells = {
            "player": _name(first, player),
            "first": _rank(a),
            "second": _rank(b),
            "gap": _gap(a, b, glyphs),
        }
        told = f"{_rank(a)} in {first.name}, {_rank(b)} in {second.name}."
        other = f" There it is called {names[player]}." if names[player] != player else ""
        rows.append(RankingRow(player, cells, PromptSheet(_name(first, player), (("places", told + other),))))
        lines.append((_name(first, player), names[player], a, b))
    short = Column("player", "player", 14, 0, 34)
    heads = _head(first), _head(second)
    wide = max(min(max(map(len, heads)), 24), 8)
    columns = (
        short,
        Column("first", heads[0], wide, 0),
        Column("second", heads[1], wide, 0),
        Column("gap", "gap", 6, 1),
    )
    figures = [] if found is None else _figures(found)
    notes = [f"{name} {value}: {text}" for name, value, text in figures]
    about = [(f"{name} {value}", text) for name, value, text in figures]
    about += [(order.name, " ".join((f"{order.source}.", *order.notes))) for order in (first, second)]
    header = ("player", "called there", first.name, second.name)
    told = "" if found is None else "  ".join(f"{name} {value}" for name, value, _ in figures)
    few = FEW.format(who=_who(_shared(first, second, found)), least=LEAST)
    return RankingsView(
        columns,
        tuple(rows),
        TextTable(f"{first.name} against {second.name}", header, tuple(lines), tuple(notes)),
        told,
        PromptSheet(f"{first.name} against {second.name}", tuple(about)),
        notes=(*notes, *_doubts(found)),
        empty=f"{few} {PICK}",
    )


def _figures(found: Agreement) -> list[tuple[str, str, str]]:
    """Each figure: its name, its value, and what it means."""
    how = "all of them are looked at" if found.n <= EXACT else f"{SAMPLED:,} random ones stand for them"
    ties = "none: one of them ties everybody"
    return [
        ("players", str(found.n), "ranked by both orders; the ranks are theirs among these."),
        ("tau", ties if found.tau is None else f"{found.tau:.2f}", TAU),
        ("z", _figure(found.z, 2), Z),
        ("p", _figure(found.p, 4), P),
        ("exact p", _figure(found.p_exact, 4), P_EXACT.format(how=how)),
        ("rbo", f"{found.rbo:.3f}", RBO),
        ("as printed", f"{found.rbo_paper:.3f}", RBO_PAPER.format(most=1 - PATIENCE**found.n)),
        ("rbo p", f"{found.rbo_p:.4f}", RBO_P),
    ]


def _figure(value: float | None, digits: int) -> str:
    return "none" if value is None else f"{value:.{digits}f}"


def _doubts(found: Agreement | None) -> list[str]:
    if found is None or not found.doubtful:
        return []
    return [f"Left out, as several own players could be meant: {', '.join(found.doubtful)}."]


def _shared(first: Order, second: Order, found: Agreement | None) -> int:
    return found.n if found is not None else len(set(first.ranks) & set(second.ranks))


def _who(n: int) -> str:
    return "Nobody is" if n == 0 else "1 player is" if n == 1 else f"{n} players are"


def _name(order: Order, player: str) -> str:
    return player if order.published else player.partition(":")[2]


def _head(order: Order) -> str:
    """An order's name over a column; a published one loses the text before its colon, to save room."""
    return order.name.rpartition(": ")[2] if order.published else order.name


def _rank(rank: float) -> str:
    return f"{rank:g}"


def _gap(a: float, b: float, glyphs: Glyphs) -> str:
    if a == b:
        return "="
    up, down = ("^", "v") if glyphs.ascii else ("↑", "↓")
    return f"{up if b < a else down}{abs(a - b):g}"


# as printed in the paper

PRINTED = (
    Column("sign", "", 1, 0),
    Column("row", "order", 12, 0, 22),
    Column("against", "against", 11, 0, 19),
    Column("tau", "tau", 5, 0),
    Column("own_tau", "ours", 6, 0),
    Column("rbo", "rbo", 4, 1),
    Column("own_rbo", "ours", 6, 1),
    Column("z", "z", 5, 8),
    Column("p", "p", 6, 4),
    Column("p_exact", "exact p", 7, 3),
    Column("rbo_p", "rbo p", 6, 5),
    Column("own_rbo_p", "ours", 6, 5),
)


def printed(
    cells: Sequence[CheckedCell],
    tests: Sequence[TauTest],
    follows: Sequence[FollowedOrder],
    doubts: Sequence[str],
    glyphs: Glyphs,
) -> RankingsView:
    """The published agreement of orders, next to what the published ranks give."""
    sign = "!" if glyphs.ascii else "≠"
    rows = [_printed_row(n, cell, sign) for n, cell in enumerate(cells)]
    off = sum(cell.tau_contradicts for cell in cells), sum(cell.rbo_contradicts for cell in cells)
    footnote = (
        f"{sign} the source's own ranks give another figure: {off[0]} of {len(cells)} taus, {off[1]} of "
        f"{len(cells)} overlaps"
    )
    tested = [
        f"{sign} tau {t.tau:g} of {t.n}: p printed {t.printed_p:.4f}, its formula gives {t.p:.4f}."
        for t in tests
        if t.contradicts
    ]
    notes = (*tested, *doubts, *_made_of(follows))
    return RankingsView(
        PRINTED,
        tuple(rows),
        _printed_table(cells, (f"{footnote}.", *notes)),
        footnote,
        PromptSheet(
            "As printed, and from the printed ranks",
            (
                ("what it is", f"GameArena, Tables 4, 7 and 8; ours: from the ranks of {TABLE}."),
                ("tau", TAU),
                ("p", P),
                ("rbo", RBO),
                ("rbo p", RBO_P),
                ("at odds with itself", "\n".join((f"{footnote}.", *notes))),
            ),
        ),
        notes=notes,
    )


def _printed_table(cells: Sequence[CheckedCell], notes: tuple[str, ...]) -> TextTable:
    header = (
        "order", "against", "tau printed", "tau", "rbo printed", "rbo", "z", "p", "exact p", "rbo p printed",
        "rbo p", "contradiction",
    )  # fmt: skip
    lines = tuple(
        (
            c.row, c.against, c.printed_tau, c.computed.tau, c.printed_rbo, c.computed.rbo, c.computed.z,
            c.computed.p, c.computed.p_exact, c.printed_rbo_p, c.computed.rbo_p, c.why,
        )
        for c in cells
    )  # fmt: skip
    return TextTable("Agreement of orders, as printed and from the printed ranks", header, lines, notes)


def _made_of(follows: Sequence[FollowedOrder]) -> list[str]:
    """A sentence for each printed order: by which metrics of its paper's tables it is the same order."""
    by: dict[str, list[str]] = {one.order: [] for one in follows}
    for one in follows:
        if one.follows:
            by[one.order].append(one.metric)
    return [
        f"{order} is the order by {listed(metrics)} in the same paper."
        if metrics
        else f"{order} is the order by no single figure of the same paper."
        for order, metrics in by.items()
    ]


def _printed_row(n: int, cell: CheckedCell, sign: str) -> RankingRow:
    own = cell.computed
    tau = _figure(own.tau, 2)
    cells = {
        "sign": sign if cell.contradicts else "",
        "row": cell.row,
        "against": cell.against,
        "tau": f"{cell.printed_tau:.2f}",
        "own_tau": f"{tau}{sign if cell.tau_contradicts else ''}",
        "rbo": f"{cell.printed_rbo:.2f}",
        "own_rbo": f"{own.rbo:.3f}{sign if cell.rbo_contradicts else ''}",
        "z": _figure(own.z, 2),
        "p": _figure(own.p, 4),
        "p_exact": _figure(own.p_exact, 4),
        "rbo_p": f"{cell.printed_rbo_p:.4f}",
        "own_rbo_p": f"{own.rbo_p:.4f}",
    }
    parts = [
        (
            "printed",
            f"tau {cell.printed_tau:g}, overlap {cell.printed_rbo:g}, its p {cell.printed_rbo_p:.4f}",
        ),
        *((f"{name} {value}", text) for name, value, text in _figures(own)),
    ]
    if cell.contradicts:
        parts.insert(1, (f"{sign} at odds with itself", cell.why))
    return RankingRow(str(n), cells, PromptSheet(f"{cell.row} against {cell.against}", tuple(parts)))
