"""How models lay out their reply: as text where the server knows no schema, and as JSON where it holds to none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.players.honest.serving import Answer, Asked, add, honest, in_one, say, stream, whole
from tests.stub_models import chunk, pieces

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


LAYOUTS = {
    "bold_labels": Layout("inspect_scout PR #99", "**{Name}:** {value}", "**{value}**", "**{Name}:** {value}", "\n\n"),
    "bold_values": Layout(
        "azureml-assets PR #5274", "**{name}**: **{VALUE}**", "**{Value}**", "**{name}**: {value}"
    ),
    "bold_in_stars": Layout("SecLLMHolmes PR #7", "**{Name}**: {value}.", "**{Value}.**"),
    "quotes": Layout("small instruct models", '{name}: "{value}".', '"{Value}."'),
    "equals": Layout("hindsight #2658", '{name}="{value}".', '"{Value}."', "{name}={value}"),
    "curly_quotes": Layout("GPT-4o", "{name}: “{value}”", "“{Value}”"),
    "full_stop": Layout("clemcore #27", "{name}: {value}.", "{Value}."),
    "bullets": Layout("GLM, Qwen3", "- {name}: `{value}`", "- `{value}`", "- {name}: {value}"),
    "stars": Layout("Llama 3", "* {name}: {value}", "* {value}", "* {name}: {value}"),
    "numbers": Layout("clemcore #27", "{n}. {name}: {value}", "1. {value}", "{n}. {name}: {value}"),
    "headings": Layout("R1, Llama 4", "### {Name}\n{value}", "### Answer\n{value}", "### {Name}\n{value}", "\n\n"),
    "headings_with_colons": Layout("GLM 4.5", "## {Name}:\n\n{value}", "## Answer:\n\n{value}"),
    "quotations": Layout("clemcore #27", "> {name}: {value}", "> {value}", "> {name}: {value}"),
    "full_width_colon": Layout("Qwen, GLM, Ernie", "{name}：{value}", "{value}。", "{name}：{value}"),
    "boxed": Layout(
        "Phi-4-reasoning, Nemotron",
        "**Final Answer**\n{name}: \\boxed{{{value}}}",
        "**Final Answer**\n\n\\boxed{{\\text{{{value}}}}}",
    ),
    "boxed_alone": Layout("Qwen3, OpenReasoning", "\\boxed{{{value}}}", "\\boxed{{{value}}}", talk="", join=""),
    "tags": Layout("Hermes, Claude by gateways", "<{name}>{value}</{name}>", "<answer>{value}</answer>", "<{name}>{value}</{name}>"),
    "brackets": Layout("the prompt's own braces taken along", "{name}: [{value}]", "[{value}]"),
    "letters_apart": Layout("small models that spell", "{name}: {APART}", "{Value}"),
    "letters_dashed": Layout("small models that spell", "{name}: {DASHED}", "{Value}"),
    "letters_counted": Layout("small models that count", "{name}: {value} (5 letters)", "{value}"),
    "no_break_blanks": Layout("GPT-4o", "{name}:\u00a0{value}", "{value}\u00a0"),
    "zero_width": Layout("watermarks", "{name}:\u200b {value}\u200b", "{value}\u200b"),
    "emoji": Layout("Gemma 3, GPT-4o", "{name}: {value} 🎉", "{value}"),
}  # fmt: skip

for title, layout in LAYOUTS.items():

    def _laid(it: Asked, layout: Layout = layout) -> Answer:
        return say(it, layout.of(it))

    add(title, "layout", layout.source, _laid)

AROUND = {
    "chatty": (
        "Llama 3.2, Phi, SmolLM",
        "Sure! Here is my reply:\n\n{said}\n\nLet me know how I did and I'll be happy to continue!",
    ),
    "talk_before": ("clemcore #27", "Here is my reply:\n{said}"),
    "talk_behind": ("clemcore #27", "{said}\n\nGood luck!"),
    "fenced": ("Gemma 3, Codestral", "```text\n{said}\n```"),
    "fenced_without_a_name": ("Qwen2.5-Coder", "```\n{said}\n```"),
    "box_tokens": ("GLM-4.5V: GLM-V #133", "<|begin_of_box|>{said}<|end_of_box|>"),
    "end_of_chatml": ("mineru-vl-utils PR #50", "{said}<|im_end|>"),
    "end_of_llama": ("omlx #1087", "{said}<|eot_id|>"),
    "end_of_gemma": ("lmdeploy #2151", "{said}<end_of_turn>"),
    "end_of_mistral": ("lmdeploy #2151", "{said}</s>"),
    "role_header": ("llama.cpp #12213", "assistant\n\n{said}"),
    "role_label": ("base models", "Assistant: {said}"),
    "blank_lines": ("Qwen3 behind its empty block", "\n\n{said}\n\n"),
}

for title, (source, template) in AROUND.items():

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
