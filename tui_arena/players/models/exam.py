"""The exam of a model: easy questions that it answers before bots that think with it say any of its lines.

Law: the questions and the mark needed depend only on the model and on the numbers below. The questions are drawn
from a pool by the model's digest, so nobody can choose them to suit a model. A guesser that knows only what kind
of answer is wanted passes with a probability below `LUCK`.

A model takes the exam once while the program runs, however many bots think with it. Its answers aren't saved: an
exam takes seconds, but the model that a server has under a name may change.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

from tui_arena.config import ModelEntry
from tui_arena.config.files import file_digest
from tui_arena.core.words import says

QUESTIONS = 6
"""The number of questions in an exam."""
LUCK = Fraction(1, 100)
"""A guesser passes less often than this."""
LEAST = 4
"""Each question has at least so many answers of its kind, among them the right one."""


def most_wrong(questions: int, answers: int = LEAST) -> int:
    """The most wrong answers with which a guesser among so many answers seldom passes; -1 if luck is too easy.

    >>> most_wrong(6), most_wrong(6, answers=2), most_wrong(8, answers=2)
    (1, -1, 0)
    """
    lucky, found = Fraction(0), -1
    for wrong in range(questions):
        lucky += Fraction(comb(questions, wrong) * (answers - 1) ** wrong, answers**questions)
        if lucky >= LUCK:
            break
        found = wrong
    return found


def drawn(pool: Sequence[Any], digest: str) -> list[Any]:
    """The questions that a pool has for a model, by its digest."""
    return Random(f"{digest}/exam").sample(pool, QUESTIONS)


def is_right(line: str, right: Sequence[str], wrong: Sequence[str]) -> bool:
    """True if a line gives one of the right answers, and none of the wrong answers of the same kind.

    >>> is_right("It's Tuesday.", ["Tuesday"], ["Friday"]), is_right("Friday or Tuesday", ["Tuesday"], ["Friday"])
    (True, False)
    """
    return any(says(line, word) for word in right) and not any(says(line, word) for word in wrong)


class Exams:
    """The answers of models in exams, while the program runs."""

    def __init__(self) -> None:
        self._right: dict[str, bool] = {}
        """Whether an answer was right, by a digest of the model and the question."""
        self._sitting: dict[str, Future[None]] = {}
        """The models that answer now. A model answers for one bot, and the other bots wait."""
        self._digests: dict[tuple[Path, int, int], str] = {}
        """The digests of model files, by path, size and time of the last change."""

    async def digest(self, entry: ModelEntry) -> str:
        """The identity of a model: its file's SHA-256, or else its server and name."""
        if entry.gguf is None:
            return f"{entry.base_url or ''} {entry.said_model}"
        try:
            status = entry.gguf.stat()
        except OSError:
            return entry.said_model
        key = (entry.gguf, status.st_size, status.st_mtime_ns)
        if key not in self._digests:
            found = await asyncio.to_thread(file_digest, entry.gguf)
            self._digests[key] = found or entry.said_model
        return self._digests[key]

    async def passes(
        self, model: str, questions: Sequence[str], ask: Callable[[int], Awaitable[bool]], most: int
    ) -> bool:
        """True if a model has at most so many wrong answers.

        `ask` asks the question with this index, and returns whether the answer is right. It is only called for
        questions that the model hasn't answered yet, and not after the result is certain.
        """
        keys = [hashlib.sha256(f"{model}\0{one}".encode()).hexdigest() for one in questions]
        while (result := self._result(keys, most)) is None:
            mine: Future[None] = Future()
            mine.set_running_or_notify_cancel()  # a bot that gives up waiting for it can't cancel it
            other = self._sitting.setdefault(model, mine)
            if other is not mine:
                await asyncio.wrap_future(other)
                continue
            try:
                while self._result(keys, most) is None:
                    number = next(n for n, key in enumerate(keys) if key not in self._right)
                    self._right[keys[number]] = await ask(number)
            finally:
                del self._sitting[model]
                mine.set_result(None)
        return result

    def _result(self, keys: Sequence[str], most: int) -> bool | None:
        """Whether the answers so far pass, whatever the others may be; None if that isn't certain."""
        answers = [self._right[key] for key in keys if key in self._right]
        if answers.count(False) > most:
            return False
        return True if answers.count(True) >= len(keys) - most else None
