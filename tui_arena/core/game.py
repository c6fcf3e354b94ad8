"""What a game is: a pure state machine that says which seats it waits for.

`Attempts` is the part of the state that all games share: the refused replies to the open ask. Rules that
move on to another ask clear them.

Law: rules don't know the players. They never read a clock, a file or global randomness, never mutate a state,
and never ask whether a seat is a person, a model or a bot. All chance is drawn in `deal`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from typing import Any, Literal, Protocol, Self, TypeVar

from tui_arena.core.forms import ReplyForm

Data = Mapping[str, Any]
"""Plain JSON values by name."""

TABLE = "table"
"""The name of the view that shows only what everybody may know."""

Side = Literal["solver", "opponent", "neutral"]
FaultKind = Literal["format", "rule", "unknown_word", "empty", "refusal", "cut_off"]
Result = Literal["won", "lost", "drawn", "aborted", "unfinished"]
Finish = Literal["stop", "length", "refused", "broken"]

UNPARSED: frozenset[str] = frozenset({"format", "empty", "refusal", "cut_off"})
"""The faults of replies that couldn't be read; replies with other faults were read and refused."""


class Fault(Exception):
    """The reason why the rules refuse a reply.

    >>> raise Fault("rule", "prides has 6 letters; 5 are needed")
    Traceback (most recent call last):
    tui_arena.core.game.Fault: prides has 6 letters; 5 are needed
    """

    def __init__(
        self,
        kind: FaultKind,
        why: str,
        heard: Data | None = None,
        *,
        told: str = "",
        occasion: str = "",
        slots: Mapping[str, str] | None = None,
        once_taken: bool = False,
    ) -> None:
        super().__init__(why)
        self.kind: FaultKind = kind
        self.why = why
        """One sentence for the player: what was wrong and what is allowed. Never reveals others' secrets."""
        self.told = told or why
        """The same reason, as a host says it to a person at the table."""
        self.occasion = occasion
        """The key of a host's warmer words, with `slots` to fill in; empty: the host says `told`."""
        self.slots: Mapping[str, str] = slots or {}
        self.heard: Data = heard or {}
        """The same as `Move.heard`, if the match is the reason for the refusal."""
        self.once_taken = once_taken
        """True if earlier versions accepted such a reply, so that a saved session may continue after it."""


class PlayerFailed(Exception):
    """A player could not answer at all (time-out, no network, bad key). This isn't a fault in the game.

    The session pauses; the text says what happened and what to do.
    """

    @property
    def kept(self) -> Data:
        """Values that are saved with the pause, such as `broken`, the beginnings of replies that broke off."""
        return {}


@dataclass(frozen=True, slots=True)
class Seat:
    """A role in a game."""

    name: str
    side: Side
    group: str
    """The group that the seat is counted in: `guesser_1` and `guesser_2` are both `guesser`."""
    default: str
    """The player in the app if none is named: `human`, `bot` or `dealer`."""


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
    """Other ask names whose replies this ask accepts."""
    attempt: int = 1
    """How often the seat has been asked this, including this time."""
    sealed: bool = False
    """True if the reply is the seat's secret until the session is over."""
    private: bool = False
    """True if others may learn less than the whole reply; then only people who watch see it stream in."""
    optional: bool = False
    """True if an empty reply is allowed, as a pass."""
    amendable: bool = False
    """True if the reply may be changed while the session is open. Only one reply per session can be."""
    race: bool = False
    """True if several seats are asked at once, and the first move withdraws the other asks."""
    shares_prompt_of: str = ""
    """For a probe: the ask whose role, rules and history it shares; empty for an ask of the game."""
    form: ReplyForm | None = field(default=None, hash=False, repr=False)
    """The parts of the reply, and whether they are read leniently; None: one text, read unchanged."""
    allows: Callable[[], Mapping[str, Collection[str]]] | None = field(
        default=None, compare=False, repr=False
    )
    """Returns the values that the parts of the form may have, by part; a part that is missing may have any
    value. It is for players whose replies are held to the form. None: every part may have any value."""
    trial: Callable[[str], Fault | None] | None = field(default=None, compare=False, repr=False)
    """Returns the fault that a text would get as a reply. None for an ask that no referee puts."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks, such as `question:`, that the rules remove from a reply."""
        return self.form.marks if self.form is not None else ()


