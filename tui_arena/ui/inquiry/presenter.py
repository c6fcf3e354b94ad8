"""The texts, panels and tables of the retrospective screen, made from subjects and new answers.

Law: with `secret=False`, a panel or a row shows neither the secret nor a figure that reveals it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import LEVELS
from tui_arena.data import Metric
from tui_arena.inquiry.retrospective import Analysed
from tui_arena.inquiry.subjects import Subject
from tui_arena.stats.statistics import Figure, spread
from tui_arena.stats.written import SCREEN
from tui_arena.table.probes import ProbeRound, ProbeView, belief_round, list_round, panel_of
from tui_arena.table.turns import Page
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.tables import Column

INTRO = {
    "belief": "Pick somebody to ask about this game. Round by round, they get what the {seat} knew "
    "then and say how far they believe the story. You see how close they came to the truth, "
    "and when.",
    "candidates": "Pick somebody to ask about this game. Round by round, they get what the {seat} knew "
    "then and name what's likeliest. You see when the secret came up, and how high.",
}
"""Maps each kind of probe to the text shown while there are no answers."""


def due_in_words(subjects: Sequence[Subject], *, sorter: bool) -> str:
    """A sentence on how many rounds have stored answers and how many questions are left."""
    total = sum(one.total for one in subjects)
    asks = sum(one.to_ask for one in subjects)
    sorts = sum(len(one.plans[sorter].sorted) for one in subjects)
    where = f" of {len(subjects)} sessions" if len(subjects) > 1 else ""
    if not total:
        return "There are no rounds here to ask about."
    if not asks and not sorts:
        return (
            f"All {total} rounds{where} are answered."
            if total > 1
            else "That was the only round, and it's answered."
        )
    parts = [f"{asks} left to ask"] if asks else []
    if sorts:
        parts.append(f"{sorts} left to sort")
    are = "is" if total - asks == 1 else "are"
    return f"{total - asks} of {total} rounds{where} {are} answered; {', '.join(parts)}."


@dataclass(slots=True)
class Course:
    """The answers of one session by round: the stored answers, and new answers as they arrive."""

    subject: Subject
    rounds: dict[int, ProbeRound] = field(default_factory=dict)
    """Maps the number of each round with a readable answer to the round."""
    at: int = 0
    """The round of the last answer, even if the answer was unreadable; 0 before the first answer."""
    done: int = 0
    """How many rounds have been asked about this time."""
    heard: set[int] = field(default_factory=set)
    """The rounds that were asked about this time and got a readable answer."""

    def __post_init__(self) -> None:
        for one in self.subject.rounds:
            self.at = one.number
            if one.items or one.level is not None:
                self.rounds[one.number] = one

    @property
    def progress(self) -> str:
        """The number of answered rounds and of all rounds, such as `3/8`."""
        total = self.subject.total
        return f"{total - max(self.subject.to_ask - self.done, 0)}/{total}"

    def hear(self, number: int, items: Sequence[str]) -> None:
        """Add the list or the level of a round; `items` is empty if the answer was unreadable."""
        self.at = number
        if items:
            self.heard.add(number)
            made = belief_round if self.subject.believes else list_round
            self.rounds[number] = made(self.subject.play, number, number, items)

    def panel(self, *, secret: bool) -> ProbeView:
        """The panel of the last round and the course so far. `secret`: whether the secret may be shown."""
        rounds, here = [self.rounds[n] for n in sorted(self.rounds)], self.rounds.get(self.at)
        levels = {one.number: one.level for one in rounds if one.level is not None}
        if levels:
            return ProbeView(self.at, levels=levels, goal=rounds[0].goal if secret else None)
        ranks = {one.number: one.rank for one in rounds} if secret else None
        if here is None:
            return ProbeView(self.at, ranks=ranks, note="couldn't read it" if self.at else "")
        bare = replace(here, question="", answer="", out=frozenset(), parted="")
        return replace(panel_of([bare], here.seq, secret=secret), ranks=ranks)

    def lines(self, glyphs: Glyphs) -> list[tuple[int, str, tuple[str, ...]]]:
        """For each round: its number, the secret's rank (or the distance to the truth), and the answer."""
        lines = []
        for number, one in sorted(self.rounds.items()):
            how, items = glyphs.dot if one.rank is None else str(one.rank), one.items
            if one.level is not None:
                how = "" if one.goal is None else str(abs(one.level - one.goal))
                items = (LEVELS[one.level - 1],)
            lines.append((number, how, items))
        return lines


def stored_panel(subject: Subject, number: int, *, secret: bool) -> ProbeView:
    """The panel of a round's stored list or belief, with the course over all rounds."""
    rounds = subject.rounds
    here = next((one for one in rounds if one.number == number), rounds[-1])
    panel, whole = (panel_of(rounds, seq, secret=secret) for seq in (here.seq, rounds[-1].seq))
    return replace(panel, ranks=whole.ranks, levels=whole.levels)


