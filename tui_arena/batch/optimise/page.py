"""The page of a search: its prompts, the results before and after on held-out items, and the cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from statistics import fmean
from typing import Any

from tui_arena.batch.optimise.objective import NAMED, Scored
from tui_arena.batch.optimise.optimiser import Made, SearchResult
from tui_arena.batch.optimise.search import Search
from tui_arena.core.language.sentences import UNKNOWN, money
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.requests import Budget
from tui_arena.stats.statistics import Figure, spread, t_interval
from tui_arena.stats.text_tables import markdown_rows
from tui_arena.stats.written import IMPROVED, SEARCHED


def objective(scored: Sequence[Scored]) -> float:
    """The mean of the objective, 0 to 1."""
    return fmean(one.score for one in scored)


def figure(scored: Sequence[Scored]) -> float | None:
    """The mean of the metric over the sessions that have a value; None if no session has one."""
    known = [one.figure for one in scored if one.figure is not None]
    return fmean(known) if known else None


def difference(before: Sequence[Scored], after: Sequence[Scored]) -> Figure:
    """The mean rise of the objective from before to after, item by item, with a 95% interval."""
    return t_interval(spread(b.score - a.score for a, b in zip(before, after, strict=True)))


def said_difference(one: Figure) -> str:
    """A difference in words."""
    if one.value is None or one.low is None or one.high is None:
        return UNKNOWN
    sure = "" if one.sure else ": could be chance"
    return f"{IMPROVED.figure(one)}{sure}"


def to_json(result: SearchResult, pages: Sequence[str]) -> dict[str, Any]:
    """The result as `optimise --json` prints it."""
    search = result.search
    return {
        "search": search.key,
        "stopped": None,
        "method": search.method,
        "seed": search.seed,
        "metric": search.metric,
        "held_out": list(search.held),
        "training": list(search.train),
        "before": _scored_json(result.before),
        "variants": [_made_json(result, one) for one in result.made],
        "cost": _cost_json(result.spent),
        "reflection_cost": _cost_json(result.reflected),
        "failures": list(result.failures),
        "pages": list(pages),
    }


def stopped_json(search: Search, cause: str, spent: Budget) -> dict[str, Any]:
    """The JSON that `optimise --json` prints about a search that was stopped."""
    cost = _cost_json(spent)
    return {"search": search.key, "stopped": cause, "cost": cost, "to_go_on": search.to_go_on}


def _made_json(result: SearchResult, one: Made) -> dict[str, Any]:
    after = one.after
    return {
        "variant": one.variant if one.prompt else None,
        "by": one.evaluator,
        "sessions": one.sessions,
        "proposals": one.proposals,
        "refused": one.refused,
        "cut_by_budget": one.cut,
        "trained": {"before": one.trained[0], "after": one.trained[1]},
        "after": _scored_json(after) if after else None,
        "difference": difference(result.before, after).interval_json() if after else None,
    }


def _scored_json(scored: Sequence[Scored]) -> dict[str, Any]:
    return {"objective": objective(scored), "metric": figure(scored), "items": len(scored)}


def _cost_json(budget: Budget) -> dict[str, Any]:
    return {"tokens": budget.used_tokens, "usd": None if budget.unpriced else round(budget.spent_usd, 6)}


def page(result: SearchResult, info: GameInfo) -> Iterator[str]:
    """The page as Markdown, line by line."""
    search = result.search
    metric = info.metrics[search.metric]
    yield f"# {info.title}: a search for a better prompt, {search.name}\n\n"
    yield f"{search.seats[search.seat]} on the seat {search.seat}, ask {search.ask}; the search began with the prompt "
    yield f"`{search.start}`. Method {search.method}, seed {search.seed}.\n\n"
    yield f"## Before and after, on {len(search.held)} held-out items\n\n"
    yield "The search saw none of the secrets of these items.\n\n"
    scored = [_row(search.start, result.before, "")]
    for one in result.made:
        if one.after:
            gap = said_difference(difference(result.before, one.after))
            scored.append(_row(one.variant, one.after, gap))
    yield from _table(("prompt", "objective", metric.label, "difference, item by item"), scored)
    yield f"\nThe objective goes from 0 to 1: {NAMED:.0%} {metric.label} ({metric.text.rstrip('.')}), and "
    yield (
        f"{1 - NAMED:.0%} to tell sessions apart that are equal by that: replies that the rules accepted, tries left, and "
    )
    yield (
        "how close they came, if the game can tell. The interval contains the true value 95 times out of "
        "100.\n\n"
    )
    yield "## The search\n\n"
    sought = "the same objective" if search.method == "gepa" else "the evaluator's verdict on each move"
    yield f"Prompts were compared on {len(search.train)} training items by {sought}.\n\n"
    header = (
        "variant",
        "proposed by",
        "sessions",
        "proposals",
        "refused unplayed",
        "before",
        "after",
    )
    yield from _table(header, map(_made_row, result.made))
    for failure in result.failures:
        yield f"\nNot finished, so it counts as 0: {_cell(failure, 300)}.\n"
    yield "\n## What it cost\n\n"
    yield f"{_cost(result.spent)} in all, of which {_cost(result.reflected)} for proposals"
    yield f"{' and verdicts' if search.method == 'gamearena' else ''}.\n\n"
    if any(one.prompt for one in result.made):
        yield from _use(search, result.made)
    for one in result.made:
        if one.prompt:
            yield from _change(search, one)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for line in markdown_rows(header, (False for _ in header), rows):
        yield f"{line}\n"


def _row(name: str, scored: Sequence[Scored], told: str) -> Sequence[str]:
    return name, SEARCHED.number(objective(scored)), SEARCHED.number(figure(scored)), told


def _made_row(one: Made) -> Sequence[str]:
    name = one.variant if one.prompt else f"{one.variant}: nothing better was found"
    name += " (ended by the budget)" if one.cut else ""
    counts = map(str, (one.sessions, one.proposals, one.refused))
    return (name, _cell(one.evaluator), *counts, *map(SEARCHED.number, one.trained))


def _cost(budget: Budget) -> str:
    usd = None if budget.unpriced else budget.spent_usd
    return f"{budget.used_tokens:,} tokens, {money(usd)}"


def _use(search: Search, made: Sequence[Made]) -> Iterator[str]:
    yield "## To use it\n\n```sh\n"
    for one in made:
        if one.prompt:
            seat = f"--seat {search.seat}={search.seats[search.seat]}"
            yield f"tui-arena run {search.game} {seat} --prompts {one.variant} --sessions 20\n"
    yield "```\n\n"


def _change(search: Search, one: Made) -> Iterator[str]:
    assert one.prompt is not None, "there is a prompt"
    yield f"## What {one.variant} changes\n\n"
    before, after = search.prompt.text.splitlines(), one.prompt.text.splitlines()
    for line in unified_diff(before, after, search.start, one.variant, lineterm="", n=1):
        yield f"    {line}\n"
    yield "\n"


def _cell(text: str, most: int = 60) -> str:
    return one_line(text, most).replace("|", "/")
