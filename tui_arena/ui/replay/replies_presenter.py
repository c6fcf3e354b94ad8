"""The list of replies: where they come from, its columns and cells, and the page of one reply.

Law: a row has only what `export --format replies` may show of it. The prompt of a reply is shown once its session
is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import FaultKind
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.check import FOLLOWS, Trial, TrialReply
from tui_arena.save.errors import reading
from tui_arena.save.exchange.export import shown_replies
from tui_arena.save.exchange.flat import ANY_FAULT, REPLY_COLUMNS, ReplyFilter, ReplyRow
from tui_arena.save.filters import Filter
from tui_arena.save.queries import SessionQuery
from tui_arena.save.skipping import Skipped, opened
from tui_arena.save.store import Store
from tui_arena.table.transcript import NOTHING
from tui_arena.table.turns import BROKEN, REASONING, Page, Part, message_parts, reply_parts
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import Replay, places
from tui_arena.ui.widgets.rows import Choice
from tui_arena.ui.widgets.tables import Column

SESSIONS = 20
"""The number of sessions that are read at a time."""
PAGE = 100
"""The number of replies read before the list waits for the cursor to reach the last reply."""
SLOW = (None, 5.0, 15.0, 60.0)
"""The choices for the minimum number of seconds that a listed reply took."""
LISTED = 2000
"""The maximum number of a text's characters that are read for a cell."""
ANY = "any "
"""The first word for a part of the filter that leaves nothing out."""
CHIP = 14
"""The maximum length of a model's name in the line of filters, in characters."""
MODEL = "model"
NOT_OVER = "This game isn't over. You'll see the prompt at the end."
FAULTS: Mapping[str, str] = {
    "format": "wrong format",
    "rule": "against the rules",
    "unknown_word": "unknown word",
    "empty": "empty",
    "refusal": "the model refused",
    "cut_off": "cut off",
}
"""Maps each kind of fault to words."""
SHORT: Mapping[str, str] = {"unknown_word": "unknown", "cut_off": "cut off"}

LIST_COLUMNS = (
    Column("game", "game", 8, 6, 16),
    Column("player", "player", 12, 7, 20),
    Column("seat", "seat", 8, 4),
    Column("ask", "ask", 8, 2),
    Column("verdict", "verdict", 9, 1),
    Column("seconds", "time", 6, 3, right=True),
    Column("tokens", "tok", 5, 5, right=True),
    Column("text", "reply", 20, 0, 200),
)


@dataclass(frozen=True, slots=True)
class Source:
    """Where the listed replies come from. Without any value: from all saved sessions with models."""

    player: str | None = None
    """Only replies of this player, as `model:NAME`."""
    session: str | None = None
    """Only replies of this session, of all its players."""
    runs: tuple[str, ...] = ()
    """Only replies of these runs."""
    trial: Trial | None = None
    """The replies of a model's test."""
    title: str = ""
    """The text for the title bar. It says what the replies belong to."""

    @property
    def kind(self) -> str | None:
        """The kind of player whose replies are listed; None: any."""
        return None if self.session is not None else MODEL

    def queries(self, player: str | None) -> list[SessionQuery | str]:
        """Where to read a player's replies, or all replies if `player` is None: queries or a session."""
        if self.trial is not None:
            return []
        if self.session is not None:
            return [self.session]
        named = Filter("", player, include=frozenset({"all"})) if player is not None else None
        whole = SessionQuery(kind=MODEL, filter=named, readable=True, limit=SESSIONS)
        return [replace(whole, run=run) for run in self.runs] or [whole]


@dataclass(frozen=True, slots=True)
class Batch:
    """The replies from one round of reading."""

    rows: Sequence[ReplyRow]
    """Newest first."""
    sessions: int
    more: SessionQuery | None
    """The query to read next; None if everything has been read."""


