"""The state of a replay: a session, a position in it, and the content that may be shown there.

A position is a number of events. The content at a position is the fold of these events.

Law: while a session isn't over, its reader sees only the table's view and no marks, unless the session was
opened with `peeking`. A mark's reason that contains the secret is withheld until the secret is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core import blind
from tui_arena.core.events import Event, Kind, SeatNames
from tui_arena.core.game import TABLE, Ask, Mark, View
from tui_arena.core.language.sentences import ended_as, number_word
from tui_arena.core.record import Play, fold
from tui_arena.core.session import Session
from tui_arena.core.terms import value_text
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models import prompts
from tui_arena.players.seating import cast_after, names_in
from tui_arena.table.caster import Said, line_at
from tui_arena.table.probes import BY_ROUND, ProbeRound, ProbeView, panel_of, rounds_of
from tui_arena.table.transcript import Names, TranscriptLine, as_seen, full, public
from tui_arena.table.turns import Page, Part, holds, message_parts, reply_parts, secrets_of

WHY_CHARS = 300
UNTOLD = "you'll see this at the end: it contains the secret"


@dataclass(frozen=True, slots=True)
class Study:
    """The marks and probes of a whole session. They are computed in a thread."""

    marks: Mapping[int, tuple[Mark, ...]]
    """Maps the number of an event to the marks about it."""
    rounds: tuple[ProbeRound, ...] = ()


def studied(info: GameInfo, play: Play[Any]) -> Study:
    """Find the marks and probes of a session. This may take a while if a deck has to be prepared first."""
    source = play.setup.source
    found: dict[int, tuple[Mark, ...]] = {}
    for mark in info.marks(play):
        found[mark.seq] = (*found.get(mark.seq, ()), mark)
    info.compute(play)  # prepares the parts of the deck that it needs
    return Study(found, rounds_of(play, knowledge=source.knowledge if source else None))


def reason(mark: Mark, secret: Mapping[str, Any] | None) -> str:
    """The reason of a mark; `secret`: the secret if the reader mustn't know it yet, otherwise None."""
    why = one_line(mark.why, WHY_CHARS)
    return UNTOLD if secret and holds(why, secrets_of(secret)) else why


def places(seqs: Iterable[int], events: Sequence[Any]) -> list[int]:
    """The positions right after these events, in order."""
    wanted = set(seqs)
    return [at for at, event in enumerate(events, 1) if event.seq in wanted]


def neighbour(stops: Sequence[int], at: int, by: int) -> int | None:
    """The next stop after a position, or the last stop before it if `by` is negative; None without one."""
    if by > 0:
        return next((stop for stop in stops if stop > at), None)
    return next((stop for stop in reversed(stops) if stop < at), None)


