"""Works on from saved sessions: `tui-arena branch`, `tui-arena audit` and `tui-arena analyse`.

`branch` plays new sessions that begin like saved sessions. `audit` asks a judge the same questions again.
`analyse` asks which answers a player found likely in each round; a person answers in the terminal, without
the app.

Questions are printed on stderr, because stdout has only the result.

Law: a person is shown only what the seat knew at that round.
"""

from __future__ import annotations

import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from tui_arena.batch.judging import answered, judged_again
from tui_arena.batch.playing import BranchesPlayed, play_branches
from tui_arena.batch.run import Budgets, check_models
from tui_arena.cli import completion
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import (
    INTERRUPTED,
    Command,
    CommandContext,
    Failed,
    bad,
    complain,
    left_out_status,
    put,
    put_json,
    tell,
    telling,
)
from tui_arena.cli.filtering import FilterChoice, filter_options
from tui_arena.cli.headless import ProgressBar, ended, json_option, limit_options, secrets_option
from tui_arena.cli.options import read_seats
from tui_arena.core.events import outcome_data
from tui_arena.core.game import Ask, Fault, OnProgress, Player, PlayerFailed, Reply, View
from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import BELIEF, LEVELS, SORTING, read_belief
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import AuditedQuestion, audit_json, summary
from tui_arena.inquiry.retrospective import Analysed, OneAnalysed, Retrospective
from tui_arena.inquiry.subjects import finished, read_subject
from tui_arena.players.seating import FORMS, Cast, read_player, sit_down
from tui_arena.save.errors import Unreadable
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import Store
from tui_arena.stats.branch_table import (
    NO_DECK,
    SwapCell,
    SwapRow,
    is_last_turn,
    published_swaps,
    swap_rows,
)
from tui_arena.stats.conditions import check_condition
from tui_arena.stats.statistics import Figure
from tui_arena.stats.written import SCREEN, TERMINAL
from tui_arena.table.branches import Branched, make, opened
from tui_arena.table.probes import SELF, read_asked

sessions_option = click.argument("sessions", nargs=-1, required=True, metavar="SESSION...")


def all_opened(
    arena: CommandContext, store: Store, wanted: Sequence[str], skipped: Skipped, *, secrets: bool
) -> list[tuple[Session, GameInfo]]:
    """The named sessions, each once, all of one game; `skipped` collects the sessions that can't be read.

    Raises SaveError, BadBranch, UsageError, and Failed if no session is left.
    """
    ids = dict.fromkeys(store.find(prefix) for prefix in wanted)
    found = list(skipped.each(ids, str, lambda one: opened(store, arena.catalogue, one, secrets=secrets)))
    if not found:
        raise Failed("none of these sessions could be read")
    games = dict.fromkeys(info.title for _, info in found)
    if len(games) > 1:
        raise click.UsageError(f"these are sessions of {' and '.join(games)}; choose sessions of one game")
    return found


@click.command("branch", cls=Command)
@sessions_option
@click.option(
    "--at", type=click.IntRange(0), metavar="SEQ", help=("Keep everything up to this event; 0 keeps nothing.")
)
@click.option("--last-turn", is_flag=True, help="Replay only the last turn.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=PLAYER",
    shell_complete=completion.seats,
    help=f"The player in that seat from there on: {FORMS}.",
)
@limit_options
@secrets_option
@json_option
@click.pass_obj
def branch_(
    arena: CommandContext,
    sessions: tuple[str, ...],
    *,
    at: int | None,
    last_turn: bool,
    seats: tuple[str, ...],
    concurrency: int,
    budgets: Budgets,
    secrets: bool,
    as_json: bool,
) -> int:
    """Play new sessions that begin like saved ones, and continue with different players.

    The original sessions don't change. Players you don't replace play on; bots stand in for people. The table
    shows who played first and who played on, next to published figures if there are any.
    """
    if (at is None) == (not last_turn):
        raise click.UsageError("give either --at SEQ or --last-turn")
    players = read_seats(seats)
    if not players:
        raise click.UsageError("--seat SEAT=PLAYER is missing: say who plays on")
    store = arena.store()
    skipped = telling()
    found = all_opened(arena, store, sessions, skipped, secrets=secrets)
    info, book = found[0][1], arena.registry.book
    made = [make(session, info, players, book, at=None if last_turn else at) for session, _ in found]
    for branch in made:
        check_models(branch.cast, arena.registry)
    spent = budgets.of_run()
    with ProgressBar("branches") as bar:
        if any(one.asks for branch in made for one in branch.cast.values()):
            bar.spent = spent
        played = play_branches(made, store, arena.registry, spent, concurrency=concurrency, progress=bar.show)
    return left_out_status(skipped, _put_branches(info, played, list(players), as_json=as_json))


