"""Headless runs: many sessions of one game, with players who need no keyboard.

Sessions of bots and scripts are saved in one commit when they are over. If a model takes part, every reply is
saved as it arrives.

Law: the same run of bots gives the same sessions (set-up, seats, replies, outcome, metrics) on every machine,
whatever the concurrency. A stopped run loses nothing and can be continued later.
"""

from tui_arena.batch.budgets import Budgets
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import (
    Finished,
    Played,
    Run,
    check,
    check_own,
    each,
    recall,
    remember,
    session_seed,
    table_of,
)
from tui_arena.batch.sweep import (
    Batches,
    Sweep,
    SweepRow,
    compared,
    compared_by,
    interval,
    recall_sweep,
    remember_sweep,
)

__all__ = [
    "Batch",
    "Batches",
    "Budgets",
    "Finished",
    "Played",
    "Run",
    "Sweep",
    "SweepRow",
    "check",
    "check_own",
    "compared",
    "compared_by",
    "each",
    "interval",
    "recall",
    "recall_sweep",
    "remember",
    "remember_sweep",
    "session_seed",
    "table_of",
]
