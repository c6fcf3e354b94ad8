"""What sessions with models have cost."""

from __future__ import annotations

import json
from typing import Any

from tests.save.sessions import read, reply
from tui_arena.save.store import Store
from tui_arena.stats.form import SeatCost, table_cost


def usage(tokens: int, usd: float | None) -> dict[str, Any]:
    return {"input_tokens": tokens - 1, "output_tokens": 1, "cost_usd": usd}


def critic_session(
    store: Store, name: str, guesser: tuple[str, float | None], critic: tuple[str, float | None], **more: Any
) -> None:
    """A session won at the first guess; for each seat its player, and the cost of its replies."""
    raw = {
        "format": "tui-arena-session",
        "version": 1,
        "id": name,
        "game": "wordle",
        "setup": {"options": {"variant": "critic"}, "secret": {"word": "crane", "clue": "a bird"}},
        "seats": {
            "guesser": {"player": "model", "name": guesser[0], "model": "m"},
            "critic": {"player": "model", "name": critic[0], "model": "m"},
        },
        "events": [
            reply("proposal", "crane", 1, usage=usage(10, guesser[1])),
            reply("opinion", "yes", 2, "critic", usage=usage(50, critic[1])),
            reply("guess", "crane", 3, usage=usage(10, guesser[1])),
        ],
        **more,
    }
    store.save(read(json.loads(json.dumps(raw))).session)


def cost(store: Store, name: str, game: str = "wordle") -> SeatCost:
    """The costs of one model."""
    return table_cost(store, game, [("guesser", name)])


def test_the_mean_of_a_model_is_over_its_sessions_with_a_price(store: Store) -> None:
    critic_session(store, "a", ("dear", 0.25), ("cheap", 0.125))
    critic_session(store, "b", ("dear", 0.75), ("local", None))
    assert cost(store, "dear") == SeatCost(1.0, 2, 20.0, 2)
    assert cost(store, "cheap") == SeatCost(0.125, 1, 50.0, 1)
    assert cost(store, "local") == SeatCost(None, 0, 50.0, 1)
    assert cost(store, "new") == SeatCost(None, 0, None, 0)


def test_a_table_costs_what_its_seats_cost(store: Store) -> None:
    critic_session(store, "a", ("dear", 0.25), ("dear", 4.0))
    critic_session(store, "b", ("other", 1.0), ("cheap", 0.5))
    assert table_cost(store, "wordle", [("guesser", "dear"), ("critic", "cheap")]).mean_usd == 1.0
    assert table_cost(store, "wordle", [("guesser", "dear"), ("critic", "dear")]).mean_usd == 4.5
    assert table_cost(store, "wordle", [("guesser", "cheap")]).mean_usd == 0.5
    assert table_cost(store, "wordle", [("guesser", "dear"), ("critic", "new")]) == SeatCost(None, 0, None, 0)
    assert table_cost(store, "wordle", []).mean_usd is None


def test_sessions_that_were_paid_for_elsewhere_do_not_count(store: Store) -> None:
    critic_session(store, "a", ("dear", 0.25), ("dear", 0.25))
    branch = {"seq": 1, "type": "branched", "from": {"id": "a", "seq": 1}}
    replies = [("proposal", "crane", "guesser"), ("opinion", "yes", "critic"), ("guess", "crane", "guesser")]
    rows = [reply(ask, text, i, seat, usage=usage(10, 9.0)) for i, (ask, text, seat) in enumerate(replies, 2)]
    events = [branch, *rows]
    critic_session(store, "b", ("dear", 0.25), ("dear", 0.25), events=events)
    assert cost(store, "dear").n == 1
    assert cost(store, "dear", game="connections").n == 0