def _put_branches(info: GameInfo, played: BranchesPlayed, seats: list[str], *, as_json: bool) -> int:
    rows = swap_rows(info, played.played, seats)
    swapped = is_last_turn(branch for branch, _ in played.played)
    source, known = published_swaps(info) if swapped else ("", [])
    if as_json:
        put_json(
            {
                "game": info.id,
                "stopped": played.stopped,
                "sessions": [_session_json(info, *one) for one in played.played],
                "rows": [row.to_json() for row in rows],
                "published": {"source": source, "rows": [row.to_json() for row in known]} if known else None,
                "wall_seconds": played.wall_seconds,
            }
        )
    else:
        n = len(played.played)
        put(f"{info.title}: {n} branch{'' if n == 1 else 'es'} in {played.wall_seconds:.1f} s\n\n")
        put_swaps(rows, known, "last turn" if swapped else "plays on")
        if any(cell.over_repetitions for row in rows for cell in row.decks.values()):
            put("\n± over repetitions if the sessions are numbered, otherwise over sessions\n")
        if known:
            put(f"\npublished: {source}; mean ± standard deviation over runs\n")
    left = ""
    if played.left:
        why = f"stopped ({played.stopped}); " if played.stopped else ""
        branches = f"{played.left} branches are" if played.left > 1 else "1 branch is"
        left = f"{why}{branches} unfinished; the app can continue the branches that have begun"
    return ended(played.stopped, played.failures, "not finished", left=left)


def _session_json(info: GameInfo, branch: Branched, play: Any) -> dict[str, Any]:
    return {
        "id": branch.session.id,
        "from": branch.of.id,
        "outcome": outcome_data(play.outcome()),
        "metrics": info.compute(play),
        "counts": play.counts(),
    }


def put_swaps(rows: Sequence[SwapRow[SwapCell]], known: Sequence[SwapRow[Figure]], then: str) -> None:
    """Print scores by first and last player, with columns for each deck; published rows come last.

    `then`: the header of the column with the last player.
    """
    decks = list(dict.fromkeys(deck for row in rows for deck in row.decks))
    decks += [deck for deck in dict.fromkeys(d for row in known for d in row.decks) if deck not in decks]
    header = ["plays", then]
    for deck in decks:
        header += ["score" if deck == NO_DECK else f"{deck}: score", "found", "n"]
    lines: list[list[Any]] = []
    for row in rows:
        line: list[Any] = [row.plays, row.last_turn]
        for deck in decks:
            line += _cells(row.decks.get(deck))
        lines.append(line)
    for theirs in known:
        line = [f"{theirs.plays} (published)", theirs.last_turn]
        for deck in decks:
            line += [TERMINAL.figure(theirs.decks.get(deck, Figure())), None, None]
        lines.append(line)
    put_table(header, lines, keys=2)


def _cells(cell: SwapCell | None) -> list[Any]:
    """The score, the share of wins and the number of sessions."""
    if cell is None or not cell.sessions:
        return [None, None, None]
    score = cell.over_repetitions or cell.score
    return [TERMINAL.figure(score), TERMINAL.number(cell.success.value), cell.sessions]


MOST_TIMES = 1000


