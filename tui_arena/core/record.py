"""The fold: everything about a session is computed here from its set-up and its events.

Resume, undo, redo, replay, branch and scoring all use this fold, over more or fewer events.

Law: the same events give the same states, statuses, outcome and counts on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Any, Generic, NamedTuple

from tui_arena.core.events import FOLDED, BadEvent, Event, Kind, holder_at, holder_number, reply_of
from tui_arena.core.game import (
    TABLE,
    UNPARSED,
    Ask,
    Data,
    Fault,
    Game,
    Outcome,
    Reply,
    S,
    Seat,
    Setup,
    View,
)
from tui_arena.core.guarded import ODD, odd
from tui_arena.core.reading import heard
from tui_arena.core.reasoning import split_thoughts
from tui_arena.core.text import clean, read_reply


@dataclass(slots=True)
class Step(Generic[S]):
    """One reply, and how the rules judged it."""

    event: Event
    ask: Ask
    name: str
    """The ask name it was parsed as."""
    fault: Fault | None
    before: S
    after: S
    void: bool = False
    """True if an undo that is still in force took the reply back."""
    heard: Data = field(default_factory=dict)
    """What the matcher found in it (`Move.heard`)."""
    unasked: bool = False
    """True if it is void because the rules no longer accept an earlier reply. This isn't a violation."""

    @property
    def seq(self) -> int:
        return self.event.seq

    @property
    def status(self) -> str:
        return "played" if self.fault is None else "rejected"


class Judged(NamedTuple, Generic[S]):
    """How the rules judged one reply."""

    state: S
    """The state after the reply."""
    name: str
    """The ask name it was parsed as."""
    fault: Fault | None
    heard: Data
    """What the matcher found in it (`Move.heard`)."""


ONLY_THOUGHT = (
    "the reply is empty: only reasoning arrived; turn thinking off on the server, or correct its reasoning "
    "parser"
)


def thought_only(reply: Reply) -> bool:
    """True if a reply is empty only because its reasoning was removed; such a reply isn't a pass."""
    raw = reply.extra.get("raw")
    if not isinstance(raw, str) or not reply.thinking or reply.text:
        return False
    return bool(raw) and not split_thoughts(raw).words


def cleaned(reply: Reply) -> Reply:
    """A reply whose text and thinking are cleaned; the same reply if they were clean."""
    text, thinking = clean(reply.text), None if reply.thinking is None else clean(reply.thinking)
    if (text, thinking) == (reply.text, reply.thinking):
        return reply
    return replace(reply, text=text, thinking=thinking)


def judge(game: Game[S], state: S, ask: Ask, reply: Reply) -> Judged[S]:
    """Judges one reply by the rules.

    Refusals, cut-off replies and empty replies are recognised here, in the same way for every game. In a lenient
    form the reply is read first (`core/reading`).
    """
    name = reply.ask or ask.name
    reply = heard(reply, ask)
    try:
        if reply.finish == "refused":
            raise Fault("refusal", "the provider refused to answer")
        said = read_reply(reply.text)
        if not said.body and (said.thinking or not ask.optional or thought_only(reply)):
            raise Fault("empty", ONLY_THOUGHT if reply.thinking else "the reply is empty")
        move = game.parse(state, ask, reply)
        return Judged(game.apply(state, move), move.name, None, move.heard)
    except Fault as found:
        fault = found
        if reply.finish in ("length", "broken"):
            fault = Fault("cut_off", "the reply was cut off before it was complete")
        return Judged(game.reject(state, ask, reply, fault), name, fault, fault.heard)


