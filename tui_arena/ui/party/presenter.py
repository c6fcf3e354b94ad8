"""The texts of a party's screens: the score, the last result, the highlights, and who sits where.

Every point and every highlight is computed from the party's sessions in the store. A party that is over is
also drawn as a picture, which shows only what its scoreboard shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any

from tui_arena.charts.svg import EDGE, Canvas, broad, fit, wrapped
from tui_arena.config import ModelBook
from tui_arena.core.events import SeatNames, holders_of, speaker
from tui_arena.core.grouping import grouped
from tui_arena.core.highlights import Highlights
from tui_arena.core.language import sentences
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, game_texts
from tui_arena.players.party import (
    ENDS,
    RANG,
    WORD,
    Party,
    PartyGame,
    PartyState,
    Seating,
    choice_of,
    holds,
    name_of,
    text_of,
    winners,
)
from tui_arena.players.party_store import open_party
from tui_arena.players.seating import NAME_CHARS, Cast, names_in, names_of
from tui_arena.save.errors import reading
from tui_arena.save.skipping import opened
from tui_arena.save.store import PartySession, SaveError, Store
from tui_arena.save.summary import player_of
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.host_lines import filled
from tui_arena.ui.times import day_in_words, moment

LINE = 100
"""The maximum length of the line about one game, in characters."""
FULL = 5
"""Points that fill a bar as long as nobody has more, so that one point doesn't look like a triumph."""
QUOTE = 60
"""The maximum length of a quoted secret, in characters."""
STORY: Mapping[str, str] = {"true": "true", "false": "made up"}
"""Maps the word in front of a story to the words for the reader."""
ROW = 3
"""The shortest winning streak that is mentioned, in games."""


@dataclass(frozen=True, slots=True)
class PartyView:
    """A party, its last game in a line, and the highlights and awards of the party."""

    party_state: PartyState
    last: str = ""
    """One line about the last game; empty before the first game is over."""
    skipped: tuple[str, ...] = ()
    """Sentences on the parts that were skipped when the party was read."""
    said: tuple[str, ...] = ()
    """The best clue, the best lie and the closest call, each in a line; empty until the party is over."""
    prizes: tuple[str, ...] = ()
    """The awards of the games; empty until the party is over."""


def load_party(catalogue: Catalogue, store: Store, book: ModelBook, party: str) -> PartyView | str:
    """The party as it is saved now, or a text on why it can't be opened. Raises SaveError."""
    party_state, skipped = open_party(store, catalogue, book, party)
    if party_state is None:
        return " ".join(skipped)
    party_state = replace(party_state, met=met_at(catalogue, store, party_state))
    last = last_line(catalogue, store, party_state)
    if not party_state.over:
        return PartyView(party_state, last, tuple(skipped))
    said, won = well_said(catalogue, store, party_state), prizes(catalogue, store, party_state)
    return PartyView(party_state, last, tuple(skipped), tuple(said), tuple(won))


def met_at(catalogue: Catalogue, store: Store, party_state: PartyState) -> dict[str, str]:
    """Maps a bot's PLAYER text to its name at the party's tables, if the name was always the same."""
    found: dict[str, set[str]] = {}
    for session in party_state.sessions:
        if session.hidden or all(seat.kind != "bot" for seat in session.seats):
            continue  # a name would give away that the bot plays in a game that isn't revealed yet
        try:
            loaded = opened(store, catalogue, session.row.id)[0]
        except SaveError:
            continue
        for player, name in met_in(loaded).items():
            if player.startswith("bot:"):
                found.setdefault(player, set()).add(name)
    taken = {party_state.named(player) for player in party_state.party.players}
    return {player: name for player, (name, *more) in found.items() if not more and name not in taken}


def met_in(session: Session) -> dict[str, str]:
    """Maps the PLAYER text of all who have had a seat in a session to their first name at the table."""
    held = [
        Cast(spec) for players in holders_of(session.seats, session.events).values() for _, spec in players
    ]
    return {text_of(*player_of(one.spec)): sentences.first_name(names_of({"": one})[""]) for one in held}


