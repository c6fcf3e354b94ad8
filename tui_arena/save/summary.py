"""Summaries of sessions for lists and aggregates, computed from their folds.

A summary's flags say why a session may be left out of aggregates. A flag stays for good, with one
exception: an undo that was redone leaves no flag, because nobody learned anything from it.

Law: a summary depends only on the game's info, the session and its fold. `secret` is None until the session
is over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from tui_arena.core.blind import HIDDEN, is_blind, letters
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Data, Setup, deck_base
from tui_arena.core.language.sentences import counted, listed, winning_side
from tui_arena.core.options import Option, defaults_beside
from tui_arena.core.reasoning import reasoning_in
from tui_arena.core.record import Play, Step, standing
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import DECK, GameInfo

NAME_CHARS = 80
LABEL_CHARS = 40
RUNGS_CHARS = 120
ITEM_CHARS = 200


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How a session ended for one seat."""

    seat: str
    group: str
    """The group of seats that it is counted in."""
    kind: str
    """The kind of the last player who sat there: `human`, `model`, `bot` or `script`."""
    name: str
    """The last player's name, with the level for a bot."""
    standing: str
    """`won`, `lost`, `drawn`, `aborted`, `unfinished` or `neutral`."""
    main: float | None
    """Main score of its side, 0 to 1; None for a neutral seat and for an aborted or unfinished session."""
    counts: Mapping[str, Any]
    """As `Play.counts` gives them; empty if it was never asked."""
    side: str = "solver"
    recast: bool = False
    """Whether a player other than the last one gave a reply from this seat."""
    prompt: str | None = None
    """Variant of its prompts; None if it has no name."""
    persona: str | None = None
    rungs: str = ""
    """The rungs on which its model was asked, as `rungs_of` gives them."""
    letter: str = ""
    """What lists show in place of the name while the session is blind; empty: the name."""

    @property
    def shown(self) -> str:
        """The player's name as lists show it."""
        return self.letter or self.name


@dataclass(frozen=True, slots=True)
class Summary:
    """How one session ended, or how far it is."""

    result: str
    cause: str | None
    winners: tuple[str, ...]
    ended: str | None
    """Time of the `ended` event; None while unfinished, or if the file doesn't give it."""
    metrics: Mapping[str, Any]
    seats: tuple[SeatSummary, ...]
    flags: frozenset[str]
    """Some of `FLAGS`."""
    setting: Setting
    """What it was played under, by which it is counted."""
    deck: str | None
    """The deck's name without number or digest; None if a seat gave the secret."""
    prompt: str | None
    """Prompt variants of its seats, joined by `+`; None if there are none."""
    line: str
    """One line for lists, such as `You, 3 of 6 guesses`."""
    secret: str | None = field(default=None, repr=False)
    """What was hidden or had to be judged; None until the session is over."""

    @property
    def variant(self) -> str:
        """The variant of its setting."""
        return self.setting.variant


