"""Checks of a run's set-ups before its first session: what has no effect, what can't be repeated, what is uneven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm

from tui_arena.batch.run import Run, each, table_of
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.dealing import check_effect, check_repeatable, items_in_turn
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, new_session, variants


def check_setups(
    run: Run, catalogue: Catalogue, registry: ModelRegistry, *, deck_named: bool = True
) -> list[str]:
    """Sentences on what the user may not expect of a run.

    `deck_named`: whether the user named the run's deck. Raises BadOption if an option has no effect, or if the
    set-ups can't be repeated; BadPlayer, BadFile.
    """
    info, opening = catalogue.game(run.game), run.opening(registry)
    session, _ = new_session(opening, catalogue, id="-", seed=run.seed, started=None)
    check_effect(opening if deck_named else replace(opening, deck=None), session, info)
    if (run.repetitions or 1) > 1:
        check_repeatable(session, info)
    found = []
    items = items_in_turn(session, info, run.sessions)
    if items is not None:
        found.append(
            f"there are {items} items, so session {items + 1} plays the first again as a new set-up; "
            f"--sessions {items} --repetitions R plays each R times and counts that apart"
        )
    return [*found, *_uneven(run, catalogue, registry)]


def _uneven(run: Run, catalogue: Catalogue, registry: ModelRegistry) -> Iterator[str]:
    """A sentence if no item gets each of the random prompt variants equally often."""
    if run.prompts != RANDOM:
        return
    info, repetitions = catalogue.game(run.game), run.repetitions or 1
    for seat, sits in table_of(run, catalogue, registry):
        own = run.own.get(seat.name, {}).get("prompt")
        count = len(variants(info, catalogue, seat.group))
        if own is None and count and repetitions % count and any(one.kind == "model" for one in each(sits)):
            yield (
                f"an item is not played equally often with each of the {count} prompt variants of "
                f"{seat.name}, so the deviation over them also holds how items differ; "
                f"--repetitions {lcm(repetitions, count)} is even"
            )


def numbered_deck(deck: str | None, info: GameInfo, catalogue: Catalogue) -> str | None:
    """The deck's full name, so that a resumed run draws from the same deck; None for no deck. Raises BadFile."""
    if deck is None and (info.deck is None or info.dealt == "when_named"):
        return None
    return catalogue.deck(deck, info).deck.name
