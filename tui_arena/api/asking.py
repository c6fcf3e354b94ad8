"""Asking about saved sessions afterwards: a judge again, and players what they took for likely.

Law: the results are what the command line prints with `--json`, made by the same functions.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tui_arena.api.home import PathName, home, outside_a_loop, own_registry
from tui_arena.api.records import filter_of, opened_file
from tui_arena.batch.asking import answered, judged_again
from tui_arena.batch.run import Budgets, check_models
from tui_arena.core.game import Player
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.audit import audit_json
from tui_arena.inquiry.retrospective import Retrospective
from tui_arena.inquiry.subjects import finished
from tui_arena.players.seating import BadPlayer, Cast, read_player, sit_down
from tui_arena.save.skipping import Skipped
from tui_arena.table.branches import opened
from tui_arena.table.probes.asking import SELF, read_asked


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
    """Ask players what they took for likely at each round of saved sessions, and save the answers with them.

    As `tui-arena analyse --json`: `sessions`, `refused`, `stopped`, `usage`, `wall_seconds`. What is stored is not
    asked again.

    Args:
        source: The save file or the folder of one; None: the user's own.
        game: Only sessions of this game.
        where: As for `stats`.
        sessions: The id of a session, or several; None: all that are over and pass `game`, `where`, `since`, `include`.
        player: Who is asked: `self` (who sat there; for people and programs the hard bot), `bot:LEVEL`, `model:NAME`.
        sorter: Who sorts lists and replies; None: whoever is asked sorts their own lists.
        again: Whether what is stored is asked again; the newest answer counts.
        since: Only sessions from this day on.
        include: Kinds of sessions to ask about that figures leave out.
        concurrency: Questions at the same time.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Tokens, in and out, after which it stops.

    What nobody answered is a warning. Raises BadFile, BadFilter, BadPlayer, CantAnalyse before anybody is asked;
    SaveError.
    """
    here = home()
    with own_registry(here) as registry, opened_file(source, here.catalogue, reading=False) as store:
        asked, sorts = (
            None if text is None else read_asked(text, registry.book) for text in (player, sorter)
        )
        if sorter == SELF:
            raise BadPlayer(f"{SELF} sorts anyway; name somebody else")
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
    """Ask the judge of saved sessions again, or another one; nothing of it is saved.

    As `tui-arena audit --json`: `questions` with their answers, and a `summary`.

    Args:
        sessions: The id of a session that is over, or several.
        source: The save file or the folder of one; None: the user's own.
        judge: Who is asked, `bot:LEVEL` or `model:NAME`; None: the same one again.
        seat: Whose answers; None: the judge's.
        times: How often each question is asked; None: three times, a named judge once.
        concurrency: Questions at the same time.
        budget_usd: Dollars after which it stops; None: no limit.
        budget_tokens: Tokens, in and out, after which it stops.

    What can't be read and what nobody answered is a warning. Raises BadFile, BadPlayer, BadBranch before anybody is
    asked; SaveError.
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
