"""Trying a model out: whether it answers, how fast, and whether it keeps to the games' reply forms.

A model gets the same asks as in a session, with the real prompt and a real view, and the rules judge its
replies. A trial is saved separately from the sessions and counts in none of their figures.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from tui_arena.config import ModelBook, ModelEntry
from tui_arena.config.models import HELP
from tui_arena.core.events import BadEvent, Event
from tui_arena.core.game import Ask, Fault, OnProgress, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.options import BadOption
from tui_arena.core.reasoning import split_thoughts
from tui_arena.core.record import Play, fold, judge
from tui_arena.core.referee import Referee
from tui_arena.core.session import setup_from
from tui_arena.core.text import clean, one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.ladder import in_order
from tui_arena.players.models.player import ModelPlayer
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)
from tui_arena.players.new_session import DEALER, Opening, machines, new_session
from tui_arena.players.seating import BadPlayer, Cast, bot, model, spec_of
from tui_arena.save.store import SaveError, Store, now

FOLLOWS = "follows"
ECHO = "format: it repeats the form instead of filling it in"
THOUGHT = "reasoning: the reply was only reasoning; turn thinking off at the server, or correct its reasoning parser"
PLAYTHING = "a toy: a model this small often misses the point"
"""The note shown for a small model."""
BASE = (
    "a base model: it has no chat template, so it continues text and follows no instructions; "
    "an instruct file plays better"
)
"""The note shown for a base model."""
PROMPT = "Name three fruits, and nothing else."
TOKENS = 64
"""Token limit for the reply to `PROMPT`, which only measures the speed."""
_NOTE = "model:"
_SEED = 1
_LEVEL = "easy"
_WHY = 300
_GOES_ON = frozenset({"context", "timeout", "bad_reply", "broken"})
"""Kinds of failure after which the next ask is still worth trying."""


REPLY_CHARS, THINKING_CHARS = 2000, 500
"""The maximum length of a kept text, and of kept reasoning. A longer one keeps its beginning and its end."""
_GAP = "\n[the middle is left out]\n"


@dataclass(frozen=True, slots=True)
class TrialReply:
    """One reply of a trial, kept so that a person can read it. Long texts are shortened."""

    form: str
    """`GAME/ASK`."""
    seat: str
    said: str
    """`follows`, or the fault and its reason, as in `Trial.forms`."""
    text: str = ""
    """The reply as the rules read it; empty if the model failed."""
    raw: str | None = None
    """The reply as it came; None if it is the same as the text."""
    thinking: str = ""
    messages: tuple[Mapping[str, str], ...] = ()
    """What was sent; empty if the model failed."""
    seconds: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None

    @property
    def came(self) -> str:
        """The reply as it came; its reasoning if it was empty."""
        return self.raw or self.text or self.thinking


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of trying a model out."""

    ok: bool
    """True if the model answered the tiny prompt."""
    at: str
    """When the model was tried, in UTC."""
    model: str
    """The model tried, as session files name it. It shows whether the entry's name still means this model."""
    seconds: float = 0.0
    """Seconds for the tiny prompt. The four values that follow are about the tiny prompt too."""
    first_token_seconds: float | None = None
    tokens_per_second: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    """Cost of all requests of the trial; None if the price of any request is unknown."""
    tokens: int = 0
    """Tokens, in and out, of all requests of the trial."""
    forms: Mapping[str, str] = field(default_factory=dict)
    """Maps `GAME/ASK` to `follows`, or to the fault and its reason."""
    why: str = ""
    """A sentence that says why the trial failed."""
    marks: tuple[str, ...] = ()
    """Marks of reasoning and of turns that were found in the replies and set aside, in order."""
    rungs: tuple[str, ...] = ()
    """The rungs found: what is left out or sent in another form for the model's server (`ladder.py`)."""
    first_word_seconds: float | None = None
    """Seconds until the tiny prompt's first word that isn't reasoning; None if there was none."""
    replies: tuple[TrialReply, ...] = ()
    """The replies for `forms`, in order; empty in a trial of an earlier version."""

    @property
    def thought_first(self) -> bool:
        """True if the first thing that came was a thought, so that the first word came later."""
        thought, word = self.first_token_seconds, self.first_word_seconds
        return thought is not None and word is not None and thought < word

    helped: Mapping[str, str] = field(default_factory=dict)
    """Like `forms`, for a second try with help, at the forms that the model didn't keep to."""

    @property
    def forms_summary(self) -> str:
        """How many of the forms the model kept to, also with help, in a few words; empty without forms.

        >>> Trial(True, "", "tiny", forms={"a/b": "rule: too long", "a/c": FOLLOWS}, helped={"a/b": FOLLOWS}).forms_summary
        'follows 1 of 2; with help 2 of 2'
        """
        if not self.forms:
            return ""
        count, total = sum(said == FOLLOWS for said in self.forms.values()), len(self.forms)
        more = sum(said == FOLLOWS for said in self.helped.values())
        return f"follows {count} of {total}" + (
            f"; with help {count + more} of {total}" if self.helped else ""
        )

    def follows(self, game: str, *, helped: bool = False) -> float | None:
        """Returns the share of a game's forms that the model kept to; None if none was tried."""
        forms = {**self.forms, **self.helped} if helped else self.forms
        said = [said for name, said in forms.items() if name.partition("/")[0] == game]
        return sum(one == FOLLOWS for one in said) / len(said) if said else None

    def to_json(self) -> dict[str, Any]:
        """Returns the trial as it is saved and printed."""
        return {**asdict(self), "forms": dict(self.forms), "helped": dict(self.helped)}

    @classmethod
    def from_json(cls, text: str) -> Trial | None:
        """Returns the trial in a saved text; None if this version can't read it."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError):
            return None


async def try_model(
    registry: ModelRegistry,
    entry: ModelEntry,
    *,
    games: Iterable[GameInfo] | None = None,
    hear: OnProgress = ignore_progress,
) -> Trial:
    """Send a model a tiny prompt, then get one reply for each ask that a model may get.

    If a model doesn't keep to a form, it is tried again with help with forms.

    `games`: None means all games of the catalogue. `hear` gets the name and number of the current ask as
    `note`, and the replies as they arrive. Failures are recorded in the trial; none are raised.
    """
    tried = list(registry.catalogue.games.values() if games is None else games)
    budget = Budget()
    hear(Progress(note="a tiny prompt"))
    sampling = {"max_tokens": TOKENS, **entry.sampling}
    try:
        call = ModelRequest(entry, ({"role": "user", "content": PROMPT},), sampling, learns_end=True)
        answer = await registry.models.ask(call, (budget,), hear)
    except (ModelFailed, BudgetReached) as failed:
        return Trial(ok=False, at=now(), model=entry.said_model, why=one_line(str(failed), 2 * _WHY))
    forms: dict[str, str] = {}
    replies: list[TrialReply] = []
    marks = dict.fromkeys(split_thoughts(answer.text).marks)
    samples = [(info, await _sampled(registry.catalogue, info)) for info in tried]
    count = _Count(sum(len(sampled) for _, sampled in samples), hear)
    for info, sampled in samples:
        if not await _try_forms(
            registry, entry, info, sampled, forms, replies=replies, marks=marks, budget=budget, count=count
        ):
            break
    helped: dict[str, str] = {}
    if entry.structured != HELP:
        aided = replace(entry, structured=HELP)
        left = [
            (info, [s for s in some if forms.get(_name(info, s), FOLLOWS) != FOLLOWS])
            for info, some in samples
        ]
        count = _Count(sum(len(some) for _, some in left), hear, " with help")
        for info, some in left:
            await _try_forms(
                registry, aided, info, some, helped, replies=[], marks={}, budget=budget, count=count
            )
    usage = answer.usage
    return Trial(
        ok=True,
        at=now(),
        model=entry.said_model,
        seconds=answer.seconds,
        first_token_seconds=answer.first_token_seconds,
        first_word_seconds=answer.first_word_seconds,
        tokens_per_second=_speed(answer),
        input_tokens=usage.input_tokens if usage else None,
        output_tokens=usage.output_tokens if usage else None,
        cost_usd=None if budget.unpriced else round(budget.spent_usd, 9),
        tokens=budget.used_tokens,
        forms=forms,
        helped=helped,
        marks=tuple(marks),
        rungs=tuple(in_order(registry.ladder.known(entry))),
        replies=tuple(replies),
    )


def _speed(answer: ModelResponse) -> float | None:
    """Returns the tokens per second after the first token came; None if the speed can't be computed."""
    tokens = answer.usage.output_tokens if answer.usage else None
    if not tokens or answer.first_token_seconds is None:
        return None
    speaking = answer.seconds - answer.first_token_seconds
    if tokens > 1 and speaking > 0:
        return round((tokens - 1) / speaking, 1)
    return round(tokens / answer.seconds, 1) if answer.seconds > 0 else None


