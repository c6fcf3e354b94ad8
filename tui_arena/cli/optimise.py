"""Searching for a better prompt: `tui-arena optimise`, and the page that it writes about a search.

All options are checked before anything is saved, written or asked. The same command resumes a search.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import unified_diff
from statistics import fmean
from typing import Any

import click

from tui_arena.batch.optimise.climbing import NotInstalled, check_installed
from tui_arena.batch.optimise.optimiser import Made, Optimiser, SearchResult, SearchStopped
from tui_arena.batch.optimise.search import (
    FEWEST,
    HELD_OUT,
    NAMED,
    Scored,
    Search,
    begun,
    check_players,
    recalled,
)
from tui_arena.batch.run import MOST_SESSIONS, Budgets
from tui_arena.batch.setups import numbered_deck, unpriced
from tui_arena.cli import completion
from tui_arena.cli.context import BAD, BIGGEST, Command, CommandContext, Failed, bad, put, put_json, tell
from tui_arena.cli.headless import (
    TOGETHER,
    ProgressBar,
    budget_options,
    concurrency_option,
    ended,
    json_option,
)
from tui_arena.cli.options import read_options, read_seats, unlike
from tui_arena.core.language.sentences import UNKNOWN, counted, money
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.requests import Budget
from tui_arena.players.seating import PLAIN
from tui_arena.save.exchange.export import write_new
from tui_arena.save.store import SaveError, Store
from tui_arena.stats.statistics import Figure, spread, t_interval
from tui_arena.stats.text_tables import markdown_rows
from tui_arena.stats.written import IMPROVED, SEARCHED

USUAL_SESSIONS = 200
"""The number of sessions in the paper of GameArena."""
_GIVEN = {"reflect": "--reflect", "options": "--set", "seats": "--seat, --player", "start": "--from"}


@click.command("optimise", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=completion.games)
@click.option("--name", required=True, metavar="V", help="A name for the new prompt variant.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT|SEAT=PLAYER",
    help="SEAT: the seat to find a prompt for. SEAT=PLAYER: the player in another seat (a bot).",
)
@click.option(
    "--ask", metavar="A", help="The ask whose prompt to improve; needed if the seat has more than one."
)
@click.option(
    "--player",
    metavar="PLAYER",
    shell_complete=completion.player,
    help="The model that plays, such as model:NAME.",
)
@click.option(
    "--reflect",
    multiple=True,
    metavar="PLAYER",
    shell_complete=completion.player,
    help="The model that proposes prompts; repeat this with --method gamearena.",
)
@click.option(
    "--metric",
    metavar="M",
    help="The metric to improve (the game's main metric); the objective grades it.",
)
@click.option(
    "--method",
    type=click.Choice(["gepa", "gamearena"]),
    help="gamearena: each --reflect model writes a prompt based on its own verdicts on each move (gepa).",
)
@click.option(
    "--sessions",
    type=click.IntRange(FEWEST, MOST_SESSIONS),
    metavar="N",
    help=f"Training sessions for each new prompt ({USUAL_SESSIONS}); the tests before and after need "
    f"{HELD_OUT} more each.",
)
@click.option("--from", "start", metavar="VARIANT", help=f"The prompt variant to start from ({PLAIN}).")
@budget_options(*TOGETHER)
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option for the game.")
@click.option("--preset", metavar="P", help="A set of options.")
@click.option(
    "--deck", metavar="D", shell_complete=completion.decks, help="The deck that secrets are drawn from."
)
@click.option(
    "--seed", type=click.IntRange(-BIGGEST, BIGGEST), metavar="N", help="The seed for everything random."
)
@concurrency_option
@json_option
@click.pass_obj
def optimise_(
    arena: CommandContext,
    game: str,
    *,
    name: str,
    seats: tuple[str, ...],
    ask: str | None,
    player: str | None,
    reflect: tuple[str, ...],
    metric: str | None,
    method: str | None,
    sessions: int | None,
    start: str | None,
    budgets: Budgets,
    settings: tuple[str, ...],
    preset: str | None,
    deck: str | None,
    seed: int | None,
    concurrency: int,
    as_json: bool,
) -> int:
    """Search for a better prompt for a seat of GAME, and save it as the prompt variant V.

    Training and held-out items have different secrets. If Ctrl-C, the budget or a crash stops the search, no
    session is lost: run the command again to continue, with only GAME and --name.
    """
    info = arena.catalogue.game(game)
    given = {
        "ask": ask,
        "reflect": reflect,
        "metric": metric,
        "method": method,
        "sessions": sessions,
        "start": start,
        "options": read_options(settings, info),
        "preset": preset,
        "deck": deck,
        "seed": seed,
        **_seated(seats, player),
    }
    try:
        search, store = _search(arena, info, name, given, budgets)
    except NotInstalled as missing:
        raise Failed(str(missing), BAD) from None
    _tell_beginning(arena, search)
    bar = ProgressBar(search.name)
    optimiser = Optimiser(search, store, arena.registry, concurrency=concurrency, progress=bar.show)
    bar.spent = optimiser.budget
    try:
        with bar:
            result = optimiser.run()
    except SearchStopped as stopped:
        if as_json:
            put_json(_stopped_json(search, stopped.cause, optimiser.budget))
        return _stopped(search, stopped)
    except SaveError:
        tell(f"the search was stopped; to continue later: {search.to_go_on}")
        raise
    name = f"{search.game}-{search.ask}-{search.name}.md"
    path = str(write_new(arena.paths.exports, name, _page(result, info)))
    if as_json:
        put_json(_result_json(result, path))
    else:
        _put(result, info, path)
    return ended(None, result.failures, "not finished, so it counts as 0", more="session")


def _seated(seats: tuple[str, ...], player: str | None) -> dict[str, Any]:
    """The seat whose prompt is searched for, and the PLAYER texts by seat."""
    mine = [text for text in seats if "=" not in text]
    if len(mine) > 1:
        raise bad("--seat", f"a search is for one seat's prompt; {', '.join(mine)} are {len(mine)} seats")
    others = read_seats(tuple(text for text in seats if "=" in text))
    seat = mine[0].strip() if mine else None
    if seat in others:
        raise bad("--seat", f"{seat} is given twice")
    return {
        "seat": seat,
        "seats": {**others, **({seat: player} if seat and player else {})},
        "player": player,
    }


def _search(
    arena: CommandContext, info: GameInfo, name: str, given: dict[str, Any], budgets: Budgets
) -> tuple[Search, Store]:
    """The search to carry out, either resumed or new, and the save file."""
    player = given.pop("player")
    if arena.paths.save_file.exists():
        store = arena.store()
        known = recalled(info.id, name, given["ask"], store)
        if known is not None:
            return _gone_on(arena, known, given, budgets), store
    check_installed()
    for option, value in (("--seat", given["seat"]), ("--player", player), ("--reflect", given["reflect"])):
        if not value:
            raise click.UsageError(
                f"a new search needs {option}; there is no search {one_line(name, 60)!r} to continue"
            )
    if budgets == Budgets():
        raise click.UsageError("a new search needs --budget or --budget-tokens: the most it may cost in all")
    chosen = {key: value for key, value in given.items() if value is not None}
    usual = {"ask": "", "metric": "", "sessions": USUAL_SESSIONS, "seed": secrets.randbelow(BIGGEST)}
    search = Search(**{**usual, **chosen, "name": name, "game": info.id, "budgets": budgets})
    return begun(search, arena.registry), arena.store()


def _gone_on(arena: CommandContext, known: Search, given: Mapping[str, Any], budgets: Budgets) -> Search:
    """A resumed search with its budget raised."""
    if known.done:
        raise Failed(
            f"the search {known.key} has finished; choose another --name, and start from its result "
            f"with --from {known.made[0]}",
            BAD,
        )
    check_installed()
    asked = {key: value or None for key, value in given.items()}
    if asked["deck"] is not None:
        asked["deck"] = numbered_deck(asked["deck"], arena.catalogue.game(known.game), arena.catalogue)
    other = unlike(asked, {key: getattr(known, key) for key in asked})
    if other is not None:
        option = _GIVEN.get(other, f"--{other}")
        raise click.UsageError(
            f"{option}: the search {known.key} began with another value; leave the option out, or "
            "choose another --name"
        )
    check_players(known, arena.registry)
    return replace(known, budgets=known.budgets.raised(budgets))


def _tell_beginning(arena: CommandContext, search: Search) -> None:
    """Say what will be played, and name the models that a budget in dollars can't stop."""
    most = len(search.made) * (search.sessions + HELD_OUT) + HELD_OUT
    tell(f"search {search.key}: at most {most} sessions; if it's interrupted: {search.to_go_on}")
    trial = search.run(search.prompt, "train", search.train).with_models(arena.registry)
    names = dict.fromkeys(unpriced([trial], arena.registry))
    book = arena.registry.book
    for text in search.reflect:
        entry = book.get(text.partition(":")[2].strip())
        if arena.registry.transports.price(entry) is None:
            names[entry.name] = None
    if names and search.budgets.usd is not None:
        known = ", ".join(one_line(name, 60) for name in names)
        tell(f"a budget in dollars can't stop {known}, because the price isn't known; use --budget-tokens")


