"""Players that are language models.

A model player keeps no memory. All its messages, including its own refused replies, are built from the view
each time. What was sent and what came back are kept with the reply.

A model that keeps to a schema is asked for JSON, which is turned into the plain text that the rules read: they
know nothing of JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.config import BadFile, ModelBook, ModelEntry, keyless
from tui_arena.config.models import AUTO, LOCAL_TOKENS, TEXT_CHARS
from tui_arena.config.redaction import HIDDEN
from tui_arena.core.game import Ask, Fault, OnProgress, PlayerFailed, Progress, Reply, View
from tui_arena.core.text import one_line, split_reasoning
from tui_arena.data import AskText, Catalogue, GameInfo, Prompt
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.prompts import Message, MissingSlot, PromptKey, SeatPrompts
from tui_arena.players.models.requests import Budget, ModelFailed, ModelRequest, ModelResponse, is_published

STEPS = "steps"
"""Prompt variants whose names end with this think before they answer, so they never ask for JSON."""


LOCAL_CHARS = 240
"""How many characters a model file may put into one part of a JSON reply, because small models ramble."""


@dataclass(frozen=True, slots=True)
class ModelSeats:
    """Everything needed to seat models in a session."""

    catalogue: Catalogue
    book: ModelBook
    models: ModelClient
    budgets: Sequence[Budget] = ()
    before: Callable[[Ask], Awaitable[None]] | None = None
    """Awaited before each request, for example while a watching person pauses the game."""
    plain: set[str] = field(default_factory=set)
    """Names of the models that turned out to keep to no schema; they are asked for plain text from then on."""
    common: dict[str, str] = field(default_factory=dict)
    """Cached texts that the prompts of all games share, by name."""
    read: dict[PromptKey, Prompt] = field(default_factory=dict)
    """Cached prompts, shared by many sessions."""

    @property
    def prompts(self) -> SeatPrompts:
        """The messages for its seats."""
        return SeatPrompts(self.catalogue, self.read)


class ModelPlayer:
    """A model on one seat of one session."""

    def __init__(
        self,
        entry: ModelEntry,
        spec: Mapping[str, Any],
        info: GameInfo,
        seats: ModelSeats,
        preset: str | None,
    ) -> None:
        """`spec`: the seat's values in its session's file (`sampling`, `prompt`, `persona`)."""
        self._entry = entry
        self._info = info
        self._seats = seats
        self._variant = str(spec.get("prompt") or "")
        self._persona = str(spec.get("persona") or "")[:TEXT_CHARS]  # a file from elsewhere may hold any
        self._sampling = dict(spec.get("sampling") or {})
        if entry.gguf and "max_tokens" not in self._sampling:
            self._sampling["max_tokens"] = LOCAL_TOKENS
        self._published = is_published(preset)
        self._helped = entry.small and not self._published
        if self._helped:
            self._sampling.setdefault("repeat_penalty", REPEAT_PENALTY)
        self._may_ask_for_json = entry.structured == AUTO and not self._published

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        if self._seats.before is not None:
            await self._seats.before(ask)
        try:
            return await self._reply(ask, view, fault, progress)
        except ModelFailed as failed:
            raise ModelFailed(
                failed.kind, f"{ask.seat}: {failed.why}", retry_after=failed.retry_after
            ) from None
        except (BadFile, MissingSlot) as error:
            raise PlayerFailed(f"{ask.seat}: the prompt for {ask.name} can't be used: {error}") from None

    async def _reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        models = self._seats.models
        form = form_of(self._info.asks.get(ask.name), view) if self._wants_json() else None
        refused = 0
        if form is not None:
            sent = self._messages(ask, view, fault, form.closing(self._common("json")))
            schema = form.schema(LOCAL_CHARS if self._entry.gguf else None)
            call = ModelRequest(self._entry, sent, self._sampling, schema)
            try:
                answer = await models.ask(call, self._seats.budgets, _told(progress, form))
            except ModelFailed as failed:
                if failed.kind != "bad_reply":
                    raise
                refused = 1
            else:
                text = form.plain(split_reasoning(answer.text).body)
                if text is None and answer.finish == "stop":
                    self._seats.plain.add(self._entry.name)
                return self._made(ask, answer, sent, text)
        sent = self._messages(ask, view, fault, "")
        answer = await models.ask(
            ModelRequest(self._entry, sent, self._sampling), self._seats.budgets, progress
        )
        if refused:
            self._seats.plain.add(
                self._entry.name
            )  # it does answer in plain text, so the schema was the problem
        return self._made(ask, replace(answer, retries=answer.retries + refused), sent, None)

    def _made(self, ask: Ask, answer: ModelResponse, sent: tuple[Message, ...], text: str | None) -> Reply:
        """The reply for a response; one that only repeats the form counts as empty."""
        reply = _made(answer, sent, text)
        form = self._info.asks.get(ask.name)
        if form is None or not echoes_form(reply.text, form.fields):
            return reply
        return replace(reply, text="", extra={"raw": reply.text, **reply.extra, "echo": True})

    def _wants_json(self) -> bool:
        thinks = self._variant.endswith(STEPS)
        return self._may_ask_for_json and not thinks and self._entry.name not in self._seats.plain

    def _messages(self, ask: Ask, view: View, fault: Fault | None, closing: str) -> tuple[Message, ...]:
        return self._seats.prompts.messages(
            self._info,
            ask,
            view,
            fault,
            variant=self._variant,
            persona=self._persona,
            closing=closing,
            published=self._published,
            own_replies=not self._helped,
        )

    def _common(self, name: str) -> str:
        if name not in self._seats.common:
            self._seats.common[name] = self._seats.catalogue.common_prompt(name)
        return self._seats.common[name]


def _told(progress: OnProgress, form: JsonForm) -> OnProgress:
    """A callback that passes on what a reply says so far, without the JSON around it."""
    last = ""

    def hear(heard: Progress) -> None:
        nonlocal last
        last = form.partial(heard.text) or last
        progress(replace(heard, text=last))

    return hear


def _made(answer: ModelResponse, sent: tuple[Message, ...], text: str | None) -> Reply:
    """The reply for a response; `text`: its text turned into plain form, None if it wasn't."""
    extra: dict[str, Any] = {"sent": dict(answer.sent)}
    if text is not None:
        hides = text.count(HIDDEN) > answer.text.count(HIDDEN)
        extra["raw"] = HIDDEN if hides else answer.text  # what hid a key by escapes isn't kept as it came
    if answer.served:
        extra["served"] = dict(answer.served)
    if answer.dropped:
        extra["dropped"] = list(answer.dropped)
    if answer.retries:
        extra["retries"] = answer.retries
    return Reply(
        text=answer.text if text is None else text,
        finish=answer.finish,
        thinking=answer.thinking or None,
        seconds=answer.seconds,
        first_token_seconds=answer.first_token_seconds,
        usage=answer.usage,
        messages=sent,
        extra=extra,
    )


