"""Probes: asking a player what they think likely, while a session is played or afterwards.

The next question can then sort a list of likely objects. The probes and their measures follow GameArena
(retrospective analysis, disparity ratio); see `stats/README.md`.

Law: a probe uses the same view, rules, history and sampling as the seat has in play. A sorter gets only the
list and the question, never the dialogue.

An answer is read once, when it arrives; figures use the stored list. A probe never keeps a table from opening
or continuing: a player who can't be asked is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.events import Event, Kind, reply_data
from tui_arena.core.game import Ask, Player, PlayerFailed, Reply, Setup, View
from tui_arena.core.probes import (
    BELIEF,
    CANDIDATES,
    SORTING,
    Due,
    ProbeResult,
    lists_of,
    read_belief,
    read_list,
    unanswered,
)
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, split_reasoning
from tui_arena.core.words import tokens
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import InThread, Think
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer, Cast, as_seated, bot, built_in, read_player, sit_down
from tui_arena.table.spending import paid, total_usage


def sorting_view(view: View, ask: str, number: int, items: Sequence[str]) -> View:
    """Returns what a sorter sees: a list, and the question of round `number` by which to sort it.

    `ask` is the ask name of the questions, for views that don't list them as `turns`.
    """
    asked = [str(turn.get("question", "")) for turn in view.facts.get("turns", ())]
    asked = asked or [line.text for line in view.talk if line.ask == ask and line.fault is None]
    numbered = "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
    question = asked[number - 1] if len(asked) >= number else ""
    return replace(view, facts={**view.facts, "items": numbered, "sorted_question": question}, talk=())


def read_sorting(text: str, items: Sequence[str]) -> tuple[list[str], list[str]]:
    r"""Returns the items that a reply sorts into yes and into no. An item that isn't mentioned is in neither.

    >>> read_sorting("1. cat: yes\n2. car: no", ["cat", "car", "cow"])
    (['cat'], ['car'])
    """
    found: dict[int, bool] = {}
    for line in split_reasoning(text).body.split("\n"):
        said = [word for word in tokens(line) if word in ("yes", "no")]
        if not said:
            continue
        head = line.strip(" *_-#`")
        number = head[: len(head) - len(head.lstrip("0123456789"))]
        place = int(number[:4]) - 1 if number else len(found)
        if 0 <= place < len(items):
            found.setdefault(place, said[-1] == "yes")
    yes = [item for i, item in enumerate(items) if found.get(i) is True]
    return yes, [item for i, item in enumerate(items) if found.get(i) is False]


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
    """Whether a game has any probes."""
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
    raise BadPlayer(f"a {cast.kind} can't be asked {when}; {SELF}, {others} can")


def check_probe(
    probe: str | None, sorter: str | None, info: GameInfo, catalogue: Catalogue, book: ModelBook
) -> dict[str, Cast]:
    """Returns the players who answer probes and who sort, by key of the set-up, for a game that begins.

    `self`, the players who sit at the table anyway, is left out. Raises BadPlayer.
    """
    if probe is not None and not has_probes(info, catalogue):
        raise BadPlayer(f"nobody can be asked during {info.title}; leave out --probe")
    if sorter == SELF:
        raise BadPlayer(
            f"{SELF} can't sort, because players can't sort their own lists or replies; bot:LEVEL or model:NAME can"
        )
    if sorter is not None and not catalogue.prompt_variants(info, SORTING):
        raise BadPlayer(f"there's nothing to sort during {info.title}; leave out --sorter")
    if sorter is not None and probe is None and info.sorts == "lists":
        raise BadPlayer("a sorter needs lists to sort; say with --probe who is asked for them")
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


def found_in(due: Due, reply: Reply, cast: Cast, items: Sequence[str] = ()) -> ProbeResult:
    """Returns the result of a reply to a probe: what was read from it, then the same keys as for a reply.

    `items`: the items to sort.
    """
    text = clean(reply.text)
    reply = replace(reply, text=text, thinking=None if reply.thinking is None else clean(reply.thinking))
    readable = "" if reply.finish == "refused" else text
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


def probed(events: Sequence[Event]) -> dict[str, Any] | None:
    """Returns tokens and cost of a session's probes, which no seat's counts include; None without any.

    The cost is None if the cost of any probe is unknown. Probes copied from another session cost nothing.
    """
    usages = [event.get("usage") for event in paid(events) if event.type == Kind.PROBE]
    return total_usage(usages) if usages else None


def seated_beside(
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
        return seated_beside(cast, info, session.setup, think=in_thread, registry=registry, budget=budget)

    book = registry.book if registry is not None else ModelBook()
    try:
        return prober_of(info, session, sits, seated, book, patient=False)
    except BadPlayer:
        return None
