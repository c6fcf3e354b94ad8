"""The actions of the people at one table, with their notices and dialogs.

A table screen has one such table, a duel two. A method that saves returns only after the save. So the screen
runs it in a worker and continues to draw. When the screen is closed, the worker is cancelled.

Law: a reply that is being typed is only tried, never saved. A ruling is overruled only after all people at
the table have agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker

from tui_arena.config import BadFile
from tui_arena.core.answers import CALL, CALLED
from tui_arena.core.events import Kind, speaker
from tui_arena.core.game import TABLE, Belief, View
from tui_arena.core.language.sentences import counted, first_name, listed
from tui_arena.core.text import one_line
from tui_arena.players.bot import Waiting
from tui_arena.players.models.prompts import MissingSlot, messages
from tui_arena.players.models.requests import is_published
from tui_arena.players.seating import Cast
from tui_arena.table.hotseat import Beliefs, Hotseat, Interludes
from tui_arena.table.labels import bots_objection, waiting_line
from tui_arena.table.notes import was_just_hinted
from tui_arena.table.opening import LeasedSession
from tui_arena.table.playback import UNHURRIED, Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.table.saving import FailedSave
from tui_arena.table.spending import session_budget
from tui_arena.table.turns import HIDDEN, Page, message_parts
from tui_arena.ui.game_ui import Board, game_ui_of
from tui_arena.ui.table.dialogs import RESIGN, failed_dialog, failed_save_dialog
from tui_arena.ui.widgets.answer_bar import AnswerBar, Unsent
from tui_arena.ui.widgets.dialogs import AgreeDialog, agreed
from tui_arena.ui.widgets.sheet import SheetScreen

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena

PEEK_SECONDS = 4.0

T = TypeVar("T")


AGAIN = "Press Enter to ask anyway."
"""Ends the host's objection to a reply, and says what the person can do."""
FEW = 20
"""If this many characters or fewer are left to type, the panel says how many."""
LEFT = " left"
ALL_SAID = "That's all I can say for now:"
"""Introduces a hint that is repeated because there is nothing new to say."""


class ControlledScreen(Protocol):
    """The part of a playing screen that `TableControl` uses."""

    @property
    def arena(self) -> Arena: ...

    @property
    def is_current(self) -> bool: ...

    def run_worker(self, work: Any, *, group: str) -> Worker[Any]: ...

    def table_changed(self, table: TableControl) -> None:
        """Draw the table and open the dialogs that are due, as soon as the screen can."""

    def action_to_result(self) -> None:
        """Open the result."""

    def asks_about(self, table: TableControl) -> None:
        """React to a dialog that asks about a failure at this table."""

    async def another_player(self, table: TableControl, seat: str | None) -> tuple[str, Cast] | str | None:
        """Ask for another player for a seat.

        Returns the seat and its new player, a text if the person wants to add a model first, or None if
        nobody was chosen. `seat`: None if the screen decides which seats it offers.
        """

    def leave(self) -> None:
        """Leave the screen. Every session stays as it was saved."""


class ControlledPanel(Protocol):
    """The part of a table's panel that `TableControl` uses."""

    board: Board | None
    bar: AnswerBar | None

    @property
    def unsent(self) -> Unsent | None: ...

    def set_timer(self, delay: float, callback: Callable[[], None]) -> Timer: ...

    def tell(self, text: str, kind: str = "") -> None: ...

    def draw_lists(self) -> None: ...


class Peek:
    """A secret that shows until the next press, or for a few seconds."""

    def __init__(
        self, set_timer: Callable[[float, Callable[[], None]], Timer], show: Callable[[str], None]
    ) -> None:
        """`set_timer`: the widget's own method; `show` draws a text, or removes it if given an empty text."""
        self.text = ""
        """The secret that shows now; empty if none does."""
        self._set_timer = set_timer
        self._show = show
        self._timer: Timer | None = None

    def show(self, text: str) -> None:
        self.text = text
        self._show(text)
        self._timer = self._set_timer(PEEK_SECONDS, self.hide)

    def hide(self) -> None:
        if self.text:
            self.text = ""
            if self._timer is not None:
                self._timer.stop()
            self._show("")


