"""Making a new session from players, options and a deck: its secret, and the minds of its players.

Every new session is made here, whether for the app, the command line or a headless run. A mind is what a bot
knows well, and a player's persona.

Law: minds are drawn only from the session's seed and the shipped personas, before anything is dealt. They
don't depend on whether personas are shown to anyone. A bot's mind is saved with its seat and is never part of
a view.

Law: the draw of a prompt variant (`balanced`) depends only on the run's seed and a session's place in the
run. So neither concurrency nor a resumed run changes it. The counts of two variants differ by at most one:
over the repetitions of an item, over the items of a repetition, and over the whole run.

No rule of any game is here. Whether a secret is dealt, and so which options have no effect, shows in the set-up
after dealing; a game's manifest says which options only narrow what is dealt (`deals`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import gcd, lcm
from random import Random
from typing import TYPE_CHECKING, Any

from tui_arena.config import ModelBook
from tui_arena.config.models import HELP
from tui_arena.config.process import command_line, origin
from tui_arena.core.blind import BLIND, UNSIGNED
from tui_arena.core.challenge import CHALLENGE, Challenge
from tui_arena.core.events import Event
from tui_arena.core.game import Data, Deck, Player, Seat, Setup
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import BadOption, resolve
from tui_arena.core.session import PASSES, Session, deal
from tui_arena.core.text import one_line
from tui_arena.data import DECK, Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE, characters
from tui_arena.players.models.requests import is_published
from tui_arena.players.seating import (
    CHARACTER,
    PLAIN,
    BadPlayer,
    Cast,
    as_seated,
    bot,
    read_player,
    sit_down,
    thinking,
    thoughtless,
)
from tui_arena.save.setting import ASSISTED

if TYPE_CHECKING:
    from tui_arena.players.models.player import ModelSeats

DEALER = "dealer"
RANDOM = "random"


TOPICS, VOCABULARY = "topics", "vocabulary"
"""Keys of a bot's seat: what the bot knows well, and the seed with which its vocabulary is drawn."""


Regulars = dict[tuple[str, int], str]
"""Bots' characters while the app runs, by a bot's name and its number among the table's bots of that name."""
Wish = Data | str
"""The persona wanted for a seat: a persona's values, the name of a known one, `none` or `drawn`."""


@dataclass(frozen=True, slots=True)
class Minds:
    """The personas of a session's players, and what its bots know."""

    personas: Mapping[str, Data] = field(default_factory=dict)
    """Personas by seat. A person has a persona only if it was given."""
    given: Mapping[str, Data] = field(default_factory=dict)
    """The personas that were given, not drawn, by seat."""
    bots: Mapping[str, Data] = field(default_factory=dict)
    """Values that are added to bots' seats, by seat: `TOPICS`, `VOCABULARY` and, in the app, `CHARACTER`."""

    def cast(self, seat: str, cast: Cast) -> Cast:
        """Returns the player of a seat with the values of its mind added."""
        return replace(cast, spec={**cast.spec, **self.bots[seat]}) if seat in self.bots else cast


