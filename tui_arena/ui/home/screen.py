"""The home screen: any game starts within two keys.

This screen asks no questions. The first frame does not wait for the store; its results are added later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Static

from tui_arena.data import DECK, GameInfo
from tui_arena.data.tutorial import Tutorial
from tui_arena.players.daily import daily_number
from tui_arena.players.new_session import Opening, daily_seed, people_seated
from tui_arena.players.party import PartyState
from tui_arena.players.seating import read_player
from tui_arena.save.store import SaveError, SessionRow
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.elapsed import ago
from tui_arena.ui.glyphs import GREEN, GREY, YELLOW, say
from tui_arena.ui.home import home_stats
from tui_arena.ui.home.game_row import GameRow
from tui_arena.ui.setup.recent_setups import recall, sitting, unseated, usual, watched, with_variant
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import Choice, MenuRow, Picker, Rows, glyphs_of

LETTERS = (("A", GREEN), ("R", YELLOW), ("E", GREY), ("N", GREEN), ("A", YELLOW))
WIDTH = 5
"""Cells of a tile."""


class Logo(Widget):
    """The app's name in five letter tiles, three rows high."""

    DEFAULT_CSS = f"Logo {{ height: 3; width: {len(LETTERS) * (WIDTH + 1)}; }}"
    ALLOW_SELECT = False

    def render(self) -> Content:
        return Content("\n").join([self._row("edge"), self._row("letters"), self._row("edge")])

    def _row(self, kind: str) -> Content:
        glyphs = glyphs_of(self)
        parts: list[tuple[str, str] | str] = []
        for letter, mark in LETTERS:
            text = glyphs.tile(letter, mark) if kind == "letters" else ""
            parts += [(text.center(WIDTH), f"bold $tile-text on $tile-{mark}"), " "]
        return Content.assemble(*parts)


if TYPE_CHECKING:
    from tui_arena.players.models.registry import ModelRegistry
    from tui_arena.save.store import Store

GAME_KEYS = "1234567890ab"
"""The keys that start a game, by its place; more games than these are reached by arrows."""
AIRY = 54
"""From this many lines on, a blank line follows each row."""
MANY = 8
"""From so many games on, each has one line unless the screen is tall, and the logo makes room."""
UNFINISHED = 4
"""Unfinished sessions that are offered; a small terminal shows fewer."""
SLOGAN = "A games evening in your terminal: friends, bots, and no washing up."
MODELS = "add one by key, server or file"
ARMED = {
    "set_up": "Set up which game? Press its key, or esc",
    "repeat": "Same players as last time: which game? Press its key, or esc",
    "guide": "A first game with a guide: which one? Press its key, or esc",
}
WELCOME = "Welcome! Press 1 and guess a word. That's all you need; F1 has the rest."


