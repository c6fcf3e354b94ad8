"""What a game is: a pure state machine that says whom it waits for.

Law: rules know no player. They never read a clock, a file or global chance, never mutate a state,
and never ask whether a seat is a person, a model or a bot. All chance is drawn in `deal`.

The replies to an ask that were refused: which, how many, and how many more may be.

Law: they are those of the open ask alone; rules that go on from it leave none standing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, Protocol, Self, TypeVar

from tui_arena.core.options import per_seat

Data = Mapping[str, Any]
"""Plain JSON values by name."""

TABLE = "table"
"""The name of the view that holds what everybody may know."""

Side = Literal["solver", "opponent", "neutral"]
FaultKind = Literal["format", "rule", "unknown_word", "empty", "refusal", "cut_off"]
Result = Literal["won", "lost", "aborted", "unfinished"]
Finish = Literal["stop", "length", "refused", "broken"]

UNPARSED: frozenset[str] = frozenset({"format", "empty", "refusal", "cut_off"})
"""Faults of a reply that could not be read; the others were read and refused."""


class Fault(Exception):
    """A reply that the rules do not take.

    >>> raise Fault("rule", "prides has 6 letters; 5 are needed")
    Traceback (most recent call last):
    tui_arena.core.game.Fault: prides has 6 letters; 5 are needed
    """

    def __init__(self, kind: FaultKind, why: str, heard: Data | None = None) -> None:
        super().__init__(why)
        self.kind: FaultKind = kind
        self.why = why
        """One sentence for the player: what was wrong and what is allowed. Holds no secret of others."""
        self.heard: Data = heard or {}
        """As `Move.heard`, where that is why it is refused."""


class PlayerFailed(Exception):
    """A player could not answer at all (time-out, no network, bad key): nobody's fault in the game.

    The session pauses; the text says what happened and what to do.
    """


@dataclass(frozen=True, slots=True)
class Seat:
    """A role in a game."""

    name: str
    side: Side
    group: str
    """The row it is counted in: `guesser_1` and `guesser_2` are both `guesser`."""
    default: str
    """Who sits there in the app when nobody is named: `human`, `bot` or `dealer`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The rules' request to a seat."""

    seat: str
    name: str
    key: str
    """The same key is still the same question; a new key withdraws the old one."""
    kind: Literal["text", "word", "choice"] = "text"
    choices: tuple[str, ...] = ()
    max_chars: int = 2000
    also: tuple[str, ...] = ()
    """Other ask names whose replies it takes."""
    attempt: int = 1
    """How often it has been asked, this time included."""
    sealed: bool = False
    """Its reply is the seat's secret until the session is over."""
    private: bool = False
    """Others at the table may come to know less of its reply than is said: nothing of it is shown on its way."""
    optional: bool = False
    """An empty reply passes."""
    race: bool = False
    """Several are asked, and the first move of one of them withdraws the others."""
    beside: str = ""
    """Of a probe: the ask whose role, rules and history it is asked with; empty for asks of the game."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a reply cost. None means that the provider did not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw text that came back for an ask, with what was measured on the way."""

    text: str
    finish: Finish = "stop"
    ask: str | None = None
    """The ask name it was given under, where that is not the open ask's own."""
    ruling: Mapping[str, bool] = field(default_factory=dict)
    """Verdicts of the table by question (`hit`, `says_word`) that overrule the matcher."""
    listed: bool | None = None
    """Whether a file says that the word was in the list; None: look it up."""
    thinking: str | None = None
    seconds: float | None = None
    first_token_seconds: float | None = None
    usage: Usage | None = None
    messages: tuple[Mapping[str, str], ...] | None = None
    """The chat messages that were sent for it."""
    extra: Data = field(default_factory=dict)
    """Other values to keep with the reply, such as the parameters really sent."""


@dataclass(frozen=True, slots=True)
class Move:
    """A reply that the rules took, in the game's own values."""

    ask: Ask
    name: str
    """The ask name it was parsed as."""
    values: Data
    heard: Data = field(default_factory=dict)
    """The word that the matcher heard in it and the `rule` that fired; kept with the reply."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said at the table, as one seat may know it."""

    seat: str
    """Who said it; `table` for the rules' own words."""
    text: str
    ask: str = ""
    fault: str | None = None
    """Why it was refused, for the seat that said it; None for a move."""
    marks: str = ""
    """For a word: its feedback, one sign a letter."""
    read: bool = False
    """Whether the text is a word of the rules that was read in a reply, and not the reply itself."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know, and nothing else."""

    game: str
    seat: str
    facts: Data
    """Named values for prompts, bots and boards."""
    talk: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended."""

    result: Result
    winners: tuple[str, ...] = ()
    cause: str | None = None
    """None or `SEAT: REASON`."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A named list of words that a game looks up."""

    name: str
    words: Collection[str]


