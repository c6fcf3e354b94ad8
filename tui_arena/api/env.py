"""An environment for training: one seat learns, and bots or models have the other seats.

It runs an event loop only if a model sits at the table. So a step costs little more than the work of the
rules and the bots.

For TRL's `GRPOTrainer(environment_factory=...)`, each kind of reply is a tool (`environment_factory`). TRL makes one
instance for each rollout, without arguments, and calls `reset` with a row of the data set. It gives the model every
other public method as a tool, described by its docstring and annotations. At the end, TRL calls `get_reward`. The
model sees the errors of a tool. TRL itself isn't needed here.

Law: the rewards of an episode add up to the same total, whether they come step by step or at the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from inspect import Parameter, Signature
from itertools import count, islice
from typing import Any, get_args

from tui_arena.api.home import Home, home
from tui_arena.api.table import (
    SEEDS,
    NotAsked,
    Table,
    checked_prompt,
    checked_seed,
    dealt,
    is_own,
    opening_of,
)
from tui_arena.batch.run import session_seed
from tui_arena.core.events import outcome_data
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import TABLE, Data, Seat
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import BadOption
from tui_arena.core.reading import parted
from tui_arena.core.session import PASSES, Split, item_name, new_ones, once_each, splits
from tui_arena.core.text import one_line
from tui_arena.data import AskText, Catalogue, GameInfo
from tui_arena.players.models.prompts import Message, field
from tui_arena.players.new_session import Opening, Wish, items_of, new_session, seats_at, undealt
from tui_arena.players.seating import BadPlayer, Cast
from tui_arena.reports.training import ANSWER, GUESSER, YES, YES_REWARD, answers
from tui_arena.table.unseen_seeds import hidden

Observation = list[Message]
"""Chat messages, each with `role` and `content`; the last one is the user's."""
QUESTION, REDUNDANT = "question", "redundant"
Reward = str | Callable[[Table], float]
SCORE, WITH_YES, WITH_NEW_YES = "score", "score+yes", "score+new_yes"
LEARNER = Cast({"player": "script", "name": "learner"})


