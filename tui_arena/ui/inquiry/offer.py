"""Who can be asked about sessions that are over, who sorts, and what that costs.

Law: what it costs is told before anybody is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import work
from textual.widgets import Static

from tui_arena.inquiry.coach import ME, MODEL
from tui_arena.save.errors import SaveError
from tui_arena.stats.costs import table_cost
from tui_arena.table.probes.asking import SELF
from tui_arena.table.spending import count, money
from tui_arena.ui.elapsed import clock
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.analysing import NOBODY, Analysing
from tui_arena.ui.inquiry.base import judges
from tui_arena.ui.inquiry.presenter import due_in_words
from tui_arena.ui.inquiry.subjects import Subject
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.widgets.rows import Choice, ChoiceRow


class Offering(Analysing):
    """Has the rows `#who` and `#sorter`, and a line `#told`."""

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(ids)
        self._models: list[str] = []

    @property
    def only(self) -> Subject | None:
        """The one session, where it is one."""
        return next(iter(self.subjects.values())) if len(self._ids) == 1 and self.subjects else None

    @property
    def _sorter(self) -> str:
        row = self.query_one("#sorter", ChoiceRow)
        return row.value if self._sorts else NOBODY

    @property
    def _sorts(self) -> str:
        """What is sorted beside the games: `lists`, `replies`, or nothing."""
        kinds = {one.sorts for one in self.subjects.values()}
        return next((kind for kind in ("lists", "replies") if kind in kinds), "")

    # who can be asked

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Learn which models are there."""
        self._models = await self._ready()
        self._offer()

    def _offer(self) -> None:
        """Everybody who can be asked, and who can sort."""
        infos = [one.info for one in self.subjects.values()]
        others = judges(infos[0], self._models) if infos else []
        me = [Choice(ME, f"you ({self.arena.settings.name})")]
        self.query_one("#who", ChoiceRow).offer([Choice(SELF, self._own()), *others, *me], self._who)
        nobody = "whoever is asked" if self._sorts == "lists" else "nobody"
        sorter = self.query_one("#sorter", ChoiceRow)
        sorter.label = "who sorts" if self._sorts == "lists" else "who judges"
        sorter.offer([Choice(NOBODY, nobody), *others], sorter.value)
        self.learn_cost()

    def _own(self) -> str:
        one = self.only
        if one is None:
            return "whoever sat there"
        stands_in = one.sat.get("player") not in ("bot", "model")
        return f"bot hard, for {one.player}" if stands_in else f"{one.player}, as then"

    def _who_text(self) -> str:
        row = self.query_one("#who", ChoiceRow)
        return next((choice.text for choice in row.choices if choice.value == row.value), "")

    async def _tell_cost(self) -> None:
        """How much there is to ask, and what that costs; what went wrong stands before it."""
        if self.asking:
            return
        wrong = [why if why.endswith((".", ".)")) else f"{why}." for why in self.wrong]
        words = [*wrong, self._took()]
        if self.subjects:
            words.append(due_in_words(list(self.subjects.values()), sorter=bool(self._sorter)))
        if self.due:
            words.append(await self._cost())
        if self.is_attached and not self.asking:
            self.query_one("#told", Static).update(say(" ".join(filter(None, words))))

    def _took(self) -> str:
        """What models took when they were asked; empty if none was."""
        spent = self.spent
        if not spent.tokens:
            return ""
        return f"It took {clock(self.seconds)}, {count(spent.tokens)} tokens, {money(spent.usd)}."

    async def _cost(self) -> str:
        asked = self._paid()
        if self._who == ME:
            return "Enter asks you, round by round; the secrets stay hidden until then."
        if not asked:
            return "Enter asks; it costs nothing."
        arena = self.arena
        arena.registry.start()
        words = []
        for game, seats in asked.items():
            try:
                cost = await arena.in_thread(table_cost, arena.store, game, sorted(seats))
            except SaveError as error:
                return str(error)
            title = f"{arena.catalogue.game(game).title}: " if len(asked) > 1 else ""
            words.append(f"{title}{cost_in_words(cost, arena.settings)}")
        return f"Enter asks {self.due} times. {' '.join(words)}"

    def _paid(self) -> dict[str, set[tuple[str, str]]]:
        """By game, group of the seat and name of each model that is asked."""
        found: dict[str, set[tuple[str, str]]] = {}
        for one in self.subjects.values():
            names = [who.removeprefix(MODEL) for who in (self._who, self._sorter) if who.startswith(MODEL)]
            if self._who == SELF and one.sat.get("player") == "model":
                names.append(one.player)
            if names and one.due(sorter=bool(self._sorter)):
                group = one.play.seats[one.asked].group
                found.setdefault(one.info.id, set()).update((group, name) for name in names)
        return found

    @property
    def _can_ask(self) -> bool:
        return self.due > 0 and not self.arena.store.read_only
