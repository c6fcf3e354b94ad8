"""The content of the result screen, and the events that are saved from there.

Law: the text to share gives nothing away. It has marks without letters, and contains neither the secret nor a
player's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from textual.content import Content

from tui_arena.charts.builders import DRAWN, LOST, distribution
from tui_arena.charts.model import Distribution
from tui_arena.config import ModelBook
from tui_arena.core.blind import is_revealed, is_unsigned
from tui_arena.core.challenge import KNOWN
from tui_arena.core.events import Event, Kind, SeatNames, outcome_data, reply_data
from tui_arena.core.game import Reply
from tui_arena.core.highlights import NOTHING, Highlights, Quote, votes_in
from tui_arena.core.language.sentences import YOU, called_seat, capital, counted, first_name
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.players.daily import DAILY, daily_name
from tui_arena.players.party import PARTY, PartyState
from tui_arena.players.party_store import open_party
from tui_arena.players.seating import Cast, cast_now, names_in, unmasked
from tui_arena.save.errors import reading
from tui_arena.save.skipping import opened
from tui_arena.save.store import Participation, SaveError, Store, Streak, now
from tui_arena.save.summary import HELP, end_was_undone, flags_of
from tui_arena.stats.person import SeatRecord, form_of
from tui_arena.table.rulings import Ruling, deciders, last_ruling
from tui_arena.ui.game_ui import GameUI, distinct_names
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.home.home_stats import Daily, daily_of
from tui_arena.ui.home.you_presenter import reached_with
from tui_arena.ui.host_lines import HostLines, first_name_at
from tui_arena.ui.times import moment, played_seconds, until_tomorrow
from tui_arena.ui.widgets.charts import signs, ups_and_downs

GAVE_UP = "I gave up on this one. Can you do better?"
"""What a shared result says if somebody gave up."""


ID_CHARS = 32


def branch_line(events: Sequence[Event]) -> str:
    """A sentence that names the session it branched from; empty if the session isn't a branch."""
    event = next((e for e in reversed(events) if e.type == Kind.BRANCHED), None)
    if event is None:
        return ""
    origin = event.get("from")
    known = origin if isinstance(origin, Mapping) else {}
    name, at = one_line(str(known.get("id") or "another session"), ID_CHARS), known.get("seq")
    return f"A branch of {name} from its start." if at == 0 else f"A branch of {name} after step {at}."


def share_text(
    info: GameInfo, session: Session, play: Play[Any], game_ui: GameUI, glyphs: Glyphs, *, words: bool = False
) -> str:
    """The text to share; `words`: whether to write marks as words, for people who use a screen reader."""
    score, *lines = game_ui.share(play, glyphs, words=words) or [play.outcome().result]
    day = session.setup.extra.get(DAILY)
    variant = session.setup.options.get(info.variant or "")
    usual = info.variant is None or variant == info.options[info.variant].default
    name = (
        f"{info.title} {daily_name(day)}" if day else f"{info.title} {'' if usual else variant or ''}".strip()
    )
    helped = ", with help" if help_in(play) else ""
    head = f"TUI Arena {glyphs.dot} {name} {score}{helped}"
    if not day and is_dealt_by_seed(session):
        head += f" {glyphs.dot} seed {session.setup.seed}"
    if play.resigned:
        lines.append(GAVE_UP)
    return "\n".join([head, *lines])


def is_dealt_by_seed(session: Session) -> bool:
    """Whether the seed alone deals the same secret again. It doesn't in the sessions of a run."""
    setup = session.setup
    return setup.secret is not None and setup.seed is not None and "run" not in setup.extra


def help_in(play: Play[Any]) -> str:
    """The help that anybody had, with the values of `SessionResult.help`."""
    flags = flags_of(play, recast=False) & HELP
    if not flags:
        return ""
    return "seen" if end_was_undone(play) else "undone" if "undone" in flags else "hinted"


FRESH = timedelta(hours=1)
"""How long after the end of a session an undo can resume it."""
ASKED = "rating_asked"
"""The key in the save file for the last day on which the app asked for a rating."""
NIGHT = timedelta(hours=5)
"""How long after midnight a day ends, when the app asks for ratings."""