class Env:
    """One learner at a table; every episode is a session.

    >>> env = Env("wordle")
    >>> seen = env.reset(seed=7)
    >>> seen, reward, done, info = env.step("guess: crane")
    >>> reward, done, info["fault"]
    (0.0, False, None)
    """

    def __init__(
        self,
        game: str,
        learner: str = "guesser",
        others: Mapping[str, str | Cast] | None = None,
        reward: Reward = SCORE,
        *,
        dense: bool = False,
        options: Data | None = None,
        deck: str | None = None,
        preset: str | None = None,
        personas: Mapping[str, Wish] | None = None,
        prompt: str = "",
        split: Split | None = None,
        single_pass: bool = False,
        any_hit: bool = False,
        seed: int = 0,
        where: Home | None = None,
    ) -> None:
        """Checks everything; nobody is asked before `reset`.

        Args:
            game: The id of a game.
            learner: The seat that learns.
            others: Players of other seats, as for `deal`: `bot:hard`, `model:NAME`. Unnamed seats get bots.
            reward: What an episode is worth to the learner, one of:
                `score`: the main score of its side, 0 to 1 (Twenty Questions: Eq. 1 of EDA); 0 when aborted.
                `score+yes`: 0.02 more for each question answered yes.
                `score+new_yes`: the same, except for questions that repeat earlier ones or follow from them.
                A metric for which higher is better: None is worth 0, a list the sum of its values.
                A function of the table.
            dense: Whether each step returns the reward that it added; else the last step returns all of it.
            options: Values of the game's options.
            deck: A deck of the game; None: the game's own.
            preset: A preset of the game; None: `party`.
            personas: Maps seats to personas, in a game that has them.
            prompt: The prompt variant of observations; empty: the plain variant.
            split: Deal only items for training (`train`) or for evaluation (`eval`), divided as by `export
                --split`: the deck's held-out items are for evaluation; if there are none, one item in ten.
                None: all items.
            single_pass: Whether `reset` deals each item once, and then raises NotAsked. `left` counts down.
            any_hit: Whether a name anywhere in a question of Twenty Questions earns the score, as `success`
                counts it. Otherwise the question must ask for the name (`hit_asked`), so that a learner isn't
                rewarded for listing names in its reasoning.
            seed: The seed of the pass, and of episodes that are reset with only an index.
            where: The decks and models of a program that has its own; None: the user's.

        Raises BadFile, BadOption or BadPlayer if something named here doesn't exist.
        """
        self._where = where = where or home()
        info = where.catalogue.game(game)
        seats = dict(others or {})
        if learner in seats:
            raise BadPlayer(f"{learner} learns; no other player sits there")
        self._opening = opening_of(
            where,
            game,
            {**seats, learner: LEARNER},
            options,
            deck,
            preset=preset,
            personas=personas,
            spoken_for=False,
        )
        for seat, one in self._opening.cast.items():
            if seat != learner and is_own(one):
                raise BadPlayer(
                    f"{seat}: nobody speaks for a person here; bots, models and scripts can sit there"
                )
        self._learner = next(seat for seat in seats_at(self._opening, info) if seat.name == learner)
        self._prompt = checked_prompt(where, info, prompt)
        self._dense = dense
        self._worth = _worth(reward, self._learner, info, any_hit=any_hit)
        self._so_far = 0.0
        self._done = True
        self._table: Table | None = None
        self._episodes = RunEpisodes(self._opening, where.catalogue, split, single_pass=single_pass)
        self._seed, self._single_pass, self._next = seed, single_pass, 0

    @property
    def left(self) -> int | None:
        """How many episodes of a single pass are left; None if it has no known end, or without a pass."""
        return None if self._episodes.size is None else max(self._episodes.size - self._next, 0)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._opening.game

    @property
    def learner(self) -> str:
        """The seat that learns."""
        return self._learner.name

    @property
    def group(self) -> str:
        """The group of the learner's seat, as `games()` names it in the asks."""
        return self._learner.group

    @property
    def worth(self) -> float:
        """The reward of the episode so far, whether it is over or not."""
        return self._worth(self.table)

    @property
    def table(self) -> Table:
        """The table of the episode; raises NotAsked before the first `reset`."""
        if self._table is None:
            raise NotAsked("no episode has begun; `reset` deals one")
        return self._table

    @property
    def done(self) -> bool:
        """True if the learner is not asked any more; True before the first `reset`."""
        return self._done

    def reset(self, seed: int | None = None, index: int | None = None) -> Observation:
        """Deals an episode, the same for the same seed. Returns what a model on the seat would be sent.

        `index`: deal session `index`, from 0, of a run with this seed; its first episodes have all items
        once. In a single pass, an episode without an index is the next of the pass.

        Raises BadOption for a bad seed or index, NotAsked after a single pass, and PlayerFailed.
        """
        next_in_pass = self._single_pass and index is None
        if next_in_pass:
            if seed is not None:
                raise BadOption(
                    "a single pass chooses the episodes: leave the seed out, or give an index with it"
                )
            index = self._next
        if index is None:
            opening, number = self._opening, None
            seed = self._episodes.seed_in_split(
                secrets.randbelow(SEEDS) if seed is None else checked_seed(seed)
            )
        else:
            opening, number = self._episodes.place(self._seed if seed is None else seed, index)
            seed = session_seed(opening.seed or 0, number)
        self._table = dealt(self._where, opening, seed, items=self._episodes.items, index=number)
        self._next += next_in_pass
        self._so_far = 0.0
        return self._observed()

    def step(self, text: str, *, ask: str | None = None) -> tuple[Observation, float, bool, dict[str, Any]]:
        """Replies for the learner. Returns observation, reward, whether the episode is over, and a dict.

        `ask`: as in `Table.say`.

        The dict has `fault`: the reason why the rules refused the reply, or None. After a fault, the learner
        is asked again, or the episode is over. At the end, the dict also has `outcome` and `metrics`. Raises
        NotAsked after the end and before the first `reset`, and PlayerFailed.
        """
        table, seat = self.table, self._learner.name
        if self.done:
            raise NotAsked("the episode is over; `reset` deals another one")
        fault = table.say(seat, text, ask=ask)
        seen = self._observed()
        reward = 0.0
        if self._dense or self._done:
            worth = self._worth(table)
            reward, self._so_far = worth - self._so_far, worth
        more: dict[str, Any] = {"fault": fault.why if fault else None}
        if self._done:
            more |= {"outcome": outcome_data(table.outcome), "metrics": table.metrics}
        return seen, reward, self._done, more

    def _observed(self) -> Observation:
        """The messages that a model on the seat would get now; at the end, the last lines and the outcome."""
        table, seat = self.table, self._learner.name
        self._done = table.ask(seat) is None
        if not self._done:
            return table.messages(seat, self._prompt)
        said: list[str] = []
        for line in reversed(table.view(seat).talk):
            if line.seat == seat and line.fault is None:
                break
            said.insert(0, line.text if line.seat == TABLE or line.read else field(line.seat, line.text))
        return [{"role": "user", "content": "\n\n".join([*said, _ended(table, seat)])}]


