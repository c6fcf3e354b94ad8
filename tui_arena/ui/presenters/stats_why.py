"""Why a figure of the stats is what it is: its definition, what it is out of, and how its span is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tui_arena.analysis.ranking.references import printed_of
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.analysis.statistics import Spread
from tui_arena.core.events import Event, Kind
from tui_arena.core.text import one_line
from tui_arena.save.figures import MAIN, REQUEST_SUCCESS
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.replay import Sheet
from tui_arena.ui.presenters.stats import Stats
from tui_arena.ui.presenters.stats_cells import figure_text, name_text
from tui_arena.ui.presenters.stats_columns import FIRST, REASONING, StatColumn
from tui_arena.ui.presenters.stats_lines import Figure, Line, figure, share_of
from tui_arena.ui.presenters.stats_texts import BETTER, digits_of, over_turns, spread_text

DEFINITIONS = {
    "n": "Sessions that came to an end. Those that are still open count as started and in nothing else.",
    "won": "Share of the sessions that were won.",
    "lost": "Share of the sessions that were lost; giving up is losing.",
    "aborted": "Share of the sessions that a seat aborted by replies that could not be used.",
    "useful": "Sessions won or lost, out of all that were started.",
    "request_success": "Replies that could be read, out of all that were asked for; the mean of sessions.",
    "completed": "1 less the share of aborted sessions.",
    "quality": "100 times the mean main score of the sessions that were not aborted.",
    "requests": "Replies that the seat was asked for in a session, being asked again included.",
    "parsed": "Replies of a session that could be read, whatever the rules then made of them.",
    "violated": "Replies of a session that were turned down, for whatever reason.",
    "seconds": "Time that the seat took for its replies in a session.",
    "input_tokens": "Tokens that were sent to the model in a session; nobody else has any.",
    "output_tokens": "Tokens that the model wrote in a session; nobody else has any.",
    "cost_usd": "What the seat's replies cost in a session, in US dollars.",
}
WILSON = (
    "95 % Wilson interval: with so many sessions, the long-run share lies in it in 95 of 100 such "
    "experiments. It stays within 0 and 1 even where everything was won."
)
SPREAD = "± is the sample standard deviation: how much {} differ, not how sure the mean is."
DIFFER = {"sessions": "sessions", "prompts": "prompt variants", "repetitions": "repetitions"}
SLOTS = {
    "n": "won",
    "quality": MAIN,
    "completed": "aborted",
    "useful": "won",
    "request_success": REQUEST_SUCCESS,
}
"""Where the values of a session stand for columns that are made of others."""


def explained(stats: Stats, line: Line, key: str, look: Look) -> Sheet:
    """Where a cell's figure comes from, to the last term but the sessions themselves."""
    column = stats.column(key)
    if column is None or column.words:
        column = next(c for c in stats.columns if c.key == "won")
    figures = figure(line, column.key, stats.over)
    digits = digits_of(figure(one, column.key, stats.over).value for one in stats.lines)
    text = " ".join(filter(None, figure_text(figures, column, 0 if key == "n" else digits, look)))
    name = name_text(line, 80)
    who = f" {look.dot} ".join(filter(None, (name, line.seat, line.variant)))
    parts = [("", who), ("what it is", _definition(stats, column))]
    if printed := printed_of(stats.info, column.key):
        parts.append(("what a paper prints", printed))
    if line.own is None:
        parts += _published(line, column)
    elif line.own.neutral and figures.value is None:
        parts.append(("why there is none", "This seat takes no side: it has sessions and counts alone."))
    else:
        parts += [("out of", _out_of(line.own, column)), *_spans(line.own, column, figures, look)]
        parts += _placed(stats, line, column)
    return Sheet(f"{column.title}: {text}", tuple(parts))


def slot(key: str) -> str:
    """Where the save file holds a column's value of one session."""
    counts = ("requests", "parsed", "violated", "seconds", "input_tokens", "output_tokens", "cost_usd")
    return f"#{key}" if key in counts else SLOTS.get(key, key)


def is_asked(column: StatColumn) -> bool:
    """Whether a figure comes of questions beside the game."""
    return (column.measures or column.group).endswith(REASONING)