def _stopped(search: Search, stopped: SearchStopped) -> int:
    """Report why a search stopped and how to resume it; returns the exit status."""
    more = " --budget MORE (or --budget-tokens)" if stopped.cause == "budget" else ""
    left = (
        f"stopped ({stopped.cause}); everything played so far is saved; to continue: {search.to_go_on}{more}"
    )
    return ended(stopped.cause, stopped.failures, "not finished", more="session", left=left)


def _put(result: SearchResult, info: GameInfo, path: str) -> None:
    search = result.search
    label = info.metrics[search.metric].label
    put(f"{info.title}, {search.seat}, {search.ask}: on {HELD_OUT} held-out items\n\n")
    put(f"  {search.start}: {_figures(result.before, label)}\n")
    for one in result.made:
        if one.prompt is None:
            put(f"  {one.variant}: {_found_nothing(one)}\n")
            continue
        put(f"  {one.variant}: {_figures(one.after, label)}; ")
        put(f"difference {_said_difference(_difference(result.before, one.after))}\n")
    cost = money(None if result.spent.unpriced else result.spent.spent_usd)
    put(f"\ncost {cost}, {result.spent.used_tokens:,} tokens\n")
    for made in result.made:
        if made.prompt:
            put(f"to use it: tui-arena run {search.game} --seat {search.seat}={search.seats[search.seat]} ")
            put(f"--prompts {made.variant}\n")
    put(f"page: {one_line(path, None)}\n")