def _ended(table: Table, seat: str) -> str:
    """The sentence that says how an episode ended for a seat."""
    outcome = table.outcome
    if outcome.result == "won":
        how = "you won" if seat in outcome.winners else f"{' and '.join(outcome.winners)} won"
    else:
        how = outcome.result
    return f"The game is over: {how}{f' ({outcome.cause})' if outcome.cause else ''}."


def _worth(reward: Reward, learner: Seat, info: GameInfo, *, any_hit: bool) -> Callable[[Table], float]:
    """Returns a function that maps a table to its reward so far. Raises BadOption if `reward` isn't valid."""
    if callable(reward):
        return reward
    if reward in (SCORE, WITH_YES, WITH_NEW_YES):
        if learner.side == "neutral":
            raise BadOption(
                f"{learner.name} has no side, so it has no score; name a metric, or give a function"
            )
        if reward != SCORE and not (learner.group == GUESSER and ANSWER in info.asks):
            raise BadOption(
                f"the {learner.name} of {info.title} gets no answers, so there is no yes to "
                f"count; use {SCORE}"
            )

        def score(table: Table) -> float:
            scored = _score(table, learner)
            return scored if not scored or any_hit or info.earned(table.metrics) else 0.0

        if reward == WITH_YES:
            return lambda table: (
                score(table) + YES_REWARD * answers(info, table.view(learner.name)).count(YES)
            )
        if reward == WITH_NEW_YES:
            return lambda table: score(table) + YES_REWARD * _new_yes(table, learner, info)
        return score
    metric = info.metrics.get(reward)
    usable = [m.name for m in info.metrics.values() if m.better != "low" and m.kind != "table"]
    if metric is None or metric.name not in usable:
        why = "isn't a metric" if metric is None else "is a table, or less is better: it can't be a reward"
        raise BadOption(
            f"{one_line(str(reward), 40)!r} {why}; rewards are {SCORE}, {WITH_YES}, {WITH_NEW_YES}, "
            f"{', '.join(usable)}, or a function"
        )
    return lambda table: _number(table.metrics[metric.name], learner)


def _new_yes(table: Table, learner: Seat, info: GameInfo) -> int:
    """The number of questions answered yes that neither repeat earlier ones nor follow from their answers."""
    told = answers(info, table.view(learner.name))
    if YES not in told:
        return 0
    known = {mark.seq for mark in info.marks(table.play) if mark.kind == REDUNDANT}
    asked = [step.seq for step in table.play.standing() if step.ask.name == QUESTION and step.fault is None]
    return sum(answer == YES and seq not in known for seq, answer in zip(asked, told, strict=False))


def _score(table: Table, learner: Seat) -> float:
    """The main score of the learner's side; 0 before the end, when aborted, and when nobody won."""
    score = table.score
    if score is None or learner.side == "solver":
        return score or 0.0
    return 0.0 if table.outcome.result == "drawn" else 1.0 - score


def _number(value: Any, learner: Seat) -> float:
    """A metric's value as a number: the sum of a list, or the learner's own value of a per-seat metric."""
    if isinstance(value, Mapping):
        value = value.get(learner.name)
    if isinstance(value, list):
        return float(sum(one for one in value if one is not None))
    return float(value or 0)


TRIED = 10_000
"""If this many sessions in a row have no secret of the split, the search ends."""


