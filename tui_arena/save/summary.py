"""Summaries of sessions for lists and aggregates, computed from their folds.

A summary's flags say why a session may be left out of aggregates. A flag is permanent, with one exception: an
undo that was redone leaves no flag, because nobody learned anything from it.

Law: a summary depends only on the game's info, the session and its fold. `secret` is None until the session
is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tui_arena.core.blind import HIDDEN, hides_players, is_blind, is_revealed, letters
from tui_arena.core.challenge import KNOWN
from tui_arena.core.events import Event, Kind, holder_at
from tui_arena.core.game import TABLE, Data
from tui_arena.core.language.sentences import counted, listed, winning_side
from tui_arena.core.reasoning import reasoning_in
from tui_arena.core.record import Play, Step, standing
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.setting import NAME_CHARS, UNREAD_SETTING, Setting, deck_name, setting_of, uncounted

LABEL_CHARS = 40
RUNGS_CHARS = 120
SAMPLING_CHARS = 200
ITEM_CHARS = 200


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a session ended for one seat."""

    seat: str
    group: str
    """The group of seats in which the seat is counted."""
    kind: str
    """The kind of the seat's last player: `human`, `model`, `bot` or `script`."""
    name: str
    """The last player's name; a bot's name includes its level."""
    standing: str
    """`won`, `lost`, `drawn`, `aborted`, `unfinished` or `neutral`."""
    main: float | None
    """The main score of the seat's side, 0 to 1; None if neutral, or if the session is aborted or
    unfinished."""
    counts: Mapping[str, Any]
    """The seat's counts as in `Play.counts` and `Play.tallies`; empty if the seat was never asked."""
    side: str = "solver"
    recast: bool = False
    """True if a player other than the last player gave a reply from this seat."""
    prompt: str | None = None
    """The variant of the seat's prompts; None if the variant has no name."""
    persona: str | None = None
    rungs: str = ""
    """The rungs on which the seat's model was asked, as `rungs_of` returns them."""
    sampling: str = ""
    """The sampling of the seat's model, as `sampling_of` returns it."""
    prompt_digest: str = ""
    """The digest of the seat's prompts; empty if none was saved."""
    letter: str = ""
    """The letter that lists show instead of the name until a blind session is over; empty: the name."""

    @property
    def shown(self) -> str:
        """The player's name as lists show it."""
        return self.letter or self.name


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a session, or its progress so far."""

    result: str
    cause: str | None
    winners: tuple[str, ...]
    ended: str | None
    """The time of the `ended` event; None if the session is unfinished or the file has no such time."""
    metrics: Mapping[str, Any]
    seats: tuple[SeatSummary, ...]
    flags: frozenset[str]
    """Some of `FLAGS`."""
    setting: Setting
    """The setting that the session was played under and is counted under."""
    deck: str | None
    """The deck's name without number or digest; None if a seat gave the secret."""
    prompt: str | None
    """The prompt variants of the session's seats, joined by `+`; None if there are none."""
    line: str
    """One line for lists, such as `You, 3 of 6 guesses`."""
    secret: str | None = field(default=None, repr=False)
    """The secret or the item to be judged; None until the session is over."""

    @property
    def variant(self) -> str:
        """The variant of the session's setting."""
        return self.setting.variant


def summarise(
    info: GameInfo, session: Session, play: Play[Any], origin: frozenset[str] = frozenset()
) -> Summary:
    """The summary of a session, computed from its fold; `origin` adds the flag `imported` or `demo`."""
    outcome = play.outcome()
    metrics = info.compute(play)
    counts, tallies = play.counts(), play.tallies()
    setting, hidden = setting_of(info, play.setup), hides_players(play)
    reasoned = frozenset({REASONING_PLAYED} if not hidden and reasoning_played(session.seats, play) else ())
    seats = _with_letters(
        session,
        tuple(
            _seat(
                info,
                session,
                play,
                name,
                metrics=metrics,
                counts=counts.get(name, {}) | tallies.get(name, {}),
            )
            for name in _seated(session, play)
        ),
        over=is_revealed(play),
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
        flags=flags_of(play, recast=any(seat.recast for seat in seats)) | reasoned | origin,
        setting=uncounted(setting) if hidden else setting,
        deck=deck_name(play.setup.deck),
        prompt="+".join(prompts) or None,
        line=line_of(info, play, seats, metrics),
        secret=None if item is None else one_line(item, ITEM_CHARS),
    )


