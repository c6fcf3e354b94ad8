"""Players that are language models.

A model player keeps no memory. All its messages, including its own refused replies, are built from the view
each time. The messages sent and the response are kept with the reply.

A model that keeps to a schema is asked for JSON. The JSON is turned into the plain text that the rules read,
because the rules don't read JSON.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest
from pathlib import Path
from threading import Lock
from typing import Any

from tui_arena.config import BadFile, ModelBook, ModelEntry, keyless
from tui_arena.config.models import LOCAL_TOKENS, OFF, TEXT_CHARS
from tui_arena.config.redaction import HIDDEN
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Fault, OnProgress, PlayerFailed, Progress, Reply, Usage, View
from tui_arena.core.reading import echoes_form, ending, in_words, parted, partial
from tui_arena.core.reasoning import split_thoughts, without_thoughts
from tui_arena.data import Catalogue, GameInfo, Prompt, demo_files
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.constraints import TEMPERATURES, constraint_of
from tui_arena.players.models.exam import Exams
from tui_arena.players.models.ladder import SCHEMA, Ladder, in_order, on_rungs
from tui_arena.players.models.prompts import Message, MissingSlot, PromptKey, SeatPrompts, closed
from tui_arena.players.models.requests import Budget, ModelFailed, ModelRequest, ModelResponse, is_published
from tui_arena.save.setting import ASSISTED

STEPS = "steps"
"""Ends the names of prompt variants that make a model think before it answers; they never ask for JSON."""


LOCAL_CHARS = 240
"""How many characters a model file may write in one part of a JSON reply, because small models ramble."""


MORE_TOKENS = 4096
"""The smallest limit for the new try if thoughts used up the server's own limit."""
EXAMPLES = 3
"""How many examples a reply gets: enough to show its form, and few enough for a short context."""
END_CHARS = 2000
"""How many characters at the end of the reasoning are searched for a reply."""


@dataclass(frozen=True, slots=True)
class ModelSeats:
    """Everything needed to seat models in a session."""

    catalogue: Catalogue
    book: ModelBook
    models: ModelClient
    budgets: Sequence[Budget] = ()
    before: Callable[[Ask], Awaitable[None]] | None = None
    """Awaited before each request, for example while a spectator pauses the game."""
    ladder: Ladder = field(default_factory=Ladder)
    """What was learned about the models' servers."""
    exams: Exams = field(default_factory=Exams)
    """What the models that bots think with answered in exams."""
    common: dict[str, str] = field(default_factory=dict)
    """Cached texts that the prompts of all games share, by name."""
    read: dict[PromptKey, Prompt] = field(default_factory=dict)
    """Cached prompts, shared by many sessions."""
    shown: dict[PromptKey, tuple[Message, ...]] = field(default_factory=dict)
    """Cached examples for base models."""
    making: Lock = field(default_factory=Lock)
    """Held while examples are made: this takes a while, and all sessions of a run need them at the same time."""

    @property
    def prompts(self) -> SeatPrompts:
        """Returns the messages for these seats."""
        return SeatPrompts(self.catalogue, self.read)

    def examples(self, info: GameInfo, ask: str, variant: str) -> tuple[Message, ...]:
        """Returns examples of replies to an ask, for a base model."""
        key = (info.id, ask, variant)
        with self.making:
            if key not in self.shown:
                self.shown[key] = examples(self.prompts, info, ask, variant)
        return self.shown[key]


