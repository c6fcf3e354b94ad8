"""Shared by Akinator's tests: tables, answers by keys, and a person who answers by a property table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.ui.playing import called, has_table, hotseat_of, sit, table_of, until
from tui_arena.games.akinator.rules import AkinatorQuestion
from tui_arena.games.akinator.ui.board import GenieBoard
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.questions.meaning import truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Knowledge
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.question_board import AnswerKeys

KEY_OF = {"yes": "y", "no": "n", "sometimes": "p", "unknown": "d"}


def akinator(
    seed: int = 7, *, deck: str | None = "objects", options: dict[str, Any] | None = None, **seats: str
) -> Opening:
    """A table with a person as setter and a bot that asks."""
    cast = {seat: read_player(text) for seat, text in {"setter": "human", **seats}.items()}
    return Opening("akinator", cast, options or {}, None, deck, seed)


def two_people(turns: int, **options: Any) -> Opening:
    options = {"max_turns": turns, **options}
    return akinator(options=options, setter="human:Ben", guesser="human:Ada")


def board(app: ArenaApp) -> GenieBoard:
    return table_of(app).query_one(GenieBoard)


def keys(app: ArenaApp) -> AnswerKeys:
    return board(app).query_one(AnswerKeys)


def told(runner: SessionRunner) -> list[str]:
    return [turn.answer for turn in runner.play.state.turns]


async def begin(pilot: Pilot[None], app: ArenaApp) -> None:
    """The setter confirms that they have an object in mind."""
    await until(pilot, lambda: keys(app).hears)
    await pilot.press("enter")
    await pilot.pause()


async def give(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, *pressed: str) -> None:
    """Give one answer and wait for what comes next."""
    before = len(told(runner))
    await until(pilot, lambda: keys(app).hears)
    await pilot.press(*pressed)
    await until(pilot, lambda: len(told(runner)) > before)

    def ready() -> bool:
        going_on = (
            hotseat_of(runner).current is not None
            or hotseat_of(runner).next is not None
            or runner.failed is not None
        )
        return not has_table(app) or runner.over or going_on

    await until(pilot, ready)
    await pilot.pause()


async def ask(pilot: Pilot[None], app: ArenaApp, question: str) -> None:
    """Put a question into the answer bar at once, and send it; other tests press its keys one by one."""
    table_of(app).bar.field.value = question
    await pilot.press("enter")


async def read_out(
    pilot: Pilot[None], app: ArenaApp, folder: Path, *pairs: tuple[str, str], turns: int | None = None
) -> SessionRunner:
    """A script asks, and a person answers each question by a key; a question with no key is left open."""
    script = folder / "asks.jsonl"
    rows = [{"ask": "question", "text": question} for question, _ in pairs]
    script.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    options = {"max_turns": turns or len(pairs)}
    runner = await sit(pilot, app, akinator(options=options, guesser=f"script:{script}"))
    await begin(pilot, app)
    for _, key in pairs:
        if key:
            await give(pilot, app, runner, key)
    return runner


async def dialogue(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, *pairs: tuple[str, str]) -> None:
    """Ada asks, and Ben answers each question by a key."""
    for question, key in pairs:
        await called(pilot, app, runner, "Ada")
        await ask(pilot, app, question)
        await called(pilot, app, runner, "Ben")
        await give(pilot, app, runner, key)


@dataclass(frozen=True)
class Answers:
    """A person who answers for a thing of this name with a table's answers for another thing."""

    knowledge: Knowledge
    like: str
    name: str

    async def give_all(self, pilot: Pilot[None], app: ArenaApp, runner: SessionRunner) -> None:
        """Play to the end."""
        await begin(pilot, app)
        while not runner.over:
            await until(pilot, lambda: keys(app).hears)
            await give(pilot, app, runner, self._key(runner.play.state.open))

    def _key(self, asked: AkinatorQuestion) -> str:
        if asked.guess is not None:
            return "y" if asked.guess.casefold().endswith(self.name) else "n"
        meaning = understand(asked.text, self.knowledge)
        number = self.knowledge.numbers[self.like]
        return KEY_OF[truth(meaning, self.knowledge, number)] if meaning is not None else "d"
