"""Renaming, merging and deleting people, for every screen that offers it."""

from __future__ import annotations

from tui_arena.core.language.sentences import YOU, capital, counted, number_word
from tui_arena.players.party_store import forget_person
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.setup.recent_setups import renamed
from tui_arena.ui.widgets.dialogs import agreed


async def rename_person(screen: ArenaScreen, old: str, new: str) -> bool:
    """Rename a person, or merge two people after a question. Returns whether it was done; for a worker."""
    arena = screen.arena
    people = await screen.looked_up(arena.store.people)
    if new == old or people is None:
        return False
    if new in people or new == arena.settings.name:
        text = f"There's already a {new}. All of {old}'s games become {new}'s, and that can't be undone."
        if not await agreed(
            screen.app, (f"Are {old} and {new} the same person?", text, ("Keep both", "Merge them"))
        ):
            return False
    count = await screen.looked_up(arena.store.rename_person, old, new)
    if count is None:
        return False
    after = renamed(arena.settings, old, new)
    problem = await arena.change_settings(name=after.name, last=after.last)
    arena.notify(problem or f"{old} is now {new}, with {counted(count, 'session')}.")
    return True


async def delete_person(screen: ArenaScreen, name: str) -> bool:
    """Delete a person with their sessions, after a question. Returns whether it was done; for a worker."""
    arena = screen.arena
    sat = await screen.looked_up(arena.store.sat_in, name)
    if sat is None:
        return False
    if not await agreed(screen.app, (f"Delete {name}?", about_to_go(name, *sat), ("Keep", "Delete"))):
        return False
    gone = await screen.looked_up(forget_person, arena.store, arena.catalogue, arena.registry.book, name)
    if gone is None:
        return False
    arena.notify(f"{name} is gone, with {counted(gone, 'session')}.")
    return True


def about_to_go(name: str, finished: int, unfinished: int) -> str:
    """The text of the dialog before a person is deleted, with the numbers of their sessions.

    >>> about_to_go("Ada", 2, 1)
    "All 3 of Ada's games, one of them unfinished, will be gone for good, for everybody who played them. Evenings keep their points."
    """
    whose, games = "your" if name == YOU else f"{name}'s", finished + unfinished
    if not games:
        gone = f"None of {whose} games are saved any more."
    elif games == 1:
        which = "only game, still unfinished," if unfinished else "only game"
        gone = f"{capital(whose)} {which} will be gone for good, for everybody who played it."
    else:
        few = number_word(unfinished) if finished else "none"
        which = f", {few} of them {'unfinished' if finished else 'finished'}," if unfinished else ""
        all_of = "Both of" if games == 2 else f"All {games} of"
        gone = f"{all_of} {whose} games{which} will be gone for good, for everybody who played them."
    return f"{gone} Evenings keep their points."