class ModelPlayer:
    """A model in one seat of one session."""

    def __init__(
        self,
        entry: ModelEntry,
        spec: Mapping[str, Any],
        info: GameInfo,
        seats: ModelSeats,
        preset: str | None,
    ) -> None:
        """`spec`: the seat's values in the session's file (`sampling`, `prompt`, `persona`)."""
        self._entry = entry
        self._info = info
        self._seats = seats
        self._variant = str(spec.get("prompt") or "")
        self._persona = str(spec.get("persona") or "")[:TEXT_CHARS]  # any text may be in a file
        self._chosen = dict(spec.get("sampling") or {})
        """The parameters that a user chose."""
        self._published = is_published(preset)
        self._assisted = bool(spec.get(ASSISTED))
        """True if the replies are held to their forms."""

    @property
    def _continues(self) -> bool:
        """True if it is a base model. The first call reads the model's file, so make it in a thread."""
        return self._entry.is_base

    @property
    def _small(self) -> bool:
        return self._entry.small and not self._published and not self._continues

    @property
    def _sampling(self) -> dict[str, Any]:
        """The chosen parameters, and those that a model file needs."""
        limit = {"max_tokens": LOCAL_TOKENS} if self._entry.gguf else {}
        penalty = {"repeat_penalty": REPEAT_PENALTY} if self._small else {}
        return {**limit, **penalty, **self._chosen}

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        if self._seats.before is not None:
            await self._seats.before(ask)
        try:
            return await self._reply(ask, view, fault, progress)
        except ModelFailed as failed:
            raise failed.said(f"{ask.seat}: {failed.why}") from None
        except (BadFile, MissingSlot) as error:
            raise PlayerFailed(f"{ask.seat}: the prompt for {ask.name} can't be used: {error}") from None

    async def _reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        form = parted(ask)
        held = await asyncio.to_thread(self._held, ask, view, fault) if self._assisted else None
        if held is not None:
            call, form = held, ask.form
        elif self._entry.gguf:
            call = await asyncio.to_thread(self._request, ask, view, fault, form)
        else:
            call = self._request(ask, view, fault, form)
        reply, answer = await self._asked(call, ask, form, progress)
        if reply.text.strip() or "echo" in reply.extra or answer.finish == "refused":
            return reply
        more = self._more(call, answer)
        if more is None:
            return reply
        again, second = await self._asked(more, ask, form, progress)
        if again.text.strip() and answer.by_schema and not second.by_schema:
            await asyncio.to_thread(self._seats.ladder.works, self._entry, frozenset({SCHEMA}))
        again = with_first(again, reply)
        if not again.text.strip() and not self._published and ask.form is not None and ask.form.lenient:
            return from_thinking(again, form)
        return again

    def _request(self, ask: Ask, view: View, fault: Fault | None, form: ReplyForm | None) -> ModelRequest:
        """The request for an ask; for JSON by schema if the reply has parts and the model may use JSON.

        For a model file, call it in a thread: it reads the file, which says how to ask the model. For a base model
        it also folds whole demos to get examples.
        """
        plain = self._messages(ask, view, fault)
        plainly = self._entry.structured == OFF or self._published or self._continues
        if form is None or plainly or self._variant.endswith(STEPS):
            return ModelRequest(
                self._entry, plain, self._sampling, published=self._published, is_line=form is None
            )
        sent = closed(plain, form.closing(self._common("json")))
        schema = form.schema(LOCAL_CHARS if self._entry.gguf else None)
        return ModelRequest(self._entry, sent, self._sampling, schema, plain=plain, published=self._published)

    def _held(self, ask: Ask, view: View, fault: Fault | None) -> ModelRequest | None:
        """The request for a reply that is held to its form; None if the ask has no form.

        A model file gets a grammar, any other model a JSON schema. Runs in a thread, because a long list of
        words takes a while.
        """
        held = constraint_of(ask)
        if held is None:
            return None
        warmth = TEMPERATURES[min(ask.attempt, len(TEMPERATURES)) - 1]
        sampling = {"temperature": warmth, "max_tokens": held.tokens, **self._sampling}
        if self._entry.gguf and "max_tokens" not in self._chosen:
            sampling["max_tokens"] = held.tokens
        plain = self._messages(ask, view, fault)
        call = ModelRequest(self._entry, plain, sampling, published=self._published)
        if self._entry.gguf:
            return replace(call, grammar=held.grammar())
        sent = closed(plain, held.form.closing(self._common("json")))
        return replace(call, messages=sent, schema=held.schema(), plain=plain)

    def _more(self, call: ModelRequest, answer: ModelResponse) -> ModelRequest | None:
        """Returns a second request after a reply without words; None if it would only get the same reply.

        If thoughts used up the limit, the second request has a larger limit, unless a user chose the limit.
        In any other case it asks for plain text.
        """
        thinks = bool(answer.thinking or split_thoughts(answer.text).thinking)
        if answer.finish == "length" and (thinks or not answer.by_schema):
            if self._chosen.keys() & {"max_tokens", "max_completion_tokens", "num_predict"}:
                return None
            tokens = max(MORE_TOKENS, 4 * (answer.usage.output_tokens or 0) if answer.usage else 0)
            return replace(call, sampling={**call.sampling, "max_tokens": tokens})
        if not answer.by_schema and not thinks:
            return None
        return on_rungs(call, frozenset({SCHEMA}))

    async def _asked(
        self, call: ModelRequest, ask: Ask, form: ReplyForm | None, progress: OnProgress
    ) -> tuple[Reply, ModelResponse]:
        """Returns the reply to a request, without its thoughts, and the response from which it was made."""
        hear = _without_json(progress, form) if form is not None and call.schema is not None else progress
        answer = await self._seats.models.ask(call, self._seats.budgets, hear)
        came = without_keys(without_thoughts(as_reply(answer, call)))
        reply = in_form(came, answer.text, ask, json_asked=answer.by_schema)
        minds = any(f'"{name}"' in came.text for name in call.schema["properties"]) if call.schema else True
        if answer.by_schema and answer.finish == "stop" and came.text.strip() and not minds:
            await asyncio.to_thread(self._seats.ladder.works, self._entry, frozenset({SCHEMA}))
        return self._without_echo(ask, reply), answer

    def _without_echo(self, ask: Ask, reply: Reply) -> Reply:
        """Returns the reply, or an empty reply if it only repeats the form."""
        if not echoes_form(reply.text, ask.form):
            return reply
        return replace(reply, text="", extra={"raw": reply.text, **reply.extra, "echo": True})

    def _messages(self, ask: Ask, view: View, fault: Fault | None) -> tuple[Message, ...]:
        made = self._seats.prompts.messages(
            self._info,
            ask,
            view,
            fault,
            variant=self._variant,
            persona=self._persona,
            published=self._published,
            own_replies=not self._small,
        )
        if not self._continues or self._published:
            return made
        return with_examples(made, self._seats.examples(self._info, ask.name, self._variant))

    def _common(self, name: str) -> str:
        if name not in self._seats.common:
            self._seats.common[name] = self._seats.catalogue.common_prompt(name)
        return self._seats.common[name]