MAX_PART = 4000
REPEAT_PENALTY = 1.2
"""What keeps a small model from saying the same again and again."""
WORD = "^[A-Za-z]{1,20}$"
_ENDINGS = ("", "}", '"}', ': ""}', '"": ""}')


@dataclass(frozen=True, slots=True)
class JsonForm:
    """The parts of one ask's reply that a view calls for."""

    parts: Mapping[str, str]
    """What each part takes, by name: `text`, `word`, or the choices joined by ` | `."""
    join: str
    """`lines`: each part on a line, as `name: value`; `bar`: the values joined by ` | `."""

    def schema(self, most: int | None = None) -> dict[str, Any]:
        """The JSON schema: an object with exactly these parts, all of them required.

        `most`: the greatest length of a text; a word is then limited to letters. None sets no limits,
        because some providers don't accept them.
        """
        return {
            "type": "object",
            "properties": {name: _schema(kind, most) for name, kind in self.parts.items()},
            "required": list(self.parts),
            "additionalProperties": False,
        }

    def closing(self, text: str) -> str:
        """The paragraph, added after a prompt, that asks for JSON; `text` has `{{parts}}` for the parts."""
        return text.replace("{{parts}}", ", ".join(f'"{name}"' for name in self.parts))

    def plain(self, text: str) -> str | None:
        r"""A JSON reply in the form that the rules read; None if it isn't an object with all parts.

        >>> JsonForm({"guess": "text"}, "lines").plain('{"guess": "pride"}')
        'guess: pride'
        """
        values = _object(text)
        if values is None or not set(self.parts) <= set(values):
            return None
        return self.written(values)

    def partial(self, text: str) -> str | None:
        """What an unfinished JSON reply says so far; None while it can't be read."""
        for ending in _ENDINGS:
            values = _object(text + ending)
            if values is not None:
                return self.written(values)
        return None

    def written(self, values: Mapping[str, Any]) -> str:
        """The parts in plain form, without keys: JSON can spell a key by escapes that hide it until now."""
        parts = [
            (name, keyless(one_line(str(values[name]), MAX_PART))) for name in self.parts if name in values
        ]
        if self.join == "bar":
            return " | ".join(value for _, value in parts if value)
        return "\n".join(f"{name}: {value}" for name, value in parts)