# the forms of the games


class _Count:
    """Counts the requests, so that a waiting user sees progress."""

    def __init__(self, total: int, hear: OnProgress, how: str = "") -> None:
        """`how`: is added to what is reported about each request."""
        self._total = total
        self._how = how
        self._number = 0
        self.hear = hear

    def next(self, name: str) -> None:
        """Report the number and the name of the next request."""
        self._number += 1
        self.hear(Progress(note=f"{self._number} of {self._total}{self._how}: {name}"))


def wanted_asks(catalogue: Catalogue, info: GameInfo) -> set[str]:
    """Returns the names of the asks of a game that a model may get."""
    return {ask for ask in info.asks if catalogue.prompt_variants(info, ask)}


@dataclass(frozen=True, slots=True)
class _Sample:
    """One ask as it comes up in a session."""

    play: Play[Any]
    state: Any
    ask: Ask
    view: View


def _name(info: GameInfo, sample: _Sample) -> str:
    return f"{info.id}/{sample.ask.name}"


async def _try_forms(
    registry: ModelRegistry,
    entry: ModelEntry,
    info: GameInfo,
    sampled: Iterable[_Sample],
    forms: MutableMapping[str, str],
    *,
    replies: list[TrialReply],
    marks: MutableMapping[str, None],
    budget: Budget,
    count: _Count,
) -> bool:
    """Try every ask of a game. Returns False if it is pointless to ask the model anything else.

    The results are added to `forms`, `replies` and `marks`.
    """
    seats = registry.seats((budget,))
    for sample in sampled:
        name = _name(info, sample)
        count.next(name.replace("/", ", "))
        preset = sample.play.setup.preset
        player = ModelPlayer(entry, spec_of(model(entry), {}, None), info, seats, preset)
        try:
            reply = await player.reply(sample.ask, sample.view, None, count.hear)
        except PlayerFailed as failed:
            forms[name] = one_line(f"failed: {failed}", _WHY)
            came = "\n".join(part["text"] for part in failed.kept.get("broken", ()))
            replies.append(TrialReply(name, sample.ask.seat, forms[name], raw=_short(came) or None))
            if isinstance(failed, ModelFailed) and failed.kind not in _GOES_ON:
                return False
        else:
            marks.update(dict.fromkeys(split_thoughts(str(reply.extra.get("raw", ""))).marks))
            fault = judge(info.game, sample.state, sample.ask, reply).fault
            if reply.extra.get("echo"):
                forms[name] = ECHO
            elif reply.extra.get("from_thinking"):
                forms[name] = THOUGHT
            else:
                forms[name] = FOLLOWS if fault is None else one_line(f"{fault.kind}: {fault.why}", _WHY)
            replies.append(_kept_reply(name, sample.ask, forms[name], reply))
    return True