@dataclass(frozen=True, slots=True)
class Usage:
    """What a reply cost. None means that the provider did not report it."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None

    @property
    def tokens(self) -> int:
        """Input and output tokens together; an unknown number counts as 0."""
        return (self.input_tokens or 0) + (self.output_tokens or 0)


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw text that came back for an ask, with measurements such as time and cost."""

    text: str
    finish: Finish = "stop"
    ask: str | None = None
    """The name of the ask that it answers; None: the open ask's name."""
    came: str | None = None
    """The original text, if `text` is only what `core/reading` read in it; set when the reply is judged."""
    ruling: Mapping[str, bool] = field(default_factory=dict)
    """Maps a question (`hit`, `says_word`, `answers`) to the verdict by which the people overrule the matcher."""
    listed: bool | None = None
    """True if the session file says that the word was in the word list; None: look it up."""
    amended: bool = False
    """True if the text replaced an earlier text of the reply (`Ask.amendable`)."""
    thinking: str | None = None
    seconds: float | None = None
    first_token_seconds: float | None = None
    """Seconds until anything came, which may be reasoning."""
    first_word_seconds: float | None = None
    """Seconds until the first word that isn't reasoning."""
    usage: Usage | None = None
    messages: tuple[Mapping[str, str], ...] | None = None
    """The chat messages that were sent for it."""
    extra: Data = field(default_factory=dict)
    """Other values to keep with the reply, such as the parameters that were actually sent."""


@dataclass(frozen=True, slots=True)
class Move:
    """A reply that the rules accepted, in the game's own values."""

    ask: Ask
    name: str
    """The ask name that the reply was parsed as."""
    values: Data
    heard: Data = field(default_factory=dict)
    """The word that the matcher found in it and the `rule` that applied; kept with the reply."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said at the table, as one seat may know it."""

    seat: str
    """The seat that said it; `table` for the rules' own words."""
    text: str
    ask: str = ""
    fault: str | None = None
    """Why it was refused, for the seat that said it; None for a move."""
    marks: str = ""
    """The feedback for a word, one sign per letter."""
    read: bool = False
    """True if the text is what the rules read in a reply, and not the reply's own words."""
    seq: int | None = field(default=None, compare=False)
    """The event that it came from, 0 for the set-up. `Play.view` sets it once a seat has changed hands."""


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
    """The facts about its entities, a `questions.Knowledge`; None for a deck of words or cards."""
    options: Data = field(default_factory=dict)
    """The deck's defaults for options that nobody chose, such as how its questions are answered."""


_PARTS_OF_DECKS = frozenset({"items", "knowledge", "options"})


class LateDeck(Deck):
    """A deck of which only some parts are known until another is needed, in whatever thread."""

    _read: Callable[[], Deck] | None
    _lock: Lock

    def __init__(self, name: str, read: Callable[[], Deck] | None = None, **known: Any) -> None:
        """`read` returns the whole deck. `known`: the parts that are known; without `read`, all parts."""
        for part, value in {"name": name, "_read": read, "_lock": Lock(), **known}.items():
            object.__setattr__(self, part, value)

    @property
    def is_read(self) -> bool:
        """True if all parts are known."""
        return self._read is None

    def __getattr__(self, name: str) -> Any:
        """A part of the deck that isn't known yet."""
        if name not in _PARTS_OF_DECKS:
            raise AttributeError(name)
        with self._lock:
            if self._read is not None:
                found = self._read()
                for part in _PARTS_OF_DECKS:
                    object.__setattr__(self, part, getattr(found, part))
                object.__setattr__(self, "_read", None)
        return getattr(self, name)


def deck_base(deck: str | None) -> str:
    """A deck's name without the number of a shipped deck or the digest of a user's deck.

    >>> deck_base("celebrities-1"), deck_base("mine-2@0123456789ab"), deck_base(None)
    ('celebrities', 'mine-2', '')
    """
    name, digest, _ = (deck or "").partition("@")
    head, _, number = name.rpartition("-")
    return head if head and number.isdigit() and not digest else name


