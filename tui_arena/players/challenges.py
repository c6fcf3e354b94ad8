"""Challenges: turning a finished game into a challenge, and a challenge into a table and a ghost.

Law: a challenge deals the game that it was made from. When a challenge is made, the game is dealt and played
again, and the challenge stores everything that the seed doesn't give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core import words
from tui_arena.core.blind import is_revealed
from tui_arena.core.challenge import (
    KNOWN,
    SEEDS,
    BadCode,
    Challenge,
    ShortCode,
    read_code,
    renumbered,
    shelf_number,
    written_long,
    written_short,
)
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import TABLE, Data, PlayerFailed, Reply
from tui_arena.core.guarded import GameFailed
from tui_arena.core.language.sentences import YOU, capital
from tui_arena.core.options import BadOption, resolve
from tui_arena.core.record import Play, fold, judge, standing
from tui_arena.core.session import Session, setup_from, setup_json
from tui_arena.core.text import clean, one_line, split_reasoning, whole_words
from tui_arena.core.text import fold as fold_text
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.decks import shipped_deck
from tui_arena.players.bot import BotPlayer
from tui_arena.players.new_session import DEALER, Opening, new_session, seats_at, way_out
from tui_arena.players.seating import (
    NAME_CHARS,
    BadPlayer,
    Cast,
    cast_now,
    names_in,
    read_player,
    sit_down,
)
from tui_arena.save.summary import HELP, flags_of

UNFAIR = HELP | {KNOWN, "peeked"}
"""The flags of a session whose result the league doesn't compare with other results."""
_OWN_CARD = "Type the word and then the words that go with it on the card, with | between them."
_CLIPPED = (120, 60, 30)
"""The lengths to which long replies are cut if a code would be too long; they are tried in order."""
_UNREADABLE = (BadEvent, BadOption, BadPlayer, BadFile, GameFailed, ValueError)


@dataclass(frozen=True, slots=True)
class Shelf:
    """A game with its deck and variant, which a short code refers to by a number."""

    info: GameInfo
    deck: str
    variant: str

    @property
    def options(self) -> dict[str, Any]:
        """The option for the variant, if it isn't the default."""
        name = self.info.variant
        if not name or self.info.options[name].default == self.variant:
            return {}
        return {name: self.variant}


def shelves(catalogue: Catalogue) -> Iterator[Shelf]:
    """Everything that short codes can name in this version."""
    for info in catalogue.games.values():
        if info.is_foreign:
            continue
        option = info.options[info.variant] if info.variant else None
        for base in info.decks or ((info.deck,) if info.deck else ()):
            newest = shipped_deck(base, info.deck_kind)
            most = int(newest.name.rpartition("-")[2]) if newest else 0
            for number in range(1, most + 1):
                for variant in option.choices if option else ("",):
                    yield Shelf(info, f"{base}-{number}", variant)


def read_challenge(text: str, catalogue: Catalogue) -> Challenge:
    """The challenge in a code. Raises BadCode if it can't be played here."""
    found = read_code(text)
    if isinstance(found, ShortCode):
        shelf = next((s for s in shelves(catalogue) if _number_of(s) == found.shelf), None)
        if shelf is None:
            raise BadCode(
                "This code is for a game or word list that this version of TUI Arena doesn't have. Update TUI Arena,"
                " or ask for the longer code with the moves, which says what it needs."
            )
        code = written_short(found)
        return Challenge(shelf.info.id, shelf.options, deck=shelf.deck, seed=found.seed, code=code)
    found = replace(found, by=_signed(found.by))
    _check_needs(found, catalogue)
    try:
        info = catalogue.game(found.game)
        session = _dealt(found, catalogue)
        if found.seat and found.seat not in {
            seat.name for seat in seats_at(opening_for(found, catalogue), info)
        }:
            raise BadCode(f"This code is for a seat that {info.title} doesn't have.")
        if not found.dealt.keys() <= _dealt_by(info, session.setup.options):
            raise BadCode("This code sets more than its game allows, so it can't be played.")
        play = session.fold(info.game)
        if play.over or (
            found.secret is None and not found.given and play.first_secret() is None and not play.asks()
        ):
            raise BadCode("This code is for a game that is already over, so it can't be played.")
        if found.moves:
            _check_end(found, info, catalogue)
    except BadCode:
        raise
    except _UNREADABLE as error:
        raise BadCode(f"This code can't be played here: {one_line(str(error), 200)}") from None
    return found


