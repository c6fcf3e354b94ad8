"""A person asked in the terminal, without the app, what they take for likely.

Law: questions go to stderr, as the result alone goes to stdout. What a seat knew at a round is shown and
nothing more.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tui_arena.cli.arena import tell
from tui_arena.core.believing import BELIEF, LEVELS, read_belief
from tui_arena.core.game import Ask, Fault, PlayerFailed, Progress, Reply, View
from tui_arena.core.ranked import SORTING
from tui_arena.core.text import one_line

_LIST = "What is likeliest? The best first, one a line or with commas between; an empty line ends the list."
_BELIEF = "How far is the statement believed? " + ", ".join(
    f"{number} {level}" for number, level in enumerate(LEVELS, 1)
)
_NUMBER = re.compile(r"^\d+[.):]\s*")
_YES_NO = {"y": "yes", "yes": "yes", "n": "no", "no": "no"}


class TerminalPlayer:
    """Shows what a seat knew, and reads an answer from stdin."""

    def __init__(self, about: str, gone: Callable[[], None]) -> None:
        """`about`: what is looked at, such as game and session; `gone` is called when nobody answers any more."""
        self._about = about
        self._gone = gone

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        """What was typed. Raises PlayerFailed at the end of stdin and on Ctrl-C."""
        number = ask.key.rpartition(":")[2]
        tell("")
        tell(f"-- {self._about}, {ask.seat}, round {number}")
        for line in view.talk:
            if line.fault is None:
                tell(f"{line.seat}: {one_line(line.text, 500)}")
        if ask.name == SORTING:
            return Reply(
                "\n".join(self._sorted(str(view.facts["items"]), str(view.facts["sorted_question"])))
            )
        return Reply(self._believed() if ask.name == BELIEF else "\n".join(self._listed()))

    def _listed(self) -> Iterator[str]:
        tell(_LIST)
        number = 0
        while line := self._line():
            for item in line.split(","):
                name = _NUMBER.sub("", item.strip())
                if name:
                    number += 1
                    yield f"{number}. {name}"

    def _believed(self) -> str:
        while True:
            tell(_BELIEF)
            line = self._line()
            if line in ("1", "2", "3", "4", "5"):
                return LEVELS[int(line) - 1]
            if not line or read_belief(line):
                return line

    def _sorted(self, items: str, question: str) -> Iterator[str]:
        tell(f"{one_line(question, 500)}  What would the answer be for each of these, y or n?")
        for item in items.splitlines():
            tell(one_line(item, 200))
            yield f"{item.partition('.')[0]}. {_YES_NO.get(self._line().casefold(), '')}"

    def _line(self) -> str:
        sys.stderr.write("> ")
        sys.stderr.flush()
        try:
            with _interruptible():
                line = sys.stdin.readline()
        except KeyboardInterrupt:
            tell("")  # the line that stands open on a terminal
            line = ""
        if not line:
            self._gone()
            raise PlayerFailed("nobody answers any more")
        return line.strip()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end a wait for stdin: the loop's own handler would wait for the line."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
