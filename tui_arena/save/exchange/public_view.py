"""The parts of a session that may be exported: the table's view of the session, and a version without names.

Law: an unfinished session shows only the values that everybody at the table may know. A value that isn't
known to be harmless is left out. The seed is hidden like the secret, because the deck and the seed together
give the secret away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import takewhile
from typing import Any

from tui_arena.core.blind import is_blind
from tui_arena.core.game import TABLE
from tui_arena.core.record import Play, Step
from tui_arena.core.text import split_reasoning

VIEW = "view"
"""The top-level key of an export that isn't a whole session; `table`: it has only the table's view."""

_SETUP_SHOWN = (
    "preset",
    "options",
    "deck",
    "words",
    "matching",
    "repetition",
    "run",
    "study",
    "party",
    "daily",
    "blind",
    "unsigned",
)
_REPLY_SHOWN = (
    "seq type seat ask text status fault why at finish seconds first_token_seconds first_word_seconds "
    "usage copied from_thinking".split()
)
_SHOWN: Mapping[str, tuple[str, ...]] = {
    "undone": ("to",),
    "redone": (),
    "adjudicated": ("of", "question", "verdict", "by"),
    "amended": ("of",),
    "resigned": ("seat",),
    "ended": ("outcome",),
    "recast": ("seat", "to"),
    "paused": ("seat", "why"),
    "resumed": ("seat",),
    "rated": ("seat", "liked", "satisfied", "often"),
    "voted": ("seat", "of"),
    "branched": ("from",),
    "peeked": ("by",),
    "hint": ("seat",),
    "probe": ("seat", "kind", "round"),
    "defaulted": ("seat", "ask"),
}
"""Maps each type of event, except replies, to the values that the table may know. Drafts and unknown events
are left out: a draft belongs to its seat, and an unknown event may contain anything."""


_BETS: Mapping[str, tuple[str, ...]] = {"verdict": ("by", "from", "seat", "machine"), "revealed": ()}
"""The same for bets, which nobody may know before the end; an export without names has them."""


def table_view(document: Mapping[str, Any], play: Play[Any]) -> dict[str, Any]:
    """The document of an unfinished session as the table knows it.

    These parts are left out:

    - the secret, the seed, the texts of sealed replies, and the parts of private replies that the table
      didn't hear
    - drafts, hints, reasoning, sent messages, metrics and all unknown keys
    """
    steps = {step.seq: step for step in play.steps}
    rows = [row for row in document["events"] if row["type"] in (*_SHOWN, "reply")]
    shown = _only(document, _TOP_SHOWN)
    shown["setup"] = _only(document["setup"], _SETUP_SHOWN)
    shown["seats"] = {seat: _only(spec, _SEAT_SHOWN) for seat, spec in document["seats"].items()}
    shown["events"] = [_row_shown(row, steps.get(row["seq"]), play) for row in rows]
    return {**shown, VIEW: "table"}


_TOP_SHOWN = ("format", "version", "id", "game", "rules", "started", "made", "counts")
_SEAT_SHOWN = ("player", "name", "level", "mind", "model", "sampling", "prompt", "prompt_digest")


def heard(step: Step[Any], play: Play[Any]) -> str:
    """The text that the table heard of a reply before the end.

    For a private reply, it is the part that the table's view shows. A reply that is both sealed and private
    may be known in part, such as a statement whose truth is sealed.
    """
    if step.ask.sealed and not step.ask.private:
        return ""
    if not step.ask.private:
        return split_reasoning(str(step.event["text"])).body
    return came_out(step, play, step.ask.seat, refused=step.fault is not None)


def tells_why(step: Step[Any], heard_text: str) -> bool:
    """True if the table may read why a reply was refused; a reason may quote words that nobody else heard.

    `heard_text`: the text that the table heard of the reply.
    """
    return not step.ask.sealed and (bool(heard_text) or not step.ask.private)


def heard_instead(step: Step[Any], play: Play[Any]) -> str:
    """The text that the table heard instead of a refused reply; empty if nothing replaced the reply."""
    return came_out(step, play, step.ask.seat) if step.fault is not None else ""


def came_out(step: Step[Any], play: Play[Any], seat: str, *, refused: bool = False) -> str:
    """The text that the table hears from a seat because of a reply.

    The reply may be the seat's own, or the reply of another seat that opens a sealed text.
    """

    def lines(state: Any) -> list[str]:
        talk = play.game.view(state, TABLE).talk
        return [line.text for line in talk if line.seat == seat and bool(line.fault) == refused]

    old, new = lines(step.before), lines(step.after)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    return "\n".join(new[same:])


def answers(step: Step[Any], play: Play[Any]) -> list[str]:
    """The rules' answer to a reply: the new lines from the table."""
    return came_out(step, play, TABLE).splitlines()


