"""Reading PLAYER texts, and making the players that they name.

A cast member consists of plain values only (`seats` of a session file). New players are made from them for
every session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from typing import cast as as_type

from tui_arena.config import BadFile, ModelBook, ModelEntry
from tui_arena.config.models import AUTO, HELP
from tui_arena.core.blind import is_blind, letters
from tui_arena.core.events import Event, SeatNames, holders_of
from tui_arena.core.game import Data, MindedBot, Player, Setup
from tui_arena.core.language.sentences import YOU, first_name, listed
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, read_script
from tui_arena.data.narration import GUIDED
from tui_arena.data.personas import Character, characters
from tui_arena.players.bot import LEVELS, Before, BotPlayer, PreparedBot, ScriptPlayer, Think, at_once
from tui_arena.players.models.requests import is_published
from tui_arena.save import filters
from tui_arena.save.setting import ASSISTED

if TYPE_CHECKING:
    from tui_arena.players.models.player import ModelSeats

DEFAULT_LEVEL = "medium"
CHARACTER = "character"
"""The key in a bot's seat for its character in the app."""
NAME_CHARS = 40
PLAIN = filters.PLAIN
"""The name of the plain prompt, which isn't a variant."""
KINDS = ("human", "bot", "model", "script", "any")
MIND = "mind"
"""The key in a bot's seat for the name of the model that it thinks with; `model` is that model."""
FORMS = (
    "human[:NAME], bot[:easy|medium|hard][+TOPIC…][+mind=MODEL], model:NAME, script:FILE, any:PLAYER,PLAYER,…"
)


class BadPlayer(ValueError):
    """A PLAYER text that can't be seated. The sentence says what is allowed."""


@dataclass(frozen=True, slots=True)
class Cast:
    """One player as in the `seats` of a session file, with values that only this process needs."""

    spec: Data
    """`player`, `name`, and the values of the kind (such as a bot's `level`); a file may omit any."""
    path: Path | None = None
    """A script's file; None for other kinds of player."""
    choices: tuple[Cast, ...] = ()
    """For `any:`, the players from which each session's seed draws one."""
    entry: ModelEntry | None = None
    """The entry of a model, or of the model that a bot thinks with. None without a model, and for a player read
    from a session file."""
    own: Data = field(default_factory=dict)
    """A model seat's own `sampling`, `prompt`, `persona` and `structured`, which override its entry and the
    preset."""
    guest: str = ""
    """The id of the guest who plays by phone; empty: a person sits at the keyboard."""

    @property
    def kind(self) -> str:
        return str(self.spec.get("player") or "script")

    @property
    def asks(self) -> str:
        """The name of the model that is asked: this player, or the model that a bot thinks with; empty: none."""
        return (
            str(self.spec.get("name" if self.kind == "model" else MIND) or "")
            if self.kind in ("model", "bot")
            else ""
        )

    def drawn(self, seed: int, seat: str) -> Cast:
        """Returns the player of one session: itself, or one of its choices."""
        if not self.choices:
            return self
        chosen = Random(f"{seed}/cast/{seat}").choice(self.choices)
        return replace(chosen, own=self.own).drawn(seed, seat)


def read_player(text: str, human: str = "You", book: ModelBook | None = None) -> Cast:
    """Returns the cast of a PLAYER text. Raises BadPlayer.

    `human`: the name of a person who isn't named. `book`: the configured models.
    """
    kind, _, rest = text.strip().partition(":")
    match kind:
        case "human":
            return Cast({"player": "human", "name": one_line(rest, NAME_CHARS) or human})
        case "bot":
            level, *parts = rest.split("+")
            thinks = [part for part in map(str.strip, parts) if part.startswith(f"{MIND}=")]
            made = bot(
                level or DEFAULT_LEVEL,
                *(part.strip().lower() for part in parts if part.strip() not in thinks),
            )
            return thinking(made, thinks[-1].partition("=")[2], book) if thinks else made
        case "script" if rest:
            return Cast({"player": "script", "name": one_line(Path(rest).stem, NAME_CHARS)}, Path(rest))
        case "any" if rest:
            parts = rest.split(",")
            if any(part.strip().startswith("any:") for part in parts):
                raise BadPlayer(
                    f"{one_line(text, 60)!r}: any: can't contain another any:; list all players in one"
                )
            choices = tuple(read_player(part, human, book) for part in parts)
            return Cast({"player": "any", "name": one_line(rest, NAME_CHARS)}, None, choices)
        case "model" if rest:
            try:
                return model((book or ModelBook()).get(rest.strip()))
            except BadFile as error:
                raise BadPlayer(str(error)) from None
    raise BadPlayer(f"there is no player {one_line(text, 60)!r}; PLAYER is {FORMS}")


