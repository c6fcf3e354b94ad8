"""Fields of a request that a server doesn't take, and how it says so. Without the field all is well."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.players.honest.serving import Answer, Asked, add, honest, in_one, say, stream


def openai(message: str, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    """An error in OpenAI's form."""
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}


def vllm(message: str) -> dict[str, Any]:
    """An error in the older form of vLLM."""
    return {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400}


@dataclass(frozen=True)
class Refusal:
    """What a server says to a request that has a field."""

    source: str
    has: Callable[[Asked], bool]
    body: object
    status: int = 400
    kind: str = "application/json"
    more: dict[str, Any] = field(default_factory=dict)


HAS: dict[str, Callable[[Asked], bool]] = {
    "schema": lambda it: it.schema is not None,
    "form_in_a_stream": lambda it: it.form is not None and it.streams,
    "counted": lambda it: "stream_options" in it.body,
    "max_tokens": lambda it: "max_tokens" in it.body,
    "temperature": lambda it: it.body.get("temperature") not in (None, 1),
    "system": lambda it: it.system,
    "streams": lambda it: it.streams,
    "whole": lambda it: not it.streams,
    "unlike_turns": lambda it: any(
        m["role"] != ("user", "assistant")[n % 2] for n, m in enumerate(it.messages)
    ),
}
"""What a request may have that a server of `fields.toml` refuses."""
WITH_NOTHING = {"type": "invalid_request_error", "param": None, "code": None}
EXTRA = {
    "type": "extra_forbidden",
    "loc": ["body", "stream_options"],
    "msg": "Extra inputs are not permitted",
}


def refusal(row: dict[str, Any]) -> Refusal:
    """A refusal of the table: its words in OpenAI's form, in vLLM's, or as they stand."""
    body = row.pop("body", None)
    if "openai" in row:
        body = openai(*row.pop("openai"))
    elif "vllm" in row:
        body = vllm(row.pop("vllm"))
    return Refusal(**{**row, "has": HAS[row["has"]], "body": body})


with Path(__file__).with_suffix(".toml").open("rb") as file:
    REFUSALS = {name: refusal(row) for name, row in tomllib.load(file).items()}
REFUSALS["no_stream_options"] = Refusal(
    "Mistral: openai-agents-python #442",
    HAS["counted"],
    {"object": "error", "message": {"detail": [EXTRA]}, **WITH_NOTHING},
    422,
)

for title, one in REFUSALS.items():

    def _refused(it: Asked, one: Refusal = one) -> Answer:
        return in_one(one.body, one.status, one.kind) if one.has(it) else say(it)

    add(title, "fields", one.source, _refused, **one.more)


@honest("fields", "DeepSeek: presenton #676: json_object goes, if the prompt says json")
def no_schema_but_json(it: Asked) -> Answer:
    said = "".join(str(m["content"]) for m in it.messages).lower()
    if it.form == "json_schema":
        return in_one(openai("This response_format type is unavailable now"), 400)
    if it.form and "json" not in said:
        return in_one(openai("Prompt must contain the word 'json' in some form."), 400)
    return say(it, it.json if it.form else None)


@honest("fields", "vLLM's shape, a string of Python: MaxKB #2912, gpustack #429")
def no_extras(it: Asked) -> Answer:
    for name in ("stream_options", "max_completion_tokens", "response_format"):
        if name in it.body:
            extra = {
                "type": "extra_forbidden",
                "loc": ("body", name),
                "msg": "Extra inputs are not permitted",
            }
            return in_one(vllm(str([extra])), 400)
    return say(it)


@honest("fields", "Google's OpenAI endpoint: free-claude-code #542")
def no_unknown_names(it: Asked) -> Answer:
    for name in ("stream_options", "response_format"):
        if name in it.body:
            said = f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.'
            return in_one([{"error": {"code": 400, "message": said, "status": "INVALID_ARGUMENT"}}], 400)
    return say(it)


@honest("fields", "OmniRoute PR #8210, NeoGraph #124: the refusal comes with status 200")
def refused_in_a_stream(it: Asked) -> Answer:
    said = "Provider returned error: response_format json_schema is not supported by this model"
    value = {"error": {"message": said, "code": 400}}
    if it.schema is None:
        return say(it)
    return stream([value]) if it.streams else in_one(value)


@honest("fields", "Gemma 2 behind a strict gateway: one refusal after another")
def three_refusals(it: Asked) -> Answer:
    if it.system:
        return in_one({"error": "chat template: System role not supported"}, 400)
    if it.form:
        return in_one({"detail": "response_format is not supported by this backend"}, 400)
    if "stream_options" in it.body:
        return in_one({"message": "Unrecognized request argument supplied: stream_options"}, 400)
    return say(it)
