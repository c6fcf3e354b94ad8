"""The home screen: any game starts within two keys.

This screen asks no questions. The first frame doesn't wait for the store, whose results are added later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.widget import Widget
from textual.widgets import Static

from tui_arena.config import BadFile, Settings
from tui_arena.core.text import one_line
from tui_arena.data.manifests import DECK, MANIFEST, MenuGame, listed, menu_of_shipped, packages_name_games
from tui_arena.players.daily import daily_name, daily_number
from tui_arena.ui.app.arena import Arena, query_errors
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import GREEN, GREY, TILE_INK, YELLOW, say
from tui_arena.ui.home.game_row import GameRow
from tui_arena.ui.times import day_in_words, tip, until_tomorrow
from tui_arena.ui.widgets.menu import ARROWS, MenuRow, Rows, glyphs_of
from tui_arena.ui.widgets.text_block import StillText

if TYPE_CHECKING:
    from tui_arena.data import GameInfo
    from tui_arena.players.party import PartyState
    from tui_arena.save.queries import SessionRow
    from tui_arena.ui.home.home_stats import Daily, HomeStats

    Waiting = SessionRow | PartyState

LETTERS = (("A", GREEN), ("R", YELLOW), ("E", GREY), ("N", GREEN), ("A", YELLOW))
WIDTH = 5
"""The width of a tile, in cells."""


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
            parts += [(text.center(WIDTH), TILE_INK[mark]), " "]
        return Content.assemble(*parts)


GAME_KEYS = "1234567890ab"
"""The keys that start a game, by the game's place. Further games can be reached with arrows."""
AIRY = 54
"""The minimum number of lines for a blank line after each row."""
MANY = 8
"""From this many games on, each has one line unless the screen is tall, and the logo makes room."""
UNFINISHED = 4
"""The number of unfinished sessions that are offered; a small terminal shows fewer."""
SLOGAN = "A games evening in your terminal: friends, bots, and no washing up."
MODELS = "by key, server or file, or get a small one"
ARMED = {
    "set_up": "Set up which game? Press its key, or Esc",
    "repeat": "Same players as last time: which game? Press its key, or Esc",
    "guide": "A game with a guide: which one? Press its key, or Esc",
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
        Binding("e", "set_up", "Set up", id="home.set_up", tooltip="Set up a game; then press its key"),
        Binding(
            "r",
            "repeat",
            "As last time",
            id="home.repeat",
            tooltip="Play with the last players; then press the game's key",
        ),
        Binding(
            "g",
            "guide",
            "Guide",
            id="home.guide",
            tooltip="Play a first game with a guide; then press its key",
        ),
        Binding("d", "daily", "Daily", id="home.daily", show=False),
        Binding("c", "challenge", "Challenge", id="home.challenge", show=False),
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
        Binding("h,question_mark", "app.help", id="home.help", show=False),
        Binding("escape", "disarm", "Never mind", id="home.disarm"),
        Binding("enter", "first", show=False, id="home.first"),
        *ARROWS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self._armed = ""
        """The action of the next game key: `set_up`, `repeat` or `guide`; empty: it plays."""
        self._returns = -1
        """How often this screen has been shown again."""
        self._known: HomeStats | None = None
        self._wants_daily = False
        """Whether the daily was asked for before the app knew which daily is next."""
        self._wants_first = False
        """Whether Enter was pressed before the app knew the first row, which may be a session to resume."""
        self.games = _listed_games()
        """The games in the order of their keys."""

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
            for n, game in enumerate(self.games):
                yield GameRow(GAME_KEYS[n : n + 1] or " ", game, _variant(self.arena.settings, game))
            yield Static("", classes="gap", markup=False)
            yield MenuRow("p", "Party", "several people, several games, one score", id="party")
            yield MenuRow("d", "Daily", id="daily")
            yield MenuRow("c", "Challenge", "a friend's code, or a machine to beat", id="challenge")
            yield MenuRow("w", "Watch", "two bots, or a game with a story: sit back", id="watch")
            yield MenuRow("m", "Models", MODELS, id="models")
            yield StillText(id="tip")

    def on_mount(self) -> None:
        for row in self.query("#party, #daily, #challenge, #watch, #models").results(MenuRow):
            row.title_width = len("Akinator and more")
        for row in self.query("#continue MenuRow").results(MenuRow):
            row.title_width = max(len(game.title) for game in self.games)
        self.set_class(len(self.games) >= MANY, "-many")
        self.show_notices()

    def on_resize(self) -> None:
        """Leave blank lines between the rows if there is room for that."""
        self.set_class(self.size.height >= AIRY and len(self.games) < MANY, "-airy")

    def on_screen_resume(self) -> None:
        self._returns += 1
        self.refresh_known()

    def refresh_known(self) -> None:
        """Read from the store again."""
        now = self.arena.now()
        self.sub_title = day_in_words(now.date())
        self._disarm()
        for row in self.query(GameRow):
            row.variant = _variant(self.arena.settings, row.game)
        self.call_after_refresh(self._fetch, now.date().isoformat())  # the first frame comes first

    def session_freed(self) -> None:
        """Read again, because a session has been released and can now be offered."""
        self._fetch(self.arena.now().date().isoformat())

    @work(exclusive=True, group="known")
    async def _fetch(self, day: str) -> None:
        arena = self.arena
        try:
            known, ready = await arena.in_thread(_read, arena, day)
        except query_errors() as error:
            if arena.refused is not None:
                arena.exit(return_code=1)
            arena.notices.append(str(error))
            if self.focused is None:
                self._first_row.focus()
        else:
            unknown, self._known = self._known is None, known
            self._show(known)
            if self.focused is None or (known.waiting and not unknown and isinstance(self.focused, GameRow)):
                self._first_row.focus()
            self.query_one("#models", MenuRow).say(right=f"{ready} ready" if ready else "")
        finally:
            self._load_ahead()
        self.show_notices()
        daily, self._wants_daily = self._wants_daily, False
        first, self._wants_first = self._wants_first, False
        if daily and self.is_current:
            self.action_daily()
        elif first and self.is_current and self._known is not None:
            self._first_row.action_choose()

    @work(group="ahead")
    async def _load_ahead(self) -> None:
        """Load what a first table needs, once home has all its figures."""
        await self.arena.load_ahead("table")
        await self.arena.load_games_ahead()
        self.arena.has_loaded("home")

    def _show(self, known: HomeStats) -> None:
        from tui_arena.save.queries import SessionRow  # noqa: PLC0415  (loaded when first shown)

        now = self.arena.now()
        self.query_one("#continue").display = bool(known.waiting)
        self.set_class(bool(known.waiting), "-waiting")
        for n in range(UNFINISHED):
            row = self.query_one(f"#continue-{n}", MenuRow)
            waiting = known.waiting[n] if n < len(known.waiting) else None
            row.set_class(waiting is None, "-none")
            row.means = waiting
            if isinstance(waiting, SessionRow):
                self._show_unfinished(row, waiting, known.last_played.get(waiting.id) or waiting.started, now)
            elif waiting is not None:
                self._show_party(row, waiting, now)
        for game_row in self.query(GameRow):
            form = known.forms.get(game_row.game.id)
            game_row.display = form is not None  # a notice names the game that is left out
            if form is not None:
                game_row.form = form
                game_row.guided = not form.played and self._info(game_row.game).has_tutorial
        self._show_dailies(known.dailies)
        slogan = self.query_one("#slogan", Static)
        slogan.update(say(WELCOME if known.first_start else SLOGAN))
        slogan.set_class(known.first_start, "-welcome")
        self.refresh_bindings()

    def _show_unfinished(self, row: MenuRow, session: SessionRow, last: str | None, now: datetime) -> None:
        from tui_arena.ui.times import ago  # noqa: PLC0415  (as above)

        info = self.arena.catalogue.games.get(session.game)
        title = info.title if info else session.game
        variant = session.variant if info is None or info.offered else ""
        variant = daily_name(session.daily) or variant
        text = self.glyphs.dotted((variant, session.line))
        row.say(
            one_line(title, row.title_width),
            one_line(text, 60),
            ago(last, now),
        )

    def _show_party(self, row: MenuRow, party_state: PartyState, now: datetime) -> None:
        from tui_arena.ui.home.home_stats import last_played  # noqa: PLC0415
        from tui_arena.ui.party.presenter import progress, score_line  # noqa: PLC0415  (few have a party)
        from tui_arena.ui.times import ago  # noqa: PLC0415  (as above)

        parts = (party_state.party.name, progress(party_state), score_line(party_state))
        text = self.glyphs.dotted(parts)
        row.say("Party", one_line(text, 60), ago(last_played(party_state), now))

    def _show_dailies(self, dailies: Sequence[Daily]) -> None:
        """Show today's dailies, their results, and the time until the next dailies."""
        row = self.query_one("#daily", MenuRow)
        row.display = bool(dailies)
        if not dailies:
            return
        dotted, number = self.glyphs.dotted, f"no. {daily_number(dailies[0].day)}"
        whole = [f"{one.noun} {one.line}".rstrip() for one in dailies]
        brief = [f"{one.noun} {one.brief}".rstrip() for one in dailies]
        shorter = [dotted((number, *whole)), dotted((number, *brief)), dotted(brief)]
        text = shorter[0]
        if all(one.over for one in dailies):
            text = dotted((text, f"next one in {until_tomorrow(self.arena.now())}"))
        elif not any(one.session for one in dailies):
            text = f"{text}, for everybody"
        streak = max(one.streak for one in dailies)
        row.say(text=text, right=f"streak {streak}" if streak else "", shorter=shorter)

    def show_notices(self) -> None:
        """Show the line of notices, with their number, if there are any."""
        notices = self.arena.notices
        line = self.query_one("#notices", Static)
        line.display = bool(notices)
        if notices:
            more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
            line.update(say(f"Press n to read this{more}:  {notices[0]}"))
        self._show_tip()
        self.refresh_bindings()

    def _show_tip(self) -> None:
        today = self.arena.now().date()
        text = ARMED.get(self._armed) or self._other_cast() or f"tip: {tip(today, self._returns)}"
        self.query_one("#tip", StillText).update(say(text))
        self.query_one("#tip").set_class(bool(self._armed), "-armed")

    def _other_cast(self) -> str:
        """A hint to what `r` plays in the focused game, if the game's key plays otherwise; else empty."""
        row = self.focused
        if self._known is None or not isinstance(row, GameRow):
            return ""
        last = self._known.others.get(row.game.id)
        return f"Press {row.key} for your usual seat, r{row.key} to play as last time: {last}" if last else ""

    def on_descendant_focus(self) -> None:
        self._show_tip()

    # keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play":
            return isinstance(parameters[0], int) and parameters[0] <= len(self.games)
        checks: dict[str, Callable[[], bool]] = {
            "notices": lambda: bool(self.arena.notices),
            "daily": lambda: self._known is None or bool(self._known.dailies),
            "disarm": lambda: bool(self._armed),
            "repeat": lambda: self._known is not None and bool(self._known.others),
            "guide": lambda: (
                self._known is None or any(i.has_tutorial for i in self.arena.catalogue.games.values())
            ),
            "first": lambda: self._known is None,
            "back": lambda: False,
        }
        return checks[action]() if action in checks else True

    @property
    def _first_row(self) -> MenuRow:
        """The row that Enter chooses before the person has moved."""
        waits = self._known is not None and self._known.waiting
        return self.query_one("#continue-0", MenuRow) if waits else self.query(GameRow).first()

    def action_first(self) -> None:
        """Choose the first row as soon as it is known. Until then no row has the focus."""
        self._wants_first = True

    def action_play(self, number: int) -> None:
        """Handle a game's key: do the armed action with the game, or play it at once."""
        game = self.games[number - 1]
        self.query_one(f"#game-{game.id}", GameRow).focus()
        self._act_on(game)

    def _info(self, game: MenuGame) -> GameInfo:
        return self.arena.catalogue.game(game.id)

    def _act_on(self, game: MenuGame) -> None:
        """Do the armed key's action with a game; if no key is armed, play the game."""
        from tui_arena.ui.home import plays  # noqa: PLC0415  (the first frame doesn't need them)

        armed = self._armed
        self._disarm()
        if game.id not in self.arena.catalogue.games:
            self.show_notices()
        elif armed == "set_up":
            self.arena.open_setup(game.id)
        elif armed == "guide":
            plays.play_guided(self.arena, self._info(game))
        else:
            plays.play(self.arena, self._info(game), as_last=armed == "repeat")

    def action_set_up(self) -> None:
        self._arm("set_up")

    def action_repeat(self) -> None:
        """Arm the last players: the next game key plays with them."""
        self._arm("repeat")

    def action_guide(self) -> None:
        """Arm the guide: the next game key plays a first game with explanations by the host."""
        self._arm("guide")

    def _arm(self, what: str) -> None:
        """Arm this action for the next game key. The same key again disarms it."""
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
        """Play the next of today's dailies, resume it, or show its result."""
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)
        from tui_arena.ui.home.home_stats import next_daily  # noqa: PLC0415

        self._wants_daily = self._known is None
        daily = next_daily(self._known.dailies) if self._known else None
        if daily is not None:
            plays.play_daily(self.arena, self.arena.catalogue.game(daily.game), daily)

    def action_party(self) -> None:
        """Open the scoreboard of the unfinished party, or else the form of a new party."""
        party_state = self._known.party_state if self._known else None
        if party_state is None:
            self.arena.open_party_setup()
        else:
            self.arena.open_party(party_state.party.id)

    @work(exclusive=True, group="challenge")
    async def action_challenge(self) -> None:
        """Ask for the code of a challenge, and play it or compare it."""
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)

        await plays.take_up(self.arena)

    @work(exclusive=True, group="watch")
    async def action_watch(self) -> None:
        """Watch two bots play the focused game, or a shipped demo. The game's own demos come first."""
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)

        with self.arena.keys_in_turn.kept():  # the next keys are for the list
            info = self.arena.catalogue.game(self._game_in_focus())
            choices = await plays.watched_by(self.arena, info)
        if self.is_current:
            await plays.watch(self.arena, info, choices)

    def _game_in_focus(self) -> str:
        """The game of the focused row or of the focused unfinished session, otherwise the first game."""
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)

        if isinstance(self.focused, GameRow):
            return self.focused.game.id
        means = self.focused.means if isinstance(self.focused, MenuRow) else None
        game = plays.game_of(cast("Waiting", means)) if means is not None else ""
        return next((one.id for one in self.games if one.id == game), self.games[0].id)

    def action_stats(self) -> None:
        self.arena.open_stats(self._game_in_focus())

    def action_notices(self) -> None:
        """Show the notices and clear them."""
        text = "\n\n".join(self.arena.notices)
        self.arena.notices.clear()
        self.show_notices()
        from tui_arena.ui.widgets.dialogs import Dialog  # noqa: PLC0415  (as above)

        self.app.push_screen(Dialog("Good to know", text, [("ok", "All right")]))

    # rows

    @on(Click, "#notices")
    def _notices_clicked(self) -> None:
        self.action_notices()

    @on(MenuRow.Chosen)
    def _chosen(self, event: MenuRow.Chosen) -> None:
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)

        row = event.row
        if isinstance(row, GameRow):
            self._act_on(row.game)
        elif row.id == "party":
            self.action_party()
        elif row.id == "daily":
            self.action_daily()
        elif row.id == "challenge":
            self.action_challenge()
        elif row.id == "watch":
            self.action_watch()
        elif row.id == "models":
            self.arena.open_models()
        elif event.means is not None:
            plays.go_on(self.arena, cast("Waiting", event.means))

    @on(GameRow.SetUp)
    def _set_up(self, event: GameRow.SetUp) -> None:
        self.arena.open_setup(event.row.game.id)

    @on(GameRow.Variant)
    def _variant_taken(self, event: GameRow.Variant) -> None:
        from tui_arena.ui.home import plays  # noqa: PLC0415  (as above)

        others = plays.take_variant(self.arena, self._info(event.row.game), event.row.variant)
        if self._known is not None:
            self._known = replace(self._known, others=others)