class TableControl:
    """One session in play, its hotseat, and the actions of the people there."""

    def __init__(
        self, screen: ControlledScreen, panel: ControlledPanel, ready: LeasedSession, playback: Playback
    ) -> None:
        """`panel` shows the session after it has been opened with this table. Raises BadEvent."""
        arena = screen.arena
        self._screen = screen
        self.panel = panel
        self.ready = ready
        self.game_ui = game_ui_of(ready.info)
        self.runner = SessionRunner(
            ready,
            arena.store,
            arena.in_thread,
            registry=arena.registry,
            budget=session_budget(arena.settings),
            playback=playback,
            comments=arena.comments if arena.settings.comments else None,
            changed=self.changed,
        )
        self.hotseat = Hotseat(self.runner, self._in_the_open, self._has_own_device)
        self.interludes = Interludes(self.hotseat, self.game_ui.moment)
        playback.looks, playback.watches = self._looks, lambda: self.hotseat.watching
        self.revealed = Peek(panel.set_timer, self._reveal)
        """The secret of the person's own seat, while a key shows it."""
        self._reveals_next = False
        """Whether the secret is shown as soon as the person has come through the curtain."""
        self._decision: Worker[object] | None = None
        """The dialog about a failure, open or answered; None before the first failure."""
        self.beliefs = Beliefs(self.hotseat, arena.in_thread, self.changed)
        self._reads_hidden = False
        """Whether a sheet with hidden text is open."""
        self._doubted = ""
        """The reply that the host has objected to; if the person sends it again, it is played."""
        self._read_ahead: Worker[str] | None = None
        """Looks for a doubt when somebody begins to type, so that the data it needs is read in time."""
        self.offer = ""
        """What the host can do about somebody who is away, with the keys; empty if nobody is."""
        self.unsent = arena.unsent.pop(ready.session.id, None)
        """The text that was in the bar when the table was left; None after the bar has taken it back."""
        self._put_off: int | None = None
        """The number of the failure whose dialog has opened; that dialog doesn't open again by itself."""
        self._mending: Worker[object] | None = None
        """Asks failed seats again after a dialog; until it is done, no dialog about another seat opens."""

    # state

    def _has_own_device(self, seat: str) -> bool:
        """Whether the person in a seat plays from a phone."""
        return bool(self.runner.guest(seat))

    @property
    def away(self) -> Collection[str]:
        """The ids of guests whose phones are not connected."""
        return self._screen.arena.door.away

    def stands_in_for(self, seat: str) -> str:
        """The name of the person who is away and for whom a bot has a seat; empty if nobody is."""
        return self._screen.arena.door.stands_in_for(seat) if seat not in self.runner.people else ""

    @property
    def waits_for(self) -> str:
        """A sentence on whom the game waits for, or what can be done about it; empty if it waits for nobody."""
        runner, end = self.runner, self._screen.arena.glyphs.ellipsis
        if self.offer:
            return self.offer
        if runner.is_blind:
            given = self.waiting is None and any(ask.seat == self.hotseat.seat for ask in runner.asks)
            asked = waiting_line(
                runner, (), self.hotseat.people
            )  # includes machines, or the line would give them away
            return f"Your answer is in{end}" if given else f"{asked}{end}" if asked else ""
        if any(self.game_ui.thinks_first(runner.views[seat]) for seat in runner.people):
            return ""  # there is nothing to think about yet
        if any(self._has_own_device(ask.seat) for ask in runner.asks):
            return f"{waiting_line(runner, self.away)}{end}"
        who = runner.waits_for()
        return f"{listed(who)} {'is' if len(who) == 1 else 'are'} thinking{end}" if who else ""

    def _in_the_open(self, seat: str) -> bool:
        """Whether a seat can answer while everybody at the keyboard looks at the screen."""
        runner = self.runner
        ask = next((ask for ask in runner.asks if ask.seat == seat), None)
        others = {other for other in runner.people if other != seat and not self._has_own_device(other)}
        return ask is not None and self.game_ui.in_the_open(ask, runner.views[seat], others)

    def _looks(self) -> bool:
        """Whether bots and models wait because people look at a moment or an animation, or type."""
        runner, board, bar = self.runner, self.panel.board, self.panel.bar
        if (
            self.interludes.up and not self.hotseat.on_stage
        ):  # on a stage, perhaps nobody is there to continue
            return True
        if board is not None and board.telling and not runner.over:  # a watcher can pause with a key
            return not self.hotseat.watching or runner.playback.seconds >= UNHURRIED
        return self.waiting is not None and bar is not None and bool(bar.typed) and self.types

    @property
    def types(self) -> bool:
        """Whether somebody is typing."""
        return self._screen.arena.type_ahead.types

    @property
    def view(self) -> View | None:
        """The view that is drawn: the hotseat's, or the table's during a moment; None behind the curtain."""
        return self.runner.views[TABLE] if self.interludes.up else self.hotseat.view

    @property
    def waiting(self) -> Waiting | None:
        """The ask that the person at the screen has to answer; None without one, and during a moment."""
        return None if self.interludes.up else self.hotseat.current

    @property
    def own_secret(self) -> str:
        """The secret that a key can show to the hotseat; empty if there isn't one."""
        view = self.hotseat.view
        return self.game_ui.secret(view) if view is not None else ""

    @property
    def belief(self) -> Belief | None:
        """The bot's belief, if the hotseat may see it; None if a seat has saved a belief of its own."""
        return None if any(one.belief for one in self.runner.rounds) else self.beliefs.shown

    @property
    def offers_best(self) -> bool:
        """Whether a key shows the person the secret that the bot finds likeliest."""
        return self.beliefs.offered and self.hotseat.is_solver and self.runner.can_hint(self.hotseat.viewer)

    @property
    def secret_up(self) -> bool:
        """Whether the curtain is up, or the screen shows something that others here mustn't see."""
        hotseat = self.hotseat
        return (
            bool(self.revealed.text)
            or self._reads_hidden
            or hotseat.next is not None
            or self.runner.holds_secret(hotseat.viewer)
        )

    def changed(self) -> None:
        """Ask the screen to draw the table and to open the dialogs that are due."""
        self._screen.table_changed(self)

    def start(self, work: Callable[[], Coroutine[Any, Any, object]], group: str = "act") -> Worker[object]:
        """Do some work in a worker of the screen. If the screen is left first, the work doesn't start."""
        return self._screen.run_worker(work, group=group)

    async def _asked(self, dialog: Screen[T]) -> T:
        return await self._screen.arena.push_screen_wait(dialog)

    # the answer

    def _reply(self, waiting: Waiting, text: str, choice: str | None) -> str:
        """Returns the typed text and the choice in the form that the rules read."""
        return self.game_ui.answer(waiting.ask, self.runner.views[self.hotseat.viewer], text, choice)

    async def change(self, key: str, text: str) -> None:
        """Change an earlier answer of the person at the screen. `key`: the key of its ask."""
        if not await self.runner.amend(self.hotseat.viewer, key, text) and self.panel.bar is not None:
            self.panel.bar.tell("That answer can't be changed now.", "hint")

    async def answer(self, text: str, choice: str | None) -> None:
        """Send the typed text and the choice as the reply of the person at the screen."""
        runner, board, bar = self.runner, self.panel.board, self.panel.bar
        waiting = self.hotseat.current
        if bar is None or (not text and board is not None and board.skip()):
            return
        if waiting is None or bar.is_sending:
            bar.wait(self.runner.views[self.hotseat.viewer])
            return
        reply = self._reply(waiting, text, choice)
        if not reply.strip() and not waiting.ask.optional:
            if runner.over:  # an ask after the end can be answered later
                self._screen.action_to_result()
            else:
                bar.tell(self.game_ui.missing(waiting.ask), "refused")
            return
        with bar.sending(text):
            if await self._holds_back(waiting, reply, bar):
                return
            fault = await runner.answer(
                self.hotseat.viewer, reply, board.marked if board is not None else None
            )
            if fault is None:
                self._doubted = ""
                bar.taken()
                bar.tell("")
                self.interludes.remember()  # the person has already seen the moment before this answer
            else:
                bar.refuse(one_line(self.game_ui.refusal(waiting.ask, fault)), over=bool(waiting.ask.choices))
                if board is not None:
                    board.refuse(fault)

    @property
    def can_call(self) -> bool:
        """Whether the person at the screen may say that the last reply isn't an answer."""
        return self.waiting is not None and CALL in self.waiting.ask.also

    async def call(self) -> None:
        """Say that the last reply isn't an answer. Typed text stays in the bar."""
        if self.can_call:
            await self.runner.answer(self.hotseat.viewer, CALLED, None)

    def warn(self, text: str, choice: str | None) -> None:
        """While a reply is typed, show what the rules would say to it, if the manifest says `warns`.

        If it doesn't, show how many characters are left, once there are only a few.
        """
        waiting, bar = self.hotseat.current, self.panel.bar
        told = self.runner.info.asks.get(waiting.ask.name) if waiting is not None else None
        if waiting is None or bar is None:
            return
        if self._read_ahead is None and text:
            self._read_ahead = self._screen.run_worker(partial(self._doubt, waiting, text), group="doubt")
        if told is None or not told.warns:
            left = waiting.ask.max_chars - len(text)
            if left <= FEW:
                self.panel.tell(f"{counted(left, 'character')} left", "hint")
            elif bar.notice.endswith(LEFT):
                self.panel.tell("")
            return
        reply = self._reply(waiting, text, choice)
        fault = self.runner.trial(waiting.ask, reply) if reply.strip() else None
        view = self.runner.views[self.hotseat.viewer]
        self.panel.tell(*self.game_ui.typing(waiting.ask, view, text, fault))

    async def _holds_back(self, waiting: Waiting, reply: str, bar: AnswerBar) -> bool:
        """Whether a reply isn't played now: the host has a doubt, or the game no longer asks for it."""
        if self._doubted == reply or self.runner.trial(waiting.ask, reply) is not None:
            return False
        if self._read_ahead is not None:
            await self._read_ahead.wait()
        doubt = await self._doubt(waiting, reply)
        if self.hotseat.current is not waiting:
            return True
        if doubt:
            self._doubted = reply
            bar.doubt(doubt)
        return bool(doubt)

    async def _doubt(self, waiting: Waiting, reply: str) -> str:
        """The host's question before a reply is played; empty if there is no doubt.

        A bot may have to read its table for the question, which takes a second.
        """
        runner, viewer = self.runner, self.hotseat.viewer
        objection = await bots_objection(runner, viewer, reply)
        if objection:
            return f"{objection} {AGAIN}"
        view = runner.views[viewer]
        setup, catalogue = runner.play.setup, self._screen.arena.catalogue

        def look() -> str:
            known = setup
            if runner.info.items == "entities" and not waiting.ask.choices:
                known = replace(setup, source=catalogue.deck_of(setup, runner.info))
            return self.game_ui.doubt(waiting.ask, reply, view, known, runner.bots)

        return await self._screen.arena.in_thread(look)

    async def overrule(self, *, draft: bool = True) -> None:
        """Ask the people at the table whether to overrule the matcher.

        `draft`: whether the ruling may be about the text typed now, not only about the last reply. If it's
        False, a person who plays alone isn't asked: they have just said so.
        """
        runner, viewer, waiting, bar = self.runner, self.hotseat.viewer, self.hotseat.current, self.panel.bar
        if self.hotseat.view is None or bar is None:
            return
        text = self._reply(waiting, bar.typed, bar.choice) if waiting is not None and draft else ""
        ruling = runner.ruling_on(viewer, text) or runner.ruling
        if ruling is None:
            bar.tell("There's nothing to overrule.")
            return
        told = self.game_ui.ruling(ruling, len(runner.deciders))
        asks = draft or len(runner.deciders) > 1
        if asks and not await self._asked(
            AgreeDialog(*told, runner.deciders, covers=runner.holds_secret(viewer))
        ):
            return
        if not await runner.overrule(ruling, viewer, text):
            bar.tell("Too late: the game has moved on. Take the last move back first.", "refused")
            return
        bar.tell("Overruled, and noted.")
        if not ruling.of:
            bar.given()

    async def name_it(self) -> None:
        """Claim that a question names the secret. If the others disagree, the keys take another answer."""
        waiting = self.hotseat.current
        await self.overrule(draft=False)
        if self.hotseat.current is waiting and self.panel.board is not None:
            self.panel.board.refuse()

    # help in play

    async def undo(self) -> None:
        if self.runner.can_undo(self.hotseat.viewer):
            await self.runner.undo(self.hotseat.viewer)
            self.panel.tell("Taken back. Press ctrl+y to redo it.")

    def tell_no_undo(self) -> None:
        """Say why the person can't take anything back."""
        runner, viewer = self.runner, self.hotseat.viewer
        said = [step for step in runner.play.standing() if step.ask.seat in runner.people]
        if runner.is_daily:
            told = "You can't take anything back in a daily."
        elif runner.is_blind:
            told = "You can't take anything back in a blind game. It would give people away."
        elif not runner.session.setup.options.get("takebacks", False):
            told = "These rules don't let you take anything back."
        elif all(step.ask.seat != viewer for step in said):
            told = "There's nothing of yours to take back yet."
        elif said[-1].ask.seat != viewer:
            who = first_name(speaker(runner.names, said[-1].ask.seat, said[-1].seq))
            told = f"{who} has moved since, so your last move stays."
        else:
            told = "Your move has been answered, and at a party it stays."
        self.panel.tell(told, "hint")

    def tell_no_help(self) -> None:
        """Say why the person gets no hints here."""
        kind = "a daily" if self.runner.is_daily else "a blind game"
        self.panel.tell(f"There's no help in {kind}.", "hint")

    def tell_no_recast(self) -> None:
        """Say why no other player can take a seat."""
        self.panel.tell("You can't change the players of a daily.", "hint")

    async def redo(self) -> None:
        if self.runner.can_redo(self.hotseat.viewer):
            fits = await self.runner.redo(self.hotseat.viewer)
            self.panel.tell("" if fits else "You can't redo that: a ruling has changed the game since.")

    async def hint(self) -> None:
        await self._hint("There's no hint for this.")

    async def _hint(self, otherwise: str) -> None:
        """Give a hint; `otherwise`: the text to show if there is no hint."""
        self.panel.tell(f"Let me think{self._screen.arena.glyphs.ellipsis}", "hint")
        given = sum(event.type == Kind.HINT for event in self.runner.play.events)
        text = await self.runner.hint(self.hotseat.viewer)
        again = bool(text) and given == sum(event.type == Kind.HINT for event in self.runner.play.events)
        self.panel.tell(f"{ALL_SAID} {text}" if again else text or otherwise, "hint")

    async def best(self) -> None:
        """Show the secret that the bot finds likeliest, as a hint for a seat that looks for the secret.

        As long as the bot has no belief, it gives an ordinary hint.
        """
        belief = self.beliefs.known
        if belief is None or not belief.best:
            await self._hint("The bot has no idea yet.")
            return
        text = self.game_ui.shown_best(belief, self.runner.views[self.hotseat.viewer])
        again = was_just_hinted(self.runner.play, self.hotseat.viewer, text)
        if not again:
            await self.runner.hinted(self.hotseat.viewer, text)
        self.panel.tell(f"{ALL_SAID} {text}" if again else text, "hint")

    def reveal(self) -> None:
        """Show the secret that only the hotseat may see, until the next press or for a few seconds.

        On a screen that all look at, the curtain comes first, and the secret is shown behind it.
        """
        if self.revealed.text:
            self.revealed.hide()
        elif self.hotseat.on_view:
            self._reveals_next = True
            self.hotseat.cover()
        elif self.panel.board is None or not self.panel.board.turn_over():
            self.revealed.show(self.own_secret)

    def sit_down(self) -> bool:
        """Seat the person who has come through the curtain. Returns whether they had asked to see the secret."""
        reveals, self._reveals_next = self._reveals_next, False
        self.hotseat.sit_down()
        return reveals

    def _reveal(self, secret: str) -> None:
        board = self.panel.board
        if board is None or not board.unveil(secret):
            self.panel.tell(secret, "hint")
        self.panel.draw_lists()

    async def prompt(self) -> None:
        """Show the prompt of this ask and the turns before it, with only what the hotseat may know.

        A watcher may also read hidden turns. If anybody could profit from that, the watcher has to agree
        that the session is marked. On a screen that all look at, the curtain comes first if the prompt has a secret.
        """
        hotseat, runner, arena = self.hotseat, self.runner, self._screen.arena
        if hotseat.on_view and self.own_secret:
            hotseat.cover()
            return
        pages: list[Page] = []
        if (waiting := hotseat.current) is not None:
            try:
                prompt = await arena.in_thread(arena.catalogue.prompt, runner.info, waiting.ask.name)
                published = is_published(runner.session.setup.preset)
                sent = messages(prompt, waiting.ask, runner.views[hotseat.viewer], None, published=published)
            except (BadFile, MissingSlot) as error:
                self.panel.tell(f"Can't show the prompt: {error}", "refused")
                return
            pages.append(Page("What a model in your seat would get", tuple(message_parts(sent))))
        pages += hotseat.turns if hotseat.view is not None else []
        if not pages:
            self.panel.tell("No model has said anything yet.")
            return
        runner.has_looked = runner.has_looked or (hotseat.may_look and runner.looks_freely)
        peeks = hotseat.may_look and runner.peeked and not runner.looks_freely
        self._reads_hidden = peeks or bool(self.own_secret)
        sheet = SheetScreen(*pages)
        answer = await self._asked(sheet)
        self._reads_hidden = False
        if answer == "look" and hotseat.may_look:
            peek = f"Look at “{sheet.page.title}”?", HIDDEN, ("Keep it hidden", "Look anyway")
            if await agreed(self._screen.arena, peek):
                await runner.peek()
                await self.prompt()

    async def resign(self) -> None:
        viewer = self.hotseat.viewer
        if self.runner.can_resign(viewer) and await agreed(self._screen.arena, RESIGN):
            await self.runner.resign(viewer)

    # who plays

    async def recast(self, seat: str | None = None) -> None:
        """Let another player take a seat. `seat`: None if the screen decides which seats it offers."""
        runner = self.runner
        if runner.over:
            return
        chosen = await self._screen.another_player(self, seat)
        if chosen is None:
            self._put_off = None
            self.changed()
        elif isinstance(chosen, str):
            self._screen.arena.open_models()
        elif not runner.over:
            self.start(partial(runner.recast, *chosen))

    async def retry(self) -> None:
        """Ask the failed seat again. If the budget is reached, raise it and ask all seats that wait."""
        runner = self.runner
        if runner.over_budget:
            self.panel.tell(f"This game's budget is now {await runner.raise_budget()}.")
        elif runner.failed is not None:
            await runner.retry(runner.failed[0])

    # failures that need a decision

    @property
    def asking(self) -> bool:
        """Whether a dialog about a failure is open."""
        return self._decision is not None and not self._decision.is_finished

    def mend(self) -> None:
        """Open the dialog about a failed seat again."""
        self._put_off = None
        self.ask_what_to_do()

    def ask_what_to_do(self) -> None:
        """Open a dialog about a failed save or a player who can't answer, unless such a dialog is open."""
        runner, failed_save = self.runner, self.runner.saving.failed
        if self.asking:
            return
        if failed_save is not None and not failed_save.decided.done():
            self._decision = self.start(partial(self._decide_on_save, failed_save))
            return
        if self._mending is not None and not self._mending.is_finished:
            return
        due = runner.failure not in (None, self._put_off) and self._screen.is_current
        if due and runner.failed is not None:
            self._put_off = runner.failure
            self._screen.asks_about(self)
            self._decision = self.start(partial(self._decide_on_seat, *runner.failed))

    async def _decide_on_save(self, failed: FailedSave) -> None:
        self._screen.arena.changed_by_itself()
        answer = await self._asked(failed_save_dialog(failed.why))
        failed.decide(again=answer == "again")

    async def _decide_on_seat(self, seat: str, why: str) -> None:
        runner = self.runner
        self._screen.arena.changed_by_itself()
        answer = await self._asked(
            failed_dialog(
                seat,
                self.hotseat.names.get(seat, seat),
                why,
                over_budget=runner.over_budget,
                stopped=seat in runner.players.stopped,
            )
        )
        if answer == "recast":
            await self.recast(seat)
        if answer == "leave":
            self._screen.leave()
            return
        if answer in ("again", "raise"):
            self._mending = self.start(self._mend)  # it saves; if the save fails, the next dialog is due
        self.changed()

    async def _mend(self) -> None:
        await self.retry()
        self._mending = None
        self.changed()