def _check_end(challenge: Challenge, info: GameInfo, catalogue: Catalogue) -> None:
    """Raise BadCode if the moves of a challenge don't lead to the end that it claims."""
    play: Play[Any] = ghost_of(challenge, catalogue).fold(info.game)
    came_to = standing(play, challenged_seat(challenge, info)), info.tries_in(info.compute(play))
    if came_to != (challenge.result, challenge.tries):
        raise BadCode(
            "The moves in this code don't lead to the ending that it claims, so it can't be played."
        )


def _check_needs(challenge: Challenge, catalogue: Catalogue) -> None:
    """Raise BadCode if something that a challenge needs isn't here. The error names it."""
    name = one_line(challenge.game, 40)
    info = catalogue.games.get(challenge.game)
    if info is None:
        raise BadCode(f"This code needs the game “{name}”, which isn't installed here.")
    newer = [
        f"version {challenge.rules} of the rules of {info.title}"
        if challenge.rules > info.game.rules
        else "",
        f"version {challenge.matching} of the word matcher"
        if (challenge.matching or 0) > words.VERSION
        else "",
        f"the word list {challenge.words}"
        if challenge.words and "@" not in challenge.words and catalogue.lexicon(challenge.words, info) is None
        else "",
    ]
    needs = next(filter(None, newer), "")
    if needs:
        raise BadCode(f"This code needs {needs}. Update TUI Arena to play it.")
    deck = challenge.deck
    if deck and catalogue.source(deck, info) is None and not _plays_without(challenge, info):
        base = one_line(deck.partition("@")[0], 40)
        more = "Ask for the deck as a pack." if "@" in deck else "Update TUI Arena to play it."
        raise BadCode(f"This code needs the deck “{base}”, which isn't here. {more}")


def _plays_without(challenge: Challenge, info: GameInfo) -> bool:
    """True if a challenge carries all that its deck would give."""
    return info.items != "entities" and (challenge.secret is not None or bool(challenge.given))


def _number_of(shelf: Shelf) -> int:
    return shelf_number(shelf.info.id, shelf.deck, shelf.variant)


def challenged_seat(challenge: Challenge, info: GameInfo) -> str:
    """The seat for the player who takes a challenge up: the seat it names, or a person's usual seat."""
    if challenge.seat:
        return challenge.seat
    seats = info.game.seats(resolve(info.options, info.presets, challenge.options, challenge.preset))
    usual = [seat for seat in seats if seat.default == "human"]
    return (usual or [seat for seat in seats if seat.default != DEALER])[0].name


def opening_for(challenge: Challenge, catalogue: Catalogue, player: Cast | None = None) -> Opening:
    """The table of a challenge. `player`: who takes it up (None: the usual bot). Raises BadOption, BadPlayer."""
    info = catalogue.game(challenge.game)
    cast = {seat: read_player(text) for seat, text in challenge.players.items() if text.startswith("bot:")}
    if player is not None:
        cast[challenged_seat(challenge, info)] = player
    deck = challenge.deck
    if deck and catalogue.source(deck, info) is None and _plays_without(challenge, info):
        deck = None
    return Opening(
        challenge.game,
        cast,
        challenge.options,
        challenge.preset,
        deck,
        challenge.seed,
        challenge=challenge,
    )


def ghost_of(challenge: Challenge, catalogue: Catalogue) -> Session:
    """The game of the person who sent a challenge, as a session. Raises BadCode if its moves don't fit.

    The session has the moves that the code contains, which may be none.
    """
    info = catalogue.game(challenge.game)
    found = _as_played(_dealt(challenge, catalogue), challenge, info, catalogue)
    try:
        found.fold(info.game)
    except _UNREADABLE as error:
        raise BadCode(f"This code's moves don't fit the game: {one_line(str(error), 200)}") from None
    return found


def _as_played(session: Session, challenge: Challenge, info: GameInfo, catalogue: Catalogue) -> Session:
    """The session with a challenge's moves, and with the word list and matcher that judged them."""
    values = setup_json(session.setup)
    if challenge.moves:
        values |= {"words": challenge.words or values.get("words"), "matching": challenge.matching}
    lexicon = catalogue.lexicon(values.get("words"), info)
    setup = setup_from(values, session.setup.options, lexicon, session.setup.source)
    seat = challenged_seat(challenge, info)
    seats = {
        **session.seats,
        seat: {"player": challenge.kind or "script", "name": challenge.by or "somebody"},
    }
    rules = challenge.rules or session.rules
    return replace(
        session, setup=setup, seats=seats, rules=rules, events=(*challenge.given, *challenge.moves)
    )


