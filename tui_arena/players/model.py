"""Models through LiteLLM: one request, one reply, in this project's own types.

Law: the only module that imports LiteLLM, and only when `load` is called: its flags are set before.
No text of the library or of a provider leaves here unredacted; an unknown price is None, never 0.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from tui_arena.config import ModelEntry, key_of, keyless, redact
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.core.game import Finish, Progress, Usage
from tui_arena.core.text import clean, one_line
from tui_arena.players.calls import Answer, Call, FailureKind, Hear, ModelFailed

SAID = 220
"""Characters of a provider's own words that an error repeats."""
MOST_CHARS = 400_000
"""A reply is left off beyond this: no game asks for a book."""
NO_KEY = "none"
"""What a server without keys is sent as one."""
_KEYLESS = frozenset(
    {"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "vertex_ai", "bedrock"}
)
"""Providers that need no key, or have ways of their own to prove who asks."""
_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else the import fetches a price list
    "LITELLM_MODE": "PRODUCTION",  # else the import reads a .env file where one stands
    "LITELLM_LOG": "CRITICAL",
}
_FINISHES: Mapping[str, Finish] = {"length": "length", "content_filter": "refused", "refusal": "refused"}


class NoLiteLLM(ModelFailed):
    """The library is not installed, or does not load."""


@dataclass(slots=True)
class _Heard:
    """A reply as far as it has come."""

    text: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    refusal: str = ""
    pieces: int = 0
    chars: int = 0
    first: float | None = None
    finish: str | None = None
    usage: Any = None

    def take(self, chunk: Any) -> bool:
        """Add a piece; whether it said anything."""
        self.usage = getattr(chunk, "usage", None) or self.usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return False
        choice = choices[0]
        delta = choice.delta
        said = getattr(delta, "content", None) or ""
        thought = getattr(delta, "reasoning_content", None) or ""
        self.refusal += getattr(delta, "refusal", None) or ""
        self.finish = choice.finish_reason or self.finish
        if said:
            self.text.append(said)
        if thought:
            self.thinking.append(thought)
        self.pieces += bool(said or thought)
        self.chars += len(said) + len(thought)
        return bool(said or thought)

    @property
    def anything(self) -> bool:
        return bool(self.pieces or self.refusal)

    def progress(self) -> Progress:
        return Progress("".join(self.text), "".join(self.thinking), self.pieces)


