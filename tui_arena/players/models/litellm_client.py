"""Models through LiteLLM: one request and one reply, in this project's own types.

Law: no text of the library or of a provider leaves this module unredacted. An unknown price is None, never 0.
`guard.py` counts, checks and reduces what a server sends before LiteLLM reads it.

An error of LiteLLM becomes a `ModelFailed` whose sentence (`failures.py`) names the model and says what to
do.

LiteLLM is imported only in `load`, which first sets the environment that it needs.

LiteLLM drops pieces without text, such as the pieces of a refusal. If the provider gives no token count,
LiteLLM invents one. So this module reads the provider's own pieces before LiteLLM handles them (`tap`).
"""

from __future__ import annotations

import gc
import json
import logging
import math
import os
import warnings
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Self

from tui_arena.config import ModelEntry, hide, redact
from tui_arena.config.models import OWN_PROVIDERS
from tui_arena.core.game import OnProgress
from tui_arena.core.text import one_line
from tui_arena.players.models.failures import QUOTA, failure, kind_by_words, retry_after
from tui_arena.players.models.guard import rules
from tui_arena.players.models.ladder import STREAM, streaming
from tui_arena.players.models.requests import (
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)
from tui_arena.players.models.transport import (
    OPENAI,
    OTHERS,
    ModelExchange,
    StreamedReply,
    divided,
    exchanged,
    key_for,
)

