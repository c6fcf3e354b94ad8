"""Plays runs with a progress bar, and says beforehand what they will cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from tui_arena.batch.playing import Batches, BatchOptions
from tui_arena.batch.run import Finished, Run
from tui_arena.batch.session_pool import NoCluster
from tui_arena.batch.setups import unpriced
from tui_arena.cli.context import CommandContext, Failed, tell
from tui_arena.cli.headless import ProgressBar
from tui_arena.core.caches import collected_seldom
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted, money
from tui_arena.core.text import one_line
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import SaveError, Store

BROKEN = (
    "{replies} broke off partway, so we asked again or gave up. Such a reply doesn't count as anybody's "
    "words; `show` and the replay have the part that arrived"
)
NO_PRICE = "the price of {} isn't known, so cost is n/a; set `input_price` and `output_price`"


def play_runs(
    arena: CommandContext,
    runs: Sequence[Run],
    store: Store,
    what: str,
    to_go_on: str,
    *,
    forecasts: bool = True,
    **how: Unpack[BatchOptions],
) -> list[Finished]:
    """Play saved runs with a progress bar. Raises as `Batches.play`.

    `what`: the name before the bar. `to_go_on`: the command that continues. `forecasts`: whether to tell first what
    models will cost.
    """
    with ProgressBar(what) as bar, collected_seldom():
        batches = Batches(runs, store, arena.registry, progress=bar.show, **how)
        if any(run.models for run in runs):
            bar.spent = batches.budget
            arena.registry.waits = bar.waits
            if forecasts:
                left = zip(runs, batches.read_earlier(), strict=True)
                tell(*forecast(list(left), store, arena.registry))
        try:
            finished = batches.play()
        except NoCluster as error:
            raise Failed(str(error)) from None
        except SaveError:
            saved, total = batches.over
            tell(
                f"the run was stopped: {saved} of {counted(total, 'session')} had been finished and "
                f"saved; to continue later: {to_go_on}"
            )
            raise
    if batches.budget.broken:
        tell(BROKEN.format(replies=counted(batches.budget.broken, "reply", "replies")))
    return finished


def forecast(runs: Sequence[tuple[Run, int]], store: Store, registry: ModelRegistry) -> Iterator[str]:
    """Yields sentences on the cost of runs with models, before they start.

    `runs`: each run with the number of its sessions that aren't over. Several sets of models get a line each
    and a total.
    """
    budgets = runs[0][0].budgets
    unknown = unpriced((run for run, _ in runs), registry)
    names = ", ".join(one_line(name, 60) for name in unknown)
    if unknown:
        yield NO_PRICE.format(names)
    if unknown and (budgets.usd is not None or budgets.session_usd is not None):
        yield (f"a budget in dollars can't stop {names}; use --budget-tokens or --session-budget-tokens")
    by_models = grouped((tuple(run.models), (run, left)) for run, left in runs if run.models)
    several = len(by_models) > 1
    for models, own in by_models.items():
        before = f"{one_line(', '.join(models), 60)}: " if several else ""
        if any(left for _, left in own) and (several or not set(models) <= set(unknown)):
            yield before + _will_cost(own, store, registry)
    if several and any(left for _, left in runs):
        yield f"all together: {_will_cost([one for one in runs if one[0].models], store, registry)}"


def _will_cost(runs: Sequence[tuple[Run, int]], store: Store, registry: ModelRegistry) -> str:
    """The expected cost of the remaining sessions, as part of a sentence."""
    from tui_arena.batch.costs import remaining_cost  # noqa: PLC0415  (loads the stats; few prices are known)

    total = remaining_cost(runs, store, registry)
    left = sum(left for _, left in runs)
    what = counted(left, "session")
    alike = len({(run.game, tuple(run.models)) for run, _ in runs}) == 1
    if total.mean_tokens is not None:
        why = f"; they will take about {total.mean_tokens:,.0f} tokens"
    else:
        why = (
            ": these models haven't played here yet"
            if alike
            else ", because some of this hasn't been played before"
        )
    if total.mean_usd is None:
        return f"the cost of {what} isn't known yet{why}"
    if not alike:
        return f"{what} will cost about {money(total.mean_usd)}, going by the mean costs of earlier sessions"
    each = money(total.mean_usd / left)
    return (
        f"{what} will cost about {money(total.mean_usd)}: {each} each, going by the mean of {total.n} "
        "earlier sessions"
    )