def bare(session: Session, origin: frozenset[str] = frozenset()) -> Summary:
    """The summary of a session that can't be folded: unfinished and without figures."""
    named = tuple(
        SeatSummary(seat, seat, *player_of(spec), "unfinished", None, {}, side="neutral")
        for seat, spec in session.seats.items()
    )
    seats = _with_letters(session, named, over=False)
    line = f"{', '.join(s.shown for s in seats)}: this version can't read this session".lstrip(": ")
    deck = deck_name(session.setup.deck)
    return Summary("unfinished", None, (), None, {}, seats, origin, UNREAD_SETTING, deck, None, line)


def _with_letters(session: Session, seats: tuple[SeatSummary, ...], *, over: bool) -> tuple[SeatSummary, ...]:
    """Returns the seats; if the session is blind, with the letters of their players."""
    if not is_blind(session.setup, over=over):
        return seats
    called = letters(session.setup, session.seats)
    return tuple(replace(one, letter=called.get(one.seat, one.seat)) for one in seats)


def player_of(spec: Data | None) -> tuple[str, str]:
    """The kind and the name of a player. Without a player, the replies were recorded elsewhere.

    >>> player_of({"player": "bot", "name": "bot", "level": "hard"})
    ('bot', 'bot hard')
    """
    if not spec:
        return "script", "recorded"
    kind = one_line(str(spec.get("player") or "script"), 16) or "script"
    name = one_line(str(spec.get("name") or kind), NAME_CHARS) or kind
    level = one_line(str(spec.get("level") or ""), 16)
    return kind, name if not level or level in name.split() else f"{name} {level}"


def players_by_seat(play: Play[Any]) -> dict[str, tuple[tuple[str, str], ...]]:
    """Maps each seat to the kind and the name of all players whose moves from it stand, in order."""
    return {
        seat: tuple(dict.fromkeys(player_of(play.holder_at(seat, seq)) for seq in play.moved_on(seat)))
        for seat in play.seats
    }


def _seated(session: Session, play: Play[Any]) -> list[str]:
    """The seats that have a player, a reply or a resignation, in the game's order."""
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
        rungs=rungs_of(event.data for event in play.events if event.get("seat") == name),
        sampling=sampling_of(spec),
        prompt_digest=label(spec.get("prompt_digest") if spec else None) or "",
    )


def label(value: object) -> str | None:
    """A seat's persona or prompt variant as a short text, used in the roll-up and in filters."""
    return one_line(str(value), LABEL_CHARS) if value else None


UNSEEN = frozenset({"stream_options", "stream", "max_tokens", "end"})
"""The rungs of the ladder (`players/models/ladder.py`) that don't change the question that a model gets.

They change how its reply is sent, or use another name for the same limit."""


def rungs_of(replies: Iterable[Data]) -> str:
    """The rungs on which these replies were asked for, except those of `UNSEEN`, sorted and joined by `+`.

    >>> rungs_of([{"rungs": ["system", "stream"]}, {"rungs": ["schema"]}, {}])
    'schema+system'
    """
    lists = (rungs for reply in replies if isinstance(rungs := reply.get("rungs"), list))
    found = {str(rung) for rungs in lists for rung in rungs} - UNSEEN
    return one_line("+".join(filter(None, map(label, sorted(found)))), RUNGS_CHARS)


def sampling_of(spec: Data | None) -> str:
    r"""The sampling in a seat's values as one text, sorted by name; empty for the provider's defaults.

    >>> sampling_of({"sampling": {"temperature": 1.0, "max_tokens": 120, "stop": ["\n"]}})
    'max_tokens=120 stop=["\\n"] temperature=1'
    """
    values = spec.get("sampling") if spec else None
    if not isinstance(values, Mapping):
        return ""
    said = (f"{name}={plain_value(value)}" for name, value in sorted(values.items()))
    return one_line(" ".join(said), SAMPLING_CHARS)