_KEYLESS = frozenset(
    {"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "vertex_ai", "bedrock"}
)
"""Providers that need no key or use another kind of login."""
_ASKED_FOR_ITS_PRICE = frozenset({"ollama", "ollama_chat", "lemonade"})
"""For these providers LiteLLM would ask the local server for a price and wait, although the price is 0."""
_LOGGED_IN = frozenset({"github_copilot", "chatgpt"})
"""Providers that need a login in a browser: LiteLLM would print a code and wait for a person."""
_UNGUARDED = frozenset({"aiohttp_openai"})
"""Providers that LiteLLM asks through its own transport, past every limit; use `openai` instead."""
_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # otherwise the import fetches a price list
    "LITELLM_MODE": "PRODUCTION",  # otherwise the import reads an existing .env file
    "LITELLM_LOG": "CRITICAL",
}
_CANCELLED = r"coroutine '\w*ChatCompletion\w*\."
"""Matches the beginning of Python's warning about a cancelled LiteLLM coroutine that was never awaited."""


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
        was_on = gc.isenabled()
        gc.disable()  # scanning the library's million objects stops all threads, the screen's too
        try:
            self._library = _loaded(warm=warm)
        finally:
            gc.freeze()  # otherwise every full collection and the program's end take a second to scan the library
            if was_on:
                gc.enable()

    async def close(self) -> None:
        """Close the connections to providers that LiteLLM keeps open in this event loop."""
        if self._library is not None:
            await self._library.close_litellm_async_clients()

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all, because its provider or key is missing."""
        provider = self._provider(entry)
        key_for(entry, provider, needed=provider not in _KEYLESS)

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """Returns the USD per million tokens in and out; None if the price is unknown."""
        few = 1000  # with some providers, a prompt of a million tokens would cost more per token
        inwards, outwards = self._cost(entry, few, 0), self._cost(entry, 0, few)
        if inwards is None or outwards is None:
            return None
        return inwards / few * 1e6, outwards / few * 1e6

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """Returns one reply to one request. Raises ModelFailed, with the part of a reply that broke off."""
        self.load()
        entry = call.entry
        provider = self._provider(entry)
        address = base_url or entry.base_url
        own = address is not None
        parameters, dropped = self._parameters(call, provider, own=own)
        key = key or key_for(entry, provider, needed=provider not in _KEYLESS)
        if key is not None:
            hide(key)
        found = self._library.exceptions
        # if nobody watches, the reply comes whole, which takes a third of the work
        streams = hear is not ignore_progress and STREAM not in call.without

        async def ask(exchange: ModelExchange) -> None:
            rules.set(exchange.guard)
            try:
                answer = await self._library.acompletion(
                    **_wire(parameters, own=own),
                    **(streaming(call.without) if streams else {}),
                    model=_wire_model(entry, own=own),
                    messages=list(call.messages),
                    api_base=address,
                    api_key=key,
                    max_retries=0,
                    timeout=entry.timeout,
                )
                if streams:
                    await _listen(answer, exchange)
                else:
                    _take_whole(answer, exchange)
            except found.ContentPolicyViolationError:
                exchange.refuse()
            except (found.openai.OpenAIError, *LIBRARY_FAULTS) as error:
                if isinstance(error, TimeoutError):
                    raise
                raise _failed(found, exchange, error) from None

        return await exchanged(
            call, hear, ask, sent=parameters, dropped=dropped, cost=partial(self._cost, entry)
        )

    # what is sent

    def _provider(self, entry: ModelEntry) -> str:
        """Returns LiteLLM's name for the provider. Raises ModelFailed if there is none."""
        if entry.gguf or entry.base_url:
            return "openai"
        if entry.provider in _UNGUARDED:
            raise ModelFailed(
                "not_found",
                f"{entry.name}: the app can't limit what {entry.provider} sends; write openai/… and its address",
            )
        if entry.provider in _LOGGED_IN:
            raise ModelFailed(
                "auth",
                f"{entry.name}: {entry.provider} needs a login in a browser, which can't be done here; choose "
                "a provider with a key",
            )
        try:
            return str(self._library.get_llm_provider(entry.model)[1])
        except self._library.exceptions.BadRequestError:
            raise ModelFailed(
                "not_found",
                f"{entry.name}: {entry.model!r} doesn't name a provider; write it as PROVIDER/MODEL, such as "
                "openai/gpt-4o, or add it with its address using `tui-arena models add`",
            ) from None

    def _parameters(
        self, call: ModelRequest, provider: str, *, own: bool
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The parameters that are sent, and the names of those that the provider doesn't accept."""
        model = call.entry.model.removeprefix(f"{provider}/")
        return divided(call, lambda name, value: own or self._takes(model, provider, name, value))

    def _takes(self, model: str, provider: str, name: str, value: Any) -> bool:
        """True if a parameter is sent. LiteLLM raises at once for some values that a model doesn't accept."""
        if name not in OPENAI:
            return name in OTHERS
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
            return True  # then the provider reports what is wrong with the value
        return True

    # what comes back

    def _cost(self, entry: ModelEntry, inwards: int, outwards: int) -> float | None:
        if entry.input_price is not None and entry.output_price is not None:
            return (inwards * entry.input_price + outwards * entry.output_price) / 1e6
        if entry.gguf or entry.base_url:
            return None  # the name that a server gives a model says nothing about its price
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
        if total == 0 and inwards + outwards and entry.provider not in OWN_PROVIDERS:
            return None  # LiteLLM's price list has a row for the model but no price
        return total if math.isfinite(total) else None


def _loaded(*, warm: bool) -> Any:
    """Returns the library, set up. Raises NoLiteLLM."""
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
            "this provider's models are asked through the package litellm, which can't be loaded "
            f"({one_line(redact(str(error)), 200)}); install it with `pip install litellm`",
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
    return litellm


def _warm(library: Any) -> None:
    """Get a made-up reply, whole and streamed, so that the first real reply doesn't wait for an import."""
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
    """Returns the model's name as LiteLLM needs it. `own`: whether the request is sent to a given address."""
    if not own:
        return entry.model
    name = entry.model or "local"
    return name if name.startswith("openai/") else f"openai/{name}"


async def _listen(stream: Any, exchange: ModelExchange) -> None:
    """Read a stream until its end, or until the exchange stops."""
    tap(stream, exchange.reply)
    try:
        async for chunk in stream:
            if not exchange.piece(partial(exchange.reply.take, chunk)):
                return
    finally:
        await stream.aclose()


def _take_whole(answer: Any, exchange: ModelExchange) -> None:
    """Take a reply that came in one piece."""
    choices = [{"message": _said(one.message), "finish_reason": one.finish_reason} for one in answer.choices]
    usage = (
        getattr(answer, "usage", None) if exchange.guard.counted is not False else None
    )  # otherwise LiteLLM has invented the count
    exchange.heard_value({"choices": choices, "usage": usage})


def _said(message: Any) -> dict[str, Any]:
    """Returns what a message says. LiteLLM puts a refusal into the provider-specific fields."""
    more = getattr(message, "provider_specific_fields", None) or {}
    said = {name: getattr(message, name, None) for name in ("content", "reasoning_content", "refusal")}
    said["refusal"] = said["refusal"] or more.get("refusal")
    return {name: text for name, text in said.items() if isinstance(text, str)}


def _wire(parameters: Mapping[str, Any], *, own: bool) -> dict[str, Any]:
    """Parameters as LiteLLM needs them. Parameters for the user's own server are passed on unchecked."""
    if not own:
        return dict(parameters)
    return {"extra_body": dict(parameters)} if parameters else {}


LIBRARY_FAULTS = (
    OSError, ValueError, TypeError, LookupError, AttributeError, RuntimeError, ImportError,
    ArithmeticError, AssertionError,
)  # fmt: skip
"""Errors other than its own that LiteLLM raises when it meets something unexpected."""

_AUTH_SIGNS = ("missing credentials", "api_key client option", "invalid api key", "api key not valid")
_NO_REPLY_SIGNS = ("empty or invalid response",)


def _failed(found: Any, exchange: ModelExchange, error: Exception) -> ModelFailed:
    """The failure for an error of LiteLLM. Its text isn't quoted. `found`: LiteLLM's exceptions module."""
    wait = retry_after(_headers(error))
    guard, status = exchange.guard, _status(error) or 0
    kind = _kind(found, error)
    if _code(error) == QUOTA:
        kind, status = "denied", 402
    else:
        kind = kind_by_words(kind, status, guard.signs or _text(error), waits=wait is not None)
    refusals = (found.BadRequestError, found.UnprocessableEntityError)
    return failure(
        exchange.call.entry,
        kind,
        guard,
        exchange.call.messages,
        begun=exchange.reply.anything,
        refused=kind == "bad_reply"
        and isinstance(error, refusals)
        and not _any(_NO_REPLY_SIGNS, _text(error)),
        retry_after=wait,
        status=status or None,
    )


def _text(error: Exception) -> str:
    return str(error)[:2000].lower()


def _kind(found: Any, error: Exception) -> FailureKind:
    text, status = _text(error), _status(error)
    if status == 401 or _any(_AUTH_SIGNS, text):
        return "auth"
    if status in (402, 403):
        return "denied"
    if isinstance(error, found.ContextWindowExceededError):
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


def _status(error: Exception) -> int | None:
    """Returns the HTTP status that the provider sent, which LiteLLM's own error may hide."""
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


def _headers(error: Exception) -> Mapping[str, str]:
    headers = getattr(error, "litellm_response_headers", None)
    return headers or getattr(getattr(error, "response", None), "headers", None) or {}


class TappedStream:
    """A provider's stream whose pieces are read on their way to LiteLLM."""

    def __init__(self, stream: Any, heard: StreamedReply) -> None:
        self._stream = stream
        self._pieces: AsyncIterator[Any] = aiter(stream)
        self._heard = heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        chunk = await anext(self._pieces)
        self._heard.pass_by(chunk)
        return chunk


def tap(stream: Any, heard: StreamedReply) -> None:
    """Read the pieces that LiteLLM's stream gets from the provider, if it gets them one at a time."""
    source = getattr(stream, "completion_stream", None)
    if hasattr(source, "__aiter__"):
        stream.completion_stream = TappedStream(source, heard)
    else:
        heard.replied = heard.counted = True  # this can't be checked, so LiteLLM is trusted