def player_text(text: str) -> str:
    """The PLAYER text for a word that is one, or else the bare name of a model.

    >>> player_text("bot:hard"), player_text("gpt"), player_text("qwen3:8b")
    ('bot:hard', 'model:gpt', 'model:qwen3:8b')
    """
    text = text.strip()
    return text if text.partition(":")[0] in KINDS else f"model:{text}"


def is_gone(text: str, book: ModelBook) -> bool:
    """True if a PLAYER text names a user's model that isn't configured any more.

    A name that begins with a provider needs no entry.
    """
    kind, _, rest = text.partition(":")
    name = rest if kind == "model" else rest.partition(f"+{MIND}=")[2] if kind == "bot" else ""
    return bool(name) and name not in book.all and "/" not in name


def bot(level: str, *topics: str) -> Cast:
    """A bot of a level. `topics`: the topics that it knows well in a game with differing minds. Raises BadPlayer."""
    if level not in LEVELS:
        raise BadPlayer(f"there is no bot level {one_line(level, 40)!r}; allowed: {', '.join(LEVELS)}")
    own = {"topics": list(topics)} if topics else {}
    return Cast({"player": "bot", "name": f"bot {level}", "level": level, **own})


def thinking(cast: Cast, name: str, book: ModelBook | None = None) -> Cast:
    """A bot that thinks with a model. It counts as a different player from the bot alone. Raises BadPlayer.

    >>> thinking(bot("hard"), "tiny").spec["name"]
    'bot hard + tiny'
    """
    if book is not None and is_gone(f"bot:+{MIND}={name}", book):
        known = ", ".join(book.all) or "none yet"
        raise BadPlayer(f"no model {one_line(name, 60)!r} for a bot to think with; configured: {known}")
    try:
        entry = (book or ModelBook()).get(name)
    except BadFile as error:
        raise BadPlayer(str(error)) from None
    level = cast.spec.get("level") or DEFAULT_LEVEL
    spec = {**cast.spec, "name": f"bot {level} + {entry.name}", MIND: entry.name, "model": entry.said_model}
    return replace(cast, spec=spec, entry=entry)


def thoughtless(cast: Cast) -> Cast:
    """The bot without the model that it thinks with; any other player as it is."""
    if MIND not in cast.spec or cast.kind != "bot":
        return cast
    spec = {key: value for key, value in cast.spec.items() if key not in (MIND, "model")}
    return replace(cast, spec={**spec, "name": f"bot {spec.get('level') or DEFAULT_LEVEL}"}, entry=None)


def may_think(setup: Setup) -> bool:
    """True if the settings may give a session's bots a model. If people compare results with the bots, it's False."""
    alike = {"daily", "guided", "challenge"}
    return not is_published(setup.preset) and alike.isdisjoint(setup.extra)


def model(entry: ModelEntry) -> Cast:
    """Returns the model of an entry."""
    return Cast({"player": "model", "name": entry.name, "model": entry.said_model}, entry=entry)


def spec_of(
    cast: Cast, sampling: Mapping[str, Any], variant: str | None, *, preset: str | None = None
) -> Data:
    """Returns a seat's values for a session file.

    A model's sampling is its entry's, overridden by `sampling` (the preset's) and then by the seat's own. Its
    prompt variant is the seat's own, or else `variant`, or else its entry's. A published preset ignores the
    entry's sampling, prompt, persona and help with forms, so that only this seat or this table can add to the
    protocol.
    """
    entry = cast.entry
    if is_published(preset):
        cast = thoughtless(cast)  # a published protocol has bots that anybody can play again
    if cast.kind != "model" or entry is None:
        return cast.spec
    if is_published(preset):
        entry = replace(entry, sampling={}, prompt=None, persona=None, structured=AUTO)
    own = cast.own
    prompt = own.get("prompt") or variant or entry.prompt
    values = {
        "sampling": {**entry.sampling, **sampling, **own.get("sampling", {})},
        "prompt": None if prompt == PLAIN else prompt,
        "persona": own.get("persona") or entry.persona,
        ASSISTED: own.get("structured", entry.structured) == HELP,
    }
    return {**cast.spec, **{name: value for name, value in values.items() if value}}


