"""The app's style sheets, each parsed once for a theme."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


class Sheets(Stylesheet):
    """The sheets that were read so far.

    Textual parses all of them anew whenever a screen brings its own; what is parsed holds until the colours
    change, and then `set_variables` forgets it.
    """

    def reparse(self) -> None:
        self.parse()