@dataclass(frozen=True, slots=True)
class Setup:
    """How a session was set up: everything that the fold needs in addition to the replies."""

    options: Data
    secret: Data | None = None
    """The dealt secret; None if a seat gives it."""
    preset: str | None = "party"
    deck: str | None = None
    words: str | None = None
    """Name of the word list; None: the newest."""
    matching: int | None = None
    """Version of `core/words.py`; None: the newest."""
    seed: int | None = None
    repetition: int | None = None
    """The number of this play of the same set-up, from 1; None outside a repeated run."""
    extra: Data = field(default_factory=dict)
    """All other keys of a session's set-up (`run`, `party`, `flips`, unknown ones), kept unchanged."""
    lexicon: Lexicon | None = field(default=None, compare=False, repr=False)
    """The word list that `words` names; None if this machine does not have it. Never saved."""
    source: Deck | None = field(default=None, compare=False, repr=False)
    """The deck that `deck` names; None if this machine does not have it. Never saved."""


S = TypeVar("S")


class Game(Protocol[S]):
    """The rules of one game over states of type `S` (a frozen dataclass of tuples)."""

    id: str
    rules: int
    """Version of the rules; a session of another version is folded by that version's rules."""

    @property
    def forms(self) -> Mapping[str, Sequence[ReplyForm]]:
        """Maps an ask's name to the forms that its reply may have; each ask has one of them (`Ask.form`)."""

    def seats(self, options: Data) -> tuple[Seat, ...]:
        """Every seat that these options have, optional ones included."""

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        """The items of a deck that may be dealt with these options, in their order; empty if nothing is dealt.

        Raises ValueError if the deck has nothing for these options.
        """

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        """Draws everything random in a session, as values for its set-up (`secret`, `flips`, ...).

        `item`: the item of `items` that is dealt; None: the values that a setter seat will give are left out.
        """

    def start(self, setup: Setup) -> S:
        """The state before the first reply; raises ValueError if the set-up does not fit the rules."""

    def asks(self, state: S) -> tuple[Ask, ...]:
        """The open asks; empty when nothing is left to ask. If several are open, they are sealed or race."""

    def parse(self, state: S, ask: Ask, reply: Reply) -> Move:
        """The move in a reply; raises Fault."""

    def apply(self, state: S, move: Move) -> S:
        """The state after a move; raises Fault, never mutates."""

    def reject(self, state: S, ask: Ask, reply: Reply, fault: Fault) -> S:
        """The state after a refused reply.

        The refusal is counted; past the limit, the seat gets a default or the session is aborted.
        """

    def view(self, state: S, seat: str) -> View:
        """What a seat may know; `table`: what everybody may know."""

    def outcome(self, state: S) -> Outcome | None:
        """The outcome, even if a last ask is still open; None if the session hasn't ended."""

    def secret(self, state: S) -> Data | None:
        """What is hidden until the end, for the result and `--secrets`; None while nobody knows it."""

    def probe(self, state: S, seat: str, kind: str) -> Ask | None:
        """A question to a seat outside the game, whose reply is never applied; None: no probe is due now."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot believes likely, given one view."""

    left: int
    """The number of candidates that are still plausible."""
    best: tuple[tuple[str, float], ...] = ()
    """The likeliest candidates with their shares of all belief, best first."""
    doubted: int = 0
    """The number of the answer that the bot can hardly believe; 0 if there is none."""
    is_strange: bool = False
    """True if the answers fit nothing that the bot knows."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to notice in how a session was played."""

    seq: int
    """Seq of the reply that the mark is about."""
    kind: str
    """One word: `early`, `redundant`, `inconsistent`, `key`."""
    why: str
    """The reason in a sentence. It may reveal the secret, so it is only for sessions that are over."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a bot's rules don't know about an ask, so that a model may find a better line than the bot's own."""

    about: str
    """The section of the game's prompt `mind` that asks the model for a line."""
    slots: Data
    """The values for the slots of that section: only what the bot's seat may know."""
    form: ReplyForm
    """The form of the line that the model is asked for."""
    accepted: Callable[[str], str]
    """Returns the reply that gives the model's line in the game's own form. Raises Fault if the bot itself
    would never say the line. The model is told the fault's sentence."""
    allows: Callable[[], Mapping[str, Collection[str]]] | None = None
    """The values that the parts of the form may have, as in `Ask.allows`."""
    exam: Sequence[tuple[Data, str]] = ()
    """Slots for the same section, each with the right line. A model that gets more than one of them wrong isn't asked,
    because nobody can check what it says."""


