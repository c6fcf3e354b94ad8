"""Probes: asking a player what they think likely, while a session is played or afterwards, and showing the answers.

The next question can then sort a list of likely objects. The probes and their measures follow GameArena
(retrospective analysis, disparity ratio); see `stats/README.md`.

Law: a probe uses the same view, rules, history and sampling as the seat has in play. A sorter gets only the
list and the question, never the dialogue.

An answer is read once, when it arrives; figures use the stored list. A probe never keeps a table from opening
or continuing: a player who can't be asked is left out.

The lists and beliefs are shown round by round, as they were stored and as far as their reader may know them. A reader who
may not see a list gets a sentence instead.

Law: if its reader may not know the secret, a panel contains neither the secret, nor its rank in a list, nor a
belief's distance from the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.events import Event, reply_data
from tui_arena.core.game import TABLE, Ask, Player, PlayerFailed, Reply, Setup, View
from tui_arena.core.language.names import equals, without_article
from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import (
    BELIEF,
    CANDIDATES,
    LEVELS,
    SORTING,
    Due,
    ProbeResult,
    kept,
    lists_of,
    parts_of,
    rank_in,
    read_belief,
    read_list,
    read_sorting,
    sortings_of,
    sought,
    unanswered,
)
from tui_arena.core.record import Play, Step, cleaned
from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import InThread, Think
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer, Cast, as_seated, bot, built_in, read_player, sit_down

if TYPE_CHECKING:
    from tui_arena.questions.table import Knowledge


def sorting_view(view: View, ask: str, number: int, items: Sequence[str]) -> View:
    """Returns what a sorter sees: a list, and the question of round `number` by which to sort it.

    `ask` is the ask name of the questions, for views that don't list them as `turns`.
    """
    asked = [str(turn.get("question", "")) for turn in view.facts.get("turns", ())]
    asked = asked or [line.text for line in view.talk if line.ask == ask and line.fault is None]
    numbered = "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
    question = asked[number - 1] if len(asked) >= number else ""
    return replace(view, facts={**view.facts, "items": numbered, "sorted_question": question}, talk=())


SELF = "self"
"""The seat's own player is asked; for a person or a script, the hard bot is asked instead."""
PROBE, SORTER = "probe", "sorter"
"""Keys of a set-up for the player who is asked and for the sorter. The value is a PLAYER text or `self`."""
ASKED = (CANDIDATES, BELIEF)
"""Kinds of probe that a seat itself is asked: a list of what is likely, or a level of belief."""
_STAND_IN = frozenset({"human", "script"})

Seated = Callable[[str, Cast], Player]
"""Makes the player that answers probes for a seat, from its cast. Raises BadPlayer, BadFile."""


@dataclass(frozen=True, slots=True)
class AskableRound(Due):
    """A round of a session in which a player can be asked."""

    view: View
    """What the seat knew in that round."""


def has_probes(info: GameInfo, catalogue: Catalogue) -> bool:
    """True if a game has any probes."""
    return any(catalogue.prompt_variants(info, kind) for kind in ASKED)


def read_asked(text: str, book: ModelBook, human: str | None = None) -> Cast | None:
    """Returns the player to ask that a text names; None for the seat's own player. Raises BadPlayer.

    `human`: the name of the person who is asked after the game; None: during the game, when no person is
    asked.
    """
    if text == SELF:
        return None
    cast = read_player(text, human or "", book)
    if cast.kind in ("bot", "model") or (human is not None and cast.kind == "human"):
        return cast
    others = "bot:LEVEL or model:NAME" if human is None else "bot:LEVEL, model:NAME or human[:NAME]"
    when = "during the game" if human is None else "afterwards"
    raise BadPlayer(f"a {cast.kind} can't be asked {when}; use {SELF}, {others}")


def check_probe(
    probe: str | None, sorter: str | None, info: GameInfo, catalogue: Catalogue, book: ModelBook
) -> dict[str, Cast]:
    """Returns the players who answer probes and who sort, by key of the set-up, for a game that begins.

    `self`, the players who sit at the table anyway, is left out. Raises BadPlayer.
    """
    if probe is not None and not has_probes(info, catalogue):
        raise BadPlayer(f"{info.title} has no questions for players during the game; leave out --probe")
    if sorter == SELF:
        raise BadPlayer(
            f"{SELF} can't sort, because players can't sort their own lists or replies; use bot:LEVEL or model:NAME"
        )
    if sorter is not None and not catalogue.prompt_variants(info, SORTING):
        raise BadPlayer(f"{info.title} has nothing to sort; leave out --sorter")
    if sorter is not None and probe is None and info.sorts == "lists":
        raise BadPlayer("a sorter needs lists to sort; add --probe PLAYER to ask a player for them")
    read = {key: read_asked(text, book) for key, text in ((PROBE, probe), (SORTER, sorter)) if text}
    return {key: cast for key, cast in read.items() if cast is not None}