def _without_json(progress: OnProgress, form: ReplyForm) -> OnProgress:
    """Returns a callback that passes on what a reply says so far, without the JSON around it."""
    last = ""

    def hear(heard: Progress) -> None:
        nonlocal last
        last = keyless(partial(form, heard.text) or last)
        progress(replace(heard, text=last))

    return hear


def as_reply(answer: ModelResponse, call: ModelRequest) -> Reply:
    """Returns the reply for a response, as it came."""
    extra: dict[str, Any] = {"sent": dict(answer.sent)}
    if answer.served:
        extra["served"] = dict(answer.served)
    if answer.dropped:
        extra["dropped"] = list(answer.dropped)
    if answer.without:
        extra["rungs"] = in_order(answer.without)
    if answer.retries:
        extra["retries"] = answer.retries
    if answer.parts:
        extra["broken"] = [part.to_json() for part in answer.parts]
    return Reply(
        text=answer.text,
        finish=answer.finish,
        thinking=answer.thinking or None,
        seconds=answer.seconds,
        first_token_seconds=answer.first_token_seconds,
        first_word_seconds=answer.first_word_seconds,
        usage=answer.usage,
        messages=tuple(answer.messages or call.messages),
        extra=extra,
    )


def without_keys(reply: Reply) -> Reply:
    """Hide the keys of a reply again. A removed text may have stood between the parts of a key."""
    text, thinking = keyless(reply.text), reply.thinking and keyless(reply.thinking)
    if (text, thinking) == (reply.text, reply.thinking):
        return reply
    return replace(reply, text=text, thinking=thinking, extra={**reply.extra, "raw": HIDDEN})


