"""What a session came to, for lists and aggregates: computed from its fold, never the only copy.

Law: a pure function of manifest, session and fold. Nothing here is shown before the end that its
reader may not know: no secret stands in a summary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.deal import deck_base
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Data, Setup
from tui_arena.core.language.sentences import listed, winning_side
from tui_arena.core.record import Play, Step, standing
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import DECK, GameInfo

__all__ = [
    "FLAGS",
    "SeatSummary",
    "Summary",
    "bare",
    "deck_name",
    "label",
    "player_of",
    "summarise",
    "variant_of",
]

NAME_CHARS = 80
LABEL_CHARS = 40
ITEM_CHARS = 200


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How one seat came out."""

    seat: str
    group: str
    """The row it is counted in."""
    kind: str
    """`human`, `model`, `bot` or `script`; of the last player who sat there."""
    name: str
    """A bot's level is part of it."""
    standing: str
    """`won`, `lost`, `aborted`, `unfinished` or `neutral`."""
    main: float | None
    """Main score of its side, 0 to 1; None for a neutral seat, when aborted and when unfinished."""
    counts: Mapping[str, Any]
    """As `Play.counts` gives them; empty if it was never asked."""
    side: str = "solver"
    recast: bool = False
    """Whether another player than the last gave a reply of this seat."""
    prompt: str | None = None
    """Variant of its prompts."""
    persona: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """How one session came out."""

    result: str
    cause: str | None
    winners: tuple[str, ...]
    ended: str | None
    """Time of the `ended` event; None while unfinished or where a file does not say."""
    metrics: Mapping[str, Any]
    seats: tuple[SeatSummary, ...]
    flags: frozenset[str]
    """Out of `FLAGS`."""
    variant: str
    """The row it is counted in, with `*` if another option is off its default."""
    deck: str | None
    """Without number or digest; None if a seat gave the secret."""
    prompt: str | None
    """Prompt variants of its seats, joined by `+`."""
    line: str
    """One line for lists, such as `You, 3 of 6 guesses`."""
    secret: str | None = field(default=None, repr=False)
    """What was hidden, or was to be judged; None until it is over."""


def summarise(
    info: GameInfo, session: Session, play: Play[Any], origin: frozenset[str] = frozenset()
) -> Summary:
    """The summary of a session and its fold; `origin` adds `imported` or `demo`."""
    outcome = play.outcome()
    metrics = info.compute(play)
    counts = play.counts()
    seats = tuple(
        _seat(info, session, play, name, metrics=metrics, counts=counts.get(name, {}))
        for name in _seated(session, play)
    )
    prompts = sorted({s.prompt for s in seats if s.prompt})
    item = info.item(play)
    return Summary(
        result=outcome.result,
        cause=outcome.cause,
        winners=outcome.winners,
        ended=_ended(play),
        metrics=metrics,
        seats=seats,
        flags=flags_of(play, recast=any(seat.recast for seat in seats)) | origin,
        variant=variant_of(info, play.setup),
        deck=deck_name(play.setup.deck),
        prompt="+".join(prompts) or None,
        line=line_of(info, play, seats, metrics),
        secret=None if item is None else one_line(item, ITEM_CHARS),
    )


def bare(session: Session, origin: frozenset[str] = frozenset()) -> Summary:
    """The summary of a session that can't be folded here: unfinished, without figures."""
    seats = tuple(
        SeatSummary(seat, seat, *player_of(spec), "unfinished", None, {}, side="neutral")
        for seat, spec in session.seats.items()
    )
    line = f"{', '.join(s.name for s in seats)}: this session can't be read by this version".lstrip(": ")
    deck = deck_name(session.setup.deck)
    return Summary("unfinished", None, (), None, {}, seats, origin, "", deck, None, line)


