"""The host's words for each ask of a game, and the base classes of uis that use these words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tui_arena.core.game import Ask, Belief, Fault, Line, View
from tui_arena.core.language.sentences import listed, who_does
from tui_arena.table.notes import Note
from tui_arena.ui.game_ui import BEST, GameUI, TalkLine
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines

CALLED_OUT = "That's no answer."
"""A call in a player's words."""


@dataclass(frozen=True, slots=True)
class AskWords:
    """The host's words for one ask."""

    does: tuple[str, str]
    """The verb for the player of the ask: its form after `you`, and its form after a name."""
    task: str
    """The task that the curtain announces."""
    label: str
    """The name of the answer in the answer bar."""
    missing: str = ""
    """The message if nothing was typed; if empty, the host asks for one of the choices."""
    again: str = ""
    """The message after an unreadable reply; if empty, the reason that the rules give is shown."""


class HostUI(GameUI):
    """A ui whose host has words for each ask of its game."""

    host: HostLines
    counted: ClassVar[Collection[str]] = ()
    """The asks for which the status shows the turn."""
    turns: ClassVar[str]
    """The name of the fact with the maximum number of turns."""

    @cached_property
    def words(self) -> Mapping[str, AskWords]:
        """Maps the name of each ask to its words: the table `asks` of the game's `host.toml`."""
        asks = self.host.asks.items()
        return {name: AskWords(**{**words, "does": tuple(words["does"])}) for name, words in asks}

    def in_the_open(self, ask: Ask, view: View, others: Collection[str]) -> bool:
        return not ask.sealed

    def does_now(self, ask: Ask, names: Mapping[str, str]) -> str:
        """The asked player and the verb for what they do."""
        return who_does(ask, names, {ask.name: self.words[ask.name].does})

    def status(self, view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
        if ask is None:
            return ""
        does, facts = self.does_now(ask, names), view.facts
        return f"{does} · {facts['turn']} of {facts[self.turns]}" if ask.name in self.counted else does

    def task(self, ask: Ask) -> str:
        return self.words[ask.name].task

    def label(self, ask: Ask) -> str:
        return self.words[ask.name].label

    def missing(self, ask: Ask) -> str:
        return self.words[ask.name].missing or f"Say {listed(ask.choices, 'or')} first."

    def refusal(self, ask: Ask, fault: Fault) -> str:
        unread = fault.kind in ("format", "empty")
        return (self.words[ask.name].again if unread else "") or fault.told


class BoardHostUI(HostUI):
    """A host at a board that shows the talk itself, so that the panel shows only hints and notes."""

    wide = True

    def transcript(
        self, view: View, notes: Sequence[Note], names: Mapping[str, str], glyphs: Glyphs
    ) -> list[TalkLine]:
        """The talk next to the board: hints until somebody speaks again, and no refusals."""
        said = len(view.talk)
        kept = [note for note in notes if not note.why and (note.kind != "hint" or note.after == said)]
        return super().transcript(view, kept, names, glyphs)

    def _talk(self, line: Line, names: Mapping[str, str], glyphs: Glyphs) -> list[TalkLine]:
        return []

    def _note(self, note: Note, names: Mapping[str, str]) -> TalkLine:
        return TalkLine("", say(note.text, "italic" if note.kind == "hint" else ""), quiet=True, wide=True)

    def shown_best(self, belief: Belief, view: View) -> str:
        return "it might be: " + ", ".join(name for name, _ in belief.best[:BEST])

    def happened(self, view: View) -> tuple[int, int, Collection[str]]:
        return view.facts["turn"], view.facts["turns_left"], self.events(view)

    def events(self, view: View) -> set[str]:
        """The guide's words for the events that have just happened."""
        raise NotImplementedError


def aside(lines: Iterable[str]) -> list[TalkLine]:
    """Lines of the host in the talk, over its whole width."""
    return [TalkLine("", say(line), quiet=True, wide=True) for line in lines]


def was_refused(view: View) -> set[str]:
    """The guide's word `refused` if the last reply was refused, otherwise nothing."""
    return {"refused"} if view.talk and view.talk[-1].fault else set()


def quoted(text: str) -> str:
    """A sentence of the rules, with quotation marks in place of backticks.

    >>> quoted("`cat` is blocked")
    '“cat” is blocked'
    """
    return re.sub(r"`([^`]*)`", r"“\1”", text)


def stands(calls: Iterable[Mapping[str, Any]]) -> str:
    """A remark on an answer that was called out but still counts; else empty. `calls`: a view's calls."""
    return "" if all(call["upheld"] for call in calls) else "Called out, but it still counts."
