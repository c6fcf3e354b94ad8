"""The app's style sheets, each parsed once for a theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

MOST = 1000
"""More sheets than all screens and their widgets have; each widget brings one."""


class Sheets(Stylesheet):
    """The sheets that were read so far.

    Textual parses all of them anew whenever a screen brings its own, and keeps no more than 64 as they were parsed,
    so beyond these a new kind of widget has them all parsed. What is parsed holds until the colours change, and
    then `set_variables` forgets it.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._parse_cache = LRUCache(MOST)

    def reparse(self) -> None:
        self.parse()

    def share(self, paths: Sequence[Path]) -> None:
        """Read sheets that several screens share, the first time that one of these is opened."""
        new = [path for path in paths if not self.has_source(str(path))]
        if new:
            self.read_all(new)
            self.parse()
