"""The questions of an audit in rows: what was said then, what is said now, and where that clashes.

Law: it draws what was asked and what came of it, and asks nobody. A question that was put twice in play
is one question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.content import Content

from tui_arena.analysis.audit import Asked, Audited, summary
from tui_arena.core.text import fold
from tui_arena.ui.look import Look, say

FAINT = "$foreground-muted"


@dataclass(frozen=True, slots=True)
class AuditSheet:
    """An audit as far as it has come."""

    asked: Sequence[Asked]
    found: Mapping[int, Audited]
    """By the event of the question."""
    look: Look

    def lines(self, width: int) -> list[Content]:
        """The heading, and a row a question."""
        answers = self._answers()
        rows = [
            self._row(n, asked, width, clash=len(answers[fold(asked.question)]) > 1)
            for n, asked in enumerate(self.asked, 1)
        ]
        return [self._heading(width), *rows] if rows else []

    def told(self) -> str:
        """What it comes to, in a sentence without its full stop."""
        all_of = summary(list(self.found.values()))
        same = all_of["agreement"]
        agreed = "" if same is None else f" {self.look.dot} {same:.0%} as in play".replace("%", " %")
        n = sum(len(told) > 1 for told in self._answers().values())
        by = f" {self._sign}" if n else ""
        told = (
            f"{len(self.found)} of {len(self.asked)} questions {self.look.dot} {n} contradicted{by}{agreed}"
        )
        unread = all_of["unreadable"]
        return told + (f" {self.look.dot} {unread} could not be read" if unread else "")

    @property
    def _sign(self) -> str:
        """What stands before a question that got more than one answer."""
        return "!" if self.look.ascii else "≠"

    def _columns(self, width: int) -> tuple[int, int, int]:
        """Cells of the question, of what was said then, and of what is said now."""
        now = min(max((len(self._now(a)) for a in self.found.values()), default=5) + 1, 30)
        then = max((len(a.given or "") for a in self.asked), default=4) + 2
        return max(width - now - then - 6, 12), then, now

    def _heading(self, width: int) -> Content:
        question, then, _ = self._columns(width)
        return say(f"{'':6}{'question':<{question}}{'then':<{then}}now", FAINT)

    def _now(self, audited: Audited) -> str:
        counts = audited.counts
        one = len(audited.answers) == 1
        told = [word if one else f"{word} {n}" for word, n in counts.items()]
        unread = sum(answer is None for answer in audited.answers)
        return ", ".join([*told, *([f"unread {unread}"] if unread else [])])

    def _answers(self) -> dict[str, set[str]]:
        """By question every answer that it got, in play or now; asked twice in play it is one."""
        found: dict[str, set[str]] = {}
        for asked in self.asked:
            audited = self.found.get(asked.seq)
            told = {asked.given} if asked.given else set()
            found.setdefault(fold(asked.question), set()).update(told, audited.counts if audited else ())
        return found

    def _row(self, n: int, asked: Asked, width: int, *, clash: bool) -> Content:
        question, then, _ = self._columns(width)
        audited = self.found.get(asked.seq)
        sign = self._sign if clash else " "
        text = self.look.fit(asked.question, question - 2)
        return Content.assemble(
            (f"{n:>3} ", FAINT),
            (f"{sign} ", "bold $error"),
            (f"{text:<{question}}", "bold" if clash else ""),
            (f"{asked.given or self.look.dash:<{then}}", ""),
            (self._now(audited) if audited else "", "bold $error" if clash else ""),
        )