def minds_of(
    wishes: Mapping[str, Wish],
    info: GameInfo,
    catalogue: Catalogue,
    cast: Mapping[str, Cast],
    seed: int,
    *,
    in_app: bool = False,
    regulars: Regulars | None = None,
) -> Minds:
    """Returns the minds of a session. If all bots of a game are alike, minds contain at most characters.

    `wishes`: the wanted personas, by seat. Without a wish a bot gets a drawn persona, and other players get
    none. A bot knows the topics of its PLAYER text well, or else its persona's interests. With `in_app` each
    bot has a character: that of its persona, or a drawn character if bots are alike. Raises BadFile, and
    BadPlayer for a persona or topics that the game or seat can't have.

    `regulars`: the characters that have sat here before. If bots are alike, they come again, and new ones are
    added.
    """
    if not info.minds:
        _check_alike(wishes, info, cast)
        shown = _characters({}, cast, _drawn({}, cast, seed)) if in_app else {}
        if regulars is not None:
            shown = _known(shown, cast, regulars)
        return Minds(bots={seat: {CHARACTER: name} for seat, name in shown.items()})
    unknown = next((seat for seat in wishes if seat not in cast), None)
    if unknown is not None:
        raise BadPlayer(
            f"there is no seat {one_line(unknown, 40)!r} for a persona; seats are {', '.join(cast)}"
        )
    topics = catalogue.topics(info)
    asked = as_values(wishes, info, catalogue)
    drawn = _drawn(asked, cast, seed)
    personas: dict[str, Data] = {}
    given: dict[str, Data] = {}
    bots: dict[str, Data] = {}
    for seat, one in cast.items():
        wish = asked.get(seat, DRAWN if one.kind == "bot" else NONE)
        if wish != NONE:
            named = characters()[drawn[seat]].persona.values
            personas[seat] = _with_topics(one, named) if isinstance(wish, str) else wish
        if seat in personas and (one.kind != "bot" or wish != DRAWN):
            given[seat] = personas[seat]
        if one.kind == "bot":
            known = one.spec.get(TOPICS) or _topics_in(personas.get(seat, {}).get("interests"), topics)
            _check_topics(seat, known, topics)
            bots[seat] = {TOPICS: list(known), VOCABULARY: one.spec.get(VOCABULARY, _number(seed, seat))}
    if in_app:
        for seat, name in _characters(asked, cast, drawn).items():
            bots[seat] = {**bots[seat], CHARACTER: name}
    return Minds(personas, given, bots)


def joined(cast: Cast, session: Session, info: GameInfo, seat: str) -> Cast:
    """Returns the values of a player who takes a seat in a begun session.

    Raises BadPlayer for unknown topics.

    A bot keeps its own level but gets the mind of the seat's first bot, unless its PLAYER text names topics.
    """
    if cast.kind != "bot":
        return cast
    before = session.seats.get(seat, {})
    who = {CHARACTER: before[CHARACTER]} if CHARACTER in before else {}
    if not info.minds:
        _check_alike({}, info, {seat: cast})
        return replace(cast, spec={**who, **cast.spec})
    topics = Catalogue().topics(info)
    _check_topics(seat, cast.spec.get(TOPICS, ()), topics)
    persona = (session.setup.extra.get("personas") or {}).get(seat, {})
    number = before.get(VOCABULARY)
    dealt = {
        TOPICS: _topics_in(before.get(TOPICS, persona.get("interests")), topics),
        VOCABULARY: number if isinstance(number, int) else _number(session.setup.seed, seat),
    }
    return replace(cast, spec={**who, **dealt, **cast.spec})


def as_values(wishes: Mapping[str, Wish], info: GameInfo, catalogue: Catalogue) -> dict[str, Wish]:
    """The wishes with personas' names replaced by their values. Raises BadPlayer for an unknown name."""
    found: dict[str, Wish] = {}
    known = {one.name: one.values for one in catalogue.personas(info)} if wishes else {}
    for seat, wish in wishes.items():
        if isinstance(wish, str) and wish not in (NONE, DRAWN):
            if wish not in known:
                raise BadPlayer(
                    f"{seat}: there is no persona {one_line(wish, 40)!r}; allowed: {', '.join([NONE, DRAWN, *known])}"
                )
            found[seat] = known[wish]
        else:
            found[seat] = wish
    return found


def _with_topics(cast: Cast, persona: Data) -> Data:
    """Returns a drawn persona whose interests are the topics of the PLAYER text, if it names any."""
    named = cast.spec.get(TOPICS)
    return {**persona, "interests": list(named)} if named else persona


def _topics_in(named: Any, topics: Sequence[str]) -> list[str]:
    """Returns the known topics in a list. A file may contain any value here."""
    return (
        list(dict.fromkeys(one for one in named if one in topics)) if isinstance(named, list | tuple) else []
    )


def _number(seed: int | None, seat: str) -> int:
    """Returns the seed with which a bot's vocabulary is drawn."""
    return Random(f"{seed}/vocabulary/{seat}").randrange(2**31)