def _row_shown(row: Mapping[str, Any], step: Step[Any] | None, play: Play[Any]) -> dict[str, Any]:
    """An event's row with only the values that the table may know."""
    if step is None:
        shown = _only(row, ("seq", "type", "at", *_SHOWN.get(row["type"], ())))
        return shown | {"to": _only(row["to"], _SEAT_SHOWN)} if row["type"] == "recast" else shown
    shown = _only(row, _REPLY_SHOWN) | {"status": step.status}
    if is_blind(play.setup, over=False):
        shown.pop("finish", None)
    if step.fault is not None:
        shown["fault"] = step.fault.kind
    told = heard(step, play)
    if not tells_why(step, told):
        shown.pop("why", None)
    return {**shown, "text": told} | ({"sealed": True} if step.ask.sealed else {})


def _only(values: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {k: v for k, v in values.items() if k in names}


class Anonymous:
    """Removes names, times, ids and personas from the documents of one export.

    Players are called `P1`, `P2` and so on, in the order in which they first appear. A player has the same
    name in every session of the export. Unknown keys are removed, too, because they may contain anything.
    """

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}

    def document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """A session's document without the values that show who played and when."""
        rows = [row for row in document["events"] if row["type"] in (*_SHOWN, *_BETS, "reply", "draft")]
        return {
            **_only(document, _TOP_KEPT[:-1] if _has_persona(document) else _TOP_KEPT),
            "setup": _only(document["setup"], _SETUP_KEPT),
            "seats": {seat: self._seat(spec) for seat, spec in document["seats"].items()},
            "events": [self._row(row) for row in rows],
        }

    def name(self, kind: str, name: str) -> str:
        """The player's name in this export."""
        return self._names.setdefault((kind, name), f"P{len(self._names) + 1}")

    def _seat(self, spec: Mapping[str, Any]) -> dict[str, Any]:
        name = self.name(str(spec.get("player")), str(spec.get("name")))
        return {**_only(spec, _SEAT_KEPT), "name": name}

    def _row(self, row: Mapping[str, Any]) -> dict[str, Any]:
        if row["type"] in _BETS:
            kept = _only(row, ("seq", "type", *_BETS[row["type"]]))
            return kept | ({"by": self.name("human", str(row["by"]))} if row.get("by") else {})
        known = {*_SHOWN.get(row["type"], ()), *_ROW_KEPT} - {"by", "from"}
        kept = _only(row, known)
        if row["type"] == "recast":
            kept["to"] = self._seat(row["to"])
        return kept


def _has_persona(document: Mapping[str, Any]) -> bool:
    """True if a player has a persona; the messages sent to models then contain it."""
    rows = document["events"]
    others = [row["to"] for row in rows if row["type"] == "recast"]
    others += [
        row["player"] for row in rows if row["type"] == "probe" and isinstance(row.get("player"), dict)
    ]
    return "personas" in document["setup"] or any(
        "persona" in spec for spec in (*document["seats"].values(), *others)
    )


_TOP_KEPT = ("format", "version", "game", "rules", "counts", "metrics", VIEW, "messages")
_SEAT_KEPT = tuple(name for name in _SEAT_SHOWN if name != "prompt_digest")
_SETUP_KEPT = tuple("preset options deck words matching seed repetition secret flips blind unsigned".split())
_ROW_KEPT = tuple(
    "seq type seat ask text status fault why finish seconds first_token_seconds first_word_seconds "
    "usage copied thinking from_thinking messages sealed items yes no".split()
)
