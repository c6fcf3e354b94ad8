"""Chat messages made from a prompt and a view.

Law: messages are built from the view alone. Other seats' text is put in a field that it can't close. Only
words that the rules read from a reply have no field. A slot that the view doesn't fill is an error.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.core.game import Ask, Fault, View
from tui_arena.data import Catalogue, GameInfo, Prompt

_SLOT = re.compile(r"\{\{([?!]?)([a-z_]+)\}\}")
_FIELD = "_field"
MAX_FIELD = 4000

Message = dict[str, str]
BEGIN = "Begin."
"""Opens a dialogue whose prompt has no section `start`, so that it doesn't begin with the seat's words."""


_OPENING, _CLOSING = "<＜﹤‹〈〈⟨❮❬≪«ᐸ˂[［{｛", ">＞﹥›〉〉⟩❯❭≫»ᐳ˃]］}｝"
_FLAT = str.maketrans(
    {**dict.fromkeys(_OPENING, "("), **dict.fromkeys(_CLOSING, ")"), **dict.fromkeys("|｜│", "/")}
)
"""Replaces the characters of tags and of models' turn marks, and characters that look like them."""


class MissingSlot(KeyError):
    """A prompt names a slot that the view doesn't fill, or lacks a section. The text is a sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


def messages(
    prompt: Prompt,
    ask: Ask,
    view: View,
    fault: Fault | None,
    *,
    persona: str = "",
    game_prompt: Prompt | None = None,
    published: bool = False,
    own_replies: bool = True,
) -> tuple[Message, ...]:
    """Returns the messages for an ask: role and rules, the talk as chat turns, and the ask.

    After a fault, the reason is added. The seat's own replies are `assistant`, everything else is `user`, and
    adjacent messages of one role are joined. A role without text has no message.

    - `persona` is put before the rules.
    - `game_prompt`: for a probe, the prompt of the game's own ask. Its role and rules are used, so that
      everything before the ask is what the seat is sent in play.
    - `published`: if true, a published protocol is played, so this project's own help after `{{!published}}`
      is left out.
    - `own_replies`: if false, the seat's own replies are left out, because a small model only repeats them.

    The section `start` comes before the seat's first reply, because many models accept no dialogue that the
    assistant begins. If several replies were refused, the last refusal is explained at length, with the tries
    left. The other refusals get only the reason, because the number of tries has changed since.
    """
    slots = {**slots_of(ask, view, fault), "published": published}
    played = slots if game_prompt is None else {**slots, "ask": game_prompt.name}
    rules = render(_section(game_prompt or prompt, "system"), played)
    out: list[Message] = []
    _say(out, "system", "\n\n".join(filter(None, (persona, rules))))
    opening = render((game_prompt or prompt).sections.get("start", ""), played)
    begun = False
    for line in view.talk:
        if line.fault is not None:
            continue
        own = line.seat == view.seat
        if own and not own_replies:
            continue
        if own and not begun:
            begun = True
            _say(out, "user", opening or ("" if any(one["role"] == "user" for one in out) else BEGIN))
        text = line.text if own or line.read else field(line.seat, line.text)
        _say(out, "assistant" if own else "user", text)
    if not begun and game_prompt is None:
        _say(out, "user", opening)
    _say(out, "user", render(_section(prompt, "ask"), slots))
    refused = [line for line in view.talk if line.fault is not None and line.seat == view.seat]
    if game_prompt is not None:
        refused = []  # they were replies to the game's ask, not to the probe
    for i, line in enumerate(refused):
        if own_replies:
            _say(out, "assistant", line.text or "(nothing)")
        if i == len(refused) - 1 and fault is not None:
            _say(
                out,
                "user",
                render(_section(prompt, f"fault.{fault.kind}"), {**slots, "why": line.fault or ""}),
            )
        else:
            _say(out, "user", line.fault or "")
    return tuple(out)


def closed(made: Sequence[Message], closing: str) -> tuple[Message, ...]:
    """Returns messages with a text of the user at the very end."""
    out = list(made)
    _say(out, "user", closing)
    return tuple(out)


def prompt_fault(prompt: Prompt, known: Collection[str], like: Prompt | None = None) -> str | None:
    """Returns why a prompt can't be used, as a sentence that begins with the place; None if it can be used.

    `known`: the slots that its ask fills. `like`: a prompt whose sections and slots must all be in the new
    prompt, so that a player gets no less information from it.
    """
    for name in like.sections if like else ("system", "ask"):
        if not prompt.sections.get(name, "").strip():
            return f"section `# {name}`: is missing or empty"
    for name, text in prompt.sections.items():
        fault = slot_fault(name, text, known)
        if fault is not None:
            return fault
    for name, text in like.sections.items() if like else ():
        lost = set(_SLOT.findall(text)) - set(_SLOT.findall(prompt.sections[name]))
        if lost:
            slots = ", ".join(sorted(f"{{{{{sign}{slot}}}}}" for sign, slot in lost))
            return f"section `# {name}`: has lost {slots}"
    return None


def slot_fault(section: str, text: str, known: Collection[str]) -> str | None:
    """Returns why the slots of a section can't be filled, as `prompt_fault`; None if they can."""
    for number, line in enumerate(text.split("\n"), 1):
        place = f"section `# {section}`, line {number}"
        bare = _SLOT.sub("", line)
        if "{{" in bare or "}}" in bare:
            return f"{place}: braces that aren't a slot; write a slot as {{{{name}}}}"
        for _, slot in _SLOT.findall(line):
            if slot.removesuffix(_FIELD) not in known:
                said = f"{{{{{slot}}}}} isn't a slot; allowed: {', '.join(sorted(known))}"
                return f"{place}: {said}"
    return None


