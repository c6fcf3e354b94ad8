"""Renaming, merging and deleting people, wherever that is offered."""

from __future__ import annotations

from tui_arena.core.language.sentences import YOU, counted
from tui_arena.players.party_store import forget_person
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.setup.recent_setups import renamed
from tui_arena.ui.widgets.dialogs import agreed


async def rename_person(screen: ArenaScreen, old: str, new: str) -> bool:
    """Rename a person; two people become one only after a question. Gives whether it was done; for a worker."""
    arena = screen.arena
    people = await screen.looked_up(arena.store.people)
    if new == old or people is None:
        return False
    if new in people or new == arena.settings.name:
        text = f"{new} has played before. Everything {old} played moves over, for good."
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
    """Delete a person with all they played, after a question. Gives whether it was done; for a worker."""
    arena = screen.arena
    played = await screen.looked_up(arena.store.played_by, "human", name)
    if played is None:
        return False
    whose = "your" if name == YOU else f"{name}'s"
    games = counted(len(played), "finished one")
    text = f"All {whose} games go for good, {games} and those not finished, for everybody who played them. Evenings keep their points."
    if not await agreed(screen.app, (f"Delete {name}?", text, ("Keep", "Delete"))):
        return False
    gone = await screen.looked_up(forget_person, arena.store, arena.catalogue, arena.registry.book, name)
    if gone is None:
        return False
    arena.notify(f"{name} is gone, with {counted(gone, 'session')}.")
    return True
