"""What lies beside a board of clues: the card, the attempts left, blocked words, and who one is."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tui_arena.ui.look import Look, say
from tui_arena.ui.widgets.clue_scene import Scene
from tui_arena.ui.widgets.ending import fill
from tui_arena.ui.widgets.pips import pips
from tui_arena.ui.widgets.word_card import WordCard


class CluePanel(Vertical):
    """The card, the attempts left, blocked words, and who one is."""

    DEFAULT_CSS = """
    CluePanel { width: 100%; height: auto; margin-bottom: 1; }
    CluePanel > Static { width: 100%; height: auto; }
    CluePanel > #clue-left { text-align: center; }
    CluePanel > #clue-blocked, CluePanel > #clue-about { margin-top: 1; }
    CluePanel.-low > #clue-blocked, CluePanel.-low > #clue-about { margin-top: 0; }
    CluePanel > .none { display: none; }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.card = WordCard(look)
        self.left = Static(id="clue-left", classes="none", markup=False)
        self.blocked = Static(id="clue-blocked", classes="none", markup=False)
        self.about = Static(id="clue-about", classes="none", markup=False)

    def compose(self) -> ComposeResult:
        yield from (self.card, self.left, self.blocked, self.about)

    def on_resize(self) -> None:
        self.set_class(self.screen.has_class("-low"), "-low")

    def show(self, scene: Scene, *, opened: bool, coming: Collection[str]) -> None:
        """Draw this; `opened`: the card lies open. `coming`: words that the board has still to turn over."""
        self.card.show(scene.card, opened=opened)
        fill(self.left, pips(scene.left, scene.of, "attempt", self._look) if scene.of else Content(""))
        no = "x" if self._look.ascii else "×"
        words = [
            Content.assemble((f"{no} ", "$error"), say(word.upper(), "strike"))
            for word in scene.blocked
            if word not in coming
        ]
        head = [Content.styled("blocked", "bold $primary")] if words else []
        fill(self.blocked, Content("  ").join([*head, *words]))
        about = [
            Content.assemble((f"{head}  ", "bold $primary"), say(text, "$foreground-muted"))
            for head, text in scene.about
        ]
        fill(self.about, Content("\n").join(about))