def last_line(catalogue: Catalogue, store: Store, party_state: PartyState) -> str:
    """The result of the last game, and the players who got points for it."""
    if not party_state.played:
        return ""
    last = max(party_state.played, key=lambda s: (s.row.ended or "", s.row.rank[1]))
    info = catalogue.games.get(last.row.game)
    told = point(party_state, last)
    return f"{info.title if info else last.row.game}: {how(catalogue, store, party_state, last)}. {told}"


def _names_on_scoreboard(party_state: PartyState, session: Session) -> SeatNames:
    """The names by seat as on the scoreboard, with the names of those who had a seat before."""
    return names_in(
        session.seats, session.events, called=lambda _, one: party_state.named(text_of(*player_of(one.spec)))
    )


def how(catalogue: Catalogue, store: Store, party_state: PartyState, session: PartySession) -> str:
    """A game's result in the game's own words, for everybody to read, with the names on the scoreboard."""
    try:
        loaded, info = opened(store, catalogue, session.row.id)
        with reading(session.row.id):
            names = _names_on_scoreboard(party_state, loaded)
            told = game_ui_of(info).headline(loaded.fold(info.game), names, ())[0]
    except SaveError:
        told = session.row.line
    return one_line(told, LINE)


def point(party_state: PartyState, session: PartySession, met: Mapping[str, str] | None = None) -> str:
    """Sentences on who got points for a game, and for what. `met`: the bots' names, from `met_at`."""

    def called_there(player: str) -> str:
        name, there = party_state.named(player), (met or {}).get(player, "")
        return f"{there} ({name})" if there and player.startswith("bot:") and there != name else name

    names = [called_there(player) for player in party_state.scorers(session)]
    calls = party_state.calls_at(session)
    called = [name_of(call.player) for call in calls if call.kind == ENDS and holds(call, session)]
    wrote = [name_of(call.player) for call in calls if call.kind == WORD and holds(call, session)]
    late = Counter(name_of(call.player) for call in calls if call.kind == RANG)
    one = "Two points" if party_state.counts_double(session) else "A point"
    given = (names, ""), (called, " for calling it"), (wrote, " for having it in writing")
    told = [f"{one}{' each' if who[1:] else ''} to {listed(who)}{why}." for who, why in given if who]
    told += [f"The clock cost {listed([name])} {counted(n, 'point')}." for name, n in late.items()]
    if session.verdicts:
        weight = 2 if party_state.counts_double(session) else 1
        found = [f"{one_line(name, NAME_CHARS)} {weight * n}" for name, n in session.verdicts.items()]
        told.append(f"Points for “Who is the machine?”: {sentences.listed(found)}.")
    if told:
        return " ".join(told)
    none = {"aborted": "Stopped early: no points.", "drawn": "A draw: no points."}
    return none.get(session.row.result, "No points this time.")


CLUES, LIES = frozenset({"clue", "prompt"}), frozenset({"lie", "doubted"})
CLOSE = 0.9
"""The least closeness, 0 to 1, that makes a game a close call."""


def _highlights(
    catalogue: Catalogue, store: Store, party_state: PartyState
) -> Iterator[tuple[PartySession, Session, GameInfo, Play[Any], Highlights]]:
    """The readable sessions of a party, each as it is saved, with its game, its play and its highlights."""
    for session in party_state.played:
        try:
            loaded, info = opened(store, catalogue, session.row.id)
            with reading(session.row.id):
                play = loaded.fold(info.game)
                found = info.highlights(play)
        except SaveError:
            continue
        yield session, loaded, info, play, found