def player_of(spec: Data | None) -> tuple[str, str]:
    """Kind and name of a cast; replies that nobody is named for were recorded elsewhere.

    >>> player_of({"player": "bot", "name": "bot", "level": "hard"})
    ('bot', 'bot hard')
    """
    if not spec:
        return "script", "recorded"
    kind = one_line(str(spec.get("player") or "script"), 16) or "script"
    name = one_line(str(spec.get("name") or kind), NAME_CHARS) or kind
    level = one_line(str(spec.get("level") or ""), 16)
    return kind, name if not level or level in name.split() else f"{name} {level}"


def variant_of(info: GameInfo, setup: Setup) -> str:
    """The row of the stats that a set-up belongs to (rules.md section 0, "Aggregates").

    The first of what makes the game's rows is always named, the others where they are off their default;
    `*` if another option is. What the deck brings for an option is no other value.
    """
    defaults = {name: option.default for name, option in info.options.items()}
    values = {
        DECK: deck_name(setup.deck) or "own",
        **{n: setup.options.get(n, d) for n, d in defaults.items()},
    }
    brought = setup.source.options if setup.source else {}
    off = [n for n, d in defaults.items() if values[n] != d and values[n] != brought.get(n, d)]
    nouns = {name: option.noun for name, option in info.options.items()}
    shown = [*info.rows[:1], *(name for name in info.rows[1:] if name in off)]
    named = [f"{values[name]} {nouns.get(name, '')}".strip() for name in shown]
    base = one_line(" ".join(named) or info.id, 40)
    return base + "*" if any(name not in info.rows for name in off) else base


def deck_name(deck: str | None) -> str | None:
    """A deck's name without number or digest.

    >>> deck_name("wordle-1"), deck_name("mine-2@0123456789ab")
    ('wordle', 'mine-2')
    """
    return None if deck is None else one_line(deck_base(deck), NAME_CHARS)


def _seated(session: Session, play: Play[Any]) -> list[str]:
    """Seats that somebody sits on, gave a reply from or gave up from, in the game's order."""
    spoke = {play.resigned, *(step.ask.seat for step in play.steps)}
    return [name for name in play.seats if name in session.seats or name in spoke]


def _seat(
    info: GameInfo,
    session: Session,
    play: Play[Any],
    name: str,
    *,
    metrics: Mapping[str, Any],
    counts: Mapping[str, Any],
) -> SeatSummary:
    seat = play.seats[name]
    spec, recast = _cast(session, play.events, name)
    kind, player = player_of(spec)
    persona = play.setup.extra.get("personas")
    own = persona.get(name) if isinstance(persona, Mapping) else None
    trade = own.get("profession") if isinstance(own, Mapping) else None
    trade = trade or (spec.get("persona") if spec else None)
    prompt = spec.get("prompt") if spec else None
    return SeatSummary(
        seat=name,
        group=seat.group,
        kind=kind,
        name=player,
        standing=standing(play, name),
        main=_main(info, play, name, metrics),
        counts=counts,
        side=seat.side,
        recast=recast,
        prompt=label(prompt),
        persona=label(trade),
    )


def label(value: object) -> str | None:
    """A seat's persona or prompt variant as it is kept beside its figures, and asked for."""
    return one_line(str(value), LABEL_CHARS) if value else None


def _cast(session: Session, events: list[Event], seat: str) -> tuple[Data | None, bool]:
    """Who sits on a seat in the end, and whether somebody else gave a reply from it."""
    spec = session.seats.get(seat)
    spoke: set[tuple[str, str]] = set()
    for event in events:
        if event.get("seat") != seat:
            continue
        if event.type == Kind.REPLY:
            spoke.add(player_of(spec))
        elif event.type == Kind.RECAST and isinstance(event.get("to"), Mapping):
            spec = event["to"]
    return spec, bool(spoke - {player_of(spec)})


