"""A board with a card beside it, which a key opens and who is alone at the keyboard may turn over.

Law: a card behind a key lies open only while that key shows it, or for who is alone at the keyboard.
"""

from __future__ import annotations

from textual.widget import Widget

from tui_arena.ui.face import Board
from tui_arena.ui.widgets.word_card import Card


class CardBoard(Board):
    """What boards with a card have in common; a subclass draws it in `_draw_panel`."""

    panel: Widget

    def __init__(self) -> None:
        super().__init__()
        self._alone = False
        self._turned = False
        """Whether who is alone at the keyboard has turned the card face down."""
        self._unveiled = False

    @property
    def card(self) -> Card | None:
        """The card that is drawn now."""
        raise NotImplementedError

    @property
    def opened(self) -> bool:
        """Whether the card lies open."""
        if not self._keyed:
            return True
        return self._unveiled or (self._alone and not self._turned)

    @property
    def _keyed(self) -> bool:
        return self.card is not None and self.card.behind_key

    def unveil(self, secret: str) -> bool:
        self._unveiled = bool(secret)
        self._draw_panel()
        return self.panel.is_attached

    def turn_over(self) -> bool:
        if not self._alone or not self._keyed:
            return False
        self._turned = not self._turned
        self._draw_panel()
        return True

    def _draw_panel(self) -> None:
        """Draw what lies beside the board, with its card."""
        raise NotImplementedError