class TalkEvents(Generic[S]):
    """The events that the lines of a viewer's talk came from.

    They are found by comparing the talk before and after each reply. A reply may also open texts that this
    viewer didn't hear before. These come from the last replies of the seats that said them, in their order.
    """

    def __init__(self, game: Game[S], setup: Setup, viewer: str) -> None:
        self._game, self._setup, self._viewer = game, setup, viewer
        self._forget()

    def _forget(self) -> None:
        self._read: list[Step[S]] = []
        self._replies: dict[tuple[str, str], dict[str, int]] = {}
        """Maps a seat and an ask's name (empty: all asks) to the last reply to each key, in order."""
        talk = self._game.view(self._game.start(self._setup), self._viewer).talk
        self._lines = [(line, 0) for line in talk]

    def after(self, steps: list[Step[S]]) -> list[int]:
        """The seq of each line's event after these replies; 0 for a line that was there from the start."""
        same = len(self._read) <= len(steps) and all(map(is_, self._read, steps))
        if not same:
            self._forget()
        for step in steps[len(self._read) :]:
            self._add(step)
        return [seq for _, seq in self._lines]

    def _add(self, step: Step[S]) -> None:
        self._read.append(step)
        for name in (step.name, ""):
            self._replies.setdefault((step.ask.seat, name), {})[step.ask.key] = step.seq
        known, lines = list(self._lines), []
        fresh: dict[tuple[str, str], list[int]] = {}
        for place, line in enumerate(self._game.view(step.after, self._viewer).talk):
            at = next((n for n, (one, _) in enumerate(known) if one == line), None)
            lines.append((line, step.seq if at is None else known[at][1]))
            if at is not None:
                del known[: at + 1]
            elif line.seat != TABLE:
                fresh.setdefault((line.seat, line.ask), []).append(place)
        for (seat, ask), places in fresh.items():
            replies = self._replies.get((seat, ask)) or self._replies.get((seat, ""), {})
            for place, seq in zip(reversed(places), reversed(replies.values()), strict=False):
                lines[place] = (lines[place][0], seq)
        self._lines = lines