PACES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between two steps of playback."""
RANK_LATER = "press v to see the secret's rank"
TRUTH_LATER = "press v to see how close that is"
LIST_LATER = "you'll see the lists when the game is over"


@dataclass(frozen=True, slots=True)
class MetricSoFar:
    """The value of one metric so far."""

    label: str
    text: str


class Replay:
    """One session and a position in it."""

    def __init__(
        self, info: GameInfo, session: Session, *, peeking: bool = False, study: Study | None = None
    ) -> None:
        """`peeking`: whether to show everything before the session is over. `study`: what `studied` returned.

        Raises BadEvent, ValueError.
        """
        self.info = info
        self.end = session.fold(info.game)
        session = session if peeking else blind.shown(session, self.end)[0]
        self.session = session
        self.peeking = peeking
        self.last = len(session.events)
        """The last position. The first position is 0, before any event."""
        late = (n for n, e in enumerate(reversed(session.events)) if e.type != Kind.PROBE)
        self._close = self.last - next(late, 0)
        """The position after which only later probes follow; one step covers them all."""
        self.revealed = False
        """Whether the reader has chosen to see the secret before it became known in the game."""
        self.reasons = False
        """Whether explanations and reasoning are unfolded."""
        self.viewer = TABLE
        """The seat whose view is shown, or `table`. Seats are possible only if `open` is True."""
        self.playback = PACES.index(1.0)
        self._study = study or Study({})
        self.caster_lines: Mapping[int, Said | None] = {}
        """What the caster says, as `caster_lines` returns it; empty until it is worked out."""
        self.play: Play[Any] = Play(info.game, session.setup)
        """The fold of the events up to the position."""

    # the position

    @property
    def at(self) -> int:
        """The position: the number of events before it."""
        return len(self.play.events)

    @property
    def event(self) -> Event | None:
        """The last event before the position; None at the start."""
        return self.play.events[-1] if self.play.events else None

    def go(self, to: int) -> bool:
        """Go to a position, clamped to the valid range; False if it is the same position."""
        to = min(max(to, 0), self.last)
        if to == self.at:
            return False
        if to > self._close:
            to = self.last if to > self.at else self._close
        if to == self.at + 1:
            self.play.feed(self.session.events[self.at])
        else:
            self.play = fold(self.info.game, self.session.setup, self.session.events[:to])
        return True

    def change_pace(self, by: int) -> None:
        """Slow down playback by `by` steps of `PACES`, or speed it up if `by` is negative."""
        self.playback = min(max(self.playback + by, 0), len(PACES) - 1)

    @property
    def seconds(self) -> float:
        """Seconds between two steps of playback."""
        return PACES[self.playback]

    # visibility

    @property
    def open(self) -> bool:
        """Whether the reader may see everything: the session is over, or was opened with `peeking`."""
        return self.end.over or self.peeking

    @property
    def knows(self) -> bool:
        """Whether the secret is shown at this position."""
        return self.open and (self.play.over or self.revealed or self.peeking)

    def next_viewer(self) -> None:
        """Show the view of the next seat; after the last seat, the table's view again."""
        seats = [TABLE, *(seat for seat in self.play.seats if seat in self.session.seats)]
        self.viewer = seats[(seats.index(self.viewer) + 1) % len(seats)] if self.open else TABLE

    @property
    def secret(self) -> str:
        """The secret, on one line; empty while it is hidden."""
        if not self.knows:
            return ""
        held = self.info.game.secret(self.end.state) or {}
        values = [str(v) for v in held.values() if isinstance(v, str)]
        return one_line(values[0], 80) if values else ""

    # what is shown

    @property
    def view(self) -> View:
        """The view that the board draws at this position: the table's or a seat's."""
        return self.play.view(self.viewer)

    @property
    def title(self) -> str:
        """A demo's own title, otherwise the game's title."""
        own = self.session.extra.get("title")
        return one_line(own, 40) if isinstance(own, str) and own else self.info.title

    @property
    def about(self) -> str:
        """The description of a demo; empty for other sessions."""
        own = self.session.extra.get("about")
        return one_line(own, 200) if isinstance(own, str) else ""

    @property
    def variant(self) -> str:
        """The variant; empty for a game without variants."""
        return one_line(str(self.session.setup.options.get(self.info.variant or "", "")), 24)

    def cast(self) -> list[tuple[str, str]]:
        """The seats and the names of their players at this position."""
        return Names(self.session.seats, self.play.events).cast()

    @property
    def names(self) -> SeatNames:
        """The names of the players by seat at this position, with the names of earlier players."""
        before = names_in(self.session.seats, self.play.events).before
        return SeatNames(dict(self.cast()), before)

    def entries(self, *, board: bool) -> list[TranscriptLine]:
        """The lines of the transcript so far; `board`: whether a board already shows the marks of replies."""
        if self.viewer != TABLE:
            entries = as_seen(self.play, self.viewer, self.session.seats, spoken_marks=not board)
        elif not self.open:
            entries = public(self.play, self.session.seats)
        else:
            entries = full(self.play, self.session.seats, sealed=not self.knows, spoken_marks=not board)
        game_prompt = {event.seq for event in self.play.events if event.type == Kind.PROBE}
        return [entry for entry in entries if entry.seq not in game_prompt]

    def figures(self) -> list[MetricSoFar]:
        """The metrics that are defined so far.

        The list is empty while the reader mustn't see everything, as a metric may depend on the secret.
        Metrics for which less is better are left out if they are 0.
        """
        if not self.open:
            return []
        values = self.info.compute(self.play)
        kinds = ("flag", "seats", "table")
        threaded = BY_ROUND | {m.name for m in self.info.metrics.values() if m.kind in kinds}
        return [
            MetricSoFar(metric.label, value_text(values[name]))
            for name, metric in self.info.metrics.items()
            if name not in threaded
            and values.get(name) not in (None, [])
            and not (metric.better == "low" and values[name] == 0)
        ]

    @property
    def caster(self) -> str:
        """What the caster says at this position; empty if there is nothing."""
        return line_at(self.caster_lines, self.event.seq) if self.event is not None else ""

    @property
    def has_words(self) -> bool:
        """Whether this game puts some of its metrics into words."""
        return any(metric.said for metric in self.info.metrics.values())

    def in_words(self) -> list[str]:
        """The metrics so far, in words; empty while the reader mustn't see everything."""
        if not self.open:
            return []
        values = {name: v for name, v in self.info.compute(self.play).items() if isinstance(v, int | float)}
        shown = [(metric.said, values.get(name)) for name, metric in self.info.metrics.items()]
        return [line for said, value in shown if value and (line := in_words(said, value, values))]

    # marks and probes

    @property
    def stops(self) -> list[int]:
        """The positions right after replies with a mark; empty while the reader mustn't see everything."""
        return places(self._study.marks, self.session.events) if self.open else []

    def next_stop(self, by: int) -> int | None:
        """The next position with a mark, or the previous if `by` is negative; None if there isn't one."""
        return neighbour(self.stops, self.at, by)

    def marked(self, seq: int) -> list[tuple[str, str]]:
        """The kind and the reason of each mark of a reply."""
        marks = self._study.marks.get(seq, ()) if self.open else ()
        hidden = None if self.knows else self.info.game.secret(self.end.state)
        return [(mark.kind, reason(mark, hidden)) for mark in marks]

    @property
    def panel(self) -> ProbeView | None:
        """The probe at this position; None for a session without probes."""
        if not any(event.type == Kind.PROBE for event in self.session.events):
            return None
        at = self.event.seq if self.event is not None else 0
        if self.open:
            rounds = self._study.rounds
            later = TRUTH_LATER if any(one.belief for one in rounds) else RANK_LATER
            return panel_of(rounds, at, secret=self.knows, note="" if self.knows else later)
        if self._probes_a_person():
            return ProbeView(note=LIST_LATER)
        return panel_of(rounds_of(self.play), at, secret=False)

    def _probes_a_person(self) -> bool:
        """Whether a person is the probed player or an opponent, so that a list would help them in play."""
        seats = {str(event.get("seat")) for event in self.play.events if event.type == Kind.PROBE}
        now = cast_after(self.session.seats, self.session.events)
        seats |= {name for name, seat in self.end.seats.items() if seat.side == "opponent"}
        return any(now.get(seat, {}).get("player") == "human" for seat in seats)

    @property
    def turn_before(self) -> int:
        """The position right before the last move of a seat that looks for the secret."""
        solvers = {name for name, seat in self.end.seats.items() if seat.side == "solver"}
        steps = [s for s in self.end.standing() if s.fault is None]
        mine = [s for s in steps if s.ask.seat in solvers] or steps
        return places([mine[-1].seq], self.session.events)[0] - 1 if mine else 0

    def outcome(self) -> str:
        """The result at this position; empty while the game is running."""
        return "" if self.play.outcome().result == "unfinished" else one_line(ended_as(self.play), 80)

    # prompts

    def sheet(self, catalogue: Catalogue) -> Page | None:
        """The prompt of the reply at this position, or of the next ask if there is no reply.

        None if nothing is asked, or if the reader mustn't see everything.
        """
        if not self.open:
            return None
        if self.event is not None and self.event.type == Kind.REPLY:
            step = self.play.steps[-1]
            parts, how = self.prompt_of_reply(catalogue)
            return Page(f"{step.ask.seat} · {step.name} · {how}", (*parts, *reply_parts(self.event)))
        asks = self.play.asks()
        if not asks:
            return None
        parts, how = self._prompt(self.play, asks[0], catalogue)
        return Page(f"{asks[0].seat} · {asks[0].name} · {how}", parts)

    def prompt_of_reply(self, catalogue: Catalogue) -> tuple[tuple[Part, ...], str]:
        """The prompt of the reply at this position, and whether it was sent in this form. Call it only at a reply."""
        before = fold(self.info.game, self.session.setup, self.session.events[: self.at - 1])
        return self._prompt(before, self.play.steps[-1].ask, catalogue)

    def _prompt(self, play: Play[Any], ask: Ask, catalogue: Catalogue) -> tuple[tuple[Part, ...], str]:
        digest = self.event.get("messages") if self.event is not None else None
        sent = self.session.messages.get(digest) if isinstance(digest, str) else None
        how = "as it was sent"
        if sent is None:
            how = "as a model would get it"
            variant = str(self.session.seats.get(ask.seat, {}).get("prompt") or "")
            try:
                prompt = catalogue.prompt(self.info, ask.name, variant)
                sent = prompts.messages(prompt, ask, play.view(ask.seat), play.last_fault(ask))
            except (BadFile, prompts.MissingSlot, KeyError) as error:
                return (("no prompt", one_line(str(error), 300)),), how
        return tuple(message_parts(sent)), how


def in_words(said: Sequence[str], value: float, values: Mapping[str, float]) -> str:
    """A metric's value in the words of its game; `values`: maps each metric with a value to its value.

    >>> said = "blocked {n} of {attempts}", "blocked one|blocked {n}"
    >>> in_words(said, 2, {"attempts": 3}), in_words(said, 2, {}), in_words(said, 1, {})
    ('blocked two of three', 'blocked two', 'blocked one')
    """
    slots = {name: number_word(round(n)) for name, n in {**values, "n": value}.items()}
    for text in said:
        one, _, several = text.partition("|")
        form = several if several and value != 1 else one
        if all(name is None or name in slots for _, name, _, _ in Formatter().parse(form)):
            return form.format(**slots)
    return ""
