"""The result of Connections: the host's texts about it, the lines to share, and the charts.

The charts show letters over attempts, who named whose words, and how near that is to the best share. Colour
is never the only difference: each column has its sign, each cell has its figure, and every sign has an ASCII
form.

Law: the lines to share have no word of the session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import mean

from textual.content import Content

from tui_arena.core.events import SeatNames, speaker
from tui_arena.core.game import TABLE, View
from tui_arena.core.language.sentences import YOU, called_seat, capital, counted, first_name, listed, stopped
from tui_arena.core.record import Play
from tui_arena.core.session import interests_of, said_interest
from tui_arena.core.text import one_line
from tui_arena.data import topics_of
from tui_arena.games.connections.metrics import best_p, pairs_of
from tui_arena.games.connections.state import SETTER, Attempt, ConnectionsState
from tui_arena.games.connections.ui.clue_board import BAD, GOOD, NONE, STOPPED
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines


@dataclass(frozen=True, slots=True)
class EndLook:
    """How one end of an attempt is drawn and named."""

    kind: str
    """The kind of its card on the board."""
    past: str
    """Its name in the board's list of past attempts."""
    happened: str
    """The word that reports it to a guide."""
    emoji: str
    plain: str
    """Its sign in ASCII."""
    sign: str
    """Its sign in a chart."""
    tone: str
    word: str
    """Its name in the chart's legend."""
    aloud: str = ""
    """Its name if signs can't be read; empty if it is the same as in the legend."""


ENDS: Mapping[str, EndLook] = {
    "reveal": EndLook(GOOD, "connected", "connected", "🟩", "+", "✓", "$success", "connected"),
    "guesser_wrong": EndLook(BAD, "nobody", "missed", "⬜", ".", "✗", "$warning", "missed"),
    "setter_blocked": EndLook(STOPPED, "blocked", "blocked", "🟥", "#", "■", "$error", "blocked"),
    "forfeited": EndLook(NONE, "no clue", "forfeited", "⬛", "-", "–", "$foreground-muted", "no clue"),
    "won": EndLook(GOOD, "found it", "connected", "🎯", "*", "★", "bold $accent", "won", "the word itself"),
}
HOST = HostLines("connections")
QUICK = 3
"""A word counts as found quickly if it took at most this many attempts."""


def headline(
    play: Play[ConnectionsState], names: Mapping[str, str], people: Collection[str]
) -> tuple[str, str]:
    """How the session ended, and a remark; it says won or lost if all people were on one side."""
    state, outcome = play.state, play.outcome()
    was = f" · {(state.secret or '').upper()}" if state.secret else ""
    if outcome.result == "aborted":
        return f"STOPPED{was}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{was}", HOST.gave_up(play, names)
    if outcome.result == "unfinished":
        return "", ""
    setter_won = outcome.winners == (SETTER,)
    ours = {seat == SETTER for seat in people}
    n = len(state.attempts)
    if len(ours) == 1:
        head = "WON" if setter_won in ours else "LOST"
    else:
        who = names.get(SETTER, SETTER) if setter_won else "the guessers"
        head = "YOU WIN" if who == YOU else f"{who.upper()} WIN{'S' if setter_won else ''}"
    tail = "" if setter_won else f" in {n}"
    alone = set(people) == {SETTER}
    if alone:
        tail = ""
    return f"{head}{tail}{was}", _remark(play, names, setter_won=setter_won, setter_reads=alone)


def _remark(
    play: Play[ConnectionsState], names: Mapping[str, str], *, setter_won: bool, setter_reads: bool
) -> str:
    """A sentence on what happened."""
    state = play.state
    ends = Counter(a.end for a in state.attempts)
    last, n = state.attempts[-1], len(state.attempts)
    shown, length = last.before, len(state.secret or "")
    ways = (
        (setter_won and setter_reads, "held"),
        (setter_won and ends["setter_blocked"] * 2 > n, "overheard"),
        (setter_won and ends["guesser_wrong"] * 2 > n, "uncaught"),
        (setter_won, "kept"),
        (setter_reads, "got_past"),
        (last.end == "won" and n <= QUICK, "straight"),
        (last.end == "won" and shown * 2 <= length, "leap"),
        (not ends["setter_blocked"], "no_block"),
        (last.end == "reveal", "letter_by_letter"),
    )
    key = next((key for so, key in ways if so), "together")
    tried = counted(n, "attempt")
    letters, hidden = counted(shown, "letter"), counted(length - shown, "letter")
    return HOST.ending(
        play, key, names, shown=shown, length=length, letters=letters, hidden=hidden, tried=tried
    )


