"""The duel screen shows two players on the same secret, side by side, and says who is ahead or has won.

Both sides are ordinary tables, each with its own session, playback and clock. A failure at one table doesn't
stop the other: a dialog is about one side, and the other side continues underneath. A key that would do
nothing isn't shown.

Law: the board and the talk of each side are drawn from the table's view alone. A price never decides a duel;
an unknown price is shown as `n/a`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.events import Kind
from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import money
from tui_arena.core.record import Play, standing
from tui_arena.core.text import one_line
from tui_arena.players.models.check import seatable_models
from tui_arena.players.seating import Cast
from tui_arena.table.opening import (
    Duel,
    LeasedSession,
    first_table,
    second_table,
    secret_for_second,
)
from tui_arena.table.playback import Playback
from tui_arena.table.players import PendingReply
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import count
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.table.control import TableControl
from tui_arena.ui.table.dialogs import SIDES, PlayerPicker, candidates
from tui_arena.ui.table.panel import TablePanel
from tui_arena.ui.table.play_screen import PlayScreen, acting
from tui_arena.ui.widgets.talk import Talk
from tui_arena.ui.widgets.text_block import StillText

TICK = 0.25
"""Seconds between two updates of the clocks."""
MOST = 1200
"""The maximum length of the shown part of a pending reply, in characters."""
SAME_TIME = 0.1
"""Times that differ by less than this many seconds count as the same."""


@dataclass(frozen=True, slots=True)
class PlayerSpent:
    """A player's time, tokens and price so far."""

    seconds: float | None
    """Total seconds of thinking, without the pauses of the playback; None for a bot, whose time means nothing."""
    tokens: int | None = None
    """Tokens in and out; None if the player uses no tokens, like a bot."""
    cost_usd: float | None = None
    """The price in US dollars; None if it isn't known."""

    def words(self, dot: str) -> str:
        """One line, such as `4.2 s · 212 tok · $0.0012`; empty for a bot."""
        parts = [] if self.seconds is None else [f"{self.seconds:.1f} s"]
        if self.tokens is not None:
            parts += [f"{count(self.tokens)} tok", money(self.cost_usd)]
        return f" {dot} ".join(parts)


@dataclass(frozen=True, slots=True)
class DuelStanding:
    """The result so far of one of the two players."""

    name: str
    result: str
    """`won`, `lost`, `drawn`, `aborted` or `unfinished`, for the seat that the players duel for."""
    score: float
    """The game's main score, 0 to 1."""
    count: float | None
    """The number of tries that the game counts, such as guesses; less is better. None without a count."""
    unit: str
    near: float
    """How near the player is to a win in a running game, from the ui's `nearness`; more is nearer."""
    words: str
    """`near` in words."""
    spent: PlayerSpent
    stuck: bool = False
    """Whether the player couldn't answer and the person has to decide what to do."""

    @property
    def over(self) -> bool:
        return self.result != "unfinished"

    @property
    def came_to(self) -> str:
        """How the game ended for the player, in a word or two."""
        if self.result == "won" and self.count is not None:
            return f"{self.count:g} {self.unit}"
        told = {
            "won": "won",
            "lost": "lost",
            "drawn": "drew",
            "aborted": "was stopped: too many invalid replies",
        }
        return told.get(self.result, "")

    @property
    def rank(self) -> tuple[float, ...]:
        """How good the result is without the time, for comparison; more is better."""
        won = self.result == "won"
        worth = {"won": 3, "drawn": 2, "lost": 1}.get(self.result, 0)
        return worth, self.score if won else 0.0, -(self.count or 0.0) if won else 0.0


