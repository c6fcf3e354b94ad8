"""TUI Arena for programs: deal a table, play runs and studies, read saved sessions, train a player.

See README.md in this folder. The names exported here are stable; CHANGELOG.md lists any change to them.
Neither Textual nor LiteLLM is loaded before a model is asked.
"""

from tui_arena.api.commands import analyse, audit, bars, compare, pool, rank, study
from tui_arena.api.env import Env, environment_factory
from tui_arena.api.records import bets, games, load, play, ratings, score, stats, unsigned
from tui_arena.api.table import NotAsked, Table, deal
from tui_arena.config import BadFile
from tui_arena.core.game import Ask, Fault, Line, Outcome, PlayerFailed, View
from tui_arena.core.options import BadOption
from tui_arena.inquiry.subjects import CantAnalyse
from tui_arena.players.seating import BadPlayer
from tui_arena.save.errors import SaveError
from tui_arena.save.filters import BadFilter
from tui_arena.table.branches import BadBranch

__all__ = [
    "Ask",
    "BadBranch",
    "BadFile",
    "BadFilter",
    "BadOption",
    "BadPlayer",
    "CantAnalyse",
    "Env",
    "Fault",
    "Line",
    "NotAsked",
    "Outcome",
    "PlayerFailed",
    "SaveError",
    "Table",
    "View",
    "analyse",
    "audit",
    "bars",
    "bets",
    "compare",
    "deal",
    "environment_factory",
    "games",
    "load",
    "play",
    "pool",
    "rank",
    "ratings",
    "score",
    "stats",
    "study",
    "unsigned",
]
