"""The actions of the table screen: what its keys do.

Every action that saves runs in a worker of the screen. The screen keeps drawing while a save waits, and the
worker is cancelled when the screen is closed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from textual import work
from textual.timer import Timer
from textual.widget import Widget

from tui_arena.config import BadFile
from tui_arena.core.text import one_line
from tui_arena.players.models.check import ready_names
from tui_arena.players.models.prompts import messages
from tui_arena.players.models.requests import is_published
from tui_arena.players.seating import Cast
from tui_arena.save.store import SaveError
from tui_arena.table.probes.beliefs import Beliefs
from tui_arena.table.turns import Page, message_parts
from tui_arena.ui.game_ui import Board
from tui_arena.ui.table.dialogs import (
    PromptScreen,
    RecastScreen,
    failed_dialog,
    peek_dialog,
    resign_dialog,
    failed_save_dialog,
)
from tui_arena.ui.table.rulings import TableRulings
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.dialogs import leave_dialog
from tui_arena.ui.widgets.talk import Talk
from tui_arena.ui.widgets.text_block import scroll_pages

PEEK_SECONDS = 4.0


class TableActions(TableRulings):
    """The part of the table screen that acts; `TableDrawing` draws, and `TableScreen` opens and closes it."""

    def __init__(self) -> None:
        super().__init__()
        self.board: Board | None = None
        self._likes_bar = True
        """Whether the person wants to type; False once they have left the bar with Esc."""
        self._dialog_up = False
        self._curtain_up = False
        self._peeking = False
        self._veil: Timer | None = None
        self._reads_hidden = False
        """Whether a sheet with hidden text is open."""
        self.beliefs: Beliefs | None = None
        self._revealed = ""
        """The secret that a key shows to the hotseat now; empty: none."""
        self._put_off: int | None = None
        """The number of a failure whose dialog has opened; it doesn't open again."""

    @abstractmethod
    def leave(self) -> None:
        """Leave the table."""

    @abstractmethod
    def show_result(self) -> None:
        """Go on to the result."""

    @abstractmethod
    def draw(self) -> None:
        """Draw what the hotseat may see now."""

    @abstractmethod
    def redraw(self) -> None:
        """Request a drawing, and the dialogs that are due, as soon as the screen gets to it."""

    @abstractmethod
    def remember_moment(self) -> None:
        """Take the current moment as seen."""

    # the bar

    @property
    def keys(self) -> Widget | None:
        """The widget on the board that takes the answer in place of the bar; None: the bar does."""
        return self.board.answers if self.board is not None else None

    def to_answer(self) -> None:
        """Focus the place where the answer is given: the keys on the board, or the bar."""
        if self.keys is not None:
            self.keys.focus()
        elif not self.bar.quiet:
            self.bar.field.focus()

    def action_to_bar(self) -> None:
        self._likes_bar = True
        if self.keys is not None and self.keys.has_focus and not self.bar.quiet:
            self.bar.field.focus()
        else:
            self.to_answer()

    def action_leave_bar(self) -> None:
        if self.keys is not None and self.bar.field.has_focus:
            self.to_answer()
            return
        self._likes_bar = False
        self.set_focus(None)

    def action_choose(self, value: str) -> None:
        self.bar.choose(value)
        self.action_to_bar()

    def on_answer_bar_given(self, event: AnswerBar.Given) -> None:
        event.stop()
        self._answer(event.text, event.choice)

    @work(group="act")
    async def _answer(self, text: str, choice: str | None) -> None:
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or (waiting := hotseat.current) is None or hotseat.view is None:
            return
        if not text and self.board is not None and self.board.skip():
            return
        reply = self.game_ui.answer(waiting.ask, hotseat.view, text, choice)
        if not reply.strip() and not waiting.ask.optional:
            if runner.over:  # an ask after the end can be answered later
                self.show_result()
                return
            self.bar.tell(self.game_ui.missing(waiting.ask), "refused")
            return
        marked = self.board.marked if self.board is not None else None
        fault = await hotseat.answer(reply, marked)
        if fault is None:
            self.bar.given()
            self.bar.tell("")
            self.remember_moment()  # the moment before this answer: they were looking at it
        else:
            self.bar.refuse(one_line(self.game_ui.refusal(waiting.ask, fault)))
            if self.board is not None:
                self.board.refuse()

    # help in play

    @work(group="act")
    async def action_undo(self) -> None:
        if self.hotseat is not None and self.hotseat.can_undo:
            await self.hotseat.undo()
            self.bar.tell("taken back; ctrl+y plays it again")

    @work(group="act")
    async def action_redo(self) -> None:
        if self.hotseat is not None and self.hotseat.can_redo:
            fits = await self.hotseat.redo()
            self.bar.tell("" if fits else "That fits no more, as the matcher was overruled since.")

    @work(group="hint", exclusive=True)
    async def action_hint(self) -> None:
        if self.hotseat is not None:
            text = await self.hotseat.hint()
            self.bar.tell(text or "Nobody here has a hint for that.", "hint")

    @work(group="act")
    async def action_prompt(self) -> None:
        """Show the prompt of this ask, made of what the hotseat may know, and the turns before it."""
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or hotseat.view is None:
            return
        pages = []
        if (waiting := hotseat.current) is not None:
            try:
                prompt = await self.arena.in_thread(
                    self.arena.catalogue.prompt, runner.info, waiting.ask.name
                )
            except BadFile as error:
                self.bar.tell(str(error), "refused")
                return
            published = is_published(runner.session.setup.preset)
            sent = messages(prompt, waiting.ask, hotseat.view, None, published=published)
            pages.append(Page("What a model on your seat would be sent", tuple(message_parts(sent))))
        pages += hotseat.turns
        if pages:
            self._reads_hidden = (hotseat.may_look and runner.peeked) or bool(self.behind_key)
            sheet = PromptScreen.of(pages)
            self.app.push_screen(sheet, lambda answer: self._prompt_read(answer, sheet.page.title))
        else:
            self.bar.tell("No turn of a model can be looked at yet.")

    def _prompt_read(self, answer: str | None, title: str) -> None:
        self._reads_hidden = False
        if answer == "look":
            self._look_behind(title)

    @work(group="peek", exclusive=True)
    async def _look_behind(self, what: str) -> None:
        """Show hidden turns to a watcher who agrees that the session is marked."""
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or not hotseat.may_look:
            return
        if await self.app.push_screen_wait(peek_dialog(what)) == "look":
            await runner.peek()
            self.action_prompt()

    @property
    def behind_key(self) -> str:
        """The secret that a key can show to the hotseat; empty: none."""
        view = self.hotseat.view if self.hotseat is not None else None
        return self.game_ui.secret(view) if view is not None else ""

    def action_reveal(self) -> None:
        """Show what only the hotseat may see, until the next press or for a few seconds."""
        if self._revealed:
            self.hide_entity()
        elif self.board is not None and self.board.turn_over():
            pass
        elif secret := self.behind_key:
            self._revealed = secret
            if self.board is None or not self.board.unveil(secret):
                self.bar.tell(secret, "hint")
            self._veil = self.set_timer(PEEK_SECONDS, self.hide_entity)

    def hide_entity(self) -> None:
        """Hide again what a key showed."""
        if self._revealed:
            self._revealed = ""
            if self._veil is not None:
                self._veil.stop()
            if self.board is None or not self.board.unveil(""):
                self.bar.tell("")

    @work(group="hint", exclusive=True)
    async def action_best(self) -> None:
        """Show what the bot takes for likeliest, as a hint for a seat that looks for the secret."""
        belief = self.beliefs.shown if self.beliefs is not None else None
        if self.hotseat is None or belief is None or not belief.best:
            self.bar.tell("There is nothing yet that the bot could go by.", "hint")
            return
        text = self.game_ui.shown_best(belief)
        await self.hotseat.hinted(text)
        self.bar.tell(text, "hint")

    def action_talk(self, pages: int) -> None:
        if self.board is not None and self.board.page(pages):
            return
        scroll_pages(self.query_one(Talk), pages)

    # who plays

    def action_recast(self) -> None:
        runner = self.runner
        if runner is not None and not runner.over:
            self._offer([s for s in runner.play.seats if s in runner.cast])

    @work(group="recast", exclusive=True)
    async def _offer(self, seats: Sequence[str]) -> None:
        """Let the person choose another player for one of these seats."""
        runner, arena = self.runner, self.arena
        assert runner is not None
        try:
            ready = await arena.in_thread(ready_names, arena.store, arena.registry)
        except SaveError:
            ready = list(arena.registry.book.found)
        known = arena.registry.book.all
        screen = RecastScreen(
            runner.cast,
            seats,
            arena.settings.name,
            bots=runner.info.has_bot,
            models=[known[name] for name in ready if name in known],
            add=True,
        )
        self.app.push_screen(screen, self._recast)

    def _recast(self, chosen: tuple[str, Cast] | str | None) -> None:
        self._dialog_up = False
        if chosen is None:
            self._put_off = None
        if isinstance(chosen, str):
            self.arena.open_models()
        elif chosen is not None and self.runner is not None:
            self.run_worker(self.runner.recast(*chosen), group="act")

    def action_cancel(self) -> None:
        """Esc while a model is awaited: stop waiting."""
        if self.runner is not None:
            self.run_worker(self.runner.cancel(), group="act")

    def action_mend(self) -> None:
        """Ask again what to do about a seat that failed."""
        self._put_off = None
        self.ask_what_to_do()

    def action_resign(self) -> None:
        if self.hotseat is not None and self.hotseat.can_resign:
            self.app.push_screen(resign_dialog(), self._resign)

    def _resign(self, answer: str | None) -> None:
        if answer == "resign" and self.hotseat is not None:
            self.run_worker(self.hotseat.resign(), group="act")

    def action_leave(self) -> None:
        """Esc outside the bar: leave. While a game is running, a dialog asks first."""
        if self.runner is not None and self.runner.over and self.runner.asks:
            self.show_result()
        elif not self.game_running:
            self.leave()
        else:
            self.app.push_screen(leave_dialog(), lambda said: self.leave() if said == "leave" else None)

    def action_back(self) -> None:
        self.action_leave()

    def action_to_result(self) -> None:
        self.show_result()

    # watching

    def action_pause(self) -> None:
        if self.runner is not None:
            self.runner.playback.pause()
            self.draw()

    def action_step(self) -> None:
        if self.runner is not None:
            self.runner.playback.step()
            self.draw()

    def action_faster(self) -> None:
        if self.runner is not None:
            self.runner.playback.faster()
            self.draw()

    def action_slower(self) -> None:
        if self.runner is not None:
            self.runner.playback.slower()
            self.draw()

    @work(group="peek", exclusive=True)
    async def action_secret(self) -> None:
        """Show the secret to a watcher until the next press, or for a few seconds."""
        if self._peeking:
            self._hide_secret()
            return
        if self.runner is None:
            return
        secret = await self.runner.peek()
        if not secret:
            self.bar.tell("There is no secret yet.")
            return
        self._peeking = True
        listed = {n: ", ".join(v) if isinstance(v, list | tuple) else v for n, v in secret.items()}
        shown = [f"{name}: {value}" for name, value in listed.items()]
        self.bar.tell(f" {self.glyphs.dot} ".join([*shown, "v hides it, marked as peeked"]), "hint")
        self.set_timer(PEEK_SECONDS, self._hide_secret)

    def _hide_secret(self) -> None:
        if self._peeking:
            self._peeking = False
            self.bar.tell("")

    # failures that need a decision

    def ask_what_to_do(self) -> None:
        """Open a dialog for a save that failed or a player who can't answer."""
        runner = self.runner
        if runner is None or self._dialog_up:
            return
        if runner.failed_save is not None and not runner.failed_save.decided.done():
            self._dialog_up = True
            self.app.push_screen(failed_save_dialog(runner.failed_save.why), self._failed_save_answered)
        elif runner.failed is not None and runner.failure not in (None, self._put_off) and self.is_current:
            self._dialog_up = True
            self._put_off = runner.failure
            seat, why = runner.failed
            name = runner.names.get(seat, seat)
            stopped = seat in runner.models.stopped
            dialog = failed_dialog(seat, name, why, over_budget=runner.over_budget, stopped=stopped)
            self.app.push_screen(dialog, self._failed_answered)

    def _failed_save_answered(self, answer: str | None) -> None:
        self._dialog_up = False
        if self.runner is not None and self.runner.failed_save is not None:
            self.runner.failed_save.decide(again=answer == "again")

    def _failed_answered(self, answer: str | None) -> None:
        self._dialog_up = False
        runner = self.runner
        if runner is None or runner.failed is None:
            return
        seat = runner.failed[0]
        if answer == "again":
            self.run_worker(runner.retry(seat), group="act")
        elif answer == "raise":
            self._raise_budget()
        elif answer == "recast":
            self._dialog_up = True
            self._offer([seat])
        elif answer == "leave":
            self.leave()
        else:
            self.draw()

    @work(group="act")
    async def _raise_budget(self) -> None:
        if self.runner is not None:
            figure = await self.runner.raise_budget()
            self.bar.tell(f"The budget of this session is {figure} now.")