def _drawn(given: Mapping[str, Wish], cast: Mapping[str, Cast], seed: int) -> dict[str, str]:
    """Draw a character for every seat.

    As long as there are enough characters, no drawn character has a given persona, and no two are alike. The
    user's own personas aren't drawn, so that a seed means the same minds everywhere.
    """
    known = characters()
    order = Random(f"{seed}/personas").sample(list(known), len(known))
    taken = [name for name, one in known.items() if one.persona.values in given.values()]
    spare = iter([name for name in order[len(cast) :] if name not in taken])
    first = {seat: order[i % len(order)] for i, seat in enumerate(cast)}
    return {seat: next(spare, name) if name in taken else name for seat, name in first.items()}


def _characters(
    asked: Mapping[str, Wish], cast: Mapping[str, Cast], drawn: Mapping[str, str]
) -> dict[str, str]:
    """Maps each bot's seat to the character that has its persona; no entry if no character has it."""
    ids = {repr(one.persona.values): name for name, one in characters().items()}
    bots = [seat for seat, one in cast.items() if one.kind == "bot"]
    named = {seat: asked.get(seat, DRAWN) for seat in bots}
    found = {seat: drawn[seat] if wish == DRAWN else ids.get(repr(wish)) for seat, wish in named.items()}
    return {seat: name for seat, name in found.items() if name}


def _known(shown: Mapping[str, str], cast: Mapping[str, Cast], regulars: Regulars) -> dict[str, str]:
    """Returns the characters by seat. A bot has the same character each time, and no two bots share one."""
    met: Counter[str] = Counter()
    found = {}
    for seat, name in shown.items():
        bot_name = str(thoughtless(cast[seat]).spec.get("name"))
        met[bot_name] += 1
        one = (bot_name, met[bot_name])
        if one not in regulars:
            free = [other for other in (name, *characters()) if other not in regulars.values()]
            regulars[one] = free[0] if free else name
        found[seat] = regulars[one]
    return found


def _check_alike(wishes: Mapping[str, Wish], info: GameInfo, cast: Mapping[str, Cast]) -> None:
    """Raise BadPlayer for personas and topics, because this game's bots are all alike."""
    if wishes:
        raise BadPlayer(f"{info.title} has no personas")
    for seat, one in cast.items():
        if one.kind == "bot" and one.spec.get(TOPICS):
            raise BadPlayer(f"{seat}: bots of {info.title} are all alike; leave out the topics")


def _check_topics(seat: str, named: Any, topics: tuple[str, ...]) -> None:
    if not isinstance(named, list | tuple):
        raise BadPlayer(f"{seat}: a bot's topics must be a list of words")
    for topic in named:
        if topic not in topics:
            raise BadPlayer(
                f"{seat}: there is no topic {one_line(str(topic), 40)!r}; allowed: {', '.join(topics)}"
            )


@dataclass(frozen=True, slots=True)
class Opening:
    """The game to play, its players and its options."""

    game: str
    cast: Mapping[str, Cast] = field(default_factory=dict)
    """Players by seat. A seat without an entry gets a bot, or the dealer if a deck can set its secret."""
    options: Data = field(default_factory=dict)
    """The given options. The others come from the preset and the defaults."""
    preset: str | None = None
    deck: str | None = None
    seed: int | None = None
    """None: each session draws its own seed."""
    prompts: str | None = None
    """The prompt variant of model seats that choose none. `random`: a variant is drawn for each session; a
    run balances the variants (`balanced`), other sessions use their seed."""
    probe: str | None = None
    """The player that answers probes during the game: `self` or a PLAYER text; None: no probes."""
    sorter: str | None = None
    """The PLAYER text of the player that sorts lists and replies; None: the probed player sorts the lists."""
    personas: Mapping[str, Wish] = field(default_factory=dict)
    """The wanted personas by seat, in a game with differing minds. Other bots get drawn ones."""
    dealing: str | None = None
    """How a run deals with the seed `seed`: `passes`, see `core/session.py`; None: each item at random."""
    blind: bool = False
    """True if the players are shown as letters until the end, see `core/blind.py`."""
    unsigned: bool = False
    """True if it is played as *Who is the machine?*; it is blind as well, see `core/blind.py`."""
    challenge: Challenge | None = None
    """The challenge that is taken up, see `players/challenges.py`; its secret is dealt."""


