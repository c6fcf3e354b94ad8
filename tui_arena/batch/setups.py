"""Checks of a run before its first session: impossible or surprising set-ups, and the likely cost.

Costs are estimated from what the players have cost before, or from the first sessions of each run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from math import lcm, sqrt
from random import Random

from tui_arena.batch.run import Finished, Played, Run, each, is_model, session_seed, table_of
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import BadOption
from tui_arena.core.session import PASSES, new_ones
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.lists import ListRow, items_of_list
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import (
    RANDOM,
    check_effect,
    check_repeatable,
    items_of,
    never_dealt,
    new_session,
    seated,
    variants,
)
from tui_arena.save.store import Store
from tui_arena.stats.form import SeatCost, table_cost
from tui_arena.stats.statistics import Figure, spread, t95
from tui_arena.table.spending import total_usage
from tui_arena.table.unseen_seeds import hidden


def check_setups(run: Run, registry: ModelRegistry, *, deck_named: bool = True) -> list[str]:
    """Sentences on things about a run that the user may not expect.

    `deck_named`: whether the user named the run's deck. Raises BadOption if an option has no effect, or if
    the set-ups can't be repeated; BadPlayer, BadFile.
    """
    info, opening = registry.catalogue.game(run.game), run.opening(registry)
    session, _ = new_session(opening, registry.catalogue, id="-", seed=run.seed, started=None)
    check_effect(opening if deck_named else replace(opening, deck=None), session, info)
    if (run.repetitions or 1) > 1:
        check_repeatable(session, info)
    found = []
    items = len(run.listed or items_of(session, info))
    if 0 < items < run.sessions:
        found.append(
            f"there {'is' if items == 1 else 'are'} {counted(items, 'item')}, so from session "
            f"{items + 1} on, each is played again as a new set-up; to play each item R times as "
            f"repetitions, use --sessions {items} --repetitions R"
        )
    return [*found, *_uneven(run, registry)]


def dealt_out(run: Run, registry: ModelRegistry) -> Run:
    """A new run with its way of dealing; if a bot gives its secrets, also with set-ups whose secrets are new.

    Raises BadPlayer, BadOption, BadFile.
    """
    run = replace(run, dealing=PASSES)
    info, opening = registry.catalogue.game(run.game), run.opening(registry)

    def secret_of(index: int) -> str | None:
        seed = session_seed(run.seed, index)
        session, cast = new_session(opening, registry.catalogue, id="-", seed=seed, started=None, index=index)
        found = hidden(session, cast, info) if session.setup.secret is None else None
        return found.text if found else None

    cast = seated(opening, info)[1]
    if (
        run.listed
        or run.challenge
        or (secret_of(0) is None and not any(sits.choices for sits in cast.values()))
    ):
        return run
    indices = tuple(islice(new_ones(secret_of, count()), run.sessions))
    return replace(run, items=None if indices == tuple(range(run.sessions)) else indices)


def listed(run: Run, rows: Sequence[ListRow], registry: ModelRegistry) -> Run:
    """The run with the secrets of a list. Raises BadOption, BadPlayer, BadFile if it can't play them."""
    info, opening = registry.catalogue.game(run.game), run.opening(registry)
    narrowing = [
        name for name, value in run.options.items() if info.options[name].deals and value is not None
    ]
    if narrowing:
        raise BadOption(f"{narrowing[0]} has no effect: the list decides what is played, and in which order")
    session, _ = new_session(opening, registry.catalogue, id="-", seed=run.seed, started=None)
    never = never_dealt(session, info)
    if never is not None:
        here, way = never
        raise BadOption(
            f"a list can't be played in {here}: its secret is never dealt{f'; {way} deals it' if way else ''}"
        )
    deck = session.setup.source or registry.catalogue.deck(run.deck, info).deck
    options, secrets = session.setup.options, []
    for number, (row, item) in enumerate(
        zip(rows, items_of_list(rows, info.deck_kind, deck.items), strict=True)
    ):
        try:
            [kept] = info.game.items(options, replace(deck, items=[item]))
        except ValueError as error:
            raise BadOption(f"{row.place}: {one_line(row.name, 40)} can't be played: {error}") from None
        secrets.append(info.game.deal(options, kept, Random(f"{run.seed}/list/{number}"))["secret"])
    return replace(run, listed=tuple(secrets))