@click.command("audit", cls=Command)
@sessions_option
@click.option(
    "--judge",
    metavar="PLAYER",
    shell_complete=completion.player,
    help="Who to ask: bot:LEVEL or model:NAME; by default, the same player again.",
)
@click.option("--seat", metavar="SEAT", help="The seat whose answers to check; by default, the judge's.")
@click.option(
    "--times",
    type=click.IntRange(1, MOST_TIMES),
    metavar="N",
    help=("How many times to ask (3; once with --judge)."),
)
@limit_options
@secrets_option
@json_option
@click.pass_obj
def audit_(
    arena: CommandContext,
    sessions: tuple[str, ...],
    *,
    judge: str | None,
    seat: str | None,
    times: int | None,
    concurrency: int,
    budgets: Budgets,
    secrets: bool,
    as_json: bool,
) -> int:
    """Ask the judge of sessions again, or ask another judge, and mark contradictions.

    Every question is asked exactly as it was then, and nothing is saved.
    """
    other = None if judge is None else read_player(judge, book=arena.registry.book)
    store, skipped = arena.store(reading=not secrets), telling()
    found = all_opened(arena, store, sessions, skipped, secrets=secrets)
    inquiry, done = judged_again(
        found, arena.registry, other, seat, times, concurrency=concurrency, budget=budgets.of_run()
    )
    if inquiry.stopped == "interrupted":
        raise Failed("stopped; an audit doesn't save anything", INTERRUPTED)
    put_audit([one for one in done if not one.failure], as_json=as_json)
    failures = [f"session {one.session.id}, event {one.seq}: {one.failure}" for one in done if one.failure]
    return left_out_status(skipped, ended(None, failures, "not answered"))


def put_audit(audited: Sequence[AuditedQuestion], *, as_json: bool) -> None:
    """Print every question with its answers, with contradictions marked, and a summary."""
    if as_json:
        put_json(audit_json(audited))
        return
    over_all = summary(audited)
    lines = [
        [
            "!" if one.contradicts else None,
            one.seq,
            one.question,
            one.given or "(unreadable)",
            " ".join(
                f"{answer} {n}" for answer, n in (*one.counts.items(), ("(unreadable)", one.unreadable)) if n
            ),
        ]
        for one in audited
    ]
    put_table(["", "event", "question", "in play", "asked again"], lines)
    agreement = over_all["agreement"]
    told = [f"{counted(len(audited), 'question')}, {counted(over_all['contradictions'], 'contradiction')}"]
    if agreement is not None:
        told.append(f"{SCREEN.shares.number(agreement)} of the answers match the answers in play")
    if unreadable := over_all["unreadable"]:
        told.append(
            f"{unreadable} of {counted(over_all['answers'] + unreadable, 'new answer')} could not be read"
        )
    put(f"\n{'; '.join(told)}\n")
    if over_all["contradictions"]:
        put("! marks a question that got different answers\n")


_LIST = "What's most likely? Best first, one per line or separated by commas. An empty line ends the list."
_BELIEF = "How much do you believe the story? " + ", ".join(
    f"{number} {level}" for number, level in enumerate(LEVELS, 1)
)
_NUMBER = re.compile(r"^\d+[.):]\s*")
_YES_NO = {"y": "yes", "yes": "yes", "n": "no", "no": "no"}