NO_SPREAD = Distribution("", {})
NO_FORM = SeatRecord((), {}, 0)


@dataclass(frozen=True, slots=True)
class SessionResult:
    """A session with everything that the result screen shows."""

    info: GameInfo
    session: Session
    play: Play[Any]
    cast: Mapping[str, Cast]
    metrics: Mapping[str, Any]
    seconds: float
    me: str = ""
    """The name of the app's user."""
    form: SeatRecord = NO_FORM
    """The person's games in this seat; empty if no person had a seat with a side."""
    spread: Distribution = NO_SPREAD
    """The games in `form` by number of tries; empty if the game has no count for which less is better."""
    streak: Streak | None = None
    """The person's streak; None without a person with a side, or if the game was neither a daily nor a win.

    A win with help doesn't count.
    """
    daily: bool = False
    milestones: tuple[str, ...] = ()
    """Sentences on the milestones that people with a side reached with this session."""
    highlights: Highlights = NOTHING

    @property
    def people(self) -> tuple[str, ...]:
        """The seats that people had at the end."""
        return tuple(s for s, c in self.cast.items() if c.kind == "human")

    @property
    def names(self) -> SeatNames:
        """The players' names by seat, with the names of those who had a seat before."""
        return names_in(self.session.seats, self.play.events, self.cast)

    @property
    def unmasked(self) -> str:
        """The players behind the letters of a blind game; empty for other games."""
        return unmasked(self.session.setup, self.cast)

    @property
    def handed_over(self) -> str:
        """Sentences on who had a seat, one after the other, for each seat that changed hands."""
        names = self.names.mapped(first_name)
        changed = {called_seat(seat): who for seat in names if len(who := names.in_turn(seat)) > 1}
        return " ".join(f"{capital(seat)} was {', then '.join(who)}." for seat, who in changed.items())

    @property
    def player(self) -> str | None:
        """The user's seat with a side, or else the first person's; None if no person had such a seat."""
        own = self.sided
        return next((s for s in own if self.names[s] == self.me), next(iter(own), None))

    @property
    def sided(self) -> list[str]:
        """The seats with a side that people had."""
        return [s for s in self.people if self.play.seats[s].side != "neutral"]

    @property
    def help(self) -> str:
        """The strongest help that people had: `seen` (an end was undone), `undone` or `hinted`; or empty."""
        return help_in(self.play) if self.people else ""

    @property
    def undo_point(self) -> int | None:
        """The `to` of an undo, as in `Play.undo_point`; None if nothing can be undone.

        The end of a daily, a party's game or a blind game can't be undone.
        """
        stands = self.daily or PARTY in self.session.setup.extra or self.unmasked
        return None if stands else self.fresh

    @property
    def fresh(self) -> int | None:
        """The seq before the last reply of a person; None if there isn't one, or `FRESH` has passed."""
        ended = next((e for e in reversed(self.play.events) if e.type == Kind.ENDED), None)
        at = moment(ended.get("at")) if ended else None
        if at is None or datetime.now(UTC) - at > FRESH:
            return None
        return self.play.undo_point(self.people)

    @property
    def rated(self) -> bool:
        return any(e.type == Kind.RATED for e in self.play.events)

    def shown_metrics(self) -> list[tuple[Metric, Any]]:
        """The metrics with a value, in the manifest's order."""
        found = [(m, self.metrics.get(m.name)) for m in self.info.metrics.values()]
        return [(m, v) for m, v in found if v is not None]


class NotRevealed(Exception):
    """Raised if the players of an unsigned session haven't been revealed, so its table comes before its result."""