# making a challenge


def challenge_of(
    session: Session, info: GameInfo, catalogue: Catalogue, *, me: str = "", moves: bool = True
) -> Challenge:
    """A finished session as a challenge. Raises BadCode if it can't be one.

    `me`: the name of the user, whose seat comes first. `moves`: whether to send along how it was played.
    """
    try:
        return _challenge_of(session, info, catalogue, me, moves=moves)
    except BadCode:
        raise
    except (*_UNREADABLE, PlayerFailed) as error:  # such as a deck that is no longer here
        raise BadCode(f"This game can't be made into a challenge: {one_line(str(error), 200)}") from None


def _challenge_of(
    session: Session, info: GameInfo, catalogue: Catalogue, me: str, *, moves: bool
) -> Challenge:
    play: Play[Any] = session.fold(info.game)
    if not is_revealed(play):
        raise BadCode("This game isn't over yet. You can make it a challenge once it's over.")
    seat = _challenged(session, play, me)
    setup = session.setup
    found = Challenge(
        session.game,
        _off_default(session, info),
        None if setup.preset == "party" else setup.preset,
        setup.deck,
        setup.seed or 0,
        **_seats(session, info, seat),
    )
    if info.dealt == "never":
        found = _with_given(found, info, catalogue, play, seat)
    else:
        found = _with_secret(found, session, info, catalogue, play)
    return _with_moves(found, session, catalogue, play, seat) if moves else found


def _signed(name: str) -> str:
    """The name for a code. It is empty for `You`, which would mean the reader."""
    return "" if name == YOU else name


def code_of(challenge: Challenge, catalogue: Catalogue) -> str:
    """The code of a challenge: short if it has no moves and its seed deals it. Raises BadCode."""
    shelf = _shelf_of(challenge, catalogue)
    if shelf is not None:
        return written_short(ShortCode(_number_of(shelf), challenge.seed))
    code = written_long(challenge)
    if code is None:
        raise BadCode("This game is too long for a code.")
    return code


def own_challenge(
    info: GameInfo, catalogue: Catalogue, text: str, options: Data, *, by: str, seed: int
) -> Challenge:
    """A challenge of somebody's own word, thing, card or statement.

    `text`: what the setter's reply would be, such as `crane` or `true | I was born on a ferry`. For a game whose
    cards are always dealt: the word and what goes with it, with `|` between. Raises BadCode, BadOption.
    """
    session, options = _to_be_set(info, catalogue, options, seed)
    found = Challenge(info.id, dict(options), seed=seed, by=_signed(by), kind="human")
    play: Play[Any] = session.fold(info.game)
    ask = next(iter(play.asks()))
    if session.setup.secret:
        return replace(found, secret=_card(info, text))
    fault = play.trial(ask, text)
    if fault is not None:
        raise BadCode(f"{capital(fault.told).removesuffix('.')}. The form is: {info.asks[ask.name].form}.")
    event = Event(1, Kind.REPLY, {"seat": ask.seat, "ask": ask.name, "text": clean(text)})
    play.feed(event)
    if info.dealt == "never":
        return replace(found, given=(event,))
    secret = dict(play.first_secret() or {})
    if info.items == "entities" and info.dealt == "unless_given" and not _is_known(session, secret):
        raise BadCode(
            f"The judge knows nothing about “{one_line(text, 40)}”, so it couldn't answer questions about it."
        )
    return replace(found, secret=secret)


def own_form(info: GameInfo, catalogue: Catalogue) -> str:
    """What to type for a challenge of your own, in sentences."""
    session, _ = _to_be_set(info, catalogue, {}, 0)
    if session.setup.secret:
        return _OWN_CARD
    told = info.asks[next(iter(session.fold(info.game).asks())).name]
    return f"{told.call or told.text.rstrip('.')}. Type it as: {told.form}."


def _to_be_set(info: GameInfo, catalogue: Catalogue, options: Data, seed: int) -> tuple[Session, Data]:
    """A session in which a person gives the secret, if the game allows it, and the options for it."""
    seats = seats_at(Opening(info.id, options=options), info)
    givers = {seat.name: read_player("human") for seat in seats if seat.side != "solver"}

    def made() -> Session:
        opening = Opening(info.id, givers, options)
        return new_session(opening, catalogue, id="-", seed=seed, started=None)[0]

    session = made()
    if out := way_out(session.setup, info):
        options = {**options, **out}
        session = made()
    return session, options


