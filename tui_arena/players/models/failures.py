"""The sentences for models that fail, whichever transport asked them.

Law: a sentence contains no key and no text of a library. A server's own words are quoted on one line and
without keys. They are left out if they repeat any of the messages, which may contain secrets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from tui_arena.config import ModelEntry, redact
from tui_arena.core.lazy import late_pattern
from tui_arena.players.models.guard import ResponseGuard, WireFault
from tui_arena.players.models.requests import FailureKind, ModelFailed

REPEATED = 12
"""A server's words count as repeating the messages if they share this many characters in a row."""
LONGEST = 3600.0
"""The longest retry-after, in seconds; a longer one is cut to this."""
QUOTA = "insufficient_quota"
"""A server's code for an account without money."""
_CONTEXT = late_pattern(
    r"context.{0,60}(?:length|window|size|overflow|exceed|too (?:long|large|small))|exceed_context_size|"
    r"(?:length|window|size|overflow|exceeds?|fit\w*|limit)\b.{0,40}\bcontext|max_seq_len|max_model_len|"
    r"(?:prompt|input|inputs|messages?|request)\W.{0,60}(?:too (?:long|large|many tokens)|tokens?.{0,40}(?:exceed|must be|limit))|"
    r"max_new_tokens.{0,20}must be|reduce the length of|maximum (?:number of tokens|input length|prompt length)"
)
"""Matches a server's words for a prompt that is too long for its model, in lower case."""
_NOT_CONTEXT = late_pattern(
    r"rate.?limit|per (?:minute|day|hour)|quota|response_format|stream_options|not supported when"
)
_NUMBER = late_pattern(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d{2,9})(?![\w.]*\w)")
_THERE = late_pattern(
    r"(?:maximum|max|available|only|limit|limited|up to|at most|must be|supports?|context (?:length|size|window)|n_ctx)"
    r"\D{0,60}?$|<=?\s*$|>\s*$"
)
"""Matches the words before the number that says how many tokens of context the server has."""
_LOADING = late_pattern(
    r"\bload(?:ing|ed)?\b|starting up|warming|initiali[sz]ing|(?:not|n't) (?:yet )?ready|cold.?start|being (?:started|downloaded|pulled)|"
    r"scaling up|estimated_time|(?:model|server|instance|replica)\W.{0,30}\bstarting"
)
"""Matches a server's words for a model that is still loading, in lower case."""
_GAVE_UP = late_pattern(
    r"fail(?:ed|ure)|error:? (?:while )?loading|unable|could ?n[o']t|can ?n[o']t|terminated|out of memory|alloc|no model (?:is )?loaded|not loaded"
)
"""Matches words that mean that loading has failed or been given up."""
_OVERLOADED = late_pattern(
    r"overload|at capacity|high (?:demand|load|traffic)|server load|under load|heavy load"
)
_ABOUT_KEY = late_pattern(r"api.?key|\bkey\b|credential|unauthori[sz]ed|authenticat|access token|bearer")
_NO_SUCH_MODEL = late_pattern(
    r"model\W.{0,80}(?:not found|does ?n[o']t exist|not exist|is not available|unknown)|no such model|unknown model|"
    r"model_not_found|invalid model|not a valid model"
)

_SENTENCES: Mapping[str, str] = {
    "auth": "{name}: {where} didn't accept the key; check {key}",
    "credit": "{name}: there's no credit left at {where}; add some there, or change the player",
    "denied": "{name}: {where} refuses this: the key may lack permission, or the region or text isn't "
    "allowed; change the player",
    "loading": "{name}: {where} is still loading the model; ask again in a while, or change the player",
    "not_found": "{name}: {where} has no such model; `tui-arena models` lists what it has",
    "address": "{name}: there is no model {model} at {where}; is the address complete (most end in /v1), "
    "and the model there?",
    "rate_limited": "{name}: {where} won't take more requests for now; wait a little, or change the player",
    "context": "{name}: the game needs {needed} than this model has{there}; {longer}, or change the player",
    "timeout": "{name}: {where} didn't answer in time; ask again, or raise its `timeout`",
    "unreachable": "{name}: {where} can't be reached; is the server running, and are you online?",
    "broken": "{name} broke off in the middle of its reply; ask again, or change the player",
    "no_end": "{name}: the reply had no end mark, so it may be incomplete; ask again, or test the model to find out whether "
    "its server sends one",
    "trouble": "{name}: {where} is having trouble; ask again in a while, or change the player",
    "bad_reply": "{name}: {where} didn't send a model's reply; are the address and the model right?",
    "refused": "{name}: {where} won't take this request; check the model's `sampling`, or change the player",
}


def failure(
    entry: ModelEntry,
    kind: FailureKind,
    guard: ResponseGuard,
    messages: Iterable[Mapping[str, str]],
    *,
    begun: bool = False,
    refused: bool = False,
    retry_after: float | None = None,
    status: int | None = None,
) -> ModelFailed:
    """Returns the failure of a kind, with its sentence.

    `begun`: whether part of the reply had already come. `refused`: whether the server rejects this particular
    request. `retry_after`: seconds. `status`: the status of the response, or of the error in it.
    """
    sentence: str = kind
    if kind in ("unreachable", "broken"):
        sentence = "broken" if begun else "trouble" if guard.complained else "unreachable"
        kind = "broken" if begun else kind
    elif kind == "not_found" and entry.base_url:
        sentence = "address"
    elif kind == "denied" and status == 402:
        sentence = "credit"
    elif refused:
        sentence = "refused"
    needed, there = context_tokens(guard.signs) if kind == "context" else (None, None)
    why = _SENTENCES[sentence].format(
        name=entry.name,
        where=where(entry),
        key=_key_name(entry),
        model=entry.model,
        needed=f"{needed:,} tokens of context, more" if needed else "more context",
        there="" if there is None else f" ({there:,} tokens)",
        longer="raise its `context`" if entry.gguf else "load it with a longer context",
    )
    if kind != "timeout":
        why = _with_words(why, guard.said, messages)
    return ModelFailed(
        kind,
        why,
        retry_after=retry_after,
        refused=refused,
        answered=guard.complained,
        status=status,
        signs=guard.signs,
    )


