"""Headless runs and what is left of them: `tui-arena runs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import click

from tui_arena.batch.history import PastRun, open_searches, past_runs
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import BAD, Arena, Command, Failed, complain, put, put_json
from tui_arena.cli.headless import json_option
from tui_arena.cli.listing import row_json
from tui_arena.core.text import one_line
from tui_arena.save.store import SessionQuery, Store

NAMED = 5
"""Most unfinished runs that a message names."""
_PAGE = 1000


@click.command("runs", cls=Command)
@click.argument("run_id", required=False, metavar="[RUN]")
@json_option
@click.pass_obj
def runs_(arena: Arena, run_id: str | None, *, as_json: bool) -> int:
    """List headless runs, the newest first: what they are, what is left of them, and how to go on.

    With RUN, its id or the beginning of it, that one alone with all its settings and sessions.
    """
    store = arena.store(reading=True)
    found, faults = past_runs(store)
    for fault in faults:
        complain(fault)
    if run_id is not None:
        _put_one(store, _named(found, run_id, store), as_json=as_json)
        return 0
    if as_json:
        put_json({"runs": [one.to_json() for one in found]})
    elif found:
        _put_all(found, store)
    else:
        put("no runs yet; `tui-arena run wordle --sessions 10` makes the first\n")
    return 1 if faults else 0


def _named(found: list[PastRun], prefix: str, store: Store) -> PastRun:
    """The run with this id or beginning of one. Raises Failed."""
    fitting = [one for one in found if one.run.id.startswith((prefix, prefix.upper()))]
    exact = [one for one in fitting if one.run.id == prefix]
    if len(fitting) == 1 or exact:
        return (exact or fitting)[0]
    if fitting:
        raise Failed(f"several runs begin with {one_line(prefix, 40)!r}: {_ids(fitting)}", BAD)
    raise Failed(f"there is no run {one_line(prefix, 40)!r} in {store.path}; {unfinished(store)}", BAD)


def unfinished(store: Store) -> str:
    """A sentence that names the newest runs of which something is left."""
    open_still = [one for one in past_runs(store)[0] if one.left]
    if not open_still:
        return "no run is unfinished; `tui-arena runs` lists all"
    return f"unfinished are {_ids(open_still)}; `tui-arena runs` lists all"


def _ids(found: list[PastRun]) -> str:
    told = [f"{one.run.id} ({one.run.game}, {one.left} of {one.total} left)" for one in found[:NAMED]]
    return ", ".join(told) + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")


def _put_all(found: list[PastRun], store: Store) -> None:
    put_table(
        ["run", "game", "who", "done", "aborted", "left", "began", "how it stands"],
        [
            [
                one.run.id,
                one.run.game,
                _who(one),
                one.counts.over,
                one.counts.aborted,
                one.left,
                _day(one.began),
                one.state,
            ]
            for one in found
        ],
        cut=True,
    )
    lines = [one.to_go_on for one in found if one.to_go_on]
    to_go_on = dict.fromkeys([*lines, *open_searches(store)])
    if to_go_on:
        put("\nto go on:\n" + "".join(f"  {line}\n" for line in to_go_on))


def _who(one: PastRun) -> str:
    who = ", ".join(f"{seat}={text}" for seat, text in one.run.seats.items()) or "bots"
    return f"{who} (search {one.run.search.partition('/')[2]})" if one.run.search else who


def _day(at: str | None) -> str:
    return (at or "")[:16].replace("T", " ")


def _put_one(store: Store, one: PastRun, *, as_json: bool) -> None:
    rows = list(store.every(SessionQuery(game=one.run.game, run=one.run.id, limit=_PAGE)))
    rows.reverse()
    if as_json:
        put_json({**one.to_json(), "settings": asdict(one.run), "played": [row_json(row) for row in rows]})
        return
    told = {
        "run": one.run.id,
        "game": one.run.game,
        "who": _who(one),
        "options": _said(one.run.options),
        "preset": one.run.preset,
        "deck": one.run.deck,
        "seed": one.run.seed,
        "study": one.run.study,
        "part of": one.over,
        "sessions": f"{one.total}: {one.counts.over} done, {one.counts.aborted} of them aborted; {one.left} left",
        "began": _day(one.began),
        "ended": _day(one.ended),
        "how it stands": one.state,
        "to go on": one.to_go_on,
    }
    put_table(
        ["", ""], [[name, value] for name, value in told.items() if value not in (None, "")], widest=None
    )
    if rows:
        put("\n")
        put_table(["session", "result", ""], [[row.id, row.result, row.line] for row in rows], cut=True)


def _said(options: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())
