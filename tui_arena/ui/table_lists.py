"""The lists and beliefs of live probing at a table: what may be seen of them from where one sits.

Law: a person whose own seat is asked beside the game sees no list before the end, as it would be help;
the rank is for who knows the secret; others see the list alone. Who plays against the seat that is asked
sees the rank without the list, and nothing of a belief. (rules.md, "Hidden information".)
"""

from __future__ import annotations

from dataclasses import replace

from tui_arena.core.believing import BELIEF
from tui_arena.core.ranked import CANDIDATES
from tui_arena.ui.presenters.probes import Panel, knows, panel_of
from tui_arena.ui.presenters.replay import LIST_LATER
from tui_arena.ui.session_runner import SessionRunner
from tui_arena.ui.widgets.probe_panel import ProbePanel

WIDE = 100
"""Cells of a screen from which on the list is there without a key."""
BELIEF_LATER = "what the judge believes is kept until the game is over"
ASKED = (CANDIDATES, BELIEF)
RANK_VEILED = "the rank shows while the secret does"


def live_panel(runner: SessionRunner, *, unveiled: bool = False) -> Panel | None:
    """What is likely now, for who sits in front; None without probes, and behind the curtain.

    `unveiled`: the secret is shown on the board. Beside somebody who looks for it no rank gives it away.
    """
    eyes = runner.front.seat
    if not runner.probed or eyes is None:
        return None
    if eyes in runner.front.people and runner.believes:
        return Panel(note=LIST_LATER)
    seen = knows(runner.play, eyes) or (runner.may_look and runner.peeked)
    beside = {seat for seat in runner.front.people if runner.play.seats[seat].side == "solver"}
    veiled = seen and bool(beside) and not unveiled
    note = RANK_VEILED if veiled else asked_now(runner)
    panel = panel_of(runner.rounds, runner.seen_to, secret=seen and not veiled, ahead=False, note=note)
    seat = runner.play.seats.get(eyes)
    if seat is None or seat.side != "opponent" or runner.over:
        return panel
    return Panel(note=BELIEF_LATER) if panel.levels is not None else replace(panel, items=())


def asked_now(runner: SessionRunner) -> str:
    """That somebody is being asked beside the game; empty while nobody is."""
    if runner.prober is None or runner.over:
        return ""
    due = next((one for one in runner.prober.due(runner.play) if one.kind in ASKED), None)
    return f"round {due.round} is being asked" if due is not None else ""


def show_lists(
    panel: ProbePanel, runner: SessionRunner, *, wanted: bool | None, unveiled: bool = False
) -> None:
    """Draw the list. `wanted`: what a key chose; None: by the width of the screen, a belief always."""
    live = live_panel(runner, unveiled=unveiled)
    small = live is not None and live.levels is not None
    shown = small or panel.app.size.width >= WIDE if wanted is None else wanted
    panel.show(live if shown else None)