@dataclass(frozen=True, slots=True)
class Start:
    """The screen on which the app begins."""

    opening: Opening | None = None
    """The table that the app opens; None: the home screen, or the screen of the fields below."""
    party: bool = False
    """True if the app opens the set-up of a party."""
    phones: Sequence[str] | None = None
    """The seats of people who join by phone; the lobby opens first. None: no phones."""
    lan: bool = False
    """True if phones in the local network may join."""


def seats_at(opening: Opening, info: GameInfo) -> Sequence[Seat]:
    """Returns the seats of the game with the options of an opening. Raises BadOption."""
    return info.game.seats(resolve(info.options, info.presets, opening.options, opening.preset))


def usual_seats(opening: Opening, info: GameInfo) -> list[str]:
    """The free seats that a person has by default; empty if a person at the keyboard has another seat."""
    if any(one.kind == "human" and not one.guest for one in opening.cast.values()):
        return []
    seats = seats_at(opening, info)
    return [seat.name for seat in seats if seat.default == "human" and seat.name not in opening.cast]


def people_seated(opening: Opening, info: GameInfo, name: str) -> Opening:
    """Returns the opening with the person at the keyboard on a person's default seats."""
    mine = {seat: read_player("human", name) for seat in usual_seats(opening, info)}
    return replace(opening, cast={**opening.cast, **mine})


def no_seat(seat: str, info: GameInfo, seats: Iterable[str]) -> str:
    """A sentence which says that a game has no such seat."""
    said = f"{info.title} has no seat {one_line(seat, 40)!r} with these options"
    return f"{said}; seats are {', '.join(seats)}"


def seated(opening: Opening, info: GameInfo) -> tuple[dict[str, Any], dict[str, Cast]]:
    """Returns the resolved options and the full cast by seat. Raises BadOption, BadPlayer.

    >>> list(seated(Opening("wordle"), Catalogue().game("wordle"))[1])
    ['guesser']
    """
    options = resolve(info.options, info.presets, opening.options, opening.preset)
    seats = info.game.seats(options)
    names = [s.name for s in seats]
    for name in opening.cast:
        if name not in names:
            raise BadPlayer(no_seat(name, info, names))
    cast = {}
    for seat in seats:
        if seat.name in opening.cast:
            cast[seat.name] = opening.cast[seat.name]
        elif seat.default != DEALER:
            cast[seat.name] = bot(info.level)
    return options, cast


def with_minds(opening: Opening, info: GameInfo, name: str, book: ModelBook) -> Opening:
    """The opening, in which every bot without a model thinks with the model `name`, if that is configured."""
    if not name or name not in book.all or is_published(opening.preset):
        return opening
    cast = {
        seat: thinking(one, name, book)
        for seat, one in seated(opening, info)[1].items()
        if one.kind == "bot" and not one.asks
    }
    return replace(opening, cast={**opening.cast, **cast})


