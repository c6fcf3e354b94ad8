"""A table as numbered lines: for screen readers, terminals without a cursor, and anything that reads lines.

The table uses the same runner as the app. Facts for everybody are printed as they happen. Facts for one
person alone are printed when that person is asked, and with several people they are moved out of sight
afterwards.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping

from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, Ask, Fault, Line, View
from tui_arena.core.text import one_line
from tui_arena.players.seating import unmasked
from tui_arena.table.labels import Objections, call_of, ending_of, labelled_facts, refusal_of, said, ways_of
from tui_arena.table.notes import COMMENT
from tui_arena.table.runner import SessionRunner

Say = Callable[[str], None]
Ear = Callable[[str, bool], Awaitable[str]]
"""Asks for a line; the flag says whether the line is a secret. Raises EOFError at the end of the input."""

AWAY = 40
"""The number of blank lines that hide one person's text from the next person."""
AGAIN = "Type it again to ask anyway."
"""What a person can do about an objection."""
MARKED = {"X": "in place", "x": "elsewhere"}
HELP = "Commands: /hint, /undo, /facts, /give up, /quit. Everything is saved as you play."


class Quit(Exception):
    """A person wants to leave the table."""


def _parts(facts: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Each part of each fact, with its label: a seat may be told fewer parts of a public fact."""
    return {(label, part) for label, value in facts for part in value.split("; ")}


class PlainTable:
    """One session, read aloud."""

    def __init__(self, runner: SessionRunner, say: Say, ear: Ear) -> None:
        self._runner, self._say, self._ear = runner, say, ear
        self._objections = Objections(runner)
        self._number = 0
        self._heard = 0
        """The number of lines of the table's talk that were printed."""
        self._noted = 0
        self._news = asyncio.Event()
        self._last = ""
        """The seat of the person who was asked last."""
        runner.listeners.append(self._news.set)

    async def play(self) -> None:
        """Read the game aloud and ask its people, until it is over or left. Raises Quit and EOFError."""
        runner, info = self._runner, self._runner.info
        self._say(f"{info.title}: {info.tagline}.")
        self._say("At the table: " + ", ".join(f"{name} ({seat})" for seat, name in self._people()) + ".")
        self._say(HELP)
        task = asyncio.create_task(runner.run())
        try:
            while not (runner.over or runner.left or runner.failed):
                self._news.clear()
                self._tell()
                seat = next(iter(runner.asked), None)
                if seat is not None:
                    await self._ask(seat)
                else:
                    await self._news.wait()
            self._tell()
            self._end()
        finally:
            runner.stop()
            await task

    @property
    def _names(self) -> Mapping[str, str]:
        """Returns the players' names by seat. All people share this screen."""
        return self._runner.names_for(self._runner.people)

    def _people(self) -> list[tuple[str, str]]:
        return [(seat.replace("_", " "), name) for seat, name in self._names.items()]

    def _tell(self) -> None:
        """Print what everybody has heard since the last time."""
        runner = self._runner
        talk = runner.views[TABLE].talk
        self._heard = min(self._heard, len(talk))  # lines were taken back
        for n, line in enumerate(talk[self._heard :], self._heard):
            if not (line.seat == TABLE and n and talk[n - 1].marks):
                self._line(_aloud(line, self._names))
        self._heard = len(talk)
        notes = [note for note in runner.notes if note.seat == TABLE and note.kind != COMMENT]
        for note in notes[self._noted :]:
            self._line(note.text)
        self._noted = len(notes)

    def _line(self, text: str) -> None:
        self._number += 1
        self._say(f"{self._number}. {text}")

    async def _ask(self, seat: str) -> None:
        """Ask the person in a seat until the rules take the answer, or until something else has happened."""
        runner, name = self._runner, self._names[seat]
        waiting = runner.waiting(seat)
        if waiting is None:
            return
        alone = len({self._names[one] for one in runner.people}) == 1
        if not alone and self._last not in ("", name):
            await self._ear(f"{name}, it's your turn. Press Enter when you're here. ", False)
        self._last = name
        view = runner.views[seat]
        private = self._facts(view)
        whose = "" if alone else f"{name}: "
        self._say(f"{whose}{call_of(runner.info, waiting.ask)}.")
        fault: Fault | None = waiting.fault
        if fault is not None:
            self._say(one_line(refusal_of(runner.info, waiting.ask, fault), 300))
        text = await self._answer(seat, waiting.ask, view, secret=not alone and waiting.ask.sealed)
        if text is not None:
            why = await self._objections.to(seat, text, AGAIN)
            refused = await runner.answer(seat, text) if not why else None
            if why:
                self._say(why)
            elif refused is not None:
                self._say(one_line(refusal_of(runner.info, waiting.ask, refused), 300))
            elif private and not alone:
                self._say("\n" * AWAY)
        await asyncio.sleep(0)

    def _facts(self, view: View) -> bool:
        """Print the state of the game for a seat. Returns whether any of it is that seat's secret."""
        labels = self._runner.info.facts
        told = labelled_facts(labels, view, (), self._names)
        public = labelled_facts(labels, self._runner.views[TABLE], (), self._names)
        if told:
            self._say("; ".join(f"{label}: {value}" for label, value in told) + ".")
        return not _parts(told) <= _parts(public)

    async def _answer(self, seat: str, ask: Ask, view: View, *, secret: bool) -> str | None:
        """Returns a person's answer; None after a command. Raises Quit."""
        ways = ways_of(self._runner.info, ask, view)
        number = 0
        if len(ways) > 1:
            for n, way in enumerate(ways, 1):
                self._say(f"  {n}. {way.label}")
            picked = await self._heard_line(seat, f"1 to {len(ways)}: ", secret=False)
            if picked is None:
                return None
            labels = [way.label.casefold() for way in ways]
            if picked.casefold() in labels:
                number = labels.index(picked.casefold())
            elif picked.isdecimal() and 1 <= int(picked) <= len(ways):
                number = int(picked) - 1
            else:
                self._say(f"Type a number from 1 to {len(ways)}.")
                return None
        values: dict[str, str] = {}
        for one in ways[number].fields:
            told = f" ({', '.join(one.choices)})" if one.choices else ""
            label = "your answer" if one.name == "text" else one.name
            typed = await self._heard_line(seat, f"{label}{told}: ", secret=secret)
            if typed is None:
                return None
            values[one.name] = typed
        return ways[number].written(values)

    async def _heard_line(self, seat: str, prompt: str, *, secret: bool) -> str | None:
        """Returns a line of the input; None if it was a command, which is done."""
        typed = (await self._ear(prompt, secret)).strip()
        if not typed.startswith("/"):
            return typed
        await self._command(seat, typed[1:].strip().casefold())
        return None

    async def _command(self, seat: str, command: str) -> None:
        runner = self._runner
        if command == "quit":
            raise Quit
        if command == "hint":
            self._say(await runner.hint(seat) or "There's no hint for this turn.")
        elif command == "undo" and runner.can_undo(seat):
            await runner.undo(seat)
        elif command in ("give up", "giveup") and runner.can_resign(seat):
            await runner.resign(seat)
        elif command == "facts":
            self._facts(runner.views[seat])
        else:
            self._say(HELP)

    def _end(self) -> None:
        runner = self._runner
        if runner.failed:
            self._say(f"{self._names[runner.failed[0]]} couldn't answer: {runner.failed[1]}")
            return
        winners, named = ending_of(runner.play, runner.outcome.winners, self._names)
        told = f"{winners} won." if winners else "Nobody won."
        self._say(f"That's it! {told}{f' It was {named}.' if named else ''}")
        if masks := unmasked(runner.session.setup, runner.cast):
            self._say(masks)


def _aloud(line: Line, names: Mapping[str, str]) -> str:
    """Returns a line of the talk as it is read aloud. A word's marks are read letter by letter."""
    who = "" if line.seat == TABLE else f"{speaker(names, line.seat, line.seq)}: "
    text, word = said(line)
    if line.marks:
        marks = ", ".join(
            f"{c.upper()} {MARKED.get(m, 'not in the word')}" for c, m in zip(word, line.marks, strict=False)
        )
        text = ". ".join(filter(None, (f"{word.upper()}: {marks}", text)))
    return f"{who}{text}{f' ({line.fault})' if line.fault else ''}"