def load_result(catalogue: Catalogue, store: Store, session_id: str, me: str = "") -> SessionResult:
    """Read and fold a session, and compute its metrics. `me`: the user's name. Raises SaveError, NotRevealed."""
    session, info = opened(store, catalogue, session_id)
    with reading(session_id):
        play = session.fold(info.game)
        if play.over and is_unsigned(play.setup) and not is_revealed(play):
            raise NotRevealed(session_id)
        known = catalogue.deck_of(session.setup, info) if info.items == "entities" else None
        result = SessionResult(
            info,
            session,
            play,
            cast_now(session),
            info.compute(play),
            played_seconds(session.started, session.events),
            me=me,
            daily=DAILY in session.setup.extra,
            highlights=info.highlights(play, known),
        )
    seat = result.player
    if seat is None:
        return result
    name = result.names[seat]
    played = {
        one: store.played_by("human", one) for one in dict.fromkeys(result.names[s] for s in result.sided)
    }
    form = form_of(played[name], info, play.seats[seat].group)
    told = result.daily or (seat in play.outcome().winners and not result.help)
    streak = store.streak(info.id, name, daily=result.daily) if told else None
    reached = tuple(_reached(catalogue, played, result))
    return replace(result, form=form, spread=_spread(result, form), streak=streak, milestones=reached)


def _reached(
    catalogue: Catalogue, played: Mapping[str, Sequence[Participation]], result: SessionResult
) -> Iterator[str]:
    """The milestones of all people with a side, with their names unless one person played alone."""
    alone = len(played) == 1 and PARTY not in result.session.setup.extra
    for name, sittings in played.items():
        for one in reached_with(catalogue, sittings, result.session.id):
            yield one if alone or name == YOU else f"{one.rstrip('.')}, {first_name(name)}."


def _spread(result: SessionResult, form: SeatRecord) -> Distribution:
    """The person's games by number of tries, with this game marked."""
    info = result.info
    if not form.counts:
        return NO_SPREAD
    ended = result.play.outcome().result
    won = result.player in result.play.outcome().winners
    mine = [info.tries_in(result.metrics)] if won else [DRAWN if ended == DRAWN else LOST]
    mine = [] if result.help else mine
    tries = int(result.session.setup.options.get(info.main.tries) or 0)
    lost = form.played - form.won - form.drawn
    counts = {count - info.main.after: n for count, n in form.counts.items()}
    return distribution(info, counts, (form.won, lost, form.drawn, 0), tries=tries, mine=mine)


def take_back(store: Store, result: SessionResult) -> None:
    """Undo the last reply of a person, so that the session can be resumed. Raises SaveError."""
    to = result.undo_point
    if to is not None:
        _add(store, result, Kind.UNDONE, {"to": to})


def ruling_on(result: SessionResult) -> Ruling | None:
    """The ruling on the last reply if people can still overrule it; None after `FRESH` or without a ruling."""
    fresh = bool(result.people) and result.fresh is not None
    return last_ruling(result.info, result.play, result.people) if fresh else None


def overrule(store: Store, result: SessionResult, ruling: Ruling) -> None:
    """Save a ruling that all people agree to, and the new outcome. Raises SaveError, BadEvent."""
    by = ", ".join(deciders(result.names, result.people))
    values = {"of": ruling.of, "question": ruling.question, "verdict": ruling.verdict, "by": by}
    _add(store, result, Kind.ADJUDICATED, values)
    if result.play.over:
        _add(store, result, Kind.ENDED, {"outcome": outcome_data(result.play.outcome())})


def tell_late(store: Store, result: SessionResult, text: str) -> None:
    """Answer an ask that is open after the end, such as what the secret was. Raises SaveError, BadEvent."""
    ask = result.play.asks()[0]
    fault = result.play.trial(ask, text)
    _add(store, result, Kind.REPLY, reply_data(ask, Reply(clean(text)), ask.name, fault))


def tell_more(store: Store, result: SessionResult, question: str, answer: str) -> None:
    """Save a question and its answer after the end of the game. Raises SaveError, BadEvent."""
    _add(store, result, Kind.TOLD, {"seat": result.player, "question": question, "text": clean(answer)})


def rate(store: Store, result: SessionResult, liked: int, satisfied: int, often: int) -> None:
    """Save a person's rating of the game, 1 to 5 each. Raises SaveError."""
    seat = result.player or next(iter(result.people), None)
    data = {"seat": seat, "liked": liked, "satisfied": satisfied, "often": often}
    _add(store, result, Kind.RATED, data)


