"""Compares and ranks the players of a save file, and draws bar charts.

Law: the same functions make these results and the command line's output with `--json`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from tui_arena.api.home import PathName, home
from tui_arena.api.records import filter_of, opened_file, warning
from tui_arena.batch.pools import ranked, read_pool
from tui_arena.charts.model import Band, Bars, round_ends
from tui_arena.charts.svg import svg
from tui_arena.core.language.sentences import listed
from tui_arena.save.filters import BadFilter
from tui_arena.save.store import Store
from tui_arena.stats.comparison import compare as compared
from tui_arena.stats.ranking.agreement import agreement
from tui_arena.stats.ranking.orders import in_other_conditions, orders, ranking_json
from tui_arena.stats.split_half import printed_sets, printed_sets_json, two_sets


def compare(
    game: str,
    first: str,
    second: str,
    source: PathName | None = None,
    where: Mapping[str, str] | None = None,
    *,
    metric: str | None = None,
    sets: str | None = None,
    since: str | None = None,
    include: Collection[str] = (),
) -> dict[str, Any]:
    """Compares two players on the secrets that both played. Returns what `tui-arena compare --json` prints.

    Args:
        game: The id of a game.
        first: A player by name, such as `bot hard`, or as `kind:name`.
        second: The other player, named in the same way.
        source: A save file or its folder; None: the user's own save file.
        where: As for `stats`; `seat` is the seat to compare on, by default the solving seat.
        metric: The metric to compare; None: the game's main figure.
        sets: Instead, check each player's figures over two sets of secrets: `halves`, `DECK,DECK`, or
            `OPTION=VALUE,VALUE`.
        since: Only sessions from this day on.
        include: Kinds of sessions to count that are otherwise left out.

    Raises BadFile, BadFilter, SaveError.
    """
    catalogue = home().catalogue
    info = catalogue.game(game)
    wanted = filter_of(catalogue, game, where, since, include)
    with opened_file(source, catalogue) as store:
        if sets is not None:
            only = [metric] if metric else None
            players = dict.fromkeys((first, second))
            checks = [
                one for who in players for one in two_sets(store, catalogue, wanted, who, only, sets=sets)
            ]
            published = printed_sets_json(printed_sets(info))
            return {"players": [check.to_json() for check in checks], "published": published}
        found = compared(store, catalogue, wanted, first, second, metric=metric or info.main.metric)
        return found.to_json()


def rank(
    game: str,
    metric: str | None = None,
    source: PathName | None = None,
    where: Mapping[str, str] | None = None,
    *,
    against: Sequence[str] = (),
    least: int = 1,
    pool: str | None = None,
    since: str | None = None,
    include: Collection[str] = (),
) -> dict[str, Any]:
    """Ranks players by the mean of a metric, and compares the ranking with others.

    Returns what `tui-arena rank --json` prints.

    Args:
        game: The id of a game, `overall` for all games together, or `published`.
        metric: A metric of the game, `won`, `won_by_error`, `quality`, `completed`, `overall` or `rating`;
            None: the game's main metric. With `published`: a ranking that papers print, such as `GPQA`.
        source: A save file or its folder; None: the user's own save file. Published rankings need no file.
        where: As for `stats`.
        against: Other rankings, such as `published:GPQA` or `akinator:recall`.
        least: The minimum number of sessions; players with fewer are left out.
        pool: A reference pool, such as `pool-1`. Players who played it are ranked among its bots by the main
            score over the whole pool, as by `rank --pool --json`. It allows only `source` and `include`.
        since: Only sessions from this day on.
        include: Kinds of sessions to count that are otherwise left out.

    Raises BadFile, BadFilter, SaveError.
    """
    catalogue = home().catalogue
    wanted = filter_of(catalogue, game, where, since, include)
    if pool is not None:
        beside = {"metric": metric, "where": where, "against": against, "least": least > 1, "since": since}
        if given := [name for name, value in beside.items() if value]:
            raise BadFilter(
                f"{listed(given)}: a pool is ranked by the main score over all of it; leave it out"
            )
        members = read_pool(pool, home().registry)
        members.check_game(info := catalogue.game(game))
        with opened_file(source, catalogue) as opened:
            return ranked(members, info, opened, wanted, warning()).to_json()
    with ExitStack() as stack:

        @cache
        def store() -> Store:
            return stack.enter_context(opened_file(source, catalogue))

        texts = [f"{game}:{metric}" if metric else game, *against]
        order, *others = orders(texts, store, catalogue, wanted, least)
        rest = in_other_conditions(order, texts[0], store, catalogue, wanted, least=least)
        return ranking_json(order, [(other, agreement(order, other)) for other in others], list(rest))


def bars(values: Mapping[str, float | None], title: str, unit: str = "") -> str:
    """A bar chart as SVG, like the charts in reports; a name whose value is None gets no bar.

    >>> bars({"piano": 7, "apple": None}, "Questions until it was found", "questions").startswith("<svg")
    True
    """
    least, most = round_ends([0.0, *(value for value in values.values() if value is not None)])
    figures = tuple(Band(str(name), value) for name, value in values.items())
    return svg(Bars(title, unit, figures, least, most))
