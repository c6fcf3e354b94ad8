"""What a page shows, as plain values: at a table, what one seat may know; in a lobby, who is there.

The page knows no game. A game names the widgets of its face in `game.toml` (`data/manifests.py`), so a stranger's game
has them too.

Law: a frame is made only from the view of its guest's own seat, or from the table's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.blind import MOST
from tui_arena.core.events import speaker
from tui_arena.core.game import TABLE, View
from tui_arena.core.language.sentences import counted, first_name, listed
from tui_arena.core.probes import LEVELS
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.data.manifests import Face
from tui_arena.players.bot import Waiting
from tui_arena.players.challenges import turns_of
from tui_arena.players.seating import unmasked
from tui_arena.room.people import Guest, Room
from tui_arena.table.challenging import challenge_lines
from tui_arena.table.labels import (
    LONGEST,
    PageWay,
    call_of,
    ending_of,
    labelled_facts,
    needle_of,
    refusal_of,
    said,
    spoken,
    waiting_line,
    ways_of,
)
from tui_arena.table.notes import Note
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Unmasking

MOST_WORDS = 60
"""The number of words in a list of cards; the newest are drawn."""


def face(info: GameInfo, view: View) -> dict[str, Any]:
    """Returns what the widgets of a page draw, as plain values. An empty value: there is nothing to draw."""
    own, facts = info.face, view.facts
    said = next((name for name in own.quote if _text(facts.get(name))), "")
    words = {name: _words(facts.get(name)) for name in own.words}
    left = facts.get(own.left)
    drawn = [said, own.letters, own.left, *words, *own.without]
    return {
        "colour": own.colour,
        "sign": own.sign,
        "quote": _text(facts.get(said)),
        "quoted": info.facts.get(said, ""),
        "letters": _text(facts.get(own.letters)).replace(" ", ""),
        "words": {info.facts.get(name, name): found for name, found in words.items() if found},
        "left": left if isinstance(left, int) and not isinstance(left, bool) and left > 0 else 0,
        "unit": info.facts.get(own.left, ""),
        "strip": _strip(facts.get(own.strip), own.tones),
        "tiles": own.tiles,
        "draws": [info.facts[name] for name in drawn if name in info.facts],
    }


def _text(value: object) -> str:
    return one_line(value, LONGEST) if isinstance(value, str) else ""


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        value = value.split(", ")
    if not isinstance(value, Sequence):
        return []
    return [one_line(one, LONGEST) for one in value if isinstance(one, str) and one.strip()][-MOST_WORDS:]


def _strip(turns: object, tones: Mapping[str, str]) -> list[list[str]]:
    """Returns each turn's answer with its tone; an answer without a tone has an empty one."""
    if not isinstance(turns, Sequence) or isinstance(turns, str):
        return []
    answers = [turn.get("answer") for turn in turns if isinstance(turn, Mapping)]
    return [[one_line(one, LONGEST), tones.get(one, "")] for one in answers if isinstance(one, str) and one]


LAST_LINES = 60
"""The number of lines of talk on a page."""

Frame = dict[str, Any]


_NOBODY = Guest("", "", "", "", "", away=False)


def of_guest(guest: Guest | None) -> Frame:
    """Returns a guest as everybody sees them; None: somebody who only looks on."""
    guest = guest or _NOBODY
    return {
        "id": guest.id,
        "name": guest.name,
        "sign": guest.sign,
        "colour": guest.colour,
        "ready": guest.ready,
        "away": guest.away,
    }


def lobby(
    room: Room, guest: Guest | None, lines: Sequence[str], *, rates: str = "", moment: Frame | None = None
) -> Frame:
    """Returns the page between games; without a guest, the page of somebody who only looks on.

    `lines`: the host's lines, such as the score and the next players. `rates`: the game that the guest may
    rate; empty: none. `moment`: what the page shows large for a while.
    """
    return {
        "page": "lobby",
        "you": of_guest(guest),
        "watching": guest is None,
        "people": [of_guest(one) for one in room.guests.values()],
        "told": list(lines),
        "rates": rates,
        "moment": moment,
        "code": room.code if guest is None and room.open else "",
    }


