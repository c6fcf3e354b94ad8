"""An environment for TRL's `GRPOTrainer(environment_factory=...)`: each kind of reply is a tool.

TRL makes one instance for each rollout, without arguments, and calls `reset` with a row of the data set. It
gives the model every other public method as a tool, described by its docstring and annotations. At the end,
TRL calls `get_reward`. The model sees the errors of a tool. This module doesn't need TRL itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import Parameter, Signature
from typing import Any

from tui_arena.api.env import Env, Observation, Reward
from tui_arena.api.home import home
from tui_arena.api.table import NotAsked
from tui_arena.core.forms import ReplyForm
from tui_arena.core.options import BadOption
from tui_arena.core.reading import parted
from tui_arena.core.text import one_line
from tui_arena.data import AskText

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
            return _told(self._env, self._env.reset(row.get("seed"), row.get("index")))

        def get_reward(self) -> float:
            """The reward of the episode so far."""
            return self._env.worth

        def _say(self, ask: AskText, given: Mapping[str, str]) -> str:
            env = self._env
            if env.done:
                raise NotAsked("the game is over; nothing is asked any more")
            open_ask = env.table.ask(env.learner)
            if open_ask is None or ask.name not in (names := (open_ask.name, *open_ask.also)):
                raise NotAsked(
                    f"{ask.name} is not asked now; call {' or '.join(names) if open_ask else 'nothing'}"
                )
            form = parted(open_ask)
            text = given[TEXT] if form is None else form.written({**dict.fromkeys(form.parts, ""), **given})
            return _told(env, env.step(text, ask=ask.name)[0][-1:])

    info = home().catalogue.game(game)
    for ask in info.asks.values():
        if ask.seat == group:
            setattr(Rollout, ask.name, _tool(ask, info.game.forms.get(ask.name, ())))
    Rollout.__name__ = Rollout.__qualname__ = f"{game}_{learner}".title().replace("_", "")
    return Rollout


def _told(env: Env, messages: Observation) -> str:
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