def _listed_games() -> Sequence[MenuGame]:
    """The shipped games and the games of installed packages, in the order of their keys."""
    if not packages_name_games():
        return menu_of_shipped()
    from tui_arena.data.installed import all_games  # noqa: PLC0415  (such a game is checked before it is listed)

    found = []
    for info in all_games().by_id.values():
        with suppress(BadFile):  # its files were changed since it was read
            found.append(listed(info.folder / MANIFEST))
    return found


def _variant(settings: Settings, game: MenuGame) -> str:
    """The variant for a game's next session; empty if the game offers no variants."""
    last = settings.last.get(game.id)
    last = last if isinstance(last, Mapping) else {}
    if game.by == DECK:
        deck = last.get(DECK)
        if not isinstance(deck, str) or not deck or deck == game.learns:
            return game.usual
        name, _, number = deck.rpartition("-")  # a session that was played again has such a name
        return name if number.isdigit() and name in game.offered else deck
    options = last.get("options")
    value = options.get(game.by) if isinstance(options, Mapping) else None
    return value if isinstance(value, str) and value in game.offered else game.usual


def _read(arena: Arena, day: str) -> tuple[HomeStats, int]:
    """The home screen's data from the store, and the number of usable models. Runs in a thread."""
    from tui_arena.players.models.check import ready_names  # noqa: PLC0415  (the first frame does not need it)
    from tui_arena.ui.home.home_stats import read_home_stats  # noqa: PLC0415  (as above)

    known = read_home_stats(
        arena.store, arena.catalogue, arena.registry, arena.settings, day=day, unfinished=UNFINISHED
    )
    arena.read_the_rest()
    return known, len(ready_names(arena.store, arena.registry))