@dataclass(frozen=True, slots=True)
class Deck:
    """Words, entities or statements to draw from."""

    name: str
    items: Sequence[Data]
    knowledge: Any = field(default=None, compare=False, repr=False)
    """What is known of its entities, a `Knowledge` of the layer above; None for a deck of words."""
    options: Data = field(default_factory=dict)
    """Values that it brings for options that nobody chose, such as how its questions are answered."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session was set up: all that its replies are folded with."""

    options: Data
    secret: Data | None = None
    """What was dealt; None if a seat gives it."""
    preset: str | None = "party"
    deck: str | None = None
    words: str | None = None
    """Name of the word list; None: the newest."""
    matching: int | None = None
    """Version of `core/words.py`; None: the newest."""
    seed: int | None = None
    repetition: int | None = None
    """Which play of the same set-up this is, from 1; None outside a repeated run."""
    extra: Data = field(default_factory=dict)
    """All other keys of a session's set-up (`run`, `party`, `flips`, unknown ones), kept as they are."""
    lexicon: Lexicon | None = field(default=None, compare=False, repr=False)
    """The list that `words` names, put here by data; None if it is not here. Never saved."""
    source: Deck | None = field(default=None, compare=False, repr=False)
    """The deck that `deck` names, put here by data; None if it is not here. Never saved."""


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game over states of type `S` (a frozen dataclass of tuples)."""

    id: str
    rules: int
    """Version of the rules; a session of another version is folded by that version's rules."""

    def seats(self, options: Data) -> tuple[Seat, ...]:
        """Every seat that these options have, optional ones included."""

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        """All chance of a session, as values for its set-up (`secret`, `flips`, ...).

        Without a deck it leaves out what a setter seat will give. `index` counts the set-ups of a
        run from 0, for options that walk through a fixed suite; None: one of the suite by chance.
        """

    def start(self, setup: Setup) -> S:
        """The state before the first reply; ValueError if set-up and rules do not fit."""

    def asks(self, state: S) -> tuple[Ask, ...]:
        """Whom the game waits for; empty when nothing is left to ask, several are sealed."""

    def parse(self, state: S, ask: Ask, reply: Reply) -> Move:
        """The move in a reply; raises Fault."""

    def apply(self, state: S, move: Move) -> S:
        """The state after a move; raises Fault, never mutates."""

    def reject(self, state: S, ask: Ask, reply: Reply, fault: Fault) -> S:
        """The state after a refused reply: counted, and past the limit defaulted or aborted."""

    def view(self, state: S, seat: str) -> View:
        """What a seat may know; `table`: what everybody may know."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; may stand while a last ask is still open."""

    def secret(self, state: S) -> Data | None:
        """What is hidden until the end, once it is known; for the result and `--secrets`."""

    def probe(self, state: S, seat: str, kind: str) -> Ask | None:
        """A question beside the game, asked like any ask and never applied."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot takes for likely over one view."""

    left: int
    """How many are still well possible."""
    best: tuple[tuple[str, float], ...] = ()
    """The likeliest with their shares of all belief, best first."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to notice in how a session was played."""

    seq: int
    """Of the reply that it is about."""
    kind: str
    """One word: `early`, `redundant`, `inconsistent`, `key`."""
    why: str
    """The reason in a sentence; may hold the secret, so it is for sessions that are over."""


class Bot(Protocol):
    """A built-in player of one game: a function of the view and a generator."""

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text it answers; the same for the same arguments, on every machine."""

    def hint(self, ask: Ask, view: View) -> str | None:
        """One line of help for whoever holds this view; None where there is none to give."""

    def belief(self, view: View) -> Belief | None:
        """What it takes for likely over a view; None where it keeps no such belief."""


class MindedBot(Bot, Protocol):
    """A built-in player that is another one on each seat, with a mind of its own."""

    def minded(self, mind: Data) -> Bot:
        """The bot of a seat; `mind`: the seat as its session has it (`level`, `topics`, `vocabulary`)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a player shows of a reply on its way."""

    text: str = ""
    """What it has said so far, without reasoning."""
    thinking: str = ""
    """Its reasoning so far; shown to nobody who may not know what its seat knows."""
    tokens: int = 0
    """Tokens so far, counted by pieces until the provider says."""
    note: str = ""
    """What it waits for, such as `rate limited, again in 4 s`; empty while it speaks."""


class Player(Protocol):
    """Who sits on a seat. It keeps no memory: all it knows is in the view."""

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        """Answer one ask; `fault` says what was wrong with the last reply. Raises PlayerFailed."""


class AtOnce:
    """Marks players who need no time: where the first to speak counts, they wait for those who do."""


REPROMPTS = 2
"""How often a seat is asked again that the option `reprompts` does not name."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """What every game's state has in common: how it was set up, and what was refused.

    The option `reprompts` says how many refused replies a seat is forgiven.
    """

    setup: Setup
    rejected: tuple[Line, ...] = field(default=(), kw_only=True)
    """The refused replies to the open ask, each with why."""

    @property
    def attempt(self) -> int:
        """Which reply to the open ask is the next one, from 1."""
        return 1 + len(self.rejected)

    @property
    def faults(self) -> int:
        """How many of the refused replies count."""
        return len(self.rejected)

    def faults_left(self, seat: str) -> int:
        """How many replies of a seat are still looked at; 0 once one too many was refused."""
        return max(per_seat(self.setup.options["reprompts"], seat, REPROMPTS) - self.faults + 1, 0)

    def refused(self, ask: Ask, reply: Reply, fault: Fault) -> Self:
        """The state with one refused reply more."""
        line = Line(ask.seat, reply.text, ask.name, fault=fault.why)
        return replace(self, rejected=(*self.rejected, line))
