"""The episodes of one client in OpenEnv's protocol: its requests and answers, as plain values.

OpenEnv 0.3: the answer to a message `reset`, `step` or `state`, which has its values in `data`, is an
observation, the state, or an error with a code and a sentence.

Law: only a valid reset or step changes the episode; nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from tui_arena import __version__
from tui_arena.api import BadFile, BadOption, BadPlayer, Env, NotAsked, PlayerFailed
from tui_arena.api.env import Observation
from tui_arena.config import redact
from tui_arena.core.events import BadEvent, outcome_data
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo

ID_CHARS = 255
"""The maximum length of an episode's id, in characters, as in OpenEnv."""
SENTENCE_CHARS = 400
LONGEST = 64 * 1024
"""The maximum length of a message, in characters."""

Code = Literal["INVALID_JSON", "UNKNOWN_TYPE", "VALIDATION_ERROR", "EXECUTION_ERROR", "CAPACITY_REACHED"]
"""OpenEnv's error codes."""


class RequestRefused(Exception):
    """A request that was not carried out; the text is a sentence."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(one_line(redact(sentence), SENTENCE_CHARS))
        self.code = code


class ResetData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The values of a reset."""

    seed: int | None = None
    episode_id: Annotated[str, Meta(max_length=ID_CHARS)] | None = None


class StepData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The values of a step: OpenEnv's action."""

    text: str
    ask: str | None = None
    """The name of the ask that the text answers, if one ask takes several kinds of replies."""
    metadata: dict[str, Any] = {}
    """Every action in OpenEnv has metadata; it isn't read here."""


class StepBody(msgspec.Struct, frozen=True):
    """The body of a step by HTTP; its other values, such as a time limit, are not read."""

    action: StepData


