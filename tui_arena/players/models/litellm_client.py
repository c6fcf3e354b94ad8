"""Models through LiteLLM: one request, one reply, in this project's own types.

Law: no text of the library or of a provider leaves this module unredacted. An unknown price is None, never 0.
What a server sends is counted, checked and reduced by `guard.py` before LiteLLM reads it.

An error of LiteLLM becomes a `ModelFailed` whose sentence names the model and says what to do. A provider's own
words are quoted in one line and without keys. They are left out if they repeat any of the messages, which may
hold secrets.

LiteLLM is imported only in `load`, which first sets the environment that it needs.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import math
import os
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from tui_arena.config import ModelEntry, hide, key_of, redact
from tui_arena.config.models import may_be_sampled
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.core.game import OnProgress, Usage
from tui_arena.core.text import one_line
from tui_arena.players.models.guard import Guard, WireFault, counted, rules
from tui_arena.players.models.requests import FailureKind, ModelFailed, ModelRequest, ModelResponse
from tui_arena.players.models.stream import ProgressReporter, StreamedReply, tap

MOST_CHARS = 400_000
"""A reply is cut off beyond this many characters, because no game needs such a long one."""
NO_KEY = "none"
"""The key that is sent to a server without keys."""
_KEYLESS = frozenset(
    {"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "vertex_ai", "bedrock"}
)
"""Providers that need no key or use another kind of login."""
_FREE = frozenset({"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "lemonade"})
"""Providers that run on the user's own machine, so that a price of 0 is a real price."""
_ASKED_FOR_ITS_PRICE = frozenset({"ollama", "ollama_chat", "lemonade"})
"""For these providers LiteLLM would ask the local server for a price and wait, though the price is 0."""
_LOGGED_IN = frozenset({"github_copilot", "chatgpt"})
"""Providers that LiteLLM logs in to by a browser: it would print a code and wait for a person."""
_UNGUARDED = frozenset({"aiohttp_openai"})
"""Providers that LiteLLM asks by a transport of its own, past every limit; `openai` asks the same servers."""
_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else the import fetches a price list
    "LITELLM_MODE": "PRODUCTION",  # else the import reads a .env file where one stands
    "LITELLM_LOG": "CRITICAL",
}
_CANCELLED = r"coroutine '\w*ChatCompletion\w*\."
"""How Python's warning begins about a coroutine that LiteLLM never awaited because it was cancelled."""
_OPENAI = frozenset(
    "temperature top_p max_tokens max_completion_tokens seed stop presence_penalty frequency_penalty "
    "response_format reasoning_effort logit_bias user".split()
)
"""OpenAI's parameters; LiteLLM knows for every provider whether it accepts them."""
_OTHERS = frozenset(
    "top_k min_p typical_p repetition_penalty repeat_penalty mirostat mirostat_eta mirostat_tau num_ctx "
    "num_predict keep_alive think thinking verbosity".split()
)
"""Parameters of single providers that LiteLLM passes on. Any other might be one of LiteLLM's own."""


class NoLiteLLM(ModelFailed):
    """LiteLLM isn't installed or can't be loaded."""