def new_session(
    opening: Opening,
    catalogue: Catalogue,
    *,
    id: str,  # noqa: A002  (its name in the session file)
    seed: int,
    started: str | None,
    items: Sequence[Data] | None = None,
    index: int | None = None,
    repetition: int | None = None,
    repetitions: int | None = None,
    secret: Data | None = None,
    extra: Mapping[str, Any] | None = None,
    in_app: bool = False,
    regulars: Regulars | None = None,
    command: str | None = None,
) -> tuple[Session, dict[str, Cast]]:
    """Returns a session ready to start, and its cast with each `any:` replaced by the drawn player.

    - `command`: the command line that plays the session; None: this process's own.
    - `in_app`: whether bots are characters. `regulars`: as for `minds_of`.
    - `items`: the items of the deck that may be dealt; None: all that the options leave.
    - `index`: the number of the set-up in its run, from 0. `repetition`: its number of `repetitions`, from 1.

    All repetitions of a set-up have one seed, so everything drawn from the seed is the same in them. The
    secret is dealt from the deck if no player sits as setter; `secret` replaces it. A challenge brings its own
    seed and secret. Raises BadOption, BadPlayer, BadFile.
    """
    info = catalogue.game(opening.game)
    taken = opening.challenge
    seed, index = (seed, index) if taken is None else (taken.seed, None)  # the same game in a run, too
    options, cast = seated(opening, info)
    drawn = {seat: c.drawn(seed, seat) for seat, c in cast.items()}
    if opening.blind:
        drawn = _mixed(drawn, info.game.seats(options), seed)
        if options.get("personas") == "all":  # people have no persona, so this would reveal them
            options = {**options, "personas": "own"}
    dealt_seats = [s.name for s in info.game.seats(options) if s.default == DEALER]
    gives = info.dealt == "never" or (
        any(seat in drawn for seat in dealt_seats) or (info.dealt == "when_named" and opening.deck is None)
    )
    wanted = not gives or (info.items != "words" and (info.dealt != "when_named" or opening.deck))
    if opening.deck is None and info.deck is None and info.game.deal(options, None, Random(seed)):
        wanted = False  # its rules deal without a deck
    file = catalogue.deck(opening.deck, info) if wanted else None
    if file is not None:
        options = _with_decks(options, file.deck, info)
    lexicon = (file.lexicon if file else None) or catalogue.lexicon(None, info)
    minds = minds_of(opening.personas, info, catalogue, drawn, seed, in_app=in_app, regulars=regulars)
    try:
        setup = deal(
            info.game,
            options,
            preset=opening.preset,
            deck=file.deck if file and not gives else None,
            named=file.deck if file else None,
            lexicon=lexicon,
            seed=seed,
            items=items,
            index=index,
            run=opening.seed if opening.dealing == PASSES else None,
            repetition=repetition,
            extra={
                **{key: text for key, text in (("probe", opening.probe), ("sorter", opening.sorter)) if text},
                **_saved_personas(minds, options),
                **({BLIND: True} if opening.blind else {}),
                **({UNSIGNED: True} if opening.unsigned else {}),
                **(extra or {}),
            },
        )
    except ValueError as error:
        name = file.deck.name if file else "no deck"
        raise BadOption(f"deck {name} can't be dealt with these options: {error}") from None
    setup = _with_secret(setup, secret) if taken is None else _taken_up(setup, taken)
    wordings: Mapping[str, str] = {}
    if opening.prompts == RANDOM:
        groups = {seat.name: seat.group for seat in info.game.seats(setup.options)}
        known = {
            seat: variants(info, catalogue, groups.get(seat))
            for seat, c in cast.items()
            if any(one.kind == "model" for one in c.choices or (c,))
        }
        if index is None:
            wordings = {s: Random(f"{seed}/prompt/{s}").choice(own) for s, own in known.items() if own}
        else:
            wordings = balanced(known, opening.seed, index, repetition or 1, repetitions or 1)
    for seat, c in drawn.items():
        variant = wordings.get(seat) if opening.prompts == RANDOM else opening.prompts
        sits = _helped(c) if opening.unsigned else c
        drawn[seat] = as_seated(minds.cast(seat, sits), info, setup, seat, variant, catalogue=catalogue)
    seats = {seat: c.spec for seat, c in drawn.items()}
    setup = _assisted(setup, info, seats)
    made = origin(command or command_line()).to_json()
    given = _given(taken)
    return Session(id, info.id, info.game.rules, started, setup, seats, given, extra={"made": made}), drawn


def _taken_up(setup: Setup, challenge: Challenge) -> Setup:
    """The set-up of a challenge, with the code and with the values that the seed doesn't deal."""
    code = {CHALLENGE: challenge.code} if challenge.code else {}
    setup = replace(setup, extra={**setup.extra, **challenge.dealt, **code})
    return _with_secret(setup, challenge.secret)


def _with_secret(setup: Setup, secret: Data | None) -> Setup:
    return setup if secret is None else replace(setup, secret=secret)


def _given(challenge: Challenge | None) -> tuple[Event, ...]:
    """The moves of somebody else with which a session starts."""
    given = challenge.given if challenge is not None else ()
    return tuple(replace(one, data={**one.data, "copied": True}) for one in given)


def _helped(cast: Cast) -> Cast:
    """The cast with help with forms for a small model, which would seldom keep its seat without it."""
    small = cast.entry is not None and cast.entry.small
    return replace(cast, own={"structured": HELP, **cast.own}) if small else cast


def _assisted(setup: Setup, info: GameInfo, seats: Mapping[str, Data]) -> Setup:
    """The set-up, with the groups of seats whose models have help with forms."""
    groups = {seat.name: seat.group for seat in info.game.seats(setup.options)}
    helped = sorted({groups.get(seat, seat) for seat, spec in seats.items() if spec.get(ASSISTED)})
    return replace(setup, extra={**setup.extra, ASSISTED: helped}) if helped else setup