class Replies:
    """The listed replies, newest first."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.games: Mapping[str, GameInfo] = {}
        self.wanted = ReplyFilter(kind=source.kind, player=source.player)
        self.rows: list[ReplyRow] = []
        self.read = 0
        """The number of sessions read so far."""
        self.left: list[SessionQuery | str] = []
        """The queries and sessions still to be read."""
        self.seats: dict[str, None] = {}
        """The seats found so far, which can be chosen."""
        self.restart()

    def restart(self) -> None:
        """Empty the list, and read everything again."""
        trial = self.source.trial
        self.rows = [row_of(one) for one in trial.replies] if trial is not None else []
        self.read = 0
        self.left = self.source.queries(self.wanted.player)

    def narrow(self, **changes: Any) -> None:
        """Change the filter."""
        self.wanted = replace(self.wanted, **changes)
        self.restart()

    def clear(self) -> None:
        """List every reply of the source again."""
        self.wanted = ReplyFilter(kind=self.source.kind, player=self.source.player)
        self.restart()

    def slower(self) -> None:
        """Switch to the next choice of seconds."""
        self.narrow(slower=SLOW[(SLOW.index(self.wanted.slower) + 1) % len(SLOW)])

    @property
    def filtered(self) -> bool:
        """Whether the filter leaves out any reply of the source."""
        return self.wanted != ReplyFilter(kind=self.source.kind, player=self.source.player)

    @property
    def complete(self) -> bool:
        """Whether the list has all replies that pass the filter."""
        return not self.left

    def take(self, batch: Batch) -> None:
        """Add what was read."""
        self.rows += batch.rows
        self.read += batch.sessions
        self.left = [*([] if batch.more is None else [batch.more]), *self.left[1:]]
        self.seats.update(dict.fromkeys(row["seat"] for row in batch.rows))

    # what is shown

    def texts(self, row: ReplyRow, glyphs: Glyphs) -> dict[str, str]:
        """The texts of one row, by column."""
        info = self.games.get(row["game"])
        seconds, tokens = row["seconds"], row["output_tokens"]
        return {
            "game": info.title if info else row["game"],
            "player": row["player"] or "",
            "seat": row["seat"].replace("_", " "),
            "ask": (row["ask"] or "").replace("_", " "),
            "verdict": verdict(row, glyphs),
            "seconds": glyphs.dash
            if seconds is None
            else f"{seconds:.1f} s"
            if seconds < 100
            else f"{seconds:.0f} s",
            "tokens": glyphs.dash if tokens is None else f"{tokens}",
            "text": said(row, glyphs),
        }

    def about(self, row: ReplyRow, glyphs: Glyphs) -> str:
        """The line about the row under the cursor: who said it, and why it wasn't taken."""
        why = "It broke off, so it wasn't used." if row["dropped"] else row["why"] or ""
        named = row["player"] if self.source.trial is None else None
        return glyphs.dotted((named, row["model"], one_line(why, 300)))

    def chips(self) -> dict[str, tuple[str, bool]]:
        """The filter: by action, a value in words, and whether it leaves out any reply."""
        w = self.wanted
        fault = "any verdict" if w.fault is None else _short(w.fault) if w.fault != ANY_FAULT else "rejected"
        model = "any model" if w.player is None else one_line(w.player.partition(":")[2], CHIP)
        return {
            "model": (model, w.player is not None),
            "seat": ("any seat" if w.seat is None else w.seat.replace("_", " "), w.seat is not None),
            "fault": (fault, w.fault is not None),
            "slow": ("any time" if w.slower is None else f"over {w.slower:g} s", w.slower is not None),
            "dropped": ("only dropped" if w.dropped else "dropped", w.dropped),
            "cut": ("only cut off" if w.cut else "cut off", w.cut),
        }

    def subtitle(self, glyphs: Glyphs) -> str:
        """The number of listed replies, as a text for the title bar."""
        if self.source.trial is not None:
            fit = sum(row["status"] == "played" for row in self.rows)
            return f"{fit} of {len(self.rows)} follow the rules"
        number = (
            counted(len(self.rows), "reply", "replies") if self.complete else f"{len(self.rows)}+ replies"
        )
        return f"{number} {glyphs.dot} {counted(self.read, 'session')} read"


def row_of(one: TrialReply) -> ReplyRow:
    """The row of a trial's reply; its `messages` are the messages, not their hash."""
    game, _, ask = one.form.partition("/")
    fault, _, why = one.said.partition(": ")
    fits = one.said == FOLLOWS
    return dict.fromkeys(REPLY_COLUMNS) | {
        "game": game,
        "seat": one.seat,
        "ask": ask,
        "status": "played" if fits else "rejected",
        "fault": None if fits else fault,
        "why": None if fits else why,
        "text": one.text,
        "raw": one.raw,
        "thinking": one.thinking or None,
        "messages": one.messages,
        "seconds": one.seconds,
        "input_tokens": one.input_tokens,
        "output_tokens": one.output_tokens,
        "dropped": False,
        "void": False,
    }


