"""A board of questions for who answers them by a key each: the answers stand under the question.

Law: before the first answer nothing is asked until somebody says that they have something in mind. What
is given goes the way of what is typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from textual.app import ComposeResult
from textual.widget import Widget

from tui_arena.core.game import Ask, Belief, View
from tui_arena.ui.look import Look
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.answer_keys import READY, AnswerKey, AnswerKeys
from tui_arena.ui.widgets.question_board import QuestionBoard, Sheet


@dataclass(frozen=True, slots=True)
class Keyed:
    """What may be given by a key over one view."""

    answers: Sequence[AnswerKey] = ()
    ready: str = ""
    """What says that there is something in mind; asked before anything else, empty: never."""


class Draws(Protocol):
    """What a game's board makes of a view."""

    def sheet(self, view: View, ask: Ask | None, belief: Belief | None, *, ready: bool) -> Sheet:
        """What is drawn; `ready`: there is something in mind."""

    def keyed(self, view: View) -> Keyed | None:
        """What is given by a key; None: who sits in front types."""


class KeyedBoard(QuestionBoard):
    """The questions so far, and for who thinks of something the one to answer now."""

    DEFAULT_CSS = """
    KeyedBoard > AnswerKeys { margin-top: 1; }
    KeyedBoard.-low > AnswerKeys { margin-top: 0; }
    KeyedBoard > AnswerKeys.-none { display: none; }
    KeyedBoard.-asked > #rows { height: 1fr; max-height: 100%; }
    KeyedBoard.-asked.-bare > AnswerKeys { height: auto; }
    KeyedBoard > #large { max-height: 9; }
    """

    def __init__(self, look: Look, draws: Draws) -> None:
        super().__init__(look, self._drawn)
        self._draws = draws
        self._keys = AnswerKeys(look, id="answers")
        self._ready = False
        self._shown: tuple[View | None, Ask | None] = (None, None)
        self._belief: Belief | None = None

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        """The keys, while who sits in front answers by them."""
        return self._keys if self._keyed is not None else None

    @property
    def _keyed(self) -> Keyed | None:
        view = self._shown[0]
        return self._draws.keyed(view) if view is not None else None

    def compose(self) -> ComposeResult:
        for part in super().compose():
            yield part
            if part.id == "large":
                yield self._keys

    def show(self, view: View | None, ask: Ask | None) -> None:
        self._shown = (view, ask)
        super().show(view, ask)
        self._offer()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """To who answers it is told in the words of the game, not with the best of it."""
        if self._keyed is not None:
            if belief != self._belief:
                self._belief = belief
                super().show(*self._shown)
            belief = None
        super().believe(belief, offered=offered)

    def on_answer_keys_given(self, event: AnswerKeys.Given) -> None:
        event.stop()
        if event.value == READY:
            self._ready = True
            self.show(*self._shown)
        else:
            self.post_message(AnswerBar.Given("", event.value))

    def _drawn(self, view: View, ask: Ask | None) -> Sheet:
        return self._draws.sheet(view, ask, self._belief, ready=self._ready)

    def _offer(self) -> None:
        keyed, ask = self._keyed, self._shown[1]
        self._keys.set_class(keyed is None, "-none")
        if keyed is None:
            self._keys.show((), None)
        elif keyed.ready and not self._ready:
            first = AnswerKey(self._look.enter, READY, keyed.ready)
            self._keys.show([first], READY if ask is not None else None)
        else:
            self._keys.show(keyed.answers, ask)
