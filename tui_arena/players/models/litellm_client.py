"""Models through LiteLLM: one request, one reply, in this project's own types.

Law: the only module that imports LiteLLM, and only when `load` is called: its flags are set before.
No text of the library or of a provider leaves here unredacted; an unknown price is None, never 0.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import math
import os
import warnings
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tui_arena.config import ModelEntry, hide, key_of
from tui_arena.config.models import may_be_sampled
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.core.game import Usage
from tui_arena.players.models.failures import LIBRARY_FAULTS, failure, said, where
from tui_arena.players.models.requests import ModelFailed, ModelRequest, ModelResponse, OnProgress
from tui_arena.players.models.stream import ProgressReporter, StreamedReply, tap

MOST_CHARS = 400_000
"""A reply is left off beyond this: no game asks for a book."""
MOST_TOKENS = 1_000_000_000
"""A provider that counts more than this for one reply, or less than none, is not believed."""
NO_KEY = "none"
"""What a server without keys is sent as one."""
_KEYLESS = frozenset(
    {"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "vertex_ai", "bedrock"}
)
"""Providers that need no key, or have ways of their own to prove who asks."""
_FREE = frozenset({"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "lemonade"})
"""Providers that run on somebody's own machine: a price of nothing is one."""
_ASKED_FOR_ITS_PRICE = frozenset({"ollama", "ollama_chat", "lemonade"})
"""Of these the library would ask the server of this machine, and wait, for a price that is nothing."""
_LOGGED_IN = frozenset({"github_copilot", "chatgpt"})
"""Providers for which the library logs in by a browser: it would print a code and wait for a person."""
_ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else the import fetches a price list
    "LITELLM_MODE": "PRODUCTION",  # else the import reads a .env file where one stands
    "LITELLM_LOG": "CRITICAL",
}
_CANCELLED = r"coroutine '\w*ChatCompletion\w*\."
"""How Python's warning begins of what the library was about to await when it was cancelled."""
_OPENAI = frozenset(
    "temperature top_p max_tokens max_completion_tokens seed stop presence_penalty frequency_penalty "
    "response_format reasoning_effort logit_bias user".split()
)
"""Parameters of OpenAI's, of which LiteLLM knows for every provider whether it takes them."""
_OTHERS = frozenset(
    "top_k min_p typical_p repetition_penalty repeat_penalty mirostat mirostat_eta mirostat_tau num_ctx "
    "num_predict keep_alive think thinking verbosity".split()
)
"""Parameters of single providers that LiteLLM passes on; any other might be one of LiteLLM's own."""


class NoLiteLLM(ModelFailed):
    """The library is not installed, or does not load."""


class LiteLLM:
    """The library, once it is loaded."""

    def __init__(self) -> None:
        self._library: Any = None
        self._taken: dict[str, bool] = {}

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
        except LIBRARY_FAULTS as error:
            raise NoLiteLLM(
                "not_found",
                f"the package litellm can't be loaded ({said(error)}); `pip install litellm` brings models",
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
        gc.freeze()  # else every full collection, and the program's end, walks through the library: a second
        self._library = litellm

    async def close(self) -> None:
        """Close the connections that the library keeps open to this loop's providers."""
        if self._library is not None:
            await self._library.close_litellm_async_clients()

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all: no such provider, no key."""
        _key(entry, self._provider(entry))

    def price(self, entry: ModelEntry) -> tuple[float, float] | None:
        """USD per million tokens in and out; None if nobody knows."""
        inwards, outwards = self._cost(entry, 1_000_000, 0), self._cost(entry, 0, 1_000_000)
        return None if inwards is None or outwards is None else (inwards, outwards)

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """One reply by one request; raises ModelFailed. A stream that breaks off gives what came."""
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
        except found.ContentPolicyViolationError as error:
            heard.refusal, heard.replied = said(error, call.messages) or "refused", True
        except (found.openai.OpenAIError, *LIBRARY_FAULTS) as error:
            broken = failure(found, entry, error, call.messages, begun=heard.anything)
        if task is not None and task.cancelling() > cancelled:
            raise asyncio.CancelledError  # the library swallows it while it closes a stream
        if broken is not None and not heard.said:
            raise broken
        if not heard.replied and not heard.anything:
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
        """LiteLLM's name of the provider; raises ModelFailed if it has none."""
        if entry.gguf or entry.base_url:
            return "openai"
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
        """The parameters that are sent, and the names of those that the provider does not take."""
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
        """Whether a parameter is sent: never one that says who is asked, or how.

        A session file from elsewhere may name any. LiteLLM raises for some values that a model does
        not take, before it sends anything.
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
            return True  # whoever is asked may say what is wrong with it
        return True

    # what comes back

    def _usage(self, entry: ModelEntry, heard: StreamedReply) -> Usage | None:
        if heard.usage is None or not heard.counted:
            return None
        inwards = int(getattr(heard.usage, "prompt_tokens", 0) or 0)
        outwards = int(getattr(heard.usage, "completion_tokens", 0) or 0)
        if not (0 <= inwards <= MOST_TOKENS and 0 <= outwards <= MOST_TOKENS):
            return None
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
            return None  # the table has a line for it, and no price in it
        return total if math.isfinite(total) else None


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


async def _listen(
    stream: Any, heard: StreamedReply, hear: OnProgress, *, limit: asyncio.Timeout, until: float, stall: float
) -> None:
    """Hear a stream out, or leave off when it is too much; each piece moves the limit."""
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
    """Parameters as LiteLLM takes them; it has no say in what a server of one's own is sent."""
    if not own:
        return dict(parameters)
    return {"extra_body": dict(parameters)} if parameters else {}


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


def _late(entry: ModelEntry, seconds: float) -> str:
    if seconds < entry.timeout:
        return f"{entry.name}: nothing more came for {entry.stall:g} s; ask again, or raise its `stall`"
    return f"{entry.name}: no whole reply within {entry.timeout:g} s; ask again, or raise its `timeout`"
