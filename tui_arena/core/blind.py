"""Blind play: until a session is over, letters replace the names of its players, and nobody's spelling gives them away.

The set-up of such a session has `blind`. Its file names the players. So before the end, the table takes its
names from `letters`, and lists and exports show the session that `shown` returns.

An unsigned session is a session of *Who is the machine?*. It is blind until it is over and revealed: before
that, people bet on who is a machine. A bet is about one seat, by somebody who didn't have it. A later bet by
the same person about the same seat replaces the earlier one. Bets about or from a seat that changed hands
don't count.

All lines of an unsigned session are in one style. A reply is read by the rules, and written again from a template of
the game's manifest with what the rules read. A field `{name:line}` is a sentence in plain style, `{name:word}` a word in
lower case, `{name}` the value itself. So what the rules judge is exactly what everybody reads.

Law: before the end, nothing that is shown reveals which player has a seat, except a person's own seat. A line
that is already in plain style doesn't change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from string import Formatter
from typing import Any
from unicodedata import normalize

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Data, Fault, Game, Move, Reply, S, Setup
from tui_arena.core.reading import heard
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line, whole_words

BLIND = "blind"
"""The key of blind play in a set-up."""
UNSIGNED = "unsigned"
"""The key in a set-up of *Who is the machine?*; such a session is blind as well."""
HIDDEN = "hidden"
"""The kind that is shown for a hidden player."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAID = frozenset(("seat", "ask", "text", "status", "fault", "why", "heard"))
"""The values of a reply that are shown: its words and the rules' judgement; no times, tokens or messages."""
_TELLING = ("personas", "assisted")
"""The keys in a set-up that name seats which only machines, or only models, can have."""
_EMPTY = "<think>-</think>"
"""The text that replaces a refused reply of nothing but reasoning, so that no rules read it as a pass."""
_KEPT = frozenset(
    (
        Kind.REPLY,
        Kind.UNDONE,
        Kind.REDONE,
        Kind.ADJUDICATED,
        Kind.AMENDED,
        Kind.RESIGNED,
        Kind.ENDED,
        Kind.RECAST,
    )
)
"""The events that are shown. All others happen only to people or only to machines and would reveal them."""


def is_blind(setup: Setup, *, over: bool) -> bool:
    """True if a session's players are hidden now."""
    return setup.extra.get(BLIND) is True and not over


def is_unsigned(setup: Setup) -> bool:
    """True if a session is played as *Who is the machine?*."""
    return setup.extra.get(UNSIGNED) is True


def is_revealed(play: Play[Any]) -> bool:
    """True if nothing speaks against showing the players: the session is over, and revealed if it is unsigned."""
    revealed = not is_unsigned(play.setup) or any(event.type == Kind.REVEALED for event in play.events)
    return play.over and revealed


def hides_players(play: Play[Any]) -> bool:
    """True if a session is blind, and its players aren't revealed yet."""
    return is_blind(play.setup, over=is_revealed(play))


def letters(setup: Setup, seats: Iterable[str]) -> dict[str, str]:
    """Maps each seat to its player's letter; the session's seed draws the order.

    >>> letters(Setup({}, seed=1), ["setter", "guesser"])
    {'guesser': 'A', 'setter': 'B'}
    """
    given = sorted(seats)
    order = Random(f"{setup.seed}/letters").sample(given, len(given))
    return {seat: _letter(order.index(seat)) for seat in given}


def _letter(number: int) -> str:
    """The letter for a number from 0; after Z, the letters start again with a number (`A2`)."""
    again, place = divmod(number, len(_LETTERS))
    return _LETTERS[place] + (str(again + 1) if again else "")


def masked(event: Event, called: Mapping[str, str]) -> Event:
    """The event without the name of a new player; `called` maps seats to letters."""
    if event.type != Kind.RECAST:
        return event
    seat = str(event["seat"])
    return replace(event, data={"seat": seat, "to": _hidden(called.get(seat, seat))})


def _hidden(name: str) -> Data:
    """The entry of a hidden player in a session's `seats`."""
    return {"player": HIDDEN, "name": name}


def shown(session: Session, play: Play[Any]) -> tuple[Session, Play[Any]]:
    """A session as it may be shown, and its fold; `play`: the fold of the session itself.

    Unless the session is blind now, both are returned unchanged. A blind session is copied, with letters for
    its players and nothing that reveals them. In the copy, the rules accept and refuse the same replies.
    """
    if not hides_players(play):
        return session, play
    kept = _KEPT - {Kind.RECAST} if is_unsigned(session.setup) else _KEPT
    refused = {step.seq for step in play.steps if step.fault is not None}
    called = letters(session.setup, session.seats)
    events = tuple(
        _shown(masked(event, called), refused=event.seq in refused)
        for event in session.events
        if event.type in kept
    )
    seats = {seat: _hidden(name) for seat, name in called.items()}
    others = {key: value for key, value in session.setup.extra.items() if key not in _TELLING}
    setup = replace(session.setup, extra=others)
    seen = replace(session, setup=setup, seats=seats, events=events, messages={}, extra={})
    return seen, seen.fold(play.game)


