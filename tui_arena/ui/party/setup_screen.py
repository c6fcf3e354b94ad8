"""The set-up of a party: who plays, which games, and for how many rounds.

The fields show a `PartyDraft`. A party that has begun can be changed here too; it keeps its past games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from tui_arena.config import Settings
from tui_arena.core.language.sentences import counted, listed
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.players.bot import LEVELS
from tui_arena.players.models.check import ready_names
from tui_arena.players.party import (
    AGAINST_GENIE,
    HUMAN,
    LEAST_PEOPLE,
    MOST_GAMES,
    MOST_PLAYERS,
    TEAMS,
    Party,
    PartyGame,
    PartyState,
    choice_of,
    name_of,
    stand_in,
    with_choice,
)
from tui_arena.players.party import (
    WHO as WHO_IS,
)
from tui_arena.players.party_store import open_party, parties, save_party
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError, new_id
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.recent_setups import MODEL
from tui_arena.ui.setup.setup_draft import ASK, NAMES
from tui_arena.ui.widgets.dialogs import Check, TextDialog
from tui_arena.ui.widgets.form import Columns, FormScreen, choices, plain
from tui_arena.ui.widgets.rows import Field, Picker

OPEN_END = "open end"
ROUNDS = (1, 2, 3, 4)
"""The numbers of rounds that the form offers, in addition to an open end."""
JOIN = "They share the keyboard; bots fill the empty seats."
SEVERAL = "Several at once: Ada, Ben, a bot."
LIST = "Type a name, or pick one with the arrows."
ABOUT = {
    "player": "Pick with left and right, or press Space; move the row with u and d.",
    "game": "Pick with left and right, or press Space. Playing a game twice is fine.",
    "unsigned": "On phones, with secret seats. At the end you bet on who's a machine.",
    "rounds": "How many times you play the games. Open end: until you stop.",
    "teams": "Every second player is on the same team. Press u or d to move a row.",
    "clock": "Think too long and you lose a point, once a turn at most.",
    "blind": "Letters stand for players until each game ends. Who's the machine?",
    "double": "With two rounds or more, the last can count double.",
    "players": SEVERAL,
    "games": "Add one more at the end.",
}
WHO, WHICH = "Who sits here?", "Which game?"
ALONE, TEAM = "everyone for themselves", "two teams"
ONCE, DOUBLE = "counts once", "counts double"
CLOCKS = (30, 60, 90)
"""The times for a turn that the form offers, in seconds."""
NO_CLOCK = "no clock"
SCORING = (
    "You score a point if you win, if nobody finds your secret, or if you're not playing and call "
    "the ending. It's all saved, so you can carry on another day."
)
"""The help text on how to score points."""
GENIES = "akinator"
"""The game that a whole party can play against the bot."""


@dataclass
class PartyDraft:
    """The choices for a party: its players, its games, its rounds and its rules."""

    catalogue: Catalogue
    players: list[str] = field(default_factory=list)
    """The PLAYER texts of the players."""
    games: list[PartyGame] = field(default_factory=list)
    rounds: int | None = 1
    """The number of rounds; None for an open end."""
    name: str = ""
    people: list[str] = field(default_factory=list)
    """Names of people who have played before, and names that were typed here."""
    double_last: bool = False
    """Whether the last round counts double."""
    teams: bool = False
    """Whether two teams add up their points."""
    clock: int | None = None
    """Seconds for a turn; None without a clock."""
    blind: bool = False
    """Whether each game shows letters instead of its players' names until it is over."""
    ready: list[str] = field(default_factory=list)
    """Models that answered when they were last tested."""
    phones: frozenset[str] = frozenset()
    """The names of people who have come by phone."""

    @classmethod
    def of(cls, catalogue: Catalogue, settings: Settings, last: Party | None) -> PartyDraft:
        """A draft with the settings of the last party. If `last` is None, it has the user and every game."""
        if last is not None:
            return cls(
                catalogue,
                list(last.present),
                list(last.games),
                last.rounds,
                last.name,
                double_last=last.double_last,
                teams=last.teams,
                clock=last.clock,
                blind=last.blind,
            )
        own = [] if settings.name == Settings().name else [HUMAN + settings.name]
        return cls(catalogue, own, [PartyGame(game) for game in catalogue.games])

    # who plays

    def candidates(self, place: int) -> list[tuple[str, str]]:
        """The players that can be chosen in a row, each as a PLAYER text and a label."""
        taken = {text for n, text in enumerate(self.players) if n != place}
        here = self.players[place] if place < len(self.players) else ""
        people = [HUMAN + name for name in self.people]
        machines = self.machines
        if here.startswith(HUMAN):
            people.insert(0, here)
        elif here.startswith(MODEL):
            machines.append(here)
        words = {text: self.words_for(name_of(text)) for text in people if text not in taken}
        words[HUMAN + ASK] = "somebody else…"
        for text in machines:
            if text not in taken:
                words[text] = f"{name_of(text)} (model)" if text.startswith(MODEL) else name_of(text)
        return list(words.items())

    def words_for(self, name: str) -> str:
        """A person's name; a guest's name is marked with `(phone)`."""
        return f"{name} (phone)" if name in self.phones else name

    @property
    def machines(self) -> list[str]:
        """PLAYER texts of the bots and models that the form offers."""
        return [*(f"bot:{level}" for level in LEVELS), *(MODEL + name for name in self.ready)]

    def called(self, names: Sequence[str], place: int | None = None) -> list[str]:
        """Returns a PLAYER text for each typed name: `a bot` is a bot without a seat, most others are people.

        Known players keep the spelling of their names. `place`: the row of a single name.
        """
        known = {name.casefold(): HUMAN + name for name in self.people}
        known |= {name_of(text).casefold(): text for text in self.machines}
        found = [text for n, text in enumerate(self.players) if n != place]
        seated = len(found)
        for name in names:
            a_bot = name.casefold() in ("bot", "a bot")
            found.append(stand_in(found) if a_bot else known.get(name.casefold(), HUMAN + name))
        return found[seated:]

    def join(self, names: Sequence[str]) -> None:
        """Add players after the others."""
        joining = self.called(names)
        self.players += joining
        people = [name_of(text) for text in joining if text.startswith(HUMAN)]
        self.people += [name for name in people if name not in self.people]

    def names_fault(self, text: str, place: int | None = None) -> str | None:
        """What is wrong with typed names, separated by commas; None if they are valid.

        `place`: the row of a single name.
        """
        names = names_in(text)
        if not names or any(not name.strip(" ?") for name in names):
            return "A name needs at least one letter."
        if place is not None and len(names) > 1:
            return "One name at a time, please."
        others = [p.casefold() for n, p in enumerate(self.players) if n != place]
        joining = self.called(names, place)
        twice = next((name_of(p) for p in joining if p.casefold() in others), None)
        if twice is not None or len({p.casefold() for p in joining}) < len(names):
            return f"{twice} is already on the list." if twice else "You've typed a name twice."
        if len(others) + len(names) > MOST_PLAYERS:
            return f"The table's full at {MOST_PLAYERS}."
        return None

    # games

    def offers(self) -> dict[str, tuple[str, PartyGame]]:
        """Maps the key of every game with each of its choices to a label and the game."""
        found = {}
        for info in self.catalogue.games.values():
            for choice in info.offered or ("",):
                game = with_choice(info, choice)
                found[self.key(game)] = f"{info.title}, {choice}" if choice else info.title, game
            if info.id == GENIES:
                genie = PartyGame(info.id, genie=True)
                found[self.key(genie)] = f"{info.title}, {AGAINST_GENIE}", genie
            if info.unsigned:
                who = PartyGame(info.id, unsigned=True)
                found[self.key(who)] = f"{info.title}, {WHO_IS}", who
        return found

    def key(self, game: PartyGame) -> str:
        """A game and its choice as one text, such as `wordle/clue`."""
        return f"{game.game}/{choice_of(game, self.catalogue.game(game.game))}"

    # lists

    def move(self, rows: list[Any], place: int, by: int) -> int:
        """Move a row up or down; returns its new position."""
        to = min(max(place + by, 0), len(rows) - 1)
        rows.insert(to, rows.pop(place))
        return to

    @property
    def full_table(self) -> bool:
        return len(self.players) >= MOST_PLAYERS

    @property
    def full_programme(self) -> bool:
        return len(self.games) >= MOST_GAMES

    # the result

    def problem(self) -> str | None:
        """Why the party can't begin, in a sentence; None if it can."""
        if not self.players:
            return "Nobody's here yet. Press a to add players; put commas between names."
        people = sum(player.startswith(HUMAN) for player in self.players)
        if people < LEAST_PEOPLE and any(game.unsigned for game in self.games):
            return "Who is the machine? needs two people or more, with phones. Press a to add them."
        return None if self.games else "No games yet. Press g to add one."

    def summary(self) -> str:
        """One line on who plays and how many games."""
        kinds = (HUMAN, "person", "people"), ("bot:", "bot", "bots"), (MODEL, "model", "models")
        numbers = ((sum(p.startswith(kind) for p in self.players), one, many) for kind, one, many in kinds)
        who = [counted(n, one, many) for n, one, many in numbers if n]
        games = "round after round"
        if self.rounds is not None:
            games = counted(self.rounds * len(self.games), "game")
        return f"{listed(who)}, {games}."

    def party(self, like: Party) -> Party:
        """A party with the settings of this draft; `like`: the party that supplies everything else."""
        return replace(
            like,
            players=tuple(self.players),
            games=tuple(self.games),
            rounds=self.rounds,
            name=self.name,
            double_last=self.double_last and (self.rounds or 1) > 1,
            teams=self.teams and len(self.players) >= 2 * TEAMS,
            clock=self.clock,
            blind=self.blind,
        )