_APART = re.compile(r"[|\n]|(?<=\w):\s")
_BRACKETED = re.compile(r"<[^<>]{0,80}>|\[[^\[\]]{0,80}\]|\{[^{}]{0,80}\}|[.…]+")


def echoes_form(text: str, fields: Mapping[str, str]) -> bool:
    r"""Whether a reply repeats the form of an ask instead of filling it in.

    `fields`: what each part of the form takes, by name, as in `AskText`; empty for one text.

    >>> fields = {"truth": "true | false", "statement": "text"}
    >>> echoes_form("true | true | text", fields), echoes_form("true | I can juggle", fields)
    (True, False)
    >>> echoes_form("guess: <your guess>", {"guess": "word"}), echoes_form("guess: word", {"guess": "word"})
    (True, False)
    """
    names = {name.casefold() for name in fields}
    whole = (kind.partition(", if ")[0] for kind in fields.values())
    taken = {choice.strip().casefold() for kind in whole for choice in kind.split("|")}
    kinds = taken & {"text"} or ({"text"} if not fields else set())
    pieces = [piece.strip(" `*\"'").casefold() for piece in _APART.split(text[:MAX_PART])]
    said = [
        piece for piece in pieces if piece and piece not in names and (piece in kinds or piece not in taken)
    ]
    said = [piece for piece in said if fields or piece not in ("true", "false")]
    return bool(said) and all(piece in kinds or _BRACKETED.fullmatch(piece) for piece in said)


def form_of(ask: AskText | None, view: View) -> JsonForm | None:
    """The form of an ask's reply for a view; None if the reply is one text."""
    if ask is None or not ask.fields:
        return None
    parts = {}
    for name, kind in ask.fields.items():
        takes, _, fact = kind.partition(", if ")
        if not fact or view.facts.get(fact):
            parts[name] = takes
    return JsonForm(parts, ask.join)


def _schema(kind: str, most: int | None) -> dict[str, Any]:
    choices = [c.strip() for c in kind.split("|")]
    if len(choices) > 1:
        return {"type": "string", "enum": choices}
    if most is None:
        return {"type": "string"}
    return {"type": "string", "pattern": WORD} if kind == "word" else {"type": "string", "maxLength": most}


def _object(text: str) -> Mapping[str, Any] | None:
    start = text.find("{")
    if start < 0:
        return None
    try:
        values = json.loads(text[start:].rstrip().removesuffix("```").rstrip())
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None