def _mixed(cast: Mapping[str, Cast], seats: Sequence[Seat], seed: int) -> dict[str, Cast]:
    """The cast with like seats shuffled among themselves, so that nobody who chose it can tell who sits where."""
    found = dict(cast)
    for group in dict.fromkeys(seat.group for seat in seats):
        alike = [seat.name for seat in seats if seat.group == group and seat.name in cast]
        dealt = Random(f"{seed}/seats/{group}").sample(alike, len(alike))
        found |= {seat: cast[other] for seat, other in zip(alike, dealt, strict=True)}
    return found


def _saved_personas(minds: Minds, options: Data) -> dict[str, Any]:
    """The personas to save in a set-up: the given ones, or all if the option `personas` shows them."""
    personas = minds.given if options.get("personas", "none") == "none" else minds.personas
    return {"personas": {seat: dict(values) for seat, values in personas.items()}} if personas else {}


def _with_decks(options: Mapping[str, Any], deck: Deck, info: GameInfo) -> dict[str, Any]:
    """Returns the options, with the deck's values for options that aren't set. Raises BadOption."""
    brought = {n: value for n, value in deck.options.items() if n in info.options and options[n] is None}
    try:
        return {**options, **{name: info.options[name].check(value) for name, value in brought.items()}}
    except BadOption as error:
        raise BadOption(f"deck {deck.name}: {error}") from None


def variants(info: GameInfo, catalogue: Catalogue, group: str | None = None) -> list[str]:
    """Returns the sorted names of the prompt variants of a game, or of the asks of one group of seats."""
    asks = [ask.name for ask in info.asks.values() if group in (None, ask.seat)]
    return sorted({v or PLAIN for ask in asks for v in catalogue.prompt_variants(info, ask)})


def machines(
    session: Session, cast: Mapping[str, Cast], info: GameInfo, models: ModelSeats | None = None
) -> dict[str, Player]:
    """Returns the players of all seats without a person. Raises BadPlayer, BadFile."""
    return {seat: sit_down(c, info, session.setup, models) for seat, c in cast.items() if c.kind != "human"}


def without_missing_personas(opening: Opening, info: GameInfo, catalogue: Catalogue) -> Opening:
    """Returns the opening without personas that no longer exist or that the game can't have."""
    if not opening.personas:
        return opening
    if not info.minds:
        return replace(opening, personas={})
    known = {NONE, DRAWN, *(one.name for one in catalogue.personas(info))}
    kept = {seat: w for seat, w in opening.personas.items() if not isinstance(w, str) or w in known}
    return replace(opening, personas=kept)


def balanced(
    variants: Mapping[str, Sequence[str]], seed: int | None, index: int, repetition: int, repetitions: int
) -> dict[str, str]:
    """Returns each seat's variant in one session of a run, balanced over the items and their repetitions.

    An item is one set-up of the run. If all repetitions of an item had one variant, the means of two variants
    would differ because their items differ. So the variants rotate: item i in repetition r gets variant

        (i * R + r + floor(i / L)) mod V,  with R repetitions, V variants and L = V / gcd(V, R),

    of an order that the run's seed shuffles. A second seat also moves on by one after each full cycle of the
    seats before it. So every variant of one seat meets every variant of the other.

    `variants`: the variants that each seat can have; a seat without variants is left out. `index`: the item,
    from 0; `repetition`: from 1.

    >>> [balanced({"guesser": "abc"}, 7, 0, r, 3)["guesser"] for r in (1, 2, 3)]
    ['a', 'c', 'b']
    """
    found: dict[str, str] = {}
    turn = 0  # the number of items after which the seats so far have met in every way
    for seat, known in variants.items():
        count = len(known)
        if not count:
            continue
        order = Random(f"{seed}/prompts/{seat}").sample(sorted(known), count)
        turn = lcm(turn, count)
        moved = index // turn if turn else 0
        cycle = index // (count // gcd(count, repetitions))
        found[seat] = order[(index * repetitions + repetition - 1 + cycle + moved) % count]
        turn = turn * count or count
    return found