def names_in(text: str) -> list[str]:
    """The names in a typed line.

    >>> names_in("Ada, Ben,, Eve ")
    ['Ada', 'Ben', 'Eve']
    """
    return [name for part in text.split(",") if (name := one_line(part, NAME_CHARS))]


class JoinDialog(TextDialog):
    """Returns the names on one line, with commas between them.

    Typed names count even if they aren't on the list. Enter takes a name of the list only if it is marked.
    """

    DEFAULT_CSS = """
    JoinDialog OptionList { height: auto; max-height: 8; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "mark(-1)", "Choose", show=False),
        Binding("down", "mark(1)", "Choose", show=False),
    ]

    def __init__(self, people: Sequence[str], machines: Sequence[str], check: Check) -> None:
        """`people`: the known people without a seat. `machines`: the bots and models without a seat."""
        limit = MOST_PLAYERS * (NAME_CHARS + 2)
        super().__init__("Who joins?", f"{LIST if people else JOIN} {SEVERAL}", "", check, limit=limit)
        self._known = [*people, *machines]
        self._first = 0 if people else None
        """The row that is marked before anything is typed; None if the list has only bots and models."""
        self._offered = list(self._known)
        """The names on the list: all that begin with the typed text."""

    def inside(self) -> ComposeResult:
        for n, widget in enumerate(super().inside()):
            if n == 1 and self._known:
                yield OptionList(*self._options(), classes="plain", markup=False)
            yield widget

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        if self._known:
            names = self.query_one(OptionList)
            names.can_focus = False
            names.highlighted = self._first

    def _options(self) -> list[Option]:
        return [Option(say(name)) for name in self._offered]

    @property
    def _before(self) -> str:
        """The typed text up to the last comma, which contains only complete names."""
        head, comma, _ = self.query_one(Input).value.rpartition(",")
        return f"{head}{comma} " if comma else ""

    @property
    def text(self) -> str:
        """The typed names, with the marked name of the list in place of the last."""
        names = self.query(OptionList)
        marked = names.first().highlighted if names else None
        return super().text if marked is None else self._before + self._offered[marked]

    def action_mark(self, by: int) -> None:
        """Mark the next name of the list, or the previous."""
        if self._offered and self._known:
            names = self.query_one(OptionList)
            names.action_cursor_down() if by > 0 else names.action_cursor_up()
            self._changed()

    @on(Input.Changed)
    def _narrow(self) -> None:
        """List the names that begin with the typed text. No name is marked until an arrow key marks it."""
        if not self._known:
            return
        typed = self.query_one(Input).value
        taken = {name.strip().casefold() for name in self._before.split(",")}
        begun = typed.rpartition(",")[2].strip().casefold()
        free = (name for name in self._known if name.casefold() not in taken)
        self._offered = [name for name in free if name.casefold().startswith(begun)]
        names = self.query_one(OptionList)
        names.clear_options().add_options(self._options())
        names.display = bool(self._offered)
        names.highlighted = None if typed else self._first

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.option_list.highlighted = event.option_index
        self.query_one("#ok", Button).press()


class PartySetupScreen(FormScreen):
    """One line for each player and each game; Enter begins."""

    TITLE = "PARTY"
    CSS_PATH = "setup_screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "To the table", id="party_setup.start"),
        Binding("a", "join", "Add players", id="party_setup.join"),
        Binding("g", "add_game", "Add a game", id="party_setup.add_game"),
        Binding("x,delete", "remove", "Remove", id="party_setup.remove", key_display="x"),
        Binding("u", "move(-1)", "Up", id="party_setup.up"),
        Binding("d", "move(1)", "Down", id="party_setup.down"),
        Binding("n", "name", "Name", id="party_setup.name", tooltip="Name the party"),
        Binding(
            "f",
            "app.open('phones')",
            "Phones",
            id="party_setup.phones",
            tooltip="Everybody plays on their phone; this screen is the stage",
        ),
        Binding(
            "v",
            "app.open('parties')",
            "Parties",
            id="party_setup.evenings",
            tooltip="Past parties and their scores",
        ),
    ]
    HELP = f"Choose who plays and which games. Seats change from game to game. {SCORING}"
    BUTTONS = (("start", "To the table"),)

    def __init__(self, party_state: PartyState | None = None) -> None:
        """`party_state`: a running party to change; None for a new party."""
        super().__init__()
        self._party_state = party_state
        self._offered: frozenset[str] = frozenset()
        """The players of the last party, who are only proposed."""
        self._guests_seated = False
        """Whether guests with phones have been added. The first guests replace the last party's players."""

    def body(self) -> ComposeResult:
        arena = self.arena
        last = self._party_state.party if self._party_state else None
        self.draft = PartyDraft.of(arena.catalogue, arena.settings, last)
        self.sub_title = "setting up a party" if self._party_state is None else "changing the party"
        yield from super().body()

    def on_mount(self) -> None:
        self.redraw()
        self._first_focus()

    def on_screen_resume(self) -> None:
        self._meet()

    @work(exclusive=True, group="people")
    async def _meet(self) -> None:
        """Read the known people, the tested models and the last party, and propose the last party again."""
        arena, draft = self.arena, self.draft
        try:
            known = await arena.in_thread(arena.store.people)
            draft.people = list(dict.fromkeys([*known, *draft.people]))
            draft.ready = await arena.in_thread(ready_names, arena.store, arena.registry)
            if self._party_state is None and draft == self._begun(None):
                last = await arena.in_thread(parties, arena.store, arena.catalogue, arena.registry.book, 1)
                if last:
                    self.draft = self._begun(replace(last[0].party, name=""))
                    self._offered = frozenset(self.draft.players)
        except SaveError:
            return
        self._seat_guests()
        self.redraw()
        self._first_focus()

    @property
    def people_here(self) -> list[str]:
        """The names of the people without a phone who were put on the list here."""
        draft = getattr(self, "draft", None)
        players = draft.players if draft is not None else ()
        names = [name_of(one) for one in players if one.startswith(HUMAN) and one not in self._offered]
        return [name for name in names if name not in self.arena.door.names.values()]

    def _seat_guests(self) -> None:
        """Add the guests who have come by phone to the players."""
        door, draft = self.arena.door, self.draft
        if not door.open:
            return
        draft.phones = frozenset(name_of(player) for player in door.host.players)
        draft.people = list(dict.fromkeys([*draft.people, *sorted(draft.phones)]))
        new = [player for player in door.host.players if player not in draft.players]
        if new and not self._guests_seated:
            draft.players = [] if self._party_state is None else draft.players
        self._guests_seated = True
        draft.players += new[: MOST_PLAYERS - len(draft.players)]

    def _begun(self, last: Party | None) -> PartyDraft:
        """A new draft with the people and models that were read. `last`: as in `PartyDraft.of`."""
        draft = PartyDraft.of(self.arena.catalogue, self.arena.settings, last)
        return replace(draft, people=self.draft.people, ready=self.draft.ready)

    def _first_focus(self) -> None:
        if self.focused is None or (self.focused.id == "add-player" and self.draft.players):
            self.query_one("#player-0" if self.draft.players else "#add-player").focus()

    # the fields

    def columns(self) -> Columns:
        draft = self.draft
        offers = {key: words for key, (words, _) in draft.offers().items()}
        players, games = [], []
        for n, player in enumerate(draft.players):
            others = choices(draft.candidates(n), lambda text: text.endswith(ASK))
            players.append(Field(f"player-{n}", str(n + 1), player, others, about=ABOUT["player"], title=WHO))
        for n, game in enumerate(draft.games):
            key = draft.key(game)
            known = offers if key in offers else {key: key, **offers}
            games.append(
                Field(
                    f"game-{n}",
                    str(n + 1),
                    key,
                    choices(known.items()),
                    about=ABOUT["unsigned" if game.unsigned else "game"],
                    title=WHICH,
                )
            )
        rounds = sorted({*ROUNDS, *([draft.rounds] if draft.rounds else [])})[-len(ROUNDS) :]
        often = [*((str(n), str(n)) for n in rounds), ("", OPEN_END)]
        return {
            "left": [
                "PLAYERS",
                *players,
                _adds("player", "a", "add players", "players", shown=not draft.full_table),
            ],
            "right": [
                "GAMES",
                *games,
                _adds("game", "g", "add a game", "games", shown=not draft.full_programme),
            ],
            "bottom": [
                Field("rounds", "rounds", str(draft.rounds or ""), choices(often), about=ABOUT["rounds"]),
                Field(
                    "double",
                    "last round",
                    DOUBLE if draft.double_last else ONCE,
                    plain([ONCE, DOUBLE]),
                    about=ABOUT["double"],
                    disabled=(draft.rounds or 1) < 2,
                ),
                Field(
                    "clock",
                    "a turn",
                    str(draft.clock or ""),
                    choices([("", NO_CLOCK), *((str(n), f"{n} seconds") for n in CLOCKS)]),
                    about=ABOUT["clock"],
                ),
                Field("blind", "names", NAMES[draft.blind], plain(NAMES), about=ABOUT["blind"]),
                Field(
                    "teams",
                    "score",
                    TEAM if draft.teams else ALONE,
                    plain([ALONE, TEAM]),
                    about=ABOUT["teams"],
                    shown=len(draft.players) >= 2 * TEAMS,
                ),
            ],
        }

    def redraw(self) -> None:
        super().redraw()
        draft, problem = self.draft, self.draft.problem()
        self.title = f"PARTY {self.glyphs.dot} {draft.name}" if draft.name else "PARTY"
        self.tell(problem or draft.summary(), bad=problem is not None)
        self.query_one("#start", Button).disabled = problem is not None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        draft = getattr(self, "draft", None)
        if draft is None:
            return action == "back"
        place = self._place
        return {
            "start": None if draft.problem() else True,
            "join": not draft.full_table,
            "add_game": not draft.full_programme,
            "remove": place is not None,
            "move": place is not None and len(self._list(place[0])) > 1,
        }.get(action, True)

    @property
    def _place(self) -> tuple[str, int] | None:
        """The list and the position of the row with the focus; None if no player or game has the focus."""
        kind, _, n = str(self.focused.id if self.focused else "").partition("-")
        return (kind, int(n)) if n.isdigit() else None

    def _list(self, kind: str) -> list[Any]:
        return self.draft.players if kind == "player" else self.draft.games

    # choosing

    def taken(self, name: str, value: str) -> None:
        kind, _, n = name.partition("-")
        if kind == "rounds":
            self.draft.rounds = int(value) if value else None
        elif kind == "teams":
            self.draft.teams = value == TEAM
        elif kind == "clock":
            self.draft.clock = int(value) if value else None
        elif kind == "double":
            self.draft.double_last = value == DOUBLE
        elif kind == "blind":
            self.draft.blind = value == NAMES[True]
        else:
            self._list(kind)[int(n)] = value if kind == "player" else self.draft.offers()[value][1]

    def asked(self, name: str, value: str, typed: str = "") -> None:
        if name == "add-player":
            self.action_join()
        elif name == "add-game":
            self.action_add_game()
        else:
            self._ask_name(int(name.partition("-")[2]), typed)

    def _ask_name(self, place: int, typed: str) -> None:
        draft = self.draft
        now = name_of(draft.players[place]) if draft.players[place].startswith(HUMAN) else ""
        check = lambda text: draft.names_fault(text, place)  # noqa: E731
        dialog = TextDialog(WHO, JOIN, typed or now, check, limit=NAME_CHARS)
        self.ask_text(
            dialog, typed, lambda text: self.taken(f"player-{place}", draft.called([text], place)[0])
        )

    def action_join(self) -> None:
        """Add players: typed names, known people, bots or models."""
        draft = self.draft
        seated = {player.casefold() for player in draft.players}
        known = [name for name in draft.people if (HUMAN + name).casefold() not in seated]
        machines = [name_of(text) for text in draft.machines if text not in draft.players]

        def take(names: str) -> None:
            draft.join(names_in(names))
            self._redraw_at("player", len(draft.players) - 1)

        self.ask(JoinDialog(known, machines, draft.names_fault), take)

    def action_add_game(self) -> None:
        """Add a game."""
        offers = self.draft.offers()
        offered = choices((key, words) for key, (words, _) in offers.items())

        def take(key: str) -> None:
            self.draft.games.append(offers[key][1])
            self._redraw_at("game", len(self.draft.games) - 1)

        self.ask(Picker(WHICH, offered, offered[0].value), take)

    def _redraw_at(self, kind: str, place: int) -> None:
        """Draw the fields again and focus a row; if `place` is below 0, focus the line that adds rows."""
        self.redraw()
        self.query_one(f"#{kind}-{place}" if place >= 0 else f"#add-{kind}").focus()

    def action_remove(self) -> None:
        """Remove the row with the focus."""
        if self._place is not None:
            kind, n = self._place
            rows = self._list(kind)
            rows.pop(n)
            self._redraw_at(kind, min(n, len(rows) - 1))

    def action_move(self, by: int) -> None:
        """Move the row with the focus up or down."""
        if self._place is not None:
            kind, n = self._place
            self._redraw_at(kind, self.draft.move(self._list(kind), n, by))

    def action_name(self) -> None:
        """Ask for the name of the party."""
        about = "It goes above the scores. Leave it empty to show the names."
        dialog = TextDialog(
            "What do you call this party?", about, self.draft.name, lambda _: None, limit=NAME_CHARS
        )
        self.ask(dialog, lambda text: setattr(self.draft, "name", text))

    # saving

    @work(exclusive=True, group="start")
    async def action_start(self) -> None:
        """Save the party and go to its scoreboard."""
        if self.draft.problem() is not None:
            return
        arena = self.arena
        like = Party(new_id(), arena.now().isoformat(timespec="seconds"), (), ())
        if self._party_state is not None:  # another window may have changed it
            like = self._party_state.party
            place = arena.store, arena.catalogue, arena.registry.book, like.id
            found = await self.looked_up(open_party, *place)
            if found is None:
                return
            like = found[0].party if found[0] else like
        party = await self.looked_up(save_party, arena.store, self.draft.party(like))
        if party is not None:
            arena.door.join_party(party.id, set(party.players) - set(like.players))
            arena.open_party(party.id)


def _adds(kind: str, key: str, label: str, about: str, *, shown: bool) -> Field:
    """The line that adds a player or a game."""
    return Field(f"add-{kind}", label, key=key, note=ABOUT[about], about=ABOUT[about], shown=shown)