class LiteLLM:
    """The library, once it is loaded."""

    def __init__(self) -> None:
        self._library: Any = None

    @property
    def loaded(self) -> bool:
        return self._library is not None

    def load(self, *, warm: bool = False) -> None:
        """Import the library: seconds, so beside a screen in a thread. Raises NoLiteLLM.

        `warm`: run one made-up completion too, which loads what the first real one would wait for.
        """
        if self._library is not None:
            return
        for name, value in _ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        try:
            import litellm  # noqa: PLC0415  (takes seconds)
        except ImportError as error:
            raise NoLiteLLM(
                "not_found",
                f"the package litellm can't be loaded ({error}); `pip install litellm` brings models",
            ) from None
        litellm.suppress_debug_info = True
        litellm.drop_params = False
        litellm.disable_hf_tokenizer_download = True
        for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "httpx", "openai"):
            logging.getLogger(name).disabled = True
        if warm:
            _warm(litellm)
        self._library = litellm

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all: no such provider, no key."""
        _key(entry, self._provider(entry))

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """USD per million tokens in and out; None if nobody knows."""
        cost = self._cost(entry, 1_000_000, 0), self._cost(entry, 0, 1_000_000)
        return None if None in cost else cost  # type: ignore[return-value]

    async def answer(self, call: Call, base_url: str | None, key: str | None, hear: Hear) -> Answer:
        """One reply by one request; raises ModelFailed. A stream that breaks off gives what came."""
        self.load()
        entry = call.entry
        provider = self._provider(entry)
        address = base_url or entry.base_url
        parameters, dropped = self._parameters(call, provider, own=address is not None)
        loop = asyncio.get_running_loop()
        began = loop.time()
        heard = _Heard()
        broken: ModelFailed | None = None
        try:
            async with asyncio.timeout_at(began + entry.timeout) as limit:
                stream = await self._library.acompletion(
                    model=_wire_model(entry, own=address is not None),
                    messages=list(call.messages),
                    api_base=address,
                    api_key=key or _key(entry, provider),
                    stream=True,
                    stream_options={"include_usage": True},
                    max_retries=0,
                    timeout=entry.timeout,
                    **parameters,
                )
                try:
                    async for chunk in stream:
                        now = loop.time()
                        limit.reschedule(min(began + entry.timeout, now + entry.stall))
                        if heard.take(chunk):
                            heard.first = heard.first or now
                            hear(heard.progress())
                        if heard.chars > MOST_CHARS:
                            heard.finish = "length"
                            break
                finally:
                    await stream.aclose()
        except TimeoutError:
            broken = ModelFailed("timeout", _late(entry, loop.time() - began, heard))
        except self._library.exceptions.ContentPolicyViolationError as error:
            heard.refusal = self._said(error)
        except (self._library.exceptions.openai.OpenAIError, *_CAUSES) as error:
            broken = self._failure(entry, error, heard)
        if broken is not None and not heard.text:
            raise broken
        if not heard.anything and not _counted(heard.usage):
            raise ModelFailed(
                "bad_reply",
                f"{entry.name} sent nothing that is a reply; is {_where(entry)} the address of a model?",
            )
        return Answer(
            text=keyless(clean("".join(heard.text) or heard.refusal)),
            thinking=keyless(clean("".join(heard.thinking))),
            finish="broken" if broken else _finish(heard),
            usage=self._usage(entry, heard),
            seconds=round(loop.time() - began, 3),
            first_token_seconds=None if heard.first is None else round(heard.first - began, 3),
            sent={"model": entry.said_model, **parameters},
            dropped=dropped,
        )

    # what is sent

    def _provider(self, entry: ModelEntry) -> str:
        """LiteLLM's name of the provider; raises ModelFailed if it has none."""
        if entry.gguf or entry.base_url:
            return "openai"
        try:
            return str(self._library.get_llm_provider(entry.model)[1])
        except self._library.exceptions.BadRequestError:
            raise ModelFailed(
                "not_found",
                f"{entry.name}: {entry.model!r} names no provider; write it as PROVIDER/MODEL, such as "
                "openai/gpt-4o, or add it with its address by `tui-arena models add`",
            ) from None

    def _parameters(self, call: Call, provider: str, *, own: bool) -> tuple[dict[str, Any], tuple[str, ...]]:
        """The parameters that are sent, and the names of those that the provider does not take."""
        wanted = dict(call.sampling)
        if call.schema is not None:
            schema = {"name": "reply", "strict": True, "schema": call.schema}
            wanted["response_format"] = {"type": "json_schema", "json_schema": schema}
        if own:
            return wanted, ()
        model = call.entry.model.removeprefix(f"{provider}/")
        known = self._library.get_supported_openai_params(model=model, custom_llm_provider=provider)
        dropped = [name for name in wanted if known is not None and name in _OPENAI and name not in known]
        return {k: v for k, v in wanted.items() if k not in dropped}, tuple(dropped)

    # what comes back

    def _usage(self, entry: ModelEntry, heard: _Heard) -> Usage | None:
        if heard.usage is None:
            return None
        inwards = int(getattr(heard.usage, "prompt_tokens", 0) or 0)
        outwards = int(getattr(heard.usage, "completion_tokens", 0) or 0)
        return Usage(inwards, outwards, self._cost(entry, inwards, outwards))

    def _cost(self, entry: ModelEntry, inwards: int, outwards: int) -> float | None:
        if entry.input_price is not None and entry.output_price is not None:
            return (inwards * entry.input_price + outwards * entry.output_price) / 1e6
        if entry.gguf or entry.base_url:
            return None  # a server's own name for a model says nothing about its price
        try:
            cost = self._library.cost_per_token(
                model=entry.model, prompt_tokens=inwards, completion_tokens=outwards
            )
        except (self._library.exceptions.ModelNotMappedError, *_CAUSES):
            return None
        except self._library.exceptions.BadRequestError:
            return None
        total = float(sum(cost))
        return total if math.isfinite(total) else None

    def _failure(self, entry: ModelEntry, error: Exception, heard: _Heard) -> ModelFailed:
        """This project's own error for one of the library's."""
        kind = self._kind(error)
        if kind == "unreachable" and heard.anything:
            why = f"{entry.name} broke off in the middle of its reply"
        else:
            why = _SENTENCES[kind].format(name=entry.name, where=_where(entry), key=_key_name(entry))
        said = self._said(error)
        return ModelFailed(
            kind, f"{why}. It was said: {said}" if said else why, retry_after=_retry_after(error)
        )

    def _kind(self, error: Exception) -> FailureKind:
        found = self._library.exceptions
        text = str(error).lower()
        for kind, classes, signs in (
            ("auth", (found.AuthenticationError, found.PermissionDeniedError), _NO_KEY_SIGNS),
            ("context", (found.ContextWindowExceededError,), ("exceeds the available context",)),
            ("not_found", (found.NotFoundError,), ()),
            ("rate_limited", (found.RateLimitError,), ()),
            ("timeout", (found.Timeout,), ()),
            ("bad_reply", (found.BadRequestError, found.UnprocessableEntityError), _NO_REPLY_SIGNS),
            ("bad_reply", (found.APIResponseValidationError,), ()),
            ("unreachable", (found.openai.OpenAIError, OSError), ()),
        ):
            if isinstance(error, classes) or any(sign in text for sign in signs):
                return cast("FailureKind", kind)
        return "bad_reply"

    def _said(self, error: Exception) -> str:
        text = str(getattr(error, "message", "") or error)
        for noise in ("litellm.", "OpenAIException - "):
            text = text.replace(noise, "")
        first = text.partition(" Original exception:")[0].partition("\n")[0]
        while (head := first.partition(": "))[1] and head[0].isidentifier() and head[0].endswith(_NAMES):
            first = head[2]
        return one_line(redact(first), SAID).rstrip(".")