def well_said(catalogue: Catalogue, store: Store, party_state: PartyState) -> list[str]:
    """The best clue, the best lie and the closest call of a party, each in a line."""
    texts = game_texts("", "host")["party"]
    best: dict[str, tuple[float, str]] = {}
    for session, loaded, info, _, found in _highlights(catalogue, store, party_state):
        before = names_in(loaded.seats, loaded.events).before
        names = SeatNames(dict(session.row.players), before).mapped(sentences.first_name)
        for quote in found.quotable:
            key = "clue" if quote.kind in CLUES else "lie" if quote.kind in LIES else "said"
            slots = {"who": speaker(names, quote.seat, quote.seq), "text": quote.shown, "about": quote.about}
            told = filled(texts[key], {}, slots)
            best[key] = max(
                best.get(key, (0.0, "")), (quote.votes + quote.worth, told), key=lambda one: one[0]
            )
        if found.closeness >= CLOSE:
            who = listed([party_state.named(one) for one in winners(session)] or [session.row.line])
            told = filled(texts["close"], {}, {"who": who, "game": info.title})
            best["close"] = max(best.get("close", (0.0, "")), (found.closeness, told), key=lambda one: one[0])
    order = ("clue", "lie", "close") if "clue" in best or "lie" in best else ("said", "close")
    return [best[key][1] for key in order if key in best]


def prizes(catalogue: Catalogue, store: Store, party_state: PartyState) -> list[str]:
    """The awards of a party's games, without repeats, in the order of the games."""
    found: list[str] = []
    for _, loaded, info, play, told in _highlights(catalogue, store, party_state):
        host = game_ui_of(info).host
        if told.award is not None and host is not None:
            names = _names_on_scoreboard(party_state, loaded)
            found.append(host.remark(play, "awards", told.award, names))
    return list(dict.fromkeys(filter(None, found)))


def standing_after(party_state: PartyState, session: str, met: Mapping[str, str] | None = None) -> str:
    """The points of a game, then the score after it: `A point to Ada. Ada 2, Ben 1, Eve 0`."""
    given = next((point(party_state, s, met) for s in party_state.played if s.row.id == session), "")
    return f"{given} {score_line(party_state)}".lstrip()


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["Ada", "Ben", "Eve"])
    'Ada, Ben and Eve'
    """
    names = [one_line(name, NAME_CHARS) for name in names]
    return sentences.listed(names) if names else "nobody"


def score_line(party_state: PartyState) -> str:
    """The running score: `Ada 2, Ben 1, Eve 0`."""
    return ", ".join(f"{side_name(party_state, side)} {n}" for side, n in party_state.standing.items())


def side_name(party_state: PartyState, side: Sequence[str]) -> str:
    """The name of a player, or the names of a team: `Ada & Eve`."""
    return " & ".join(party_state.named(player) for player in side)


def title_of(party: Party) -> str:
    """The party's name, or a name made of its players' names."""
    return party.name or f"Party of {', '.join(name_of(p) for p in party.players)}"


def progress(party_state: PartyState) -> str:
    """The party's progress, such as `game 3 of 6`."""
    if party_state.over:
        return "the party is over"
    of = f" of {party_state.total}" if party_state.total is not None else ""
    return f"game {party_state.position + 1}{of}"


def played_at(catalogue: Catalogue, game: PartyGame) -> str:
    """A game of a party with its choice, such as `Wordle, clue`."""
    info = catalogue.games.get(game.game)
    if info is None:
        return one_line(game.game, 40)
    choice = choice_of(game, info)
    return f"{info.title}, {choice}" if choice else info.title


def sittings(party_state: PartyState, info: GameInfo, seating: Seating) -> list[tuple[str, str]]:
    """The players at the table: the name and the role of each."""
    game_ui = game_ui_of(info)
    does = grouped((player, game_ui.does(seat)) for seat, player in seating.seats.items())
    return [(party_state.named(player), " and ".join(dict.fromkeys(told))) for player, told in does.items()]


def seated_now(party_state: PartyState, session: PartySession) -> Seating:
    """The seating of an unfinished session."""
    seats = {s.seat: text_of(s.kind, s.name) for s in session.seats}
    sitting = set(seats.values())
    return Seating(seats, tuple(p for p in party_state.party.present if p not in sitting))