class Play(Generic[S]):
    """One session so far: `feed` takes its events, and everything else is computed from them.

    The rules are asked once about a state, and judge a reply once. Until the state changes, `judge` keeps its
    last judgement for the next caller (first a person's trial, then the referee). `feed` takes it together
    with the event.
    """

    def __init__(self, game: Game[S], setup: Setup, cast: Mapping[str, Data] | None = None) -> None:
        """`cast`: the players at the start, as in a session file; None: not known. No rule depends on it."""
        self.game = game
        self.setup = setup
        self._cast = cast or {}
        self.seats: dict[str, Seat] = {s.name: s for s in game.seats(setup.options)}
        self.steps: list[Step[S]] = []
        """Every reply in order, void ones included."""
        self.events: list[Event] = []
        self.state: S = game.start(setup)
        self.resigned: str | None = None
        self._acts: list[Event] = []
        self._taken_back: list[list[Event]] = []
        self.rulings: dict[int, dict[str, bool]] = {}
        """Maps the seq of a reply to the people's verdicts, by question, that overrule the matcher."""
        self.amended: dict[int, str] = {}
        """Maps the seq of a reply to the text that replaces it."""
        self._last_judged: tuple[S, tuple[object, ...], Judged[S]] | None = None
        self._last_asks: tuple[S, tuple[Ask, ...]] | None = None
        self._last_outcome: tuple[S, Outcome] | None = None
        self._talk_events: dict[str, TalkEvents[S]] = {}
        self._changed_hands = False
        """True if another player has taken a seat."""

    # Open asks, views and standing replies

    def asks(self) -> tuple[Ask, ...]:
        """The open asks, in the game's order; none after a resignation."""
        if self.resigned:
            return ()
        if self._last_asks is None or self._last_asks[0] is not self.state:
            self._last_asks = (self.state, self.game.asks(self.state))
        return self._last_asks[1]

    def outcome(self) -> Outcome:
        """The outcome so far; `unfinished` until the rules or a resignation end the session."""
        if self.resigned:
            return self._resignation(self.resigned)
        if self._last_outcome is None or self._last_outcome[0] is not self.state:
            self._last_outcome = (self.state, self.game.outcome(self.state) or Outcome("unfinished"))
        return self._last_outcome[1]

    @property
    def over(self) -> bool:
        """True if the session has an outcome (a last ask, such as a reveal, may still be open)."""
        return self.outcome().result != "unfinished"

    def view(self, seat: str) -> View:
        """What a seat (or `table`) may know now. Once a seat has changed hands, each line has its event."""
        view = self.game.view(self.state, seat)
        if not self._changed_hands:
            return view
        if seat not in self._talk_events:
            self._talk_events[seat] = TalkEvents(self.game, self.setup, seat)
        dated = zip(view.talk, self._talk_events[seat].after(self.standing()), strict=True)
        return replace(view, talk=tuple(replace(line, seq=seq) for line, seq in dated))

    def standing(self) -> list[Step[S]]:
        """The replies that no undo took back."""
        return [s for s in self.steps if not s.void]

    @property
    def acts(self) -> list[Event]:
        """Replies, rulings, resignations and probes that no undo took back, in order."""
        return list(self._acts)

    def probes(self, kind: str) -> list[Event]:
        """The answers to probes of a kind that no undo took back, in order."""
        return [a for a in self._acts if a.type == Kind.PROBE and a.get("kind") == kind]

    def last_fault(self, ask: Ask) -> Fault | None:
        """The fault for which this ask is repeated; None if it is asked for the first time."""
        for step in reversed(self.steps):
            if step.void:
                continue
            if step.ask.seat == ask.seat:
                return step.fault if step.ask.key == ask.key else None
        return None

    def judge(self, ask: Ask, reply: Reply) -> Judged[S]:
        """How the rules judge a reply to an open ask; nothing changes."""
        judged_by = (ask, reply.text, reply.finish, reply.ask, reply.listed, *sorted(reply.ruling.items()))
        last = self._last_judged
        if last is None or last[0] is not self.state or last[1] != judged_by:
            last = (self.state, judged_by, judge(self.game, self.state, ask, reply))
            self._last_judged = last
        return last[2]

    def trial(self, ask: Ask, text: str) -> Fault | None:
        """The fault that a text would have as a reply, or None; nothing changes."""
        return self.judge(ask, Reply(clean(text))).fault

    def asked_next(self, ask: Ask, text: str) -> list[tuple[Ask, View]]:
        """The asks that would be open if a text were the reply, with their seats' views; nothing changes."""
        state = self.judge(ask, Reply(clean(text))).state
        return [(then, self.game.view(state, then.seat)) for then in self.game.asks(state)]

    def first_secret(self) -> Data | None:
        """The first secret, dealt or given; the rules may change it later. None if nothing is hidden yet."""
        states = (self.game.start(self.setup), *(step.after for step in self.standing()))
        return next((secret for state in states if (secret := self.game.secret(state))), None)

    # Who did what

    def holder_at(self, seat: str, seq: int | None = None) -> Data | None:
        """The player who had a seat at an event, as in `core/events.py`; None: not known."""
        return holder_at(self._cast, self.events if self._changed_hands else (), seat, seq)

    def holder_number(self, seat: str, seq: int | None) -> int:
        """The number of the player who had a seat at an event, from 0; it stays the same if they come back."""
        return holder_number(self._cast, self.events, seat, seq) if self._changed_hands else 0

    def moved_on(self, seat: str) -> list[int]:
        """The seq of each player's last standing move from a seat, ordered by the players' first moves."""
        moves = [step.seq for step in self.standing() if step.ask.seat == seat and step.fault is None]
        return list({self.holder_number(seat, seq): seq for seq in moves}.values())

    # Folding events

    @property
    def next_seq(self) -> int:
        return self.events[-1].seq + 1 if self.events else 1

    def feed(self, event: Event, judged: Judged[S] | None = None) -> Step[S] | None:
        """Folds one event; returns the step of a reply. If it raises BadEvent, nothing has changed.

        `judged`: what `judge` returned for the event's reply; None: the reply is judged now.
        """
        if self.events and event.seq <= self.events[-1].seq:
            raise BadEvent(event.seq, f"out of order after event {self.events[-1].seq}")
        step = self._fold(event, judged) if event.type in FOLDED or event.type == Kind.PROBE else None
        self.events.append(event)
        self._changed_hands = self._changed_hands or event.type == Kind.RECAST
        return step

    def _fold(self, event: Event, judged: Judged[S] | None) -> Step[S] | None:
        match event.type:
            case Kind.REPLY:
                step = self._reply(event, judged)
                self.steps.append(step)
                if step.void:
                    return step
                self._acts.append(event)
                self._taken_back.clear()
                return step
            case Kind.UNDONE:
                self._undo(event)
            case Kind.REDONE:
                self._redo(event)
            case Kind.ADJUDICATED:
                self._rule(event)
            case Kind.AMENDED:
                self._amend(event)
            case Kind.RESIGNED:
                self._resign(event)
            case Kind.PROBE:
                self._acts.append(event)
        return None

    def _reply(self, event: Event, judged: Judged[S] | None = None) -> Step[S]:
        try:
            ask = self._asked(event)
        except BadEvent:
            if event["seat"] in self.seats and self._overturned():
                return self._left_over(event)
            raise
        before = self.state
        if judged is None:
            ruling = self.rulings.get(event.seq, {})
            reply = replace(reply_of(event), ruling=ruling, listed=self._listed(event))
            if event.seq in self.amended:
                reply = replace(reply, text=self.amended[event.seq], amended=True)
            judged = judge(self.game, before, ask, reply)
        self.state = judged.state
        return Step(event, ask, judged.name, judged.fault, before, self.state, heard=judged.heard)

    def _overturned(self) -> bool:
        """True if the rules no longer accept a reply that was saved as played."""
        return any(
            step.fault is not None and step.fault.once_taken and step.event.get("status") == "played"
            for step in self.standing()
        )

    def _left_over(self, event: Event) -> Step[S]:
        """The void step of a reply that isn't asked for, because an earlier reply was overturned."""
        fault = Fault("rule", "an earlier reply isn't accepted any more, so this one wasn't asked for")
        ask = Ask(event["seat"], event["ask"], key="", kind="text")
        start = self.game.start(self.setup)
        return Step(event, ask, ask.name, fault, start, start, void=True, unasked=True)

    def _asked(self, event: Event) -> Ask:
        asks = self.asks()
        seat, name = event["seat"], event["ask"]
        for ask in asks:
            if ask.seat == seat and (name == ask.name or name in ask.also):
                return ask
        if seat not in self.seats:
            allowed = ", ".join(self.seats)
            raise BadEvent(event.seq, f"this game has no seat {seat!r}; seats are {allowed}")
        open_now = ", ".join(f"{a.seat}/{a.name}" for a in asks)
        allowed = f"open: {open_now}" if asks else "the session is over"
        raise BadEvent(event.seq, f"{seat}/{name} isn't asked for here; {allowed}")

    def _listed(self, event: Event) -> bool | None:
        """True if the session file says that the word was in the word list; None: look it up.

        The file decides if the word list is missing, or if the set-up names no list and the reply has a
        status. See `save/README.md`.
        """
        if self.setup.lexicon is None or (self.setup.words is None and event.get("status") is not None):
            return bool(event.get("fault") != "unknown_word")
        return None

    def _undo(self, event: Event) -> None:
        to = event["to"]
        if to >= event.seq:
            raise BadEvent(event.seq, f"can't go back to event {to}, which hasn't happened yet")
        self._taken_back.append([a for a in self._acts if a.seq > to])
        self._acts = [a for a in self._acts if a.seq <= to]
        self._refold()

    def _redo(self, event: Event) -> None:
        if not self._taken_back:
            raise BadEvent(event.seq, "there is nothing to redo")
        before, back = self._acts, self._taken_back.pop()
        self._acts = sorted([*before, *back], key=lambda act: act.seq)
        try:
            self._refold()
        except BadEvent as error:
            self._acts = before
            self._taken_back.append(back)
            self._refold()
            raise BadEvent(event.seq, f"what was undone no longer fits ({error})") from None

    def _rule(self, event: Event) -> None:
        of = event["of"]
        replies = [a for a in self._acts if a.type == Kind.REPLY]
        if not replies or replies[-1].seq != of:
            raise BadEvent(event.seq, f"a ruling on event {of} must follow it directly; undo first")
        self._acts.append(event)
        self._refold()

    def amendable(self) -> list[Step[S]]:
        """The replies that may be changed now, in order; none once the session is over or one was changed."""
        if self.over or self.amended:
            return []
        return [step for step in self.standing() if step.ask.amendable and step.fault is None]

    def _amend(self, event: Event) -> None:
        of, text = event["of"], clean(str(event["text"]))
        step = next((step for step in self.amendable() if step.seq == of), None)
        if step is None:
            allowed = ", ".join(str(step.seq) for step in self.amendable()) or "none"
            raise BadEvent(event.seq, f"event {of} can't be changed now; events that can: {allowed}")
        fault = judge(self.game, step.before, step.ask, Reply(text, amended=True)).fault
        if fault is not None:
            raise BadEvent(event.seq, f"event {of} can't be changed to that: {fault.why}")
        self._acts.append(event)
        try:
            self._refold()
        except BadEvent as error:
            self._acts.pop()
            self._refold()
            raise BadEvent(event.seq, f"what was said later no longer fits ({error})") from None

    def _resign(self, event: Event) -> None:
        seat = self.seats.get(event["seat"])
        if seat is None or seat.side == "neutral":
            raise BadEvent(event.seq, f"{event['seat']} isn't on a side, so it can't give up")
        if self.over:
            if self._overturned():
                return
            raise BadEvent(event.seq, "the session is over")
        self._acts.append(event)
        self.resigned = seat.name

    def _refold(self) -> None:
        """Computes the state again from the standing acts; void steps keep their judgement."""
        standing = {a.seq for a in self._acts}
        self.rulings = {}
        self.amended = {a["of"]: clean(str(a["text"])) for a in self._acts if a.type == Kind.AMENDED}
        for act in self._acts:
            if act.type == Kind.ADJUDICATED:
                verdict = str(act["verdict"]).lower() in ("true", "yes", "1")
                self.rulings.setdefault(act["of"], {})[act["question"]] = verdict
        self.state = self.game.start(self.setup)
        self.resigned = None
        by_seq = {s.seq: i for i, s in enumerate(self.steps)}
        for step in self.steps:
            step.void = step.seq not in standing
        for act in self._acts:
            if act.type == Kind.REPLY:
                self.steps[by_seq[act.seq]] = self._reply(act)
            elif act.type == Kind.RESIGNED:
                self.resigned = act["seat"]

    def _resignation(self, seat: str) -> Outcome:
        cause = f"{seat}: resigned"
        mine = self.seats[seat].side
        others = tuple(n for n, s in self.seats.items() if s.side not in (mine, "neutral"))
        return Outcome("won", others, cause) if others else Outcome("lost", (), cause)

    def undo_point(self, humans: Iterable[str], seat: str | None = None) -> int | None:
        """The `to` of an undo: the seq before the last standing reply of a human seat.

        An undo skips the replies of bots and models. If `seat` is given, it never takes back the reply of
        another human. None if there is nothing to take back, or if takebacks are off.
        """
        if not self.setup.options.get("takebacks", False):
            return None
        people = set(humans)
        for i in range(len(self._acts) - 1, -1, -1):
            act = self._acts[i]
            if act.get("seat") in people and act.type in (Kind.REPLY, Kind.RESIGNED):
                if seat is not None and act["seat"] != seat:
                    return None
                return self._acts[i - 1].seq if i else 0
        return None

    @property
    def can_redo(self) -> bool:
        """True if an undo is still in force and no reply has come since."""
        return bool(self._taken_back)

    # Counts

    def counts(self, after: int = 0) -> dict[str, dict[str, Any]]:
        """Per seat: requests, parsed, violated, broken, seconds, tokens and cost; void replies are included.

        `after`: only later events are counted.

        `broken` is the number of replies that broke off, after which the seat was asked again or the session
        paused. They aren't requests; if there are none, the key is missing.

        `cost_usd` is None as soon as one reply of a model has no known price or no known usage, for example
        because it broke off. Replies copied by a branch don't count.
        """
        out: dict[str, dict[str, Any]] = {}
        for step in self.steps:
            if step.event.get("copied") or step.seq <= after:
                continue
            row = out.setdefault(step.ask.seat, dict(NO_COUNTS))
            row["requests"] += 1
            row["parsed"] += step.fault is None or step.fault.kind not in UNPARSED
            row["violated"] += step.fault is not None and not step.unasked
            row["seconds"] += step.event.get("seconds") or 0.0
            _add_broken(row, step.event)
            _add_usage(row, step.event)
        for event in self.events:
            if event.type == Kind.PAUSED and event.get("broken") and event.seq > after:
                _add_broken(out.setdefault(event["seat"], dict(NO_COUNTS)), event)
        for row in out.values():
            row["seconds"] = round(row["seconds"], 3)
        return {seat: out[seat] for seat in self.seats if seat in out}

    def tallies(self) -> dict[str, dict[str, float]]:
        """Per seat, what `counts` leaves out because a session file doesn't have it; 0 has no key.

        - `fault_KIND`: refused replies with a fault of this kind. Together they are `violated`.
        - `first_words`, `first_words_seconds`: replies whose first word was timed, and the sum of these times.
        - `timed`: replies that were timed; the sum of their times is `seconds`.
        - `unmetered`: replies of a model whose provider didn't say how many tokens they took.
        """
        out: dict[str, dict[str, float]] = {}
        for step in self.steps:
            if step.event.get("copied"):
                continue
            row = out.setdefault(step.ask.seat, {})
            if step.fault is not None and not step.unasked:
                _add_to(row, f"fault_{step.fault.kind}", 1)
            if (seconds := step.event.get("first_word_seconds")) is not None:
                _add_to(row, "first_words", 1)
                _add_to(row, "first_words_seconds", seconds)
            if step.event.get("seconds"):
                _add_to(row, "timed", 1)
            if is_unmetered(step.event):
                _add_to(row, "unmetered", 1)
        return out


