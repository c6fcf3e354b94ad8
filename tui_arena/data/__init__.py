"""Shipped and user data files: games, decks, word lists, prompts and themes, read and checked.

A broken file of the user's is reported in a sentence and left out. It stops only what needs it.
"""

from tui_arena.data.catalogue import Catalogue, Prompt
from tui_arena.data.decks import DeckFile
from tui_arena.data.files import DECKS, THEMES, demo_files, read_script
from tui_arena.data.games import (
    DECK,
    AskText,
    GameInfo,
    Metric,
    Printed,
    Way,
    published_rankings,
    shipped_figures,
    shipped_games,
)
from tui_arena.data.themes import ThemeFile, ThemeFiles

__all__ = [
    "DECK",
    "DECKS",
    "THEMES",
    "AskText",
    "Catalogue",
    "DeckFile",
    "GameInfo",
    "Metric",
    "Printed",
    "Prompt",
    "ThemeFile",
    "ThemeFiles",
    "Way",
    "demo_files",
    "published_rankings",
    "read_script",
    "shipped_figures",
    "shipped_games",
]