def as_seated(
    cast: Cast,
    info: GameInfo,
    setup: Setup,
    seat: str,
    variant: str | None = None,
    *,
    catalogue: Catalogue | None = None,
) -> Cast:
    """The cast with the values that a session's preset gives its model. `variant`: the table's prompt.

    With the `catalogue`, the values include the digest of the model's prompts.
    """
    groups = {s.name: s.group for s in info.game.seats(setup.options)}
    group = groups.get(seat, seat)
    published = info.sampling.get(setup.preset or "", {}).get(group, {})
    spec = spec_of(cast, published, variant, preset=setup.preset)
    if catalogue is not None and cast.kind == "model":
        spec = {**spec, "prompt_digest": catalogue.prompt_digest(info, group, str(spec.get("prompt") or ""))}
    return replace(cast, spec=spec)


def entry_of(spec: Data, book: ModelBook) -> ModelEntry:
    """Returns the model that a session file names. Raises BadPlayer if the name now means another model."""
    name, said = str(spec.get("name") or ""), str(spec.get("model") or "")
    known = book.all.get(name)
    if known is not None and known.said_model == said:
        return known
    if known is not None or said.startswith("gguf/") or not said:
        now = f"now means {known.said_model}" if known else "isn't configured here"
        raise BadPlayer(f"{one_line(name, 40)} ({one_line(said, 60)}) {now}; put another player in the seat")
    try:
        return replace(book.get(said), name=name or said)
    except BadFile as error:
        raise BadPlayer(str(error)) from None


def built_in(
    cast: Cast,
    info: GameInfo,
    setup: Setup,
    before: Before | None = None,
    *,
    think: Think = at_once,
) -> BotPlayer:
    """Returns a bot in a seat. If its values have no level, it gets `DEFAULT_LEVEL`. See `BotPlayer`.

    Raises BadPlayer for an unknown level, for an invalid mind, and for a game without a bot.
    """
    level = cast.spec.get("level") or DEFAULT_LEVEL
    if level not in LEVELS:
        bot(str(level))
    made = info.bot_for(setup.lexicon, setup.source)
    if made is None:
        raise BadPlayer(f"{info.title} has no bot")
    if info.minds:
        _check_mind(cast.spec)
        made = as_type("MindedBot", made).minded(cast.spec)
    elif cast.spec.get("topics"):
        raise BadPlayer(f"the bots of {info.title} are all alike; leave out the topics")
    elif (who := character_of(cast)) is not None and hasattr(made, "minded"):
        made = as_type("MindedBot", made).minded({"topics": list(who.persona.interests)})
    guide = info.tutorial() if setup.extra.get(GUIDED) else None
    if guide is not None and guide.replies:
        made = PreparedBot(made, guide.replies)
    return BotPlayer(made, str(level), setup.seed, setup.repetition, before, think=think)


def with_model(
    player: BotPlayer,
    cast: Cast,
    info: GameInfo,
    setup: Setup,
    models: ModelSeats | None,
    **more: Any,
) -> Player:
    """The bot, with the model that it thinks with, if it has one. `more`: further arguments of `ThinkingBot`.

    If the model isn't here any more, the bot has only its own lines.
    """
    if models is None or not cast.spec.get(MIND):
        return player
    from tui_arena.players.thinking_bot import ThinkingBot  # noqa: PLC0415  (not needed without models)

    try:
        named = {"name": cast.spec[MIND], "model": cast.spec.get("model")}
        entry = cast.entry or entry_of(named, models.book)
    except BadPlayer:
        entry = None
    return ThinkingBot(player, entry, info, models, character=character_of(cast), seed=setup.seed, **more)


def _check_mind(spec: Data) -> None:
    """Raise BadPlayer unless a file's values for a bot's mind are valid."""
    topics, number = spec.get("topics") or [], spec.get("vocabulary")
    if not isinstance(topics, list | tuple) or not all(isinstance(one, str) for one in topics):
        raise BadPlayer("a bot's topics must be a list of words")
    if not isinstance(number, int | None):
        raise BadPlayer("a bot's vocabulary must be a whole number")