class RunEpisodes:
    """The episodes of one environment, whatever the seed of the run."""

    def __init__(
        self, opening: Opening, catalogue: Catalogue, split: Split | None, *, single_pass: bool
    ) -> None:
        """Raises BadOption if the secrets of a split or pass aren't known, or if there are none."""
        self._opening, self._catalogue = replace(opening, dealing=PASSES), catalogue
        self._info = info = catalogue.game(opening.game)
        if split not in (None, *get_args(Split)):
            raise BadOption(f"split can't be {split!r}; allowed: {', '.join(get_args(Split))}")
        self._split, self._single_pass = split, single_pass
        self.items: Sequence[Data] | None = None
        """The items to deal; None: all that the options allow, or a bot gives the secrets."""
        self._walks: tuple[int, list[int], Iterator[int]] | None = None
        session, cast = new_session(opening, catalogue, id="-", seed=0, started=None)
        dealt = items_of(session, info)
        source = session.setup.source
        self._split_of = splits(source)
        self._given = not dealt and hidden(session, cast, info) is not None
        if not dealt and not self._given and (split or single_pass):
            why = undealt(session, info)
            raise BadOption(
                f"{'split' if split else 'single pass'}: nobody knows the secrets beforehand{f': {why}' if why else ''}"
            )
        if split and dealt:
            self.items = [item for item in dealt if self._split_of(item_name(item)) == split]
            if not self.items:
                raise BadOption(
                    f"split: {one_line(source.name if source else '', 60)} has no items for {split} with "
                    "these options"
                )
        self.size = len(self.items or dealt) if single_pass and dealt else None
        """How many episodes a single pass has; None without a single pass, or if it isn't known."""

    def seed_in_split(self, seed: int) -> int:
        """The seed itself, or a seed derived from it if a bot's secret would be of the other split."""
        if self._split is None or not self._given:
            return seed
        for tried in (seed, *(session_seed(seed, number) for number in range(TRIED))):
            if self._is_wanted(self._secret(tried)):
                return tried
        raise self._none()

    def place(self, run: int, index: int) -> tuple[Opening, int]:
        """The opening and the number of the session that is episode `index` of a run with this seed.

        Raises BadOption if the seed isn't a whole number, or the index isn't one from 0. Raises NotAsked
        after a single pass.
        """
        for name, value in (("seed", run), ("index", index)):
            if isinstance(value, bool) or not isinstance(value, int) or (name == "index" and value < 0):
                raise BadOption(
                    f"{name} can't be {one_line(repr(value), 40)}; allowed: a whole number from 0"
                )
        if self.size is not None and index >= self.size:
            raise NotAsked(f"the pass is over: all {self.size} items have been dealt")
        return replace(self._opening, seed=run), self._number(run, index) if self._given else index

    def _number(self, run: int, index: int) -> int:
        """The number of the session if a bot gives the secrets."""
        if self._walks is None or self._walks[0] != run:
            self._walks = (run, [], self._numbers(run))
        _, known, more = self._walks
        known.extend(islice(more, max(index + 1 - len(known), 0)))
        if index < len(known):
            return known[index]
        if known:
            raise NotAsked(f"the pass is over: there are only {counted(len(known), 'secret')}")
        raise self._none()

    def _numbers(self, run: int) -> Iterator[int]:
        @lru_cache(maxsize=2)
        def secret_of(number: int) -> str | None:
            return self._secret(session_seed(run, number), run, number)

        def wanted() -> Iterator[int]:
            missed = 0
            for number in count():
                missed = 0 if self._is_wanted(secret_of(number)) else missed + 1
                if not missed:
                    yield number
                elif missed > TRIED:
                    return

        if self._single_pass:
            return once_each(secret_of, wanted())
        return new_ones(secret_of, wanted())

    def _secret(self, seed: int, run: int | None = None, index: int | None = None) -> str | None:
        """The secret that a bot will give in a session; None if it isn't known."""
        opening = replace(self._opening, seed=run)
        session, cast = new_session(opening, self._catalogue, id="-", seed=seed, started=None, index=index)
        found = hidden(session, cast, self._info)
        return found.text if found else None

    def _is_wanted(self, secret: str | None) -> bool:
        return self._split is None or (secret is not None and self._split_of(secret) == self._split)

    def _none(self) -> BadOption:
        return BadOption(f"split: none of {TRIED} sessions had a secret for {self._split}")


TEXT = "text"
"""The parameter of a tool whose reply is one text."""