def _is_known(session: Session, secret: Data) -> bool:
    """True if a secret's name is one of the entities in a session's deck."""
    deck = session.setup.source
    named = {fold_text(str(name)) for value in secret.values() for name in _names(value)}
    known = (
        name for item in (deck.items if deck else ()) for value in item.values() for name in _names(value)
    )
    return any(fold_text(str(name)) in named for name in known)


def _names(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [value]


def _card(info: GameInfo, text: str) -> Data:
    """A user's own card, made from its parts. Raises BadCode."""
    first, *rest = (part.strip() for part in clean(text).split("|"))
    columns = {column.name for column in info.columns}
    names = [name for name in info.card if name in columns]
    if not first or not names:
        raise BadCode(_OWN_CARD)
    return {names[0]: first} | ({names[1]: list(filter(None, rest))} if rest and len(names) > 1 else {})


def _challenged(session: Session, play: Play[Any], me: str) -> str:
    """The seat whose player can be beaten: the user's own seat if possible, never the seat that gave the secret."""
    cast = cast_now(session)
    names = names_in(session.seats, play.events, cast)
    giver = _giver(play)
    sided = [seat for seat, one in play.seats.items() if one.side != "neutral" and seat not in ("", giver)]
    people = [seat for seat in sided if seat in cast and cast[seat].kind == "human"]
    mine = [seat for seat in people if names.get(seat) == me]
    usual = [seat for seat in sided if play.seats[seat].default == "human"]
    return next(iter([*mine, *people, *usual, *sided]))


def _giver(play: Play[Any]) -> str:
    """The seat that gave the secret with its first reply; empty if it was dealt."""
    if play.setup.secret is not None:
        return ""
    first = next(iter(play.standing()), None)
    return first.ask.seat if first is not None and play.seats[first.ask.seat].side != "solver" else ""


def _off_default(session: Session, info: GameInfo) -> dict[str, Any]:
    """The options that a code must name, without those that the deck sets."""
    setup = session.setup
    usual = resolve(info.options, info.presets, {}, setup.preset)
    brought = setup.source.options if setup.source is not None else {}
    return {
        name: value
        for name, value in setup.options.items()
        if name in usual and value != usual[name] and not (name in brought and brought[name] == value)
    }


def _seats(session: Session, info: GameInfo, seat: str) -> dict[str, Any]:
    """The seat of a challenge, if it isn't the usual one, and the bots that aren't the usual ones."""
    cast = cast_now(session)
    levels = {
        name: str(one.spec.get("level"))
        for name, one in cast.items()
        if name != seat and one.kind == "bot" and one.spec.get("level") not in (None, info.level)
    }
    usual = challenged_seat(Challenge(session.game, _off_default(session, info), session.setup.preset), info)
    return {
        "seat": "" if seat == usual else seat,
        "players": {name: f"bot:{level}" for name, level in levels.items()},
    }


def _dealt(challenge: Challenge, catalogue: Catalogue) -> Session:
    """The session that a challenge deals, with bots in all seats."""
    opening = opening_for(challenge, catalogue)
    return new_session(opening, catalogue, id="-", seed=challenge.seed, started=None)[0]


def _with_secret(
    challenge: Challenge, session: Session, info: GameInfo, catalogue: Catalogue, play: Play[Any]
) -> Challenge:
    """The challenge with the values that its seed doesn't deal. Raises BadCode if nobody said what was hidden."""
    setup = session.setup
    secret = setup.secret or (play.first_secret() if setup.secret is None else play.game.secret(play.state))
    if not secret:
        raise BadCode("Nobody said what the secret was, so there is nothing to send.")
    challenge = replace(challenge, options={**challenge.options, **way_out(setup, info)})
    made = _dealt(challenge, catalogue).setup
    if made.secret != secret:
        challenge = replace(challenge, secret=dict(secret))
    keys = _dealt_by(info, setup.options)
    other = {k: setup.extra[k] for k in keys if k in setup.extra and setup.extra[k] != made.extra.get(k)}
    return replace(challenge, dealt=other)


def _dealt_by(info: GameInfo, options: Data) -> AbstractSet[str]:
    """The names of everything that a game's rules deal besides the secret."""
    return info.game.deal(options, None, Random(0)).keys() - {"secret"}


def _with_given(
    challenge: Challenge, info: GameInfo, catalogue: Catalogue, play: Play[Any], seat: str
) -> Challenge:
    """The challenge with the moves before its seat's first one, unless the usual bot makes the same ones."""
    acts = _moves(play)
    first = next((n for n, act in enumerate(acts) if act.get("seat") == seat), len(acts))
    given = renumbered([_bare(act) for act in acts[:first]])
    if not given:
        raise BadCode("Nobody said anything in this game, so there is nothing to send.")
    made = _dealt(challenge, catalogue)
    known: Play[Any] = made.fold(info.game)
    for event in given:
        ask = next(iter(known.asks()))
        player = sit_down(Cast(made.seats[ask.seat]), info, made.setup)
        if ask.seat != event.get("seat") or not isinstance(player, BotPlayer):
            break
        if player.would_say(ask, known.view(ask.seat)) != event.get("text"):
            break
        known.feed(event)
    else:
        return challenge
    start = fold(info.game, made.setup, given)
    if start.over:
        raise BadCode("This game ended before anybody had a chance to do well, so there is nothing to send.")
    if play.game.secret(play.state) and not start.first_secret():
        raise BadCode(
            "The setter only said at the end whether the statement was true, so nobody else can play it."
        )
    return replace(challenge, given=given)


def _moves(play: Play[Any]) -> list[Event]:
    """The replies, rulings, changed answers and resignations that haven't been taken back, in order."""
    return [act for act in play.acts if act.type in _KEPT]


_KEPT: Mapping[str, Sequence[str]] = {
    Kind.REPLY: ("seat", "ask", "text", "finish"),
    Kind.ADJUDICATED: ("of", "question", "verdict"),
    Kind.AMENDED: ("of", "text"),
    Kind.RESIGNED: ("seat",),
}


def _bare(act: Event) -> Event:
    """An event with only the values that the rules read."""
    kept = {key: act.data[key] for key in _KEPT[act.type] if key in act.data}
    if act.type == Kind.ADJUDICATED:
        kept["verdict"] = str(kept["verdict"]).lower() in ("true", "yes", "1")
    if "text" in kept:
        kept["text"] = clean(str(kept["text"]))
    return Event(act.seq, act.type, kept)


def _with_moves(
    challenge: Challenge, session: Session, catalogue: Catalogue, play: Play[Any], seat: str
) -> Challenge:
    """The challenge with its moves, as fully as there is room for.

    Long replies are cut if the game stays the same. If that isn't enough, the code has only the ending.
    """
    info = catalogue.game(session.game)
    cast = cast_now(session)
    player = cast.get(seat)
    metrics = info.compute(play)
    found = replace(
        challenge,
        by=_signed(one_line(str(names_in(session.seats, play.events, cast).get(seat, "")), NAME_CHARS)),
        kind=player.kind if player is not None and player.kind in ("human", "model", "bot") else "bot",
        result=standing(play, seat),
        tries=info.tries_in(metrics),
        helped=bool(flags_of(play, recast=False) & UNFAIR),
        rules=session.rules,
        matching=session.setup.matching or words.VERSION,
        words=session.setup.words,
    )
    acts = [_bare(act) for act in _moves(play)[len(found.given) :]]
    for most in (None, *_CLIPPED):
        moves = _fitting(found, acts, catalogue, play, most)
        full = replace(found, moves=moves) if moves else found
        code = written_long(full) if moves else None
        if code is not None and len(code) <= info.code_chars:
            return full
    return replace(found, rules=0, matching=None, words=None)


def _fitting(
    challenge: Challenge,
    acts: Sequence[Event],
    catalogue: Catalogue,
    play: Play[Any],
    most: int | None,
) -> tuple[Event, ...]:
    """The moves that lead to the same end on the challenge's table; empty if none do.

    A reply that isn't asked for there, such as the one that gave the secret, is left out. `most`: the length to
    which replies are cut; None: they aren't cut.
    """
    info = catalogue.game(challenge.game)
    ghost = _as_played(_dealt(challenge, catalogue), challenge, info, catalogue)
    setup = setup_from(
        {**setup_json(ghost.setup), "words": challenge.words, "matching": challenge.matching},
        ghost.setup.options,
        catalogue.lexicon(challenge.words, info),
        ghost.setup.source,
    )
    known: Play[Any] = fold(info.game, setup, challenge.given)
    start = len(challenge.given)
    places: dict[int, int] = {}
    kept: list[Event] = []
    for act in acts:
        data = dict(act.data)
        if "of" in data:
            if data["of"] not in places:
                continue
            data["of"] = places[data["of"]]
        place = start + len(kept) + 1
        if act.type == Kind.REPLY and most is not None:
            data["text"] = _shorter(known, act, most)
        event = Event(place, act.type, data)
        try:
            known.feed(event)
        except BadEvent:
            if act.type == Kind.REPLY:
                continue
            return ()
        places[act.seq] = place
        kept.append(event)
    return tuple(kept) if _came_to(known, info) == _came_to(play, info) else ()


def _came_to(play: Play[Any], info: GameInfo) -> tuple[object, ...]:
    """The parts of an outcome that must be equal if two plays are the same game."""
    outcome = play.outcome()
    return (
        outcome.result,
        outcome.winners,
        outcome.cause,
        len(turns_of(play)),
        info.tries_in(info.compute(play)),
    )


def turns_of(play: Play[Any]) -> Sequence[Any]:
    """The turns of a game so far, as everybody may know them; for a game without turns, its moves."""
    turns = play.view(TABLE).facts.get("turns")
    if isinstance(turns, list | tuple):
        return tuple(turns)
    return tuple(step.seq for step in play.standing() if step.fault is None)


def _shorter(play: Play[Any], act: Event, most: int) -> str:
    """A reply's text, cut to the one line that counts or to `most` characters, if the rules read it the same."""
    text = str(act["text"])
    ask = next((a for a in play.asks() if a.seat == act["seat"] and act["ask"] in (a.name, *a.also)), None)
    if ask is None or (len(text) <= most and "\n" not in text):
        return text
    whole = play.judge(ask, Reply(text, act.get("finish") or "stop", act["ask"]))
    lines = [(line, True) for line in text.splitlines() if line.strip()]
    for shorter, to_the_letter in (*lines, (whole_words(one_line(split_reasoning(text).body), most), False)):
        tried = judge(play.game, play.state, ask, Reply(shorter, act.get("finish") or "stop", act["ask"]))
        same = (tried.fault is None) == (whole.fault is None) and tried.heard == whole.heard
        same = same and play.game.asks(tried.state) == play.game.asks(whole.state)
        if to_the_letter:
            same = same and _turns_for_all(play, tried.state) == _turns_for_all(play, whole.state)
        if same and len(shorter) < len(text):
            return shorter
    return text


def _turns_for_all(play: Play[Any], state: Any) -> object:
    return play.game.view(state, TABLE).facts.get("turns")


def _shelf_of(challenge: Challenge, catalogue: Catalogue) -> Shelf | None:
    """The shelf of a challenge that a short code can name; None if it needs a long one."""
    plain = Challenge(challenge.game, challenge.options, deck=challenge.deck, seed=challenge.seed)
    if challenge != plain or not 0 <= challenge.seed < SEEDS:
        return None
    return next(
        (
            shelf
            for shelf in shelves(catalogue)
            if shelf.info.id == challenge.game
            and shelf.deck == challenge.deck
            and shelf.options == challenge.options
        ),
        None,
    )


def new_challenge(info: GameInfo, catalogue: Catalogue, options: Data, *, seed: int) -> Challenge:
    """A challenge that nobody has played: what the seed deals from the game's newest deck. Raises BadCode."""
    deck = catalogue.deck(None, info).deck.name if info.dealt == "when_named" else None
    found = Challenge(info.id, dict(options), deck=deck, seed=seed)
    session = _dealt(found, catalogue)
    if out := way_out(session.setup, info):
        found = replace(found, options={**options, **out})
        session = _dealt(found, catalogue)
    if not session.setup.secret and info.dealt != "never":
        raise BadCode(f"Nothing is dealt in {info.title} with these options, so there is nothing to send.")
    return replace(found, deck=found.deck or session.setup.deck)


def description_of(challenge: Challenge, info: GameInfo) -> str:
    """A sentence that describes a challenge, without its secret."""
    variant = challenge.options.get(info.variant or "")
    variant = variant if variant in info.offered else None
    game = info.title + (f" ({variant})" if variant else "")
    if challenge.result:
        how = ", with every move" if challenge.moves else ""
        return f"{game}, as {challenge.by or 'somebody'} played it{how}."
    if challenge.by:
        return f"{game}, set by {challenge.by}."
    return f"{game}: the same game for everybody who plays this code."