class HomeScreen(ArenaScreen):
    """The first screen of the app."""

    TITLE = "TUI ARENA"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"play({n})", "Play", id=f"home.play_{n}", show=n == 1, tooltip="In your usual seat")
            for n, key in enumerate(GAME_KEYS, 1)
        ),
        Binding("e", "set_up", "Set up", id="home.set_up", tooltip="Then the game's key"),
        Binding(
            "r", "repeat", "As last time", id="home.repeat", tooltip="The last players; then the game's key"
        ),
        Binding("g", "guide", "Guide", id="home.guide", tooltip="A first game; then its key"),
        Binding("d", "daily", "Daily", id="home.daily", show=False),
        Binding("p", "party", "Party", id="home.party", show=False),
        Binding("w", "watch", "Watch bots or a demo", id="home.watch", show=False),
        Binding(
            "y",
            "app.open('you')",
            "You",
            id="home.you",
            tooltip="What you played, your records and best lines",
        ),
        Binding("s", "app.open('sessions')", "Sessions", id="home.sessions"),
        Binding("t", "stats", "Stats", id="home.stats"),
        Binding("m", "app.open('models')", "Models", id="home.models", show=False),
        Binding("o", "app.open('settings')", "Settings", id="home.settings"),
        Binding("n", "notices", "Notices", id="home.notices"),
        Binding("q", "app.leave", "Quit", id="home.quit"),
        Binding("escape", "disarm", "Never mind", id="home.disarm"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._armed = ""
        """What the next key does instead of playing: `set_up` or `guide`; empty: it plays."""
        self._known: home_stats.HomeStats | None = None

    @property
    def games(self) -> list[GameInfo]:
        """The games in the order of their keys."""
        return list(self.arena.catalogue.games.values())

    def body(self) -> ComposeResult:
        with Rows(id="column"):
            yield Static(id="notices", markup=False)
            with Horizontal(id="top"):
                yield Logo()
                yield Static(say(SLOGAN), id="slogan", markup=False)
            with Vertical(id="continue"):
                yield Static("CONTINUE", classes="heading", markup=False)
                for n in range(UNFINISHED):
                    yield MenuRow(self.glyphs.enter if n == 0 else " ", "", id=f"continue-{n}")
            yield Static("PLAY", classes="heading", markup=False)
            for n, info in enumerate(self.games):
                last = unseated(self.arena.settings, info)
                yield GameRow(GAME_KEYS[n : n + 1] or " ", info, _variant(last, info))
            yield Static("", classes="gap", markup=False)
            yield MenuRow("p", "Party", "several people, several games, one score", id="party")
            yield MenuRow("d", "Daily", id="daily")
            yield MenuRow("w", "Watch", "two bots, or a game with a story: lean back", id="watch")
            yield MenuRow("m", "Models", MODELS, id="models")
            yield Static(id="tip", markup=False)

    def on_mount(self) -> None:
        for row in self.query("#party, #daily, #watch, #models").results(MenuRow):
            row.title_width = len("Akinator and more")
        for row in self.query("#continue MenuRow").results(MenuRow):
            row.title_width = max(len(info.title) for info in self.games)
        self.set_class(len(self.games) >= MANY, "-many")
        self.query(GameRow).first().focus()
        self.show_notices()

    def on_resize(self) -> None:
        """Leave blank lines between the rows where all of them have room for that."""
        self.set_class(self.size.height >= AIRY and len(self.games) < MANY, "-airy")

    def on_screen_resume(self) -> None:
        self.refresh_known()

    def refresh_known(self) -> None:
        """Read from the store again."""
        now = self.arena.now()
        self.sub_title = home_stats.day_in_words(now.date())
        self._disarm()
        for row in self.query(GameRow):
            row.variant = _variant(unseated(self.arena.settings, row.info), row.info)
        self._fetch(now.date().isoformat())

    def session_freed(self) -> None:
        """Read again: the session was still held when home was shown, and can be offered now."""
        self._fetch(self.arena.now().date().isoformat())

    @work(exclusive=True, group="known")
    async def _fetch(self, day: str) -> None:
        arena = self.arena
        asked = arena.store, arena.catalogue, arena.registry
        try:
            known = await arena.in_thread(
                home_stats.read_home_stats, *asked, name=arena.settings.name, day=day, unfinished=UNFINISHED
            )
            ready = await arena.in_thread(_ready, arena.store, arena.registry)
        except SaveError as error:
            arena.notices.append(str(error))
            self.show_notices()
            return
        self._known = known
        self._show(known)
        self.query_one("#models", MenuRow).say(right=f"{len(ready)} ready" if ready else "")

    def _show(self, known: home_stats.HomeStats) -> None:
        now = self.arena.now()
        self.query_one("#continue").display = bool(known.waiting)
        self.set_class(bool(known.waiting), "-waiting")
        for n in range(UNFINISHED):
            row = self.query_one(f"#continue-{n}", MenuRow)
            waiting = known.waiting[n] if n < len(known.waiting) else None
            row.set_class(waiting is None, "-none")
            if isinstance(waiting, SessionRow):
                self._show_unfinished(row, waiting, now)
            elif waiting is not None:
                self._show_party(row, waiting, now)
        for game_row in self.query(GameRow):
            game_row.form = known.forms[game_row.info.id]
            game_row.guided = self._guided(game_row.info)
        self._show_dailies(known.dailies)
        slogan = self.query_one("#slogan", Static)
        slogan.update(say(WELCOME if known.first_start else SLOGAN))
        slogan.set_class(known.first_start, "-welcome")
        if known.waiting and isinstance(self.focused, GameRow):
            self.query_one("#continue-0").focus()
        self.refresh_bindings()

    def _show_unfinished(self, row: MenuRow, session: SessionRow, now: datetime) -> None:
        info = self.arena.catalogue.games.get(session.game)
        title = info.title if info else session.game
        variant = session.variant if info is None or info.offered else ""
        text = f" {self.glyphs.dot} ".join(p for p in (variant, session.line) if p)
        row.say(
            self.glyphs.fit(title, row.title_width),
            self.glyphs.fit(text, 60),
            ago(session.started, now),
        )

    def _show_party(self, row: MenuRow, party_state: PartyState, now: datetime) -> None:
        from tui_arena.ui.party.presenter import progress, score_line  # noqa: PLC0415  (few have a party)

        parts = (party_state.party.name, progress(party_state), score_line(party_state))
        text = f" {self.glyphs.dot} ".join(filter(None, parts))
        row.say("Party", self.glyphs.fit(text, 60), ago(home_stats.last_played(party_state), now))

    def _show_dailies(self, dailies: Sequence[home_stats.Daily]) -> None:
        """What today's dailies are, how they went, and when the next ones come."""
        row = self.query_one("#daily", MenuRow)
        row.display = bool(dailies)
        if not dailies:
            return
        dot = f" {self.glyphs.dot} "
        parts = [f"{one.noun} {one.line}" if one.line else one.noun for one in dailies]
        if all(one.over for one in dailies):
            parts.append(f"the next in {home_stats.until_tomorrow(self.arena.now())}")
        elif not any(one.session for one in dailies):
            parts = [f"{dot.join(parts)}, for everybody"]
        streak = max(one.streak for one in dailies)
        text = dot.join((f"no. {daily_number(dailies[0].day)}", *parts))
        row.say(text=text, right=f"streak {streak}" if streak else "")

    def show_notices(self) -> None:
        """Show the line of notices, with their number, if there are any."""
        notices = self.arena.notices
        line = self.query_one("#notices", Static)
        line.display = bool(notices)
        if notices:
            more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
            line.update(say(f"n reads this{more}:  {notices[0]}"))
        self._show_tip()
        self.refresh_bindings()

    def _show_tip(self) -> None:
        today = self.arena.now().date()
        text = ARMED.get(self._armed) or self._other_cast() or f"tip: {home_stats.tip(today)}"
        self.query_one("#tip", Static).update(say(text))
        self.query_one("#tip").set_class(bool(self._armed), "-armed")

    def _other_cast(self) -> str:
        """What `r` plays of the game in focus, if that differs from what its key plays; else empty."""
        row = self.focused
        if not isinstance(row, GameRow) or not self._differs(row.info):
            return ""
        last = recall(self.arena.settings, row.info, self.arena.registry.book)
        return f"{row.key} seats you as usual; r{row.key} as last time: {sitting(last)}"

    def _differs(self, info: GameInfo) -> bool:
        """Whether a game was last played by others than its key would seat."""
        settings, book = self.arena.settings, self.arena.registry.book
        if info.id not in settings.last:
            return False  # told without the game's rules, which the first frame then need not load
        last, first = recall(settings, info, book), usual(settings, info, book)
        return {s: c.spec for s, c in last.cast.items()} != {s: c.spec for s, c in first.cast.items()}

    def on_descendant_focus(self) -> None:
        self._show_tip()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return isinstance(parameters[0], int) and parameters[0] <= len(self.games)
        checks: dict[str, Callable[[], bool]] = {
            "notices": lambda: bool(self.arena.notices),
            "daily": lambda: any(info.daily for info in self.games),
            "disarm": lambda: bool(self._armed),
            "repeat": lambda: any(self._differs(info) for info in self.games),
            "guide": lambda: any(self._guided(info) for info in self.games),
            "back": lambda: False,
        }
        return checks[action]() if action in checks else True

    def action_play(self, number: int) -> None:
        """A game's key: play at once, or set up first if that was asked for."""
        info = self.games[number - 1]
        self.query_one(f"#game-{info.id}", GameRow).focus()
        self._act_on(info)

    def _act_on(self, info: GameInfo) -> None:
        """What the armed key wants with a game; play it, if none is armed."""
        armed, settings, book = self._armed, self.arena.settings, self.arena.registry.book
        self._disarm()
        if armed == "set_up":
            self.arena.open_setup(info.id)
        elif armed == "guide" and self._guided(info):
            self._play_guided(info)
        else:
            self.arena.open_table((recall if armed == "repeat" else usual)(settings, info, book))

    def _guided(self, info: GameInfo) -> bool:
        """Whether a first game with a guide is offered: it has one, and nothing of it was played yet."""
        return self._known is not None and not self._known.forms[info.id].played and info.has_tutorial

    def _play_guided(self, info: GameInfo) -> None:
        """Play a game by its defaults, with what its guide makes easier."""
        tutorial = info.tutorial() or Tutorial()
        cast = {seat: read_player(text) for seat, text in tutorial.players.items()}
        opening = Opening(info.id, cast, dict(tutorial.options))
        opening = people_seated(opening, info, self.arena.settings.name)
        self.arena.open_table(opening, guided=True)

    def action_set_up(self) -> None:
        self._arm("set_up")

    def action_repeat(self) -> None:
        """Arm a game with the players of last time; the next key says which game."""
        self._arm("repeat")

    def action_guide(self) -> None:
        """Arm a first game in which the host says what to look at; the next key says which game."""
        self._arm("guide")

    def _arm(self, what: str) -> None:
        """Make the next key do this; the same key again undoes it."""
        self._armed = "" if self._armed == what else what
        self._show_tip()
        self.refresh_bindings()

    def action_disarm(self) -> None:
        self._disarm()

    def _disarm(self) -> None:
        self._armed = ""
        self._show_tip()
        self.refresh_bindings()

    def action_daily(self) -> None:
        """The next of today's dailies: play it, resume it, or see its result."""
        daily = home_stats.next_daily(self._known.dailies) if self._known else None
        info = next((info for info in self.games if daily and info.id == daily.game), None)
        if info is None or daily is None:
            return
        if daily.session is None:
            opening = Opening(info.id, seed=daily_seed(daily.day))
            self.arena.open_table(people_seated(opening, info, self.arena.settings.name), daily=daily.day)
        elif daily.over:
            self.arena.open_result(daily.session)
        else:
            self.arena.resume_table(daily.session)

    def action_party(self) -> None:
        """Open the scoreboard of the party that is not over, or a new party."""
        party_state = self._known.party_state if self._known else None
        if party_state is None:
            self.arena.open_party_setup()
        else:
            self.arena.open_party(party_state.party.id)

    def _go_on(self, waiting: SessionRow | PartyState) -> None:
        """Go back to a table, or to a party: to its table first, if one is unfinished."""
        if isinstance(waiting, SessionRow):
            self.arena.resume_table(waiting.id)
        elif waiting.running is not None:
            self.arena.resume_table(waiting.running.row.id)
        else:
            self.arena.open_party(waiting.party.id)

    @work(exclusive=True, group="watch")
    async def action_watch(self) -> None:
        """Watch two bots at the game that has the focus, or a shipped demo; those of this game come first."""
        from tui_arena.ui.sessions.presenter import read_demos  # noqa: PLC0415  (the first frame needs none)

        info = self._game_in_focus()
        demos = await self.arena.in_thread(read_demos, self.arena.catalogue)
        bots = Choice("", f"two bots play {info.title}, live")
        demos.sort(key=lambda demo: not demo.game.startswith(info.title))
        title = {d: next((i.title for i in self.games if d.game.startswith(i.title)), d.game) for d in demos}
        choices = [bots, *(Choice(str(d.path), f"demo: {d.title} ({title[d]})") for d in demos)]
        chosen = await self.app.push_screen_wait(Picker("Watch what?", choices, ""))
        if chosen == "":
            self.arena.open_table(
                watched(recall(self.arena.settings, info, self.arena.registry.book), info), watch=True
            )
        elif chosen is not None:
            self.arena.open_replay(Path(chosen), plays=True)

    def _game_in_focus(self) -> GameInfo:
        """The game whose row has the focus, or that of the unfinished session in focus, or the first."""
        if isinstance(self.focused, GameRow):
            return self.focused.info
        known = {info.id: info for info in self.games}
        place = (self.focused.id or "") if self.focused else ""
        if place.startswith("continue-") and self._known is not None:
            waiting = self._known.waiting[int(place.rpartition("-")[2])]
            game = waiting.game if isinstance(waiting, SessionRow) else waiting.game.game
            return known.get(game, self.games[0])
        return self.games[0]

    def action_stats(self) -> None:
        self.arena.open_stats(self._game_in_focus().id)

    def action_notices(self) -> None:
        """Show the notices and clear them."""
        text = "\n\n".join(self.arena.notices)
        self.arena.notices.clear()
        self.show_notices()
        self.app.push_screen(Dialog("Good to know", text, [("ok", "All right")]))

    # rows

    @on(Click, "#notices")
    def _notices_clicked(self) -> None:
        self.action_notices()

    @on(MenuRow.Chosen)
    def _chosen(self, event: MenuRow.Chosen) -> None:
        row = event.row
        if isinstance(row, GameRow):
            self._act_on(row.info)
        elif row.id == "party":
            self.action_party()
        elif row.id == "daily":
            self.action_daily()
        elif row.id == "watch":
            self.action_watch()
        elif row.id == "models":
            self.arena.open_models()
        elif self._known and row.id:
            self._go_on(self._known.waiting[int(row.id.rpartition("-")[2])])

    @on(GameRow.SetUp)
    def _set_up(self, event: GameRow.SetUp) -> None:
        self.arena.open_setup(event.row.info.id)

    @on(GameRow.Variant)
    def _variant_taken(self, event: GameRow.Variant) -> None:
        info, settings = event.row.info, self.arena.settings
        opening = with_variant(
            recall(settings, info, self.arena.registry.book), info, event.row.variant, settings.name
        )
        self.arena.keep_opening(opening)


def _variant(opening: Opening, info: GameInfo) -> str:
    """The choice, of those that the game offers, which an opening has; empty: the game offers none."""
    if info.offers is None:
        return ""
    if info.offers == DECK:
        return opening.deck or info.deck or ""
    return str(opening.options.get(info.offers, info.options[info.offers].default))


def _ready(store: Store, registry: ModelRegistry) -> list[str]:
    """Names of models that can be seated; runs in a thread, since the import takes a while too."""
    from tui_arena.players.models.check import ready_names  # noqa: PLC0415  (the first frame does not need it)

    return ready_names(store, registry)