def environment_factory(
    game: str,
    learner: str = "guesser",
    others: Mapping[str, str] | None = None,
    reward: Reward = "score",
    **table: Any,
) -> type:
    """Returns a class for TRL's `environment_factory`; its instances play `Env` with these arguments.

    Its tools are the replies that the learner's seat may be asked for, such as `question(text)` or
    `guess(explanation, guess)`. A row of the data set needs a column `seed`, so that all generations of a row play
    the same secret. With a column `index` too, the row is that session of a run with this seed, so rows with
    one seed have all items once. Other columns are ignored.

    Args:
        game: The id of a game.
        learner: The seat that learns.
        others: Players of other seats; unnamed seats get bots.
        reward: As for `Env`; `get_reward` returns the reward so far, whether the episode is over or not.
        **table: `options`, `deck`, `preset`, `personas`, `prompt`, `split` and `any_hit`, as for `Env`. With
            `single_pass`, a row needs an `index` instead of a seed, and an index beyond the last item is
            refused; `episodes` is the number of items.

    Raises BadFile, BadOption or BadPlayer if something named here doesn't exist.
    """
    make = partial(Env, game, learner, others, reward, **table)
    first = make()
    group = first.group

    class Rollout:
        """One rollout at a time."""

        episodes = first.left

        def __init__(self) -> None:
            self._env = make()

        def reset(self, **row: Any) -> str:
            """Deals the episode of a row; returns the rules and the first ask."""
            needed = "index" if table.get("single_pass") else "seed"
            if row.get(needed) is None:
                raise BadOption(
                    f"a row needs a column `{needed}`, so that its generations play the same secret"
                )
            return _observation_text(self._env, self._env.reset(row.get("seed"), row.get("index")))

        def get_reward(self) -> float:
            """The reward of the episode so far."""
            return self._env.worth

        def _say(self, ask: AskText, given: Mapping[str, str]) -> str:
            env = self._env
            if env.done:
                raise NotAsked("the game is over, so no reply is needed")
            open_ask = env.table.ask(env.learner)
            if open_ask is None or ask.name not in (names := (open_ask.name, *open_ask.also)):
                raise NotAsked(
                    f"{ask.name} is not asked now; call {' or '.join(names) if open_ask else 'nothing'}"
                )
            form = parted(open_ask)
            text = given[TEXT] if form is None else form.written({**dict.fromkeys(form.parts, ""), **given})
            return _observation_text(env, env.step(text, ask=ask.name)[0][-1:])

    info = home().catalogue.game(game)
    for ask in info.asks.values():
        if ask.seat == group:
            setattr(Rollout, ask.name, _tool(ask, info.game.forms.get(ask.name, ())))
    Rollout.__name__ = Rollout.__qualname__ = f"{game}_{learner}".title().replace("_", "")
    return Rollout


def _observation_text(env: Env, messages: Observation) -> str:
    """The text for a model: the messages, and the tools with which it can reply."""
    parts = [message["content"] for message in messages]
    ask = None if env.done else env.table.ask(env.learner)
    if ask is not None:
        parts.append(f"Reply by calling {' or '.join((ask.name, *ask.also))}.")
    return "\n\n".join(parts)


def _tool(ask: AskText, forms: Sequence[ReplyForm]) -> Callable[..., str]:
    """The method that replies to an ask; TRL makes a tool of its docstring, signature and annotations.

    A part that only some of the forms have may be left out.
    """
    asked = [form.parts for form in forms if form.join != "alone"]
    kinds = {name: kind for parts in asked for name, kind in parts.items()}
    always = [name for name in kinds if all(name in parts for parts in asked)]
    names = [*always, *(name for name in kinds if name not in always)] or [TEXT]
    parameters = [_parameter(name, needed=name in always or name == TEXT) for name in names]
    signature = Signature(
        [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters], return_annotation=str
    )

    def tool(self: Any, *args: Any, **given: Any) -> str:
        bound = signature.bind(self, *args, **given)
        bound.apply_defaults()
        said = {name: str(value) for name, value in bound.arguments.items() if name != "self"}
        return str(self._say(ask, said))

    described = "\n".join(f"    {name}: {_described(ask, kinds.get(name))}" for name in kinds or names)
    returns = "What that led to, and what is asked next."
    tool.__doc__ = f"{ask.text}\n\nArgs:\n{described}\n\nReturns:\n    {returns}\n"
    tool.__name__ = tool.__qualname__ = ask.name
    tool.__annotations__ = {**{one.name: str for one in parameters}, "return": str}
    tool.__signature__ = signature  # type: ignore[attr-defined]
    return tool


def _parameter(name: str, *, needed: bool) -> Parameter:
    """A parameter; unless it is needed in every turn, it may be left out."""
    default = Parameter.empty if needed else ""
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=str)


def _described(ask: AskText, takes: str | None) -> str:
    """The description of a parameter's value, on one line; `takes`: None for the whole reply."""
    if takes is None:
        return one_line(f"{ask.form[:1].upper()}{ask.form[1:]}.", 400)
    choices = [one.strip() for one in takes.split("|")]
    if len(choices) > 1:
        return f"One of: {', '.join(choices)}."
    return "One word." if takes == "word" else "A short text."