def slots_in(text: str) -> set[str]:
    """Returns the names of the facts in a text's slots.

    >>> sorted(slots_in("{{?clue}}A clue: {{clue_field}}, of {{turn}}"))
    ['clue', 'turn']
    """
    return {slot.removesuffix(_FIELD) for _, slot in _SLOT.findall(text)}


PromptKey = tuple[str, str, str]
"""Game, ask and variant of a prompt."""


@dataclass(frozen=True, slots=True)
class SeatPrompts:
    """The messages for the seats of any game. Each prompt is read once."""

    catalogue: Catalogue
    read: dict[PromptKey, Prompt] = dataclasses.field(default_factory=dict)

    def messages(
        self,
        info: GameInfo,
        ask: Ask,
        view: View,
        fault: Fault | None,
        *,
        variant: str = "",
        persona: str = "",
        published: bool = False,
        own_replies: bool = True,
    ) -> tuple[Message, ...]:
        """Returns the messages for an ask or a probe, as `messages` makes them. Raises BadFile, MissingSlot.

        `variant`: if the ask's prompt has no such variant, the plain prompt is used.
        """
        return messages(
            self.prompt(info, ask.name, variant),
            ask,
            view,
            fault,
            persona=persona,
            game_prompt=self.prompt(info, ask.shares_prompt_of, variant) if ask.shares_prompt_of else None,
            published=published,
            own_replies=own_replies,
        )

    def prompt(self, info: GameInfo, ask: str, variant: str = "") -> Prompt:
        """Returns an ask's prompt of a variant, or its plain prompt if there is none. Raises BadFile."""
        key = (info.id, ask, variant)
        if key not in self.read:
            self.read[key] = self.catalogue.prompt(info, ask, variant, or_plain=True)
        return self.read[key]


def _section(prompt: Prompt, name: str) -> str:
    if name not in prompt.sections:
        raise MissingSlot(f"it has no section `# {name}`")
    return prompt.sections[name]


def slots_of(ask: Ask, view: View, fault: Fault | None) -> dict[str, object]:
    """Returns every slot that a prompt may name: the view's facts, `seat`, `ask` and `why`.

    A slot `NAME_field` is the fact NAME as another seat's text, delimited.
    """
    return {**view.facts, "seat": ask.seat, "ask": ask.name, "why": fault.why if fault else ""}


def render(template: str, slots: Mapping[str, object]) -> str:
    """Returns a section with its slots filled.

    `{{name}}` is replaced by the slot's text. The rest of a paragraph after `{{?name}}` is kept only if the
    slot is true, and after `{{!name}}` only if it is false.
    """
    paragraphs = [
        parts if isinstance(parts, str) else _filled(parts, slots).strip() for parts in _parts(template)
    ]
    return "\n\n".join(filter(None, paragraphs))


@lru_cache(maxsize=256)
def _parts(template: str) -> tuple[str | tuple[tuple[str, str, str], ...], ...]:
    """Splits paragraphs into triples of a text and the next slot's sign and name; the last has no slot.

    A paragraph without slots stays a text.
    """
    return tuple(
        tuple(zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True))
        if pieces[1:]
        else pieces[0].strip()
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
            raise MissingSlot(f"{{{{{name}}}}} isn't a slot here; allowed: {', '.join(sorted(slots))}")
        if sign:
            if bool(slots[fact]) != (sign == "?"):
                break
        else:
            value = str(slots[fact])
            out.append(value if fact == name else field(fact, value))
    return "".join(out)


@lru_cache(2048)  # each ask repeats the talk before it, and many sessions may be played at once
def field(name: str, text: str) -> str:
    """Another seat's text in a field that it can't close, without turn marks or anything like them."""
    flat = " / ".join(part for part in text.splitlines() if part.strip())
    return f'<data name="{name}">{flat.translate(_FLAT)[:MAX_FIELD]}</data>'


def _say(out: list[Message], role: str, text: str) -> None:
    if not text:
        return
    if out and out[-1]["role"] == role:
        out[-1] = {"role": role, "content": f"{out[-1]['content']}\n\n{text}"}
    else:
        out.append({"role": role, "content": text})