class Message(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A message by web socket."""

    type: str
    data: dict[str, Any] = {}


T = TypeVar("T", ResetData, StepData, StepBody, Message)
_STEP = "`text` and, if two kinds of replies are possible, `ask`"
_TAKES = {
    ResetData: "a reset takes `seed`, a whole number, and `episode_id`",
    StepData: f"a step takes {_STEP}",
    StepBody: f"the body of a step is an `action` with {_STEP}",
    Message: "a message is an object with `type` and `data`",
}
_TYPES = "reset, step, state and close"


def decoded(raw: bytes | str) -> Any:
    """The value of a JSON text. Raises RequestRefused."""
    size = len(raw)
    if size > LONGEST:
        raise RequestRefused(
            "VALIDATION_ERROR", f"a message may have at most {LONGEST} characters; this one has {size}"
        )
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RequestRefused("INVALID_JSON", f"this isn't valid JSON: {error}") from None


def read(data: Any, kind: type[T]) -> T:
    """The values of a message. Raises RequestRefused."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise RequestRefused("VALIDATION_ERROR", f"{error}; {_TAKES[kind]}") from None


class Episodes:
    """The episodes of one client, one after the other."""

    def __init__(self, env: Env, next_place: Callable[[], tuple[int | None, int | None]]) -> None:
        """`next_place` returns seed and index of an episode without a seed from the client; None: any."""
        self._env = env
        self._next_place = next_place
        self._id: str | None = None
        self._steps = 0

    def reset(self, asked: ResetData) -> dict[str, Any]:
        """Deals an episode; the observation has the learner's first messages. Raises RequestRefused."""
        try:
            seed, index = self._next_place() if asked.seed is None else (asked.seed, None)
            seen = self._env.reset(seed, index)
        except BadOption as error:
            raise RequestRefused("VALIDATION_ERROR", str(error)) from None
        except (BadEvent, BadFile, BadPlayer, NotAsked, PlayerFailed) as error:
            raise RequestRefused("EXECUTION_ERROR", str(error)) from None
        self._id, self._steps = asked.episode_id or self._env.table.id, 0
        return self._observation(seen, None, None)

    def step(self, asked: StepData) -> dict[str, Any]:
        """Replies for the learner. Raises RequestRefused, also after the end."""
        try:
            seen, reward, _, more = self._env.step(asked.text, ask=asked.ask)
        except (BadEvent, PlayerFailed) as error:
            raise RequestRefused(
                "EXECUTION_ERROR",
                f"{str(error).rstrip('.')}; the episode can't continue; `reset` starts another one",
            ) from None
        except (BadFile, NotAsked) as error:
            raise RequestRefused("EXECUTION_ERROR", str(error)) from None
        self._steps += 1
        return self._observation(seen, reward, more["fault"])

    def state(self) -> dict[str, Any]:
        """The state of the episode; its id and seed are null before the first reset."""
        begun, env = self._id is not None, self._env
        return {
            "episode_id": self._id,
            "step_count": self._steps,
            "game": env.game,
            "learner": env.learner,
            "seed": env.table.seed if begun else None,
            "done": env.done,
            "outcome": outcome_data(env.table.outcome) if begun and env.table.over else None,
        }

    def _observation(self, seen: Observation, reward: float | None, fault: str | None) -> dict[str, Any]:
        env = self._env
        ask = None if env.done else env.table.ask(env.learner)
        return {
            "observation": {
                "messages": seen,
                "asks": [] if ask is None else [ask.name, *ask.also],
                "fault": fault,
                "outcome": outcome_data(env.table.outcome) if env.done else None,
                "metrics": env.table.metrics if env.done else None,
            },
            "reward": reward,
            "done": env.done,
        }


def answer(episodes: Episodes, raw: bytes | str) -> dict[str, Any] | None:
    """The answer to a message by web socket, which may be an error; None if the client leaves."""
    try:
        return _answer(episodes, read(decoded(raw), Message))
    except RequestRefused as refused:
        return error_message(refused)


def _answer(episodes: Episodes, message: Message) -> dict[str, Any] | None:
    match message.type:
        case "reset":
            return {"type": "observation", "data": episodes.reset(read(message.data, ResetData))}
        case "step":
            return {"type": "observation", "data": episodes.step(read(message.data, StepData))}
        case "state":
            return {"type": "state", "data": episodes.state()}
        case "close":
            return None
    raise RequestRefused(
        "UNKNOWN_TYPE", f"there is no type {one_line(message.type, 40)!r}; types are {_TYPES}"
    )


def error_message(refused: RequestRefused) -> dict[str, Any]:
    """The message that tells a client why a request was not carried out."""
    return {"type": "error", "data": {"message": str(refused), "code": refused.code}}


# description of an environment


def metadata(info: GameInfo, learner: str) -> dict[str, Any]:
    """The name, the description and the version of an environment."""
    return {
        "name": info.id,
        "description": f"{info.title}: {info.tagline}. The learner is the {learner.replace('_', ' ')}.",
        "version": __version__,
    }


def schemas(info: GameInfo, group: str) -> dict[str, Any]:
    """The JSON Schemas of action, observation and state; `group`: the group of the learner's seat."""
    asks = [ask for ask in info.asks.values() if ask.seat == group]
    told = " ".join(f"{ask.name}: {ask.text} {ask.form}" for ask in asks)
    text, flag, whole = {"type": "string"}, {"type": "boolean"}, {"type": "integer", "minimum": 0}
    outcome = {"type": ["object", "null"]}
    message = _object({"role": text, "content": text})
    return {
        "action": _object(
            {
                "text": text | {"description": f"The reply. {told}"},
                "ask": {"enum": [*(ask.name for ask in asks), None], "default": None},
                "metadata": {"type": "object", "default": {}},
            },
            "text",
        ),
        "observation": _object(
            {
                "messages": {
                    "type": "array",
                    "items": message,
                    "description": "The messages that a model would get.",
                },
                "asks": {"type": "array", "items": text, "description": "The asks that you can reply to."},
                "fault": {"type": ["string", "null"], "description": "Why the rules refused the last reply."},
                "outcome": outcome,
                "metrics": {"type": ["object", "null"]},
            }
        ),
        "state": _object(
            {
                "episode_id": {"type": ["string", "null"]},
                "step_count": whole,
                "game": text,
                "learner": text,
                "seed": whole | {"type": ["integer", "null"]},
                "done": flag,
                "outcome": outcome,
            }
        ),
    }


def _object(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """The schema of an object; `required` names the required values, by default all of them."""
    return {"type": "object", "properties": dict(properties), "required": list(required or properties)}