def day_of(party_state: PartyState, zone: tzinfo | None) -> str:
    """The day of a party in words; empty if it isn't known."""
    at = moment(party_state.party.started)
    return day_in_words(at.astimezone(zone).date()) if at is not None else ""


def verdict(party_state: PartyState) -> tuple[str, str]:
    """A line on who won the party, and the host's remark."""
    texts, points = game_texts("", "host")["party"], party_state.standing
    best = max(points.values(), default=0)
    leaders = [side for side, n in points.items() if n == best and best]
    second = max((n for side, n in points.items() if side not in leaders), default=None)
    names = listed([side_name(party_state, side) for side in leaders])
    slots = {"names": names, "points": counted(best, "point"), "best": best, "second": second}
    if len(leaders) == 1:
        head = texts["won_together" if len(leaders[0]) > 1 else "won"]
        return head.format(**slots), _margin(texts, best, second).format(**slots)
    everybody = len(leaders) == len(points) > 1
    begun = bool(party_state.played or party_state.party.gone)
    unshared = "nobody" if begun else "nothing"
    key = "everybody" if everybody else "shared" if leaders else unshared
    head, remark = texts[key]
    return head.format(**slots), remark.format(**slots)


def _margin(texts: Mapping[str, str], best: int, second: int | None) -> str:
    if second is None:
        return texts["alone"]
    return texts["whisker" if best - second == 1 else "clear" if second else "shutout"]


def moments(catalogue: Catalogue, party_state: PartyState) -> list[str]:
    """Highlights of a party, at most three lines: the quickest win, the longest fight, a winning streak."""
    games: Mapping[str, GameInfo] = catalogue.games
    won = [s for s in party_state.played if s.row.result == "won" and s.row.game in games]
    found = [s for s in won if _side(s) == "solver" and _share(s, games) is not None]
    held = [
        s for s in won if _side(s) == "opponent" and (_share(s, games) or 0) > 1 and _playback(s, games) > 0.5
    ]
    lines = []
    if found:
        lines.append(_moment(party_state, "Quickest", min(found, key=lambda s: _playback(s, games)), games))
    if held:
        lines.append(
            _moment(party_state, "Longest fight", max(held, key=lambda s: _playback(s, games)), games)
        )
    player, run = _run(party_state.played)
    if run >= ROW:
        lines.append(f"{party_state.named(player)} won {run} in a row.")
    return lines


def _moment(party_state: PartyState, what: str, session: PartySession, games: Mapping[str, GameInfo]) -> str:
    info, n = games[session.row.game], _share(session, games)
    names = listed([party_state.named(player) for player in winners(session)])
    tries = counted(n or 0, info.try_called, info.tries_called)
    stood = _side(session) == "opponent"
    told = f"for {tries}" if stood else "at once" if not n or n + info.main.after == 1 else f"in {tries}"
    return f"{what}: {names} at {info.title}, {told}{_hidden(session.row.secret or '')}."


def _hidden(secret: str) -> str:
    """The secret in brackets, to follow a game's length: a word, or a story and whether it was true.

    >>> _hidden("kettle"), _hidden("true: I am six.")
    (' (kettle)', ' (“I am six” was true)')
    """
    truth, colon, story = secret.partition(": ")
    if colon and truth in STORY:
        return f" (“{one_line(story.rstrip('.'), QUOTE)}” was {STORY[truth]})"
    return f" ({one_line(secret, QUOTE)})" if secret else ""


def _side(session: PartySession) -> str:
    return next((s.side for s in session.seats if s.standing == "won"), "")


def _share(session: PartySession, games: Mapping[str, GameInfo]) -> int | None:
    return games[session.row.game].tries_in(session.row.metrics)


def _playback(session: PartySession, games: Mapping[str, GameInfo]) -> float:
    """A session's count as a share of the game's usual maximum, so that games can be compared."""
    info = games[session.row.game]
    return (_share(session, games) or 0) / (info.usual_tries or 1)