class DuelSide:
    """One of the two players with a table, its playback and a clock."""

    def __init__(self, place: int, seat: str, name: str, playback: float) -> None:
        """`place`: 0 left, 1 right. `playback`: seconds per move.

        `name`: the player's name until the table is open.
        """
        self.place = place
        self.seat = seat
        self.playback = Playback(playback)
        self.table: TableControl | None = None
        """The player's table; None until it is open."""
        self.figures: Mapping[str, Any] | None = None
        """The metrics of the game; None before the end."""
        self._name = name
        self._lost: list[tuple[int, float]] = []
        """Seconds that cancelled or failed replies took, each with the number of the last event before that."""
        self._heard: PendingReply | None = None
        self._heard_for = 0.0

    @property
    def runner(self) -> SessionRunner | None:
        """The session in play; None until the table is open."""
        return self.table.runner if self.table is not None else None

    @property
    def name(self) -> str:
        """The player's name as it is now."""
        return self._name if self.runner is None else self.runner.names.get(self.seat, self._name)

    @property
    def over(self) -> bool:
        """Whether the game has ended and its metrics are computed."""
        return self.figures is not None

    @property
    def playing(self) -> bool:
        return self.runner is not None and not self.runner.over

    @property
    def failed(self) -> tuple[str, str] | None:
        """The seat at this table whose player failed, and why; None if nobody has."""
        return None if self.runner is None or self.runner.over else self.runner.failed

    @property
    def spent(self) -> PlayerSpent:
        """The side's time, tokens and price, including the pending reply and the seat's earlier players."""
        return self._spent(0)

    @property
    def spent_by_player(self) -> PlayerSpent:
        """The time, tokens and price of the player who has the seat now."""
        events = self.runner.play.events if self.runner is not None else ()
        taken = (e.seq for e in reversed(events) if e.type == Kind.RECAST and e["seat"] == self.seat)
        return self._spent(next(taken, 0))

    def _spent(self, after: int) -> PlayerSpent:
        """The time, tokens and price of the replies after an event, including the pending reply."""
        runner, coming = self.runner, self.coming
        if runner is None:
            return PlayerSpent(0.0)
        seconds, tokens, cost = sum((lost for seq, lost in self._lost if seq >= after), 0.0), 0, None
        if (row := runner.play.counts(after).get(self.seat)) is not None:
            seconds += row["seconds"]
            tokens = row["input_tokens"] + row["output_tokens"]
            steps = [step for step in runner.play.steps if step.ask.seat == self.seat]
            replies = [step.event for step in steps if step.seq > after]
            known = all((event.get("usage") or {}).get("cost_usd") is not None for event in replies)
            cost = row["cost_usd"] if known else None
        if coming is not None:
            seconds += coming.seconds
            tokens += coming.progress.tokens
        elif (kind := runner.cast[self.seat].kind) != "model":
            return PlayerSpent(None if kind == "bot" else seconds)
        return PlayerSpent(seconds, tokens, cost)

    @property
    def coming(self) -> PendingReply | None:
        """The pending reply of the player; None if there isn't one."""
        return self.runner.players.pending.by_seat.get(self.seat) if self.runner is not None else None

    def keep_time(self) -> None:
        """Read the clock, so that the seconds of a reply that is cancelled or fails still count."""
        runner, coming = self.runner, self.coming
        if runner is None:
            return
        gone = self._heard
        if gone is not None and coming is not gone and gone.ask in runner.asks:
            self._lost.append((runner.play.next_seq - 1, self._heard_for))
        self._heard = coming
        self._heard_for = coming.seconds if coming is not None else 0.0

    def now(self, glyphs: Glyphs) -> str:
        """The pending reply at this table, or why its player failed; empty if there is neither."""
        runner = self.runner
        if runner is None or runner.over:
            return ""
        if runner.failed is not None:
            seat, why = runner.failed
            return why.removeprefix(f"{seat}: ").removeprefix(f"{self.name}: ")
        stream = next(iter(runner.previews(TABLE)), None)
        if stream is None:
            return ""
        ask = next(iter(runner.players.pending.by_seat.values())).ask
        fault = runner.play.last_fault(ask) if runner.may_hear(ask, TABLE) else None
        again = f"asked again: {fault.why} {glyphs.dot} " if fault else ""
        told = stream.text or again + stream.doing + glyphs.ellipsis
        return told if stream.who == self.name else f"{stream.who}: {told}"

    @property
    def status(self) -> str:
        """How far the game is, or how it ended, without the player's name."""
        if self.table is None:
            return ""
        runner, game_ui = self.table.runner, self.table.game_ui
        if runner.over:
            return game_ui.headline(runner.play, runner.names, ())[0]
        ask = runner.asks[0] if runner.asks else None
        return game_ui.status(runner.views[TABLE], ask, runner.names).removeprefix(self.name).lstrip(" :")

    def standing(self, name: str) -> DuelStanding | None:
        """The player's result so far; None before the table is open. `name`: not that of the other player."""
        if self.table is None:
            return None
        info, play, figures = self.table.runner.info, self.table.runner.play, self.figures or {}
        near, words = self.table.game_ui.nearness(play)
        return DuelStanding(
            name,
            self._result(play),
            (info.main_score(play, dict(figures)) or 0.0) if self.over else 0.0,
            info.tries_in(figures),
            info.tries_called,
            near,
            words,
            self.spent,
            stuck=self.failed is not None,
        )

    def _result(self, play: Play[Any]) -> str:
        """The result for the player; a player without a side wins with the solvers at their table."""
        result: str = play.outcome().result if self.over else "unfinished"
        if result not in ("won", "lost"):
            return result
        own = standing(play, self.seat)
        if own != "neutral":
            return own
        solvers = {name for name, seat in play.seats.items() if seat.side == "solver"}
        return "won" if solvers & set(play.outcome().winners) else "lost"


