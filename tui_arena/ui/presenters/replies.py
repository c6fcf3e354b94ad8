"""One reply of a model to the letter: what it was sent, what came, how long that took and what it cost.

Law: all of it is read off the saved event and the messages it names; nothing is computed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tui_arena.core.events import Event
from tui_arena.core.text import one_line
from tui_arena.ui.spending import money

REASONING = "reasoning"
"""The heading of what is folded until it is asked for."""
RAW = "reply as it came"
FIGURES = "what it took"
VALUE_CHARS = 60
ENDS = {
    "length": "cut off by its limit of tokens",
    "refused": "the provider refused",
    "broken": "broken off on its way",
}

Part = tuple[str, str]
"""Heading and text."""


def message_parts(sent: Iterable[Mapping[str, Any]]) -> list[Part]:
    """Messages as they were sent."""
    return [(str(m.get("role", "")), str(m.get("content", ""))) for m in sent]


def reply_parts(event: Event) -> list[Part]:
    """What came back for a prompt, reasoning first, figures last."""
    parts = []
    if event.get("thinking"):
        parts.append((REASONING, str(event["thinking"])))
    raw = event.get("raw")
    parts.append((RAW, str(raw if isinstance(raw, str) else event["text"])))
    if isinstance(raw, str):
        parts.append(("as the rules read it", str(event["text"])))
    if event.get("why"):
        parts.append(("not taken", one_line(str(event["why"]), 300)))
    figures = "\n".join(_figures(event))
    return [*parts, (FIGURES, figures)] if figures else parts


def _figures(event: Event) -> list[str]:
    """One line a fact; none for a reply that no model gave."""
    usage = event.get("usage")
    sent = event.get("sent")
    if not isinstance(usage, Mapping) and not isinstance(sent, Mapping):
        return []
    lines = []
    if isinstance(usage, Mapping):
        tokens = [_known(usage.get(key)) for key in ("input_tokens", "output_tokens")]
        lines.append(f"tokens: {tokens[0]} in, {tokens[1]} out; cost: {_money(usage.get('cost_usd'))}")
    else:
        lines.append("tokens: the provider did not say")
    seconds, first = event.get("seconds"), event.get("first_token_seconds")
    if isinstance(seconds, int | float):
        began = f", the first token after {first:.2f} s" if isinstance(first, int | float) else ""
        lines.append(f"time: {seconds:.2f} s{began}")
    finish = str(event.get("finish") or "stop")
    lines.append(f"finish: {ENDS.get(finish, finish)}")
    if event.get("retries"):
        lines.append(f"tries before it that failed: {event['retries']}")
    if isinstance(sent, Mapping):
        lines.append(f"sent: {', '.join(_sent(sent))}")
    dropped = event.get("dropped")
    if isinstance(dropped, Sequence) and not isinstance(dropped, str) and dropped:
        names = ", ".join(one_line(str(name), VALUE_CHARS) for name in dropped)
        lines.append(f"left out, the provider does not take it: {names}")
    return lines


def _sent(sent: Mapping[str, Any]) -> list[str]:
    def told(value: object) -> str:
        return "a JSON schema" if isinstance(value, Mapping) else one_line(str(value), VALUE_CHARS)

    return [f"{one_line(str(name), VALUE_CHARS)} {told(value)}" for name, value in sent.items()]


def _known(tokens: object) -> str:
    return f"{tokens:,}" if isinstance(tokens, int) else "n/a"


def _money(usd: object) -> str:
    return money(float(usd) if isinstance(usd, int | float) else None)
