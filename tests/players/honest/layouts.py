"""How models lay out their reply: as text where the server knows no schema, and as JSON where it holds to none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.players.honest.serving import Answer, Asked, add, honest, in_one, say, stream, whole
from tests.stub_models import chunk, pieces
from tests.tables import Cases

CASES = Cases(__file__)

# text, which a server that ignores `response_format` leaves to the model


@dataclass(frozen=True)
class Layout:
    """The parts of a reply in some layout; `_filled` says what stands in its braces."""

    source: str
    word: str
    """The last part, a word or a short answer, if the reply has several."""
    bare: str
    """A reply of one text."""
    talk: str = "{name}: {value}"
    join: str = "\n"

    def of(self, it: Asked) -> str:
        *others, last = it.parts.items()
        if not others and last[0] != "guess":
            return _filled(self.bare, 1, *last)
        rows = [_filled(self.talk, n, *part) for n, part in enumerate(others, 1)]
        return self.join.join([*rows, _filled(self.word, len(rows) + 1, *last)])


def _filled(template: str, n: int, name: str, value: str) -> str:
    first = value[:1].upper() + value[1:]
    cases = {
        "Name": name.capitalize(),
        "Value": first,
        "VALUE": value.upper(),
        "APART": " ".join(value.upper()),
        "DASHED": "-".join(value.upper()),
    }
    return template.format(n=n, name=name, value=value, **cases)


LAYOUTS = {name: Layout(*row) for name, row in CASES["layouts"].items()}

for title, layout in LAYOUTS.items():

    def _laid(it: Asked, layout: Layout = layout) -> Answer:
        return say(it, layout.of(it))

    add(title, "layout", layout.source, _laid)

for title, (source, template) in CASES["around"].items():

    def _around(it: Asked, template: str = template) -> Answer:
        return say(it, template.format(said=it.lines))

    add(title, "layout", source, _around)


@honest("layout", "the guess first, the explanation behind it")
def other_order(it: Asked) -> Answer:
    return say(it, "\n\n".join(reversed(it.lines.split("\n"))))


@honest("layout", "models trained on CRLF")
def crlf(it: Asked) -> Answer:
    return say(it, it.lines.replace("\n", "\r\n") + "\r\n")


@honest("layout", "gpt-oss, Gemma 3, models made for tools: JSON that nobody asked for")
def json_unasked(it: Asked) -> Answer:
    return say(it, it.json)


# JSON, where a server takes the schema and doesn't enforce it


def _doubled_head(it: Asked) -> str:
    return it.json[:9] + it.json


def _raw_line_break(it: Asked) -> str:
    return re.sub(r'": "(\w+) ', '": "\\1\n', it.json, count=1)


JSONS: dict[str, tuple[str, Callable[[Asked], str]]] = {
    "json_fenced": (
        "apfel #101, genkit PR #4613",
        lambda it: f"```json\n{json.dumps(it.values, indent=2)}\n```",
    ),
    "json_fenced_in_talk": (
        "api-docs #264, FastFlowLM #554",
        lambda it: (
            f"Here is the JSON you asked for:\n\n```\n{it.json}\n```\n\nThis JSON object contains all fields."
        ),
    ),
    "json_in_talk": ("llm-structured-output #1", lambda it: f"My reply is {it.json}\nI hope that helps!"),
    "json_capital_keys": (
        "stagehand #1204",
        lambda it: json.dumps(
            {**{k.capitalize(): v for k, v in reversed(it.values.items())}, "Confidence": 0.8}
        ),
    ),
    "json_upper_keys": (
        "stagehand #1204",
        lambda it: json.dumps({k.upper(): v for k, v in it.values.items()}),
    ),
    "json_wrapped": ("ollama-instructor #6", lambda it: json.dumps({"reply": it.values})),
    "json_wrapped_in_response": ("ai-parrot PR #338", lambda it: json.dumps({"response": it.values})),
    "json_list": ("caura PR #1320, browser-use PR #1589", lambda it: json.dumps([it.values])),
    "json_in_the_schema": (
        "llama_index #7886",
        lambda it: json.dumps({"type": "object", "properties": it.values, "required": list(it.values)}),
    ),
    "json_in_a_string": ("ms-agent PR #652", lambda it: json.dumps(it.json)),
    "json_twice": ("gpt-oss where the grammar lets go", lambda it: f"{it.json}\n{it.json}"),
    "json_doubled_head": ("vllm #48228", _doubled_head),
    "json_single_quotes": ("json_repair #10", lambda it: repr(it.values)),
    "json_trailing_comma": (
        "deer-flow PR #2368",
        lambda it: "```json\n" + json.dumps(it.values, indent=2)[:-2] + ",\n}",
    ),
    "json_raw_line_break": ("qwen3's issues", _raw_line_break),
    "json_ignored": ("llamafile, older KoboldCpp: lines though JSON was asked for", lambda it: it.lines),
}

for title, (source, written) in JSONS.items():

    def _written(it: Asked, written: Callable[[Asked], str] = written) -> Answer:
        return say(it, written(it) if it.schema else None)

    add(title, "json", source, _written)


@honest("json", "ollama #2577, omlx #2990: white space behind the object, up to the limit")
def json_and_white_space(it: Asked) -> Answer:
    return say(it, it.json + "\n" * 300, finish="length") if it.schema else say(it)


@honest("json", "vllm #55313: white space for ever")
def only_white_space(it: Asked) -> Answer:
    return stream([chunk({"content": "\n" * 500})] * 20, done=False) if it.schema else say(it)


@honest("json", "llama.cpp #24097, #19051", refused=1)
def empty_object(it: Asked) -> Answer:
    return say(it, "{}" if it.schema else None)


@honest("json", "LiteLLM's json_tool_call: litellm #9504, PR #34230")
def json_as_a_tool_call(it: Asked) -> Answer:
    if not it.schema:
        return say(it)
    call = {
        "index": 0,
        "id": "call_1",
        "type": "function",
        "function": {"name": "json_tool_call", "arguments": it.json},
    }
    if not it.streams:
        return whole({"content": None, "tool_calls": [call]}, "tool_calls")
    head = {**call, "function": {"name": "json_tool_call", "arguments": ""}}
    parts = [{"index": 0, "function": {"arguments": part}} for part in pieces(it.json)]
    calls = [chunk({"content": None, "tool_calls": [part]}) for part in (head, *parts)]
    return stream([*calls, chunk({}, "tool_calls")])


@honest("json", "Workers AI: workers-sdk #12398")
def content_is_an_object(it: Asked) -> Answer:
    if not it.schema:
        return say(it)
    return (
        stream([chunk({"content": it.values}), chunk({}, "stop")])
        if it.streams
        else whole({"content": it.values})
    )


@honest("json", "vllm #26421, Cerebras: only simple schemas")
def schema_without_limits(it: Asked) -> Answer:
    if re.search(
        r'"(pattern|minLength|maxLength|format|minItems|maxItems|oneOf|not|\$ref)"\s*:', json.dumps(it.schema)
    ):
        said = "The provided JSON schema contains features not supported by xgrammar."
        return in_one(
            {"object": "error", "message": said, "type": "BadRequestError", "param": None, "code": 400}, 400
        )
    return say(it)