def winner(a: DuelStanding, b: DuelStanding) -> int | None:
    """Returns the winner (0 or 1) after both games are over; None if neither won."""
    if a.rank != b.rank:
        return 0 if a.rank > b.rank else 1
    first, second = a.spent.seconds, b.spent.seconds
    if a.result != "won" or first is None or second is None or abs(first - second) < SAME_TIME:
        return None
    return 0 if first < second else 1


def ahead(a: DuelStanding, b: DuelStanding) -> int | None:
    """Returns the player who is nearer (0 or 1) during the game; None if neither is."""
    return None if a.near == b.near else 0 if a.near > b.near else 1


def verdict(both: Sequence[DuelStanding], dot: str) -> tuple[str, str]:
    """Returns two texts: who is ahead or who won, and the details (times and prices)."""
    a, b = both
    if a.over and b.over:
        return _ended(a, b), _took(a, b, dot)
    for one, other in ((a, b), (b, a)):
        if one.over:
            loud = f"{one.name}: {one.came_to}"
            if other.stuck:
                return loud, f"{other.name} can't answer"
            return loud, f"{other.name} is still playing" + (f", {other.words}" if other.words else "")
    first = ahead(a, b)
    if first is not None:
        one = both[first]
        return f"{one.name} is ahead", one.words
    return ("level", a.words) if a.words else ("nobody's ahead yet", "")


def _ended(a: DuelStanding, b: DuelStanding) -> str:
    won = winner(a, b)
    if won is None:
        how = f"both {a.came_to}" if a.came_to == b.came_to else f"{a.came_to}, {b.came_to}"
        return f"a dead heat: {how}" if a.result == "won" else f"nobody wins: {how}"
    one, other = (a, b) if won == 0 else (b, a)
    if one.came_to == other.came_to:
        return f"{one.name} wins on time: both {one.came_to}"
    if other.result == "won":
        return f"{one.name} wins: {one.came_to} to {other.came_to.removesuffix(' ' + other.unit)}"
    return f"{one.name} wins: {one.came_to}, {other.name} {other.came_to}"


def _took(a: DuelStanding, b: DuelStanding, dot: str) -> str:
    """The times, unless a bot played, and the prices if a model played, from left to right."""
    times = [one.spent.seconds for one in (a, b) if one.spent.seconds is not None]
    parts = [" to ".join(f"{seconds:.1f} s" for seconds in times)] if len(times) > 1 else []
    if a.spent.tokens is not None or b.spent.tokens is not None:
        parts.append(
            " to ".join("free" if s.tokens is None else money(s.cost_usd) for s in (a.spent, b.spent))
        )
    return f" {dot} ".join(parts)