class TerminalPlayer:
    """A player in the terminal: shows what a seat knew, and reads the answer from stdin."""

    def __init__(self, about: str, gone: Callable[[], None]) -> None:
        """`about`: a heading, such as game and session. `gone`: called when stdin ends or on Ctrl-C."""
        self._about = about
        self._gone = gone

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        """The reply that the person typed. Raises PlayerFailed at the end of stdin and on Ctrl-C."""
        number = ask.key.rpartition(":")[2]
        tell("")
        tell(f"-- {self._about}, {ask.seat}, round {number}")
        for line in view.talk:
            if line.fault is None:
                tell(f"{line.seat}: {one_line(line.text, 500)}")
        if ask.name == SORTING:
            return Reply(
                "\n".join(self._sorted(str(view.facts["items"]), str(view.facts["sorted_question"])))
            )
        return Reply(self._believed() if ask.name == BELIEF else "\n".join(self._listed()))

    def _listed(self) -> Iterator[str]:
        tell(_LIST)
        number = 0
        while line := self._line():
            for item in line.split(","):
                name = _NUMBER.sub("", item.strip())
                if name:
                    number += 1
                    yield f"{number}. {name}"

    def _believed(self) -> str:
        while True:
            tell(_BELIEF)
            line = self._line()
            if line in ("1", "2", "3", "4", "5"):
                return LEVELS[int(line) - 1]
            if not line or read_belief(line):
                return line

    def _sorted(self, items: str, question: str) -> Iterator[str]:
        tell(f"{one_line(question, 500)}  What would the answer be for each of these, y or n?")
        for item in items.splitlines():
            tell(one_line(item, 200))
            yield f"{item.partition('.')[0]}. {_YES_NO.get(self._line().casefold(), '')}"

    def _line(self) -> str:
        sys.stderr.write("> ")
        sys.stderr.flush()
        try:
            with _interruptible():
                line = sys.stdin.readline()
        except KeyboardInterrupt:
            tell("")  # the cursor is still on the prompt's line
            line = ""
        if not line:
            self._gone()
            raise PlayerFailed("there's nobody left to answer")
        return line.strip()


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt a read from stdin. The event loop's own handler would wait for the line."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


SHOWN = 50
"""The most sessions in the printed table; --json has all."""
_GO_ON = "run the same command again to continue"
_WITHOUT = "--again would start over; without it, only questions without an answer are asked"


@click.command("analyse", cls=Command)
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option("--all", "everything", is_flag=True, help="Every finished session.")
@click.option(
    "--game", metavar="G", shell_complete=completion.games, help="All finished sessions of this game."
)
@click.option("--run", "run_id", metavar="ID", help="All finished sessions of this run.")
@filter_options
@click.option(
    "--player",
    default=SELF,
    metavar="PLAYER",
    shell_complete=completion.player,
    help=f"Who to ask: {SELF} (the player who sat there, or the hard bot instead of a person), bot:LEVEL, "
    "model:NAME, human[:NAME].",
)
@click.option(
    "--sorter",
    metavar="PLAYER",
    shell_complete=completion.player,
    help="Who sorts lists and replies; by default, players sort their own lists.",
)
@click.option(
    "--again", is_flag=True, help="Ask again even if an answer is stored; the newest answer counts."
)
@limit_options
@json_option
@click.pass_obj
def analyse_(
    arena: CommandContext,
    /,
    sessions: tuple[str, ...],
    *,
    everything: bool,
    game: str | None,
    run_id: str | None,
    chosen: FilterChoice,
    player: str,
    sorter: str | None,
    again: bool,
    concurrency: int,
    budgets: Budgets,
    as_json: bool,
) -> int:
    """Ask players afterwards what they thought was likely in each round, and save the answers with the sessions.

    This works for Akinator, Taboo, Bluffing and entity deduction. Stored answers aren't asked for again.
    Ctrl-C or a budget stops the command; run the same command again to continue.
    """
    asked, sorts = _casts(arena, player, sorter)
    kinds = {cast.kind for cast in (asked, sorts) if cast is not None}
    store = arena.store()
    ids = _ids(arena, store, sessions, chosen, everything=everything, game=game, run=run_id)
    one, people = len(ids) == 1, "human" in kinds
    spent = budgets.of_run()
    models = arena.registry.seats([spent])

    def seated(session: Session, info: GameInfo, seat: str, cast: Cast) -> Player:
        if cast.kind == "human":
            return TerminalPlayer(f"{info.title}, session {session.id}", engine.inquiry.stop)
        check_models({seat: cast}, arena.registry)
        return sit_down(cast, info, session.setup, models)

    began = time.monotonic()
    with ProgressBar("analyse", "question" if one else "session") as bar:
        if asked is None or "model" in kinds:
            bar.spent = spent
        engine = Retrospective(
            store,
            arena.catalogue,
            seated,
            player=asked,
            sorter=sorts,
            again=again,
            report=lambda it: bar.show(it.done, it.total) if one and not people else None,
            finished=lambda done, of: None if one or people else bar.show(done, of),
            concurrency=concurrency,
        )
        analysed = answered(arena.registry, engine.run(ids))
    return _report(
        analysed,
        round(time.monotonic() - began, 3),
        left=len(ids),
        go_on=_WITHOUT if again else _GO_ON,
        as_json=as_json,
    )