def shared(play: Play[ConnectionsState], glyphs: Glyphs, *, words: bool) -> list[str]:
    """The score, then how the attempts ended, by the letters shown: in signs, or in words to read aloud.

    The score is `7/50`, or `X/50` if the word wasn't found; without a limit it is the first part alone.
    """
    state = play.state
    found = play.outcome().result == "won" and state.found and not play.resigned
    n = str(len(state.attempts)) if found else "X"
    lines = [n if state.max_attempts is None else f"{n}/{state.max_attempts}"]
    for letters in sorted({attempt.before for attempt in state.attempts}):
        ends = [ENDS[attempt.end or ""] for attempt in state.attempts if attempt.before == letters]
        if words:
            told = ", ".join(end.aloud or end.word for end in ends)
            lines.append(f"with {counted(letters, 'letter')}: {told}")
        else:
            lines.append("".join(end.plain if glyphs.ascii else end.emoji for end in ends))
    return lines


def names_in_attempt(view: View, names: Mapping[str, str], attempt: int) -> dict[str, str]:
    """The names by seat for an attempt (from 0): a player who spoke then has their name, even if they left."""
    found, at = dict(names), 0
    for line in view.talk:
        if at == attempt and line.seat in found and not line.fault:
            found[line.seat] = speaker(names, line.seat, line.seq)
        at += line.ask == "end"
    return found


def names_by_attempt(play: Play[ConnectionsState], names: Mapping[str, str]) -> list[dict[str, str]]:
    """The first names by seat for each attempt that is over, as in `names_in_attempt`."""
    view = play.view(TABLE)
    return [first_names(names_in_attempt(view, names, n)) for n in range(len(play.state.attempts))]


def carried(play: Play[ConnectionsState], names: Mapping[str, str]) -> str:
    """A sentence on the field that carried a clue: its word belongs to it, and giver and listener know it.

    A player without interests, such as most people, counts as knowing what the other knows. The best example
    counts: both have interests, the setter doesn't know the field, the clue came late. Empty if there is none.
    """
    told = play.setup.options["personas"] != "none"
    personas = (play.setup.extra.get("personas") or {}) if told else {}
    knows = {seat: frozenset(interests_of(one)) for seat, one in personas.items()}
    if not any(knows.values()):
        return ""
    words = frozenset(one.clue.word for one in play.state.attempts if one.clue is not None and one.connected)
    fields = topics_of(words) if words else {}  # of all at once, as each call reads a large file
    found = []
    for n, one in enumerate(play.state.attempts):
        if one.clue is None:
            continue
        topics = fields.get(one.clue.word, ())
        for seat in one.connected:
            pair = [player for player in (one.clue.giver, seat) if knows.get(player)]
            for topic in topics if pair else ():
                if all(topic in knows[player] for player in pair):
                    past_setter = topic not in knows.get(SETTER, ())
                    found.append((len(pair), past_setter, n, topic, one.clue.word, pair))
    if not found:
        return ""
    _, _, n, topic, word, pair = max(found)
    then = first_names(names_in_attempt(play.view(TABLE), names, n))
    who = sorted((then.get(seat, seat) for seat in pair), key=lambda name: name == YOU)
    told_of = [name.lower() if name == YOU else name for name in who]
    slots = {"field": said_interest(topic), "word": word.upper(), "who": listed(told_of)}
    return capital(HOST.line(play, "carried", "both" if len(pair) > 1 else "one", names, slots))