@dataclass(frozen=True, slots=True)
class Undealt:
    """The reason why the secret of a set-up isn't dealt."""

    why: str
    """The reason as part of a sentence, for users of any front end."""
    way: str = ""
    """How a user of the command line gets the secret dealt; empty if that is impossible."""

    def __str__(self) -> str:
        return f"{self.why}; {self.way}" if self.way else self.why


def undealt(session: Session, info: GameInfo) -> Undealt | None:
    """Returns the reason why the secret of a new session isn't dealt; None if it is dealt."""
    setup = session.setup
    if setup.secret:
        return None
    if setup.secret is not None:  # an empty secret: no seat gives it at the start either
        ways = (
            Undealt(
                f"nothing is dealt with {name} = {setup.options[name]}",
                f"use --set {name}={value} --deck D to have it dealt",
            )
            for name, value in way_out(setup, info).items()
        )
        return next(ways, Undealt("nothing is dealt here"))
    if info.dealt == "never":
        return Undealt(f"nothing is dealt in {info.title}")
    givers = [
        s.name for s in info.game.seats(setup.options) if s.default == DEALER and s.name in session.seats
    ]
    if givers:
        return Undealt(f"the {givers[0]} gives the secret", f"leave out --seat {givers[0]} to have it dealt")
    if info.dealt == "when_named":
        return Undealt("a seat gives the secret because no deck is named", "use --deck D to have it dealt")
    return Undealt(f"nothing is dealt in {info.title} with these options")


def idle(opening: Opening, session: Session, info: GameInfo) -> list[str]:
    """Returns the given options that have no effect because nothing is dealt; `deck` may be among them."""
    if session.setup.secret:
        return []
    found = [n for n, value in opening.options.items() if info.options[n].deals and value is not None]
    return [*found, DECK] if opening.deck is not None and session.setup.source is None else found


def check_effect(opening: Opening, session: Session, info: GameInfo) -> None:
    """Raise BadOption if nothing is dealt, but an option was given that only narrows what is dealt."""
    names = idle(opening, session, info)
    why = undealt(session, info) if names else None
    if why is not None:
        have = "have" if len(names) > 1 else "has"
        raise BadOption(f"{listed(names)} {have} no effect: {why}")


def unrepeatable(session: Session, info: GameInfo) -> Undealt | None:
    """Returns the reason why a set-up can't be played again with the same secret; None if it can.

    If a seat gave the secret at the start, the secret is dealt when the set-up is played again. That is
    impossible if the game's rules never deal a secret.
    """
    found = never_dealt(session, info)
    if found is None:
        return None
    here, way = found
    why = f"the same secret can't be played again in {here}, because it is never dealt"
    return Undealt(why, f"use {way} to keep it" if way else "use --sessions to play more of them")


def never_dealt(session: Session, info: GameInfo) -> tuple[str, str] | None:
    """The choice that rules out a dealt secret, in words, and the option to set instead; None if one can be dealt."""
    setup = session.setup
    for name, value in way_out(setup, info).items():
        return f"{info.title} with {name} = {setup.options[name]}", f"--set {name}={value}"
    return (info.title, "") if setup.secret == {} or info.dealt == "never" else None


def check_repeatable(session: Session, info: GameInfo) -> None:
    """Raise BadOption if a set-up can't be played again with the same secret."""
    why = unrepeatable(session, info)
    if why is not None:
        raise BadOption(f"--repetitions: {why}")


def items_of(session: Session, info: GameInfo) -> Sequence[Data]:
    """The items that could be dealt to a new session, in deck order; empty if its secret isn't dealt."""
    setup = session.setup
    return info.game.items(setup.options, setup.source) if setup.secret and setup.source is not None else ()


def way_out(setup: Setup, info: GameInfo) -> Mapping[str, str]:
    """If neither the deal nor a seat gives a secret at the start: one option with which a seat does, with its value.

    Empty if there is no such option, or if none is needed.
    """
    for option in info.options.values() if setup.secret == {} else ():
        for value in option.choices:
            secret = info.game.deal({**setup.options, option.name: value}, None, Random(0)).get("secret")
            if secret is None:
                return {option.name: value}
    return {}