def who_was_asked(events: Iterable[Iterable[Event]], look: Look) -> str:
    """Who answered the questions beside the game, in how many of these sessions; empty: nobody."""
    asked: Counter[str] = Counter()
    for session in events:
        asked.update({_prober(event) for event in session if event.type == Kind.PROBE})
    return f" {look.dot} ".join(f"{name} in {n}" for name, n in asked.most_common())


def _prober(event: Event) -> str:
    player = event.get("player")
    if isinstance(player, Mapping):
        player = player.get("name") or player.get("level") or player.get("player")
    return one_line(str(player or "the player itself"), 40)


def _definition(stats: Stats, column: StatColumn) -> str:
    metric = stats.info.metrics.get(column.key)
    text = DEFINITIONS.get(column.key) or (metric.text if metric else "")
    unit = "%" if column.percent else metric.unit if metric else ""
    measures = column.measures or column.group
    facts = [BETTER[column.better], f"Unit: {unit}." if unit not in ("", column.title) else ""]
    facts.append(f"Measures: {measures}." if measures not in ("", FIRST) else "")
    return " ".join(filter(None, [text, *facts]))


def _out_of(row: StatRow, column: StatColumn) -> str:
    ended = "1 session" if row.sessions == 1 else f"{row.sessions} sessions"
    sessions = f"{ended} that ended, {row.started} started"
    share = share_of(row, column.key)
    if share is not None:
        return f"{share.count} of {share.of} sessions; {sessions}"
    found = row.metrics.get(column.key)
    if found is not None and found.metric.kind == "list":
        by_turn = ", ".join(f"{n}: {spread_text(t)} (n {t.n})" for n, t in enumerate(found.turns, 1))
        return f"{over_turns(found.turns).n} turns of {sessions}. Turn by turn: {by_turn or 'none'}."
    shown = figure(Line("", "", "", "", own=row), column.key)
    if shown.n is None:
        return sessions
    which = "the one session" if shown.n == 1 else f"the {shown.n} sessions"
    return f"{which} where it is defined, of {sessions}"


def _spans(row: StatRow, column: StatColumn, shown: Figure, look: Look) -> list[tuple[str, str]]:
    parts = []
    if shown.low is not None:
        parts.append(("the span", WILSON))
    elif shown.std is not None:
        parts.append(("the ±", SPREAD.format(_over(row, column, shown))))
    if column.key in ("n", "completed", "useful"):
        return parts
    line = Line("", "", "", "", own=row)
    texts = []
    for over, spreads in (("sessions", None), ("prompts", row.prompts), ("repetitions", row.repetitions)):
        one = figure(line, column.key) if spreads is None else _figure_of(spreads.get(column.key))
        digits = digits_of([one.value])
        text = " ".join(filter(None, figure_text(one, column, digits, look)))
        number = f" (n {one.n})" if one.n is not None and one.value is not None else ""
        texts.append(f"over {DIFFER[over]} {text}{number}")
    return [*parts, ("mean and span", f" {look.dot} ".join(texts))]


def _over(row: StatRow, column: StatColumn, shown: Figure) -> str:
    for over, spreads in (("prompts", row.prompts), ("repetitions", row.repetitions)):
        one = spreads.get(column.key)
        if one is not None and (one.mean, one.std) == (shown.value, shown.std):
            return DIFFER[over]
    return DIFFER["sessions"]


def _figure_of(one: Spread | None) -> Figure:
    return Figure() if one is None else Figure(one.mean, one.std, n=one.n)


def _placed(stats: Stats, line: Line, column: StatColumn) -> list[tuple[str, str]]:
    found = stats.places(column).get(line.key)
    if found is None:
        return []
    block = " ".join(filter(None, (line.seat, line.variant)))
    return [("place", f"{found.place} of {found.of} among one's own rows of {block}.")]


def _published(line: Line, column: StatColumn) -> list[tuple[str, str]]:
    row = line.published
    if row is None:
        return []
    doubt = row.doubts.get(column.key)
    parts = [("published in", row.source)]
    if row.differs:
        parts.append(("what differs in protocol", "\n".join(row.differs)))
    return [*parts, ("what speaks against it", doubt)] if doubt else parts
