"""Asks judges about saved sessions again, and players what they thought likely in them.

Law: the same functions make these results and the command line's output with `--json`.
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
from tui_arena.table.probes import SELF, read_asked


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