def _uneven(run: Run, registry: ModelRegistry) -> Iterator[str]:
    """Yields a sentence if an item can't get each of the random prompt variants equally often."""
    if run.prompts != RANDOM:
        return
    info, repetitions = registry.catalogue.game(run.game), run.repetitions or 1
    for seat, sits in table_of(run, registry):
        own = run.own.get(seat.name, {}).get("prompt")
        count = len(variants(info, registry.catalogue, seat.group))
        if own is None and count and repetitions % count and is_model(sits):
            yield (
                f"items aren't played equally often with each of the {count} prompt variants of "
                f"{seat.name}, so the deviation over the variants also includes differences between "
                f"items; --repetitions {lcm(repetitions, count)} makes it even"
            )


def numbered_deck(deck: str | None, info: GameInfo, catalogue: Catalogue) -> str | None:
    """The deck's full name, so that a resumed run draws from the same deck; None: no deck. Raises BadFile."""
    if deck is None and (info.deck is None or info.dealt == "when_named"):
        return None
    return catalogue.deck(deck, info).deck.name


def unpriced(runs: Iterable[Run], registry: ModelRegistry) -> list[str]:
    """The models of runs whose price is unknown."""
    casts = (one for run in runs for _, sits in table_of(run, registry) for one in each(sits))
    entries = {one.entry.name: one.entry for one in casts if one.entry}
    return [name for name, entry in entries.items() if registry.transports.price(entry) is None]


def session_cost(run: Run, store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of one session of a run; a sum is None if it is unknown for one of the models.

    A run without models costs 0. For a player that is drawn from several, the mean is taken. Raises
    SaveError.
    """
    choices = [(seat, list(each(sits))) for seat, sits in table_of(run, registry)]
    return total_cost(
        (1 / len(some), table_cost(store, run.game, [(seat.group, str(one.spec["name"]))]))
        for seat, some in choices
        for one in some
        if one.kind == "model"
    )


def remaining_cost(runs: Iterable[tuple[Run, int]], store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of all sessions that runs have left; sums as in `total_cost`.

    `runs`: each run with the number of its sessions left. Raises SaveError.
    """
    return total_cost((left, session_cost(run, store, registry)) for run, left in runs if left)


def total_cost(sessions: Iterable[tuple[float, SeatCost]]) -> SeatCost:
    """The likely cost of sessions: numbers of them, with what one costs. A sum is None if a part is unknown."""
    usd: float | None = 0.0
    tokens: float | None = 0.0
    known = [(left, one) for left, one in sessions if left]
    for left, one in known:
        usd = _more(usd, one.mean_usd, left)
        tokens = _more(tokens, one.mean_tokens, left)
    costs = [one for _, one in known]
    n, by = (min((getattr(one, key) for one in costs), default=0) for key in ("n", "sessions"))
    return SeatCost(usd, n, tokens, by)


def _more(total: float | None, mean: float | None, times: float) -> float | None:
    return None if total is None or mean is None else total + mean * times


def usage_by_session(finished: Finished) -> tuple[list[float], list[float] | None]:
    """Tokens and dollars of each finished session, probes included; dollars are None if a price is unknown.

    Raises ValueError if the run keeps no figures.
    """
    found = [_usage(one) for one in finished.sessions if one.over]
    priced = [usd for _, usd in found if usd is not None]
    return [tokens for tokens, _ in found], priced if len(priced) == len(found) else None


def _usage(played: Played) -> tuple[float, float | None]:
    known = played.figures
    rows = [*known.counts.values(), *([known.probed] if known.probed else [])]
    total = total_usage(rows)
    return total["input_tokens"] + total["output_tokens"], total["cost_usd"]


def expected(cells: Iterable[tuple[int, Sequence[float] | None]]) -> Figure:
    """The likely total of the sessions that several cells have left, with a 95% prediction interval.

    `cells`: for each cell, how many sessions are left, and the values of the sessions that are over. The
    remaining sessions vary as the earlier ones did, and the mean of the earlier ones is itself uncertain.
    There is no value if a cell has no finished session, and no interval if no cell has two.

    >>> one = expected([(8, [1.0, 3.0]), (8, [2.0, 2.0])])
    >>> one.value, round(one.low, 1), round(one.high, 1)
    (32.0, -6.5, 70.5)
    """
    total = variance = 0.0
    freedom = n = 0
    for left, values in cells:
        if not left:
            continue
        if not values:
            return Figure(n=0)
        one = spread(values)
        total += left * (one.value or 0.0)
        n += len(values)
        if one.std is not None:
            variance += (left**2 / len(values) + left) * one.std**2
            freedom += len(values) - 1
    if not freedom:
        return Figure(total, n=n)
    half = t95(freedom) * sqrt(variance)
    return Figure(total, n=n, low=total - half, high=total + half)