_CAUSES = (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, RuntimeError)
"""What the library lets through, beside its own errors, when a reply is not what it expects."""
_NO_KEY_SIGNS = ("missing credentials", "api_key client option", "invalid api key", "incorrect api key")
_NO_REPLY_SIGNS = ("empty or invalid response",)
_NAMES = ("Error", "Exception", "Timeout")
_OPENAI = frozenset(
    "temperature top_p max_tokens max_completion_tokens seed stop presence_penalty frequency_penalty "
    "response_format reasoning_effort logit_bias n user".split()
)
"""Parameters that LiteLLM knows of every provider whether it takes them; others go through as they are."""
_SENTENCES: Mapping[FailureKind, str] = {
    "auth": "{name}: {where} did not take the key; look at {key}",
    "not_found": "{name}: {where} has no such model; `tui-arena models` lists those that were found",
    "rate_limited": "{name}: {where} takes no more requests for now; wait a little, or recast the seat",
    "context": "{name}: the game needs more context than this model has; take one with a longer context, "
    "or raise `context` for a file on disk",
    "timeout": "{name}: {where} did not answer in time; ask again, or allow it a longer `timeout`",
    "unreachable": "{name}: {where} can't be reached; is the server running, and the network up?",
    "bad_reply": "{name}: {where} did not send what a model sends; are address and model right?",
}


def _warm(library: Any) -> None:
    """One made-up reply, streamed and whole: the first real one then waits for no import."""
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
    """The model as LiteLLM is told of it."""
    if not own:
        return entry.model
    name = entry.model or "local"
    return name if name.startswith("openai/") else f"openai/{name}"


def _key(entry: ModelEntry, provider: str) -> str | None:
    """The key that is sent; None leaves it to the library. Raises ModelFailed if it is not there."""
    name = entry.key_env or (None if entry.base_url or entry.gguf else KEY_VARIABLES.get(provider))
    if name is None:
        return NO_KEY if entry.base_url or entry.gguf else None
    key = key_of(name)
    if key is None and (entry.key_env is not None or provider not in _KEYLESS):
        raise ModelFailed(
            "auth", f"{entry.name}: there is no key; put it in the variable {name} and start again"
        )
    return key


def _key_name(entry: ModelEntry) -> str:
    name = entry.key_env or KEY_VARIABLES.get(entry.provider)
    return f"the variable {name}" if name else "the key that it wants (`key_env` names its variable)"


def _where(entry: ModelEntry) -> str:
    if entry.gguf:
        return f"the file {entry.gguf.name}"
    return redact(entry.base_url) if entry.base_url else entry.provider


def _late(entry: ModelEntry, seconds: float, heard: _Heard) -> str:
    if heard.anything and seconds < entry.timeout:
        return f"{entry.name}: nothing more came for {entry.stall:g} s; ask again, or raise its `stall`"
    return f"{entry.name}: no whole reply within {entry.timeout:g} s; ask again, or raise its `timeout`"


def _counted(usage: Any) -> bool:
    """Whether the provider says that it generated something."""
    return bool(getattr(usage, "completion_tokens", 0))


def _finish(heard: _Heard) -> Finish:
    if heard.refusal and not heard.text:
        return "refused"
    return _FINISHES.get(heard.finish or "", "stop")


def _retry_after(error: Exception) -> float | None:
    """Seconds that the provider asks for, 0 to an hour; None if it does not say."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return min(max(seconds, 0.0), 3600.0) if math.isfinite(seconds) else None