def in_form(reply: Reply, came: str, ask: Ask, *, json_asked: bool) -> Reply:
    """A JSON reply in the form that the rules read, with the original as `raw`; any other reply as it is."""
    plain = in_words(reply, ask, json_asked=json_asked)
    if plain is reply:
        return reply
    text = keyless(plain.text)  # JSON escapes may have hidden a key until now
    hides = text.count(HIDDEN) > came.count(HIDDEN)  # if escapes hid a key, the text isn't kept as it came
    raw = HIDDEN if hides else came
    if (text, raw) == (plain.text, plain.extra["raw"]):
        return plain
    return replace(plain, text=text, extra={**plain.extra, "raw": raw})


def with_first(again: Reply, first: Reply) -> Reply:
    """Returns the second reply to an ask, with the cost of the first reply added."""
    used = [one for one in (first.usage, again.usage) if one is not None]
    costs = [one.cost_usd for one in used]
    usage = None
    if used:
        usage = Usage(
            sum(one.input_tokens or 0 for one in used),
            sum(one.output_tokens or 0 for one in used),
            None if len(used) < 2 or None in costs else sum(cost or 0.0 for cost in costs),
        )
    retries = 1 + first.extra.get("retries", 0) + again.extra.get("retries", 0)
    before = first.seconds or 0.0
    seconds = round(before + (again.seconds or 0.0), 3)
    later = (again.first_token_seconds, again.first_word_seconds)
    token, word = (None if at is None else round(before + at, 3) for at in later)
    if first.first_token_seconds is not None:
        token = first.first_token_seconds
    extra = {**again.extra, "retries": retries}
    if broken := [*first.extra.get("broken", ()), *again.extra.get("broken", ())]:
        extra["broken"] = broken
    extra["earlier"] = {"text": first.extra.get("raw", first.text), "thinking": first.thinking or ""}
    return replace(
        again,
        usage=usage,
        seconds=seconds,
        first_token_seconds=token,
        first_word_seconds=word,
        extra=extra,
    )


def from_thinking(reply: Reply, form: ReplyForm | None) -> Reply:
    """Returns a reply that contains only reasoning, with the end of the reasoning as the move.

    It is used if the model sent only reasoning twice.
    The end must have the asked form. If the form has no parts, only reasoning of a single line counts as a
    reply; longer reasoning is thoughts.
    """
    thought = (reply.thinking or "").strip()
    if form is not None:
        text = ending(form, thought[-END_CHARS:])
    else:
        text = thought if thought and "\n" not in thought and len(thought) <= END_CHARS else None
    if text is None:
        return reply
    extra = {**reply.extra, "from_thinking": True}
    return replace(reply, text=keyless(text), thinking=thought, extra=extra)


REPEAT_PENALTY = 1.2
"""Keeps a small model from repeating itself again and again."""


# base models follow no instructions, so they are shown replies of the shipped demos


def examples(prompts: SeatPrompts, info: GameInfo, ask: str, variant: str) -> tuple[Message, ...]:
    """Returns replies to an ask in the game's demos, each after the prompt that asks for it.

    If there are several demos, each of them gives its first replies.
    """
    paths = [path for path in demo_files() if path.name.startswith(f"{info.id}-")]
    turns = (_turns(prompts, path, ask, variant) for path in paths)
    several = filter(None, chain.from_iterable(zip_longest(*turns)))
    return tuple(chain.from_iterable(islice(several, EXAMPLES)))


def _turns(prompts: SeatPrompts, path: Path, ask: str, variant: str) -> Iterator[list[Message]]:
    """Yields the prompt and the reply for each reply to an ask in a demo, without rules and earlier replies."""
    from tui_arena.save.exchange.session_files import read_session  # noqa: PLC0415  (few prompts have examples)

    demo = read_session(path, prompts.catalogue)
    for step in demo.play.standing():
        if step.ask.name == ask == step.name and step.fault is None:
            view = demo.info.game.view(step.before, step.ask.seat)
            sent = prompts.messages(demo.info, step.ask, view, None, variant=variant, own_replies=False)
            asked = [message for message in sent if message["role"] != "system"]
            yield [*asked, {"role": "assistant", "content": str(step.event.get("text"))}]


def with_examples(messages: Sequence[Message], shown: Sequence[Message]) -> tuple[Message, ...]:
    """Returns messages with examples between the rules and the talk."""
    rules = [message for message in messages if message["role"] == "system"]
    return (*rules, *shown, *(message for message in messages if message["role"] != "system"))