def sit_down(cast: Cast, info: GameInfo, setup: Setup, models: ModelSeats | None = None) -> Player:
    """Returns the player of a bot, a script or a model. The app seats people.

    A model's `cast.spec` must be as in its session's file. Raises BadPlayer, BadFile.
    """
    if cast.kind == "bot":
        return with_model(built_in(cast, info, setup), cast, info, setup, models)
    if cast.kind == "model" and models is not None:
        from tui_arena.players.models.player import ModelPlayer  # noqa: PLC0415  (not needed without models)

        entry = cast.entry or entry_of(cast.spec, models.book)
        return ModelPlayer(entry, cast.spec, info, models, setup.preset)
    if cast.kind == "script" and cast.path is not None:
        return ScriptPlayer(read_script(cast.path))
    raise BadPlayer(f"a {cast.kind} can't play without the app")


def cast_now(session: Session) -> dict[str, Cast]:
    """Returns the current player of each seat by the log: the first cast with every later recast."""
    return {seat: Cast(spec) for seat, spec in cast_after(session.seats, session.events).items()}


def cast_after(seats: Mapping[str, Data], events: Iterable[Event]) -> dict[str, Data]:
    """Returns the players by seat, as in a session file: the first cast with every recast in `events`."""
    return {seat: dict(held[-1][1]) for seat, held in holders_of(seats, events).items()}


def character_of(cast: Cast) -> Character | None:
    """Returns a bot's character; None if it has none, or an unknown one."""
    return characters().get(str(cast.spec[CHARACTER])) if CHARACTER in cast.spec else None


def names_of(cast: Mapping[str, Cast]) -> dict[str, str]:
    """Returns the players' names by seat, each cut to one short line. A bot with a character has its name."""
    who = {seat: character_of(one) for seat, one in cast.items()}
    named = {seat: one.name if (one := who[seat]) else c.spec.get("name") or seat for seat, c in cast.items()}
    return {seat: one_line(str(name), NAME_CHARS) for seat, name in named.items()}


def names_in(
    seats: Mapping[str, Data],
    events: Iterable[Event],
    cast: Mapping[str, Cast] | None = None,
    called: Callable[[str, Cast], str] | None = None,
) -> SeatNames:
    """Returns the players' names in a session: `seats` has the first cast, `events` the recasts.

    `cast`: who sits there now, if the log doesn't say it. `called`: returns the name of a player of a seat;
    None: as in `names_of`.
    """
    name = called or (lambda seat, one: names_of({seat: one})[seat])
    held = holders_of(seats, events)
    before = {
        seat: [(until, name(seat, Cast(spec))) for (_, spec), (until, _) in pairwise(players)]
        for seat, players in held.items()
        if len(players) > 1
    }
    now = cast if cast is not None else {seat: Cast(players[-1][1]) for seat, players in held.items()}
    return SeatNames({seat: name(seat, one) for seat, one in now.items()}, before)


def unmasked(setup: Setup, cast: Mapping[str, Cast]) -> str:
    """Returns a sentence that names the players of a finished blind session; empty if it wasn't blind.

    >>> unmasked(Setup({}, seed=1, extra={"blind": True}), {"setter": bot("hard"), "guesser": read_player("human:Ada")})
    'Masks off: A was Ada and B was bot hard.'
    """
    if not is_blind(setup, over=False):
        return ""
    names = names_of(cast)
    seats = sorted(letters(setup, cast).items(), key=lambda one: one[1])
    told = [f"{letter} was {unmasked_name(cast[seat], names[seat])}" for seat, letter in seats]
    return f"Masks off: {listed(told)}."


def unmasked_name(one: Cast, name: str) -> str:
    """Returns a player by name and kind, as a finished blind session shows them.

    >>> unmasked_name(bot("hard"), "bot hard"), unmasked_name(read_player("human:Ada"), "Ada")
    ('bot hard', 'Ada')
    """
    if one.kind == "human":
        return "you" if name == YOU else first_name(name)
    if one.kind == "bot":
        level = f"bot {one.spec.get('level') or DEFAULT_LEVEL}"
        return f"{first_name(name)} ({level})" if character_of(one) is not None else level
    return f"{name} ({one.kind})"
