"""One step of GRPO with TRL's own trainer: a model of two layers with random weights learns to ask questions.

    .venv-extras/bin/python -m tests.examples.grpo.one_step

`.ci/extras` makes that environment. Nothing is fetched: the model is made of a configuration, the tokenizer of the 256 bytes. Random weights never write
a tool call, so each of a few calls is one token, and the model may only choose between them: what is left is the
policy of somebody who asks at random. With a real model all of `tokenizer_of` and `generation_kwargs` goes.
"""

from __future__ import annotations

import json
from tempfile import TemporaryDirectory

import torch
from datasets import Dataset
from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer
from trl.chat_template_utils import qwen2_5_chat_template

from tui_arena import api

QUESTIONS = (
    "Is it alive?",
    "Is it made by people?",
    "Is it bigger than a car?",
    "Is it an animal?",
    "Is it used in a kitchen?",
    "Can it be held in one hand?",
    "Is it made of metal?",
    "Can it be eaten?",
)
QUESTIONS_A_GAME = 6
START, END = "<|im_start|>", "<|im_end|>"
LONGEST = 8192
"""Tokens of a prompt with a whole game behind it; here each is a byte."""


def call_of(question: str) -> str:
    """The call of the tool `question`, as the chat template writes it."""
    return f"<tool_call>\n{json.dumps({'name': 'question', 'arguments': {'text': question}})}\n</tool_call>"


def tokenizer_of(calls: list[str]) -> PreTrainedTokenizerFast:
    """A token for each byte, one for each call, and two that begin and end a message."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(BPE({sign: number for number, sign in enumerate(alphabet)}, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([AddedToken(START, normalized=False), AddedToken(END, normalized=False)])
    made.add_tokens([AddedToken(call, normalized=False) for call in calls])
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        eos_token=END,
        pad_token=START,
        chat_template=qwen2_5_chat_template,
        model_max_length=LONGEST,
    )


def main() -> dict[str, float]:
    """Train one step; returns what the trainer logged of it, and by how much the weights changed at the most."""
    torch.manual_seed(7)
    tokenizer = tokenizer_of([call_of(question) for question in QUESTIONS])
    calls = tokenizer.convert_tokens_to_ids([call_of(question) for question in QUESTIONS])
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=64,
            intermediate_size=128,
            num_hidden_layers=2,
            num_attention_heads=2,
            max_position_embeddings=LONGEST,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )
    before = [weights.detach().clone() for weights in model.parameters()]
    guesser = api.environment_factory(
        "entity",
        "guesser",
        {"judge": "bot:hard"},
        reward="score+yes",
        options={"max_turns": QUESTIONS_A_GAME},
    )
    rows = [{"prompt": [{"role": "user", "content": ""}], "seed": seed} for seed in range(8)]
    with TemporaryDirectory() as folder:
        trainer = GRPOTrainer(
            model=model,
            processing_class=tokenizer,
            train_dataset=Dataset.from_list(rows),
            environment_factory=guesser,
            args=GRPOConfig(
                output_dir=folder,
                max_steps=1,
                per_device_train_batch_size=8,
                num_generations=4,
                max_completion_length=LONGEST // 2,
                max_tool_calling_iterations=QUESTIONS_A_GAME,
                learning_rate=1e-3,
                generation_kwargs={
                    "eos_token_id": calls,
                    "suppress_tokens": [one for one in range(len(tokenizer)) if one not in calls],
                },
                use_cpu=True,
                bf16=False,
                report_to=[],
                save_strategy="no",
                logging_steps=1,
                disable_tqdm=True,
            ),
        )
        trainer.train()
    logged = {name: value for name, value in trainer.state.log_history[0].items() if isinstance(value, float)}
    moved = max(
        float((now - then).abs().max().detach()) for now, then in zip(model.parameters(), before, strict=True)
    )
    return logged | {"moved": moved}


if __name__ == "__main__":
    told = main()
    print(
        f"one step: mean reward {told['reward']:.3f} (deviation {told['reward_std']:.3f}), "
        f"{told['tools/call_frequency']:.1f} questions a game, "
        f"{told['tools/failure_frequency']:.0%} of them refused, weights moved by {told['moved']:.1e}"
    )