def figure_text(value: Any, glyphs: Glyphs) -> str:
    """A figure in a few characters; a dash for None."""
    if value is None:
        return glyphs.dash
    if isinstance(value, float):
        return SCREEN.number(value)
    return str(value)


def meaning(metric: Metric) -> str:
    """The meaning of a figure, and whether higher or lower is better."""
    better = {"high": " Higher is better.", "low": " Lower is better."}.get(metric.better, "")
    return f"{metric.text}{better}"


def terms(subject: Subject, metric: Metric, glyphs: Glyphs) -> Page:
    """A page that explains a figure of a session, term by term."""
    value = subject.figures.get(metric.name)
    unit = f" {metric.unit}" if metric.unit and value is not None else ""
    how = "\n".join(subject.info.explain(subject.play, metric.name))
    parts = ("what it is", meaning(metric)), ("what it measures", metric.measures), ("round by round", how)
    return Page(f"{metric.label}: {figure_text(value, glyphs)}{unit}", parts)


FIGURE_COLUMNS = (
    Column("label", "figure", 17, 0),
    Column("value", "", 6, 1),
    Column("text", "what it means", 20, 2, 124),
)
"""The columns of a table of one session's figures."""


def figure_texts(metric: Metric, value: Any, glyphs: Glyphs) -> dict[str, str]:
    """The texts in the row of one figure, by column."""
    return {"label": metric.label, "value": figure_text(value, glyphs), "text": meaning(metric)}


# several sessions


def session_columns(subjects: Sequence[Subject]) -> list[Column]:
    """Columns for the session, its player, its rounds, and every figure that any of the sessions has."""
    columns = [
        Column("session", "session", 12, 0, 36),
        Column("player", "player", 10, 3, 20),
        Column("rounds", "rounds", 7, 1),
    ]
    found: dict[str, Metric] = {}
    for one in subjects:
        found |= {metric.name: metric for metric, _ in one.shown()}
    for n, metric in enumerate(found.values()):
        columns.append(Column(metric.name, metric.label, max(len(metric.label), 6), 4 + n))
    return columns


def session_texts(
    one: Subject, course: Course | None, glyphs: Glyphs, *, secret: bool, titled: bool
) -> dict[str, str]:
    """The texts in the row of one session, by column.

    `secret`: whether the secret and the figures may be shown. `titled`: whether to name the game.
    """
    name = one.statement or (one.secret if secret else "") or one.id[-8:]
    texts = {
        "session": f"{one.info.title} {glyphs.dot} {name}" if titled else name,
        "player": one.player,
        "rounds": (course or Course(one)).progress,
    }
    return texts | {m.name: figure_text(v, glyphs) if secret else glyphs.dash for m, v in one.shown()}


def means(subjects: Sequence[Subject]) -> dict[str, Mapping[str, Figure]]:
    """Maps the titles of games with two or more of these sessions to the mean of each figure."""
    out: dict[str, Mapping[str, Figure]] = {}
    for info in {one.info.id: one.info for one in subjects}.values():
        own = [{m.name: v for m, v in one.shown()} for one in subjects if one.info.id == info.id]
        if len(own) < 2:
            continue
        values = {name: [f[name] for f in own if f.get(name) is not None] for name in own[0]}
        if row := {name: spread(each) for name, each in values.items() if each}:
            out[info.title] = row
    return out


def mean_texts(title: str, row: Mapping[str, Figure], glyphs: Glyphs) -> dict[str, str]:
    """The texts in a row of means, by column."""
    means = {
        name: figure_text(float(one.value), glyphs) for name, one in row.items() if one.value is not None
    }
    return {"session": f"mean {glyphs.dot} {title}", **means}


SKIPPED = "skipped"


def remarks(analysed: Analysed) -> list[str]:
    """Remarks on a retrospective: refusals, the reason why it stopped, failures and skipped sessions."""
    failed = [why.rpartition(": ")[2] for one in analysed.sessions for why in one.failed]
    unreadable = sum(one.unreadable for one in analysed.sessions)
    out = list(analysed.refused)
    if analysed.stopped == "budget":
        out.append("The budget is used up. The answers so far are saved; raise the budget to carry on.")
    skipped = failed.count(SKIPPED)
    real = [why for one in analysed.sessions for why in one.failed if not why.endswith(f": {SKIPPED}")]
    if real:
        more = f" ({len(real)} questions weren't answered.)" if len(real) > 1 else ""
        out.append(f"{real[0]}{more}")
    if unreadable:
        out.append(f"{counted(unreadable, 'answer')} couldn't be read.")
    if skipped:
        out.append(f"{skipped} {'rounds were' if skipped > 1 else 'round was'} skipped.")
    return out
