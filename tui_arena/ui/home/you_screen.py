"""A player's page, opened with `y` on home. Every person, bot and model has the same page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui_arena.core.language.sentences import counted, first_name
from tui_arena.players.bot import LEVELS
from tui_arena.save.store import Acquaintance
from tui_arena.stats.person import GameRecord
from tui_arena.stats.written import SCREEN
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.app.settings_screen import delete_person, rename_dialog, rename_person
from tui_arena.ui.boards.tiles import LARGE, MEDIUM, Tile, draw
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import GREEN, say
from tui_arena.ui.home.you_presenter import (
    You,
    calendar,
    milestone_text,
    months,
    nothing_yet,
    read_you,
    said_of,
)
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.times import MONTHS
from tui_arena.ui.widgets.charts import ups_and_downs
from tui_arena.ui.widgets.rows import Choice, Picker

NAME = 10
"""The maximum number of letters of a name that is drawn in tiles."""
BARS = 10
WON, RUN = 11, 14
"""The width of the number of wins, and of the longest winning streak, in cells."""
EDGE, TALL = 6, 34
"""The cells at each side of the page, and the minimum number of lines for a large name."""
SHOWN = 6
"""The maximum number of milestones and acquaintances that are listed."""
WEEKDAYS = ("Mo", "", "We", "", "Fr", "", "Su")
SHADES = ("·", "░", "▒", "▓", "█")
ASCII_SHADES = (".", "-", "+", "#", "@")


class YouScreen(ArenaScreen):
    """A player's games, days, lines, company and milestones."""

    TITLE = "YOU"
    CSS_PATH = "you_screen.tcss"
    AUTO_FOCUS = "#all"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "o",
            "other",
            "Somebody else",
            id="you.other",
            tooltip=("Look at another person, a bot or a model"),
        ),
        Binding("n", "rename", "Rename", id="you.rename", tooltip="Rename this person, or merge two people"),
        Binding("x,delete", "delete", "Delete", key_display="x", id="you.delete"),
        Binding("t", "stats", "Stats", id="you.stats", tooltip="Detailed figures"),
        Binding("s", "sessions", "Sessions", id="you.sessions", tooltip="Every game on this page"),
    ]
    HELP = (
        "What counts: games won, lost or drawn here. Not imported ones, and not those somebody else finished."
    )

    def __init__(self, kind: str, name: str) -> None:
        """`kind` and `name`: the player's, as saved."""
        super().__init__()
        self._player_kind, self._player = kind, name
        self.you: You | None = None

    def body(self) -> ComposeResult:
        with VerticalScroll(id="all"):
            yield Static(id="name", markup=False)
            yield Static(id="summary", markup=False)
            yield Static(id="said", markup=False)
            with Horizontal(id="columns"):
                with Vertical(id="left"):
                    yield Static(id="games", markup=False)
                    yield Static(id="lines", markup=False)
                    yield Static(id="milestones", markup=False)
                with Vertical(id="right"):
                    yield Static(id="days", markup=False)
                    yield Static(id="met", markup=False)
                    yield Static(id="league", markup=False)

    def on_screen_resume(self) -> None:
        self.load()

    @work(exclusive=True, group="you")
    async def load(self) -> None:
        """Read the page and draw it."""
        arena = self.arena
        zone = arena.now().tzinfo
        found = await self.looked_up(
            read_you, arena.catalogue, arena.store, self._player_kind, self._player, zone
        )
        if found is not None:
            self.you = found
            self._draw()
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("rename", "delete"):
            return self._player_kind == "human" and self.you is not None
        return True

    @property
    def _own(self) -> bool:
        """Whether this is the page of the person at the keyboard."""
        return self._player_kind == "human" and self._player == self.arena.settings.name

    # drawing

    def on_resize(self) -> None:
        if self.you is not None:
            self._draw()

    def _draw(self) -> None:
        you = self.you
        if you is None:
            return
        person = you.person
        own = self._own
        self.title = self.TITLE if own else you.name.upper()
        self.sub_title = "" if you.kind == "human" else you.kind
        self.put("name", self._title(you.name))
        if not person.played and not person.helped:
            self.put("summary", say(nothing_yet(own=own), "$foreground-muted"))
            for name in ("said", "games", "lines", "days", "met", "league", "milestones"):
                self.put(name, Content(""))
            return
        first = person.since
        since = f"since {first.day} {MONTHS[first.month - 1]} {first.year}" if first is not None else ""
        share = f" ({SCREEN.shares.number(person.won / person.played)})" if person.won else ""
        won = f"{person.won} won{share}" if person.won else ""
        helped = f"{person.helped} more with help" if person.helped else ""
        games = counted(person.played, "game") if you.whole else f"the newest {person.played:,} games"
        facts = [games, won, helped, since]
        self.put("summary", say(self.glyphs.dotted(facts), "bold"))
        self.put(
            "said", Content("\n").join(say(line) for line in said_of(you, self.arena.catalogue, own=own))
        )
        self.put("games", self._games(you))
        self.put("lines", self._lines(you))
        self.put("days", self._days(you))
        self.put("met", self._met(you))
        self.put("league", self._league(you))
        self.put("milestones", self._milestones(you))
        for part in self.query("#columns Static").results(Static):
            part.display = bool(str(part.content))

    def _title(self, name: str) -> Content:
        """The name in tiles, or as plain text if it is too long."""
        letters = [c for c in first_name(name) if c.isalnum()]
        if not letters or len(letters) > NAME or not all(len(c.upper()) == 1 for c in letters):
            return say(name, "bold $primary")
        room = self.size.width - EDGE
        large = self.size.height >= TALL and LARGE.across(len(letters)) <= room
        return draw([[Tile(c, GREEN) for c in letters]], LARGE if large else MEDIUM, self.glyphs)

    def _heading(self, text: str) -> Content:
        return say(text, "bold $primary")

    def _games(self, you: You) -> Content:
        games = (self._game(game) for game in you.person.games)
        return Content("\n").join([self._heading("GAMES"), *games])

    def _game(self, game: GameRecord) -> Content:
        info = self.arena.catalogue.games.get(game.game)
        title = info.title if info else game.game
        bars = ups_and_downs(game.results[-BARS:], self.glyphs)
        run = f"best streak {game.best}" if game.best > 1 else ""
        record = f"quickest {game.record.count}" if game.record is not None else ""
        parts = f"{game.won} of {game.played} won".rjust(WON), run.ljust(RUN), record
        return Content.assemble(
            say(title.ljust(17)),
            bars,
            " " * (BARS - len(bars.plain) + 1),
            say("  ".join(parts).rstrip(), "$foreground-muted"),
        )

    def _lines(self, you: You) -> Content:
        if not you.lines:
            return Content("")
        lines = [self._heading("WELL SAID")]
        for line in you.lines:
            host = game_ui_of(self.arena.catalogue.game(line.game)).host
            effect = host.after_quote(line.quote) if isinstance(host, HostLines) else ""
            title = self.arena.catalogue.game(line.game).title
            lines.append(
                Content.assemble(
                    say(f"“{line.quote.shown}”", "italic"),
                    say(f"  {title}{', ' + effect if effect else ''}", "$foreground-muted"),
                )
            )
        return Content("\n").join(lines)

    def _days(self, you: You) -> Content:
        """The days of half a year. The more games a day has, the darker it is."""
        shades = ASCII_SHADES if self.glyphs.ascii else SHADES
        today = self.arena.now().date()
        rows = calendar(you.person.days, today)
        most = max((n for row in rows for n in row if n), default=1)
        lines = [self._heading("EVENINGS"), say(f"   {months(today)}", "$foreground-muted")]
        for label, row in zip(WEEKDAYS, rows, strict=True):
            cells = "".join(
                " " if n is None else shades[0] if not n else shades[min(1 + (4 * n - 1) // most, 4)]
                for n in row
            )
            lines.append(Content.assemble((f"{label:<3}", "$foreground-muted"), (cells, "$primary")))
        return Content("\n").join(lines)

    def _met(self, you: You) -> Content:
        """The score against each acquaintance, and the games won together with them."""
        met = you.person.acquaintances
        against = [(one, f"{one.won} : {one.lost}") for one in met if one.against][:SHOWN]
        together = [(one, f"{one.won_together} of {one.together} won") for one in met if one.together][:SHOWN]
        parts = (("HEAD TO HEAD", against), ("SIDE BY SIDE", together))
        return Content("\n\n").join(self._company(head, rows) for head, rows in parts if rows)

    def _company(self, head: str, rows: Sequence[tuple[Acquaintance, str]]) -> Content:
        width = max(len(first_name(one.name)) for one, _ in rows)
        names = (say(f"{first_name(one.name):<{width}}  ") for one, _ in rows)
        told = (say(score, "$foreground-muted") for _, score in rows)
        lines = (Content.assemble(name, score) for name, score in zip(names, told, strict=True))
        return Content("\n").join([self._heading(head), *lines])

    def _league(self, you: You) -> Content:
        """This person's challenges against every other person, and the league of all people."""
        pairs = you.league.against(you.name)[:SHOWN] if you.kind == "human" else []
        if not pairs:
            return Content("")
        lines = [self._heading("CHALLENGES")]
        wide = max(len(first_name(pair.other)) for pair in pairs)
        for pair in pairs:
            drawn = f"  {pair.drawn} drawn" if pair.drawn else ""
            score = say(f"{pair.won} : {pair.lost}{drawn}", "$foreground-muted")
            lines.append(Content.assemble(say(f"{first_name(pair.other):<{wide}}  "), score))
        table = you.league.table()
        if len(table) > 2:
            lines += [Content(""), self._heading("LEAGUE")]
            wide = max(len(first_name(one.name)) for one in table[:SHOWN])
            for place, one in enumerate(table[:SHOWN], 1):
                points = say(f"{counted(one.points, 'point')} from {one.played}", "$foreground-muted")
                lines.append(Content.assemble(say(f"{place}  {first_name(one.name):<{wide}}  "), points))
        return Content("\n").join(lines)

    def _milestones(self, you: You) -> Content:
        found = you.person.milestones[-SHOWN:]
        if not found:
            return Content("")
        lines = [self._heading("MILESTONES")]
        for one in reversed(found):
            text = milestone_text(one, self.arena.catalogue)
            lines.append(Content.assemble((f"{self.glyphs.star} ", "bold $accent"), say(text)))
        return Content("\n").join(lines)

    # keys

    @work(exclusive=True, group="other")
    async def action_other(self) -> None:
        """Pick another player and show their page."""
        people = await self.looked_up(self.arena.store.people)
        if people is None:
            return
        models = list(self.arena.registry.book.entries)
        choices = [
            *(Choice(f"human:{name}", name) for name in people),
            *(Choice(f"bot:bot {level}", f"bot {level}") for level in LEVELS),
            *(Choice(f"model:{name}", f"{name} (model)") for name in models),
        ]
        chosen = await self.app.push_screen_wait(
            Picker("Whose page?", choices, f"{self._player_kind}:{self._player}")
        )
        if chosen:
            self._player_kind, _, self._player = chosen.partition(":")
            self.load()

    @work(exclusive=True, group="change")
    async def action_rename(self) -> None:
        """Rename this person, or merge two people."""
        new = await self.app.push_screen_wait(rename_dialog(self._player))
        if new and await rename_person(self, self._player, new):
            self._player = new
            self.load()

    @work(exclusive=True, group="change")
    async def action_delete(self) -> None:
        """Delete this person with all their sessions, after a question. Then the page is the user's own."""
        if await delete_person(self, self._player):
            self._player = self.arena.settings.name
            self.load()

    def action_stats(self) -> None:
        games = self.you.person.games if self.you else ()
        self.arena.open_stats(games[0].game if games else next(iter(self.arena.catalogue.games)))

    def action_sessions(self) -> None:
        self.arena.open_sessions(f"{self._player_kind}:{self._player}")