class Bot(Protocol):
    """A built-in player of one game: a function of the view and a generator.

    A subclass only has to define `reply`.
    """

    def prepare(self) -> None:
        """Read and compute what its first reply needs. A table calls this in a thread once it is on the screen."""
        return  # without it, the protocol would make the method abstract

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text of the bot's answer; the same for the same arguments, on every machine."""

    def hint(self, ask: Ask, view: View) -> str | None:
        """Help for the player with this view; None if the bot has none.

        Several lines are steps: the player gets the next line each time they ask again.
        """
        return None

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        """What its rules didn't know when `reply` answered the same arguments; None if they knew the answer.

        It is only asked for if the bot thinks with a model.
        """
        return None

    def belief(self, view: View) -> Belief | None:
        """What the bot believes likely, given a view; None if it keeps no beliefs."""
        return None

    def objection(self, ask: Ask, view: View, asker: View) -> str:
        """The bot's objection to a question that a person is about to ask it as `ask`; empty if it has none.

        The person may then ask something else at no cost, or the same again. `asker`: the person's view at
        that time.
        """
        return ""


def keeps_beliefs(bot: Bot | None) -> bool:
    """True if a bot defines `belief` itself; a bot that only inherits it is never asked."""
    return bot is not None and type(bot).belief is not Bot.belief


class MindedBot(Bot, Protocol):
    """A built-in player whose knowledge differs from seat to seat."""

    def minded(self, mind: Data) -> Bot:
        """The bot of one seat; `mind`: the seat's entry in the session (`level`, `topics`, `vocabulary`)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The visible state of a reply while it streams in."""

    text: str = ""
    """The answer so far, without reasoning."""
    thinking: str = ""
    """Its reasoning so far; shown only to people who may know what its seat knows."""
    tokens: int = 0
    """Tokens so far: the number of pieces, until the provider gives a count."""
    note: str = ""
    """What the player waits for, such as `rate limited, again in 4 s`; empty while it answers."""


OnProgress = Callable[[Progress], None]
"""Called with a reply's progress, only in the event loop of the task that asks."""


class Player(Protocol):
    """A player in a seat. It keeps no memory: all it knows is in the view."""

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        """Answers one ask; `fault` says what was wrong with the last reply. Raises PlayerFailed."""


class AtOnce:
    """Marks players who need no time to think. In a race, they wait for players who do."""


REPROMPTS = 2
"""The number of refused replies that a seat may have if the option `reprompts` does not name it."""


def per_seat(value: Any, seat: str, otherwise: int) -> int:
    """A per-seat option's value for one seat; `otherwise` if it does not name the seat."""
    if isinstance(value, Mapping):
        return int(value.get(seat, otherwise))
    return int(value)


@dataclass(frozen=True, slots=True)
class Attempts:
    """The part of the state that every game has: the set-up and the refused replies.

    The option `reprompts` says how many refused replies a seat may have before it is no longer asked.
    """

    setup: Setup
    rejected: tuple[Line, ...] = field(default=(), kw_only=True)
    """The refused replies to the open ask, each with the reason."""

    @property
    def compared(self) -> str:
        """The way in which names, such as candidates, are compared with the secret.

        `lenient`, so that inflections count, or `strict`.
        """
        return "lenient"

    @property
    def attempt(self) -> int:
        """The number of the next reply to the open ask, from 1."""
        return 1 + len(self.rejected)

    @property
    def faults(self) -> int:
        """The number of refused replies that count."""
        return len(self.rejected)

    def faults_left(self, seat: str) -> int:
        """The number of further replies of a seat that are read; 0 once too many were refused."""
        return max(per_seat(self.setup.options["reprompts"], seat, REPROMPTS) - self.faults + 1, 0)

    def refused(self, ask: Ask, reply: Reply, fault: Fault) -> Self:
        """The state with one more refused reply."""
        line = Line(ask.seat, reply.text, ask.name, fault=fault.why)
        return replace(self, rejected=(*self.rejected, line))
