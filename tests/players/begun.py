"""The begun sessions of each game, one for each ask that a model may get: `python -m tests.players.begun` plays them anew.

`models test` takes them instead of letting bots play, who load all that they know.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.save.sessions import CATALOGUE
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.models.check import _played, wanted_asks
from tui_arena.save.exchange.session_files import document


def played(info: GameInfo) -> list[dict[str, Any]]:
    """A session file's document for each ask."""
    samples = asyncio.run(_played(CATALOGUE, info, wanted_asks(CATALOGUE, info)))
    return [_document(info, name, samples[name].play) for name in info.asks if name in samples]


def _document(info: GameInfo, ask: str, play: Play[Any]) -> dict[str, Any]:
    """The session up to the first time that this was asked."""
    for count in range(len(play.events) + 1):
        events = tuple(play.events[:count])
        session = Session(f"{info.id}-{ask}", info.id, info.game.rules, None, play.setup, {}, events)
        begun = session.fold(info.game)
        if any(one.name == ask for one in begun.asks()):
            known = ("format", "version", "id", "game", "rules", "setup", "seats", "events")
            return {
                **{key: value for key, value in document(session, info, begun).items() if key in known},
                "begun": ask,
            }
    raise AssertionError(f"{info.id} does not ask for {ask}")


if __name__ == "__main__":
    for each in CATALOGUE.games.values():
        lines = [json.dumps(one, ensure_ascii=True, separators=(",", ":")) for one in played(each)]
        (each.folder / "begun.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
        print(each.id, len(lines), sum(map(len, lines)))
