"""Fields of a request that a server doesn't take, and how it says so. Without the field all is well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.players.honest.serving import Answer, Asked, add, honest, in_one, say, stream

PLAIN = "text/plain; charset=utf-8"


def openai(message: str, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    """An error in OpenAI's form."""
    return {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}}


def vllm(message: str) -> dict[str, Any]:
    """An error in the older form of vLLM."""
    return {"object": "error", "message": message, "type": "BadRequestError", "param": None, "code": 400}


def _schema(it: Asked) -> bool:
    return it.schema is not None


def _counted(it: Asked) -> bool:
    return "stream_options" in it.body


def _system(it: Asked) -> bool:
    return it.system


def _streams(it: Asked) -> bool:
    return it.streams


def _unlike_turns(it: Asked) -> bool:
    return any(m["role"] != ("user", "assistant")[n % 2] for n, m in enumerate(it.messages))


@dataclass(frozen=True)
class Refusal:
    """What a server says to a request that has a field."""

    source: str
    has: Callable[[Asked], bool]
    body: object
    status: int = 400
    kind: str = "application/json"
    more: dict[str, Any] = field(default_factory=dict)


ALTERNATE = "Conversation roles must alternate user/assistant/user/assistant/..."
SERDE = (
    "Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is "
    "unavailable now at line 1 column 1240"
)
EXTRA = [
    {"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}
]
REFUSALS = {
    "no_schema": Refusal(
        "Groq's models without structured outputs",
        _schema,
        openai(
            "This model does not support response format `json_schema`. See supported models.",
            "response_format",
        ),
    ),
    "no_schema_in_plain_text": Refusal("TGI #2899, browser-use PR #215", _schema, SERDE, 422, PLAIN),
    "no_schema_without_a_name": Refusal(
        "Zhipu's code 1210: cherry-studio #4142",
        _schema,
        {"error": {"code": "1210", "message": "API 调用参数有误，请检查文档。"}},
    ),
    "no_schema_as_500": Refusal(
        "llama_cpp.server: llama.cpp #23463", _schema, openai("Internal Server Error"), 500
    ),
    "no_schema_as_501": Refusal("vllm #57725", _schema, {"detail": "Not Implemented"}, 501),
    "no_schema_in_a_stream": Refusal(
        "Groq: langchain #23629",
        lambda it: it.form is not None and it.streams,
        openai("response_format` does not support streaming"),
    ),
    "no_stream_options": Refusal(
        "Mistral: openai-agents-python #442",
        _counted,
        {
            "object": "error",
            "message": {"detail": EXTRA},
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        },
        422,
    ),
    "no_stream_options_as_400": Refusal(
        "Databricks: opencode #4698; Fireworks: Flowise #2866",
        _counted,
        {"error_code": "BAD_REQUEST", "message": 'Bad request: json: unknown field "stream_options"\n'},
    ),
    "no_max_tokens": Refusal(
        "OpenAI's o-series and gpt-5: ComfyUI-Griptape #312, gollm #33",
        lambda it: "max_tokens" in it.body,
        openai(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            "max_tokens",
            "unsupported_parameter",
        ),
        more={"sampling": {"max_tokens": 2000}},
    ),
    "no_temperature": Refusal(
        "Kimi K2.5: CountBot #61",
        lambda it: it.body.get("temperature") not in (None, 1),
        openai("invalid temperature: only 1 is allowed for this model"),
        more={"sampling": {"temperature": 0.7}},
    ),
    "no_system": Refusal("Gemma 2: chat-ui #1386, guidellm #67", _system, vllm("System role not supported")),
    "no_system_without_a_name": Refusal(
        "a template's exception: sglang #892, fastmlx #22", _system, "Internal Server Error", 500, PLAIN
    ),
    "roles_alternate": Refusal("Mistral 7B: autogen #1037", _unlike_turns, vllm(f"{ALTERNATE} {ALTERNATE}")),
    "no_stream": Refusal(
        "o3 for some: NextChat #5410, crush #422",
        _streams,
        openai(
            "Unsupported value: 'stream' does not support true with this model. Only the default (false) value is "
            "supported.",
            "stream",
            "unsupported_value",
        ),
    ),
    "only_streams": Refusal(
        "DashScope: claude-code-router #948",
        lambda it: not it.streams,
        openai("parameter.enable_thinking must be set to false for non-streaming calls"),
    ),
}

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
