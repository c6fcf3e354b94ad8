"""Shipped and user data files: games, decks, word lists, prompts and themes, read and checked.

A broken file of the user's is reported in a sentence and left out. Everything that doesn't need it still
works.
"""

from typing import TYPE_CHECKING

from tui_arena.core.lazy import loading

if TYPE_CHECKING:
    from tui_arena.data.catalogue import Catalogue, Prompt
    from tui_arena.data.decks import is_known, topics_of
    from tui_arena.data.files import demo_files, game_texts, read_script
    from tui_arena.data.games import (
        AnswerWay,
        AskText,
        GameInfo,
        Metric,
        Printed,
        published_rankings,
        shipped_figures,
    )
    from tui_arena.data.installed import shipped_games
    from tui_arena.data.manifests import DECK, MenuGame

__all__ = [
    "DECK",
    "AnswerWay",
    "AskText",
    "Catalogue",
    "GameInfo",
    "MenuGame",
    "Metric",
    "Printed",
    "Prompt",
    "demo_files",
    "game_texts",
    "is_known",
    "published_rankings",
    "read_script",
    "shipped_figures",
    "shipped_games",
    "topics_of",
]

if not TYPE_CHECKING:
    __getattr__ = loading(__name__, __all__, "files", "manifests", "games", "decks", "installed", "catalogue")
