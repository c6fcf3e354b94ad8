"""Functions that return what the command line prints with `--json`.

They compare and rank the players of a save file, ask players and judges about saved sessions again, and play
studies and reference pools. A bar chart is here too.

The command line uses the same functions for its output with `--json`.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from tui_arena.api.home import PathName, home, outside_a_loop, own_registry
from tui_arena.api.records import filter_of, kept, opened_file, warning
from tui_arena.batch.judging import answered, judged_again
from tui_arena.batch.playing import Batches
from tui_arena.batch.pools import check_bots, newcomer, ranked, read_pool
from tui_arena.batch.run import Budgets, check_models, stopped_by
from tui_arena.batch.study import (
    Study,
    begin,
    cells_json,
    check_study,
    read_study,
    runs_of,
    states,
    study_json,
)
from tui_arena.batch.study_results import table_text
from tui_arena.charts.model import Band, Bars, round_ends
from tui_arena.charts.svg import svg
from tui_arena.config import expanded
from tui_arena.core.game import Player
from tui_arena.core.language.sentences import counted, listed
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.data.studies import shipped_studies
from tui_arena.inquiry.inquiry import audit_json
from tui_arena.inquiry.retrospective import Retrospective
from tui_arena.inquiry.subjects import finished
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import BadPlayer, Cast, read_player, sit_down
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import Store
from tui_arena.stats.comparison import compare as compared
from tui_arena.stats.ranking.agreement import agreement
from tui_arena.stats.ranking.rankings import in_other_conditions, ranking_json, rankings
from tui_arena.stats.split_half import printed_sets, printed_sets_json, two_sets
from tui_arena.table.branches import opened
from tui_arena.table.probes import SELF, read_asked


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
        excluded = {"metric": metric, "where": where, "against": against, "least": least > 1, "since": since}
        if given := [name for name, value in excluded.items() if value]:
            raise BadFilter(
                f"{listed(given)}: leave this out, because a pool is always ranked by the main score over "
                "the whole pool"
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
        ranking, *others = rankings(texts, store, catalogue, wanted, least)
        rest = in_other_conditions(ranking, texts[0], store, catalogue, wanted, least=least)
        return ranking_json(ranking, [(other, agreement(ranking, other)) for other in others], list(rest))


def bars(values: Mapping[str, float | None], title: str, unit: str = "") -> str:
    """A bar chart as SVG, like the charts in reports; a name whose value is None gets no bar.

    >>> bars({"piano": 7, "apple": None}, "Questions until it was found", "questions").startswith("<svg")
    True
    """
    least, most = round_ends([0.0, *(value for value in values.values() if value is not None)])
    figures = tuple(Band(str(name), value) for name, value in values.items())
    return svg(Bars(title, unit, figures, least, most))


def _ids(sessions: str | Sequence[str]) -> Sequence[str]:
    return [sessions] if isinstance(sessions, str) else sessions


def analyse(
    source: PathName | None = None,
    game: str | None = None,
    where: Mapping[str, str] | None = None,
    *,
    sessions: str | Sequence[str] | None = None,
    player: str = SELF,
    sorter: str | None = None,
    again: bool = False,
    since: str | None = None,
    include: Collection[str] = ("all",),
    concurrency: int = 4,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> dict[str, Any]:
    """Asks players what they thought likely in each round of saved sessions, and saves their answers there.

    Returns what `tui-arena analyse --json` prints: `sessions`, `refused`, `stopped`, `usage`, `wall_seconds`.
    Questions with a stored answer are not asked again.

    Args:
        source: A save file or its folder; None: the user's own save file.
        game: Only sessions of this game.
        where: As for `stats`.
        sessions: The id of a session, or several; None: all finished sessions that `game`, `where`, `since`
            and `include` select.
        player: The player to ask: `self` (the seat's own player; the hard bot instead of a person or
            program), `bot:LEVEL` or `model:NAME`.
        sorter: The player who sorts lists and replies; None: the asked player sorts their own lists.
        again: Whether to ask again if an answer is stored; the newest answer counts.
        since: Only sessions from this day on.
        include: Kinds of sessions to ask about that figures leave out.
        concurrency: Maximum questions at the same time.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Input and output tokens after which it stops; None: no limit.

    An unanswered question is a warning. Raises BadFile, BadFilter, BadPlayer or CantAnalyse before any player
    is asked, and SaveError.
    """
    here = home()
    with own_registry(here) as registry, opened_file(source, here.catalogue, reading=False) as store:
        asked, sorts = (
            None if text is None else read_asked(text, registry.book) for text in (player, sorter)
        )
        if sorter == SELF:
            raise BadPlayer("players sort their own lists anyway; name somebody else")
        named = {"player": asked, "sorter": sorts}
        check_models({name: cast for name, cast in named.items() if cast is not None}, registry)
        if sessions is None:
            ids = finished(
                store, here.catalogue, filter_of(here.catalogue, game or "", where, since, include)
            )
        else:
            ids = list(dict.fromkeys(store.find(one) for one in _ids(sessions)))
        models = registry.seats([Budgets(budget_usd, budget_tokens).of_run()])

        def seated(session: Session, info: GameInfo, seat: str, cast: Cast) -> Player:
            check_models({seat: cast}, registry)
            return sit_down(cast, info, session.setup, models)

        began = time.monotonic()
        engine = Retrospective(
            store,
            here.catalogue,
            seated,
            player=asked,
            sorter=sorts,
            again=again,
            concurrency=concurrency,
        )
        analysed = outside_a_loop(lambda: answered(registry, engine.run(ids)))
        for sentence in (*analysed.refused, *dict.fromkeys(analysed.failed)):
            warnings.warn(sentence, stacklevel=2)
        return analysed.to_json(round(time.monotonic() - began, 3))


def audit(
    sessions: str | Sequence[str],
    source: PathName | None = None,
    *,
    judge: str | None = None,
    seat: str | None = None,
    times: int | None = None,
    concurrency: int = 4,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> dict[str, Any]:
    """Asks the judge of saved sessions again, or a different judge; saves nothing.

    Returns what `tui-arena audit --json` prints: `questions` with their answers, and a `summary`.

    Args:
        sessions: The id of a finished session, or several.
        source: A save file or its folder; None: the user's own save file.
        judge: The judge to ask, `bot:LEVEL` or `model:NAME`; None: the session's own judge again.
        seat: The seat whose answers are checked; None: the judge's seat.
        times: How often each question is asked; None: three times, or once with a named judge.
        concurrency: Maximum questions at the same time.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Input and output tokens after which it stops; None: no limit.

    An unreadable session or an unanswered question is a warning. Raises BadFile, BadPlayer or BadBranch
    before any player is asked, and SaveError.
    """
    here = home()
    with own_registry(here) as registry, opened_file(source, here.catalogue) as store:
        other = None if judge is None else read_player(judge, book=registry.book)
        skipped = Skipped(lambda error: warnings.warn(f"left out: {error}", stacklevel=2))
        ids = dict.fromkeys(store.find(one) for one in _ids(sessions))
        found = skipped.each(ids, str, lambda one: opened(store, here.catalogue, one, secrets=False))
        budget = Budgets(budget_usd, budget_tokens).of_run()
        _, done = outside_a_loop(
            lambda: judged_again(found, registry, other, seat, times, concurrency=concurrency, budget=budget)
        )
        for failure in dict.fromkeys(one.failure for one in done if one.failure):
            warnings.warn(failure, stacklevel=2)
        return audit_json([one for one in done if not one.failure])


def study(file: PathName, save: PathName | None = None, *, play: bool = True) -> dict[str, Any]:
    """Plays what is left of a study; returns the JSON of `study run`, and a `table` of all figures.

    Args:
        file: A study's file, or the name of a shipped study.
        save: The save file, or its folder, for the sessions; the same call continues with them. None: they
            aren't saved.
        play: False: nothing is played; the result is about the sessions in `save`, or in the user's own file.

    The table has the rows of `study table --format json`: one for each metric of each player, unrounded.
    Surprising settings and failed sessions are warnings. Raises BadFile with file and place, and SaveError.
    """
    here = home()
    with own_registry(here) as registry:
        path = expanded(Path(file))
        shipped = None if path.exists() else shipped_studies().get(str(file))
        read = read_study(shipped or path, registry)
        with kept(save, here.catalogue) if play else opened_file(save, here.catalogue) as store:
            _check(read, store, registry)
            stopped = _play(read, store, registry) if play else None
            found = states(read, store)
            told = study_json(read, found)
            table = json.loads(table_text(read, store, here.catalogue, "json"))
            return {**told, "stopped": stopped, "cells": cells_json(found), "table": table["rows"]}


def pool(
    name: str,
    game: str,
    seat: str,
    player: str,
    save: PathName | None = None,
    *,
    budget_usd: float | None = None,
    budget_tokens: int | None = None,
) -> dict[str, Any]:
    """Plays what a player hasn't played yet of a reference pool, and ranks the player in the pool.

    Returns what `tui-arena run GAME --pool --json` prints. `rank(game, pool=name)` ranks without playing.

    Args:
        name: The pool, such as `pool-1`.
        game: The id of a game.
        seat: The seat that the player takes; the pool's bots sit on the others.
        player: One `model:NAME`, `bot:LEVEL` or `script:FILE`.
        save: The save file, or its folder, for the sessions; the same call continues with them. None: they
            aren't saved.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Input and output tokens after which it stops; None: no limit.

    Surprising settings and failed sessions are warnings. Raises BadFile, BadPlayer, SaveError.
    """
    here = home()
    with own_registry(here) as registry:
        members, info = read_pool(name, registry), here.catalogue.game(game)
        new = newcomer(members, info, seat, player, Budgets(budget_usd, budget_tokens))
        with kept(save, here.catalogue) as store:
            _check(new, store, registry)
            stopped = None
            if any(one.left for one in states(new, store)):
                check_bots(members, new)
                stopped = _play(new, store, registry)
            found = ranked(members, info, store, Filter(info.id), warning(), seats=[seat])
            return {**found.to_json(), "player": player, "stopped": stopped}


def _check(study: Study, store: Store, registry: ModelRegistry) -> None:
    """Checks a study; surprising settings are warnings. Raises BadFile."""
    for sentence in check_study(study, registry, store):
        warnings.warn(sentence, stacklevel=3)


def _play(study: Study, store: Store, registry: ModelRegistry) -> str | None:
    """Plays what is left of a checked study; warns of failures. Returns why it stopped early, or None."""
    runs = runs_of(study, store, registry)
    begin(runs, store)
    batches = Batches(
        runs, store, registry, progress=lambda *_: None, concurrency=study.concurrency, figures=False
    )
    finished = outside_a_loop(batches.play)
    stopped = stopped_by(finished)
    for failure in dict.fromkeys(failure for one in finished for failure in one.failures):
        warnings.warn(failure, stacklevel=3)
    if stopped is not None:
        left = sum(one.left for one in states(study, store))
        warnings.warn(f"stopped ({stopped}); {counted(left, 'session')} left", stacklevel=3)
    return stopped
