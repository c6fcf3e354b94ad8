"""What the rankings screen reads from the save file: a query for each view, run in a thread."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import side_groups, standings
from tui_arena.stats.ranking.agreement import Order, agreement
from tui_arena.stats.ranking.leaderboard import Rating, leaderboard, rated
from tui_arena.stats.ranking.orders import OVERALL, OVERALLS, PUBLISHED, RATING, WHOLE, measures, named
from tui_arena.stats.ranking.published import (
    followed,
    published_agreement,
    published_orders,
    published_tau_tests,
)
from tui_arena.stats.ranking.references import notes, published_rows
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.rankings.agreement import agreed, printed
from tui_arena.ui.rankings.presenter import RankingsView, leaders, overall, skills
from tui_arena.ui.widgets.rows import Choice

ALL, GAME, SKILL, AGREEMENT, PRINTED = "all", "game", "skill", "agreement", "printed"
"""The views."""


@dataclass(frozen=True, slots=True)
class RankingsRequest:
    """Which view to show, and for which sessions."""

    view: str
    wanted: Filter
    """If its game is empty, there are only the views over all games."""
    first: str
    """This and `second`: the orders whose agreement is measured, as texts that `named` reads."""
    second: str
    wide: bool = False
    """Whether there is room for the ratings in other games."""


def views(wanted: Filter, catalogue: Catalogue) -> dict[str, str]:
    """The titles of the available views, by view."""
    if not wanted.game:
        return {ALL: "All games", AGREEMENT: "Agreement", PRINTED: "As printed"}
    title = catalogue.game(wanted.game).title
    return {ALL: "All games", GAME: title, SKILL: "Skill", AGREEMENT: "Agreement", PRINTED: "As printed"}


def first_orders(wanted: Filter, catalogue: Catalogue) -> tuple[str, str]:
    """The two orders that are compared before the user chooses any."""
    if not wanted.game:
        return f"{PUBLISHED}:Akinator retrospective", f"{PUBLISHED}:GPQA"
    return f"{wanted.game}:{catalogue.game(wanted.game).main.metric}", f"{OVERALL}:{OVERALL}"


def asked_for(store: Store, catalogue: Catalogue, asked: RankingsRequest, glyphs: Glyphs) -> RankingsView:
    """The view that a request asks for. Raises BadFile, BadFilter, SaveError."""
    wanted = asked.wanted
    if asked.view == ALL:
        return overall(catalogue.games, standings(store, catalogue, _everywhere(wanted)), glyphs)
    if asked.view == PRINTED:
        return _printed(catalogue, glyphs)
    if asked.view == AGREEMENT:
        first, second = (_order(text, store, catalogue, wanted) for text in (asked.first, asked.second))
        return agreed(first, second, agreement(first, second), glyphs)
    info = catalogue.game(wanted.game)
    if asked.view == GAME:
        return leaders(info, leaderboard(store, info, wanted), glyphs)
    sides = side_groups(info)
    own = _ratings(store, info, wanted)
    others = [i for i in catalogue.games.values() if i.id != info.id and _two_sided(i)] if asked.wide else []
    elsewhere = {
        i.title: _by_side(i, _ratings(store, i, replace(_everywhere(wanted), game=i.id))) for i in others
    }
    return skills(info, own, elsewhere, sides, glyphs)


def _order(text: str, store: Store, catalogue: Catalogue, wanted: Filter) -> Order:
    """The order that a text names, with the name from the list of choices."""
    texts = {choice.value: choice.text for choice in order_choices(wanted, catalogue)}
    order = named(text, store, catalogue, wanted)
    return replace(order, name=texts.get(text, order.name))


def _everywhere(wanted: Filter) -> Filter:
    """The filter for other games, without fields that belong to one game."""
    return replace(wanted, seat=None, variant=None, deck=None, run=None)


def _two_sided(info: GameInfo) -> bool:
    return "opponent" in side_groups(info).values()


def _ratings(store: Store, info: GameInfo, wanted: Filter) -> list[Rating]:
    return rated(store, wanted) if _two_sided(info) else []


def _by_side(info: GameInfo, found: list[Rating]) -> dict[tuple[str, str, str], Rating]:
    sides = side_groups(info)
    return {(one.kind, one.name, sides[one.group]): one for one in found}


def _printed(catalogue: Catalogue, glyphs: Glyphs) -> RankingsView:
    games = [catalogue.games[game] for game in ("akinator", "taboo", "bluffing") if game in catalogue.games]
    follows = [one for info in games for one in followed(info)]
    doubts = dict.fromkeys(f"{info.title}: {note}" for info in games for note in notes(info))
    return printed(published_agreement(), published_tau_tests(), follows, list(doubts), glyphs)


def order_choices(wanted: Filter, catalogue: Catalogue) -> list[Choice]:
    """The orders to choose from: this game's, those over all games, published ones, other games'."""
    here = [info for info in catalogue.games.values() if info.id == wanted.game]
    others = [info for info in catalogue.games.values() if info.id != wanted.game]
    own = [
        Choice(f"{info.id}:{m}", f"{info.title}: {_label(info, m)}") for info in here for m in measures(info)
    ]
    whole = [Choice(f"{OVERALL}:{m}", f"All games: {m}") for m in OVERALLS]
    papers = [Choice(f"{PUBLISHED}:{one.name}", f"Published: {one.name}") for one in published_orders()]
    tables = [
        Choice(f"{PUBLISHED}:{info.id}:{metric}", f"Published: {info.title}, {_label(info, metric)}")
        for info in catalogue.games.values()
        for metric in info.metrics
        if len({row.player for row in published_rows(info) if metric in row.values}) > 1
    ]
    elsewhere = [
        Choice(f"{info.id}:{m}", f"{info.title}: {_label(info, m)}")
        for info in others
        for m in measures(info)
    ]
    return [*own, *whole, *papers, *tables, *elsewhere]


def _label(info: GameInfo, measure: str) -> str:
    if measure in WHOLE or measure == RATING:
        return measure
    return info.metrics[measure].label