def plain_value(value: object) -> str:
    r"""The value of a sampling parameter as a text; whole numbers have no decimals.

    >>> plain_value(1.0), plain_value(["\n", "END"]), plain_value("low")
    ('1', '["\\n","END"]', 'low')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Asked(NamedTuple):
    """How a seat's model is asked. An empty text means that a part has no name, or that it wasn't saved.

    The save file has the parts in one text, a line for each; no part contains a line break.
    """

    prompt: str = ""
    """The prompt variant."""
    rungs: str = ""
    sampling: str = ""
    prompt_digest: str = ""

    @classmethod
    def read(cls, text: str) -> Asked:
        """The parts of such a text."""
        return cls(*text.split("\n")[: len(cls._fields)])

    @classmethod
    def of(cls, seat: SeatSummary) -> Asked:
        """How the model of a seat was asked."""
        return cls(seat.prompt or "", seat.rungs, seat.sampling, seat.prompt_digest)

    @property
    def text(self) -> str:
        """The parts as one text."""
        return "\n".join(self).rstrip("\n")


def _cast(session: Session, events: list[Event], seat: str) -> tuple[Data | None, bool]:
    """The last player of a seat, and whether another player gave a reply from the seat."""
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
    if play.outcome().result == "drawn":  # nobody reached the goal, so neither side gets a score
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
    """The players, and the result or the progress so far, on one line."""
    seats = tuple(replace(s, kind=HIDDEN, name=s.letter) if s.letter else s for s in seats)
    people = [s.name for s in seats if s.kind == "human"]
    names = dict.fromkeys(people or [s.name for s in seats if s.side != "neutral"])
    who = listed(list(names)) if names else ""
    told = _for_people([s for s in seats if s.kind == "human"], play, _progress(info, play, metrics))
    if (
        people
        and play.outcome().result == "won"
        and not any(s.side != "neutral" for s in seats if s.kind == "human")
    ):
        told = f"{listed([s.name for s in seats if s.seat in play.outcome().winners])} {told}".lstrip()
    if not people:
        told = f"{winning_side(play)} {told}".lstrip()
    return f"{who}, {told}" if who else told


def _for_people(people: Sequence[SeatSummary], play: Play[Any], result: str) -> str:
    """The result from the people's point of view.

    - If some people lost and others won, the winners' names are put before the result.
    - If some people lost and nobody among them won, it is `lost`, or `gave up` after a resignation.
    - If all people hid the secret and it wasn't found, it is `won`.
    """
    lost = [s.name for s in people if s.standing == "lost"]
    won = [s.name for s in people if s.standing == "won"]
    hid = bool(people) and all(play.seats[s.seat].default == "dealer" for s in people)
    if play.outcome().result == "lost" and hid and not play.resigned:
        return "won"
    if play.outcome().result != "won" or not lost:
        return result
    return f"{' and '.join(dict.fromkeys(won))} {result}" if won else "gave up" if play.resigned else "lost"


def _progress(info: GameInfo, play: Play[Any], metrics: Mapping[str, Any]) -> str:
    outcome, used = play.outcome(), info.tries_in(metrics)
    if outcome.result == "won":
        return "won" if used is None else f"won in {used}"
    if outcome.result == "lost":
        return "gave up" if play.resigned else "lost"
    if outcome.result == "drawn":
        return "drawn"
    if outcome.result == "aborted":
        return f"aborted ({outcome.cause})"
    turns = len(play.view(TABLE).facts.get("turns", ()))
    tries = play.setup.options.get(info.main.tries)
    of = f" of {tries}" if isinstance(tries, int) else ""
    return f"{turns}{of} {info.tries_called}"


REASONING_PLAYED = "reasoning_played"
FLAGS = ("imported", "branched", "recast", "undone", "peeked", "hinted", KNOWN, REASONING_PLAYED, "demo")
"""All flags; the caller that saves the session sets `imported` and `demo`.