def voter(result: SessionResult, *, prompt: str) -> tuple[str, Sequence[Quote]] | None:
    """The seat of the next person to vote for the best line, and the others' lines; None if nobody is left to vote.

    `prompt`: what the game asks its voters; empty: it has no vote.
    """
    voted = votes_in(result.play.events)
    for seat in sorted(result.people) if prompt else ():
        lines = [one for one in result.highlights.quotes if one.seat != seat and one.seq is not None]
        if seat not in voted and len(lines) > 1:
            return seat, lines
    return None


def vote(store: Store, result: SessionResult, seat: str, of: int) -> None:
    """Save a person's vote for a reply as the best line. Raises SaveError."""
    _add(store, result, Kind.VOTED, {"seat": seat, "of": of})


def rate_seat(
    store: Store, catalogue: Catalogue, session: str, seat: str, ratings: Mapping[str, int]
) -> None:
    """Save the rating of a person who didn't play at this keyboard. Raises SaveError."""
    loaded, info = opened(store, catalogue, session)
    with reading(session):
        play = loaded.fold(info.game)
    _append(store, loaded, play, Kind.RATED, {"seat": seat, **ratings})


def _add(store: Store, result: SessionResult, kind: Kind, data: Mapping[str, Any]) -> None:
    _append(store, result.session, result.play, kind, data)


def _append(store: Store, session: Session, play: Play[Any], kind: Kind, data: Mapping[str, Any]) -> None:
    event = Event(play.next_seq, kind, {**data, "at": now()})
    after = session.with_events([*play.events, event]).fold(play.game)
    store.append(session.id, event, {}, after)
    play.feed(event)


def may_ask_rating(store: Store, result: SessionResult, here_and_now: datetime) -> bool:
    """Whether to ask for a rating: once a day, and only for a game that a person played.

    The day is saved, so that the app doesn't ask again. Raises SaveError.
    """
    if not result.people or result.rated:
        return False
    day = (here_and_now - NIGHT).date().isoformat()
    if store.meta(ASKED) == day:
        return False
    store.set_meta(ASKED, day)
    return True


def next_daily(
    catalogue: Catalogue, store: Store, result: SessionResult, here_and_now: datetime
) -> Daily | None:
    """The next daily of today that isn't over. Runs in a thread.

    None if there isn't one, or if the session isn't a daily of today.
    """
    day = here_and_now.date().isoformat()
    if result.session.setup.extra.get(DAILY) != day:
        return None
    games = [info for info in catalogue.games.values() if info.daily]
    try:
        dailies = [daily_of(store, info, result.me, day) for info in games]
    except SaveError:
        return None
    return next((daily for daily in dailies if not daily.over), None)


def party_of(catalogue: Catalogue, store: Store, book: ModelBook, result: SessionResult) -> PartyState | None:
    """The party of a session; None if there isn't one or somebody has ended it. Runs in a thread."""
    party = result.session.setup.extra.get(PARTY)
    if not isinstance(party, str):
        return None
    try:
        state = open_party(store, catalogue, book, party)[0]
    except SaveError:
        return None
    ours = state is not None and any(s.row.id == result.session.id for s in state.sessions)
    return state if state is not None and ours and not state.party.ended else None


def scene(result: SessionResult, game_ui: GameUI, glyphs: Glyphs) -> Content:
    """The highlights of a session: its milestones, the moment that decided it, and an award or a quote.

    A quote that people voted for takes the place of an award. There is no other quote if the moment has one.
    """
    found, play = result.highlights, result.play
    names = distinct_names(result.names, result.people)
    host = game_ui.host
    reached = [Content.assemble((f"{glyphs.star} ", "bold $success"), say(one)) for one in result.milestones]
    lines = [say(result.unmasked, "bold $accent")] if result.unmasked else []
    if result.handed_over:
        lines.append(say(result.handed_over, "$foreground-muted"))
    if host is None:
        return Content("\n").join([*lines, *reached])
    voted = next((quote for quote in found.quotes if quote.votes), None)
    moment = "" if found.moment is None else host.remark(play, "moments", found.moment, names)
    if voted is not None and voted.shown in moment:
        moment = ""
    if moment:
        lines.append(say(moment))
    award = "" if found.award is None or voted else host.remark(play, "awards", found.award, names)
    if award and not result.help and not result.play.setup.extra.get(KNOWN):
        lines.append(Content.assemble((f"{glyphs.star} ", "bold $accent"), say(award, "bold")))
        return Content("\n").join([*lines, *reached])
    fresh = () if "“" in moment else found.quotable
    quote = voted or next((quote for quote in fresh if quote.kind not in game_ui.pictured), None)
    if quote is not None:
        lines.append(_quoted(quote, host, names))
    return Content("\n").join([*lines, *reached])


