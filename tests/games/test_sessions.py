"""Sessions of each game as tables: what is said, and what comes of it.

`tests/games/<id>/sessions.toml` has a table for each session: `with` is what the session is started with (`of` stands
first, `preset` and options follow), `matching` the version of its matcher, `said` what is replied or happens besides
(`event`), and the other keys are what is looked for, as `KEYS` says.
`null` is None in all of them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.conformance import CATALOGUE, give
from tests.games.akinator.test_rules import start as akinator
from tests.games.bluffing.test_rules import start as bluffing
from tests.games.connections.table import attempt, clue, ends, say
from tests.games.connections.table import start as connections
from tests.games.entity.table import start as entity
from tests.games.steps import asked, end, faults, resign
from tests.games.taboo.test_rules import start as taboo
from tests.games.wordle.test_rules import start as wordle
from tests.tables import each
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.save.summary import flags_of

STARTS: Mapping[str, Callable[..., Play[Any]]] = {
    "wordle": wordle, "entity": entity, "akinator": akinator, "taboo": taboo, "bluffing": bluffing, "connections": connections,
}  # fmt: skip


def figures(play: Play[Any]) -> dict[str, Any]:
    """The session's figures, and its main score as `score`."""
    info = CATALOGUE.game(play.game.id)
    metrics = info.compute(play)
    return {"score": info.main_score(play, metrics)} | metrics


def seen(play: Play[Any], wanted: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Of the facts that seats see, those that are wanted."""
    return {seat: {name: play.view(seat).facts[name] for name in facts} for seat, facts in wanted.items()}


KEYS: Mapping[str, Callable[[Play[Any], Any], Any]] = {
    "asked": lambda play, _: asked(play),
    "choices": lambda play, _: [ask.choices for ask in play.asks()],
    "counts": lambda play, wanted: {
        seat: {name: play.counts()[seat][name] for name in some} for seat, some in wanted.items()
    },
    "end": lambda play, _: [part for part in (*end(play)[:1], *end(play)[1], end(play)[2]) if part],
    "ends": lambda play, _: ends(play),
    "fault": lambda play, _: faults(play)[-1],
    "faults": lambda play, _: faults(play),
    "flags": lambda play, _: sorted(flags_of(play, recast=False)),
    "heard": lambda play, _: play.steps[-1].fault and play.steps[-1].fault.heard,
    "marks": lambda play, _: [[m.seq, m.kind, m.why] for m in CATALOGUE.game(play.game.id).marks(play)],
    "metrics": lambda play, wanted: {name: figures(play)[name] for name in wanted},
    "facts": seen,
    "lines": lambda play, wanted: {name: CATALOGUE.game(play.game.id).explain(play, name) for name in wanted},
    "secret": lambda play, _: play.game.secret(play.state),
    "state": lambda play, wanted: {name: getattr(play.state, name) for name in wanted},
    "talk": lambda play, wanted: {seat: [line.text for line in play.view(seat).talk] for seat in wanted},
    "why": lambda play, wanted: (
        wanted if wanted in play.steps[-1].event["why"] else play.steps[-1].event["why"]
    ),
}
"""What is looked for: the open asks, their choices, counts of seats, how it ended (result, winners, cause), how each
attempt ended, why the last reply and each reply was refused, the session's flags, what was heard in it, marks, figures, the lines that explain
them, facts of seats, the secret, parts of the state, what seats see said, and words of the
last refusal."""


def replied(play: Play[Any], texts: list[Any]) -> list[str]:
    """Give each reply to the open ask, or to that of a seat; returns the asks that were open before each."""
    order = []
    for said in texts:
        order.append(", ".join(asked(play)))
        if isinstance(said, list):
            say(play, (said[0], said[1]))
        elif isinstance(said, dict) and "event" in said:
            data = {name: value for name, value in said.items() if name != "event"}
            if said["event"] == Kind.ADJUDICATED:
                data = {"of": play.standing()[-1].seq, "by": "table", **data}
            play.feed(Event(play.next_seq, said["event"], data))
        elif isinstance(said, dict) and "attempt" in said:
            others = {name: text for name, text in said.items() if name != "attempt"}
            attempt(play, said["attempt"], **others)
        else:
            give(play, play.asks()[0], said if isinstance(said, str) else written(said))
    return order


def written(said: Mapping[str, Any]) -> str:
    """A clue, or a text that is repeated behind another."""
    if "clue" in said:
        return clue(said["clue"])
    return str(said.get("before", "") + said["repeat"] * said["times"])


def plain(value: Any) -> Any:
    """A value in the types that a table has."""
    return json.loads(json.dumps(value, default=list))


def without_null(value: Any) -> Any:
    """A value of a table, with None for `null`."""
    if isinstance(value, dict):
        return {name: without_null(one) for name, one in value.items()}
    return (
        [without_null(one) for one in value]
        if isinstance(value, list)
        else None
        if value == "null"
        else value
    )


def tables(game: str) -> dict[str, Any]:
    text = (Path(__file__).parent / game / "sessions.toml").read_text("utf-8")
    return dict(without_null(tomllib.loads(text)))


@each(*STARTS)
def test_each_session_comes_out_as_its_table_says(game: str) -> None:
    wrong = {}
    for name, table in tables(game).items():
        if name == "paper":
            continue
        print(name)  # shown if the session breaks off
        first, options = table.get("with", {}).get("of", []), dict(table.get("with", {}))
        options.pop("of", None)
        play = STARTS[game](*(first if isinstance(first, list) else [first]), **options)
        if "matching" in table:
            play = Play(play.game, replace(play.setup, matching=table["matching"]))
        order = replied(play, table.get("said", []))
        if "resign" in table:
            resign(play, table["resign"])
        for key, wanted in table.items():
            if key not in ("with", "matching", "said", "resign"):
                found = plain(order if key == "order" else KEYS[key](play, wanted))
                if found != wanted:
                    wrong[f"{name}, {key}"] = found, wanted
    assert wrong == {}


@each(*STARTS)
def test_paper_names_what_differs(game: str) -> None:
    defaults = {name: option.default for name, option in CATALOGUE.game(game).options.items()}
    options = STARTS[game](preset="paper").setup.options
    assert {name: value for name, value in options.items() if value != defaults[name]} == tables(game)[
        "paper"
    ]
