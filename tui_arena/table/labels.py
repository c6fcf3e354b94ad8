"""How a page or a voice presents a table: labelled facts, lines, the ways to answer an ask, and objections.

The labels and the ways are in the game's `game.toml`, so no game needs its own page. An objection is what is said to a
person before a reply that they may not mean is taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.forms import choices_in
from tui_arena.core.game import Ask, Fault, Line, Reply, View
from tui_arena.core.guarded import GameFailed
from tui_arena.core.language.sentences import first_name, listed, who_played
from tui_arena.core.reading import parted
from tui_arena.core.record import Play
from tui_arena.core.text import clean, one_line
from tui_arena.core.words import NAME
from tui_arena.data import AnswerWay, GameInfo, is_known
from tui_arena.table.notes import asks_about
from tui_arena.table.runner import SessionRunner

LONGEST = 600
"""The maximum number of characters of a line or a fact."""
_PART = re.compile(r"^[a-z]+: ")
"""Matches the name of a part of a reply, such as `clue: `."""
_SLOT = re.compile(r"\{([a-z][a-z ]*)(?:=([^{}]+))?\}")
_CODE = re.compile(r"`([^`]*)`")
SEND = "Send"
FIELD_CHARS = 4000
"""The maximum number of characters of a field."""


def labelled_facts(
    labels: Mapping[str, str], view: View, without: Collection[str], names: Mapping[str, str] | None = None
) -> list[tuple[str, str]]:
    """Returns the non-empty facts that have a label and fit on one line, each with its label.

    `names`: the players' names by seat, for a fact that says something of each seat; None: the seats' names.
    """
    told, names = [], names or {}
    for name, label in labels.items():
        value = view.facts.get(name)
        if name in without or isinstance(value, bool) or value in (None, "", 0):
            continue
        if isinstance(value, Mapping):
            each = ((names.get(seat) or seat.replace("_", " "), text) for seat, text in value.items())
            value = "; ".join(f"{first_name(name)}: {text}" for name, text in each)
        if isinstance(value, list | tuple):
            value = ", ".join(str(one) for one in value if isinstance(one, str | int | float))
        if isinstance(value, str | int | float) and "\n" not in str(value) and str(value).strip():
            told.append((label, one_line(str(value), LONGEST)))
    return told


def spoken(info: GameInfo, text: str) -> str:
    """Returns a value or a line as people say it, from the game's `said`; unchanged if `said` lacks it."""
    phrase = next((one for one in info.said if " " in one and text.startswith(one)), text)
    return info.said.get(phrase, phrase) + text[len(phrase) :]


def said(line: Line) -> tuple[str, str]:
    r"""Returns a line without the names of its parts, and the word that its marks are about (empty: none).

    >>> said(Line("guesser", "explanation: to begin\nguess: crane", marks="x----"))
    ('to begin', 'crane')
    """
    words = line.text.split()
    word = words[-1][: len(line.marks)] if line.marks and words else ""
    parts = [_PART.sub("", part).strip() for part in line.text.splitlines()]
    return one_line(" · ".join(part for part in parts if part and part != word), LONGEST), word


@dataclass(frozen=True, slots=True)
class PageField:
    """One field of a form: a text, or a choice."""

    name: str
    choices: tuple[str, ...] = ()
    """The choices; empty for a text that is typed."""


@dataclass(frozen=True, slots=True)
class PageWay:
    """One way to answer, as a page draws it: fields with a button, or a button alone."""

    label: str
    fields: tuple[PageField, ...]
    reply: str

    def written(self, values: Mapping[str, str]) -> str:
        """The reply for these values. A field without a value is empty, and other values are ignored."""
        return _SLOT.sub(lambda slot: one_line(values.get(slot[1], ""), FIELD_CHARS), self.reply)


def ways_of(info: GameInfo, ask: Ask, view: View) -> Sequence[PageWay]:
    """Returns the ways to answer an ask: the game's own, else a button for each choice, else one text."""
    told = info.asks.get(ask.name)
    described = [_way(way) for way in told.ways if _holds(way, view)] if told is not None else []
    if described:
        return described
    if ask.choices:
        return [PageWay(choice, (), choice) for choice in ask.choices]
    return _parts(ask)


