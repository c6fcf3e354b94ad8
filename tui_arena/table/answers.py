"""The ways in which a person answers on a page, as `game.toml` describes them, and the replies that come of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tui_arena.core.game import Ask, Fault, View
from tui_arena.core.reading import parted
from tui_arena.core.text import one_line
from tui_arena.data import AnswerWay, GameInfo

_SLOT = re.compile(r"\{([a-z][a-z ]*)(?:=([^{}]+))?\}")
_CODE = re.compile(r"`([^`]*)`")
SEND = "Send"
LONGEST = 4000
"""Characters of a field."""


@dataclass(frozen=True, slots=True)
class PageField:
    """One field of a form: a text, or one of several choices."""

    name: str
    choices: tuple[str, ...] = ()
    """Empty: a text is typed."""


@dataclass(frozen=True, slots=True)
class PageWay:
    """One way to answer, as a page draws it: fields with a button, or a button alone."""

    label: str
    fields: tuple[PageField, ...]
    reply: str

    def written(self, values: Mapping[str, str]) -> str:
        """The reply that these values make. A field that was not filled in is empty; others are ignored."""
        return _SLOT.sub(lambda slot: one_line(values.get(slot[1], ""), LONGEST), self.reply)


def ways_of(info: GameInfo, ask: Ask, view: View) -> Sequence[PageWay]:
    """The ways to answer an ask: those that the game describes, else a button a choice, else one text."""
    told = info.asks.get(ask.name)
    described = [_way(way) for way in told.ways if _holds(way, view)] if told is not None else []
    if described:
        return described
    if ask.choices:
        return [PageWay(choice, (), choice) for choice in ask.choices]
    return _parts(ask)


def call_of(info: GameInfo, ask: Ask) -> str:
    """What the person is called to do."""
    told = info.asks.get(ask.name)
    return (told.call or told.text) if told is not None else ask.name.replace("_", " ")


def refusal_of(info: GameInfo, ask: Ask, fault: Fault) -> str:
    """Why the rules did not take a reply, for the person who gave it."""
    told = info.asks.get(ask.name)
    again = told.again if told is not None and fault.kind in ("format", "empty") else ""
    return again or _CODE.sub(r"“\1”", fault.told)


def needle_of(info: GameInfo, ask: Ask) -> bool:
    """Whether the person may say how far they believe what they are told."""
    told = info.asks.get(ask.name)
    return told is not None and told.needle


def _holds(way: AnswerWay, view: View) -> bool:
    fact = way.only.removeprefix("!")
    return not fact or bool(view.facts.get(fact)) != way.only.startswith("!")


def _way(way: AnswerWay) -> PageWay:
    reply = "\n".join(way.reply)
    slots = [(slot[1], tuple(slot[2].split("|")) if slot[2] else ()) for slot in _SLOT.finditer(reply)]
    return PageWay(way.label or SEND, tuple(PageField(*slot) for slot in slots), reply)


def _parts(ask: Ask) -> Sequence[PageWay]:
    form = parted(ask)
    if form is None:
        one = "{text}"
        return [PageWay(SEND, (PageField("text"),), one)]
    fields = []
    for name, kind in form.parts.items():
        choices = tuple(choice.strip() for choice in kind.split("|"))
        fields.append(PageField(name.replace("_", " "), choices if len(choices) > 1 else ()))
    slots = {name: "{" + name.replace("_", " ") + "}" for name in form.parts}
    return [PageWay(SEND, tuple(fields), form.written(slots))]