def _run(played: Sequence[PartySession]) -> tuple[str, int]:
    """The player with the longest winning streak, and its length."""
    best, now = ("", 0), dict[str, int]()
    for session in played:
        now = {player: now.get(player, 0) + 1 for player in winners(session)}
        best = max([best, *now.items()], key=lambda one: one[1])
    return best


WIDTH = 540
"""The width of the picture in pixels, for a phone held upright."""
NAMES = 0.36
"""The largest share of the width for the names."""
STEP, BAR = 34, 18
"""The pixels from one name to the next, and the height of a bar."""
HEAD, TEXT, TEXT_STEP = 24, 15, 21
"""The font sizes of the headline and of text, and the pixels from one line of text to the next."""
PRIZES = 6
"""How many awards are shown, the newest."""


def party_picture(catalogue: Catalogue, view: PartyView, day: str) -> str:
    """A party that is over, as SVG text that suits light and dark pages. `day`: when it was, in words."""
    state, room = view.party_state, WIDTH - 2 * EDGE
    canvas = Canvas(WIDTH, EDGE)
    head, remark = verdict(state)
    canvas.y += TEXT
    about = " · ".join(filter(None, (title_of(state.party), day)))
    canvas.text(EDGE, canvas.y, fit(about, room, TEXT), "faint", size=TEXT)
    canvas.y += 10
    for line in wrapped(head, room, HEAD):
        canvas.y += HEAD + 6
        canvas.text(EDGE, canvas.y, line, size=HEAD, font_weight="bold")
    canvas.y += 4
    _lines(canvas, remark, room, "faint")
    canvas.y += 22
    _score(canvas, view, room)
    told = [*view.said, *moments(catalogue, state)]
    prizes = view.prizes[-PRIZES:]
    if told or prizes:
        canvas.y += 14
        canvas.line(EDGE, canvas.y, (WIDTH - EDGE, canvas.y), "grid")
        canvas.y += 10
    for line in told:
        _lines(canvas, line, room, "ink")
        canvas.y += 5
    for line in prizes:
        _lines(canvas, line, room - TEXT_STEP, "ink", mark=True)
        canvas.y += 5
    canvas.y += EDGE + 6
    canvas.text(EDGE, canvas.y, "TUI Arena", "faint", size=12)
    canvas.y += EDGE
    return canvas.finished(head, score_line(state), adaptive=True)


def _lines(canvas: Canvas, text: str, room: float, paint: str, *, mark: bool = False) -> None:
    """Add a text in as many lines as it needs. `mark`: whether a mark comes before it."""
    for n, line in enumerate(wrapped(text, room, TEXT)):
        canvas.y += TEXT_STEP
        if mark and not n:
            canvas.mark(EDGE + 6, canvas.y - 5, 3, 6)
        canvas.text(EDGE + (TEXT_STEP if mark else 0), canvas.y, line, paint, size=TEXT)


def _score(canvas: Canvas, view: PartyView, room: float) -> None:
    """Add a bar for each side, the leader first."""
    state = view.party_state
    points = sorted(state.standing.items(), key=lambda one: -one[1])
    names = [fit(side_name(state, side), room * NAMES, TEXT) for side, _ in points]
    column = max((broad(name, TEXT) for name in names), default=0.0) * 1.1 + 10
    best = max(FULL, *(n for _, n in points)) if points else FULL
    for name, (side, n) in zip(names, points, strict=True):
        leads = side[0] in state.leaders
        weight = {"font_weight": "bold"} if leads else {}
        canvas.text(EDGE, canvas.y + BAR - 4, name, size=TEXT, **weight)
        width = n / best * (room - column - 30)
        if width > 0:
            canvas.box((EDGE + column, canvas.y), width, BAR, "c2" if leads else "bar", rx=3)
        canvas.text(EDGE + column + width + 8, canvas.y + BAR - 4, str(n), size=TEXT, **weight)
        canvas.y += STEP
