"""Base models: model files without a chat template, which continue a text and follow no instructions.

Without a template of its own, such a file would be asked in the template of some other model, whose marks it
repeats. So its server is given `TEMPLATE`, a transcript of questions and answers without any marks. Because the
model doesn't follow the rules in a prompt, it is shown replies of the shipped demos as examples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path

from tui_arena.data import GameInfo, demo_files
from tui_arena.players.models.prompts import Message, SeatPrompts
from tui_arena.save.exchange.session_files import read_session

TEMPLATE = (
    "{% for message in messages %}"
    "{% if message['role'] == 'system' %}{{ message['content'] }}\n\n"
    "{% elif message['role'] == 'user' %}Question: {{ message['content'] }}\n"
    "{% else %}Answer: {{ message['content'] }}\n\n{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}Answer:{% endif %}"
)
"""The template in Jinja; the model continues after `Answer:`."""
STOPS = ("\nQuestion:", "\nAnswer:", "\n\n")
"""Where the reply ends: a base model would write the next questions too."""
LINE = "\n"
"""Where the reply ends too, if it has only one line."""
EXAMPLES = 3
"""How many examples a reply gets: enough to show its form, and few enough for a short context."""


def examples(prompts: SeatPrompts, info: GameInfo, ask: str, variant: str) -> tuple[Message, ...]:
    """Returns replies to an ask in the game's demos, each after the prompt that asks for it.

    If there are several demos, each of them gives its first replies.
    """
    paths = [path for path in demo_files() if path.name.startswith(f"{info.id}-")]
    turns = (_turns(prompts, path, ask, variant) for path in paths)
    several = filter(None, chain.from_iterable(zip_longest(*turns)))
    return tuple(chain.from_iterable(islice(several, EXAMPLES)))


def _turns(prompts: SeatPrompts, path: Path, ask: str, variant: str) -> Iterator[list[Message]]:
    """The prompt and the reply for each reply to an ask in a demo, without the rules and the earlier replies."""
    demo = read_session(path, prompts.catalogue)
    for step in demo.play.standing():
        if step.ask.name == ask == step.name and step.fault is None:
            view = demo.info.game.view(step.before, step.ask.seat)
            sent = prompts.messages(demo.info, step.ask, view, None, variant=variant, own_replies=False)
            asked = [message for message in sent if message["role"] != "system"]
            yield [*asked, {"role": "assistant", "content": str(step.event.get("text"))}]


def with_examples(messages: Sequence[Message], shown: Sequence[Message]) -> tuple[Message, ...]:
    """Returns messages with examples between the rules and the talk."""
    rules = [message for message in messages if message["role"] == "system"]
    return (*rules, *shown, *(message for message in messages if message["role"] != "system"))