def seats_of(runner: SessionRunner, guest: Guest | None) -> list[str]:
    """Returns the seats that a guest has at a table; seats with an open ask come first."""
    own = [seat for seat in runner.people if guest is not None and runner.guest(seat) == guest.id]
    return sorted(own, key=lambda seat: (runner.waiting(seat) is None, list(runner.cast).index(seat)))


def table(
    runner: SessionRunner,
    guest: Guest | None,
    room: Room,
    *,
    draft: Mapping[str, str] | None = None,
    bets: Frame | None = None,
    rates: str = "",
    caster: str = "",
    unmasking: Unmasking | None = None,
) -> Frame:
    """A guest's page of a table; without a guest, the page of somebody who only watches.

    `draft`: what the guest typed; `bets`: what they may do without a seat; `rates`: the game that they may
    rate, empty: none; `caster`: a line of comment for those who don't play; `unmasking`: the bets about who is a
    machine, None in most games.
    """
    seats = seats_of(runner, guest)
    seat = seats[0] if seats else TABLE
    view, info = runner.views[seat], runner.info
    waiting = runner.waiting(seat) if seats else None
    names = runner.names_for(seats)
    turn, own = _turn(runner, seats, room), ""
    if runner.unsigned and runner.is_blind and guest is not None:
        letters = runner.names_for(())
        names = {**letters, **{one: f"{letters[one]} (you)" for one in seats}}
        own = f"You are {listed([letters[one] for one in seats])}." if seats else "You're watching this one."
    if unmasking is not None and (unmasking.due or unmasking.revealed):
        names = unmasking.names(names)
        turn, own = unmasking.turn(guest.name if guest is not None else ""), ""
    return {
        "page": "table",
        "table": runner.session.id,
        "you": of_guest(guest),
        "watching": guest is None,
        "held": False,
        "game": info.title,
        "seat": "" if seat == TABLE else seat.replace("_", " "),
        "people": [_sitting(runner, one, names, room, own=one in seats) for one in runner.cast],
        "turn": f"{own} {turn}".strip(),
        "facts": [
            (label, spoken(info, value))
            for label, value in labelled_facts(info.facts, view, info.card, names)
        ],
        "card": _card(runner, view) if seats and not runner.over else [],
        "face": face(info, view),
        "talk": _talk(info, view, runner.notes, seat, names),
        "asked": None if waiting is None else _asked(runner, waiting, view, draft or {}, own),
        "can": _can(runner, seat) if seats else [],
        "beside": bets,
        "ghost": _ghost(runner),
        "over": _over(runner, names) if runner.over else None,
        "moment": _won(runner, seats, names) if runner.over else None,
        "rates": rates,
        "caster": "" if seats else caster,
    }


def _card(runner: SessionRunner, view: View) -> list[tuple[str, str]]:
    """Returns the facts on the card that only its owner may see. After the end, everybody may see them."""
    info = runner.info
    return labelled_facts({name: info.facts.get(name, name) for name in info.card}, view, ())


def _won(runner: SessionRunner, seats: Sequence[str], names: Mapping[str, str]) -> Frame | None:
    """Returns the moment of a winner; None for everybody else."""
    winners = runner.outcome.winners
    if not set(seats) & set(winners):
        return None
    others = dict.fromkeys(first_name(names[seat]) for seat in winners if seat not in seats)
    return {"kind": "won", "text": f"{listed(['You', *others])} won!"}


def _sitting(runner: SessionRunner, seat: str, names: Mapping[str, str], room: Room, *, own: bool) -> Frame:
    """Returns a player of the table. At a blind table, nothing shows who has a phone."""
    guest = room.guests.get(runner.guest(seat)) if own or not runner.is_blind else None
    return {
        "name": names[seat],
        "seat": seat.replace("_", " "),
        "asked": any(ask.seat == seat for ask in runner.asks),
        "sign": guest.sign if guest is not None else "",
        "colour": guest.colour if guest is not None else "",
        "away": guest is not None and guest.away,
    }


def _turn(runner: SessionRunner, seats: Sequence[str], room: Room) -> str:
    """Returns whose turn it is, for the guest who has these seats."""
    if runner.over:
        return (
            "That's it!" if runner.outcome.result != "aborted" and not runner.play.resigned else "It's over."
        )
    if any(ask.seat == seats[0] for ask in runner.asks if seats):
        given = runner.is_blind and runner.waiting(seats[0]) is None
        return "Your answer is in. It'll be shown in a moment." if given else "Your turn"
    return waiting_line(runner, {guest.id for guest in room.guests.values() if guest.away}, seats)


