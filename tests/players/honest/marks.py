"""Reasoning: in marks of all kinds, in fields of its own, or in the place of the answer."""

from __future__ import annotations

from tests.players.honest.serving import (
    COUNTED,
    THOUGHT,
    Answer,
    Asked,
    add,
    honest,
    say,
    stream,
    texts,
    told,
    whole,
)
from tests.stub_models import chunk
from tests.tables import Cases

MARKS = Cases(__file__)["marks"]

for name, (source, template) in MARKS.items():

    def _marked(it: Asked, template: str = template) -> Answer:
        return say(it, template.format(thought=THOUGHT, said=it.text))

    add(name, "marks", source, _marked)


@honest("marks", "gpt-oss, as row 5 of the public cases: thousands of characters")
def long_reasoning(it: Asked) -> Answer:
    return say(it, MARKS["harmony"][1].format(thought=THOUGHT * 12, said=it.text))


@honest("marks", "DeepSeek, DashScope, llama.cpp, SGLang: vllm #12468")
def reasoning_content(it: Asked) -> Answer:
    return say(it, thought=THOUGHT)


@honest("marks", "Ollama, OpenRouter, Groq: vllm #27755")
def reasoning(it: Asked) -> Answer:
    return told(it, ("reasoning", THOUGHT), ("content", it.text))


@honest("marks", "Mistral's API: symfony/ai #2422, vercel/ai PR #8072")
def parts_of_thinking(it: Asked) -> Answer:
    def thinking(text: str) -> dict[str, object]:
        return {"type": "thinking", "thinking": [{"type": "text", "text": text}]}

    if not it.streams:
        return whole({"content": [thinking(THOUGHT), {"type": "text", "text": it.text}]})
    first, *rest = texts(it.text)
    text = {"type": "text", "text": first["choices"][0]["delta"]["content"]}
    thoughts = [chunk({"content": [thinking(line + "\n")]}) for line in THOUGHT.split("\n")]
    return stream([*thoughts, chunk({"content": [text]}), *rest, chunk({"content": ""}, "stop"), COUNTED])


@honest("marks", "Databricks: ellmer #822, chatlas #392")
def parts_of_reasoning(it: Asked) -> Answer:
    summary = [{"type": "summary_text", "text": THOUGHT, "signature": ""}]
    parts = [{"type": "reasoning", "summary": summary}, {"type": "text", "text": it.text}]
    if not it.streams:
        return whole({"content": parts})
    return stream([*(chunk({"content": [part]}) for part in parts), chunk({"content": ""}, "stop")])


@honest("marks", "vllm #16182, #17609, #48863, sglang #5874")
def answer_as_reasoning(it: Asked) -> Answer:
    return told(it, ("reasoning_content", it.text))


@honest("marks", "xinference #3673, mlx-lm #1352")
def answer_as_reasoning_by_its_newer_name(it: Asked) -> Answer:
    return told(it, ("reasoning", it.text))


@honest("marks", "vllm #18255, #17357: only where a schema is asked for")
def answer_as_reasoning_under_a_schema(it: Asked) -> Answer:
    return told(it, ("reasoning_content", it.json)) if it.schema else say(it, thought=THOUGHT)


def _cut_short(it: Asked) -> bool:
    limit = it.body.get("max_completion_tokens") or it.body.get("max_tokens") or 400
    return bool(limit < 1024)


@honest("marks", "mindcraft #789, litellm-docs PR #559: no words before the server's limit")
def thoughts_use_up_the_limit(it: Asked) -> Answer:
    if _cut_short(it):
        return told(it, ("reasoning_content", THOUGHT), finish="length")
    return say(it, thought=THOUGHT * 3)


@honest("marks", "penguin-overlord PR #111: the same in a tag")
def thoughts_in_a_tag_use_up_the_limit(it: Asked) -> Answer:
    if _cut_short(it):
        return say(it, f"<think>\n{THOUGHT}", finish="length")
    return say(it, f"<think>\n{THOUGHT}\n</think>\n{it.text}")