def _shown(event: Event, *, refused: bool) -> Event:
    """The event without times; a reply keeps only the values of `_SAID`.

    A refused reply must be refused in every fold. So it also keeps `finish`, and a reply of nothing but
    reasoning gets the text `_EMPTY`.
    """
    said = _SAID | {"finish"} if refused else _SAID
    left_out = {"at", "by"} if event.type != Kind.REPLY else event.data.keys() - said
    data = {key: value for key, value in event.data.items() if key not in left_out}
    if refused and event.get("thinking") and not event["text"]:
        data["text"] = _EMPTY
        data.pop("why", None)  # the reason mentions a server
    return replace(event, data=data)


# bets about who is a machine

NAME_CHARS = 80
"""The maximum length of a bettor's name."""
RIGHT, FOOLED = 1, 2
"""The points for a right bet, and for a person who was taken for a machine."""


@dataclass(frozen=True, slots=True)
class SeatVerdict:
    """The bets about one seat."""

    seat: str
    player: Mapping[str, Any]
    """The player, as in a session's `seats`."""
    by: Mapping[str, bool]
    """Whether each bettor took the player for a machine, by the bettor's name."""
    counts: bool
    """True if the bets count, because one player had the seat all the time."""

    @property
    def machine(self) -> bool:
        """True if the player is a bot or a model."""
        return self.player.get("player") != "human"

    @property
    def wrong(self) -> int:
        """The number of bettors who were wrong."""
        return sum(machine != self.machine for machine in self.by.values())

    @property
    def fooled(self) -> bool:
        """True if at least half of the bettors were wrong."""
        return self.counts and bool(self.by) and 2 * self.wrong >= len(self.by)


def bets_in(events: Iterable[Event], without: Collection[object] = ()) -> dict[tuple[str, str], Event]:
    """Returns the bets that count, by the bettor's name and the seat, in the order of the first bets.

    `without`: seats from and about which no bet counts. An event of an unexpected shape, in a file that
    somebody edited, doesn't count. A bet by a person who was deleted doesn't count either.
    """
    found: dict[tuple[str, str], Event] = {}
    for event in events:
        if event.type == Kind.REVEALED:
            break
        by, own, seat, said = (event.get(key) for key in ("by", "from", "seat", "machine"))
        sound = isinstance(by, str) and isinstance(own, str | None) and isinstance(seat, str)
        if event.type != Kind.VERDICT or not sound or not isinstance(said, bool):
            continue
        bettor = one_line(by, NAME_CHARS)
        if bettor and own != seat and own not in without and seat not in without:
            found[bettor, seat] = event
    return found


def verdicts(session: Session, events: Iterable[Event]) -> list[SeatVerdict]:
    """Returns what was bet about each seat, in the order of the session's seats."""
    events = tuple(events)
    handed = {event["seat"] for event in events if event.type == Kind.RECAST}
    bets = bets_in(events, handed)
    by = {
        seat: {who: bet["machine"] for (who, about), bet in bets.items() if about == seat}
        for seat in session.seats
    }
    return [SeatVerdict(seat, player, by[seat], seat not in handed) for seat, player in session.seats.items()]


def points(session: Session, events: Iterable[Event]) -> Counter[str]:
    """Returns the points of people by name: for each right bet, and for being taken for a machine."""
    found: Counter[str] = Counter()
    for one in verdicts(session, events):
        if one.counts:
            found.update({name: RIGHT for name, machine in one.by.items() if machine == one.machine})
            if one.fooled and not one.machine:
                found[str(one.player.get("name"))] += FOOLED
    return found


# lines in plain style

