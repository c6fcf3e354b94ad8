"""The app's style sheets, each parsed once for a theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.css.stylesheet import Stylesheet


class Sheets(Stylesheet):
    """The sheets that were read so far.

    Textual parses all of them anew whenever a screen brings its own; what is parsed holds until the colours
    change, and then `set_variables` forgets it.
    """

    def reparse(self) -> None:
        self.parse()

    def share(self, paths: Sequence[Path]) -> None:
        """Read sheets that several screens share, the first time that one of these is opened."""
        new = [path for path in paths if not self.has_source(str(path))]
        if new:
            self.read_all(new)
            self.parse()