class DuelScreen(PlayScreen):
    """Two sessions in play."""

    TITLE = "DUEL"
    CSS_PATH = "duel_screen.tcss"
    MARKED = "press v to hide it; both count as peeked"
    HELP = (
        "Two players, one secret, a clock each. Fewer guesses win; if it's a tie, the faster player "
        "wins. Enter, a and F4 act on the side with the arrow."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "to_result", "Result", id="duel.result"),
        Binding("r", "again", "Again", id="duel.again"),
        Binding("a", "ask_again", "Ask again", id="duel.ask_again"),
        Binding("space", "hold", "Pause", id="duel.hold"),
        Binding("space", "go_on", "Continue", id="duel.go_on"),
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

    def __init__(self, duel: Duel) -> None:
        super().__init__()
        self._duel = duel
        self._chosen = 0
        self._dealing = False
        """Whether the second table is being dealt, or has been dealt."""
        self.sides: tuple[DuelSide, ...] = ()
        self.loud, self.quiet = "", ""
        """The texts of the verdict: who is ahead or who won, and the details."""

    def body(self) -> ComposeResult:
        with Horizontal(id="halves"):
            for place in (0, 1):
                with TablePanel(self.glyphs, id=f"half-{place}", classes="-bare"):
                    yield StillText(classes="head")
                    yield StillText(classes="spent")
                    yield Vertical(classes="board")
                    yield Talk()
                    yield StillText(classes="now")
        yield Static(id="verdict", markup=False)

    # state

    def panel(self, side: DuelSide) -> TablePanel:
        return self.query_one(f"#half-{side.place}", TablePanel)

    @property
    def chosen(self) -> DuelSide:
        """The side that the arrow marks."""
        return self.sides[self._chosen]

    @property
    def chosen_table(self) -> TableControl | None:
        return self.chosen.table if self.sides else None

    @property
    def over(self) -> bool:
        return all(side.over for side in self.sides)

    @property
    def held(self) -> bool:
        """Whether a watcher has paused both games."""
        return self.playbacks[0].paused

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.sides:
            return action in ("leave", "back")
        if action in ("talk", "boards"):  # only these need the search for boards, which takes long
            has_board = any(panel.board is not None for panel in self.query(TablePanel))
            either = has_board and not self.has_class("-tall")
            return either and self.has_class("-talk") is (action == "boards")
        runner = self.chosen.runner
        waits = runner is not None and runner.can_cancel
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
            "cancel": waits,
            "leave": not waits,
        }
        return checks.get(action, True)

    # beginning and end

    def on_mount(self) -> None:
        info = self.arena.catalogue.game(self._duel.opening.game)
        self.title = f"{info.title.upper()} {self.glyphs.dot} duel"
        names = [str(cast.spec.get("name") or "") for cast in self._duel.casts]
        pace = self.arena.settings.pace
        self.sides = tuple(DuelSide(n, self._duel.seat, name, pace) for n, name in enumerate(names))
        self.playbacks = [side.playback for side in self.sides]
        self.set_interval(TICK, self.tick)
        for side in self.sides:
            self._draw_lines(side)
        self._play_first()

    @work(group="play-0", exclusive=True)
    async def _play_first(self) -> None:
        arena, game = self.arena, self._duel.opening.game
        ready = partial(first_table, arena.catalogue, arena.store, self._duel)
        await self._play(self.sides[0], arena.in_thread(arena.cleared(lambda: game, ready)))

    @work(group="play-1", exclusive=True)
    async def _play_second(self) -> None:
        arena, first = self.arena, self.sides[0].runner
        assert first is not None
        _, secret = secret_for_second(first.play)
        table = arena.in_thread(second_table, arena.catalogue, arena.store, self._duel, first.session, secret)
        await self._play(self.sides[1], table)

    async def _play(self, side: DuelSide, ready: Awaitable[LeasedSession]) -> None:
        """Open a side's table and play until it is over or left."""
        table = await self.opened(ready, self.panel(side), side.playback)
        if table is None:
            return
        side.table, runner = table, table.runner
        heading = table.game_ui.heading(runner.info, runner.session.setup)
        self.title = f"{heading} {self.glyphs.dot} duel"
        table.changed()
        await runner.run()
        if runner.over:
            side.figures = await self.arena.in_thread(runner.info.compute, runner.play)
            table.changed()

    # drawing

    def show(self, table: TableControl) -> None:
        """Draw a side, and deal the second table as soon as possible."""
        for side in self.sides:
            if side.table is table:
                self.panel(side).draw()
                self._draw_lines(side)
        first = self.sides[0].runner
        if first is not None and not self._dealing and secret_for_second(first.play)[0]:
            self._dealing = True
            self._play_second()
        self._draw_verdict()

    def draw(self) -> None:
        if not self.sides or self._leaving:
            return
        for side in self.sides:
            self.panel(side).draw()
            self._draw_lines(side)
        self._draw_verdict()
        self.refresh_bindings()

    def tick(self) -> None:
        """Draw the clocks and the streams of both sides."""
        for side in self.sides:
            if side.playing:
                self._draw_lines(side)

    def on_resize(self) -> None:
        self.call_after_refresh(self.draw)

    def _draw_lines(self, side: DuelSide) -> None:
        """Draw the lines that change with the clock: name, status, usage, and pending reply or failure."""
        side.keep_time()
        panel = self.panel(side)
        panel.set_class(side is self.chosen, "-chosen")
        head, spent, now = (panel.query_one(f".{name}", StillText) for name in ("head", "spent", "now"))
        head.update(self._head(side, max(head.content_size.width, 10)))
        spent.update(say(f"  {side.spent_by_player.words(self.glyphs.dot)}"))
        bad = side.failed is not None
        now.set_class(bad, "-bad")
        width, height = now.content_size
        lines = say(one_line(side.now(self.glyphs), MOST)).wrap(max(width, 8))
        now.update(Content("\n").join(lines[:height] if bad else lines[-height:]))

    def _head(self, side: DuelSide, width: int) -> Content:
        both = self._standings() if self.over else None
        won = both is not None and winner(*both) == side.place
        left = Content.assemble(
            (f"{self.glyphs.arrow} " if side is self.chosen else "  ", "bold $accent"),
            (
                one_line(side.name, max(width - len(side.status) - 3, 8)),
                "bold $success" if won else "bold $primary",
            ),
        )
        gap = width - left.cell_length
        right = say(one_line(side.status, max(gap - 1, 1)))
        return Content.assemble(left, " " * max(gap - right.cell_length, 1), right)

    def _draw_verdict(self) -> None:
        if self.secret.text:
            return
        both = self._standings()
        if both is None:
            self.loud, self.quiet = "", self._waits()
        else:
            self.loud, self.quiet = verdict(both, self.glyphs.dot)
        dot = f" {self.glyphs.dot} "
        held = ("held", "bold $warning") if self.held and self.game_running else ""
        line = Content.assemble(
            held,
            dot if held else "",
            say(self.loud, "bold $success" if self.over else "bold $primary"),
            dot if self.loud and self.quiet else "",
            say(self.quiet),
        ).truncate(max(self.size.width - 2, 1), ellipsis=True)
        self.query_one("#verdict", Static).update(line)
        self.sub_title = self.playbacks[0].words if self.game_running else ""

    def _waits(self) -> str:
        first = self.sides[0].runner
        if first is None:
            return f"dealing{self.glyphs.ellipsis}"
        if first.over and not self._dealing:
            return "The first table never got a secret, so there's no duel."
        return f"{self.sides[1].name} is waiting for the secret"

    def _standings(self) -> tuple[DuelStanding, DuelStanding] | None:
        names = [side.name for side in self.sides]
        if names[0] == names[1]:
            names = [f"{name} ({where})" for name, where in zip(names, SIDES, strict=True)]
        a, b = (side.standing(name) for side, name in zip(self.sides, names, strict=True))
        return None if a is None or b is None else (a, b)

    def show_secret(self, text: str) -> None:
        if text:
            self.query_one("#verdict", Static).update(say(text, "$accent"))
        else:
            self.draw()

    def tell(self, text: str) -> None:
        self.notify(text, markup=False)

    # choosing a side

    def action_choose(self, place: int) -> None:
        self._chosen = place
        self.draw()

    def action_other_side(self) -> None:
        self.action_choose(1 - self._chosen)

    def on_click(self, event: events.Click) -> None:
        """A click chooses a side."""
        for side in self.sides:
            if event.widget is not None and self.panel(side) in event.widget.ancestors_with_self:
                self.action_choose(side.place)

    def asks_about(self, table: TableControl) -> None:
        """Choose the side that a dialog is about. Afterwards the keys act on this side."""
        self.action_choose(next(side.place for side in self.sides if side.table is table))

    # what people do

    action_hold = action_go_on = PlayScreen.action_pause
    action_ask_again = acting(TableControl.retry)

    def action_cancel(self) -> None:
        """Esc: stop waiting for the model of the chosen side."""
        self.chosen.keep_time()
        super().action_cancel()

    async def another_player(self, table: TableControl, seat: str | None) -> tuple[str, Cast] | None:
        arena, runner, seat = self.arena, table.runner, seat or self._duel.seat
        with arena.keys_in_turn.kept():  # the next keys are meant for the dialog
            models = await arena.in_thread(seatable_models, arena.store, arena.registry, runner.info)
        players = candidates(seat, runner.cast, None, bots=runner.info.has_bot, models=models)
        title = f"Who takes over as {seat.replace('_', ' ')}?"
        chosen = await self.app.push_screen_wait(PlayerPicker(title, players, may_add=False))
        return (seat, chosen) if isinstance(chosen, Cast) else None

    def action_to_result(self) -> None:
        if self.chosen_table is not None:
            self.arena.open_result(self.chosen_table.runner.session.id)

    def action_again(self) -> None:
        """Play again: the same two players on another secret."""
        opening = replace(self._duel.opening, seed=None)
        self.arena.open_duel(opening, self._duel.seat, self._duel.casts)

    def action_leave(self) -> None:
        self.leave()

    def action_talk(self) -> None:
        """Switch between talk and boards, if there isn't room for both."""
        self.toggle_class("-talk")
        self.refresh_bindings()

    action_boards = action_talk

    def action_scroll(self, way: int) -> None:
        talk = self.panel(self.chosen).query_one(Talk)
        talk.scroll_page_down(animate=False) if way > 0 else talk.scroll_page_up(animate=False)