def call_of(info: GameInfo, ask: Ask) -> str:
    """Returns the text that calls a person to answer an ask."""
    told = info.asks.get(ask.name)
    return (told.call or told.text) if told is not None else ask.name.replace("_", " ")


def refusal_of(info: GameInfo, ask: Ask, fault: Fault) -> str:
    """Returns why the rules did not take a reply, for the person who gave it."""
    told = info.asks.get(ask.name)
    again = told.again if told is not None and fault.kind in ("format", "empty") else ""
    return again or _CODE.sub(r"“\1”", fault.told)


def ending_of(play: Play[Any], winners: Sequence[str], names: Mapping[str, str]) -> tuple[str, str]:
    """Returns the winners' names (`winners`: their seats) and the secret; each is empty if there is none.

    If a seat changed hands, all who played on it have won.
    """
    secret = play.game.secret(play.state) or {}
    named = next((value for value in secret.values() if isinstance(value, str) and value), "")
    won = dict.fromkeys(name for seat in winners for name in who_played(play, names, seat))
    return listed(list(won)) if won else "", named


def waiting_line(runner: SessionRunner, away: Container[str], own: Collection[str] = ()) -> str:
    """Returns a sentence, without its full stop, that names the players for whom the game waits; else empty.

    `away`: the ids of guests who are away, which the sentence mentions. `own`: the seats of the people who
    read it.
    """
    names, away = runner.names_for(own), () if runner.is_blind else away
    here, gone = dict[str, None](), dict[str, None]()
    for ask in runner.asks:
        group = gone if runner.guest(ask.seat) in away else here
        group[first_name(names.get(ask.seat, ask.seat))] = None
    told = [listed(list(here))] if here else []
    if gone:
        told.append(f"{listed(list(gone))}, who {'is' if len(gone) == 1 else 'are'} away")
    return f"Waiting for {', and for '.join(told)}" if told else ""


def needle_of(info: GameInfo, ask: Ask) -> bool:
    """True if the person may say how far they believe what was said."""
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
        choices = choices_in(kind)
        fields.append(PageField(name.replace("_", " "), tuple(choices) if len(choices) > 1 else ()))
    slots = {name: "{" + name.replace("_", " ") + "}" for name in form.parts}
    return [PageWay(SEND, tuple(fields), form.written(slots))]


async def bots_objection(runner: SessionRunner, seat: str, text: str) -> str:
    """Returns a bot's objection to the question that this reply would ask it; empty if there is none.

    There are no objections if the rules hold players to the letter.
    """
    waiting, setup = runner.waiting(seat), runner.session.setup
    if waiting is None or not runner.bots or setup.preset not in (None, "party"):
        return ""
    bot = runner.info.bot_for(setup.lexicon, setup.source)
    if bot is None:
        return ""
    try:
        nexts = runner.play.asked_next(waiting.ask, text) if runner.trial(waiting.ask, text) is None else []
    except GameFailed:  # the reply itself will leave the table
        return ""
    for then, view in nexts if not runner.left else ():
        if then.seat in runner.bots:
            why: str = await runner.in_thread(bot.objection, then, view, runner.views[seat])
            if why:
                return why
    return ""


class Objections:
    """The objections at one table."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._met: dict[str, str] = {}
        """Maps a seat to its last reply that met an objection."""

    async def to(self, seat: str, text: str, again: str) -> str:
        """The objection to a reply that is about to be given; empty if the same reply is given again.

        `again`: what a person can do about an objection to a question.
        """
        why = ""
        if self._met.get(seat) != text:
            if why := await bots_objection(self._runner, seat, text):
                why = f"{why} {again}"
            elif name := await self._runner.in_thread(self._unknown_name, seat, text):
                why = f"{asks_about(name)} Give it again to keep it."
        self._met[seat] = text if why else ""
        return why

    def _unknown_name(self, seat: str, text: str) -> str:
        """The name or title in no list that the rules would take this reply for; empty if they wouldn't."""
        runner = self._runner
        waiting, lexicon = runner.waiting(seat), runner.session.setup.lexicon
        heard = {} if waiting is None else runner.play.judge(waiting.ask, Reply(clean(text))).heard
        name = str(heard.get("word")) if heard.get("rule") == NAME else ""
        return "" if lexicon is None or is_known(name, lexicon.words) else name
