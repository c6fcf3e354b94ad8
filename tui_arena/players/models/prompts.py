"""Chat messages from a prompt and a view.

Law: messages are built from the view each time. Other seats' text stands in a field that it can't
close; only words of the rules that were read in a reply stand without one. A slot that the view does
not fill is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from tui_arena.core.game import Ask, Fault, View
from tui_arena.data import Prompt

_SLOT = re.compile(r"\{\{([?!]?)([a-z_]+)\}\}")
_FIELD = "_field"
MAX_FIELD = 4000

Message = dict[str, str]
BEGIN = "Begin."
"""Opens a dialogue whose prompt has no section `start`: no dialogue begins with the seat's own words."""


_OPENING, _CLOSING = "<＜﹤‹〈〈⟨❮❬≪«ᐸ˂[［{｛", ">＞﹥›〉〉⟩❯❭≫»ᐳ˃]］}｝"
_FLAT = str.maketrans(
    {**dict.fromkeys(_OPENING, "("), **dict.fromkeys(_CLOSING, ")"), **dict.fromkeys("|｜│", "/")}
)
"""What tags and a model's own marks of a turn are made of, and what looks like it."""


class MissingSlot(KeyError):
    """A prompt names a slot that the view does not fill, or has no section of a name; a sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


def messages(
    prompt: Prompt,
    ask: Ask,
    view: View,
    fault: Fault | None,
    *,
    persona: str = "",
    closing: str = "",
    beside: Prompt | None = None,
    published: bool = False,
) -> tuple[Message, ...]:
    """What is sent for an ask: role and rules, the talk as chat turns, the ask, after a fault why.

    `persona` stands before the rules, `closing` at the very end. `beside`: the prompt whose role and
    rules a probe is asked with, so that all before the ask is what its seat is sent in play.
    `published`: a published protocol is played, so that help of our own behind `{{!published}}` falls away.

    The seat's own replies are `assistant`, all else is `user`; neighbours of one role are joined. Before
    the first of its own stands the section `start`, as many models take no dialogue that they begin. Of
    several refused replies the last is answered at length, with the tries left; the others had other
    tries left and get the reason alone.
    """
    slots = {**slots_of(ask, view, fault), "published": published}
    played = slots if beside is None else {**slots, "ask": beside.name}
    rules = render(_section(beside or prompt, "system"), played)
    out: list[Message] = [{"role": "system", "content": f"{persona}\n\n{rules}" if persona else rules}]
    opening = render((beside or prompt).sections.get("start", ""), played)
    begun = False
    for line in view.talk:
        if line.fault is not None:
            continue
        own = line.seat == view.seat
        if own and not begun:
            begun = True
            _say(out, "user", opening or (BEGIN if len(out) == 1 else ""))
        text = line.text if own or line.read else field(line.seat, line.text)
        _say(out, "assistant" if own else "user", text)
    if not begun and beside is None:
        _say(out, "user", opening)
    _say(out, "user", render(_section(prompt, "ask"), slots))
    refused = [line for line in view.talk if line.fault is not None and line.seat == view.seat]
    if beside is not None:
        refused = []  # they answered the ask of the game
    for i, line in enumerate(refused):
        _say(out, "assistant", line.text or "(nothing)")
        if i == len(refused) - 1 and fault is not None:
            _say(
                out,
                "user",
                render(_section(prompt, f"fault.{fault.kind}"), {**slots, "why": line.fault or ""}),
            )
        else:
            _say(out, "user", line.fault or "")
    _say(out, "user", closing)
    return tuple(out)


def _section(prompt: Prompt, name: str) -> str:
    if name not in prompt.sections:
        raise MissingSlot(f"it has no section `# {name}`")
    return prompt.sections[name]


def slots_of(ask: Ask, view: View, fault: Fault | None) -> dict[str, object]:
    """Every slot that a prompt may name: the view's facts, `seat`, `ask` and `why`.

    A slot `NAME_field` is the fact NAME as another seat's text, delimited.
    """
    return {**view.facts, "seat": ask.seat, "ask": ask.name, "why": fault.why if fault else ""}


def render(template: str, slots: Mapping[str, object]) -> str:
    """A section with its slots filled.

    `{{name}}` is the slot's text. A paragraph keeps only what stands behind `{{?name}}` if the slot
    is true, behind `{{!name}}` if it is not, up to the paragraph's end.
    """
    paragraphs = (_filled(parts, slots).strip() for parts in _parts(template))
    return "\n\n".join(p for p in paragraphs if p)


@lru_cache(maxsize=256)
def _parts(template: str) -> tuple[tuple[tuple[str, str, str], ...], ...]:
    """Every paragraph as text, and behind it the sign and name of a slot; the last has no name."""
    return tuple(
        tuple(zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True))
        for pieces in map(_SLOT.split, template.split("\n\n"))
    )


def _filled(parts: tuple[tuple[str, str, str], ...], slots: Mapping[str, object]) -> str:
    out: list[str] = []
    for text, sign, name in parts:
        out.append(text)
        if not name:
            break
        fact = name.removesuffix(_FIELD)
        if fact not in slots:
            raise MissingSlot(
                f"{{{{{name}}}}} is filled by nothing here; known are {', '.join(sorted(slots))}"
            )
        if sign:
            if bool(slots[fact]) != (sign == "?"):
                break
        else:
            value = str(slots[fact])
            out.append(value if fact == name else field(fact, value))
    return "".join(out)


def field(name: str, text: str) -> str:
    """Another seat's text, delimited: it can't close itself, begin a turn, or look as if it did."""
    flat = " / ".join(part for part in text.splitlines() if part.strip())
    return f'<data name="{name}">{flat.translate(_FLAT)[:MAX_FIELD]}</data>'


def _say(out: list[Message], role: str, text: str) -> None:
    if not text:
        return
    if out[-1]["role"] == role:
        out[-1] = {"role": role, "content": f"{out[-1]['content']}\n\n{text}"}
    else:
        out.append({"role": role, "content": text})