def _talk(
    info: GameInfo, view: View, notes: Sequence[Note], seat: str, names: Mapping[str, str]
) -> list[Frame]:
    """Returns the last lines that were said, with the notes for everybody and for this seat."""
    lines: list[Frame] = []
    after: dict[int, list[Note]] = {}
    for note in notes:
        if note.seat in (TABLE, seat):
            after.setdefault(note.after, []).append(note)
    for number in range(len(view.talk) + 1):
        for note in after.get(number, ()):
            if not note.fault or number == len(
                view.talk
            ):  # a refused reply is no longer shown once somebody says something
                text = f"Not accepted: {note.text}" if note.fault else note.text
                lines.append({"who": "", "text": one_line(text, LONGEST)})
        if number < len(view.talk):
            line = view.talk[number]
            if line.seat == TABLE and number and view.talk[number - 1].marks:
                continue  # this line reads the marks aloud, and the page does that itself
            who = "" if line.seat == TABLE else speaker(names, line.seat, line.seq)
            text, word = said(line)
            told: Frame = {"who": who, "text": spoken(info, text), "mine": line.seat == seat}
            if line.marks:
                told |= {"word": word, "marks": line.marks}
            if line.fault:
                told["fault"] = one_line(line.fault, LONGEST)
            lines.append(told)
    return lines[-LAST_LINES:]


def _asked(runner: SessionRunner, waiting: Waiting, view: View, draft: Mapping[str, str], own: str) -> Frame:
    """Returns what the page asks for. `own`: a sentence that comes first; empty: none."""
    ask, fault = waiting.ask, waiting.fault
    return {
        "key": ask.key,
        "call": f"{own} {call_of(runner.info, ask)}".strip(),
        "ways": [_way(way, runner.info.face) for way in ways_of(runner.info, ask, view)],
        "most": min(ask.max_chars, MOST) if runner.unsigned else ask.max_chars,
        "sealed": ask.sealed,
        "needle": list(LEVELS) if needle_of(runner.info, ask) and view.facts.get("turns") else [],
        "levels": [spoken(runner.info, level) for level in LEVELS],
        "draft": dict(draft),
        "fault": one_line(refusal_of(runner.info, ask, fault), LONGEST) if fault is not None else "",
    }


def _way(way: PageWay, look: Face) -> Frame:
    return {
        "label": way.label,
        "tone": look.tones.get(way.label, ""),
        "fields": [
            {"name": f.name, "choices": list(f.choices), "typed": f.name == look.typed} for f in way.fields
        ],
    }


def _can(runner: SessionRunner, seat: str) -> list[str]:
    """Returns what the person in a seat may do apart from answering."""
    checks = {
        "hint": runner.can_hint(seat),
        "undo": runner.can_undo(seat),
        "overrule": not runner.over and runner.ruling is not None,
        "resign": runner.can_resign(seat),
    }
    return [name for name, holds in checks.items() if holds]


def _ghost(runner: SessionRunner) -> Frame | None:
    """The challenger's game, up to the point that this game has reached: only its count and its marks."""
    ghost = runner.ghost
    if ghost is None or not ghost.moved:
        return None
    play = ghost.so_far(len(turns_of(runner.play)))
    info, count = ghost.info, len(turns_of(play))
    told = counted(count, info.try_called, info.tries_called)
    marks = [line.marks for line in play.view(TABLE).talk if line.marks]
    return {"name": one_line(ghost.name, LONGEST), "told": told, "marks": marks}


def _over(runner: SessionRunner, names: Mapping[str, str]) -> Frame:
    """Returns how the game ended: the winners, the secret, and the players behind a blind table's letters."""
    winners, named = ending_of(runner.play, runner.outcome.winners, names)
    return {
        "won": winners,
        "result": runner.outcome.result,
        "secret": one_line(spoken(runner.info, named), LONGEST),
        "challenge": challenge_lines(runner.ghost, runner.session, runner.play),
        "masks": "" if runner.is_blind else unmasked(runner.session.setup, runner.cast),
    }
