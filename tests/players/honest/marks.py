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

ANALYSIS = "<|channel|>analysis<|message|>{thought}<|end|>"
FINAL = "<|start|>assistant<|channel|>final"
MARKS = {
    "think_tags": (
        "vllm #13375: R1, Qwen3, QwQ, SmolLM3 without a parser",
        "<think>\n{thought}\n</think>\n\n{said}",
    ),
    "think_close_only": ("vllm #12999, lmstudio #1495, LifeOS PR #568", "{thought}\n</think>\n\n{said}"),
    "think_empty": ("Qwen3's model card: /no_think", "<think>\n\n</think>\n\n{said}"),
    "think_closed_twice": ("FluidVoice PR #836", "<think>{thought}</think>\n</think>\n{said}"),
    "think_closed_again_at_the_end": ("llama.cpp #27661", "<think>{thought}</think>\n{said}</think>"),
    "thinking_tags": ("lmstudio #1602", "<thinking>\n{thought}\n</thinking>\n{said}"),
    "thought_tags": ("EXAONE Deep, odysseus PR #2224", "<thought>\n{thought}\n</thought>\n\n{said}"),
    "reasoning_tags": ("qwen-code PR #6033", "<reasoning>{thought}</reasoning>\n{said}"),
    "seed_think": (
        "Seed-OSS: open-webui #16856",
        "<seed:think>{thought}<seed:cot_budget_reflect>383 tokens left.</seed:cot_budget_reflect></seed:think>{said}",
    ),
    "answer_tags": (
        "Hunyuan A13B: vllm PR #20625",
        "<think>\n{thought}\n</think>\n<answer>\n{said}\n</answer>",
    ),
    "think_brackets": ("Magistral: llama.cpp #16158", "[THINK]{thought}[/THINK]{said}"),
    "think_triangles": ("Kimi-VL's model card", "◁think▷{thought}◁/think▷{said}"),
    "harmony": ("gpt-oss: mlx-lm #875, PR #1867", f"{ANALYSIS}{FINAL}<|message|>{{said}}<|return|>"),
    "harmony_without_tokens": ("hermes-agent PR #62680", "analysis{thought}assistantfinal{said}"),
    "harmony_constrained": ("openai/harmony #56", f"{ANALYSIS}{FINAL} <|constrain|>json<|message|>{{said}}"),
    "harmony_in_words": ("ollama #11691", f"{ANALYSIS}{FINAL} json<|message|>{{said}}"),
    "harmony_commentary": (
        "openai/harmony's page",
        f"{ANALYSIS}<|start|>assistant<|channel|>commentary<|message|>{{thought}}<|end|>{FINAL}<|message|>{{said}}<|return|>",
    ),
    "gemma_channel": ("Gemma 4: hermes-agent PR #67632", "<|channel>thought\n{thought}<channel|>{said}"),
    "gemma_close_only": ("Gemma 4: ollama PR #18288", "thought\n{thought}\n<channel|>{said}"),
    "command_parts": (
        "Command A Reasoning's model card",
        "<|START_THINKING|>{thought}<|END_THINKING|><|START_RESPONSE|>{said}<|END_RESPONSE|>",
    ),
    "granite_phrases": (
        "Granite 3.2: vLLM's parser",
        "Here is my thought process:\n{thought}\n\nHere is my response:\n{said}",
    ),
}

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
