"""Checks of a run before its first session: impossible or surprising set-ups, and models of unknown price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from math import lcm
from random import Random
from typing import TYPE_CHECKING

from tui_arena.batch.run import Run, each, is_model, session_seed, table_of
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import BadOption
from tui_arena.core.session import PASSES, new_ones
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
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
from tui_arena.table.unseen_seeds import hidden

if TYPE_CHECKING:
    from tui_arena.data.lists import ListRow


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
    from tui_arena.data.lists import items_of_list  # noqa: PLC0415  (few runs play a list)

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