def _found_nothing(one: Made) -> str:
    refused = f", {one.refused} refused without being played" if one.refused else ""
    return (
        f"no better prompt was found in {counted(one.sessions, 'session')} and "
        f"{counted(one.proposals, 'proposal')}{refused}"
    )


def _figures(scored: Sequence[Scored], label: str) -> str:
    return f"objective {SEARCHED.number(_objective(scored))}, {label} {SEARCHED.number(_figure(scored))}"


def _objective(scored: Sequence[Scored]) -> float:
    """The mean of the objective, 0 to 1."""
    return fmean(one.score for one in scored)


def _figure(scored: Sequence[Scored]) -> float | None:
    """The mean of the metric over the sessions that have a value; None if no session has one."""
    known = [one.figure for one in scored if one.figure is not None]
    return fmean(known) if known else None


def _difference(before: Sequence[Scored], after: Sequence[Scored]) -> Figure:
    """The mean rise of the objective from before to after, item by item, with a 95% interval."""
    return t_interval(spread(b.score - a.score for a, b in zip(before, after, strict=True)))


def _said_difference(one: Figure) -> str:
    """A difference in words."""
    if one.value is None or one.low is None or one.high is None:
        return UNKNOWN
    sure = "" if one.sure else ": could be chance"
    return f"{IMPROVED.figure(one)}{sure}"


def _result_json(result: SearchResult, path: str) -> dict[str, Any]:
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
        "pages": [path],
    }


def _stopped_json(search: Search, cause: str, spent: Budget) -> dict[str, Any]:
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
        "difference": _difference(result.before, after).interval_json() if after else None,
    }


def _scored_json(scored: Sequence[Scored]) -> dict[str, Any]:
    return {"objective": _objective(scored), "metric": _figure(scored), "items": len(scored)}


def _cost_json(budget: Budget) -> dict[str, Any]:
    return {"tokens": budget.used_tokens, "usd": None if budget.unpriced else round(budget.spent_usd, 6)}


def _page(result: SearchResult, info: GameInfo) -> Iterator[str]:
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
            gap = _said_difference(_difference(result.before, one.after))
            scored.append(_row(one.variant, one.after, gap))
    yield from _table(("prompt", "objective", metric.label, "difference, item by item"), scored)
    yield f"\nThe objective goes from 0 to 1: {NAMED:.0%} {metric.label} ({metric.text.rstrip('.')}), and "
    yield (
        f"{1 - NAMED:.0%} from measures that tell equal sessions apart: the replies that the rules "
        "accepted, the tries left and, "
    )
    yield (
        "if the game can tell, how close the player came. The interval contains the true value 95 times out "
        "of 100.\n\n"
    )
    yield "## The search\n\n"
    sought = "the same objective" if search.method == "gepa" else "the evaluator's verdict on each move"
    yield f"Prompts were compared on {len(search.train)} training items by {sought}.\n\n"
    header = (
        "variant",
        "proposed by",
        "sessions",
        "proposals",
        "refused",
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


def _row(name: str, scored: Sequence[Scored], last: str) -> Sequence[str]:
    return name, SEARCHED.number(_objective(scored)), SEARCHED.number(_figure(scored)), last


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