A session counts for its players only if it has no flag. This applies to streaks, milestones and "3 of 5 won",
wherever they are shown, and to aggregates without a filter.
"""
HELP = frozenset({"undone", "hinted"})
"""The flags of a session in which a player had help; it is reported separately, as played with help."""


def had_only_help(flags: frozenset[str]) -> bool:
    """True if help is the only reason why a session doesn't count."""
    return bool(flags) and flags <= HELP


def flags_of(play: Play[Any], *, recast: bool) -> frozenset[str]:
    """The flags that follow from a session's events and set-up, plus `recast` as given."""
    types = {event.type for event in play.events}
    found = {
        "branched": Kind.BRANCHED in types or any(event.get("copied") for event in play.events),
        "recast": recast,
        "undone": _undone_past_a_judged_move(play),
        "peeked": Kind.PEEKED in types,
        "hinted": Kind.HINT in types,
        KNOWN: bool(play.setup.extra.get(KNOWN)),
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def reasoning_played(seats: Mapping[str, Data], play: Play[Any]) -> list[int]:
    """The numbers of the replies in which reasoning was played as a move, even of replies taken back.

    `seats`: the first cast. Only replies by other players than people and bots are checked.
    """
    sits = {seat: player_of(spec)[0] for seat, spec in seats.items()}
    played = {step.seq for step in play.steps if step.fault is None}
    found = []
    for event in play.events:
        if event.type == Kind.RECAST and isinstance(event.get("to"), Mapping):
            sits[str(event.get("seat"))] = player_of(event["to"])[0]
        elif (
            event.seq in played
            and sits.get(event["seat"]) not in SPEAKS_PLAINLY
            and holds_reasoning(event.data)
        ):
            found.append(event.seq)
    return found


def stopped_by_model(seats: Mapping[str, Data], play: Play[Any]) -> bool:
    """True if a model's replies aborted a session: they weren't in the form, or broke the rules.

    `seats`: the first cast. A model that refuses to answer isn't meant, because no other form helps it.
    """
    if play.outcome().result != "aborted":
        return False
    last = next((step for step in reversed(play.steps) if step.fault is not None and not step.void), None)
    if last is None or last.fault is None or last.fault.kind == "refusal":
        return False
    return player_of(holder_at(seats, play.events, last.ask.seat, last.seq))[0] == "model"


def reasoning_line(count: int) -> str:
    """A sentence, without its full stop, about sessions left out because reasoning was played as a move.

    >>> reasoning_line(1)
    "1 session is left out of the figures, because a model's reasoning was played as its move"
    """
    verb = "is" if count == 1 else "are"
    return (
        f"{counted(count, 'session')} {verb} left out of the figures, because a model's reasoning was "
        "played as its move"
    )


SPEAKS_PLAINLY = frozenset({"human", "bot"})
"""The kinds of player whose replies aren't searched for reasoning."""


def holds_reasoning(reply: Data) -> bool:
    """True if a reply's text contains reasoning that the rules read, or is the end of its reasoning."""
    return reply.get("from_thinking") is True or bool(reasoning_in(str(reply["text"])))


def _undone_past_a_judged_move(play: Play[Any]) -> bool:
    """True if a move was undone after the rules or another seat had answered it, or if an end was undone.

    A move that was undone before any answer (a target, a proposal) showed its player nothing new. An undone
    end, even by resignation, counts because the end had shown the secret.
    """
    moves = [s for s in play.steps if s.void and s.fault is None]
    return (
        end_was_undone(play)
        or len({s.ask.seat for s in moves}) > 1
        or any(was_marked(play, s) for s in moves)
    )


def end_was_undone(play: Play[Any]) -> bool:
    """True if an end was undone, even an end by resignation, so that play continued with the secret known."""
    given_up = sum(event.type == Kind.RESIGNED for event in play.events)
    return given_up > (play.resigned is not None) or any(
        play.game.outcome(s.after) is not None for s in play.steps if s.void
    )


def was_marked(play: Play[Any], step: Step[Any]) -> bool:
    """True if the rules added a line to the talk after a move."""

    def said_by_the_rules(state: Any) -> int:
        return sum(line.seat == TABLE for line in play.game.view(state, TABLE).talk)

    return said_by_the_rules(step.after) > said_by_the_rules(step.before)
