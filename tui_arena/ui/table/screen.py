"""The table screen: the board on the left, the talk on the right, and one line for answers.

The screen contains no rule of a game: the game's ui passes typed text to the runner. A key that would do
nothing isn't shown, and does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.worker import Worker

from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import YOU, first_name
from tui_arena.data import GameInfo
from tui_arena.players.seating import Cast
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import AlreadyPlayed, LeasedSession
from tui_arena.table.playback import Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import Spent
from tui_arena.ui.game_ui import Board
from tui_arena.ui.party.keyboard_spectators import KeyboardSpectators, spectators_of
from tui_arena.ui.room.stage import Absence, StageVote
from tui_arena.ui.table.control import TableControl
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.table.panel import Seats, Streams, TablePanel
from tui_arena.ui.table.play_screen import PlayScreen, acting, another_player, follow, tell_of_mind
from tui_arena.ui.times import clock, played_seconds
from tui_arena.ui.widgets.answer_bar import AnswerBar, AnswerInput
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.talk import Talk

HEADER_SIDES = 4
"""Cells of the header without text."""
LAST_LOOK = 1.8
"""Seconds for which the last board stays visible before the result opens, if nobody at the keyboard played."""
LIVELY = 0.6
"""The longest pause before a move of a bot or model that plays with a person, in seconds."""
THINK = "Anything you like. Don't tell! The others start asking once you have it."
ALWAYS = frozenset({"leave", "talk"})
WATCHING = frozenset({"pause", "step", "faster", "slower"})
OVER = frozenset({"to_result", "leave", "talk"})


class TableScreen(PlayScreen):
    """One session in play."""

    TITLE = "TABLE"
    CSS_PATH = "screen.tcss"
    MARKED = "press v to hide it; counts as peeked"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "cancels", id="table.cancel"),
        Binding("enter,space", "go_on", "Continue", id="table.go_on"),
        Binding("enter", "to_result", "Result", id="table.result"),
        Binding("enter", "mend", "What now?", id="table.mend"),
        Binding("enter", "to_bar", "Answer", id="table.answer"),
        Binding("tab", "to_bar", show=False, id="table.answer_too"),
        Binding("space", "pause", "Pause", id="table.pause"),
        Binding("n,right", "step", "Step", id="table.step"),
        Binding("plus,equals_sign", "faster", "Faster", id="table.faster", key_display="+"),
        Binding("minus", "slower", "Slower", id="table.slower", key_display="-"),
        Binding("v", "secret", "Peek", id="table.secret"),
        Binding("y", "choose('yes')", "Yes", id="table.yes"),
        Binding("n", "choose('no')", "No", id="table.no"),
        Binding("m", "choose('maybe')", "Maybe", id="table.maybe"),
        Binding("d", "choose('dunno')", "Dunno", id="table.dunno"),
        Binding("ctrl+z", "undo", "Undo", id="table.undo"),
        Binding("ctrl+z", "tell_no_undo", show=False, id="table.no_undo"),
        Binding("ctrl+y", "redo", "Redo", id="table.redo"),
        Binding("ctrl+n", "call", "No answer", id="table.call", tooltip="Say that it isn't an answer"),
        Binding(
            "f2",
            "hint",
            "Hint",
            id="table.hint",
            tooltip="It counts as help: your figures leave the game out",
        ),
        Binding("f4", "recast", "Recast", id="table.recast", tooltip="Put another player in a seat"),
        Binding("f4", "tell_no_recast", show=False, id="table.no_recast"),
        Binding(
            "f5", "best", "Bot's best", id="table.best", tooltip="What a bot would do. It counts as help"
        ),
        Binding("f5", "reveal", "Secret", id="table.reveal"),
        Binding("v", "reveal", "Secret", show=False, id="table.reveal_too"),
        Binding("f2,f5", "tell_no_help", show=False, id="table.no_help"),
        Binding(
            "f7",
            "lists",
            "Likeliest",
            id="table.lists",
            tooltip="Show or hide what a player thinks is likely",
        ),
        Binding(
            "f8",
            "overrule",
            "Overrule",
            show=False,
            id="table.overrule",
            tooltip="Change a wrong ruling",
        ),
        Binding(
            "f9",
            "hand_over",
            "Hand over",
            id="table.hand_over",
            tooltip="Choose who plays on a phone and who at the keyboard",
        ),
        Binding("w", "wait_for", "Wait", id="table.wait_for", tooltip="Wait for the person who's away"),
        Binding("b", "stand_in", "Let a bot play", id="table.stand_in"),
        Binding("g", "go_on_without", "Skip this game", id="table.go_on_without"),
        Binding("f6", "resign", "Give up", id="table.resign"),
        Binding("f7", "buzz", "Buzz", id="table.buzz", tooltip="Not playing? Write the secret down"),
        Binding("f3", "prompt", "Prompt", id="table.prompt"),
        Binding("f6", "pause", "Pause", show=False, id="table.pause_too"),
        Binding("pageup", "talk(-1)", "Talk up", show=False, id="table.talk_up"),
        Binding("pagedown", "talk(1)", "Talk down", show=False, id="table.talk_down"),
        Binding("escape", "leave_bar", "Stop typing", id="table.leave_bar"),
        Binding("escape", "leave", "Leave", id="table.leave"),
    ]

    def __init__(self, ready: Callable[[], LeasedSession], *, watch: bool = False) -> None:
        """`ready` opens the session, in a thread. `watch`: whether the person only watches."""
        super().__init__()
        self._ready = ready
        self._watch = watch
        self._ended = False
        self._to_result: Worker[None] | None = None
        """Reads the result that opens next; None until the result is asked for."""
        self._sat = ""
        """The seat of the person who was at the screen last."""
        self._heard = ""
        """The key of the ask whose sound was played last."""
        self._spectators: KeyboardSpectators | None = None
        """The spectators at the keyboard of a party's table; None until it is open, and at other tables."""
        self._absence: Absence | None = None
        """The guest who is away; None until the table is open."""
        self._vote = StageVote(self)
        self._drawn_to = -1
        self._base = 0.0
        """Seconds played before this window opened the table."""
        self._since = monotonic()
        self._end_drawn = False
        """Whether the board was given the end of the game."""
        self._status = ""
        """How far the game was when the header last showed it; kept until the board has shown the end."""
        self._offered: dict[tuple[str, tuple[object, ...]], bool | None] = {}
        """Maps each action to what `check_action` last returned before the end."""

    def body(self) -> ComposeResult:
        with TablePanel(self.glyphs, AnswerBar(self.glyphs)), Horizontal(id="felt"):
            yield Vertical(id="board", classes="board")
            with Vertical(id="side"):
                yield Seats(self.glyphs)
                yield Talk()
                yield Streams(self.glyphs)

    # state that others ask for

    panel = getters.query_one(TablePanel)

    bar = getters.query_one(AnswerBar)
    """The answer bar."""

    @property
    def hotseat(self) -> Hotseat | None:
        """The seat whose person is at the screen; None until the table is open."""
        return self.tables[0].hotseat if self.tables else None

    @property
    def runner(self) -> SessionRunner | None:
        """The session in play; None until the table is open."""
        return self.tables[0].runner if self.tables else None

    @property
    def info(self) -> GameInfo | None:
        """The game that is played, for the help screen."""
        return self.tables[0].runner.info if self.tables else None

    @property
    def drawn_to(self) -> int:
        """The number of the last event that was drawn."""
        return self._drawn_to

    @property
    def turning(self) -> bool:
        """Whether the board is turning over what was drawn last."""
        board = self.tables[0].panel.board if self.tables else None
        return board is not None and (board.telling or board.revealing)

    @property
    def in_bar(self) -> bool:
        """Whether typed text goes into the answer bar."""
        return isinstance(self.focused, AnswerInput) and not self.bar.quiet

    @property
    def _keeps_end(self) -> bool:
        """Whether header and keys stay as they were: the game is over, but the board hasn't shown it yet."""
        runner = self.runner
        if runner is None or not (runner.over or runner.play.over):
            return False
        board = self.panel.board
        return board is not None and (board.revealing or not self._end_drawn)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self._keeps_end and (action, parameters) in self._offered:
            return self._offered[action, parameters]
        offered = self._offered[action, parameters] = self._offers(action, parameters)
        return offered

    def _offers(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is shown and can be used now; the values are those of `check_action`."""
        table = self.chosen_table
        if action == "go_on":
            return self._can_go_on
        if action in ("cancel", "leave_bar", "leave"):
            waits = table is not None and not table.runner.over and table.runner.can_cancel
            return waits if action == "cancel" else not waits and self.in_bar == (action == "leave_bar")
        if table is None or table.runner.over or table.hotseat.next is not None:
            return action in self._few(table)
        runner, hotseat = table.runner, table.hotseat
        if action in WATCHING:  # an answer given by key too early would step or pause the game
            if runner.is_blind and action in ("faster", "slower"):  # a blind game sets its own pace
                return False
            by_keys = self.panel.keys is not None and not runner.playback.paused
            return hotseat.watching and not by_keys and not self.in_bar
        current, viewer, in_bar, away = hotseat.current, hotseat.viewer, self.in_bar, self._absence
        chosen = parameters[0] if parameters else None
        checks: dict[str, Callable[[], object]] = {
            "to_result": lambda: False,
            "to_bar": lambda: current is not None and not in_bar,
            "choose": lambda: (
                current is not None
                and chosen in current.ask.choices
                and not in_bar
                and self.panel.keys is None
            ),
            "secret": lambda: hotseat.may_look and not in_bar,
            "undo": lambda: runner.can_undo(viewer),
            "tell_no_undo": lambda: runner.people and not runner.can_undo(viewer),
            "redo": lambda: runner.can_redo(viewer),
            "call": lambda: table.can_call,
            "hint": lambda: runner.can_hint(viewer),
            "best": lambda: table.offers_best,
            "reveal": lambda: table.own_secret,
            "lists": lambda: runner.probed,
            "overrule": lambda: (
                not runner.is_blind
                and any(told.ruled for told in runner.info.asks.values())
                and runner.people
            ),
            "mend": lambda: runner.failed is not None and not in_bar,
            "prompt": lambda: current is not None or hotseat.can_read_turns,
            "tell_no_help": lambda: runner.stands and current is not None,
            "hand_over": lambda: self.arena.door.open and (runner.people or runner.unsigned),
            "wait_for": lambda: away is not None and away.found is not None and not in_bar,
            "stand_in": lambda: away is not None and away.can_lend and not in_bar,
            "go_on_without": lambda: away is not None and away.can_skip and not in_bar,
            "recast": lambda: runner.cast and not (runner.is_daily or runner.unsigned),
            "tell_no_recast": lambda: runner.is_daily,
            "resign": lambda: runner.can_resign(viewer),
            "buzz": lambda: self._spectators is not None and self._spectators.may_buzz,
        }
        return bool(checks[action]()) if action in checks else True

    def _few(self, table: TableControl | None) -> frozenset[str]:
        """The actions that work while nobody plays: before the game, behind the curtain, after the end."""
        if table is None or not table.runner.over:
            return ALWAYS
        if table.hotseat.current is None:
            return OVER
        return ALWAYS if self.in_bar else ALWAYS | {"to_bar"}

    # beginning and end

    def on_mount(self) -> None:
        self.bar.rest(f"laying the table{self.glyphs.ellipsis}")
        self.playbacks = [Playback(self.arena.settings.pace)]
        self.set_interval(1.0, self._each_second)
        self.play()

    @work(group="play", exclusive=True)
    async def play(self) -> None:
        """Open the table and play until it is over or left."""
        try:
            table = await self.opened(self._opened(), self.panel, self.playbacks[0])
        except AlreadyPlayed as played:
            self._leave_to(str(played.args[0]))
            return
        if table is None:
            return
        runner, ready = table.runner, table.ready
        sides = {runner.play.seats[seat].side for seat in runner.people}
        if not self._watch and sides - {"neutral"}:
            runner.playback.seconds = min(runner.playback.seconds, LIVELY)
        self._base = played_seconds(ready.session.started, ready.session.events)
        self._since = monotonic()
        self.title = table.game_ui.heading(ready.info, ready.session.setup)
        if ready.place is not None and not self.has_class("-narrow"):
            self.title += f" {self.glyphs.dot} game {ready.place}"
        follow(runner, self.arena)
        await tell_of_mind(runner, self.arena)
        table.changed()
        if ready.resumed:
            await runner.resumed()
        spectators = await spectators_of(self, runner)
        self.arena.door.sit(runner, spectators, self)
        self._absence = Absence(self, runner)
        if spectators is not None:
            self._spectators = KeyboardSpectators(self, runner, spectators)
            self.panel.looked_on = self._spectators.there
            if (
                self._spectators.bets_due and not table.hotseat.on_stage
            ):  # phones don't wait for this keyboard
                await self._spectators.take_bets()
        await self._let_them_think(table)
        await runner.run()

    async def _opened(self) -> LeasedSession:
        """The opened session, with the guests who play it from phones."""
        return await self.arena.door.welcome(await self.arena.in_thread(self._ready))

    async def _let_them_think(self, table: TableControl) -> None:
        """Ask the player who keeps something in mind to think of it, before the others ask questions."""
        runner = table.runner
        here = [seat for seat in runner.people if not runner.guest(seat)]
        thinks = (seat for seat in here if table.game_ui.thinks_first(runner.views[seat]))
        seat = next(thinks, None)
        if seat is not None and len(runner.people) > 1 and not runner.over:
            title = f"{first_name(table.hotseat.names[seat])}, think of something"
            self.arena.changed_by_itself()
            await self.app.push_screen_wait(Dialog(title, THINK, [("ready", "I have it")]))

    @work(group="beside", exclusive=True)
    async def _take_bets(self, spectators: KeyboardSpectators) -> None:
        await spectators.take_bets()

    @work(group="vote", exclusive=True)
    async def _ask_for_vote(self) -> None:
        await self._vote.ask()

    @property
    def _offer(self) -> str:
        """The bar's text during a vote or while a guest is away; otherwise empty."""
        return self._vote.words or (self._absence.words if self._absence is not None else "")

    @work(group="buzz", exclusive=True)
    async def action_buzz(self) -> None:
        """Let somebody without a seat write the secret down."""
        if self._spectators is not None and self._spectators.may_buzz:
            await self._spectators.buzz()

    @work(group="recast", exclusive=True)
    async def action_hand_over(self) -> None:
        """Choose who plays on a phone and who plays at the keyboard."""
        from tui_arena.ui.room.screen import hand_over  # noqa: PLC0415  (few tables have phones)

        await hand_over(self.arena)

    def _leave_to(self, result: str) -> None:
        """Open a result and leave; the last board stays visible until the result is read."""
        shown = partial(self.arena.show_result, result, self._make_way)
        self._to_result = self.run_worker(shown, group="result", exclusive=True)

    def _make_way(self) -> None:
        self.leave()
        self.arena.changed_by_itself()
        if self.runner is not None:
            lost = bool(self.runner.people) and not set(self.runner.people) & set(
                self.runner.play.outcome().winners
            )
            self.arena.sound("lost" if lost else "won")

    def action_to_result(self) -> None:
        """Open the result."""
        under_way = self._to_result is not None and not self._to_result.is_finished
        if self.runner is None or not self.is_current or self._leaving or under_way:
            return
        if self.runner.unsigned and self.runner.is_blind:
            self._unmask(self.runner)
        else:
            self._leave_to(self.runner.session.id)

    @work(group="result", exclusive=True)
    async def _unmask(self, runner: SessionRunner) -> None:
        """Before the result, let everybody bet who is a machine, and reveal who it was."""
        from tui_arena.ui.party.reveal_screen import unmask  # noqa: PLC0415  (few games are unsigned)

        unmasking = self._spectators.unmasking if self._spectators is not None else None
        await unmask(self.arena, runner, unmasking, self.action_to_result)

    def action_leave(self) -> None:
        """Esc outside the bar: leave without a question, as everything is saved."""
        if self.runner is not None and self.runner.over and self.runner.asks:
            self.action_to_result()
        else:
            self.leave()

    # drawing

    def show(self, table: TableControl) -> None:
        """Draw what the hotseat may see now, or let the curtain call the next person."""
        runner = table.runner
        self._open_bets()
        self._vote.look(self._ask_for_vote)
        table.offer = self._offer
        if self._spectators is not None and self._spectators.keeps_back():
            self.bar.rest(self._spectators.last_call)
            return
        table.interludes.hold(None if self._curtain_up else self._hide_for_all)
        self.draw()
        self._note_end_drawn(over=runner.over)
        table.start(table.beliefs.learn, "belief")
        if table.hotseat.next is not None and not table.interludes.up:
            self._draw_curtain(table)
        if runner.over and not self._ended and (runner.failed or not runner.asks):
            self._ended = True
            self._go_to_result(table)
        if table.hotseat.seat in runner.people and table.hotseat.seat != self._sat:
            if self._sat:
                self.arena.changed_by_itself()  # the previous person may still be typing
            self._sat = str(table.hotseat.seat)
        asked = table.hotseat.current.ask.key if table.hotseat.current is not None else ""
        if asked and asked != self._heard:
            self.arena.sound("turn")
        self._heard = asked
        self._drawn_to = runner.seen_to
        self.arena.door.follow()
        if runner.bell_due:  # for people who went away while a model was thinking
            runner.bell_due = False
            if self.arena.settings.bell:
                self.app.bell()

    def _go_to_result(self, table: TableControl) -> None:
        """Open the result after a last look at the board; if somebody at the keyboard played, at their key."""
        if not self.arena.settings.animations:
            self.call_later(self.action_to_result)
        elif not table.runner.people or table.hotseat.on_stage:
            lingers = self.panel.board.lingers if self.panel.board is not None else 0.0
            self.set_timer(LAST_LOOK + lingers, self.action_to_result)

    def _open_bets(self) -> None:
        """Ask the spectators at the keyboard how the game ends, if it is time and nobody is typing."""
        table, spectators = self.chosen_table, self._spectators
        if table is None or spectators is None or self.bar.typed or self.bar.typed_ahead:
            return
        if spectators.may_open(typing=table.types, asked=table.hotseat.current is not None):
            self._take_bets(spectators)

    def _note_end_drawn(self, *, over: bool) -> None:
        """Note whether the board was given the end. Header and keys show the end only after the board."""
        if over != self._end_drawn:
            self._end_drawn = over
            self.tick()
            self.refresh_bindings()

    def _hide_for_all(self) -> None:
        self.arena.changed_by_itself()
        self.panel.hide_everything()

    def draw(self) -> None:
        self.panel.draw()
        self.tick()

    def _each_second(self) -> None:
        self._open_bets()
        if self._absence is not None and self._absence.looked():
            self.tables[0].offer = self._offer
            self.draw()
            self.refresh_bindings()
        self.tick()

    def tick(self) -> None:
        """Draw the header: how far the game is, what its models have used, and how long it has lasted."""
        runner = self.runner
        if runner is None:
            return
        spent = "" if self.tables[0].hotseat.masked else sum(runner.spent.values(), Spent()).forms()[-1]
        if runner.over and not self._keeps_end:
            status, seconds = "", played_seconds(runner.session.started, runner.play.events)
        else:
            ask = runner.asks[0] if runner.asks else None
            if not self._keeps_end:
                self._status = self.tables[0].game_ui.status(
                    runner.views[TABLE], ask, self.tables[0].hotseat.names
                )
            status = self._status
            seconds = self._base + monotonic() - self._since
        parts = [self._turn_clock(), status, spent, clock(seconds)]
        room = self.size.width - cell_len(self.title or "") - HEADER_SIDES
        for spare in (3, 2):  # a narrow header drops the time, then the usage
            if cell_len(self.glyphs.dotted(parts)) > room:
                parts[spare] = ""
        self.sub_title = self.glyphs.dotted(parts)

    def _turn_clock(self) -> str:
        """The seconds left for this turn; empty if the party plays without a clock."""
        table = self.chosen_table
        if self._spectators is None or table is None or table.runner.over:
            return ""
        current = table.hotseat.current
        left = self._spectators.time_left(current.ask if current else None, running=self.is_active)
        return "" if left is None else "time!" if not left else f"{left} s"

    def show_secret(self, text: str) -> None:
        self.panel.tell(text, "hint")

    def tell(self, text: str) -> None:
        self.panel.tell(text)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    def on_key(self, event: Key) -> None:
        """Type a letter or a backspace into the bar, if it isn't a key of this screen.

        While others think, it is kept for the next answer of a person who is alone at the keyboard.
        """
        table = self.chosen_table
        if table is None or self.in_bar:
            return
        if event.key == "tab" and self._waits_alone(table):
            event.stop()
            self._type_ahead(table, event.key)
        if event.key in self.active_bindings:
            return
        asked, by_keys = table.hotseat.current is not None, self.panel.keys is not None
        typed = event.is_printable or event.key == "backspace"
        if asked and not by_keys and typed:
            event.stop()
            self.panel.to_bar()
            self.bar.type_key((event.character or "") if event.is_printable else event.key)
        elif self._waits_alone(table) and (typed or event.key == "enter"):
            event.stop()
            self._type_ahead(table, (event.character or "") if event.is_printable else event.key)

    def _type_ahead(self, table: TableControl, key: str) -> None:
        self.arena.type_ahead.ahead()
        self.bar.type_ahead(key, table.runner.views[table.hotseat.viewer])

    def _waits_alone(self, table: TableControl) -> bool:
        """Whether somebody who is alone at the keyboard waits for the others to answer."""
        hotseat, runner = table.hotseat, table.runner
        typed = self.bar.quiet and self.panel.keys is None
        return (
            typed and hotseat.alone and not hotseat.watching and not runner.over and hotseat.current is None
        )

    # between two people

    @property
    def _curtain_up(self) -> bool:
        return any(isinstance(screen, CurtainScreen) for screen in self.app.screen_stack)

    def _draw_curtain(self, table: TableControl) -> None:
        if self._curtain_up or not self.is_current:
            return
        self.panel.hide_everything()
        runner, seat = table.runner, str(table.hotseat.next)
        ask = next((a for a in runner.asks if a.seat == seat), None)
        names = table.hotseat.names
        name = names[seat]
        if name == YOU and list(names.values()).count(name) > 1:  # nobody has said who they are
            name = f"{name}, the {seat}"
        task = table.game_ui.task(ask) if ask else ""
        last = table.game_ui.last(runner.views[TABLE], names, self.glyphs)

        def answered(there: bool) -> None:
            if there:
                self.panel.likes_bar, self.panel.called = True, seat
                if table.sit_down():
                    self.call_after_refresh(table.reveal)
            else:
                self.leave()

        self.arena.changed_by_itself()
        self.app.push_screen(CurtainScreen(name, task, last, answered))

    def on_board_tells(self, event: Board.Tells) -> None:
        event.stop()
        if self.panel.board is not None and self.panel.board.telling:
            self.arena.sound("reveal")
        board = self.panel.board
        if board is not None:
            if not board.telling:  # the animation is over, so draw what it held back
                self.draw()
            self.refresh_bindings()
        self.arena.door.follow()

    @property
    def _can_go_on(self) -> bool:
        """Whether the person can end a moment or an animation of the board."""
        table = self.chosen_table
        if table is None or table.interludes.up:
            return table is not None
        board = self.panel.board
        telling = board is not None and board.telling and not self.bar.field.has_focus
        return telling and (table.runner.over or not table.hotseat.watching)

    def action_go_on(self) -> None:
        """End the moment, or skip the rest of the board's animation."""
        table, board = self.chosen_table, self.panel.board
        if table is not None and table.interludes.up:
            table.interludes.end()
        elif board is not None:
            board.skip()

    # what people do

    def action_wait_for(self) -> None:
        """Wait longer for the person who is away."""
        if self._absence is not None:
            self._absence.wait()
            self._each_second()

    @work(group="recast", exclusive=True)
    async def action_stand_in(self) -> None:
        """Let a bot play for the person who is away, until they are back."""
        if self._absence is not None:
            await self._absence.stand_in()
            self._each_second()

    @work(group="recast", exclusive=True)
    async def action_go_on_without(self) -> None:
        """Leave this game, and continue the party without the person who is away."""
        if self._absence is not None:
            await self._absence.go_on_without()

    action_undo = acting(TableControl.undo)
    action_tell_no_undo = acting(TableControl.tell_no_undo)
    action_tell_no_help = acting(TableControl.tell_no_help)
    action_tell_no_recast = acting(TableControl.tell_no_recast)
    action_redo = acting(TableControl.redo)
    action_call = acting(TableControl.call, "call", alone=True)
    action_hint = acting(TableControl.hint, "hint", alone=True)
    action_best = acting(TableControl.best, "hint", alone=True)
    action_reveal = acting(TableControl.reveal)
    action_prompt = acting(TableControl.prompt)
    action_overrule = acting(TableControl.overrule, "rule", alone=True)
    action_resign = acting(TableControl.resign)
    action_mend = acting(TableControl.mend)

    async def another_player(self, table: TableControl, seat: str | None) -> tuple[str, Cast] | str | None:
        return await another_player(self, table, seat)

    def on_click(self) -> None:
        """A click anywhere focuses the answer again."""
        if self.hotseat is not None and self.hotseat.current is not None:
            self.panel.likes_bar = True
            self.panel.to_answer()

    def action_to_bar(self) -> None:
        self.panel.to_bar()

    def action_leave_bar(self) -> None:
        self.panel.leave_bar()

    def action_lists(self) -> None:
        self.panel.switch_lists()

    def action_choose(self, value: str) -> None:
        self.bar.choose(value)
        self.panel.to_bar()

    def action_talk(self, pages: int) -> None:
        self.panel.scroll_talk(pages)
