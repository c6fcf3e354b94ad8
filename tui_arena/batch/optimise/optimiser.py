"""Carries out a search: plays the first prompt on held-out items, searches, and plays the new prompts there.

Every prompt that is tried is played in runs of its own. Their notes contain the prompt's text, so each
session is saved under its run and can be looked at. A stopped search continues by repeating its steps: saved
sessions and replies are read, not played or asked for again.

If a model couldn't finish a session but still answers in others, the session counts as 0. It is tried again
when the search continues.

Law: a prompt with a fault is never played. The budget for the last sessions is kept back: as much as the
first ones have cost. So a search ends with a result within its budget, unless its prompt makes players talk
more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any, Literal

from tui_arena.batch.history import past_runs
from tui_arena.batch.optimise.climbing import (
    GAMEARENA,
    GEPA,
    Example,
    KeptReplies,
    climb,
    read_verdict,
    verdict_on,
)
from tui_arena.batch.optimise.search import Objective, Scored, Search, known_slots, remember
from tui_arena.batch.playing import Batch
from tui_arena.batch.run import NOTE, NoRun, Run, note_of, recall, session_seed
from tui_arena.batch.run import remember as remember_run
from tui_arena.config import ModelEntry
from tui_arena.core.events import Event
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Prompt
from tui_arena.data.catalogue import MAX_PROMPT
from tui_arena.players.models.prompts import prompt_fault
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached, ModelFailed
from tui_arena.players.seating import read_player
from tui_arena.save.errors import Unreadable
from tui_arena.save.exchange.export import plain
from tui_arena.save.store import SaveError, SessionQuery, Store
from tui_arena.table.spending import count_saved

Cause = Literal["budget", "interrupted", "failed"]
Part = Literal["held", "train"]
_Played = tuple[Session, Play[Any]]
_UNFINISHED = Example(0.0, {"Feedback": "The session broke off: the player gave no reply. Score 0."})
_MOST_FAULTS = 5
_EXAMPLE_CHARS = 3000
"""The maximum number of characters of one session that a model is shown."""


class SearchStopped(BaseException):  # GEPA would swallow an Exception
    """The search has stopped and can be continued later."""

    def __init__(self, cause: Cause, failures: Sequence[str] = ()) -> None:
        super().__init__(cause)
        self.cause: Cause = cause
        self.failures = tuple(failures)


@dataclass(frozen=True, slots=True)
class Made:
    """One variant that a search made, with its results."""

    variant: str
    evaluator: str
    """The model that proposed the variant: a PLAYER text."""
    prompt: Prompt | None
    """The prompt; None if no prompt was better than the first one."""
    sessions: int
    """The number of sessions on training items."""
    proposals: int
    refused: int
    """The number of proposals that were refused without being played."""
    trained: tuple[float, float]
    """The mean scores over the training items of the first prompt and of this one."""
    cut: bool
    """True if the budget ended the climb before all its sessions were played."""
    after: tuple[Scored, ...] = ()
    """Results on held-out items, in the order of `SearchResult.before`; empty without a new prompt."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search that has come to its end."""

    search: Search
    before: tuple[Scored, ...]
    """The results of the first prompt on held-out items."""
    made: tuple[Made, ...]
    spent: Budget
    """The whole cost of the search."""
    reflected: Budget
    """The part of `spent` that proposals and verdicts have cost."""
    failures: tuple[str, ...] = ()
    """Why sessions weren't finished, one sentence each; these sessions count as 0."""


@dataclass(slots=True)
class _Climb:
    """The results of one climb so far."""

    evaluator: ModelEntry
    seen: dict[str, dict[int, Example]] = field(default_factory=dict)
    """Maps each text, and each item, to the result; the first text is the first prompt."""
    sessions: int = 0
    proposals: int = 0
    refused: int = 0

    def means(self, items: Sequence[int]) -> dict[str, float]:
        """The mean scores of the texts that were played on all items, in the order of their first use."""
        whole = {text: one for text, one in self.seen.items() if len(one) == len(items)}
        return {text: fmean(example.score for example in one.values()) for text, one in whole.items()}


