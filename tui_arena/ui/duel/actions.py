"""The actions of the duel screen: what its keys do, and the dialogs it opens.

A dialog is about one half; the other half plays on underneath. A key that would do nothing is not shown.
Every action that saves runs in a worker of the screen.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import replace

from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui_arena.players.seating import read_player
from tui_arena.table.playback import Playback
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.duel.dialog import duellists
from tui_arena.ui.duel.duel import Duel
from tui_arena.ui.duel.half import DuelHalf
from tui_arena.ui.duel.side import DuelSide
from tui_arena.ui.glyphs import say
from tui_arena.ui.table.dialogs import failed_dialog, failed_save_dialog
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import Picker
from tui_arena.ui.widgets.talk import Talk

KEYS: list[BindingType] = [
    Binding("enter", "to_result", "Result", id="duel.result"),
    Binding("r", "again", "Again", id="duel.again"),
    Binding("a", "ask_again", "Ask again", id="duel.ask_again"),
    Binding("space", "hold", "Hold", id="duel.hold"),
    Binding("space", "go_on", "Go on", id="duel.go_on"),
    Binding("n", "step", "Step", id="duel.step"),
    Binding("plus,equals_sign", "faster", "Faster", id="duel.faster", key_display="+"),
    Binding("minus", "slower", "Slower", id="duel.slower", key_display="-"),
    Binding("right", "choose(1)", "Right side", id="duel.right"),
    Binding("left", "choose(0)", "Left side", id="duel.left"),
    Binding("tab", "other_side", show=False, id="duel.other"),
    Binding("t", "talk", "Talk", id="duel.talk"),
    Binding("t", "boards", "Boards", id="duel.boards"),
    Binding("v", "secret", "Peek", id="duel.secret"),
    Binding("f4", "recast", "Recast", id="duel.recast"),
    Binding("pageup", "scroll(-1)", show=False, id="duel.talk_up"),
    Binding("pagedown", "scroll(1)", show=False, id="duel.talk_down"),
    Binding("escape", "cancel", "Cancel", id="duel.cancel"),
    Binding("escape", "leave", "Leave", id="duel.leave"),
]
PEEK_SECONDS = 4.0


def leave_dialog() -> Dialog:
    """A dialog that asks whether to leave the duel; gives `leave` or `stay`."""
    text = "Every move of both games is saved. Each can be gone on with at a table of its own."
    return Dialog("Leave the duel?", text, [("stay", "Stay"), ("leave", "Leave")])


class DuelActions(ArenaScreen):
    """The part of the duel screen that acts; `DuelScreen` opens the tables and draws them."""

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self._duel = duel
        self._chosen = 0
        self._dialog_up = False
        self._peeking = False
        self.sides: tuple[DuelSide, ...] = ()

    @property
    def game_running(self) -> bool:
        return any(side.playing for side in self.sides)

    @property
    def chosen(self) -> DuelSide:
        """The half that the arrow marks."""
        return self.sides[self._chosen]

    @property
    def other(self) -> DuelSide:
        return self.sides[1 - self._chosen]

    @property
    def over(self) -> bool:
        return all(side.over for side in self.sides)

    @property
    def held(self) -> bool:
        """Whether a watcher holds both games."""
        return self.sides[0].playback.paused

    @abstractmethod
    def leave(self) -> None:
        """Leave the duel."""

    @abstractmethod
    def draw(self) -> None:
        """Draw both halves and the verdict below."""

    @abstractmethod
    def changed(self, place: int) -> None:
        """Request a drawing of the half at this place (0 left, 1 right)."""

    @abstractmethod
    def half(self, side: DuelSide) -> DuelHalf:
        """The widget of a half."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.sides:
            return action in ("leave", "back")
        waits = self.chosen.waits_for_model
        has_board = any(half.board is not None for half in self.query(DuelHalf))
        either = has_board and not self.has_class("-tall")
        checks = {
            "choose": parameters != (self._chosen,),
            "to_result": self.chosen.over,
            "again": self.over,
            "hold": self.game_running and not self.held,
            "go_on": self.game_running and self.held,
            "step": self.game_running,
            "faster": self.game_running,
            "slower": self.game_running,
            "ask_again": self.chosen.failed is not None,
            "recast": self.chosen.playing,
            "secret": self.game_running,
            "talk": either and not self.has_class("-talk"),
            "boards": either and self.has_class("-talk"),
            "cancel": waits,
            "leave": not waits,
        }
        return checks.get(action, True)

    # choosing a half

    def action_choose(self, place: int) -> None:
        self._chosen = place
        self.draw()

    def action_other_side(self) -> None:
        self.action_choose(1 - self._chosen)

    def on_duel_half_chosen(self, event: DuelHalf.Chosen) -> None:
        self.action_choose(event.place)

    def action_to_result(self) -> None:
        session_id = self.chosen.session_id
        if session_id is not None:
            self.arena.open_result(session_id)

    def action_again(self) -> None:
        """Play again: the same two players on another secret."""
        opening = replace(self._duel.opening, seed=None)
        self.arena.open_duel(opening, self._duel.seat, self._duel.casts)

    def action_cancel(self) -> None:
        """Esc: stop waiting for the model of the chosen half."""
        runner = self.chosen.runner
        if runner is not None:
            self.chosen.keep_time()
            self.run_worker(runner.cancel(), group="act")

    def action_leave(self) -> None:
        """Esc: leave. While a game is running, a dialog asks first."""
        if not self.game_running:
            self.leave()
        else:
            self.app.push_screen(leave_dialog(), lambda said: self.leave() if said == "leave" else None)

    def action_back(self) -> None:
        self.action_leave()

    # playback, talk, secret

    def action_hold(self) -> None:
        self._each_pace(Playback.pause)

    def action_go_on(self) -> None:
        self._each_pace(Playback.pause)

    def action_step(self) -> None:
        self._each_pace(Playback.step)

    def action_faster(self) -> None:
        self._each_pace(Playback.faster)

    def action_slower(self) -> None:
        self._each_pace(Playback.slower)

    def _each_pace(self, act: Callable[[Playback], None]) -> None:
        for side in self.sides:
            act(side.playback)
        self.draw()

    def action_talk(self) -> None:
        """Switch between talk and boards, where there is no room for both."""
        self.toggle_class("-talk")
        self.refresh_bindings()

    def action_boards(self) -> None:
        self.action_talk()

    def action_scroll(self, way: int) -> None:
        talk = self.half(self.chosen).query_one(Talk)
        talk.scroll_page_down(animate=False) if way > 0 else talk.scroll_page_up(animate=False)

    @work(group="peek", exclusive=True)
    async def action_secret(self) -> None:
        """Show the secret until the next press or for a few seconds; games that still run are marked as peeked."""
        if self._peeking:
            self._hide_secret()
            return
        secret = None
        for runner in [side.runner for side in self.sides if side.playing and side.runner]:
            secret = await runner.peek() or secret
        if secret is None:
            self.notify("There is no secret yet.", markup=False)
            return
        self._peeking = True
        shown = [f"{name}: {value}" for name, value in secret.items()]
        told = f" {self.glyphs.dot} ".join([*shown, "v hides it, both are marked as peeked"])
        self.query_one("#verdict", Static).update(say(told, "$accent"))
        self.set_timer(PEEK_SECONDS, self._hide_secret)

    def _hide_secret(self) -> None:
        if self._peeking:
            self._peeking = False
            self.draw()

    # another player

    def action_recast(self) -> None:
        """Let another player take the duelled seat in the chosen half."""
        self._recast(self.chosen, self._duel.seat)

    def _recast(self, side: DuelSide, seat: str) -> None:
        runner = side.runner
        if runner is None or runner.over:
            return
        book = self.arena.registry.book
        choices = duellists(runner.info, list(book.all))

        def picked(text: str | None) -> None:
            self._dialog_up = False
            if text is not None and not runner.over:
                self._mend(side, runner.recast(seat, read_player(text, book=book)))
            self.draw()

        self._dialog_up = True
        self.app.push_screen(Picker(f"Who plays on as {seat}?", choices, ""), picked)

    def action_ask_again(self) -> None:
        """Ask the player of the chosen half again, after a failure."""
        side = self.chosen
        if side.runner is not None and side.failed is not None:
            raising = side.runner.over_budget
            self._mend(side, side.runner.raise_budget() if raising else side.runner.retry(side.failed[0]))

    def _mend(self, side: DuelSide, work: Awaitable[object]) -> None:
        """Do what the person chose for a failure; the dialog opens again only if the failure is still there."""
        side.waved_off = side.failed

        async def mend() -> None:
            await work
            side.waved_off = None
            self.changed(side.place)

        self.run_worker(mend(), group="act")

    # failures that need a decision

    def ask_what_to_do(self) -> None:
        """Open a dialog for a save that failed or a player who can't answer, one half at a time."""
        for side in self.sides:
            if self._dialog_up or side.runner is None:
                continue
            failed = side.runner.failed_save
            if failed is not None and not failed.decided.done():
                self._dialog_up = True
                self.app.push_screen(failed_save_dialog(failed.why), self._answer_failed_save(side))
            elif side.failed is not None and side.failed != side.waved_off and self.is_current:
                self._dialog_up = True
                self._choose_quietly(side)
                seat, why = side.failed
                name = side.runner.names.get(seat, seat)
                dialog = failed_dialog(seat, name, why, over_budget=side.runner.over_budget)
                self.app.push_screen(dialog, self._answer_failed(side))

    def _choose_quietly(self, side: DuelSide) -> None:
        """Choose the half that a dialog is about, so that `a` acts on it afterwards."""
        self._chosen = side.place
        self.draw()

    def _answer_failed_save(self, side: DuelSide) -> Callable[[str | None], None]:
        def answered(answer: str | None) -> None:
            self._dialog_up = False
            if side.runner is not None and side.runner.failed_save is not None:
                side.runner.failed_save.decide(again=answer == "again")

        return answered

    def _answer_failed(self, side: DuelSide) -> Callable[[str | None], None]:
        def answered(answer: str | None) -> None:
            self._dialog_up = False
            if side.runner is None or side.failed is None:
                return
            seat = side.failed[0]
            if answer == "again":
                self._mend(side, side.runner.retry(seat))
            elif answer == "raise":
                self._mend(side, side.runner.raise_budget())
            elif answer == "recast":
                self._recast(side, seat)
            elif answer == "leave":
                self.leave()
            else:
                side.waved_off = side.failed
            self.ask_what_to_do()

        return answered