def askable_rounds(play: Play[Any], kind: str) -> Iterator[AskableRound]:
    """Yields every round in which a player can be asked, as it was then, without void replies."""
    game = play.game
    seen: set[tuple[str, str]] = set()
    begun = (0, game.start(play.setup))
    for seq, state in (begun, *((step.seq, step.after) for step in play.standing())):
        for seat in play.seats:
            ask = game.probe(state, seat, kind)
            if ask is not None and (seat, ask.key) not in seen:
                seen.add((seat, ask.key))
                yield AskableRound(ask, seq, game.view(state, seat))


def items_to_sort(due: Due, lists: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
    """Returns the items to sort in a round: the ask's choices, or the previous round's list; may be empty.

    `lists`: the seat's lists by round. The previous list is sorted only if the round has a list too, because
    only then does the sorting count.
    """
    before = lists[due.round - 1] if {due.round - 1, due.round} <= lists.keys() else ()
    return due.ask.choices or before


class LiveProber:
    """Asks the probes that are due in a session by its rules."""

    def __init__(
        self,
        info: GameInfo,
        session: Session,
        sits: Callable[[str], Cast],
        seated: Seated,
        who: Mapping[str, Cast | None],
        *,
        patient: bool = True,
    ) -> None:
        """`sits` returns the cast that has a seat now. This player is asked if `who` has None as `probe`.

        `who`: the players by key of the set-up. Without a `sorter`, the player who was asked for a list also
        sorts it, and what is said at the table isn't sorted. Without a `probe`, only sortings are asked for.

        `patient`: if true, a probe that the budget stops can be asked later, when the session continues.
        Otherwise it is saved as unanswered, with the reason.
        """
        self._info = info
        self._setup = session.setup
        self._sits = sits
        self._seated = seated
        self._player = who.get(PROBE)
        self._sorter = who.get(SORTER)
        self._kinds = (*ASKED, SORTING) if PROBE in who else (SORTING,)
        self._patient = patient

    def due(self, play: Play[Any]) -> Sequence[Due]:
        if play.resigned is not None:
            return ()
        found = (self._due(play, seat) for seat in play.seats)
        return [one for one in found if one is not None]

    def _due(self, play: Play[Any], seat: str) -> Due | None:
        for kind in self._kinds:
            ask = self._info.game.probe(play.state, seat, kind)
            if ask is None:
                continue
            due = Due(ask, 0)
            if any(e.get("seat") == seat and e.get("round") == due.round for e in play.probes(kind)):
                continue
            # without a sorter, what is said at the table isn't sorted; a belief before the first answer never
            # counts
            sorts = self._sorter is not None or not ask.choices
            if sorts and items_to_sort(due, lists_of(play, seat)) if kind == SORTING else due.round > 0:
                return replace(due, after=_opened(play, ask))
        return None

    async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
        view = play.view(due.seat)
        items: tuple[str, ...] = ()
        if due.kind == SORTING:
            items = items_to_sort(due, lists_of(play, due.seat))
            listing = self._info.game.probe(play.state, due.seat, CANDIDATES)
            view = sorting_view(view, listing.shares_prompt_of if listing else "", due.round, items)
        asked = self._sorter or self._player if due.kind == SORTING else self._player
        try:
            cast = asked_there(asked, self._sits(due.seat), self._info, self._setup, due.seat)
            reply = await self._seated(due.seat, cast).reply(due.ask, view, None, lambda _: None)
        except (PlayerFailed, BadPlayer, BadFile) as failed:
            if isinstance(failed, BudgetReached) and self._patient:
                raise
            return unanswered(due, str(failed))
        return found_in(due, reply, cast, items)


def asked_there(asked: Cast | None, sits: Cast, info: GameInfo, setup: Setup, seat: str) -> Cast:
    """Returns the player who is asked for a seat, with that seat's sampling and prompt variant.

    `asked` None: the seat's own player, or the hard bot in place of a person or a script.
    """
    if asked is None:
        return bot("hard") if sits.kind in _STAND_IN else sits
    return as_seated(asked, info, setup, seat, str(sits.spec.get("prompt") or "") or None)


def _opened(play: Play[Any], ask: Ask) -> int:
    """Returns the seq of the standing reply after which a probe could be asked; 0: from the start."""
    for step in reversed(play.standing()):
        earlier = play.game.probe(step.before, ask.seat, ask.name)
        if earlier is None or earlier.key != ask.key:
            return int(step.seq)
    return 0


def found_in(due: Due, reply: Reply, cast: Cast, items: Sequence[str]) -> ProbeResult:
    """Returns the result of a reply to a probe: what was read from it, then the same keys as for a reply.

    `items`: the items to sort.
    """
    reply = cleaned(reply)
    readable = "" if reply.finish == "refused" else reply.text
    if due.kind == SORTING:
        yes, no = read_sorting(readable, items)
        read: Mapping[str, Any] = {"yes": yes, "no": no}
    elif due.kind == BELIEF:
        level = read_belief(readable)
        read = {"items": [level] if level else []}
    else:
        read = {"items": list(read_list(readable))}
    rest = reply_data(due.ask, reply, due.kind, None)
    for key in ("seat", "ask", "status"):
        del rest[key]
    data = {"seat": due.seat, "kind": due.kind, "round": due.round, **read, **rest}
    return ProbeResult({**data, "player": dict(cast.spec)}, reply.messages)


def prober_of(
    info: GameInfo,
    session: Session,
    sits: Callable[[str], Cast],
    seated: Seated,
    book: ModelBook,
    *,
    asked: Mapping[str, Cast | None] | None = None,
    patient: bool = True,
) -> LiveProber | None:
    """Returns the prober that a session's set-up asks for; None if nobody is to be asked.

    `asked`: players of `probe` and `sorter` texts about which this process knows more than `book`. The other
    arguments are as for `LiveProber`. Raises BadPlayer.
    """
    texts = {key: session.setup.extra.get(key) for key in (PROBE, SORTER)}
    who = {key: read_asked(text, book) for key, text in texts.items() if isinstance(text, str) and text}
    if not who:
        return None
    return LiveProber(info, session, sits, seated, who | dict(asked or {}), patient=patient)


def outside_player(
    cast: Cast,
    info: GameInfo,
    setup: Setup,
    *,
    think: Think,
    registry: ModelRegistry | None,
    budget: Budget,
) -> Player:
    """Returns the bot or model that is asked without sitting at the table. `think` calls a bot.

    Raises BadPlayer, BadFile.
    """
    if cast.kind == "bot":
        return built_in(cast, info, setup, think=think)
    if cast.kind == "model" and registry is not None:
        if cast.entry is not None:
            registry.start(cast.entry)
        return sit_down(cast, info, setup, registry.seats([budget]))
    return sit_down(cast, info, setup)


def prober_at(
    info: GameInfo,
    session: Session,
    sits: Callable[[str], Cast],
    in_thread: InThread,
    *,
    registry: ModelRegistry | None,
    budget: Budget,
) -> LiveProber | None:
    """Returns the prober of a table; None if its set-up asks for none, or for a player who can't be seated.

    `sits` returns the cast that has a seat now.
    """

    def seated(_seat: str, cast: Cast) -> Player:
        return outside_player(cast, info, session.setup, think=in_thread, registry=registry, budget=budget)

    book = registry.book if registry is not None else ModelBook()
    try:
        return prober_of(info, session, sits, seated, book, patient=False)
    except BadPlayer:
        return None


# what is shown, round by round

ITEM_CHARS = 60
QUESTION_CHARS = 200
BY_ROUND = frozenset({"ranks", "listed", "distances"})
"""Metrics by round that the chart of lists and beliefs already shows."""
_OPPOSITE = {"yes": "no", "no": "yes", "correct": "no", "incorrect": "yes", "bingo": "no"}
"""Maps an answer to the answer that would be true of an item that it rules out."""


@dataclass(frozen=True, slots=True)
class ProbeRound:
    """One list or belief, and the next question and answer."""

    number: int
    seq: int
    """The seq of the list's event; for a list asked for after the game, of the reply before its round."""
    items: tuple[str, ...]
    why: str = ""
    """Why there is no list; empty if there is one."""
    question: str = ""
    answer: str = ""
    out: frozenset[str] = frozenset()
    """The items that the answer rules out."""
    rank: int | None = None
    """The rank of the secret in the list, from 1; None if it isn't listed, or if the secret isn't known."""
    parted: str = ""
    """How the previous question sorted the previous list."""
    belief: bool = False
    """True if the round has a level of belief in a statement instead of a list."""
    level: int | None = None
    """The level of belief, 1 (true) to 5; None if it could not be read."""
    goal: int | None = None
    """The level that would match the truth; None if the truth isn't known."""


@dataclass(frozen=True, slots=True)
class ListedItem:
    """One line of a list."""

    text: str
    out: bool = False
    sought: bool = False
    """True if the item is the secret."""


@dataclass(frozen=True, slots=True)
class ProbeView:
    """All that a probe panel shows at one moment."""

    number: int = 0
    """The round; 0 if there is none yet."""
    items: tuple[ListedItem, ...] = ()
    question: str = ""
    answer: str = ""
    note: str = ""
    """The text shown in place of a list or a rank."""
    ranks: Mapping[int, int | None] | None = None
    """The rank by round up to this one, None if the secret isn't listed. No mapping: not for this reader."""
    parted: str = ""
    levels: Mapping[int, int] | None = None
    """The level of belief by round up to this one; None if the game asks for lists."""
    goal: int | None = None
    """The level that would match the truth; None: not for this reader."""


def rounds_of(play: Play[Any], *, knowledge: Knowledge | None = None) -> tuple[ProbeRound, ...]:
    """Returns every round with a standing list or belief, in order. `knowledge`: the facts of the deck."""
    return _listed(play, knowledge) or _believed(play)


def list_round(play: Play[Any], number: int, seq: int, items: Sequence[str], why: str = "") -> ProbeRound:
    """Returns a round with a list, and the secret's rank in it."""
    names = sought(play.game.secret(play.state) or {})
    rank = _rank(tuple(items), names, play.state.compared) if names else None
    return ProbeRound(number, seq, tuple(items), why, rank=rank)


def belief_round(play: Play[Any], number: int, seq: int, items: Sequence[str], why: str = "") -> ProbeRound:
    """Returns a round with a level of belief in a statement."""
    goal = _level(str((play.game.secret(play.state) or {}).get("truth", "")))
    level = _level(items[0].strip().casefold()) if len(items) == 1 else None
    return ProbeRound(number, seq, (), why, belief=True, level=level, goal=goal)


def _level(text: str) -> int | None:
    return LEVELS.index(text) + 1 if text in LEVELS else None


def _events(play: Play[Any], kind: str) -> list[tuple[int, int, Event]]:
    """Returns the number of each round, the seq at which its newest probe is shown, and the probe.

    A probe that was asked after the game is shown at its round, and any other probe at its own seq.
    """
    found = {e["round"]: e for e in play.probes(kind) if isinstance(e.get("round"), int)}
    replies = play.standing()
    last = replies[-1].seq if play.over and replies else None
    late = {e.seq for e in found.values() if last is not None and e.seq > last}
    due = {(one.seat, one.round): one.after for one in askable_rounds(play, kind)} if late else {}
    return [
        (n, due.get((str(e.get("seat")), n), e.seq) if e.seq in late else e.seq, e)
        for n, e in sorted(found.items())
    ]


def _items(event: Event) -> list[str]:
    items = event.get("items")
    return [str(item) for item in items] if isinstance(items, list) else []


def _why(event: Event) -> str:
    return one_line(str(event.get("why") or ""), QUESTION_CHARS)


def _listed(play: Play[Any], knowledge: Knowledge | None) -> tuple[ProbeRound, ...]:
    """Returns every round in which a player was asked for a list."""
    events = _events(play, CANDIDATES)
    lists = {number: kept(_items(event)) for number, _, event in events}
    sortings, steps, out = sortings_of(play), play.standing(), []
    for number, seq, event in events:
        items = lists[number]
        question, answer = _next_turn(play, steps, str(event.get("seat")), seq)
        after = next((lists[n] for n in lists if n > number and lists[n]), None) if answer else None
        out.append(
            replace(
                list_round(play, number, seq, items, _why(event)),
                question=question,
                answer=answer,
                out=_absent(items, after) | _excluded(items, question, answer, knowledge),
                parted=_parted(sortings.get(number), len(lists.get(number - 1, ()))),
            )
        )
    return tuple(out)


def _believed(play: Play[Any]) -> tuple[ProbeRound, ...]:
    """Returns every round in which a player was asked how far they believe a statement."""
    events = _events(play, BELIEF)
    return tuple(belief_round(play, n, seq, _items(event), _why(event)) for n, seq, event in events)


def panel_of(
    rounds: Sequence[ProbeRound], at: int, *, secret: bool, ahead: bool = True, note: str = ""
) -> ProbeView:
    """Returns the panel after event `at`.

    `secret`: whether the reader may know the secret. `ahead`: whether the question and answer after the list
    may be shown. `note` is shown in place of the rank.
    """
    if any(r.belief for r in rounds):
        return _belief_panel([r for r in rounds if r.seq <= at], secret=secret, note=note)
    past = [r for r in rounds if r.seq <= at]
    if not past:
        return ProbeView(note=note)
    now = past[-1]
    rank = now.rank if secret else None
    shown = [
        ListedItem(one_line(item, ITEM_CHARS), ahead and item in now.out, place == rank)
        for place, item in enumerate(now.items, 1)
    ]
    return ProbeView(
        now.number,
        tuple(shown),
        now.question if ahead else "",
        now.answer if ahead else "",
        (now.why and f"no list: {now.why}") or note,
        {r.number: r.rank for r in past if r.items} if secret else None,
        now.parted,
    )


def _belief_panel(past: Sequence[ProbeRound], *, secret: bool, note: str) -> ProbeView:
    """The levels of belief up to the last of these rounds, and the last level's distance from the truth."""
    levels = {r.number: r.level for r in past if r.level is not None}
    if not past:
        return ProbeView(note=note, levels=levels)
    now = past[-1]
    goal = now.goal if secret else None
    if now.level is None:
        note = f"not readable: {now.why}" if now.why else note
    elif goal is not None:
        off = abs(now.level - goal)
        note = f"{counted(off, 'level')} from the truth" if off else "exactly right"
    return ProbeView(now.number, note=note, levels=levels, goal=goal)


def knows(play: Play[Any], viewer: str) -> bool:
    """True if this viewer (a seat, or `table`) knows the secret, or the game is over."""
    if play.over:
        return True
    secret, facts = play.game.secret(play.state) or {}, play.view(viewer).facts
    return bool(secret) and all(
        facts.get(name) == value for name, value in secret.items() if isinstance(value, str)
    )


def _next_turn(play: Play[Any], steps: Sequence[Step[Any]], seat: str, seq: int) -> tuple[str, str]:
    """Returns a seat's question after a probe, and its answer; each is empty if there is none yet."""
    later = [s for s in steps if s.seq > seq]
    asked = next((s for s in later if s.ask.seat == seat and s.fault is None), None)
    if asked is None:
        return "", ""
    before = len(_turns(play, asked.before))
    for step in later:
        turns = _turns(play, step.after)
        if len(turns) > before:
            turn = turns[before]
            return one_line(str(turn.get("question", "")), QUESTION_CHARS), str(turn.get("answer", ""))
    return one_line(str(play.game.view(asked.after, TABLE).facts.get("question", "")), QUESTION_CHARS), ""


def _turns(play: Play[Any], state: Any) -> Sequence[Mapping[str, Any]]:
    turns = play.game.view(state, TABLE).facts.get("turns")
    return turns if isinstance(turns, list) else ()


@lru_cache(maxsize=512)
def _rank(items: tuple[str, ...], names: tuple[str, ...], how: str) -> int | None:
    return rank_in(items, names, how)


@lru_cache(maxsize=512)
def _absent(items: tuple[str, ...], after: tuple[str, ...] | None) -> frozenset[str]:
    """Returns the items that are missing from the next list; empty if there is no next list."""
    if not after:
        return frozenset()
    names = (*after, *chain.from_iterable(map(parts_of, after)))
    return frozenset(
        i for i in items if not any(equals(part, names, "lenient") for part in (i, *parts_of(i)))
    )


def _excluded(
    items: Sequence[str], question: str, answer: str, knowledge: Knowledge | None
) -> frozenset[str]:
    """Returns the items that the answer to the question rules out, according to the facts of the deck."""
    ruled_out = _OPPOSITE.get(answer)
    if knowledge is None or ruled_out is None:
        return frozenset()
    from tui_arena.questions.meaning import truth  # heavy; for a few  # noqa: PLC0415
    from tui_arena.questions.reading.understanding import understand  # noqa: PLC0415  (as above)

    meaning = understand(question, knowledge)
    if meaning is None:
        return frozenset()
    numbers = {item: knowledge.numbers.get(fold(without_article(item))) for item in items}
    return frozenset(
        item
        for item, number in numbers.items()
        if number is not None and truth(meaning, knowledge, number) == ruled_out
    )


def _parted(sorting: tuple[int, int] | None, size: int) -> str:
    if sorting is None or not size:
        return ""
    yes, no = sorting
    return f"sorted {yes} yes, {no} no: disparity {abs(yes - no) / size:.2f}"