class Optimiser:
    """Carries out a search, or the remaining part of one."""

    def __init__(
        self,
        search: Search,
        store: Store,
        registry: ModelRegistry,
        *,
        concurrency: int = 1,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> None:
        """`progress`: called with finished sessions and their maximum. Raises SaveError, BadPlayer."""
        self._search = search
        self._catalogue = registry.catalogue
        self._store = store
        self._registry = registry
        self._concurrency = concurrency
        self._progress = progress
        self._info = registry.catalogue.game(search.game)
        self._objective = Objective.of(self._info, search.seat, search.metric)
        self._known = known_slots(search, registry)
        self._played: dict[tuple[str, int], _Played | None] = {}
        """Maps text and item to the played session; None if it couldn't be finished."""
        self._failures: dict[str, None] = {}
        self._total = len(search.made) * (search.sessions + len(search.held)) + len(search.held)
        self.budget = search.budgets.of_run()
        """The cost of the search so far, and its limit at this stage."""
        for past in past_runs(store)[0]:  # a run whose note can't be read isn't among them
            if past.run.search == search.key:
                self._count(past.run.id, self.budget)
        self._asking = KeptReplies(search.key, store, registry, self.budget)

    def run(self) -> SearchResult:
        """Search until the end and write the variants. Raises SearchStopped if something stops the search.

        Raises SaveError, BadPlayer, BadOption or BadFile; everything played until then is saved.
        """
        try:
            return self._run()
        except KeyboardInterrupt:
            raise SearchStopped("interrupted") from None
        except _Carried as carried:
            raise carried.error from None

    def _run(self) -> SearchResult:
        search = self._search
        remember(search, self._store)
        before = self._scored(search.prompt)
        first = Budget("run")
        self._count(search.run(search.prompt, "held", search.held).id, first)
        made = [self._climbed(number, first) for number in range(len(search.made))]
        self.budget.usd, self.budget.tokens = search.budgets.usd, search.budgets.tokens
        made = [replace(one, after=self._scored(one.prompt)) if one.prompt else one for one in made]
        for one in made:
            if one.prompt is not None:
                self._catalogue.add_prompt(self._info, one.prompt)
        remember(replace(search, done=True), self._store)
        return SearchResult(
            search, before, tuple(made), self.budget, self._asking.spent, tuple(self._failures)
        )

    # playing

    def _scored(self, prompt: Prompt) -> tuple[Scored, ...]:
        """The results of a prompt on held-out items."""
        played = self._play(prompt, "held", self._search.held)
        return tuple(self._objective.of_session(*one) if one else Scored(0.0, None) for one in played)

    def _play(self, prompt: Prompt, part: Part, items: Sequence[int]) -> list[_Played | None]:
        """The sessions of a prompt on items; those that aren't saved are played. Raises SearchStopped."""
        if any((prompt.text, index) not in self._played for index in items):
            run = self._run_of(prompt, part, items)
            before = len(self._played) - sum((prompt.text, index) in self._played for index in run.indices)
            batch = Batch(
                run,
                self._store,
                self._registry,
                concurrency=self._concurrency,
                progress=lambda done, _: self._report_progress(before + done),
                budget=self.budget,
                figures=False,
                counted=True,
            )
            finished = batch.play()
            if finished.stopped or finished.left == run.total:
                raise SearchStopped(finished.stopped or "failed", finished.failures)
            self._failures |= dict.fromkeys(finished.failures)
            over = {one.id for one in finished.sessions if one.over}
            loaded = {session.setup.seed: session for session in map(self._store.load, over)}
            for index in run.indices:
                session = loaded.get(session_seed(run.seed, index))
                play = (session, session.fold(self._info.game)) if session else None
                self._played[prompt.text, index] = play
        return [self._played[prompt.text, index] for index in items]

    def _report_progress(self, done: int) -> None:
        self._progress(min(done, self._total), self._total)

    def _run_of(self, prompt: Prompt, part: Part, items: Sequence[int]) -> Run:
        """The run of a prompt, saved, with these items among its items."""
        wanted = self._search.run(prompt, part, tuple(items))
        try:
            run = recall(wanted.id, self._store)
            every = tuple(sorted({*run.indices, *items}))
        except NoRun:
            run, every = wanted.with_models(self._registry), tuple(sorted(items))
        now = replace(run, items=every, sessions=len(every), budgets=self._search.budgets)
        if self._store.meta(NOTE + now.id) != note_of(now):
            remember_run(now, self._store)
        return now

    def _count(self, run: str, budget: Budget) -> None:
        """Add the cost of a run's saved sessions to a budget."""
        for row in self._store.every(SessionQuery(game=self._search.game, run=run)):
            try:
                events: Sequence[Event] = self._store.load(row.id).events
            except Unreadable:
                events = self._store.sound_events(row.id)[0]
            count_saved(budget, events)

    # searching

    def _climbed(self, number: int, first: Budget) -> Made:
        """The best prompt that one model finds. `first`: the cost of the first prompt on held-out items.

        Raises SearchStopped if even the first prompt couldn't be played on the training items.
        """
        search, text = self._search, self._search.prompt.text
        evaluator = search.reflect[number]
        entry = read_player(evaluator, book=self._registry.book).entry
        assert entry is not None, "only models can reflect"
        found, cut = _Climb(entry), False
        self._keep_back(number, first)
        try:
            climb(
                text,
                search.train,
                template=GEPA if search.method == "gepa" else GAMEARENA,
                evaluate=lambda tried, items: self._evaluated(found, tried, items),
                reflect=lambda request: self._reflected(found, request),
                refused=lambda tried: self._refused(found, tried),
                over=lambda: self._over(found),
                minibatch=search.minibatch,
                seed=search.seed % 2**32,
            )
        except SearchStopped as stopped:
            cut = True
            if stopped.cause != "budget" or text not in found.means(search.train):
                raise
        means = found.means(search.train)
        best = max(means, key=means.__getitem__)
        variant = search.made[number]
        return Made(
            variant,
            evaluator,
            Prompt.of(search.ask, variant, best) if best != text else None,
            found.sessions,
            found.proposals,
            found.refused,
            (means[text], means[best]),
            cut,
        )

    def _over(self, found: _Climb) -> bool:
        """True if too few sessions are left for a prompt on all items, or proposals were enough."""
        search = self._search
        most = search.sessions - len(search.train)
        return found.sessions > most or found.proposals >= search.sessions // search.minibatch

    def _keep_back(self, number: int, first: Budget) -> None:
        """Set the budget for one climb: its share of what is neither spent nor kept for held-out items."""
        given, climbs = self._search.budgets, len(self._search.made)
        share = (number + 1) / climbs
        if given.usd is not None:
            self.budget.usd = first.spent_usd + max(given.usd - (1 + climbs) * first.spent_usd, 0) * share
        if given.tokens is not None:
            left = max(given.tokens - (1 + climbs) * first.used_tokens, 0)
            self.budget.tokens = first.used_tokens + int(left * share)

    def _fault(self, tried: Prompt) -> str | None:
        if len(tried.text) > MAX_PROMPT:
            return f"it has more than {MAX_PROMPT} characters"
        return prompt_fault(tried, self._known, self._search.prompt)

    def _refused(self, found: _Climb, tried: str) -> str | None:
        """Why a proposal is refused; None if it isn't refused."""
        fault = self._fault(Prompt.of(self._search.ask, "", tried))
        found.refused += fault is not None
        return fault

    def _reflected(self, found: _Climb, request: str) -> str:
        found.proposals += 1
        return self._ask(found.evaluator, [request])[0]

    def _evaluated(self, found: _Climb, tried: str, items: Sequence[int]) -> list[Example]:
        """The results of a prompt on items; a prompt with a fault isn't played and gets 0."""
        prompt = Prompt.of(self._search.ask, "", tried)
        if (fault := self._fault(prompt)) is not None:
            found.refused += 1
            return [Example(0.0, {"Refused": fault})] * len(items)
        known = found.seen.setdefault(prompt.text, {})
        new = [index for index in dict.fromkeys(items) if index not in known]  # GEPA adds duplicates
        with carrying():
            for index, one in zip(new, self._play(prompt, "train", new), strict=True):
                known[index] = self._example(found.evaluator, *one) if one else _UNFINISHED
        found.sessions += len(new)
        return [known[index] for index in items]

    def _example(self, evaluator: ModelEntry, session: Session, play: Play[Any]) -> Example:
        """The score of a session, with the texts about it for the model that proposes a prompt."""
        scored = self._objective.of_session(session, play)
        transcript = plain(session, self._info, secrets=True)
        seat, metric = self._search.seat, self._objective.metric
        told = {"Session": transcript[:_EXAMPLE_CHARS]}
        score = scored.score
        if self._search.method == "gamearena":
            moves = self._moves(play)
            verdicts = self._verdicts(evaluator, play, moves, transcript)
            score = fmean(verdicts) if verdicts else 0.0
            told["Verdicts"] = "\n".join(
                f"{number}. {_short(move)}: {'good' if verdict else 'bad'}"
                for number, (move, verdict) in enumerate(zip(moves, verdicts, strict=True), 1)
            )
        figure = "none" if scored.figure is None else f"{scored.figure:.3g}"
        told["Feedback"] = f"The player is {seat}. Score {score:.2f} of 1; {metric.label}: {figure}."
        faults = [
            f"{_short(step.event.get('text'))}: {step.fault.why}"
            for step in play.steps
            if step.fault is not None and step.ask.seat == seat
        ]
        if faults:
            told["Replies that the rules refused"] = "\n".join(faults[:_MOST_FAULTS])
        return Example(score, told)

    def _moves(self, play: Play[Any]) -> list[str]:
        """The seat's replies to the ask, in order."""
        asked = (self._search.seat, self._search.ask)
        return [str(s.event.get("text") or "") for s in play.steps if (s.ask.seat, s.ask.name) == asked]

    def _verdicts(
        self, evaluator: ModelEntry, play: Play[Any], moves: Sequence[str], transcript: str
    ) -> list[float]:
        """The evaluator's verdict on each move: 1 good, 0 bad."""
        ask = self._search.ask
        task = f"{self._info.title}: {self._info.tagline}. {self._search.seat}: {self._info.asks[ask].text}"
        requests = [
            verdict_on(task, transcript[:_EXAMPLE_CHARS], number, _short(move), ask)
            for number, move in enumerate(moves, 1)
        ]
        return [read_verdict(text) for text in self._ask(evaluator, requests)]

    def _ask(self, entry: ModelEntry, requests: Sequence[str]) -> list[str]:
        """A model's replies outside the game. Raises SearchStopped."""
        try:
            with carrying():
                return self._asking.ask(entry, requests, at_once=self._concurrency)
        except BudgetReached:
            raise SearchStopped("budget") from None
        except ModelFailed as failed:
            raise SearchStopped("failed", [f"{entry.name}: {failed.why}"]) from None


class _Carried(BaseException):  # GEPA would swallow an Exception
    """An error that GEPA must not take for a bad prompt."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def carrying() -> Iterator[None]:
    """Carry errors about files and players past GEPA."""
    try:
        yield
    except (SaveError, ValueError) as error:
        raise _Carried(error) from None


def _short(text: object) -> str:
    return one_line(str(text or ""), 300)
