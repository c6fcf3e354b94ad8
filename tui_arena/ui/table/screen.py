"""The table screen: the board on the left, the talk on the right, and one line for answers.

The screen contains no rule of a game: the game's ui passes typed text to the runner. A key that would do
nothing isn't shown, and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.worker import Worker

from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import YOU, first_name, name_for
from tui_arena.data import GameInfo
from tui_arena.players.models.check import seatable_models
from tui_arena.players.seating import Cast
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import AlreadyPlayed, LeasedSession
from tui_arena.table.playback import Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import Spent
from tui_arena.ui.game_ui import Board
from tui_arena.ui.party.keyboard_spectators import KeyboardSpectators, spectators_of
from tui_arena.ui.table.casting import follow