def _add_to(row: dict[str, float], name: str, value: float) -> None:
    row[name] = round(row.get(name, 0) + value, 3)


def is_unmetered(event: Event) -> bool:
    """True for a reply of a model whose provider didn't say how many tokens it took."""
    usage: Mapping[str, Any] | None = event.get("usage")
    if usage is None:
        return event.get("sent") is not None
    return not any(usage.get(key) for key in ("input_tokens", "output_tokens"))


NO_COUNTS: Mapping[str, Any] = {
    "requests": 0,
    "parsed": 0,
    "violated": 0,
    "seconds": 0.0,
    "input_tokens": 0,
    "output_tokens": 0,
    "cost_usd": 0.0,
}
"""The counts of a seat before its first reply. Every seat that was asked has all of them."""


def _add_broken(row: dict[str, Any], event: Event) -> None:
    if event.get("broken"):
        row["broken"] = row.get("broken", 0) + len(event["broken"])
        row["cost_usd"] = None  # their cost is unknown


def _add_usage(row: dict[str, Any], event: Event) -> None:
    usage: Mapping[str, Any] | None = event.get("usage")
    if usage is None:
        if event.get("sent") is not None:
            row["cost_usd"] = None
        return
    for key in ("input_tokens", "output_tokens"):
        row[key] += usage.get(key) or 0
    cost = usage.get("cost_usd")
    row["cost_usd"] = None if cost is None or row["cost_usd"] is None else row["cost_usd"] + cost