class LiteLLM:
    """Asks models through LiteLLM; loads the library when it is first needed."""

    def __init__(self) -> None:
        self._library: Any = None
        self._taken: dict[str, bool] = {}

    @property
    def loaded(self) -> bool:
        return self._library is not None

    def load(self, *, warm: bool = False) -> None:
        """Import LiteLLM. This takes seconds, so an app with a screen does it in a thread.

        `warm`: run made-up completions too, so that the first real one needn't wait for further imports.
        Raises NoLiteLLM.
        """
        if self._library is not None:
            return
        os.environ.update(_ENVIRONMENT)
        try:
            import litellm  # noqa: PLC0415  (takes seconds)
            from litellm.llms.custom_httpx import aiohttp_transport, http_handler  # noqa: PLC0415

            from tui_arena.players.models.guarded_transport import OneReply, guard_transports  # noqa: PLC0415

            guard_transports(aiohttp_transport.LiteLLMAiohttpTransport)
            http_handler.TCPConnector = OneReply
        except LIBRARY_FAULTS as error:
            raise NoLiteLLM(
                "not_found",
                f"the package litellm can't be loaded ({one_line(redact(str(error)), 200)}); `pip install litellm` brings models",
            ) from None
        litellm.suppress_debug_info = True
        litellm.drop_params = False
        litellm.disable_hf_tokenizer_download = True
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
            logging.getLogger(name).disabled = True
        warnings.filterwarnings("ignore", _CANCELLED, RuntimeWarning)
        if warm:
            with suppress(litellm.exceptions.openai.OpenAIError, *LIBRARY_FAULTS):
                _warm(litellm)
        gc.freeze()  # else every full collection and the program's end take a second to scan the library
        self._library = litellm

    async def close(self) -> None:
        """Close the connections to providers that LiteLLM keeps open in this event loop."""
        if self._library is not None:
            await self._library.close_litellm_async_clients()

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all, for lack of a provider or a key."""
        _key(entry, self._provider(entry))

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """USD per million tokens in and out; None if the price is unknown."""
        inwards, outwards = self._cost(entry, 1_000_000, 0), self._cost(entry, 0, 1_000_000)
        return None if inwards is None or outwards is None else (inwards, outwards)

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """One reply from one request; raises ModelFailed. A stream that breaks off gives what came so far."""
        self.load()
        entry = call.entry
        provider = self._provider(entry)
        address = base_url or entry.base_url
        parameters, dropped = self._parameters(call, provider, own=address is not None)
        key = key or _key(entry, provider)
        if key is not None:
            hide(key)
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        cancelled = task.cancelling() if task else 0
        began = loop.time()
        heard = StreamedReply()
        guard = Guard(loop.time, began + entry.timeout)
        rules.set(guard)
        broken: ModelFailed | None = None
        found = self._library.exceptions
        try:
            async with asyncio.timeout_at(began + entry.timeout) as limit:
                stream = await self._library.acompletion(
                    **_wire(parameters, own=address is not None),
                    model=_wire_model(entry, own=address is not None),
                    messages=list(call.messages),
                    api_base=address,
                    api_key=key,
                    stream=True,
                    stream_options={"include_usage": True},
                    max_retries=0,
                    timeout=entry.timeout,
                )
                await _listen(
                    stream, heard, hear, limit=limit, until=began + entry.timeout, stall=entry.stall
                )
        except TimeoutError:
            broken = ModelFailed("timeout", _late(entry, loop.time() - began))
        except found.ContentPolicyViolationError:
            heard.refusal, heard.replied = quoted(guard.said, call.messages) or "refused", True
        except (found.openai.OpenAIError, *LIBRARY_FAULTS) as error:
            broken = failure(found, entry, error, guard, call.messages, begun=heard.anything)
        if task is not None and task.cancelling() > cancelled:
            raise asyncio.CancelledError  # LiteLLM swallows it while it closes a stream
        if guard.fault is not None:
            broken = _against_rules(entry, guard, guard.fault, call.messages, loop.time() - began)
        if broken is not None and not heard.said:
            raise broken
        if not heard.anything and (not heard.replied or guard.worded is False):
            raise ModelFailed(
                "bad_reply",
                f"{entry.name} sent nothing that is a reply; is {where(entry)} the address of a model?",
            )
        return ModelResponse(
            text=heard.said,
            thinking=heard.thought,
            finish="broken" if broken else heard.ended(),
            usage=self._usage(entry, heard),
            seconds=round(loop.time() - began, 3),
            first_token_seconds=None if heard.first is None else round(heard.first - began, 3),
            sent={"model": entry.said_model, **parameters},
            dropped=dropped,
        )

    # what is sent

    def _provider(self, entry: ModelEntry) -> str:
        """LiteLLM's name for the provider; raises ModelFailed if there is none."""
        if entry.gguf or entry.base_url:
            return "openai"
        if entry.provider in _UNGUARDED:
            raise ModelFailed(
                "not_found",
                f"{entry.name}: {entry.provider} can't be limited; write openai/… and its address",
            )
        if entry.provider in _LOGGED_IN:
            raise ModelFailed(
                "auth",
                f"{entry.name}: {entry.provider} is logged in to by a browser, which can't be done here; take "
                "a provider with a key",
            )
        try:
            return str(self._library.get_llm_provider(entry.model)[1])
        except self._library.exceptions.BadRequestError:
            raise ModelFailed(
                "not_found",
                f"{entry.name}: {entry.model!r} names no provider; write it as PROVIDER/MODEL, such as "
                "openai/gpt-4o, or add it with its address by `tui-arena models add`",
            ) from None

    def _parameters(
        self, call: ModelRequest, provider: str, *, own: bool
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The parameters that are sent, and the names of those that the provider doesn't accept."""
        wanted = dict(call.sampling)
        if call.schema is not None:
            schema = {"name": "reply", "strict": True, "schema": call.schema}
            wanted["response_format"] = {"type": "json_schema", "json_schema": schema}
        model = call.entry.model.removeprefix(f"{provider}/")
        dropped = [
            name for name, value in wanted.items() if not self._takes(model, provider, name, value, own=own)
        ]
        return {k: v for k, v in wanted.items() if k not in dropped}, tuple(dropped)

    def _takes(self, model: str, provider: str, name: str, value: Any, *, own: bool) -> bool:
        """Whether a parameter is sent.

        One that would change the address, key or way of asking is never sent, because a session file from
        elsewhere may name any parameter. For some values that a model doesn't accept, LiteLLM raises
        before it sends anything.
        """
        if name != "response_format" and not may_be_sampled(name):
            return False
        if own or name in _OTHERS:
            return True
        if name not in _OPENAI:
            return False
        asked = json.dumps([model, provider, name, value], default=repr)
        if asked not in self._taken:
            self._taken[asked] = self._would_take(model, provider, name, value)
        return self._taken[asked]

    def _would_take(self, model: str, provider: str, name: str, value: Any) -> bool:
        known = self._library.get_supported_openai_params(model=model, custom_llm_provider=provider)
        if known is not None and name not in known:
            return False
        try:
            self._library.utils.get_optional_params(
                model=model, custom_llm_provider=provider, **{name: value}
            )
        except self._library.exceptions.UnsupportedParamsError:
            return False
        except (self._library.exceptions.openai.OpenAIError, *LIBRARY_FAULTS):
            return True  # let the provider say what is wrong with it
        return True

    # what comes back

    def _usage(self, entry: ModelEntry, heard: StreamedReply) -> Usage | None:
        counts = counted(heard.usage) if heard.counted else None
        if counts is None:
            return None
        inwards, outwards = counts
        return Usage(inwards, outwards, self._cost(entry, inwards, outwards))

    def _cost(self, entry: ModelEntry, inwards: int, outwards: int) -> float | None:
        if entry.input_price is not None and entry.output_price is not None:
            return (inwards * entry.input_price + outwards * entry.output_price) / 1e6
        if entry.gguf or entry.base_url:
            return None  # a server's own name for a model says nothing about its price
        if entry.provider in _ASKED_FOR_ITS_PRICE:
            return 0.0
        try:
            cost = self._library.cost_per_token(
                model=entry.model, prompt_tokens=inwards, completion_tokens=outwards
            )
        except (
            self._library.exceptions.ModelNotMappedError,
            self._library.exceptions.openai.OpenAIError,
            *LIBRARY_FAULTS,
        ):
            return None
        total = float(sum(cost))
        if total == 0 and inwards + outwards and entry.provider not in _FREE:
            return None  # LiteLLM's price list has a row for it but no price
        return total if math.isfinite(total) else None


def _warm(library: Any) -> None:
    """Get a made-up reply, whole and streamed, so that the first real one waits for no import."""
    for stream in (False, True):
        made = library.completion(
            model="openai/none",
            messages=[{"role": "user", "content": "hello"}],
            mock_response="hello",
            stream=stream,
        )
        if stream:
            list(made)


def _wire_model(entry: ModelEntry, *, own: bool) -> str:
    """The model's name as LiteLLM needs it; `own`: whether the request goes to a given address."""
    if not own:
        return entry.model
    name = entry.model or "local"
    return name if name.startswith("openai/") else f"openai/{name}"


async def _listen(
    stream: Any, heard: StreamedReply, hear: OnProgress, *, limit: asyncio.Timeout, until: float, stall: float
) -> None:
    """Read a stream to its end or to `MOST_CHARS`. Each piece moves the time limit, at most to `until`."""
    loop = asyncio.get_running_loop()
    tap(stream, heard)
    teller = ProgressReporter(heard, hear)
    try:
        async for chunk in stream:
            now = loop.time()
            limit.reschedule(min(until, now + stall))
            if heard.take(chunk, now):
                teller.piece(now)
            if heard.chars > MOST_CHARS:
                heard.finish = "length"
                return
    finally:
        teller.end()
        await stream.aclose()


def _wire(parameters: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
    """Parameters as LiteLLM needs them. Those for the user's own server are passed on unchecked."""
    if not own:
        return dict(parameters)
    return {"extra_body": dict(parameters)} if parameters else {}


def _key(entry: ModelEntry, provider: str) -> str | None:
    """The key to send; None leaves it to LiteLLM. Raises ModelFailed if a needed key is missing."""
    name = entry.key_env or (None if entry.base_url or entry.gguf else KEY_VARIABLES.get(provider))
    if name is None:
        return NO_KEY if entry.base_url or entry.gguf else None
    key = key_of(name)
    if key is None and (entry.key_env is not None or provider not in _KEYLESS):
        raise ModelFailed(
            "auth", f"{entry.name}: there is no key; put it in the variable {name} and start again"
        )
    return key


def _against_rules(
    entry: ModelEntry, guard: Guard, fault: WireFault, messages: Iterable[Mapping[str, str]], seconds: float
) -> ModelFailed:
    """The failure for a server that broke the guard's rules; asking such a server again is pointless."""
    if fault.kind == "unreachable":
        why = _SENTENCES["trouble"].format(name=entry.name, where=where(entry))
        return ModelFailed("unreachable", _with_words(why, guard.said, messages), answered=True)
    if fault.kind == "timeout":
        return ModelFailed("timeout", _late(entry, max(seconds, entry.timeout)))
    return ModelFailed("bad_reply", f"{entry.name}: {where(entry)} {fault.why}", refused=True)


def _late(entry: ModelEntry, seconds: float) -> str:
    if seconds < entry.timeout:
        return f"{entry.name}: nothing more came for {entry.stall:g} s; ask again, or raise its `stall`"
    return f"{entry.name}: no whole reply within {entry.timeout:g} s; ask again, or raise its `timeout`"


REPEATED = 12
"""A provider's words count as repeating the messages if they share this many characters in a row."""
LONGEST = 3600.0
"""A longer retry-after, in seconds, is cut to this."""

LIBRARY_FAULTS = (
    OSError, ValueError, TypeError, LookupError, AttributeError, RuntimeError, ImportError,
    ArithmeticError, AssertionError,
)  # fmt: skip
"""Errors that LiteLLM raises, in addition to its own, when it meets something unexpected."""

_AUTH, _QUOTA = (401, 402, 403), "insufficient_quota"
_AUTH_SIGNS = ("missing credentials", "api_key client option", "invalid api key", "api key not valid")
_CONTEXT_SIGNS = ("exceeds the available context", "exceed_context_size", "context_length_exceeded")
_NO_REPLY_SIGNS = ("empty or invalid response",)

_SENTENCES: Mapping[str, str] = {
    "auth": "{name}: {where} did not take the key; look at {key}",
    "not_found": "{name}: {where} has no such model; `tui-arena models` lists those that were found",
    "address": "{name}: there is no model {model} at {where}; is the address whole (most end in /v1), "
    "and the model there?",
    "rate_limited": "{name}: {where} takes no more requests for now; wait a little, or recast the seat",
    "context": "{name}: the game needs more context than this model has; take one with a longer context, "
    "or raise `context` for a file on disk",
    "timeout": "{name}: {where} did not answer in time; ask again, or allow it a longer `timeout`",
    "unreachable": "{name}: {where} can't be reached; is the server running, and the network up?",
    "broken": "{name} broke off in the middle of its reply; ask again, or recast the seat",
    "trouble": "{name}: {where} has trouble of its own; ask again in a while, or recast the seat",
    "bad_reply": "{name}: {where} did not send what a model sends; are address and model right?",
    "refused": "{name}: {where} does not take this request; look at the model's `sampling`, or recast the seat",
}


def failure(
    found: Any,
    entry: ModelEntry,
    error: Exception,
    guard: Guard,
    messages: Iterable[Mapping[str, str]],
    *,
    begun: bool,
) -> ModelFailed:
    """The `ModelFailed` for an error of LiteLLM, whose text isn't quoted.

    `found`: LiteLLM's module of exceptions. `begun`: whether part of the reply had come already.
    """
    kind = _kind(found, error)
    sentence = _sentence(found, entry, error, kind, begun=begun, complained=guard.complained)
    why = _SENTENCES[sentence].format(
        name=entry.name, where=where(entry), key=_key_name(entry), model=entry.model
    )
    if kind != "timeout":
        why = _with_words(why, guard.said, messages)
    return ModelFailed(
        kind,
        why,
        retry_after=_retry_after(error),
        refused=sentence == "refused",
        answered=guard.complained,
    )


def where(entry: ModelEntry) -> str:
    """The file, address or provider that was asked, as named in a sentence."""
    if entry.gguf:
        return f"the file {entry.gguf.name}"
    return redact(entry.base_url) if entry.base_url else entry.provider


def quoted(words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """A server's own words; empty if they repeat any of the messages, however they lay it out."""
    bare = _bare(words)
    sent = _bare("\n".join(str(m.get("content", "")) for m in messages))
    repeats = any(bare[i : i + REPEATED] in sent for i in range(len(bare) - REPEATED + 1))
    return "" if repeats else words


def _bare(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _with_words(why: str, words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """A sentence, with a server's own words behind it if they may be quoted."""
    words = quoted(words, messages)
    return why if not words else f"{why}{'' if why.endswith('?') else '.'} It was said: {words}"


def _kind(found: Any, error: Exception) -> FailureKind:
    text = str(error)[:2000].lower()
    if _status(error) in _AUTH or _code(error) == _QUOTA or _any(_AUTH_SIGNS, text):
        return "auth"
    if isinstance(error, found.ContextWindowExceededError) or _any(_CONTEXT_SIGNS, text):
        return "context"
    if _any(_NO_REPLY_SIGNS, text):
        return "bad_reply"
    kinds: tuple[tuple[FailureKind, tuple[type[Exception], ...]], ...] = (
        ("auth", (found.AuthenticationError, found.PermissionDeniedError)),
        ("not_found", (found.NotFoundError,)),
        ("rate_limited", (found.RateLimitError,)),
        ("timeout", (found.Timeout,)),
        ("bad_reply", (found.BadRequestError, found.UnprocessableEntityError)),
        ("bad_reply", (found.APIResponseValidationError,)),
        ("unreachable", (found.openai.OpenAIError, OSError)),
    )
    return next((kind for kind, classes in kinds if isinstance(error, classes)), "bad_reply")


def _sentence(
    found: Any, entry: ModelEntry, error: Exception, kind: FailureKind, *, begun: bool, complained: bool
) -> str:
    if kind == "unreachable":
        if begun:
            return "broken"
        return "trouble" if complained else "unreachable"
    if kind == "not_found" and entry.base_url:
        return "address"
    refusals = (found.BadRequestError, found.UnprocessableEntityError)
    if kind == "bad_reply" and isinstance(error, refusals) and not _any(_NO_REPLY_SIGNS, str(error).lower()):
        return "refused"
    return kind


def _status(error: Exception) -> int | None:
    """The HTTP status that the provider sent, which LiteLLM's own error may hide."""
    for one in (error.__context__, error):
        status = getattr(one, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _code(error: Exception) -> object:
    body = getattr(error, "body", None)
    return body.get("code") if isinstance(body, dict) else None


def _any(signs: Iterable[str], text: str) -> bool:
    return any(sign in text for sign in signs)


def _key_name(entry: ModelEntry) -> str:
    name = entry.key_variable
    return f"the variable {name}" if name else "the key that it wants (`key_env` names its variable)"


def _retry_after(error: Exception) -> float | None:
    """Seconds that the provider asks to wait, 0 to `LONGEST`; None if it doesn't say."""
    headers = getattr(error, "litellm_response_headers", None)
    headers = headers or getattr(getattr(error, "response", None), "headers", None) or {}
    text = str(headers.get("retry-after") or "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text)
    return min(max(seconds, 0.0), LONGEST) if math.isfinite(seconds) else None


def _until(text: str) -> float:
    """Seconds until an HTTP date; nan if the text isn't one."""
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  (seldom needed)

    try:
        return (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return math.nan
