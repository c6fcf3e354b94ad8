"""Helpers for tests of prompts: what a model is sent, and whether it tells what it must."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.conformance import CATALOGUE
from tests.games.steps import answer
from tui_arena.core.game import Ask
from tui_arena.core.record import Play
from tui_arena.players.models.prompts import Message, messages
from tui_arena.players.models.requests import is_published

FAULTS = ("format", "rule", "empty", "refusal", "cut_off")


def sent(play: Play[Any], variant: str = "", ask: Ask | None = None) -> tuple[Message, ...]:
    """The messages for a model with that variant; a probe has the rules of the seat's prompt."""
    ask, info = ask or play.asks()[0], CATALOGUE.game(play.game.id)
    beside = CATALOGUE.prompt(info, ask.shares_prompt_of, variant) if ask.shares_prompt_of else None
    prompt = CATALOGUE.prompt(info, ask.name, "" if beside else variant)
    published, fault = is_published(play.setup.preset), play.last_fault(ask)
    return messages(prompt, ask, play.view(ask.seat), fault, game_prompt=beside, published=published)


def text(play: Play[Any], variant: str = "", ask: Ask | None = None) -> str:
    """All that the model is told, without its own replies."""
    return "\n".join(m["content"] for m in sent(play, variant, ask) if m["role"] != "assistant")


def last(play: Play[Any], variant: str = "") -> str:
    """The last message, with the ask."""
    return sent(play, variant)[-1]["content"]


def beside(play: Play[Any], seat: str, kind: str) -> Ask:
    """The ask of a probe."""
    ask = play.game.probe(play.state, seat, kind)
    assert ask is not None
    return ask


PARTS: Mapping[str, Callable[[tuple[Message, ...]], str]] = {
    "all": lambda messages: "\n".join(m["content"] for m in messages if m["role"] != "assistant"),
    "every": lambda messages: "\n".join(m["content"] for m in messages),
    "first": lambda messages: messages[0]["content"],
    "last": lambda messages: messages[-1]["content"],
}
"""What of the messages is looked at; `every` has the model's own replies too."""


def wrongly_told(start: Callable[..., Play[Any]], cases: Mapping[str, Any]) -> list[str]:
    """What is missing, or told too much, in the prompts of a table of cases.

    A case has what the session is started `with` (for each of `presets`), what is `said`, and for a probe its seat and
    kind. It looks at a part (`PARTS`) in the `variants`, or in all: the text `has` each of the
    phrases in one of its wordings (`one / two`), `lacks` others, and the words that are `untold` in any case, and `ends`.
    """
    wrong = []
    for name, case in cases.items():
        for preset in case.get("presets", (None,)):
            play = answer(start(preset=preset, **case.get("with", {})), *case.get("said", ()))
            ask = beside(play, *case["probe"]) if "probe" in case else play.asks()[0]
            every = CATALOGUE.prompt_variants(CATALOGUE.game(play.game.id), ask.shares_prompt_of or ask.name)
            for variant in case.get("variants", [""] if "probe" in case else every):
                told = PARTS[case.get("part", "all")](sent(play, variant, ask))
                found = [p for p in case.get("has", ()) if not any(w in told for w in p.split(" / "))]
                found += [p for p in case.get("lacks", ()) if p in told]
                found += [word for word in case.get("untold", ()) if word in told.lower()]
                found += [] if told.endswith(case.get("ends", "")) else [told[-60:]]
                wrong += [f"{name}, {preset} {variant or 'plain'}: {one}" for one in found]
    return wrong


def tells(told: str, wanted: str) -> None:
    """A text has each of the phrases `one | two / deux`, the last in one of its wordings."""
    for phrase in wanted.split(" | "):
        assert any(wording in told for wording in phrase.split(" / ")), phrase