def kind_by_words(kind: FailureKind, status: int, signs: str, *, waits: bool) -> FailureKind:
    """Returns the kind of a failure, corrected by what the server said.

    `signs`: the server's words, in lower case. `waits`: whether the server asks the client to wait.
    """
    if status == 403 and _ABOUT_KEY.search(signs):
        return "auth"
    loads = _LOADING.search(signs) is not None and _GAVE_UP.search(signs) is None
    if status == 503 and (loads or waits) and not _OVERLOADED.search(signs) and not _GAVE_UP.search(signs):
        return "loading"
    if status in (425, 500, 502) and loads:
        return "loading"
    is_about_it = _CONTEXT.search(signs) and not _NOT_CONTEXT.search(signs)
    if is_about_it and kind not in ("auth", "denied", "rate_limited"):
        return "context"
    if kind == "bad_reply" and status in (400, 422) and _NO_SUCH_MODEL.search(signs):
        return "not_found"
    return kind


def context_tokens(signs: str) -> tuple[int | None, int | None]:
    """Returns the needed and the available tokens of context, as a server says; None if it doesn't say.

    >>> context_tokens("this model's maximum context length is 4096 tokens. however, you requested 5000 tokens")
    (5000, 4096)
    """
    there: int | None = None
    others: list[int] = []
    for found in _NUMBER.finditer(signs):
        number = int(found[1].replace(",", ""))
        if there is None and _THERE.search(signs[max(found.start() - 90, 0) : found.start()]):
            there = number
        else:
            others.append(number)
    if there is None:
        return None, None
    needed = max((number for number in others if number > there), default=sum(others))
    return (needed if needed > there else None), there


def takes_no(entry: ModelEntry, parameter: str) -> ModelFailed:
    """Returns the failure for a server that refuses a parameter of a published protocol."""
    return ModelFailed(
        "bad_reply",
        f"{entry.name}: {where(entry)} doesn't accept `{parameter}`, which this preset sets; play with `party`, or "
        "change the player",
        refused=True,
    )


def against_rules(
    entry: ModelEntry,
    guard: ResponseGuard,
    fault: WireFault,
    messages: Iterable[Mapping[str, str]],
    seconds: float,
) -> ModelFailed:
    """The failure for a server that broke the guard's rules. Asking such a server again is pointless."""
    if fault.kind == "unreachable":
        why = _SENTENCES["trouble"].format(name=entry.name, where=where(entry))
        return ModelFailed("unreachable", _with_words(why, guard.said, messages), answered=True)
    if fault.kind == "broken":
        return ModelFailed("broken", _SENTENCES["broken"].format(name=entry.name))
    if fault.kind == "timeout":
        return late(entry, max(seconds, entry.timeout))
    return ModelFailed("bad_reply", f"{entry.name}: {where(entry)} {fault.why}", refused=True)


def late(entry: ModelEntry, seconds: float) -> ModelFailed:
    """The failure for a reply that took over `seconds`; `broken` if it stopped in the middle."""
    if seconds < entry.timeout:
        why = f"nothing more came for {entry.stall:g} s; ask again, or raise its `stall`"
        return ModelFailed("broken", f"{entry.name}: {why}")
    why = f"no whole reply within {entry.timeout:g} s; ask again, or raise its `timeout`"
    return ModelFailed("timeout", f"{entry.name}: {why}")


def endless(entry: ModelEntry) -> ModelFailed:
    """Returns the failure for a reply that stopped without an end mark."""
    return ModelFailed("broken", _SENTENCES["no_end"].format(name=entry.name))


def no_reply(entry: ModelEntry) -> ModelFailed:
    """Returns the failure for a server that sent something other than a reply."""
    return ModelFailed(
        "bad_reply",
        f"{entry.name} sent something that isn't a reply; is {where(entry)} the address of a model?",
    )


def where(entry: ModelEntry) -> str:
    """Returns the file, address or provider that was asked, as a sentence names it."""
    if entry.gguf:
        return f"the file {entry.gguf.name}"
    return redact(entry.base_url) if entry.base_url else entry.provider


def quoted(words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """Returns a server's own words; empty if they repeat any of the messages, in whatever layout."""
    bare = _bare(words)
    sent = _bare("\n".join(str(m.get("content", "")) for m in messages))
    repeats = any(bare[i : i + REPEATED] in sent for i in range(len(bare) - REPEATED + 1))
    return "" if repeats else words


def _bare(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _with_words(why: str, words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """Returns a sentence, followed by a server's own words if they may be quoted."""
    words = quoted(words, messages)
    return why if not words else f"{why}{'' if why.endswith('?') else '.'} The server said: {words}"


def _key_name(entry: ModelEntry) -> str:
    name = entry.key_variable
    return f"the variable {name}" if name else "the key that it needs (`key_env` names its variable)"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Returns the seconds that a server asks the client to wait, 0 to `LONGEST`; None if it doesn't say."""
    text = str(headers.get("retry-after") or "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text)
    return min(max(seconds, 0.0), LONGEST) if math.isfinite(seconds) else None


def _until(text: str) -> float:
    """Returns the seconds until an HTTP date; nan if the text isn't one."""
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  (seldom needed)

    try:
        return (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return math.nan
