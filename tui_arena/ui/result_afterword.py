"""A finished session with what there is to say of its answers, and what a deck learns of them.

Law: everything here may take a while and runs in a thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.core.game import Deck
from tui_arena.data import Catalogue
from tui_arena.data.own_deck import add_entity
from tui_arena.save.store import Store
from tui_arena.ui.afterword import Afterword, Lesson
from tui_arena.ui.face import face_of
from tui_arena.ui.result_view import Result, load_result


@dataclass(frozen=True, slots=True)
class Read:
    """A session with what there is to say of it."""

    result: Result
    afterword: Afterword


def deck_of(catalogue: Catalogue, result: Result) -> Deck | None:
    """The deck that a session's answers are held against: its own, or the game's."""
    if result.session.setup.source is not None:
        return result.session.setup.source
    try:
        return catalogue.deck(None, result.info).deck
    except BadFile:
        return None


def afterword_of(catalogue: Catalogue, result: Result) -> Afterword | None:
    """What there is to say of a session that is over; in a thread."""
    if not result.play.over:
        return None
    return face_of(result.info).afterword(result.play, deck_of(catalogue, result), result.people)


def read(catalogue: Catalogue, store: Store, session_id: str) -> Read:
    """Read a session and hold it against its deck; in a thread. Raises SaveError, BadFile, BadEvent."""
    result = load_result(catalogue, store, session_id)
    return Read(result, afterword_of(catalogue, result) or Afterword())


def taught(catalogue: Catalogue, lesson: Lesson) -> Path:
    """Write a lesson and give the file; in a thread. Raises BadFile."""
    if catalogue.user is None:
        raise BadFile("there is no folder for decks of your own")
    path = add_entity(
        catalogue.user, lesson.name, lesson.aliases, lesson.facts, deck=lesson.deck, of=lesson.of
    )
    catalogue.forget()
    return path
