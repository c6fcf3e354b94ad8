"""Shipped and user data files: games, decks, word lists, prompts and themes, read and checked.

A broken file of the user's is reported in a sentence and left out. Everything that doesn't need it still
works.
"""

from typing import TYPE_CHECKING

from tui_arena.core.lazy import loading

if TYPE_CHECKING:
    from tui_arena.data.catalogue import Catalogue, Prompt
    from tui_arena.data.decks import DeckFile, is_known, known_words, topics_of
    from tui_arena.data.files import DECKS, THEMES, demo_files, game_texts, read_script
    from tui_arena.data.games import (
        AnswerWay,
        AskText,
        GameInfo,
        Metric,
        Printed,
        published_rankings,
        shipped_figures,
        shipped_games,
    )
    from tui_arena.data.manifests import DECK, MenuGame
    from tui_arena.data.themes import ThemeFile, ThemeFiles

__all__ = [
    "DECK",
    "DECKS",
    "THEMES",
    "AnswerWay",
    "AskText",
    "Catalogue",
    "DeckFile",
    "GameInfo",
    "MenuGame",
    "Metric",
    "Printed",
    "Prompt",
    "ThemeFile",
    "ThemeFiles",
    "demo_files",
    "game_texts",
    "is_known",
    "known_words",
    "published_rankings",
    "read_script",
    "shipped_figures",
    "shipped_games",
    "topics_of",
]

if not TYPE_CHECKING:
    __getattr__ = loading(__name__, __all__, "files", "manifests", "games", "themes", "decks", "catalogue")