def _quoted(quote: Quote, host: HostLines, names: Mapping[str, str]) -> Content:
    """A line that somebody said, with their name and its effect."""
    who = first_name_at(names, quote.seat, quote.seq)
    effect = host.after_quote(quote)
    votes = f" (voted the best, with {counted(quote.votes, 'vote')})" if quote.votes else ""
    return Content.assemble(
        say(f"“{one_line(quote.shown, 200)}”", "italic $primary"),
        say(f"  {who}{', ' + effect if effect else ''}{votes}", "$foreground-muted"),
    )


FIRST = "This was the first game in this seat."
BAR = 24
"""The width of the longest bar, in cells."""
SHOWN = 7
"""If there are more bars than this, empty bars are left out."""
LATEST = 12
"""The number of newest games shown as won or not won."""


def bars(result: SessionResult, glyphs: Glyphs, following: Daily | None, here_and_now: datetime) -> Content:
    """The person's record in this seat: the tries of each win, the last games, and the streak.

    `following`: the next daily to play today, if there is one.
    """
    form, seat, streak = result.form, result.player, result.streak
    if seat is None or not (form.played or form.helped):
        return Content("")
    name = first_name(result.names[seat])
    whose = "YOUR" if name in (YOU, result.me) else f"{name.upper()}'S"
    lines = [
        say(f"{whose} {result.info.title.upper()}", "bold $primary"),
    ]
    helped = f"{form.helped} more with help" if form.helped else ""
    if form.played + form.helped == 1:
        lines.append(say(FIRST, "$foreground-muted"))
    elif not form.played:
        lines.append(say(f"{form.helped} played in this seat, all with help", "$foreground-muted"))
    else:
        share = f"{form.won} of {form.played} won" if form.won else f"{form.played} played"
        told = f"  {share} in this seat", "$foreground-muted"
        lines.append(Content.assemble(ups_and_downs(form.results[-LATEST:], glyphs), told))
        if helped:
            lines.append(say(helped, "$foreground-muted"))
        lines += _counts(result.spread, glyphs)
    if streak is not None and streak.current > 1 - result.daily:
        days = ("day" if streak.current == 1 else "days") + " " if result.daily else ""
        best = f", best {streak.best}" if streak.best > streak.current else ""
        where = "" if result.daily else f" at {result.info.title}"
        lines.append(say(f"{streak.current} {days}in a row{where}{best}", "$accent"))
    if following is not None:
        lines.append(say(f"next up: today's {following.noun}", "$foreground-muted"))
    if result.daily and result.session.setup.extra.get(DAILY) == here_and_now.date().isoformat():
        lines.append(say(f"tomorrow's in {until_tomorrow(here_and_now)}", "$foreground-muted"))
    return Content("\n").join(lines)


def _counts(spread: Distribution, glyphs: Glyphs) -> Iterator[Content]:
    """A bar for each number of tries, and a bar for games that weren't won."""
    signs_now, most = signs(glyphs), max(spread.counts.values(), default=0)
    labels = max(map(len, spread.counts), default=0)
    few = len(spread.counts) <= SHOWN
    for label, n in spread.counts.items():
        if not n and not few:
            continue
        chosen, bad = label in spread.chosen, label in spread.bad
        bar = signs_now.halves(n / (most or 1), BAR)
        tone = "bold $accent" if chosen else "$error" if bad else "$primary"
        yield Content.assemble(
            (f"{label:>{labels}} ", "bold" if chosen else "$foreground-muted"),
            (bar, tone),
            (f" {n}" if n else "", "bold" if chosen else ""),
            (f" {signs_now.here}" if chosen else "", "bold $accent"),
        )