def clue_list(play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
    """Every clue with its word, its giver, and the seats that named it, or what they named instead."""
    lines = [say("WHO UNDERSTOOD WHICH CLUE", HEAD)]
    then = names_by_attempt(play, names)
    given = [(a.clue, who) for a, who in zip(play.state.attempts, then, strict=True) if a.clue is not None]
    givers = max((len(who.get(clue.giver, clue.giver)) for clue, who in given), default=1)
    indent = givers + len("x   ")
    for attempt, called_then in zip(play.state.attempts, then, strict=True):
        look = ENDS.get(attempt.end or "")
        if look is None:
            continue
        sign = _sign(glyphs, look)
        if attempt.clue is None:
            lines.append(Content.assemble(sign, (" no clue", FAINT)))
            continue
        who = one_line(called_then.get(attempt.clue.giver, attempt.clue.giver), givers)
        ears = [SETTER] if attempt.blocked else attempt.right
        heard = f"  {glyphs.arrow} {', '.join(called_then.get(seat, seat) for seat in ears)}" if ears else ""
        clue = say(f"{attempt.clue.text}  ", "italic")
        missed = [] if ears else [(seat, word) for seat, word in attempt.guesses if word]
        other = ", ".join(f"{called_then.get(seat, seat)} said {word.upper()}" for seat, word in missed)
        text = Content.assemble(
            clue,
            (attempt.clue.word.upper(), "bold"),
            (heard, look.tone),
            (f"  {other}" if other else "", FAINT),
        )
        first, *more = text.wrap(max(width - indent, NAME))
        lines.append(Content.assemble(sign, (f" {who:<{givers}}  ", FAINT), first))
        lines += [Content.assemble(" " * indent, line) for line in more]
    return Content("\n").join(lines if lines[1:] else ())


def understood(play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs) -> list[Content]:
    """Who understood whom: for each giver and listener a sign per clue, filled if it was understood.

    Each player of a seat that changed hands has lines of their own.
    """
    seats = (*play.state.guessers, SETTER)
    then = names_by_attempt(play, names)
    heard: dict[tuple[int, str, int, str], list[bool]] = {}
    for attempt, called_then in zip(play.state.attempts, then, strict=True):
        if attempt.clue is None:
            continue
        giver = attempt.clue.giver
        for seat, named in attempt.named.items():
            pair = (
                seats.index(giver),
                called_then.get(giver, giver),
                seats.index(seat),
                called_then.get(seat, seat),
            )
            heard.setdefault(pair, []).append(named)
    if not heard:
        return []
    players = list(dict.fromkeys((at, giver) for at, giver, _, _ in heard))
    givers = max(len(giver) for _, giver in players)
    ears = max(len(ear) for *_, ear in heard)
    lines, before = [say("WHO UNDERSTOOD WHOM", HEAD)], (-1, "")
    for at, giver, place, ear in sorted(heard, key=lambda one: (one[0], players.index(one[:2]), one[2])):
        by_setter = seats[place] == SETTER
        yes, no = (
            (("#", ".") if glyphs.ascii else ("■", "□"))
            if by_setter
            else ("+", ".")
            if glyphs.ascii
            else ("●", "○")
        )
        signs = "".join(yes if one else no for one in sorted(heard[at, giver, place, ear], reverse=True))
        lines.append(
            Content.assemble(
                (f"{'' if (at, giver) == before else giver:<{givers}} ", "bold"),
                (f"{glyphs.arrow} {ear:<{ears}}  ", FAINT),
                (signs, "$error" if by_setter else "$success"),
            )
        )
        before = at, giver
    return lines


# the coach

FEW = 4
"""If other seats were asked fewer times than this, their share says nothing about a giver."""
NEAR, FAR = 0.1, 0.3
"""A distance of at most `NEAR` from the best share is fine; a distance of more than `FAR` is very large."""
LEAK = 0.2
"""The setter names a giver's words too often if its share is this much above that of the guessers."""
WIDEST = 9
"""The most characters of a name, with its number, at the head of a column."""
DRAWN = frozenset({"letters", "attempts_at", "pairs", "kinds", "p_guess_of", "p_star"})
"""Metrics that the charts of the result already show."""


@dataclass(frozen=True, slots=True)
class SharesRow:
    """How often each other seat named a giver's words: a row of the map."""

    name: str
    cells: tuple[tuple[int, int] | None, ...]
    """For each column, the times asked and the times named; None for the giver's own column."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """How often a giver's words were named, out of the times that other seats were asked, with a verdict."""

    name: str
    named: int
    asked: int
    verdict: str


def first_names(names: Mapping[str, str]) -> dict[str, str]:
    """The first names by seat."""
    return {seat: first_name(name) for seat, name in names.items()}


def called(names: Mapping[str, str], seats: Sequence[str]) -> dict[str, str]:
    """Each seat's name in a chart: its player's name, with the seat's number if names are equal.

    A seat that changed hands has its own name, as its figures are those of several players.

    >>> called({"guesser_1": "Ada", "guesser_2": "bot", "guesser_3": "bot"}, ["guesser_1", "guesser_2", "guesser_3"])
    {'guesser_1': 'Ada', 'guesser_2': 'bot 2', 'guesser_3': 'bot 3'}
    """
    shown = {seat: first_name(names.get(seat) or seat) for seat in seats}
    if isinstance(names, SeatNames):
        shown |= {seat: called_seat(seat) for seat in seats if len(names.in_turn(seat)) > 1}
    alike = [name for name in shown.values() if list(shown.values()).count(name) > 1]
    number = {seat: seat.removeprefix("guesser_") for seat in seats}
    return {
        seat: f"{name.removeprefix('bot ')[: WIDEST - 2]} {number[seat]}" if name in alike else name
        for seat, name in shown.items()
    }


def pairs(play: Play[ConnectionsState], names: Mapping[str, str]) -> tuple[list[str], list[SharesRow]]:
    """Who named whose words: the column heads, setter first, and a row for each giver of a clue."""
    state = play.state
    shown = called(names, state.guessers)
    rows = []
    for giver, row in pairs_of(state).items():
        if any(asked for asked, _ in row.values()):
            cells = (
                (row[seat][0], row[seat][1]) if seat in row else None for seat in (SETTER, *state.guessers)
            )
            rows.append(SharesRow(shown[giver], tuple(cells)))
    return [SETTER, *shown.values()], rows


def reading(play: Play[ConnectionsState], names: Mapping[str, str]) -> tuple[float, list[Gauge]]:
    """p*, and a row for each giver about whose clues other seats were asked."""
    best = best_p(len(play.state.guessers))
    shown = called(names, play.state.guessers)
    rows = []
    for giver, row in pairs_of(play.state).items():
        asked, named = map(sum, zip(*row.values(), strict=True))
        if asked:
            rows.append(Gauge(shown[giver], named, asked, verdict(row, best)))
    return best, rows


def verdict(row: Mapping[str, Sequence[int]], best: float) -> str:
    """A verdict on a giver's clues, from (asked, named) by seat; `best` is p*.

    >>> verdict({"setter": [6, 5], "guesser_2": [1, 1]}, 0.5)
    'much too easy'
    >>> verdict({"setter": [4, 1], "guesser_2": [3, 3]}, 0.5)
    'about right'
    """
    asked, named = map(sum, zip(*row.values(), strict=True))
    if asked < FEW:
        return "too few to tell"
    off = named / asked - best
    friends = [cell for seat, cell in row.items() if seat != SETTER and cell[0]]
    heard = sum(c[1] for c in friends) / sum(c[0] for c in friends) if friends else 0.0
    blocks = row[SETTER][1] / row[SETTER][0] if row.get(SETTER, (0, 0))[0] else 0.0
    if abs(off) <= NEAR:
        return "the setter got it too" if blocks - heard > LEAK else "about right"
    if off > 0:
        return "much too easy" if off > FAR else "too easy"
    return "much too vague" if -off > FAR else "too vague"


def coach_line(play: Play[ConnectionsState], names: Mapping[str, str], people: Collection[str]) -> str:
    """A sentence of advice to the people who gave clues; empty if there are too few clues."""
    own = set(people) - {SETTER}
    now, then = first_names(names), names_by_attempt(play, names)
    clues = [
        a
        for a, called_then in zip(play.state.attempts, then, strict=True)
        if a.clue is not None and (giver := a.clue.giver) in own and called_then.get(giver) == now.get(giver)
    ]
    if len(clues) < FEW:
        return ""
    got, stolen = sum(bool(a.connected) for a in clues), sum(a.blocked for a in clues)
    slots = {"got": str(got or "none"), "clues": str(len(clues)), "stolen": str(stolen)}
    told = capital(HOST.line(play, "coach", "stolen" if stolen else "got", names, slots))
    advice = _advice(clues, best_p(len(play.state.guessers)))
    if advice == "right" and got < len(clues) / 2:  # named often enough, but not by the right players
        advice = "overheard" if stolen > got else "unlucky"
    return f"{told} {HOST.line(play, 'coach', advice, names, {})}"


def _advice(clues: Sequence[Attempt], best: float) -> str:
    """The key of the advice on clues: it depends on how far the share that named them is from the best."""
    friends = [named for a in clues for seat, named in a.named.items() if seat != SETTER]
    setter = [named for a in clues for seat, named in a.named.items() if seat == SETTER]
    off = mean([*friends, *setter]) - best if friends or setter else 0.0
    if off >= -NEAR and friends and setter and mean(setter) - mean(friends) > LEAK:
        return "overheard"
    if abs(off) <= NEAR:
        return "right"
    if off > 0:
        return "much_too_clear" if off > FAR else "too_clear"
    return "much_too_vague" if -off > FAR else "too_vague"


# the charts

FAINT = "$foreground-muted"
HEAD = "bold $primary"
LOW, HIGH = 5, 12
"""The most rows of the curve, on a low screen and on any other screen."""
SHADES, PLAIN_SHADES = " ░▒▓█", " .:+#"
NAME = 9
"""The most cells of a name at the side."""
CELL, ROOMY = 7, 13
"""The least and the most cells of a share with its number."""
TRACK = 19
"""The number of cells of a scale from 0 to 100%."""


def climb(glyphs: Glyphs, word: str, steps: Sequence[Attempt], width: int, *, low: bool) -> list[Content]:
    """Letters over attempts: a column for each attempt, as high as the number of letters shown after it.

    A letter is written in the column that first showed it. If there are more attempts than cells, a column
    represents several attempts; if there are more letters than rows, a row represents several letters.
    """
    if not word or not steps:
        return []
    band = ceil(len(word) / (LOW if low else HIGH))
    bands = [range(at, min(at + band, len(word))) for at in range(0, len(word), band)]
    side = band + 2
    room = max(width - side - 1, 4)
    columns = _columns(steps, room)
    wide = 2 if len(columns) * 2 <= room else 1
    lines = [
        Content.assemble(
            (f"{word[one.start : one.stop].upper():>{side - 1}} ", "bold" if band == 1 else FAINT),
            ("|" if glyphs.ascii else "│", FAINT),
            *_row(glyphs, columns, one, word, wide),
        )
        for one in reversed(bands)
    ]
    blank = " " * (side + 1)
    if len(columns) == len(steps):
        signs = (_sign(glyphs, ENDS[step.end or ""]) for step in columns)
        lines.append(Content.assemble(blank, *((s.ljust(wide), tone) for s, tone in signs)))
    else:
        each = ceil(len(steps) / len(columns))
        lines.append(say(f"{blank}each column: {each} attempts", FAINT))
    return [*lines, *_legend(glyphs, steps, width)]


def _columns(steps: Sequence[Attempt], room: int) -> list[Attempt]:
    """The attempts, joined to at most `room` columns."""
    each = ceil(len(steps) / room)
    parts = [steps[at : at + each] for at in range(0, len(steps), each)]
    return [replace(part[-1], before=part[0].before) for part in parts]


def _row(
    glyphs: Glyphs, columns: Sequence[Attempt], band: range, word: str, wide: int
) -> Iterator[tuple[str, str]]:
    """The cells of a row, which represents a band of the word's letters."""
    for step in columns:
        shown = min(max(step.after - band.start, 0), len(band))
        fresh = step.before < band.stop and step.after > band.start and step.after > step.before
        if not shown:
            yield " " * wide, ""
        elif fresh and len(band) == 1:
            yield word[band.start].upper().ljust(wide), "bold $accent"
        else:
            part = shown / len(band)
            height = glyphs.bars[max(round(part * len(glyphs.bars)), 1) - 1]
            if glyphs.ascii:  # the usual ASCII bars use signs that mean ends of attempts here
                height = "=" if part == 1 else "-"
            yield height.ljust(wide), "$accent" if fresh else "$primary"


def _sign(glyphs: Glyphs, end: EndLook) -> tuple[str, str]:
    return (end.plain if glyphs.ascii else end.sign), end.tone


def _legend(glyphs: Glyphs, steps: Sequence[Attempt], width: int) -> list[Content]:
    """The meaning of each sign, and its count."""
    parts: list[tuple[str, str]] = []
    for end, look in ENDS.items():
        count = sum(step.end == end for step in steps)
        if count:
            told = f" {look.word}  " if end == "won" else f" {look.word} {count}  "
            parts += [_sign(glyphs, look), (told, FAINT)]
    return [line.rstrip() for line in Content.assemble(*parts).wrap(max(width, 20))]


def heat(
    glyphs: Glyphs, title: str, columns: Sequence[str], rows: Sequence[SharesRow], width: int
) -> list[Content]:
    """Who named whose words: a row for each giver, a column for each seat.

    A cell has a shade, the share in percent and the number of times that the seat was asked.
    """
    if not any(asked for row in rows for cell in row.cells if cell for asked in cell[:1]):
        return []
    side = min(max(len(row.name) for row in rows), NAME, max(width - CELL * len(columns), 1))
    cell = min(max((width - side) // max(len(columns), 1), CELL), ROOMY)
    heads = "".join(_short(name, cell - 1).rjust(cell) for name in columns)
    return [
        say(one_line(title, width), HEAD),
        Content.assemble(" " * side, (heads, FAINT)),
        *(
            Content.assemble(
                (_short(row.name, side).ljust(side), "bold"),
                *(_shaded(glyphs, one, cell) for one in row.cells),
            )
            for row in rows
        ),
    ]


def _short(name: str, width: int) -> str:
    """A name cut to a width. A long name becomes its last word: the number that tells namesakes apart."""
    return name if len(name) <= width else one_line(name.rpartition(" ")[2], width)


def _shaded(glyphs: Glyphs, cell: tuple[int, int] | None, width: int) -> Content:
    if cell is None or not cell[0]:
        return say((glyphs.dash if cell else "").rjust(width), FAINT)
    asked, named = cell
    share = named / asked
    shades = PLAIN_SHADES if glyphs.ascii else SHADES
    shade = shades[ceil(share * (len(shades) - 1))]
    figure = f"{share:.0%}/{asked}" if width < ROOMY else f"{share:4.0%} of {asked}"
    figure = figure if len(figure) < width else figure.replace("%", "")
    room = width - len(figure)
    return Content.assemble(
        (f"{shade} ".rjust(room) if room > 2 else shade.rjust(room), "$primary"),
        (figure, "bold" if share >= 0.5 else ""),
    )


def gauges(glyphs: Glyphs, title: str, best: float, rows: Sequence[Gauge], width: int) -> list[Content]:
    """How often each giver's words were named, on a scale with the best share marked."""
    if not rows:
        return []
    side = min(max(len(row.name) for row in rows), NAME)
    return [
        say(one_line(title, width), HEAD),
        *(line for row in rows for line in _gauge(glyphs, best, row, side, width)),
    ]


def _gauge(glyphs: Glyphs, best: float, row: Gauge, side: int, width: int) -> Iterator[Content]:
    name = (one_line(row.name, side).ljust(side) + " ", "bold")
    share = row.named / row.asked
    at, goal = round(share * (TRACK - 1)), round(best * (TRACK - 1))
    rest, tick, dot = ("-", "|", "o") if glyphs.ascii else ("─", "┼", "●")
    cells = [
        (dot, "bold $accent") if i == at else (tick, "bold") if i == goal else (rest, FAINT)
        for i in range(TRACK)
    ]
    told = f" {share:.0%} of {row.asked}"
    line = Content.assemble(name, *cells, (told, "bold"))
    room = width - len(line.plain) - 2
    if len(row.verdict) <= room:
        yield Content.assemble(line, ("  " + row.verdict, FAINT))
    else:
        yield line
        yield say(" " * (side + 1) + row.verdict, FAINT)


def findings(
    play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs, width: int, *, low: bool
) -> Content:
    """The two pictures: the letters over the attempts, and who understood whom."""
    steps = [attempt for attempt in play.state.attempts if attempt.end is not None]
    blocks = [
        climb(glyphs, play.state.secret or "", steps, width, low=low),
        understood(play, names, glyphs),
    ]
    return _stacked(blocks, "\n" if low else "\n\n")


def figures(play: Play[ConnectionsState], names: Mapping[str, str], glyphs: Glyphs, width: int) -> Content:
    """The map of shares and the scales, for players who look at figures."""
    best, givers = reading(play, names)
    share = f"{best:.0%}"
    blocks = [
        heat(glyphs, "who named whose words", *pairs(play, names), width),
        gauges(glyphs, f"words named (letters come fastest at {share})", best, givers, width),
    ]
    return _stacked(blocks, "\n\n")


def _stacked(blocks: Sequence[Sequence[Content]], gap: str) -> Content:
    return Content(gap).join([Content("\n").join(block) for block in blocks if block])