def summarise(
    info: GameInfo, session: Session, play: Play[Any], origin: frozenset[str] = frozenset()
) -> Summary:
    """The summary of a session and its fold; `origin` adds `imported` or `demo`."""
    outcome = play.outcome()
    metrics = info.compute(play)
    counts = play.counts()
    setting, hidden = setting_of(info, play.setup), is_blind(session.setup, over=play.over)
    reasoned = frozenset({REASONING_PLAYED} if not hidden and reasoning_played(session.seats, play) else ())
    seats = _with_letters(
        session,
        tuple(
            _seat(info, session, play, name, metrics=metrics, counts=counts.get(name, {}))
            for name in _seated(session, play)
        ),
        over=play.over,
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
    line = f"{', '.join(s.shown for s in seats)}: this session can't be read by this version".lstrip(": ")
    deck = deck_name(session.setup.deck)
    return Summary("unfinished", None, (), None, {}, seats, origin, UNREAD_SETTING, deck, None, line)


def _with_letters(session: Session, seats: tuple[SeatSummary, ...], *, over: bool) -> tuple[SeatSummary, ...]:
    """The seats with the letters of their players, if the session is blind."""
    if not is_blind(session.setup, over=over):
        return seats
    called = letters(session.setup, session.seats)
    return tuple(replace(one, letter=called.get(one.seat, one.seat)) for one in seats)


def player_of(spec: Data | None) -> tuple[str, str]:
    """Kind and name of a player. Without one, the replies were recorded elsewhere.

    >>> player_of({"player": "bot", "name": "bot", "level": "hard"})
    ('bot', 'bot hard')
    """
    if not spec:
        return "script", "recorded"
    kind = one_line(str(spec.get("player") or "script"), 16) or "script"
    name = one_line(str(spec.get("name") or kind), NAME_CHARS) or kind
    level = one_line(str(spec.get("level") or ""), 16)
    return kind, name if not level or level in name.split() else f"{name} {level}"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a session was played under: its deck and every option that is not at its default."""

    variant: str
    """The value of the game's first option in `rows`, and of the others that are off their default; for charts, filters
    and lists (see `stats/README.md`)."""
    options: str
    """All of it as JSON with sorted keys: `{"deck": "things", "noise": 0.2}`. The deck is `own` if a seat gave the
    secret. It is empty for a session that is in no figures, because it can't be read or its players are hidden."""
    condition: str
    """The part of `options` by which figures are counted apart, likewise as JSON."""
    name: str
    """The condition for people, such as `things, noise 0.2`."""
    game: str = ""

    @property
    def digest(self) -> str:
        """The name under which the save file holds it."""
        return digest_of(self.game, self.options)

    @property
    def condition_digest(self) -> str:
        """The name under which the save file holds its condition."""
        return digest_of(self.game, self.condition)


UNREAD_SETTING = Setting("", "", "", "")
"""The setting of a session that can't be read."""


def uncounted(setting: Setting) -> Setting:
    """The setting of a session that is in no figures while its players are hidden."""
    return Setting(setting.variant, "", "", "")


def digest_of(game: str, text: str) -> str:
    """Twelve hexadecimal digits for the options of a game; none for an empty text."""
    return blake2b(f"{game}\n{text}".encode(), digest_size=6).hexdigest() if text else ""


def setting_of(info: GameInfo, setup: Setup) -> Setting:
    """The setting of a set-up.

    Not in it are a value that the deck brings for an option, and an option that means nothing beside the others.
    An option that the set-up does not name counts as what it meant `before` there was a choice.
    """
    options = info.options
    given = {name: option.before for name, option in options.items() if option.before is not None} | dict(
        setup.options
    )
    defaults = defaults_beside(options, given)
    values = {DECK: deck_name(setup.deck) or OWN_DECK, **{n: given.get(n, d) for n, d in defaults.items()}}
    brought = setup.source.options if setup.source else {}
    off = {
        name: values[name]
        for name, default in defaults.items()
        if values[name] != default
        and values[name] != brought.get(name, default)
        and (name not in options or options[name].counts(values))
    }
    apart = {n: v for n, v in off.items() if n not in options or is_apart(options[n])}
    nouns = {name: option.noun for name, option in options.items()}
    shown = [*info.rows[:1], *(name for name in info.rows[1:] if name in apart)]
    named = [f"{values[name]} {nouns.get(name, '')}".strip() for name in shown]
    return Setting(
        variant=one_line(" ".join(named) or info.id, 40),
        options=_canonical({DECK: values[DECK], **off}),
        condition=_canonical({DECK: values[DECK], **apart}),
        name=condition_name(info, values, apart),
        game=info.id,
    )


OWN_DECK = "own"
"""What stands for the deck where a seat gave the secret."""


def is_apart(option: Option) -> bool:
    """Whether sessions with another value of an option are counted apart."""
    return option.condition and not option.deals


def _canonical(values: Mapping[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def condition_name(
    info: GameInfo, values: Mapping[str, Any], apart: Mapping[str, Any], without: str = ""
) -> str:
    """A condition for people: what home lets one choose, a preset, and what is otherwise than these say.

    `values`: the deck and every option; `apart`: those off their default by which figures are counted apart; `without`:
    an option that is not told. It is `party`, the preset of the defaults, if there is nothing else to say. Of the presets
    the one is named that leaves the least to be said.
    """
    head = [info.offers] if info.offers and info.offers != without else []
    told = [one_line(str(values[name]), NAME_CHARS) for name in head]
    usual = OWN_DECK if info.dealt == "when_named" or info.deck is None else info.deck
    if head != [DECK] and values[DECK] != usual:
        told.append("own secret" if values[DECK] == OWN_DECK else f"deck {values[DECK]}")
    rests = {"": apart, **{name: _beside_preset(info, name, values, apart) for name in info.presets}}
    left = {preset: [name for name in rest if name not in (*head, without)] for preset, rest in rests.items()}
    preset = min(left, key=lambda name: (len(left[name]) + bool(name), bool(name)))
    told += [preset] if preset else []
    told += [_option_told(info, name, rests[preset][name]) for name in left[preset]]
    return ", ".join(told) or "party"


def _beside_preset(
    info: GameInfo, preset: str, values: Mapping[str, Any], apart: Mapping[str, Any]
) -> dict[str, Any]:
    """The options that are otherwise than a preset has them, of those by which figures are counted apart."""
    base = {
        name: info.options[name].completed(value, info.options[name].default)
        for name, value in info.presets[preset].items()
        if is_apart(info.options[name]) and info.options[name].counts(values)
    }
    off = {name: values[name] for name, value in base.items() if values[name] != value}
    return {**off, **{name: value for name, value in apart.items() if name not in base}}


def _option_told(info: GameInfo, name: str, value: Any) -> str:
    """An option with its value in a few words, such as `noise 0.2`, `hard mode`, `no takebacks`, `3 guessers`."""
    option = info.options[name]
    label = option.label or name
    if option.type == "flag":
        return label if value else f"no {label}"
    if isinstance(value, Mapping):
        each = dict.fromkeys(map(str, value.values()))
        several = "/".join(f"{seat} {n}" for seat, n in value.items())
        return f"{label} {next(iter(each))}" if len(each) == 1 else f"{label} {several}"
    said = "none" if value is None else one_line(str(value), NAME_CHARS)
    return f"{said} {option.noun}" if option.noun else f"{label} {said}"


def deck_name(deck: str | None) -> str | None:
    """A deck's name without number or digest.

    >>> deck_name("wordle-1"), deck_name("mine-2@0123456789ab")
    ('wordle', 'mine-2')
    """
    return None if deck is None else one_line(deck_base(deck), NAME_CHARS)


def _seated(session: Session, play: Play[Any]) -> list[str]:
    """Seats that have a player, a reply or a resignation, in the game's order."""
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
    )


def label(value: object) -> str | None:
    """A seat's persona or prompt variant as a short text, used in the roll-up and in filters."""
    return one_line(str(value), LABEL_CHARS) if value else None


UNSEEN = frozenset({"stream_options", "stream", "max_tokens", "end"})
"""Rungs of the ladder (`players/models/ladder.py`) that change nothing in what a model is asked: they say how its reply
is sent, or name the same limit otherwise."""


def rungs_of(replies: Iterable[Data]) -> str:
    """The rungs on which any of these replies was asked for, but those of `UNSEEN`, sorted and joined by `+`.

    >>> rungs_of([{"rungs": ["system", "stream"]}, {"rungs": ["schema"]}, {}])
    'schema+system'
    """
    lists = (rungs for reply in replies if isinstance(rungs := reply.get("rungs"), list))
    found = {str(rung) for rungs in lists for rung in rungs} - UNSEEN
    return one_line("+".join(filter(None, map(label, sorted(found)))), RUNGS_CHARS)


def as_asked(seat: SeatSummary) -> str:
    """The variant of a seat's prompts and, in a line of its own, its rungs: what a model was asked by, in one text."""
    return f"{seat.prompt or ''}\n{seat.rungs}" if seat.rungs else seat.prompt or ""


def prompt_and_rungs(asked: str) -> tuple[str, str]:
    """The two parts of the text that `as_asked` gives; a label has no line break."""
    prompt, _, rungs = asked.partition("\n")
    return prompt, rungs


def _cast(session: Session, events: list[Event], seat: str) -> tuple[Data | None, bool]:
    """The last player of a seat, and whether another player gave a reply from it."""
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
    if play.outcome().result == "drawn":  # nobody reached the goal, so neither side has the other's rest
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


def _for_people(people: Sequence[SeatSummary], play: Play[Any], told: str) -> str:
    """The result from the people's side: if any of them lost, the winners' names are added, or it is `lost`.

    It is `gave up` instead of `lost` after a resignation, and `won` for whoever's secret was not found.
    """
    lost = [s.name for s in people if s.standing == "lost"]
    won = [s.name for s in people if s.standing == "won"]
    hid = bool(people) and all(play.seats[s.seat].default == "dealer" for s in people)
    if play.outcome().result == "lost" and hid and not play.resigned:
        return "won"
    if play.outcome().result != "won" or not lost:
        return told
    return f"{' and '.join(dict.fromkeys(won))} {told}" if won else "gave up" if play.resigned else "lost"


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
FLAGS = ("imported", "branched", "recast", "undone", "peeked", "hinted", REASONING_PLAYED, "demo")
"""All flags; `imported` and `demo` are given by the caller that saves the session.

A session counts for its players if it has none of them: in streaks, milestones and "3 of 5 won", wherever they are
shown, as in aggregates without a filter.
"""
HELP = frozenset({"undone", "hinted"})
"""The flags of a session in which somebody had help. It is told beside those that count, as played with help."""


def had_only_help(flags: frozenset[str]) -> bool:
    """Whether a session would count but for help."""
    return bool(flags) and flags <= HELP


def flags_of(play: Play[Any], *, recast: bool) -> frozenset[str]:
    """The flags of a session that its events show: why it may be left out of aggregates."""
    types = {event.type for event in play.events}
    found = {
        "branched": Kind.BRANCHED in types or any(event.get("copied") for event in play.events),
        "recast": recast,
        "undone": _undone_past_a_judged_move(play),
        "peeked": Kind.PEEKED in types,
        "hinted": Kind.HINT in types,
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def reasoning_played(seats: Mapping[str, Data], play: Play[Any]) -> list[int]:
    """The numbers of the replies in which reasoning was played as a move, also of those that were taken back.

    `seats`: the first cast. People and bots say what they mean; so only what others said is looked at.
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


def reasoned_told(count: int) -> str:
    """The sentence, without its full stop, that so many sessions are left out because reasoning was played.

    >>> reasoned_told(1)
    "1 session is left out of the figures: a model's reasoning was played as its move"
    """
    verb = "is" if count == 1 else "are"
    return f"{counted(count, 'session')} {verb} left out of the figures: a model's reasoning was played as its move"


SPEAKS_PLAINLY = frozenset({"human", "bot"})
"""The kinds of player in whose replies no reasoning is looked for."""


def holds_reasoning(reply: Data) -> bool:
    """Whether the text of a reply's row holds reasoning that the rules read, or was taken from the end of some."""
    return reply.get("from_thinking") is True or bool(reasoning_in(str(reply["text"])))


def _undone_past_a_judged_move(play: Play[Any]) -> bool:
    """Whether a move was undone after the rules or another seat had answered it.

    A move that was undone before any answer (a target, a proposal) showed its player nothing new. Undoing any
    end of the session counts, a resignation included, because the end had shown the secret.
    """
    moves = [s for s in play.steps if s.void and s.fault is None]
    return (
        end_was_undone(play)
        or len({s.ask.seat for s in moves}) > 1
        or any(was_marked(play, s) for s in moves)
    )


def end_was_undone(play: Play[Any]) -> bool:
    """Whether an end was taken back, a resignation included, so that play went on with the secret known."""
    given_up = sum(event.type == Kind.RESIGNED for event in play.events)
    return given_up > (play.resigned is not None) or any(
        play.game.outcome(s.after) is not None for s in play.steps if s.void
    )


def was_marked(play: Play[Any], step: Step[Any]) -> bool:
    """Whether the rules said something about a move."""

    def said_by_the_rules(state: Any) -> int:
        return sum(line.seat == TABLE for line in play.game.view(state, TABLE).talk)

    return said_by_the_rules(step.after) > said_by_the_rules(step.before)


def condition_beside(info: GameInfo, options: Mapping[str, Any], name: str) -> tuple[str, str]:
    """A condition without one of its options: a text that tells it from others, and its name for people.

    `options`: the deck and every option off its default, as a setting has them.
    """
    rest = {n: value for n, value in options.items() if n != name}
    apart = {n: v for n, v in rest.items() if n not in info.options or is_apart(info.options[n])}
    values = {**defaults_beside(info.options, rest), **rest}
    named = {n: v for n, v in apart.items() if n != DECK}
    return _canonical(apart), condition_name(info, values, named, without=name)