MOST = 120
"""The maximum number of characters of a line."""
NOTHING_LEFT = "Please use words. Symbols and pictures are removed here, so nothing would be left."
Template = tuple[str, ...]
"""The lines of a reply, with fields in braces."""
NO_NAMES: Mapping[str, str] = {}
STYLES = ("", "line", "word")
"""The styles of a template's field."""
_ONE_KIND = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛`´′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒−", "-"),
        **dict.fromkeys("–—―", " - "),
        **dict.fromkeys("!;。！", "."),
        "？": "?",
        "…": ".",
    }
)
"""Replaces signs that people and machines type differently."""
_LINK = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,200}\)")
"""A link in Markdown."""
_LEAD = re.compile(r"^(?:[-+*•#>.,:?\s]|\d{1,2}[.)]\s+(?=\S))+")
"""Marks of Markdown before a line, and stray signs."""
_ODD = re.compile(r"[^\w\s.,:?'\"()/&%+$€£°-]|_")
"""Every sign that isn't plain: emojis, Markdown, and the like."""
_STOPS = re.compile(r"[.?](?:\s*[.?])+")
_BEFORE = re.compile(r"\s+([.,:?])")
_FIRST = re.compile(r"(?:^|[.?]\s+)[^\w]*(\w)")
"""The first letter of each sentence."""
_WORD = re.compile(r"\w+")
_I = re.compile(r"\bi\b")
_END = " ,:-/&+("


def plain_line(text: str, names: Mapping[str, str] = NO_NAMES) -> str:
    """A sentence or two in plain style, of at most `MOST` characters; empty if no letter or digit is in it.

    `names`: the words that have a capital however they are typed, by their lower case.

    >>> plain_line("  It's **HOT** … isn't it!! 🔥"), plain_line("- Kitchen stuff")
    ("It's hot. Isn't it.", 'Kitchen stuff.')
    """
    line = _LEAD.sub("", one_line(_LINK.sub(r"\1", text)))
    line = _ODD.sub(" ", normalize("NFC", line.lower()).translate(_ONE_KIND))
    line = _STOPS.sub(lambda found: "?" if "?" in found[0] else ".", line)
    line = _BEFORE.sub(r"\1", " ".join(line.split()))
    line = _LEAD.sub("", line)
    if not any(c.isalnum() for c in line):
        return ""
    line = _cut(line)
    line = _FIRST.sub(lambda found: found[0][:-1] + _upper(found[1]), line)
    return _WORD.sub(lambda found: names.get(found[0], found[0]), _I.sub("I", line))


def _cut(line: str) -> str:
    """The whole sentences that fit, or else the whole words, with a stop at the end."""
    line = line.rstrip(_END)
    if len(line) > MOST or (len(line) == MOST and line[-1] not in ".?"):
        end = max(line.rfind(". ", 0, MOST), line.rfind("? ", 0, MOST))
        short = whole_words(line, MOST - 1) or line[: MOST - 1]
        line = line[: end + 1] if end >= MOST // 2 else short.rstrip(_END)
    return line if line.endswith((".", "?")) else f"{line}."


def _upper(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == 1 and upper.lower() == letter else letter


def plain_word(text: str) -> str:
    """A word or a name in plain style.

    >>> plain_word("  My-Kettle!")
    'my-kettle'
    """
    line = one_line(text).translate(_ONE_KIND).lower()
    kept = "".join(c if c.isalnum() or c in "'-" else " " for c in line)
    return " ".join(kept.split()).strip("-' ")


def from_template(template: Template, values: Data, names: Mapping[str, str]) -> str | None:
    """A template with its fields filled in; None if a value is missing, None or empty. `names`: as for a line."""
    out: list[str] = []
    for before, field, style, _ in Formatter().parse("\n".join(template)):
        out.append(before)
        if field is None:
            continue
        try:
            value = Formatter().get_field(field, (), values)[0]
        except (AttributeError, KeyError):
            return None
        text = "" if value is None else str(value)
        if style:
            text = plain_line(text, names) if style == "line" else plain_word(text)
        if not text:
            return None
        out.append(text)
    return "".join(out)


def written(move: Move, templates: Mapping[str, Sequence[Template]], names: Mapping[str, str]) -> str | None:
    """A move in plain style, by the first template of its ask that fits; None if none does."""
    found = (from_template(one, move.values, names) for one in templates.get(move.name, ()))
    return next((text for text in found if text is not None), None)


def plain_reply(
    game: Game[S],
    state: S,
    ask: Ask,
    reply: Reply,
    templates: Mapping[str, Sequence[Template]],
    *,
    names: Mapping[str, str] = NO_NAMES,
) -> Reply:
    """A reply in plain style, with its own text as `raw`; unchanged if its ask has no templates.

    Raises Fault if the rules can't read the reply, or if nothing of it is left in plain style.
    """
    text = written(game.parse(state, ask, heard(reply, ask)), templates, names)
    if text is None and ask.name in templates:
        raise Fault("format", NOTHING_LEFT)
    if text is None or text == reply.text:
        return reply
    return replace(reply, text=text, extra={"raw": reply.text, **reply.extra})


def template_fault(template: Template) -> str:
    """The fault of a template, as a predicate; empty if it has none."""
    try:
        fields: list[Any] = [
            field for field in Formatter().parse("\n".join(template)) if field[1] is not None
        ]
    except ValueError:
        return "has an unclosed brace"
    odd = next((style for _, _, style, _ in fields if style not in STYLES), None)
    return "" if odd is None else f"has an unknown style {odd!r}; use line or word"