def verdict(row: ReplyRow, glyphs: Glyphs) -> str:
    """The rules' verdict with its sign, in one or two words. Without a session it is a reply of a test."""
    yes, no = ("+", "x") if glyphs.ascii else ("✓", "✗")
    if row["dropped"]:
        return f"{no} dropped"
    if row["fault"] is not None:
        return f"{no} {_short(row['fault'])}"
    if row["session"] is None:
        return f"{yes} {FOLLOWS}"
    return f"{yes} {'undone' if row['void'] else 'played'}"


def _short(fault: str) -> str:
    return SHORT.get(fault, fault)


def said(row: ReplyRow, glyphs: Glyphs) -> str:
    """The reply on one line, its short lines first; if it has no words, its reasoning in brackets.

    A move such as `guess: crane` is shorter than the explanation before it.
    """
    text = (row["text"] or row["raw"] or "")[:LISTED]
    lines = sorted(filter(None, map(one_line, text.splitlines())), key=len)
    if lines:
        return glyphs.dotted(lines)
    return f"({one_line(row['thinking'][:LISTED])})" if row["thinking"] else NOTHING


def fault_choices() -> list[Choice]:
    """The choices of faults to look at."""
    kinds = [Choice(kind, FAULTS[kind]) for kind in get_args(FaultKind)]
    return [Choice("", "every reply"), Choice(ANY_FAULT, "rejected for any reason"), *kinds]


# in a thread


def read_batch(store: Store, catalogue: Catalogue, wanted: ReplyFilter, query: SessionQuery | str) -> Batch:
    """The replies of the next sessions of a query, or of one session. Raises SaveError, BadFilter.

    Sessions that can't be read are left out.
    """
    if isinstance(query, str):
        info = opened(store, catalogue, query)
        return Batch(shown_replies(*info, wanted)[::-1], 1, None)
    listed = store.sessions(query)
    each = Skipped().each(
        (row.id for row in listed), str, lambda one: shown_replies(*opened(store, catalogue, one), wanted)
    )
    rows = [row for replies in each for row in reversed(replies)]
    more = replace(query, before=listed[-1].rank) if len(listed) == query.limit else None
    return Batch(rows, len(listed), more)


def page_of(store: Store, catalogue: Catalogue, row: ReplyRow) -> Page:
    """The page of one reply: its text, time and tokens, then what was sent. Raises SaveError."""
    title = " · ".join(filter(None, (row["seat"], row["ask"], verdict(row, Glyphs()))))
    if row["session"] is None:
        sent = message_parts(row["messages"] or ())
        return Page(title, (*_parts(row), *_prompt(sent, "as it was sent")))
    session, info = opened(store, catalogue, row["session"])
    with reading(session.id):
        replay = Replay(info, session)
        if not replay.open:
            return Page(title, (*_parts(row), ("", NOT_OVER)))
        replay.go(places([row["seq"]], replay.session.events)[0])
        event = replay.event
        if event is None or event.type != Kind.REPLY:
            why = "" if event is None else str(event.get("why", ""))
            return Page(title, (*_parts(row), ("then it paused", why)))
        came = _parts(row) if row["dropped"] else reply_parts(event)
        return Page(title, (*came, *_prompt(*replay.prompt_of_reply(catalogue))))


def _prompt(sent: Sequence[Part], how: str) -> list[Part]:
    """The messages that were sent; the first one's heading says that they are the prompt."""
    return [(f"the prompt, {how} · {role}" if n == 0 else role, text) for n, (role, text) in enumerate(sent)]


def _parts(row: ReplyRow) -> list[Part]:
    """The facts about the reply that the row contains."""
    if row["dropped"]:
        thought = [(REASONING, row["thinking"])] if row["thinking"] else []
        return [*thought, (BROKEN, row["text"] or NOTHING)]
    tokens = {name: row[name] for name in ("input_tokens", "output_tokens", "cost_usd")}
    known = any(value is not None for value in tokens.values())
    return reply_parts(Event(0, Kind.REPLY, {**row, "usage": tokens if known else None}))