def fold(
    game: Game[S], setup: Setup, events: Iterable[Event], cast: Mapping[str, Data] | None = None
) -> Play[S]:
    """Folds events into a session; raises BadEvent at the first that doesn't fit or has an odd value.

    `cast`: as in `Play`.
    """
    seq = 0
    try:
        play = Play(game, setup, cast)
        for event in events:
            seq = event.seq
            play.feed(event)
    except BadEvent:
        raise
    except ODD as error:
        raise BadEvent(seq, odd(error)) from error
    return play


def defaulted(play: Play[Any], step: Step[Any]) -> bool:
    """True if a refused reply was the seat's last attempt, and the game continued without a reply."""
    if step.fault is None or play.outcome().result == "aborted":
        return False
    return step.ask.key not in {ask.key for ask in play.asks() if ask.seat == step.ask.seat}


def standing(play: Play[Any], seat: str) -> str:
    """A seat's result: `won`, `lost`, `drawn`, `aborted`, `unfinished`, or for a seat without a side `neutral`."""
    outcome = play.outcome()
    if outcome.result in ("aborted", "unfinished"):
        return outcome.result
    if play.seats[seat].side == "neutral":
        return "neutral"
    if outcome.result == "drawn":
        return outcome.result
    return "won" if seat in outcome.winners else "lost"