def _casts(arena: CommandContext, player: str, sorter: str | None) -> tuple[Cast | None, Cast | None]:
    """The player to ask and the player who sorts. Raises BadPlayer, click.BadParameter.

    The first is None if each seat's own player is asked; the second is None if no other player sorts.
    """
    book, name = arena.registry.book, arena.settings.name
    asked = read_asked(player, book, name)
    sorts = None if sorter is None else read_asked(sorter, book, name)
    if sorter == SELF:
        raise bad("--sorter", "players sort their own lists anyway; name somebody else")
    casts = {option: cast for option, cast in (("--player", asked), ("--sorter", sorts)) if cast is not None}
    check_models(casts, arena.registry)
    return asked, sorts


def _ids(
    arena: CommandContext,
    store: Store,
    named: Sequence[str],
    chosen: FilterChoice,
    *,
    everything: bool,
    game: str | None,
    run: str | None,
) -> list[str]:
    """The ids of the sessions to ask about. Raises UsageError, CantAnalyse, SaveError, BadFile, BadEvent."""
    if bool(named) == (everything or chosen.given or bool(game or run)):
        raise click.UsageError("name the sessions, or select them with --all, --game G, --run ID, --where, …")
    if named:
        ids = list(dict.fromkeys(store.find(prefix) for prefix in named))
        for one in ids:
            with suppress(Unreadable):  # reported when it is analysed
                read_subject(store, arena.catalogue, one)
        return ids
    info = arena.catalogue.game(game) if game else None
    wanted = chosen.or_all().in_run(run).of(info)
    check_condition(store, wanted)
    found = finished(store, arena.catalogue, wanted)
    if not found:
        tell("no finished session matches that; `tui-arena sessions` lists them")
    return found


def _report(analysed: Analysed, seconds: float, *, left: int, go_on: str, as_json: bool) -> int:
    """Print the results; returns the exit status."""
    done = analysed.sessions
    if as_json:
        put_json(analysed.to_json(seconds))
    else:
        if done:
            put_sessions(done)
            put("\n")
        put(f"{_summed(done)}, in {seconds:.1f} s\n")
    for sentence in analysed.refused:
        complain(sentence)
    open_still = left - len(analysed.refused) - sum(not one.left for one in done)
    sessions = f"{open_still} session{' is' if open_still == 1 else 's are'} left"
    told = f"stopped ({analysed.stopped}); {sessions}: {go_on}" if analysed.stopped else ""
    status = ended(analysed.stopped, analysed.failed, "not asked", more="", left=told)
    return status or int(bool(analysed.refused))


def put_sessions(done: Sequence[OneAnalysed]) -> None:
    """Print a line for each session, with recall and final rank before and after."""
    header = ["session", "game", "asked", "stored", "unreadable", "failed", "recall", "final rank"]
    put_table(
        header,
        [
            [
                *(one.id, one.game, one.asked, one.stored, one.unreadable, len(one.failed)),
                *(_changed(one, name) for name in ("recall", "final_rank")),
            ]
            for one in done[:SHOWN]
        ],
        keys=2,
    )
    if len(done) > SHOWN:
        put(f"… and {len(done) - SHOWN} more; --json lists all\n")


def _changed(one: OneAnalysed, name: str) -> str | None:
    before, after = (_figure(values.get(name)) for values in (one.before, one.after))
    return after if before == after else f"{before or '-'} > {after or '-'}"


def _figure(value: float | None) -> str | None:
    return None if value is None else TERMINAL.number(value) if isinstance(value, float) else str(value)


def _summed(done: Sequence[OneAnalysed]) -> str:
    asked, stored = sum(one.asked for one in done), sum(one.stored for one in done)
    unreadable, failed = sum(one.unreadable for one in done), sum(len(one.failed) for one in done)
    told = f"{counted(len(done), 'session')}: {asked} asked, {stored} already stored"
    return f"{told}, {unreadable} unreadable, {failed} failed"
