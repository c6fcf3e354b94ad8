"""The games as home lists them."""

from __future__ import annotations

from tui_arena.data.manifests import MANIFEST, MenuGame, listed, menu_of_shipped, packages_name_games


def menu_games() -> tuple[MenuGame, ...]:
    """The shipped games and those of installed packages, in the order of their keys."""
    if not packages_name_games():
        return menu_of_shipped()
    from tui_arena.data.installed import all_games  # noqa: PLC0415  (such a game is tried before it is listed)

    return tuple(listed(info.folder / MANIFEST) for info in all_games().by_id.values())