def _kept_reply(form: str, ask: Ask, said: str, reply: Reply) -> TrialReply:
    raw = reply.extra.get("raw")
    return TrialReply(
        form,
        ask.seat,
        said,
        text=_short(reply.text),
        raw=_short(raw) if isinstance(raw, str) else None,
        thinking=_short(reply.thinking or "", THINKING_CHARS),
        messages=tuple({**one, "content": _short(one["content"])} for one in reply.messages or ()),
        seconds=reply.seconds,
        input_tokens=reply.usage.input_tokens if reply.usage else None,
        output_tokens=reply.usage.output_tokens if reply.usage else None,
    )


def _short(text: str, most: int = REPLY_CHARS) -> str:
    """A cleaned text of at most `most` characters; the middle of a longer one is left out."""
    text = clean(text)
    if len(text) <= most:
        return text
    room = most - len(_GAP)
    return text[: room // 2] + _GAP + text[room // 2 - room :]


async def _sampled(catalogue: Catalogue, info: GameInfo) -> list[_Sample]:
    """As `_samples`, in a thread, because the bots would hold up the screen's loop."""
    return await asyncio.to_thread(lambda: asyncio.run(_samples(catalogue, info)))


async def _samples(catalogue: Catalogue, info: GameInfo) -> list[_Sample]:
    """Returns the first occurrence of each ask that has a prompt.

    The samples come from the game's file; only if it has none, bots play. Bots load all that they know, which
    is many times as much as the rules need.
    """
    wanted = wanted_asks(catalogue, info)
    found = _begun(catalogue, info) or await _played(catalogue, info, wanted)
    return [found[ask] for ask in info.asks if ask in found and ask in wanted]


def _begun(catalogue: Catalogue, info: GameInfo) -> dict[str, _Sample]:
    """The samples of a game's begun sessions, by ask. A sample that the rules no longer accept is skipped."""
    found: dict[str, _Sample] = {}
    for one in info.begun():
        values = one["setup"]
        words, deck = catalogue.lexicon(values.get("words"), info), catalogue.source(values.get("deck"), info)
        events = [Event.from_json(row, place) for place, row in enumerate(one["events"], 1)]
        try:
            play = fold(info.game, setup_from(values, values["options"], words, deck), events)
        except BadEvent:
            continue
        for ask in play.asks():
            if ask.name == one["begun"]:
                found.setdefault(ask.name, _Sample(play, play.state, ask, play.view(ask.seat)))
    return found


async def _played(catalogue: Catalogue, info: GameInfo, wanted: set[str]) -> dict[str, _Sample]:
    """Returns samples from sessions that bots play, by ask."""
    found: dict[str, _Sample] = {}
    parted = [option for name, option in info.options.items() if name in info.rows]
    others = [{o.name: choice} for o in parted for choice in o.choices if choice != o.default]
    for options in ({}, *others):
        for given in (False, True):
            if wanted <= set(found):
                break
            await _sample(catalogue, info, Opening(info.id, {}, options), found, wanted, given=given)
    return found


async def _sample(
    catalogue: Catalogue,
    info: GameInfo,
    opening: Opening,
    found: dict[str, _Sample],
    wanted: set[str],
    *,
    given: bool,
) -> None:
    """Let bots play one session, and take a sample of each ask that is still wanted.

    `given`: True if a seat gives the secret; False if it is dealt.
    """
    try:
        session, cast = new_session(
            replace(opening, cast=_setters(info, opening) if given else {}),
            catalogue,
            id="-",
            seed=_SEED,
            started=None,
        )
        players = machines(session, cast, info)
    except (BadPlayer, BadOption):
        return
    play: Play[Any] = Play(info.game, session.setup)

    def look(ask: Ask, view: View) -> None:
        if ask.name in wanted and ask.name not in found:
            found[ask.name] = _Sample(play, play.state, ask, view)
        if wanted <= set(found):
            referee.stop()

    watched: dict[str, Player] = {seat: _Watched(player, look) for seat, player in players.items()}
    referee = Referee(play, watched, _unsaved)
    await referee.run(stop_on_failure=True)


def _setters(info: GameInfo, opening: Opening) -> dict[str, Cast]:
    """Returns a bot for every seat that the dealer would otherwise have."""
    options = {name: option.default for name, option in info.options.items()} | dict(opening.options)
    return {seat.name: bot(_LEVEL) for seat in info.game.seats(options) if seat.default == DEALER}


class _Watched:
    """A player that shows each ask to a callback before replying."""

    def __init__(self, player: Player, look: Callable[[Ask, View], None]) -> None:
        self._player = player
        self._look = look

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        self._look(ask, view)
        return await self._player.reply(ask, view, fault, progress)


async def _unsaved(*_: object) -> None:
    """Save nothing, because these sessions belong to nobody."""


def remarks(entry: ModelEntry) -> list[str]:
    """Returns notes that say what to expect of a model file, as sentences without a subject.

    This reads the file, so screens call it in a thread.
    """
    return [*([PLAYTHING] if entry.small else []), *([BASE] if entry.is_base else [])]


# kept


def keep(store: Store, entry: ModelEntry, trial: Trial) -> Trial:
    """Save a trial as the last one of its model, and return it. Raises SaveError.

    Games that this trial left out keep their results from the previous trial.
    """
    before = kept(store, [entry.name]).get(entry.name)
    if before is not None and trial.ok and before.model == trial.model:
        games = {name.partition("/")[0] for name in trial.forms}
        others = {name: said for name, said in before.forms.items() if name.partition("/")[0] not in games}
        helped = {name: said for name, said in before.helped.items() if name in others}
        earlier = tuple(one for one in before.replies if one.form in others)
        trial = replace(
            trial,
            forms={**others, **trial.forms},
            helped={**helped, **trial.helped},
            replies=(*earlier, *trial.replies),
        )
    store.set_meta(_NOTE + entry.name, msgspec.json.encode(trial).decode())
    return trial


def kept(store: Store, names: Iterable[str]) -> dict[str, Trial]:
    """Returns the last trials of the models with these names."""
    notes = store.notes(_NOTE)
    found = {name: Trial.from_json(notes[_NOTE + name]) for name in names if _NOTE + name in notes}
    return {name: trial for name, trial in found.items() if trial is not None}


def ready_names(store: Store, registry: ModelRegistry, game: str | None = None) -> list[str]:
    """Returns the names of the models that can be expected to answer, as `ready_by`."""
    return ready_by(kept(store, registry.book.all), registry.book, game)


def ready_by(last: Mapping[str, Trial], book: ModelBook, game: str | None = None) -> list[str]:
    """Returns the names of the models that can be expected to answer, by the last trials of all models.

    These are:
    - models that an installed package brings;
    - models that answered when they were last tried, if their names still mean the same model.

    `game`: leaves out models that were tried in this game and kept to none of its forms.
    """
    known = book.all
    brought = {name for name in book.found if name not in book.entries}
    trials = {name: trial for name, trial in last.items() if trial.model == known[name].said_model}
    tried = {name for name, trial in trials.items() if trial.ok}
    hopeless = {
        name
        for name, trial in trials.items()
        if game is not None and trial.follows(game, helped=known[name].structured == HELP) == 0
    }
    return [name for name in known if name in (brought | tried) - hopeless]


def seatable_models(store: Store, registry: ModelRegistry, info: GameInfo) -> list[tuple[ModelEntry, str]]:
    """Returns all models with their state in a game, those that can be expected to answer first.

    The state is a few words on the last test: `ready`, `2 of 3 fit`, `not tested`. It is empty for a model
    that an installed package brings, or if the save file can't be read.
    """
    known = registry.book.all
    try:
        trials = kept(store, known)
        ready = ready_by(trials, registry.book, info.id)
    except SaveError:
        ready, trials = list(registry.book.found), {}
    found = []
    for name in sorted(known, key=lambda name: name not in ready):
        trial = trials.get(name)
        if trial is not None and trial.model != known[name].said_model:
            trial = None  # the name meant another model then
        found.append((known[name], "" if trial is None and name in ready else _state(trial, info)))
    return found


def _state(trial: Trial | None, info: GameInfo) -> str:
    if trial is None:
        return "not tested"
    if not trial.ok:
        return "failed its test"
    said = [said for name, said in trial.forms.items() if name.partition("/")[0] == info.id]
    if not said:
        return "answers"
    follows = sum(one == FOLLOWS for one in said)
    return "ready" if follows == len(said) else f"{follows} of {len(said)} fit" if follows else "nothing fits"