def _main(info: GameInfo, play: Play[Any], name: str, metrics: Mapping[str, Any]) -> float | None:
    side = play.seats[name].side
    if side == "neutral" or play.outcome().result in ("aborted", "unfinished"):
        return None
    if play.resigned is not None and play.seats[play.resigned].side == side:
        return 0.0
    score = info.main_score(play, metrics)
    if score is None:
        return None
    return score if side == "solver" else 1 - score


def _ended(play: Play[Any]) -> str | None:
    if not play.over:
        return None
    times = [e.get("at") for e in play.events if e.type == Kind.ENDED]
    return one_line(str(times[-1]), 40) if times and times[-1] else None


def line_of(
    info: GameInfo, play: Play[Any], seats: tuple[SeatSummary, ...], metrics: Mapping[str, Any]
) -> str:
    """Who played and how far it came, on one line."""
    people = [s.name for s in seats if s.kind == "human"]
    names = dict.fromkeys(people or [s.name for s in seats if s.side != "neutral"])
    who = listed(list(names)) if names else ""
    told = _for_people([s for s in seats if s.kind == "human"], play, _progress(info, play, metrics))
    if not people:
        told = f"{winning_side(play)} {told}".lstrip()
    return f"{who}, {told}" if who else told


def _for_people(people: Sequence[SeatSummary], play: Play[Any], told: str) -> str:
    """How a session that one side won came out for those who sat there: lost, or which of them won."""
    lost = [s.name for s in people if s.standing == "lost"]
    won = [s.name for s in people if s.standing == "won"]
    if play.outcome().result != "won" or not lost:
        return told
    return f"{' and '.join(dict.fromkeys(won))} {told}" if won else "gave up" if play.resigned else "lost"


def _progress(info: GameInfo, play: Play[Any], metrics: Mapping[str, Any]) -> str:
    outcome, share = play.outcome(), metrics.get(info.main.share)
    if outcome.result == "won":
        return "won" if share is None else f"won in {share}"
    if outcome.result == "lost":
        return "gave up" if play.resigned else "lost"
    if outcome.result == "aborted":
        return f"aborted ({outcome.cause})"
    metric = info.metrics.get(info.main.share)
    turns = len(play.view(TABLE).facts.get("turns", ()))
    tries = play.setup.options.get(info.main.tries)
    of = f" of {tries}" if isinstance(tries, int) else ""
    return f"{turns}{of} {metric.unit if metric and metric.unit else 'turns'}"


FLAGS = ("imported", "branched", "recast", "undone", "peeked", "hinted", "demo")
"""All of them; `imported` and `demo` are said by who saves the session."""


def flags_of(play: Play[Any], *, recast: bool) -> frozenset[str]:
    """Why a session may be left out of aggregates, as far as its events say."""
    types = {event.type for event in play.events}
    found = {
        "branched": Kind.BRANCHED in types or any(event.get("copied") for event in play.events),
        "recast": recast,
        "undone": _undone_past_a_judged_move(play),
        "peeked": Kind.PEEKED in types,
        "hinted": Kind.HINT in types,
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def _undone_past_a_judged_move(play: Play[Any]) -> bool:
    """Whether a move was taken back that had been answered, by the rules or by another seat.

    A move taken back before anything came of it (a target, a proposal) told its player nothing. Any
    end that was taken back, a resignation's too, had shown the secret.
    """
    void = [s for s in play.steps if s.void]
    moves = [s for s in void if s.fault is None]
    given_up = sum(event.type == Kind.RESIGNED for event in play.events)
    return (
        given_up > (play.resigned is not None)
        or any(play.game.outcome(s.after) is not None for s in void)
        or len({s.ask.seat for s in moves}) > 1
        or any(_was_marked(play, s) for s in moves)
    )


def _was_marked(play: Play[Any], step: Step[Any]) -> bool:
    def said_by_the_rules(state: Any) -> int:
        return sum(line.seat == TABLE for line in play.game.view(state, TABLE).talk)

    return said_by_the_rules(step.after) > said_by_the_rules(step.before)
